"""What a rule works with while one declaration is decided: require, value, fire, roll, emit, ask.

`emit` applies the effect at once, so that the next line of a rule sees its result. In a lenient context (a `declared`
game, or verification) a broken requirement is noted as a finding and the rules go on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Any

import msgspec

from rules.kernel.dice import Again, Dice, Needs, Picks, Throw
from rules.kernel.effects import Answered, AnyEffect, Asked, Effect, Rolled
from rules.kernel.errors import DiceWanted, Ground, IllegalAction, Malformed
from rules.kernel.events import Event, Finding, Reroll, Severity
from rules.kernel.log import LOG
from rules.kernel.part import Objections, refuse
from rules.kernel.rule import Handler, Hook
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import Decision, Mark, Model, Point, Side, State, Unit

Modifiers = tuple[tuple[str, int], ...]

MAX_DICE = 1000
"""The most dice in one throw, whatever is declared."""


class Held(Exception):
    """The rules stop to ask the side `by` whether to make roll `roll` again. Only the engine catches this.

    `free`: a rule lets it; otherwise it would have to pay.
    """

    def __init__(self, by: str, roll: int, free: bool) -> None:
        super().__init__(by, roll, free)
        self.by = by
        self.roll = roll
        self.free = free


class Interrupted(Exception):
    """The rules stop in the course of a declaration to ask for a decision. Only the engine catches this."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision


_UNHEARD = nullcontext()
"""What is carried where nobody asks for milestones, as in every decision but those of odds."""


