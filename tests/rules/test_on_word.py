"""What rests on the players' word is marked as such in the report, counted, and nothing else is.

In every system: every declaration that can say what the engine cannot check.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.actions import Begin, Fact, Loss, Modifier
from rules.kernel.events import Declaration, Event, Header
from rules.kernel.sheet import Ability
from rules.kernel.state import Decision, State
from rules.kt.faction import FactionTactic
from rules.kt.fight import Blow, Fight
from rules.kt.psychic import Manifest
from rules.kt.shoot import Shoot, Volley
from rules.kt.sight import SightFact
from rules.trace import steps
from rules.wh40k.shooting.psychic import EFFECT, PowerEffect
from rules.wh40k.shooting.sight import DECLARED, LineOfSight
from tests.rules.kt import board
from tests.rules.wh40k import field as battle
from tests.rules.wh40k import shots

GAZE = Ability("Gaze", kind="power")
ZEAL = Ability("Zeal", "Add 1 to hit rolls and wound rolls for this model.")


def game(state: State, *declared: tuple[str, Any]) -> list[Event[Any]]:
    """A recorded game that begins with a position; all dice are fours."""
    of, events, now = rules.load(state.ruleset), list[Event[Any]](), rules.empty(rules.load(state.ruleset))
    for by, action in (("a", Begin(position=state)), *declared):
        told: Declaration[Any] = Declaration(by=by, action=action)
        done = rules.decide(of, now, told, draw=lambda throw: (4,) * throw.count)
        whole = msgspec.structs.replace(told, dice=done.dice)
        events.append(rules.make_event(len(events) + 1, whole, done.effects, ""))
        now = done.state
    return events


def report(state: State, *declared: tuple[str, Any]) -> rules.Report:
    return rules.report(rules.load(state.ruleset), game(state, *declared))


def said(found: rules.Report) -> list[tuple[int, str, str]]:
    return [(each.number, each.by, each.effect.rule) for each in found.on_word]


def skirmish(phase: str = "shooting", step: str = "fire-at-will", **more: Any) -> State:
    at = (620, 500) if phase == "fight" else (1500, 500)
    foes = board.model("b1", at, W=3), board.model("b2", (1500, 900), W=3)
    caster = board.model("a1", abilities=(ZEAL, GAZE), keywords=("PSYKER",), has={"kt.psyker.cast": 1})
    return board.position(caster, *foes, **{"phase": phase, "step": step, "cp": 3, **more})


def zeal(roll: str) -> Modifier:
    return Modifier(roll=roll, amount=1, model="a1", ability="Zeal")


def shot(*modifiers: Modifier, facts: tuple[SightFact, ...] = ()) -> Shoot:
    return Shoot(model="a1", volleys=(Volley("gun", "b1"),), modifiers=modifiers, facts=facts)


@pytest.mark.parametrize(
    ("state", "action", "expected"),
    [
        pytest.param(skirmish(), shot(), [], id="a-plain-shot"),
        pytest.param(skirmish(), shot(zeal("hit")), ["log.fact"], id="a-modifier"),
        pytest.param(skirmish(), shot(zeal("hit"), zeal("wound")), ["log.fact"] * 2, id="two-modifiers"),
        pytest.param(skirmish(mapped=False), shot(facts=(SightFact("b1", obscured="terrain"),)),
                     ["kt.hit.obscured-definition"], id="a-line-without-a-map"),
        pytest.param(skirmish("fight", "lives"),
                     Fight(model="a1", blows=(Blow("blade", "b1", 1),), modifiers=(zeal("hit"),)), ["log.fact"],
                     id="a-modifier-in-melee"),
        pytest.param(skirmish("fight", "lives", mapped=False),
                     Fight(model="a1", blows=(Blow("blade", "b1", 1),), across=("b1",)), ["kt.hit.melee.mod-terrain"],
                     id="terrain-without-a-map"),
        pytest.param(skirmish(), Fact(model="a1", ability="Zeal", losses=(Loss("b1", 1),)), ["log.fact"],
                     id="an-ability"),
        pytest.param(skirmish(), FactionTactic(name="Not Yet", cost=1), ["kt.stratagem.faction"], id="a-stratagem"),
        pytest.param(skirmish("psychic", ""), Manifest(model="a1", power="Gaze", difficulty=5),
                     ["kt.psychic.resolve"], id="a-power"),
    ],
)  # fmt: skip
def test_what_is_declared_and_cannot_be_checked(state: State, action: Any, expected: list[str]) -> None:
    found = report(state, ("a", action))
    assert [rule for _, _, rule in said(found)] == expected
    assert all((number, by) == (2, "a") for number, by, _ in said(found))
    assert found.verdict == "verified"


def test_a_modifier_counts_once_whatever_it_changes() -> None:
    """Two weapons and three hits: it is one thing that the players say."""
    weapons = (board.gun("gun", attacks=3, type="Assault"), board.gun("two", type="Pistol", range=1200), board.blade())
    state = skirmish()
    caster = state.models["a1"]
    caster.sheet = msgspec.structs.replace(caster.sheet, weapons=weapons)
    act = Shoot(model="a1", volleys=(Volley("gun", "b1"), Volley("gun", "b1")), modifiers=(zeal("hit"),))
    events = game(state, ("a", msgspec.structs.replace(act, volleys=act.volleys[:1])))
    assert len(rules.report(rules.load("kt"), events).on_word) == 1


def test_it_is_told_in_words() -> None:
    found = report(skirmish(), ("a", shot(zeal("hit"))))
    assert [each.message for each in found.on_word] == ["a1: Zeal, +1 to hit rolls"]
    events = game(skirmish(), ("a", shot(zeal("hit"))))
    told = [change.text for step in steps(rules.load("kt"), events) for change in step.effects]
    assert "a1: Zeal, +1 to hit rolls (on the players' word)" in told


def test_a_table_without_a_map_is_said_to_be_one() -> None:
    assert not report(skirmish(mapped=False), ("a", shot())).mapped
    assert report(skirmish(), ("a", shot())).mapped


# Warhammer 40,000 and Cities of Death


def war(key: str, pending: Decision | None = None, **more: Any) -> State:
    groups = battle.squad("au1", (1000, 1000), 1), battle.squad("bu1", (1000, 2000), 2, W=2)
    state = battle.field(*groups, phase="shooting", key=key, pending=pending, **more)
    caster = state.models["au1.1"]
    caster.sheet = msgspec.structs.replace(caster.sheet, abilities=(ZEAL, GAZE))
    return state


ASKED = Decision(EFFECT, "a", "au1", about={"power": "Gaze", "model": "au1.1", "target": ""})
LINE = shots.shoot("au1", "bu1", facts=(LineOfSight("bu1", cover=4),))


@pytest.mark.parametrize("key", ["wh40k", "cod"])
@pytest.mark.parametrize(
    ("action", "pending", "mapped", "expected"),
    [
        (Fact(model="au1.1", ability="Zeal"), None, True, "log.fact"),
        (PowerEffect(unit="au1", losses=(Loss("bu1.1", 1),)), ASKED, True, EFFECT),
        (LINE, None, False, DECLARED),
    ],
)
def test_in_the_larger_systems(key: str, action: Any, pending: Decision | None, mapped: bool, expected: str) -> None:
    of, state = rules.load(key), war(key, pending, mapped=mapped)
    done = rules.decide(of, state, Declaration(by="a", action=action), draw=lambda throw: (5,) * throw.count)
    event = rules.make_event(1, Declaration(by="a", action=action), done.effects, "")
    found = list(rules.on_word(of, [event], done.state))
    assert {each.effect.rule for each in found} == {expected}
    assert len({each.effect for each in found}) == len(found)


def test_a_game_file_says_so_on_the_command_line(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from rules.__main__ import main

    file = rules.GameFile(Header(game="word", ruleset="kt", version="2018.1"))
    for event in game(skirmish(), ("a", shot(zeal("hit")))):
        file.records.append(rules.seal(msgspec.structs.replace(event, previous=file.head)))
    path = tmp_path / "word.jsonl"
    path.write_bytes(file.dump())
    main(["verify", str(path)])
    said = capsys.readouterr().out
    assert "1 rest on the players' word" in said
    assert "step 2: a1: Zeal, +1 to hit rolls [log.fact]" in said
