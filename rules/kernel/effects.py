"""Every way a battle can change: one frozen struct each, in the past tense, with the clause that caused it.

Folding applies effects in order; nothing here decides, refuses or rolls. `Rolled`, `Measured`, `Laid` and `Noted`
change nothing; they are the trace of a step: what was read, what was needed, and why. Lengths are hundredths of an
inch.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rules.kernel.sheet import Sheet, UnitSheet, wounds_of
from rules.kernel.state import (
    Decision,
    Facing,
    Formation,
    Lasting,
    Mark,
    Marks,
    Model,
    Number,
    Outcome,
    Point,
    Sealed,
    Side,
    State,
    Terrain,
    Unit,
    Zone,
)


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True, gc=False):
    """A change of state, or a line of the trace; `rule` is the id of the clause that caused it."""

    rule: str

    def apply(self, state: State) -> None:
        """Change the state. Trace effects leave it alone."""


class Rolled(Effect, frozen=True, omit_defaults=True, tag="rolled", kw_only=True):
    """Dice of one purpose, rolled together by one side.

    `faces` as they fell; `again` lists re-rolled dice as (index, new face); `needed` is the value each die has to reach
    after `modifiers` (clause, amount), 0 for none; `passed` holds 1 or 0 per die.
    """

    by: str
    faces: tuple[int, ...]
    sides: int = 6
    needed: int = 0
    modifiers: tuple[tuple[str, int], ...] = ()
    passed: tuple[int, ...] = ()
    again: tuple[tuple[int, int], ...] = ()
    total: int = 0
    model: str = ""
    target: str = ""

    def final(self) -> list[int]:
        """The faces that count: a die that was rolled again shows its last face."""
        faces = list(self.faces)
        for index, face in self.again:
            faces[index] = face
        return faces


class Measured(Effect, frozen=True, omit_defaults=True, tag="measured", kw_only=True):
    """A fact about the table the step relied on: a distance, or a word such as `obscured`.

    `declared` is true where players stated it and nothing was measured.
    """

    model: str
    fact: str
    target: str = ""
    value: int = 0
    declared: bool = False
    by: tuple[str, ...] = ()


class Laid(Effect, frozen=True, omit_defaults=True, tag="laid", kw_only=True):
    """A marker or template was on the table: a round one `at` a place with a `radius`, or one with an `outline`.

    `aimed` is where it was placed before it scattered; `model` is its firer, `under` are the models it hits.
    """

    at: Point
    radius: int = 0
    outline: tuple[tuple[int, int], ...] = ()
    aimed: Point | None = None
    model: str = ""
    under: tuple[str, ...] = ()


class Noted(Effect, frozen=True, omit_defaults=True, tag="noted", kw_only=True):
    """Something the rules settled without changing the state, such as discarded attacks.

    `declared` is true where it rests on the players' word, and no rule can check it; then `roll` is the kind of roll
    that `value` modifies, if it modifies one.
    """

    model: str = ""
    target: str = ""
    value: int = 0
    text: str = ""
    declared: bool = False
    roll: str = ""


class PositionSet(Effect, frozen=True, omit_defaults=True, tag="position-set", kw_only=True):
    """The battle continues from this position: the start of a game, a take-back, a ruling."""

    position: State

    def apply(self, state: State) -> None:
        twin = self.position.copied()
        twin.sort()
        for field in State.__struct_fields__:
            setattr(state, field, getattr(twin, field))
        state.changed()


class Mustered(Effect, frozen=True, omit_defaults=True, tag="mustered", kw_only=True):
    """A side joined with its models, in units where a system has them.

    The id of each model and unit is the side's id followed by its id on the roster.
    """

    side: str
    name: str
    models: tuple[Sheet, ...]
    faction: str = ""
    points: int = 0
    units: tuple[UnitSheet, ...] = ()

    def apply(self, state: State) -> None:
        state.sides[self.side] = Side(self.side, self.name, self.faction, self.points, len(self.models))
        for sheet in self.models:
            key = self.side + sheet.id
            state.models[key] = Model(key, self.side, sheet, wounds_of(sheet))
        for unit in self.units:
            key = self.side + unit.id
            state.units[key] = Unit(key, self.side, unit, len(unit.models))
            for member in unit.models:
                state.models[self.side + member].unit = key
        state.sort()
        state.changed()


class Placed(Effect, frozen=True, omit_defaults=True, tag="placed", kw_only=True):
    """A model was set up on the table; `facing` only where it matters."""

    model: str
    at: Point
    facing: Facing | None = None

    def apply(self, state: State) -> None:
        model = state.models[self.model]
        model.at = self.at
        if self.facing is not None:
            model.facing = self.facing
        state.moved()


class Lifted(Effect, frozen=True, omit_defaults=True, tag="lifted", kw_only=True):
    """A model left the table without being out of action: aboard a vehicle, in reserve, gone."""

    model: str

    def apply(self, state: State) -> None:
        state.models[self.model].at = None
        state.moved()


class Joined(Effect, frozen=True, omit_defaults=True, tag="joined", kw_only=True):
    """A model now belongs to this unit."""

    model: str
    unit: str

    def apply(self, state: State) -> None:
        if self.unit not in state.units:
            raise KeyError(self.unit)
        state.models[self.model].unit = self.unit
        state.moved()


class Moved(Effect, frozen=True, omit_defaults=True, tag="moved", kw_only=True):
    """A model moved along `path`, from its position (not repeated) to the last point; `length` is its cost.

    `facing` is its final facing, where that changed.
    """

    model: str
    path: tuple[Point, ...]
    length: int = 0
    facing: Facing | None = None

    def apply(self, state: State) -> None:
        model = state.models[self.model]
        if self.path:
            model.at = self.path[-1]
        if self.facing is not None:
            model.facing = self.facing
        state.moved()


class Formed(Effect, frozen=True, omit_defaults=True, tag="formed", kw_only=True):
    """A regiment now stands in this formation, its models `at` these places; without a formation it left the table."""

    unit: str
    formation: Formation | None = None
    at: dict[str, tuple[Number, Number]] = {}

    def apply(self, state: State) -> None:
        state.units[self.unit].formation = self.formation
        for key, model in state.models.items():
            if model.unit == self.unit and not model.out:
                model.at = (*self.at[key], 0) if key in self.at else None
                model.facing = self.formation.facing if self.formation else model.facing
        state.moved()


class WoundsSet(Effect, frozen=True, omit_defaults=True, tag="wounds-set", kw_only=True):
    """A model has `to` wounds left, having had `was`."""

    model: str
    was: int
    to: int

    def apply(self, state: State) -> None:
        state.models[self.model].wounds = self.to


class Removed(Effect, frozen=True, omit_defaults=True, tag="removed", kw_only=True):
    """A model is out of action (or, with `back`, in action again); its last position stays known."""

    model: str
    back: bool = False

    def apply(self, state: State) -> None:
        state.models[self.model].out = not self.back
        state.moved()


class Marked(Effect, frozen=True, omit_defaults=True, tag="marked", kw_only=True):
    """A mark was put on a model, a unit, a side or (`on` empty) the table, under the id `key`.

    It lasts for a game, round, turn or phase; on the table always for the game.
    """

    on: str
    key: str
    value: Mark = 1
    until: Lasting = "round"

    def apply(self, state: State) -> None:
        marks_of(state, self.on, self.until)[self.key] = self.value
        if not self.on:
            state.changed()


class Unmarked(Effect, frozen=True, omit_defaults=True, tag="unmarked", kw_only=True):
    """A mark was taken away."""

    on: str
    key: str
    until: Lasting = "round"

    def apply(self, state: State) -> None:
        marks_of(state, self.on, self.until).pop(self.key, None)
        if not self.on:
            state.changed()


class Counted(Effect, frozen=True, omit_defaults=True, tag="counted", kw_only=True):
    """A side's counter (`cp`, `vp`) changed by an amount."""

    side: str
    counter: str
    by: int

    def apply(self, state: State) -> None:
        counters = state.sides[self.side].counters
        counters[self.counter] = counters.get(self.counter, 0) + self.by


