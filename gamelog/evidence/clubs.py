"""What speaks for a club: its signed head, and seals over it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gamelog.clubs import files, selectors
from gamelog.clubs.acts import CLUB_ACT
from gamelog.clubs.models import Club, ClubAct
from gamelog.clubs.streams import CLUBS
from gamelog.clubs.trailers import FORM, ClubCheckpoint, ClubCheckpointLine, SealedClubHead
from gamelog.evidence import heads, models
from gamelog.evidence.act_streams import ActEvidence
from rules import trailers
from rules.kernel.canonical import tag_of
from rules.trailers import Signatures


class PublishedClubSeal(msgspec.Struct, frozen=True, kw_only=True):
    """A seal as the site publishes it: with all the clubs under it, in the order of the tree."""

    seal: trailers.Seal
    signatures: Signatures
    clubs: tuple[SealedClubHead, ...]


def _said(club: Club, at: str) -> ClubCheckpoint:
    return ClubCheckpoint(at=at, club=club.pk, finished=False, head=club.head, number=club.number)


SIGNING = heads.Signing(
    CLUBS, models.ClubCheckpoint, _said, ClubCheckpointLine, is_ours=lambda _: True, is_over=lambda _: False
)
EVIDENCE = ActEvidence(FORM, SIGNING, models.SealedClub, PublishedClubSeal, "clubs")


def file_of(club: Club) -> bytes:
    """The club's file with all that is for its staff alone, its head signed now.

    Raises:
        OSError: the folder of keys cannot be used.
    """
    return files.whole_file(club) + _closing(club)


def public_file_of(club: Club) -> bytes:
    """The club's file for everybody, its head signed now.

    Raises:
        files.NotForEverybody: all acts of the club are older than those that everybody may read.
        OSError: the folder of keys cannot be used.
    """
    return files.public_file(club) + _closing(club)


def _closing(club: Club) -> bytes:
    EVIDENCE.checkpoint_of(club)
    return EVIDENCE.closing_of(club)


def problems(club: Club) -> list[str]:
    """What is wrong with a stored club itself: acts with what stands beside them, signed heads, seals."""
    rows = ClubAct.objects.filter(club=club).order_by("number")
    return [*EVIDENCE.problems(club), *(f"act {row.number}: {text}" for row in rows for text in part_problems(row))]


def part_problems(row: ClubAct) -> Iterator[str]:
    """What is wrong with what stands beside an act, whose bytes are those that were hashed."""
    try:
        entry = CLUB_ACT.decode(row.body)
    except msgspec.MsgspecError as error:
        yield f"it cannot be read: {error}"
        return
    wrong = list(files.private_problems(entry, row.private.encode()))
    wrong += ["its private part is gone"] if entry.private and not row.private else []
    yield from wrong
    whole = entry if wrong else selectors.act_of(row)
    if not wrong and (whole.by, tag_of(whole.act)) != (row.by, row.type):
        yield "its row has another author or kind than the act"
