"""Kill Team rosters: read from BattleScribe files, checked against a points limit, and picked from a command roster.

Covers `kt.roster.*`, `kt.datasheet.max` and `kt.gap.commanders`; one model's sheet is read in `rules.kt.datasheet`.
Nothing in a file is dropped silently: anything that fits no field of a `Sheet` is in the roster's `rules`, `notes` and
`extra`, and anything that is not taken as printed is in its `remarks`.
Points are whole numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import msgspec

from rules import battlescribe, selections
from rules.battlescribe import Document, Force, Selection
from rules.kernel.errors import IllegalAction, OtherSystem
from rules.kernel.remarks import Notes
from rules.kernel.sheet import Ability, Roster, Sheet
from rules.kt.datasheet import BASE, BETTER_SAVES, SAVE, SPECIALISMS, SpecialistSelection, sheet
from rules.selections import Body, Problem, slug

MODEL = ("Model",)
"""Types of profiles that are datasheets."""
SPECIALISTS = 4
"""`kt.roster.max-specialists`: in one team, the Leader included."""
MODELS = 3
"""`kt.roster.min-models`."""
COMMANDERS = 200
"""`kt.gap.commanders`: the smallest points limit with commanders."""
TRIED_LEADERS, TRIED_MODELS = 20, 40
"""How far `pick` searches a roster whose obvious teams are not legal."""


Known: TypeAlias = dict[int, tuple[str, int]]
"""The specialism of a selection and its level, by its identity."""


# --- reading -------------------------------------------------------------------------------------------------------


def load(source: bytes | str | Path, name: str = "roster.ros") -> Roster:
    """The roster in a `.ros` or `.rosz` file, given as bytes (called `name`) or as a path.

    Raises:
        Malformed: see `rules.battlescribe.read` and `from_battlescribe`; `$.gameSystemName` for a file of another kind.
        OSError: the path cannot be read.
    """
    if isinstance(source, bytes):
        battlescribe.refuse_others(source)
        return from_battlescribe(battlescribe.read(source, name, _require_system))
    return from_battlescribe(battlescribe.read(Path(source).read_bytes(), Path(source).name, _require_system))


def from_battlescribe(document: Document, bases: Mapping[str, int] | None = None) -> Roster:
    """Every model of a roster file, with ids "1", "2", ... in the order of the file.

    `bases` gives the radius of a base in hundredths of an inch by the model's type, if it is not `BASE`.

    Raises:
        Malformed: another game system, or no model that can be played; then the reason lists what cannot be read.
    """
    _require_system(document.system)
    forces = selections.forces(document)
    apart: set[int] = set()
    tops = iter(selections.bodies((top for force in forces for top in force.selections), apart, MODEL))
    bodies = [[body for _ in force.selections for body in next(tops)] for force in forces]
    selections.require_models([body for part in bodies for body in part], apart)
    known: Known = {}
    notes, models = Notes(), list[Sheet]()
    notes.again(document.remarks)
    names = iter(selections.names([body.selection for part in bodies for body in part], notes))
    rules: list[Ability] = []
    for force, part in zip(forces, bodies, strict=True):
        own, better = _force_rules(force, apart)
        rules += own
        for body in part:
            base = (bases or {}).get(body.selection.name, BASE)
            parts = list(_carried(body, apart, known))
            made = sheet(str(len(models) + 1), next(names), parts, base, better, notes)
            models += [made] if made else []
    selections.require_playable(notes, models, rules)
    return selections.assembled(document, forces, apart, models, rules, notes)


def _require_system(system: str) -> None:
    """Kill Team (2018): not its later editions, nor the games for larger tables."""
    if not re.search(r"kill[ -]?team(?!.*(?:202\d|\b2nd\b|\b3rd\b))", system[: selections.LONGEST], re.IGNORECASE):
        raise OtherSystem(system, "Kill Team (2018)")


# --- specialisms ---------------------------------------------------------------------------------------------------


def _carried(body: Body, apart: set[int], known: Known) -> Iterator[SpecialistSelection]:
    """Everything a model has, each part with its specialism and the highest level chosen around it.

    What is `known` of selections is for the other models that have them too.
    """
    for part in selections.carried(body, apart):
        for chosen in part.path:
            if id(chosen) not in known:
                known[id(chosen)] = (_specialism(chosen), _level(chosen))
        about = [known[id(chosen)] for chosen in part.path]
        named = next((n for n, (name, _) in enumerate(about) if name), None)
        name = "" if named is None else about[named][0]
        levels = [] if named is None else [level for _, level in about[named:] if level]
        yield SpecialistSelection(part.selection, part.copies, part.points, name, levels[-1] if levels else 0)


def _level(selection: Selection) -> int:
    found = re.match(r"Level (\d)\b", selection.name)
    return int(found[1]) if found else 0


def _specialism(selection: Selection) -> str:
    """The specialism a selection stands for, by its levels or its name; otherwise empty."""
    known = slug(selection.name) in SPECIALISMS
    armed = any(profile.type == "Weapon" for part in selection.walk() for profile in part.profiles)
    return slug(selection.name) if any(map(_level, selection.children)) or (known and not armed) else ""


def _force_rules(force: Force, apart: set[int]) -> tuple[list[Ability], bool]:
    """The rules of a whole force, and whether one of them improves its invulnerable saves (`BETTER_SAVES`)."""
    rules = selections.force_rules(force, apart)
    better = {rule for rule in rules if BETTER_SAVES.match(rule.text)}
    return [msgspec.structs.replace(r, rule=SAVE) if r in better else r for r in rules], bool(better)


# --- checking ------------------------------------------------------------------------------------------------------


def specialism(model: Sheet) -> str:
    """The model's specialism (`leader`, `medic`, ...), empty for an ordinary model."""
    names = sorted(rule for rule in model.has if rule.startswith("kt.specialist."))
    return names[0].rpartition(".")[2] if names else ""


