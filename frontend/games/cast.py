"""The names in a game: models, sides, short names for bases, weapons and rule labels, in the language of the reader.

Models of the same name on one side are numbered in the order they were mustered: `Ork Boy 3`, `OB3` on its base.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

import rules
from frontend.base.language import russian
from frontend.base.lengths import inches
from frontend.base.terrain_names import terrain_name
from rules import Ruleset, State
from rules.kernel.sheet import health_of
from rules.kernel.telling import PHASES, Language, Phrase, Plural, Telling

SHORT = 3
"""How many letters and digits fit on a base."""


class Cast:
    """The names of a game. `meet` has to be called after models or sides have joined."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.telling = ruleset.telling
        self._sections = {rule.id: rule for rule, _clause in ruleset.clauses.values()}
        self.language = _language()
        self.models: dict[str, str] = {}
        self.shorts: dict[str, str] = {}
        self.sides: dict[str, str] = {}
        self.units: dict[str, str] = {}
        self.unit_shorts: dict[str, str] = {}
        self.of: dict[str, str] = {}
        self.unit_of: dict[str, str] = {}
        self._many: set[str] = set()
        self._health: dict[str, str] = {}
        self._weapons: dict[tuple[str, str], str] = {}
        self._terrain: dict[str, str] = {}
        self._zones: dict[str, str] = {}

    def say(self, phrase: Phrase | Plural, **about: Any) -> str:
        """A phrase of a ruleset in the reader's language."""
        return phrase.fill(self.language, about)

    def meet(self, state: State) -> None:
        """Learn every name in the state."""
        self.sides = {key: self._own(side.name or key) for key, side in state.sides.items()}
        self._terrain |= {piece.id: terrain_name(piece.name) or piece.id for piece in state.table.terrain}
        self._zones |= {zone.id: terrain_name(zone.name) for zone in state.table.zones}
        taken: set[tuple[str, str]] = set()
        known = rules.names(state)
        self.units = {key: known[key] for key in state.units}
        named: set[tuple[str, str]] = set()
        members: set[str] = set()
        for key, unit in state.units.items():
            self.of[key] = unit.side
            self.unit_shorts[key] = _untaken(short(known[key]), unit.side, named)
        for key, model in state.models.items():
            name = known[key]
            number = name.removeprefix(model.sheet.name).strip()
            own = self._own(model.sheet.name)
            self.models[key] = name if own == model.sheet.name else f"{own} {number}".strip()
            self.of[key] = model.side
            if self.unit_of.setdefault(key, model.unit) and model.unit in members:
                self._many.add(model.unit)
            members.add(model.unit)
            self.shorts[key] = _untaken(short(own, number), model.side, taken)
            self._health[key] = health_of(model.sheet)
            for weapon in model.sheet.weapons:
                self._weapons[key, weapon.id] = weapon.name

    def _own(self, name: str) -> str:
        return own_name(self.telling, name)

    def model(self, key: str) -> str:
        """The name of a model, a unit or a piece of terrain as pages show it."""
        return self.models.get(key) or self.units.get(key) or self._terrain.get(key, key)

    def wounds(self, key: str, count: int) -> str:
        """So many Wounds, or whatever else the health of a model is counted in."""
        other = self.telling.health.get(self.health(key))
        if other:
            return self.say(other, count=count)
        return ngettext("%(count)d wound", "%(count)d wounds", count) % {"count": count}

    def lost(self, key: str, count: int) -> str:
        """The same as what somebody loses: in Russian that is another case of the noun."""
        if self.telling.health.get(self.health(key)):
            return self.wounds(key, count)
        return npgettext("lost", "%(count)d wound", "%(count)d wounds", count) % {"count": count}

    def health(self, key: str) -> str:
        """The characteristic that counts a model's health."""
        return self._health.get(key, "")

    def side(self, key: str) -> str:
        """A side's name as pages show it."""
        return self.sides.get(key, key)

    def holder(self, key: str) -> str:
        """The name of a model, a unit, a side, or (empty) the table."""
        return self.models.get(key) or self.units.get(key) or self.sides.get(key) or key or _("The table")

    def zone(self, key: str) -> str:
        """The name of a zone of the table."""
        return self._zones.get(key) or key

    def several(self, key: str) -> bool:
        """Whether that is a unit which began with more than one model."""
        return key in self._many

    def weapon(self, model: str, key: str) -> str:
        """A weapon's name as pages show it."""
        name = self._weapons.get((model, key))
        return name or (_("an improvised weapon") if key == "improvised" else key)

    def thing(self, key: str) -> str:
        """The name of a piece of terrain or a unit; for a model in the way, its unit if there are units."""
        words = {"terrain": _("terrain"), "model": _("a model")}
        unit = self.units.get(self.unit_of.get(key, ""))
        return self._terrain.get(key) or unit or self.models.get(key) or self.units.get(key) or words.get(key, key)

    def section(self, name: str) -> str:
        """The label of the section whose id ends with this name; the name itself if there is none."""
        wanted = (name, name.removesuffix("s"))
        found = (rule for key, rule in self._sections.items() if key.rpartition(".")[2] in wanted)
        section = next(found, None)
        return ((section.ru if self.language == "ru" else section.en) or section.en) if section else name

    def decided(self, clause: str) -> str:
        """What decided a battle that ended by this clause."""
        words = self.telling.decided.get(clause)
        return self.say(words) if words else self.rule(clause)

    def rule(self, clause: str) -> str:
        """The label of a clause or section; its id if the catalogue does not have it."""
        found = self.ruleset.clauses.get(clause)
        named = found[1] if found else self._sections.get(clause)
        if named is None:
            return clause
        label = named.ru if self.language == "ru" else named.en
        return label or clause

    def phase(self, key: str) -> str:
        """The name of a phase."""
        phrase = self.telling.phases.get(key) or PHASES.get(key)
        return self.say(phrase) if phrase else in_words(key).capitalize()

    def counter(self, key: str) -> str:
        """The name of a side's counter."""
        phrase = self.telling.counters.get(key)
        return self.say(phrase) if phrase else in_words(self.rule(key))

    def act(self, tag: str) -> str:
        """What an act is called on a button."""
        phrase = self.telling.acts.get(tag)
        return self.say(phrase) if phrase else in_words(tag).capitalize()

    def member(self, tag: str, name: str) -> str:
        """What a member of an act, or of a part of it, is called in a form. `tag` is that of the act."""
        phrase = self.telling.members.get(f"{tag}.{name}") or self.telling.members.get(name)
        return self.say(phrase) if phrase else in_words(name).capitalize()

    def value(self, member: str, value: str) -> str:
        """What a word is called that a member may hold. Without a name it may have a label: `domination` for the member
        `scenario` is the rule `cod.scenario.domination`.
        """
        phrase = self.telling.values.get(f"{member}.{value}") or self.telling.values.get(value)
        if phrase:
            return self.say(phrase)
        ids = (value, f"{self.ruleset.id}.{member}.{value}")
        labels = (self.rule(key) for key in ids)
        return next((label for key, label in zip(ids, labels, strict=True) if label != key), in_words(value))

    def length(self, hundredths: int) -> str:
        """A length as players write it."""
        return inches(hundredths)

    def listed(self, names: Iterable[str]) -> str:
        """Names with commas and a final "and"."""
        return listed(names)


