"""The lists that players of The 9th Age exchange, as text: `280 - Damsel, Wizard Adept, Divination`.

Hands change them in many ways, which are read as what they obviously mean. Below a list may stand lines by hand that
give the characteristics which it lacks (`rules.t9a.army.entries`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.kernel.remarks import Fault, Notes
from rules.t9a.army import terms
from rules.t9a.army.entries import ARMIES, MOST_CHOICES, TOO_MANY, Choice, Entry, Listed
from rules.textlines import pieces, plain

DASH = r"(?:\.?[-–—]|:)"
LEADING = re.compile(
    rf"(?:(?P<times>\d{{1,2}})\s*[xх×]\s*)?(?P<points>\d{{1,3}}[.,]\d{{3}}|\d{{2,4}})\s*(?:pts?\b\.?|points?\b)?\s*{DASH}"
    r"\s*(?P<rest>\S.*)",
    re.IGNORECASE | re.ASCII,
)
"""An entry with its points in front; `2x335 - ...` is two entries of that price."""
TRAILING = re.compile(
    r"(?P<rest>[^\W\d].*?\S)(?:\s*[,;]\s*|\s*[-–—]\s*|\s+\[?)(?P<points>\d{2,4})\s*(?:pts?\.?|points?)?\]?\.?",
    re.IGNORECASE,
)
BRACKETED = re.compile(r"(?P<name>.*?)\s*\[(?P<points>\d{1,3},?\d{3}|\d{2,4})\s*pts?\]\s*:?\s*(?P<rest>.*)", re.I)
"""An entry of BattleScribe's text export: `Name [290pts]: option, option`."""
TOTAL = re.compile(
    r"[+\s]*(?:total\s*:?\s*)?\[?\s*(?P<points>\d{1,2}[.,]\d{3}|\d{3,5})\s*(?:pts?\.?|points?)?\s*\]?[+\s]*", re.I
)
COUNT = re.compile(
    r"(?:(?P<times>\d{1,2})\s*[xх×]\s*(?=\d))?(?:(?P<count>\d{1,3})\s*(?:[xх×]\s*)?(?=[^\W\d]))?(?P<name>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
HEADING = re.compile(r"\++\s*[^+]*\++")
"""A heading of BattleScribe's text export: `++ FORCE ++`, `+ CATEGORY +`."""
MARK = re.compile(r"\s*(?:\[[^\[\]]*\]|\(\d\+\))")
"""A category or number that hands put behind a name."""
LIKE_ENTRY = re.compile(r"\d{1,3}\s*x?\s+[A-Z]")


class _Line(NamedTuple):
    """One entry as text: how many such entries, the points of each, and the rest."""

    times: int
    points: int
    rest: str


def is_list(text: str) -> bool:
    """Whether a text has entries with points in front: two, or one and a total."""
    # Blanks as one, as where the lines are read: the patterns try each of many.
    found = [" ".join(line.split()) for line in text.splitlines()]
    entries = sum(1 for line in found if LEADING.fullmatch(line) or BRACKETED.fullmatch(line))
    return entries > 1 or (entries == 1 and any(TOTAL.fullmatch(line) for line in found))


def lists(text: str) -> list[tuple[Listed, Notes]]:
    """The lists of a text, each of which ends with its total, and the remarks on each."""
    found: list[tuple[Listed, Notes]] = []
    heading, lines, notes = list[str](), list[_Line](), Notes()
    for raw in text.splitlines():
        said = " ".join(raw.replace("\ufeff", "").split())
        total = TOTAL.fullmatch(said)
        if total and lines:
            found.append((_listed(heading, lines, _number(total["points"]), notes), notes))
            heading, lines, notes = [], [], Notes()
        elif said:
            _line(said, heading, lines, notes)
    if lines:
        found.append((_listed(heading, lines, 0, notes), notes))
    return found


def _line(said: str, heading: list[str], lines: list[_Line], notes: Notes) -> None:
    """Take a line as an entry, as more of the entry above it, or as a heading."""
    headed = bool(HEADING.fullmatch(said))
    entry = None if headed else _entry(said, bool(lines))
    if entry is not None:
        lines.append(entry)
    elif headed or not lines or said.lower().startswith("created with battlescribe"):
        heading.append(said)
    elif LIKE_ENTRY.match(said) and not lines[-1].rest.endswith(","):
        notes.left_out("", said, Fault("points", "", ""))
    else:
        more = said.lstrip(". ")
        notes.read_as(terms.parted(pieces(lines[-1].rest)[0])[0] if pieces(lines[-1].rest) else "", "", "", said, more)
        joint = "" if lines[-1].rest.endswith(",") else ","
        broken = more[:1].islower() or lines[-1].rest.count("(") > lines[-1].rest.count(")")
        lines[-1] = lines[-1]._replace(rest=f"{lines[-1].rest}{'' if broken else joint} {more}")


def _entry(said: str, begun: bool) -> _Line | None:
    if found := LEADING.fullmatch(said):
        return _Line(int(found["times"] or 1), _number(found["points"]), found["rest"])
    if found := BRACKETED.fullmatch(said):
        return _Line(1, _number(found["points"]), f"{found['name']}, {found['rest']}".strip(", "))
    found = TRAILING.fullmatch(said)
    if found and begun and "," in found["rest"]:
        return _Line(1, _number(found["points"]), found["rest"].rstrip(" ,"))
    return None


def _number(text: str) -> int:
    return int(re.sub(r"[.,]", "", text))


def _listed(heading: Sequence[str], lines: Sequence[_Line], total: int, notes: Notes) -> Listed:
    entries = tuple(entry for line in lines for entry in _entries(line, notes))
    words = plain(" ".join(heading))
    army = next((name for name in ARMIES.values() if plain(name) in words), "")
    return Listed(army, entries, total)


def _entries(line: _Line, notes: Notes) -> Iterator[Entry]:
    """The entry of a line, as often as the line says."""
    first, more = _parts(line.rest)
    found = COUNT.fullmatch(first)
    if found is None:
        notes.left_out("", line.rest, Fault("name", "", ""))
        return
    name, count = MARK.sub("", found["name"]).strip(" ,:"), int(found["count"] or 1)
    if not 1 <= count <= 100:
        notes.read_as("", name, "number", found["count"], "1")
        count = 1
    times = max(line.times, int(found["times"] or 1))
    choices = tuple(Choice(text) for text in more[:MOST_CHOICES])
    for text in more[MOST_CHOICES:]:
        notes.left_out(name, text, Fault("", text, TOO_MANY))
    if times > 1:
        notes.read_as("", name, "number", line.rest, str(times))
    yield from [Entry(name, count, line.points, choices)] * times


def _parts(rest: str) -> tuple[str, list[str]]:
    """The name of an entry with its number, and its options; a colon may part them."""
    found = pieces(rest)
    first, *more = found or [""]
    name, colon, option = first.partition(":")
    if colon and "(" not in name:
        return name.strip(), [*pieces(option), *more]
    return first, more
