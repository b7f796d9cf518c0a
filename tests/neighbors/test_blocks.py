from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.spaces import spaces
from vicinage.neighbors import Blocks, Space, Tree, leaf_reaches, near_boxes, searched_boxes
from vicinage.privacy import RandomKey


def words(n, name="sides"):
    return RandomKey.new(seed=1).words(np.arange(n, dtype=np.uint64), name)


@pytest.mark.parametrize("n_blocks", [1, 2, 3, 7, 16])
def test_blocks_of_the_sample_itself_are_of_equal_size(n_blocks):
    space = Space.of_numbers(np.random.default_rng(0).random((1600, 3)))

    blocks = Blocks.learn(space, words(1600), n_blocks)

    sizes = np.bincount(blocks.assign(space, words(1600)), minlength=n_blocks)
    assert sizes.max() - sizes.min() <= n_blocks


def test_records_that_are_all_the_same_are_still_cut_evenly():
    space = Space.of_numbers(np.zeros((20_000, 2)))
    sample = np.flatnonzero(words(20_000, "sample") < 2**62)
    blocks = Blocks.learn(space.take(sample), words(20_000)[sample], 8)

    sizes = np.bincount(blocks.assign(space, words(20_000)), minlength=8)

    # Each block is a share of about an eighth, known from 625 of some 5,000 sampled records:
    # 4 % standard deviation, so six of them; fixed key.
    assert np.all(np.abs(sizes / 2500 - 1) < 0.25)


def test_near_records_share_a_block():
    points = np.random.default_rng(0).random((4000, 2))
    blocks = Blocks.learn(Space.of_numbers(points), words(4000), 16)

    numbers = blocks.assign(Space.of_numbers(points), words(4000))

    spread = np.mean([points[numbers == block].std(axis=0).mean() for block in range(16)])
    assert spread < 0.35 * points.std(axis=0).mean()  # sixteen squares would have 0.25


@given(space=spaces(max_records=200, gower=False), count=st.integers(0, 20), data=st.data())
@settings(max_examples=60)
def test_the_searched_leaves_are_the_nearest_of_each_record_and_within_reach(space, count, data):
    tree = Tree.build(space, leaf_size=8)
    order, starts = tree.index.order, tree.index.starts
    points, n_leaves = space.coordinates[order], starts.size - 1
    boxes = (np.minimum.reduceat(points, starts[:-1]), np.maximum.reduceat(points, starts[:-1]))
    first = data.draw(st.integers(0, n_leaves - 1))
    last = data.draw(st.integers(first + 1, n_leaves))
    own = points[starts[first] : starts[last]], starts[first : last + 1] - starts[first]

    reach = leaf_reaches((points, starts), boxes, space.weights, count)
    searched = searched_boxes(
        boxes, range(first, last), own, space.weights, reach=reach[first:last], count=count
    )

    expected = np.zeros(n_leaves, np.bool_)
    expected[first:last] = True
    for leaf in range(first, last):
        for record in points[starts[leaf] : starts[leaf + 1]]:
            gaps = np.maximum(np.maximum(boxes[0] - record, record - boxes[1]), 0.0)
            parts = np.where(space.weights > 0, space.weights * (gaps > 0), gaps**2)
            measures = np.cumsum(parts, axis=1)[:, -1]  # added one after the other, as kernels do
            others = np.sort(np.delete(measures, leaf))
            edge = -1.0 if count == 0 else np.inf if count > others.size else others[count - 1]
            assert edge <= reach[leaf]
            expected |= measures <= edge
    assert (searched == expected).all()


@given(space=spaces(max_records=200, gower=False), data=st.data())
@settings(max_examples=30)
def test_what_a_leaf_draws_depends_on_the_leaves_that_it_searches_alone(space, data):
    n = len(space.coordinates)
    k = data.draw(st.integers(1, 3))
    if n < 4 * (k + 1):
        return
    nearest = data.draw(st.integers(1, 3))
    radius = data.draw(st.sampled_from([0.0, 0.3]))
    tree = Tree.build(space, leaf_size=8, least=k + 1)
    order, starts = tree.index.order, tree.index.starts
    ends = list(pairwise(starts))
    leaves = [space.coordinates[order[a:b]] for a, b in ends]
    lower, upper = (np.array([f(leaf, axis=0) for leaf in leaves]) for f in (np.min, np.max))
    points = space.coordinates[order]
    reach = leaf_reaches((points, starts), (lower, upper), space.weights, nearest)
    own = data.draw(st.integers(0, len(leaves) - 1))
    box = lower[[own]], upper[[own]]
    chosen = near_boxes((lower, upper), box, space.weights, reach[[own]])
    chosen[own] = True
    kept = np.concatenate([order[a:b] for (a, b), near in zip(ends, chosen, strict=True) if near])
    sizes = np.diff(starts)[chosen]
    part = Tree.of_leaves(
        space.take(kept), np.arange(kept.size, dtype=np.int32),
        np.concatenate([[0], np.cumsum(sizes)]), stride=tree.index.stride,
    )  # fmt: skip
    place = int(chosen[:own].sum())

    whole = draw(tree, np.arange(n), k, radius, nearest)
    alone = draw(part, kept, k, radius, nearest, leaves=(place, place + 1))

    mine = slice(*part.index.starts[[place, place + 1]])
    assert (kept[alone[:, mine]] == whole[:, kept[mine]]).all()


def draw(tree, rows, k, radius, nearest, *, leaves=None):
    return tree.draw(
        bound=radius**2, k=k, columns=np.arange(5, dtype=np.uint64), probability=1.0,
        key=RandomKey.new(seed=1), records=rows.astype(np.uint64), nearest_leaves=nearest,
        leaves=leaves,
    )  # fmt: skip
