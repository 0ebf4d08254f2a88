"""Templates are readable: the formatter wraps the lines it may, the others stay short; every named template exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamelog.setup.paths import FRONTEND

TEMPLATES = FRONTEND / "templates"
LONGEST = 160
"""Characters of a line. The formatter aims at 120 and never breaks where white space would show."""
NAMED = re.compile(r'"(frontend/[a-z_/]+\.html)"')


def templates() -> list[Path]:
    return sorted(TEMPLATES.rglob("*.html"))


def sources() -> list[Path]:
    found = [path for path in FRONTEND.rglob("*.py") if "node_modules" not in path.parts]
    return [*templates(), *sorted(found)]


@pytest.mark.parametrize("path", templates(), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_line_is_too_long(path: Path) -> None:
    lines = enumerate(path.read_text().splitlines(), 1)
    assert [number for number, line in lines if len(line) > LONGEST] == []


def test_every_template_that_is_named_exists() -> None:
    named = {name for path in sources() for name in NAMED.findall(path.read_text())}
    assert named
    assert sorted(name for name in named if not (TEMPLATES / name).is_file()) == []
