"""A round's pairings as a page shows them, their inputs, and the recomputation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from django.core.cache import cache

from frontend.base.language import russian
from frontend.base.points import said
from frontend.tournaments import refusals, vocabulary
from frontend.tournaments.visit import Visit
from gamelog.contest import counting, draw, scoring
from gamelog.contest.errors import Refused
from gamelog.contest.pairing import remarks
from gamelog.contest.pairing.check import differences
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Candidate, Pair, Paired, Request, Unpairable
from gamelog.contest.state import Result, Round, open_seats, seat, seats_of
from gamelog.contest.terms_tallies import parts_of, sided
from gamelog.games.access import games_visible
from gamelog.tournaments import group_standings, selectors
from rules import canonical

KEPT = 24 * 3600


class Battle(msgspec.Struct, frozen=True):
    """One game of a round: a whole table, or a board of a match between teams.

    `a` and `b` are names. `score` are the games won in a match of several, else the victory points; `beside` is what
    that leaves out, in words. `points` are what both sides get for it (at a board the battle points, which are added
    up); `game` is the record, if there is one to see.
    """

    table: int
    board: int
    a: str
    b: str
    score: tuple[str, str]
    points: tuple[str, str]
    winner: str
    standing: str
    dispute: str
    game: UUID | None
    forfeit: str
    own: bool
    beside: tuple[str, ...] = ()


class Match(msgspec.Struct, frozen=True):
    """A table of a round. Individual players have one battle; in a match of teams `points` are those of the whole
    match. `remarks` say that a judge made the pair, and what it breaks.
    """

    table: int
    terrain: str
    a: int
    b: int
    name_a: str
    name_b: str
    floated: bool
    battles: tuple[Battle, ...]
    points: tuple[str, str]
    own: bool
    remarks: tuple[str, ...] = ()
    group: str = ""
    """The group or the places of the pod that the two play in, in words."""

    @property
    def battle(self) -> Battle:
        """The first battle; for individual players the only one."""
        return self.battles[0]


def matches(visit: Visit, found: Round) -> list[Match]:
    """The tables of a round, in their order."""
    return _matches(visit, found, found.paired.pairs)


def match(visit: Visit, found: Round, two: Pair) -> Match:
    """One table of a round."""
    return _matches(visit, found, [two])[0]


def _matches(visit: Visit, found: Round, pairs: Iterable[Pair]) -> list[Match]:
    terrain = {each.number: each.terrain for each in visit.state.terms.tables}
    games = _games(visit, found)
    said = remarks.remarks(found.request, found.paired)
    return [_match(visit, found, each, terrain.get(each.table, ""), games, said) for each in pairs]


def _games(visit: Visit, found: Round) -> dict[str, UUID]:
    """The records of a round's seats that the visitor may see."""
    ids = [each.game for each in found.games.values()]
    seen = {str(each) for each in games_visible(visit.user).filter(pk__in=ids).values_list("pk", flat=True)}
    return {key: UUID(each.game) for key, each in found.games.items() if each.game in seen}


def _match(
    visit: Visit, found: Round, two: Pair, terrain: str, games: dict[str, UUID], said: tuple[str, ...]
) -> Match:  # fmt: skip
    boards = range(1, len(seats_of(visit.state, two)) + 1) if visit.state.terms.teams else (0,)
    chosen = selectors.boards_of(found, two.table)
    battles = [_battle(visit, found, two, board, chosen, games) for board in boards]
    own = visit.own is not None and visit.own.number in (two.a, two.b)
    return Match(
        two.table, terrain, two.a, two.b, visit.name(two.a), visit.name(two.b), two.floated, tuple(battles),
        match_points(visit, found, two), own, tuple(map(vocabulary.remark, remarks.of_pair(said, two.a, two.b))),
        vocabulary.group(group_standings.name_in(visit.state, found, two.a)),
    )  # fmt: skip


def match_points(visit: Visit, found: Round, two: Pair) -> tuple[str, str]:
    """The points of a table for each side, in the points that rank the tournament; empty until all of it is played."""
    results = [found.results[key] for key in seats_of(visit.state, two) if key in found.results]
    if len(results) < len(seats_of(visit.state, two)):
        return "", ""
    return _shown(visit.state.terms.ranks, counting.match_points(visit.state, results))


def _shown(kind: str, points: Sequence[Any]) -> tuple[str, str]:
    a, b = (each.of(parts_of(kind)[0]) for each in points)
    return said(sided(kind, a, b)), said(sided(kind, b, a))


