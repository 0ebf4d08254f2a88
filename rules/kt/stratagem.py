"""Specialists' stratagems, paid for with command points (document lines 107, 121-210, 214).

A specialist's file has its `TACTIC`, which says when and on which model the stratagem may be played, and the hooks that
look for its mark; this module covers who may play one, and its price.

Three let a model act out of turn. It is then the active model, and its side acts until it is finished; then the side
picks that would have picked without the stratagem.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal, NamedTuple

from rules.kernel.context import Context
from rules.kernel.effects import Counted, Marked, Turned, Unmarked
from rules.kernel.events import Action
from rules.kernel.geometry import distance
from rules.kernel.lengths import show
from rules.kernel.marks import COUNT, MarkKind, on_model, on_side
from rules.kernel.part import Act, Choice, Condition, Option, Part, demand, fulfilled, refuse, unread
from rules.kernel.state import Lasting, Model, State
from rules.kernel.telling import Moment, Phrase, effects, filled
from rules.kt import fight, words
from rules.kt.options import option

COST = "kt.stratagem.cost"
REPEAT = "kt.gap.stratagem-repeat"
SOURCE = "kt.gap.stratagem-source-state"


class Stratagem(Action, frozen=True, tag="stratagem"):
    """A side pays for a specialist's stratagem. `friend` is the model it affects, if it chooses one."""

    model: str
    friend: str = ""


class Tactic(NamedTuple):
    """When a specialist's stratagem may be played.

    `holder` is the specialism, `clause` the stratagem; `done` is the mark of a specialist that has acted and is too
    late (none: the specialist itself does nothing); with a `reach`, in hundredths, a friend is chosen; `opening`:
    before any model of either side acts, on either side's turn, lasting for the round; `once`: once per game.

    `acts` names the stratagems that let a model act out of turn, and when: a friend after the specialist itself has
    fought (`friend`), the specialist after any model of its side has (`itself`), or before the first initiative roll
    (`first`).
    """

    holder: str
    clause: str
    phase: str
    done: str = ""
    reach: int = 0
    opening: bool = False
    acts: Literal["", "friend", "itself", "first"] = ""
    once: bool = False

    @property
    def marks(self) -> tuple[MarkKind, ...]:
        """The marks of a stratagem that was played: on its side, and on the model it affects."""
        played = on_side(self.clause, "game" if self.once else "phase", "It has played this stratagem.")
        text = "How often this stratagem, which still lasts, was played on it."
        return played, on_model(self.clause, "round" if self.opening else "phase", text, COUNT)


@cache
def tactics() -> dict[str, Tactic]:
    """The stratagems that can be played, by specialism."""
    package = importlib.import_module("rules.kt.specialist")
    modules = [
        importlib.import_module(info.name) for info in pkgutil.iter_modules(package.__path__, package.__name__ + ".")
    ]
    found = [module.TACTIC for module in modules if hasattr(module, "TACTIC")]
    return {tactic.holder: tactic for tactic in found}


def tactic_of(model: Model) -> Tactic | None:
    """The stratagem a model's specialism brings, if it can be played."""
    return next((tactics()[key] for key in model.sheet.has if key in tactics()), None)


