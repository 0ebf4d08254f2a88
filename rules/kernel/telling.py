"""A game system in words: its acts, marks and questions, in English and Russian.

An act's sentence is part of the act (`part.Act.told`), all other words of a ruleset are in its `Telling`. The caller
supplies the names (`Cast`) and the words that every system shares: tables, dice, wounds. A system without words of its
own is told by the labels of its rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec
from msgspec.structs import fields

from rules.kernel.canonical import tag_of
from rules.kernel.events import Event
from rules.kernel.state import State

Language = Literal["en", "ru"]
_PLACE = re.compile(r"%\((\w+)\)[sd]")
_NUMBER = re.compile(r"\[([^][|]*)\|([^][|]*)\]")
"""A word in the singular and in the plural, after whose subject it goes: `[charges|charge]`."""
_LENGTH = re.compile(r"(?:,[^,%]*| на)? ?%\(length\)s")
"""The length of a move at the end of a sentence, with the words that lead to it."""


def _same_places(*texts: str) -> None:
    """Raises ValueError unless all texts have the same placeholders and no other percent sign."""
    if not any("%" in text for text in texts):
        return
    asked = [_PLACE.findall(text) for text in texts]
    stray = any(text.count("%") != len(places) for text, places in zip(texts, asked, strict=True))
    if stray or any(set(places) != set(asked[0]) for places in asked):
        raise ValueError(f"these texts do not have the same places: {', '.join(map(repr, texts))}")


class Phrase(msgspec.Struct, frozen=True):
    """A text in both languages, with placeholders such as `%(model)s`.

    A phrase can be an act's sentence; its placeholders are then filled as by `filled`. A word that goes after the
    number of its subject has both forms, `[charges|charge]`; the second is taken if `several` is true.

    Raises:
        ValueError: the texts do not have the same places.
    """

    en: str
    ru: str

    def __post_init__(self) -> None:
        _same_places(self.en, self.ru)

    def __call__(self, now: Moment) -> str:
        return filled(self)(now)

    def fill(self, language: Language, about: Mapping[str, Any]) -> str:
        """The text in one language."""
        text = self.ru if language == "ru" else self.en
        return _NUMBER.sub(lambda word: word[2 if about.get("several") else 1], text) % about


class Plural(msgspec.Struct, frozen=True):
    """A text that depends on its placeholder `count`: in English for 1 and others, in Russian for 1, for 2 and for 5.

    Raises:
        ValueError: the texts do not have the same places.
    """

    en: tuple[str, str]
    ru: tuple[str, str, str]

    def __post_init__(self) -> None:
        _same_places(*self.en, *self.ru)

    def fill(self, language: Language, about: Mapping[str, Any]) -> str:
        """The text in one language, in the form for `about["count"]`."""
        count: int = about["count"]
        form = self.ru[russian_form(count)] if language == "ru" else self.en[count != 1]
        return form % about


def printed(*tables: Mapping[str, str]) -> dict[str, Phrase]:
    """The words for keywords from the tables by which lists are read: `"Cavalry": "Cavalry | Кавалерия"`.

    The first name in Cyrillic is the Russian one.
    """
    return {
        key: Phrase(key, next(name.strip() for name in names.split("|") if not name.isascii()))
        for table in tables
        for key, names in table.items()
    }


def russian_form(count: int) -> int:
    """0 for 1, 21, 31 ...; 1 for 2 to 4, 22 to 24 ...; 2 for all others, 11 to 14 among them."""
    tens, ones = divmod(abs(count) % 100, 10)
    if tens == 1 or not 1 <= ones <= 4:
        return 2
    return 0 if ones == 1 else 1


class Cast(Protocol):
    """The names in a game, in the reader's language, for its sentences."""

    @property
    def language(self) -> Language:
        """The language of the names."""

    def say(self, phrase: Phrase | Plural, **about: Any) -> str:
        """A phrase in the reader's language."""

    def model(self, key: str) -> str:
        """A model's name, or a unit's."""

    def side(self, key: str) -> str:
        """A side's name."""

    def holder(self, key: str) -> str:
        """The name of a bearer of marks: a model, a unit, a side, or (empty) the table."""

    def zone(self, key: str) -> str:
        """The name of a zone of the table."""

    def several(self, key: str) -> bool:
        """Whether that is a unit which began with more than one model."""

    def weapon(self, model: str, key: str) -> str:
        """The name of a model's weapon."""

    def thing(self, key: str) -> str:
        """The name of a piece of terrain, a unit or a model."""

    def rule(self, clause: str) -> str:
        """The label of a clause or of a rule."""

    def section(self, name: str) -> str:
        """The label of the rule whose id ends with this name."""

    def phase(self, key: str) -> str:
        """The name of a phase."""

    def length(self, hundredths: int) -> str:
        """A length, given in hundredths of an inch."""

    def listed(self, names: Iterable[str]) -> str:
        """Names with commas and a final "and"."""


