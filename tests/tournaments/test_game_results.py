"""Results read from the records of tables: verified games, games with findings, and rulings on games."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

import rules
from gamelog.contest.acts import results, setting
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import SideOutcome
from gamelog.contest.state import Result, open_seats
from gamelog.contest.terms import Scoring
from gamelog.contest.terms_tallies import Tally
from gamelog.games import corrections, demo
from gamelog.games import selectors as games
from gamelog.games import services as log
from gamelog.games.models import Game
from gamelog.reverify import jobs
from gamelog.reverify import services as reverify
from gamelog.tournaments import game_results, previews, selectors, services
from gamelog.tournaments.models import TableGame, Tournament
from tests.gamelog.contract import CheckedClient
from tests.reverify.conftest import coarser as coarser
from tests.tournaments import playing
from tests.tournaments.making import act, announce, filled, pair_round, register, reported, state_of


@pytest.fixture
def table(people: SimpleNamespace, django_capture_on_commit_callbacks: Any) -> TableGame:
    """The first table of an event's first round, its game played to the end and verified."""
    made = filled(people, rounds=0)
    pair_round(made)
    with django_capture_on_commit_callbacks(execute=True):
        return playing.recorded_at(made, 1, 1, seed=3)


def result_at(tournament: Tournament, number: int = 1, key: str = "1") -> Result | None:
    return state_of(tournament).rounds[number - 1].results.get(key)


def test_a_tables_game_has_its_players_and_the_events_rules(people: SimpleNamespace) -> None:
    made = filled(people, rounds=0)
    pair_round(made)
    pair = state_of(made).rounds[0].paired.pairs[0]
    row = services.table_open(tournament=made, number=1, table=1, actor=getattr(people, f"p{pair.b}"))
    seats = {seat.side: seat.user for seat in row.game.seats.all()}
    assert seats == {"a": getattr(people, f"p{pair.a}"), "b": getattr(people, f"p{pair.b}")}
    assert (row.game.ruleset, row.game.version, row.game.owner) == ("kt", "2018.1", people.organiser)
    again = services.table_open(tournament=made, number=1, table=1, actor=people.organiser)
    assert again.pk == row.pk and Game.objects.count() == 1


def test_a_verified_game_is_a_verified_result(table: TableGame) -> None:
    found, game = result_at(table.tournament), Game.objects.get(pk=table.game_id)
    assert found and (found.standing, found.game, found.head) == ("verified", str(game.pk), game.head)
    winner = {"a": "a", "b": "b", "": "draw"}[game.winner]
    assert found.report.winner == winner
    stored = table.tournament.acts.get(type="take-game")
    assert (stored.by, stored.role) == ("", "site")


def test_reading_twice_changes_nothing(table: TableGame) -> None:
    before = state_of(table.tournament).number
    assert not game_results.look_at(table.game_id)
    assert state_of(table.tournament).number == before
    assert not game_results.sweep(timezone.now() + timedelta(days=1))


def test_the_sweeper_reads_what_no_message_came_for(people: SimpleNamespace) -> None:
    made = filled(people, rounds=0)
    pair_round(made)
    # Without the callbacks of committed transactions no message is sent, as if the broker were down.
    row = playing.recorded_at(made, 1, 1, seed=3)
    assert result_at(made) is None
    from gamelog.games import verification
    from gamelog.games.selectors import report_of

    report = report_of(row.game)
    assert report
    verification.run(report)
    assert result_at(made) is None
    assert game_results.sweep(timezone.now() + timedelta(minutes=1)) == 1
    found = result_at(made)
    assert found and found.standing == "verified"


