"""The declaration of stratagems: who begins, one stratagem after the other, and the markers that come with them.

While no side is to act in the phase, both sides roll; the winner says which declares first. Then the sides declare one
stratagem each in turn, as long as they have some left and want to. Markers and pieces are placed at once, when the die
has said how many there are.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cod import dice, options, prepared, ruins, steps
from rules.cod.book import STRATAGEMS
from rules.cod.chosen import DECLARED, Spot, Stratagem, declared, has, ruin_of, stratagems
from rules.cod.mission import STRATAGEMS as STEP
from rules.cod.mission import mission
from rules.kernel import rolloff
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Turned
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.marks import TEXTS, on_side
from rules.kernel.part import Act, Choice, Condition, Objections, Option, Part, demand, drawn, nothing, refuse
from rules.kernel.secrets import Commit
from rules.kernel.state import State
from rules.kernel.telling import Moment, Phrase, Telling, either, filled, named
from rules.wh40k import words

ROLL, ORDER, SHOW = (STRATAGEMS[f"declare.{key}"] for key in ("rolloff", "alternate", "show"))
PHASE, LIMIT, ONCE = STRATAGEMS["declare.phase"], STRATAGEMS["choose.limit"], STRATAGEMS["choose.once-each"]
"""LIMIT, on a side for the phase: it declares no more."""
LIMITS = {"alpha": 1, "gamma": 2, "omega": 3}
FIXED = 3
"""What is added to the D3 of markers and pieces."""
TRIES = 40
"""So often a player looks for places for them."""

DECLARE, PLACE, NEXT = "declare", "place", "next"
"""The steps of the phase, after the roll."""


class RollStratagems(Action, frozen=True, tag="roll-stratagems"):
    """Both sides roll to see who declares stratagems first."""


class ChooseDeclarer(Action, frozen=True, tag="choose-declarer"):
    """The winner of the roll names the side that declares first."""

    first: str


class DeclareStratagem(Action, frozen=True, tag="declare-stratagem"):
    """A side declares one of its stratagems, by name; `ruin` is the id of the ruin it is applied to."""

    stratagem: str
    ruin: str = ""


class PlaceMarkers(Action, frozen=True, tag="place-pieces"):
    """The markers or pieces of the stratagem just declared: as many as were rolled, or fewer."""

    places: tuple[Spot, ...]


class NoMoreStratagems(Action, frozen=True, tag="no-more-stratagems"):
    """A side declares no more stratagems."""


# how many, and which


def limit(state: State) -> int:
    """How many stratagems each side may choose at the level that is played."""
    return LIMITS[options.level(state)]


def extra(state: State, side: str, name: str, ruin: str) -> str:
    """The clause of the scenario by which a stratagem may come on top of the limit; empty if none does.

    One that is applied to a ruin has to be applied to the building its side defends.
    """
    played = mission(state)
    clause = played.extra.get((prepared.role(state, side), name), "") if played is not None else ""
    return "" if clause and stratagems()[name].ruin and ruin != prepared.building(state, side) else clause


def spent(state: State, side: str) -> int:
    """How many of the stratagems a side has declared count; one that the scenario gives on top does not."""
    chosen = declared(state, side)
    given = any(extra(state, side, name, ruin_of(state, side, name)) for name in chosen)
    return len(chosen) - int(given)


def objections(state: State, side: str, name: str, ruin: str = "") -> Objections:
    """Objections to a side choosing a stratagem."""
    played, role = mission(state), prepared.role(state, side)
    if played is not None and name in played.banned:
        yield played.banned[name], f"{name} may not be used in this scenario"
    repeated = played is not None and (role, name) in played.repeated
    if has(state, side, name) and not repeated:
        yield ONCE, f"side {side} has chosen {name} before"
    if spent(state, side) < limit(state):
        return
    mine = [key for key in played.extra if key[0] == role] if played is not None else []
    left = mine and spent(state, side) == len(declared(state, side))
    if played is None or not left:
        yield LIMIT, f"{limit(state)} stratagems may be chosen"
    elif not extra(state, side, name, ruin):
        yield played.extra[mine[0]], f"{name} there is not what may be taken on top"


def sites(state: State, side: str, one: Stratagem) -> Iterator[str]:
    """The ruins to which a side may apply a stratagem now; one empty id where it needs none and may be chosen."""
    if one.ruin is None:
        if nothing(objections(state, side, one.name)):
            yield ""
        return
    for ruin in ruins.ruins(state):
        if nothing(objections(state, side, one.name, ruin.id)) and nothing(one.ruin(state, side, ruin)):
            yield ruin.id


def open_to(state: State, side: str) -> Iterator[str]:
    """The names of the stratagems a side may still declare, on some ruin where they need one."""
    return (name for name, one in stratagems().items() if any(True for _ in sites(state, side, one)))


# who begins


def _during(step: str, clause: str) -> Condition:
    """That a side is to act in this step of the phase."""
    return Condition(
        clause,
        "stratagems are not declared now",
        lambda state: steps.here(state) == (STEP[0], step) and state.to_act != "",
    )


TO_ROLL = Condition(
    PHASE, "nobody rolls for stratagems now", lambda state: steps.here(state) == STEP and not state.to_act
)
TO_CHOOSE, TO_DECLARE, TO_PLACE = _during("", ROLL), _during(DECLARE, PHASE), _during(PLACE, SHOW)


def _now(ctx: Context, condition: Condition) -> bool:
    """Refuse what does not belong to the current step of the phase, or comes from a side that is not to act."""
    right = demand(ctx, (condition,), ctx.state)
    if right:
        words.on_turn(ctx)
    return right


def roll(ctx: Context, action: RollStratagems) -> None:
    """Roll for which side declares first; ties are re-rolled."""
    if demand(ctx, (TO_ROLL,), ctx.state):
        totals = rolloff.until_different(ctx, ROLL, steps.TIE)
        steps.to_act(ctx, max(totals, key=lambda side: totals[side]), ROLL)


def choose_first(ctx: Context, action: ChooseDeclarer) -> None:
    """The winner begins, or lets the other side begin."""
    if _now(ctx, TO_CHOOSE):
        ctx.side(action.first, "$.action.first")
        ctx.emit(Turned(rule=ROLL, to=action.first, step=DECLARE))


# declaring


def declare(ctx: Context, action: DeclareStratagem) -> None:
    """Declare a stratagem: what it is applied to is shown, and how many markers come with it is rolled."""
    one = stratagems().get(action.stratagem)
    if one is None:
        raise Malformed("$.action.stratagem", f"there is no stratagem {action.stratagem!r}")
    if not _now(ctx, TO_DECLARE):
        return
    _check(ctx, one, action)
    ctx.emit(Marked(rule=DECLARED, on=ctx.by, key=DECLARED, value=(*declared(ctx.state, ctx.by), one.name),
                    until="game"))  # fmt: skip
    ctx.emit(Marked(rule=SHOW, on=ctx.by, key=one.mark, value=action.ruin or 1, until="game"))
    _point_out(ctx, one)
    if one.declared is not None:
        one.declared(ctx, action.ruin)
    if not one.count:
        ctx.emit(Turned(rule=ORDER, to=ctx.by, step=NEXT))
        return
    words.mark(ctx, ctx.by, one.count, FIXED + dice.d3(ctx, one.count, ctx.by), "phase")
    ctx.emit(Turned(rule=SHOW, to=ctx.by, step=PLACE))


def _check(ctx: Context, one: Stratagem, action: DeclareStratagem) -> None:
    """Refuse a stratagem that may not be chosen, or not be applied there."""
    found = [*objections(ctx.state, ctx.by, one.name, action.ruin), *one.against(ctx.state, ctx.by)]
    if one.ruin is not None:
        found += one.ruin(ctx.state, ctx.by, ruins.named(ctx, action.ruin, "$.action.ruin"))
    elif action.ruin:
        raise Malformed("$.action.ruin", f"{one.name} is applied to no ruin")
    refuse(ctx, found)


def _point_out(ctx: Context, one: Stratagem) -> None:
    """Announce which units a stratagem serves."""
    for unit in ctx.state.units.values():
        if unit.side == ctx.by and one.serves and any(one.serves(m) for m in ctx.state.members(unit.id)):
            words.mark(ctx, unit, one.mark, until="game", rule=STRATAGEMS["armoury.nature"])


def place(ctx: Context, action: PlaceMarkers) -> None:
    """Place the markers or pieces of the stratagem that was declared last."""
    if not _now(ctx, TO_PLACE):
        return
    one = placing(ctx.state)
    if not ctx.require(one, SHOW, "there are no markers to place") or one is None or one.place is None:
        return
    most = waiting_markers(ctx.state, ctx.by)
    ctx.require(len(action.places) <= most, one.count, "there are {most} of them to place", most=most)
    for index, spot in enumerate(action.places):
        one.place(ctx, f"{one.name}-{ctx.by}{index + 1}", spot, f"$.action.places[{index}]")
    ctx.emit(Turned(rule=ORDER, to=ctx.by, step=NEXT))


def placing(state: State) -> Stratagem | None:
    """The stratagem whose markers or pieces are placed now: the last one of the side that is to act."""
    chosen = declared(state, state.to_act) if state.step == PLACE else ()
    one = stratagems()[chosen[-1]] if chosen else None
    return one if one is not None and one.place is not None else None


def waiting_markers(state: State, side: str) -> int:
    """How many markers or pieces a side has to place now."""
    one = placing(state)
    found = state.sides[side].phase.get(one.count, 0) if one is not None and side == state.to_act else 0
    return found if isinstance(found, int) else 0


def no_more(ctx: Context, action: NoMoreStratagems) -> None:
    """A side is content with what it has declared."""
    if _now(ctx, TO_DECLARE):
        words.mark(ctx, ctx.by, LIMIT, until="phase")
        ctx.emit(Turned(rule=ORDER, to=ctx.by, step=NEXT))


def settle(ctx: Context) -> bool:
    """After each declaration it is the other side's turn, if it can declare; when neither can, the next step begins."""
    state = ctx.state
    if state.step != NEXT:
        return False
    for side in filter(None, (state.enemy(state.to_act), state.to_act)):
        if LIMIT not in state.sides[side].phase and any(open_to(state, side)):
            ctx.emit(Turned(rule=ORDER, to=side, step=DECLARE))
            return True
    steps.advance(ctx, STEP)
    return True


