"""What an address means, and what is never told of it."""

from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.errors import TableError
from vicinage.table import DatabaseTable, Table, place_of

PLANTED = "hunter2"


def test_an_address_of_a_server_names_host_database_and_table():
    place = DatabaseTable.at(f"postgresql://ann:{PLANTED}@db.example:6432/survey/people")

    assert (place.host, place.port, place.database) == ("db.example", 6432, "survey")
    assert (place.schema, place.table) == (None, "people")
    assert (place.user, place.password) == ("ann", PLANTED)


def test_a_name_may_have_a_schema_and_a_point_of_its_own():
    place = DatabaseTable.at("postgresql://h/d/raw%2Edata.people%2E2024")

    assert (place.schema, place.table) == ("raw.data", "people.2024")


def test_three_slashes_are_relative_and_four_are_absolute():
    assert DatabaseTable.at("sqlite:///data/a%23b.db#t").path == Path("data/a#b.db")
    assert DatabaseTable.at("duckdb:////data/a.duckdb#s.t").path == Path("/data/a.duckdb")


def test_a_host_may_be_a_folder_of_sockets_or_a_number():
    socket = DatabaseTable.at("postgresql://%2Frun%2FSockets/survey/people")

    assert (socket.host, socket.shown) == (
        "/run/Sockets",
        "postgresql://%2Frun%2FSockets/survey/people",
    )
    assert (
        DatabaseTable.at("postgresql://ann@[::1]:5433/d/t").shown == "postgresql://[::1]:5433/d/t"
    )


def test_user_and_password_are_not_shown():
    place = DatabaseTable.at(f"postgresql://ann:{PLANTED}@db.example/survey/people")

    assert PLANTED not in f"{place} {place!r} {place.shown}"
    assert "ann" not in f"{place} {place!r}"


names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1)


@given(table=names, schema=st.none() | names, database=names, password=names | st.just(""))
def test_every_name_can_be_written(table, schema, database, password):
    parts = [schema, table] if schema else [table]
    name = ".".join(quote(part, safe="").replace(".", "%2E") for part in parts)
    place = DatabaseTable.at(
        f"postgresql://u:{quote(password, safe='')}@h/{quote(database, safe='')}/{name}"
    )

    assert (place.table, place.schema, place.database) == (table, schema, database)
    assert place.password == password
    again = DatabaseTable.at(place.shown)
    assert (again.table, again.schema, again.database) == (table, schema, database)


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ann:{PLANTED}@h/survey",
        f"postgresql://ann:{PLANTED}@h/survey/a/b",
        f"postgresql://ann:{PLANTED}@h/survey/a.b.c",
        f"postgresql://ann:{PLANTED}@h/survey/people?password={PLANTED}",
        f"postgresql://ann:{PLANTED}@h/survey/people?options=-c%20x={PLANTED}",
        f"postgresql://ann:{PLANTED}@h:port/survey/people",
        f"postgresql://ann:1/{PLANTED}@h/survey",
        f"postgresql://ann:#{PLANTED}@h/survey/people",
        f"postgresql://ann:{PLANTED}%ZZ@h/survey/people",
        f"postgresql://ann:{PLANTED}%FF@h/survey/people",
        f"postgresql://ann:{PLANTED} x@h/survey/people",
        f"postgresql://[ann:{PLANTED}@h/survey/people",
        f"mysql://ann:{PLANTED}@h/survey/people",
        f"sqlite://ann:{PLANTED}@h/people.db#people",
        "sqlite:///people.db",
        "sqlite:///#people",
        "sqlite:///people.db#other.people",
        "duckdb:///people.db#a.b.c",
    ],
)
def test_another_address_is_refused_and_not_repeated(address):
    with pytest.raises(TableError, match="must be of the form") as caught:
        place_of(address)

    assert PLANTED not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_a_path_made_of_an_address_is_refused_and_not_repeated():
    with pytest.raises(TableError, match="must be a text with ://") as caught:
        Table.read(Path(f"postgresql://ann:{PLANTED}@h/survey/people"))

    assert PLANTED not in str(caught.value)


def test_a_list_of_cells_is_no_list_of_paths():
    with pytest.raises(TableError, match=r"must be a path or an address, got int; .* a frame"):
        place_of(5)
