"""Interceptor: fire at units that have just arrived."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.context import Context
from rules.wh40k import hooks, words
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.special.interceptor import INTERCEPT, SPENT, Intercept
from rules.wh40k.turn import Pass

from ..field import asked, box, decide, field, gone, gun, refusal, ruleset, squad
from ..shots import fires, rolls, shoot

FROM, TO = (1000, 1000), (1000, 2000)
LANCE = gun("lance", type="Heavy", AP=1, has={"wh40k.usr.interceptor": 1})
ARMS = (LANCE, gun())
CAME = {words.ARRIVED: "reserve"}


def at(*more: Any, came: Any = None, weapons: Any = ARMS, **told: Any) -> Any:
    """Side a ends its Movement phase; a unit of it has arrived and side b has a weapon for that."""
    marks = CAME if came is None else came
    return field(squad("au1", TO, 3, turn=marks), squad("bu1", FROM, 2, weapons=weapons), *more,
                 **{"phase": "movement", **told})  # fmt: skip


def asked_at_the_end(**told: Any) -> tuple[str, str, str]:
    return asked(decide(at(**told), "a", Pass()))


def one(weapon: str = "lance", target: str = "au1") -> Intercept:
    return Intercept(unit="bu1", target=target, fire=(Fire("bu1.1", weapon),))


def test_at_the_end_of_the_enemy_movement_phase() -> None:
    assert INTERCEPT == "wh40k.usr.interceptor.fire"
    assert asked_at_the_end() == ("wh40k.usr.interceptor.fire", "b", "bu1")
    waiting = decide(at(), "a", Pass()).state
    assert waiting.phase == "movement"
    done = decide(waiting, "b", one(), [6, 6])
    assert gone(done) == ["au1.1"]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("wh40k.usr.interceptor.fire", {"came": {}}),
        ("wh40k.usr.interceptor.fire", {"weapons": (gun(),)}),
        ("wh40k.usr.interceptor.fire", {"weapons": (gun("lance", range=800, has={"wh40k.usr.interceptor": 1}),)}),
        ("wh40k.usr.interceptor.fire", {"terrain": (box("w", 0, 1400, 7200, 1500, 500, "wall"),)}),
    ],
)
def test_nobody_is_asked_without_need(row: str, told: dict[str, Any]) -> None:
    assert row == INTERCEPT
    done = decide(at(**told), "a", Pass())
    assert asked(done)[0] != row and done.state.phase == "shooting"


def test_a_pass_lets_it_go() -> None:
    waiting = decide(at(), "a", Pass()).state
    offered = sorted(o.action for o in ruleset().options(Context(ruleset(), waiting, "b", ())))
    assert offered == ["intercept", "pass"]
    done = decide(waiting, "b", Pass())
    assert asked(done) == ("", "", "") and done.state.phase == "shooting"
    assert SPENT not in done.state.models["bu1.1"].game


@pytest.mark.parametrize(
    ("row", "action"),
    [
        ("wh40k.usr.interceptor.fire", one("gun")),
        ("wh40k.usr.interceptor.fire", one(target="au2")),
        ("wh40k.usr.interceptor.fire", Intercept(unit="bu2", target="au1", fire=fires("bu2", weapon="lance"))),
    ],
)
def test_what_is_refused(row: str, action: Intercept) -> None:
    here = at(squad("au2", (2000, 2000), 1), squad("bu2", (3000, 1000), 1))
    assert refusal(decide(here, "a", Pass()).state, "b", action) == row
    assert refusal(at(), "b", one()) == row


def test_other_weapons_are_asked_for_after_the_first() -> None:
    waiting = decide(at(), "a", Pass()).state
    after = decide(waiting, "b", one(), [1])
    assert asked(after) == (INTERCEPT, "b", "bu1")
    assert refusal(after.state, "b", one()) == "wh40k.usr.interceptor.weapon-spent"
    last = Intercept(unit="bu1", target="au1", fire=(Fire("bu1.2", "lance"),))
    assert asked(decide(after.state, "b", last, [1])) == ("", "", "")


def next_turn() -> Any:
    """The firer's own Shooting phase, with one lance spent."""
    group = squad("bu1", FROM, 2, weapons=(LANCE, gun()))
    group[1][0].game[SPENT] = ("lance",)
    return field(squad("au1", TO, 3), group, phase="shooting", turn="b")


def test_the_weapon_is_spent_for_the_next_turn() -> None:
    assert refusal(next_turn(), "b", shoot("bu1", "au1", weapon="lance")) == "wh40k.usr.interceptor.weapon-spent"
    assert decide(next_turn(), "b", shoot("bu1", "au1", weapon="lance", first=2), [1])


@pytest.mark.decides("wh40k.usr.interceptor.other-weapon", by="wh40k.usr.interceptor.weapon-spent")
def test_another_weapon_may_be_fired() -> None:
    assert rolls(decide(next_turn(), "b", shoot("bu1", "au1", weapon="gun"), [1, 1]))
    assert refusal(next_turn(), "b", shoot("bu1", "au1", weapon="lance")) == "wh40k.usr.interceptor.weapon-spent"


@pytest.mark.parametrize(("row", "ended", "spent"), [("wh40k.usr.interceptor.weapon-spent", "b", False),
                                                     ("wh40k.usr.interceptor.weapon-spent", "a", True)])  # fmt: skip
def test_until_the_end_of_its_own_turn(row: str, ended: str, spent: bool) -> None:
    ctx = Context(ruleset(), next_turn(), "b", ())
    ctx.fire(hooks.TURN_ENDS, ended)
    assert (row in ctx.state.models["bu1.1"].game) is spent
