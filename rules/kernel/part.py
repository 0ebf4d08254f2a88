"""A piece of a ruleset: one chapter's contribution, exported by its module as `PART`.

A ruleset is its parts. An act is defined in one place: its type, what declaring it does, when and to whom it is open,
and how it is told. The same `Condition`s, stated once, refuse an act and keep it from being offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from rules.kernel.dice import Seeded
from rules.kernel.discovery import modules_in
from rules.kernel.events import Action, Severity
from rules.kernel.marks import MarkKind, QuestionKind
from rules.kernel.query import QueryKind
from rules.kernel.state import Decision, Model, State, Unit
from rules.kernel.telling import Sentence, Telling

Context: TypeAlias = Any
"""A `context.Context`. That module knows rulesets, so it is above this one and cannot be imported here."""

T = TypeVar("T")


class Option(msgspec.Struct, frozen=True):
    """A declaration a side may make now, for the recording screen and the autoplayer.

    `action` is the tag of the action; `model` and `targets` are the models or units it may concern. `limit` is a length
    in hundredths of an inch, if one applies: as far as the fastest model may go, whatever it has been given.
    """

    side: str
    action: str
    model: str = ""
    targets: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    limit: int = 0
    clause: str = ""


Declare = Callable[[Context, Any], None]
Offers = Callable[[Context], Iterable[Option]]
Settle = Callable[[Context], bool]
"""Runs the automatic course of a phase. Returns whether anything happened."""
Decline = Callable[[Context, Decision, Any], None]
"""Handles a question that is declined: the question, and the act that declines it."""


class Choice(NamedTuple):
    """An option under consideration, all options of the `same` action, and dice for arbitrary choices.

    `ctx` answers what the rules say of the position to the side of the option; nothing is changed through it. `memory`
    is what the player keeps in mind from one declaration to the next, such as what it wrote down in secret.
    """

    ctx: Context
    option: Option
    same: Sequence[Option]
    dice: Seeded
    memory: dict[str, Any]

    @property
    def state(self) -> State:
        """The position."""
        return self.ctx.state  # type: ignore[no-any-return]

    @property
    def unit(self) -> Unit:
        """The unit the option is for."""
        return self.state.units[self.option.model]

    @property
    def model(self) -> Model:
        """The model the option is for."""
        return self.state.models[self.option.model]

    def of(self, among: Sequence[Any]) -> Any:
        """One of several, drawn at random."""
        return among[self.dice.below(len(among))]


Propose = Callable[[Choice], Iterable[Action]]
"""Complete actions for an option, the most promising first; none if the side does not want the option."""

ANY = "*"
"""Listed in the `answers` of an act that may answer every question."""


class Act(msgspec.Struct, frozen=True):
    """A kind of action: `declare` decides one, `offers` lists those open now.

    Offers are asked for in the `phases` (every phase, if none is named) while no question is pending, and while a
    question of the `answers` is. With `instead` it takes the place of the act of this kind that an earlier part has,
    whose offers, proposals and words stay where it has none.

    `propose` gives whole actions for an option where more is to be chosen than the option says, such as a path; `leads`
    are what other parts propose for it. An act with `aside` is declared beside what the battle waits for, and takes
    nobody's turn: a player thinks of it first. An act that is `last` is what is left where none of the others of the
    same unit or model is meant, as that it does nothing. `towards` is the tag of the act that this one only prepares,
    as a roll does: whoever draws a unit to a place means both. `told` is the title of its steps; without one they are
    told by its tag.
    """

    kind: type[Action]
    declare: Declare
    offers: Offers | None = None
    phases: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    instead: bool = False
    propose: Propose | None = None
    leads: tuple[Propose, ...] = ()
    aside: bool = False
    last: bool = False
    towards: str = ""
    told: Sentence | None = None

    @property
    def tag(self) -> str:
        """The word for the action in records."""
        return str(self.kind.__struct_config__.tag)

    def proposals(self, choice: Choice) -> Iterable[Action]:
        """Complete actions for an option of this act."""
        return chain(self.ahead(choice), self.usual(choice))

    def ahead(self, choice: Choice) -> Iterator[Action]:
        """What other parts propose for an option, to be tried first."""
        return chain.from_iterable(propose(choice) for propose in self.leads)

    def usual(self, choice: Choice) -> Iterable[Action]:
        """What the act itself proposes for an option."""
        return self.propose(choice) if self.propose is not None else filled(self.kind, choice.option)

    def in_place_of(self, before: Act) -> Act:
        """This act, with what it leaves open as the act before it has it."""
        base = self if self.offers is not None else before
        propose, told, aside = self.propose or before.propose, self.told or before.told, self.aside or before.aside
        last, towards = self.last or before.last, self.towards or before.towards
        return replace(base, declare=self.declare, propose=propose, told=told, aside=aside, last=last, towards=towards)

    def open(self, state: State) -> bool:
        """Whether there can be offers now."""
        if self.offers is None:
            return False
        if state.pending is not None:
            return state.pending.clause in self.answers or ANY in self.answers
        return state.phase in self.phases if self.phases else not self.answers


@cache
def members(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The members of a type. Working them out evaluates its annotations, which takes longer than most acts."""
    return msgspec.structs.fields(kind)


