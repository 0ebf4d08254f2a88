"""Noughts and crosses through the engine: offers, refusals, whole games, verification, odds, words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rules
from gamelog.setup.paths import ROOT
from rules.kernel.dice import Seeded
from rules.plain_player import Plain
from rules.report import Report
from rules.schema import schema
from tests.labels import needless, shared, unnamed

Game = Callable[[int], rules.GameFile]
AFTER_START = (("table", {"type": "begin"}, ()), ("x", {"type": "roll-for-start"}, (6, 2)))


def declared(of: rules.Ruleset, by: str, action: dict[str, Any], dice: tuple[int, ...] = ()) -> Any:
    """A declaration as a client sends it."""
    if action["type"] == "begin":
        action = {**action, "table": msgspec.to_builtins(of.table(0))}
    return rules.read_declaration(of, json.dumps({"by": by, "action": action, "dice": dice}))


def after(of: rules.Ruleset, *steps: tuple[str, dict[str, Any], tuple[int, ...]]) -> rules.State:
    """The position after some declarations."""
    state = rules.empty(of)
    for by, action, dice in steps:
        state = rules.decide(of, state, declared(of, by, action, dice)).state
    return state


def mark(of: rules.Ruleset, state: rules.State, by: str, square: str) -> rules.Decided:
    return rules.decide(of, state, declared(of, by, {"type": "mark", "target": square}))


def test_it_is_found_beside_the_others() -> None:
    assert "noughts" in rules.RULESETS and "kt" in rules.RULESETS
    assert rules.versions("noughts") == ("1",)
    assert not rules.expands("noughts")


def test_a_fresh_process_finds_it_where_it_is_installed(site: Path, tmp_path: Path) -> None:
    """No fixture and no patch: the command line, with the folder on its search path."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}
    command, file = [sys.executable, "-m", "rules"], tmp_path / "game.jsonl"
    played = [*command, "play", "noughts", "--seed", "3", "--out", str(file)]
    assert subprocess.run(played, env=environment, check=False).returncode == 0
    judged = subprocess.run([*command, "verify", str(file)], env=environment, check=False, capture_output=True)
    assert judged.returncode == 0 and judged.stdout.startswith(b"verified: ")
    environment["PYTHONPATH"] = str(ROOT)
    unknown = subprocess.run(played, env=environment, check=False, capture_output=True)
    assert unknown.returncode == 2 and b"'noughts' is none of" in unknown.stderr


