"""Tie-breaks in FIDE's codes (MTB26), as record 212 of a report file lists them, and back.

A code of FIDE's stands for what FIDE's rules give at the event's date, from the points of the file. Anything else, such
as a variant that FIDE does not have or a tie-break of this platform, is written in a form of our own: `OTHER_`, the id
in capitals, the version where it is not the one in force, and every unusual parameter with its value
(`OTHER_KOYA_LIMIT_6000`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from gamelog.contest import tiebreaks
from gamelog.contest.errors import Refused
from gamelog.contest.terms import Ranks, TieBreak
from gamelog.contest.tiebreaks.rule import TieBreakRule

IN_FORCE = "2026-03-01"
"""The day from which FIDE's rules of 2026 are in force; before, those of 2023 are."""
POINTS = "PTS"
SCORES: Mapping[str, str] = {
    "match": "OTHER_MATCH_POINTS", "battle": "OTHER_BATTLE_SCORE", "victory": "OTHER_VICTORY_SCORE"
}  # fmt: skip
"""What an event ranks by first, where that is not the points of the file."""
FROM_WINS = ("wins", "wins-played")
"""Tie-breaks that are the same whatever a win is worth."""
_CUT = re.compile(r"(BH|SB|PS)(?:/([CM])([1-9][0-9]?))?")
_PLAIN = {"DE": "direct-encounter", "KS": "koya", "WIN": "wins", "WON": "wins-played"}


class ReadCodes(NamedTuple):
    """The tie-breaks of a record 212, and the codes that have no tie-break here."""

    known: tuple[TieBreak, ...]
    unknown: tuple[str, ...]


def codes_of(found: tuple[TieBreak, ...], *, starts: str = "", ranks: Ranks = "match", own_points: bool = True) -> str:
    """An order of tie-breaks as record 212 holds it, the score first.

    `starts` is the event's first day (ISO 8601; empty: today's rules). `own_points`: the points of the file are the
    event's. Where they are not, what FIDE makes of them is not what the event makes of its own.
    """
    first = POINTS if own_points and ranks == "match" else SCORES[ranks]
    return ",".join([first, *(code_of(each, starts, own_points) for each in found)])


def code_of(tiebreak: TieBreak, starts: str = "", own_points: bool = True) -> str:
    """The code of one tie-break."""
    rule, params = tiebreaks.load(tiebreak.id, tiebreak.version), tiebreaks.settings(tiebreak)
    fide = FIDE[rule.id](params) if rule.id in FIDE else ""
    meant = own_points or rule.id in FROM_WINS
    return fide if fide and meant and rule.version == version_of(rule.id, starts) else _own(rule, params, starts)


def version_of(id: str, starts: str = "") -> str:
    """The version of a tie-break that an event of that day is played by: FIDE's rules in force, else the newest."""
    versions = [rule.version for rule in tiebreaks.ALL if rule.id == id]
    before = "2023" in versions and starts and starts[:10] < IN_FORCE
    return "2023" if before else versions[-1]


def _buchholz(params: Mapping[str, int]) -> str:
    low, high = params["cut-lowest"], params["cut-highest"]
    if low == high:
        return f"BH/M{low}" if low else "BH"
    return "" if high else f"BH/C{low}"


def _with_cut(acronym: str) -> Callable[[Mapping[str, int]], str]:
    return lambda params: f"{acronym}/C{params['cut']}" if params["cut"] else acronym


FIDE: Mapping[str, Callable[[Mapping[str, int]], str]] = {
    "buchholz": _buchholz,
    "median-buchholz": _buchholz,
    "sonneborn-berger": _with_cut("SB"),
    "direct-encounter": lambda _: "DE",
    "cumulative": _with_cut("PS"),
    "koya": lambda params: "KS" if params["limit"] == 5000 else "",
    "wins": lambda _: "WIN",
    "wins-played": lambda _: "WON",
}
"""FIDE's code of a tie-break with these parameters; empty for a variant that FIDE does not have."""


def _own(rule: TieBreakRule, params: Mapping[str, int], starts: str) -> str:
    words = [f"OTHER_{_word(rule.id)}"]
    if rule.version != version_of(rule.id, starts):
        words.append(f"V{rule.version}")
    words += [f"{_word(name)}_{value}" for name, value in sorted(params.items()) if value != rule.defaults[name]]
    return "_".join(words)


def _word(id: str) -> str:
    return id.upper().replace("-", "_")


def read_codes(text: str, starts: str = "") -> ReadCodes:
    """The tie-breaks of a record 212, each once, by the rules in force on the event's first day."""
    codes = list(dict.fromkeys(code for each in text.upper().split(",") if (code := each.strip())))
    known: dict[str, TieBreak] = {}
    unknown = []
    for code in codes:
        if code == POINTS or code in SCORES.values():
            continue
        found = _read(code, starts)
        if found is None:
            unknown.append(code)
        else:
            known.setdefault(repr((found.id, found.version, sorted(found.params.items()))), found)
    return ReadCodes(tuple(known.values()), tuple(unknown))


def _read(code: str, starts: str) -> TieBreak | None:
    if code in _PLAIN:
        return TieBreak(_PLAIN[code], version_of(_PLAIN[code], starts))
    cut = _CUT.fullmatch(code)
    return _of_cut(starts, *cut.groups()) if cut else _read_own(code, starts)


def _of_cut(starts: str, acronym: str, kind: str | None, count: str | None) -> TieBreak | None:
    number = int(count or 0)
    if acronym == "BH":
        id = "median-buchholz" if kind == "M" and number == 1 else "buchholz"
        both = {} if id != "buchholz" else {"cut-lowest": number, "cut-highest": number}
        params = {"cut-lowest": number} if kind == "C" else both if kind else {}
        return TieBreak(id, version_of(id, starts), params)
    if kind == "M":
        return None
    id = {"SB": "sonneborn-berger", "PS": "cumulative"}[acronym]
    return TieBreak(id, version_of(id, starts), {"cut": number} if number else {})


def _read_own(code: str, starts: str) -> TieBreak | None:
    for rule in sorted(tiebreaks.ALL, key=lambda each: (-len(each.id), each.id, each.version)):
        if code == f"OTHER_{_word(rule.id)}" or code.startswith(f"OTHER_{_word(rule.id)}_"):
            found = _of_rule(rule, code.removeprefix(f"OTHER_{_word(rule.id)}"), starts)
            if found:
                return found
    return None


def _of_rule(rule: TieBreakRule, rest: str, starts: str) -> TieBreak | None:
    """A rule with what its own code says after the id: the version, and parameters with their values."""
    version, named = "", rest
    if rest.startswith("_V") and (match := re.match(r"_V([0-9]+)", rest)):
        version, named = match[1], rest[match.end() :]
    if rule.version != (version or version_of(rule.id, starts)):
        return None
    params = dict(_params(rule, named))
    if "".join(sorted(f"_{_word(name)}_{value}" for name, value in params.items())) != named:
        return None
    try:
        tiebreaks.settings(TieBreak(rule.id, rule.version, params))
    except Refused:
        return None
    return TieBreak(rule.id, rule.version, params)


def _params(rule: TieBreakRule, text: str) -> Iterator[tuple[str, int]]:
    for param in rule.params:
        found = re.search(rf"_{_word(param.id)}_([0-9]{{1,6}})(?=_|$)", text)
        if found:
            yield param.id, int(found[1])
