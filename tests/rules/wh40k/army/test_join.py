"""Independent characters join units and leave them."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Joined
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Action
from rules.kernel.state import State
from rules.wh40k import turn, words
from rules.wh40k.army.join import Join, Leave
from rules.wh40k.movement.move import Move
from rules.wh40k.turn import Pass

from ..field import asked, decide, effects_of, field, ruleset, squad, tank
from ..paces import go, shift

JOIN = "wh40k.assumed.unit-of-models.characters"
HERO = ("Infantry", "Character", "Independent Character")
ENEMY = squad("bu9", (6900, 4500), 1)


def hero(x: int = 1900, y: int = 1000, **more: Any) -> Any:
    return squad("au2", (x, y), 1, **{"keywords": HERO, "category": "HQ", **more})


def here(*groups: Any, **more: Any) -> State:
    return field(*(groups or (squad("au1", (1000, 1000), 5), hero())), ENEMY, **more)


def says(state: State, action: Action) -> str:
    try:
        decide(state, "a", action)
    except IllegalAction as refused:
        return refused.clause
    return "ok"


JOINS = Join(unit="au2", to="au1")


@pytest.mark.parametrize(
    ("state", "answer"),
    [
        pytest.param(here(), "ok", id="wh40k.assumed.unit-of-models.characters.2in"),  # 300 from the last of the row
        pytest.param(
            here(squad("au1", (1000, 1000), 5), hero(1901)), JOIN, id="wh40k.assumed.unit-of-models.characters.farther"
        ),
        pytest.param(
            here(squad("au1", (1000, 1000), 5), hero(keywords=("Infantry", "Character"))), JOIN,
            id="wh40k.assumed.unit-of-models.characters.not-independent",
        ),
        pytest.param(here(tank("au1", (1500, 1000)), hero(1800)), JOIN, id="not-a-vehicle"),
        pytest.param(
            here(squad("au1", (1000, 1000), 5, game={words.FALLING_BACK: 1}), hero()), JOIN, id="not-falling-back"
        ),
        pytest.param(here(phase="shooting"), JOIN, id="wh40k.assumed.unit-of-models.characters.movement-phase"),
        pytest.param(here(turn="b"), words.ACTED, id="own-turn"),
    ],
)  # fmt: skip
def test_who_can_join(state: State, answer: str) -> None:
    assert says(state, JOINS) == answer


def test_nobody_joins_the_enemy_or_himself() -> None:
    state = here(squad("au1", (1000, 1000), 5), hero(), squad("bu1", (2100, 1000), 1))
    assert says(state, Join(unit="au2", to="bu1")) == words.ACTED
    assert says(state, Join(unit="au2", to="au2")) == JOIN
    assert says(state, Join(unit="au1", to="au2")) == JOIN


def test_he_counts_as_part_of_the_unit() -> None:
    # wh40k.assumed.unit-of-models.characters
    done = decide(here(), "a", JOINS)
    assert [(e.model, e.unit) for e in effects_of(done, Joined)] == [("au2.1", "au1")]
    assert len(words.standing(done.state, "au1")) == 6
    assert says(done.state, Move(unit="au1", moves=())) == words.ACTED
    # in the next turn he moves with it
    now = done.state
    while (now.turn, now.phase, now.round) != ("a", "movement", 3):
        now = decide(now, now.to_act, Pass()).state
    assert says(now, Move(unit="au1", moves=shift(now, "au1", 0, 300))) == "ok"
    assert says(now, Move(unit="au1", moves=shift(now, "au1", 0, 600)[:5])) == "wh40k.assumed.coherency"


def test_he_is_no_loss_and_no_gain() -> None:
    # wh40k.morale.trigger.casualties.baseline: one of 4 was lost when he came
    unit, models = squad("au1", (1450, 1000), 3, phase={words.BEGAN_WITH: 4})
    state = here((unit, models), hero(2050))
    done = decide(state, "a", JOINS)
    assert done.state.units["au1"].phase[words.BEGAN_WITH] == 5
    alone = decide(here(squad("au1", (1450, 1000), 3), hero(2050)), "a", JOINS)
    assert words.BEGAN_WITH not in alone.state.units["au1"].phase


def joined() -> State:
    """The next turn of a unit that a character has joined."""
    now = decide(here(), "a", JOINS).state
    while (now.turn, now.phase, now.round) != ("a", "movement", 3):
        now = decide(now, now.to_act, Pass()).state
    return now


def test_he_leaves_again() -> None:
    # wh40k.assumed.unit-of-models.characters
    state = joined()
    done = decide(state, "a", Leave(model="au2.1"))
    assert done.state.models["au2.1"].unit == "au2"
    assert done.state.units["au1"].phase[words.BEGAN_WITH] == 5
    moved = decide(done.state, "a", Move(unit="au2", moves=(go("au2.1", (2400, 1000)),)))
    assert asked(decide(moved.state, "a", Pass()))[0] == ""


def test_who_cannot_leave() -> None:
    # wh40k.assumed.unit-of-models.characters
    state = joined()
    assert says(state, Leave(model="au1.1")) == JOIN
    gone_on = decide(state, "a", Move(unit="au1", moves=())).state
    assert says(gone_on, Leave(model="au2.1")) == words.ACTED
    state.units["au1"].game[words.FALLING_BACK] = 1
    assert says(state, Leave(model="au2.1")) == JOIN


def test_a_unit_without_its_character_is_not_destroyed() -> None:
    # wh40k.assumed.unit-destroyed: it counts by whom it is listed with
    state = decide(here(), "a", JOINS).state
    assert turn.score(state)["b"] == 0
    assert not words.destroyed(state, state.units["au2"])
    state.models["au2.1"].out = True
    assert turn.score(state)["b"] == 100
    # the squad is destroyed when its own models are, whoever stands in its place
    state.models["au2.1"].out = False
    for n in range(1, 6):
        state.models[f"au1.{n}"].out = True
    assert words.destroyed(state, state.units["au1"])


def test_offers() -> None:
    found = [(o.action, o.model, o.targets) for o in rules.options(ruleset(), here())]
    assert ("join", "au2", ("au1",)) in found
    later = [(o.action, o.model) for o in rules.options(ruleset(), joined())]
    assert ("leave", "au2.1") in later
    assert ("leave", "au1.1") not in later
