"""Who vouches for a record: signatures under its head, seals over it, and digests of its positions.

A signature counts when its key is trusted, or is the key the header names as the game's issuer, or is endorsed by one
that counts; and when it was made in that key's time. A key ends where it says so, or where the key it endorsed begins.
Ed25519 comes from the package `cryptography`, which only this module imports, and only when there is a signature.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from rules import merkle
from rules.gamefile import GameFile
from rules.kernel import engine
from rules.kernel.errors import Malformed, RulesError
from rules.kernel.events import Event, Finding, Header, Severity, digest
from rules.kernel.log import LOG
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State, to_json
from rules.trailers import Endorsement, Key, PublishedSeal, SealedHead, SealLine, Signature, is_named_right

Standing: TypeAlias = Literal["trusted", "valid", "absent", "broken", "unchecked"]
"""`trusted`: by a key that was vouched for; `valid`: good, by a key that only the file itself names; `unchecked`: there
is no library here to check it with."""


class Unavailable(RulesError):
    """Signatures cannot be made or checked here."""

    def __init__(self) -> None:
        super().__init__("the signatures were not checked: the Python package cryptography is not installed here")


class SealEvidence(msgspec.Struct, frozen=True):
    """What a seal is worth to this file."""

    id: str
    title: str
    at: str
    standing: Standing
    keys: tuple[str, ...]


class Evidence(msgspec.Struct, frozen=True):
    """All evidence for a record apart from the rules. `at` is when its head was signed, by the keys `keys`.

    `states` says whether the digests of positions are right; `differs` is the first step where one is not, else 0.
    """

    signature: Standing
    keys: tuple[str, ...]
    at: str
    seals: tuple[SealEvidence, ...]
    states: Literal["match", "absent", "differ"]
    differs: int
    findings: tuple[Finding, ...]


def check(
    file: GameFile, ruleset: Ruleset, trusted: Sequence[Key] = (), published: PublishedSeal | None = None
) -> Evidence:
    """What signatures, seals and digests say about a game file.

    `trusted` are keys vouched for elsewhere; if given, a file that none of them signed is a finding. `published` is a
    seal as its site shows it; if given, a file that is not the record under that seal is a finding.
    """
    states, differs, found = _states(file, ruleset)
    try:
        signature, seals, wrong = _signatures(file, trusted, published)
    except Unavailable as missing:
        signature, seals = "unchecked", [_seal_evidence(line, "unchecked") for line in file.seals]
        wrong = [_finding(len(file.records), "signature", str(missing), "advice")]
    said = file.checkpoint
    at, keys = (said.checkpoint.at, _keys(said.signatures)) if said else ("", ())
    return Evidence(signature, keys, at, tuple(seals), states, differs, (*found, *wrong))


def _signatures(
    file: GameFile, trusted: Sequence[Key], published: PublishedSeal | None
) -> tuple[Standing, list[SealEvidence], list[Finding]]:
    """What the head's signatures are worth, and the seals. Raises: Unavailable."""
    ring = _Ring(file, trusted)
    found = [_finding(len(file.records), "signature", text) for text in ring.wrong]
    signature, wrong = _signed_head(file, ring)
    found.extend(wrong)
    seals = [_sealed(file, line, ring, found) for line in file.seals]
    if published is not None:
        found.extend(_published(file, published, ring))
    return signature, seals, found


def _keys(signatures: Sequence[Signature]) -> tuple[str, ...]:
    return tuple(signed.key for signed in signatures)


# keys


