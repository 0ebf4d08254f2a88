"""What has to be known about a published pairing: whom a judge brought together by hand, and what that broke.

A judge who pairs two by hand is bound by no constraint, and a fixed schedule knows nothing of pairs that are kept
apart. Neither is refused, and both are said wherever the round is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamelog.contest.pairing.pair import FIXED
from gamelog.contest.pairing.request import Paired, Request

BROKEN = ("rematch", "forbidden", "second-bye")
"""Remarks about a constraint that does not hold in the round."""
OF_A_PAIR = ("by-hand", "rematch", "forbidden")
"""Remarks about two who meet at a table."""


def remarks(request: Request, paired: Paired) -> tuple[str, ...]:
    """The notes of a pairing, after them what its rules do not speak of, in the same form.

    `by-hand:3-8` for two whom a judge paired, `forbidden:3-8` also where a schedule or a draw brings them together.
    """
    made = (*_by_hand(request, paired), *_forbidden(request, paired))
    return (*paired.notes, *(each for each in made if each not in paired.notes))


def _by_hand(request: Request, paired: Paired) -> Iterator[str]:
    """Pairs that stood before the pairing and had no table yet: a re-pairing keeps all others where they are."""
    chosen = {frozenset((a, b)) for a, b, table in request.kept if b and not table}
    yield from (f"by-hand:{_two(each.a, each.b)}" for each in paired.pairs if {each.a, each.b} in chosen)


def _forbidden(request: Request, paired: Paired) -> Iterator[str]:
    apart = {frozenset(each) for each in request.forbidden} if request.format in FIXED else set()
    yield from (f"forbidden:{_two(each.a, each.b)}" for each in paired.pairs if {each.a, each.b} in apart)


def _two(a: int, b: int) -> str:
    low, high = sorted((a, b))
    return f"{low}-{high}"


def of_pair(found: tuple[str, ...], a: int, b: int) -> tuple[str, ...]:
    """The remarks about two who meet."""
    return tuple(each for each in found if each.partition(":")[2] == _two(a, b) and kind(each) in OF_A_PAIR)


def kind(remark: str) -> str:
    """What a remark is about: the word before its colon."""
    return remark.partition(":")[0]
