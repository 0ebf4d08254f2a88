"""What is drawn on the table beside a note: arrows and rings.

Places are hundredths of an inch of the table as it lies in the record, however it was turned when somebody drew. A
place that belongs to a model is where the model stood; whoever shows it may put it where the model stands now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, get_args

import msgspec

import rules
from gamelog.contest.errors import Refused
from rules import State

Colour: TypeAlias = Literal["teal", "violet", "rose", "ink"]
"""Each has a line of its own, so that nobody has to tell colours apart; neither is that of a side or of a verdict."""
COLOURS: tuple[str, ...] = get_args(Colour)
MOST_DRAWINGS = 40
BEYOND = 600
"""So far from the table somebody may draw: where reserves and the fallen lie."""
LEAST_TABLE = 7200
"""A battle without a table, or without places, is drawn on one that is no larger."""


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place of the table, and the model that it belongs to, if any."""

    x: int
    y: int
    model: str = ""


class Arrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="arrow"):
    """From one place to another."""

    colour: Colour
    start: Spot
    end: Spot

    @property
    def spots(self) -> dict[str, Spot]:
        """Its places by their members."""
        return {"start": self.start, "end": self.end}


class Ring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ring"):
    """Around a model, or around a place."""

    colour: Colour
    at: Spot

    @property
    def spots(self) -> dict[str, Spot]:
        """Its place by its member."""
        return {"at": self.at}


Drawing: TypeAlias = Arrow | Ring
_DECODER: msgspec.json.Decoder[list[Drawing]] = msgspec.json.Decoder(list[Drawing])


def read(data: str) -> list[Drawing]:
    """The drawings of a stored note. Raises: rules.Malformed."""
    found: list[Drawing] = rules.read_json(_DECODER, data.encode())
    return found


def written(drawings: Sequence[Drawing]) -> str:
    """Drawings as they are stored."""
    return rules.canonical(list(drawings)).decode()


def require_fit(drawings: Sequence[Drawing], state: State) -> None:
    """Refuse drawings that do not belong on the table of a position. Raises: Refused, with the member."""
    for path, reason in _objections(drawings, state):
        raise Refused("bad-drawing", path, reason)


def _objections(drawings: Sequence[Drawing], state: State) -> Iterator[tuple[str, str]]:
    if len(drawings) > MOST_DRAWINGS:
        yield "$.drawings", f"a note has {MOST_DRAWINGS} drawings at most"
    wide, deep = (max(size, LEAST_TABLE) + BEYOND for size in (state.table.width, state.table.depth))
    for index, each in enumerate(drawings):
        path = f"$.drawings[{index}]"
        for member, spot in each.spots.items():
            if not (-BEYOND <= spot.x <= wide and -BEYOND <= spot.y <= deep):
                yield f"{path}.{member}", "this place is far from the table"
            if spot.model and spot.model not in state.models:
                yield f"{path}.{member}.model", f"there is no model {spot.model[:40]!r} in this step"
        if isinstance(each, Arrow) and _same(each.start, each.end):
            yield path, "an arrow leads somewhere else"


def _same(one: Spot, other: Spot) -> bool:
    return one.model == other.model if one.model or other.model else (one.x, one.y) == (other.x, other.y)
