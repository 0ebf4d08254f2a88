"""Catalogues written as text, one TOML file per chapter, read when their words are first needed.

Deciding, folding and verifying a game need only ids, and `Book.rule` gives those without reading. Keys that code uses
before the book is read are checked when it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import msgspec

from rules.kernel.rule import STATUSES, Clause, Rule

CHAPTER = {"title_en": True, "title_ru": True, "rule": True}
RULE = {"id": True, "label_en": True, "label_ru": True, "clause": True}
CLAUSE = {
    "key": True, "label_en": True, "label_ru": True, "text_en": True, "text_ru": True, "lines": True, "status": False,
    "note_en": False, "note_ru": False,
}  # fmt: skip
"""The fields of each kind of table, and whether each is required."""
ID = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")
LINES = re.compile(r"-|\d+(-\d+)?(, ?\d+(-\d+)?)*")
CYRILLIC, ABBREVIATION = re.compile(r"[А-Яа-яЁё]"), re.compile(r"[A-Z]+")
ENDINGS = (".", "!", "?")
REFUSALS = "refusals.toml"
"""The file beside the chapters with the sentences of refusals (`rules.kernel.refusals`)."""

Table = dict[str, Any]


class BadBook(ValueError):
    """A book with faults, one per line: file, rule, clause and field, and what is wrong there."""


class Chapter(msgspec.Struct, frozen=True):
    """One file of a book, with its rules in file order."""

    en: str
    ru: str
    rules: tuple[Rule, ...]


class Book:
    """The chapters in a package's folder. The id of each of their rules begins with `system`. `order` names their files
    as the game goes through them; whatever it leaves out comes after, by name.
    """

    def __init__(self, package: str, system: str, order: tuple[str, ...] = ()) -> None:
        self.package, self.system, self.order = package, system, order
        self._named: dict[str, BookRule] = {}
        self._asked: set[tuple[str, str]] = set()

    def rule(self, key: str) -> BookRule:
        """The rule with this id, for code that names its clauses or implements it at hooks. Reads no file."""
        return self._named.setdefault(key, BookRule(self, key))

    @property
    def named(self) -> tuple[Rule, ...]:
        """The rules that code names, sorted by id. Reads no file."""
        return tuple(self._named[key] for key in sorted(self._named))

    @cached_property
    def chapters(self) -> dict[str, Chapter]:
        """The chapters by file, sorted.

        Raises:
            BadBook: a chapter has faults, two chapters define a rule, or code names something none defines.
        """
        found = {file: read_chapter(file, text, self.system) for file, text in self._files()}
        faults = [*_twice(found), *self._missing({rule.id: rule for each in found.values() for rule in each.rules})]
        if faults:
            raise BadBook("\n".join(faults))
        return found

    @property
    def in_order(self) -> list[tuple[str, Chapter]]:
        """The chapters in the order of the game, each with the name of its file. Raises: BadBook, as `chapters`."""
        named = [(file.rpartition("/")[2].removesuffix(".toml"), each) for file, each in self.chapters.items()]
        places = {name: at for at, name in enumerate(self.order)}
        return sorted(named, key=lambda each: (places.get(each[0], len(places)), each[0]))

    @cached_property
    def written(self) -> dict[str, Rule]:
        """Each rule by its id, as written. Raises: BadBook, as `chapters`."""
        return {rule.id: rule for chapter in self.chapters.values() for rule in chapter.rules}

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule; those that code names include their hook handlers. Raises: BadBook, as `chapters`."""
        return tuple(self._named.get(key, rule) for key, rule in self.written.items())

    def clause(self, key: str) -> Clause | None:
        """One clause by its full id, for a single label: of the chapters only the one that has its rule is parsed.

        Raises:
            BadBook: that chapter has faults.
        """
        parts = key.split(".")
        owners = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
        for file, text in self._files():
            if any(f'id = "{owner}"' in text for owner in owners):
                for rule in read_chapter(file, text, self.system).rules:
                    for own, clause in rule.clauses.items():
                        if rule[own] == key:
                            return clause
        return None

    def full_id(self, rule: str, key: str) -> str:
        """The full id of a clause. Raises: KeyError when the book has been read and has no such clause."""
        if "written" in vars(self):
            self.written[rule].clauses[key]
        self._asked.add((rule, key))
        return f"{rule}.{key}" if key else rule

    def _files(self) -> Iterator[tuple[str, str]]:
        # Imported here: with `tomllib`, importing takes longer than verifying a small game.
        from importlib.resources import files

        folder = files(self.package)
        for name in sorted(
            each.name for each in folder.iterdir() if each.name.endswith(".toml") and each.name != REFUSALS
        ):
            yield f"{self.package.replace('.', '/')}/{name}", folder.joinpath(name).read_text(encoding="utf-8")

    def _missing(self, written: dict[str, Rule]) -> Iterator[str]:
        for key in sorted(self._named.keys() - written.keys()):
            yield f"{self.package}: code names the rule {key}, which is in no chapter{_meant(key, written)}"
        for rule, key in sorted(self._asked):
            clauses = written[rule].clauses if rule in written else {key: None}
            if key not in clauses:
                yield f"{self.package}: code names the clause {key!r} of {rule}, which has none{_meant(key, clauses)}"


class BookRule(Rule):
    """A rule whose words are in a book; asking for them reads the book."""

    def __init__(self, book: Book, key: str) -> None:
        super().__init__(key, "", "", {})
        self.book = book

    def __getitem__(self, key: str) -> str:
        return self.book.full_id(self.id, key)

    @property
    def en(self) -> str:
        return self.book.written[self.id].en

    @property
    def ru(self) -> str:
        return self.book.written[self.id].ru

    @property
    def clauses(self) -> dict[str, Clause]:
        return self.book.written[self.id].clauses


