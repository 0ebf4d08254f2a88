"""A game under another version, in words: the result before and after, and each step that would change."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils.translation import gettext as _

import rules
from frontend.games import finding_text, narration, replay
from frontend.games.cast import Cast
from frontend.games.seats import name as seat_name
from frontend.games.sentences import signed
from gamelog.games import selectors as log
from gamelog.games.models import Game, Seat
from gamelog.reverify import selectors
from gamelog.reverify.models import Change, Comparison, Run
from rules.compare import StepChange
from rules.kernel.effects import Rolled
from rules.report import Result

_ROLLED = msgspec.json.Decoder(Rolled)
MOST_STEPS = 60
"""How many steps of one game are told."""


def ruleset_of(run: Run) -> rules.Ruleset:
    """The ruleset that a run compared with; if that version has been removed, the newest."""
    try:
        return rules.load(run.ruleset, run.version)
    except rules.Malformed:
        return rules.load(run.ruleset)


def change(of: str) -> str:
    """The changes to a game, in words."""
    return {
        Change.WINNER: _("different winner"), Change.RESULT: _("different score"), Change.OPEN: _("unfinished"),
        Change.STEPS: _("steps only"), Change.SAME: _("nothing"),
    }.get(Change(of), of) if of else ""  # fmt: skip


def changes(counts: dict[str, int]) -> list[dict[str, Any]]:
    """How many games would change in each way, gravest first."""
    words = {
        Change.WINNER: _("would have a different winner"), Change.RESULT: _("same winner, different score"),
        Change.OPEN: _("would not finish"), Change.STEPS: _("only steps would change"),
        Change.SAME: _("nothing would change"),
    }  # fmt: skip
    return [{"key": key.value, "text": text, "count": counts[key]} for key, text in words.items()]


def row(found: Comparison, cast: Cast) -> dict[str, Any]:
    """A comparison in one line: the game, its result before and after, and the first step that differs."""
    made = selectors.comparison_of(found)
    told: dict[str, Any] = {"row": found, "game": found.game, "change": change(found.change)}
    if made is None:
        return told
    seats = list(found.game.seats.all())
    before, after = result(made.before, seats, cast), result(made.after, seats, cast)
    recorded = result(made.recorded, seats, cast) if made.recorded else None
    return {**told, "made": made, "before": before, "after": after, "recorded": recorded}


def result(of: Result, seats: Iterable[Seat], cast: Cast) -> dict[str, Any]:
    """A result as pages show it: each side with its score and whether it won, and the rule that decided."""
    sides = [
        {"name": seat_name(seat), "colour": replay.COLOURS[index % 2], "won": of.winner == seat.side,
         "score": rules.points(of.score[seat.side], of.per_point) if seat.side in of.score else None}
        for index, seat in enumerate(seats)
    ]  # fmt: skip
    winner = next((side for side in sides if side["won"]), None)
    scores = [str(side["score"]) for side in sides if side["score"] is not None]
    return {
        "finished": of.finished, "winner": winner, "score": " : ".join(scores), "struck": of.struck,
        "reason": cast.rule(of.reason) if of.reason else "",
    }  # fmt: skip


def steps(found: Comparison, cast: Cast) -> dict[str, Any]:
    """The steps of a game that would change: the declaration, the rules, the effect as recorded and as it would be.

    `more` is how many are left out. For a game that cannot be read any more there are only numbers and rules.
    """
    made = selectors.comparison_of(found)
    if made is None:
        return {"steps": [], "more": 0}
    wanted = {step.number: step for step in made.steps[:MOST_STEPS]}
    try:
        told = _told(found.game, found.number, wanted, cast)
    except rules.Malformed:
        told = [{"number": number, "rules": _rules(step, cast)} for number, step in wanted.items()]
    return {"steps": told, "more": len(made.steps) - len(wanted)}


def _told(game: Game, upto: int, wanted: dict[int, StepChange], cast: Cast) -> list[dict[str, Any]]:
    """One pass through the game: the words of a step need the position before it."""
    state, told = rules.empty(game.rules), []
    for event in log.events_of(game, upto=min(upto, max(wanted, default=0))):
        step = wanted.get(event.number)
        title = narration.title(cast, state, event) if step else ""
        rules.evolve(state, event)
        if len(state.models) != len(cast.models):
            cast.meet(state)
        if step:
            recorded, given = effect(cast, step.recorded, state), effect(cast, step.given, state)
            told.append({
                "number": event.number, "title": title, "rules": _rules(step, cast), "new": _labels(step.new, cast),
                "gone": _labels(step.gone, cast), "recorded": recorded, "given": given,
            })  # fmt: skip
    return told


def _rules(step: StepChange, cast: Cast) -> list[dict[str, str]]:
    return _labels(step.rules, cast)


def _labels(clauses: Iterable[str], cast: Cast) -> list[dict[str, str]]:
    return [{"id": clause, "label": cast.rule(clause)} for clause in clauses]


def effect(cast: Cast, text: str, state: rules.State) -> str:
    """A stored effect in words; for a roll also its target number and modifiers, because that is where versions
    differ.
    """
    try:
        rolled = _ROLLED.decode(text)
    except msgspec.MsgspecError:
        return finding_text.effect(cast, text, state)
    bonus = sum(amount for _clause, amount in rolled.modifiers)
    why = ", ".join(f"{_plain(cast.rule(clause))} {signed(amount)}" for clause, amount in rolled.modifiers)
    needs = f"{_('needs')} {rolled.needed - bonus}+" if rolled.needed else ""
    passed = _("%(count)s passed") % {"count": sum(rolled.passed)} if rolled.needed else ""
    head = " ".join(part for part in (needs, f"({why})" if why else "") if part)
    return ": ".join(part for part in (head, _faces(rolled)) if part) + (f" → {passed}" if passed else "")


def _plain(label: str) -> str:
    """A modifier's label without the amount that some labels contain: the step's own amount is shown beside it."""
    return re.sub(r":\s*[-+−]\d.*", "", label).lower()


def _faces(rolled: Rolled) -> str:
    again = dict(rolled.again)
    return " ".join(f"{face}→{again[at]}" if at in again else str(face) for at, face in enumerate(rolled.faces))
