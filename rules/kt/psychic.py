"""The Psychic phase: tests, perils, deny, Psybolt (document lines 347-375)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import geometry
from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import d3
from rules.kernel.effects import Answered, Marked, Measured, Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import (
    Act,
    Choice,
    Condition,
    Objections,
    Option,
    Part,
    against,
    demand,
    fulfilled,
    objection,
    refuse,
    unread,
)
from rules.kernel.state import Model, State
from rules.kernel.telling import Phrase, as_written, filled
from rules.kt import words
from rules.kt.options import option
from rules.kt.sight import SightFact, see
from rules.kt.wound import mortal

PSYBOLT = "Psybolt"
DIFFICULTY = 5
PSYBOLT_RANGE = 18 * INCH
DENY_RANGE = 24 * INCH
PERILS_RANGE = 3 * INCH
STRONG = 11


class Manifest(Action, frozen=True, tag="manifest"):
    """A psyker attempts a power. `difficulty` is for powers the engine does not know; Psybolt's is 5.

    Without a terrain map `visible` lists the enemies the psyker sees, and `covered` those of them within 1" of terrain
    that obscures them.
    """

    model: str
    power: str = PSYBOLT
    difficulty: int = DIFFICULTY
    visible: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()


class Deny(Action, frozen=True, tag="deny"):
    """An enemy psyker within 24" tries to cancel the power."""

    model: str


def manifest(ctx: Context, action: Manifest) -> None:
    """Take the psychic test, its perils, and (unless an enemy may deny) its effect."""
    words.in_phase(ctx, "psychic", "kt.psychic.psyker")
    words.on_turn(ctx, "kt.gap.psychic-order")
    caster = words.own(ctx, action.model)
    _may_attempt(ctx, caster, action.power)
    refuse(ctx, _said_in_vain(ctx.state, action))
    ctx.emit(Marked(rule=words.CAST, on=caster.side, key=words.CAST, value=(*casts(ctx.state, caster.side), caster.id)))
    rolled = ctx.roll("kt.psychic.test", ctx.by, 2, model=caster.id)
    difficulty = DIFFICULTY if action.power == PSYBOLT else action.difficulty
    passed = rolled.total >= difficulty
    _perils(ctx, caster, tuple(rolled.final()))
    if caster.out and option(ctx.state, "kt.gap.power-fails-if-dead"):
        ctx.effects.append(Noted(rule="kt.gap.power-fails-if-dead", model=caster.id, text="failed"))
        return
    if not passed:
        ctx.effects.append(Noted(rule="kt.psychic.test", model=caster.id, value=difficulty, text="failed"))
        return
    deniers = may_deny(ctx.state, caster)
    if deniers:
        ctx.ask(
            "kt.psychic.deny",
            ctx.state.enemy(caster.side),
            model=caster.id,
            value=rolled.total,
            targets=tuple(m.id for m in deniers),
            about={"power": action.power, "visible": action.visible, "covered": action.covered},
        )
    else:
        _take_effect(ctx, caster, action.power, rolled.total, _facts(action.visible, action.covered))


def is_psyker(model: Model) -> bool:
    """Whether a model has the keyword PSYKER (line 348)."""
    return "PSYKER" in model.sheet.keywords


def casts(state: State, side: str) -> tuple[str, ...]:
    """Who cast for a side this round, once for each power attempted."""
    made = state.sides[side].round.get(words.CAST, ())
    return made if isinstance(made, tuple) else ()


def _chosen(state: State, model: Model) -> bool:
    """Whether a model cast before this round, or its side may choose one more to cast."""
    closed = isinstance(state.sides[model.side].round.get(words.CAST), str)
    before = casts(state, model.side)
    return not closed and (model.id in before or len(set(before)) < option(state, "kt.psychic.one-caster"))


def _left(state: State, model: Model) -> bool:
    """Whether a model has a power left to attempt: one a round unless its datasheet says more."""
    return casts(state, model.side).count(model.id) < _powers(model)


def _powers(model: Model) -> int:
    return int(model.sheet.has.get("kt.psyker.manifest", 1))


MAY_CAST = (
    Condition("kt.psychic.psyker", "{name} is not a psyker", lambda state, model: is_psyker(model)),
    Condition(words.CAST, "this side has already chosen its psyker this round{chosen}", _chosen),
    Condition("kt.psychic.choose-power", "{name} has attempted {made} of {most} powers this round", _left),
)


def may_cast(state: State, model: Model) -> bool:
    """Whether a model may still attempt a power this round: a psyker with powers left, and its side's only caster."""
    return not words.shaken(model) and fulfilled(MAY_CAST, state, model)


