"""Signed notes, checkpoints, tiles and proofs in the published formats, and the command that checks them.

The examples are those of the formats themselves (C2SP's signed-note, tlog-checkpoint, tlog-cosignature, tlog-tiles,
tlog-witness) and of Go's `golang.org/x/mod/sumdb/note` (`note_test.go`: the key and note of Peter Neumann).
"""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest

import rules
from rules import evidence, merkle, note, tlog
from rules.__main__ import main
from rules.note import NoteKey
from tests.evidence.signed import secret, small

PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PRIVATE = b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
LINE = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
POEM = (
    "Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n\n"
    "— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3"
    "ZekRwNtIc=\n"
)
COSIGNED = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE"
    "+xeMcTOAYQ8=\n"
    "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0x"
    "Ue+mbIUBkBIfZ+qnA==\n"
)


def key_of(name: str, kind: int = note.SIGNATURE, of: str = "log") -> NoteKey:
    return NoteKey(name, kind, bytes.fromhex(evidence.public_of(secret(of))))


def signed(text: str, key: NoteKey, of: str = "log", seconds: int = 0) -> note.NoteSignature:
    made = evidence.sign(secret(of), note.signed_bytes(text, key.kind, seconds))
    return note.signature(key, bytes.fromhex(made), seconds)


LOG, WITNESS = key_of("club.example/log"), key_of("other.example/witness", note.COSIGNATURE, "witness")


def checkpoint(entries: list[bytes], *, cosigned: bool = False) -> bytes:
    text = tlog.TreeHead(LOG.name, len(entries), merkle.root(entries)).text()
    lines = [signed(text, LOG), *([signed(text, WITNESS, "witness", 1_800_000_000)] if cosigned else [])]
    return note.Note(text, tuple(lines)).dump()


def test_the_published_note_is_read_verified_and_made_byte_for_byte() -> None:
    key = note.read_key(PETER)
    assert (key.id.hex(), key.text()) == ("c74f20a3", PETER)
    found = note.read_note((TEXT + "\n" + LINE).encode())
    assert note.verified(found, [key]) == list(found.signatures)
    assert evidence.public_of(PRIVATE) == key.public.hex()
    made = note.signature(key, bytes.fromhex(evidence.sign(PRIVATE, note.signed_bytes(TEXT, key.kind))))
    assert note.Note(TEXT, (made,)).dump() == (TEXT + "\n" + LINE).encode()
    for at in range(len(TEXT)):
        other = TEXT[:at] + ("x" if TEXT[at] != "x" else "y") + TEXT[at + 1 :]
        with pytest.raises(rules.Malformed, match="not of this text"):
            note.verified(note.Note(other, found.signatures), [key])


def test_any_other_writing_of_a_key_is_refused() -> None:
    parts = {PETER[at:to] for at in range(len(PETER)) for to in range(at + 1, len(PETER) + 1)} - {PETER}
    changed = {PETER[:at] + chr(ord(PETER[at]) + 1) + PETER[at + 1 :] for at in range(len(PETER))}
    for each in (*parts, *changed):
        with pytest.raises(rules.Malformed):
            note.read_key(each)


@pytest.mark.parametrize("text", [POEM, COSIGNED])
def test_the_examples_of_the_formats_are_read_and_written_as_they_are(text: str) -> None:
    assert note.read_note(text.encode()).dump() == text.encode()


def test_the_example_of_a_checkpoint() -> None:
    found = tlog.read_checkpoint(COSIGNED.encode())
    assert found.head[:2] == ("example.com/behind-the-sofa", 20852163)
    assert found.head.text() == found.note.text
    assert note.seconds_of(found.note.signatures[1]) == 1679315147, "the time that the format's text gives"
    assert note.signed_bytes(found.note.text, note.COSIGNATURE, 1679315147).decode() == (
        "cosignature/v1\ntime 1679315147\n" + found.note.text
    )


@pytest.mark.parametrize(
    "data",
    [
        b"", b"a\n", b"a\n\n", b"\n\n", (TEXT + LINE).encode(), (TEXT + "\n" + LINE[:-1]).encode(),
        (TEXT + "\n" + LINE.replace("—", "-")).encode(), (TEXT + "\n" + LINE.replace("=", "")).encode(),
        (TEXT + "\n" + LINE + "\n").encode(), (TEXT + "\n— a+b AAAAAAA=\n").encode(),
        b"\xff" + (TEXT + "\n" + LINE).encode(),
        (TEXT + "\t\n" + LINE).encode(), (TEXT + "\n" + LINE * 65).encode(),
    ],
)  # fmt: skip
def test_what_is_no_note(data: bytes) -> None:
    with pytest.raises(rules.Malformed):
        note.verified(note.read_note(data), [note.read_key(PETER)])


def test_a_cosignature_is_of_a_text_and_a_time_and_no_signature_of_the_log() -> None:
    text = tlog.TreeHead(LOG.name, 0, merkle.EMPTY).text()
    line = signed(text, WITNESS, "witness", 1_800_000_000)
    assert note.verified(note.Note(text, (line,)), [WITNESS]) == [line]
    later = line._replace(data=(1_800_000_001).to_bytes(8) + line.data[8:])
    with pytest.raises(rules.Malformed, match="not of this text"):
        note.verified(note.Note(text, (later,)), [WITNESS])
    # the bytes of one kind under the name and id of the other
    plain = key_of(WITNESS.name, note.SIGNATURE, "witness")
    for forged in (line._replace(id=plain.id), line._replace(id=plain.id, data=line.data[8:])):
        with pytest.raises(rules.Malformed, match="not of this text"):
            note.verified(note.Note(text, (forged,)), [plain])


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        # "index 1234067 will be encoded as x001/x234/067"
        (tlog.Tile(0, 1234067), "0/x001/x234/067"), (tlog.Tile(2, 0, 1), "2/000.p/1"),
        (tlog.Tile(0, 273, 112), "0/273.p/112"),
        (tlog.Tile(tlog.ENTRIES, 5), "entries/005"), (tlog.Tile(tlog.ENTRIES, 1000, 255), "entries/x001/000.p/255"),
        (tlog.Tile(63, 999), "63/999"),
    ],
)  # fmt: skip
def test_addresses_of_tiles(tile: tlog.Tile, path: str) -> None:
    assert tile.path() == path and tlog.read_tile(path) == tile


