"""The lines of an army list in plain text, whatever its game system: the key and content of each.

Sizes are bounded, and every refusal names the line. Names are compared without case, dashes, apostrophes and the like;
`ё` equals `е`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules import battlescribe
from rules.kernel.errors import Malformed
from rules.selections import LONGEST, MAX_NAME

MAX_BYTES = 256 * 1024
MAX_LINES = 2_000
MAX_LINE = 2_000
"""The most characters in a line."""

MODELS = re.compile(r"(\d{1,4})\s*[xх×*]\s+(.+)", re.IGNORECASE | re.DOTALL)
GAME = re.compile(r"\s*(?:game|игра)\s*:(.*)", re.IGNORECASE)
_LOOKALIKES = str.maketrans("АВЕКМНОРСТУХ", "ABEKMHOPCTYX")
_SIGNS = re.compile(r"[,;()]")
_COMMENT = re.compile(r"(?:\A|(?<=\s))#.*\Z", re.DOTALL)


def plain(name: str) -> str:
    """A name in the form used for comparison; of a long one its first `LONGEST` characters."""
    # Sorting marks takes the square of their number.
    text = unicodedata.normalize("NFKC", name[:LONGEST]).lower().replace("ё", "е").replace("&", " and ")
    return " ".join("".join(c if c.isalnum() else "" if c in "'’" else " " for c in text).split())


def pieces(text: str) -> list[str]:
    """A comma-separated list, each piece stripped; commas in brackets do not separate. `-` is an empty list."""
    found, end, closes = list[str](), len(text), False
    for sign in reversed(list(_SIGNS.finditer(text))):
        if sign[0] in "()":
            closes = sign[0] == ")"
        elif not closes:
            found.append(text[sign.end() : end].strip())
            end = sign.start()
    found.append(text[:end].strip())
    return [piece for piece in reversed(found) if piece not in ("", "-", "–", "—")]


def latin(text: str) -> str:
    """A text with Latin letters for the Cyrillic capitals that look like them: characteristics have Latin names, but
    may be typed on a Cyrillic keyboard.
    """
    return text.translate(_LOOKALIKES)


class ListLine(NamedTuple):
    """A line that is not blank: its number, its key (empty for models), the text before and after the colon."""

    number: int
    key: str
    before: str
    text: str

    def refuse(self, reason: str) -> Malformed:
        """The error that names this line."""
        return Malformed(f"line {self.number}", reason)

    def fields(self) -> list[str]:
        """The fields after the colon, separated by bars."""
        return [field.strip() for field in self.text.split("|")]


def game_of(data: bytes) -> str:
    """The game that a list in text names itself as: `game: The 9th Age`; empty if it names none."""
    for line in data[:MAX_BYTES].decode("utf-8-sig", "replace").splitlines()[:MAX_LINES]:
        if found := GAME.match(line):
            return _COMMENT.sub("", found[1]).strip()[:80]
    return ""


def is_list(data: bytes, words: Mapping[str, str]) -> bool:
    """Whether a file is a text list: not an archive, XML or JSON, and a line begins with one of the words for a key."""
    head = data[:MAX_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    if battlescribe.is_roster(data) or head[:1] in (b"{", b"[", b""):
        return False
    listed = "|".join(word.strip() for names in words.values() for word in names.split("|"))
    named = re.compile(rf"\A\s*(?:{listed})\s*:", re.IGNORECASE)
    return any(named.match(line) for line in head.decode("utf-8", "replace").splitlines())


def text_of(data: bytes) -> str:
    """The text of a list. Raises: Malformed if it is too large or not UTF-8."""
    if len(data) > MAX_BYTES:
        raise Malformed("line 1", f"this list is larger than {MAX_BYTES // 1024} KiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise Malformed(f"line {number}", "this is not UTF-8; save the list as UTF-8") from None


def keys_of(words: Mapping[str, str]) -> dict[str, str]:
    """Keys by each of their words, which bars separate: `unit | отряд`."""
    return {plain(word): key for key, named in words.items() for word in named.split("|")}


def lines_of(text: str, keys: Mapping[str, str]) -> Iterator[ListLine]:
    """The lines that are not blank, with their keys, as `keys_of` has them. Raises: Malformed for an unknown one."""
    found = re.split(r"\r\n|\r|\n", text)
    if len(found) > MAX_LINES:
        raise Malformed(f"line {MAX_LINES + 1}", f"a list has at most {MAX_LINES} lines")
    for number, raw in enumerate(found, 1):
        if len(raw) > MAX_LINE:
            raise Malformed(f"line {number}", f"a line has at most {MAX_LINE} characters")
        said = _COMMENT.sub("", raw).strip()
        if any(not c.isprintable() and c != "\t" for c in said):
            raise Malformed(f"line {number}", "a character that cannot be printed")
        if said:
            yield _line(number, said.replace("\t", " "), keys)


def _line(number: int, said: str, keys: Mapping[str, str]) -> ListLine:
    before, colon, text = said.partition(":")
    line = ListLine(number, keys.get(plain(before), ""), before.strip(), text.strip())
    if not colon:
        raise line.refuse(f"{said[:40]!r} has no colon; a line is 'KEY: ...' or '9 x NAME: ...'")
    if not line.key and not MODELS.fullmatch(line.before):
        known = ", ".join(dict.fromkeys(keys.values()))
        raise line.refuse(
            f"{line.before[:40]!r} is not a key; the keys are {known}, and models are written '9 x NAME: ...'"
        )
    if not line.text:
        raise line.refuse(f"there is nothing after {line.before[:40]!r}")
    return line


def once(lines: Sequence[ListLine], key: str) -> str:
    """The content of a key that may occur only once."""
    found = [line for line in lines if line.key == key]
    if len(found) > 1:
        raise found[1].refuse(f"{key!r} stands twice; first in line {found[0].number}")
    return found[0].text[:200] if found else ""


def name_of(line: ListLine, text: str) -> str:
    """A name on a line, of 1 to `MAX_NAME` characters. Raises: Malformed."""
    if not text:
        raise line.refuse("a name is missing")
    if len(text) > MAX_NAME:
        raise line.refuse(f"the name {text[:MAX_NAME]!r}... is longer than {MAX_NAME} characters")
    return " ".join(text.split())