def _may_attempt(ctx: Context, caster: Model, power: str) -> None:
    name, cast = caster.sheet.name, casts(ctx.state, caster.side)
    chosen = "".join(f": {ctx.state.models[key].sheet.name}" for key in cast[:1] if key in ctx.state.models)
    made, most = cast.count(caster.id), _powers(caster)
    demand(ctx, MAY_CAST, ctx.state, caster, name=name, chosen=chosen, made=made, most=most)
    known = power == PSYBOLT or any(a.kind == "power" and a.name == power for a in caster.sheet.abilities)
    ctx.require(known, "kt.psychic.choose-power", "{name} does not know {power}", name=name, power=power)


def _said_in_vain(state: State, action: Manifest) -> Objections:
    """Objections to a difficulty or lines of sight that are not read: Psybolt has its own, a map measures the lines."""
    clause = "kt.psychic.choose-power"
    if action.power == PSYBOLT:
        yield from unread(clause, action, ("difficulty",), f"that of {PSYBOLT} is {DIFFICULTY}")
    else:
        yield from unread(clause, action, ("visible", "covered"), "the players say what the power does")
    if state.table.mapped:
        yield from unread("table.fact", action, ("visible", "covered"), "this table has a map, and lines are measured")
    foes = [m.id for m in state.alive(state.enemy(state.models[action.model].side))]
    for field, among in (("visible", foes), ("covered", action.visible)):
        for key in (key for key in getattr(action, field) if key not in among):
            yield objection("table.fact", "{field}: {key!r} is no enemy in sight", field=field, key=key)


def _denied(model: Model) -> int:
    """How often a model has tried to deny a power this round."""
    return int(model.round.get(words.DENIED, 0))  # type: ignore[arg-type]


def _denies(model: Model) -> int:
    return int(model.sheet.has.get("kt.psyker.deny", 1))


MAY_DENY = (
    Condition("kt.psychic.deny", "{name} is not a psyker", lambda caster, model: is_psyker(model)),
    Condition(
        "kt.psychic.deny",
        '{name} is {apart} from {caster}, who casts; 24" is the most',
        lambda caster, model: caster.at is not None and geometry.distance(caster, model) <= DENY_RANGE,
    ),
    Condition(
        words.DENIED,
        "{name} has tried to deny {used} of the {most} powers of its datasheet this round",
        lambda caster, model: _denied(model) < _denies(model),
    ),
    Condition(
        "kt.psychic.deny.once-per-psyker",
        "{name} has already tried to deny a power this round",
        lambda caster, model: _denies(model) > 1 or not _denied(model),
    ),
)
"""The conditions for a model in action that is not shaken to try to deny a power of an enemy psyker."""


def may_deny(state: State, caster: Model) -> list[Model]:
    """Enemy psykers that may try to cancel the caster's power: within 24", not shaken, with an attempt left."""
    near = words.enemies_near(state, caster, DENY_RANGE) if caster.at is not None else []
    return [m for m in near if not words.shaken(m) and fulfilled(MAY_DENY, caster, m)]


def _told(caster: Model, model: Model) -> dict[str, Any]:
    return {
        "name": model.sheet.name, "caster": caster.sheet.name, "used": _denied(model), "most": _denies(model),
        "apart": lambda: show(geometry.distance(caster, model)) if caster.at is not None else "away",
    }  # fmt: skip


def _not_asked(ctx: Context, key: str) -> Objections:
    """Why nobody is asked to deny the last power of the other side, or this model is not."""
    model = ctx.model(key)
    cast = casts(ctx.state, ctx.state.enemy(ctx.by))
    if not cast or model.side != ctx.by or model.out or model.at is None:
        return
    if words.shaken(model):
        yield objection(words.SHAKEN, "{name} is shaken and can do nothing this round", name=model.sheet.name)
    caster = ctx.state.models[cast[-1]]
    yield from against(MAY_DENY, caster, model, **_told(caster, model))
    tried = sum(_denied(m) for m in ctx.state.models.values() if m.side == ctx.by)
    if tried >= len(cast):
        refusal = "the power of {caster} has met its one attempt to deny it this round"
        yield objection("kt.psychic.deny.once-per-power", refusal, caster=caster.sheet.name)


def deny(ctx: Context, action: Deny) -> None:
    """Roll to cancel the power: the sum has to beat the test."""
    why = _not_asked(ctx, action.model)
    refusal, generic = "there is no power to deny", "kt.psychic.deny.once-per-power"
    pending = words.asked(ctx, "kt.psychic.deny", "psychic", refusal, generic, why)
    if pending is None:
        return
    model = words.own(ctx, action.model)
    caster = ctx.state.models[pending.model]
    refuse(ctx, against(MAY_DENY, caster, model, **_told(caster, model)))
    ctx.emit(Marked(rule="kt.psychic.deny.count", on=model.id, key=words.DENIED, value=_denied(model) + 1))
    rolled = ctx.roll("kt.psychic.deny.roll", ctx.by, 2, model=model.id, target=pending.model)
    if rolled.total > pending.value:
        ctx.emit(Answered(rule="kt.psychic.deny.roll"))
        ctx.effects.append(Noted(rule="kt.psychic.deny.roll", model=model.id, target=pending.model, text="denied"))
    else:
        undenied(ctx)


