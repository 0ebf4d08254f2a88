"""No field of an act is passed over: what the rules do not read in a case, they refuse there by its name.

Shown of the declarations of golden games. Each field that one of them leaves open is filled in with plausible values,
one at a time; with at least one of them the step has to come to something else, or it is refused.
"""

from __future__ import annotations

import types
import typing
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import Any, NamedTuple

import msgspec
import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.errors import IllegalAction, RulesError
from rules.kernel.events import Administrative, Event
from rules.kernel.part import Objection, refuse, unread
from rules.kernel.state import State
from tests.kernel.games import tag_of
from tests.kernel.systems import games, positions, ruleset
from tests.playthroughs import SYSTEMS

REMARKS = {("fact", "note"), ("tactic", "note")}
"""What the players write for readers of the record: rules never read it."""
ELSEWHERE = {("place-markers", "facts")}
"""What is so seldom declared that no golden game shows it read: see `tests/rules/wh40k/special/test_barrage.py`."""
BY_CHANCE = {
    # nobody is left to shoot on, or the target of a further volley is gone
    ("shoot", "more"), ("shoot", "volleys[].split"),
    # where a marker lies in the end, and so whose cover is asked for, dice say
    ("shoot", "facts"),
    # a model that leaves the table or has a mishap points nowhere in the end
    ("arrive", "places[].facing"), ("fall-back", "moves[].facing"),
    # a vehicle may be slower than its declared speed allows
    ("arrive", "fast"),
    # a declaration that stops at a question shows nothing of where a marker lies before the answer
    ("shoot", "fire[].centre"),
    # infiltrators are only asked who sees them where enemies are near
    ("deploy", "facts"),
    # a fighter that falls, or has to go back where it came from, looks nowhere in the end
    ("move-on", "facing"), ("choose-target", "facing"),
}  # fmt: skip
"""What is read or not as the dice fall; somewhere it is read."""
CASES = 30
"""How many cases of each field of an act are tried in a system."""
VALUES = 12


class Case(NamedTuple):
    """A position and the event declared there."""

    state: State
    event: Event[Any]

    def ids(self) -> Iterator[str]:
        """Models and units of both sides, pieces of terrain, and those that the declaration is about."""
        for group in (self.state.models, self.state.units):
            for side in self.state.sides:
                own = [key for key, each in group.items() if each.side == side and not getattr(each, "out", False)]
                yield from {own[0]: None, own[-1]: None} if own else ()
        yield from [piece.id for piece in self.state.table.terrain[:2]]
        for named in ("unit", "target"):
            yield from [m.id for m in self.state.members(getattr(self.event.action, named, ""))][:2]

    def place(self) -> tuple[int, int, int]:
        """Where some enemy stands."""
        foes = (m.at for m in self.state.models.values() if m.side != self.event.by and m.at and not m.out)
        return next(foes, (500, 500, 0))


def values(kind: Any, case: Case) -> list[Any]:
    """Plausible values of a type."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return values(args[0], case)
    if kind is bool:
        return [True, False]
    if kind is int:
        return [1, 2, 3, 300]
    if kind is str:
        return list(dict.fromkeys(case.ids()))
    if origin in (typing.Union, types.UnionType):
        return [value for each in args if each is not type(None) for value in values(each, case)]
    if origin is tuple and args[1:] == (Ellipsis,):
        return [(value,) for value in values(args[0], case)]
    if origin is tuple:
        x, y, z = case.place()
        return [(x, y, z)[: len(args)], (x + 7, y, z)[: len(args)]]
    return structs(kind, case) if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else []


def structs(kind: type[msgspec.Struct], case: Case) -> list[Any]:
    """Values of a struct: its required fields filled in, each flag one way and the other."""
    hints, fields = typing.get_type_hints(kind, include_extras=True), msgspec.structs.fields(kind)
    pieces = {piece.id for piece in case.state.table.terrain}
    needed = {
        each.name: [value for value in values(hints[each.name], case) if value not in pieces]
        for each in fields
        if each.required
    }
    step = 1 if len(needed) == 1 else 7
    made = [kind(**dict(zip(needed, each, strict=True))) for each in islice(product(*needed.values()), 0, 400, step)]
    flags = [each.name for each in fields if not each.required and isinstance(each.default, bool)]
    turned = [msgspec.structs.replace(one, **{name: not getattr(one, name)}) for one in made for name in flags]
    return made[:VALUES] + turned[:VALUES]


def filled(of: Any, case: Case) -> Iterator[tuple[str, list[Any]]]:
    """The open fields of a struct and of those it holds, each with the structs in which it is filled in."""
    hints = typing.get_type_hints(type(of), include_extras=True)
    for each in msgspec.structs.fields(type(of)):
        held = getattr(of, each.name)
        if not each.required and held == _default(each):
            other = [value for value in values(hints[each.name], case) if value != held]
            yield each.name, [msgspec.structs.replace(of, **{each.name: value}) for value in other]
        elif isinstance(held, tuple) and held and isinstance(held[0], msgspec.Struct):
            for index, item in enumerate(held):
                for path, made in filled(item, case):
                    whole = [(*held[:index], one, *held[index + 1 :]) for one in made]
                    yield f"{each.name}[].{path}", [msgspec.structs.replace(of, **{each.name: one}) for one in whole]


def _default(of: Any) -> Any:
    return of.default if of.default is not msgspec.NODEFAULT else of.default_factory()


def noticed(of: rules.Ruleset, case: Case, actions: list[Any]) -> bool:
    """Whether with one of these actions the step comes to something else, or is refused."""
    for action in actions:
        declared = msgspec.structs.replace(case.event.declaration(), action=action)
        try:
            if rules.decide(of, case.state, declared, draw=Seeded(b"x").throw).effects != case.event.effects:
                return True
        except RulesError:
            return True
    return False


def cases(key: str) -> Iterator[Case]:
    """Every act of the battles of a system's golden games, in its position."""
    for file in games(key, 99):
        for state, event in zip(positions((key, file.header.game)), file.events, strict=False):
            if not isinstance(event.action, Administrative) and tag_of(type(event.action)) not in ("begin", "muster"):
                yield Case(state, event)


@pytest.mark.parametrize("key", SYSTEMS)
def test_no_field_is_passed_over(key: str) -> None:
    of, tried, read = ruleset(key), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for case in cases(key):
        tag = tag_of(type(case.event.action))
        for path, actions in filled(case.event.action, case):
            if actions and tried[tag, path] < CASES:
                tried[tag, path] += 1
                read[tag, path] += noticed(of, case, actions)
    exempt = REMARKS | ELSEWHERE | {field for field in BY_CHANCE if read[field]}
    assert {field: tried[field] - read[field] for field in tried if read[field] < tried[field]}.keys() <= exempt
    assert len(tried) > 15


class Given(msgspec.Struct, frozen=True, rename={"at": "where"}):
    """Something with fields of every kind of default."""

    key: str
    at: tuple[int, ...] = ()
    many: dict[str, int] = {}
    fast: bool = False


def test_a_field_is_refused_by_the_name_it_is_declared_under() -> None:
    assert list(unread("table.fact", Given("x"), ("at", "many", "fast"), "it is not asked")) == []
    (found,) = unread("table.fact", Given("x", at=(1,), fast=True), ("at",), "it is not asked", "fire[0].")
    assert isinstance(found, Objection)
    assert found.facts["field"] == "fire[0].where"
    here = Context(ruleset("kt"), rules.fold(ruleset("kt"), []), "a", ())
    with pytest.raises(IllegalAction, match=r"fire\[0\]\.where means nothing here: it is not asked"):
        refuse(here, [found])
