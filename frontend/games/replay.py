"""What the replay page needs of a game, computed in one pass over its events: time linear in the length of the game.

The client knows no rules. It gets the table, the models, the words of each step, and for each step a patch: the new
values of what is drawn (places, wounds, statuses, counters, round and phase). Keys are short because there are many:

    step    n number, r round, p phase and h player turn it was declared in, s side, a action, t title, o outcome,
            l lines, d patch, w attacks [from, to], e kind, m paths [model, points],
            k markers, f findings, c correction, g by side [score, points left, models left] where that has changed; the
            score in units, of which the payload's `per` make a point; b the step that began its activation, if
            that is another, y how much it tells, u who acts (frontend.games.activations); z what changed without an act
    kind    "melee", "charge", "ruling", "quiet" for mere bookkeeping, "opening" for the one who acts now, or absent
    settled g by side [change of the score, points lost] without an act in this step, t that in words with o what came
            of it, or n the step of the act to which it is due (frontend.games.settled)
    correct n the ruling that corrected the step, t what it comes to, k kind, b rules it would break
    line    r rule, t text, q quiet, x declared, k roll, j the other step it speaks of, y what had been written down in
            secret: 1 opened since, 2 still a secret (`frontend.games.perspectives`)
    roll    f faces, s sides, n needed, m modifiers [rule, amount], p passed, a again [index, face], b side
    finding r rule, v severity, m message, d declared, c computed, o where the report is out of date: that it is,
            z the ruling that settled it
    patch   m models by id, u units by id, s sides by id, r round, p phase, t side to act, h side whose turn it is,
            e terrain and z zones that differ from the table the game began on, by id, 0 where they are gone,
            q statuses of pieces of terrain by id: [name, side] each, and what belongs to it: another piece, a number
    model   a place [x, y, z] or null, w wounds, o out, c statuses by name, f facing [x, y] where it has one, u its unit
    unit    c statuses by name, g how it stands where it is a regiment
    block   f files, k ranks, o boundary and s bases by model: rear right, front right, front left, rear left corner
    marker  a place, r radius, o outline of a template, z where it was laid before it scattered

Lengths are hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from django.utils.translation import gettext as _

import rules
from frontend.games import (
    activations,
    effect_groups,
    finding_text,
    game_history,
    narration,
    roles,
    ruling_sentences,
    schematic,
    sentences,
    settled,
    weapons,
)
from frontend.games.cast import Cast
from frontend.games.datasheets import characteristics
from frontend.games.game_history import Aside
from frontend.games.replay_state import Json, Lens, piece_view, view, zone_view
from frontend.games.replay_words import component_words
from rules import Event, Finding, Ruleset, State, scoresheet
from rules.kernel.sheet import wounds_of
from rules.kernel.state import Decision, Formation, Table

FORMAT = 17

COLOURS = ("blue", "amber")
NOTHING: Mapping[int, Aside] = {}
Way: TypeAlias = list[tuple[int, int, int]]


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
        """The face a die has to show, modifiers included."""
        return self.n - sum(amount for _rule, amount in self.m)


class ExplanationLine(msgspec.Struct, omit_defaults=True):
    """One line of a step's explanation."""

    r: str
    t: str
    q: bool = False
    x: bool = False
    k: Roll | None = None
    j: int = 0
    y: int = 0


class ReplayStep(msgspec.Struct, omit_defaults=True):
    """One step of a game as the page shows it; the module's docstring explains the letters."""

    n: int
    r: int
    p: str
    s: str
    a: str
    t: str
    o: str = ""
    l: list[ExplanationLine] = []  # noqa: E741
    d: Json = {}
    w: list[tuple[str, str]] = []
    e: str = ""
    m: list[tuple[str, list[tuple[int, int, int]]]] = []
    k: list[Json] = []
    h: str = ""
    f: list[Json] = []
    c: Json = {}
    g: dict[str, scoresheet.Standing] = {}
    b: int = 0
    y: int = 0
    u: str = ""
    z: Json = {}

    @property
    def rolled(self) -> bool:
        """Whether dice fell in this step."""
        return any(line.k for line in self.l)