def test_a_game_with_findings_is_disputed(people: SimpleNamespace, django_capture_on_commit_callbacks: Any) -> None:
    made = filled(people, rounds=0)
    pair_round(made)
    with django_capture_on_commit_callbacks(execute=True):
        game = log.game_create(owner=people.organiser, ruleset="kt", policy="declared")
        services.table_open(tournament=made, number=1, table=1, actor=people.organiser, game=game)
        for number, declaration in enumerate(demo.tampered_with(playing.rosters())):
            log.event_append(game_id=game.pk, expected=number, declaration=declaration, actor=people.organiser)
    found = result_at(made)
    assert found and (found.standing, found.dispute) == ("disputed", "verification found something")
    assert open_seats(state_of(made), 1)[0] == "1"


def test_a_game_from_a_file_may_have_its_sides_swapped(
    people: SimpleNamespace, django_capture_on_commit_callbacks: Any
) -> None:
    made = filled(people, rounds=0)
    pair_round(made)
    with django_capture_on_commit_callbacks(execute=True):
        game = log.game_import(data=playing.battle(3).dump(), owner=people.organiser).game
        log.verification_request(game=game)
        services.table_open(tournament=made, number=1, table=1, actor=people.organiser, game=game, swapped=True)
    found = result_at(made)
    assert found and found.standing == "verified"
    assert found.report.winner == {"a": "b", "b": "a", "": "draw"}[game.winner]


def test_scores_are_read_in_hundredths() -> None:
    result = rules.Result(True, "b", "x", {"a": 25, "b": 30}, False, 2)
    report = game_results.report_of(result, ("a", "b"))
    # 25 halves are 12.5 points.
    assert (report.winner, report.a, report.b) == ("b", SideOutcome(victory=1250), SideOutcome(victory=1500))
    assert game_results.report_of(result, ("a", "b"), swapped=True).winner == "a"


# rulings on games


def test_a_ruling_on_a_game_shows_its_effect_and_then_exactly_that_holds(
    table: TableGame, people: SimpleNamespace, django_capture_on_commit_callbacks: Any
) -> None:
    game = Game.objects.get(pk=table.game_id)
    loser = "b" if game.winner == "a" else "a"
    played = selectors.table_of(table.tournament, "played")
    after = corrections.preview(game, playing.ruling(game, loser)).after.result
    foreseen = previews.effect_of_ruling(game, after)
    assert foreseen and foreseen[0] == table.tournament and foreseen[1].changes
    assert foreseen[1].before == selectors.table_of(table.tournament)
    with django_capture_on_commit_callbacks(execute=True):
        playing.rule(game, people.staff, loser)
    now = selectors.table_of(Tournament.objects.get(pk=table.tournament_id))
    shown = foreseen[1].after
    assert [(place.place, place.entrant, place.cells, place.card) for place in now.places] == [
        (place.place, place.entrant, place.cells, place.card) for place in shown.places
    ]
    found = result_at(table.tournament)
    # The ruling counts at once; verification of the corrected game then adds the rest.
    kinds = list(table.tournament.acts.filter(type="take-game").order_by("number").values_list("body", flat=True))
    assert len(kinds) == 3 and '"standing":"ruled"' in kinds[1]
    assert found and found.standing == "verified"
    table.tournament.refresh_from_db()
    assert selectors.table_of(table.tournament, "played").places[0].cells == played.places[0].cells


def test_page_and_api_show_what_a_ruling_on_a_game_does_to_the_standings(
    table: TableGame, people: SimpleNamespace, client: Client, client_of: Callable[[str], CheckedClient]
) -> None:
    game = Game.objects.get(pk=table.game_id)
    loser = "b" if game.winner == "a" else "a"
    client.force_login(people.staff)
    form = {"kind": "award", "winner": loser, "rule": "log.award", "reason": "the dice were not fair"}
    page = client.post(f"/games/{game.pk}/rule/", form).content.decode()
    assert f"The standings of {table.tournament.title}" in page and 'class="effect"' in page
    declared = msgspec.to_builtins(playing.ruling(game, loser))
    answer = client_of("staff").post(
        f"/api/games/{game.pk}/corrections/preview", {"expected": game.number, **declared}
    ).json()  # fmt: skip
    foreseen = previews.effect_of_ruling(game, corrections.preview(game, playing.ruling(game, loser)).after.result)
    assert foreseen and answer["event"]["slug"] == table.tournament.slug
    assert answer["event"]["effect"] == json.loads(msgspec.json.encode(foreseen[1]))


