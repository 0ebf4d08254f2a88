"""Positions judged by hand: moves, charges, levels and the ground, each answer taken from the source first."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Asked, Moved, Rolled
from rules.kernel.events import Action
from rules.kernel.state import State
from rules.necro import ground, words
from rules.necro.activation import Pass
from rules.necro.engage import Face
from rules.necro.fight import Shoot
from rules.necro.move import Crawl, Move, MoveOn, TurnTo
from rules.necro.resolve import RunForCover
from tests.rules.deciding import answer

from .arena import gun
from .board import acting, after, box, charge, decide, effects_of, fighter, go, position, refusal

PINNED, INJURED, BROKEN, INSANE = ({key: 1} for key in (words.PINNED, words.INJURED, words.BROKEN, words.INSANE))
RAVING = {words.CONTROLLED: "b"}
DECK = box("deck", 600, 300, 1200, 700, 300, "platform")
LADDER = box("ladder", 590, 480, 600, 520, 300, "ladder")


def raving(*others: Any, **about: Any) -> State:
    """Fighter a1 is insane, and side b decides what it does in this activation."""
    return position(acting(game=INSANE, phase=RAVING, **about), *others, to_act="b")


# what a way may be


@pytest.mark.parametrize(
    ("others", "action", "clause"),
    [
        pytest.param(
            (fighter("b1", (620, 500), game=INJURED), fighter("a2", (750, 500), game=PINNED)),
            go((900, 500)),
            "ok",
            id="necro.move.through-friends.and-the-injured",
        ),
        pytest.param(
            (fighter("b1", (700, 500), game=PINNED),),
            go((900, 500)),
            "necro.move.through-injured-enemies",
            id="necro.move.through-injured-enemies.pinned",
        ),
        pytest.param(
            (fighter("b1", (700, 650)), fighter("a2", (700, 750))),
            go((900, 500)),
            "necro.one-inch.rule",
            id="necro.one-inch.rule.past-the-engaged",
        ),
        pytest.param((fighter("b1", (700, 700)),), go((900, 500)), "ok", id="necro.one-inch.rule.exactly"),
        pytest.param(
            (fighter("b1", (700, 699)),), go((900, 500)), "necro.one-inch.rule", id="necro.one-inch.rule.nearer"
        ),
        pytest.param(
            (fighter("b1", (700, 560), game=INJURED),),
            go((900, 500)),
            "ok",
            id="necro.one-inch.injured-exception.brushed",
        ),
        pytest.param(
            (fighter("b1", (1000, 500), game=INJURED),),
            go((900, 500)),
            "ok",
            id="necro.move.no-end-on-model.touching-the-injured",
        ),
        pytest.param(
            (fighter("b1", (700, 650), game=INSANE),),
            go((900, 500)),
            "necro.one-inch.rule",
            id="necro.one-inch.rule.the-insane-count",
        ),
        pytest.param(
            (fighter("b1", (500, 680)),), go((500, 400)), "ok", id="necro.one-inch.rule.near-already-and-leaving"
        ),
    ],
)
def test_what_a_way_may_be(others: Any, action: Action, clause: str) -> None:
    assert answer(position(acting(points=1), *others), "a", action) == clause


@pytest.mark.parametrize(
    ("points", "action", "clause"),
    [
        # with one action point left there is no second Move that would lead out of a forbidden place
        pytest.param(1, go((699, 500)), "necro.move.no-end-on-model", id="necro.move.no-end-on-model.one-point"),
        pytest.param(2, go((699, 500)), "asks", id="necro.move.forbidden-second-move.on-a-friend"),
        pytest.param(1, go((600, 500)), "ok", id="necro.move.no-end-on-model.touching"),
    ],
)
def test_where_a_move_may_end(points: int, action: Move, clause: str) -> None:
    here = position(acting(points=points), fighter("a2", (700, 500)))
    if clause == "asks":
        then = after(here, decide(here, "a", action))
        assert then.pending is not None and then.pending.clause == "necro.move.forbidden-second-move"
        on = MoveOn(fighter="a1", path=((900, 500, 0),), facing=(0, 1))
        at_last = after(then, decide(then, "a", on)).models["a1"]
        assert (at_last.at, at_last.facing, at_last.phase[words.POINTS]) == ((900, 500, 0), (0, 1), 0)
    else:
        assert answer(here, "a", action) == clause


RUBBLE, FENCE = box("rubble", 600, 300, 800, 700, 10, "difficult"), box("fence", 690, 300, 710, 700, 100)


@pytest.mark.parametrize(
    ("face", "movement", "x"),
    [
        # 1" open, 2" of rubble for 4", 2" open; the fence costs nothing or 2"
        pytest.param(4, 700, 1000, id="necro.terrain.difficult.fence-passed"),
        pytest.param(4, 699, 999, id="necro.terrain.difficult.fence-passed.short"),
        pytest.param(3, 900, 1000, id="necro.move.barricade-cost.in-rubble"),
        pytest.param(3, 899, 999, id="necro.move.barricade-cost.in-rubble.short"),
    ],
)
def test_a_fence_in_rubble(face: int, movement: int, x: int) -> None:
    here = position(acting(M=movement), terrain=[RUBBLE, FENCE])
    assert after(here, decide(here, "a", go((1000, 500)), (face,))).models["a1"].at == (x, 500, 0)


def test_a_crawl_stops_before_the_barricade_that_it_does_not_get_over() -> None:
    """necro.move.forbidden-otherwise: 2.5", of which 0.1" lead to the fence and 2" are lost there."""
    low = box("low", 560, 300, 580, 700, 100)
    here = position(acting(game=PINNED), terrain=[low])
    done = decide(here, "a", Crawl(fighter="a1", path=((750, 500, 0),)), (3,))
    (moved,) = effects_of(done, Moved)
    assert (moved.rule, moved.path) == ("necro.move.forbidden-otherwise", ((510, 500, 0),))
    passed = decide(here, "a", Crawl(fighter="a1", path=((750, 500, 0),)), (4,))
    assert after(here, passed).models["a1"].at == (750, 500, 0)


