"""The seven steps of a city fight from the first declaration to the first game turn; what else the document settles."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod.board import AgreeTerrain
from rules.cod.choice import RollScenario
from rules.cod.dice import d3
from rules.cod.night import DuskAndDawn
from rules.cod.sides import ChooseFirst, ChooseQuarter, RollOff
from rules.cod.stratagems import ChooseDeclarer, NoMoreStratagems, RollStratagems
from rules.kernel.actions import Begin, Muster
from rules.kernel.context import Context
from rules.kernel.sheet import Roster, UnitSheet
from rules.kernel.state import State, Table
from rules.wh40k.deployment.deploy import Deploy
from rules.wh40k.deployment.placing import Place

from ..wh40k.field import decide, refusal, sheet, squad
from .streets import COD, city, ruin

Step = tuple[str, Any, tuple[int, ...]]


def army(side: str) -> Roster:
    models = tuple(sheet(str(n)) for n in (1, 2, 3))
    units = tuple(
        UnitSheet(f"u{n}", f"Unit {n}", (str(n),), name, 50) for n, name in enumerate(("Troops", "Troops", "HQ"), 1)
    )
    return Roster(side, "wh40k", models=models, units=units)


def put(unit: str, x: int, y: int) -> Deploy:
    return Deploy(unit=unit, places=(Place(f"{unit[0]}{unit[2]}", (x, y, 0)),))


GAME: tuple[tuple[str, Step], ...] = (
    ("setup", ("a", Begin(table=Table(4800, 4800, terrain=(ruin("r1", 2200, 2200), ruin("r2", 3200, 2200))),
                          options={"cod.level": "gamma"}), ())),
    ("setup", ("a", Muster(roster=army("a")), ())),
    ("board", ("b", Muster(roster=army("b")), ())),
    ("board", ("a", AgreeTerrain(), ())),
    ("scenario", ("b", AgreeTerrain(), ())),
    ("sides", ("a", RollScenario(), (1,))),
    ("sides", ("a", RollOff(), (5, 2))),
    ("stratagems", ("a", ChooseQuarter(quarter="south-west"), ())),
    ("stratagems", ("a", RollStratagems(), (3, 6))),
    ("stratagems", ("b", ChooseDeclarer(first="a"), ())),
    ("stratagems", ("a", NoMoreStratagems(), ())),
    ("deployment", ("b", NoMoreStratagems(), ())),
    ("deployment", ("b", put("bu1", 4500, 4500), ())),  # b rolled lower for the quarter
    ("deployment", ("a", put("au1", 300, 300), ())),
    ("deployment", ("b", put("bu2", 4000, 4500), ())),
    ("deployment", ("a", put("au2", 600, 300), ())),
    ("deployment", ("b", put("bu3", 3600, 4500), ())),
    ("dusk", ("a", put("au3", 900, 300), ())),
    ("first-turn", ("a", DuskAndDawn(), (2,))),
    ("first-turn", ("a", RollOff(), (1, 4))),
    ("movement", ("b", ChooseFirst(first="b"), ())),
)  # fmt: skip


def played(until: int = len(GAME)) -> State:
    state = rules.empty(COD)
    for _, (by, action, dice) in GAME[:until]:
        state = decide(state, by, action, dice).state
    return state


@pytest.mark.decides("cod.org.sequence", by="cod.sequence.order")
def test_a_game_goes_through_its_steps_in_order() -> None:
    """`cod.sequence.order`, `cod.org.sequence`: each step is declared when the one before is complete."""
    state = rules.empty(COD)
    for phase, (by, action, dice) in GAME:
        state = decide(state, by, action, dice).state
        assert state.phase == phase, "cod.sequence.order"
    assert (state.round, state.turn, state.order) == (1, "b", ("b", "a")), "cod.org.sequence"


@pytest.mark.parametrize("done", range(3, len(GAME) - 1))
def test_no_step_is_declared_before_its_turn(done: int) -> None:
    """Every later declaration of another phase is refused."""
    state = played(done)
    later = [step for phase, step in GAME[done + 1 :] if phase != state.phase][-1:]
    for by, action, _ in later:
        assert refusal(state, by, action) in COD.clauses, "cod.sequence.order"


@pytest.mark.parametrize("done", range(1, len(GAME)))
def test_what_comes_next_is_offered(done: int) -> None:
    """In every step something is offered, and the position can be stored and read."""
    state = played(done)
    assert rules.from_json(rules.to_json(state)) == state
    offered = {option.action for option in rules.options(COD, state)}
    by, action, _ = GAME[done][1]
    tag = type(action).__struct_config__.tag
    assert tag in offered or tag == "muster", (tag, offered)
    assert not list(COD.problems(state)), "cod.sequence.scenario.contents"
    del by


def test_stratagems_are_named_openly() -> None:
    state = played(10)
    assert (state.phase, state.step) == ("stratagems", "declare"), "cod.sequence.stratagems.declare"


def test_a_rule_that_is_not_redefined_is_the_core_rule() -> None:
    """`cod.sequence.marked-rules`: the ruleset of city fights has every rule and declaration of the core game."""
    core = rules.load("wh40k")
    assert core.clauses.keys() <= COD.clauses.keys(), "cod.sequence.marked-rules"
    assert core.handlers.keys() <= COD.handlers.keys(), "cod.sequence.marked-rules"


@pytest.mark.parametrize(("face", "result"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_a_die_halved(face: int, result: int) -> None:
    state = city(squad("au1", (500, 500), 1), squad("bu1", (4000, 4000), 1))
    assert d3(Context(COD, state, "a", (face,)), "cod.gap.d3", "a") == result, "cod.gap.d3"


@pytest.mark.parametrize(
    ("phase", "step", "game"),
    [
        ("sides", "quarters", {}),  # no scenario
        ("sides", "", {"cod.sequence.scenario.choose": "firesweep"}),
        ("board", "quarters", {"cod.sequence.scenario.choose": "firesweep"}),
        ("movement", "", {"cod.sequence.scenario.choose": "siege"}),
    ],
)
def test_a_recording_does_not_begin_from_a_position_that_no_game_leads_to(
    phase: str, step: str, game: dict[str, str]
) -> None:
    state = city(squad("au1", (500, 500), 1), squad("bu1", (4000, 4000), 1), phase=phase, step=step)
    del state.game["cod.sequence.scenario.choose"]
    state.game.update(game)
    assert list(COD.problems(state)), "cod.sequence.order"


def test_a_position_without_what_was_settled_goes_on_all_the_same() -> None:
    """Nobody rolled lower for the quarters, nobody has a role: the first side is asked."""
    from rules.cod.mission import missions

    for name, played_one in missions().items():
        for phase, step in played_one.steps:
            state = city(squad("au1", None, 1), squad("bu1", None, 1), scenario=name, ruins=[ruin("r1", 2200, 2200)],
                         phase=phase, step=step, round=0, order=())  # fmt: skip
            state.to_act = state.turn = ""
            ctx = Context(COD, state, "a", (), lenient=True)
            COD.settle(ctx)
            assert state.phase in ("sides", "stratagems", "deployment", "dusk", "first-turn", "movement", "over")
