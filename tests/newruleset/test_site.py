"""Noughts and crosses on the site: recorded, verified, imported, replayed, in both languages, at the tables of an
event with standings. No page and no service names the ruleset.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import rules
from frontend.games import replay
from frontend.tournaments import terms_errors
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.terms import RosterTerms, Terms
from gamelog.games import selectors, services
from gamelog.games.models import Game, Roster
from gamelog.tournaments import selectors as events
from gamelog.tournaments import services as tournaments
from gamelog.tournaments import submissions
from gamelog.tournaments.models import TableGame, Tournament
from tests.tournaments.making import announce, pair_round, register, state_of

pytestmark = pytest.mark.django_db

GameOf = Callable[[int], rules.GameFile]
LANGUAGES = pytest.mark.parametrize("language", ["en", "ru"])


def record(game: Game, file: rules.GameFile) -> Game:
    """Declare every step of a file, as the game's owner."""
    for event in file.events:
        services.event_append(
            game_id=game.pk, expected=event.number - 1, declaration=event.declaration(), actor=game.owner
        )
    game.refresh_from_db()
    return game


@pytest.fixture
def recorded(people: SimpleNamespace, game_of: GameOf, django_capture_on_commit_callbacks: Any) -> Game:
    """A game that was declared step by step, and verified once it was over."""
    with django_capture_on_commit_callbacks(execute=True):
        game = services.game_create(
            owner=people.organiser, ruleset="noughts", title="Lunch", seats={"x": people.p1, "o": people.p2}
        )
        return record(game, game_of(3))


def page(client: Client, name: str, *given: Any, language: str = "en") -> str:
    answer = client.get(reverse(name, args=given), headers={"Accept-Language": language})
    assert answer.status_code == 200, (name, answer.status_code)
    return answer.content.decode()


def test_a_recorded_game_is_verified_and_has_its_winner(recorded: Game) -> None:
    report = selectors.report_of(recorded)
    assert report is not None and report.verdict == "verified"
    assert (recorded.finished, recorded.winner) == (True, "x")
    assert {seat.side for seat in recorded.seats.all()} == {"x", "o"}


def test_a_game_file_is_imported_and_stays_the_same(people: SimpleNamespace, game_of: GameOf, client: Client) -> None:
    data = game_of(5).dump()
    game = services.game_import(data=data, owner=people.p1).game
    assert selectors.file_of(game).startswith(data)
    assert selectors.result_of(game).winner == "o"


@LANGUAGES
def test_the_replay_tells_the_game(recorded: Game, client: Client, language: str) -> None:
    shown = json.loads(
        client.get(reverse("replay-data", args=[recorded.pk]), headers={"Accept-Language": language}).content
    )
    first = {"en": ["Noughts: b3", "Crosses: a1"], "ru": ["Нолики: b3", "Крестики: a1"]}[language]
    titles = [step["t"] for step in shown["steps"]]
    assert titles[1:4] == [{"en": "Who begins?", "ru": "Кто начинает?"}[language], *first]
    assert shown["phases"]["play"] == {"en": "Play", "ru": "Игра"}[language]
    assert shown["counters"]["lines"] == {"en": "lines", "ru": "линии"}[language]
    assert len(shown["table"]["zones"]) == 9 and len(shown["models"]) == 10
    assert shown["verdict"] == "verified"


@LANGUAGES
def test_every_page_of_the_game_is_shown(
    recorded: Game, client: Client, people: SimpleNamespace, language: str
) -> None:
    played = page(client, "game", recorded.pk, language=language)
    assert {"en": "Crosses won", "ru": "Победа: Крестики"}[language] in played
    listed = page(client, "games", language=language)
    assert {"en": "Noughts", "ru": "Нолики"}[language] in listed
    log = page(client, "game-log", recorded.pk, language=language)
    assert {"en": "Three in a row", "ru": "Три в ряд"}[language] in log
    odds = page(client, "odds", recorded.pk, 2, language=language)
    assert re.search(r"50[.,]0", odds)
    for name in ("game-rosters", "evidence", "corrections", "rule"):
        client.force_login(people.staff)
        page(client, name, recorded.pk, language=language)