@pytest.mark.parametrize(
    "path", ["", "0", "0/0", "0/1234", "64/000", "00/000", "0/000.p/0", "0/000.p/256", "0/000.p/01", "0/x000/001",
             "0/x001", "entries/000/", "1/-01", "0/٠٠٠", "0/000\n"],
)  # fmt: skip
def test_what_is_no_address_of_a_tile(path: str) -> None:
    with pytest.raises(rules.Malformed):
        tlog.read_tile(path)


def test_the_widths_of_the_tiles_of_the_examples() -> None:
    # "a tree of size 70,000 will be represented by 273 full level 0 tiles, one partial level 0 tile of width 112, …"
    tiles = ((0, 272), (0, 273), (0, 274), (1, 0), (1, 1), (2, 0), (3, 0))
    assert [tlog.width_of(70_000, *each) for each in tiles] == [256, 112, 0, 256, 17, 1, 0]
    assert [tlog.width_of(256, 0, 0), tlog.width_of(256, 1, 0), tlog.width_of(256, tlog.ENTRIES, 0)] == [256, 1, 256]


def test_the_example_of_a_request_to_a_witness() -> None:
    hashes = ["PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=", "jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk="]
    data = f"old 20852014\n{hashes[0]}\n{hashes[1]}\n\n{COSIGNED}".encode()
    found = tlog.read_asked(data)
    assert (found.old, len(found.path), found.checkpoint.head.size) == (20852014, 2, 20852163)
    assert found.dump() == data
    for wrong in (
        data[4:],
        data.replace(b"old 2", b"old 02"),
        data.replace(b"\n\n", b"\n", 1),
        data.replace(b"=", b"", 1),
    ):
        with pytest.raises(rules.Malformed):
            tlog.read_asked(wrong)


# the command


def entries(count: int) -> list[bytes]:
    game = small(1)
    head = f'"head":"{game.head}","id":"{game.header.game}","kind":"game","number":{len(game.records)}'
    return [b'{"at":"2026-01-01T00:00:00Z",%s}' % head.encode() + b" " * each for each in range(count)]


def proof(count: int, index: int) -> tlog.Proof:
    every = entries(count)
    whole = tlog.read_checkpoint(checkpoint(every, cosigned=True))
    return tlog.Proof(index, tuple(merkle.proof(every, index)), whole, every[index])


def test_a_proof_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, game = tmp_path / "game.tlog-proof", tmp_path / "game.jsonl"
    path.write_bytes(proof(9, 4).dump())
    game.write_bytes(small(1).dump())
    words = ["log", "proof", str(path), "--key", LOG.text(), "--key", WITNESS.text(), "--file", str(game)]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "proved: entry 4 of 9 of the log club.example/log" in said
    assert f"head {small(1).head}" in said and "cosigned by other.example/witness" in said
    game.write_bytes(small(2).dump())
    assert main(words) == 1
    assert "NOT PROVED" in capsys.readouterr().out
    assert main(["log", "proof", str(path), "--key", WITNESS.text()]) == 0, "whoever trusts the witness alone"
    assert main(["log", "proof", str(path), "--key", PETER]) == 1
    path.write_bytes(proof(9, 4)._replace(place=5).dump())
    assert main(words[:-2]) == 1
    path.write_bytes(b"c2sp.org/tlog-proof@v2\n")
    assert main(words[:-2]) == 2
    assert main(["log", "proof", str(tmp_path / "none"), "--key", PETER]) == 2


def test_every_bit_of_a_proof_counts() -> None:
    every = entries(6)
    made = tlog.Proof(3, tuple(merkle.proof(every, 3)), tlog.read_checkpoint(checkpoint(every)), every[3])
    data = made.dump()
    assert tlog.check_proof(data, b"", [LOG])[0] == made
    for at in range(len(data)):
        changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(rules.Malformed):
            tlog.check_proof(changed, b"", [LOG])


def test_the_whole_log_against_checkpoints_of_any_age(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    every, old, new = entries(20), tmp_path / "old", tmp_path / "new"
    file, keys = tmp_path / "entries.jsonl", tmp_path / "keys"
    keys.write_text(LOG.text() + "\n")
    old.write_bytes(checkpoint(every[:7]))
    new.write_bytes(checkpoint(every))
    words = ["log", "check", str(file), str(new), str(old), "--key", str(keys)]
    file.write_bytes(b"".join(each + b"\n" for each in entries(20)))
    # blanks at the end are part of an entry
    assert main(words) == 0
    assert capsys.readouterr().out.splitlines() == [f"{new}: holds, 20 entries", f"{old}: holds, 7 entries"]
    cut = [*every[:12]]
    changed = [*every[:3], b"{}", *every[4:]]
    for wrong, text in ((cut, "the log has 12 entries"), (changed, "the first 7 entries are not those")):
        file.write_bytes(b"".join(each + b"\n" for each in wrong))
        assert main(words) == 1
        assert text in capsys.readouterr().out
    file.write_bytes(b"".join(each + b"\n" for each in every))
    assert main([*words[:-1], PETER]) == 1