def undenied(ctx: Context) -> None:
    """No psyker cancels the power: it takes effect."""
    pending = ctx.pending
    ctx.emit(Answered(rule="kt.psychic.resolve"))
    about = pending.about
    facts = _facts(about.get("visible", ()), about.get("covered", ()))
    _take_effect(ctx, ctx.state.models[pending.model], str(about.get("power", PSYBOLT)), pending.value, facts)


def _facts(visible: object, covered: object) -> tuple[SightFact, ...]:
    """The psyker's lines of sight as declared by players."""
    seen, near = (value if isinstance(value, tuple) else () for value in (visible, covered))
    return tuple(SightFact(key, True, "terrain" if key in near else "", key in near) for key in seen)


def _take_effect(ctx: Context, caster: Model, power: str, total: int, facts: tuple[SightFact, ...]) -> None:
    """Psybolt strikes the nearest visible enemy; players declare the effects of any other power."""
    if power != PSYBOLT:
        ctx.effects.append(Noted(rule="kt.psychic.resolve", model=caster.id, text=power, declared=True))
        return
    target, cover = _nearest_visible(ctx, caster, facts)
    if target is None:
        ctx.effects.append(Noted(rule="kt.psychic.psybolt", model=caster.id, text="no target"))
        return
    reach = geometry.distance(caster, target)
    ctx.effects.append(
        Measured(rule="kt.psychic.psybolt", model=caster.id, target=target.id, fact="distance", value=reach)
    )
    count = 1
    if total >= STRONG:
        rolled = ctx.roll("kt.psychic.psybolt.strong", caster.side, 1, model=caster.id, target=target.id)
        count = d3(rolled.faces[0])
    extra: Modifiers = (("kt.injury.mod-cover", -1),) if cover else ()
    mortal(ctx, target, count, "kt.psychic.psybolt", caster.side, extra)


def _nearest_visible(ctx: Context, caster: Model, facts: tuple[SightFact, ...]) -> tuple[Model | None, str]:
    """The closest enemy within 18" that the psyker sees (ties: the first mustered), and the cover it has."""
    near = words.enemies_near(ctx.state, caster, PSYBOLT_RANGE)
    said = {fact.target for fact in facts}
    for target in geometry.nearest(caster, near):
        if ctx.state.table.mapped:
            visible = geometry.sight(ctx.state, caster, target).visible
        else:
            visible = target.id in said
        if visible:
            return target, see(ctx, caster, target, () if ctx.state.table.mapped else facts).cover
    return None, ""


def _perils(ctx: Context, caster: Model, shown: tuple[int, ...]) -> None:
    """A double 1 or double 6: D3 mortal wounds on the psyker, and on every model near it if they kill it."""
    if shown not in ((1, 1), (6, 6)):
        return
    rolled = ctx.roll("kt.psychic.perils", caster.side, 1, model=caster.id)
    mortal(ctx, caster, d3(rolled.faces[0]), "kt.psychic.perils", caster.side)
    if not caster.out:
        return
    for side in (caster.side, ctx.state.enemy(caster.side)):
        for model in [m for m in ctx.state.alive(side) if geometry.distance(m, caster) <= PERILS_RANGE]:
            rolled = ctx.roll("kt.psychic.perils.death", model.side, 1, model=model.id)
            mortal(ctx, model, d3(rolled.faces[0]), "kt.psychic.perils.death", model.side)


def _may_manifest(ctx: Context) -> Iterator[Option]:
    for model in ctx.state.alive(ctx.state.to_act):
        if may_cast(ctx.state, model):
            yield Option(model.side, "manifest", model.id, clause="kt.psychic.psyker")


def _may_deny(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    for key in asked.targets:
        yield Option(asked.side, "deny", model=key, targets=(asked.model,), clause=asked.clause)


def _any_denier(choice: Choice) -> Iterator[Action]:
    yield Deny(model=choice.of(choice.same).model)


PART = Part(
    acts=(
        Act(Manifest, manifest, _may_manifest, phases=("psychic",),
            told=filled(Phrase("%(model)s attempts %(power)s", "%(model)s колдует: %(power)s"),
                        power=as_written("power"))),
        Act(Deny, deny, _may_deny, answers=("kt.psychic.deny",), propose=_any_denier,
            told=Phrase("%(model)s tries to deny the power", "%(model)s пробует денай")),
    ),
    declines={"kt.psychic.deny": lambda ctx, asked, action: undenied(ctx)},
)  # fmt: skip
