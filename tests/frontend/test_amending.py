"""The judge's controls: filled in as recorded, they give back exactly what was recorded, in every ruleset."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

import rules
from frontend.games.amending import Amending
from rules.kernel.events import Administrative
from tests.frontend.judging import sent_by
from tests.playthroughs.playing import FOLDER

GAMES = [sorted(folder.glob("*.jsonl"))[0] for folder in sorted(FOLDER.glob("*@*"))]
STEPS = 10


def ten_of(events: Sequence[Any]) -> list[Any]:
    """Ten steps of ten kinds, those with dice first: each kind once, then again."""
    own = [each for each in events if not isinstance(each.action, Administrative)]
    first: dict[type, Any] = {}
    for event in own:
        kind = type(event.action)
        if kind not in first or (event.dice and not first[kind].dice):
            first[kind] = event
    return sorted(first.values(), key=lambda each: (not each.dice, each.number))[:STEPS]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_the_form_filled_in_as_recorded_gives_back_the_declaration(path: Path) -> None:
    file = rules.read_game(path.read_bytes())
    game: Any = SimpleNamespace(
        rules=rules.load(file.header.ruleset, file.header.version), pk=1, header=file.header.bytes().decode()
    )  # fmt: skip
    steps = ten_of(file.events)
    assert len(steps) == STEPS
    for event in steps:
        opened = Amending(game, file.events, event.number, event.declaration(), None)
        again = Amending(game, file.events, event.number, event.declaration(), posted(opened))
        assert again.declaration() == event.declaration(), f"step {event.number}"
        assert again.errors == {}
        assert not [row.control.name for row in again.rows() if row.changed]
        assert not [roll for roll in again.rolls if roll.changed]
        assert again.shape() == opened.shape()


def posted(amending: Amending) -> QueryDict:
    """What the page sends, as its HTML is."""
    about = {"amending": amending, "parts": amending.named_rows(), "game": SimpleNamespace(pk=1), "form": {}}
    body = render_to_string("frontend/games/_amend_controls.html", about)
    data = QueryDict(mutable=True)
    for name, values in sent_by(f'<form class="ruling-form">{body}</form>').items():
        data.setlist(name, values)
    return data
