"""Matches of several games, such as a best of three: entered at the desk and by players, counted, shown and printed."""

from __future__ import annotations

import csv
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from gamelog.contest.acts.entries import Drop
from gamelog.contest.acts.results import Enter
from gamelog.contest.outcomes import BattleOutcome, Games
from gamelog.contest.terms import TeamTerms, TieBreak
from gamelog.tournaments.models import Tournament
from tests.events.filling import Hand, Page
from tests.tournaments import making

pytestmark = pytest.mark.django_db

MAGIC = tuple(TieBreak(id, version) for id, version in (("match-win", "2"), ("game-win", "1")))
"""As in appendix C of the Magic Tournament Rules: both percentages, and never below 0.33."""
TITLE = "Monday"
"""Its seed keeps those apart whose results the source gives."""
POINTS_ONLY = (TieBreak("victory-difference", "1"),)


def _event(people: SimpleNamespace, players: int, rounds: int) -> Tournament:
    made = making.announce(people.organiser, title=TITLE, rounds=rounds, tiebreaks=MAGIC, tables=())
    making.register(made, *(f"Player {number}" for number in range(1, players + 1)))
    return made


def _enter(
    hand: Hand, event: Tournament, number: int, table: int, won: tuple[int, int], drawn: int = 0
) -> Page:  # fmt: skip
    """Enter the games of a table at the desk, as its first side sees them."""
    form = hand.open(f"/events/{event.slug}/desk/acts/enter/?round={number}&table={table}").form("/acts/enter/")
    return hand.send(form, games_a=won[0], games_b=won[1], games_drawn=drawn or "")


def _play(hand: Hand, event: Tournament, scripts: dict[int, list[str]]) -> None:
    """Enter the results of the round: scripted games through the desk's page, and 2-0 for side a at other tables."""
    found = making.state_of(event).rounds[-1]
    for pair in found.paired.pairs:
        own = next((each for each in (pair.a, pair.b) if found.number <= len(scripts.get(each, ()))), 0)
        if own:
            assert not {pair.a, pair.b} <= set(scripts), "two with a script have met: the example needs another seed"
            won, lost, *drawn = map(int, scripts[own][found.number - 1].split("-"))
            _enter(hand, event, found.number, pair.table, (won, lost) if own == pair.a else (lost, won), *drawn)
        else:
            report = BattleOutcome(games=Games(2))
            making.act(event, event.owner, Enter(round=found.number, table=pair.table, report=report))


def _shown(client: Client, event: Tournament, *entrants: int) -> list[tuple[str, str, str]]:
    """Match points and both percentages of entrants, from the standings as they are downloaded."""
    text = client.get(f"/events/{event.slug}/standings.csv").content.decode("utf-8-sig")
    rows = {int(row["number"]): row for row in csv.DictReader(text.splitlines())}
    return [(rows[each]["match"], rows[each]["match-win"], rows[each]["game-win"]) for each in entrants]


def test_the_published_game_win_percentages(client: Client, people: SimpleNamespace) -> None:
    """Magic Tournament Rules, appendix C: 2-0, 2-1, 1-2 and 2-0 are 21 points of 30, 0.70; 1-2, 1-2, 0-2 and 1-2 are 9
    of 33, 0.27, so that 0.33 is used.
    """
    client.force_login(people.organiser)
    hand, event = Hand(client), _event(people, 10, 4)
    scripts: dict[int, list[str]] = {}
    for number in range(1, 5):
        making.pair_round(event)
        if number == 1:
            one, other = (each.a for each in making.state_of(event).rounds[0].paired.pairs[:2])
            scripts = {one: ["2-0", "2-1", "1-2", "2-0"], other: ["1-2", "1-2", "0-2", "1-2"]}
        _play(hand, event, scripts)
    assert _shown(client, event, one, other) == [("9", "0.75", "0.7"), ("0", "0.33", "0.33")]
    said = [hand.open(f"/events/{event.slug}/standings/{each}/2/").text for each in (one, other)]
    assert "21 of 30 points: 0.7" in said[0] and "9 of 33 points: 0.33 (the floor)" in said[1]


def test_the_published_match_win_percentages(client: Client, people: SimpleNamespace) -> None:
    """Magic Tournament Rules, appendix C: 5-2-1 in eight rounds is 16 of 24, 0.667; 1-3-0 and out is 3 of 12, 0.25, so
    that 0.33 is used; 3-2-0 with a bye in the first round, and out, is 9 of 15, 0.60.
    """
    client.force_login(people.organiser)
    hand, event = Hand(client), _event(people, 17, 8)
    for number in range(1, 9):
        making.pair_round(event)
        if number == 1:
            first = making.state_of(event).rounds[0].paired
            best, worst, free = first.pairs[0].a, first.pairs[1].a, first.bye
            scripts = {
                best: ["2-0", "2-1", "2-0", "2-0", "2-1", "0-2", "1-2", "1-1-1"],
                worst: ["1-2", "1-2", "2-1", "0-2"], free: ["", "0-2", "1-2", "2-1", "2-0"],
            }  # fmt: skip
        _play(hand, event, scripts)
        for entrant, last in ((worst, 4), (free, 5)):
            if number == last:
                making.act(event, event.owner, Drop(entrant=entrant))
    shown = [(match, percentage) for match, percentage, _games in _shown(client, event, best, worst, free)]
    assert shown == [("16", "0.6667"), ("3", "0.33"), ("9", "0.6")]


