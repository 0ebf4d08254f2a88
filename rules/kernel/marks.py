"""What marks mean: who bears one, how long it lasts and which value it takes, described by the part that writes it.

A position may bear only marks that a part of its ruleset describes. A mark that no rule reads would otherwise change
nothing without anybody noticing, and a value of another type would stop a rule in the middle of a declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from rules.kernel.log import LOG
from rules.kernel.spelling import meant
from rules.kernel.state import LIMIT, Lasting, Mark, Marks, Model, Side, State, Unit

Bearer: TypeAlias = Literal["model", "unit", "side", "table"]
BEARERS: tuple[Bearer, ...] = get_args(Bearer)
LASTING: tuple[Lasting, ...] = get_args(Lasting)


class Takes(msgspec.Struct, frozen=True):
    """The values a mark takes: in words, as a JSON Schema, and the test of one in a position."""

    text: str
    schema: Mapping[str, Any]
    fits: Callable[[State, Mark], bool]


def number(least: int, most: int, text: str = "a number") -> Takes:
    """Whole numbers within bounds, both included."""
    shape = {"type": "integer", "minimum": least, "maximum": most}
    return Takes(
        f"{text} from {least} to {most}", shape, lambda state, value: isinstance(value, int) and least <= value <= most
    )


def one_of(*words: str) -> Takes:
    """One of a few words."""
    return Takes(f"one of {', '.join(words)}", {"enum": list(words)}, lambda state, value: value in words)


def each(one: Takes, text: str) -> Takes:
    """A list of such values."""
    return Takes(
        text,
        {"type": "array", "items": one.schema},
        lambda state, value: isinstance(value, tuple) and all(one.fits(state, entry) for entry in value),
    )


def some(one: Takes, text: str) -> Takes:
    """A list of such values that is not empty."""
    every = each(one, text)
    return Takes(text, {**every.schema, "minItems": 1}, lambda state, value: bool(value) and every.fits(state, value))


def either(*several: Takes) -> Takes:
    """A value that may be of several types."""
    return Takes(
        " or ".join(one.text for one in several),
        {"anyOf": [one.schema for one in several]},
        lambda state, value: any(one.fits(state, value) for one in several),
    )


def _id(what: str, known: Callable[[State], Iterable[str]]) -> Takes:
    shape = {"type": "string", "description": f"the id of a {what}"}
    return Takes(
        f"the id of a {what}", shape, lambda state, value: isinstance(value, str) and value in set(known(state))
    )


def _pieces(state: State) -> Iterator[str]:
    return (piece.id for piece in state.table.terrain)


FLAG = Takes("1", {"const": 1}, lambda state, value: value == 1)
"""The mark is there or it is not."""
COUNT = number(0, 1000)
LENGTH = number(0, LIMIT, "a length in hundredths of an inch,")
TURN = number(0, 1000, "the number of a player turn, counted from 1 through both sides' turns,")
TEXT = Takes("a text", {"type": "string"}, lambda state, value: isinstance(value, str))
MODEL = _id("model", lambda state: state.models)
UNIT = _id("unit", lambda state: state.units)
SIDE = _id("side", lambda state: state.sides)
PIECE = _id("piece of terrain", _pieces)
ZONE = _id("zone", lambda state: (zone.id for zone in state.table.zones))
TEXTS = each(TEXT, "a list of texts")
MODELS = each(MODEL, "a list of ids of models")
UNITS = each(UNIT, "a list of ids of units")
PIECES = each(PIECE, "a list of ids of pieces of terrain")
FACES = some(one_of(*"123456"), "a list of faces of a D6")


class MarkKind(msgspec.Struct, frozen=True):
    """A mark: its key, who bears it (`on`), how long it `lasts`, what it means, and the values it takes.

    Marks on the table last for the game. The same key may mean one thing on a side and another on a model: those are
    two kinds.
    """

    key: str
    on: tuple[Bearer, ...]
    lasts: tuple[Lasting, ...]
    text: str
    takes: Takes = FLAG


def on_model(key: str, lasts: Lasting, text: str, takes: Takes = FLAG) -> MarkKind:
    """A mark on a model."""
    return MarkKind(key, ("model",), (lasts,), text, takes)


def on_unit(key: str, lasts: Lasting, text: str, takes: Takes = FLAG) -> MarkKind:
    """A mark on a unit."""
    return MarkKind(key, ("unit",), (lasts,), text, takes)


def on_side(key: str, lasts: Lasting, text: str, takes: Takes = FLAG) -> MarkKind:
    """A mark on a side."""
    return MarkKind(key, ("side",), (lasts,), text, takes)


def on_table(key: str, text: str, takes: Takes = FLAG) -> MarkKind:
    """A mark on the table."""
    return MarkKind(key, ("table",), ("game",), text, takes)


class QuestionKind(msgspec.Struct, frozen=True):
    """What a question of a clause holds for its answer: a unit or model (`named`), targets, members of `about`."""

    clause: str
    targets: int = 0
    named: bool = False
    about: Mapping[str, Takes] = msgspec.field(default_factory=dict)


def question_problems(state: State, kinds: Iterable[QuestionKind]) -> Iterator[str]:
    """What the pending question lacks."""
    asked = state.pending
    for kind in kinds if asked is not None else ():
        if asked is None or kind.clause != asked.clause:
            continue
        if kind.named and not asked.model:
            yield f"{asked.clause} asks about a unit or a model, and names none"
        if len(asked.targets) < kind.targets:
            yield f"{asked.clause} asks about a target, and names none"
        for key, takes in kind.about.items():
            if key not in asked.about or not takes.fits(state, asked.about[key]):
                yield f"{key!r} of the question {asked.clause} is {takes.text}, not {asked.about.get(key)!r}"


BEGUN = on_table(LOG["begin"], "The record has its first event: the table or the position it begins with.")
MARKS = (BEGUN,)
"""The marks of every game system."""

Kinds: TypeAlias = Mapping[str, Sequence[MarkKind]]
"""The kinds of marks of a ruleset, by key."""


class Borne(NamedTuple):
    """The marks of one bearer that last equally long."""

    who: str
    bearer: Bearer
    lasts: Lasting
    marks: Marks


def borne(state: State) -> Iterator[Borne]:
    """Every mark of a position."""
    yield Borne("the table", "table", "game", state.game)
    for side in state.sides.values():
        yield from _of(side, "side")
    for unit in state.units.values():
        yield from _of(unit, "unit")
    for model in state.models.values():
        yield from _of(model, "model")


def _of(holder: Model | Unit | Side, bearer: Bearer) -> Iterator[Borne]:
    return (Borne(holder.id, bearer, lasts, getattr(holder, lasts)) for lasts in LASTING)


def problems(state: State, kinds: Kinds) -> Iterator[str]:
    """Marks that nobody describes, that are borne by the wrong bearer or for too long, and values they do not take."""
    for place in borne(state):
        for key, value in place.marks.items():
            yield from problem(state, kinds, place, key, value)


def problem(state: State, kinds: Kinds, place: Borne, key: str, value: Mark) -> Iterator[str]:
    """What is wrong with one mark, if anything."""
    known = kinds.get(key, ())
    here = [kind for kind in known if place.bearer in kind.on]
    lasting = [kind for kind in here if place.lasts in kind.lasts]
    if not known:
        yield f"there is no mark {key!r}, which {place.who} bears{meant(key, kinds)}"
    elif not here:
        yield f"mark {key} is borne by a {_or(each.on for each in known)}, not by {_named(place)}"
    elif not lasting:
        yield f"mark {key} of {place.who} lasts for the {_or(each.lasts for each in here)}, not for the {place.lasts}"
    elif not any(kind.takes.fits(state, value) for kind in lasting):
        takes = " or ".join(dict.fromkeys(kind.takes.text for kind in lasting))
        yield f"mark {key} of {place.who} is {takes}, not {value!r}"


def _named(place: Borne) -> str:
    return place.who if place.bearer == "table" else f"the {place.bearer} {place.who}"


def _or(groups: Iterable[Iterable[str]]) -> str:
    return " or ".join(dict.fromkeys(word for group in groups for word in group))
