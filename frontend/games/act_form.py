"""An act as a form: what of it is shown on the table (handles) and what is chosen beside it (fields).

Both follow from the act's type and from a whole declaration that is the starting point; neither knows a ruleset.
Pointers are JSON pointers into the action. The keys are those of frontend/src/record/types.ts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from frontend.games.cast import Cast
from rules import Option
from rules.kernel.actions import ability_names
from rules.kernel.events import Action
from rules.kernel.part import members
from rules.kernel.state import LIMIT, Facing, Number, Point, State

FACING = 1000
"""The length of a facing that the page sends."""
ONE_PLACE = frozenset({"at", "centre"})
WAYS = frozenset({"path", "pile_in"})
POINTING = frozenset({"facing", "direction"})
Json = dict[str, Any]


class Form(NamedTuple):
    """What is shown on the table of an act, and what beside it."""

    handles: list[Json]
    fields: list[Json]


class Known(NamedTuple):
    """What a form is made from: names, position, the option that is taken up, and values that other ways of it have."""

    cast: Cast
    state: State
    option: Option
    values: Mapping[str, Sequence[Any]]

    def bearer(self, of: msgspec.Struct) -> str:
        """The first member of a part of an act that names a model or a unit of whoever declares it; else nothing."""
        return next((field.encode_name for field in _texts(of) if self._own(getattr(of, field.name))), "")

    def _own(self, key: str) -> bool:
        found = self.state.models.get(key) or self.state.units.get(key)
        return key == self.option.model != "" or (found is not None and found.side == self.option.side)


def form(known: Known, action: Action) -> Form:
    """The form of an act, filled in as `action` is."""
    found = Form([], [])
    for part in parts(known, action):
        (found.handles if "model" in part else found.fields).append(part)
    return found


def parts(known: Known, action: Action) -> Iterator[Json]:
    """The handles and the fields of an act, in the order of its type."""
    return _parts(known, action, "", known.option.model)


def values(actions: Iterable[Action]) -> dict[str, list[Any]]:
    """Every plain value of several acts of one kind, by the place where it stands; `*` is any place in a list."""
    found: dict[str, list[Any]] = {}
    for action in actions:
        for place, value in _leaves(msgspec.to_builtins(action), ""):
            if value not in found.setdefault(place, []):
                found[place].append(value)
    return found


def _leaves(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, f"{place}/{key}")
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _leaves(each, f"{place}/*")
    else:
        yield place, value


def _parts(known: Known, of: msgspec.Struct, at: str, bearer: str) -> Iterator[Json]:
    said = known.bearer(of)
    bearer = getattr(of, said) if said else bearer
    for field in members(type(of)):
        name = field.encode_name
        # Who acts has been chosen before.
        if name != said or at:
            yield from _member(known, _Member(f"{at}/{name}", name, field.type, getattr(of, field.name), bearer))


class _Member(NamedTuple):
    pointer: str
    name: str
    kind: Any
    value: Any
    bearer: str

    @property
    def place(self) -> str:
        """Its pointer for any place of a list."""
        return "/".join("*" if part.isdecimal() else part for part in self.pointer.split("/"))


def _member(known: Known, of: _Member) -> Iterator[Json]:
    kind, optional = _without_none(of.kind)
    inner, many = _of_many(kind)
    if of.name in POINTING or (kind == Facing and of.name not in ONE_PLACE):
        yield _handle(known, of, "facing", 2)
    elif kind == Point:
        yield _handle(known, of, "place", 3)
    elif of.name in ONE_PLACE:
        yield _handle(known, of, "place", 2)
    elif many and inner == Point and of.name in WAYS:
        yield _handle(known, of, "path", 3)
    elif many and inner == Point:
        yield from (_handle(known, of._replace(pointer=f"{of.pointer}/{n}"), "place", 3) for n in range(len(of.value)))
    elif many and _is_struct(inner):
        yield from _rows(known, of, inner)
    elif many:
        yield _choice(known, of, "many", ())
    elif _is_struct(kind):
        yield from _parts(known, of.value, of.pointer, of.bearer) if of.value is not None else ()
    else:
        yield from _plain(known, of, kind, optional)


def _handle(known: Known, of: _Member, kind: str, dims: int) -> Json:
    model = known.state.models.get(of.bearer)
    start = model.at if model is not None else None
    return {"p": of.pointer, "kind": kind, "model": of.bearer, "from": start, "reach": known.option.limit, "dims": dims}


def _rows(known: Known, of: _Member, inner: Any) -> Iterator[Json]:
    """A list of parts: how many there are, what another one looks like, and the members of each."""
    blank = msgspec.to_builtins(of.value[0]) if of.value else _blank(known, inner, of)
    yield _field(known, of, "rows", rows=len(of.value), **({} if blank is None else {"blank": blank}))
    for number, each in enumerate(of.value):
        yield from _parts(known, each, f"{of.pointer}/{number}", of.bearer)


def _blank(known: Known, inner: Any, of: _Member) -> Any:
    """A part with as little in it as it may have; None where there is more than one kind of it."""
    if not (isinstance(inner, type) and issubclass(inner, msgspec.Struct)):
        return None
    made: Json = {}
    for field in members(inner):
        if field.required:
            name = field.encode_name
            seen = known.values.get(f"{of.place}/*/{name}") or _empty(known, field.type, name, of.bearer)
            made[name] = seen[0]
    return made


def _empty(known: Known, kind: Any, name: str, bearer: str) -> list[Any]:
    kind, _ = _without_none(kind)
    if kind is str:
        near = [each for place, found in known.values.items() if place.endswith(f"/{name}") for each in found]
        return near or list(_offered(known, name, bearer)) or [bearer]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [0] if kind == Number or _bounds(kind) else [()]


def _plain(known: Known, of: _Member, kind: Any, optional: bool) -> Iterator[Json]:
    bounds = _bounds(kind)
    if kind is bool:
        yield _field(known, of, "switch")
    elif bounds is not None:
        low, high = bounds
        inch = of.name in ("length", "along", "height", "floor")
        yield _field(known, of, "number", min=low, max=high, inch=inch, optional=optional)
    elif get_origin(kind) is Literal:
        yield _choice(known, of, "choice", get_args(kind))
    elif kind is str and of.name in ("note", "name", "salt"):
        yield _field(known, of, "text")
    elif kind is str:
        yield _choice(known, of, "choice", ("",) if optional or not of.value else ())


def _choice(known: Known, of: _Member, kind: str, first: Sequence[Any]) -> Json:
    place = of.place + ("/*" if kind == "many" else "")
    mine = of.value or () if kind == "many" else (of.value,)
    found = dict.fromkeys([*first, *mine, *known.values.get(place, ()), *_beside(known, of)])
    choices = [{"v": each, "n": _name(known, of, each)} for each in found if each != "" or kind == "choice"]
    return _field(known, of, kind, choices=choices)


def _beside(known: Known, of: _Member) -> Iterator[str]:
    """What may stand at a place besides what proposals have there."""
    yield from _offered(known, of.name, of.bearer)
    mine = of.value if isinstance(of.value, tuple) else (of.value,)
    if any(each in known.option.targets for each in mine):
        yield from known.option.targets


def _offered(known: Known, name: str, bearer: str) -> Iterator[str]:
    """The weapons and abilities of whoever uses them, the kinds of rolls that an ability changes."""
    model = known.state.models.get(bearer)
    if name == "roll":
        yield from known.cast.telling.rolls
    elif name == "weapon" and model is not None:
        yield from (each.id for each in model.sheet.weapons)
    elif name == "ability" and model is not None:
        yield from sorted(ability_names(model.sheet))


def _name(known: Known, of: _Member, value: Any) -> str:
    cast = known.cast
    if value == "":
        return "–"
    if not isinstance(value, str):
        return str(value)
    if of.name == "weapon":
        return cast.weapon(of.bearer, value)
    if of.name == "roll" and value in cast.telling.rolls:
        return cast.say(cast.telling.rolls[value])
    if of.name == "ability":
        return value
    thing = cast.thing(value)
    return thing if thing != value else cast.value(of.name, value)


def _field(known: Known, of: _Member, kind: str, **more: Any) -> Json:
    told = {key: each for key, each in more.items() if each not in (None, False)}
    return {"p": of.pointer, "label": known.cast.member(known.option.action, of.name), "kind": kind, **told}


# types


def _texts(of: msgspec.Struct) -> Iterator[msgspec.structs.FieldInfo]:
    return (field for field in members(type(of)) if field.type is str)


def _without_none(kind: Any) -> tuple[Any, bool]:
    """The type without `None`, and whether it had it."""
    if get_origin(kind) in (Union, UnionType):
        parts = [each for each in get_args(kind) if each is not NoneType]
        if len(parts) < len(get_args(kind)):
            return (parts[0] if len(parts) == 1 else Union[tuple(parts)]), True  # noqa: UP007
    return kind, False


def _of_many(kind: Any) -> tuple[Any, bool]:
    """What a tuple of any length holds, and whether the type is one."""
    held = get_args(kind)
    if get_origin(kind) is tuple and len(held) == 2 and held[1] is Ellipsis:
        return held[0], True
    return kind, False


def _is_struct(kind: Any) -> bool:
    if get_origin(kind) in (Union, UnionType):
        return all(map(_is_struct, get_args(kind)))
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _bounds(kind: Any) -> tuple[int, int] | None:
    """The least and the greatest value of a whole number; None for other types."""
    if kind is int:
        return 0, LIMIT
    if get_origin(kind) is Annotated and get_args(kind)[0] is int:
        metas = [each for each in get_args(kind)[1:] if isinstance(each, msgspec.Meta)]
        low = next((each.ge for each in metas if each.ge is not None), -LIMIT)
        return int(low), int(next((each.le for each in metas if each.le is not None), LIMIT))
    return None
