"""Names of people do not enter the record, because nothing can be removed from it.

Two checks, on every text of a declaration:

- Anything that looks like an e-mail address or a telephone number is refused anywhere.
- The user names, first and last names of the people of the game (owner, seats, speaker) are refused as whole words in
  free text: names of rosters, models and sides, notes, reasons, written-down secrets, and every text this module does
  not know. They are not looked for in `FIXED`: texts printed for everybody (ability texts, weapons, factions), names of
  pieces of the table, references to existing things. Somebody called `ork` or `sergeant` must not keep a game from
  being recorded, so a word that the game itself prints (a type, keyword, weapon or ability of a model of this
  declaration or of those in play) counts as the game's word and not as a name.

Names of fewer than three letters are ignored: there are too many words like them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.contrib.auth.models import User

SHORTEST = 3
"""The length of the shortest name that is looked for in a declaration."""
SHORT_NAME = 2
"""The length of the shortest name that is removed from titles: there a wrong guess costs a word and no game."""
PART = 4
"""The length of the shortest part of a name of several words: `van`, `der` and `the` are words of languages."""
PRINTED = frozenset({
    "abilities", "ability", "faction", "has", "keywords", "kind", "power", "profile", "remarks", "rules",
    "specialities", "system", "terrain", "text", "type", "weapons", "zones",
})  # fmt: skip
"""Members that hold texts printed for everybody, or names of pieces of a table: somebody may be called West."""
REFERENCES = frozenset({
    "across", "active", "agreed", "clause", "commitment", "counters", "covered", "friend", "game", "marks", "model",
    "obscured", "options", "order", "over", "pending", "phase", "pick", "roll", "round", "rule", "ruleset", "salt",
    "side", "step", "target", "targets", "to_act", "unseen", "version", "visible", "weapon", "winner", "zone",
})  # fmt: skip
"""Members that refer to existing things or to rules, and hashes."""
FIXED = PRINTED | REFERENCES
"""Members below which no name of a person is looked for. A member that is not listed is free text."""
OWN_NAME = "$.action.name"
"""The name of an action itself is that of a tactic as it is printed."""
WHY = (
    "names and contact data of people do not enter the record, because a record is for ever: "
    "give it another name, or leave it out"
)

_MAIL = re.compile(r"[^\s@<>()\[\],;:\"]{1,64}@[^\s@<>()\[\],;:\"]{1,255}\.\w{2,24}")
_DATE = re.compile(r"\b(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})\b")
_GAP = r"[ \u00a0./-]?"
_TELEPHONE = re.compile(
    r"(?:(?<![\w+])\+\d(?:[ \u00a0()./-]{0,2}\d){6,14}"  # +44 20 7946 0958
    r"|(?<![\w.+-])(?:"
    rf"(?:\d{{1,2}}{_GAP})?\(\d{{2,5}}\)(?:{_GAP}\d){{5,10}}"  # 8 (912) 345-67-89, (0171) 123 4567
    r"|0\d{1,4}(?:[ \u00a0./-]\d{2,8}){1,5}"  # 0171 1234567, 01 23 45 67 89
    r"|(?:1[.-])?\d{3}[.-]\d{3}[.-]\d{4}"  # 555-123-4567
    rf"|[78]{_GAP}\d{{3}}{_GAP}\d{{3}}{_GAP}\d{{2}}{_GAP}\d{{2}}"  # 8 912 345 67 89
    r"|\d{10,13}"
    r"))(?![\w-])"
)
DIGITS = 9
"""The number of digits of the shortest telephone number that is written without a country code."""


class Text(NamedTuple):
    """One text of a declaration: its path, its content, and whether it is free text."""

    path: str
    text: str
    free: bool


def texts(plain: Any) -> list[Text]:
    """Every text of plain JSON values, in order, keys included."""
    found: list[Text] = []
    # An explicit stack, because JSON may be nested deeper than Python can recurse.
    left: list[tuple[str, Any, bool]] = [("$", plain, True)]
    while left:
        path, value, free = left.pop()
        if isinstance(value, str):
            found.append(Text(path, value, free))
        elif isinstance(value, dict):
            # Members of types are fixed words; only below `extra` may keys be anything.
            found += [Text(f"{path}.{key}", str(key), free and ".extra" in path) for key in value]
            members = ((f"{path}.{key}", each, free and _is_free(f"{path}.{key}", key)) for key, each in value.items())
            left += reversed(list(members))
        elif isinstance(value, list | tuple):
            left += reversed([(f"{path}[{index}]", each, free) for index, each in enumerate(value)])
    return found


def _is_free(path: str, member: Any) -> bool:
    return member not in FIXED and path != OWN_NAME


def contact(text: str) -> Iterator[tuple[str, str]]:
    """The e-mail address or telephone number in a text: its kind, and its characters."""
    for found in _MAIL.finditer(text) if "@" in text else ():
        yield "an e-mail address", found.group()
    for found in _TELEPHONE.finditer(_DATE.sub(" ", text)) if any(map(str.isdigit, text)) else ():
        if found.group().startswith("+") or sum(map(str.isdigit, found.group())) >= DIGITS:
            yield "a telephone number", found.group()


def words_of(user: User, shortest: int = SHORTEST) -> list[str]:
    """The words by which somebody is known: user name, first and last name with their longer parts, e-mail address."""
    full = f"{user.first_name} {user.last_name}"
    parts = [part for name in (user.first_name, user.last_name) for part in name.split() if len(part) >= PART]
    known = [user.username, full, user.first_name, user.last_name, *parts, user.email]
    return list(dict.fromkeys(word for word in map(plain_text, known) if len(word) >= shortest))


def pattern(words: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern that finds any of the words, whole and in any case; None if there are no words."""
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    any_of = "|".join(re.escape(word) for word in longest_first)
    return re.compile(rf"(?<!\w)(?:{any_of})(?!\w)", re.IGNORECASE) if any_of else None


def plain_text(text: str) -> str:
    """A text with single spaces and one form for letters that can be encoded in several ways."""
    return " ".join(unicodedata.normalize("NFKC", text).split())