def _may_roll(ctx: Context) -> Iterator[Option]:
    if TO_ROLL.holds(ctx.state):
        yield from (Option(side, "roll-stratagems", clause=ROLL) for side in ctx.state.sides)


def _may_choose_first(ctx: Context) -> Iterator[Option]:
    if TO_CHOOSE.holds(ctx.state):
        yield Option(ctx.state.to_act, "choose-declarer", targets=tuple(ctx.state.sides), clause=ROLL)


def _may_declare(ctx: Context) -> Iterator[Option]:
    """The stratagems that are left; what has to be written down for one is sealed first."""
    state, side = ctx.state, ctx.state.to_act
    for name in open_to(state, side) if TO_DECLARE.holds(state) else ():
        one = stratagems()[name]
        needed = next((each[0] for each in one.against(state, side)), "")
        if needed:
            yield Option(side, "commit", weapons=(name,), clause=needed)
        else:
            where = tuple(filter(None, sites(state, side, one)))
            yield Option(side, "declare-stratagem", targets=where, weapons=(name,), clause=one.mark)


def _may_end(ctx: Context) -> Iterator[Option]:
    if TO_DECLARE.holds(ctx.state):
        yield Option(ctx.state.to_act, "no-more-stratagems", clause=LIMIT)


def _may_place(ctx: Context) -> Iterator[Option]:
    last = placing(ctx.state) if TO_PLACE.holds(ctx.state) else None
    if last is not None:
        side, most = ctx.state.to_act, waiting_markers(ctx.state, ctx.state.to_act)
        yield Option(side, "place-pieces", weapons=(last.name,), limit=most, clause=last.count)


