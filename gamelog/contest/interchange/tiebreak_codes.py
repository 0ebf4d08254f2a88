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
FROM_WINS = (
    "wins", "wins-played", "rounds-elected", "standard-points", "opponents-rating", "rating", "pairing-number"
)  # fmt: skip
"""Tie-breaks that are the same whatever a win is worth."""
_CUT = re.compile(r"(BH|FB|SB|PS|ARO)(:MP|:GP)?(?:/([CM])([1-9][0-9]?))?")
_TEAMS = re.compile(r"E([MG])([MG])SB(?:/C([1-9][0-9]?))?")
SECOND = {"match": "battle-points", "battle": "match-points"}
"""The tie-break that FIDE calls MPvGP in events of teams, by what they are ranked by first (C.07, 13.1)."""
_WITH_KIND = re.compile(r"(DE|AOB)(:MP|:GP)?(/F)?")
_PLAIN = {
    "KS": "koya", "WIN": "wins", "WON": "wins-played", "REP": "rounds-elected", "STD": "standard-points",
    "RTNG": "rating", "TPN": "pairing-number", "EDE": "extended-direct-encounter",
}  # fmt: skip
_REVERSED = {"TPN/R": ("pairing-number", "highest"), "RTNG/R": ("rating", "lowest")}
_CUTS = {"SB": "sonneborn-berger", "PS": "cumulative", "ARO": "opponents-rating"}


class ReadCodes(NamedTuple):
    """The tie-breaks of a record 212, and the codes that have no tie-break here."""

    known: tuple[TieBreak, ...]
    unknown: tuple[str, ...]


def codes_of(
    found: tuple[TieBreak, ...],
    *,
    starts: str = "",
    ranks: Ranks = "match",
    own_points: bool = True,
    teams: bool = False,
) -> str:
    """An order of tie-breaks as record 212 holds it, the score first.

    `starts` is the event's first day (ISO 8601; empty: today's rules). `own_points`: the points of the file are the
    event's. Where they are not, what FIDE makes of them is not what the event makes of its own. `teams`: some codes
    are only for teams.
    """
    first = POINTS if own_points and ranks == "match" else SCORES.get(ranks, f"OTHER_{_word(ranks)}_SCORE")
    return ",".join([first, *(code_of(each, starts, own_points, ranks if teams else "") for each in found)])


def code_of(tiebreak: TieBreak, starts: str = "", own_points: bool = True, teams: Kind = "") -> str:
    """The code of one tie-break. In an event of teams, `teams` is the kind of points that ranks them."""
    rule, params = tiebreaks.load(tiebreak.id, tiebreak.version), tiebreaks.settings(tiebreak)
    fide = FIDE[rule.id](params) if rule.id in FIDE else ""
    if teams:
        fide = _of_teams(rule.id, params, teams) or fide
    meant = own_points or rule.id in FROM_WINS
    usual = fide and meant and rule.version == _version_read(fide, rule.id, starts)
    return fide if usual else _own(tiebreak, rule, params, starts)


def fide_code(rule: TieBreakRule) -> str:
    """FIDE's code of a tie-break with its usual parameters, whatever its version; empty where FIDE does not have it."""
    return FIDE[rule.id](tiebreaks.settings(TieBreak(rule.id, rule.version))) if rule.id in FIDE else ""


def _of_teams(id: str, params: Setting, ranks: Kind) -> str:
    """The code of a tie-break that FIDE has for teams alone (C.07, 13.1 and 13.2); empty: it has none."""
    if SECOND.get(ranks) == id:
        return "MPvGP"
    kinds = {"match": "M", "battle": "G"}
    if id != "sonneborn-berger" or params.of not in kinds or params.by not in kinds:
        return ""
    acronym = f"E{kinds[params.of]}{kinds[params.by]}SB"
    return "" if acronym == "EMMSB" else f"{acronym}/C{params['cut']}" if params["cut"] else acronym


def version_of(id: str, starts: str = "") -> str:
    """The version of a tie-break that an event of that day is played by: FIDE's rules in force. Of another tie-break it
    is the first, so that a code goes on to mean what it meant when there was no other.
    """
    versions = [rule.version for rule in tiebreaks.ALL if rule.id == id]
    if "2023" not in versions:
        in_force = not starts or starts[:10] >= IN_FORCE
        return "2026" if in_force and "2026" in versions else versions[0]
    return "2023" if starts and starts[:10] < IN_FORCE else versions[-1]


def _version_read(code: str, id: str, starts: str) -> str:
    """The version that a code stands for: that of the rules in force, or the second where only that has a variant."""
    return "2" if code.startswith(SECOND_VERSION) else version_of(id, starts)


