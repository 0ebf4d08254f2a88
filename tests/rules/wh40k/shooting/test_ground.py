"""Going to ground and pinning."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.context import Context
from rules.wh40k import hooks, words
from rules.wh40k.questions import TakeTest
from rules.wh40k.shooting import ground
from rules.wh40k.shooting.ground import GoToGround, Instruct
from rules.wh40k.turn import Pass

from ..field import asked, box, decide, field, gun, refusal, ruleset, squad, tank, then, wanted
from ..shots import needs, rolls, shoot

GROUND = "wh40k.assumed.go-to-ground"
ASK = "wh40k.assumed.go-to-ground.ask"
PINNING = "wh40k.assumed.pinning"
FROM, TO = (1000, 1000), (1000, 2000)


def at(*more: Any, weapon: Any = None, foe: Any = None, **told: Any) -> Any:
    weapon = weapon or gun(type="Pistol", AP=1)
    return field(squad("au1", FROM, 2, weapons=(weapon,)), foe or squad("bu1", TO, 3, Ld=7), *more,
                 **{"phase": "shooting", **told})  # fmt: skip


def wary(state: Any, ask: bool = True) -> Any:
    return decide(state, "b", Instruct(unit="bu1", ask=ask)).state


# being asked


def test_a_side_is_asked_only_where_it_wants_to_be() -> None:
    assert ground.ASK == "wh40k.assumed.go-to-ground.ask"
    assert rolls(decide(at(), "a", shoot("au1", "bu1"), [1]))
    waiting = decide(wary(at()), "a", shoot("au1", "bu1"))
    assert asked(waiting) == (GROUND, "b", "bu1") and not rolls(waiting)
    assert asked(decide(wary(wary(at()), ask=False), "a", shoot("au1", "bu1"), [1])) == ("", "", "")


@pytest.mark.parametrize(
    ("row", "answer", "needed"),
    [("wh40k.assumed.go-to-ground.ask", GoToGround(unit="bu1"), [6]), ("wh40k.assumed.go-to-ground.ask", Pass(), [])],
)
def test_after_the_answer_the_shots_are_declared_again(row: str, answer: Any, needed: list[int]) -> None:
    waiting = decide(wary(at()), "a", shoot("au1", "bu1")).state
    offered = sorted(o.action for o in ruleset().options(Context(ruleset(), waiting, "b", ())))
    assert offered == ["go-to-ground", "pass"] and row == ASK
    answered = decide(waiting, "b", answer).state
    done = decide(answered, "a", shoot("au1", "bu1"), [6, 6, *needed])
    assert needs(done, "wh40k.assumed.save.cover") == needed


def test_the_target_stays_the_same() -> None:
    waiting = wary(at(squad("bu2", (2000, 2000), 1)))
    answered = then(waiting, ("a", shoot("au1", "bu1"), ()), ("b", Pass(), ()))
    assert refusal(answered, "a", shoot("au1", "bu2")) == "wh40k.assumed.shooting.sequence"
    assert decide(answered, "a", shoot("au1", "bu1"), [1])


def test_only_the_asked_side_answers_and_nothing_else_goes_on() -> None:
    waiting = decide(wary(at()), "a", shoot("au1", "bu1")).state
    assert refusal(waiting, "a", GoToGround(unit="bu1")) == GROUND
    assert refusal(waiting, "a", shoot("au1", "bu1")) == GROUND
    assert refusal(at(), "b", GoToGround(unit="bu1")) == GROUND
    assert refusal(at(), "a", Instruct(unit="bu1", ask=True)) == words.ACTED


@pytest.mark.parametrize(
    ("row", "foe"),
    [
        ("wh40k.assumed.go-to-ground", tank("bu1", (3000, 1000))),
        ("wh40k.assumed.go-to-ground", squad("bu1", TO, 1, keywords=("Monstrous Creature",))),
        ("wh40k.assumed.go-to-ground", squad("bu1", TO, 1, game={GROUND: 9})),
    ],
)
def test_who_cannot_go_to_ground(row: str, foe: Any) -> None:
    here = wary(at(foe=foe))
    ctx = Context(ruleset(), here, "b", ())
    assert ground.refused(ctx, here.units["bu1"]) == row
    assert not ground.go(ctx, here.units["bu1"])
    if foe[0].game.get(GROUND) is None and foe[1][0].at == (1000, 2000, 0):
        assert asked(decide(here, "a", shoot("au1", "bu1"), [1])) == ("", "", "")


# what it does


@pytest.mark.parametrize(
    ("row", "terrain", "needed"),
    [
        ("wh40k.assumed.go-to-ground", (), [6]),
        ("wh40k.assumed.go-to-ground", (box("r", 800, 1800, 1700, 2200, 300, "forest"),), [4]),
        ("wh40k.assumed.go-to-ground", (box("r", 800, 1800, 1700, 2200, 300, "ruin"),), [3]),
    ],
)
def test_one_better_cover(row: str, terrain: Any, needed: list[int]) -> None:
    here = at(foe=squad("bu1", TO, 3, game={row: 9}), terrain=terrain)
    done = decide(here, "a", shoot("au1", "bu1"), [6, 6, 6])
    assert needs(done, "wh40k.assumed.save.cover") == needed


def test_snap_shots_no_move_and_no_charge_until_the_end_of_its_next_turn() -> None:
    waiting = decide(wary(at()), "a", shoot("au1", "bu1")).state
    down = decide(waiting, "b", GoToGround(unit="bu1")).state
    unit = down.units["bu1"]
    assert unit.game["wh40k.assumed.go-to-ground"] == words.next_turn_of(down, "b")
    ctx = Context(ruleset(), down, "b", ())
    for hook in (hooks.MAY_MOVE, hooks.MAY_CHARGE):
        assert ctx.value(hook, "", unit=unit) == GROUND
        assert ctx.value(hook, "", unit=down.units["au1"]) == ""
    down.to_act = down.turn = "b"
    assert wanted(down, "b", shoot("bu1", "au1")) == (2, "wh40k.assumed.shooting.snap-shot")


# pinning

PINS = gun(type="Pistol", AP=1, has={PINNING: 1})


def test_pinning_after_an_unsaved_wound() -> None:
    assert ground.PINS == "wh40k.assumed.pinning"
    here = at(weapon=PINS)
    assert asked(decide(here, "a", shoot("au1", "bu1"), [6, 6])) == (PINNING, "b", "bu1")
    assert asked(decide(here, "a", shoot("au1", "bu1"), [6, 1])) == ("", "", "")
    assert asked(decide(at(), "a", shoot("au1", "bu1"), [6, 6])) == ("", "", "")


@pytest.mark.parametrize(
    ("row", "dice", "down"), [("wh40k.assumed.pinning", [4, 4], True), ("wh40k.assumed.pinning", [3, 4], False)]
)
def test_the_pinning_test(row: str, dice: list[int], down: bool) -> None:
    here = decide(at(weapon=PINS), "a", shoot("au1", "bu1"), [6, 6]).state
    done = decide(here, "b", TakeTest(unit="bu1"), dice)
    assert words.gone_to_ground(done.state.units["bu1"]) is down
    assert rolls(done)[0][0] == row


def test_one_test_once_the_unit_has_finished() -> None:
    here = at(weapon=PINS)
    done = decide(here, "a", shoot("au1", "bu1", 2), [6, 6, 6, 6])
    assert asked(done)[0] == "wh40k.assumed.pinning"
    assert asked(decide(done.state, "b", TakeTest(unit="bu1"), [1, 1])) == ("", "", "")


def test_whoever_has_gone_to_ground_already_stays_down() -> None:
    foe = squad("bu1", TO, 3, Sv=None, game={GROUND: 3})
    here = decide(at(weapon=PINS, foe=foe), "a", shoot("au1", "bu1"), [6, 6, 1]).state
    done = decide(here, "b", TakeTest(unit="bu1"), [6, 6])
    assert done.state.units["bu1"].game[GROUND] == 3
    assert "wh40k.assumed.pinning" in ruleset().clauses
