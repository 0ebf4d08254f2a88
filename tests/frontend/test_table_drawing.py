"""What the server and the browser draw of a table agrees."""

import re
from pathlib import Path

from frontend.games import roles, table_drawing

BOARD = Path(table_drawing.__file__).parents[1] / "src" / "board"


def test_the_same_kinds_cast_no_shadow() -> None:
    source = (BOARD / "pieces.ts").read_text()
    listed = re.search(r"const FLAT = new Set\(\[(.*?)\]\)", source, re.DOTALL)
    assert listed
    assert set(re.findall(r'"([^"]+)"', listed[1])) == table_drawing.FLAT


def test_every_role_has_a_drawing() -> None:
    drawn = set(re.findall(r"^  (\w+):", (BOARD / "glyphs.ts").read_text(), re.MULTILINE))
    assert {*roles.BY_KEYWORD.values(), *roles.BY_SPECIALISM.values(), *roles.BY_WEAPON.values(), "blade"} <= drawn
