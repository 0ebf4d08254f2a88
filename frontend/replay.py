"""What the replay page needs of a game, computed in one pass over its events: time linear in the length of the game.

The client knows no rules. It gets the table, the models, the words of each step, and for each step a patch: the new
values of what is drawn (places, wounds, statuses, counters, round and phase). Keys are short because there are many:

    step    n number, r round, p phase and h player turn it was declared in, s side, a action, t title, o outcome,
            l lines, d patch, w attacks [from, to], e "melee" or absent, m paths [model, points], k markers,
            f findings, c correction
    correct n the ruling that corrected the step, t what it comes to, k kind, b rules it would break
    line    r rule, t text, q quiet, x declared, k roll, j the other step it speaks of
    roll    f faces, s sides, n needed, m modifiers [rule, amount], p passed, a again [index, face], b side
    finding r rule, v severity, m message, d declared, c computed, o where the report is out of date: that it is,
            z the ruling that settled it
    patch   m models by id, u units by id, s sides by id, r round, p phase, t side to act, h side whose turn it is,
            e terrain and z zones that differ from the table the game began on, by id, 0 where they are gone,
            q statuses of pieces of terrain by id: [name, side] each
    model   a place [x, y, z] or null, w wounds, o out, c statuses by name, f facing [x, y] where it has one, u its unit
    unit    c statuses by name
    marker  a place, r radius, o outline of a template, z where it was laid before it scattered

Lengths are hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

import rules
from frontend import grouping, judge, lines, narrate, ruled
from frontend.base.lengths import inches
from frontend.lines import Aside
from frontend.systems import registry
from frontend.systems.cast import Cast
from frontend.systems.datasheets import characteristic
from frontend.systems.registry import system_of
from frontend.systems.system import System
from rules import Event, Finding, Ruleset, State
from rules.kernel.sheet import wounds_of
from rules.kernel.state import Table

FORMAT = 5

Json = dict[str, Any]

COLOURS = ("blue", "amber")
WHOLE = ("began", "position-set", "patched", "mustered")
"""Effects after which any model may be drawn otherwise."""
NOTHING: Mapping[int, Aside] = {}


class Roll(msgspec.Struct, omit_defaults=True):
    """Dice of one purpose as they are drawn."""

    f: tuple[int, ...]
    b: str
    s: int = 6
    n: int = 0
    m: tuple[tuple[str, int], ...] = ()
    p: tuple[int, ...] = ()
    a: tuple[tuple[int, int], ...] = ()

    @property
    def reach(self) -> int:
        """What a die has to show, modifiers counted."""
        return self.n - sum(amount for _rule, amount in self.m)


class Line(msgspec.Struct, omit_defaults=True):
    """One line of a step's explanation."""

    r: str
    t: str
    q: bool = False
    x: bool = False
    k: Roll | None = None
    j: int = 0


class Step(msgspec.Struct, omit_defaults=True):
    """One step of a game as the page shows it; see the module's docstring for the letters."""

    n: int
    r: int
    p: str
    s: str
    a: str
    t: str
    o: str = ""
    l: list[Line] = []  # noqa: E741
    d: Json = {}
    w: list[tuple[str, str]] = []
    e: str = ""
    m: list[tuple[str, list[tuple[int, int, int]]]] = []
    k: list[Json] = []
    h: str = ""
    f: list[Json] = []
    c: Json = {}

    @property
    def rolled(self) -> bool:
        """Whether dice fell in this step."""
        return any(line.k for line in self.l)


# the drawable view of a state


def view(state: State, base: Table | None = None) -> Json:
    """What is drawn of a state. `base` is the table that is drawn once; what differs from it is part of the view."""
    system = registry.of(state.ruleset)
    return {
        "m": {key: model_view(system, model) for key, model in state.models.items()},
        "u": {key: unit_view(system, unit) for key, unit in state.units.items()},
        **_flow(system, state), **scenery(state.table, base),
    }  # fmt: skip


def _flow(system: System, state: State) -> Json:
    sides = {key: side_view(system, side) for key, side in state.sides.items()}
    pieces = terrain_statuses(system, state) if system.terrain_statuses else {}
    return {"s": sides, "r": state.round, "p": state.phase, "t": state.to_act, "h": state.turn, "q": pieces}


