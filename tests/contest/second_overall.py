"""Best Overall a second time, from the bare acts and the numbers of the standings alone.

It shares no code with `gamelog.contest`: marks are read from the acts in their order into a dictionary, a total is a
whole number over one common denominator, and a place is found by counting who is better.
"""

from __future__ import annotations

from typing import Any


def table(entries: Any, general: dict[int, tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """(place, entrant, numerator, denominator) in order. `general` gives place and score (hundredths) by entrant."""
    terms, marks, pairs, results = _read(entries)
    sums = {entrant: score * terms["weights"][0][0] * terms["common"] // terms["weights"][0][1]
            for entrant, (_place, score) in general.items()}  # fmt: skip
    for category, (weight, of) in zip(terms["soft"], terms["weights"][1:], strict=True):
        for entrant in general:
            points = _points(category, entrant, marks, pairs, results)
            sums[entrant] += points * weight * terms["common"] // of
    shown = []
    for entrant, (place, _score) in general.items():
        ahead = sum(
            sums[other] > sums[entrant]
            or (terms["parted"] and sums[other] == sums[entrant] and general[other][0] < place)
            for other in general
        )
        shown.append((1 + ahead, place, entrant))
    return [(place, entrant, sums[entrant], 100 * terms["common"]) for place, _general, entrant in sorted(shown)]


def _read(entries: Any) -> Any:
    """Terms with weights as (weight, of), marks by what they are for, and who met whom with a result in which round."""
    terms: dict[str, Any] = {}
    marks: dict[tuple[str, int, int, int], tuple[int, int]] = {}
    pairs: dict[tuple[int, int], tuple[int, int]] = {}
    results: set[tuple[int, int]] = set()
    for entry in entries:
        act, kind = entry.act, type(entry.act).__name__
        if kind == "Announce":
            own, soft = act.terms.overall, act.terms.soft
            weights = [(each.weight, each.of or 100) for each in (own, *soft)]
            common = 1
            for _weight, of in weights:
                common *= of
            terms = {"soft": soft, "weights": weights, "common": common, "parted": own.ties == "general"}
        elif kind == "PairRound":
            (found,) = (each.paired for each in entry.effects if hasattr(each, "paired"))
            pairs |= {(act.round, each.table): (each.a, each.b) for each in found.pairs}
        elif kind in ("Enter", "Clear"):
            (results.add if kind == "Enter" else results.discard)((act.round, act.table))
        elif kind == "GiveSoft":
            for each in act.marks:
                key = act.category, act.round, 0, each.entrant
                if each.points is None:
                    del marks[key]
                else:
                    marks[key] = each.entrant, each.points
        elif kind == "RateOpponent":
            a, b = pairs[act.round, act.table]
            giver, marked = (a, b) if act.side == "a" else (b, a)
            marks[act.category, act.round, giver, 0] = marked, act.points
        elif kind == "Vote":
            worth = next(each.most for each in terms["soft"] if each.id == act.category)
            marks[act.category, 0, act.entrant, 0] = act.opponent, worth
        elif kind == "WithdrawSoft":
            del marks[act.category, act.round, act.giver, 0]
    return terms, marks, pairs, results


def _points(category: Any, entrant: int, marks: Any, pairs: Any, results: Any) -> int:
    games = [(number, b if a == entrant else a) for (number, table), (a, b) in pairs.items()
             if entrant in (a, b) and (number, table) in results]  # fmt: skip
    points = 0
    if category.by == "opponent":
        for number, opponent in games:
            marked, given = marks.get((category.id, number, opponent, 0), (0, 0))
            points += given if marked == entrant else (category.usual or 0)
    else:
        for (word, _round, giver, _entrant), (marked, given) in marks.items():
            met = not giver or giver in [opponent for _number, opponent in games]
            points += given if word == category.id and marked == entrant and met else 0
    return points if category.cap is None else min(points, category.cap)
