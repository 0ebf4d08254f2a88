"""Writing evidence: signed heads, seals, and the closing lines of imported files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import transaction

import rules
from gamelog.clubs.models import Club
from gamelog.evidence import clubs as club_evidence
from gamelog.evidence import events as event_evidence
from gamelog.evidence import heads, selectors
from gamelog.evidence.models import (
    Checkpoint,
    ClockSetBack,
    Origin,
    Seal,
    SealedClub,
    SealedEvent,
    SealedGame,
    SealedHead,
)
from gamelog.games.models import Game
from gamelog.games.selectors import file_of as stored_file
from gamelog.games.streams import GAMES
from gamelog.people import names
from gamelog.signing.services import key_current, now, signature
from gamelog.streams.errors import LogError
from gamelog.tournaments.models import Tournament
from rules import evidence, merkle, trailers


class NotSealable(LogError):
    """A game, an event or a club cannot be put under a seal."""


# signed heads


def _said(game: Game, at: str) -> trailers.Checkpoint:
    name = rules.read_header(game.header).game
    return trailers.Checkpoint(at=at, finished=game.finished, game=name, head=game.head, number=game.number)


SIGNING = heads.Signing(
    GAMES, Checkpoint, _said, trailers.CheckpointLine, selectors.is_ours, is_over=lambda game: game.finished
)


def sign_head(game: Game) -> Checkpoint | None:
    """Sign the head of a game: see `heads.sign_head`."""
    return heads.sign_head(SIGNING, game)


def checkpoint_of(game: Game) -> Checkpoint | None:
    """The newest signed head of a game: see `heads.checkpoint_of`."""
    return heads.checkpoint_of(SIGNING, game)


def origin_keep(game: Game, read: rules.GameFile) -> Origin:
    """Keep the origin of an imported game: the lines after its events, byte for byte."""
    values = {"number": len(read.records), "head": read.head, "trailers": read.closing().decode()}
    return Origin.objects.create(game=game, **values)


def file_of(game: Game, states: bool = False) -> bytes:
    """The game as a game file, its head signed now if it was recorded here; with `states` the digest of every position.

    Raises:
        rules.Malformed: with `states`, the stored record cannot be read.
        OSError: the folder of keys cannot be used.
    """
    checkpoint_of(game)
    data = stored_file(game)
    if not states:
        return data
    file = rules.read_game(data)
    return evidence.with_states(file, rules.load(file.header.ruleset, file.header.version)).dump()


# moments


def set_back_note(kind: str, stream: Any, number: int, clock: datetime, moment: datetime) -> None:
    """Write down that the clock was set back, once for the entries that have to wait for it."""
    ClockSetBack.objects.get_or_create(
        kind=kind, stream=stream, moment=moment, defaults={"number": number, "clock": clock}
    )  # fmt: skip


# seals


def seal_create(
    *, title: str, games: Sequence[Game] = (), events: Sequence[Tournament] = (), clubs: Sequence[Club] = ()
) -> Seal:
    """Put finished games, events that are over, or clubs as they are, under one signed root, in the order of their ids.

    Raises:
        NotSealable: one does not exist, is named twice, is not finished, or its record has been changed.
        rules.Malformed: the title is too long, or holds contact data, which would be signed for ever.
        OSError: the folder of keys cannot be used.
    """
    for what, found in names.contact(title):
        raise rules.Malformed("$.title", f"{found!r} looks like {what}, and a seal is for ever: leave it out")
    if len(title) > trailers.TITLE or "\0" in title:
        raise rules.Malformed("$.title", f"longer than {trailers.TITLE} characters, or unprintable")
    _require_one_kind(games, events, clubs)
    _require_games(games)
    _require_acts(events, clubs)
    leaves = [
        *(_Leaf(selectors.leaf_of(each).bytes(), SealedGame, "game", each) for each in _by_id(games)),
        *(_Leaf(event_evidence.leaf_of(each).bytes(), SealedEvent, "tournament", each) for each in _by_id(events)),
        *(_Leaf(club_evidence.EVIDENCE.leaf_of(each).bytes(), SealedClub, "club", each) for each in _by_id(clubs)),
    ]
    rows = leaves[0].rows._default_manager
    with transaction.atomic():
        seal = _sealed(title, [each.data for each in leaves])
        rows.bulk_create(leaf.row(seal, index) for index, leaf in enumerate(leaves))
    return seal


class _Leaf(NamedTuple):
    """What comes under a seal: the bytes of the leaf, and the row that remembers it."""

    data: bytes
    rows: type[SealedHead]
    owner: str
    stream: Any

    def row(self, seal: Seal, index: int) -> SealedHead:
        return self.rows(
            **{"seal": seal, self.owner: self.stream}, index=index, head=self.stream.head, number=self.stream.number
        )


def _by_id(streams: Sequence[Any]) -> list[Any]:
    return sorted(streams, key=lambda each: str(each.pk))


def _sealed(title: str, leaves: list[bytes]) -> Seal:
    """A signed root over leaves, stored."""
    key, root = key_current(), merkle.root(leaves).hex()
    made = trailers.Seal(at=max(now(), key.since), id=str(uuid4()), root=root, size=len(leaves), title=title)
    signed = (signature(key, made.bytes()),)
    return Seal.objects.create(
        id=made.id, title=title, root=root, size=made.size, at=made.at, body=rules.canonical(made).decode(),
        signatures=rules.canonical(signed).decode(),
    )  # fmt: skip


def _require_one_kind(*kinds: Sequence[Any]) -> None:
    """One kind of stream under one seal: whoever holds its list holds the list of all leaves. Raises: NotSealable."""
    chosen = [each for kind in kinds for each in kind]
    if sum(map(bool, kinds)) > 1:
        raise NotSealable("a seal is over games, over events or over clubs, not over several of them")
    if not 0 < len(chosen) <= trailers.SEALED:
        raise NotSealable(f"a seal is over 1 to {trailers.SEALED} games, not {len(chosen)}")
    if len({each.pk for each in chosen}) != len(chosen):
        raise NotSealable(f"a {chosen[0]._meta.verbose_name} is named twice")


def _require_games(games: Sequence[Game]) -> None:
    for game in games:
        if game.what_if:
            raise NotSealable(f"game {game.pk} is a what-if: nobody played it")
        if not game.finished:
            raise NotSealable(f"game {game.pk} is not finished")
        if selectors.record_findings(game):
            raise NotSealable(f"the record of game {game.pk} is not what was recorded: have it verified")


def _require_acts(events: Sequence[Tournament], clubs: Sequence[Club]) -> None:
    for event in events:
        if not event.over:
            raise NotSealable(f"event {event.slug} is not over")
        if event_evidence.problems(event):
            raise NotSealable(f"the record of event {event.slug} is not what was recorded")
    for club in clubs:
        if club_evidence.problems(club):
            raise NotSealable(f"the record of club {club.slug} is not what was recorded")