def problems(roster: Roster, limit: int) -> list[Problem]:
    """Everything that keeps a roster from being fielded as a team of at most `limit` points; empty if it is legal."""
    models = roster.models
    total, roles = sum(m.points for m in models), Counter(s for s in map(specialism, models) if s)
    found = []
    if total > limit:
        text = f"{total} points, but the agreed limit is {limit}"
        found.append(Problem("kt.roster.points-limit", text, {"points": total, "limit": limit}))
    if len(models) < MODELS:
        text = f"{len(models)} models are too few; a team has at least {MODELS}"
        found.append(Problem("kt.roster.min-models", text, {"models": len(models), "needed": MODELS}))
    if not roles["leader"]:
        found.append(Problem("kt.roster.leader-required", "the team has no Leader"))
    for name, count in sorted(roles.items()):
        if count > 1:
            text = f"{count} models are {name.title()} specialists; each specialism may be taken once"
            facts = {"specialism": name, "models": [m.id for m in models if specialism(m) == name]}
            found.append(Problem("kt.roster.unique-specialisations", text, facts))
    if roles.total() > SPECIALISTS:
        text = f"{roles.total()} specialists are more than {SPECIALISTS}, the Leader included"
        found.append(Problem("kt.roster.max-specialists", text, {"specialists": roles.total(), "most": SPECIALISTS}))
    return [*found, *_not_allowed(models), *_too_many(models), *_commanders(models, limit)]


def _not_allowed(models: Sequence[Sheet]) -> Iterator[Problem]:
    """`kt.roster.specialisation-allowed`, for models of which somebody has said what their datasheets allow."""
    for model in models:
        if model.specialities is None:
            continue
        taken = sorted(rule.rpartition(".")[2] for rule in model.has if rule.startswith("kt.specialist."))
        listed = ", ".join(model.specialities) or "–"
        for name in taken:
            if name not in model.specialities:
                text = f"{model.name} is a {name.title()} specialist; its datasheet allows: {listed}"
                facts = {"model": model.name, "kind": model.type, "specialism": name, "allowed": listed}
                yield Problem("kt.roster.specialisation-allowed", text, facts)


def _too_many(models: Sequence[Sheet]) -> Iterator[Problem]:
    """`kt.datasheet.max`; a model without the characteristic has no limit."""
    for name, count in sorted(Counter(m.type for m in models).items()):
        most = min((int(m.profile["Max"]) for m in models if m.type == name and "Max" in m.profile), default=count)
        if count > most:
            text = f"{count} models are {name}; at most {most} may be taken"
            yield Problem("kt.datasheet.max", text, {"type": name, "models": count, "most": most})


def _commanders(models: Sequence[Sheet], limit: int) -> Iterator[Problem]:
    found = [m for m in models if "COMMANDER" in m.keywords]
    if found and limit < COMMANDERS:
        text = f"{found[0].name} is a commander; commanders need a game of {COMMANDERS} points"
        yield Problem("kt.gap.commanders", text, {"models": [m.id for m in found], "limit": limit})


