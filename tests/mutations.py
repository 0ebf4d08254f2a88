"""Changes to JSON payloads, as careless and hostile clients make them: deterministic, by a seed."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

DEEP: Any = 0
for _ in range(40):
    DEEP = [DEEP]
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 255, 2**31, 2**63, -(2**63) - 1, 10**40, 0.5, -0.0, 1e300, "", " ", "a", "0", "1",
    "-1", "\u0000", "\ud800", "e\u0301" * 3, "\u202e", "x" * 3000, "../..", "<b>", "%s", [], {}, [[]], [None],
    {"": None}, {"type": "end"}, DEEP, [1, 2], ["a", "a"], [0] * 300,
)  # fmt: skip
"""Values of every JSON type, at the edges of what decoders take."""

Place = tuple[Any, Any]
"""A list or an object, and a key in it."""


def mutated(payload: Any, dice: Random) -> bytes:
    """The payload as JSON, with one to three things changed; one in six has bytes changed instead."""
    if not dice.randrange(6):
        return _bytes(json.dumps(payload).encode(), dice)
    changed = deepcopy(payload)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        places = _places(changed)
        if places:
            dice.choice(CHANGES)(*dice.choice(places), dice)
    return json.dumps(changed).encode()


def _bytes(data: bytes, dice: Random) -> bytes:
    at, found = dice.randrange(len(data)), bytearray(data)
    match dice.randrange(4):
        case 0:
            found[at] = dice.randrange(256)
        case 1:
            del found[at:]
        case 2:
            found[at:at] = bytes(dice.randrange(256) for _ in range(dice.randrange(1, 9)))
        case _:
            del found[at : at + dice.randrange(1, 9)]
    return bytes(found)


def _places(value: Any) -> list[Place]:
    found: list[Place] = []
    rest = [value]
    while rest:
        each = rest.pop()
        keys = each if isinstance(each, dict) else range(len(each)) if isinstance(each, list) else ()
        found += [(each, key) for key in keys]
        rest += [each[key] for key in keys]
    return found


def _replace(of: Any, key: Any, dice: Random) -> None:
    of[key] = deepcopy(dice.choice(ODD))


def _remove(of: Any, key: Any, dice: Random) -> None:
    del of[key]


def _rename(of: Any, key: Any, dice: Random) -> None:
    if isinstance(of, dict):
        of[dice.choice(("", "x", f"{key} ", str(key).upper(), "type", "side"))] = of.pop(key)
    else:
        of.append(deepcopy(of[key]))


def _swap(of: Any, key: Any, dice: Random) -> None:
    other = dice.choice([*of] if isinstance(of, dict) else range(len(of)))
    of[key], of[other] = of[other], of[key]


def _near(of: Any, key: Any, dice: Random) -> None:
    """Something that still has the right type."""
    value = of[key]
    if isinstance(value, bool):
        of[key] = not value
    elif isinstance(value, int):
        of[key] = value + dice.choice((-1, 1, 7, -1000, 10**6, 10**12, -value, -2 * value))
    elif isinstance(value, str):
        of[key] = dice.choice((value + "x", value[:-1], value[::-1], value.upper(), "a", "b"))
    elif isinstance(value, list):
        of[key] = value * dice.choice((0, 2, 50))


CHANGES: tuple[Callable[[Any, Any, Random], None], ...] = (_replace, _replace, _remove, _rename, _swap, _near, _near)
