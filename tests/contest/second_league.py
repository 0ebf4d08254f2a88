"""The table of a free league a second time, from a bare list of its matches.

Nothing of `gamelog.contest` is used: what each entrant has played is read off the list, points by games are ratios of
whole numbers, and a place is one more than the number of those who are better and have games enough. Tie-breaks are
those of `second_method`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.contest.second_method import VALUES, Ratio, better, lowest, ranges, text

KINDS = ("match", *(kind + side for kind in ("battle", "victory") for side in ("", ".against", ".difference")))


class Played(NamedTuple):
    """A match with its result: victory points of both in hundredths, and who stayed away (`a`, `b`, `both`, or "")."""

    number: int
    a: int
    b: int
    a_points: int
    b_points: int
    away: str = ""


def rows(matches: list[Played], entrants: list[int], scoring: Any) -> dict[int, list[dict[str, Any]]]:
    """The matches of each entrant, in the order of their numbers."""
    found: dict[int, list[dict[str, Any]]] = {n: [] for n in entrants}
    for match in sorted(matches):
        for me, foe, mine, its, side in (
            (match.a, match.b, match.a_points, match.b_points, "a"),
            (match.b, match.a, match.b_points, match.a_points, "b"),
        ):
            row: dict[str, Any] = {"r": match.number, "foe": foe, "games": (0, 0, 0)}
            if match.away:
                lost = match.away in (side, "both")
                won = not lost
                foe_won = not won and match.away != "both"
                award = scoring.forfeit_win if won else scoring.forfeit_loss
                against = scoring.forfeit_win if foe_won else scoring.forfeit_loss
                row |= {"how": "forfeit-loss" if lost else "forfeit-win", "res": "", "match": award.match,
                        "battle": award.battle, "victory": award.victory, "battle.against": against.battle,
                        "victory.against": against.victory}  # fmt: skip
            else:
                res = "win" if mine > its else "draw" if mine == its else "loss"
                row |= {"how": "played", "res": res, "match": getattr(scoring, res), "battle": mine, "victory": mine,
                        "battle.against": its, "victory.against": its}  # fmt: skip
            row |= {f"{kind}.difference": row[kind] - row[f"{kind}.against"] for kind in ("battle", "victory")}
            found[me].append(row)
    return found


def table(matches: list[Played], entrants: list[int], terms: Any, seed: str) -> list[tuple[int, int, list[str]]]:
    """(place, entrant, values as text), best first; place 0 for too few games, below all others."""
    scoring, league = terms.scoring, terms.free_league
    played = rows(matches, entrants, scoring)
    sums = {kind: {n: sum(x[kind] for x in played[n]) for n in entrants} for kind in KINDS}
    event = {
        "rows": played, "extra": {kind: dict.fromkeys(entrants, 0) for kind in sums}, "sum": sums,
        "points": {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}, "last": len(matches), "seed": seed,
        "best": scoring.win,
        "rating": dict.fromkeys(entrants, 0), "robin": False, "range": ranges(terms),
        "first": {n: n for n in entrants},
    }  # fmt: skip
    lines: dict[int, list[Ratio]] = {}
    for n in entrants:
        games = len(played[n]) + league.added_games if league.per_game else 1
        lines[n] = [lowest(sums[scoring.ranks][n], 100 * games) if played[n] else (0, 1)]
    for wanted in terms.tiebreaks:
        before = {n: tuple(line) for n, line in lines.items()}
        for n in entrants:
            level = [other for other in entrants if before[other] == before[n]]
            lines[n].append(VALUES[wanted.id](event, n, dict(wanted.params), wanted.version, level))
    enough = [n for n in entrants if len(played[n]) >= league.least_games]
    found = []
    for n in entrants:
        ahead = [other for other in entrants if better(lines[other], lines[n])]
        place = 1 + sum(other in enough for other in ahead) if n in enough else 0
        found.append((n not in enough, len(ahead), n, place))
    return [(place, n, [text(each) for each in lines[n]]) for _few, _ahead, n, place in sorted(found)]
