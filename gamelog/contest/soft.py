"""Soft scores: which marks count, and what they come to. See `terms_soft`, `acts.soft`, and `overall` for the table."""

from __future__ import annotations

from collections.abc import Iterator

from gamelog.contest.errors import Refused, bad_terms
from gamelog.contest.pairing.request import Pair
from gamelog.contest.state import Round, SoftMark, TournamentState, seats_of
from gamelog.contest.terms import Terms
from gamelog.contest.terms_soft import SoftCategory


def played(state: TournamentState, found: Round, pair: Pair) -> bool:
    """Whether the game of a pair has a result, or all boards of a match have one."""
    return all(key in found.results for key in seats_of(state, pair))


def met(state: TournamentState, entrant: int) -> dict[int, int]:
    """Everybody whom an entrant played against, with the last round in which they did."""
    found: dict[int, int] = {}
    for each in state.rounds:
        pair = each.pair_of(entrant)
        if pair and played(state, each, pair):
            found[pair.b if pair.a == entrant else pair.a] = each.number
    return found


def marks_of(state: TournamentState, category: SoftCategory, entrant: int) -> list[SoftMark]:
    """The marks that count for an entrant. One from an opponent whom they did not meet after all, since the round was
    paired again or its result removed, does not.
    """
    rounds = [each for each in state.rounds if (pair := each.pair_of(entrant)) and played(state, each, pair)]
    sat = {(each.number, giver) for each in rounds if (giver := _opponent(each, entrant))}
    known = met(state, entrant)
    found = [each for each in state.soft if each.category == category.id and each.entrant == entrant]
    if category.by == "opponent":
        return [each for each in found if (each.round, each.giver) in sat] + _usual(category, entrant, sat, found)
    return [each for each in found if not each.giver or each.giver in known]


def _opponent(found: Round, entrant: int) -> int:
    pair = found.pair_of(entrant)
    return (pair.b if pair.a == entrant else pair.a) if pair else 0


def _usual(
    category: SoftCategory, entrant: int, sat: set[tuple[int, int]], found: list[SoftMark]
) -> list[SoftMark]:  # fmt: skip
    """The marks in the place of those that opponents did not give."""
    if category.usual is None:
        return []
    given = {(each.round, each.giver) for each in found}
    return [SoftMark(category.id, entrant, category.usual, number, giver) for number, giver in sorted(sat - given)]


def total(state: TournamentState, category: SoftCategory, entrant: int) -> int:
    """What an entrant's marks of a category come to, in hundredths."""
    points = sum(each.points for each in marks_of(state, category, entrant))
    return points if category.cap is None else min(points, category.cap)


def require_marks_stand(state: TournamentState, terms: Terms) -> None:
    """Refuse other terms under which a mark that was given could not stand. Raises: Refused `bad-terms`."""
    for refused in _fallen(state, terms):
        raise refused


def _fallen(state: TournamentState, terms: Terms) -> Iterator[Refused]:
    words = [each.id for each in terms.soft]
    for each in state.soft:
        before, after = state.terms.soft_category(each.category), terms.soft_category(each.category)
        if after is None or before is None:
            yield bad_terms("$.terms.soft", f"marks for {each.category} are given already: it has to stay")
            continue
        path = f"$.terms.soft[{words.index(each.category)}]"
        if (before.by, before.each) != (after.by, after.each):
            yield bad_terms(f"{path}.by", f"marks for {each.category} are given already: who gives them has to stay")
        if after.by == "vote" and after.most != before.most:
            yield bad_terms(
                f"{path}.most", f"votes for {each.category} are cast already: what one is worth has to stay"
            )
        elif after.by != "vote" and not after.least <= each.points <= after.most:
            yield bad_terms(f"{path}.most", f"a mark for {each.category} that is given already would be out of range")