class Moment(NamedTuple):
    """The material of a step's title: the names, the position before it, and the step."""

    cast: Cast
    state: State
    event: Event[Any]

    @property
    def action(self) -> Any:
        """What was declared."""
        return self.event.action


Sentence = Callable[[Moment], str]
"""The title of a step."""
NoteSentence = Callable[[Cast, Any], str]
"""Words for something the engine noted, from the effect."""
Verdict = Callable[[Any, Sequence[Any]], "bool | None"]
"""Whether a roll succeeded, from it and the effects that come after it; None if that is not decided yet."""


class Badge(msgspec.Struct, frozen=True):
    """How a mark is shown: its name, and a line in a box of 24 by 24 (the `d` of an SVG path), `filled` or not.

    Badges are told apart by shape, not by colour.
    """

    name: Phrase
    outline: str = "M6 12h12"
    filled: bool = False


Stage = Literal["hits", "wounds", "pierces", "saves", "untold"]
"""What the dice of an attack decide one after the other. Dice that are `untold` show in what they do to somebody."""


class Measure(msgspec.Struct, frozen=True):
    """How a fact that the rules measured is told: of a `model` and its `target`, with the `value` that came of it.

    `by` says `what` made it so, where something did. The other two tell it of a whole `unit` at once, with the `count`
    of its models; without them it is told model by model.
    """

    plain: Phrase
    by: Phrase
    of_unit: Phrase | None = None
    of_unit_by: Phrase | None = None


PHASES: Mapping[str, Phrase] = {
    "setup": Phrase("Set-up", "Подготовка"),
    "over": Phrase("End of the game", "Конец игры"),
}
"""The phases in which every game begins and ends."""


