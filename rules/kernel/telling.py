"""What a game system says of itself: its acts, marks and questions in words, in English and Russian.

A ruleset keeps these words in its own folder. Whoever tells a game brings the names (`Cast`) and says by itself what
every system shares: tables, dice, wounds. A system without words of its own is told by the labels of its rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Protocol

from rules.kernel.canonical import tag_of
from rules.kernel.events import Event
from rules.kernel.state import State

Language = Literal["en", "ru"]
_PLACE = re.compile(r"%\((\w+)\)[sd]")


def _same_places(*texts: str) -> None:
    """Raises ValueError unless all texts ask for the same names and hold no other percent sign."""
    asked = [_PLACE.findall(text) for text in texts]
    stray = any(text.count("%") != len(places) for text, places in zip(texts, asked, strict=True))
    if stray or any(set(places) != set(asked[0]) for places in asked):
        raise ValueError(f"these texts do not have the same places: {', '.join(map(repr, texts))}")


@dataclass(frozen=True)
class Phrase:
    """A text in both languages; `%(model)s` is a place to be filled.

    Raises:
        ValueError: the texts do not have the same places.
    """

    en: str
    ru: str

    def __post_init__(self) -> None:
        _same_places(self.en, self.ru)

    def fill(self, language: Language, about: Mapping[str, Any]) -> str:
        """The text in one language."""
        return (self.ru if language == "ru" else self.en) % about


@dataclass(frozen=True)
class Plural:
    """A text that depends on its place `count`: in English for 1 and others, in Russian for 1, for 2 and for 5.

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
        form = self.ru[_russian_form(count)] if language == "ru" else self.en[count != 1]
        return form % about


def _russian_form(count: int) -> int:
    """0 for 1, 21, 31 ...; 1 for 2 to 4, 22 to 24 ...; 2 for all others, 11 to 14 among them."""
    tens, ones = divmod(abs(count) % 100, 10)
    if tens == 1 or not 1 <= ones <= 4:
        return 2
    return 0 if ones == 1 else 1


class Cast(Protocol):
    """The names of a game in the language of the reader, for its sentences."""

    @property
    def language(self) -> Language:
        """The language of the names."""

    def say(self, phrase: Phrase | Plural, **about: Any) -> str:
        """A phrase in that language."""

    def model(self, key: str) -> str:
        """A model's name, or a unit's."""

    def side(self, key: str) -> str:
        """A side's name."""

    def holder(self, key: str) -> str:
        """The name of whatever bears marks: a model, a unit, a side, or (empty) the table."""

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


Sentence = Callable[[Cast, State, Event[Any]], str]
"""The title of a step, from the position before it."""
NoteSentence = Callable[[Cast, Any], str]
"""What the engine noted, from the effect."""


@dataclass(frozen=True)
class Badge:
    """How a mark is shown: its name, and a line in a box of 24 by 24 (the `d` of an SVG path), `filled` or not.

    Badges are told apart by shape, not by colour.
    """

    name: Phrase
    outline: str = "M6 12h12"
    filled: bool = False


PHASES: Mapping[str, Phrase] = {
    "setup": Phrase("Set-up", "Подготовка"),
    "over": Phrase("End of the game", "Конец игры"),
}
"""The phases in which every game begins and ends."""


@dataclass(frozen=True)
class Telling:
    """The words of one game system. `basis | more` is what an expansion says: all of both, its own where both speak.

    A key is the tag of an act or the id of a clause where nothing else is said.
    """

    acts: Mapping[str, Sentence] = field(default_factory=dict)
    marks: Mapping[str, Phrase] = field(default_factory=dict)
    """What a mark says of its `holder`; also known are its value as a `count`, as `pieces` of terrain and as a
    `section` of the rules."""
    unmarks: Mapping[str, Phrase] = field(default_factory=dict)
    """What is said of a `holder` when a mark is gone."""
    counted: Mapping[str, Plural] = field(default_factory=dict)
    """Marks of a `holder` that are said with their number."""
    questions: Mapping[str, Phrase] = field(default_factory=dict)
    """Which `side` decides what about which `model`."""
    notes: Mapping[str, Phrase] = field(default_factory=dict)
    """By the words that the engine notes."""
    noted: Mapping[str, NoteSentence] = field(default_factory=dict)
    """Notes that hold numbers."""
    came_to: Mapping[str, Phrase] = field(default_factory=dict)
    """Marks on a `model` that the outcome of a step names."""

    badges: Mapping[str, Badge] = field(default_factory=dict)
    """By names of their own, which `statuses`, `side_statuses` and `terrain_statuses` give to marks."""
    statuses: Mapping[str, str] = field(default_factory=dict)
    """Marks on models and units that are drawn."""
    side_statuses: Mapping[str, str] = field(default_factory=dict)
    terrain_statuses: Mapping[str, str] = field(default_factory=dict)
    """Marks on the table or a side whose value is the id of a piece of terrain, or several."""
    for_game: frozenset[str] = frozenset()
    """Statuses only while they are marked for the game, not for a turn."""
    melee: frozenset[str] = frozenset()
    """Acts whose attacks are drawn as blows."""
    instead_of_wounds: str = ""
    """The mark that says already how many wounds a model has left."""

    phases: Mapping[str, Phrase] = field(default_factory=dict)
    """By the phase's key, besides `PHASES`."""
    counters: Mapping[str, Phrase] = field(default_factory=dict)
    """By the key of what sides count."""
    said_with_rule: frozenset[str] = frozenset()
    """Clauses whose label is said when they change a counter."""
    roster_problems: Mapping[str, Phrase] = field(default_factory=dict)
    """Why a roster may not be fielded, with the facts of the problem."""

    columns: tuple[str, ...] = ()
    """The order of characteristics on a datasheet."""
    weapon_columns: tuple[str, ...] = ()
    """The characteristics of a weapon that are printed after its type and range."""
    lengths: frozenset[str] = frozenset()
    """Characteristics in hundredths of an inch."""
    rolled: frozenset[str] = frozenset()
    """Characteristics that say what a die has to reach, printed as 3+."""
    dashes: frozenset[str] = frozenset()
    """Characteristics of which a 0 is printed as a dash."""

    def __or__(self, more: Telling) -> Telling:
        return Telling(
            **{each.name: _both(getattr(self, each.name), getattr(more, each.name)) for each in fields(self)}
        )


