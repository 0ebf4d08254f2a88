"""Every refusal of the engine as one value with one text, the same on the command line, in the API and on pages."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

import msgspec

from rules.kernel.errors import GROUNDS, DiceWanted, Ground, IllegalAction, Malformed, OutOfTime, RulesError, TooMany
from rules.kernel.spelling import meant
from rules.kernel.state import read as read_json

Kind = Literal["malformed", "illegal-action", "dice-wanted", "too-many", "out-of-time", "refused"]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was refused. `path` is where it cannot be read, `clause` the rule that refuses or asks.

    If several rules forbid it, `facts` has all of them under `grounds`, that of `clause` first: each with its `clause`,
    its sentence (`text`) and the numbers in that (`facts`).

    If dice are wanted: `count` dice with `sides` sides, rolled by the side `roller`; `read` were read before.
    """

    kind: Kind
    text: str
    path: str = ""
    clause: str = ""
    facts: dict[str, Any] = {}
    count: int = 0
    sides: int = 0
    roller: str = ""
    read: int = 0

    def line(self) -> str:
        """The text with its location: `$.dice[0]: 7 is not a face of a D6`, `Kell has shot this phase [kt.shoot.…]`."""
        if self.path:
            return f"{self.path}: {self.text}"
        return "; ".join(f"{text} [{clause}]" if clause else text for clause, text in self.told())

    def told(self) -> tuple[tuple[str, str], ...]:
        """Every rule that refuses and its sentence, the most telling first."""
        return tuple((each.clause, each.text) for each in self.grounds())

    def grounds(self) -> tuple[Ground, ...]:
        """Every rule that refuses, with its sentence and the facts in that, the most telling first."""
        listed = (Ground(each["clause"], each["text"], each["facts"]) for each in self.facts.get(GROUNDS, ()))
        return tuple(listed) or (Ground(self.clause, self.text, self.facts),)


def problem(error: RulesError) -> Problem:
    """An error of the engine as a problem."""
    match error:
        case Malformed():
            return Problem("malformed", error.reason, path=error.path)
        case IllegalAction():
            return Problem("illegal-action", error.message, clause=error.clause, facts=msgspec.to_builtins(error.facts))
        case DiceWanted():
            text = f"roll {error.count}D{error.sides} more and send the declaration again with them"
            return Problem(
                "dice-wanted", text, clause=error.clause, count=error.count, sides=error.sides, roller=error.roller,
                read=error.read,
            )  # fmt: skip
        case OutOfTime():
            return Problem("out-of-time", str(error))
        case TooMany():
            return Problem("too-many", str(error))
    return Problem("refused", str(error))


_ANY = msgspec.json.Decoder(Any)


def refuse_unknown(read: Any, data: bytes | str, beside: Collection[str] = ()) -> None:
    """Compare a decoded value with its JSON, whose outermost object may also have the members `beside`.

    Raises:
        Malformed: with the path of an unknown member; or its name is no UTF-8, at which a typed decoder does not look.
    """
    raw = read_json(_ANY, data)
    _compare(read, {name: value for name, value in raw.items() if name not in beside}, "$")


def _compare(read: Any, raw: Any, path: str) -> None:
    # Plain JSON inside a struct may have any members, and may be nested deeper than Python can recurse.
    if isinstance(read, msgspec.Struct) and isinstance(raw, list):
        known = len(read.__struct_fields__)
        if len(raw) > known:
            raise Malformed(f"{path}[{known}]", f"there are no more than {known} values")
    elif isinstance(read, msgspec.Struct):
        for name, value in raw.items():
            if name in read.__struct_fields__:
                _compare(getattr(read, name), value, f"{path}.{name}")
            elif name != read.__struct_config__.tag_field:
                raise Malformed(f"{path}.{name}", f"there is no such field{meant(name, read.__struct_fields__)}")
    elif isinstance(read, tuple):
        for index, each in enumerate(read):
            _compare(each, raw[index], f"{path}[{index}]")
    elif isinstance(read, dict):
        for name, each in read.items():
            if isinstance(each, msgspec.Struct):
                _compare(each, raw[name], f"{path}.{name}")