def test_a_judge_of_the_event_has_the_last_word(
    table: TableGame, people: SimpleNamespace, django_capture_on_commit_callbacks: Any
) -> None:
    game = Game.objects.get(pk=table.game_id)
    act(table.tournament, people.judge, results.Rule(round=1, table=1, report=reported(1, 1), reason="clock"))
    after = corrections.preview(game, playing.ruling(game, "b")).after.result
    assert previews.effect_of_ruling(game, after) is None
    with django_capture_on_commit_callbacks(execute=True):
        playing.rule(game, people.staff, "b")
    found = result_at(table.tournament)
    assert found and found.report == reported(1, 1)


def test_a_game_that_a_judge_removes_leaves_its_result_disputed(
    table: TableGame, people: SimpleNamespace, django_capture_on_commit_callbacks: Any
) -> None:
    game, before = Game.objects.get(pk=table.game_id), result_at(table.tournament)
    with django_capture_on_commit_callbacks(execute=True):
        playing.strike(game, people.staff)
    found = result_at(table.tournament)
    assert before and found and (found.standing, found.dispute) == ("disputed", "a judge removed the game")
    assert (found.report, found.head) == (before.report, game.head)
    assert "1" in open_seats(state_of(table.tournament), 1)
    # Nothing is left to read, however often one looks.
    assert not game_results.look_at(game.pk)
    assert not game_results.sweep(timezone.now() + timedelta(days=1))
    act(table.tournament, people.judge, results.Rule(round=1, table=1, report=reported(0, 0), reason="played again"))
    ruled = result_at(table.tournament)
    assert ruled and ruled.standing == "ruled"


def test_a_game_that_is_not_over_any_more_leaves_its_result_disputed(
    people: SimpleNamespace, django_capture_on_commit_callbacks: Any
) -> None:
    made = filled(people, rounds=0)
    pair_round(made)
    row = services.table_open(tournament=made, number=1, table=1, actor=people.organiser)
    with django_capture_on_commit_callbacks(execute=True):
        for event in playing.battle(3).events[:12]:
            log.event_append(
                game_id=row.game_id, expected=event.number - 1, declaration=event.declaration(), actor=people.organiser
            )
        game = playing.rule(Game.objects.get(pk=row.game_id), people.staff, "b")
    read = result_at(made)
    assert game.finished and read and (read.standing, read.report.winner) == ("verified", "b")
    with django_capture_on_commit_callbacks(execute=True):
        playing.void(game, people.staff, game.number)
    found = result_at(made)
    assert not Game.objects.get(pk=game.pk).finished
    assert found and (found.standing, found.dispute) == ("disputed", "a judge reopened the game")
    assert "1" in open_seats(state_of(made), 1)
    assert not game_results.look_at(game.pk) and not game_results.sweep(timezone.now() + timedelta(days=1))
    with django_capture_on_commit_callbacks(execute=True):
        playing.rule(game, people.staff, "a")
    again = result_at(made)
    assert again and (again.standing, again.report.winner) == ("verified", "a")


def test_a_game_of_no_event_has_no_effect(people: SimpleNamespace) -> None:
    game = log.game_import(data=playing.battle(3).dump(), owner=people.p1).game
    result = rules.Result(True, "a", "x")
    assert previews.effect_of_ruling(game, result) is None
    assert not game_results.look_at(game.pk)


