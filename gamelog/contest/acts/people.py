"""The staff of the event, and its webhooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gamelog.contest.act_kind import ActKind
from gamelog.contest.concerns import Concerns
from gamelog.contest.effects import Effect, OfficeGiven, OfficeTaken, WebhookAdded, WebhookRemoved
from gamelog.contest.preconditions import require
from gamelog.contest.roles import ORGANISER, SITE
from gamelog.contest.state import TournamentState

Office: TypeAlias = Literal["organiser", "judge", "scorekeeper"]
Does: TypeAlias = Literal["added", "switched-on", "removed"]
Person = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9-]+$")]


class Appoint(msgspec.Struct, frozen=True, omit_defaults=True, tag="appoint", forbid_unknown_fields=True):
    """Somebody, by opaque id, gets an office. If it is left out, the account in `users` is meant."""

    role: Office
    person: Person = ""


def check_appoint(state: TournamentState, act: Appoint) -> None:
    """Raises: Refused `name-wanted`, `already`."""
    require(act.person, "name-wanted", "$.person", "who is appointed? Give an account in users, or an opaque id")
    require(act.role not in state.roles.get(act.person, []), "already", "$.role", f"they are {act.role} already")


def effects_appoint(state: TournamentState, act: Appoint, at: str) -> Iterator[Effect]:
    """The office."""
    yield OfficeGiven(act.person, act.role)


def the_person(state: TournamentState, act: Appoint | Dismiss) -> Concerns:
    """The person who holds the office."""
    return Concerns(topics=(f"person {act.person}",))


APPOINT = ActKind(Appoint, check_appoint, effects_appoint, who=ORGANISER, concerns=the_person)


class Dismiss(msgspec.Struct, frozen=True, omit_defaults=True, tag="dismiss", forbid_unknown_fields=True):
    """Somebody loses an office."""

    role: Office
    person: Person = ""


def check_dismiss(state: TournamentState, act: Dismiss) -> None:
    """Raises: Refused `no-office`."""
    require(act.role in state.roles.get(act.person, []), "no-office", "$.role", f"they are no {act.role}")


def effects_dismiss(state: TournamentState, act: Dismiss, at: str) -> Iterator[Effect]:
    """The office."""
    yield OfficeTaken(act.person, act.role)


DISMISS = ActKind(Dismiss, check_dismiss, effects_dismiss, who=ORGANISER, concerns=the_person)


class SetWebhook(msgspec.Struct, frozen=True, omit_defaults=True, tag="webhook", forbid_unknown_fields=True):
    """A webhook is added, switched on again, or removed; `webhook` is the site's id of it. The site stores the act for
    an organiser, when the address itself is stored or deleted.
    """

    webhook: Person
    does: Does


def check_webhook(state: TournamentState, act: SetWebhook) -> None:
    """Raises: Refused `already`."""
    known = act.does == "added" and act.webhook in state.webhooks
    require(not known, "already", "$.webhook", f"webhook {act.webhook} is told already")


def effects_webhook(state: TournamentState, act: SetWebhook, at: str) -> Iterator[Effect]:
    """Who is told."""
    if act.does == "added":
        yield WebhookAdded(act.webhook)
    elif act.does == "removed" and act.webhook in state.webhooks:
        yield WebhookRemoved(act.webhook)


def the_webhook(state: TournamentState, act: SetWebhook) -> Concerns:
    """The webhook alone."""
    return Concerns(topics=(f"webhook {act.webhook}",))


SET_WEBHOOK = ActKind(SetWebhook, check_webhook, effects_webhook, who=SITE, concerns=the_webhook)
