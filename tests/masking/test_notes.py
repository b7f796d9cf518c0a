import numpy as np
import pandas as pd
import pytest

from vicinage import (
    RWN,
    Categorical,
    Column,
    Microaggregation,
    NoiseAddition,
    Numeric,
    RankSwapping,
    Schema,
    Text,
)

FRAME = pd.DataFrame(
    {
        "sex": list("FMFMFM"),
        "pay": [1.0, 2.0, 6.0, 7.0, 9.0, 30.0],
        "w": [1.0, 1.0, 2.0, 2.0, 3.0, 3.0],
    }
)
SEX, PAY = Column("sex", Categorical(("F", "M"))), Column("pay", Numeric(0, 100))
WEIGHT = Column("w", Numeric(), role="weight")


def notes(masker, frame, schema=None):
    masker.fit_transform(frame, schema)
    return masker.record_.notes


def test_an_unremarkable_release_of_a_declared_table_has_no_notes():
    # All values differ and nobody draws himself, so every cell changes.
    schema = Schema([PAY], public=True)

    assert notes(RWN(n_neighbors=2), FRAME[["pay"]], schema) == ()


def test_columns_that_come_back_as_they_were_are_named_loudly():
    found = notes(Microaggregation(), FRAME, Schema([SEX, PAY, WEIGHT], public=True))

    assert found == ("NOT PROTECTED: these columns are not perturbed: sex, w.",)


@pytest.mark.parametrize(
    "masker",
    [
        RWN(n_neighbors=2, probability=0.0),
        Microaggregation(group_size=1),
        RankSwapping(fraction=0.0, tail_fraction=0.0),
        NoiseAddition(scale=1e-300),
    ],
)
def test_a_release_equal_to_the_original_says_so(masker):
    schema = Schema([SEX, PAY, WEIGHT], public=True)

    assert "NO PERTURBATION TOOK PLACE: 0 % of the cells changed." in notes(masker, FRAME, schema)


def test_perturbed_columns_without_a_changed_cell_are_named():
    found = notes(RWN(n_neighbors=2), FRAME[["pay"]].assign(same=5))

    assert "NOT PROTECTED: not one cell changed in: same." in found


def test_an_observed_and_a_draft_schema_are_told_apart():
    observed, draft = notes(RWN(), FRAME), notes(RWN(), FRAME, Schema([SEX, PAY, WEIGHT]))

    assert observed[0] == "No schema: ranges and levels were observed in the table."
    assert draft[0] == ("The schema is a draft: its bounds and categories are not declared public.")


def test_cells_outside_declared_bounds_are_told_by_column_only():
    tight = Column("pay", Numeric(0, 10))

    found = notes(RWN(n_neighbors=2), FRAME[["pay"]], Schema([tight], public=True))

    assert found == (
        "Cells outside the declared bounds are there, and count as the bound in distances: pay.",
    )


def test_a_seed_and_dropped_columns_are_told():
    schema = Schema([SEX, PAY, Column("w", Text(), role="identifier")], public=True)

    found = notes(RWN(n_neighbors=2, seed=1), FRAME.assign(w=list("uvwxyz")), schema)

    assert found[0].startswith("Seeded: ")
    assert found[-1] == "Dropped: w."


def test_a_key_is_told_when_it_is_dropped_and_kept_when_it_is_asked_for():
    frame = FRAME.assign(id=list("abcdef"))

    for masker in (Microaggregation(), RankSwapping(), NoiseAddition(), RWN(n_neighbors=2)):
        schema = Schema([SEX, PAY, WEIGHT, Column("id", Text(), role="key")])
        assert "Dropped: id." in notes(masker, frame, schema)
        kept = masker.set_params(keep_key=True).fit_transform(frame, schema)
        assert kept["id"].tolist() == frame["id"].tolist()


def test_row_labels_and_numbers_that_look_like_identifiers_are_told():
    rng = np.random.default_rng(0)
    numbers = rng.choice(10**9, 40, replace=False)
    frame = pd.DataFrame({"pay": rng.random(40) * 100, "file": numbers})

    plain = notes(RWN(n_neighbors=2), frame)
    labelled = notes(RWN(n_neighbors=2), frame.set_axis(numbers))

    assert "Whole numbers that are all different, identifiers, perhaps: file." in plain
    assert "NOT PROTECTED: the index of the frame is unchanged." in labelled
    assert "NOT PROTECTED: the index of the frame is unchanged." not in plain
