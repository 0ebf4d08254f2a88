"""Gangs of Necromunda: read from any of their formats, checked against a limit of credits, and picked for a battle.

Covers `necro.assumed.gang.*`. A file is a gang list written by hand (`rules.necro.army.ganglist`), a gang that YakTribe
exported (`rules.necro.army.yaktribe`), or a BattleScribe file of the data for Necromunda Underhive or Gang War. Nothing
in a file is dropped silently: what fits no field of a `Sheet` is in its abilities or in the roster's `rules`, `notes`
and `extra`, and what is not taken as printed is in its `remarks`. Costs are in credits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import msgspec

from rules import battlescribe, selections
from rules.battlescribe import Document
from rules.kernel.errors import IllegalAction, OtherSystem
from rules.kernel.remarks import Notes
from rules.kernel.ruleset import Below
from rules.kernel.sheet import Roster, Sheet
from rules.necro.army import equipment, fighter, ganglist, printed, yaktribe
from rules.necro.options import CREDITS, EQUIPMENT
from rules.selections import Problem
from rules.textlines import text_of

FIGHTERS = "necro.assumed.gang.fighters"
OWN = "Necromunda (Underhive, Gang War)"
FIRST_EDITION = ("Ranged Weapon", "HtH Weapon")
"""Types of profiles that only the first edition of the game has: another game with the same name."""
_BELOW = re.compile(rf"^[ \t]*(?:#|(?:{equipment.WORDS})[ \t]*:)".encode(), re.IGNORECASE | re.MULTILINE)
"""Where lines by hand begin: no line of JSON begins so."""
COMPLETED = Below(
    lambda data: ganglist.is_list(data) or yaktribe.is_json(data),
    "weapon: Harpoon gun | 9/18 | -/+1 | 5 | -2 | 2 | 5+ | Knockback",
)
"""Anything but a BattleScribe file can be completed by hand."""
LATER = re.compile(r"20(?:2[1-9]|[3-9]\d)")
"""Years of editions younger than ours."""


# --- reading -------------------------------------------------------------------------------------------------------


def load(data: bytes, name: str = "gang.txt") -> Roster:
    """The gang in a file of any format.

    Raises:
        Malformed: see the readers of the formats; `$.gameSystemName` for a file that is no gang of this game.
    """
    if ganglist.is_list(data):
        return ganglist.load(data, name)
    if yaktribe.is_json(data):
        return _exported(data, name)
    battlescribe.refuse_others(data)
    return from_battlescribe(battlescribe.read(data, name, _require_name))


def _exported(data: bytes, name: str) -> Roster:
    """A gang from YakTribe, with the equipment that is described by hand below it."""
    found = _BELOW.search(data)
    if found is None:
        return yaktribe.load(data, name)
    export, below = data[: found.start()], data[found.start() :]
    gang = yaktribe.load(export, name)
    return equipment.agreed(gang, {EQUIPMENT: text_of(below)}, after=export.count(b"\n"))


def from_battlescribe(document: Document) -> Roster:
    """Every fighter of a roster file, with ids "1", "2", ... in the order of the file.

    Raises:
        Malformed: another game system, or no fighter that can be played; then the reason lists what cannot be read.
    """
    _require_system(document)
    forces = selections.forces(document)
    apart: set[int] = set()
    tops = (top for each in forces for top in each.selections)
    bodies = [body for found in selections.bodies(tops, apart, SHEETS) for body in found]
    selections.require_models(bodies, apart)
    notes, models = Notes(), list[Sheet]()
    if LATER.search(document.system):
        notes.add("edition", said=document.system, read=OWN)
    notes.again(document.remarks)
    names = selections.names([body.selection for body in bodies], notes)
    for body, name in zip(bodies, names, strict=True):
        made = fighter.sheet(str(len(models) + 1), name, list(selections.carried(body, apart)), notes)
        models += [made] if made else []
    rules = [ability for force in forces for ability in selections.force_rules(force, apart)]
    selections.require_playable(notes, models, rules)
    return selections.assembled(document, forces, apart, models, rules, notes)


SHEETS = fighter.SHEETS


def _require_name(system: str) -> None:
    if "necromunda" not in system.lower():
        raise OtherSystem(system, OWN)


def _require_system(document: Document) -> None:
    """Necromunda of 2017 and later: the first edition of 1995 has other characteristics and weapons."""
    _require_name(document.system)
    chosen = (s for force in selections.forces(document) for top in force.selections for s in top.walk())
    if any(profile.type in FIRST_EDITION for each in chosen for profile in each.profiles):
        raise OtherSystem(f"{document.system}, first edition", OWN)


# --- checking ------------------------------------------------------------------------------------------------------


def speciality(sheet: Sheet) -> str:
    """What sets a fighter apart: `leader` or `champion`, empty for any other."""
    rank = printed.rank(sheet)
    return rank.lower() if rank in ("Leader", "Champion") else ""


def problems(roster: Roster, limit: int) -> list[Problem]:
    """All reasons why a gang cannot fight with at most `limit` credits (0: no limit)."""
    found = []
    total = sum(sheet.points for sheet in roster.models)
    if not roster.models:
        found.append(Problem(FIGHTERS, "a gang has at least one fighter"))
    if limit and total > limit:
        text = f"{total} credits, but the agreed limit is {limit}"
        found.append(Problem(CREDITS, text, {"points": total, "limit": limit}))
    return found


def team(roster: Roster, ids: Iterable[str]) -> Roster:
    """The gang with only these fighters, in its own order, and what they cost.

    Raises:
        IllegalAction: `necro.assumed.gang.fighters` if an id is not in the gang, or twice in the list.
    """
    wanted = Counter(ids)
    strange = sorted(wanted - Counter(sheet.id for sheet in roster.models))
    if strange:
        text = f"fighter {strange[0]} is not in the gang {roster.name}, or was chosen twice"
        raise IllegalAction(FIGHTERS, text, {"models": strange})
    models = tuple(sheet for sheet in roster.models if sheet.id in wanted)
    return msgspec.structs.replace(roster, models=models, points=sum(sheet.points for sheet in models))


def pick(roster: Roster, limit: int) -> tuple[str, ...]:
    """The ids of a gang of at most `limit` credits (0: no limit), always the same one for the same roster.

    All of them if they may fight; otherwise as many as fit, the higher ranks first, then in the order of the roster.

    Raises:
        IllegalAction: `necro.assumed.gang.credits` if even the cheapest fighter costs more.
    """
    if not problems(roster, limit):
        return tuple(sheet.id for sheet in roster.models)
    ranks = list(printed.RANKS)
    left, chosen = limit, set[str]()
    for sheet in sorted(roster.models, key=lambda each: ranks.index(printed.rank(each) or "Ganger")):
        if sheet.points <= left:
            left -= sheet.points
            chosen.add(sheet.id)
    if not chosen:
        least = min((sheet.points for sheet in roster.models), default=0)
        text = f"the cheapest fighter of {roster.name} costs {least} credits; {limit} are agreed"
        raise IllegalAction(CREDITS if roster.models else FIGHTERS, text, {"points": least, "limit": limit})
    return tuple(sheet.id for sheet in roster.models if sheet.id in chosen)