def steps(
    ruleset: Ruleset, events: Iterable[Event[Any]], findings: Sequence[Finding] = (), cast: Cast | None = None,
    state: State | None = None, as_of: int = 0, asides: Mapping[int, Aside] = NOTHING, lens: Lens | None = None,
) -> Iterator[ReplayStep]:  # fmt: skip
    """Every step of a game in words, with its patch. `cast` and `state` are updated on the way.

    `as_of` is the last step that the report covers if steps have been added since, else 0. `asides` are the remarks of
    `frontend.games.game_history`.
    """
    cast = cast or Cast(ruleset)
    state = state if state is not None else rules.fold(ruleset, [])
    lens = lens or Lens(ruleset.telling, state)
    by_step: dict[int, list[Finding]] = {}
    for finding in findings:
        by_step.setdefault(finding.number, []).append(finding)
    for event in events:
        yield _step(cast, lens, event, by_step.get(event.number, []), as_of, asides.get(event.number))


def _step(
    cast: Cast, lens: Lens, event: Event[Any], findings: list[Finding], as_of: int, aside: Aside | None
) -> ReplayStep:  # fmt: skip
    state = lens.state
    round_, phase, turn, side = state.round, state.phase, state.turn, event.by
    told, named = game_history.explained_event(event, aside), game_history.titled_event(event, aside)
    title, moved, places = narration.title(cast, state, named), [], {k: m.at for k, m in state.models.items()}
    asked, chapter = state.pending, settled.chapter(state)
    before = {key: unit.formation for key, unit in state.units.items()}
    idle = _is_bookkeeping(cast, event, asked)
    gains = settled.evolve(state, event, cast.ruleset, idle)
    due = lens.due(event.number, asked, idle)
    cast.unit_of |= {effect.model: effect.unit for effect in sentences.effects(event, "joined")}
    if any(sentences.tag(effect) in ("position-set", "mustered", "terrain-set") for effect in event.effects):
        cast.meet(state)
        if sentences.tag(event.action) in ("begin", "muster"):
            title = narration.title(cast, state, named)
    # On a table without coordinates no way and no place is anybody's.
    for model, path in () if state.table.sketch else _ways(before, event):
        start = places.get(model)
        moved.append((model, [*([start] if start else []), *path]))
        places[model] = path[-1]
    action, outcome = sentences.tag(event.action), narration.outcome(cast, told)
    if outcome == title:
        outcome = ""
    kind = _kind_of(cast, event, asked.clause if asked else "", outcome)
    return ReplayStep(
        n=event.number, r=round_, p=phase, h=turn, s=side, a=action, t=title, o=outcome,
        l=list(explained(cast, told, state)), d=lens.look(event), w=_attacks(cast, event),
        e=kind, m=moved,
        k=[] if state.table.sketch else [marker(effect) for effect in sentences.effects(event, "laid")],
        f=[dated(finding_text.describe(cast, f, state), as_of) for f in findings],
        c=correction(cast, aside) if aside and aside.by else {}, g=_changed(cast.ruleset, lens),
        b=lens.activations.place(cast, activations.Placed(event, chapter[:3], asked, kind)),
        u=activations.acting(cast, event, asked), y=activations.weight(cast.telling, told.effects, kind, outcome),
        z=_settled(cast, chapter, state, gains, due, outcome if idle else ""),
    )  # fmt: skip


def _is_bookkeeping(cast: Cast, event: Event[Any], asked: Decision | None) -> bool:
    """Whether somebody only says that nothing more is done, or lets a question go: dice that fall then are those of the
    act that asked. An answer that is told is none.
    """
    if sentences.tag(event.action) not in cast.telling.bookkeeping:
        return False
    if asked is not None:
        return asked.clause not in cast.telling.weighty
    return not sentences.effects(event, "rolled")


def _settled(
    cast: Cast, before: settled.Chapter, state: State, gains: settled.Gains, due: int, outcome: str
) -> Json:  # fmt: skip
    """What changed in a step without an act, and what that is: due to the act of step `due`, or told as what it is."""
    if not gains:
        return {}
    if due:
        return {"g": gains, "n": due}
    return {"g": gains, "t": settled.told(cast, before, state, gains), **({"o": outcome} if outcome else {})}


