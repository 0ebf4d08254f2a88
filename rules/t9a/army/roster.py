"""Army lists of The 9th Age: recognised by their content, whatever wrote them, and what makes them armies.

By hand (`byhand`), the text and JSON that players exchange (`exchanged`, `records`), BattleScribe files (`files`). A
file with several lists needs to say which: by a number at the end of its name, `round-3#4.jsonl`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from rules import battlescribe
from rules.kernel.errors import Malformed, OtherSystem
from rules.kernel.remarks import Notes
from rules.kernel.ruleset import Below
from rules.kernel.sheet import Roster
from rules.selections import MAX_NAME
from rules.t9a.army import byhand, entries, exchanged, files, records
from rules.t9a.army.entries import Listed
from rules.textlines import MAX_LINE, MAX_LINES, ListLine, game_of, keys_of, lines_of, text_of

CHOSEN = re.compile(r"(?P<stem>.*?)\s*#\s*(?P<number>[1-9]\d{0,2})\Z", re.ASCII | re.DOTALL)
_KEYS = keys_of(byhand.KEYS)
_BY_HAND = re.compile(r"\A\s*(?:regiment|полк)\s*:", re.IGNORECASE)
_BELOW = re.compile(r"\A\s*(?:model|модель|weapon|оружие|part|часть|game|игра)\s*:", re.IGNORECASE)
_JSON = ('"armyListOne"', '"armyListTwo"', '"total_points"', '"scoreOne"', '"upgrades"')
"""Members of lists of this game: a text with one of them is one, damaged or not."""
NOT_OURS = "this is no army of The 9th Age: no .ros or .rosz, no list by hand, and none with points before each entry"
MOST_NAMED = 12
BELOW = Below(
    lambda data: not battlescribe.is_roster(data),
    "model: Ford Wardens: Adv4 Mar8 Dis7 HP1 Def4 Res3 Arm2 Att1 Off4 Str3 AP0 Agi3 | Standard, Infantry | - "
    "| base 20x20",
)
"""Anything but a BattleScribe file can be completed by hand."""


class Named(NamedTuple):
    """The name of a file without the number of a list, and that number; 0 if it has none."""

    stem: str
    number: int


def load(data: bytes, name: str = "army.txt") -> Roster:
    """The army in a file.

    Raises:
        Malformed: with the line or the path of what cannot be read; `$.gameSystemName` for a file that is no army of
            this game; `$` for several lists of which the file's name says none.
    """
    if battlescribe.is_roster(data):
        return files.load(battlescribe.read(data, name, files.require_system))
    game = game_of(data)
    if game and not byhand.OURS.search(game):
        raise OtherSystem(game, "The 9th Age")
    head = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    plain = head.decode("utf-8", "replace")
    if head[:1] in (b"{", b"["):
        return _recorded(data, plain, name)
    lines = plain.splitlines()
    if any(map(_BY_HAND.match, lines)):
        return byhand.load(list(lines_of(text_of(data), _KEYS)), name)
    if exchanged.is_list("\n".join(line for line in lines[:MAX_LINES] if len(line) <= MAX_LINE)):
        return _exchanged(text_of(data), name)
    if game:
        raise Malformed("line 1", "the list has no regiment; write 'regiment: NAME | Core | 200'")
    raise Malformed("$.gameSystemName", NOT_OURS)


def named(name: str) -> Named:
    """What the name of a file says."""
    stem = PurePath(name).stem
    found = CHOSEN.fullmatch(stem)
    return Named(found["stem"], int(found["number"])) if found else Named(stem, 0)


def _recorded(data: bytes, plain: str, name: str) -> Roster:
    """A list in JSON, with the lines by hand below it."""
    if not any(member in plain for member in _JSON):
        raise Malformed("$.gameSystemName", NOT_OURS)
    text = text_of(data).lstrip()
    found, below = records.decoded(text)
    if not records.is_ours(found):
        raise Malformed("$.gameSystemName", NOT_OURS)
    every = records.paths(found)
    figures = [(army, records.figure(value)) for _, value, army in every]
    at = _choose(figures, name, [value is not None for _, value, _ in every])
    path, value, army = every[at]
    notes = Notes()
    if path.endswith(records.LISTS):
        notes.add("edition", said=records.REPORT, read=byhand.SYSTEM)
    listed = records.listed(path, value, army, notes)
    first = text[: len(text) - len(below)].count("\n")
    return entries.roster(listed, _name(listed, name), entries.given(_below(below, first)), notes)


def _exchanged(text: str, name: str) -> Roster:
    """A list as players paste it, with the lines by hand below it."""
    lines = re.split(r"\r\n|\r|\n", text)
    if len(lines) > MAX_LINES:
        raise Malformed(f"line {MAX_LINES + 1}", f"a list has at most {MAX_LINES} lines")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            raise Malformed(f"line {number}", f"a line has at most {MAX_LINE} characters")
    by_hand = "\n".join(line if _BELOW.match(line) else "" for line in lines)
    found = exchanged.lists("\n".join("" if _BELOW.match(line) else line for line in lines))
    at = _choose([(each.army, each.total) for each, _ in found], name, [True] * len(found))
    listed, notes = found[at]
    return entries.roster(listed, _name(listed, name), entries.given(_below(by_hand, 0)), notes)


def _below(text: str, first: int) -> list[ListLine]:
    """The lines by hand below a list, with their numbers in the file."""
    return [line._replace(number=line.number + first) for line in lines_of(text, _KEYS)]


def _choose(lists: Sequence[tuple[str, int]], name: str, there: Sequence[bool]) -> int:
    """Which of the lists of a file is meant. Raises: Malformed, unless there is one, or the file's name says which."""
    stem, number = named(name)
    whole = [at for at, is_there in enumerate(there) if is_there]
    if number and number <= len(lists) and there[number - 1]:
        return number - 1
    if len(whole) == 1 and not number:
        return whole[0]
    listed = "; ".join(f"{at + 1}: {lists[at][0] or '?'} ({lists[at][1]})" for at in whole[:MOST_NAMED])
    more = f"; and {len(whole) - MOST_NAMED} more" if len(whole) > MOST_NAMED else ""
    suffix = PurePath(name).suffix
    if number:
        raise Malformed("$", f"this file has no list number {number}; it holds {listed}{more}")
    raise Malformed(
        "$",
        f"this file holds {len(whole)} lists: {listed}{more}. Put the number of one behind a hash at the end of the "
        f"file's name, as in {stem[:MAX_NAME]}#1{suffix}, or leave only that list in the file",
    )


def _name(listed: Listed, name: str) -> str:
    return listed.army or named(name).stem[:MAX_NAME] or "army"