def _battle(
    visit: Visit, found: Round, two: Pair, board: int, chosen: list[tuple[int, int]], games: dict[str, UUID]
) -> Battle:
    key = seat(two.table, board)
    result = found.results.get(key)
    a, b = players(visit, two, board, chosen)
    score, points, winner = _result(visit, result)
    standing, dispute, forfeit = (result.standing, result.dispute, result.report.forfeit) if result else ("", "", "")
    own = visit.own is not None and visit.own.number in (two.a, two.b) and (not board or visit.board in (a, b))
    return Battle(
        two.table, board, _player(visit, two.a, a, board), _player(visit, two.b, b, board), score, points, winner,
        standing, dispute, games.get(key), forfeit, own, _beside(visit, result),
    )  # fmt: skip


def _player(visit: Visit, entrant: int, member: int, board: int) -> str:
    return visit.name(entrant, member) if member or not board else ""


def players(visit: Visit, two: Pair, board: int, chosen: list[tuple[int, int]]) -> tuple[int, int]:
    """The members of two teams who meet at a board: as the captains chose, else by their order; 0 while that is
    open.
    """
    teams = visit.state.terms.teams
    if board and chosen:
        return chosen[board - 1]
    return (board, board) if board and teams and not teams.captains else (0, 0)


def _result(visit: Visit, result: Result | None) -> tuple[tuple[str, str], tuple[str, str], str]:
    """The score, the points of one battle, and the winning side; empty without a result."""
    if result is None:
        return ("", ""), ("", ""), ""
    report = result.report
    both = scoring.score(visit.state.terms.scoring, report)
    winner = next((side for side, each in zip("ab", both, strict=True) if each.outcome == "win"), "")
    score = ("", "") if report.forfeit else report.score
    kind = "battle" if visit.state.terms.teams else visit.state.terms.ranks
    return score, _shown(kind, both), winner


def _beside(visit: Visit, result: Result | None) -> tuple[str, ...]:
    return vocabulary.beside_score(result.report, visit.state.terms.tallies) if result else ()


class SeasonRound(msgspec.Struct, frozen=True):
    """A round of a league and its days. `missing` counts the tables of a paired round that have no result."""

    number: int
    days: str
    paired: bool
    missing: int


def season(visit: Visit) -> list[SeasonRound]:
    """The rounds of a league with their days; nothing where these are not known."""
    of, paired = visit.state.terms.season, len(visit.state.rounds)
    return [
        SeasonRound(number, vocabulary.days(*days), number <= paired,
                    len(open_seats(visit.state, number)) if number <= paired else 0)
        for number in range(1, visit.number_of_rounds + 1)
        if (days := of and of.days_of(number))
    ]  # fmt: skip


class Aside(msgspec.Struct, frozen=True):
    """An entrant who does not play in a round, and why."""

    entrant: int
    name: str
    why: str
    means: str


def asides(visit: Visit, found: Round) -> list[Aside]:
    """The entrants who have a bye, advance unopposed, or asked not to be paired."""
    free = [(each, "bye") for each in found.paired.resting]
    free += [(each, "bye") for each in found.paired.unopposed]
    free += [(each, "waiting") for each in found.paired.waiting]
    asked = visit.state.entrants.values()
    free += [(each.number, each.byes[str(found.number)]) for each in asked if str(found.number) in each.byes]
    return [
        Aside(number, visit.name(number), vocabulary.bye_kind(kind), vocabulary.bye_means(kind))
        for number, kind in free
    ]


# how it was made


class PairingInputs(msgspec.Struct, frozen=True):
    """The inputs of a pairing, as the act that made it holds them. `moved` are tables changed since."""

    act: int
    request: Request
    paired: Paired
    reason: str
    lifted: tuple[str, ...]
    again: bool
    moved: bool


def pairing_of(visit: Visit, found: Round) -> PairingInputs:
    """The act that made the current pairing of a round."""
    (entry,) = selectors.entries_of(visit.tournament, found.act - 1, found.act)
    act: Any = entry.act
    pairing = entry.pairing
    assert pairing
    again = type(act).__struct_config__.tag == "re-pair"
    return PairingInputs(found.act, *pairing, act.reason, act.lifted, again, pairing.paired != found.paired)


class SaidOfPairing(msgspec.Struct, frozen=True):
    """The remarks on a pairing, in words: pairs made by hand, constraints that do not hold, preferences given up."""

    by_hand: tuple[str, ...]
    broken: tuple[str, ...]
    given_up: tuple[str, ...]