def model_view(system: System, model: Any) -> Json:
    """What is drawn of a model."""
    found: Json = {"a": model.at, "w": model.wounds, "o": int(model.out), "c": statuses(system, model)}
    if model.unit:
        found["u"] = model.unit
    return found if model.facing is None else {**found, "f": model.facing}


def unit_view(system: System, unit: Any) -> Json:
    """What is shown of a unit."""
    return {"c": statuses(system, unit)}


def side_view(system: System, side: Any) -> Json:
    """What is shown of a side."""
    return {"k": dict(sorted(side.counters.items())), "c": statuses(system, side, system.side_statuses)}


def scenery(table: Table, base: Table | None) -> Json:
    """The pieces and zones of a table that are not those of another: by id, 0 where one is gone."""
    if base is None or table is base:
        return {"e": {}, "z": {}}
    return {
        "e": _other(map(piece_view, table.terrain), map(piece_view, base.terrain)),
        "z": _other(map(zone_view, table.zones), map(zone_view, base.zones)),
    }  # fmt: skip


def _other(now: Iterable[Json], then: Iterable[Json]) -> Json:
    before, after = ({each["id"]: each for each in pieces} for pieces in (then, now))
    gone = {key: 0 for key in before if key not in after}
    return {**gone, **{key: each for key, each in after.items() if before.get(key) != each}}


def statuses(system: System, holder: Any, known: Mapping[str, str] | None = None) -> dict[str, int]:
    """The statuses of a model, unit or side: a number where they are counted, else 1."""
    found, known = {}, system.statuses if known is None else known
    for marks in (holder.game, holder.round, holder.turn, holder.phase):
        for key, value in marks.items():
            if key in known and (marks is holder.game or key not in system.for_game):
                found[known[key]] = value if key in system.counted and isinstance(value, int) else 1
    return found


def terrain_statuses(system: System, state: State) -> Json:
    """What marks on the table and the sides say of pieces of terrain, by their ids: the badge, and whose it is."""
    found: dict[str, list[tuple[str, str]]] = {}
    for side, marks in (("", state.game), *((key, side.game) for key, side in state.sides.items())):
        for key, badge in system.terrain_statuses.items():
            ids = marks.get(key, ())
            for piece in ids if isinstance(ids, tuple) else (ids,):
                if isinstance(piece, str) and piece:
                    found.setdefault(piece, []).append((badge, side))
    return found


def difference(before: Json, after: Json, touched: Iterable[str]) -> Json:
    """The patch that makes `after` of `before`, looking only at the touched models."""
    patch: Json = {key: after[key] for key in ("r", "p", "t", "h") if before[key] != after[key]}
    models = {key: _changed(before["m"].get(key), after["m"].get(key)) for key in touched}
    patch |= {"m": {key: change for key, change in models.items() if change != {}}}
    for of in ("u", "s", "e", "z", "q"):
        old, new = before[of], after[of]
        gone: Json = {key: None for key in old if key not in new}
        patch[of] = {**gone, **{key: each for key, each in new.items() if old.get(key, "") != each}}
    return {key: each for key, each in patch.items() if each not in ({}, None) or key in ("r", "p", "t", "h")}


def _changed(before: Json | None, after: Json | None) -> Json | None:
    """The fields that differ; None where the model is no longer there."""
    if after is None or before is None:
        return after if before != after else {}
    return {key: value for key, value in after.items() if before.get(key) != value}