class _Ring:
    """The available keys by id, and what each of them counts for. `wrong` lists problems with the file's own keys."""

    def __init__(self, file: GameFile, trusted: Sequence[Key]) -> None:
        self.wrong: list[str] = []
        self.vouched = {key.id: key for key in trusted}
        self.issuer = file.header.issuer
        own = {key.id: key for key in file.keys}
        self.keys = {**own, **self.vouched}
        if len(own) != len(file.keys):
            self.wrong.append("a key is listed twice")
        for key in file.keys:
            self.wrong.extend(self._problems(key))
        self._ends = self._successions()
        self.trusted = self._reached(self.vouched)
        # Keys the game's issuer vouches for; without an issuer, any key in the file will do.
        self.own = self._reached({self.issuer}) if self.issuer else {*self.keys}

    def _problems(self, key: Key) -> Iterator[str]:
        known = self.vouched.get(key.id, key)
        if not is_named_right(key):
            yield f"key {key.id} is not the one its id was made of"
        elif (key.since, key.public) != (known.since, known.public) or not _same_end(key, known):
            yield f"key {key.id} is not as its site publishes it"
        if key.endorsed is not None and not self._endorses(key, key.endorsed):
            yield f"key {key.endorsed.by} did not vouch for key {key.id}"
        if key.until is not None and key.until < key.since:
            yield f"key {key.id} ends before it begins"

    def _endorses(self, key: Key, endorsed: Endorsement) -> bool:
        by = self.keys.get(endorsed.by)
        return by is not None and verifies(by, endorsed.signature, key.endorsed_bytes(by.id))

    def _successions(self) -> dict[str, str]:
        """When each key ended: when it says so, or when a key that it endorsed began."""
        ends = {key.id: key.until for key in self.keys.values() if key.until is not None}
        for key in self.keys.values():
            by = key.endorsed.by if key.endorsed is not None else key.id
            if by == key.id or key.endorsed is None or not self._endorses(key, key.endorsed):
                continue
            if by not in self.vouched and ends.get(by, key.since) != key.since:
                self.wrong.append(f"key {by} does not end where key {key.id} follows it")
            ends[by] = min(ends.get(by, key.since), key.since)
        return ends

    def _reached(self, roots: Collection[str]) -> set[str]:
        """The keys in a chain of endorsements from the roots, including the available roots themselves."""
        reached = {root for root in roots if root in self.keys}
        waiting = [key for key in self.keys.values() if key.endorsed is not None and key.id not in reached]
        while found := [key for key in waiting if self._follows(key, reached)]:
            reached |= {key.id for key in found}
            waiting = [key for key in waiting if key.id not in reached]
        return reached

    def _follows(self, key: Key, reached: set[str]) -> bool:
        by = key.endorsed
        return by is not None and by.by in reached and self._endorses(key, by) and self.in_time(by.by, key.since)

    def in_time(self, key: str, at: str) -> bool:
        """Whether a key was in use at a time."""
        return self.keys[key].since <= at and (key not in self._ends or at <= self._ends[key])

    def problems(self, signatures: Sequence[Signature], data: bytes, at: str, keys: Collection[str]) -> Iterator[str]:
        """What is wrong with signatures of `data` at a time; those of `keys` count."""
        for signed in signatures:
            known = self.keys.get(signed.key)
            if known is None:
                yield f"key {signed.key} is not known"
            elif not is_named_right(known) or not verifies(known, signed.signature, data):
                yield f"the signature of key {signed.key} is not of what stands here"
            elif signed.key not in keys:
                yield f"nobody the game names vouches for key {signed.key}"
            elif not self.in_time(signed.key, at):
                yield f"key {signed.key} was not in use at {at}"
        if len({signed.key for signed in signatures}) != len(signatures):
            yield "a key signed twice"


def _same_end(one: Key, other: Key) -> bool:
    """Whether two copies of a key agree on its end; a copy written before it ended has none."""
    return one.until is None or other.until is None or one.until == other.until


def signature_problems(
    signatures: Sequence[Signature], data: bytes, at: str, keys: Sequence[Key], trusted: Sequence[Key] = ()
) -> list[str]:
    """What is wrong with signatures of `data`, made at a time, by `keys` that travel with them; and with those keys.

    `trusted` are keys somebody vouched for elsewhere: with them only those count, and what they endorse.

    Raises:
        Unavailable: there is no library here to check them with.
    """
    ring = _Ring(GameFile(Header(game="", ruleset="", version="", policy="declared"), keys=tuple(keys)), trusted)
    return [*ring.wrong, *ring.problems(signatures, data, at, ring.trusted if trusted else ring.own)]


