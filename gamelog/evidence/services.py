"""Writing evidence: signed heads, seals, and the closing lines of imported files."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from django.db import transaction

import rules
from gamelog.evidence import events as event_evidence
from gamelog.evidence import heads, selectors
from gamelog.evidence.models import Checkpoint, Origin, Seal, SealedEvent, SealedGame
from gamelog.games.models import Game
from gamelog.games.selectors import file_of as stored_file
from gamelog.games.streams import GAMES
from gamelog.people import names
from gamelog.signing.services import key_current, now, signature
from gamelog.streams.errors import LogError
from gamelog.tournaments.models import Tournament
from rules import evidence, merkle, trailers


class NotSealable(LogError):
    """A game or an event cannot be put under a seal."""


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


# seals


def seal_create(*, title: str, games: Sequence[Game] = (), events: Sequence[Tournament] = ()) -> Seal:
    """Put finished games, or events that are over, under one signed root, in the order of their ids.

    Raises:
        NotSealable: one does not exist, is named twice, is not finished, or its record has been changed.
        rules.Malformed: the title is too long, or holds contact data, which would be signed for ever.
        OSError: the folder of keys cannot be used.
    """
    for what, found in names.contact(title):
        raise rules.Malformed("$.title", f"{found!r} looks like {what}, and a seal is for ever: leave it out")
    if len(title) > trailers.TITLE or "\0" in title:
        raise rules.Malformed("$.title", f"longer than {trailers.TITLE} characters, or unprintable")
    _require_sealable(games, events)
    ordered = sorted(games, key=lambda game: str(game.pk)), sorted(events, key=lambda event: str(event.pk))
    leaves = [selectors.leaf_of(game).bytes() for game in ordered[0]]
    leaves += [event_evidence.leaf_of(event).bytes() for event in ordered[1]]
    with transaction.atomic():
        seal = _sealed(title, leaves)
        SealedGame.objects.bulk_create(
            SealedGame(seal=seal, game=game, index=index, head=game.head, number=game.number)
            for index, game in enumerate(ordered[0])
        )
        SealedEvent.objects.bulk_create(
            SealedEvent(seal=seal, tournament=event, index=index, head=event.head, number=event.number)
            for index, event in enumerate(ordered[1])
        )
    return seal


def _sealed(title: str, leaves: list[bytes]) -> Seal:
    """A signed root over leaves, stored."""
    key, root = key_current(), merkle.root(leaves).hex()
    made = trailers.Seal(at=max(now(), key.since), id=str(uuid4()), root=root, size=len(leaves), title=title)
    signed = (signature(key, made.bytes()),)
    return Seal.objects.create(
        id=made.id, title=title, root=root, size=made.size, at=made.at, body=rules.canonical(made).decode(),
        signatures=rules.canonical(signed).decode(),
    )  # fmt: skip


def _require_sealable(games: Sequence[Game], events: Sequence[Tournament]) -> None:
    """A seal covers one kind of stream: anybody who has its list has the list of all leaves. Raises: NotSealable."""
    if games and events:
        raise NotSealable("a seal is over games or over events, not over both")
    if not 0 < len(games) + len(events) <= trailers.SEALED:
        raise NotSealable(f"a seal is over 1 to {trailers.SEALED} games, not {len(games)}")
    if len({each.pk for each in (*games, *events)}) != len(games) + len(events):
        raise NotSealable("a game is named twice" if games else "an event is named twice")
    for game in games:
        if not game.finished:
            raise NotSealable(f"game {game.pk} is not finished")
        if selectors.record_findings(game):
            raise NotSealable(f"the record of game {game.pk} is not what was recorded: have it verified")
    for event in events:
        if not event.over:
            raise NotSealable(f"event {event.slug} is not over")
        if event_evidence.problems(event):
            raise NotSealable(f"the record of event {event.slug} is not what was recorded")
