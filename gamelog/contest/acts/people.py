"""Who runs the event, and whom it tells."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gamelog.contest.preconditions import require
from gamelog.contest.state import State

Office: TypeAlias = Literal["organiser", "judge", "scorekeeper"]
Does: TypeAlias = Literal["added", "switched-on", "removed"]
Person = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9-]+$")]


class Appoint(msgspec.Struct, frozen=True, omit_defaults=True, tag="appoint", forbid_unknown_fields=True):
    """Somebody, by opaque id, gets an office. Where it is left out, the account in `users` is meant."""

    role: Office
    person: Person = ""


class Dismiss(msgspec.Struct, frozen=True, omit_defaults=True, tag="dismiss", forbid_unknown_fields=True):
    """Somebody has an office no more."""

    role: Office
    person: Person = ""


class SetWebhook(msgspec.Struct, frozen=True, omit_defaults=True, tag="webhook", forbid_unknown_fields=True):
    """Another program is told of the event's acts from now on, or again, or no more; `webhook` is the site's id of it.

    The site stores it for an organiser, when the address itself is stored or goes.
    """

    webhook: Person
    does: Does


def check_appoint(state: State, act: Appoint) -> None:
    """Raises: Refused `name-wanted`, `already`."""
    require(act.person, "name-wanted", "$.person", "who is appointed? Give an account in users, or an opaque id")
    require(act.role not in state.roles.get(act.person, []), "already", "$.role", f"they are {act.role} already")


def apply_appoint(state: State, act: Appoint, number: int, at: str) -> None:
    """The office."""
    state.roles.setdefault(act.person, []).append(act.role)


def check_dismiss(state: State, act: Dismiss) -> None:
    """Raises: Refused `no-office`."""
    require(act.role in state.roles.get(act.person, []), "no-office", "$.role", f"they are no {act.role}")


def apply_dismiss(state: State, act: Dismiss, number: int, at: str) -> None:
    """The office."""
    state.roles[act.person].remove(act.role)


def check_webhook(state: State, act: SetWebhook) -> None:
    """Raises: Refused `already`."""
    known = act.does == "added" and act.webhook in state.webhooks
    require(not known, "already", "$.webhook", f"webhook {act.webhook} is told already")


def apply_webhook(state: State, act: SetWebhook, number: int, at: str) -> None:
    """Who is told."""
    if act.does == "added":
        state.webhooks.append(act.webhook)
    elif act.does == "removed" and act.webhook in state.webhooks:
        state.webhooks.remove(act.webhook)


HANDLERS = {
    Appoint: (check_appoint, apply_appoint),
    Dismiss: (check_dismiss, apply_dismiss),
    SetWebhook: (check_webhook, apply_webhook),
}