def _both(basis: Any, more: Any) -> Any:
    if isinstance(basis, Mapping):
        return {**basis, **more}
    return basis | more if isinstance(basis, frozenset) else more or basis


def effects(event: Event[Any], *kinds: str) -> list[Any]:
    """The effects of an event; of some kinds when they are named by their tags."""
    return [effect for effect in event.effects if not kinds or tag_of(effect) in kinds]


# sentences that several systems make the same way


def plain(text: Phrase) -> Sentence:
    """A sentence about nobody in particular."""
    return lambda cast, state, event: cast.say(text)


def filled(text: Phrase, places: Callable[[Cast, State, Event[Any]], Mapping[str, str]]) -> Sentence:
    """A sentence whose places are filled by a function."""
    return lambda cast, state, event: cast.say(text, **places(cast, state, event))


def by_side(text: Phrase) -> Sentence:
    """A sentence about the side alone."""
    return lambda cast, state, event: cast.say(text, side=cast.side(event.by))


def by_model(text: Phrase) -> Sentence:
    """A sentence about the acting model alone."""
    return lambda cast, state, event: cast.say(text, model=cast.model(event.action.model))


def by_asked(text: Phrase, stays: Phrase) -> Sentence:
    """A sentence about the model that is asked where it goes; `stays` where it does not move."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        name = cast.model(state.pending.model) if state.pending else cast.side(event.by)
        return cast.say(text if event.action.path else stays, model=name)

    return say


def going(text: Phrase) -> Sentence:
    """A sentence about a model and how far it means to go."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        moved = [each for each in effects(event, "moved") if each.model == event.action.model]
        length = cast.length(sum(each.length for each in moved))
        return cast.say(text, model=cast.model(event.action.model), length=length)

    return say


def by_unit(text: Phrase) -> Sentence:
    """A sentence about the acting unit alone."""
    return lambda cast, state, event: cast.say(text, unit=cast.holder(event.action.unit))


def by_asked_unit(text: Phrase) -> Sentence:
    """A sentence about the unit or model that is asked for something, and the rule that asks."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        asked = state.pending
        who = asked.model if asked else getattr(event.action, "unit", "")
        return cast.say(text, unit=cast.holder(who), rule=cast.rule(asked.clause) if asked else "")

    return say


def farthest(event: Event[Any]) -> int:
    """The longest way a model goes in a step, in hundredths of an inch."""
    return max((effect.length for effect in effects(event, "moved")), default=0)


def going_unit(text: Phrase, stays: Phrase) -> Sentence:
    """A sentence about a unit and how far the model of it goes that goes farthest; `stays` where none does."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        length, unit = farthest(event), cast.holder(event.action.unit)
        return cast.say(text, unit=unit, length=cast.length(length)) if length else cast.say(stays, unit=unit)

    return say


def into(member: str, text: Phrase) -> Sentence:
    """A sentence about a unit and the unit, model or piece of terrain that a member of its act names."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        where = cast.thing(getattr(event.action, member))
        return cast.say(text, unit=cast.holder(event.action.unit), where=where)

    return say


def firing(text: Phrase, armed: Phrase) -> Sentence:
    """A sentence about a unit and the unit it shoots at; `armed` where its weapons were named."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        action = event.action
        weapons = cast.listed(dict.fromkeys(cast.weapon(fire.model, fire.weapon) for fire in action.fire))
        about = {"unit": cast.holder(action.unit), "target": cast.holder(action.target), "weapon": weapons}
        return cast.say(armed if action.fire else text, **about)

    return say


def at_targets(text: Phrase) -> Sentence:
    """A sentence about a unit and the units it acts against."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        targets = cast.listed(cast.holder(key) for key in event.action.targets)
        return cast.say(text, unit=cast.holder(event.action.unit), target=targets)

    return say


def with_rule(cast: Cast, effect: Any, text: str) -> str:
    """A note of the engine: who, by which rule, what."""
    who = cast.model(effect.model) if effect.model else ""
    return ": ".join(part for part in (who, cast.rule(effect.rule), text) if part)