ACTORS = ("model", "unit", "fighter")
"""Members of actions that name who acts."""


def actor(action: Action) -> str:
    """Who acts, as the action names him: a model or a unit. Empty where a side acts."""
    named = (getattr(action, member, "") for member in ACTORS)
    return next((each for each in named if isinstance(each, str) and each), "")


def filled(kind: type[Action], option: Option) -> Iterator[Action]:
    """The actions of a kind that an option stands for: one for each target, where one thing more has to be named.

    Nothing where more would have to be said.
    """
    fields = {each.encode_name: each for each in members(kind)}
    given: dict[str, Any] = {"model": option.model, "unit": option.model, "targets": option.targets}
    known: Mapping[str, Any] = {name: value for name, value in given.items() if name in fields and value}
    open_ = {name: each for name, each in fields.items() if name not in known and (each.required or name == "target")}
    if not open_:
        yield kind(**known)
    elif len(open_) == 1 and all(each.type is str for each in open_.values()):
        yield from (kind(**known, **dict.fromkeys(open_, target)) for target in option.targets)


def drawn(choice: Choice) -> Iterator[Action]:
    """One of the actions that an option stands for, if any is as good as another."""
    found = tuple(filled(choice.ctx.ruleset.act(choice.option.action).kind, choice.option))
    if found:
        yield choice.of(found)


class SecretSubject(NamedTuple):
    """What a side may write down in secret: the subject it commits to, what it is about, how the value is written."""

    subject: str
    text: str
    value: str


class Part(msgspec.Struct, frozen=True):
    """What a chapter adds: acts, what its phases do by themselves, and what letting its questions go comes to.

    `settles` are by phase, `declines` by the clause of the question. `proposes` are further ways of filling in acts,
    also those of other parts: they are tried before the act's own. `brings` are values of kinds that the game system
    itself defines, such as its tests; its code finds them with `Ruleset.brought`. `telling` is what is said of its
    marks, questions and notes. `marks` describes the marks it puts on models, units, sides and the table; a value that
    it brings describes its own as its attribute `marks`. `queries` are what can be asked of a position, `secrets` what
    a side writes down for its rules. `asks` says what its questions have to hold for their answers.
    """

    acts: tuple[Act, ...] = ()
    settles: Mapping[str, Settle] = msgspec.field(default_factory=dict)
    declines: Mapping[str, Decline] = msgspec.field(default_factory=dict)
    proposes: Mapping[type[Action], Propose] = msgspec.field(default_factory=dict)
    brings: tuple[Any, ...] = ()
    telling: Telling = msgspec.field(default_factory=Telling)
    marks: tuple[MarkKind, ...] = ()
    queries: tuple[QueryKind, ...] = ()
    secrets: tuple[SecretSubject, ...] = ()
    asks: tuple[QuestionKind, ...] = ()

    @property
    def described(self) -> Iterator[MarkKind]:
        """The marks that the part or a value it brings describes."""
        yield from self.marks
        for value in self.brings:
            yield from getattr(value, "marks", ())


