"""Reading the evidence for games, and finding every change to a stored record, whoever made it and however."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

import rules
from gamelog.evidence.models import Checkpoint, Origin, Seal, SealedGame, Takedown
from gamelog.games import stored
from gamelog.games.models import Event, Game, game_key
from gamelog.signing import keys
from gamelog.signing.models import SigningKey
from gamelog.signing.selectors import chain_of, keys_published
from gamelog.streams.models import column
from rules import evidence, gamefile, merkle, trailers
from rules.kernel.canonical import tag_of
from rules.trailers import Key

_SIGNATURES = msgspec.json.Decoder(trailers.Signatures)
_SEAL = msgspec.json.Decoder(trailers.Seal)


def is_ours(game: Game) -> bool:
    """Whether the game was recorded here from its first event on, and names one of our keys as its signer."""
    return not Origin.objects.filter(game=game).exists() and _is_signer(_issuer(game))


def _is_signer(issuer: str) -> bool:
    return SigningKey.objects.filter(pk=issuer).exists()


def _issuer(game: Game) -> str:
    try:
        return rules.read_header(game.header).issuer
    except rules.Malformed:
        return ""


# the lines after the events


def closing_of(game: Game) -> bytes:
    """The lines after a game's events, as far as they are stored."""
    return b"".join(map(trailers.line_of, trailers_of(game)))


def trailers_of(game: Game) -> list[trailers.Trailer]:
    """The same, parsed: the lines of the imported file, or the head signed here, and the seals over the present game.

    Raises:
        rules.Malformed: somebody changed the stored data.
    """
    found = _foreign(game) or _signed_here(game)
    listed = tuple(key for trailer in found if isinstance(trailer, trailers.KeysLine) for key in trailer.keys)
    others = [trailer for trailer in found if not isinstance(trailer, trailers.KeysLine)]
    given = {trailer.seal.id for trailer in others if isinstance(trailer, trailers.SealLine)}
    sealed = [seal_line(leaf) for leaf in _seals_now(game) if str(leaf.seal_id) not in given]
    # While nothing has been added, the file is exported as it was imported.
    signers = {s.key for line in (*others, *sealed) if not isinstance(line, trailers.KeysLine) for s in line.signatures}
    missing = chain_of(sorted(signers - {key.id for key in listed}))
    whole = _merged(listed, missing)
    return [*([trailers.KeysLine(whole)] if whole else []), *others, *sealed]


def _merged(listed: tuple[Key, ...], more: tuple[Key, ...]) -> tuple[Key, ...]:
    """`more` replaces a key of the same id, which may have been retired since."""
    newer = {key.id: key for key in more}
    first = tuple(newer.pop(key.id, key) for key in listed)
    return (*first, *newer.values())


def _foreign(game: Game) -> list[trailers.Trailer]:
    """The lines that came with the file, while the game has no further events."""
    origin = Origin.objects.filter(game=game).first()
    if origin is None or not origin.trailers or (origin.number, origin.head) != (game.number, game.head):
        return []
    return read_lines(origin.trailers)


def read_lines(text: str) -> list[trailers.Trailer]:
    """Lines after the events of a file, parsed. Raises: rules.Malformed."""
    return [trailers.read_trailer(gamefile.kind_of(line), line) for line in text.encode().splitlines()]


def _signed_here(game: Game) -> list[trailers.Trailer]:
    """The newest signed head of the game, even if it is not its present head: everybody is to see that."""
    rows = Checkpoint.objects.filter(game=game)
    if game.shown_late:
        rows = rows.filter(number__lte=game.number)
    row = rows.filter(head=game.head).first() or rows.order_by("-number", "-pk").first()
    return [trailers.read_trailer("checkpoint", row.line.encode())] if row is not None else []


def _seals_now(game: Game) -> Iterable[SealedGame]:
    rows = SealedGame.objects.filter(game=game, number=game.number, head=game.head)
    return rows.select_related("seal").order_by("seal__at", "seal_id")


