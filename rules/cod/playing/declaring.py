"""Which stratagems the autoplayer declares, what it writes down for them, and where it puts their markers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.cod import ground, obstacles, prepared, stratagems
from rules.cod import ruins as city
from rules.cod.chosen import Spot, Stratagem, declared
from rules.cod.chosen import stratagems as every
from rules.cod.playing import choices
from rules.cod.playing.thinker import Propose, Thinker
from rules.cod.stratagem import booby_traps, demolition
from rules.kernel import convex
from rules.kernel.effects import sealed_key
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.part import Option
from rules.kernel.state import State
from rules.layouts import rectangle

TRIES = 40
LONG, THICK = 5 * INCH, 60
"""How long and how thick the obstacles are that this player has."""
WANTS = {"deep-strike": "wh40k.usr.deep-strike", "infiltrate": "wh40k.usr.infiltrate"}
"""Stratagems that only help units with a special rule."""
SOONEST, LATEST = 2, 5
"""The game turns for which charges are set."""


def rolls(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Roll."""
    yield stratagems.RollStratagems()


def declarer(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Either."""
    yield stratagems.ChooseDeclarer(first=player.one_of(option.targets))


def declares(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """One that helps somebody; at once the one that something was written down for."""
    written = [each for each in same if each.weapons[0] == demolition.STRATAGEM.name]
    helpful = [each for each in same if _helps(state, option.side, each.weapons[0])]
    each = player.one_of(written or helpful or same)
    ruin = _site(player, state, each) if each.targets else ""
    yield stratagems.DeclareStratagem(stratagem=each.weapons[0], ruin=ruin)


def _site(player: Thinker, state: State, option: Option) -> str:
    """A ruin to apply a stratagem to: mostly one in the own zone or the defended one."""
    defended = prepared.building(state, option.side)
    own = [
        key
        for key in option.targets
        if key == defended
        or any(prepared.in_zone(state, piece, option.side) for piece in prepared.ruins(state) if piece.id == key)
    ]
    return player.one_of(own if own and player.dice.below(4) else option.targets)


def _helps(state: State, side: str, name: str) -> bool:
    """Whether anybody of a side has something of a stratagem."""
    one: Stratagem = every()[name]
    models = [model for model in state.models.values() if model.side == side]
    if one.serves is not None:
        return any(one.serves(model) for model in models)
    wanted = WANTS.get(name)
    units = [unit for unit in state.units.values() if unit.side == side]
    printed = [*(model.sheet.has for model in models), *(unit.sheet.has for unit in units)]
    return wanted is None or any(wanted in has for has in printed)


def commits(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Write down the hideout, or a building and a turn for the next charge."""
    if not option.weapons:
        yield choices.hideout(player, state, option.side)
        return
    count = len(demolition.subjects(state, option.side))
    subject = demolition.SUBJECT if not count else f"{demolition.SUBJECT}.{count + 1}"
    enemy = state.enemy(option.side)
    sites = [ruin.id for ruin in city.ruins(state) if not prepared.in_zone(state, ruin, enemy)]
    if sites and sealed_key(option.side, subject) not in state.sealed:
        number = SOONEST + player.dice.below(LATEST - SOONEST + 1)
        yield player.notes.write(option.side, subject, f"{player.one_of(sites)}:{number}")


def no_more(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Rarely, where there is something left to declare."""
    yield stratagems.NoMoreStratagems()


# markers


def places(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Mostly as many as there are, each where it may lie; fewer where no place is found."""
    name = declared(state, option.side)[-1]
    found: list[Spot] = []
    most = option.limit if player.dice.below(3) else 1 + player.dice.below(option.limit)
    for _ in range(TRIES):
        if len(found) < most:
            found += [spot for spot in _PICKS[name](player, state, option.side) if spot not in found]
    yield stratagems.PlaceMarkers(places=tuple(found))
    yield stratagems.PlaceMarkers(places=())


def _trap(player: Thinker, state: State, side: str) -> Iterator[Spot]:
    """In a ruin that the enemy is likely to come to, or on an obstacle, out of his zone."""
    holders = (*city.ruins(state), *obstacles.obstacles(state))
    enemy = prepared.zones(state, state.enemy(side))
    free = []
    for piece in holders:
        outline = booby_traps.square(booby_traps.centre(piece))
        if not any(convex.overlap(outline, zone.outline) for zone in enemy):
            free.append(piece)
    if free:
        piece = player.one_of(free)
        x, y = booby_traps.centre(piece)
        shift = player.dice.below(3) if piece.kind == "ruin" else 0
        yield Spot(at=(x + 100 * shift, y), on=piece.id)


def _obstacle(player: Thinker, state: State, side: str) -> Iterator[Spot]:
    """Across the way between the armies, out of the ruins."""
    table = state.table
    wide, deep = (LONG, THICK) if player.dice.below(2) else (THICK, LONG)
    left = 6 * INCH + player.dice.below(table.width - 12 * INCH - wide)
    near = 6 * INCH + player.dice.below(table.depth - 12 * INCH - deep)
    outline = rectangle(left, near, left + wide, near + deep)
    others = [piece for piece in table.terrain if piece.kind not in ("road", "marker")]
    if not any(convex.overlap(outline, piece.outline) for piece in others):
        yield Spot(outline=outline)


def _sewer(player: Thinker, state: State, side: str) -> Iterator[Spot]:
    """In the open, well away from the edges."""
    table = state.table
    at = (8 * INCH + player.dice.below(table.width - 16 * INCH), 8 * INCH + player.dice.below(table.depth - 16 * INCH))
    near = [piece for piece in table.terrain if piece.kind not in ("road", "marker", "floor")]
    if all(ground.apart(piece.outline, (at,)) > 2 * INCH for piece in near):
        yield Spot(at=at)


Pick = Callable[[Thinker, State, str], Iterator[Spot]]
_PICKS: Mapping[str, Pick] = {
    "booby-traps": _trap,
    "sewer-rats": _sewer,
    "barricades": _obstacle,
    "razor-wire": _obstacle,
    "tank-traps": _obstacle,
}
"""Where the markers of each stratagem go."""

PROPOSALS: Mapping[str, Propose] = {
    "roll-stratagems": rolls,
    "choose-declarer": declarer,
    "declare-stratagem": declares,
    "commit": commits,
    "no-more-stratagems": no_more,
    "place-pieces": places,
}