def play(ctx: Context, action: Stratagem) -> None:
    """Pay for a stratagem and mark the affected model, adding one each time it is played."""
    model = ctx.model(action.model)
    name, side, state = model.sheet.name, ctx.side(ctx.by), ctx.state
    tactic = tactic_of(model)
    bearer = "kt.roster.stratagem-definition"
    if not ctx.require(tactic, bearer, "{name} has no stratagem that can be played", name=name):
        return
    assert tactic is not None
    ctx.require(model.side == side.id, "kt.gap.two-players", "{name} belongs to the other side", name=name)
    if state.pending is not None:
        ctx.require(False, state.pending.clause, "side {side} has to decide first", side=state.pending.side)
    cost, held = option(state, COST), side.counters.get("cp", 0)
    acted = _first_to_act(state, tactic)
    now = {"phase": tactic.phase, "now": state.phase, "whose": state.to_act, "acted": acted and acted.sheet.name}
    demand(ctx, conditions(tactic), state, model, name=name, side=side.id, cost=cost, held=held, **now)
    if not tactic.reach:
        refuse(ctx, unread(tactic.clause, action, ("friend",), f"it affects {name} itself"))
    target = _friend(ctx, model, action.friend, tactic) if tactic.reach else model
    demand(ctx, ABLE[tactic.acts](tactic.clause), state, target, name=target.sheet.name)
    marks = target.round if tactic.opening else target.phase
    value = int(marks.get(tactic.clause, 0)) + 1  # type: ignore[arg-type]
    ctx.emit(Counted(rule=COST, side=side.id, counter="cp", by=-cost))
    ctx.emit(Marked(rule=tactic.clause, on=side.id, key=tactic.clause, until="game" if tactic.once else "phase"))
    until: Lasting = "round" if tactic.opening else "phase"
    ctx.emit(Marked(rule=tactic.clause, on=target.id, key=tactic.clause, value=value, until=until))
    if tactic.acts:
        _out_of_turn(ctx, target, tactic)


@cache
def conditions(tactic: Tactic) -> tuple[Condition, ...]:
    """The conditions for playing a specialist's stratagem now, apart from those on its target."""
    rule = tactic.clause
    return (
        Condition(
            rule, "that belongs to the {phase} phase; it is the {now} phase", lambda s, m: s.phase == tactic.phase
        ),
        Condition(SOURCE, "{name} is not in action", lambda s, m: not m.out and m.at is not None),
        Condition(SOURCE, "{name} is shaken", lambda s, m: not (tactic.done and words.shaken(m))),
        Condition(rule, "it is too late in the phase for {name}", lambda s, m: tactic.opening or not _done(m, tactic)),
        Condition(
            rule,
            "that is played at the start of the phase, and {acted} has acted",
            lambda s, m: not tactic.opening or _first_to_act(s, tactic) is None,
        ),
        *(_out_of_turn_only(tactic) if tactic.acts else _in_turn_only(tactic)),
        Condition(COST, "it costs {cost} CP and side {side} has {held}", lambda s, m: _held(s, m) >= option(s, COST)),
        Condition(
            REPEAT,
            "this stratagem has already been played in this phase",
            lambda s, m: option(s, REPEAT) or rule not in s.sides[m.side].phase,
        ),
        Condition(
            rule, "it can be played only once per game", lambda s, m: not (tactic.once and rule in s.sides[m.side].game)
        ),
    )


def _out_of_turn_only(tactic: Tactic) -> tuple[Condition, ...]:
    return (
        Condition(tactic.clause, "another model has not finished yet", lambda s, m: not s.active),
        Condition(tactic.clause, "this is not the moment for {name}", lambda s, m: _moment(s, m, tactic)),
    )


def _in_turn_only(tactic: Tactic) -> tuple[Condition, ...]:
    return (Condition(tactic.clause, "it is side {whose}'s turn", lambda s, m: tactic.opening or s.to_act == m.side),)


def _able_to_fight(clause: str) -> tuple[Condition, ...]:
    return (Condition(clause, "{name} is not able to fight now", fight.able),)


ABLE: dict[str, Callable[[str], tuple[Condition, ...]]] = {
    "": lambda clause: (),
    "first": lambda clause: (),
    "friend": _able_to_fight,
    "itself": _able_to_fight,
}
"""The conditions on the model a stratagem affects, by the stratagem's `acts`."""


def _held(state: State, model: Model) -> int:
    return state.sides[model.side].counters.get("cp", 0)


