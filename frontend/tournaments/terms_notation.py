"""The notation of scales, bonuses, tables and parameters, a line each, and its parser.

A line of a scale is `0-5: 10-10`: the difference of victory points, then the points of the winner and the loser.
`>5-10` excludes the 5, `5-<10` the 10, `50+` has no upper limit. A bonus is `painted; Painted army; Покрашенная армия;
battle 10`, a table `7; Ruins; beside the door`, a setting `cut-lowest=1` or `of=battle`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from django.utils.translation import gettext as _

from gamelog.contest.points import POINT, said
from gamelog.contest.terms import Band, Bonus, TableTerms, TieBreak
from gamelog.contest.terms_stages import Mission

LONGEST = 200
"""Characters of the name of a mission."""

_NUMBER = r"(-?\d{1,6}(?:[.,]\d{1,2})?)"
_BAND = re.compile(
    rf"(>?)\s*{_NUMBER}\s*(?:(\+)|[-–]\s*(<?)\s*{_NUMBER})?\s*[:=]\s*{_NUMBER}\s*[-–:]\s*{_NUMBER}", re.ASCII
)
_WORTH = re.compile(rf"(match|battle|victory|against)\s+{_NUMBER}", re.ASCII)
_KIND = re.compile(r"(match|battle|victory|against)\s", re.ASCII)
_KIND_OF = re.compile(r"(of|by)\s*=\s*(match|battle|victory)", re.ASCII)
_PARAM = re.compile(r"([a-z][a-z0-9-]*)\s*=\s*(\d{1,6})", re.ASCII)
Value = TypeVar("Value")


class Unreadable(ValueError):
    """A line that cannot be read; the message names it and shows an example."""


def points(text: str) -> int:
    """Points as people write them, in hundredths: `2.5`, `2,5`."""
    whole, _dot, rest = text.replace(",", ".").partition(".")
    sign = -1 if whole.startswith("-") else 1
    return sign * (abs(int(whole)) * POINT + int(rest.ljust(2, "0") or 0))


def lines(text: str, read: Callable[[str], Value], like: str) -> tuple[Value, ...]:
    """Every line that is not empty. Raises: Unreadable, naming the line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found.append(read(line.strip()))
            except (ValueError, msgspec.ValidationError):
                shown = {"number": number, "line": line.strip()[:60], "like": like}
                raise Unreadable(_("Line %(number)s, “%(line)s”, does not look like “%(like)s”.") % shown) from None
    return tuple(found)


# scales


def scale(text: str) -> tuple[Band, ...]:
    """A scale from its lines. Raises: Unreadable."""
    return lines(text, _band, "0-5: 10-10")


def _band(line: str) -> Band:
    found = _BAND.fullmatch(line)
    if found is None:
        raise ValueError(line)
    over, least, endless, under, most, winner, loser = found.groups()
    if endless:
        top = None
    else:
        top = points(most) if most else points(least)
    return Band(points(least), top, points(winner), points(loser), bool(over), bool(under))


def scale_text(bands: Iterable[Band]) -> str:
    """The lines of a scale."""
    return "\n".join(map(band_line, bands))


def band_line(band: Band) -> str:
    """The notation of a band."""
    over, under = ">" if band.open_least else "", "<" if band.open_most else ""
    if band.most is None:
        difference = f"{over}{said(band.least)}+"
    elif band.most == band.least and not over and not under:
        difference = said(band.least)
    else:
        difference = f"{over}{said(band.least)}-{under}{said(band.most)}"
    return f"{difference}: {said(band.winner)}-{said(band.loser)}"


# bonuses


def bonuses(text: str) -> tuple[Bonus, ...]:
    """Bonuses from their lines. Raises: Unreadable."""
    return lines(text, _bonus, "painted; Painted army; Покрашенная армия; battle 10")


def _bonus(line: str) -> Bonus:
    parts = [part.strip() for part in line.split(";")]
    names = [part for part in parts[1:] if not _WORTH.fullmatch(part)]
    worths = [_worth(part) for part in parts[1:] if _WORTH.fullmatch(part)]
    worth = dict(worths)
    # “battle x” is not a Russian name but an unreadable worth, which would count for nothing.
    misread = any(_KIND.match(name) for name in names[1:]) or len(worth) < len(worths)
    if not parts[0] or not 1 <= len(names) <= 2 or misread:
        raise ValueError(line)
    plain = {"id": parts[0], "en": names[0], "ru": names[1] if len(names) > 1 else "", **worth}
    return msgspec.convert(plain, Bonus)


