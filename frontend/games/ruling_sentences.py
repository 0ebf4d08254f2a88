"""Corrections in words: a judge's ruling, a take-back by both sides, and the new outcome of other steps.

A ruling is told in the order of a reader's questions: what is done, to which steps, under which rule, why, and with
what consequences. A step with a different outcome is never called wrong: its new outcome is stated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.games.cast import Cast
from frontend.games.outcomes import came_to
from frontend.games.sentences import Explanation, listed, signed
from rules import Event, State
from rules.kernel import line
from rules.kernel.canonical import tag_of
from rules.kernel.events import Ruling
from rules.kernel.log import LOG
from rules.kernel.rulings import ADJUSTMENT as ADJUSTMENT
from rules.kernel.rulings import KINDS, PENALTY

CORRECTIONS = tuple(sorted(map(tag_of, KINDS)))
"""The actions that correct a game, by their tags."""
STRIKE = LOG["strike"]
_CLAUSES = frozenset(LOG[name] for name in CORRECTIONS)
_LONG = 140
"""How many characters of a reason a title quotes."""


def is_ruling(event: Event[Any]) -> bool:
    """Whether an event corrects the game."""
    return isinstance(event.action, Ruling)


def is_ruling_of(effect: Any) -> bool:
    """Whether an effect was caused by a correction."""
    return effect.rule in _CLAUSES


def numbers(steps: Iterable[int]) -> str:
    """Step numbers with runs joined: `3, 5 to 8 and 12`."""
    runs: list[list[int]] = []
    for number in sorted(set(steps)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed(name for run in runs for name in _run(run))


def _run(run: list[int]) -> list[str]:
    if len(run) < 3:
        return [str(number) for number in run]
    return [_("%(first)d to %(last)d") % {"first": run[0], "last": run[-1]}]


def counters() -> dict[str, str]:
    """The names of the judge's counters."""
    return {ADJUSTMENT: _("points by a judge"), PENALTY: _("penalties")}


def removed() -> str:
    """The text for a removed game."""
    return _("Voided by a judge: no result")


def brief(reason: str) -> str:
    """A reason on one line, cut at a word if it is long; the full reason is below the title."""
    line = " ".join(reason.split())
    return line if len(line) <= _LONG else line[:_LONG].rsplit(" ", 1)[0].rstrip(",;:") + "…"


def with_reason(sentence: str, event: Event[Any]) -> str:
    """A sentence with its reason."""
    return _("%(sentence)s: %(reason)s") % {"sentence": sentence, "reason": brief(event.action.reason)}


# actions


def _titled(say: Callable[[Cast, Event[Any]], str]) -> Callable[[Cast, State, Event[Any]], str]:
    return lambda cast, state, event: with_reason(say(cast, event), event)


def _void(cast: Cast, event: Event[Any]) -> str:
    steps = event.action.steps
    text = ngettext("Judge voids step %(steps)s", "Judge voids steps %(steps)s", len(set(steps)))
    return text % {"steps": numbers(steps)}


def _amend(cast: Cast, event: Event[Any]) -> str:
    if not event.action.declaration:
        return _("Judge upholds step %(step)d as recorded") % {"step": event.action.step}
    return _("Judge amends step %(step)d") % {"step": event.action.step}


def _adjust(cast: Cast, event: Event[Any]) -> str:
    changes = ", ".join(f"{cast.side(key)} {signed(by)}" for key, by in sorted(event.action.score.items()))
    return _("Judge adjusts the score (%(changes)s)") % {"changes": changes}


def _award(cast: Cast, event: Event[Any]) -> str:
    if not event.action.winner:
        return _("Judge calls the game a draw")
    return _("Judge awards the game to %(side)s") % {"side": cast.side(event.action.winner)}


def _strike(cast: Cast, event: Event[Any]) -> str:
    return _("Judge voids the game")