# seals


def leaf_of(game: Game) -> trailers.SealedHead:
    """A game as a leaf of a seal's tree. Raises: rules.Malformed if its header was changed."""
    return trailers.SealedHead(game=rules.read_header(game.header).game, head=game.head, number=game.number)


def _leaves(seal: Seal) -> list[trailers.SealedHead]:
    rows = seal.games.order_by("index").values_list("game__header", "head", "number")
    return [trailers.SealedHead(game=rules.read_header(h).game, head=head, number=number) for h, head, number in rows]


def seal_published(seal: Seal) -> rules.PublishedSeal:
    """A seal with the games under it. Raises: rules.Malformed if somebody changed the stored data."""
    return rules.PublishedSeal(
        seal=rules.read_json(_SEAL, seal.body),
        signatures=rules.read_json(_SIGNATURES, seal.signatures),
        games=tuple(_leaves(seal)),
    )


def seal_line(leaf: SealedGame) -> trailers.SealLine:
    """The line of a game file that proves a game to be under a seal. Raises: rules.Malformed."""
    published = seal_published(leaf.seal)
    path = merkle.proof([each.bytes() for each in published.games], leaf.index)
    return trailers.SealLine(leaf.index, tuple(step.hex() for step in path), published.seal, published.signatures)


# what is wrong with a stored record


class _Rows(NamedTuple):
    """What is kept of some games beside their events, each kind read once for all of them."""

    checkpoints: dict[UUID, list[Checkpoint]]
    origins: dict[UUID, Origin]
    seals: dict[UUID, list[SealedGame]]


def _rows_of(games: list[UUID]) -> _Rows:
    checkpoints: defaultdict[UUID, list[Checkpoint]] = defaultdict(list)
    for row in Checkpoint.objects.filter(game__in=games).order_by("number", "pk"):
        checkpoints[row.game_id].append(row)
    seals: defaultdict[UUID, list[SealedGame]] = defaultdict(list)
    leaves = SealedGame.objects.filter(game__in=games).select_related("seal")
    for leaf in leaves.order_by("seal__at", "seal_id"):
        seals[leaf.game_id].append(leaf)
    origins = {row.game_id: row for row in Origin.objects.filter(game__in=games)}
    return _Rows(checkpoints, origins, seals)


@dataclass
class _Record:
    """A stored game during the check: everything that could be read of it, and the findings so far."""

    game: Game
    rows: _Rows
    records: list[rules.Record] = field(default_factory=list)
    found: dict[str, rules.Finding] = field(default_factory=dict)

    def add(self, findings: Iterable[rules.Finding]) -> None:
        for finding in findings:
            self.found.setdefault(repr(finding), finding)

    def say(self, number: int, clause: str, message: str, severity: Any = "impossible") -> None:
        self.add([rules.Finding(number=number, rule=f"log.{clause}", severity=severity, message=message)])


def record_findings(game: Game) -> list[rules.Finding]:
    """Errors in one stored record itself: see `findings_of_records`."""
    return findings_of_records([*stored.read({game.pk: game.number}).values()])[game.pk]


def findings_of_records(games: Sequence[stored.Stored]) -> dict[UUID, list[rules.Finding]]:
    """Errors in stored records themselves, apart from the rules: anything that was changed behind the application's
    back.

    The present rows are compared with each other: events with their hashes, columns with their sources, signed heads
    and seals with the chain they were made from.
    """
    rows = _rows_of([each.game.pk for each in games])
    return {each.game.pk: _findings(each, _Record(each.game, rows)) for each in games}