def _worth(part: str) -> tuple[str, int]:
    found = _WORTH.fullmatch(part)
    assert found
    return {"against": "battle_against"}.get(found[1], found[1]), points(found[2])


def bonuses_text(given: Iterable[Bonus]) -> str:
    """The lines of bonuses."""
    return "\n".join("; ".join(_bonus_parts(each)) for each in given)


def _bonus_parts(bonus: Bonus) -> Iterator[str]:
    yield bonus.id
    yield bonus.en
    if bonus.ru:
        yield bonus.ru
    for word, value in (("match", bonus.match), ("battle", bonus.battle), ("victory", bonus.victory),
                        ("against", bonus.battle_against)):  # fmt: skip
        if value:
            yield f"{word} {said(value)}"


# tables


def tables(text: str) -> tuple[TableTerms, ...]:
    """The tables of a hall from their lines; one without a number gets the next number. Raises: Unreadable."""
    found: list[TableTerms] = []

    def read(line: str) -> TableTerms:
        table = _table(line, found[-1].number + 1 if found else 1)
        found.append(table)
        return table

    return lines(text, read, _("7; Ruins"))


def _table(line: str, follows: int) -> TableTerms:
    first, *rest = [part.strip() for part in line.split(";")]
    numbered = first.isascii() and first.isdigit()
    terrain, note, *more = [*(rest if numbered else [first, *rest]), "", ""]
    if any(more):
        raise ValueError(line)
    plain: dict[str, Any] = {"number": int(first[:9]) if numbered else follows, "terrain": terrain, "note": note}
    return msgspec.convert(plain, TableTerms)


def tables_text(given: Iterable[TableTerms]) -> str:
    """The lines of tables."""
    return "\n".join("; ".join(_table_parts(each)) for each in given)


def _table_parts(table: TableTerms) -> list[str]:
    return [
        str(table.number),
        *([table.terrain] if table.terrain or table.note else []),
        *([table.note] if table.note else []),
    ]


def missions(text: str, before: Iterable[Mission]) -> tuple[Mission, ...]:
    """The missions of the rounds, a line each; an empty line is a round without one. A mission that was there before
    keeps what a line does not say. Raises: Unreadable.
    """
    known = {(each.round, each.en): each for each in before}
    said = [line.strip() for line in text.replace("\r\n", "\n").split("\n")]
    for line in said:
        if len(line) > LONGEST:
            raise Unreadable(_("“%(part)s” is too long.") % {"part": line[:60]})
    return tuple(known.get((number, line)) or Mission(number, line) for number, line in enumerate(said[:99], 1) if line)


def missions_text(given: Iterable[Mission]) -> str:
    """The lines of missions."""
    names = {each.round: each.en for each in given}
    return "\n".join(names.get(number, "") for number in range(1, max(names, default=0) + 1))


# parameters of tie-breaks


def tiebreak(id: str, version: str, text: str) -> TieBreak:
    """A tie-break with its settings from `cut-lowest=1, of=battle`. Raises: Unreadable."""
    found: dict[str, int] = {}
    kinds: dict[str, Any] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        if match := _KIND_OF.fullmatch(part):
            kinds[match[1]] = match[2]
        elif match := _PARAM.fullmatch(part):
            found[match[1]] = int(match[2])
        else:
            shown = {"part": part[:60], "like": "of=battle" if part.startswith(("of", "by")) else "cut-lowest=1"}
            raise Unreadable(_("“%(part)s” does not look like “%(like)s”.") % shown)
    return TieBreak(id, version, found, **kinds)


def settings_text(given: TieBreak) -> str:
    """The notation of a tie-break's settings."""
    kinds = [(name, getattr(given, name)) for name in ("of", "by") if getattr(given, name)]
    return ", ".join(f"{name}={value}" for name, value in [*kinds, *sorted(given.params.items())])
