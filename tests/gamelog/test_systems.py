"""Every game system goes through the same log: recorded, verified, exported and imported, corrected, lists uploaded."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import rules
from gamelog.games import corrections, demo, selectors, services
from gamelog.games.models import Game
from rules.autoplay import play
from rules.kernel.rulings import Void
from rules.kernel.sheet import Roster

pytestmark = pytest.mark.storage

SYSTEMS = [name for name in rules.RULESETS if name != "kt"]
"""Kill Team is what every other test of the log plays."""
MOVES = ("Move", "Advance", "March")


def lists(key: str) -> list[Roster]:
    """The two small forces of the demo."""
    paths = demo.lists() if key in ("wh40k", "cod") else demo.ready(key)
    return [rules.load(key).rosters.load(path.read_bytes(), path.name) for path in paths]


@pytest.fixture(scope="module", params=SYSTEMS)
def played(request: pytest.FixtureRequest) -> rules.GameFile:
    return play(rules.load(request.param), lists(request.param), 3, stop_after=90)


@pytest.fixture
def recorded(people: SimpleNamespace, played: rules.GameFile) -> Game:
    """The game, declared step by step by the sides whose steps they are."""
    header = played.header
    seats = {"a": people.ada, "b": people.boris}
    game = services.game_create(owner=people.marshal, ruleset=header.ruleset, title="City", seats=seats)
    for number, event in enumerate(played.events):
        services.event_append(game_id=game.pk, expected=number, declaration=event.declaration(), actor=people.marshal)
    game.refresh_from_db()
    return game


def test_what_is_recorded_is_what_the_engine_made_of_it(recorded: Game, played: rules.GameFile) -> None:
    stored = list(selectors.events_of(recorded))
    assert [event.effects for event in stored] == [event.effects for event in played.events]
    ruleset = rules.load(recorded.ruleset)
    for number in (20, 57, len(stored)):
        assert selectors.position_at(recorded, number) == rules.fold(ruleset, played.events[:number])


def test_it_is_verified(recorded: Game, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        services.verification_request(game=recorded)
    report = selectors.report_of(recorded)
    assert report is not None
    assert (report.verdict, report.number) == ("verified", recorded.number)


def test_it_moves_without_loss(recorded: Game, people: SimpleNamespace) -> None:
    data = selectors.file_of(recorded)
    assert rules.read_game(data).dump() == data
    again = services.game_import(data=data, owner=people.ada)
    assert (again.game.pk, again.created) == (recorded.pk, False)


def test_a_step_can_be_voided(recorded: Game, people: SimpleNamespace, played: rules.GameFile) -> None:
    """The units are back where they stood; the position is still one of the system."""
    ruleset = rules.load(recorded.ruleset)
    step = next(e.number for e in played.events[40:] if type(e.action).__name__ in MOVES and e.effects)
    rule = next(key for key in ruleset.clauses if key.startswith(f"{recorded.ruleset}."))
    ruling: Any = rules.Declaration(by="judge", action=Void(steps=(step,), rule=rule, reason="went too far"))
    shown = corrections.preview(recorded, ruling)
    services.correction_append(
        game_id=recorded.pk, expected=shown.number, declaration=ruling, consequences_digest=shown.digest,
        actor=people.marshal,
    )  # fmt: skip
    recorded.refresh_from_db()
    state = selectors.position_at(recorded, recorded.number)
    assert list(ruleset.problems(state)) == []
    assert rules.from_json(rules.to_json(state)) == state


@pytest.mark.parametrize("path", demo.lists(), ids=lambda path: path.stem)
def test_an_army_list_in_text_is_stored(people: SimpleNamespace, path: Any) -> None:
    row, created = services.roster_import(owner=people.ada, data=path.read_bytes(), name=path.name)
    assert created
    assert (row.ruleset, row.points > 0, row.models_count > 10) == ("wh40k", True, True)
    assert selectors.sheets_of(row).units