def _findings(game: stored.Stored, record: _Record) -> list[rules.Finding]:
    key = record.game.pk
    try:
        header = rules.read_header(record.game.header)
        ruleset = rules.load(header.ruleset, header.version)
    except rules.Malformed as error:
        record.say(0, "chain", f"the header cannot be read: {error}")
        return [*record.found.values()]
    _check_header(record, header)
    if record.game.taken_down and Takedown.objects.filter(game=key, erased=True).exists():
        return [*record.found.values()]
    whole = _check_events(record, ruleset, game)
    for row in record.rows.checkpoints.get(key, ()):
        _check_checkpoint(record, header, row, whole)
    _check_origin(record, header, whole)
    _check_seals(record, whole)
    if whole:
        _check_signed(record, ruleset)
    return sorted(record.found.values(), key=lambda finding: finding.number)


def _check_header(record: _Record, header: rules.Header) -> None:
    game = record.game
    columns = (game.ruleset, game.version, game.policy, game.key)
    if columns != (header.ruleset, header.version, header.policy, game_key(header.game)):
        record.say(0, "chain", "the game's row names another ruleset, version, policy or game than its header")
    if header.bytes() != game.header.encode():
        record.say(0, "chain", "the header is not written canonically")
    if rules.digest(game.header.encode()) != game.header_hash:
        record.say(0, "chain", "the header is not what was hashed")


def _check_events(record: _Record, ruleset: rules.Ruleset, stored_game: stored.Stored) -> bool:
    """Check the chain. Returns whether all of it could be read."""
    game = record.game
    chain = stored_game.chain(ruleset, game.number)
    record.records = chain.records
    record.add(chain.findings)
    for place, (row, read) in enumerate(zip(stored_game.rows, chain.records, strict=False), 1):
        event = read.event
        if (row.number, row.by, row.type) != (place, column(event.by, 20), tag_of(event.action)):
            record.say(place, "number", "its row has another number, side or type than the event")
    if not chain.readable:
        return False
    count, beyond = len(chain.records), stored_game.beyond
    if beyond > game.number or count != game.number:
        text = f"the game's row says {game.number} events, {max(count, beyond)} are stored"
        record.say(min(count, game.number), "number", text)
    if chain.head != game.head:
        record.say(count, "chain", "the chain does not end in the game's head")
    return True


def _check_checkpoint(record: _Record, header: rules.Header, row: Checkpoint, whole: bool) -> None:
    try:
        line = trailers.read_trailer("checkpoint", row.line.encode())
    except rules.Malformed as error:
        record.say(row.number, "checkpoint", f"a signed head cannot be read: {error}")
        return
    assert isinstance(line, trailers.CheckpointLine)
    said = line.checkpoint
    if (said.number, said.head, said.finished, said.at) != (row.number, row.head, row.finished, row.at):
        record.say(row.number, "checkpoint", "the row of a signed head says something else than what was signed")
    if trailers.line_of(line)[:-1] != row.line.encode():
        record.say(row.number, "checkpoint", "a signed head is not written canonically")
    if not keys.public_ids() >= {signed.key for signed in line.signatures} and keys.public_ids():
        record.say(row.number, "signature", "a head is signed with a key that is not this server's")
    _judge(record, header, [line], said.number, whole)


def _judge(record: _Record, header: rules.Header, lines: list[Any], number: int, whole: bool) -> None:
    """Compare the lines that closed the record at event `number` with the stored events.

    That nothing is signed says nothing of a copy: anybody can write our key into a header. For a record of our own see
    `_check_signed`.
    """
    file = rules.GameFile(header, record.records[:number])
    if not any(isinstance(line, trailers.KeysLine) for line in lines):
        file.keys = chain_of(signed.key for line in lines for signed in line.signatures)
    for line in lines:
        file.add(line)
    found = [*gamefile.checkpoint_findings(file), *rules.check(file).findings]
    if file.checkpoint is None:
        found = [each for each in found if each.severity != "unopened"]
    # An event that cannot be read has been reported, and there is nothing left to compare.
    record.add(found if whole else [each for each in found if each.rule == "log.signature"])