class _Lens:
    """The drawable view of a state, kept up to date event by event without looking at what did not change.

    `base` is the table that is drawn once: the one the game began on.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.system = registry.of(state.ruleset)
        self.base = self._table = state.table
        self.seen = view(state)

    def look(self, event: Event[Any]) -> Json:
        """The patch of an event that was just applied."""
        state, old = self.state, self.seen
        everything = any(narrate.tag(effect) in WHOLE for effect in event.effects)
        touched = {*old["m"], *state.models} if everything else set(_models_of(event, state))
        models = dict(old["m"])
        for key in touched:
            models.pop(key, None)
            if key in state.models:
                models[key] = model_view(self.system, state.models[key])
        if not self.base.width:
            self.base = state.table
        around = {"e": old["e"], "z": old["z"]}
        if state.table is not self._table:
            around, self._table = scenery(state.table, self.base), state.table
        units = {key: unit_view(self.system, unit) for key, unit in state.units.items()}
        new = {"m": models, "u": units, **_flow(self.system, state), **around}
        self.seen = new
        return difference(old, new, sorted(touched))


def _models_of(event: Event[Any], state: State) -> Iterator[str]:
    for effect in event.effects:
        for key in (getattr(effect, "model", ""), getattr(effect, "on", "")):
            if key in state.models:
                yield key


# steps


def steps(
    ruleset: Ruleset, events: Iterable[Event[Any]], findings: Sequence[Finding] = (), cast: Cast | None = None,
    state: State | None = None, as_of: int = 0, asides: Mapping[int, Aside] = NOTHING, lens: _Lens | None = None,
) -> Iterator[Step]:  # fmt: skip
    """Every step of a game in words, with its patch. `cast` and `state` are filled and folded on the way.

    `as_of` is the last step the findings' report speaks of where steps were added since, else 0. `asides` are what
    `frontend.lines` says besides.
    """
    cast = cast or Cast(ruleset)
    state = state if state is not None else rules.fold(ruleset, [])
    lens = lens or _Lens(state)
    by_step: dict[int, list[Finding]] = {}
    for finding in findings:
        by_step.setdefault(finding.number, []).append(finding)
    for event in events:
        yield _step(cast, lens, event, by_step.get(event.number, []), as_of, asides.get(event.number))


def _step(
    cast: Cast, lens: _Lens, event: Event[Any], findings: list[Finding], as_of: int, aside: Aside | None
) -> Step:  # fmt: skip
    state = lens.state
    round_, phase, turn, side = state.round, state.phase, state.turn, event.by
    told, named = lines.told(event, aside), lines.named(event, aside)
    title, moved, places = narrate.title(cast, state, named), [], {k: m.at for k, m in state.models.items()}
    rules.evolve(state, event)
    cast.unit_of |= {effect.model: effect.unit for effect in narrate.effects(event, "joined")}
    if any(narrate.tag(effect) in ("position-set", "mustered", "terrain-set") for effect in event.effects):
        cast.meet(state)
        if narrate.tag(event.action) in ("begin", "muster"):
            title = narrate.title(cast, state, named)
    for effect in narrate.effects(event, "moved"):
        if effect.path:
            start = places.get(effect.model)
            moved.append((effect.model, [*([start] if start else []), *effect.path]))
            places[effect.model] = effect.path[-1]
    action = narrate.tag(event.action)
    return Step(
        n=event.number, r=round_, p=phase, h=turn, s=side, a=action, t=title, o=narrate.outcome(cast, told),
        l=list(explained(cast, told, state)), d=lens.look(event), w=_attacks(cast, event),
        e="melee" if action in system_of(cast).melee else "", m=moved,
        k=[marker(effect) for effect in narrate.effects(event, "laid")],
        f=[dated(judge.finding(cast, f, state), as_of) for f in findings],
        c=correction(cast, aside) if aside and aside.by else {},
    )  # fmt: skip


def correction(cast: Cast, aside: Aside) -> Json:
    """How a ruling corrected a step, for its mark in the list."""
    breaks = [[clause, cast.rule(clause)] for clause in aside.against]
    text = ruled.standing(cast, aside.kind, aside.against)
    return {"n": aside.by, "t": text, "k": aside.kind, **({"b": breaks} if breaks else {})}


def dated(found: Json, as_of: int) -> Json:
    """A finding, marked where its report is out of date."""
    if not as_of:
        return found
    return {**found, "o": _("Reported of the game up to step %(number)d; steps were added since.") % {"number": as_of}}


def explained(cast: Cast, event: Event[Any], state: State) -> Iterator[Line]:
    """The explanation of a step: one line an effect, dice with what they needed."""
    ruling, effects = ruled.is_ruling(event), narrate.effects(event)
    fallen = {effect.model for effect in effects if narrate.tag(effect) == "removed" and not effect.back}
    for run in grouping.runs(cast, effects):
        effect, together = run[0], grouping.told(cast, run)
        grounds = ruling and narrate.tag(effect) == "noted"
        words = together or (ruled.grounds(cast, effect) if grounds else narrate.explain(cast, effect, state))
        roll = None
        if narrate.tag(effect) == "rolled":
            roll = Roll(f=effect.faces, b=effect.by, s=effect.sides, n=effect.needed, m=effect.modifiers,
                        p=effect.passed, a=effect.again)  # fmt: skip
        # That a model falls says of its last wound all there is to say.
        falls = narrate.tag(effect) == "wounds-set" and effect.model in fallen and bool(cast.unit_of[effect.model])
        quiet = words.quiet or (falls and not effect.to)
        yield Line(r=effect.rule, t=words.text, q=quiet, x=words.declared, k=roll, j=words.step)


def _attacks(cast: Cast, event: Event[Any]) -> list[tuple[str, str]]:
    """Who attacked whom: rolls and distances of the declaring side's models against those of the other side."""
    pairs = (
        (effect.model, effect.target)
        for effect in narrate.effects(event, "rolled", "measured")
        if effect.model and effect.target
        and cast.of.get(effect.model) == event.by != cast.of.get(effect.target)
    )  # fmt: skip
    return list(dict.fromkeys(pairs))