@LANGUAGES
def test_its_catalogue_is_a_page(client: Client, language: str) -> None:
    index = page(client, "rules", "noughts", language=language)
    chapters = re.findall(r'href="(/rules/noughts/[\w-]+/)"', index)
    asked = {"Accept-Language": language}
    shown = "".join(client.get(each, headers=asked).content.decode() for each in chapters)
    assert {"en": "A mark is placed in one of the nine squares", "ru": "Знак ставят в пустую клетку"}[language] in shown
    assert 'id="noughts.end.line"' in shown


def test_the_interface_lists_it(client_of: Any) -> None:
    listed = client_of("").get("/api/rulesets").json()
    assert [each["name"] for each in listed if each["id"] == "noughts"] == ["Noughts and crosses"]


def test_nothing_in_the_payload_is_told_in_plain_keys(noughts: rules.Ruleset, game_of: GameOf) -> None:
    """A step whose ruleset has no words for it would be "Crosses declares: mark"."""
    titles = [step.t for step in replay.steps(noughts, game_of(6).events)]
    assert not [title for title in titles if "declares" in title]


# events

CHESS = "chess@1"


def terms(**more: Any) -> dict[str, Any]:
    """The terms of a small event: two rounds, a point for a win and half a point for a draw."""
    preset = PRESETS[CHESS]
    given = {"ruleset": "noughts", "rules_version": "1", "rounds": 2, "scoring": scoring_of(CHESS)}
    return {**given, "tiebreaks": preset.tiebreaks, "tables": (), "late_entry": 0, **more}


def play_round(event: Tournament, game_of: GameOf, seeds: tuple[int, ...]) -> list[Game]:
    """Pair the next round and play a game at each of its tables."""
    number, games = pair_round(event), []
    for table, seed in enumerate(seeds, 1):
        event.refresh_from_db()
        row: TableGame = tournaments.table_open(tournament=event, number=number, table=table, actor=event.owner)
        games.append(record(row.game, game_of(seed)))
    return games


def test_an_event_is_played_with_it_and_has_standings(
    people: SimpleNamespace, game_of: GameOf, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    """Every table is a recorded game; verified results become points, and the points places."""
    event = announce(people.organiser, title="Paper cup", **terms())
    register(event, people.p1, people.p2, people.p3, people.p4)
    points = dict.fromkeys(range(1, 5), 0)
    for seeds in ((3, 5), (6, 8)):
        with django_capture_on_commit_callbacks(execute=True):
            games = play_round(event, game_of, seeds)
        now = state_of(event)
        for pair, game in zip(now.rounds[-1].paired.pairs, games, strict=True):
            found = now.rounds[-1].results[str(pair.table)]
            assert found.standing == "verified"
            assert found.report.winner == {"x": "a", "o": "b", "": "draw"}[game.winner]
            for number, side in ((pair.a, "x"), (pair.b, "o")):
                points[number] += 50 if not game.winner else 100 if game.winner == side else 0
    places = events.table_of(event).places
    assert {place.entrant: 100 * place.wins + 50 * place.draws for place in places} == points
    assert points[places[0].entrant] == max(points.values())
    shown = page(client, "event", event.slug)
    assert "Paper cup" in shown and re.search(r"\b[01]\.5\b", shown)


def test_an_event_cannot_want_rosters_of_a_game_without_them(people: SimpleNamespace) -> None:
    wanted = Terms(**terms(rosters=RosterTerms(required=True)))
    with pytest.raises(rules.Malformed, match="noughts is played without rosters"):
        tournaments.require_rules(wanted)
    assert [terms_errors.field_of(each.path) for each in terms_errors.problems(wanted)] == ["roster_required"]


def test_a_roster_counts_for_its_game_and_for_what_expands_it() -> None:
    """One of 40,000 may be handed in for Cities of Death; a name that begins alike is another game."""
    army = Roster(ruleset="wh40k", name="Army", points=10, models_count=1)
    assert submissions.problems_of(army, Terms(ruleset="cod")) == ()
    assert submissions.problems_of(army, Terms(ruleset="noughts")) == (
        "it is a roster of wh40k, and the event plays noughts",
    )


def test_the_form_of_an_event_offers_it(people: SimpleNamespace, client: Client) -> None:
    client.force_login(people.organiser)
    assert "Noughts and crosses 1" in page(client, "event-announce")
