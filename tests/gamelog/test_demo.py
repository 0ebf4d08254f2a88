"""The demo: two rosters from files, a battle of four rounds, and one with two false declarations that verification
names.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

import rules
from gamelog.games import demo, proof, selectors
from gamelog.games.models import Event, Game, Report, Roster
from gamelog.seasons import demo as seasons
from gamelog.tournaments import demo as events
from tests.restored import restored


@pytest.fixture
def loaded(db: None, django_capture_on_commit_callbacks: Callable[..., Any]) -> list[Game]:
    def load() -> list[Game]:
        with django_capture_on_commit_callbacks(execute=True):
            return demo.kill_team()

    return restored("demo of Kill Team", load)


def test_the_battle_lasts_four_rounds_and_is_verified(loaded: list[Game]) -> None:
    battle = loaded[0]
    assert battle.finished
    assert selectors.position_at(battle, battle.number - 1).round == demo.ROUNDS
    report = selectors.report_of(battle)
    assert report
    assert (report.verdict, report.number) == ("verified", battle.number)


def test_verification_names_both_lies_and_nothing_else(loaded: list[Game]) -> None:
    tampered = loaded[1]
    assert (tampered.policy, tampered.finished) == ("declared", True)
    report = selectors.report_of(tampered)
    assert report
    findings = selectors.findings_of(report)
    assert sorted(finding.rule.rsplit(".", 1)[0] for finding in findings) == ["kt.move", "kt.save"]
    by_rule = {finding.rule: finding for finding in findings}
    events = {event.number: event for event in selectors.events_of(tampered)}
    long_move = by_rule["kt.move.normal"]
    assert type(events[long_move.number].action).__name__ == "Move"
    casualty = next(finding for rule, finding in by_rule.items() if rule.startswith("kt.save"))
    (claim,) = events[casualty.number].claim
    assert claim.out
    after = selectors.position_at(tampered, casualty.number)
    assert after.models[claim.model].out


def test_the_city_fight_is_decided_by_its_scenario_and_verified(
    db: None, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        fought = demo.city()
    final = selectors.position_at(fought, fought.number)
    assert (fought.ruleset, fought.finished) == ("cod", True)
    assert final.over is not None
    assert (final.over.reason, final.over.winner) == ("cod.scenario.firesweep.victory", fought.winner)
    report = selectors.report_of(fought)
    assert report
    assert (report.verdict, report.number) == ("verified", fought.number)


@pytest.mark.parametrize(
    "load, ruleset, reason",
    [(demo.regiments, "t9a", "t9a.core.victory"), (demo.gangs, "necro", "necro.core.result")],
    ids=["t9a", "necro"],
)
def test_a_battle_of_each_newer_system_is_decided_by_its_score_and_verified(
    load: Callable[[], Game],
    ruleset: str,
    reason: str,
    db: None,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        fought = load()
    final = selectors.position_at(fought, fought.number)
    assert (fought.ruleset, fought.finished, fought.policy) == (ruleset, True, "enforced")
    assert final.over is not None
    assert (final.over.reason, final.over.winner) == (reason, fought.winner)
    report = selectors.report_of(fought)
    assert report
    assert (report.verdict, report.number) == ("verified", fought.number)
    assert load() == fought  # loading again changes nothing


def test_loading_again_changes_nothing(loaded: list[Game]) -> None:
    before = list(Event.objects.values_list("hash", flat=True))
    again = demo.kill_team()
    assert [game.pk for game in again] == [game.pk for game in loaded]
    assert list(Event.objects.values_list("hash", flat=True)) == before
    assert (User.objects.count(), Roster.objects.count(), Report.objects.count()) == (3, 2, 2)


def test_the_accounts_are_as_they_are_announced(loaded: list[Game]) -> None:
    for name, password, role in demo.ACCOUNTS:
        user = User.objects.get(username=name)
        assert user.check_password(password)
        assert user.is_staff is ("staff" in role)
        assert not user.is_superuser


def test_the_rosters_are_the_players_own(loaded: list[Game]) -> None:
    assert sorted(Roster.objects.values_list("owner__username", flat=True)) == ["ada", "boris"]


def test_load_demo_command(db: None, capsys: Any) -> None:
    call_command("load_demo")
    assert capsys.readouterr().out.count("/games/") == 5


def test_the_demo_is_the_same_everywhere(loaded: list[Game]) -> None:
    """Only ids and times differ between two machines: the declarations come from a seed."""
    rosters = [selectors.sheets_of(row) for row in Roster.objects.filter(ruleset="kt").order_by("file_name")]
    declared = [event.declaration() for event in selectors.events_of(loaded[1])]
    assert declared == demo.tampered_with(rosters)


@pytest.mark.storage
def test_one_whole_round_over_http(worker: Any, live_server: Any, capsys: Any) -> None:
    demo.kill_team()
    call_command("prove_round", address=live_server.url)
    said = capsys.readouterr().out
    assert "verified by a worker" in said
    assert Game.objects.filter(title__startswith="Proof").get().round == 2


def test_nothing_there_is_no_proof() -> None:
    with pytest.raises(CommandError, match="does not answer"):
        call_command("prove_round", address="http://127.0.0.1:9")


def test_a_lie_is_found_by_the_engine_alone(loaded: list[Game]) -> None:
    """Anybody with the game file and no database finds what the workers report."""
    file = rules.read_game(selectors.file_of(loaded[1]))
    alone = rules.report(rules.load("kt"), file.events, file.findings)
    report = selectors.report_of(loaded[1])
    assert report
    assert alone == selectors.summary_of(report)


def test_the_client_says_what_was_wrong(live_server: Any) -> None:
    client = proof.Client(live_server.url)
    with pytest.raises(proof.Disproved, match="404"):
        client.get("/api/nowhere")


@pytest.mark.parametrize(
    "hosts, changed",
    [
        (["127.0.0.1", "localhost", "[::1]"], 0),
        (["127.0.0.1", "games.example.org"], 3),
        (["*"], 3),
        ([".localhost"], 3),
    ],
)
def test_where_others_reach_the_site_the_passwords_open_nothing(
    loaded: list[Game], hosts: list[str], changed: int, settings: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = hosts
    for module in (demo, events, seasons):
        monkeypatch.setattr(module, "load", lambda *_: [])
    call_command("load_demo")
    told = capsys.readouterr().out
    known = [User.objects.get(username=name).check_password(password) for name, password, _ in demo.ACCOUNTS]
    assert (known.count(False), told.count("opens nothing")) == (changed, changed)
    # A password that somebody set stays.
    ada = User.objects.get(username="ada")
    ada.set_password("of her own")
    ada.save()
    call_command("load_demo")
    assert User.objects.get(username="ada").check_password("of her own")
    assert "opens nothing" not in capsys.readouterr().out