def verifies(key: Key, signature: str, data: bytes) -> bool:
    """Whether `signature` is the key's of these bytes. Raises: Unavailable."""
    try:
        return signs(bytes.fromhex(key.public), bytes.fromhex(signature), data)
    except ValueError:
        return False


def signs(public: bytes, signature: bytes, data: bytes) -> bool:
    """Whether `signature` is the Ed25519 signature of these bytes by this public key. Raises: Unavailable."""
    ed25519 = _library()
    from cryptography.exceptions import InvalidSignature

    try:
        ed25519.Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def public_of(private: bytes) -> str:
    """The public key of 32 secret bytes, in hexadecimal. Raises: Unavailable."""
    key = _library().Ed25519PrivateKey.from_private_bytes(private).public_key()
    return str(key.public_bytes_raw().hex())


def sign(private: bytes, data: bytes) -> str:
    """The Ed25519 signature, in hexadecimal; the same for the same key and data. Raises: Unavailable."""
    return str(_library().Ed25519PrivateKey.from_private_bytes(private).sign(data).hex())


def _library() -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise Unavailable from None
    return ed25519


# the head


def _signed_head(file: GameFile, ring: _Ring) -> tuple[Standing, list[Finding]]:
    number = len(file.records)
    if file.checkpoint is None:
        return "absent", list(_unsigned(file, ring))
    said, signatures = file.checkpoint.checkpoint, file.checkpoint.signatures
    keys = _keys(signatures)
    wrong = [*ring.problems(signatures, said.bytes(), said.at, ring.own | ring.trusted)]
    off = wrong or (said.game, said.number, said.head) != (file.header.game, number, file.head)
    found = [_finding(number, "signature", text) for text in wrong]
    if off or ring.wrong:
        return "broken", found
    if ring.trusted.issuperset(keys):
        return "trusted", found
    if ring.vouched:
        found.append(_finding(number, "signature", f"none of the trusted keys vouches for key {keys[0]}, which signed"))
    return "valid", found


def _unsigned(file: GameFile, ring: _Ring) -> Iterator[Finding]:
    number = len(file.records)
    if file.header.issuer:
        text = (
            f"the header names key {file.header.issuer} as its signer and nothing is signed: "
            "the end of the record was cut off, or it never came from that site"
        )
        yield _finding(number, "signature", text, "unopened")
    elif ring.vouched:
        yield _finding(number, "signature", "nothing is signed, by a trusted key or any other", "unopened")


# seals


def _leaf(file: GameFile) -> SealedHead:
    return SealedHead(game=file.header.game, head=file.head, number=len(file.records))


def _sealed(file: GameFile, line: SealLine, ring: _Ring, found: list[Finding]) -> SealEvidence:
    """Judge one seal of the file; what is wrong goes to `found`."""
    seal = line.seal
    wrong = [*ring.problems(line.signatures, seal.bytes(), seal.at, ring.keys)]
    path = [bytes.fromhex(step) for step in line.path]
    if not merkle.included(_leaf(file).bytes(), line.index, seal.size, path, bytes.fromhex(seal.root)):
        wrong.append("this record, as it stands here, is not under it")
    found.extend(_finding(len(file.records), "seal", f"the seal {seal.title!r}: {text}") for text in wrong)
    vouched = ring.trusted.issuperset(_keys(line.signatures))
    return _seal_evidence(line, "broken" if wrong else "trusted" if vouched else "valid")


def _seal_evidence(line: SealLine, standing: Standing) -> SealEvidence:
    return SealEvidence(line.seal.id, line.seal.title, line.seal.at, standing, _keys(line.signatures))


