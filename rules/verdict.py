"""All checks of one game file together: its chain, the rules, and who vouches for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

import rules
from rules.evidence import Evidence, SealEvidence
from rules.gamefile import GameFile
from rules.kernel.ruleset import Ruleset
from rules.report import Report
from rules.trailers import Key, PublishedSeal


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on a file. The report's findings include those about the chain and the evidence."""

    file: GameFile
    ruleset: Ruleset
    report: Report
    evidence: Evidence


def verdict(data: bytes, trusted: Sequence[Key] = (), published: PublishedSeal | None = None) -> Verdict:
    """Read and check a game file. Raises: Malformed naming the line."""
    file = rules.read_game(data)
    ruleset = rules.load(file.header.ruleset, file.header.version)
    evidence = rules.check(file, trusted, published)
    known = [*file.findings, *evidence.findings]
    return Verdict(file, ruleset, rules.report(ruleset, file.events, known, file.header), evidence)


_SIGNED = {
    "trusted": "signed by key {keys} at {at}, which is one of the trusted keys or vouched for by one",
    "valid": "signed by key {keys} at {at}; no key was named to trust (--keys), so only the file itself vouches for it",
    "absent": "not signed",
    "broken": "THE SIGNATURE DOES NOT HOLD: key {keys}, {at}",
    "unchecked": "signed by key {keys} at {at}; that was NOT CHECKED here",
}
_SEALED = {
    "trusted": "sealed: {title!r}, {at}, by a trusted key",
    "valid": "sealed: {title!r}, {at}, by key {keys}, for which only the file itself vouches",
    "broken": "THE SEAL DOES NOT HOLD: {title!r}, {at}",
    "unchecked": "sealed: {title!r}, {at}; that was NOT CHECKED here",
}


def words(found: Evidence) -> Iterator[str]:
    """The evidence as lines of text."""
    yield _SIGNED[found.signature].format(keys=", ".join(found.keys), at=found.at)
    yield from map(_seal, found.seals)
    if found.states == "match":
        yield "the digest of every position is right"
    elif found.states == "differ":
        yield f"THE POSITION AFTER STEP {found.differs} IS NOT THE ONE RECORDED"


def _seal(seal: SealEvidence) -> str:
    return _SEALED[seal.standing].format(title=seal.title, at=seal.at, keys=", ".join(seal.keys))
