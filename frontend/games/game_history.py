"""Which of a game's two lines a reader sees, as played or as corrected, and as of which step.

`?line=played` and `?as_of=120` say it; without them a game is shown as it is now, as corrected. A game without
corrections has one line, and readers see no choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from django.http import HttpRequest

from frontend.base.history_query import HistoryLine, HistoryQuery, parse_as_of
from frontend.games import ruling_sentences
from gamelog.games import selectors
from gamelog.games.models import Event as Row
from gamelog.games.models import Game, Report
from rules import Event, Finding, Ruleset
from rules.kernel import line as lines
from rules.kernel import rulings

STEPS_A_PAGE = 60
"""Steps per page of the log."""
Kind = Literal["ruling", "void", "amended", "restored", "follows"]


class ShownHistory(HistoryQuery, frozen=True, kw_only=True):
    """What a reader asked for.

    `last` is the last step that counts; `as_of` is the same, or 0 if all count. `ruled` tells whether a correction is
    among the steps that count, `corrected` whether the game has any at all.
    """

    last: int
    ruled: bool
    corrected: bool


class Aside(msgspec.Struct, frozen=True):
    """What there is to say about a step besides its effects on the line shown.

    `own` is the step as recorded. `by` is the newest ruling that corrected it (0 for a ruling), `against` the clauses
    it breaks as corrected.
    """

    own: Event[Any]
    kind: Kind
    by: int = 0
    against: tuple[str, ...] = ()


class ReadHistory(msgspec.Struct, frozen=True):
    """A game's events on a line, with the remarks on them."""

    events: list[Event[Any]]
    asides: dict[int, Aside]


def page_of(number: int) -> int:
    """The page of the log that holds a step."""
    return (number - 1) // STEPS_A_PAGE + 1


def requested_history(request: HttpRequest, game: Game) -> ShownHistory:
    """The history that a request asks for. Raises: Http404 for a step that the game does not have."""
    then = parse_as_of(request.GET.get("as_of", ""), game.number)
    ever = _ruled(game, game.number)
    ruled_then = ever and (not then or _ruled(game, then))
    line: HistoryLine = "played" if ruled_then and request.GET.get("line") == "played" else "corrected"
    return ShownHistory(line, then, last=then or game.number, ruled=ruled_then, corrected=ever)


def history_now(game: Game) -> ShownHistory:
    """All of a game, as corrected."""
    found = _ruled(game, game.number)
    return ShownHistory("corrected", last=game.number, ruled=found, corrected=found)


def history_upto(game: Game, number: int) -> ShownHistory:
    """A game up to a step, as corrected then."""
    found = _ruled(game, number)
    return ShownHistory("corrected", number, last=number, ruled=found, corrected=found)


def _ruled(game: Game, number: int) -> bool:
    return Row.objects.filter(game=game, number__lte=number, type__in=ruling_sentences.CORRECTIONS).exists()


def explained_event(event: Event[Any], aside: Aside | None) -> Event[Any]:
    """The event whose effects are told: a ruling tells what it did to other steps, which are not effects of its own."""
    return aside.own if aside and aside.kind == "ruling" else event


def titled_event(event: Event[Any], aside: Aside | None) -> Event[Any]:
    """The event that gives a step its title: a voided one keeps the title of its original declaration."""
    return aside.own if aside and lines.is_nothing(event.effects) else explained_event(event, aside)


def read_history(game: Game, shown: ShownHistory) -> ReadHistory:
    """The events of a game as they are shown. Raises: rules.Malformed if one cannot be read."""
    history = selectors.events_of(game, upto=shown.last)
    if not shown.ruled:
        return ReadHistory(history, {})
    asides = asides_of(game.rules, history)
    return ReadHistory(
        as_played(history) if shown.line == "played" else as_corrected(game.rules, history, asides), asides
    )


def as_played(history: Sequence[Event[Any]]) -> list[Event[Any]]:
    """As played. A step left out between others keeps its number and has no effects."""
    kept = {event.number: event for event in lines.played(history)}
    last = max(kept, default=0)
    return [kept.get(event.number) or msgspec.structs.replace(event, effects=()) for event in history[:last]]


def as_corrected(ruleset: Ruleset, history: Sequence[Event[Any]], asides: dict[int, Aside]) -> list[Event[Any]]:
    """As corrected, with amended declarations in place of the originals."""
    declared = rulings.declarations(ruleset, history)
    amended = {number: meant for number, meant in declared.items() if meant and _is_amended(asides, number)}
    return [
        event.declaring(amended[event.number]) if event.number in amended else event
        for event in lines.corrected(history)
    ]


def _is_amended(asides: dict[int, Aside], number: int) -> bool:
    return number in asides and asides[number].kind == "amended"


def asides_of(ruleset: Ruleset, history: Sequence[Event[Any]]) -> dict[int, Aside]:
    """Remarks on corrected steps and on corrections, by step number."""
    declared = rulings.declarations(ruleset, history)
    found = {event.number: Aside(event, "ruling") for event in history if ruling_sentences.is_ruling(event)}
    newest = {effect.step: (event.number, effect) for event in history for effect in lines.corrections(event)}
    for number, (by, effect) in newest.items():
        own = history[number - 1]
        kind = _kind(own, effect, declared)
        if number not in found and (kind != "follows" or effect.effects != own.effects or effect.against):
            found[number] = Aside(own, kind, by, effect.against)
    return found


def _kind(own: Event[Any], effect: Any, declared: dict[int, Any]) -> Kind:
    if own.number not in declared:
        return "follows"
    meant = declared[own.number]
    if meant is None:
        return "void"
    if meant != own.declaration():
        return "amended"
    return "restored" if effect.effects == own.effects else "follows"


def findings_as_of(findings: Sequence[Finding], last: int) -> tuple[Finding, ...]:
    """The findings as they stood after a step: none of later steps, none settled by later rulings."""
    return tuple(
        msgspec.structs.replace(found, settled=0) if found.settled > last else found
        for found in findings if found.number <= last
    )  # fmt: skip


def findings_shown(game: Game, report: Report | None, last: int) -> tuple[tuple[Finding, ...], int]:
    """The findings of the newest report, as they stood after a step, and the report's last step if it is out of date
    (else 0).
    """
    if report is None:
        return (), 0
    findings = findings_as_of(selectors.findings_of(report), last)
    return findings, 0 if selectors.is_current(game, report) else report.number
