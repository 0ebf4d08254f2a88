"""A file of a game, an event or a club checked by itself, without a database: which it is, its first line says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import rules
from gamelog.clubs import files as club_files
from gamelog.clubs import trailers as club_lines
from gamelog.contest.errors import Refused
from gamelog.signing import closing
from gamelog.signing.closing import Closing, Form, Head
from gamelog.tournaments import files as event_files
from gamelog.tournaments import trailers as event_lines
from rules.trailers import Key
from rules.verdict import verdict, words


class Verdict(NamedTuple):
    """What a file is, and everything that is wrong with it, each by its line or step."""

    about: str
    wrong: Sequence[str] = ()


def checked(data: bytes, trusted: tuple[Key, ...] = ()) -> Verdict:
    """The verdict on a file. With `trusted` keys a signature counts only where one of them vouches for it."""
    try:
        if data.startswith(b'{"event":'):
            return _event(data, trusted)
        if data.startswith(b'{"club":'):
            return _club(data, trusted)
        return _game(data, trusted)
    except Refused as error:
        return Verdict("not what was recorded", [f"{error.path}: {error.text} [{error.code}]"])
    except rules.Malformed as error:
        return Verdict("not what was recorded", [str(error)])


def _game(data: bytes, trusted: tuple[Key, ...]) -> Verdict:
    found = verdict(data, trusted)
    wrong = [
        f"step {each.number}: {each.message} [{each.rule}]"
        for each in found.report.findings
        if each.severity != "advice"
    ]
    about = f"game {found.file.header.game}, {len(found.file.records)} steps, {next(words(found.evidence))}"
    return Verdict(about, wrong)


def _event(data: bytes, trusted: tuple[Key, ...]) -> Verdict:
    file, state, findings = event_files.examined(data)
    head = file.header
    lines = event_lines.read(closing.split(data)[1], head)
    wrong = [f"line {each.number + 1}: {each.path}: {each.text} [{each.code}]" for each in findings]
    wrong += _untrusted(event_lines.FORM, lines, Head(head.event, head.number, head.head), trusted)
    return Verdict(f"event {state.title!r}, {head.number} acts, {_signed(lines)}", wrong)


def _club(data: bytes, trusted: tuple[Key, ...]) -> Verdict:
    file = club_files.read(data)
    head = file.header
    hidden = f", {file.withheld} of them left out" if file.withheld else ""
    about = f"club {head.club}, {head.number} acts{hidden}, {_signed(file.closing)}"
    return Verdict(about, _untrusted(club_lines.FORM, file.closing, Head(head.club, head.number, head.head), trusted))


def _signed(lines: Closing) -> str:
    if lines.checkpoint:
        return f"signed at {lines.checkpoint.checkpoint.at}"
    return f"sealed at {min(each.seal.at for each in lines.seals)}" if lines.seals else "not signed"


def _untrusted(form: Form, lines: Closing, head: Head, trusted: tuple[Key, ...]) -> list[str]:
    """What none of the trusted keys vouches for."""
    if not trusted:
        return []
    if not (lines.checkpoint or lines.seals):
        return ["nothing is signed, by a trusted key or any other"]
    return form.problems(lines, head, trusted)