class Began(Effect, frozen=True, omit_defaults=True, tag="began", kw_only=True):
    """A phase began; a new number begins a round, another side its turn. Marks that lasted until then are gone."""

    phase: str
    round: int
    turn: str = ""

    def apply(self, state: State) -> None:
        holders: list[Model | Unit | Side] = [*state.models.values(), *state.units.values(), *state.sides.values()]
        anew = self.round != state.round
        turned = anew or self.turn != state.turn
        for holder in holders:
            if holder.phase:
                holder.phase = {}
            if anew and holder.round:
                holder.round = {}
            if turned and holder.turn:
                holder.turn = {}
        state.round, state.phase, state.turn = self.round, self.phase, self.turn
        state.step = state.to_act = state.active = ""


class TerrainSet(Effect, frozen=True, omit_defaults=True, tag="terrain-set", kw_only=True):
    """A piece of terrain was put on the table, replacing any with the same id."""

    piece: Terrain

    def apply(self, state: State) -> None:
        kept = tuple(piece for piece in state.table.terrain if piece.id != self.piece.id)
        state.table = msgspec.structs.replace(state.table, terrain=(*kept, self.piece))
        state.changed()


class TerrainRemoved(Effect, frozen=True, omit_defaults=True, tag="terrain-removed", kw_only=True):
    """A piece of terrain was taken off the table."""

    piece: str

    def apply(self, state: State) -> None:
        kept = tuple(piece for piece in state.table.terrain if piece.id != self.piece)
        state.table = msgspec.structs.replace(state.table, terrain=kept)
        state.changed()


