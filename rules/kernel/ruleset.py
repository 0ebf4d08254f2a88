"""A ruleset as a value: its id, version, actions, rules and the functions that drive its phases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, TypeVar, Union

import msgspec
from msgspec.structs import replace

from rules.kernel import log, marks
from rules.kernel.book import Book, BookRule
from rules.kernel.dice import Seeded
from rules.kernel.effects import Removed, Rolled, WoundsSet
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.events import Declaration, Event, EventLine, Reroll
from rules.kernel.lengths import INCH
from rules.kernel.marks import MarkKind
from rules.kernel.palette import NOTHING, Palette
from rules.kernel.part import Act, Context, Decline, Option, Part, Settle, brought
from rules.kernel.position import wound_problems
from rules.kernel.query import NoQuery, QueryKind
from rules.kernel.rule import Clause, Handler, Rule
from rules.kernel.setting import Setting, Value
from rules.kernel.sheet import Roster, Sheet
from rules.kernel.spelling import meant
from rules.kernel.state import Model, State, Table
from rules.kernel.telling import Sentence, Telling

if TYPE_CHECKING:
    from rules.kernel.refusals import Refusals

T = TypeVar("T")


def _no_file(data: bytes, name: str) -> Roster:
    raise Malformed("$.gameSystemName", "this game has no roster files")


class Below(msgspec.Struct, frozen=True):
    """Lines by hand below a list that leaves something open: whether a file can have them, and an example of one."""

    able: Callable[[bytes], bool]
    example: str


class Rosters(msgspec.Struct, frozen=True):
    """How a game system reads and judges rosters. One without a `load` is of a game that nobody brings a roster to.

    `load(data, name)` reads a file (Malformed), `problems(roster, limit)` lists breaches of a format's limits,
    `pick(roster, limit)` chooses a legal team's model ids (IllegalAction), `team(roster, ids)` is that team,
    `speciality(sheet)` names what sets a model apart on a list, such as its specialism. `limits` are the usual points
    limits, the most common first; `limit` is the option of a game that sets one. `agreed(roster, options)` writes on
    its sheets what a format says about them (Malformed); `allowing` is the option that says it, as text, if there is
    one: the specialities that datasheets allow. It is also the rule of problems with them, whose facts have the `kind`
    of model and the `specialism`. `allowable` are the specialities that such a text may name. `below` says which files
    can be completed by lines at their end.
    """

    load: Callable[[bytes, str], Roster] = _no_file
    problems: Callable[[Roster, int], Sequence[Any]] = lambda roster, limit: ()
    pick: Callable[[Roster, int], tuple[str, ...]] = lambda roster, limit: ()
    team: Callable[[Roster, Sequence[str]], Roster] = lambda roster, ids: roster
    speciality: Callable[[Sheet], str] = lambda sheet: ""
    limits: tuple[int, ...] = (0,)
    limit: str = ""
    agreed: Callable[[Roster, Mapping[str, int | str | bool]], Roster] = lambda roster, options: roster
    allowing: str = ""
    allowable: tuple[str, ...] = ()
    below: Below | None = None

    @property
    def wanted(self) -> bool:
        """Whether there are rosters in this game at all."""
        return self.load is not _no_file


class Reading(msgspec.Struct, frozen=True):
    """What readers of events have to know about a system's clauses.

    `printed` names the characteristic for rolls whose needed value is printed on a sheet. Under `ties` equal totals are
    rolled again with the same dice until they differ. `lengths` are questions whose value is in hundredths of an inch.
    `scored` are the reasons for an outcome in which the higher score wins, so that an adjusted score can turn the
    result. `per_point` is the number of score units in a point: 2 where half points are counted. `tallies` are what the
    score is made of, by name and side, in score units, where the system knows it.
    """

    printed: Mapping[str, str] = msgspec.field(default_factory=dict)
    ties: frozenset[str] = frozenset()
    lengths: frozenset[str] = frozenset()
    scored: frozenset[str] = frozenset()
    per_point: Callable[[State], int] = lambda state: 1
    tallies: Callable[[State], Mapping[str, Mapping[str, int]]] = lambda state: {}


def _nothing(*_: Any) -> tuple[()]:
    return ()


def _nobody(state: State) -> dict[str, int]:
    return dict.fromkeys(state.sides, 0)


def _empty_table(seed: int) -> Table:
    return Table(INCH, INCH, mapped=False)


def _no_price(ctx: Context, rolled: Rolled, request: Reroll) -> tuple[int, ...]:
    raise IllegalAction(log.LOG["re-roll"], "this game has no paid re-rolls")


def _lose(ctx: Context, model: Model, wounds: int, rule: str) -> None:
    left = max(0, model.wounds - wounds)
    ctx.emit(WoundsSet(rule=rule, model=model.id, was=model.wounds, to=left))
    if not left:
        _fall(ctx, model, rule)


def _fall(ctx: Context, model: Model, rule: str) -> None:
    ctx.emit(Removed(rule=rule, model=model.id))


def _unpaid(ctx: Context, request: Reroll) -> None:
    """Nothing costs anything."""


def _never(ctx: Context, rolled: Rolled) -> bool:
    return False


def settled(ctx: Context) -> None:
    """Run the automatic course, as the parts define it for each phase, until a side has to declare something."""
    state = ctx.state
    while state.over is None and state.pending is None:
        step = ctx.ruleset.settles.get(state.phase)
        if step is None or not step(ctx):
            return


class Ruleset(msgspec.Struct, frozen=True, dict=True):
    """One game system in one version: its parts, `common.PART` first. Frozen: an erratum makes a new value.

    Fields for features a system lacks are left out. `sides` are the ids of the sides of a game; `listed` are the rules
    that code names; `books` hold the words of some of them, and rules that code never names. `settle` runs after every
    step; `score` is each side's current score, where the score decides the game; `player` makes an autoplayer from its
    dice (see `rules.autoplay.player_of`); `table` makes a table from a seed, `palette` is what players draw one of;
    `checks` lists what is wrong with a starting position (of a whole game or of one joined in the middle) in the eyes
    of this system alone; `settings` are the options that players may agree on before a game: any other is refused.
    `reroll` gives the indices of the dice that a side asks to roll again for a price, or refuses; `price` takes the
    price, or refuses; `may_reroll` says whether the side that made a roll could pay for that now. `lose` and `fall`
    are what follows when players declare that a model loses so many wounds, or goes out of action, under a clause:
    whatever any other loss comes to.
    `least_wounds` are the fewest that a model in action has.
    """

    id: str
    version: str
    name: str
    parts: tuple[Part, ...]
    sides: tuple[str, ...] = ("a", "b")
    listed: tuple[Rule, ...] = ()
    settle: Callable[[Context], None] = settled
    score: Callable[[State], dict[str, int]] = _nobody
    rosters: Rosters = Rosters()
    checks: Callable[[State], Iterable[str]] = _nothing
    settings: tuple[Setting, ...] = ()
    table: Callable[[int], Table] = _empty_table
    palette: Palette = NOTHING
    player: Callable[[Seeded], Any] | None = None
    reroll: Callable[[Context, Rolled, Reroll], tuple[int, ...]] = _no_price
    price: Callable[[Context, Reroll], None] = _unpaid
    may_reroll: Callable[[Context, Rolled], bool] = _never
    reading: Reading = Reading()
    books: tuple[Book, ...] = ()
    lose: Callable[[Context, Model, int, str], None] = _lose
    fall: Callable[[Context, Model, str], None] = _fall
    least_wounds: int = 1

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """Every kind of action, in the order in which offers are listed.

        Raises:
            ValueError: two acts are of one kind, and the later is not marked `instead`.
        """
        found: dict[type, Act] = {}
        for act in (act for part in self.parts for act in part.acts):
            before = found.get(act.kind)
            if before is not None and not act.instead:
                raise ValueError(f"{act.kind.__name__} is declared twice in {self.id}")
            found[act.kind] = act if before is None else act.in_place_of(before)
        for kind, propose in (each for part in self.parts for each in part.proposes.items()):
            found[kind] = replace(found[kind], leads=(*found[kind].leads, propose))
        return tuple(found.values())

    @cached_property
    def _by_tag(self) -> dict[str, Act]:
        return {act.tag: act for act in self.acts}

    def act(self, tag: str) -> Act:
        """The act of a tag. Raises: KeyError when there is none."""
        return self._by_tag[tag]

    @cached_property
    def told(self) -> dict[str, Sentence]:
        """The acts' sentences by tag, as far as they have one."""
        return {act.tag: act.told for act in self.acts if act.told is not None}

    @cached_property
    def telling(self) -> Telling:
        """The words for its marks, questions, notes and phases; later parts override earlier ones."""
        return reduce(or_, (part.telling for part in self.parts))

    @cached_property
    def handlers(self) -> dict[type, Callable[[Context, Any], None]]:
        """What decides each kind of action."""
        return {act.kind: act.declare for act in self.acts}

    @cached_property
    def settles(self) -> dict[str, Settle]:
        """The automatic course of each phase; later parts override earlier ones."""
        return {phase: settle for part in self.parts for phase, settle in part.settles.items()}

    @cached_property
    def declines(self) -> dict[str, Decline]:
        """The handlers of declined questions, by clause."""
        return {clause: decline for part in self.parts for clause, decline in part.declines.items()}

    def brought(self, kind: type[T]) -> tuple[T, ...]:
        """What the parts bring of a type that the game system defines, in their order."""
        if kind not in self._brought:
            self._brought[kind] = brought(self.parts, kind)
        return self._brought[kind]

    @cached_property
    def defaults(self) -> dict[str, Value]:
        """The options that players may agree on before a game, with the values they have otherwise."""
        return {setting.key: setting.default for setting in self.settings}

    @cached_property
    def marks(self) -> dict[str, tuple[MarkKind, ...]]:
        """The marks that its parts describe, by key."""
        found: dict[str, list[MarkKind]] = {}
        for kind in (*marks.MARKS, *(kind for part in self.parts for kind in part.described)):
            found.setdefault(kind.key, []).append(kind)
        return {key: tuple(found[key]) for key in sorted(found)}

    def prepare(self) -> None:
        """Make at once what is otherwise made when it is first asked for: for a server that has to answer promptly.

        Raises:
            ValueError: as `clauses`.
        """
        for name, made in vars(type(self)).items():
            if isinstance(made, cached_property):
                getattr(self, name)

    def problems(self, state: State) -> Iterator[str]:
        """Everything for which no game can begin with a position: nothing is decided or asked from such a one."""
        known = self.defaults
        yield from (f"there is no option {key!r}{meant(key, known)}" for key in state.options if key not in known)
        yield from wound_problems(state, self.least_wounds)
        yield from self.checks(state)
        yield from marks.problems(state, self.marks)
        yield from marks.question_problems(state, (kind for part in self.parts for kind in part.asks))

    @cached_property
    def queries(self) -> dict[str, QueryKind]:
        """What can be asked of a position, by its name; later parts override earlier ones."""
        return {query.name: query for part in self.parts for query in part.queries}

    @cached_property
    def query(self) -> Any:
        """The union of all kinds of query."""
        return Union[tuple(query.kind for query in self.queries.values())] if self.queries else NoQuery  # noqa: UP007

    @cached_property
    def _brought(self) -> dict[type, tuple[Any, ...]]:
        return {}

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule that code names, the record's own rules first."""
        return (*log.RULES, *self.listed)

    @cached_property
    def action(self) -> Any:
        """The union of all kinds of action."""
        return Union[tuple(act.kind for act in self.acts)]  # noqa: UP007

    def options(self, ctx: Context) -> Iterator[Option]:
        """Every declaration open to a side now."""
        if ctx.state.over is not None:
            return
        for act in self.acts:
            if act.offers is not None and act.open(ctx.state):
                yield from act.offers(ctx)

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

    def clause(self, key: str) -> Clause | None:
        """One clause by its full id; None if there is none. Reads only the chapter that has it, unless all are read.

        Raises:
            BadBook: that chapter has faults.
        """
        if "clauses" in vars(self):
            found = self.clauses.get(key)
            return found[1] if found else None
        for rule in self.rules:
            if not isinstance(rule, BookRule) and f"{key}.".startswith(f"{rule.id}."):
                for own, clause in rule.clauses.items():
                    if rule[own] == key:
                        return clause
        return next(filter(None, (book.clause(key) for book in self.books)), None)

    @cached_property
    def refusals(self) -> Refusals:
        """The sentences of refusals in Russian (`rules.kernel.refusals`). Reads their files."""
        # Imported here: deciding and verifying need none of it.
        from rules.kernel import refusals

        phases = {key: phrase.ru for key, phrase in self.telling.phases.items()}
        acts = {key: phrase.ru for key, phrase in self.telling.acts.items()}
        words = {"phase": phases, "now": phases, "step": phases, "tag": acts}
        return refusals.of((book.package for book in self.books), words)

    @cached_property
    def hooked(self) -> dict[str, tuple[Handler, ...]]:
        """Handlers by hook id, ordered by their rules' ids."""
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
        """Reads this ruleset's events; cached, because making a decoder costs more than using it."""
        return msgspec.json.Decoder(self.event)

    @cached_property
    def line_decoder(self) -> msgspec.json.Decoder[Any]:
        """Reads an event with its hash, as written in a game file."""
        return msgspec.json.Decoder(EventLine[self.action])  # type: ignore[name-defined]

    @cached_property
    def declaration_decoder(self) -> msgspec.json.Decoder[Any]:
        """Reads this ruleset's declarations."""
        return msgspec.json.Decoder(self.declaration)
