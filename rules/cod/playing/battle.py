"""How the autoplayer fights in a city: floors and exits, key buildings, charges, traps, shells, wreckers, smoke."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.cod import casualties, hideout, key_buildings, prepared, reserves, scoring
from rules.cod import ruins as city
from rules.cod.chosen import has
from rules.cod.playing import goals
from rules.cod.playing.thinker import Propose, Thinker
from rules.cod.stratagem import (
    booby_traps,
    combat_engineers,
    demolition,
    preliminary_bombardment,
    rappel_lines,
    siege_shells,
    wreckers,
)
from rules.kernel import geometry
from rules.kernel.effects import sealed_key
from rules.kernel.events import Action, Declaration
from rules.kernel.part import Option
from rules.kernel.secrets import Reveal
from rules.kernel.state import Model, State, Terrain, Unit
from rules.wh40k import words
from rules.wh40k.movement import footing, formation, move, trail
from rules.wh40k.vehicles import vehicle

NEAR = 2400
"""From farther than this nobody is shot at by units that would rather hide in smoke."""
ASIDE = 150
"""How far from the middle of a ruin a shell is aimed, where it does not fit over the middle."""


# moving


def goes(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Up or down the stairs, over a ruin on skimmers with lines; else as in every game."""
    unit = state.units[option.model]
    ruin = city.around(state, words.standing(state, unit)[0])
    if ruin is not None:
        yield from _climbs(player, state, unit, ruin)
    yield from _hovers(player, state, unit)
    yield from player.otherwise(state, option, same)


def _climbs(player: Thinker, state: State, unit: Unit, ruin: Terrain) -> Iterator[Action]:
    """Everybody to another floor, straight up or down; who cannot stays where he is."""
    ctx, rolled = player.ctx(state, unit.side), unit.phase.get(footing.DIFFICULT)
    models = words.standing(state, unit)
    if not isinstance(rolled, int) or any(words.is_vehicle(model) for model in models):
        return
    here = max(model.at[2] for model in models if model.at is not None)
    levels = sorted((level for level in city.levels(state, ruin) if level != here), reverse=True)
    for level in levels:
        draft = formation.Draft(ctx, unit, trail.Manner(), rolled)
        for model in draft.models:
            if model.at is not None and city.inside(state, model, ruin):
                draft.go(model, ((model.at[0], model.at[1], level),))
        if draft.moves and draft.together():
            yield move.Move(unit=unit.id, moves=draft.moves)


def _hovers(player: Thinker, state: State, unit: Unit) -> Iterator[Action]:
    """A loaded skimmer with rappel lines goes above the nearest ruin with floors."""
    models, ctx = words.standing(state, unit), player.ctx(state, unit.side)
    loaded = [m for m in models if rappel_lines.fitted(m) and vehicle.passengers(state, m)]
    if len(loaded) != len(models) or not has(state, unit.side, rappel_lines.STRATAGEM.name):
        return
    tall = [r for r in city.ruins(state) if len(city.levels(state, r)) > 1 and city.over(state, loaded[0]) != r]
    at = loaded[0].at
    if at is None:
        return
    for ruin in sorted(tall, key=lambda r: _square(at, goals.middle(r)))[:2]:
        x, y, _ = goals.middle(ruin)
        draft = formation.Draft(ctx, unit, trail.Manner(), move.STEP)
        if draft.go(draft.models[0], ((x, y, city.above(state, ruin)),)):
            yield move.Move(unit=unit.id, moves=draft.moves)


