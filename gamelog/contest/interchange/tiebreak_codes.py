"""Tie-breaks in FIDE's codes (MTB26), as record 212 of a report file lists them, and back.

A code of FIDE's stands for what FIDE's rules give at the event's date, from the points of the file. Anything else, such
as a variant that FIDE does not have or a tie-break of this platform, is written in a form of our own: `OTHER_`, the id
in capitals, the version where it is not the one in force, and every unusual parameter with its value
(`OTHER_KOYA_LIMIT_6000`). Game points (`BH:GP`) are battle points here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from gamelog.contest import tiebreaks
from gamelog.contest.errors import Refused
from gamelog.contest.terms import Kind, Ranks, TieBreak
from gamelog.contest.tiebreaks.rule import Setting, TieBreakRule

IN_FORCE = "2026-03-01"
"""The day from which FIDE's rules of 2026 are in force; before, those of 2023 are."""
POINTS = "PTS"
SCORES: Mapping[str, str] = {
    "match": "OTHER_MATCH_POINTS", "battle": "OTHER_BATTLE_SCORE", "victory": "OTHER_VICTORY_SCORE"
}  # fmt: skip
"""What an event ranks by first, where that is not the points of the file."""
FROM_WINS = ("wins", "wins-played", "rounds-elected", "standard-points", "opponents-rating", "rating")
"""Tie-breaks that are the same whatever a win is worth."""
_CUT = re.compile(r"(BH|FB|SB|PS|ARO)(:MP|:GP)?(?:/([CM])([1-9][0-9]?))?")
_WITH_KIND = re.compile(r"(DE|AOB)(:MP|:GP)?(/F)?")
_PLAIN = {
    "KS": "koya", "WIN": "wins", "WON": "wins-played", "REP": "rounds-elected", "STD": "standard-points",
    "RTNG": "rating", "EDE": "extended-direct-encounter",
}  # fmt: skip
_CUTS = {"SB": "sonneborn-berger", "PS": "cumulative", "ARO": "opponents-rating"}


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
    usual = fide and meant and rule.version == version_of(rule.id, starts)
    return fide if usual else _own(tiebreak, rule, params, starts)


def version_of(id: str, starts: str = "") -> str:
    """The version of a tie-break that an event of that day is played by: FIDE's rules in force. Of another tie-break it
    is the first, so that a code goes on to mean what it meant when there was no other.
    """
    versions = [rule.version for rule in tiebreaks.ALL if rule.id == id]
    if "2023" not in versions:
        return versions[0]
    return "2023" if starts and starts[:10] < IN_FORCE else versions[-1]


Code: TypeAlias = Callable[[Setting], str]


def _of_kind(acronym: str, params: Setting) -> str:
    """An acronym with the kind of points; empty where FIDE has no such kind."""
    return {"match": acronym, "battle": f"{acronym}:GP"}.get(params.of, "")


def _buchholz(acronym: str) -> Code:
    def code(params: Setting) -> str:
        low, high, name = params["cut-lowest"], params["cut-highest"], _of_kind(acronym, params)
        if not name or (high and low != high):
            return ""
        return f"{name}/M{low}" if high else f"{name}/C{low}" if low else name

    return code


def _with_cut(acronym: str) -> Code:
    def code(params: Setting) -> str:
        usual = (params.of, params.by) == ("match", "match")
        return "" if not usual else f"{acronym}/C{params['cut']}" if params["cut"] else acronym

    return code


def _average(params: Setting) -> str:
    name = _of_kind("AOB", params)
    return f"{name}/F" if name and params.get("fore") else name


FIDE: Mapping[str, Code] = {
    "buchholz": _buchholz("BH"),
    "median-buchholz": _buchholz("BH"),
    "fore-buchholz": _buchholz("FB"),
    "average-buchholz": _average,
    "opponents-rating": lambda params: "" if params["decimals"] else _with_cut("ARO")(params),
    "rating": lambda _: "RTNG",
    "rounds-elected": lambda _: "REP",
    "standard-points": lambda _: "STD",
    "extended-direct-encounter": lambda params: "EDE" if (params.of, params.by) == ("match", "battle") else "",
    "sonneborn-berger": _with_cut("SB"),
    "direct-encounter": lambda params: _of_kind("DE", params),
    "cumulative": _with_cut("PS"),
    "koya": lambda params: "KS" if params["limit"] == 5000 else "",
    "wins": lambda _: "WIN",
    "wins-played": lambda _: "WON",
}
"""FIDE's code of a tie-break with these parameters; empty for a variant that FIDE does not have."""


