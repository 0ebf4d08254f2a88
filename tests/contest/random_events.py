"""Events by chance, with everything that happens: byes of all kinds, forfeits, withdrawals, late entries, penalties.

Pairings are drawn blindly, rematches included: tie-breaks have to stand what no pairing would give.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import msgspec

from gamelog.contest.cards import Card, How, Outcome, RoundScore
from gamelog.contest.terms import Award, Band, Scoring, TeamTerms, Terms, TieBreak
from gamelog.contest.terms_tallies import POINTS, Major, Tally, names_of
from gamelog.contest.tiebreaks import ALL

COLUMNS = 25
"""How many tie-breaks an event is ranked by: so many that a few events hold them all."""
SCORINGS = (
    Scoring(),
    Scoring(win=100, draw=50, loss=0, bye=Award(match=100), half_bye=Award(match=50), forfeit_win=Award(match=100)),
    Scoring(win=300, draw=200, loss=100, bye=Award(match=300, battle=1500), half_bye=Award(match=200),
            zero_bye=Award(match=25), forfeit_loss=Award(match=-50), victory_cap=9000),
    Scoring(win=200, draw=100, loss=0, scale=(Band(0, 500, 1000, 1000), Band(501, None, 1700, 300)),
            bye=Award(match=100, battle=1000), forfeit_win=Award(match=200, battle=1500)),
    Scoring(win=1, draw=0, loss=0, ranks="battle", bye=Award(match=1, battle=2000), half_bye=Award(battle=1000)),
    Scoring(win=0, draw=0, loss=0, ranks="victory", bye=Award(victory=7500), forfeit_win=Award(victory=8000)),
)  # fmt: skip

TALLIES = (
    Tally("touchdowns", "Touchdowns", "Тачдауны", cap=900),
    Tally("casualties", "Casualties"),
    Tally("primary", "Primary", cap=5000, into="victory"),
)


def event(number: int) -> tuple[dict[int, Card], Terms]:
    """The cards and terms of an event; the same number gives the same event."""
    chance = random.Random(number)
    scoring = chance.choice(SCORINGS)
    field = chance.choice((2, 3, 4, 5, 6, 7, 9, 12))
    rounds = chance.randint(1, 7)
    robin = chance.random() < 0.25
    draw_rate = chance.choice((0.0, 0.2, 0.9))
    lines: dict[int, list[RoundScore]] = {entrant: [] for entrant in range(1, field + 1)}
    stays = {entrant: _stay(chance, rounds) for entrant in lines}
    for played in range(1, rounds + 1):
        for entrant, each in _one_round(chance, lines, stays, played, scoring, draw_rate):
            lines[entrant].append(each)
    if chance.random() < 0.2:
        _leave_out_last_results(chance, lines)
    # What is counted beside is drawn by itself, so that everything else stays as it was before there were tallies.
    beside = random.Random(f"tallies {number}")
    tallies = TALLIES if beside.random() < 0.7 else ()
    if tallies:
        lines = _with_tallies(beside, lines)
    major = Major(scoring.win + 50, scoring.loss - 25, times=2) if beside.random() < 0.3 else None
    scoring = msgspec.structs.replace(scoring, tallies=tallies, major=major)
    if tallies and beside.random() < 0.2:
        ranks = beside.choice([kind for kind in names_of(tallies) if not kind.endswith(".against")])
        scoring = msgspec.structs.replace(scoring, ranks=ranks)
    cards = {entrant: _card(chance, entrant, field, tuple(lines[entrant])) for entrant in lines}
    terms = Terms("kt", format=("round-robin", "league")[number % 2] if robin else "swiss", rounds=rounds,
                  scoring=scoring, tiebreaks=columns(chance, kinds_of(scoring)))  # fmt: skip
    return cards, _for_teams(terms) if chance.random() < 0.2 else terms


def kinds_of(scoring: Scoring) -> tuple[str, ...]:
    """The kinds of points that a tie-break can be asked of; empty stands for the usual one."""
    return ("", *names_of(scoring.tallies))


def _with_tallies(beside: random.Random, lines: dict[int, list[RoundScore]]) -> dict[int, list[RoundScore]]:
    """The same rounds with tallies: of both sides of a table, and sometimes of a round that nobody played."""
    made = {
        (each.round, entrant): {
            tally.id: beside.randint(0, 9 if tally.id == "touchdowns" else 60) * beside.choice((50, 100))
            for tally in TALLIES
            if beside.random() < 0.9
        }
        for entrant, line in lines.items()
        for each in line
        if each.how == "played" or beside.random() < 0.1
    }
    return {
        entrant: [
            msgspec.structs.replace(
                each, tallies=made.get((each.round, entrant), {}),
                tallies_against=made.get((each.round, each.opponent), {}),
            )
            for each in line
        ]
        for entrant, line in lines.items()
    }  # fmt: skip


def _leave_out_last_results(chance: random.Random, lines: dict[int, list[RoundScore]]) -> None:
    """Some tables still play: the round is on neither of the two cards."""
    opponents = {entrant: line[-1].opponent for entrant, line in lines.items()}
    for entrant, opponent in opponents.items():
        if entrant < opponent and chance.random() < 0.5:
            lines[entrant].pop()
            lines[opponent].pop()


def _for_teams(terms: Terms) -> Terms:
    """The same points, as those of matches between teams; the scoring of a board is another."""
    boards = Scoring(win=700, draw=600, loss=500, ranks=terms.scoring.ranks, tallies=terms.scoring.tallies)
    matches = msgspec.structs.replace(terms.scoring, tallies=())
    return msgspec.structs.replace(terms, scoring=boards, teams=TeamTerms(size=3, scoring=matches))


def level_event(number: int) -> tuple[dict[int, Card], Terms]:
    """A few entrants who are all level, some of whom met, once or twice: direct encounters decide. One pair a round."""
    chance = random.Random(f"level {number}")
    robin, density, draw_rate = chance.random() < 0.3, chance.choice((0.5, 0.8, 1.0)), chance.choice((0.0, 0.3))
    draw, loss = chance.choice(((100, 0), (200, 100)))
    scoring = Scoring(ranks="battle", battle_cap=0, draw=draw, loss=loss, victory_cap=chance.choice((None, 9000)))
    field = range(1, chance.randint(2, 6) + 1)
    pairs = [pair for pair in combinations(field, 2) if chance.random() < density]
    pairs += [pair for pair in pairs if chance.random() < 0.15]
    lines: dict[int, list[RoundScore]] = {entrant: [] for entrant in field}
    for played, pair in enumerate(pairs, 1):
        found = dict(_pair(chance, played, *pair, scoring, draw_rate))
        for entrant in field:
            lines[entrant].append(found.get(entrant, RoundScore(played, "zero-bye")))
    cards = {entrant: Card(entrant, entrant, tuple(rounds)) for entrant, rounds in lines.items()}
    order = ["direct-encounter", "head-to-head", "wins-played", "direct-encounter"][chance.randint(0, 1) :]
    if number % 4 == 0:
        order.insert(chance.randint(0, len(order)), "extended-direct-encounter")
    kinds: list[Any] = ["" if id == "wins-played" else chance.choice(("", "match", "", "victory")) for id in order]
    chosen = (
        *(
            TieBreak(id, chance.choice(("2023", "2026")), of=kind, by="victory")
            if id.startswith("extended")
            else TieBreak(id, "1", of=kind)
            for id, kind in zip(order, kinds, strict=True)
        ),
        TieBreak("victory-points", "1"),
    )  # fmt: skip
    return cards, Terms(
        "kt", format=("round-robin", "league")[number % 2] if robin else "swiss", tiebreaks=chosen, scoring=scoring
    )


def columns(chance: random.Random, points: tuple[str, ...] = ("", *POINTS)) -> tuple[TieBreak, ...]:
    """Many of the tie-breaks of all versions in any order, with parameters, asked of any of these kinds of points."""
    return tuple(_column(chance, index, points) for index in chance.sample(range(len(ALL)), COLUMNS))


def _column(chance: random.Random, index: int, points: tuple[str, ...]) -> TieBreak:
    rule = ALL[index]
    params = {
        param.id: chance.choice(
            (param.default, chance.randint(0, min(3, param.most) if param.most < 1000 else param.most))
        )
        for param in rule.params
    }
    if "floor-of" in params:
        params |= {"floor-of": max(1, params["floor-of"]), "floor": min(params["floor"], max(1, params["floor-of"]))}
    kinds: dict[str, Any] = {each.id: chance.choice(points) for each in rule.kinds}
    return TieBreak(rule.id, rule.version, params, **kinds)


def _stay(chance: random.Random, rounds: int) -> range:
    """The rounds that somebody is there for."""
    first = chance.randint(2, rounds) if rounds > 1 and chance.random() < 0.15 else 1
    last = chance.randint(first, rounds) if chance.random() < 0.2 else rounds
    return range(first, last + 1)


def _one_round(
    chance: random.Random, lines: dict[int, list[RoundScore]], stays: dict[int, range], played: int, scoring: Scoring,
    draw_rate: float,
) -> list[tuple[int, RoundScore]]:  # fmt: skip
    there: list[int] = []
    found: list[tuple[int, RoundScore]] = []
    for entrant in lines:
        asked = chance.random()
        if played not in stays[entrant]:
            found.append((entrant, RoundScore(played, "absent")))
        elif asked < 0.06:
            found.append((entrant, _award(played, "half-bye", scoring.half_bye)))
        elif asked < 0.12:
            found.append((entrant, _award(played, "zero-bye", scoring.zero_bye)))
        else:
            there.append(entrant)
    chance.shuffle(there)
    if len(there) % 2:
        found.append((there.pop(), _award(played, "bye", scoring.bye)))
    for a, b in zip(there[::2], there[1::2], strict=True):
        found += _pair(chance, played, a, b, scoring, draw_rate)
    return found


def _award(played: int, how: How, award: Award, opponent: int = 0) -> RoundScore:
    return RoundScore(played, how, opponent, "", award.match, award.battle, award.battle_against, award.victory,
                      award.victory_against)  # fmt: skip


def _pair(
    chance: random.Random, played: int, a: int, b: int, scoring: Scoring, draw_rate: float
) -> list[tuple[int, RoundScore]]:
    kind = chance.random()
    if kind < 0.12:
        winner, loser = scoring.forfeit_win, scoring.forfeit_loss
        first = _award(played, "forfeit-win", winner, b) if kind < 0.08 else _award(played, "forfeit-loss", loser, b)
        return [(a, first), (b, _award(played, "forfeit-loss", loser, a))]
    results: tuple[Outcome, Outcome] = chance.choice((("win", "loss"), ("loss", "win")))
    if chance.random() < draw_rate:
        results = ("draw", "draw")
    elif kind < 0.18:
        results = ("loss", "loss")
    most = 2000 if scoring.battle_cap is None else scoring.battle_cap
    battle = (chance.randint(0, most), chance.randint(0, most))
    victory = (chance.randint(0, 9000), chance.randint(0, 9000))
    bonus = 10 if kind > 0.9 else 0
    first = RoundScore(played, "played", b, results[0], getattr(scoring, results[0]) + bonus, *battle, *victory)
    second = RoundScore(played, "played", a, results[1], getattr(scoring, results[1]), *battle[::-1], *victory[::-1])
    if kind < 0.5:
        games = chance.choice(((2, 0, 0), (2, 0, 1), (1, 1, 1), (0, 3, 0), (0, 0, 1)))
        first = msgspec.structs.replace(first, games=games[0], games_drawn=games[1], games_against=games[2])
        second = msgspec.structs.replace(second, games=games[2], games_drawn=games[1], games_against=games[0])
    return [(a, first), (b, second)]


def _card(chance: random.Random, entrant: int, field: int, rounds: tuple[RoundScore, ...]) -> Card:
    card = Card(
        entrant, field + 1 - entrant, rounds, rating=chance.choice((0, 1500, 1833, 2001, chance.randint(1, 2800)))
    )
    if chance.random() < 0.15:
        card = msgspec.structs.replace(card, match_adjustment=chance.choice((-100, -33, 50)))
    if chance.random() < 0.1:
        card = msgspec.structs.replace(card, battle_adjustment=-300, victory_adjustment=chance.choice((-1000, 250)))
    return msgspec.structs.replace(card, withdrawn=bool(rounds) and rounds[-1].how == "absent")
