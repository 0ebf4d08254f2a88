"""Standings from what was kept are those computed from nothing, whatever happens to an event between two looks."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, get_args

import msgspec
import pytest

from gamelog.contest import event_standings, kept_standings, stream
from gamelog.contest.acts import entries, penalties, results, rounds
from gamelog.contest.cards import Card
from gamelog.contest.errors import Refused
from gamelog.contest.kept_standings import KeptStandings
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.standings import standings
from gamelog.contest.state import Line, TournamentState, open_seats
from gamelog.contest.stream import Format
from tests.contest.desk import Desk, report
from tests.contest.random_events import columns, event, level_event
from tests.contest.test_formats import kept as stored_events

LINES: tuple[Line, ...] = ("corrected", "played")


def changed(chance: random.Random, cards: dict[int, Card]) -> dict[int, Card]:
    """The cards with something else on one or two of them, or with somebody more or fewer."""
    made = dict(cards)
    kind = chance.random()
    if kind < 0.1 and len(made) > 2:
        gone = chance.choice(sorted(made))
        met = {each.opponent for each in made[gone].rounds}
        if not met - {0}:
            del made[gone]
        return made
    if kind < 0.2:
        new = max(made) + 1
        return {**made, new: Card(new, len(made) + 1)}
    for entrant in chance.sample(sorted(made), min(2, len(made))):
        card = made[entrant]
        if chance.random() < 0.3 or not card.rounds:
            card = msgspec.structs.replace(
                card, match_adjustment=chance.choice((-100, 0, 50)), withdrawn=chance.random() < 0.5
            )
        else:
            at = chance.randrange(len(card.rounds))
            each = msgspec.structs.replace(
                card.rounds[at], match=chance.choice((0, 100, 300)), victory=chance.randint(0, 9000),
                outcome=chance.choice(("win", "loss", "draw")) if card.rounds[at].how == "played" else "",
            )  # fmt: skip
            card = msgspec.structs.replace(card, rounds=(*card.rounds[:at], each, *card.rounds[at + 1 :]))
        made[entrant] = card
    return made


@pytest.mark.parametrize("number", range(60))
def test_with_every_tie_break(number: int) -> None:
    """All versions of all tie-breaks, in any order, with parameters; swiss, round robins and leagues, teams."""
    chance = random.Random(number)
    cards, terms = (level_event if number % 4 == 3 else event)(number)
    kept = KeptStandings()
    for turn in range(12):
        assert standings(cards, terms, "seed", kept=kept) == standings(cards, terms, "seed"), turn
        cards = changed(chance, cards)
        if turn == 8:
            terms = msgspec.structs.replace(terms, tiebreaks=columns(chance))


@pytest.mark.parametrize("form", get_args(Format))
def test_after_every_act_of_stored_events(form: Format) -> None:
    """Whole events with corrections, penalties, withdrawals, teams and eliminations, on both lines."""
    for stored in stored_events(form):
        state, kept = TournamentState(), {line: KeptStandings() for line in LINES}
        for entry in stored.entries():
            stream.evolve(state, entry)
            for line in LINES:
                found = event_standings.current(state, line, kept[line])
                assert found == event_standings.current(state, line), (stored.name, entry.number, line)


@pytest.mark.parametrize("seed", range(6))
def test_after_random_acts(seed: int) -> None:
    """Results entered, corrected and taken back, penalties given and lifted, people who leave and come."""
    chance = random.Random(seed)
    desk = Desk(rounds=4, tiebreaks=columns(chance)).enter(11)
    kept: dict[Line, KeptStandings] = {line: KeptStandings() for line in LINES}
    done: Counter[str] = Counter()
    for _ in range(120):
        act = _act(chance, desk.state)
        try:
            desk.do(act)
        except Refused:
            continue
        done[type(act).__name__] += 1
        for line in LINES if chance.random() < 0.6 else ():
            assert event_standings.current(desk.state, line, kept[line]) == event_standings.current(desk.state, line)
    assert len(done) > 6, done


def _act(chance: random.Random, state: TournamentState) -> Any:
    number, entrant = len(state.rounds), chance.randint(1, len(state.entrants))
    tables = [pair.table for pair in state.rounds[-1].paired.pairs] if number else []
    table, given = chance.choice(tables or [1]), [each.act for each in state.penalties] or [0]
    told = report(chance.randint(0, 20), chance.randint(0, 20))
    if not tables or (not open_seats(state, number) and chance.random() < 0.5):
        return rounds.PairRound(round=number + 1)
    if open_seats(state, number) and chance.random() < 0.5:
        return results.Enter(round=number, table=int(open_seats(state, number)[0]), report=told)
    return chance.choice((
        results.Rule(round=chance.randint(1, number), table=table, report=told, reason="so"),
        results.Clear(round=number, table=table, reason="so"), results.Confirm(round=number, table=table),
        results.Enter(round=number, table=table, report=BattleOutcome(forfeit=chance.choice(("a", "b", "both")))),
        penalties.Penalise(entrant=entrant, kind="points", match=-50, victory=chance.choice((0, -100)), reason="late"),
        penalties.Lift(penalty=chance.choice(given), reason="so"), entries.Register(rating=chance.randint(0, 9)),
        entries.Drop(entrant=entrant), entries.AskBye(entrant=entrant, round=number + 1),
        entries.Return(entrant=entrant),
    ))  # fmt: skip


def test_only_what_a_card_changes_is_worked_out_again() -> None:
    cards, terms = event(5)
    kept = KeptStandings()
    first = standings(cards, terms, "seed", kept=kept)
    before = dict(kept.crosstable(cards, terms, "seed").memory)
    assert all(kept.crosstable(cards, terms, "seed").memory[key] is value for key, value in before.items())
    entrant = min(cards)
    other = {**cards, entrant: msgspec.structs.replace(cards[entrant], victory_adjustment=700)}
    after = kept.crosstable(other, terms, "seed").memory
    assert set(after) == {key for key, (_found, read) in before.items() if not read >> entrant & 1}
    assert 0 < len(after) < len(before)
    assert standings(cards, terms, "seed", kept=kept) == first


def test_values_of_groups_that_are_gone_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    cards, terms = event(5)
    kept = KeptStandings()
    standings(cards, terms, "seed", kept=kept)
    monkeypatch.setattr(kept_standings, "MOST", 0)
    assert not kept.crosstable(cards, terms, "seed").memory