class Telling(msgspec.Struct, frozen=True):
    """The words of one game system. `basis | more` are an expansion's: all of both, with `more` taking precedence.

    A key is the id of a clause where nothing else is said.
    """

    marks: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """What a mark says of its `holder`; also available are its value as a `count`, as `pieces` of terrain and as a
    `section` of the rules."""
    unmarks: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """What is said of a `holder` when a mark is removed."""
    counted: Mapping[str, Plural] = msgspec.field(default_factory=dict)
    """Marks of a `holder` that are told with their number."""
    questions: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """Which `side` decides what about which `model`."""
    notes: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """Notes and facts, by the engine's words."""
    valued: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """Notes and facts with a number, by the engine's words: `value` is the number, `length` the same in inches."""
    noted: Mapping[str, NoteSentence] = msgspec.field(default_factory=dict)
    """Notes that hold numbers."""
    measured: Mapping[str, Measure] = msgspec.field(default_factory=dict)
    """Facts of the table, by the word that the engine measures them under. A distance needs no words."""
    rolls: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """Kinds of rolls that players may declare a bonus or a penalty to: an amount "to" these."""
    own_rolls: frozenset[str] = frozenset()
    """Clauses of rolls that are told of the model that makes them alone, and not of whoever made it roll."""
    decided: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """What decided a battle, by the clause that ended or scored it, where its label says something else."""
    came_to: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """Marks on a `model` that the outcome of a step names."""
    stages: Mapping[str, Stage] = msgspec.field(default_factory=dict)
    """What dice of an attack decide, by their clause or by the table that it is a row of."""
    verdicts: Mapping[str, Verdict] = msgspec.field(default_factory=dict)
    """Whether rolls succeeded of which no effect says so in words, by their clause."""
    limits_modified: bool = False
    """Modifiers of a test are in the value that it is compared with, and not added to the roll."""
    distances: frozenset[str] = frozenset()
    """Clauses of rolls for how far somebody goes."""

    badges: Mapping[str, Badge] = msgspec.field(default_factory=dict)
    """By their own names, which `statuses`, `side_statuses` and `terrain_statuses` give to marks."""
    statuses: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Marks on models and units that are drawn."""
    side_statuses: Mapping[str, str] = msgspec.field(default_factory=dict)
    terrain_statuses: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Marks on the table or a side whose value is the id of a piece of terrain, or several; each may be followed by
    what belongs to it: `id=side`, `id=id of another piece` or `id=number`."""
    terrain_kinds: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """What a kind of terrain is, and how it is with it: an open door. Kinds without words are told by height alone."""
    covers: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """Answers to the query of cover that make a target harder to hit or to hurt, as text; any other leaves it open."""
    roles: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Keywords of sheets that are drawn on a model, with their badges; the first that a sheet has is drawn."""
    keywords: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """Keywords and categories of sheets: types, ranks. One without words is shown as the list prints it."""
    for_game: frozenset[str] = frozenset()
    """Marks that are statuses only while they last for the game, not for a turn."""
    bookkeeping: frozenset[str] = frozenset({"pass"})
    """Tags of acts that tell nobody anything unless dice fall: that nothing more is done, that a step begins."""
    weighty: frozenset[str] = frozenset()
    """Questions whose answer is never mere bookkeeping, though it be that they are passed over."""
    melee: frozenset[str] = frozenset()
    """Tags of the acts whose attacks are drawn as blows."""
    charges: frozenset[str] = frozenset()
    """Tags of the acts with which somebody reaches whom they have charged."""
    openings: frozenset[str] = frozenset()
    """Tags of the acts that only say who acts now."""
    apart: frozenset[str] = frozenset()
    """Questions about somebody whose answer is no part of the act under way, but of what that one does or suffers."""
    health: Mapping[str, Plural] = msgspec.field(default_factory=dict)
    """How many of what a model has or loses, by the characteristic that counts it, where that is not Wounds."""
    falls: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """What is said of a `model` that is out of action, by the characteristic that counts its health, where the common
    words do not suit it: vehicles."""
    instead_of_wounds: str = ""
    """The mark that already tells how many wounds a model has left."""

    names: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """Names that the game system gives and no player chose, of sides and models, by what records call them; also of a
    side's seat before anybody has joined, by its id."""
    phases: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """By the phase's key, besides `PHASES`."""
    counters: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """By the counter's key."""
    said_with_rule: frozenset[str] = frozenset()
    """Clauses whose label is told when they change a counter."""
    roster_problems: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """Why a roster may not be fielded, with the facts of the problem."""

    acts: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """What an act is called on a button, by its tag."""
    members: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """What a member of an act, or of a part of it, is called in a form, by its name; as `tag.member` in the act of that
    tag alone, which comes before the name."""
    values: Mapping[str, Phrase] = msgspec.field(default_factory=dict)
    """What a word is called that a member may hold, as `member.word`, which comes first, or by itself. The parts that
    make up a member are told apart by their tags. A word with a label in the catalogue needs none here."""

    columns: tuple[str, ...] = ()
    """The order of characteristics on a datasheet."""
    weapon_columns: tuple[str, ...] = ()
    """The characteristics of a weapon that are printed after its type and range."""
    weapon_range: str = ""
    """The characteristic of a weapon that is its range, in hundredths of an inch."""
    weapon_count: str = ""
    """The characteristic that says how many shots or blows a weapon makes, if there is one."""
    lengths: frozenset[str] = frozenset()
    """Characteristics in hundredths of an inch."""
    rolled: frozenset[str] = frozenset()
    """Characteristics that a die has to reach, printed as 3+."""
    dashes: frozenset[str] = frozenset()
    """Characteristics whose 0 is printed as a dash."""

    def __or__(self, more: Telling) -> Telling:
        return Telling(
            **{each.name: _both(getattr(self, each.name), getattr(more, each.name)) for each in fields(self)}
        )


