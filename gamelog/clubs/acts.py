"""What the staff of a club does, as it is stored: one frozen class for each kind of act.

An act holds opaque ids of people and digests of texts. Names and texts themselves are in rows that can be changed, so
that somebody can be forgotten; an act that is stored is never changed.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gamelog.contest.season import SeasonRules

FORMAT = 1
"""Version of the stored form of acts."""


class Found(msgspec.Struct, frozen=True, omit_defaults=True, tag="found"):
    """The club begins; its author is the owner."""


class EditClub(msgspec.Struct, frozen=True, omit_defaults=True, tag="edit-club"):
    """The page of the club says something else. `fields` changed, `sha256` is the digest of all of them."""

    fields: tuple[str, ...]
    sha256: str


class Admit(msgspec.Struct, frozen=True, omit_defaults=True, tag="admit"):
    """Somebody who asked to join becomes a member."""

    person: str


class Refuse(msgspec.Struct, frozen=True, omit_defaults=True, tag="refuse"):
    """Somebody who asked to join does not become a member."""

    person: str


class Leave(msgspec.Struct, frozen=True, omit_defaults=True, tag="leave"):
    """Somebody is no member any more: they left, or (another author) were removed."""

    person: str


class Appoint(msgspec.Struct, frozen=True, omit_defaults=True, tag="appoint"):
    """A member gets another role."""

    person: str
    role: str


class HandOver(msgspec.Struct, frozen=True, omit_defaults=True, tag="hand-over"):
    """A member becomes the owner; who owned it before becomes an editor. `person` empty: nobody was left."""

    person: str


class Publish(msgspec.Struct, frozen=True, omit_defaults=True, tag="publish"):
    """A post is published. `sha256` is the digest of title and text."""

    post: str
    sha256: str


class EditPost(msgspec.Struct, frozen=True, omit_defaults=True, tag="edit-post"):
    """A post says something else."""

    post: str
    sha256: str


class WithdrawPost(msgspec.Struct, frozen=True, omit_defaults=True, tag="withdraw-post"):
    """A post is taken away."""

    post: str


class SetSeason(msgspec.Struct, frozen=True, omit_defaults=True, tag="set-season"):
    """A season begins, or is counted otherwise: days, rules, and events with their weights, all of it as it is now."""

    season: str
    starts: str
    ends: str
    rules: SeasonRules
    events: tuple[tuple[str, int], ...] = ()


class CloseSeason(msgspec.Struct, frozen=True, omit_defaults=True, tag="close-season"):
    """A season is taken away; its events stay."""

    season: str


Act: TypeAlias = (
    Found | EditClub | Admit | Refuse | Leave | Appoint | HandOver | Publish | EditPost | WithdrawPost | SetSeason
    | CloseSeason
)  # fmt: skip


class ClubEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stored act. `by` is an opaque id (empty: the site itself), `at` UTC, ISO 8601.

    `previous` is the hash of the act before; acts that are older than links have none.
    """

    number: int
    act: Act
    at: str
    by: str = ""
    format: int = FORMAT
    previous: str = ""


CLUB_ACT = msgspec.json.Decoder(ClubEntry)