def _out_of_turn(ctx: Context, model: Model, tactic: Tactic) -> None:
    """The model acts next, whichever side's turn it is; a fight remembers which side picks afterwards."""
    state = ctx.state
    if tactic.acts != "first":
        ctx.emit(Unmarked(rule=tactic.clause, on=model.side, key=words.TURN, until="phase"))
        ctx.emit(Marked(rule=tactic.clause, on=model.id, key=words.TURN, value=state.to_act, until="phase"))
    ctx.emit(Turned(rule=tactic.clause, to=model.side, step=state.step, active=model.id))


def _moment(state: State, model: Model, tactic: Tactic) -> bool:
    """Whether a model may act out of turn now: right after the fight it follows, or as the first of the game."""
    if tactic.acts == "first":
        return state.round == 1
    last = state.sides[model.side].phase.get(words.TURN)
    return last == model.id if tactic.acts == "friend" else last is not None


def _done(model: Model, tactic: Tactic) -> bool:
    return bool(tactic.done) and (tactic.done in model.phase or words.FIRED in model.phase)


def _first_to_act(state: State, tactic: Tactic) -> Model | None:
    """A model of either side that has acted in the phase, whatever became of it."""
    return next((model for model in state.models.values() if _done(model, tactic)), None)


def _friend(ctx: Context, model: Model, key: str, tactic: Tactic) -> Model:
    friend, name = ctx.model(key, "$.action.friend"), model.sheet.name
    other = friend.sheet.name
    another = friend.side == model.side and friend.id != model.id and not friend.out
    ctx.require(another, tactic.clause, "{other} is not a friendly model of {name} in action", other=other, name=name)
    ctx.place(model)
    ctx.place(friend)
    apart = distance(model, friend)
    ctx.require(
        apart <= tactic.reach,
        tactic.clause,
        "{other} is {apart} away; {reach} is the most",
        other=other,
        apart=show(apart),
        reach=show(tactic.reach),
    )
    return friend


def times(model: Model, clause: str) -> int:
    """How often a stratagem that still lasts was played on a model."""
    return int(model.phase.get(clause, 0)) + int(model.round.get(clause, 0))  # type: ignore[arg-type]


def _playable(ctx: Context) -> Iterator[Option]:
    """The specialists whose stratagem a side may play now, with the friends it may choose."""
    state = ctx.state
    for side in state.sides:
        for model in state.alive(side):
            tactic = tactic_of(model)
            if tactic is None or not fulfilled(conditions(tactic), state, model):
                continue
            near = tuple(m.id for m in state.alive(side) if tactic.reach and _may_be_chosen(state, model, m, tactic))
            if near or (not tactic.reach and fulfilled(ABLE[tactic.acts](tactic.clause), state, model)):
                yield Option(side, "stratagem", model.id, near, limit=tactic.reach, clause=tactic.clause)


def _may_be_chosen(state: State, model: Model, friend: Model, tactic: Tactic) -> bool:
    able = fulfilled(ABLE[tactic.acts](tactic.clause), state, friend)
    return able and friend.id != model.id and distance(friend, model) <= tactic.reach


def _any_friend(choice: Choice) -> Iterator[Action]:
    option = choice.option
    yield Stratagem(model=option.model, friend=choice.of(option.targets) if option.targets else "")


def _played(now: Moment) -> str:
    played = [effect.rule for effect in effects(now.event, "marked")]
    return now.cast.rule(played[0]) if played else now.cast.say(Phrase("stratagem", "стратагема"))


def _chosen(now: Moment) -> str:
    return now.cast.listed(now.cast.model(key) for key in (now.action.model, now.action.friend) if key)


PART = Part(acts=(
    Act(Stratagem, play, _playable, propose=_any_friend,
        told=filled(Phrase("%(side)s plays “%(stratagem)s”: %(model)s",
                           "%(side)s играет стратагему «%(stratagem)s»: %(model)s"),
                    stratagem=_played, model=_chosen)),
))  # fmt: skip