def _square(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def dares(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Now and then to climb, else where the way leads through rubble."""
    unit = state.units[option.model]
    ruin = city.around(state, words.standing(state, unit)[0])
    afoot = words.vehicle_of(state, unit) is None
    if ruin is not None and afoot and len(city.levels(state, ruin)) > 1 and not player.dice.below(3):
        yield move.Brave(unit=unit.id)
    yield from player.otherwise(state, option, same)


def leaves_table(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """At once."""
    yield reserves.LeaveTable(unit=option.model)


# stratagems in use


def uses_key_building(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Any effect for any unit, not always at the first moment."""
    if not player.dice.below(3):
        each = player.one_of(same)
        name, chosen = each.weapons
        yield key_buildings.UseKeyBuilding(stratagem=name, unit=player.one_of(each.targets), choice=chosen)


def activates(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Mostly."""
    if player.dice.below(5):
        yield booby_traps.ActivateTrap(trap=player.one_of(option.weapons))


def takes_trap(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """The model worth least."""
    cheapest = min(option.targets, key=lambda key: state.models[key].sheet.points)
    yield booby_traps.TakeTrap(model=cheapest)


def bombards(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Roll."""
    yield preliminary_bombardment.Bombard()


def cuts(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """At once."""
    yield combat_engineers.CutWire(unit=option.model, wire=option.targets[0])


def throws_smoke(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Where nobody is near enough to be shot at well, and once in a while else."""
    model = words.standing(state, state.units[option.model])[0]
    near = geometry.within(words.foes(state, option.side), model, NEAR)
    if not player.dice.below(6 if near else 2):
        yield combat_engineers.ThrowSmoke(unit=option.model)


def demolishes(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """At once."""
    yield demolition.Demolish(ruin=player.one_of(option.targets))


def fires_shells(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """At a ruin with enemies in it, or one about to fall; else at enemies in the open, or at any ruin."""
    unit = state.units[option.model]
    tanks = [m for m in words.standing(state, unit) if siege_shells.carries(m)]
    full = [key for key in option.targets if _enemies_in(state, option.side, key)]
    weak = [key for key in option.targets if city.is_dangerous(state, key)]
    enemies = [u for u in words.on_table(state, state.enemy(option.side)) if not words.locked(state, u)]
    for target in player.targets(state, unit, [u.id for u in enemies]) if not player.dice.below(3) else ():
        x, y, _ = words.standing(state, target)[0].at or (0, 0, 0)
        shells = tuple(siege_shells.Shell(m.id, (x, y)) for m in tanks)
        yield siege_shells.FireSiegeShells(unit=unit.id, shells=shells, target=target.id)
    if not full and not weak and player.dice.below(3):
        return
    key = player.one_of(full or weak or option.targets)
    ruin = next(r for r in city.ruins(state) if r.id == key)
    x, y, _ = goals.middle(ruin)
    for dx, dy in ((0, 0), (ASIDE, 0), (-ASIDE, 0), (0, ASIDE), (0, -ASIDE)):
        shells = tuple(siege_shells.Shell(m.id, (x + dx, y + dy)) for m in tanks)
        yield siege_shells.FireSiegeShells(unit=unit.id, shells=shells, ruin=key)


def _enemies_in(state: State, side: str, key: str) -> list[Model]:
    piece = prepared.ruin(state, key)
    return city.models_in(state, piece, state.enemy(side)) if piece is not None else []


def uses_wrecker(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """On a ruin without own troops mostly, instead of shooting."""
    empty = [key for key in option.targets if not _own_in(state, option.side, key)]
    if empty and player.dice.below(3):
        yield wreckers.UseWrecker(unit=option.model, target=player.one_of(empty))


def _own_in(state: State, side: str, key: str) -> list[Model]:
    piece = city.find(state, key)
    return [m for m in city.models_in(state, piece, side) if not wreckers.has_wrecker(m)] if piece else []


# secrets


def opens_hideout(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Where it has fallen, or where the game is over."""
    note = player.notes.read(option.side, hideout.HIDEOUT)
    asked = state.pending.clause if state.pending is not None else ""
    if note is not None and (asked == hideout.HIDEOUT or city.is_fallen(state, note.value)):
        yield hideout.OpenHideout(ruin=note.value, salt=note.salt)


def charges_due(player: Thinker, state: State) -> Iterator[Declaration[Reveal]]:
    """The openings of charges that go off in this Shooting phase: their ruins still stand, not in the enemy's zone."""
    side = state.to_act
    if (state.phase, state.step) != ("shooting", "") or side not in state.sides:
        return
    for subject in demolition.subjects(state, side):
        note, sealed = player.notes.read(side, subject), state.sealed.get(sealed_key(side, subject))
        if note is None or sealed is None or sealed.opened:
            continue
        key, _, number = note.value.rpartition(":")
        ruin, opening = city.find(state, key), player.notes.reveal(side, subject)
        hostile = ruin is not None and prepared.in_zone(state, ruin, state.enemy(side))
        if opening is not None and int(number) == state.round and ruin is not None and not hostile:
            yield Declaration(by=side, action=opening)


def instructions(player: Thinker, state: State, side: str) -> Iterator[Action]:
    """Once in a while: who of a unit in a ruin falls first, or the choice is left to the rules again."""
    if state.phase not in ("movement", "shooting") or state.step:
        return
    held = [u for u in words.on_table(state, side) if city.around(state, words.standing(state, u)[0]) is not None]
    if not held or player.dice.below(100):
        return
    unit = player.one_of(held)
    chosen = unit.game.get(casualties.CHOICE)
    order = tuple(m.id for m in sorted(words.standing(state, unit), key=lambda m: m.sheet.points))
    yield casualties.Casualties(unit=unit.id, models=() if chosen else order)


def holds(state: State, unit: Unit) -> bool:
    """Whether a unit is where its side wants somebody to stay."""
    return goals.at_goal(state, unit) and any(
        scoring.among(state, unit, piece) for piece in goals.wanted(state, unit.side)
    )


PROPOSALS: Mapping[str, Propose] = {
    "move": goes,
    "difficult-terrain": dares,
    "leave-table": leaves_table,
    "use-key-building": uses_key_building,
    "activate-trap": activates,
    "take-trap": takes_trap,
    "bombard": bombards,
    "cut-wire": cuts,
    "throw-smoke": throws_smoke,
    "demolish": demolishes,
    "fire-siege-shells": fires_shells,
    "use-wrecker": uses_wrecker,
    "open-hideout": opens_hideout,
}
