"""The sentences of refusals in Russian: a file per system, read when somebody asks for one.

The rules refuse with an English sentence, which is part of what they answer and what a game records. Here it is found
again by the template and the facts that it was made of, so a recorded finding has its Russian sentence too, and nobody
who only decides or verifies reads a line of this. A file maps English templates to Russian ones with the same places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from string import Formatter
from typing import Any

from rules.kernel.book import REFUSALS

SHORTEST = 2
"""Letters that a template needs before a sentence is compared with it as a pattern."""


class Template:
    """A sentence with places in both languages."""

    def __init__(self, en: str, ru: str) -> None:
        self.en, self.ru = en, ru
        self.places = places(en)

    def filled(self, text: str, facts: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What fills its places, if the sentence is this template with these facts."""
        if not self.places <= facts.keys() or self.en.format_map(facts) != text:
            return None
        return {name: facts[name] for name in self.places}


class Refusals:
    """The sentences of a game system. `words` are what ids in its facts are called, by the place that holds them."""

    def __init__(self, sentences: Mapping[str, str], words: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self.sentences = sentences
        self._words = words or {}

    def russian(self, text: str, facts: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str | None:
        """A refusal in Russian; None if no template says it. `names` are those of sides and units, by their ids."""
        if text in self.sentences and not places(text):
            return self.sentences[text]
        for each in self._templates:
            found = each.filled(text, facts)
            if found is not None:
                return self._said(each.ru, found, names or {})
        return self._matched(text, names or {})

    @cached_property
    def _templates(self) -> tuple[Template, ...]:
        """Those with the most words of their own first: a shorter one may say the same with a longer fact."""
        made = (Template(en, ru) for en, ru in self.sentences.items() if places(en))
        return tuple(sorted(made, key=lambda each: -len(_own(each.en))))

    @cached_property
    def _patterns(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        return tuple((_pattern(each.en), each.ru) for each in self._templates if len(_own(each.en)) >= SHORTEST)

    def _matched(self, text: str, names: Mapping[str, str]) -> str | None:
        """A sentence whose facts nobody kept, such as the end of another one."""
        for pattern, ru in self._patterns:
            found = pattern.fullmatch(text)
            if found:
                return self._said(ru, found.groupdict(), names)
        return None

    def _said(self, ru: str, facts: Mapping[str, Any], names: Mapping[str, str]) -> str:
        return ru.format_map({place: self._value(place, value, names) for place, value in facts.items()})

    def _value(self, place: str, value: Any, names: Mapping[str, str]) -> Any:
        """What fills a place: words that the rules wrote themselves in Russian, names and numbers as they are."""
        if not isinstance(value, str):
            return value
        if place in OF_IDS:
            return names.get(value, value)
        words = self._words.get(place, {})
        if words:
            return " ".join(words.get(each) or self.sentences.get(each, each) for each in value.split())
        said = value.removeprefix(": ")
        told = self.russian(said, {}, names) if place in OF_WORDS else self.sentences.get(said)
        return value if told is None else f"{' — ' if said != value else ''}{told}"


OF_IDS = ("side", "by", "roller", "to_act", "unit")
"""Places that hold the id of a side or a unit."""
OF_WORDS = ("text", "because", "what", "whose", "at", "reach", "size", "reason")
"""Places that may hold a sentence or a part of one, with places of its own."""


def places(template: str) -> frozenset[str]:
    """The names of a template's places."""
    return frozenset(name for _text, name, _form, _as in Formatter().parse(template) if name is not None)


def _own(template: str) -> str:
    """The letters of a template outside its places."""
    return "".join(text for text, _name, _form, _as in Formatter().parse(template)).strip()


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile("".join(_pieces(template)), re.DOTALL)


def _pieces(template: str) -> Iterator[str]:
    seen: set[str] = set()
    for text, name, _form, shown in Formatter().parse(template):
        yield re.escape(text)
        if name is not None:
            held = f"(?P={name})" if name in seen else f"(?P<{name}>.*?)"
            yield f"['\"]{held}['\"]" if shown == "r" else held
            seen.add(name)


def read(package: str) -> dict[str, str]:
    """The sentences in the folder of a package; none where there is no such file."""
    # Imported here: with `tomllib`, importing takes longer than verifying a small game.
    import tomllib
    from importlib.resources import files

    file = files(package).joinpath(REFUSALS)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def of(packages: Iterable[str], words: Mapping[str, Mapping[str, str]]) -> Refusals:
    """The sentences of a system: the kernel's, and those of its packages, which come first."""
    sentences: dict[str, str] = {}
    for package in ("rules.kernel", *packages):
        sentences |= read(package)
    return Refusals(sentences, words)
