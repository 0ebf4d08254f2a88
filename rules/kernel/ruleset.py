"""A ruleset as a value: its id, version, actions, rules and the functions that drive its phases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from rules.kernel.book import Book
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.events import Declaration, Event, Line, Reroll
from rules.kernel.rule import Clause, Handler, Rule
from rules.kernel.sheet import Roster, Sheet
from rules.kernel.state import State, Table

if TYPE_CHECKING:
    from rules.kernel.context import Context


@dataclass(frozen=True)
class Option:
    """A declaration a side may make now, for the recording screen and the autoplayer.

    `action` is the tagged form of the action with what is certain filled in; `model` and `targets` say whom it may
    concern, models or units; `limit` is a length in hundredths of an inch where one applies.
    """

    side: str
    action: str
    model: str = ""
    targets: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    limit: int = 0
    clause: str = ""


@dataclass(frozen=True)
class Rosters:
    """How a game system reads and judges rosters.

    `load(data, name)` reads a file (Malformed), `problems(roster, limit)` lists what is against the limits of a format,
    `pick(roster, limit)` chooses a legal team's model ids (IllegalAction), `team(roster, ids)` is that team,
    `speciality(sheet)` names what sets a model apart on a list, such as its specialism. `limits` are the points limits
    that are usually agreed on, the most usual one first; `limit` is the option of a game under which one is agreed.
    """

    load: Callable[[bytes, str], Roster]
    problems: Callable[[Roster, int], Sequence[Any]]
    pick: Callable[[Roster, int], tuple[str, ...]]
    team: Callable[[Roster, Sequence[str]], Roster]
    speciality: Callable[[Sheet], str]
    limits: tuple[int, ...]
    limit: str


@dataclass(frozen=True)
class Reading:
    """What a reader of events has to know of a system's clauses.

    `printed` names, for rolls whose needed value stands on a sheet, what it is called there. Under `ties` equal totals
    are rolled again with the same dice until they differ. `lengths` are questions whose value is hundredths of an inch.
    `scored` are the reasons of an outcome in which the higher score wins: there an adjusted score turns the result.
    `per_point` is how many of what a game's score counts make a point: 2 where halves of points are counted.
    """

    printed: Mapping[str, str]
    ties: frozenset[str]
    lengths: frozenset[str]
    scored: frozenset[str] = frozenset()
    per_point: Callable[[State], int] = lambda state: 1


@dataclass(frozen=True)
class Ruleset:
    """One game system in one version. Frozen: an erratum is another value.

    `sides` are the ids of the sides of a game; `score` is what each has so far, where the score decides in the end;
    `player` makes an autoplayer from its dice; `table` a table to play on from a seed; `problems` says what keeps a
    position (of a game that begins, or begins in the middle) from being one of this system. `reroll` takes the price of
    making a roll again and gives the indices of the dice that are thrown anew, or refuses; `may_reroll` says whether
    who made a roll could pay for that now.

    `rules` are those that code names; `books` hold the words of some of them, and rules that code never names.
    """

    id: str
    version: str
    name: str
    sides: tuple[str, ...]
    action: Any
    handlers: dict[type, Callable[[Context, Any], None]]
    settle: Callable[[Context], None]
    score: Callable[[State], dict[str, int]]
    options: Callable[[Context], Iterable[Option]]
    rules: tuple[Rule, ...]
    rosters: Rosters
    problems: Callable[[State], Iterable[str]]
    table: Callable[[int], Table]
    player: Callable[[Seeded], Any]
    reroll: Callable[[Context, Rolled, Reroll], tuple[int, ...]]
    may_reroll: Callable[[Context, Rolled], bool]
    reading: Reading
    books: tuple[Book, ...] = ()

    @cached_property
    def catalogue(self) -> tuple[Rule, ...]:
        """Every rule, sorted by id. Reads the books.

        Raises:
            ValueError: an id stands twice, or a book cannot be read (BadBook).
        """
        found: dict[str, Rule] = {}
        for rule in (*self.rules, *(rule for book in self.books for rule in book.rules)):
            if found.setdefault(rule.id, rule) is not rule:
                raise ValueError(f"rule {rule.id} stands twice")
        return tuple(found[key] for key in sorted(found))

    @cached_property
    def clauses(self) -> dict[str, tuple[Rule, Clause]]:
        """Every clause by its full id, sorted. Reads the books.

        Raises:
            ValueError: an id stands twice, or a book cannot be read (BadBook).
        """
        found: dict[str, tuple[Rule, Clause]] = {}
        for rule in self.catalogue:
            for key, clause in rule.clauses.items():
                if rule[key] in found:
                    raise ValueError(f"clause {rule[key]} stands twice")
                found[rule[key]] = (rule, clause)
        return dict(sorted(found.items()))

    @cached_property
    def hooked(self) -> dict[str, tuple[Handler, ...]]:
        """Handlers by hook id, in the order of their rules' ids."""
        found: dict[str, list[Handler]] = {}
        for rule in self.rules:
            for handler in rule.handlers:
                found.setdefault(handler.hook.id, []).append(handler)
        return {hook: tuple(handlers) for hook, handlers in found.items()}

    @cached_property
    def event(self) -> Any:
        """The type of this ruleset's events."""
        return Event[self.action]  # type: ignore[name-defined]

    @cached_property
    def declaration(self) -> Any:
        """The type of this ruleset's declarations."""
        return Declaration[self.action]  # type: ignore[name-defined]

    @cached_property
    def event_decoder(self) -> msgspec.json.Decoder[Any]:
        """Reads this ruleset's events; kept, because making one costs more than using it."""
        return msgspec.json.Decoder(self.event)

    @cached_property
    def line_decoder(self) -> msgspec.json.Decoder[Any]:
        """Reads an event with its hash, as it stands in a game file."""
        return msgspec.json.Decoder(Line[self.action])  # type: ignore[name-defined]

    @cached_property
    def declaration_decoder(self) -> msgspec.json.Decoder[Any]:
        """Reads this ruleset's declarations."""
        return msgspec.json.Decoder(self.declaration)
