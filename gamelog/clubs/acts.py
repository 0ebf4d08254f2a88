"""What the staff of a club does, as it is stored: one frozen class for each kind of act.

An act holds opaque ids of people and digests of texts. Names and texts themselves are in rows that can be changed, so
that somebody can be forgotten; an act that is stored is never changed.

Who did something, and what was done about people, is for the club's staff alone, while the record is for everybody. So
what is hashed and given away is the form of an act that everybody may read (`for_everybody`), and names the rest by a
digest. The whole act is stored beside it, with a salt: there are few enough people to try them all. Digests of texts
are not in that form: somebody who knows a text but for a name that was erased from it could find the name by them.
"""

from __future__ import annotations

import secrets
from typing import Any, Literal, TypeAlias

import msgspec

from gamelog.contest.season import SeasonRules
from rules import canonical, digest

Format: TypeAlias = Literal[1, 2]
FORMAT: Format = 2
"""Version of the stored form of acts. Those of format 1 hold everything themselves."""


class Found(msgspec.Struct, frozen=True, omit_defaults=True, tag="found"):
    """The club begins; its author is the owner."""


class EditClub(msgspec.Struct, frozen=True, omit_defaults=True, tag="edit-club"):
    """The page of the club says something else. `fields` changed, `sha256` is the digest of all of them."""

    fields: tuple[str, ...]
    sha256: str = ""


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
    sha256: str = ""


class EditPost(msgspec.Struct, frozen=True, omit_defaults=True, tag="edit-post"):
    """A post says something else."""

    post: str
    sha256: str = ""


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


class Members(msgspec.Struct, frozen=True, omit_defaults=True, tag="members"):
    """Something about who belongs to the club and as what: the form for everybody of any act about a person."""


Act: TypeAlias = (
    Found | EditClub | Admit | Refuse | Leave | Appoint | HandOver | Publish | EditPost | WithdrawPost | SetSeason
    | CloseSeason | Members
)  # fmt: skip


class ClubEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A stored act. `by` is an opaque id (empty: the site itself), `at` UTC, ISO 8601.

    `previous` is the hash of the act before; acts that are older than links have none. `private` is the digest of what
    stands beside the act; without it the act holds everything itself (format 1).
    """

    number: int
    act: Act
    at: str
    by: str = ""
    format: Format = 1
    previous: str = ""
    private: str = ""

    def bytes(self) -> bytes:
        """The canonical bytes, which are hashed and stored."""
        return canonical(self)


class Private(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The whole of an act, for the staff alone: who did it, and what it is. `salt` is 32 hexadecimal digits."""

    act: Act
    salt: str
    by: str = ""

    def bytes(self) -> bytes:
        """The canonical bytes, whose digest stands in the act."""
        return canonical(self)


CLUB_ACT = msgspec.json.Decoder(ClubEntry)
PRIVATE_PART = msgspec.json.Decoder(Private)


def for_everybody(act: Any) -> Any:
    """The form of an act that everybody may read."""
    if isinstance(act, Admit | Refuse | Leave | Appoint | HandOver):
        return Members()
    left = {name: type(getattr(act, name))() for name in ("sha256", "events") if hasattr(act, name)}
    return msgspec.structs.replace(act, **left)


def parted(entry: ClubEntry) -> tuple[ClubEntry, Private]:
    """An act in the two parts in which it is stored."""
    private = Private(entry.act, secrets.token_hex(16), entry.by)
    act, named = for_everybody(entry.act), digest(private.bytes())
    return msgspec.structs.replace(entry, act=act, by="", format=FORMAT, private=named), private


def whole(entry: ClubEntry, private: Private | None) -> ClubEntry:
    """An act with what stands beside it."""
    return msgspec.structs.replace(entry, by=private.by, act=private.act) if private else entry