def marker(laid: Any) -> Json:
    """A marker or template as drawn."""
    found: Json = {"a": laid.at, "r": laid.radius, "o": laid.outline, "z": laid.aimed}
    return {key: value for key, value in found.items() if value}


# the whole game


def payload(
    ruleset: Ruleset, events: Iterable[Event[Any]], findings: Sequence[Finding] = (), verdict: str = "",
    as_of: int = 0, asides: Mapping[int, Aside] = NOTHING,
) -> Json:  # fmt: skip
    """Everything the replay component needs, as plain values. `verdict` is the report's, empty while there is none.

    `as_of` and `asides` as in `steps`.
    """
    cast, state = Cast(ruleset), rules.fold(ruleset, [])
    start, lens = view(state), _Lens(state)
    told = list(steps(ruleset, events, findings, cast, state, as_of, asides, lens))
    used = {line.r for step in told for line in step.l}
    used |= {rule for step in told for line in step.l if line.k for rule, _ in line.k.m}
    used |= {found["r"] for step in told for found in step.f}
    used |= {rule for step in told for rule, _label in step.c.get("b", ())}
    return {
        "v": FORMAT, "ruleset": ruleset.id, "version": ruleset.version, "name": ruleset.name, "verdict": verdict,
        "table": table(lens.base), "sides": sides(state), "models": models(cast, state), "units": units(cast, state),
        "start": start, "steps": told,
        "rules": {key: cast.rule(key) for key in sorted(used)},
        "phases": {key: narrate.phase(cast, key) for key in dict.fromkeys([*(step.p for step in told), state.phase])},
        "findings": [
            dated(judge.finding(cast, f, state), as_of) for f in findings if not 1 <= f.number <= len(told)
        ],
        "words": words(cast),
    }  # fmt: skip


def table(base: Table) -> Json:
    """A table as drawn: its size, terrain with heights, zones."""
    return {
        "w": base.width, "d": base.depth, "mapped": base.mapped,
        "terrain": [piece_view(piece) for piece in base.terrain], "zones": [zone_view(zone) for zone in base.zones],
    }  # fmt: skip


def piece_view(piece: Any) -> Json:
    """A piece of terrain as drawn."""
    return {"id": piece.id, "n": piece.name, "o": piece.outline, "h": piece.height, "f": piece.floor, "k": piece.kind}


def zone_view(zone: Any) -> Json:
    """A zone as drawn."""
    return {"id": zone.id, "n": zone.name, "o": zone.outline}


def units(cast: Cast, state: State) -> list[Json]:
    """What never changes of each unit."""
    return [
        {"i": key, "s": unit.side, "n": cast.holder(key), "b": cast.unit_shorts[key], "k": unit.sheet.category,
         "p": unit.sheet.points, "z": unit.size}
        for key, unit in state.units.items()
    ]  # fmt: skip