def _both(basis: Any, more: Any) -> Any:
    if isinstance(basis, Mapping):
        return {**basis, **more}
    return basis | more if isinstance(basis, frozenset) else more or basis


def effects(event: Event[Any], *kinds: str) -> list[Any]:
    """The effects of an event; only of some kinds, if their tags are named."""
    return [effect for effect in event.effects if not kinds or tag_of(effect) in kinds]


def noted(text: str) -> Verdict:
    """Successful unless one of the effects after it is a note that ends with these words."""
    return lambda roll, after: not any(tag_of(each) == "noted" and each.text.endswith(text) for each in after)


def farthest(event: Event[Any]) -> int:
    """The longest move of a model in a step, in hundredths of an inch."""
    gone: Counter[str] = Counter()
    for effect in effects(event, "moved"):
        gone[effect.model] += effect.length
    return max(gone.values(), default=0)


# sentences of acts

Place = Callable[[Moment], str | int]
"""Fills a placeholder of an act's sentence."""


def named(member: str) -> Place:
    """The model, unit or side named by a member of the act; failing that, the one a question is about, or the side."""

    def name(now: Moment) -> str:
        asked = now.state.pending.model if now.state.pending else now.event.by
        return now.cast.holder(getattr(now.action, member, asked))

    return name


def as_written(member: str) -> Place:
    """The value of a member of the act, as the players wrote it."""
    return lambda now: str(getattr(now.action, member))


def _targets(now: Moment) -> str:
    keys = now.action.targets if hasattr(now.action, "targets") else (now.action.target,)
    return now.cast.listed(map(now.cast.holder, keys))


def _rule(now: Moment) -> str:
    return now.cast.rule(now.state.pending.clause) if now.state.pending else now.cast.phase(now.state.phase)


PLACES: Mapping[str, Place] = {
    "side": lambda now: now.cast.side(now.event.by),
    "model": named("model"),
    "unit": named("unit"),
    "target": _targets,
    "length": lambda now: now.cast.length(farthest(now.event)),
    "rule": _rule,
}
"""Placeholders with one meaning everywhere: `length` is the length of the move, `rule` the asking rule or the phase."""


def _subject(text: str, now: Moment) -> bool:
    """Whether the first unit that a sentence names has several models."""
    place = next(iter(_PLACE.findall(text)), "")
    asked = now.state.pending.model if now.state.pending else ""
    return now.cast.several(str(getattr(now.action, place, asked)))


def filled(text: Phrase, **places: Place) -> Sentence:
    """A sentence whose placeholders are filled by these functions, else by `PLACES`.

    Its first placeholder is the subject, whose number its words go after.
    Any other placeholder is a member of the act that holds the id of a piece of terrain, a unit or a model. On a table
    without coordinates nothing is said of how far a move went: nobody has measured it.
    """
    bare = Phrase(_LENGTH.sub("", text.en), _LENGTH.sub("", text.ru))

    def fill(place: str, now: Moment) -> str | int:
        known = places.get(place) or PLACES.get(place)
        return known(now) if known else now.cast.thing(getattr(now.action, place))

    def told(now: Moment) -> str:
        said = bare if now.state.table.sketch else text
        about = {place: fill(place, now) for place in _PLACE.findall(said.en)}
        return now.cast.say(said, **about, several=_subject(said.en, now))

    return told


def either(member: str, given: Sentence, without: Sentence) -> Sentence:
    """One sentence for acts that have this member set, another for those that do not."""
    return lambda now: (given if getattr(now.action, member) else without)(now)


def going(text: Phrase, stays: Sentence) -> Sentence:
    """A sentence about how far a model moves; `stays` if none moves."""
    return lambda now: (text if farthest(now.event) else stays)(now)


def with_rule(cast: Cast, effect: Any, text: str) -> str:
    """A note by the engine: who, by which rule, what."""
    who = cast.model(effect.model) if effect.model else ""
    return ": ".join(part for part in (who, cast.rule(effect.rule), text) if part)
