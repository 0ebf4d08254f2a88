"""What a picture shows inside of terrain is what the page shows: both read one file of pieces and drawings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from frontend.games import table_drawing, terrain_marks
from rules.kernel.state import Terrain

DRAWN: list[Any] = json.loads((Path(__file__).parent / "terrain_marks.json").read_text())
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
SOURCE = Path(table_drawing.__file__).parents[1] / "src" / "board" / "pieces.ts"


def shape(path: str) -> tuple[str, list[float]]:
    """The letters of a path, and its numbers."""
    return NUMBER.sub("n", path), [float(number) for number in NUMBER.findall(path)]


@pytest.mark.parametrize(("piece", "marks"), DRAWN, ids=[piece["id"] for piece, _ in DRAWN])
def test_it_is_what_the_page_draws(piece: dict[str, Any], marks: list[list[str]]) -> None:
    own = Terrain(piece["id"], "", tuple(map(tuple, piece["o"])), piece["h"], piece["f"], piece["k"])
    found = terrain_marks.marks_of(own)
    assert [kind for kind, _ in found] == [kind for kind, _ in marks]
    for (_, path), (_, other) in zip(found, marks, strict=True):
        (letters, numbers), (expected, places) = shape(path), shape(other)
        assert letters == expected
        # Sines differ in the last bit between machines, so a rounded place may differ by one.
        assert numbers == pytest.approx(places, abs=1.01)


def test_every_kind_of_the_page_is_drawn() -> None:
    listed = re.search(r"const DRAWN[^{]*= \{(.*?)\n\};", SOURCE.read_text(), re.DOTALL)
    assert listed
    names = (each.partition(":")[0].strip().strip('"') for each in listed[1].replace("\n", " ").split(","))
    assert set(filter(None, names)) == set(terrain_marks.DRAWN)
    assert {piece["k"] for piece, _ in DRAWN} == set(terrain_marks.DRAWN)