# turning after any move


@pytest.mark.parametrize(
    ("here", "action", "dice"),
    [
        pytest.param(acting(), go((600, 500), facing=(3, 4)), (), id="necro.move.turn-after-move.move"),
        pytest.param(
            acting(game=INJURED),
            Crawl(fighter="a1", path=((600, 500, 0),), facing=(3, 4)),
            (),
            id="necro.move.turn-after-move.crawl",
        ),
        pytest.param(
            acting(game=BROKEN),
            RunForCover(fighter="a1", path=((600, 500, 0),), facing=(3, 4)),
            (1, 2),
            id="necro.move.turn-after-move.run",
        ),
    ],
)
def test_after_any_move_a_fighter_faces_where_it_likes(here: Any, action: Action, dice: tuple[int, ...]) -> None:
    before = position(here, fighter("b1", (300, 500)))
    assert after(before, decide(before, "a", action, dice)).models["a1"].facing == (3, 4)


def test_a_running_fighter_may_pay_for_a_fence() -> None:
    """necro.move.barricade-cost: whoever moves tests or pays, the Broken too."""
    here = position(acting(game=BROKEN), fighter("b1", (300, 500)), terrain=[FENCE])
    run = RunForCover(fighter="a1", path=((900, 500, 0),), pays=("fence",))
    done = decide(here, "a", run, (3, 3))
    assert [roll.rule for roll in effects_of(done, Rolled)] == ["necro.core.running-for-cover"]
    assert after(here, done).models["a1"].at == (900, 500, 0)
    nowhere = RunForCover(fighter="a1", path=((600, 500, 0),), pays=("fence",))
    assert refusal(here, "a", nowhere) == "necro.move.barricade-cost"


