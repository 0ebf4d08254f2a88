"""What the autoplayer chooses before a city fight: scenario, roles, edges, buildings, its hideout, the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.cod import board, choice, ground, night, prepared, sides
from rules.cod.mission import missions
from rules.cod.playing.thinker import Propose, Thinker
from rules.kernel import convex
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.part import Option
from rules.kernel.state import State, Terrain


def rolls_scenario(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Roll."""
    yield choice.RollScenario()


def agrees_scenario(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """What the other side has named, else any that can be played on this table."""
    playable = [name for name in option.targets if _playable(state, name)]
    other = str(state.sides[state.enemy(option.side)].phase.get(choice.CHOOSE, ""))
    if other in playable:
        yield choice.AgreeScenario(scenario=other)
    elif choice.CHOOSE not in state.sides[option.side].phase:
        yield choice.AgreeScenario(scenario=player.one_of(playable))


def _playable(state: State, name: str) -> bool:
    return not missions()[name].board(state) and len(board.standing(state)) > 1


def rolls_off(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Roll."""
    yield sides.RollOff()


def role(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Either."""
    yield sides.ChooseRole(role=player.one_of(option.targets))


def quarter(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Any; whoever may not come near the defended building takes one of the two that are farthest from it."""
    defended = next((prepared.building(state, side) for side in state.sides if prepared.building(state, side)), "")
    piece, names = prepared.ruin(state, defended), list(option.targets)
    if piece is not None:
        names.sort(key=lambda name: -_from_quarter(state, name, piece))
    wanted = player.one_of(names[:2] if piece is not None else names)
    yield sides.ChooseQuarter(quarter=wanted)


def _from_quarter(state: State, name: str, piece: Terrain) -> int:
    """How far a piece is from the outer corner of a quarter."""
    table = state.table
    corner = (table.width if "east" in name else 0, table.depth if "north" in name else 0)
    return ground.apart(piece.outline, (corner,))


def edge(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Any."""
    yield sides.ChooseEdge(edge=player.one_of(option.targets))


def building(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Rather one that leaves the other side something to choose, and in one's own zone."""
    enemy = state.enemy(option.side)
    left = [
        key
        for key in option.targets
        if state.step != "building-first" or any(one != key for one in _open_to(state, enemy))
    ]
    own = [key for key in left if _overlaps(state, key, option.side)]
    wanted = own if own and player.dice.below(2) else left or list(option.targets)
    yield sides.ChooseBuilding(building=player.one_of(wanted))


def _open_to(state: State, side: str) -> list[str]:
    """The buildings out of the zone of a side's enemy."""
    enemy = state.enemy(side)
    return [piece.id for piece in prepared.ruins(state) if not _overlaps(state, piece.id, enemy)]


def _overlaps(state: State, key: str, side: str) -> bool:
    piece = prepared.ruin(state, key)
    return piece is not None and any(convex.overlap(piece.outline, z.outline) for z in prepared.zones(state, side))


def points(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Where no ruin is near the edge, the exit not far from opposite the entry."""
    table = state.table
    name = prepared.own_edges(state, option.side)[0]
    other = prepared.own_edges(state, state.enemy(option.side))[0]
    longest = table.width if name in ("south", "north") else table.depth
    free = [at for at in range(option.limit, longest - option.limit + 1, INCH) if _is_open(state, name, at)]
    entry = player.one_of(free) if free else longest // 2
    near = [at for at in range(option.limit, longest - option.limit + 1, INCH) if abs(at - entry) <= 12 * INCH]
    clear = [at for at in near if _is_open(state, other, at)]
    yield sides.NamePoints(entry=entry, exit=player.one_of(clear or near))


def _is_open(state: State, name: str, at: int) -> bool:
    """Whether there is room to come on or to leave at a point of an edge."""
    part = ground.stretch(state.table, name, at, 3 * INCH)
    near = (piece for piece in state.table.terrain if piece.kind not in ("road", "floor", "marker"))
    return all(ground.apart(piece.outline, part) > 6 * INCH for piece in near)


def written(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """It is."""
    yield sides.Written()


def hideout(player: Thinker, state: State, side: str) -> Action:
    """The commitment to any of the ruins, rather one of the smaller ones."""
    known = prepared.ruins(state)
    few: Sequence[Terrain] = known[1:] if len(known) > 1 and player.dice.below(3) else known
    return player.notes.write(side, sides.HIDEOUT, player.one_of(few).id)


def fortifies(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """A ruin of those that are left, mostly until half of them are fortified."""
    standing = len(board.standing(state))
    if option.targets and 2 * len(option.targets) > standing and player.dice.below(4):
        yield sides.FortifyRuin(building=player.one_of(option.targets))
    yield sides.FortifyRuin()


def first_turn(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Mostly the winner begins."""
    other = state.enemy(option.side)
    yield sides.ChooseFirst(first=option.side if player.dice.below(4) else other)


def dusk_and_dawn(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Roll."""
    yield night.DuskAndDawn()


PROPOSALS: Mapping[str, Propose] = {
    "roll-scenario": rolls_scenario,
    "agree-scenario": agrees_scenario,
    "city-roll-off": rolls_off,
    "choose-role": role,
    "choose-quarter": quarter,
    "choose-edge": edge,
    "choose-building": building,
    "name-points": points,
    "written": written,
    "fortify-ruin": fortifies,
    "choose-first": first_turn,
    "dusk-and-dawn": dusk_and_dawn,
}