# --- picking a team ------------------------------------------------------------------------------------------------


def team(roster: Roster, ids: Iterable[str]) -> Roster:
    """The roster with only these models, in the roster's order, and their points.

    Raises:
        IllegalAction: `kt.roster.command-roster` if an id is not on the roster, or twice in the list.
    """
    wanted = Counter(ids)
    strange = sorted(wanted - Counter(model.id for model in roster.models))
    if strange:
        text = f"model {strange[0]} is not on the roster {roster.name}, or was chosen twice"
        raise IllegalAction("kt.roster.command-roster", text, {"models": strange})
    models = tuple(model for model in roster.models if model.id in wanted)
    return msgspec.structs.replace(roster, models=models, points=sum(model.points for model in models))


def pick(roster: Roster, limit: int) -> tuple[str, ...]:
    """The ids of a legal team of at most `limit` points, always the same one for the same roster.

    The first Leader that allows a team, then specialists in roster order, then as many models as fit, the cheapest
    first. A roster that is already legal is its own team.

    Raises:
        IllegalAction: with the first rule in the way, `kt.roster.leader-required` if there is no Leader to field.
    """
    if not problems(roster, limit):
        return tuple(model.id for model in roster.models)
    leaders = [m for m in roster.models if specialism(m) == "leader" and not list(_commanders([m], limit))]
    if not leaders:
        raise IllegalAction("kt.roster.leader-required", f"{roster.name} has no Leader to field", {"limit": limit})
    for start in _starts(roster, leaders[:TRIED_LEADERS], limit):
        if _legal(start, limit):
            chosen = _fill(roster, start, limit)
            if len(chosen) >= MODELS:
                return tuple(model.id for model in roster.models if model in chosen)
    raise _no_team(roster, leaders, limit)


def _starts(roster: Roster, leaders: Sequence[Sheet], limit: int) -> Iterator[tuple[Sheet, ...]]:
    """Beginnings of a team, the best first: a Leader with many specialists, with few, with each pair of models."""
    for leader in leaders:
        for count in range(SPECIALISTS, 0, -1):
            yield _grow((leader,), [m for m in roster.models if specialism(m)], limit, most=count)
    cheap = sorted(roster.models, key=lambda m: m.points)[:TRIED_MODELS]
    for leader in leaders:
        for pair in combinations([m for m in cheap if m is not leader], MODELS - 1):
            yield (leader, *pair)


def _fill(roster: Roster, start: tuple[Sheet, ...], limit: int) -> tuple[Sheet, ...]:
    """As many further models as fit: ordinary ones by price, then by their place on the roster."""
    ordinary = [m for m in roster.models if not specialism(m)]
    return _grow(start, sorted(ordinary, key=lambda m: m.points), limit, most=len(roster.models))


def _grow(start: tuple[Sheet, ...], models: Iterable[Sheet], limit: int, most: int) -> tuple[Sheet, ...]:
    """Add each model that breaks no rule, up to `most` in all."""
    chosen = start
    for model in models:
        if len(chosen) < most and _fits(chosen, model, limit):
            chosen = (*chosen, model)
    return chosen


def _fits(chosen: Sequence[Sheet], model: Sheet, limit: int) -> bool:
    if sum(m.points for m in chosen) + model.points > limit or any(m is model for m in chosen):
        return False
    return _legal((*chosen, model), limit)


def _legal(models: tuple[Sheet, ...], limit: int) -> bool:
    """Whether models break no rule, except that there may still be too few of them."""
    found = problems(Roster(name="", system="", models=models), limit)
    return all(problem.rule == "kt.roster.min-models" for problem in found)


def _no_team(roster: Roster, leaders: Sequence[Sheet], limit: int) -> IllegalAction:
    cheapest = sorted(model.points for model in roster.models)[: MODELS - 1]
    least = min(leader.points for leader in leaders) + sum(cheapest)
    if len(roster.models) >= MODELS and least > limit:
        text = f"a Leader and two models of {roster.name} cost at least {least} points; {limit} are agreed"
        return IllegalAction("kt.roster.points-limit", text, {"points": least, "limit": limit})
    text = f"no Leader of {roster.name} can be fielded with two more models"
    return IllegalAction("kt.roster.min-models", text, {"limit": limit, "needed": MODELS})