def test_a_second_ruleset_of_the_same_id_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other-1.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1\n")
    (other / "entry_points.txt").write_text("[gamelog.rulesets]\nkt = other.ruleset\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="the ruleset 'kt' is there twice: .* and other.ruleset"):
        rules.discover()
    assert "noughts" in rules.RULESETS


def test_both_sides_may_roll_for_the_start(noughts: rules.Ruleset) -> None:
    found = rules.options(noughts, after(noughts, AFTER_START[0]))
    assert [(each.side, each.action) for each in found if each.clause == "noughts.start.roll"] == [
        ("o", "roll-for-start"), ("x", "roll-for-start")
    ]  # fmt: skip


@pytest.mark.parametrize("dice, first", [((6, 2), "o"), ((2, 6), "x"), ((3, 3, 1, 5), "x")])
def test_the_higher_die_begins(noughts: rules.Ruleset, dice: tuple[int, ...], first: str) -> None:
    """Sides roll in the order of their ids; equal dice are rolled again."""
    state = after(noughts, AFTER_START[0], ("x", {"type": "roll-for-start"}, dice))
    assert (state.phase, state.to_act, state.order[0]) == ("play", first, first)


def test_the_side_to_move_is_offered_every_empty_square(noughts: rules.Ruleset) -> None:
    (offer,) = [each for each in rules.options(noughts, turned(noughts, "b2", "a1")) if each.action == "mark"]
    assert (offer.side, offer.targets) == ("o", ("b1", "c1", "a2", "c2", "a3", "b3", "c3"))


def turned(of: rules.Ruleset, *squares: str) -> rules.State:
    """The position after marks in these squares; noughts begin, because their die was higher."""
    marks = (("ox"[at % 2], {"type": "mark", "target": square}, ()) for at, square in enumerate(squares))
    return after(of, *AFTER_START, *marks)


@pytest.mark.parametrize(
    "by, square, clause, said",
    [
        ("o", "b2", "noughts.mark.empty", "square b2 has a nought"),
        ("o", "d4", "noughts.mark.empty", "there is no square 'd4': they are a1 to c3"),
        ("x", "a2", "noughts.mark.turn", "it is not the turn of crosses"),
        ("x", "b2", "noughts.mark.empty", "square b2 has a nought"),
    ],
)
def test_a_refusal_names_its_rule(noughts: rules.Ruleset, by: str, square: str, clause: str, said: str) -> None:
    with pytest.raises(rules.IllegalAction) as refused:
        mark(noughts, turned(noughts, "b2", "a1"), by, square)
    assert (refused.value.clause, rules.problem(refused.value).text) == (clause, said)


def test_three_in_a_row_win(noughts: rules.Ruleset) -> None:
    state = turned(noughts, "a1", "a2", "b1", "b2", "c1")
    assert state.over is not None
    assert (state.over.winner, state.over.reason, state.over.score) == ("o", "noughts.end.line", {"o": 1, "x": 0})


def test_two_in_a_row_do_not(noughts: rules.Ruleset) -> None:
    assert turned(noughts, "a1", "a2", "b1", "b2").over is None


def test_a_full_board_is_a_draw(noughts: rules.Ruleset) -> None:
    state = turned(noughts, "b2", "a1", "c3", "a3", "a2", "c2", "b1", "b3")
    assert state.over is None
    state = mark(noughts, state, "o", "c1").state
    assert state.over is not None and (state.over.winner, state.over.reason) == ("", "noughts.end.full")


def test_a_position_by_hand_is_judged_by_its_own_checks(noughts: rules.Ruleset) -> None:
    state = turned(noughts, "b2")
    assert rules.read_position(noughts, rules.to_json(state)) == state
    state.models["o1"].at = (1, 1, 0)
    with pytest.raises(rules.Malformed, match="in the middle of a square of its own"):
        rules.read_position(noughts, rules.to_json(state))


# whole games


def verified(of: rules.Ruleset, file: rules.GameFile) -> Report:
    read = rules.read_game(file.dump())
    return rules.report(of, read.events, read.findings, read.header)


@pytest.mark.parametrize("seed", range(20))
def test_games_played_by_themselves_end_and_verify(noughts: rules.Ruleset, game_of: Game, seed: int) -> None:
    file = game_of(seed)
    found = verified(noughts, file)
    assert (found.verdict, found.findings) == ("verified", ())
    state = rules.fold(noughts, file.events)
    assert state.over is not None and state.over.reason.startswith("noughts.end.")


def test_every_offer_is_taken_up(noughts: rules.Ruleset, game_of: Game) -> None:
    """No position of a game is a dead end, and nothing that is offered is refused."""
    state = rules.empty(noughts)
    for event in game_of(6).events:
        for proposed in Plain(Seeded(b"1")).proposals(noughts, state):
            rules.decide(noughts, state, proposed, draw=Seeded(b"2").throw)
        rules.evolve(state, event)
        assert state.over is not None or rules.options(noughts, state)


def test_a_forged_step_is_found(noughts: rules.Ruleset, game_of: Game) -> None:
    """The file says 1 and 4, its effects what 4 and 1 had come to. Its hashes are right; the rules are not."""
    file = game_of(3)
    forged = rules.GameFile(file.header)
    for event in file.events:
        declared = event.declaration()
        if event.number == 2:
            declared = msgspec.structs.replace(declared, dice=(1, 4))
        made = rules.make_event(event.number, declared, event.effects, forged.head)
        forged.records.append(rules.seal(made))
    found = verified(noughts, forged)
    assert found.verdict == "findings"
    assert found.findings[0].number == 2


def test_the_odds_of_the_start_are_even(noughts: rules.Ruleset, game_of: Game) -> None:
    events = game_of(3).events
    luck = rules.luck(noughts, rules.fold(noughts, events[:1]), events[1])
    assert [each.likelihood.exact for each in luck.possible] == ["1/2", "1/2"]
    assert luck.facts[0].what == "order"


def test_the_schema_knows_its_acts(noughts: rules.Ruleset) -> None:
    made = json.dumps(schema(noughts))
    assert '"roll-for-start"' in made and '"mark"' in made


def test_every_clause_has_words_in_both_languages(noughts: rules.Ruleset) -> None:
    own = {key: clause for key, (_, clause) in noughts.clauses.items() if key.startswith("noughts.")}
    assert len(own) == 6
    assert all(clause.en and clause.ru and clause.text and clause.text_ru for clause in own.values())


def test_every_act_and_member_has_a_name(noughts: rules.Ruleset) -> None:
    assert not unnamed(noughts, set())
    assert not needless(noughts, set()) - shared()
