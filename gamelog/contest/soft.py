"""Soft scores: which marks count, and what they come to. See `terms_soft`, `acts.soft`, and `overall` for the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from gamelog.contest.errors import Refused, bad_terms
from gamelog.contest.pairing.request import Pair
from gamelog.contest.state import Round, SoftMark, TournamentState, seats_of
from gamelog.contest.terms import Terms
from gamelog.contest.terms_soft import SoftCategory

Games: TypeAlias = Mapping[int, Sequence[tuple[int, int]]]
"""For an entrant, each game with a result: the round and the opponent."""


def played(state: TournamentState, found: Round, pair: Pair) -> bool:
    """Whether the game of a pair has a result, or all boards of a match have one."""
    return all(key in found.results for key in seats_of(state, pair))


def games_of(state: TournamentState) -> Games:
    """The games with a result, for each entrant."""
    found: dict[int, list[tuple[int, int]]] = {}
    for each in state.rounds:
        for pair in each.paired.pairs:
            if played(state, each, pair):
                found.setdefault(pair.a, []).append((each.number, pair.b))
                found.setdefault(pair.b, []).append((each.number, pair.a))
    return found


def met(state: TournamentState, entrant: int) -> tuple[int, ...]:
    """Everybody whom an entrant played against, in the order of rounds."""
    return tuple(dict.fromkeys(opponent for _number, opponent in games_of(state).get(entrant, ())))


def marks_of(state: TournamentState, category: SoftCategory, entrant: int, games: Games) -> list[SoftMark]:
    """The marks that count for an entrant. One from an opponent whom they did not meet after all, since the round was
    paired again or its result removed, does not.
    """
    own = games.get(entrant, ())
    given = [each for each in state.soft if each.category == category.id and each.entrant == entrant]
    if category.by == "opponent":
        return [each for each in given if (each.round, each.giver) in own]
    known = {opponent for _number, opponent in own}
    return [each for each in given if not each.giver or each.giver in known]


def total(state: TournamentState, category: SoftCategory, entrant: int, games: Games) -> int:
    """What an entrant's marks of a category come to, in hundredths; with what counts where an opponent gave none."""
    marks = marks_of(state, category, entrant, games)
    points = sum(each.points for each in marks)
    if category.usual is not None:
        points += category.usual * (len(games.get(entrant, ())) - len(marks))
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
            yield bad_terms("$.terms.soft", f"marks for {each.category} are given already: it has to stay",
                            f"оценки в категории {each.category} уже есть: она остаётся")  # fmt: skip
            continue
        path = f"$.terms.soft[{words.index(each.category)}]"
        if (before.by, before.each) != (after.by, after.each):
            yield bad_terms(f"{path}.by", f"marks for {each.category} are given already: who gives them has to stay",
                            f"оценки в категории {each.category} уже есть: кто их ставит, не меняется")  # fmt: skip
        if after.by == "vote" and after.most != before.most:
            yield bad_terms(
                f"{path}.most",
                f"votes for {each.category} are cast already: what one is worth has to stay",
                f"голоса в категории {each.category} уже поданы: цена голоса не меняется",
            )
        elif after.by != "vote" and not after.least <= each.points <= after.most:
            yield bad_terms(f"{path}.most", f"a mark for {each.category} that is given already would be out of range",
                            f"уже поставленная оценка в категории {each.category} вышла бы за пределы")  # fmt: skip
