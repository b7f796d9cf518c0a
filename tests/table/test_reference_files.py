import pytest

from support.reference import REFERENCE, needs_reference
from vicinage.table import Table


@needs_reference
@pytest.mark.parametrize("name", ["bodyfat.csv", "pef.csv", "sdc/EIA.csv", "sdc/free1.csv"])
def test_real_tables_are_written_byte_by_byte(tmp_path, name):
    Table.read(REFERENCE / name).write(tmp_path / "out.csv")

    assert (tmp_path / "out.csv").read_bytes() == (REFERENCE / name).read_bytes()