class ZoneSet(Effect, frozen=True, omit_defaults=True, tag="zone-set", kw_only=True):
    """An area of the table was agreed, replacing any with the same id."""

    zone: Zone

    def apply(self, state: State) -> None:
        kept = tuple(zone for zone in state.table.zones if zone.id != self.zone.id)
        state.table = msgspec.structs.replace(state.table, zones=(*kept, self.zone))
        state.changed()


class OrderSet(Effect, frozen=True, omit_defaults=True, tag="order-set", kw_only=True):
    """The order in which sides act was set."""

    order: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.order = self.order


class Turned(Effect, frozen=True, omit_defaults=True, tag="turned", kw_only=True):
    """It is `to`'s turn to choose, in the section `step` of the phase; `active` is a model or unit not yet finished."""

    to: str
    step: str = ""
    active: str = ""

    def apply(self, state: State) -> None:
        state.to_act, state.step, state.active = self.to, self.step, self.active


class Asked(Effect, frozen=True, omit_defaults=True, tag="asked", kw_only=True):
    """The battle waits for a side's decision."""

    decision: Decision

    def apply(self, state: State) -> None:
        state.pending = self.decision


class Answered(Effect, frozen=True, omit_defaults=True, tag="answered", kw_only=True):
    """The pending decision was made, or became void."""

    def apply(self, state: State) -> None:
        state.pending = None


class Ended(Effect, frozen=True, omit_defaults=True, tag="ended", kw_only=True):
    """The game ended."""

    outcome: Outcome

    def apply(self, state: State) -> None:
        state.over, state.phase = self.outcome, "over"
        state.to_act = state.step = state.active = ""
        state.pending = None


class Committed(Effect, frozen=True, omit_defaults=True, tag="committed", kw_only=True):
    """A side wrote something down about `subject`; only its commitment (see `rules.kernel.secrets`) is known."""

    by: str
    subject: str
    commitment: str

    def apply(self, state: State) -> None:
        state.sealed[sealed_key(self.by, self.subject)] = Sealed(self.by, self.subject, self.commitment)


class Revealed(Effect, frozen=True, omit_defaults=True, tag="revealed", kw_only=True):
    """A commitment was opened."""

    by: str
    subject: str
    value: str

    def apply(self, state: State) -> None:
        key = sealed_key(self.by, self.subject)
        state.sealed[key] = Sealed(self.by, self.subject, state.sealed[key].commitment, self.value, opened=True)


def sealed_key(by: str, subject: str) -> str:
    """The key under which a position keeps a side's commitment about a subject."""
    return f"{by}:{subject}"


class ModelNow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The new values of everything that can change about a model in play."""

    id: str
    wounds: Number
    at: Point | None = None
    out: bool = False
    game: Marks = {}
    round: Marks = {}
    phase: Marks = {}
    turn: Marks = {}
    unit: str = ""
    facing: Facing | None = None


class UnitNow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The new values of everything that can change about a unit in play."""

    id: str
    game: Marks = {}
    round: Marks = {}
    phase: Marks = {}
    turn: Marks = {}
    formation: Formation | None = None