def _penalty(cast: Cast, event: Event[Any]) -> str:
    action = event.action
    about = {"side": cast.side(action.side), "count": action.points}
    if action.kind == "points":
        text = ngettext("Judge takes %(count)d point from %(side)s", "Judge takes %(count)d points from %(side)s",
                        action.points)  # fmt: skip
        return text % about
    return (_("Judge warns %(side)s") if action.kind == "warning" else _("Judge: %(side)s loses the game")) % about


def _take_back(cast: Cast, event: Event[Any]) -> str:
    steps = line.named(event) or [event.action.since]
    text = ngettext(
        "Both sides take back step %(steps)s", "Both sides take back steps %(steps)s", len(set(steps))
    )  # fmt: skip
    return text % {"steps": numbers(steps)}


SENTENCES: dict[str, Callable[[Cast, Event[Any]], str]] = {
    "void": _void, "amend": _amend, "adjust": _adjust, "award": _award, "strike": _strike, "penalty": _penalty,
    "take-back": _take_back,
}  # fmt: skip
"""The correction without its reason."""
ACTIONS = {key: _titled(say) for key, say in SENTENCES.items()}


# effects


def grounds(cast: Cast, effect: Any) -> Explanation:
    """The rule that a correction is based on, and the reason given."""
    about = {"rule": cast.rule(effect.rule), "reason": effect.text}
    return Explanation(_("Based on “%(rule)s”. Reason: “%(reason)s”") % about)


def corrected(cast: Cast, effect: Any, state: State | None = None) -> Explanation:
    """The new outcome of another step."""
    about = {"step": effect.step, "rules": broken(cast, effect.against), "what": came_to(cast, effect.effects)}
    if effect.against:
        text = _("Step %(step)d would now break: %(rules)s")
    elif line.is_nothing(effect.effects):
        text = _("Step %(step)d now has no effect")
    elif about["what"]:
        text = _("Step %(step)d now results in: %(what)s")
    else:
        text = _("Step %(step)d now has a different outcome")
    return Explanation(text % about, step=effect.step)


def correction_text(cast: Cast, kind: str, against: Iterable[str]) -> str:
    """A step's outcome as corrected, for its mark."""
    rules = broken(cast, against)
    if kind == "void":
        return _("has no effect")
    if kind == "restored":
        return _("stands as recorded")
    if rules:
        return _("would now break: %(rules)s") % {"rules": rules}
    return _("replaced by another declaration") if kind == "amended" else _("has a different outcome")


def broken(cast: Cast, clauses: Iterable[str]) -> str:
    """The labels of broken clauses."""
    return ", ".join(dict.fromkeys(cast.rule(clause) for clause in clauses))


def brought(cast: Cast, effect: Any, state: State) -> Explanation:
    """The battle after a correction."""
    changed = [cast.model(each.id) for each in getattr(effect, "models", ())]
    if not changed:
        return Explanation(_("The battle now continues from the corrected position"))
    return Explanation(
        _("The battle now continues from the corrected position; changed: %(models)s") % {"models": listed(changed)}
    )


def counted(cast: Cast, effect: Any, now: int) -> Explanation:
    """Points and penalties given by a judge."""
    about = {"side": cast.side(effect.side), "by": signed(effect.by), "all": signed(now), "count": now}
    if effect.counter == PENALTY:
        text = ngettext("%(side)s: %(count)d penalty so far", "%(side)s: %(count)d penalties so far", now)
        return Explanation(text % about)
    return Explanation(_("%(side)s: %(by)s to the score by a judge, %(all)s in all") % about)


EFFECTS: dict[str, Callable[[Cast, Any, State], Explanation]] = {"corrected": corrected, "patched": brought}


def outcome(event: Event[Any]) -> str:
    """How many other steps a correction changes, besides those it names."""
    named = line.named(event)
    others = [effect for effect in line.corrections(event) if effect.step not in named]
    if not others:
        return ""
    text = ngettext("%(count)d later step has a different outcome", "%(count)d later steps have a different outcome",
                    len(others))  # fmt: skip
    return text % {"count": len(others)}
