"""Announcing an event, its terms, and its phases."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from gamelog.contest import scoring, validation
from gamelog.contest.errors import Refused
from gamelog.contest.preconditions import in_phase, reason_of, require
from gamelog.contest.state import State, open_seats
from gamelog.contest.terms import Terms

Title = Annotated[str, Meta(min_length=1, max_length=200)]
Reason = Annotated[str, Meta(max_length=2000)]
FIXED = ("ruleset", "format", "teams", "double")
"""Terms that are fixed once a round is paired: what was played would mean something else."""


class Announce(msgspec.Struct, frozen=True, omit_defaults=True, tag="announce", forbid_unknown_fields=True):
    """The first act: title and terms. `seed` is what pairings and lots are drawn from; the site draws it."""

    title: Title
    terms: Terms
    seed: str = ""


class Rename(msgspec.Struct, frozen=True, omit_defaults=True, tag="rename", forbid_unknown_fields=True):
    """Another title."""

    title: Title


class SetTerms(msgspec.Struct, frozen=True, omit_defaults=True, tag="set-terms", forbid_unknown_fields=True):
    """Other terms. Once a round is paired they need a reason, and some of them are fixed."""

    terms: Terms
    reason: Reason = ""


class OpenRegistration(
    msgspec.Struct, frozen=True, omit_defaults=True, tag="open-registration", forbid_unknown_fields=True
):
    """Players may register from now on."""


class CloseRegistration(
    msgspec.Struct, frozen=True, omit_defaults=True, tag="close-registration", forbid_unknown_fields=True
):
    """No more registrations by players."""


class Cancel(msgspec.Struct, frozen=True, omit_defaults=True, tag="cancel", forbid_unknown_fields=True):
    """The event does not take place, or is broken off."""

    reason: Reason


class Finish(msgspec.Struct, frozen=True, omit_defaults=True, tag="finish", forbid_unknown_fields=True):
    """The event is over. `reason` says why, where results are missing."""

    reason: Reason = ""


class Reopen(msgspec.Struct, frozen=True, omit_defaults=True, tag="reopen", forbid_unknown_fields=True):
    """A finished or cancelled event goes on."""

    reason: Reason


def check_announce(state: State, act: Announce) -> None:
    """Raises: Refused `already`, and what `validation.problems` finds."""
    require(state.number == 0, "already", "$.type", "the event is announced already")
    _sound(act.terms)


def apply_announce(state: State, act: Announce, number: int, at: str) -> None:
    """Title, terms and seed."""
    state.title, state.terms, state.seed = act.title, act.terms, act.seed


def _sound(terms: Terms) -> None:
    """Refuse terms with the first of their problems; the others are in its facts. Raises: Refused."""
    found = validation.problems(terms)
    if found:
        first, *others = found
        texts = [f"$.terms{each.path[1:]}: {each.text}" for each in others]
        raise Refused(first.code, f"$.terms{first.path[1:]}", first.text, **first.facts | {"others": texts})


def check_rename(state: State, act: Rename) -> None:
    """A title can always be changed."""


def apply_rename(state: State, act: Rename, number: int, at: str) -> None:
    """The title."""
    state.title = act.title


def check_set_terms(state: State, act: SetTerms) -> None:
    """Raises: Refused `wrong-phase`, `fixed-terms`, `reason-wanted`, and what `validation.problems` finds, or scoring
    refuses of the results so far.
    """
    in_phase(state, "draft", "registration", "ready", "running")
    _sound(act.terms)
    if not state.rounds:
        return
    reason_of(act.reason)
    for name in FIXED:
        same = getattr(act.terms, name) == getattr(state.terms, name)
        require(same, "fixed-terms", f"$.terms.{name}", f"{name} is fixed once a round is paired")
    played = len(state.rounds)
    swiss = sum(each.stage == "swiss" for each in state.rounds)
    require(act.terms.rounds >= swiss, "fixed-terms", "$.terms.rounds", f"{played} rounds are paired already")
    for name in ("rounds", "cut") if state.terms.format == "swiss-cut" and swiss < played else ():
        same = getattr(act.terms, name) == getattr(state.terms, name)
        require(same, "fixed-terms", f"$.terms.{name}", f"{name} is fixed once the elimination is drawn")
    _still_scored(state, act.terms)


def _still_scored(state: State, terms: Terms) -> None:
    """Refuse a scoring that cannot read a result that stands: a bonus of it is gone. Raises: Refused."""
    for found in state.rounds:
        for key, result in found.results.items():
            for report in (result.report, result.first):
                try:
                    scoring.score(terms.scoring, report)
                except Refused as error:
                    text = f"round {found.number}, table {key}: {error.text}"
                    raise Refused(error.code, "$.terms.scoring", text, **error.facts) from None


def apply_set_terms(state: State, act: SetTerms, number: int, at: str) -> None:
    """The terms; who waits moves up where there is more room now."""
    state.terms = act.terms
    move_up(state)


def move_up(state: State) -> None:
    """Give free places to who waits, first come first, as long as no round is paired."""
    if state.rounds:
        return
    room = state.terms.capacity or len(state.entrants)
    for each in state.waiting():
        if len(state.playing()) < room:
            each.status = "entered"


def check_open_registration(state: State, act: OpenRegistration) -> None:
    """Raises: Refused `wrong-phase`."""
    in_phase(state, "draft", "ready")


def apply_open_registration(state: State, act: OpenRegistration, number: int, at: str) -> None:
    """The phase."""
    state.phase = "registration"


def check_close_registration(state: State, act: CloseRegistration) -> None:
    """Raises: Refused `wrong-phase`."""
    in_phase(state, "registration")


def apply_close_registration(state: State, act: CloseRegistration, number: int, at: str) -> None:
    """The phase."""
    state.phase = "ready"


def check_cancel(state: State, act: Cancel) -> None:
    """Raises: Refused `wrong-phase`, `reason-wanted`."""
    in_phase(state, "draft", "registration", "ready", "running")
    reason_of(act.reason)


def apply_cancel(state: State, act: Cancel, number: int, at: str) -> None:
    """The phase."""
    state.phase = "cancelled"


def check_finish(state: State, act: Finish) -> None:
    """Raises: Refused `wrong-phase`, `missing-results`."""
    in_phase(state, "running")
    missing = [f"{each.number}/{key}" for each in state.rounds for key in open_seats(state, each.number)]
    require(not missing or act.reason.strip(), "missing-results", "$.reason",
            f"{len(missing)} results are missing or disputed ({', '.join(missing[:5])}): give them, or a reason",
            missing=missing)  # fmt: skip


def apply_finish(state: State, act: Finish, number: int, at: str) -> None:
    """The phase."""
    state.phase = "finished"


def check_reopen(state: State, act: Reopen) -> None:
    """Raises: Refused `wrong-phase`, `reason-wanted`."""
    in_phase(state, "finished", "cancelled")
    reason_of(act.reason)


def apply_reopen(state: State, act: Reopen, number: int, at: str) -> None:
    """The phase."""
    state.phase = "running" if state.rounds else "ready"


HANDLERS = {
    Announce: (check_announce, apply_announce),
    Rename: (check_rename, apply_rename),
    SetTerms: (check_set_terms, apply_set_terms),
    OpenRegistration: (check_open_registration, apply_open_registration),
    CloseRegistration: (check_close_registration, apply_close_registration),
    Cancel: (check_cancel, apply_cancel),
    Finish: (check_finish, apply_finish),
    Reopen: (check_reopen, apply_reopen),
}