def _language() -> Language:
    return "ru" if russian() else "en"


def own_name(telling: Telling, name: str) -> str:
    """A name as recorded; one that the game system gave is translated."""
    phrase = telling.names.get(name)
    return phrase.fill(_language(), {}) if phrase else name


def short(name: str, number: str = "") -> str:
    """At most three letters and digits for a base: `OB3` for Ork Boy 3, `Kel` for Kell."""
    numbered = re.fullmatch(r"(.*\S)\s+(\d{1,2})", name)
    if numbered and not number:
        name, number = numbered[1], numbered[2]
    words: list[str] = re.findall(r"\w+", name) or ["?"]
    room = max(1, SHORT - len(number))
    if len(words) == 1:
        return words[0][:room].capitalize() + number
    return "".join(word[0].upper() for word in words)[:room] + number


def _untaken(wanted: str, side: str, taken: set[tuple[str, str]]) -> str:
    """The short name, with its last letter replaced by a digit if another model has it."""
    found, figure = wanted, 1
    while (side, found) in taken:
        figure += 1
        found = f"{wanted[: SHORT - len(str(figure))]}{figure}"
    taken.add((side, found))
    return found


def in_words(key: str) -> str:
    """A word of a game file that has no translation: `choose-zone` as "choose zone"."""
    return key.replace("-", " ").replace("_", " ")


def listed(names: Iterable[str]) -> str:
    """Names with commas and a final "and"."""
    *first, last = list(names) or [""]
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last