def section(now: Moment) -> str:
    """The title of the stratagem that a declaration names."""
    return now.cast.section(now.action.stratagem)


# what a player would declare


def _helpful(choice: Choice) -> Iterator[Action]:
    """One that helps some unit; immediately the one for which something was written down."""
    written = [each for each in choice.same if stratagems()[each.weapons[0]].writes]
    helpful = [each for each in choice.same if _helps(choice.state, each.side, stratagems()[each.weapons[0]])]
    each = choice.of(written or helpful or choice.same)
    yield DeclareStratagem(stratagem=each.weapons[0], ruin=_site(choice, each) if each.targets else "")


def _site(choice: Choice, option: Option) -> str:
    """A ruin to apply a stratagem to: mostly one in the own zone or the defended one."""
    state, side = choice.state, option.side
    home = {piece.id for piece in prepared.ruins(state) if prepared.in_zone(state, piece, side)}
    own = [key for key in option.targets if key in home or key == prepared.building(state, side)]
    return str(choice.of(own if own and choice.dice.below(4) else option.targets))


def _helps(state: State, side: str, one: Stratagem) -> bool:
    """Whether any unit of a side benefits from a stratagem."""
    models = [model for model in state.models.values() if model.side == side]
    if one.serves is not None:
        return any(one.serves(model) for model in models)
    units = [unit.sheet.has for unit in state.units.values() if unit.side == side]
    return not one.helps or any(one.helps in has for has in (*units, *(model.sheet.has for model in models)))