SECOND_VERSION = ("RTNG/R", "PS:GP", "KS:GP")
"""Codes of variants that a tie-break has from its second version on."""
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


def _progressive(params: Setting) -> str:
    name = _of_kind("PS", params)
    return f"{name}/C{params['cut']}" if name and params["cut"] else name


def _average(params: Setting) -> str:
    name = _of_kind("AOB", params)
    return f"{name}/F" if name and params.get("fore") else name


FIDE: Mapping[str, Code] = {
    "buchholz": _buchholz("BH"),
    "median-buchholz": _buchholz("BH"),
    "fore-buchholz": _buchholz("FB"),
    "average-buchholz": _average,
    "opponents-rating": lambda params: "" if params["decimals"] else _with_cut("ARO")(params),
    "rating": lambda params: "RTNG/R" if params.get("lowest") else "RTNG",
    "pairing-number": lambda params: "TPN/R" if params["highest"] else "TPN",
    "rounds-elected": lambda _: "REP",
    "standard-points": lambda _: "STD",
    "extended-direct-encounter": lambda params: "EDE" if (params.of, params.by) == ("match", "battle") else "",
    "sonneborn-berger": _with_cut("SB"),
    "direct-encounter": lambda params: _of_kind("DE", params),
    "cumulative": _progressive,
    "koya": lambda params: _of_kind("KS", params) if params["limit"] == 5000 else "",
    "wins": lambda _: "WIN",
    "wins-played": lambda _: "WON",
}
"""FIDE's code of a tie-break with these parameters; empty for a variant that FIDE does not have."""


def _own(tiebreak: TieBreak, rule: TieBreakRule, params: Mapping[str, int], starts: str) -> str:
    words = [f"OTHER_{_word(rule.id)}"]
    if rule.version != version_of(rule.id, starts):
        words.append(f"V{rule.version}")
    words += [f"{name.upper()}_{_word(kind)}" for name, kind in _kinds_of(tiebreak).items()]
    words += [f"{_word(name)}_{value}" for name, value in sorted(params.items()) if value != rule.defaults[name]]
    return "_".join(words)


def _word(id: str) -> str:
    return id.upper().replace("-", "_").replace(".", "_")


def read_codes(text: str, starts: str = "") -> ReadCodes:
    """The tie-breaks of a record 212, each once, by the rules in force on the event's first day."""
    listed = [code for each in text.upper().split(",") if (code := each.strip())]
    # The score stands first: in any other place match points are a tie-break.
    codes = dict.fromkeys(listed[1:] if listed[:1] == [SCORES["match"]] else listed)
    # In FIDE's own order the second kind of points is the one that does not rank.
    second = SECOND["battle" if SCORES["battle"] in listed[:1] else "match"]
    known: dict[str, TieBreak] = {}
    unknown = []
    for code in codes:
        if code in (POINTS, SCORES["battle"], SCORES["victory"]):
            continue
        found = TieBreak(second, "1") if code == "MPVGP" else _read(code, starts)
        if found is None:
            unknown.append(code)
        else:
            known.setdefault(repr(msgspec.structs.replace(found, params=dict(sorted(found.params.items())))), found)
    return ReadCodes(tuple(known.values()), tuple(unknown))


def _read(code: str, starts: str) -> TieBreak | None:
    if code in _PLAIN:
        return TieBreak(_PLAIN[code], version_of(_PLAIN[code], starts))
    if code == "KS:GP":
        return TieBreak("koya", _version_read(code, "koya", starts), of="battle")
    if code in _REVERSED:
        id, param = _REVERSED[code]
        return TieBreak(id, _version_read(code, id, starts), {param: 1})
    if of_teams := _TEAMS.fullmatch(code):
        kinds: dict[str, Kind] = {"M": "", "G": "battle"}
        of, by, cut = of_teams.groups()
        id = "sonneborn-berger"
        return TieBreak(id, version_of(id, starts), {"cut": int(cut)} if cut else {}, kinds[of], kinds[by])
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
    if kind == "M" or (of and acronym != "PS"):
        return None
    id = _CUTS[acronym]
    version = _version_read(f"{acronym}{points or ''}", id, starts)
    return TieBreak(id, version, {"cut": number} if number else {}, of)


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
        if match := re.match(rf"_{name.upper()}_(MATCH|BATTLE|VICTORY)(_AGAINST|_DIFFERENCE)?(?=_|$)", named):
            kinds[name] = "".join(match.groups("")).lower().replace("_", ".")
            named = named[match.end() :]
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