def parts_in(package: ModuleType) -> tuple[Part, ...]:
    """The parts that the modules of a package export, in the order of the modules' names."""
    exported = (getattr(module, "PART", None) for module in modules_in(package))
    return tuple(part for part in exported if part is not None)


def brought(parts: Iterable[Part], kind: type[T]) -> tuple[T, ...]:
    """What parts bring of a type that the game system defines, in their order."""
    return tuple(value for part in parts for value in part.brings if isinstance(value, kind))


class Condition(NamedTuple):
    """A requirement for a declaration: a test, and the refusal if it fails.

    `refusal` has placeholders for the facts passed to `demand`. `general` is as in `Context.require`.
    """

    clause: str
    refusal: str
    holds: Callable[..., object]
    severity: Severity = "illegal"
    general: bool = False


def fulfilled(conditions: Iterable[Condition], *about: Any) -> bool:
    """Whether all conditions hold."""
    return all(condition.holds(*about) for condition in conditions)


def demand(ctx: Context, conditions: Iterable[Condition], *about: Any, **facts: Any) -> bool:
    """Refuse by the first condition that fails; a lenient context notes every failure and goes on.

    A fact that takes some measuring can be a function: it is called only for a refusal that tells it.

    Raises:
        IllegalAction: with the condition's clause.
    """
    return refuse(ctx, against(conditions, *about, **facts))


class Objection(NamedTuple):
    """A reason against an act, with its refusal: for what a `Condition` cannot say in a line.

    A function yields the objections to an act in order of precedence: the act is offered if there are none (`nothing`),
    and otherwise refused by them (`refuse`).
    """

    clause: str
    refusal: str
    facts: Mapping[str, Any]
    severity: Severity = "illegal"
    general: bool = False

    @property
    def told(self) -> dict[str, Any]:
        """The facts that the sentence has places for, measured now."""
        said = {name: fact for name, fact in self.facts.items() if f"{{{name}" in self.refusal}
        return {name: fact() if callable(fact) else fact for name, fact in said.items()}


def against(conditions: Iterable[Condition], *about: Any, **facts: Any) -> Iterator[Objection]:
    """The objections of the conditions that fail."""
    for each in conditions:
        if not each.holds(*about):
            yield Objection(each.clause, each.refusal, facts, each.severity, each.general)


Objections = Iterable["Objection | tuple[str, str]"]
"""An objection; or a clause and a complete sentence, if there are no facts to fill in."""


def objection(clause: str, refusal: str, **facts: Any) -> Objection:
    """An objection, with the facts that fill its sentence."""
    return Objection(clause, refusal, facts)


def unread(clause: str, of: msgspec.Struct, fields: Iterable[str], because: str, path: str = "") -> Objections:
    """Objections to fields that are filled in where no rule reads them, each by its name.

    `path` leads from the action to the struct that has the fields, with a dot at its end. `because` says why they are
    not read, as the end of a sentence.
    """
    for each in members(type(of)):
        if each.name in fields and getattr(of, each.name) != _default(each):
            text = "{field} means nothing here: {because}"
            yield objection(clause, text, field=f"{path}{each.encode_name}", because=because)


def _default(of: Any) -> Any:
    """What a field of a struct holds where nothing is filled in."""
    return of.default if of.default is not msgspec.NODEFAULT else of.default_factory()


def nothing(objections: Objections) -> bool:
    """Whether there is no objection."""
    return next(iter(objections), None) is None


def refuse(ctx: Context, objections: Objections) -> bool:
    """Refuse by the first objection; a lenient context notes every one and goes on. Returns whether there was none.

    Raises:
        IllegalAction: with the objection's clause.
    """
    met = True
    for each in objections:
        one = each if isinstance(each, Objection) else Objection(each[0], "{text}", {"text": each[1]})
        met = ctx.require(False, one.clause, one.refusal, severity=one.severity, general=one.general, **one.told)
    return met
