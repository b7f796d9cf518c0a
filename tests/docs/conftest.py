"""A table of invented people, which lies in the folder where the blocks of a page run."""

import shutil

import numpy as np
import pandas as pd
import pytest

SCHEMA = """\
public = true

[columns.person]
kind = "text"
role = "key"

[columns.age]
kind = "numeric"
lower = 18
upper = 100
integer = true

[columns.income]
kind = "numeric"
lower = 0
upper = 200000
integer = true

[columns.job]
kind = "categorical"
categories = ["cook", "driver", "nurse", "teacher"]

[columns.region]
kind = "categorical"
categories = ["north", "south"]
role = "stratum"
"""


@pytest.fixture(scope="session")
def people_folder(tmp_path_factory):
    """A folder with people.csv, people.parquet and people.toml: 300 people, 5 columns."""
    folder = tmp_path_factory.mktemp("people")
    rng = np.random.default_rng(5)
    age = rng.integers(18, 91, size=300)
    people = pd.DataFrame(
        {
            "person": [f"p{number:03}" for number in range(300)],
            "age": age,
            "income": (600 * age + rng.gamma(4, 4000, size=300)).round(-2).astype(int),
            "job": rng.choice(["cook", "driver", "nurse", "teacher"], size=300),
            "region": rng.choice(["north", "south"], size=300),
        }
    )
    people.to_csv(folder / "people.csv", index=False)
    people.to_parquet(folder / "people.parquet", index=False)
    (folder / "people.toml").write_text(SCHEMA, encoding="utf-8")
    return folder


@pytest.fixture
def people(people_folder, tmp_path, monkeypatch):
    """Work in a folder of one's own with a copy of the people's files."""
    shutil.copytree(people_folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path