def _own(tiebreak: TieBreak, rule: TieBreakRule, params: Mapping[str, int], starts: str) -> str:
    words = [f"OTHER_{_word(rule.id)}"]
    if rule.version != version_of(rule.id, starts):
        words.append(f"V{rule.version}")
    words += [f"{name.upper()}_{kind.upper()}" for name, kind in _kinds_of(tiebreak).items()]
    words += [f"{_word(name)}_{value}" for name, value in sorted(params.items()) if value != rule.defaults[name]]
    return "_".join(words)


def _word(id: str) -> str:
    return id.upper().replace("-", "_")


def read_codes(text: str, starts: str = "") -> ReadCodes:
    """The tie-breaks of a record 212, each once, by the rules in force on the event's first day."""
    listed = [code for each in text.upper().split(",") if (code := each.strip())]
    # The score stands first: in any other place match points are a tie-break.
    codes = dict.fromkeys(listed[1:] if listed[:1] == [SCORES["match"]] else listed)
    known: dict[str, TieBreak] = {}
    unknown = []
    for code in codes:
        if code in (POINTS, SCORES["battle"], SCORES["victory"]):
            continue
        found = _read(code, starts)
        if found is None:
            unknown.append(code)
        else:
            known.setdefault(repr(msgspec.structs.replace(found, params=dict(sorted(found.params.items())))), found)
    return ReadCodes(tuple(known.values()), tuple(unknown))


def _read(code: str, starts: str) -> TieBreak | None:
    if code in _PLAIN:
        return TieBreak(_PLAIN[code], version_of(_PLAIN[code], starts))
    if of_kind := _WITH_KIND.fullmatch(code):
        return _with_kind(starts, *of_kind.groups())
    cut = _CUT.fullmatch(code)
    return _of_cut(starts, *cut.groups()) if cut else _read_own(code, starts)


def _with_kind(starts: str, acronym: str, points: str | None, fore: str | None) -> TieBreak | None:
    of: Kind = "battle" if points == ":GP" else ""
    if acronym == "DE":
        return None if fore else TieBreak("direct-encounter", version_of("direct-encounter", starts), of=of)
    version = version_of("average-buchholz", starts)
    if fore and version == "2023":
        return None
    return TieBreak("average-buchholz", version, {"fore": 1} if fore else {}, of)


def _of_cut(starts: str, acronym: str, points: str | None, kind: str | None, count: str | None) -> TieBreak | None:
    number = int(count or 0)
    of: Kind = "battle" if points == ":GP" else ""
    if acronym in ("BH", "FB"):
        median = acronym == "BH" and kind == "M" and number == 1
        id = "median-buchholz" if median else {"BH": "buchholz", "FB": "fore-buchholz"}[acronym]
        both = {} if median else {"cut-lowest": number, "cut-highest": number}
        params = {"cut-lowest": number} if kind == "C" else both if kind else {}
        return TieBreak(id, version_of(id, starts), params, of)
    if kind == "M" or of:
        return None
    id = _CUTS[acronym]
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
    kinds: dict[str, Any] = {}
    for name in ("of", "by"):
        if match := re.match(rf"_{name.upper()}_(MATCH|BATTLE|VICTORY)(?=_|$)", named):
            kinds[name], named = match[1].lower(), named[match.end() :]
    params = dict(_params(rule, named))
    if "".join(f"_{_word(name)}_{value}" for name, value in sorted(params.items())) != named:
        return None
    found = TieBreak(rule.id, rule.version, params, **kinds)
    try:
        tiebreaks.settings(found)
    except Refused:
        return None
    return found


def _kinds_of(tiebreak: TieBreak) -> dict[str, Kind]:
    return {name: getattr(tiebreak, name) for name in ("of", "by") if getattr(tiebreak, name)}


def _params(rule: TieBreakRule, text: str) -> Iterator[tuple[str, int]]:
    for param in rule.params:
        found = re.search(rf"_{_word(param.id)}_([0-9]{{1,6}})(?=_|$)", text)
        if found:
            yield param.id, int(found[1])