# charging


@pytest.mark.parametrize(
    ("others", "action", "clause"),
    [
        pytest.param(
            (fighter("b1", (1000, 500)), fighter("b2", (750, 500), game=INJURED)),
            charge((899, 500)),
            "ok",
            id="necro.move.through-injured-enemies.charge",
        ),
        pytest.param(
            (fighter("b1", (1000, 500)), fighter("b2", (750, 500), game=PINNED)),
            charge((899, 500)),
            "necro.move.through-injured-enemies",
            id="necro.move.through-injured-enemies.charge-pinned",
        ),
        pytest.param(
            (fighter("b1", (1000, 500)), fighter("a2", (750, 500))),
            charge((899, 500)),
            "ok",
            id="necro.move.through-friends.charge",
        ),
        pytest.param(
            (fighter("b1", (1000, 500)), fighter("a2", (1000, 700))),
            charge((1000, 601), at=("a2",)),
            "necro.engage.choose-target",
            id="necro.engage.choose-target.friend",
        ),
        pytest.param(
            (fighter("b1", (1000, 500)), fighter("b2", (590, 500 + 105))),
            charge((899, 500)),
            "ok",
            id="necro.engage.interception.near-at-the-start",
        ),
        pytest.param(
            (fighter("b1", (1000, 500)), fighter("b2", (500, 600))),
            charge((899, 500)),
            "necro.core.engaged",
            id="necro.core.engaged.does-not-charge",
        ),
    ],
)
def test_what_a_charge_may_be(others: Any, action: Action, clause: str) -> None:
    assert answer(position(acting(), *others), "a", action, (1,)) == clause


def test_an_enemy_as_near_at_the_start_does_not_stop_a_charge_away_from_it() -> None:
    """necro.engage.interception: the charger has to come nearer than 1" first."""
    here = position(acting(), fighter("b1", (900, 500)), fighter("b2", (420, 650)))
    assert ground.gap(here.models["a1"], (500, 500, 0), here.models["b2"]) < 100
    then = after(here, decide(here, "a", charge((799, 500)), (1,)))
    assert [foe.id for foe in words.engaged_with(then, then.models["a1"])] == ["b1"]


def test_a_charge_into_the_injured_engages_nobody() -> None:
    """necro.engage.needs-permitting-move, necro.core.engaged: it stands beside them, and has no fight for nothing."""
    here = position(acting(), fighter("b1", (900, 500), game=INJURED))
    then = after(here, decide(here, "a", charge((799, 500)), (1,)))
    assert (then.models["a1"].at, words.status(then, then.models["a1"])) == ((799, 500, 0), "active")
    assert words.FREE not in then.models["a1"].phase


@pytest.mark.parametrize(
    ("face", "end", "rule"),
    [(4, 909, "necro.move.charge-engages"), (3, 810, "necro.engage.not-enough-movement")],
)
def test_a_charge_over_a_fence(face: int, end: int, rule: str) -> None:
    """necro.engage.not-enough-movement: of 6" a failure leaves 4", a tenth too little; so it stops 1" away."""
    here = position(acting(), fighter("b1", (1010, 500)), terrain=[FENCE])
    (moved,) = effects_of(decide(here, "a", charge((909, 500)), (2, face)), Moved)
    assert (moved.rule, moved.path) == (rule, ((end, 500, 0),))


def test_rubble_makes_a_charge_slower_but_no_way_longer() -> None:
    """necro.engage.shortest-path: rubble is no danger, so that going round it is refused."""
    here = position(acting(), fighter("b1", (1000, 500)), terrain=[RUBBLE])
    assert after(here, decide(here, "a", charge((899, 500)), (2,))).models["a1"].at == (899, 500, 0)
    slow = position(acting(M=490), fighter("b1", (1000, 500)), terrain=[RUBBLE])
    assert after(slow, decide(slow, "a", charge((899, 500)), (2,))).models["a1"].at == (800, 500, 0)
    round_ = charge((600, 760), (800, 760), (930, 572))
    assert refusal(here, "a", round_, (2,)) == "necro.engage.shortest-path"


