"""Positions judged by hand: doors, terminals and vents, each answer taken from the source first."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Asked, Moved, Rolled, TerrainSet
from rules.kernel.events import Action
from rules.kernel.state import State, Terrain
from rules.necro import door, ground, words
from rules.necro.activation import Activate, Pass
from rules.necro.breach import AttackDoor, ForceDoor
from rules.necro.checks import TakeTest
from rules.necro.door import OperateDoor, StepAside
from rules.necro.engage import Face
from rules.necro.move import Crawl, Move, StandUp
from rules.necro.terminal import AccessTerminal, OperateNow
from rules.necro.vent import CrawlVent, ShootVent
from tests.rules.deciding import answer

from .arena import acting, box, decide, effects_of, fighter, gun, position, refusal

PINNED, INJURED, BROKEN, INSANE = ({key: 1} for key in (words.PINNED, words.INJURED, words.BROKEN, words.INSANE))
READY = {words.READY: 1}
DOOR = box("d1", 1000, 1000, 1200, 1050, 300, "door")
AJAR = box("d1", 1000, 1000, 1200, 1050, door.FLAT, "open door")
OPENED: dict[str, Any] = {door.HEIGHTS: ("d1=300",)}
LOCKED: dict[str, Any] = {door.LOCKED: ("d1",)}
SOUTH, NORTH = (1100, 850), (1100, 1200)
FAR = (3300, 3300)


def at_door(*others: Any, at: tuple[int, int] = SOUTH, piece: Terrain = DOOR, terrain: Any = (), **more: Any) -> State:
    """Fighter a1 acts near the door."""
    about = {key: more.pop(key) for key in ("acts", "fgame", "fphase", "S", "Int", "weapons") if key in more}
    model = fighter("a1", at, game=about.pop("fgame", {}), phase=about.pop("fphase", {}), **about)
    game = {**(OPENED if piece is AJAR else {}), **more.pop("game", {})}
    return acting(model, *others, terrain=(piece, *terrain), game=game, **more)


def operate(key: str = "a1") -> OperateDoor:
    return OperateDoor(fighter=key, door="d1")


def kind(state: State) -> str:
    return next(piece.kind for piece in state.table.terrain if piece.id == "d1")


# one group activation is one turn

PANEL = box("t", 1020, 800, 1060, 840, 120, "terminal")


def team(piece: Terrain = DOOR, **game: Any) -> State:
    """A leader at the door brings a ganger who is at it too; the other side has somebody left."""
    leader = fighter("a1", (1050, 950), round=READY, keywords=("Leader",), S=8)
    mate = fighter("a2", (1150, 950), round=READY)
    return position(leader, mate, fighter("b1", FAR, round=READY), terrain=(piece, PANEL), game=game)


def begun(state: State) -> State:
    return decide(state, "a", Activate(fighter="a1", group=("a2",))).state


FORCE, HACK = ForceDoor(fighter="a1", door="d1"), AccessTerminal(fighter="a1", terminal="t")


@pytest.mark.parametrize(
    ("state", "first", "dice", "then", "clause"),
    [
        pytest.param(
            team(**LOCKED), FORCE, (3,), operate(), "necro.door.force.no-operate", id="necro.door.force.no-operate"
        ),
        pytest.param(
            team(),
            FORCE,
            (3,),
            operate(),
            "necro.door.force.no-operate",
            id="necro.door.force.no-operate.was-not-locked",
        ),
        pytest.param(
            team(), operate(), (), operate(), "necro.door.once-per-turn", id="necro.door.once-per-turn.the-same-fighter"
        ),
        pytest.param(
            team(), operate(), (), FORCE, "necro.door.open-removed", id="necro.door.open-removed.nothing-to-force"
        ),
    ],
)
def test_what_the_same_turn_allows(state: State, first: Action, dice: tuple[int, ...], then: Any, clause: str) -> None:
    """Refused to the same fighter, to the next one of the group, and no longer in the next turn of the side."""
    after = decide(begun(state), "a", first, dice).state
    assert answer(after, "a", then) == clause
    second = decide(after, "a", Pass()).state
    assert second.active == "a2"
    mates = type(then)(fighter="a2", door="d1")
    assert answer(second, "a", mates) == clause
    over = decide(second, "a", Pass()).state
    theirs = decide(over, "b", Activate(fighter="b1")).state
    assert (door.listed(theirs, door.OPERATED), door.listed(theirs, door.BROKEN_OPEN)) == ((), ())


def test_after_a_failed_try_an_unlocked_door_may_still_be_operated() -> None:
    """necro.door.force.no-operate: only a door that has given way is left alone."""
    failed = decide(begun(position_with_weak_leader()), "a", FORCE, (1,)).state
    assert kind(decide(failed, "a", operate()).state) == "open door"


def position_with_weak_leader() -> State:
    weak = team()
    return position(fighter("a1", (1050, 950), round=READY, keywords=("Leader",), S=3), weak.models["a2"],
                    weak.models["b1"], terrain=weak.table.terrain)  # fmt: skip


def test_no_free_operation_of_a_door_closed_in_the_same_turn() -> None:
    """necro.terminal.hack-free-operate: the limit of one operation a turn holds for the terminal too."""
    closed = decide(begun(team(AJAR, **OPENED)), "a", operate()).state
    hacked = decide(closed, "a", HACK, (6, 5)).state
    assert (hacked.pending, kind(hacked)) == (None, "door")


def test_one_hack_unlocks_and_leaves_the_door_closed() -> None:
    """necro.terminal.hack-unlocks, necro.door.unlocked-stays: another fighter of the group opens it the usual way."""
    hacked = decide(begun(team(**LOCKED)), "a", HACK, (6, 5)).state
    let = decide(hacked, "a", Pass()).state
    assert (kind(let), door.is_locked(let, "d1"), let.pending) == ("door", False, None)
    mate = decide(let, "a", Pass()).state
    assert kind(decide(mate, "a", operate("a2")).state) == "open door"


# who may do what at a door

BESIDE = fighter("b2", (1200, 850))
TOUCHING = (1100, 950)


@pytest.mark.parametrize(
    ("state", "action", "dice", "clause"),
    [
        pytest.param(
            at_door(BESIDE, at=TOUCHING), FORCE, (6,), "ok", id="necro.door.force.contact.an-enemy-near-is-no-hindrance"
        ),
        pytest.param(
            at_door(fighter("b2", (1200, 950)), at=TOUCHING),
            FORCE,
            (6,),
            "necro.door.force.contact",
            id="necro.door.force.contact.engaged",
        ),
        pytest.param(
            at_door(fighter("b2", (1200, 950), game=PINNED), at=TOUCHING),
            FORCE,
            (6,),
            "ok",
            id="necro.door.force.contact.beside-a-pinned-enemy",
        ),
        pytest.param(at_door(piece=AJAR), FORCE, (6,), "necro.door.open-removed", id="necro.door.open-removed.forced"),
        pytest.param(
            at_door(piece=AJAR),
            AttackDoor(fighter="a1", door="d1", weapon="gun"),
            (6,),
            "necro.door.open-removed",
            id="necro.door.open-removed.no-target",
        ),
        pytest.param(
            at_door(at=TOUCHING, fgame=BROKEN), FORCE, (6,), "necro.core.broken", id="necro.core.broken.forces-no-door"
        ),
        pytest.param(
            at_door(game=LOCKED), operate(), (), "necro.door.locked-no-operate", id="necro.door.locked-no-operate"
        ),
        pytest.param(
            at_door(game=LOCKED, at=TOUCHING, S=3), FORCE, (6,), "ok", id="necro.door.locked-two-ways.by-force"
        ),
        pytest.param(
            at_door(), Move(fighter="a1", path=((1100, 1200, 0),)), (), "necro.door.closed-impassable", id="closed"
        ),
        pytest.param(at_door(piece=AJAR), Move(fighter="a1", path=((1100, 1200, 0),)), (), "ok", id="open"),
        pytest.param(
            at_door(fgame=INJURED),
            Crawl(fighter="a1", path=((1100, 1000, 0),)),
            (),
            "necro.door.closed-impassable",
            id="necro.door.closed-impassable.crawl",
        ),
    ],
)
def test_at_a_door(state: State, action: Action, dice: tuple[int, ...], clause: str) -> None:
    assert answer(state, "a", action, dice) == clause


@pytest.mark.parametrize(
    ("mates", "face", "opens"),
    [
        # Strength 3: 9 in all
        pytest.param((), 6, True, id="necro.door.force.alone-9"),
        pytest.param((), 5, False, id="necro.door.force.alone-8"),
        pytest.param((fighter("a2", (1000, 950)),), 4, True, id="necro.door.force.helpers.one"),
        pytest.param((fighter("a2", (1100, 1100)),), 4, True, id="necro.door.force.helpers.beyond-the-door"),
        pytest.param((fighter("a2", (1000, 944)),), 5, False, id="necro.door.force.helpers.apart"),
        pytest.param((fighter("a2", (1000, 950), game=INSANE),), 5, False, id="necro.door.force.helpers.insane"),
        pytest.param((fighter("a2", (1000, 950), game=BROKEN),), 5, False, id="necro.door.force.helpers.broken"),
        pytest.param((fighter("a2", (1000, 950), game=PINNED),), 5, False, id="necro.door.force.helpers.pinned"),
        pytest.param((fighter("b2", (1100, 1100)),), 5, False, id="necro.door.force.helpers.enemy"),
        pytest.param(
            (fighter("a2", (1000, 950)), fighter("a3", (1200, 950))), 2, True, id="necro.door.force.helpers.two"
        ),
    ],
)
def test_who_helps_to_force(mates: Any, face: int, opens: bool) -> None:
    done = decide(at_door(*mates, at=TOUCHING, game=LOCKED), "a", FORCE, (face,))
    assert (kind(done.state) == "open door") == opens
    assert door.is_locked(done.state, "d1") != opens


def test_the_raving_force_doors_alone() -> None:
    """necro.insane.table.3-4.all-enemies: nobody is their friend, and touching a former friend they are engaged."""
    raving: dict[str, Any] = {"fgame": INSANE, "fphase": {words.CONTROLLED: "b"}, "to_act": "b"}
    alone = at_door(fighter("a2", (1100, 1100)), at=TOUCHING, **raving)
    assert kind(decide(alone, "b", FORCE, (5,)).state) == "door"
    assert kind(decide(alone, "b", FORCE, (6,)).state) == "open door"


# closing a door on fighters


def caught(*others: Any, terrain: Any = (), face: int = 6) -> State:
    """Fighter b1 in the doorway has tested."""
    state = at_door(fighter("b1", (1100, 1025), W=4), *others, piece=AJAR, at=(1100, 1200), terrain=terrain)
    return decide(decide(state, "a", operate()).state, "b", TakeTest(fighter="b1"), (face,)).state


@pytest.mark.parametrize(
    ("others", "terrain", "at", "clause"),
    [
        pytest.param(
            (), (box("s", 900, 900, 1300, 980, 400),), (1100, 840), "necro.terrain.impassable-move", id="through-a-hut"
        ),
        pytest.param(
            (fighter("a2", (1100, 920)),),
            (),
            (1040, 840),
            "necro.move.through-injured-enemies",
            id="necro.move.through-injured-enemies.aside",
        ),
        pytest.param((fighter("b2", (1100, 920)),), (), (1040, 840), "ok", id="necro.move.through-friends.aside"),
        pytest.param(
            (fighter("a2", (1100, 920), game=INJURED),), (), (1040, 840), "ok", id="through-the-injured.aside"
        ),
        pytest.param((), (), (1100, 825), "ok", id="necro.door.close-on-fighter-pass.2in"),
        pytest.param((), (), (1100, 824), "necro.door.close-on-fighter-pass", id="close-on-fighter-pass.farther"),
    ],
)
def test_where_one_gets_out_of_a_doorway(others: Any, terrain: Any, at: tuple[int, int], clause: str) -> None:
    assert answer(caught(*others, terrain=terrain), "b", StepAside(fighter="b1", at=(*at, 0))) == clause


def test_out_of_the_doorway_it_faces_where_it_likes_and_is_parted_from_enemies() -> None:
    """necro.move.turn-after-move, necro.one-inch.forced-separate: too near to a1 the fighter is shifted."""
    done = decide(caught(), "b", StepAside(fighter="b1", at=(1100, 930, 0), facing=(0, -1)))
    assert done.state.models["b1"].facing == (0, -1)
    beside = decide(caught(), "b", StepAside(fighter="b1", at=(1250, 1110, 0)))
    (parted,) = effects_of(beside, Moved, "necro.one-inch.forced-separate")
    assert parted.length == 25
    state = beside.state
    assert 100 <= ground.gap(state.models["a1"], (1100, 1200, 0), state.models["b1"]) <= 101


@pytest.mark.parametrize(("face", "out"), [(3, True), (4, False)])
def test_out_of_a_doorway_onto_dangerous_ground(face: int, out: bool) -> None:
    """necro.terrain.dangerous-test-move"""
    pool = box("pool", 900, 800, 1300, 940, 10, "dangerous")
    done = decide(caught(terrain=(pool,)), "b", StepAside(fighter="b1", at=(1100, 900, 0)), (face,))
    assert done.state.models["b1"].out == out


def test_a_crushed_fighter_lands_on_dangerous_ground() -> None:
    """necro.terrain.dangerous-test-move, necro.door.close-on-fighter-side: 3 of 4 Wounds, the near side, the test."""
    pool = box("pool", 900, 700, 1300, 970, 10, "dangerous")
    state = at_door(fighter("b1", (1100, 1025), W=4), piece=AJAR, at=(1100, 1200), terrain=(pool,))
    asked = decide(state, "a", operate()).state
    done = decide(asked, "b", TakeTest(fighter="b1"), (3, 4, 3))
    assert effects_of(done, Rolled, "necro.terrain.dangerous-test-move")
    assert done.state.models["b1"].out


def test_nobody_above_a_door_is_caught_in_it() -> None:
    """necro.door.close-on-fighter-test: the fighter stands on a walkway over the doorway."""
    over = box("walk", 900, 980, 1300, 1070, 20, "platform", 280)
    state = at_door(fighter("b1", (1100, 1025, 300)), piece=AJAR, at=(1100, 1200), terrain=(over,))
    done = decide(state, "a", operate())
    assert (effects_of(done, Asked), [put.piece.kind for put in effects_of(done, TerrainSet)]) == ([], ["door"])


def test_whoever_closes_a_door_may_be_caught_in_it() -> None:
    """necro.door.close-on-fighter-test: every fighter in the opening, the one who closes it too."""
    inside = acting(fighter("a1", (1100, 1025)), terrain=(AJAR,), game=OPENED)
    asked = decide(inside, "a", operate())
    assert [each.decision.model for each in effects_of(asked, Asked)] == ["a1"]


# terminals


@pytest.mark.parametrize(
    ("intelligence", "dice", "unlocked"),
    [
        # 2D6 - 2 against Intelligence
        pytest.param(7, (5, 4), True, id="necro.terminal.hack.9"),
        pytest.param(7, (5, 3), False, id="necro.terminal.hack.8"),
        pytest.param(4, (1, 5), True, id="necro.terminal.hack.int-4"),
        pytest.param(2, (1, 1), False, id="necro.core.test-naturals.snake-eyes"),
        pytest.param(11, (6, 6), True, id="necro.core.test-naturals.boxcars"),
    ],
)
def test_hacking(intelligence: int, dice: tuple[int, int], unlocked: bool) -> None:
    state = at_door(terrain=(PANEL,), game=LOCKED, Int=intelligence)
    done = decide(state, "a", AccessTerminal(fighter="a1", terminal="t"), dice).state
    assert door.is_locked(done, "d1") != unlocked
    assert (done.pending is not None) == unlocked


def test_a_hacked_open_door_may_be_closed_on_somebody() -> None:
    """necro.terminal.hack-free-operate: operating is opening or closing, and the fighter in the doorway tests."""
    state = at_door(fighter("b1", (1100, 1025)), piece=AJAR, terrain=(PANEL,))
    hacked = decide(state, "a", AccessTerminal(fighter="a1", terminal="t"), (6, 5)).state
    done = decide(hacked, "a", OperateNow(fighter="a1"))
    assert kind(done.state) == "door"
    assert effects_of(done, Asked)[0].decision.clause == "necro.door.close-on-fighter-test"
    assert done.state.models["a1"].phase[words.POINTS] == 1


# vents

WALL = box("w", 500, 1000, 2500, 1200, 600, "endless wall")
DUCT = box("v1", 1450, 990, 1550, 1210, 60, "vent")
HERE, THERE = (1500, 840), (1500, 1360, 0)


def at_vent(*others: Any, terrain: Any = (), **about: Any) -> State:
    more = {key: about.pop(key) for key in ("to_act",) if key in about}
    return acting(fighter("a1", HERE, **about), *others, terrain=(WALL, DUCT, *terrain), **more)


def crawls(at: tuple[int, int, int] = THERE, *engages: str, **about: Any) -> CrawlVent:
    return CrawlVent(fighter="a1", vent="v1", at=at, engages=engages, **about)


@pytest.mark.parametrize(
    ("state", "action", "clause"),
    [
        pytest.param(at_vent(game=INJURED), crawls(), "ok", id="necro.vent.crawl-any-other-status.injured"),
        pytest.param(
            at_vent(game=INJURED, acts=1), crawls(), "necro.core.two-actions", id="necro.core.action-cost.vent-crawl"
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1500)), game=INJURED),
            crawls(),
            "necro.one-inch.rule",
            id="necro.one-inch.rule.the-injured-keep-off-too",
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1560)), game=INJURED), crawls(), "ok", id="necro.one-inch.rule.injured-1in"
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1465), game=INJURED), game=INJURED),
            crawls(),
            "ok",
            id="necro.one-inch.injured-exception.vent",
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1460)), game=INJURED),
            crawls(THERE, "b1"),
            "necro.vent.crawl-injured-no-engage",
            id="necro.vent.crawl-injured-no-engage",
        ),
        pytest.param(
            at_vent(fighter("b1", (1600, 840)), game=INJURED),
            crawls(),
            "ok",
            id="necro.vent.crawl-not-engaged.the-injured-are-not",
        ),
        pytest.param(
            at_vent(game=BROKEN), crawls(), "necro.core.broken", id="necro.core.broken.crawls-through-no-vent"
        ),
        pytest.param(
            at_vent(terrain=(box("pit", 1400, 1300, 1600, 1420, 1, "pitfall"),)),
            crawls(),
            "necro.pitfall.definition",
            id="necro.pitfall.definition.vent",
        ),
        pytest.param(
            at_vent(terrain=(box("fence", 1400, 1350, 1600, 1370, 100),)),
            crawls(),
            "necro.move.no-end-on-barricade",
            id="necro.move.no-end-on-barricade.vent",
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1360)), game=INJURED),
            ShootVent(fighter="a1", vent="v1", weapon="gun", target="b1"),
            "necro.vent.shoot-needs-active",
            id="necro.vent.shoot-needs-active.injured",
        ),
    ],
)
def test_through_a_vent(state: State, action: Action, clause: str) -> None:
    assert answer(state, "a", action) == clause
    if clause == "ok":
        model = decide(state, "a", action).state.models["a1"]
        assert (model.at, model.phase[words.POINTS], words.standing(model)) == (THERE, 0, False)


@pytest.mark.parametrize(("face", "out"), [(3, True), (4, False)])
def test_out_of_a_vent_onto_dangerous_ground(face: int, out: bool) -> None:
    """necro.terrain.dangerous-test-move: the source calls it a move, and whoever comes there in moving tests."""
    pool = box("pool", 1400, 1300, 1600, 1420, 10, "dangerous")
    done = decide(at_vent(terrain=(pool,)), "a", crawls(), (face,))
    assert done.state.models["a1"].out == out


def test_out_of_a_vent_it_faces_where_it_likes() -> None:
    """necro.move.turn-after-move"""
    assert decide(at_vent(), "a", crawls(facing=(-3, 4))).state.models["a1"].facing == (-3, 4)


def test_who_is_engaged_through_a_vent_may_be_turned() -> None:
    """necro.engage.turn-models: both players turn the models that have become engaged."""
    done = decide(at_vent(fighter("b1", (1500, 1460))), "a", crawls(THERE, "b1"))
    (asked,) = effects_of(done, Asked)
    assert (asked.decision.clause, asked.decision.side) == ("necro.engage.turn-models", "b")
    turned = decide(done.state, "b", Face(fighter="b1", facing=(0, -1))).state
    assert (turned.models["b1"].facing, turned.pending) == ((0, -1), None)


def test_the_raving_engage_and_shoot_former_friends_through_a_vent() -> None:
    """necro.insane.table.3-4.all-enemies"""
    about: dict[str, Any] = {"game": INSANE, "phase": {words.CONTROLLED: "b"}, "to_act": "b"}
    near = at_vent(fighter("a2", (1500, 1460)), **about)
    assert refusal(near, "b", crawls()) == "necro.one-inch.rule"
    done = decide(near, "b", crawls(THERE, "a2")).state
    assert words.status(done, done.models["a1"]) == "engaged"
    shot = ShootVent(fighter="a1", vent="v1", weapon="gun", target="a2")
    there = at_vent(fighter("a2", (1500, 1360)), **about)
    assert words.PINNED in decide(there, "b", shot, (5, 1)).state.models["a2"].game


def test_a_pinned_fighter_stands_up_or_crawls_through() -> None:
    """necro.core.stand-up, necro.vent.crawl-any-other-status: one point is left after standing up, a vent takes two."""
    up = decide(at_vent(game=PINNED, weapons=(gun(),)), "a", StandUp(fighter="a1")).state
    assert refusal(up, "a", crawls()) == "necro.core.two-actions"
