"""Tie-breaks as versioned data. One file for each, or for a close family; the list is collected from the files.

A tie-break is found by its id and version, as an event's terms name it. `validate` says whether terms can name it so.
"""

from __future__ import annotations

import importlib
import pkgutil

from gamelog.contest.errors import Refused
from gamelog.contest.terms import Ranks, TieBreak
from gamelog.contest.tiebreaks.rule import Setting, TieBreakRule


def rules_here() -> tuple[TieBreakRule, ...]:
    """Every tie-break defined in this package's modules, sorted by id and version.

    Raises:
        ValueError: two share id and version.
    """
    found: dict[tuple[str, str], TieBreakRule] = {}
    for info in pkgutil.iter_modules(__path__, __name__ + "."):
        for value in vars(importlib.import_module(info.name)).values():
            if isinstance(value, TieBreakRule) and found.setdefault((value.id, value.version), value) is not value:
                raise ValueError(f"tie-break {value.id}@{value.version} is defined twice")
    return tuple(found[key] for key in sorted(found))


ALL = rules_here()
"""Every version of every tie-break, by id."""
_KNOWN = {(rule.id, rule.version): rule for rule in ALL}


_RATED = frozenset(rule.id for rule in ALL if rule.ratings)


def ask_ratings(tiebreaks: tuple[TieBreak, ...]) -> bool:
    """Whether one of the tie-breaks needs the entrants' ratings."""
    return any(each.id in _RATED for each in tiebreaks)


def load(id: str, version: str, path: str = "$") -> TieBreakRule:
    """A tie-break by id and version. `path` is the path where it is named.

    Raises: Refused: `unknown-tie-break`, `unknown-version`.
    """
    versions = [rule.version for rule in ALL if rule.id == id]
    if not versions:
        raise Refused("unknown-tie-break", f"{path}.id", f"there is no tie-break {id!r}",
                      f"показателя {id} нет", id=id)  # fmt: skip
    if version not in versions:
        known = ", ".join(versions)
        raise Refused("unknown-version", f"{path}.version", f"{id} has the versions {known}, not {version!r}",
                      f"у показателя {id} есть версии {known}, версии {version} нет",
                      id=id, versions=versions)  # fmt: skip
    return _KNOWN[id, version]


def settings(tiebreak: TieBreak, path: str = "$") -> Setting:
    """All settings of a tie-break as an event uses it: its own, and the defaults for the rest.

    Raises:
        Refused: `unknown-tie-break`, `unknown-version`, `unknown-param`, `out-of-range`.
    """
    rule = load(tiebreak.id, tiebreak.version, path)
    most = {param.id: param.most for param in rule.params}
    for name, value in tiebreak.params.items():
        at = f"{path}.params.{name}"
        if name not in most:
            known = ", ".join(sorted(most)) or "none"
            text = f"{rule.id} has no parameter {name!r}; it has: {known}"
            ru = f"у показателя {rule.id} нет параметра {name}; есть: {known}"
            raise Refused("unknown-param", at, text, ru, known=sorted(most))
        if not 0 <= value <= most[name]:
            text = f"{name} is from 0 to {most[name]}, not {value}"
            ru = f"{name}: от 0 до {most[name]}, а не {value}"
            raise Refused("out-of-range", at, text, ru, most=most[name], value=value)
    contradiction = rule.wrong(rule.defaults | tiebreak.params) if rule.wrong else None
    if contradiction:
        name, text, ru = contradiction
        raise Refused("out-of-range", f"{path}.params.{name}", text, ru)
    kinds: dict[str, Ranks] = {each.id: each.default for each in rule.kinds}
    for name in ("of", "by"):
        if getattr(tiebreak, name) and name not in kinds:
            text = f"{rule.id} has no kind of points {name!r}; it has: {', '.join(kinds) or 'none'}"
            ru = f"у показателя {rule.id} вид очков {name} не выбирается"
            raise Refused("unknown-param", f"{path}.{name}", text, ru, known=list(kinds))
    of, by = tiebreak.of or kinds.get("of", "match"), tiebreak.by or kinds.get("by", "match")
    return Setting(rule.defaults | tiebreak.params, of, by)


def validate(tiebreaks: tuple[TieBreak, ...]) -> None:
    """Refuse a list of tie-breaks that an event cannot be ranked by.

    The same one twice decides nothing the second time, unless it is about those who are level at that point: FIDE
    allows the direct encounter to be listed again (C.07, 4.3).

    Raises:
        Refused: `unknown-tie-break`, `unknown-version`, `unknown-param`, `out-of-range`, `duplicate`.
    """
    seen: dict[tuple[str, ...], int] = {}
    for index, tiebreak in enumerate(tiebreaks):
        path = f"$.tiebreaks[{index}]"
        used = settings(tiebreak, path)
        params = (f"{name}={value}" for name, value in sorted(used.items()))
        first = seen.setdefault((tiebreak.id, tiebreak.version, used.of, used.by, *params), index)
        if first != index and not load(tiebreak.id, tiebreak.version).needs_group:
            text = f"{tiebreak.id} stands in the list already, with the same parameters"
            ru = f"показатель {tiebreak.id} уже есть в списке, с теми же параметрами"
            raise Refused("duplicate", path, text, ru, first=first)
