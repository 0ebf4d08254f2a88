"""What is written of the evidence: signed heads, seals, and the lines that came with imported files."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from django.db import IntegrityError, transaction

import rules
from gamelog.evidence import selectors
from gamelog.evidence.models import Checkpoint, Origin, Seal, SealedGame
from gamelog.games.errors import LogError
from gamelog.games.models import Event, Game
from gamelog.games.selectors import file_of as stored_file
from gamelog.people import names
from gamelog.signing import keys
from gamelog.signing.services import key_current, now
from rules import evidence, merkle, trailers


class NotSealable(LogError):
    """A game cannot be put under a seal."""


# signed heads


def sign_head(game: Game) -> Checkpoint | None:
    """Sign the head of a game that was recorded here, once. None for a game from elsewhere.

    Nor is anything signed that contradicts what was signed before: a chain that somebody rewrote gets no signature.

    Raises:
        OSError: the folder of keys cannot be used.
    """
    found = Checkpoint.objects.filter(game=game, head=game.head).first()
    if found is not None or not selectors.is_ours(game) or _contradicted(game):
        return found
    key = key_current()
    said = trailers.Checkpoint(
        at=max(now(), key.since), finished=game.finished, game=rules.read_header(game.header).game, head=game.head,
        number=game.number,
    )  # fmt: skip
    signed = trailers.Signature(key.pk, keys.load(key.pk).sign(said.bytes()))
    line = trailers.line_of(trailers.CheckpointLine(said, (signed,)))[:-1].decode()
    row = Checkpoint(
        game=game, number=said.number, head=said.head, finished=said.finished, at=said.at, line=line
    )  # fmt: skip
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        # Somebody signed it in the same moment.
        return Checkpoint.objects.get(game=game, head=game.head)
    return row


def _contradicted(game: Game) -> bool:
    """Whether a head that was signed is no longer part of the game's chain."""
    for number, head in Checkpoint.objects.filter(game=game).values_list("number", "head"):
        stored = Event.objects.filter(game=game, number=number).values_list("hash", flat=True).first()
        if head != (stored if number else game.header_hash) or number > game.number:
            return True
    return False


def checkpoint_of(game: Game) -> Checkpoint | None:
    """The newest signed head of a game: of the game as it stands, signed now where that was not done yet.

    A game that is over was signed when it ended. Where that signature is gone, somebody took it away: no new one then.
    """
    signed = Checkpoint.objects.filter(game=game)
    may_sign = not game.finished or signed.filter(finished=True).exists()
    made = sign_head(game) if may_sign and _intact(game) else None
    return made or signed.order_by("-number", "-pk").first()


def _intact(game: Game) -> bool:
    """Whether the stored events are those of their hashes, and as many as the game's row says."""
    rows = Event.objects.filter(game=game).order_by("number").values_list("number", "body", "hash")
    last, count = game.header_hash, 0
    for count, (number, body, last) in enumerate(rows.iterator(500), 1):
        if number != count or rules.digest(body.encode()) != last:
            return False
    return (count, last) == (game.number, game.head)


def origin_keep(game: Game, read: rules.GameFile) -> Origin:
    """Keep where an imported game came from: the lines after its events, byte for byte."""
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


def seal_create(*, title: str, games: Sequence[Game]) -> Seal:
    """Put finished games under one signed root, in the order of their ids.

    Raises:
        NotSealable: there is none, one is named twice, not finished, or its record is not what was recorded.
        rules.Malformed: the title is too long, or holds contact data, which would be signed for ever.
        OSError: the folder of keys cannot be used.
    """
    for what, found in names.contact(title):
        raise rules.Malformed("$.title", f"{found!r} looks like {what}, and a seal is for ever: leave it out")
    if len(title) > trailers.TITLE or "\0" in title:
        raise rules.Malformed("$.title", f"longer than {trailers.TITLE} characters, or unprintable")
    ordered = sorted(games, key=lambda game: str(game.pk))
    _require_sealable(ordered)
    key = key_current()
    leaves = [selectors.leaf_of(game) for game in ordered]
    root = merkle.root([leaf.bytes() for leaf in leaves]).hex()
    made = trailers.Seal(at=max(now(), key.since), id=str(uuid4()), root=root, size=len(leaves), title=title)
    signed = (trailers.Signature(key.pk, keys.load(key.pk).sign(made.bytes())),)
    with transaction.atomic():
        seal = Seal.objects.create(
            id=made.id, title=title, root=root, size=made.size, at=made.at,
            body=rules.canonical(made).decode(), signatures=rules.canonical(signed).decode(),
        )  # fmt: skip
        SealedGame.objects.bulk_create(
            SealedGame(seal=seal, game=game, index=index, head=game.head, number=game.number)
            for index, game in enumerate(ordered)
        )
    return seal


def _require_sealable(games: Sequence[Game]) -> None:
    if not 0 < len(games) <= trailers.SEALED:
        raise NotSealable(f"a seal is over 1 to {trailers.SEALED} games, not {len(games)}")
    if len({game.pk for game in games}) != len(games):
        raise NotSealable("a game is named twice")
    for game in games:
        if not game.finished:
            raise NotSealable(f"game {game.pk} is not finished")
        if selectors.record_findings(game):
            raise NotSealable(f"the record of game {game.pk} is not what was recorded: have it verified")