def _kind_of(cast: Cast, event: Event[Any], asked: str, outcome: str) -> str:
    """What sort of act is drawn or listed in a way of its own. Whoever charged without moving has reached nobody.

    `asked` is the clause of the question that the battle waited for, if it did.
    """
    action = sentences.tag(event.action)
    if ruling_sentences.is_ruling(event):
        return "ruling"
    if action in cast.telling.melee:
        return "melee"
    if action in cast.telling.bookkeeping and asked not in cast.telling.weighty:
        happened = sentences.effects(event, "rolled", "wounds-set", "removed", "moved", "formed", "ended")
        return "" if happened or outcome else "quiet"
    if action in cast.telling.openings:
        return "opening"
    went = any(sentences.tag(each) == "formed" or each.path for each in sentences.effects(event, "moved", "formed"))
    return "charge" if went and action in cast.telling.charges else ""


def _changed(ruleset: Ruleset, lens: Lens) -> dict[str, scoresheet.Standing]:
    """What the sides have after a step, of those of which it is something else than before."""
    before, lens.standings = lens.standings, scoresheet.standings(ruleset, lens.state)
    return {side: now for side, now in lens.standings.items() if before.get(side) != now}


def _ways(formations: Mapping[str, Formation | None], event: Event[Any]) -> Iterator[tuple[str, Way]]:
    """The models that moved in a step, each with its way: those of a regiment if it went, turned or changed its files,
    not if they only closed the gaps left by the fallen. `formations` are those of the units before the step.
    """
    now, marched = dict(formations), set()
    together: dict[str, Way] = {}
    for effect in sentences.effects(event, "moved", "formed"):
        if sentences.tag(effect) == "moved":
            yield from [(effect.model, list(effect.path))] if effect.path else []
            continue
        was, now[effect.unit] = now.get(effect.unit), effect.formation
        if was and effect.formation and _pose(was) != _pose(effect.formation):
            marched.add(effect.unit)
        for model, (x, y) in effect.at.items() if effect.unit in marched else ():
            together.setdefault(model, []).append((x, y, 0))
    yield from together.items()


def _pose(formation: Formation) -> tuple[Any, ...]:
    return formation.at, formation.facing, formation.files


def correction(cast: Cast, aside: Aside) -> Json:
    """How a ruling corrected a step, for its mark in the list."""
    breaks = [[clause, cast.rule(clause)] for clause in aside.against]
    text = ruling_sentences.correction_text(cast, aside.kind, aside.against)
    return {"n": aside.by, "t": text, "k": aside.kind, **({"b": breaks} if breaks else {})}


def dated(found: Json, as_of: int) -> Json:
    """A finding, marked if its report is out of date."""
    if not as_of:
        return found
    return {**found, "o": _("From the report up to step %(number)d; steps have been added since.") % {"number": as_of}}


def explained(cast: Cast, event: Event[Any], state: State) -> Iterator[ExplanationLine]:
    """The explanation of a step: one line per effect, dice with their target numbers."""
    ruling, effects = ruling_sentences.is_ruling(event), sentences.effects(event)
    fallen = {effect.model for effect in effects if sentences.tag(effect) == "removed" and not effect.back}
    for run in effect_groups.runs(cast, effects):
        effect, together = run[0], effect_groups.group_sentence(cast, run)
        grounds = ruling and sentences.tag(effect) == "noted"
        words = together or (
            ruling_sentences.grounds(cast, effect) if grounds else narration.explain(cast, effect, state)
        )
        roll = None
        if sentences.tag(effect) == "rolled":
            roll = Roll(f=effect.faces, b=effect.by, s=effect.sides, n=effect.needed, m=effect.modifiers,
                        p=effect.passed, a=effect.again)  # fmt: skip
        # That a model falls says of its last wound all there is to say.
        falls = sentences.tag(effect) == "wounds-set" and effect.model in fallen and bool(cast.unit_of[effect.model])
        quiet = words.quiet or (falls and not effect.to)
        yield ExplanationLine(r=effect.rule, t=words.text, q=quiet, x=words.declared, k=roll, j=words.step)