def _check_origin(record: _Record, header: rules.Header, whole: bool) -> None:
    origin = record.rows.origins.get(record.game.pk)
    if origin is None:
        return
    try:
        lines = read_lines(origin.trailers)
    except rules.Malformed as error:
        record.say(origin.number, "checkpoint", f"the lines that came with the file cannot be read: {error}")
        return
    if b"".join(map(trailers.line_of, lines)) != origin.trailers.encode():
        record.say(origin.number, "checkpoint", "the lines that came with the file are not written canonically")
    if whole and _hash_at(record, origin.number) != origin.head:
        record.say(origin.number, "chain", "the events are not those that came with the file")
    _judge(record, header, lines, origin.number, whole)


def _check_seals(record: _Record, whole: bool) -> None:
    leaves = record.rows.seals.get(record.game.pk, ())
    published = keys_published() if leaves else ()
    for leaf in leaves:
        name = f"the seal {leaf.seal.title!r}"
        try:
            found = seal_published(leaf.seal)
        except rules.Malformed as error:
            record.say(leaf.number, "seal", f"{name} cannot be read: {error}")
            continue
        for text in evidence.seal_problems(found, published):
            record.say(leaf.number, "seal", f"{name}: {text}")
        said, row = found.seal, leaf.seal
        if (said.id, said.title, said.root, said.size, said.at) != (str(row.pk), row.title, row.root, row.size, row.at):
            record.say(leaf.number, "seal", f"{name}: its row says something else than what was signed")
        if (rules.canonical(said), rules.canonical(found.signatures)) != (row.body.encode(), row.signatures.encode()):
            record.say(leaf.number, "seal", f"{name} is not written canonically")
        if whole and _hash_at(record, leaf.number) != leaf.head:
            record.say(leaf.number, "seal", f"{name} has another head of this game after {leaf.number} events")


def _hash_at(record: _Record, number: int) -> str:
    """The hash of a stored event; 0 is the header."""
    if number == 0:
        return rules.digest(record.game.header.encode())
    return record.records[number - 1].hash if number <= len(record.records) else ""


def _check_signed(record: _Record, ruleset: rules.Ruleset) -> None:
    """A finished game of ours was signed when it ended: if the signature is missing, somebody removed it."""
    game = record.game
    signed = any(row.finished for row in record.rows.checkpoints.get(game.pk, ()))
    imported = game.copy_of is not None and game.pk in record.rows.origins
    if signed or imported or not _is_signer(_issuer(game)):
        return
    try:
        over = rules.fold(ruleset, [each.event for each in record.records]).over is not None
    except rules.Malformed:
        return
    if over or game.finished:
        record.say(game.number, "signature", "the game is over and its head is not signed", "unopened")


# a file from outside


@dataclass(frozen=True)
class Relation:
    """How a game file relates to the stored game of its id.

    `same`: the same record. `older`: it ends after step `number`, and the stored one continues. `newer`: it continues
    after step `number`, the stored one's last. `differs`: step `number` is the first with different content (0: the
    header).
    """

    relation: str
    number: int = 0
    stored: int = 0


def trusted_for(header: rules.Header) -> tuple[Key, ...]:
    """The keys to check a file against: ours if it claims our signature, else none."""
    found = keys_published()
    return found if header.issuer in {key.id for key in found} else ()


def relation_of(header: str, told: Sequence[str], game: Game) -> Relation:
    """Compare a file with a stored game, event by event, by the hashes of the file's events (`checks.Checked`)."""
    if header != game.header:
        return Relation("differs", 0, game.number)
    hashes = Event.objects.filter(game=game, number__lte=game.number).order_by("number").values_list("hash", flat=True)
    for number, (said, hashed) in enumerate(zip(told, hashes, strict=False), 1):
        if said != hashed:
            return Relation("differs", number, game.number)
    count = len(told)
    if count == game.number:
        return Relation("same", count, game.number)
    return Relation("older", count, game.number) if count < game.number else Relation("newer", game.number, game.number)
