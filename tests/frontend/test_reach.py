"""What the board answers at a step: the engine's own figures, for everybody who may see the game."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone, translation

import rules
from frontend.base.lengths import inches
from frontend.games import reach, weapons
from gamelog.games import selectors, services
from gamelog.games.models import Game
from rules import asking, seeing
from rules.gamefile import GameFile
from rules.kernel.state import Table
from tests.frontend import battlefields
from tests.kernel.systems import games, recorded
from tests.playthroughs import SYSTEMS

pytestmark = pytest.mark.django_db


def boards(key: str) -> list[reach.Board]:
    """Positions of a golden game with somebody of both sides on the table."""
    file = games(key, 1)[0]
    of = rules.load(file.header.ruleset, file.header.version)
    found = [rules.fold(of, file.events[: len(file.events) * part // 4]) for part in (2, 3)]
    return [reach.Board(of, state) for state in found if state.alive()]


def ask(board: reach.Board, query: str, /, **about: str) -> list[Any]:
    return list(asking.ask(board.ruleset, board.state, asking.worded(board.ruleset, query, about)))


@pytest.mark.parametrize("key", list(SYSTEMS))
def test_every_ring_row_and_length_is_an_answer_of_the_rules(key: str) -> None:
    for board in boards(key):
        holders = [each for each in (*board.state.units, *board.state.models) if board.has(each)][:4]
        for one in holders:
            told = reach.reach(board, one)
            asked = ask(board, "reach", of=one)
            assert {(g["k"], g["d"]) for g in told["g"]} == {(a.facts["kind"], a.value) for a in asked}
            assert all(g["s"] and g["t"].startswith(inches(g["d"])) for g in told["g"])
            rows = reach.sight(board, one)["r"]
            seen = {s.target: s for s in seeing.sights(board.ruleset, board.state, one) if s.seen and not s.aside}
            assert {row["i"]: row["v"] for row in rows} == {k: 1 if s.cover else 2 for k, s in seen.items()}
            for row in rows:
                away = ask(board, "distance", of=one, to=row["i"])[0].value
                assert row["d"] == ("" if away is None else inches(away))
                assert reach.apart(board, one, row["i"])["d"] == away


@pytest.mark.parametrize("language", ["en", "ru"])
def test_words_name_people_and_things_and_no_ids(language: str, battles: list[GameFile]) -> None:
    file = battles[2]
    state = rules.fold(rules.load("cod"), file.events[: len(file.events) // 2])
    with translation.override(language):
        board = reach.Board(rules.load("cod"), state)
        told = [answer(board, unit) for answer in (reach.reach, reach.sight) for unit in board.state.units
                if board.has(unit)]  # fmt: skip
    text = json.dumps([[each["n"], each.get("t"), each.get("h"), [g["t"] for g in each.get("g", ())],
                        [r["w"] for r in each.get("r", ())]] for each in told], ensure_ascii=False)  # fmt: skip
    assert ("движение" in text) == (language == "ru") and "wh40k." not in text and "None" not in text


def address(game: Game, number: int, name: str, *keys: str) -> str:
    return f"/games/{game.pk}/steps/{number}/{name}/{'/'.join(keys)}.json"


def test_answers_at_any_step_with_a_tag_that_names_the_position(client: Client, honest: Game) -> None:
    number = honest.number // 2
    board = reach.Board(honest.rules, selectors.position_at(honest, number))
    one, other = (next(m.id for m in board.state.alive(side)) for side in ("a", "b"))
    for name, keys in (("reach", (one,)), ("sight", (one,)), ("apart", (one, other))):
        answer = client.get(address(honest, number, name, *keys))
        assert answer.status_code == 200 and answer["Content-Type"] == "application/json"
        assert answer.json() == json.loads(json.dumps(getattr(reach, name)(board, *keys)))
        again = client.get(address(honest, number, name, *keys), HTTP_IF_NONE_MATCH=answer["ETag"])
        assert again.status_code == 304
        assert client.get(address(honest, number - 1, name, *keys))["ETag"] != answer["ETag"]
    last = client.get(address(honest, honest.number, "sight", one))
    assert last.status_code in (200, 404), "a battle that is over can be asked about, too"


def dense(ruleset: str, name: str, number: int) -> reach.Board:
    """A position of a golden game in which units of many models see several others."""
    of = rules.load(ruleset)
    return reach.Board(of, rules.fold(of, recorded(ruleset, name).events[:number]))


@pytest.mark.parametrize(
    ("board", "unit", "counted"),
    [(("wh40k", "mire-foundry-2", 40), "au1", 4), (("cod", "mire-cantons-6", 80), "au3", 3),
     (("wh40k", "mire-foundry-2", 40), "bu2", 2)],
)  # fmt: skip
def test_the_nearest_targets_are_counted_first_from_one_budget(
    board: tuple[str, str, int], unit: str, counted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    real = seeing.shot

    def watched(*args: Any, most: int = 0, **more: Any) -> Any:
        asked.append(most)
        return real(*args, most=most, **more)

    at = dense(*board)
    told = reach.sight(at, unit)
    monkeypatch.setattr(seeing, "shot", watched)
    targets, left = reach.targets(told), None
    assert targets == [row["i"] for row in told["r"] if "p" in row]
    found = []
    for part in range(len(targets)):
        answer = reach.chance(at, unit, targets, part, left)
        assert (answer["c"]["i"], answer["n"]) == (targets[part], len(targets))
        assert left is None or answer["left"] <= left
        left = answer["left"]
        found.append(answer["c"])
    assert left is not None and left >= 0 and len(asked) == len(targets)
    assert asked[0] >= reach.ways(at) // len(targets), "the nearest has at least its share"
    assert sum(bool(each["c"]) for each in found) == counted
    assert all(each["c"] or each["y"] for each in found), "a figure, or why there is none"


def test_a_weapon_is_told_with_the_range_that_its_system_prints() -> None:
    for key in SYSTEMS:
        of = rules.load(key)
        state = boards(key)[0].state
        arms = [weapon for each in state.models.values() for weapon in each.sheet.weapons]
        far = [weapon for weapon in arms if weapon.profile.get(of.telling.weapon_range)]
        assert far
        for weapon in far:
            assert inches(int(weapon.profile[of.telling.weapon_range])) in weapons.line(of.telling, weapon).split(" · ")


def test_sights_and_chances_are_worked_out_once(client: Client, honest: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    number = honest.number // 2
    board = reach.Board(honest.rules, selectors.position_at(honest, number))
    one = max((m.id for m in board.state.alive()), key=lambda key: len(reach.targets(reach.sight(board, key))))
    targets = reach.targets(reach.sight(board, one))
    assert len(targets) > 1
    looked: list[str] = []
    shot: list[str] = []
    sights, real = seeing.sights, seeing.shot

    def counted(ruleset: Any, state: Any, key: str, target: str, *, most: int = 0, **more: Any) -> Any:
        if most:
            shot.append(target)
        return real(ruleset, state, key, target, most=most, **more)

    monkeypatch.setattr(seeing, "sights", lambda *about: looked.append(about[2]) or sights(*about))  # type: ignore[func-returns-value]
    monkeypatch.setattr(seeing, "shot", counted)
    client.get(address(honest, number, "sight", one))
    # One request counts no more than one target, whichever it asks for.
    assert client.get(address(honest, number, "chances", one, "1")).status_code == 422
    answers = [client.get(address(honest, number, "chances", one, str(part))) for part in (1, 0, 1)]
    assert [each.json()["c"]["i"] for each in answers] == [targets[1], targets[0], targets[1]]
    assert (looked, shot) == ([one], targets[:2])
    tag = answers[0]["ETag"]
    assert client.get(address(honest, number, "chances", one, "1"), HTTP_IF_NONE_MATCH=tag).status_code == 304
    assert client.get(address(honest, number, "chances", one, str(len(targets)))).status_code == 404


def test_nobody_answers_for_who_is_not_there(client: Client, honest: Game) -> None:
    number = honest.number // 2
    assert client.get(address(honest, number, "reach", "z9")).status_code == 404
    assert client.get(address(honest, 1, "reach", "a1")).status_code == 404, "nobody is set up yet"
    assert client.get(address(honest, honest.number + 1, "reach", "a1")).status_code == 404
    assert client.post(address(honest, number, "reach", "a1")).status_code == 405


def test_who_may_not_read_a_game_is_told_nothing(client: Client, honest: Game) -> None:
    number = honest.number // 2
    board = reach.Board(honest.rules, selectors.position_at(honest, number))
    one = next(m.id for m in board.state.alive("a"))
    Game.objects.filter(pk=honest.pk).update(public=False)
    assert client.get(address(honest, number, "sight", one)).status_code == 404
    client.force_login(honest.owner)
    assert client.get(address(honest, number, "sight", one)).status_code == 200


def test_a_game_that_is_shown_late_answers_for_no_later_step(client: Client, recording: Callable[..., Any]) -> None:
    battle = recording()
    with time_machine.travel(timezone.now() - timedelta(minutes=12), tick=False):
        battle.go_on(40)
    game = battle.go_on(20)
    services.game_delay(game_id=game.pk, minutes=10, actor=game.owner)
    one = next(m.id for m in selectors.position_at(game, 40).alive("a"))
    assert client.get(address(game, 40, "sight", one)).status_code == 200
    for name, more in (("reach", ()), ("sight", ()), ("chances", ("0",))):
        assert client.get(address(game, 41, name, one, *more)).status_code == 404
    assert client.get(address(game, 41, "apart", one, one)).status_code == 404
    client.force_login(game.owner)
    assert client.get(address(game, 41, "sight", one)).status_code == 200


def test_a_table_without_coordinates_has_no_tools(regiments: GameFile) -> None:
    of = rules.load("t9a")
    state = rules.fold(of, regiments.events[: len(regiments.events) // 2])
    board = reach.Board(of, state)
    assert any(map(board.has, state.units))
    state.table = Table(state.table.width, state.table.depth, mapped=False, sketch=True)
    assert not any(map(board.has, state.units))


def test_what_is_secret_is_in_no_answer(battles: list[GameFile]) -> None:
    """A position knows commitments and never what they are of; an answer knows not even those."""
    file = battles[2]
    of = rules.load("cod")
    state = rules.fold(of, file.events)
    sealed = [each.commitment for each in state.sealed.values()]
    board = reach.Board(of, state)
    told = json.dumps([answer(board, unit) for answer in (reach.reach, reach.sight) for unit in state.units
                       if board.has(unit)])  # fmt: skip
    assert not [each for each in sealed if each in told]


def test_regiments_are_measured_from_their_outline() -> None:
    file = battlefields.regiments()
    of = rules.load("t9a")
    board = reach.Board(of, rules.fold(of, file.events[: len(file.events) // 2]))
    unit = next(key for key, each in board.state.units.items() if board.has(key) and len(board.standing(key)) > 5)
    told = reach.reach(board, unit)
    move = next(g for g in told["g"] if g["k"] == "move")
    (shape,) = [told["s"][index] for index in move["s"]]
    outline, radius = seeing.core(board.state, unit)
    assert (shape["o"], shape["r"]) == (outline, radius) and len(outline) >= 4 and not radius
