"""Whether two lines of a report file agree on their game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamelog.contest.interchange.book import BookPlayer, Meeting
from gamelog.contest.interchange.trf_columns import Columns, round_columns

AGREE = frozenset({"10", "01", "==", "00", "WL", "LW", "DD", "LL", "+-", "-+", "--", ""})
"""Results of both players that go together; both may have lost."""


def disagreements(players: Mapping[int, BookPlayer], lines: Mapping[int, int]) -> Iterator[tuple[int, Columns, str]]:
    """The line, columns and sentence of each game on which its two players disagree, once per game."""
    for number in sorted(players):
        for place, meeting in enumerate(players[number].rounds):
            if meeting.opponent:
                text = _disagreement(players, lines, number, place, meeting)
                if text:
                    opponent, _, result = round_columns(place + 1)
                    yield lines[number], (opponent[0], result[1]), f"round {place + 1}: {text}"


def _disagreement(
    players: Mapping[int, BookPlayer], lines: Mapping[int, int], number: int, place: int, meeting: Meeting
) -> str:
    """The contradiction, or nothing. A game recorded by both is reported for the smaller number."""
    other = players.get(meeting.opponent)
    if other is None:
        return f"there is no player {meeting.opponent}"
    if meeting.opponent == number:
        return f"{number} plays against themselves"
    back = other.rounds[place] if place < len(other.rounds) else Meeting()
    where = f"line {lines[meeting.opponent]}"
    if back.opponent != number:
        whom = f"plays {back.opponent}" if back.opponent else "has no opponent"
        return f"{number} plays {meeting.opponent}, who {whom} ({where})"
    if number > meeting.opponent:
        return ""
    if meeting.colour == back.colour and meeting.colour != "-":
        return f"{number} and {meeting.opponent} both have the colour {meeting.colour} ({where})"
    if meeting.result + back.result not in AGREE:
        return f"{_said(meeting)} against {_said(back)} of {meeting.opponent} ({where}) cannot be"
    return ""


def _said(meeting: Meeting) -> str:
    return meeting.result or "no result"
