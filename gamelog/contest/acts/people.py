"""Who runs the event."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gamelog.contest.acts.needs import require
from gamelog.contest.state import State

Office: TypeAlias = Literal["organiser", "judge", "scorekeeper"]
Person = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9-]+$")]


class Appoint(msgspec.Struct, frozen=True, omit_defaults=True, tag="appoint", forbid_unknown_fields=True):
    """Somebody, by opaque id, gets an office. Where it is left out, the account in `users` is meant."""

    role: Office
    person: Person = ""


class Dismiss(msgspec.Struct, frozen=True, omit_defaults=True, tag="dismiss", forbid_unknown_fields=True):
    """Somebody has an office no more."""

    role: Office
    person: Person = ""


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


HANDLERS = {Appoint: (check_appoint, apply_appoint), Dismiss: (check_dismiss, apply_dismiss)}