# madness on the move


@pytest.mark.parametrize(
    ("others", "action", "clause"),
    [
        pytest.param(
            (fighter("a2", (700, 500)), fighter("b1", (3000, 3000))),
            go((900, 500)),
            "necro.move.through-injured-enemies",
            id="necro.insane.table.3-4.all-enemies.in-the-way",
        ),
        pytest.param(
            (fighter("a2", (700, 650)), fighter("b1", (3000, 3000))),
            go((900, 500)),
            "necro.one-inch.rule",
            id="necro.insane.table.3-4.all-enemies.one-inch",
        ),
        pytest.param(
            (fighter("b1", (700, 650)),),
            go((900, 500)),
            "necro.one-inch.rule",
            id="necro.insane.table.3-4.all-enemies.the-controllers-gang",
        ),
    ],
)
def test_the_raving_have_no_friends_on_their_way(others: Any, action: Action, clause: str) -> None:
    assert answer(raving(*others), "b", action) == clause


@pytest.mark.parametrize(
    ("about", "caught"),
    [
        pytest.param({}, "a2", id="necro.engage.interception.by-a-former-friend"),
        pytest.param(PINNED, "b1", id="necro.engage.interception-exceptions.a-pinned-friend"),
        pytest.param(BROKEN, "b1", id="necro.engage.interception-exceptions.a-broken-friend"),
    ],
)
def test_a_former_friend_intercepts_the_raving(about: dict[str, int], caught: str) -> None:
    here = raving(fighter("b1", (900, 500)), fighter("a2", (700, 640), game=about))
    done = decide(here, "b", charge((799, 500)), (1,))
    then = after(here, done)
    model = then.models["a1"]
    assert [foe.id for foe in words.engaged_with(then, model)] == [caught]


# ladders, levels, falls


@pytest.mark.parametrize("base", [40, 50, 63, 80])
@pytest.mark.parametrize(("gap", "clause"), [(0, "ok"), (50, "ok"), (51, "necro.structure.climb")])
def test_a_ladder_serves_every_base_alike(base: int, gap: int, clause: str) -> None:
    """necro.ladder.not-slowed: 3" up cost 3", wherever a base of whatever size is at the ladder."""
    foot = 590 - base - gap
    here = position(acting(at=(foot, 500), base=base, M=300), terrain=[DECK, LADDER])
    climbs = go((foot, 500, 300))
    up = decide(here, "a", climbs).effects if clause == "ok" else ()
    assert answer(here, "a", climbs) == clause
    model = here.models["a1"]
    cost = ground.cost(here, model, (foot, 500, 0), ((foot, 500, 300),))
    assert (cost, bool(up)) == ((300, True) if clause == "ok" else (600, False))


@pytest.mark.parametrize(
    ("movement", "end"),
    [
        # 0.4" to the wall of the deck, 6" for 3" up, 1" onto it
        pytest.param(740, (650, 500, 300), id="necro.core.climb.all"),
        pytest.param(639, (550, 500, 0), id="necro.core.climb.not-half-way"),
    ],
)
def test_climbing_without_a_ladder(movement: int, end: Any) -> None:
    here = position(acting(at=(510, 500), points=1, M=movement), terrain=[DECK])
    climbs = go((550, 500), (550, 500, 300), (650, 500, 300))
    assert after(here, decide(here, "a", climbs)).models["a1"].at == end


def test_who_walks_below_a_deck_is_not_near_whoever_stands_on_it() -> None:
    """necro.one-inch.rule, necro.core.lengths: distances count heights; 3" above is not within 1"."""
    roof = box("roof", 600, 300, 1200, 700, 20, "platform", floor=280)
    here = position(acting(), fighter("b1", (700, 500, 300)), terrain=[roof])
    assert answer(here, "a", go((900, 500))) == "ok"