def test_a_player_reports_games_and_the_round_shows_them_everywhere(client: Client, people: SimpleNamespace) -> None:
    """2-0-1, as in the appendix: drawn games are said beside the score, on pages, on paper, and in the files."""
    event = making.announce(people.organiser, tiebreaks=MAGIC)
    making.register(event, people.p1, people.p2)
    making.pair_round(event)
    pair = making.state_of(event).rounds[0].paired.pairs[0]
    reporter, opponent = (people.p1, people.p2) if pair.a == 1 else (people.p2, people.p1)
    client.force_login(reporter)
    table = f"/events/{event.slug}/tables/1/1/"
    page = Hand(client).open(table)
    (form,) = [each for each in page.forms if each.value("games_a") is not None]
    answer = Hand(client).send(form, "report", games_a=2, games_b="", games_drawn=1)
    assert "How many games?" in answer.text
    (form,) = [each for each in answer.forms if each.value("games_a") is not None]
    assert (form.value("games_a"), form.value("games_drawn")) == ("2", "1"), "what was typed stays"
    assert Hand(client).send(form, "report", games_b=0).status == 200
    client.force_login(opponent)
    (form,) = [each for each in Hand(client).open(table).forms if ("do", "confirm") in [b[:2] for b in each.buttons]]
    Hand(client).send(form, "confirm")
    result = making.state_of(event).rounds[0].results["1"]
    assert (result.standing, result.report.games) == ("confirmed", Games(2, 0, 1))
    for address in (table, f"/events/{event.slug}/rounds/1/"):
        assert "game drawn" in client.get(address, headers={"Accept-Language": "en"}).content.decode()
        assert "игра вничью" in client.get(address, headers={"Accept-Language": "ru"}).content.decode()
    assert "2 : 0 (=1)" in client.get(f"/events/{event.slug}/print/1/pairings/").content.decode()
    (row,) = csv.DictReader(client.get(f"/events/{event.slug}/rounds/1.csv").content.decode("utf-8-sig").splitlines())
    assert (row["a_games"], row["b_games"], row["drawn_games"]) == ("2", "0", "1")
    client.force_login(people.organiser)
    for part in ("", "tables/1/1/"):
        assert "1 game drawn" in Hand(client).open(f"/events/{event.slug}/desk/{part}").text


def test_the_desk_asks_for_games_or_points(client: Client, people: SimpleNamespace) -> None:
    """A match of which nobody says the games is one game, decided by its points."""
    client.force_login(people.organiser)
    hand, event = Hand(client), _event(people, 4, 3)
    making.pair_round(event)
    form = hand.open(f"/events/{event.slug}/desk/acts/enter/?round=1&table=1").form("/acts/enter/")
    assert "How many games?" in hand.send(form).text
    assert "This is not a number of games." in hand.send(form, games_a="-1", games_b="two").text
    assert "How many points?" in hand.send(form, a="12").text
    hand.send(form, a="12", b="7")
    _enter(hand, event, 1, 2, (1, 1), 1)
    first, second = making.state_of(event).rounds[0].results.values()
    assert (first.report.games, first.report.a.victory) == (None, 1200)
    assert second.report == BattleOutcome(games=Games(1, 1, 1))
    again = hand.open(f"/events/{event.slug}/desk/acts/enter/?round=1&table=2").form("/acts/enter/")
    assert (again.value("games_a"), again.value("games_drawn"), again.value("a")) == ("1", "1", "")


def test_a_best_of_three_ends_at_two(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    hand, event = Hand(client), making.announce(people.organiser, tiebreaks=(), best_of=3)
    making.register(event, "Ada", "Boris")
    making.pair_round(event)
    answer = _enter(hand, event, 1, 1, (3, 0))
    assert "In a best of 3 a side wins at most 2 games" in answer.text
    assert "In a best of 3" in _enter(hand, event, 1, 1, (2, 2)).text
    assert not making.state_of(event).rounds[0].results
    _enter(hand, event, 1, 1, (2, 1))
    assert making.state_of(event).rounds[0].results["1"].report.games == Games(2, 1)
    assert "best of 3 games" in hand.open(f"/events/{event.slug}/rules/").text


@pytest.mark.parametrize(
    "terms", [{"tiebreaks": POINTS_ONLY}, {"tiebreaks": MAGIC, "teams": TeamTerms(size=2, captains=False)}]
)
def test_other_events_do_not_ask_for_games(client: Client, people: SimpleNamespace, terms: dict[str, Any]) -> None:
    client.force_login(people.organiser)
    event = making.announce(people.organiser, late_entry=0, **terms)
    if "teams" in terms:
        making.register_team(event, "Reds", "Ada", "Boris")
        making.register_team(event, "Blues", "Clara", "Dmitri")
    else:
        making.register(event, "Ada", "Boris")
    making.pair_round(event)
    board = "&board=1" if "teams" in terms else ""
    text = Hand(client).open(f"/events/{event.slug}/desk/acts/enter/?round=1&table=1{board}").text
    assert 'name="a"' in text and "games_a" not in text
