import xml.etree.ElementTree as ET

import numpy as np
import pytest

from vicinage.errors import ParameterError
from vicinage.report.category_pictures import dendrogram_picture, distance_picture

PETS = ["cat", "dog", "bird", "cat & dog <3"]
POINTS = np.array([[0.0], [0.1], [0.7], [0.2]])
DISTANCES = np.abs(POINTS - POINTS.T)


def texts(svg):
    tree = ET.fromstring(svg)  # noqa: S314 - it was drawn here
    return [element.text for element in tree.iter() if element.text]


@pytest.mark.parametrize("draw", [distance_picture, dendrogram_picture])
def test_every_value_is_named(draw):
    assert set(PETS) <= set(texts(draw(PETS, DISTANCES)))


def test_near_values_stand_side_by_side():
    names = [text for text in texts(distance_picture(PETS, DISTANCES)) if text in PETS]

    across = names[: len(PETS)]
    assert sorted([across, across[::-1]])[1] == ["cat", "dog", "cat & dog <3", "bird"]


def test_numbers_are_written_while_there_is_room():
    assert "0.70" in texts(distance_picture(PETS, DISTANCES))
    many = [f"v{i}" for i in range(13)]
    assert "1.00" not in texts(distance_picture(many, 1 - np.eye(13)))


@pytest.mark.parametrize("draw", [distance_picture, dendrogram_picture])
def test_values_that_are_all_alike_are_drawn(draw):
    assert "b" in texts(draw(["a", "b"], np.zeros((2, 2))))


@pytest.mark.parametrize("draw", [distance_picture, dendrogram_picture])
@pytest.mark.parametrize("count", [1, 151])
def test_too_few_and_too_many_values_are_refused(draw, count):
    with pytest.raises(ParameterError, match=f"categories must be 2 to 150 .*, got {count}"):
        draw([f"v{i}" for i in range(count)], np.zeros((count, count)))