class Context:
    """The working state of one decision, discarded after a refusal.

    `history` holds all earlier events, for corrections; nothing else may look at them. A `bound` context is lenient
    from the first drawn face on: a player who has seen dice cannot take the declaration back.
    """

    __slots__ = (
        "answered_to",
        "answers",
        "bound",
        "by",
        "carried",
        "draw",
        "drawn",
        "effects",
        "findings",
        "given",
        "given_answers",
        "history",
        "hold",
        "interrupted",
        "lenient",
        "met",
        "number",
        "paid",
        "prepaid",
        "prices",
        "read",
        "rerolls",
        "rolls",
        "ruleset",
        "said",
        "state",
        "tape",
    )

    def __init__(
        self,
        ruleset: Ruleset,
        state: State,
        by: str,
        tape: tuple[int, ...],
        *,
        number: int = 0,
        lenient: bool = False,
        draw: Callable[[Throw], tuple[int, ...]] | None = None,
        history: Sequence[Event[Any]] = (),
    ) -> None:
        self.ruleset = ruleset
        self.state = state
        self.by = by
        self.tape = tape
        self.read = 0
        self.number = number
        self.lenient = lenient
        self.draw = draw
        self.bound = self.drawn = False
        self.hold: tuple[str, ...] = ()
        self.given = 0
        self.answered_to = (-1, True)
        """The last stop already answered: its roll, and whether the question was about paying."""
        self.paid = self.prepaid = 0
        """How many re-rolls have been paid for, and how many of them before this step: a step before it waited."""
        self.prices: list[AnyEffect] = []
        self.given_answers: tuple[Mark, ...] = ()
        self.answers: list[Mark] = []
        self.said: Mark | None = None
        self.interrupted = state.pending
        self.history = history
        self.rerolls: tuple[Reroll, ...] = ()
        self.rolls = 0
        self.effects: list[AnyEffect] = []
        self.findings: list[Finding] = []
        self.met: Callable[[Context, Hashable], None] | None = None
        """Told of every milestone; only odds listen."""
        self.carried: tuple[Hashable, ...] = ()

    # the six verbs

    def require(
        self,
        ok: object,
        clause: str,
        message: str,
        *,
        severity: Severity = "illegal",
        general: bool = False,
        **facts: Any,
    ) -> bool:
        """Refuse unless `ok`. `message` is a sentence with `{facts}`; lengths in it are printed by the caller.

        Returns whether it held, so that a lenient caller can skip what makes no sense without it. A `general` refusal
        says no more than that the act has no place here now: any other rule that forbids it is named before it.

        Raises:
            IllegalAction: in a strict context.
        """
        if not ok:
            self._refuse(Ground(clause, message.format(**facts), facts, general), severity)
        return bool(ok)

    def _refuse(self, ground: Ground, severity: Severity) -> None:
        if not self.lenient:
            raise IllegalAction(ground.clause, ground.text, ground.facts)
        self._find(ground, severity)

    def breach(self, clause: str, message: str, **facts: Any) -> None:
        """Note a finding, in a strict context too: a breach that has happened earlier and only shows now."""
        self._find(Ground(clause, message.format(**facts), facts), "illegal")

    def _find(self, ground: Ground, severity: Severity) -> None:
        self.findings.append(
            Finding(number=self.number, rule=ground.clause, severity=severity, message=ground.text, facts=ground.facts)
        )

    def value(self, hook: Hook, base: Any, **roles: Any) -> Any:
        """`base` as changed by every rule that acts at `hook` and that the named role has."""
        # as `_acting`, in line: no other loop of the rules runs as often
        for handler in self.ruleset.hooked.get(hook.id, ()):
            has = self.holds(roles.get(handler.of), handler.rule) if handler.of else 1
            if has:
                base = handler.call(self, base, has=has, **roles)
        return base

    def _acting(self, hook: Hook, roles: Mapping[str, Any]) -> Iterator[tuple[Handler, Any]]:
        """The rules that act at a hook and that the named role has, each with the value with which it has the rule."""
        for handler in self.ruleset.hooked.get(hook.id, ()):
            has: Any = self.holds(roles.get(handler.of), handler.rule) if handler.of else 1
            if has:
                yield handler, has

    def barring(self, hook: Hook, base: str = "", **roles: Any) -> tuple[str, ...]:
        """Every clause that bars something at a hook whose value is the clause that does; that of `value` first.

        A rule says at such a hook what bars the act only if no rule before it did, so each is asked by itself too. What
        another rule lifts does not bar.
        """
        first = self.value(hook, base, **roles)
        if not first:
            return ()
        calls = [partial(one.call, self, has=has, **roles) for one, has in self._acting(hook, roles)]
        own = (base, *(call("") for call in calls))
        kept = (clause for clause in own if clause and all(call(clause) for call in calls))
        return tuple(dict.fromkeys((first, *kept)))

    def fire(self, hook: Hook, occasion: Any = None, **roles: Any) -> None:
        """Let rules act on an occasion; what they return is not used."""
        for handler, has in self._acting(hook, roles):
            handler.call(self, occasion, has=has, **roles)

    def holds(self, holder: Any, rule: str) -> Any:
        """The value with which a model, unit or weapon has a rule; None (or 0) if it does not have it.

        A model has a rule from its sheet, from a mark with the rule's id, or from a mark on its unit. A unit has one
        from a mark, from its own sheet, or from the first of its models in action that has it.
        """
        if isinstance(holder, Model):
            found = holder.sheet.has.get(rule)
            if found or not self.state.units:
                return found
            return _granted(holder, rule) or self._of_unit(holder.unit, rule)
        if isinstance(holder, Unit):
            found = self._of_unit(holder.id, rule)
            for model in () if found else self.state.members(holder.id):
                found = found or model.sheet.has.get(rule) or _granted(model, rule)
            return found
        return holder and holder.has.get(rule)

    def _of_unit(self, key: str, rule: str) -> Any:
        unit = self.state.units.get(key)
        return unit and (unit.sheet.has.get(rule) or _granted(unit, rule))

    def roll(
        self,
        clause: str,
        by: str,
        dice: int | Dice,
        *,
        needed: int | Needs = 0,
        modifiers: Modifiers = (),
        reroll: Again | Picks | None = None,
        model: str = "",
        target: str = "",
    ) -> Rolled:
        """Read dice from the tape and record them.

        With `needed`, each die passes or fails (a number is short for a plain `Needs`). `reroll` picks the dice that
        are rolled again after all of them have fallen (without an `Again`: that have to be); re-rolls that the
        declaration pays for come after those.

        Raises:
            DiceWanted: the tape is too short.
            Malformed: a face is not 1 to the number of sides, or there are more dice than `MAX_DICE`.
        """
        count, sides = dice if isinstance(dice, Dice) else (dice, 6)
        test = needed if isinstance(needed, Needs) else Needs(needed) if needed else None
        choice = reroll if isinstance(reroll, Again) else Again(must=reroll)
        throw = Throw(count, sides, clause, by, test, sum(amount for _, amount in modifiers), choice)
        about = {"modifiers": modifiers, "model": model, "target": target}
        faces = self._read(throw)
        if self.hold and self._asks(by, free=True) and any(map(choice.allows, faces)):
            self.effects.append(_rolled(throw, faces, (), **about))
            self.rolls += 1
            raise Held(by, self.rolls - 1, free=True)
        again = self._again(throw, faces) if reroll is not None or self.rerolls else []
        if self.rerolls:
            self._repeat(throw, faces, again)
        rolled = _rolled(throw, faces, tuple(again), **about)
        self.effects.append(rolled)
        waits = self.hold and self._asks(by, free=False) and self.ruleset.may_reroll(self, rolled)
        self.rolls += 1
        if waits:
            raise Held(by, self.rolls - 1, free=False)
        return rolled

    def _asks(self, side: str, free: bool) -> bool:
        """Whether a side wants to be asked at the present roll, and has not yet answered."""
        return side in self.hold and (self.rolls, not free) > self.answered_to

    def _again(self, throw: Throw, faces: tuple[int, ...]) -> list[tuple[int, int]]:
        """The re-rolls by rules, each with the index of its die, but for dice that the declaration lets stand."""
        kept = {request.die for request in self.rerolls if self._stands(throw, faces, request)}
        chosen = [index for index, face in enumerate(faces) if index not in kept and throw.reroll.picks(face)]
        return list(zip(chosen, self._read(_more(throw, len(chosen))), strict=True)) if chosen else []

    def _stands(self, throw: Throw, faces: tuple[int, ...], request: Reroll) -> bool:
        """Whether a request lets a die of this throw stand. Refuses one that its side may not."""
        if request.roll != self.rolls or not request.stands:
            return False
        side, die = request.by or self.by, request.die
        there = side == throw.by and die < len(faces) and throw.reroll.allows(faces[die])
        told: dict[str, Any] = {"side": side, "die": die, "roll": request.roll}
        return self.require(there, LOG["stand"], "die {die} of roll {roll} is not side {side}'s to let stand", **told)

    def emit(self, effect: AnyEffect) -> None:
        """Record an effect and apply it."""
        effect.apply(self.state)
        self.effects.append(effect)

    def ask(self, clause: str, side: str, **about: Any) -> None:
        """Wait for a side's decision. Keywords are the fields of `Decision`."""
        self.emit(Asked(rule=clause, decision=Decision(clause, side, **about)))

    def choice(self, clause: str, side: str, **about: Any) -> Mark:
        """What a side decides in the course of a declaration, once it has seen what came of it so far.

        Where it has not said so yet, the declaration waits for the answer (`rules.kernel.hold`) and nothing but its
        rolls has happened. The answering act says it with `say`. Keywords are the fields of `Decision`.
        """
        if not self.answers:
            raise Interrupted(Decision(clause, side, **about))
        return self.answers.pop(0)

    def say(self, answer: Mark) -> None:
        """The pending question was answered, and the declaration that waits for it goes on."""
        self.said = answer

    def carrying(self, *what: Hashable) -> AbstractContextManager[None]:
        """Let milestones count inside: what follows after it depends on nothing but the position and `what`.

        `what` is whatever the code outside remembers of dice, or of positions that dice have changed since. A new
        object is like no other: where nobody can tell what is remembered, no two courses are taken for the same.
        """
        return _UNHEARD if self.met is None else self._carrying(what)

    @contextmanager
    def _carrying(self, what: tuple[Hashable, ...]) -> Iterator[None]:
        outside = self.carried
        self.carried = (*outside, what)
        try:
            yield
        finally:
            self.carried = outside

    def milestone(self, *rest: Hashable) -> None:
        """From here on, all that follows in the innermost `carrying` depends on nothing but the position and `rest`.

        Odds follow all courses of the dice that arrive here alike as one (`rules.odds`). It does not count where
        nothing is carried.
        """
        if self.met is not None and self.carried:
            self.met(self, (self.carried, rest))

    def once(self, asked: Hashable, measure: Callable[[], Any], table: bool = False) -> Any:
        """What `measure` gives, measured only once for what is `asked` as long as the position allows: see `Known`."""
        return self.state.known.once(asked, measure, table)

    # reading the state by id

    def model(self, key: str, path: str = "$.action.model") -> Model:
        """Raises Malformed when there is no such model."""
        found = self.state.models.get(key)
        if found is None:
            raise Malformed(path, f"there is no model {key!r} in this game")
        return found

    def unit(self, key: str, path: str = "$.action.unit") -> Unit:
        """Raises Malformed when there is no such unit."""
        found = self.state.units.get(key)
        if found is None:
            raise Malformed(path, f"there is no unit {key!r} in this game")
        return found

    def side(self, key: str, path: str = "$.by") -> Side:
        """Raises Malformed when there is no such side."""
        found = self.state.sides.get(key)
        if found is None:
            raise Malformed(path, f"there is no side {key!r} in this game")
        return found

    def place(self, model: Model) -> Point:
        """A model's position. Raises IllegalAction (`table.present`) when it is not on the table."""
        if model.at is None:
            raise IllegalAction("table.present", f"{model.sheet.name} is not on the table", {"model": model.id})
        return model.at

    @property
    def pending(self) -> Decision:
        """The pending question, for callers certain that there is one."""
        assert self.state.pending is not None
        return self.state.pending

    def asked(self, clause: str, refusal: str, rule: str = "", why: Objections = ()) -> Decision | None:
        """The question of this clause that the declaring side has to answer; None if a lenient context goes on without.

        `why` are the rules that kept the question from being asked, as far as they still can be told: they refuse
        before `rule` does, which says only that nobody asked.

        Raises:
            IllegalAction: by `why`, or `rule` (default: the clause itself), in a strict context where no such question
                is pending.
        """
        pending = self.state.pending
        if pending is not None and pending.clause == clause and pending.side == self.by:
            return pending
        self.explain(why)
        self.require(False, rule or clause, refusal, general=True)
        return None

    def explain(self, why: Objections) -> None:
        """Refuse by the first rule that kept a question from being asked, if there is one.

        A lenient context goes on without: that nobody asked is one finding, whatever kept them from it.
        """
        if not self.lenient:
            refuse(self, why)

    def answered(self, clause: str) -> None:
        """Record that the pending decision was made."""
        self.emit(Answered(rule=clause))

    def _repeat(self, throw: Throw, faces: tuple[int, ...], again: list[tuple[int, int]]) -> None:
        """Read the re-roll of this roll that the declaration asks for; the ruleset says whether it may, which dice and
        the price.
        """
        for request in self.rerolls:
            if request.roll == self.rolls and not request.stands:
                so_far = Rolled(rule=throw.clause, by=throw.by, faces=faces, sides=throw.sides, again=tuple(again))
                chosen = self.ruleset.reroll(self, so_far, request)
                if chosen:
                    self._pay(request)
                again.extend(zip(chosen, self._read(_more(throw, len(chosen))), strict=True))

    def _pay(self, request: Reroll) -> None:
        """Pay for a re-roll, unless the price was paid in the step in which this declaration waited."""
        self.paid += 1
        if self.paid > self.prepaid:
            before = len(self.effects)
            self.ruleset.price(self, request)
            self.prices += self.effects[before:]

    def _read(self, throw: Throw) -> tuple[int, ...]:
        if not 0 <= throw.count <= MAX_DICE:
            raise Malformed("$.action", f"{throw.count} dice for {throw.clause}; {MAX_DICE} are the most")
        end, held = self.read + throw.count, len(self.tape)
        if end > held:
            if self.draw is None:
                raise DiceWanted(throw, end - held, held)
            short = throw if self.read == held else msgspec.structs.replace(throw, count=end - held)
            self.tape += self.draw(short)
            self.drawn = True
            self.lenient = self.lenient or self.bound
        faces = self.tape[self.read : end]
        for index, face in enumerate(faces, self.read):
            if not 1 <= face <= throw.sides:
                raise Malformed(f"$.dice[{index}]", f"{face} is not a face of a D{throw.sides}")
        self.read = end
        return faces