def seal_problems(published: PublishedSeal, keys: Sequence[Key]) -> list[str]:
    """What is wrong with a published seal: its tree, its size, its signatures by these keys."""
    seal, leaves = published.seal, [game.bytes() for game in published.games]
    found = []
    if (len(leaves), merkle.root(leaves).hex()) != (seal.size, seal.root):
        found.append("the games listed under it are not those of its tree")
    for signed in published.signatures:
        key = next((key for key in keys if key.id == signed.key), None)
        if key is None or not verifies(key, signed.signature, seal.bytes()):
            found.append(f"it is not signed by key {signed.key}" if key else f"key {signed.key} is not known")
        elif not (key.since <= seal.at <= (key.until or seal.at)):
            found.append(f"key {signed.key} was not in use at {seal.at}")
    return found


def _published(file: GameFile, published: PublishedSeal, ring: _Ring) -> Iterator[Finding]:
    number, name = len(file.records), f"the published seal {published.seal.title!r}"
    for text in seal_problems(published, [*ring.keys.values()]):
        yield _finding(number, "seal", f"{name}: {text}")
    mine = _leaf(file)
    under = [each for each in published.games if each.game == mine.game]
    if not under:
        yield _finding(number, "seal", f"{name} holds no game {mine.game!r}")
    elif mine not in under:
        newest = max(under, key=lambda each: each.number)
        text = f"{name} has this game with {newest.number} events and the head {newest.head[:16]}: "
        if number > newest.number and _hash(file, newest.number) == newest.head:
            yield _finding(number, "seal", text + "this file goes on after it", "advice")
        else:
            yield _finding(number, "seal", text + "this file is an older or another record of it")


def _hash(file: GameFile, number: int) -> str:
    """The hash of an event by its number; 0 is the header."""
    return file.records[number - 1].hash if number else digest(file.header.bytes())


# digests of positions


def positions(ruleset: Ruleset, events: Iterable[Event[Any]]) -> Iterator[tuple[int, State]]:
    """Step by step the number and the position, always the same object. Raises: Malformed where it cannot go on."""
    state = engine.empty(ruleset)
    for number, event in enumerate(events, 1):
        engine.evolve(state, event)
        yield number, state


def with_states(file: GameFile, ruleset: Ruleset) -> GameFile:
    """The same file with the digest of every position. Raises: Malformed where an event changes what is not there."""
    digests = (digest(to_json(state)) for _, state in positions(ruleset, file.events))
    records = [msgspec.structs.replace(record, state=made) for record, made in zip(file.records, digests, strict=True)]
    return GameFile(file.header, records, file.findings, file.keys, file.checkpoint, file.seals)


def _states(file: GameFile, ruleset: Ruleset) -> tuple[Literal["match", "absent", "differ"], int, list[Finding]]:
    """Compare digests, and what the checkpoint says about the end. Verification reports a fold that breaks off."""
    given = any(record.state for record in file.records)
    number, over = 0, False
    try:
        for number, state in positions(ruleset, file.events):
            over = state.over is not None
            if given and (computed := digest(to_json(state))) != (recorded := file.records[number - 1].state):
                text = "the position after this step does not match the digest stored with it"
                wrong = _finding(number, "state", text, declared=recorded, computed=computed)
                return "differ", number, [wrong]
    except Malformed:
        return ("differ", number + 1, []) if given else ("absent", 0, [])
    found = []
    if file.checkpoint is not None and file.checkpoint.checkpoint.finished != over:
        text = "the checkpoint says the game was over; it is not" if not over else "the checkpoint says it was not over"
        found.append(_finding(number, "checkpoint", text))
    return "match" if given else "absent", 0, found


def _finding(number: int, clause: str, message: str, severity: Severity = "impossible", **more: str) -> Finding:
    return Finding(number=number, rule=LOG[clause], severity=severity, message=message, **more)  # type: ignore[arg-type]
