"""The clauses of a ruleset by chapter: those of its book in the order of a turn, then the rules in no book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from django.utils.translation import gettext as _

import rules
from frontend.base.clauses import status_words
from frontend.base.language import russian

REST = "special-rules"
"""The chapter of rules that stand in no book: one file each, such as special rules and abilities."""


class Row(msgspec.Struct, frozen=True):
    """A clause, with the rule that it belongs to and the name of its chapter."""

    id: str
    rule: Any
    clause: Any
    ruleset: str
    chapter: str

    @property
    def status(self) -> str:
        """What the engine does about it, in words."""
        return status_words(self.clause.status)

    @property
    def label(self) -> str:
        """Its label in the reader's language."""
        return str((self.clause.ru if russian() else self.clause.en) or self.clause.en)

    def matches(self, words: list[str], status: str) -> bool:
        """Whether it has the status, if one is asked for, and every word somewhere in either language."""
        clause, rule = self.clause, self.rule
        if status and clause.status != status:
            return False
        texts = (
            self.id,
            clause.en,
            clause.ru,
            clause.text,
            clause.text_ru,
            clause.note,
            clause.note_ru,
            rule.en,
            rule.ru,
        )
        searched = " ".join(texts).lower()
        return all(word in searched for word in words)


class Chapter(msgspec.Struct, frozen=True):
    """A chapter: its name in addresses, the ruleset on whose pages it is, its titles, and its clauses."""

    name: str
    ruleset: str
    en: str
    ru: str
    rows: list[Row]

    @property
    def label(self) -> str:
        """Its title in the reader's language."""
        return self.ru if russian() else self.en


class Section(msgspec.Struct):
    """A rule with its clauses in a view. The anchor is the rule's id, unless one of the clauses has that id."""

    rule: Any
    anchor: str
    rows: list[Row]


def chapters(ruleset: Any) -> list[Chapter]:
    """Every chapter, the ruleset's own first. Those of a system that it expands are on the pages of that system."""
    own = sorted(ruleset.books, key=lambda book: book.system != ruleset.id)
    found = [
        Chapter(name, _home(ruleset, book.system), each.en, each.ru,
                list(_rows(ruleset, book.system, name, each.rules)))
        for book in own for name, each in book.in_order
    ]  # fmt: skip
    known = {row.rule.id for each in found for row in each.rows}
    rest = [rule for rule in ruleset.catalogue if rule.id not in known]
    systems = sorted({_home(ruleset, rule.id.partition(".")[0]) for rule in rest}, key=lambda each: each != ruleset.id)
    for system in systems:
        own_rest = [rule for rule in rest if _home(ruleset, rule.id.partition(".")[0]) == system]
        found.append(Chapter(REST, system, *_rest_titles(), list(_rows(ruleset, system, REST, own_rest))))
    return sorted(found, key=lambda each: each.ruleset != ruleset.id)


def _rest_titles() -> tuple[str, str]:
    said = _("Special rules and everything else")
    return said, said


def _home(ruleset: Any, system: str) -> str:
    """The ruleset on whose pages the rules of a system are."""
    return system if system in rules.RULESETS else str(ruleset.id)


def _rows(ruleset: Any, system: str, chapter: str, found: Iterable[Any]) -> Iterator[Row]:
    home = _home(ruleset, system)
    for rule in found:
        for own, clause in rule.clauses.items():
            yield Row(rule[own], rule, clause, home, chapter)


def sections(rows: Iterable[Row]) -> list[Section]:
    """The rows of a view by rule."""
    found: dict[str, Section] = {}
    for row in rows:
        section = found.setdefault(row.rule.id, Section(row.rule, row.rule.id, []))
        section.rows.append(row)
        if row.id == row.rule.id:
            section.anchor = ""
    return list(found.values())