def _attacks(cast: Cast, event: Event[Any]) -> list[tuple[str, str]]:
    """Who attacked whom: rolls and distances from the declaring side's models to those of the other side."""
    pairs = (
        (effect.model, effect.target)
        for effect in sentences.effects(event, "rolled", "measured")
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
    start, lens = view(ruleset.telling, state), Lens(ruleset.telling, state)
    told = list(steps(ruleset, events, findings, cast, state, as_of, asides, lens))
    used = {rule for step in told for rule in rules_of(step)}
    return {
        "v": FORMAT, "ruleset": ruleset.id, "version": ruleset.version, "name": ruleset.name, "verdict": verdict,
        "table": table(schematic.table(state) if state.table.sketch else lens.base), "sides": sides(cast, state),
        "models": models(cast, state), "units": units(cast, state),
        "start": start, "steps": told, "per": ruleset.reading.per_point(state),
        "rules": {key: cast.rule(key) for key in sorted(used)},
        "phases": {key: cast.phase(key) for key in dict.fromkeys([*(step.p for step in told), state.phase])},
        "findings": [
            dated(finding_text.describe(cast, f, state), as_of) for f in findings if not 1 <= f.number <= len(told)
        ],
        "words": component_words(), "badges": badges(cast), "counters": counters(cast, state),
        "kinds": {kind: cast.say(words) for kind, words in cast.telling.terrain_kinds.items()},
    }  # fmt: skip


def rules_of(step: ReplayStep) -> Iterator[str]:
    """The rules that a step names."""
    for line in step.l:
        yield line.r
        yield from (rule for rule, _amount in line.k.m) if line.k else ()
    yield from (found["r"] for found in step.f)
    yield from (rule for rule, _label in step.c.get("b", ()))


def table(base: Table) -> Json:
    """A table as drawn: its size, terrain with heights, zones."""
    return {
        "w": base.width, "d": base.depth, "mapped": base.mapped, "sketch": base.sketch,
        "terrain": [piece_view(piece) for piece in base.terrain], "zones": [zone_view(zone) for zone in base.zones],
    }  # fmt: skip


def units(cast: Cast, state: State) -> list[Json]:
    """The fixed data of each unit."""
    return [
        {"i": key, "s": unit.side, "n": cast.holder(key), "b": cast.unit_shorts[key], "k": unit.sheet.category,
         "p": unit.sheet.points, "z": unit.size}
        for key, unit in state.units.items()
    ]  # fmt: skip


def sides(cast: Cast, state: State) -> list[Json]:
    """The sides in the order they joined, each with its colour."""
    return [
        {"id": side.id, "n": cast.side(side.id), "faction": side.faction, "points": side.points, "size": side.size,
         "colour": COLOURS[index % len(COLOURS)]}
        for index, side in enumerate(state.sides.values())
    ]  # fmt: skip


def models(cast: Cast, state: State) -> list[Json]:
    """The fixed data of each model."""
    return [
        {"i": key, "s": model.side, "b": cast.shorts.get(key, key), "n": cast.model(key), "t": model.sheet.type,
         "r": model.sheet.base, "w": wounds_of(model.sheet), "h": cast.wounds(key, wounds_of(model.sheet)),
         "y": roles.glyph(model.sheet),
         "g": [weapons.line(cast.telling, each) for each in model.sheet.weapons],
         "v": list(characteristics(cast.telling, model.sheet.profile).items()),
         **({"l": model.sheet.hull} if model.sheet.hull else {}),
         **({"x": role_of(cast, model)} if role_of(cast, model) else {})}
        for key, model in state.models.items()
    ]  # fmt: skip


def role_of(cast: Cast, model: Any) -> str:
    """The badge of a model's role; empty if it has none."""
    return next((badge for word, badge in cast.telling.roles.items() if word in model.sheet.keywords), "")


def badges(cast: Cast) -> Json:
    """The names (n) and shapes (d, the path of a line; f if it is filled) of statuses, by their tags."""
    return {
        key: {"n": cast.say(badge.name), "d": badge.outline, **({"f": 1} if badge.filled else {})}
        for key, badge in cast.telling.badges.items()
    }


def counters(cast: Cast, state: State) -> dict[str, str]:
    """The names of the sides' counters."""
    counted = [key for side in state.sides.values() for key in side.counters]
    keys = sorted({*cast.telling.counters, *ruling_sentences.counters(), *counted})
    return {key: narration.counter(cast, key) for key in keys}


def encode(data: Json) -> bytes:
    """The payload as JSON bytes."""
    return msgspec.json.encode(data)