def _more(throw: Throw, count: int) -> Throw:
    """Some of a throw's dice, once more."""
    return msgspec.structs.replace(throw, count=count, reroll=Again())


def _rolled(throw: Throw, faces: tuple[int, ...], again: tuple[tuple[int, int], ...], **about: Any) -> Rolled:
    """A throw as an effect. Each die passes or fails by the last face it showed."""
    final = list(faces)
    for index, face in again:
        final[index] = face
    test = throw.test
    return Rolled(
        rule=throw.clause, by=throw.by, faces=faces, sides=throw.sides, needed=0 if test is None else test.needed,
        passed=() if test is None else tuple(int(throw.passes(face)) for face in final), again=again,
        total=sum(final), **about,
    )  # fmt: skip


class Enough(Exception):
    """An inquiry has come to where an effect would follow. Only the engine catches this."""


class Inquiry(Context):
    """A look at a declaration that was refused, for every rule that forbids it.

    It goes on after a refusal, and ends where something would follow: what is refused after that may be the consequence
    of what was refused before.
    """

    __slots__ = ("grounds",)

    def __init__(self, ruleset: Ruleset, state: State, by: str) -> None:
        super().__init__(ruleset, state, by, (), lenient=True)
        self.grounds: list[Ground] = []

    def _refuse(self, ground: Ground, severity: Severity) -> None:
        """Remember it, and go on."""
        self.forbid(ground)

    def explain(self, why: Objections) -> None:
        """Remember every rule that kept a question from being asked."""
        refuse(self, why)

    def forbid(self, ground: Ground) -> None:
        """Add a ground, unless the same is known."""
        if all((each.clause, each.text) != (ground.clause, ground.text) for each in self.grounds):
            self.grounds.append(ground)

    def emit(self, effect: AnyEffect) -> None:
        """Go on past the answer to a question; stop at anything else."""
        if not isinstance(effect, Answered):
            raise Enough
        super().emit(effect)

    def roll(self, *_: Any, **__: Any) -> Rolled:
        """Stop: whatever follows depends on dice."""
        raise Enough


def _granted(holder: Model | Unit, rule: str) -> Any:
    """What marks temporarily grant a model or unit."""
    return holder.phase.get(rule) or holder.turn.get(rule) or holder.round.get(rule) or holder.game.get(rule)


def last_touching(effects: tuple[Effect, ...], model: str, default: str) -> str:
    """The clause of the last effect on a model: what decided its fate in this step."""
    for effect in reversed(effects):
        if model in (getattr(effect, "model", ""), getattr(effect, "target", "")):
            return effect.rule
    return default
