"""Announcing an event, its terms, and its phases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from gamelog.contest import draw, event_standings, scoring, soft, validation
from gamelog.contest.act_kind import ActKind
from gamelog.contest.concerns import Concerns
from gamelog.contest.effects import Announced, Effect, PhaseChanged, Renamed, TermsSet
from gamelog.contest.errors import Refused
from gamelog.contest.preconditions import in_phase, reason_of, require
from gamelog.contest.roles import ORGANISER, SITE
from gamelog.contest.state import TournamentState, open_seats
from gamelog.contest.terms import Terms
from gamelog.contest.waiting_list import moved_up

Title = Annotated[str, Meta(min_length=1, max_length=200)]
Reason = Annotated[str, Meta(max_length=2000)]
FIXED = ("ruleset", "format", "teams", "double")
"""Terms that are fixed once a round is paired: what was played would mean something else."""


class Announce(msgspec.Struct, frozen=True, omit_defaults=True, tag="announce", forbid_unknown_fields=True):
    """The first act: title and terms. `seed` is what pairings and lots are drawn from; the site draws it."""

    title: Title
    terms: Terms
    seed: str = ""


def check_announce(state: TournamentState, act: Announce) -> None:
    """Raises: Refused `already`, and what `validation.problems` finds."""
    require(state.number == 0, "already", "$.type", "the event is announced already")
    _sound(act.terms)


def effects_announce(state: TournamentState, act: Announce, at: str) -> Iterator[Effect]:
    """Title, terms and seed."""
    yield Announced(act.title, settled_terms(state, act.terms), act.seed)


def settled_terms(state: TournamentState, terms: Terms) -> Terms:
    """Terms with what they leave open filled in: teams are ranked by what their matches are scored for, except where a
    round is paired already and they were ranked otherwise.
    """
    if terms.teams is None or terms.teams.ranked_by:
        return terms
    before = state.terms.teams if state.rounds else None
    ranked_by = before.ranked_by if before else "teams"
    return msgspec.structs.replace(terms, teams=msgspec.structs.replace(terms.teams, ranked_by=ranked_by))


def _sound(terms: Terms) -> None:
    """Refuse terms with the first of their problems; the others are in its facts. Raises: Refused."""
    found = validation.problems(terms)
    if found:
        first, *others = found
        texts = [f"$.terms{each.path[1:]}: {each.text}" for each in others]
        refused = first.at(f"$.terms{first.path[1:]}")
        refused.facts["others"] = texts
        raise refused


ANNOUNCE = ActKind(Announce, check_announce, effects_announce, who=SITE)


class Rename(msgspec.Struct, frozen=True, omit_defaults=True, tag="rename", forbid_unknown_fields=True):
    """Another title."""

    title: Title


def check_rename(state: TournamentState, act: Rename) -> None:
    """A title can always be changed."""


def effects_rename(state: TournamentState, act: Rename, at: str) -> Iterator[Effect]:
    """The title."""
    yield Renamed(act.title)


def the_title(state: TournamentState, act: Rename) -> Concerns:
    """The title alone."""
    return Concerns(topics=("title",))


RENAME = ActKind(Rename, check_rename, effects_rename, who=ORGANISER, concerns=the_title)


class SetTerms(msgspec.Struct, frozen=True, omit_defaults=True, tag="set-terms", forbid_unknown_fields=True):
    """Other terms. Once a round is paired they need a reason, and some of them are fixed."""

    terms: Terms
    reason: Reason = ""


def check_set_terms(state: TournamentState, act: SetTerms) -> None:
    """Raises: Refused `wrong-phase`, `fixed-terms`, `reason-wanted`, and what `validation.problems` finds, or scoring
    refuses of the results so far.
    """
    in_phase(state, "draft", "registration", "ready", "running")
    _sound(act.terms)
    soft.require_marks_stand(state, act.terms)
    if not state.rounds:
        return
    reason_of(act.reason)
    terms = settled_terms(state, act.terms)
    _same(state, terms, FIXED, "once a round is paired")
    played = len(state.rounds)
    swiss = len(draw.rounds_in(state.rounds, "swiss"))
    first = min(swiss, draw.first_rounds(state)) if terms.grouped else swiss
    require(terms.rounds >= first or not terms.free_rounds, "fixed-terms", "$.terms.rounds",
            f"{played} rounds are paired already")  # fmt: skip
    if state.terms.then and swiss < played:
        _same(
            state,
            terms,
            ("rounds", "cut", "stages"),
            "once pods are formed" if state.terms.then == "pods" else "once the elimination is drawn",
        )
    _same_groups(state, terms, later=swiss > first)
    for number in range(1, played + 1):
        same = terms.mission(number) == state.terms.mission(number)
        require(same, "fixed-terms", "$.terms.missions", f"the mission of round {number} is fixed: the round is paired")
    if swiss < played:
        _same(state, terms, ("knockout",), "once the elimination is drawn")
    _still_scored(state, terms)


def _same_groups(state: TournamentState, terms: Terms, *, later: bool) -> None:
    """Refuse other groups. `later`: whether they play together by now. Raises: Refused `fixed-terms`."""
    was, now = state.terms.stages, terms.stages
    for name in ("groups", "play"):
        same = getattr(was, name) == getattr(now, name)
        require(same, "fixed-terms", f"$.terms.stages.{name}", f"{name} is fixed once a round is paired")
    if later:
        require(was == now, "fixed-terms", "$.terms.stages", "stages are fixed once all groups play together")
        _same(state, terms, ("rounds",), "once all groups play together")


def _same(state: TournamentState, terms: Terms, names: Sequence[str], since: str) -> None:
    """Refuse other values of these terms. Raises: Refused `fixed-terms`."""
    for name in names:
        same = getattr(terms, name) == getattr(state.terms, name)
        require(same, "fixed-terms", f"$.terms.{name}", f"{name} is fixed {since}")


def _still_scored(state: TournamentState, terms: Terms) -> None:
    """Refuse a scoring that cannot read a result that stands: a bonus of it is gone. Raises: Refused."""
    for found in state.rounds:
        for key, result in found.results.items():
            for report in (result.report, result.first):
                try:
                    scoring.score(terms.scoring, report)
                except Refused as error:
                    text = f"round {found.number}, table {key}: {error.text}"
                    raise Refused(error.code, "$.terms.scoring", text, **error.facts) from None


def effects_set_terms(state: TournamentState, act: SetTerms, at: str) -> Iterator[Effect]:
    """The terms; whoever waits moves up where there is more room now."""
    yield TermsSet(settled_terms(state, act.terms))
    yield from moved_up(state, act.terms.capacity)


SET_TERMS = ActKind(SetTerms, check_set_terms, effects_set_terms, who=ORGANISER)


class OpenRegistration(
    msgspec.Struct, frozen=True, omit_defaults=True, tag="open-registration", forbid_unknown_fields=True
):
    """Players may register from now on."""


def check_open_registration(state: TournamentState, act: OpenRegistration) -> None:
    """Raises: Refused `wrong-phase`."""
    in_phase(state, "draft", "ready")


def effects_open_registration(state: TournamentState, act: OpenRegistration, at: str) -> Iterator[Effect]:
    """The phase."""
    yield PhaseChanged("registration")


OPEN_REGISTRATION = ActKind(OpenRegistration, check_open_registration, effects_open_registration, who=ORGANISER)


class CloseRegistration(
    msgspec.Struct, frozen=True, omit_defaults=True, tag="close-registration", forbid_unknown_fields=True
):
    """No more registrations by players."""


def check_close_registration(state: TournamentState, act: CloseRegistration) -> None:
    """Raises: Refused `wrong-phase`."""
    in_phase(state, "registration")


def effects_close_registration(state: TournamentState, act: CloseRegistration, at: str) -> Iterator[Effect]:
    """The phase."""
    yield PhaseChanged("ready")


CLOSE_REGISTRATION = ActKind(CloseRegistration, check_close_registration, effects_close_registration, who=ORGANISER)


class Cancel(msgspec.Struct, frozen=True, omit_defaults=True, tag="cancel", forbid_unknown_fields=True):
    """The event does not take place, or is broken off."""

    reason: Reason


def check_cancel(state: TournamentState, act: Cancel) -> None:
    """Raises: Refused `wrong-phase`, `reason-wanted`."""
    in_phase(state, "draft", "registration", "ready", "running")
    reason_of(act.reason)


def effects_cancel(state: TournamentState, act: Cancel, at: str) -> Iterator[Effect]:
    """The phase."""
    yield PhaseChanged("cancelled")


CANCEL = ActKind(Cancel, check_cancel, effects_cancel, who=ORGANISER)


class Finish(msgspec.Struct, frozen=True, omit_defaults=True, tag="finish", forbid_unknown_fields=True):
    """The event is over. `reason` says why, where results are missing."""

    reason: Reason = ""


def check_finish(state: TournamentState, act: Finish) -> None:
    """Raises: Refused `wrong-phase`, `missing-results`."""
    in_phase(state, "running")
    missing = [f"{each.number}/{key}" for each in state.rounds for key in open_seats(state, each.number)]
    require(not missing or act.reason.strip(), "missing-results", "$.reason",
            f"{len(missing)} results are missing or disputed ({', '.join(missing[:5])}): give them, or a reason",
            missing=missing)  # fmt: skip


def effects_finish(state: TournamentState, act: Finish, at: str) -> Iterator[Effect]:
    """The phase, and the places: those that stand after the last round, as they were published."""
    yield PhaseChanged("finished")
    yield event_standings.as_settled(state)


FINISH = ActKind(Finish, check_finish, effects_finish, who=ORGANISER)


class Reopen(msgspec.Struct, frozen=True, omit_defaults=True, tag="reopen", forbid_unknown_fields=True):
    """A finished or cancelled event goes on."""

    reason: Reason


def check_reopen(state: TournamentState, act: Reopen) -> None:
    """Raises: Refused `wrong-phase`, `reason-wanted`."""
    in_phase(state, "finished", "cancelled")
    reason_of(act.reason)


def effects_reopen(state: TournamentState, act: Reopen, at: str) -> Iterator[Effect]:
    """The phase; the places are open again."""
    yield PhaseChanged("running" if state.rounds else "ready")


REOPEN = ActKind(Reopen, check_reopen, effects_reopen, who=ORGANISER)
