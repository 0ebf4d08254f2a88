"""The complete state of a battle after some step. No field belongs to any one ruleset.

Structs here are mutable and live inside one fold; a position is the same struct written as JSON. What a ruleset has
to remember it keeps as marks: values under the id of a clause, in one of three places that say how long they last
(`game`, `round`, `phase`). Lengths are hundredths of an inch, measured from a corner of the table; `z` is the height
of the surface a model stands on.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.sheet import Sheet

Point: TypeAlias = tuple[int, int, int]
Mark: TypeAlias = int | str | tuple[str, ...]
Marks: TypeAlias = dict[str, Mark]
Lasting: TypeAlias = Literal["game", "round", "phase"]

POSITION_FORMAT = 1


class Terrain(msgspec.Struct, frozen=True, omit_defaults=True):
    """A convex piece of terrain: `outline` counter-clockwise, standing on `floor`, `height` above it."""

    id: str
    name: str
    outline: tuple[tuple[int, int], ...]
    height: int
    floor: int = 0
    kind: str = ""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A convex area of the table, for deployment or as an objective."""

    id: str
    name: str
    outline: tuple[tuple[int, int], ...]


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The playing surface. Without a terrain map (`mapped` false) sight and cover are declared, not measured."""

    width: int
    depth: int
    mapped: bool = True
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()


class Model(msgspec.Struct, omit_defaults=True):
    """One model of a side. `at` is None while it is not on the table; `out` once it is out of action."""

    id: str
    side: str
    sheet: Sheet
    wounds: int
    at: Point | None = None
    out: bool = False
    game: Marks = {}
    round: Marks = {}
    phase: Marks = {}

    def copied(self) -> Model:
        return Model(
            self.id,
            self.side,
            self.sheet,
            self.wounds,
            self.at,
            self.out,
            dict(self.game),
            dict(self.round),
            dict(self.phase),
        )


class Side(msgspec.Struct, omit_defaults=True):
    """A player's side. `counters` holds what is counted (CP, VP); `size` is the number of models it began with."""

    id: str
    name: str
    faction: str = ""
    points: int = 0
    size: int = 0
    counters: dict[str, int] = {}
    game: Marks = {}
    round: Marks = {}
    phase: Marks = {}

    def copied(self) -> Side:
        return Side(
            self.id,
            self.name,
            self.faction,
            self.points,
            self.size,
            dict(self.counters),
            dict(self.game),
            dict(self.round),
            dict(self.phase),
        )


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question the battle waits on: the clause that asks, the side that answers, and what it is about."""

    clause: str
    side: str
    model: str = ""
    targets: tuple[str, ...] = ()
    value: int = 0
    about: dict[str, int | str | tuple[str, ...]] = {}


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: the winning side (empty for a draw), the score by side, and the clause that ended it."""

    winner: str
    reason: str
    score: dict[str, int] = {}


class State(msgspec.Struct, omit_defaults=True):
    """Everything that is true after some step; written as JSON it is a position."""

    ruleset: str
    version: str
    table: Table
    options: dict[str, int | str | bool] = {}
    sides: dict[str, Side] = {}
    models: dict[str, Model] = {}
    round: int = 0
    phase: str = "setup"
    step: str = ""
    order: tuple[str, ...] = ()
    to_act: str = ""
    active: str = ""
    pending: Decision | None = None
    over: Outcome | None = None
    game: Marks = {}
    format: int = POSITION_FORMAT

    def copied(self) -> State:
        """Return an independent copy; frozen parts are shared."""
        twin = msgspec.structs.replace(self)
        twin.sides = {key: side.copied() for key, side in self.sides.items()}
        twin.models = {key: model.copied() for key, model in self.models.items()}
        twin.game = dict(self.game)
        return twin

    def alive(self, side: str = "") -> list[Model]:
        """Models on the table and in action, in the order they were mustered; of one side when named."""
        return [m for m in self.models.values() if not m.out and m.at is not None and (not side or m.side == side)]

    def enemy(self, side: str) -> str:
        """The other side of a two-player game."""
        return next((other for other in self.sides if other != side), "")


_ENCODER = msgspec.json.Encoder(order="sorted")
_DECODER = msgspec.json.Decoder(State)


def to_json(state: State) -> bytes:
    """The position as canonical JSON: one byte sequence per content."""
    return _ENCODER.encode(state)


def from_json(data: bytes | str) -> State:
    """Read a position.

    Raises:
        Malformed: not JSON, not of the form of a position, or of another format; or a model of an unknown side.
    """
    state: State = read(_DECODER, data)
    check(state)
    return state


def read(decoder: msgspec.json.Decoder[Any], data: bytes | str) -> Any:
    """Decode with a msgspec decoder, turning each of its errors into Malformed with the path it names."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        raise Malformed(path.rstrip("`") or "$", message) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed("$", f"not readable as JSON: {error}") from None


def check(state: State) -> None:
    """Report everything in a position that does not fit together.

    Raises:
        Malformed: with one line a problem.
    """
    problems = [
        *(f"format {state.format} is not {POSITION_FORMAT}" for _ in [0] if state.format != POSITION_FORMAT),
        *(f"side {key!r} is stored as {side.id!r}" for key, side in state.sides.items() if key != side.id),
        *(f"model {key!r} is stored as {model.id!r}" for key, model in state.models.items() if key != model.id),
        *(f"model {m.id} is of unknown side {m.side!r}" for m in state.models.values() if m.side not in state.sides),
        *(f"{side!r} is to act and is no side" for side in [state.to_act] if side and side not in state.sides),
        *(f"{side!r} is in the order and is no side" for side in state.order if side not in state.sides),
        *(f"active model {m!r} is unknown" for m in [state.active] if m and m not in state.models),
        *_pending_problems(state),
    ]
    if problems:
        raise Malformed("$", "; ".join(problems))


def _pending_problems(state: State) -> list[str]:
    pending = state.pending
    if pending is None:
        return []
    named = [pending.model, *pending.targets]
    unknown = [f"{pending.clause} asks about unknown model {m!r}" for m in named if m and m not in state.models]
    return unknown + [f"{pending.clause} asks unknown side {s!r}" for s in [pending.side] if s not in state.sides]
