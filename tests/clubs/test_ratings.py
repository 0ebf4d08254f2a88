"""Ratings: which games count, the numbers of the model, and that updating game by game equals rebuilding from zero."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from itertools import permutations
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from kombu.exceptions import OperationalError

import rules
from gamelog.accounts.services import person_erase
from gamelog.celery import app
from gamelog.clubs import ratings, tasks, weng_lin
from gamelog.clubs.models import RatedGame, Rating, RatingPoint, RatingRun
from gamelog.clubs.weng_lin import BEGINNER, UNIT, Skill, after_game
from gamelog.games.models import Event, Game, Report
from gamelog.people.models import Participant
from gamelog.people.services import participant_of
from rules.kernel.rulings import Award, Strike, Void
from tests.clubs.making import played, stored, verified
from tests.gamelog.test_corrections import confirm
from tests.kernel.ruled import WHY

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(people: SimpleNamespace, files: Sequence[rules.GameFile]) -> list[Game]:
    """Six verified games of three players."""
    a, b, c = people.p1, people.p2, people.p3
    return played(files, [(a, b), (b, c), (c, a), (a, b), (b, c), (a, c)], people.organiser)


def everything() -> list[Any]:
    """All output of a run that does not depend on when it ran."""
    points = RatingPoint.objects.order_by("ruleset", "at", "rated", "person").values_list(
        "rated", "person", "mu_before", "sigma_before", "mu", "sigma", "ordinal", "at"
    )
    standings = Rating.objects.order_by("ruleset", "person").values_list(
        "person", "mu", "sigma", "ordinal", "games", "at"
    )
    read = RatedGame.objects.order_by("pk").values_list("pk", "head", "first", "second", "winner", "finished", "rated")
    return [*points, *standings, *read]


def rebuilt() -> list[Any]:
    ratings.rebuild("kt")
    return everything()


# the model


def test_the_numbers_of_the_model() -> None:
    # Two beginners: c = sqrt(2 (25/3² + tau²) + 2 beta²), each is as likely to win; the paper's algorithm 4 gives
    # mu ± sigma² / c / 2 and sigma · sqrt(1 − (sigma²/c²)(1/4)(sigma/c)) for both.
    c = (2 * ((25 / 3) ** 2 + (25 / 300) ** 2) + 2 * (25 / 6) ** 2) ** 0.5
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    mu = variance / c / 2
    sigma = (variance * (1 - variance / c**2 / 4 * variance**0.5 / c)) ** 0.5
    won, lost = after_game(BEGINNER, BEGINNER, 1)
    assert abs(won.mu - (25 + mu) * UNIT) <= 2 and abs(lost.mu - (25 - mu) * UNIT) <= 2
    assert won.sigma == lost.sigma and abs(won.sigma - sigma * UNIT) <= 2
    assert after_game(BEGINNER, BEGINNER, 2) == (lost, won)


def test_a_draw_moves_both_together_and_only_makes_equals_surer() -> None:
    strong, weak = Skill(30 * UNIT, 3 * UNIT), Skill(20 * UNIT, 3 * UNIT)
    down, up = after_game(strong, weak, 0)
    assert weak.mu < up.mu < down.mu < strong.mu and strong.mu - down.mu == up.mu - weak.mu
    one, other = after_game(BEGINNER, BEGINNER, 0)
    assert one == other and one.mu == BEGINNER.mu and one.sigma < BEGINNER.sigma


def test_a_surprise_moves_more_than_what_was_expected() -> None:
    strong, weak = Skill(30 * UNIT, 3 * UNIT), Skill(20 * UNIT, 3 * UNIT)
    expected, surprise = after_game(strong, weak, 1), after_game(strong, weak, 2)
    assert 0 < expected[0].mu - strong.mu < strong.mu - surprise[0].mu
    assert abs(BEGINNER.ordinal) <= 1


# which games count


def test_a_game_of_two_players_counts(people: SimpleNamespace, games: list[Game]) -> None:
    assert ratings.work_all("kt") == 6
    first = RatedGame.objects.get(pk=games[0].pk)
    assert (first.first_id, first.second_id) == (participant_of(people.p1), participant_of(people.p2))
    won = {"a": 1, "b": 2, "": 0}[games[0].winner]
    assert first.winner_id == (None, first.first_id, first.second_id)[won]
    last = games[0].events.order_by("-number").first()
    assert last and first.finished == last.recorded_at
    points = {point.person_id: point for point in first.points.all()}
    of_both = points[first.first_id], points[first.second_id]
    assert tuple(Skill(each.mu, each.sigma) for each in of_both) == after_game(BEGINNER, BEGINNER, won)
    assert all(Skill(each.mu_before, each.sigma_before) == BEGINNER for each in of_both)
    assert not ratings.has_work("kt") and not ratings.has_work("wh40k")


def unverified(game: Game, people: SimpleNamespace) -> None:
    Report.objects.filter(game=game).delete()


def findings(game: Game, people: SimpleNamespace) -> None:
    Report.objects.filter(game=game).update(verdict="findings")


def private(game: Game, people: SimpleNamespace) -> None:
    Game.objects.filter(pk=game.pk).update(public=False)


def unfinished(game: Game, people: SimpleNamespace) -> None:
    Game.objects.filter(pk=game.pk).update(finished=False)


def against_oneself(game: Game, people: SimpleNamespace) -> None:
    game.seats.update(user=people.p1)


def one_player(game: Game, people: SimpleNamespace) -> None:
    game.seats.filter(side="b").update(user=None)


def outdated(game: Game, people: SimpleNamespace) -> None:
    confirm(game, Award(winner="b", **WHY), people.staff)
    Report.objects.filter(game=game).exclude(number=game.number).delete()


def struck(game: Game, people: SimpleNamespace) -> None:
    confirm(game, Strike(**WHY), people.staff)
    verified(game)


WITHOUT = [unverified, findings, private, unfinished, against_oneself, one_player, outdated, struck]


@pytest.mark.parametrize("change", WITHOUT)
def test_what_does_not_count(games: list[Game], people: SimpleNamespace, change: Callable[..., None]) -> None:
    change(games[2], people)
    ratings.work_all("kt")
    assert set(RatedGame.objects.values_list("pk", flat=True)) == {game.pk for game in games} - {games[2].pk}


@pytest.mark.parametrize("change", WITHOUT)
def test_what_falls_out_later(games: list[Game], people: SimpleNamespace, change: Callable[..., None]) -> None:
    ratings.work_all("kt")
    change(games[2], people)
    assert ratings.has_work("kt")
    ratings.work_all("kt")
    assert not RatedGame.objects.filter(pk=games[2].pk).exists()
    grown = everything()
    assert grown == rebuilt()


def test_whoever_has_no_game_left_has_no_rating(games: list[Game], people: SimpleNamespace) -> None:
    ratings.work_all("kt")
    for game in games:
        private(game, people)
    assert ratings.work_all("kt") == 0
    assert not Rating.objects.exists() and not RatingPoint.objects.exists()


# corrections


def test_a_corrected_game_changes_everything_after_it(games: list[Game], people: SimpleNamespace) -> None:
    ratings.work_all("kt")
    before = {point.rated_id: point.mu for point in RatingPoint.objects.filter(person=participant_of(people.p2))}
    confirm(games[1], Award(winner=_other(games[1].winner), **WHY), people.staff)
    verified(games[1])
    ratings.work_all("kt")
    after = {point.rated_id: point.mu for point in RatingPoint.objects.filter(person=participant_of(people.p2))}
    assert after[games[0].pk] == before[games[0].pk]
    assert after[games[1].pk] != before[games[1].pk] and after[games[3].pk] != before[games[3].pk]
    assert everything() == rebuilt()


def _other(side: str) -> str:
    return "b" if side == "a" else "a"


def test_a_correction_leaves_a_game_at_its_place(games: list[Game], people: SimpleNamespace) -> None:
    ratings.work_all("kt")
    finished = RatedGame.objects.get(pk=games[1].pk).finished
    confirm(games[1], Award(winner=_other(games[1].winner), **WHY), people.staff)
    verified(games[1])
    ratings.work_all("kt")
    again = RatedGame.objects.get(pk=games[1].pk)
    assert again.finished == finished and again.head == games[1].head != ""


def test_a_strike_that_is_withdrawn_lets_the_game_count_again(games: list[Game], people: SimpleNamespace) -> None:
    ratings.work_all("kt")
    struck(games[2], people)
    ratings.work_all("kt")
    fallen = everything()
    confirm(games[2], Void(steps=(games[2].number,), **WHY), people.staff)
    verified(games[2])
    ratings.work_all("kt")
    assert RatedGame.objects.filter(pk=games[2].pk).exists() and everything() != fallen
    assert everything() == rebuilt()


# updating and rebuilding


@pytest.mark.parametrize("a_task", [1, 2, 200])
def test_grown_game_by_game_is_rebuilt_from_zero(
    people: SimpleNamespace, files: Sequence[rules.GameFile], monkeypatch: Any, a_task: int
) -> None:
    monkeypatch.setattr(ratings, "A_TASK", a_task)
    players = [people.p1, people.p2, people.p3]
    for file, (a, b) in zip(files, permutations(players, 2), strict=True):
        stored(file, people.organiser, {"a": a, "b": b})
        ratings.work_all("kt")
    grown = everything()
    assert len(grown) == 12 + 3 + 6
    assert grown == rebuilt()


def test_in_whatever_order_games_are_verified_the_ratings_are_the_same(
    people: SimpleNamespace, games: list[Game]
) -> None:
    ratings.work_all("kt")
    told = everything()
    reports = {report.game_id: report.verdict for report in Report.objects.all()}
    for seed in range(4):
        Report.objects.update(verdict="findings")
        ratings.work_all("kt")
        assert not RatedGame.objects.exists()
        for game in Random(seed).sample(games, len(games)):
            Report.objects.filter(game=game).update(verdict=reports[game.pk])
            ratings.work_all("kt")
        assert everything() == told


def test_the_time_that_a_step_names_goes_before_the_time_of_storing(
    people: SimpleNamespace, files: Sequence[rules.GameFile]
) -> None:
    game = stored(files[0], people.organiser, {"a": people.p1, "b": people.p2})
    last = Event.objects.filter(game=game).order_by("-number")[0]
    assert ratings.finished_at(game) == last.recorded_at
    made = rules.make_event(1, files[0].events[0].declaration(), (), "", "2024-05-01T10:00:00Z", "")
    body = rules.canonical(made).decode()
    Event(game=game, number=game.number + 1, body=body, hash="0" * 64, type="begin").save(force_insert=True)
    Game.objects.filter(pk=game.pk).update(number=game.number + 1)
    assert ratings.finished_at(Game.objects.get(pk=game.pk)).isoformat() == "2024-05-01T10:00:00+00:00"


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:00:00-12:00", "yesterday"])
def test_a_time_that_is_none_is_the_time_of_storing(
    people: SimpleNamespace, files: Sequence[rules.GameFile], at: str
) -> None:
    game = stored(files[0], people.organiser, {"a": people.p1, "b": people.p2})
    made = rules.make_event(1, files[0].events[0].declaration(), (), "", at, "")
    body = rules.canonical(made).decode()
    last = Event(game=game, number=game.number + 1, body=body, hash="0" * 64, type="begin")
    last.save(force_insert=True)
    Game.objects.filter(pk=game.pk).update(number=game.number + 1)
    assert ratings.finished_at(Game.objects.get(pk=game.pk)) == last.recorded_at


def test_another_version_of_the_model_makes_everything_anew(games: list[Game], monkeypatch: Any) -> None:
    ratings.work_all("kt")
    told = everything()
    monkeypatch.setattr(ratings, "VERSION", "plackett-luce@2")
    monkeypatch.setattr(ratings, "after_game", lambda first, second, winner: (first, second))
    assert ratings.has_work("kt")
    ratings.work_all("kt")
    assert RatingRun.objects.get().version == "plackett-luce@2" and everything() != told
    assert set(Rating.objects.values_list("ordinal", flat=True)) == {BEGINNER.ordinal}


def test_an_erased_player_keeps_the_ratings_by_the_opaque_id(games: list[Game], people: SimpleNamespace) -> None:
    ratings.work_all("kt")
    told = everything()
    person_erase(user=people.p1, by=None)
    assert not ratings.has_work("kt")
    assert everything() == told == rebuilt()


def test_who_never_recorded_gets_an_id_with_the_first_rated_game(games: list[Game], people: SimpleNamespace) -> None:
    assert not Participant.objects.filter(user=people.p3).exists()
    ratings.work_all("kt")
    assert Participant.objects.filter(user=people.p3).exists()


def test_ratings_are_whole_numbers(games: list[Game]) -> None:
    ratings.work_all("kt")
    for row in Rating.objects.all():
        assert row.ordinal == row.mu - 3 * row.sigma
        last = ratings.history_of(row.person_id, "kt")[-1]
        assert (row.mu, row.sigma, row.at) == (last.mu, last.sigma, last.at)
        assert row.games == len(ratings.history_of(row.person_id, "kt"))


def test_places_are_shared_by_equals(games: list[Game]) -> None:
    ratings.work_all("kt")
    Rating.objects.update(mu=5)
    assert {ratings.place_of(row) for row in Rating.objects.all()} == {1}
    row = Rating.objects.first()
    assert row
    Rating.objects.filter(pk=row.pk).update(mu=7)
    assert sorted(ratings.place_of(each) for each in Rating.objects.all()) == [1, 2, 2]


# jobs


def test_the_sweeper_finds_what_is_to_be_done(games: list[Game]) -> None:
    assert ratings.sweep() == 1
    assert RatedGame.objects.filter(rated=True).count() == 6, "tasks run at once in tests"
    assert ratings.sweep() == 0


def test_work_goes_on_in_pieces(games: list[Game], monkeypatch: Any) -> None:
    monkeypatch.setattr(ratings, "A_TASK", 2)
    tasks.rate("kt")
    assert RatedGame.objects.filter(rated=True).count() == 6
    assert everything() == rebuilt()


def test_a_piece_cut_off_leaves_nothing_half_done(games: list[Game], monkeypatch: Any) -> None:
    def die(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(ratings, "_stand", die)
        with pytest.raises(KeyboardInterrupt):
            ratings.work("kt")
    assert not RatedGame.objects.exists() and not RatingPoint.objects.exists()
    assert ratings.work_all("kt") == 6


def test_without_a_broker_the_rest_waits_for_the_sweeper(games: list[Game], monkeypatch: Any) -> None:
    def unreachable(*_: Any, **__: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(ratings, "A_TASK", 2)
    with monkeypatch.context() as patched:
        patched.setattr(app.Task, "apply_async", unreachable)
        ratings.run_some("kt")
    assert RatedGame.objects.count() == 2 and ratings.has_work("kt")
    assert ratings.sweep() == 1 and not ratings.has_work("kt")


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_does_it(
    worker: Any, people: SimpleNamespace, files: Sequence[rules.GameFile], wait_until: Any
) -> None:
    played(files[:3], [(people.p1, people.p2)] * 3, people.organiser)
    assert ratings.sweep() == 1
    wait_until(lambda: not ratings.has_work("kt"))
    assert RatedGame.objects.filter(rated=True).count() == 3
    grown = everything()
    assert grown == rebuilt()


def test_the_command(games: list[Game]) -> None:
    out = StringIO()
    call_command("rebuild_ratings", "kt", stdout=out)
    assert out.getvalue() == "kt: 6 games, 3 players\n"
    told = everything()
    call_command("rebuild_ratings", stdout=StringIO())
    assert everything() == told
    with pytest.raises(CommandError, match="chess"):
        call_command("rebuild_ratings", "chess")


def test_the_version_names_the_model() -> None:
    assert weng_lin.VERSION.startswith("plackett-luce@")
