"""The commands that check a site's transparency log: `python -m rules log proof` and `log check`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

import rules
from rules import note, tlog
from rules.note import NoteKey

CHECKED, WRONG = 0, 1


def add(commands: Any) -> None:
    """Add the commands to a parser's."""
    log = commands.add_parser("log", help="check a site's transparency log: a proof of an entry, or all of it")
    kinds = log.add_subparsers(required=True, metavar="WHAT")

    proof = kinds.add_parser("proof", help="whether an entry is in the log; 0 it is, 1 it is not, 2 unreadable")
    proof.add_argument("proof", type=Path, metavar="PROOF", help="a file .tlog-proof")
    proof.add_argument("--entry", type=Path, help="the entry (default: the one that came along with the proof)")
    proof.add_argument(
        "--file", type=Path, help="the file of a game or an event, which has to be as the entry says that it was"
    )
    proof.set_defaults(run=_proof)

    check = kinds.add_parser("check", help="whether checkpoints, however old, are of the log with these entries")
    check.add_argument("entries", type=Path, metavar="ENTRIES", help="all entries of the log, a line each")
    check.add_argument("checkpoints", type=Path, nargs="+", metavar="CHECKPOINT")
    check.set_defaults(run=_check)

    for each in (proof, check):
        each.add_argument(
            "--key", action="append", required=True, metavar="KEY", help="a key to trust: its text, or a file of keys"
        )


def _keys(given: list[str]) -> list[NoteKey]:
    """The keys that were named. Raises: Malformed; OSError."""
    texts = [line for each in given for line in ([each] if "+" in each else Path(each).read_text().splitlines())]
    return [note.read_key(text) for text in texts if text.strip()]


def _proof(parsed: argparse.Namespace) -> int:
    data, entry = parsed.proof.read_bytes(), parsed.entry.read_bytes().rstrip(b"\n") if parsed.entry else b""
    keys = _keys(parsed.key)
    tlog.read_proof(data)
    try:
        proof, entry = tlog.check_proof(data, entry, keys)
        found = tlog.read_entry(entry)
        if parsed.file:
            _require_file(parsed.file, found)
    except rules.Malformed as error:
        print(f"NOT PROVED: {error.reason}")
        return WRONG
    head = proof.checkpoint.head
    print(f"proved: entry {proof.place} of {head.size} of the log {head.origin}")
    stream = f", {found.number} entries, head {found.head}" if found.head else ""
    print(f"  {found.kind} {found.id}, at {found.at}{stream}")
    others = {line.name for line in note.verified(proof.checkpoint.note, keys)} - {head.origin}
    if others:
        print(f"  cosigned by {', '.join(sorted(others))}")
    return CHECKED


class _ActLine(msgspec.Struct):
    """A line of a file of acts."""

    act: msgspec.Raw
    hash: str


class _Linked(msgspec.Struct):
    """What an act says of its place."""

    number: int
    previous: str = ""


_ACT_LINE, _LINKED = msgspec.json.Decoder(_ActLine), msgspec.json.Decoder(_Linked)


def _require_file(path: Path, entry: tlog.Entry) -> None:
    """Refuse a file whose first entries are not those that an entry of the log is about. Raises: Malformed."""
    data = path.read_bytes()
    hashes = _of_acts(data) if data.startswith(b'{"event":') else _of_game(data)
    if entry.number >= len(hashes):
        raise rules.Malformed("file", f"{path} has {len(hashes) - 1} entries, and the log speaks of {entry.number}")
    if hashes[entry.number] != entry.head:
        raise rules.Malformed("file", f"{path} has another entry {entry.number} than the log speaks of")


def _of_game(data: bytes) -> list[str]:
    """The hashes of a game file: of its header, and of each event."""
    file = rules.read_game(data)
    if file.findings:
        raise rules.Malformed("file", file.findings[0].message)
    return [rules.digest(file.header.bytes()), *(record.hash for record in file.records)]


def _of_acts(data: bytes) -> list[str]:
    """The hashes of an event's file, from that of nothing on: each act names the one before it."""
    hashes = [""]
    for number, line in enumerate((each for each in data.splitlines()[1:] if each.startswith(b'{"act":')), 1):
        try:
            found = _ACT_LINE.decode(line)
            said = _LINKED.decode(found.act)
        except msgspec.MsgspecError as error:
            raise rules.Malformed("file", f"act {number}: {error}") from None
        whole = (said.number, said.previous, rules.digest(bytes(found.act)))
        if whole != (number, hashes[-1], found.hash):
            raise rules.Malformed("file", f"act {number} is not what was hashed, or does not follow the one before it")
        hashes.append(found.hash)
    return hashes


def _check(parsed: argparse.Namespace) -> int:
    keys, named = _keys(parsed.key), {}
    for path in parsed.checkpoints:
        found = tlog.read_checkpoint(path.read_bytes())
        named[id(found)] = (path, found)
    with parsed.entries.open("rb") as lines:
        entries = (line.rstrip(b"\n") for line in lines)
        wrong = {id(one): text for one, text in tlog.check_entries(entries, [each for _, each in named.values()])}
    for key, (path, found) in named.items():
        try:
            note.verified(found.note, keys)
        except rules.Malformed as error:
            wrong[key] = wrong[key] or error.reason
        print(f"{path}: {'NOT THIS LOG: ' + wrong[key] if wrong[key] else f'holds, {found.head.size} entries'}")
    return WRONG if any(wrong.values()) else CHECKED
