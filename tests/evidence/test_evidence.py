"""Signatures, keys, seals and digests: which count, and every way they can be wrong."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import rules
from rules import evidence, trailers
from tests.evidence.signed import (
    BEGAN,
    LATER,
    THEN,
    issued,
    key,
    seal,
    seal_line,
    sign,
    signature,
    signed,
    small,
    troubles,
    whole,
)  # fmt: skip
from tests.kernel.games import KT

AFTER = "2026-10-10T10:00:00Z"
FIRST, SECOND = key("first"), key("second", LATER, "first")
ROTATED = (key("first", until=LATER), SECOND)


def standing(file: rules.GameFile, *trusted: rules.Key) -> tuple[str, list[str]]:
    found = rules.check(file, trusted)
    return found.signature, [finding.rule for finding in found.findings]


def reread(file: rules.GameFile) -> rules.GameFile:
    again = rules.read_game(file.dump())
    assert again.dump() == file.dump()
    assert again.findings == []
    return again


def test_a_signed_file_comes_back_and_says_who_vouches() -> None:
    file = reread(whole())
    assert (file.keys, file.checkpoint, file.seals) == (whole().keys, whole().checkpoint, [])
    assert standing(file) == ("valid", [])
    assert standing(file, FIRST) == ("trusted", [])
    assert rules.check(file).keys == (FIRST.id,)
    assert rules.check(file).at == THEN


def test_nothing_signed() -> None:
    plain = issued(whole(), issuer="")
    assert standing(plain) == ("absent", [])
    assert standing(plain, FIRST) == ("absent", ["log.signature"])
    cut = issued(whole())
    assert standing(cut) == ("absent", ["log.signature"])
    assert rules.check(cut).findings[0].severity == "unopened"


# keys


@pytest.mark.parametrize(
    ("by", "at", "keys", "expected"),
    [
        pytest.param("first", THEN, (FIRST,), "valid", id="the issuer"),
        pytest.param("first", THEN, ROTATED, "valid", id="the issuer, followed since"),
        pytest.param("second", AFTER, ROTATED, "valid", id="its successor"),
        pytest.param("third", AFTER, (*ROTATED, key("third", AFTER, "second")), "valid", id="two steps on"),
        pytest.param("second", AFTER, (FIRST, SECOND), "valid", id="an end that only its successor tells"),
        pytest.param("first", AFTER, ROTATED, "broken", id="after it ended"),
        pytest.param("first", AFTER, (FIRST, SECOND), "broken", id="after its successor began"),
        pytest.param("second", THEN, ROTATED, "broken", id="before it began"),
        pytest.param("first", "2025-12-31T23:59:59Z", (FIRST,), "broken", id="before the first began"),
        pytest.param("second", AFTER, (FIRST, key("second", LATER)), "broken", id="vouched for by itself alone"),
        pytest.param("second", AFTER, (FIRST, key("second", LATER, "third")), "broken", id="by a stranger"),
        pytest.param("second", AFTER, (SECOND,), "broken", id="by a key that is not there"),
        pytest.param("second", AFTER, (FIRST,), "broken", id="by a key unknown here"),
        pytest.param("third", AFTER, (FIRST, key("third", THEN, "second"), SECOND), "broken",
                     id="vouched for by a key that had not begun"),
        pytest.param("second", AFTER, (FIRST, msgspec.structs.replace(SECOND, since=THEN)), "broken", id="moved"),
        pytest.param("second", AFTER, (FIRST, msgspec.structs.replace(SECOND, endorsed=FIRST.endorsed)), "broken",
                     id="another key's endorsement"),
        pytest.param("first", THEN, (msgspec.structs.replace(FIRST, id=SECOND.id),), "broken", id="under another id"),
        pytest.param("first", THEN, (FIRST, FIRST), "broken", id="listed twice"),
        pytest.param("second", AFTER, (key("first", until=AFTER), SECOND), "broken", id="ends elsewhere"),
    ],
)  # fmt: skip
def test_whose_signature_counts(by: str, at: str, keys: tuple[rules.Key, ...], expected: str) -> None:
    found, wrong = standing(signed(whole(), by, at, keys))
    assert found == expected
    assert (expected == "broken") == ("log.signature" in wrong)


def test_trust_reaches_along_endorsements_and_no_further() -> None:
    old, new = signed(whole()), signed(whole(), "second", AFTER, ROTATED)
    for published in ((FIRST,), ROTATED):
        assert standing(old, *published) == ("trusted", [])
        assert standing(new, *published) == ("trusted", [])
    # The newer key endorses nothing earlier; a stranger's endorses nobody.
    assert standing(old, SECOND) == ("valid", ["log.signature"])
    assert standing(new, SECOND) == ("trusted", [])
    assert standing(new, key("stranger")) == ("valid", ["log.signature"])


def test_a_record_made_up_and_signed_anew_is_not_by_the_trusted_key() -> None:
    forged = issued(whole(2), "stranger")
    forged.keys, forged.checkpoint = (key("stranger"),), sign(forged, "stranger")
    assert standing(forged) == ("valid", [])
    assert standing(forged, FIRST) == ("valid", ["log.signature"])


def test_a_key_that_its_site_publishes_otherwise() -> None:
    assert standing(signed(whole(), keys=(key("first", "2026-01-02T00:00:00Z"),)), FIRST)[0] == "broken"
    assert standing(signed(whole()), *ROTATED) == ("trusted", []), "it had not come to its end when it signed"


def test_every_signature_has_to_hold() -> None:
    file = signed(whole(), "second", AFTER, ROTATED)
    assert file.checkpoint is not None
    said = file.checkpoint.checkpoint
    for other, expected in ((signature("second", b""), "broken"), (signature("third", said.bytes()), "broken")):
        both = (*file.checkpoint.signatures, other)
        assert standing(rules.GameFile(file.header, file.records, [], file.keys,
                                       trailers.CheckpointLine(said, both)))[0] == expected  # fmt: skip


def test_without_the_library_the_rest_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = builtins.__import__

    def absent(name: str, *more: Any) -> Any:
        if name.startswith("cryptography"):
            raise ImportError(name)
        return plain(name, *more)

    files = (whole(), issued(whole(), issuer=""))
    monkeypatch.setattr(builtins, "__import__", absent)
    assert standing(files[0]) == ("unchecked", ["log.signature"])
    assert "cryptography is not installed" in rules.check(files[0]).findings[0].message
    assert standing(files[1]) == ("absent", [])


# ways to damage a file


def lines() -> list[bytes]:
    return whole().dump().splitlines(keepends=True)


EVENTS = len(whole().records)
ATTACKS: dict[str, tuple[Callable[[], bytes], set[Any]]] = {
    "two events swapped": (lambda: joined([*lines()[:7], lines()[8], lines()[7], *lines()[9:]]), {(7, "log.number")}),
    "an event dropped": (lambda: joined([*lines()[:9], *lines()[10:]]), {(9, "log.number"), (9, "log.chain")}),
    "an event doubled": (lambda: joined([*lines()[:9], lines()[8], *lines()[9:]]), {(9, "log.number")}),
    "an event of another game": (
        lambda: joined([*lines()[:9], whole(2).records[8].line(), *lines()[10:]]), {(9, "log.chain")}),
    "the last event cut off": (lambda: joined([*lines()[:EVENTS], *lines()[EVENTS + 1 :]]),
                               {(EVENTS - 1, "log.checkpoint")}),
    "everything from an event on cut off": (lambda: joined(lines()[:20]), {(19, "log.signature")}),
    "the head of another game": (lambda: joined([*lines()[: EVENTS + 1], closing(whole(2))]),
                                 {(EVENTS, "log.checkpoint")}),
    "an event more": (lambda: joined([*lines()[: EVENTS + 1], one_more().line(), closing(whole())]),
                      {(EVENTS + 1, "log.checkpoint")}),
    "an event after the end of the file": (lambda: whole().dump() + one_more().line(), {(EVENTS + 1, "log.chain")}),
    "head before keys": (lambda: joined([*lines()[: EVENTS + 1], *reversed(lines()[EVENTS + 1 :])]),
                         {(EVENTS, "log.signature")}),
    "two heads": (lambda: whole().dump() + lines()[-1], {(EVENTS, "log.checkpoint")}),
    "another version of the rules": (lambda: whole().dump().replace(b"2018.1", b"2018.2", 1),
                                     {("", "unreadable")}),
}  # fmt: skip


def joined(parts: list[bytes]) -> bytes:
    return b"".join(parts)


def closing(file: rules.GameFile) -> bytes:
    return file.closing()


def one_more() -> rules.Record:
    event = whole().events[-1]
    return rules.seal(msgspec.structs.replace(event, number=EVENTS + 1, previous=whole().head))


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_done_to_a_file_is_found_at_its_step(name: str) -> None:
    made, expected = ATTACKS[name]
    assert expected <= troubles(made())


def test_an_old_signed_head_is_replayed() -> None:
    """A head that was signed in the middle of the game is valid: only later publications show that it was not the
    end.
    """
    middle = rules.GameFile(whole().header, whole().records[:20])
    middle.keys, middle.checkpoint = whole().keys, sign(middle, at=BEGAN)
    assert troubles(middle.dump(), [FIRST]) == set()
    assert not rules.check(middle).findings and middle.checkpoint.checkpoint.finished is False
    published = seal([whole(), whole(2)])
    assert troubles(whole().dump(), [FIRST], published) == set()
    assert troubles(middle.dump(), [FIRST], published) == {(20, "log.seal")}


def test_a_checkpoint_that_lies_about_the_end() -> None:
    file = issued(whole())
    file.keys, file.checkpoint = (FIRST,), sign(file, finished=False)
    assert (EVENTS, "log.checkpoint") in troubles(file.dump())


# seals


def sealed(index: int = 1) -> rules.GameFile:
    file = whole(index)
    made = rules.GameFile(file.header, file.records, [], file.keys, file.checkpoint)
    made.seals = [seal_line(seal([whole(1), whole(2), whole(3)]), index - 1)]
    return made


def test_a_sealed_file() -> None:
    for index in (1, 2, 3):
        file = reread(sealed(index))
        assert [each.standing for each in rules.check(file).seals] == ["valid"]
        assert [each.standing for each in rules.check(file, [FIRST]).seals] == ["trusted"]
        assert rules.check(file, [FIRST], seal([whole(1), whole(2), whole(3)])).findings == ()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"index": 1}, id="index"),
        pytest.param({"path": ()}, id="no path"),
        pytest.param({"path": ("0" * 64, "1" * 64)}, id="path"),
        pytest.param({"seal": {"root": "0" * 64}}, id="root"),
        pytest.param({"seal": {"size": 4}}, id="size"),
        pytest.param({"seal": {"title": "Autumn open"}}, id="title"),
        pytest.param({"seal": {"at": THEN}}, id="time"),
        pytest.param({"signatures": (signature("first", b""),)}, id="signature"),
        pytest.param({"signatures": (signature("stranger", b""),)}, id="unknown key"),
    ],
)
def test_a_seal_that_does_not_hold(change: dict[str, Any]) -> None:
    file = sealed()
    inner = msgspec.structs.replace(file.seals[0].seal, **change.pop("seal", {}))
    file.seals = [msgspec.structs.replace(file.seals[0], seal=inner, **change)]
    found = rules.check(file)
    assert [each.standing for each in found.seals] == ["broken"]
    assert {finding.rule for finding in found.findings} == {"log.seal"}


@pytest.mark.parametrize(
    ("published", "word"),
    [
        pytest.param(lambda: seal([whole(2), whole(3)]), "holds no game", id="without it"),
        pytest.param(lambda: msgspec.structs.replace(seal([whole(1)]), games=seal([whole(1), whole(2)]).games),
                     "not those of its tree", id="another list"),
        pytest.param(lambda: seal([whole(1)], by="stranger"), "is not known", id="unknown key"),
        pytest.param(lambda: seal([whole(1)], at="2025-01-01T00:00:00Z"), "was not in use", id="before its key"),
        pytest.param(lambda: msgspec.structs.replace(seal([whole(1)]), signatures=(signature("first", b""),)),
                     "is not signed", id="another signature"),
        pytest.param(lambda: seal([rules.GameFile(whole(1).header, whole(1).records[:9])]), "goes on after it",
                     id="sealed before a correction"),
    ],
)  # fmt: skip
def test_a_published_seal_that_does_not_fit(published: Callable[[], rules.PublishedSeal], word: str) -> None:
    found = rules.check(whole(), [FIRST], published()).findings
    assert [word in finding.message for finding in found] == [True]


# digests of positions


def test_digests_of_positions() -> None:
    file = reread(evidence.with_states(whole(), KT))
    assert (rules.check(file).states, rules.check(whole()).states) == ("match", "absent")
    at = 17
    wrong = msgspec.structs.replace(file.records[at - 1], state="0" * 64)
    file.records[at - 1] = wrong
    found = rules.check(file)
    assert (found.states, found.differs) == ("differ", at)
    assert {(each.number, each.rule) for each in found.findings} == {(at, "log.state")}
    file.records[at - 1] = msgspec.structs.replace(wrong, state="")
    assert (at, "log.state") in troubles(file.dump())


@pytest.mark.parametrize("clause", ["log.checkpoint", "log.signature", "log.seal", "log.state"])
@pytest.mark.parametrize("severity", ["impossible", "unopened"])
def test_no_ruling_settles_what_is_wrong_with_the_record(clause: str, severity: Any) -> None:
    finding = rules.Finding(number=EVENTS, rule=clause, severity=severity, message="x")
    made = rules.summarise(KT, rules.fold(KT, whole().events), EVENTS, [finding], {EVENTS: EVENTS})
    assert made.verdict == "findings"


# lines that are not trailers


LINE = {"keys": -2, "checkpoint": -1}


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("keys", b'"keys":[', b'"keys":[1,'),
        ("keys", b'"public":"', b'"public":"00'),
        ("keys", b'"public":"', b'"comment":1,"public":"'),
        ("keys", b"2026-01-01T", b"2026-01-01 "),
        ("checkpoint", b"gamelog-checkpoint/1", b"gamelog-checkpoint/2"),
        ("checkpoint", b'"finished":true', b'"finished":1'),
        ("checkpoint", b'"number":', b'"number":-'),
        ("checkpoint", b'"head":"', b'"head":"A'),
        ("checkpoint", b'{"checkpoint"', b'{"more":1,"checkpoint"'),
        ("checkpoint", b'{"checkpoint"', b'{"chequepoint"'),
        ("checkpoint", b'"signatures":[', b'"signatures":[],"x":['),
    ],
)
def test_a_line_that_is_no_trailer_is_named(kind: str, old: bytes, new: bytes) -> None:
    parts = lines()
    assert old in parts[LINE[kind]]
    parts[LINE[kind]] = parts[LINE[kind]].replace(old, new, 1)
    with pytest.raises(rules.Malformed) as raised:
        rules.read_game(joined(parts))
    assert raised.value.path.startswith(f"line {len(parts) + 1 + LINE[kind]} ")


@pytest.mark.parametrize(
    "new", [b' {"checkpoint"', b'{ "checkpoint"', b'{"checkpoint" ', b'{"signatures":[],"checkpoint"']
)
def test_a_trailer_that_is_not_canonical_is_found(new: bytes) -> None:
    parts = lines()
    parts[-1] = parts[-1].replace(b'{"checkpoint"', new, 1)
    assert troubles(joined(parts)) & {(EVENTS, "log.checkpoint"), (f"line {len(parts)}", "unreadable")}


@pytest.mark.parametrize(("count", "readable"), [(trailers.SEALS, True), (trailers.SEALS + 1, False)])
def test_a_file_has_only_so_many_seals(count: int, readable: bool) -> None:
    file = sealed()
    file.seals = file.seals * count
    assert (
        ("", "unreadable") not in {(place[:0], rule) for place, rule in map(named, troubles(file.dump()))}
    ) == readable


def named(trouble: tuple[Any, str]) -> tuple[str, str]:
    return str(trouble[0]), trouble[1]


def test_small_games_are_as_they_should_be() -> None:
    for seed in range(12):
        assert troubles(small(seed).dump(), [FIRST]) == set()
        assert troubles(small(seed, states=True).dump(), [FIRST]) == set()
