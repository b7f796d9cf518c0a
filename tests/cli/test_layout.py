from vicinage.cli.layout import fitted


def test_a_number_that_is_wider_than_its_column_keeps_the_text_in_one_block():
    line = f"  {'il1':<25} {'1,218,997':>11}  summed change of the numbers; 0 is best"

    first, *others = fitted(line, 70).splitlines()

    assert others
    assert all(len(row) - len(row.lstrip()) == first.index("summed") for row in others)