def sides(state: State) -> list[Json]:
    """The sides in the order they joined, each with its colour."""
    return [
        {"id": side.id, "n": side.name or side.id, "faction": side.faction, "points": side.points, "size": side.size,
         "colour": COLOURS[index % len(COLOURS)]}
        for index, side in enumerate(state.sides.values())
    ]  # fmt: skip


def models(cast: Cast, state: State) -> list[Json]:
    """What never changes of each model."""
    system = system_of(cast)
    return [
        {"i": key, "s": model.side, "b": cast.shorts.get(key, key), "n": cast.model(key), "t": model.sheet.type,
         "r": model.sheet.base, "w": wounds_of(model.sheet), "g": [weapon(system, w) for w in model.sheet.weapons],
         **({"l": model.sheet.hull} if model.sheet.hull else {})}
        for key, model in state.models.items()
    ]  # fmt: skip


def weapon(system: System, weapon: Any) -> str:
    """A weapon's profile in one line: `Boltgun · 24″ · Rapid Fire 1 · S 4 · AP 0 · D 1`."""
    profile = weapon.profile
    kind = f"{profile.get('type', '')} {profile.get('attacks', profile.get('shots', ''))}".strip()
    reach = inches(profile["range"]) if profile.get("range") else ""
    rest = [
        f"{name} {characteristic(system, name, profile[name])}".replace("-", "−")
        for name in ("S", "AP", "D") if name in profile
    ]  # fmt: skip
    return " · ".join(part for part in (weapon.name, reach, kind, *rest) if part)


def words(cast: Cast) -> dict[str, str]:
    """The words of the component, in the reader's language."""
    return {
        "first": _("First step"), "last": _("Last step"), "back": _("One step back"), "forward": _("One step forward"),
        "play": _("Play"), "pause": _("Pause"), "phaseBack": _("Phase before"), "phaseForward": _("Next phase"),
        "step": _("Step"), "steps": _("Steps"), "of": _("of"), "round": _("Round"), "copy": _("Copy link"),
        "copied": _("Link copied"), "setup": _("Set-up"), "needs": _("needs"), "noNeed": _("rolled"),
        "total": _("total"), "natural": _("on the die"), "declared": _("declared"), "given": _("the rules give"),
        "rule": _("rule"), "finding": _("Finding"), "findings": _("Findings"), "next": _("Next finding"),
        "losses": _("Out of action"), "none": _("none yet"), "wounds": _("wounds"), "standing": _("standing"),
        "bookkeeping": _("Bookkeeping"), "saidSo": _("as the players said"), "success": _("success"),
        "failure": _("failure"), "rerolled": _("re-rolled"), "board": _("The table from above"), "zoomIn": _("Zoom in"),
        "zoomOut": _("Zoom out"), "whole": _("Whole table"), "forces": _("Forces"), "high": _("high"),
        "verified": _("Verified"), "problems": _("Findings"), "waiting": _("Not verified yet"), "speed": _("Speed"),
        "failed": _("The replay could not be loaded. Reload the page to try again."), "up": _("up"),
        "turn": _("their turn"), "empty": _("Nothing has been recorded yet."),
        "nothing": _("Nothing changes in this step."),
        "likely": _("How likely was that?"), "counting": _("Counting every way the dice can fall…"),
        "uncounted": _("This could not be counted just now. Try again."), "wholeList": _("The whole list"),
        "happened": _("happened"), "sure": _("Whatever the dice show, it comes to this."),
        "cp": narrate.counter("cp"), "vp": narrate.counter("vp"), "notMapped": _("no terrain map"),
        "corrected": _("corrected by step %(number)s"), "settled": _("settled by step %(number)s"),
        "ruleOn": _("Rule on this step"), **ruled.counters(),
        **{name: said() for name, said in system_of(cast).badges.items()},
    }  # fmt: skip


def encode(data: Json) -> bytes:
    """The payload as JSON bytes."""
    return msgspec.json.encode(data)