def read_chapter(file: str, text: str, system: str) -> Chapter:
    """A chapter from its TOML.

    Raises:
        BadBook: it is not TOML, or something in it is missing, misspelt, duplicated or not fit to be shown.
    """
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBook(f"{file}: {error}") from None
    faults = list(_chapter_faults(file, table, system))
    if faults:
        raise BadBook("\n".join(faults))
    return Chapter(table["title_en"], table["title_ru"], tuple(map(_rule, table["rule"])))


def _rule(table: Table) -> Rule:
    clauses = {each["key"]: _clause(each) for each in table["clause"]}
    return Rule(table["id"], table["label_en"], table["label_ru"], clauses)


def _clause(table: Table) -> Clause:
    """A clause. Line breaks in its texts only keep lines short: each run of white space becomes one space."""
    text = {name: " ".join(value.split()) for name, value in table.items()}
    return Clause(
        en=text["label_en"],
        ru=text["label_ru"],
        text=text["text_en"],
        text_ru=text.get("text_ru", ""),
        lines=text["lines"],
        status=text.get("status", "enforced"),  # type: ignore[arg-type]
        note=text.get("note_en", ""),
        note_ru=text.get("note_ru", ""),
    )


def _chapter_faults(file: str, table: Table, system: str) -> Iterator[str]:
    yield from _field_faults(file, table, CHAPTER)
    yield from _word_faults(file, table)
    rules = _tables(table, "rule")
    yield from _doubled(file, "rule", [each.get("id") for each in rules])
    for number, rule in enumerate(rules, 1):
        yield from _rule_faults(f"{file}: {rule.get('id') or f'rule {number}'}", rule, system)


def _rule_faults(where: str, table: Table, system: str) -> Iterator[str]:
    yield from _field_faults(where, table, RULE)
    yield from _word_faults(where, table)
    key = table.get("id")
    if isinstance(key, str) and not (ID.fullmatch(key) and key.startswith(f"{system}.")):
        yield f"{where}: id has to begin with {system}. and to be in small letters, digits, hyphens, dots: not {key!r}"
    clauses = _tables(table, "clause")
    yield from _doubled(where, "clause", [each.get("key") for each in clauses])
    for number, clause in enumerate(clauses, 1):
        name = f"clause {clause['key']!r}" if "key" in clause else f"clause {number}"
        yield from _clause_faults(f"{where}, {name}", clause)


def _clause_faults(where: str, table: Table) -> Iterator[str]:
    yield from _field_faults(where, table, CLAUSE)
    yield from _word_faults(where, table)
    text = {name: value for name, value in table.items() if isinstance(value, str)}
    if text.get("key") and not ID.fullmatch(text["key"]):
        yield f"{where}: key has to be in small letters, digits, hyphens, dots: not {text['key']!r}"
    if "lines" in text and not LINES.fullmatch(text["lines"]):
        yield f'{where}: lines have to be numbers and ranges such as "12,40-42", or "-", not {text["lines"]!r}'
    if ("note_en" in table) != ("note_ru" in table):
        yield f"{where}: a note is there in one language only: note_en and note_ru belong together"
    status = text.get("status", "enforced")
    if status not in STATUSES:
        yield f"{where}: status is none of {', '.join(STATUSES)}, but {status!r}{_meant(status, STATUSES)}"


def _field_faults(where: str, table: Table, fields: dict[str, bool]) -> Iterator[str]:
    """Fields that are unknown, missing, or of the wrong kind."""
    for name, value in table.items():
        if name not in fields:
            yield f"{where}: there is no field {name!r} here{_meant(name, fields)}"
        elif name in ("rule", "clause"):
            if not (isinstance(value, list) and value and all(isinstance(each, dict) for each in value)):
                yield f"{where}: {name} has to be a table, begun by a line with two brackets on each side"
        elif not isinstance(value, str):
            yield f"{where}: {name} has to be a text in quotation marks, not {value!r}"
        elif not value.strip() and name != "key":
            yield f"{where}: {name} is empty"
    for name, needed in fields.items():
        if needed and name not in table:
            yield f"{where}: {name} is missing"


def _word_faults(where: str, table: Table) -> Iterator[str]:
    """Words that are in the wrong language, and sentences without an end."""
    for name, value in table.items():
        kind, _, language = name.partition("_")
        if not (isinstance(value, str) and value.strip() and language):
            continue
        if language == "en" and CYRILLIC.search(value):
            yield f"{where}: {name} has Russian letters in it: {CYRILLIC.findall(value)[0]!r} is one"
        if language == "ru" and not CYRILLIC.search(value) and not ABBREVIATION.fullmatch(value):
            yield f"{where}: {name} has to be Russian, or an abbreviation in capitals, not {value!r}"
        if kind in ("text", "note") and not value.rstrip().endswith(ENDINGS):
            yield f"{where}: {name} has to end with a full stop"


def _tables(table: Table, name: str) -> list[Table]:
    """The entries under a name that are tables."""
    found = table.get(name)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _doubled(where: str, kind: str, keys: Iterable[Any]) -> Iterator[str]:
    seen: list[Any] = []
    for key in keys:
        if key is not None and key in seen:
            yield f"{where}: the {kind} {key!r} stands twice"
        seen.append(key)


def _twice(chapters: dict[str, Chapter]) -> Iterator[str]:
    """Rules that are in two chapters."""
    places: dict[str, str] = {}
    for name, chapter in chapters.items():
        for rule in chapter.rules:
            if places.setdefault(rule.id, name) != name:
                yield f"{name}: {rule.id} is already in {places[rule.id]}"


def _meant(name: str, known: Iterable[str]) -> str:
    # Imported here, as only a book with faults needs it.
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), 1)
    return f"; {close[0]!r} may be meant" if close else ""