def said_of(visit: Visit, of: PairingInputs) -> SaidOfPairing:
    """What has to be known about a round's pairing."""
    found = remarks.remarks(of.request, of.paired)
    by_hand = [each for each in found if remarks.kind(each) == "by-hand"]
    broken = [each for each in found if remarks.kind(each) in remarks.BROKEN]
    given_up = [each for each in found if each not in (*by_hand, *broken)]
    return SaidOfPairing(
        tuple(vocabulary.who(each, visit.names) for each in by_hand),
        *(tuple(vocabulary.note(each, visit.names) for each in some) for some in (broken, given_up)),
    )


def inputs(visit: Visit, request: Request) -> list[tuple[Candidate, str, str]]:
    """The names and scores of all entrants to be paired, by rank."""
    ranked = sorted(request.candidates, key=lambda each: each.rank)
    return [(each, visit.name(each.entrant), said(each.score)) for each in ranked]


class Compared(msgspec.Struct, frozen=True):
    """A table of a published pairing beside the recomputed one. Names; empty if there is no such table."""

    table: int
    published: tuple[str, str]
    computed: tuple[str, str]

    @property
    def same(self) -> bool:
        """Whether both are the same."""
        return self.published == self.computed


class Recomputed(msgspec.Struct, frozen=True):
    """A published pairing made again. `differs` are the checker's sentences, `why` the reason if no pairing was
    found.
    """

    same: bool
    tables: tuple[Compared, ...]
    bye: tuple[str, str]
    differs: tuple[str, ...]
    why: str = ""


def recomputed(visit: Visit, of: PairingInputs) -> Recomputed:
    """Make a pairing again from its published inputs, and compare the two."""
    try:
        again = pair(of.request)
    except (Unpairable, Refused) as error:
        return Recomputed(False, (), ("", ""), (), why_unpairable(error))
    differs = tuple(each.ru if russian() else each.en for each in differences(of.paired, again))
    published, computed = _by_table(visit, of.paired), _by_table(visit, again)
    nobody = ("", "")
    tables = tuple(
        Compared(each, published.get(each, nobody), computed.get(each, nobody)) for each in sorted(published | computed)
    )
    bye = tuple(", ".join(map(visit.name, each.resting)) for each in (of.paired, again))
    return Recomputed(not differs, tables, (bye[0], bye[1]), differs)


def _by_table(visit: Visit, paired: Paired) -> dict[int, tuple[str, str]]:
    return {each.table: (visit.name(each.a), visit.name(each.b)) for each in paired.pairs}


# the round that is not paired yet


class Waiting(msgspec.Struct, frozen=True):
    """Why the next round is not paired: results are missing, or no pairing keeps every constraint (`why`).

    `lifts` are the constraints that could be lifted, in words, with the number of pairs or byes that would break each
    at least.
    """

    number: int
    missing: tuple[str, ...] = ()
    why: str = ""
    lifts: tuple[tuple[str, int], ...] = ()


def waiting(visit: Visit) -> Waiting:
    """What the next round waits for. Whether it can be paired is computed once for every state of the tournament."""
    state = visit.state
    number = len(state.rounds) + 1
    missing = tuple(open_seats(state, number - 1)) if state.rounds else ()
    if missing or state.phase not in ("registration", "ready", "running"):
        return Waiting(number, missing)
    key = f"unpairable:{visit.tournament.pk}:{visit.tournament.head[:24]}"
    kept = cache.get(key)
    if kept is None:
        kept = _unpairable(visit)
        cache.set(key, kept, KEPT)
    whys, lifts = kept
    why = whys[russian()]
    told = [("; ".join(map(vocabulary.constraint, names)), cost) for names, cost in lifts]
    return Waiting(number, missing, why, tuple(told))


def why_unpairable(error: Unpairable | Refused) -> str:
    """The reason why a round cannot be paired, in the reader's language."""
    if isinstance(error, Refused):
        return refusals.refusal_text(error)
    return error.why_ru if russian() else error.why


def _unpairable(visit: Visit) -> tuple[list[str], list[tuple[list[str], int]]]:
    """Why the next round cannot be paired, in English and Russian, and what to lift; empty if it can, or if it is not
    due yet.
    """
    try:
        draw.require_pairable(visit.state)
        pair(draw.request_for(visit.state))
    except Unpairable as error:
        return [error.why, error.why_ru], [([each.constraint, *each.also], each.cost) for each in error.lifts]
    except Refused as error:
        if error.code != "too-few" or visit.state.rounds:
            return [refusals.refusal_text(error, each) for each in ("en", "ru")], []
    return ["", ""], []


def inputs_digest(of: PairingInputs) -> str:
    """The digest of a pairing's inputs, for comparing what two people recompute."""
    return sha256(canonical(of.request)).hexdigest()
