"""What makes the models of a list an army: one General, at most one Battle Standard Bearer, points, units of models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from rules.kernel.errors import IllegalAction
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster, Sheet
from rules.kernel.telling import Phrase
from rules.selections import Problem
from rules.t9a import options
from rules.t9a.army import datasheet, printed, terms
from rules.t9a.special import bsb, not_a_leader

GENERAL = "t9a.core.general"
SIZE = options.POINTS
CHARACTERISTICS = "t9a.core.size-and-type"
RANKS = ("General", bsb.KEYWORD, *terms.LEVELS, "Character", *terms.COMMAND, *terms.MACHINE)

SAID: Mapping[str, Phrase] = {
    SIZE: Phrase("%(points)s points, but the agreed limit is %(limit)s", "очков: %(points)s, а условлено %(limit)s"),
    GENERAL: Phrase("an army has exactly one General, who is a Character; this one has %(generals)s",
                    "генерал, и притом персонаж, в армии один; здесь таких: %(generals)s"),
    CHARACTERISTICS: Phrase("%(kind)s: the list does not say %(missing)s", "%(kind)s: в списке нет %(missing)s"),
    bsb.BSB["one-per-army"]: Phrase("an army has one Battle Standard Bearer, this one has %(bearers)s",
                                    "знаменосец армии один; здесь их %(bearers)s"),
    bsb.BSB["gains-not-a-leader"]: Phrase("the Battle Standard Bearer cannot be the General",
                                          "знаменосец армии не может быть генералом"),
    bsb.BSB["two-banners"]: Phrase("the Battle Standard Bearer has %(banners)s magic banners; at most 2 are allowed",
                                   "у знаменосца армии магических знамён %(banners)s, а можно не больше 2"),
    not_a_leader.NOT_A_LEADER["no-general"]: Phrase("the General has Not a Leader", "генерал – «Совсем не лидер»"),
}  # fmt: skip
"""Problems of an army in both languages."""


def problems_of(ruleset: Ruleset, roster: Roster) -> Iterator[str]:
    """Why a roster cannot be played at all."""
    yield from printed.roster_problems(roster)
    known = {sheet.id for sheet in roster.models}
    listed = [key for unit in roster.units for key in unit.models]
    if not roster.units or sorted(listed) != sorted(known):
        yield "every model of an army is in one unit"


def problems(roster: Roster, limit: int) -> Iterator[Problem]:
    """Why an army cannot be fielded under a points limit (0: none)."""
    if limit and roster.points > limit:
        yield Problem(SIZE, f"the army has {roster.points} points, {limit} are allowed",
                      {"points": roster.points, "limit": limit})  # fmt: skip
    generals = [sheet for sheet in roster.models if "General" in sheet.keywords]
    true = [sheet for sheet in generals if "Character" in sheet.keywords]
    for sheet in generals:
        if sheet not in true:
            yield Problem(GENERAL, f"{sheet.name} is no Character and cannot be the General", {"generals": len(true)})
    if len(generals) != 1:
        yield Problem(GENERAL, f"an army has one General, this one has {len(generals)}", {"generals": len(generals)})
    yield from bsb.problems(roster)
    yield from not_a_leader.problems(roster)
    yield from _unsaid(roster)


def _unsaid(roster: Roster) -> Iterator[Problem]:
    """Models whose characteristics the list does not say, each kind of them once."""
    lacking = {sheet.type or sheet.name: datasheet.missing(sheet) for sheet in roster.models}
    for kind, names in lacking.items():
        if names:
            said = ", ".join(names)
            yield Problem(CHARACTERISTICS, f"{kind}: the list does not say {said}", {"kind": kind, "missing": said})


def listed(roster: Roster, limit: int) -> list[Problem]:
    """Why an army cannot be fielded, in the order in which `problems` finds it."""
    return list(problems(roster, limit))


def pick(roster: Roster, limit: int) -> tuple[str, ...]:
    """The ids of all models: an army is fielded as it is listed.

    Raises:
        IllegalAction: with the first rule that keeps it from being fielded.
    """
    for problem in problems(roster, limit):
        raise IllegalAction(problem.rule, problem.message, problem.facts)
    return tuple(sheet.id for sheet in roster.models)


def team(roster: Roster, ids: Iterable[str]) -> Roster:
    """The roster with only the units of these models, in its order.

    Raises:
        IllegalAction: an id that is not on the roster, or twice in the list; or only some models of a unit are named.
    """
    wanted = Counter(ids)
    strange = sorted(wanted - Counter(sheet.id for sheet in roster.models))
    if strange:
        text = f"model {strange[0]} is not on the roster {roster.name}, or was chosen twice"
        raise IllegalAction(SIZE, text, {"models": strange})
    units = tuple(unit for unit in roster.units if any(key in wanted for key in unit.models))
    for unit in units:
        left = [key for key in unit.models if key not in wanted]
        if left:
            text = f"{unit.name} is fielded whole or not at all; {len(left)} of its models were left out"
            raise IllegalAction(SIZE, text, {"unit": unit.id, "models": left})
    models = tuple(sheet for sheet in roster.models if sheet.id in wanted)
    return msgspec.structs.replace(roster, models=models, units=units, points=sum(unit.points for unit in units))


def speciality(sheet: Sheet) -> str:
    """What sets a model apart on a list: its rank, its level as a Wizard, its part in the command group, or empty."""
    return next((word.lower() for word in RANKS if word in sheet.keywords), "")