def test_a_record_belongs_to_one_table(people: SimpleNamespace) -> None:
    made = filled(people, rounds=0)
    pair_round(made)
    game = log.game_import(data=playing.battle(3).dump(), owner=people.organiser).game
    services.table_open(tournament=made, number=1, table=1, actor=people.organiser, game=game)
    other = announce(people.organiser, title="Other")
    register(other, people.p1, people.p2)
    pair_round(other)
    for where, table in ((made, 2), (other, 1)):
        with pytest.raises(Refused):
            services.table_open(tournament=where, number=1, table=table, actor=people.organiser, game=game)
    another = log.game_import(data=playing.battle(4).dump(), owner=people.organiser).game
    with pytest.raises(Refused) as refused:
        services.table_open(tournament=made, number=1, table=1, actor=people.organiser, game=another)
    assert (refused.value.code, refused.value.path) == ("not-its-game", "$.game")
    at = state_of(made).rounds[0].pair_at(1)
    assert at
    player = getattr(people, f"p{at.a}")
    with pytest.raises(PermissionDenied):
        services.table_open(tournament=made, number=1, table=1, actor=player, game=another, reason="Ours.")
    row = services.table_open(
        tournament=made, number=1, table=1, actor=people.organiser, game=another, reason="The wrong file."
    )
    assert (row.game, made.games.count()) == (another, 1)
    free = services.table_open(tournament=made, number=1, table=2, actor=people.organiser, game=game)
    assert free.game == game, "the first is tied to no table any more"


# newer rules


@pytest.mark.usefixtures("coarser")
def test_a_newer_version_lists_the_places_that_would_change(
    people: SimpleNamespace, django_capture_on_commit_callbacks: Any
) -> None:
    made = filled(people, rounds=0)
    pair_round(made)
    with django_capture_on_commit_callbacks(execute=True):
        for table in (1, 2, 3, 4):
            playing.recorded_at(made, 1, table, seed=table)
    made.refresh_from_db()
    run = reverify.run_create(ruleset="kt", version="2018.3", created_by=None).run
    jobs.run_here(run)
    foreseen = previews.effect_of_run(made, run)
    changed = run.comparisons.filter(result_changed=True).count()
    assert changed and len(foreseen.tables) == changed
    assert {each.row.table for each in foreseen.tables} <= {1, 2, 3, 4}
    assert foreseen.effect.before == selectors.table_of(made)
    assert foreseen.effect.changes
    assert state_of(made).number == made.number
    act(made, people.organiser, setting.Finish(reason="one round is enough"))
    assert previews.effect_of_run(made, run).effect.changes == foreseen.effect.changes, "also once places are published"


# tallies


def test_a_record_fills_the_tallies_that_it_knows() -> None:
    """The sides of the pairing are swapped; casualties were reported before, kills are the game's own."""
    result = rules.Result(True, "b", "x", {"a": 25, "b": 30}, False, 2)
    counted = {"kills": {"a": 4, "b": 7}}
    reported = {"casualties": 300, "kills": 900}, {"casualties": 100}
    report = game_results.report_of(result, ("a", "b"), True, counted, reported)
    assert report.a == SideOutcome(1500, (), {"casualties": 300, "kills": 350})
    assert report.b == SideOutcome(1250, (), {"casualties": 100, "kills": 200})


def test_a_game_of_an_event_with_tallies(people: SimpleNamespace, django_capture_on_commit_callbacks: Any) -> None:
    scoring = Scoring(tallies=(Tally("kills", "Kills"), Tally("banners", "Banners")))
    made = filled(people, rounds=0, scoring=scoring)
    pair_round(made)
    with django_capture_on_commit_callbacks(execute=True):
        game = log.game_import(data=playing.battle(3).dump(), owner=people.organiser).game
        log.verification_request(game=game)
        services.table_open(tournament=made, number=1, table=1, actor=people.organiser, game=game, swapped=False)
    found = result_at(made)
    assert found and found.standing == "verified"
    state = rules.fold(game.rules, games.line_of(game))
    out = [model.side for model in state.models.values() if model.out]
    first, second = game.rules.sides
    assert len(out) > 0
    assert found.report.a.tallies == {"kills": 100 * out.count(second)}
    assert found.report.b.tallies == {"kills": 100 * out.count(first)}
