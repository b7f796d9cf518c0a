from pathlib import Path

import pytest

from vicinage.table import Table

REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "reference"


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the reference tables are not on this machine")
@pytest.mark.parametrize("name", ["bodyfat.csv", "pef.csv", "sdc/EIA.csv", "sdc/free1.csv"])
def test_real_tables_are_written_byte_by_byte(tmp_path, name):
    Table.read(REFERENCE / name).write(tmp_path / "out.csv")

    assert (tmp_path / "out.csv").read_bytes() == (REFERENCE / name).read_bytes()
