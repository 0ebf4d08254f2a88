"""What the replay draws of a state, and the patch from one state to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from frontend.base.terrain_names import terrain_name
from frontend.games import schematic, sentences
from frontend.games.activations import Activations
from rules import Event, State
from rules.kernel import regiment
from rules.kernel.effects import Formed
from rules.kernel.state import Decision, Formation, Mark, Table
from rules.kernel.telling import Telling

Json = dict[str, Any]
WHOLE = ("began", "position-set", "patched", "mustered")
"""Effects that may change how any model is drawn."""


def view(telling: Telling, state: State, base: Table | None = None) -> Json:
    """The drawn part of a state. `base` is the table that is drawn once; the view includes whatever differs from it."""
    state = schematic.drawn(state)
    return {
        "m": {key: model_view(telling, model) for key, model in state.models.items()},
        "u": {key: unit_view(telling, unit) for key, unit in state.units.items()},
        **_flow(telling, state), **scenery(state.table, base),
    }  # fmt: skip


def _flow(telling: Telling, state: State) -> Json:
    sides = {key: side_view(telling, side) for key, side in state.sides.items()}
    pieces = terrain_statuses(telling, state) if telling.terrain_statuses else {}
    return {"s": sides, "r": state.round, "p": state.phase, "t": state.to_act, "h": state.turn, "q": pieces}


def model_view(telling: Telling, model: Any) -> Json:
    """The drawn part of a model."""
    found: Json = {"a": model.at, "w": model.wounds, "o": int(model.out), "c": statuses(telling, model)}
    if model.unit:
        found["u"] = model.unit
    return found if model.facing is None else {**found, "f": model.facing}


def unit_view(telling: Telling, unit: Any) -> Json:
    """The shown part of a unit."""
    found: Json = {"c": statuses(telling, unit)}
    return {**found, "g": block_view(unit.formation)} if unit.formation else found


def block_view(formation: Formation) -> Json:
    """A regiment as drawn: its files and ranks, its boundary, and the base of each model."""
    return {
        "f": formation.files, "k": regiment.ranks(formation), "o": regiment.boundary(formation),
        "s": regiment.cores(formation),
    }  # fmt: skip


def side_view(telling: Telling, side: Any) -> Json:
    """The shown part of a side."""
    return {"k": dict(sorted(side.counters.items())), "c": statuses(telling, side, telling.side_statuses)}


def scenery(table: Table, base: Table | None) -> Json:
    """The pieces and zones of a table that differ from those of another: by id, 0 for one that is gone."""
    if base is None or table is base:
        return {"e": {}, "z": {}}
    return {
        "e": _other(map(piece_view, table.terrain), map(piece_view, base.terrain)),
        "z": _other(map(zone_view, table.zones), map(zone_view, base.zones)),
    }  # fmt: skip


def _other(now: Iterable[Json], then: Iterable[Json]) -> Json:
    before, after = ({each["id"]: each for each in pieces} for pieces in (then, now))
    gone = {key: 0 for key in before if key not in after}
    return {**gone, **{key: each for key, each in after.items() if before.get(key) != each}}


def statuses(telling: Telling, holder: Any, known: Mapping[str, str] | None = None) -> dict[str, int]:
    """The statuses of a model, unit or side: a number if they are counted, else 1."""
    found, known = {}, telling.statuses if known is None else known
    for marks in (holder.game, holder.round, holder.turn, holder.phase):
        for key, value in marks.items():
            if key in known and (marks is holder.game or key not in telling.for_game):
                found[known[key]] = value if key in telling.counted and isinstance(value, int) else 1
    return found


def terrain_statuses(telling: Telling, state: State) -> Json:
    """The statuses of pieces of terrain, from marks on the table and the sides, by piece id: badge, side, and what
    belongs to it: another piece or a number.
    """
    found: dict[str, list[tuple[str, ...]]] = {}
    known = sorted(telling.terrain_statuses.items(), key=lambda status: status[1])
    for side, marks in (("", state.game), *((key, side.game) for key, side in state.sides.items())):
        for key, badge in known:
            ids = marks.get(key, ())
            for each in ids if isinstance(ids, tuple) else (ids,):
                for piece, *more in _belonging(each, state):
                    found.setdefault(piece, []).append((badge, *(more or [side])))
    return found


def _belonging(each: Mark, state: State) -> Iterator[tuple[str, ...]]:
    """The piece of terrain that a mark names; with it the side that it names too, or no side and what else it names."""
    if not isinstance(each, str) or not each:
        return
    piece, sign, about = each.rpartition("=")
    if not sign or any(each == other.id for other in state.table.terrain):
        yield (each,)
    elif about:
        yield (piece, about) if about in state.sides else (piece, "", about)


def difference(before: Json, after: Json, touched: Iterable[str]) -> Json:
    """The patch from `before` to `after`, comparing only the touched models."""
    patch: Json = {key: after[key] for key in ("r", "p", "t", "h") if before[key] != after[key]}
    models = {key: _changed(before["m"].get(key), after["m"].get(key)) for key in touched}
    patch |= {"m": {key: change for key, change in models.items() if change != {}}}
    for of in ("u", "s", "e", "z", "q"):
        old, new = before[of], after[of]
        gone: Json = {key: None for key in old if key not in new}
        patch[of] = {**gone, **{key: each for key, each in new.items() if old.get(key, "") != each}}
    return {key: each for key, each in patch.items() if each not in ({}, None) or key in ("r", "p", "t", "h")}


def _changed(before: Json | None, after: Json | None) -> Json | None:
    """The fields that differ; None if the model is gone."""
    if after is None or before is None:
        return after if before != after else {}
    return {key: value for key, value in after.items() if before.get(key) != value}


class Lens:
    """The drawable view of a state, kept up to date event by event without looking at what did not change.

    `base` is the table that is drawn once: the one the game began on.
    """

    def __init__(self, telling: Telling, state: State) -> None:
        self.telling = telling
        self.state = state
        self.base = self._table = state.table
        self.standings: dict[str, Any] = {}
        """What each side had when it was last told."""
        self.activations = Activations()
        self._asked_in = 0
        self._blocks: dict[str, tuple[Formation | None, Json | None]] = {}
        self.seen = view(telling, state)

    def due(self, number: int, asked: Decision | None, idle: bool) -> int:
        """The step of the act to which a step is due that has just been applied: the one that asked, if this one only
        lets its question go; else 0. `asked` is what was asked before it, `idle` whether it is mere bookkeeping.
        """
        due = self._asked_in if asked and idle else 0
        if self.state.pending is not None and self.state.pending != asked:
            # What is asked once somebody has nothing more to do is due to nobody.
            self._asked_in = due if idle else number
        return due

    def look(self, event: Event[Any]) -> Json:
        """The patch of an event that has just been applied."""
        state, old = self.state, self.seen
        everything = any(sentences.tag(effect) in WHOLE for effect in event.effects)
        touched = {*old["m"], *state.models} if everything else set(_models_of(event, state))
        models = dict(old["m"])
        now = schematic.drawn(state)
        for key in touched:
            models.pop(key, None)
            if key in state.models:
                models[key] = model_view(self.telling, now.models[key])
        if not self.base.width:
            self.base = state.table
        around = {"e": old["e"], "z": old["z"]}
        if state.table is not self._table:
            around, self._table = scenery(state.table, self.base), state.table
        units = {key: self._unit(unit) for key, unit in now.units.items()}
        new = {"m": models, "u": units, **_flow(self.telling, state), **around}
        self.seen = new
        return difference(old, new, sorted(touched))

    def _unit(self, unit: Any) -> Json:
        """The shown part of a unit; a regiment that stands as before is not measured again."""
        before, block = self._blocks.get(unit.id, (None, None))
        if unit.formation is None or unit.formation is not before:
            found = unit_view(self.telling, unit)
            self._blocks[unit.id] = unit.formation, found.get("g")
            return found
        return {"c": statuses(self.telling, unit), "g": block}


def _models_of(event: Event[Any], state: State) -> Iterator[str]:
    for effect in event.effects:
        if isinstance(effect, Formed):
            yield from (key for key, model in state.models.items() if model.unit == effect.unit)
        for key in (getattr(effect, "model", ""), getattr(effect, "on", "")):
            if key in state.models:
                yield key


def piece_view(piece: Any) -> Json:
    """A piece of terrain as drawn."""
    return {
        "id": piece.id, "n": terrain_name(piece.name), "o": piece.outline, "h": piece.height, "f": piece.floor,
        "k": piece.kind,
    }  # fmt: skip


def zone_view(zone: Any) -> Json:
    """A zone as drawn."""
    return {"id": zone.id, "n": terrain_name(zone.name), "o": zone.outline}