# dangerous ground, however one comes onto it

POOL = box("pool", 1100, 400, 1400, 600, 10, "dangerous")
PUSH = gun("gun", Knockback=300)


@pytest.mark.parametrize(
    ("x", "face", "out"),
    [
        pytest.param(1000, 3, True, id="necro.terrain.dangerous-fail.pushed"),
        pytest.param(1000, 4, False, id="necro.terrain.dangerous-test-move.pushed"),
        pytest.param(750, 0, False, id="necro.terrain.dangerous-test-move.pushed-beside-it"),
        pytest.param(1200, 0, False, id="necro.terrain.dangerous-test-move.pushed-within-it"),
    ],
)
def test_who_is_pushed_onto_dangerous_ground_tests(x: int, face: int, out: bool) -> None:
    """The source asks who comes there in moving, not whether of its own will; touching the edge is not on it."""
    here = position(acting(at=(300, 500), weapons=(PUSH,)), fighter("b1", (x, 500), M=500), terrain=[POOL])
    shot = Shoot(fighter="a1", target="b1", weapon="gun")
    done = decide(here, "a", shot, (6, 1, face) if face else (6, 1))
    assert after(here, done).models["b1"].out == out
    assert bool(effects_of(done, Rolled, "necro.terrain.dangerous-test-move")) == bool(face)


def test_who_falls_onto_dangerous_ground_tests() -> None:
    """necro.terrain.dangerous-test-move: a failed leap over a gap with acid 3" below."""
    decks = (box("west", 300, 300, 700, 700, 300, "platform"), box("east", 900, 300, 1300, 700, 300, "platform"))
    acid = box("acid", 705, 300, 895, 700, 10, "dangerous")
    here = position(acting(at=(600, 500, 300)), terrain=[*decks, acid])
    lost = decide(here, "a", go((1000, 500, 300)), (3, 3))
    assert after(here, lost).models["a1"].out
    # the leap fails, the acid is survived, and the fall is a hit that does not wound
    kept = decide(here, "a", go((1000, 500, 300)), (3, 4, 1))
    rules_of = [roll.rule for roll in effects_of(kept, Rolled)]
    assert rules_of == ["necro.core.jump", "necro.terrain.dangerous-test-move", "necro.core.wound-roll"]
    assert words.PINNED in after(here, kept).models["a1"].game


def test_leaving_one_area_for_another_is_one_test() -> None:
    """necro.terrain.dangerous-test-activation: the ground where it stood was tested for when it was activated."""
    near, far = box("near", 400, 400, 600, 600, 10, "dangerous"), box("far", 750, 400, 800, 600, 10, "dangerous")
    here = position(acting(M=900), terrain=[near, far])
    done = decide(here, "a", go((900, 500)), (4,))
    assert len(effects_of(done, Rolled, "necro.terrain.dangerous-test-move")) == 1


# turns of the engaged


def test_the_engaged_turn_before_they_fight_and_the_charged_when_they_are_asked() -> None:
    """necro.move.turn-before-action, necro.engage.turn-models."""
    here = position(acting(), fighter("b1", (600, 500)))
    turned = after(here, decide(here, "a", TurnTo(fighter="a1", facing=(1, 0))))
    assert turned.models["a1"].facing == (1, 0)
    far = position(acting(), fighter("b1", (900, 500)))
    then = after(far, decide(far, "a", charge((799, 500)), (1,)))
    assert refusal(then, "a", Face(fighter="b1", facing=(-1, 0))) == "necro.engage.turn-models"
    assert after(then, decide(then, "b", Pass())).pending is None
    assert effects_of(decide(far, "a", charge((799, 500)), (1,)), Asked)[0].decision.side == "b"
