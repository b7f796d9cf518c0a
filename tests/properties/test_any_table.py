"""Whatever table comes in: a right answer of the right form, or one typed refusal."""

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.any_table import tables
from vicinage import (
    RWN,
    Dilca,
    DPDilca,
    IntegralStatistics,
    Ledger,
    Microaggregation,
    NoiseAddition,
    OutlierCount,
    RankSwapping,
    Role,
    SubspaceDiscovery,
    evaluate,
)
from vicinage.errors import VicinageError

MASKERS = st.one_of(
    st.builds(
        RWN,
        n_neighbors=st.integers(0, 4),
        radius=st.sampled_from([0.0, 0.1, 1.0]),
        probability=st.sampled_from([0.0, 0.5, 1.0]),
        metric=st.sampled_from(["minmax", "standard", "gower"]),
        partition_size=st.sampled_from([None, None, 3]),
        seed=st.integers(0, 9),
    ),
    st.builds(RankSwapping, fraction=st.sampled_from([0.1, 0.5, 1.0]), seed=st.just(1)),
    st.builds(Microaggregation, group_size=st.integers(1, 4)),
    st.builds(NoiseAddition, correlated=st.booleans(), seed=st.just(1)),
)


def answered(ask):
    """Return what was answered, or None after a typed refusal."""
    try:
        return ask()
    except VicinageError:
        return None


@given(tables(), MASKERS)
@settings(max_examples=150)
def test_a_release_has_the_rows_and_columns_of_its_table(world, masker):
    schema, frame = world
    before = frame.copy(deep=True)

    released = answered(lambda: masker.fit_transform(frame, schema=schema))

    pd.testing.assert_frame_equal(frame, before)
    if released is not None:
        dropped = {*schema.with_role(Role.KEY), *schema.with_role(Role.IDENTIFIER)}
        kept = [name for name in frame.columns if name not in dropped]
        assert list(released.columns) == kept
        assert len(released) == len(frame)
        assert [released[name].dtype for name in kept] == [frame[name].dtype for name in kept]


@given(tables(), MASKERS)
@settings(max_examples=60)
def test_every_release_can_be_judged(world, masker):
    schema, frame = world
    released = answered(lambda: masker.fit_transform(frame, schema=schema))
    if released is None:
        return

    judged = answered(lambda: evaluate(frame, released, schema=schema))

    if judged is not None:
        for name, figure in judged.risk.items():
            if name.endswith("share") and isinstance(figure, float):
                assert not figure < 0, name
                assert not figure > 1, name


@given(tables(), st.data())
@settings(max_examples=60)
def test_private_counts_and_subspaces_are_answered_or_refused(world, data):
    schema, frame = world
    columns = data.draw(st.lists(st.sampled_from(schema.names), min_size=1, unique=True))
    asked = {"min_neighbors": data.draw(st.integers(0, 5)), "radius": 0.2, "epsilon": "0.5"}
    scaling = data.draw(st.sampled_from(["bounds", "none"]))

    count = answered(
        lambda: OutlierCount(
            columns=columns, scaling=scaling, ledger=Ledger.unlimited(), **asked
        ).fit(frame, schema=schema)
    )
    found = answered(
        lambda: SubspaceDiscovery(
            columns=columns, top=1, max_size=2, scaling=scaling, ledger=Ledger.unlimited(), **asked
        ).fit(frame, schema=schema)
    )

    if count is not None:
        assert isinstance(count.count_, int)
    if found is not None:
        assert len(found.subspaces_) == 1
        assert set(found.subspaces_[0]) <= set(columns)


@given(tables())
@settings(max_examples=60)
def test_distances_between_categories_are_distances_or_refused(world):
    schema, frame = world
    for estimator in (Dilca(), DPDilca(epsilon="1", ledger=Ledger.unlimited())):
        learned = answered(lambda estimator=estimator: estimator.fit(frame, schema=schema))
        if learned is not None:
            for matrix in learned.distances_.values():
                assert (matrix == matrix.T).all()
                assert (matrix.diagonal() == 0).all()
                assert ((matrix >= 0) & (matrix <= 1)).all()


@given(tables(max_columns=1), st.integers(1, 4))
@settings(max_examples=60)
def test_integral_statistics_are_answered_or_refused(world, k):
    schema, frame = world
    name = schema.names[0]

    answered(
        lambda: IntegralStatistics(
            statistics=["count", "mean", "median", "iqr"], k=k, n_resamples=50, seed=1
        ).fit(frame[name], schema=schema)
    )


def test_the_property_would_notice_an_untyped_error():
    with pytest.raises(ZeroDivisionError):
        answered(lambda: 1 / 0)