def _writes_down(choice: Choice) -> Iterator[Action]:
    """What has to be sealed before a stratagem is declared."""
    for writes in (stratagems()[name].writes for name in choice.option.weapons):
        yield from writes(choice) if writes is not None else ()


def _spots(choice: Choice) -> Iterator[Action]:
    """Mostly as many as there are, each where it may lie; fewer where no place is found."""
    one, limit = stratagems()[choice.option.weapons[0]], choice.option.limit
    found: list[Spot] = []
    most = limit if choice.dice.below(3) else 1 + choice.dice.below(limit)
    for _ in range(TRIES):
        if len(found) < most and one.spots is not None:
            found += [spot for spot in one.spots(choice) if spot not in found]
    yield PlaceMarkers(places=tuple(found))
    yield PlaceMarkers(places=())


MARKS = (
    on_side(DECLARED, "game", "The names of its stratagems, in the order in which they were declared.", TEXTS),
    on_side(LIMIT, "phase", "It declares no more stratagems."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(RollStratagems, roll, _may_roll, phases=("stratagems",),
            told=Phrase("A roll-off: who declares stratagems first",
                        "Бросок: кто первым объявляет стратагемы")),
        Act(ChooseDeclarer, choose_first, _may_choose_first, phases=("stratagems",), propose=drawn,
            told=filled(
                Phrase("%(side)s chooses who declares first: %(first)s",
                       "%(side)s выбирает, кто объявляет первым: %(first)s"),
                first=named("first"))),
        Act(DeclareStratagem, declare, _may_declare, phases=("stratagems",), propose=_helpful,
            told=either(
                "ruin",
                filled(Phrase("%(side)s declares “%(stratagem)s”: %(ruin)s",
                              "%(side)s объявляет стратагему «%(stratagem)s»: %(ruin)s"), stratagem=section),
                filled(Phrase("%(side)s declares “%(stratagem)s”", "%(side)s объявляет стратагему «%(stratagem)s»"),
                       stratagem=section))),
        Act(PlaceMarkers, place, _may_place, phases=("stratagems",), propose=_spots,
            told=Phrase("%(side)s places the markers of its stratagem", "%(side)s ставит маркеры своей стратагемы")),
        Act(NoMoreStratagems, no_more, _may_end, phases=("stratagems",),
            told=Phrase("%(side)s declares no more stratagems", "%(side)s больше не объявляет стратагем")),
    ),
    settles={"stratagems": settle},
    proposes={Commit: _writes_down},
    telling=Telling(phases={"stratagems": Phrase("Stratagems", "Стратагемы")}),
)  # fmt: skip
