"""The pages of runs: staff only, in both languages, every state of a run, and every step one click away."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

import rules
from gamelog.games.models import Game, JobState
from gamelog.reverify import jobs, selectors, services
from gamelog.reverify.models import Run
from tests.frontend.test_game_pages import RU, text
from tests.reverify.test_runs import make_unreadable, past_triggers

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client, people: SimpleNamespace) -> Client:
    client.force_login(people.marshal)
    return client


def done(version: str = "2018.1") -> Run:
    run = services.run_create(ruleset="kt", version=version, created_by=None).run
    jobs.run_here(run)
    run.refresh_from_db()
    return run


@pytest.mark.parametrize("path", ["/reverify/", "/reverify/{}/", "/reverify/{}/state.json"])
def test_nobody_but_staff(client: Client, people: SimpleNamespace, path: str) -> None:
    run = Run.objects.create(ruleset="kt", version="2018.1")
    address = path.format(run.pk)
    assert client.get(address).url.startswith("/accounts/login/")  # type: ignore[attr-defined]
    client.force_login(people.ada)
    assert client.get(address).status_code == 403
    assert client.post("/reverify/", {"version": "kt@2018.1"}).status_code == 403
    assert Run.objects.count() == 1
    assert "/reverify/" not in text(client, "/rules/kt/")
    client.force_login(people.marshal)
    assert client.get(address).status_code == 200
    assert "/reverify/" in text(client, "/rules/kt/")


def test_it_says_that_there_is_one_version(staff: Client, games: list[Game]) -> None:
    page = text(staff, "/reverify/")
    assert "only one version of Kill Team (2018): 2018.1" in page
    assert "Nothing has been compared yet" in page
    assert "только одна версия: 2018.1" in text(staff, "/reverify/", **RU)


def test_without_games_there_is_nothing_to_start(staff: Client) -> None:
    assert '<button class="main" disabled>' in text(staff, "/reverify/")


def test_another_version_may_be_chosen(staff: Client, newer: rules.Ruleset, games: list[Game]) -> None:
    page = text(staff, "/reverify/")
    assert "only one version of Kill Team" not in page
    assert 'value="kt@2018.2"' in page


def test_starting_a_run_leads_to_it(staff: Client, games: list[Game]) -> None:
    answer = staff.post("/reverify/", {"version": "kt@2018.1"})
    run = Run.objects.get()
    assert answer.url == f"/reverify/{run.pk}/"  # type: ignore[attr-defined]
    assert run.created_by
    assert run.created_by.username == "marshal"
    again = staff.post("/reverify/", {"version": "kt@2018.1"}, follow=True)
    assert "already under way" in again.content.decode()
    assert Run.objects.count() == 1


@pytest.mark.parametrize("version", ["", "kt", "kt@", "kt@1999", "chess@1", "@"])
def test_a_version_that_does_not_exist_starts_nothing(staff: Client, version: str) -> None:
    answer = staff.post("/reverify/", {"version": version}, follow=True)
    assert answer.status_code == 200
    assert 'class="notice"' in answer.content.decode()
    assert not Run.objects.exists()


def test_progress_while_it_runs(staff: Client, people: SimpleNamespace) -> None:
    run = Run.objects.create(ruleset="kt", version="2018.1", state=JobState.RUNNING, total=240, done=97)
    page = text(staff, f"/reverify/{run.pk}/")
    assert "<job-progress" in page
    assert "97 / 240" in page
    assert "97 / 240" in text(staff, "/reverify/")
    assert staff.get(f"/reverify/{run.pk}/state.json").json() == {"running": True, "done": 97, "total": 240}


def test_results_come_first_then_rules_then_games(staff: Client, coarser: rules.Ruleset, games: list[Game]) -> None:
    run = done("2018.3")
    page = text(staff, f"/reverify/{run.pk}/")
    heads = [page.index(words) for words in ("<h2>Results that would change", "<h2>Steps by rule", '<h2 id="games">')]
    assert heads == sorted(heads)
    assert "6 steps in 6 games" in page
    for row in selectors.results_of(run):
        found = selectors.comparison_of(row)
        assert found
        assert f'/games/{row.game_id}/#{found.parted}"' in page
        assert " : ".join(map(str, found.after.score.values())) in page
        assert " : ".join(map(str, found.before.score.values())) in page


def test_every_step_that_changes_is_linked(staff: Client, newer: rules.Ruleset, games: list[Game]) -> None:
    run = done("2018.2")
    page = text(staff, f"/reverify/{run.pk}/?rule=kt.hit.ranged.roll")
    linked = set(re.findall(r'/games/([0-9a-f-]+)/#(\d+)"', page))
    for row in selectors.comparisons_of(run, changed=True):
        found = selectors.comparison_of(row)
        assert found
        assert {(str(row.game_id), str(step.number)) for step in found.steps} <= linked
    assert "Games with Ranged hit roll" in page
    assert "long range −1" in page
    assert "No game would change because of this rule" in text(staff, f"/reverify/{run.pk}/?rule=kt.no.such")


def test_in_russian(staff: Client, newer: rules.Ruleset, games: list[Game]) -> None:
    page = text(staff, f"/reverify/{done('2018.2').pk}/", **RU)
    assert "Результаты, которые изменились бы" in page
    assert "Попадание при стрельбе" in page
    assert "-1 −1" not in page


def test_nothing_changes(staff: Client, games: list[Game]) -> None:
    page = text(staff, f"/reverify/{done().pk}/")
    assert "No result would change." in page
    assert "No step would change." in page
    assert "6 games, nothing would change" in text(staff, "/reverify/")


def test_no_games(staff: Client) -> None:
    assert "There was no game to compare" in text(staff, f"/reverify/{done().pk}/")


def test_games_that_cannot_be_compared_are_named(staff: Client, games: list[Game]) -> None:
    past_triggers("games_event", lambda: make_unreadable(games[1], 30))
    page = text(staff, f"/reverify/{done().pk}/")
    assert "Games that cannot be compared" in page
    assert f"/games/{games[1].pk}/" in page
    assert "step 30" in page


def test_a_game_that_can_no_longer_be_read_is_still_listed(
    staff: Client, newer: rules.Ruleset, games: list[Game]
) -> None:
    run = done("2018.2")
    past_triggers("games_event", lambda: make_unreadable(games[0], 3))
    assert str(games[0].pk) in text(staff, f"/reverify/{run.pk}/")


def test_a_run_of_a_version_that_is_gone_again(staff: Client, games: list[Game], newer: Any) -> None:
    run = done("2018.2")
    Run.objects.filter(pk=run.pk).update(version="1999")
    assert "1999" in text(staff, f"/reverify/{run.pk}/")


def test_a_run_that_failed(staff: Client) -> None:
    run = Run.objects.create(ruleset="kt", version="1999", state=JobState.FAILED, error="kt has no version '1999'")
    page = text(staff, f"/reverify/{run.pk}/")
    assert "could not be run" in page
    assert "has no version" in page


def test_there_is_no_such_run(staff: Client) -> None:
    assert staff.get("/reverify/00000000-0000-0000-0000-00000000000a/").status_code == 404
