"""The layouts: what they are made of, and that a fighter gets from everywhere to everywhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.kernel import convex, geometry
from rules.kernel.state import Decision, Point, State, Table, table_problems
from rules.necro import ground, routes, table, terminal
from rules.necro.deploy import ChooseZone, Deploy
from rules.necro.door import OperateDoor
from rules.necro.move import Move
from tests.rules.necro.board import acting, after, decide, ended, fighter, position, refusal

NAMES = [layout.name for layout in table.LAYOUTS]


def field(layout: table.Layout, at: tuple[int, ...] = (300, 300)) -> State:
    """A position on a layout, with a fighter that is very fast."""
    here = position(acting(at=at, M=30000, points=1, I=1))
    here.table = table.laid(layout)
    return here


@pytest.mark.parametrize("layout", table.LAYOUTS, ids=NAMES)
@pytest.mark.parametrize("mirrored", [(False, False), (True, False), (False, True), (True, True)])
def test_layouts_are_sound(layout: table.Layout, mirrored: tuple[bool, bool]) -> None:
    """necro.terrain.agree-first, necro.element.terrain-kinds, necro.element.common: every piece has a known kind."""
    laid = table.laid(layout, *mirrored)
    assert list(table_problems(laid)) == []
    assert {piece.kind for piece in laid.terrain} <= set(ground.KINDS)
    doors = {piece.id for piece in laid.terrain if piece.kind == "door"}
    named = {piece.name.partition(": ")[2] for piece in laid.terrain if piece.kind == terminal.KIND}
    assert named <= doors
    for zone in laid.zones:
        clear = [piece for piece in laid.terrain if convex.overlap(piece.outline, zone.outline)]
        assert clear == []


def test_two_kinds_of_battlefield() -> None:
    """necro.layout.need-not-match, necro.layout.two-kinds, necro.layout.zone-mortalis, necro.layout.sector-mechanicus:
    one has walls and doors and a single level for fighters, the other several levels; our Sector Mechanicus has a door
    all the same.
    """
    for layout in table.LAYOUTS:
        floors = {ground.top(piece) for piece in table.laid(layout).terrain if ground.is_structure(piece)}
        assert (floors == set()) == (layout.kind == table.MORTALIS)
    kinds = {kind: {p.kind for x in table.LAYOUTS if x.kind == kind for p in x.pieces} for kind in (
        table.MORTALIS, table.MECHANICUS)}  # fmt: skip
    assert {"door", "terminal", "vent", "pitfall"} <= kinds[table.MORTALIS]
    assert {"platform", "ladder", "pitfall", "door", "openwork"} <= kinds[table.MECHANICUS]


def test_tables_are_drawn_from_a_seed() -> None:
    assert table.table(0) == table.laid(table.SUMP)
    drawn = [table.table(seed) for seed in range(1, 60)]
    assert {each.terrain[0].name for each in drawn} == {layout.pieces[0].name for layout in table.LAYOUTS}
    assert table.table(17) == table.table(17)


@pytest.mark.parametrize("layout", [table.GANTRY, table.WALKWAYS], ids=lambda layout: layout.name)
def test_every_floor_can_be_reached(layout: table.Layout) -> None:
    """Up the ladders, one level after another: a Move of enough inches ends on each floor."""
    here = field(layout)
    reached = set()
    for foot, head, inner in climbs(here):
        here.models["a1"].at = foot
        done = decide(here, "a", Move(fighter="a1", path=(head, inner)))
        at = ended(done, "a1", here)
        assert at == inner
        reached.add(inner[2])
    floors = {ground.top(piece) for piece in here.table.terrain if piece.kind == "ladder"}
    assert reached == floors


def climbs(here: State) -> Iterator[tuple[Point, Point, Point]]:
    """For each ladder a foot on which one can stand, its head and a place on the floor above."""
    model = here.models["a1"]
    for piece in ground.of(here, "ladder"):
        found = list(routes.ladder_climbs(here, model, piece))
        pairs = [(foot, head, inner) for (foot, head), (_, inner) in zip(found[::2], found[1::2], strict=True)]
        usable = [each for each in pairs if ground.clear(here, model, each[0]) and ground.clear(here, model, each[2])]
        assert usable, piece.name
        yield usable[0]


@pytest.mark.parametrize("layout", table.LAYOUTS, ids=NAMES)
def test_there_is_a_way_from_zone_to_zone(layout: table.Layout) -> None:
    """On foot: in Zone Mortalis through the doors, once they are open."""
    here = field(layout)
    left = tuple(piece for piece in here.table.terrain if piece.kind != "door")
    here.table = Table(here.table.width, here.table.depth, True, left, here.table.zones)
    model = here.models["a1"]
    way = routes.round_about(here, model, (300, 300, 0), (3300, 3300, 0), True, ())
    assert way is not None
    assert geometry.path_length((300, 300, 0), way) < 6000


@pytest.mark.parametrize(("x", "opens"), [(1450, True), (1300, False)])
def test_actions_near_elements(x: int, opens: bool) -> None:
    """necro.element.spend-actions, necro.element.rules-elsewhere: an element says itself what may be done near it."""
    here = field(table.SUMP, at=(x, 1040))
    if opens:
        assert decide(here, "a", OperateDoor(fighter="a1", door="t2")).effects
    else:
        assert refusal(here, "a", OperateDoor(fighter="a1", door="t2")) == "necro.door.operate"


# deployment


def deploying() -> State:
    """The gangs choose their zones."""
    here = position(fighter("a1", None), fighter("b1", None), phase="deployment", to_act="",
                    pending=Decision("necro.core.result", "b"))  # fmt: skip
    here.table = table.laid(table.WALKWAYS)
    return here


def test_fighters_are_set_up_where_they_can_stand() -> None:
    """A fighter is set up in its zone on the ground, with a facing, and not on a barricade."""
    here = deploying()
    assert refusal(here, "b", ChooseZone(zone="west")) == "necro.core.result"
    then = after(here, decide(here, "b", ChooseZone(zone="north")))
    assert refusal(then, "b", Deploy(fighter="b1", at=(1800, 2900, 0))) == "necro.core.result"
    assert refusal(then, "b", Deploy(fighter="b1", at=(1800, 3300, 100))) == "necro.core.climb"
    placed = after(then, decide(then, "b", Deploy(fighter="b1", at=(1800, 3300, 0), facing=(0, -1000))))
    assert placed.models["b1"].facing == (0, -1000)
    assert placed.to_act == "a"