class SideNow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The new values of everything that can change about a side in play."""

    id: str
    counters: dict[str, int] = {}
    game: Marks = {}
    round: Marks = {}
    phase: Marks = {}
    turn: Marks = {}


class Flow(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far the battle has come and who acts now."""

    round: int
    phase: str
    step: str = ""
    order: tuple[str, ...] = ()
    to_act: str = ""
    active: str = ""
    pending: Decision | None = None
    over: Outcome | None = None
    game: Marks = {}
    turn: str = ""


class Patched(Effect, frozen=True, omit_defaults=True, tag="patched", kw_only=True):
    """A correction brought the battle to its corrected position: only differences are named."""

    models: tuple[ModelNow, ...] = ()
    sides: tuple[SideNow, ...] = ()
    flow: Flow | None = None
    units: tuple[UnitNow, ...] = ()

    def apply(self, state: State) -> None:
        for changed in self.models:
            model = state.models[changed.id]
            model.wounds, model.at, model.out = changed.wounds, changed.at, changed.out
            model.unit, model.facing = changed.unit, changed.facing
            _set_marks(model, changed)
        for one in self.units:
            unit = state.units[one.id]
            unit.formation = one.formation
            _set_marks(unit, one)
        for each in self.sides:
            side = state.sides[each.id]
            side.counters = dict(each.counters)
            _set_marks(side, each)
        if self.flow is not None:
            for field in Flow.__struct_fields__:
                setattr(state, field, getattr(self.flow, field))
            state.game = dict(self.flow.game)
        state.changed()


def _set_marks(holder: Model | Unit | Side, now: ModelNow | UnitNow | SideNow) -> None:
    holder.game, holder.round = dict(now.game), dict(now.round)
    holder.turn, holder.phase = dict(now.turn), dict(now.phase)


class Corrected(Effect, frozen=True, omit_defaults=True, tag="corrected", kw_only=True):
    """A correction gives step `step` these effects instead; `against` lists the clauses it then breaks.

    By itself it changes nothing: the accompanying `Patched` or `PositionSet` does. `rules.kernel.line` replaces the
    step with it.
    """

    step: int
    effects: tuple[AnyEffect, ...] = ()
    against: tuple[str, ...] = ()


Change: TypeAlias = (
    PositionSet
    | Mustered
    | Placed
    | Lifted
    | Joined
    | Moved
    | Formed
    | WoundsSet
    | Removed
    | Marked
    | Unmarked
    | Counted
    | Began
    | TerrainSet
    | TerrainRemoved
    | ZoneSet
    | OrderSet
    | Turned
    | Asked
    | Answered
    | Ended
    | Committed
    | Revealed
    | Patched
)
AnyEffect: TypeAlias = Rolled | Measured | Laid | Noted | Corrected | Change


class _Traced(msgspec.Struct, frozen=True, tag_field="type", gc=False):
    """A line of the trace whose content is left unread, because it changes nothing."""

    def apply(self, state: State) -> None:
        """Nothing changes."""


class _Rolled(_Traced, frozen=True, tag="rolled"):
    """A roll, unread."""


class _Measured(_Traced, frozen=True, tag="measured"):
    """A measured fact, unread."""


class _Laid(_Traced, frozen=True, tag="laid"):
    """A marker, unread."""


class _Noted(_Traced, frozen=True, tag="noted"):
    """A note, unread."""


class _Corrected(_Traced, frozen=True, tag="corrected"):
    """The corrected effects of another step, unread."""


class Changes(msgspec.Struct, frozen=True, gc=False):
    """Only what folding needs of a stored event: reading this costs less than half of reading the whole event."""

    number: int
    effects: tuple[Change | _Rolled | _Measured | _Laid | _Noted | _Corrected, ...] = ()


CHANGES = msgspec.json.Decoder(Changes)


def marks_of(state: State, on: str, until: Lasting) -> dict[str, Mark]:
    """The marks of a model, unit or side (by id) or of the table (empty id). Raises KeyError for an unknown id."""
    if not on:
        return state.game
    holder = state.models.get(on) or state.units.get(on) or state.sides[on]
    if until == "game":
        return holder.game
    return holder.round if until == "round" else holder.turn if until == "turn" else holder.phase
