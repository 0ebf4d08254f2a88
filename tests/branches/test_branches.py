"""What-ifs in the store: where they begin, who sees them and goes on, what stays untouched, how many there may be."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

import rules
from gamelog.accounts import export
from gamelog.accounts.services import person_erase
from gamelog.branches import jobs, selectors, services
from gamelog.branches.errors import BranchRefused
from gamelog.branches.models import Branch, EngineRun
from gamelog.evidence.models import Checkpoint
from gamelog.evidence.services import NotSealable, file_of, seal_create
from gamelog.games import access, calls, confirmations, corrections, joining, secrets
from gamelog.games import selectors as log
from gamelog.games import services as games
from gamelog.games.models import Event, Game, JobState, Secret
from rules.autoplay import Autoplay
from rules.kernel.actions import Concede
from rules.kernel.rulings import JUDGE, Void
from tests.branches.conftest import battle_file, place

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def concede(branch: Branch, actor: Any, by: str = "a") -> None:
    branch.game.refresh_from_db()
    declaration: rules.Declaration[Any] = rules.Declaration(by=by, action=Concede())
    games.event_append(game_id=branch.pk, expected=branch.game.number, declaration=declaration, actor=actor)


# where it begins


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_from_any_step_the_battle_goes_on_as_it_did(ruleset: str) -> None:
    """The same declaration with the same dice has the same effects after a what-if has begun as in the record."""
    chosen, events = rules.load(ruleset), battle_file(ruleset).events
    state, seen = rules.empty(chosen), 0
    for event in events:
        if sorted(state.sides) == sorted(chosen.sides) and state.over is None and not event.number % 17:
            begun = rules.decide(chosen, rules.empty(chosen), services.beginning(state))
            assert rules.decide(chosen, begun.state, event.declaration()).effects == event.effects, event.number
            seen += 1
        rules.evolve(state, event)
    assert seen > 2


def test_it_says_where_it_comes_from_and_nobody_signs_it(branch: Branch, battle: Game, people: SimpleNamespace) -> None:
    header = rules.read_header(branch.game.header)
    assert header.branch == rules.Source(game=str(battle.pk), after=60, head=log.head_of(battle, 60))
    assert (header.policy, header.dice, header.issuer) == ("enforced", "table", "")
    concede(branch, people.carol)
    branch.game.refresh_from_db()
    assert branch.game.finished
    lines = [json.loads(line) for line in file_of(branch.game).splitlines()]
    assert lines[0]["branch"]["after"] == 60 and all("event" in line for line in lines[1:])
    assert not Checkpoint.objects.filter(game=branch.game).exists()


def test_nothing_of_the_battle_changes(battle: Game, people: SimpleNamespace, played: Any) -> None:
    before = file_of(battle), battle.head, list(Event.objects.filter(game=battle).values())
    branch = services.branch_create(of=battle, place=place(battle, 60), maker=people.carol)
    services.engine_play(game_id=branch.pk, until="activation", actor=people.carol)
    jobs.work(EngineRun.objects.get().pk)
    branch.game.refresh_from_db()
    assert branch.game.number > 1
    battle.refresh_from_db()
    assert (file_of(battle), battle.head, list(Event.objects.filter(game=battle).values())) == before


def test_it_begins_once_both_forces_are_there_and_before_the_end(battle: Game, people: SimpleNamespace) -> None:
    for after, why in ((0, "early"), (2, "early"), (battle.number, "over")):
        with pytest.raises(BranchRefused) as refused:
            services.branch_create(of=battle, place=place(battle, after), maker=people.carol)
        assert refused.value.why == why
    assert not Branch.objects.exists() and Game.every.count() == 1


def test_on_a_corrected_battle_it_begins_on_the_line_that_is_shown(battle: Game, people: SimpleNamespace) -> None:
    """A judge voids the last act before step 60: as played its effects are there, as corrected they are not."""
    events = battle_file("kt").events
    step = next(each.number for each in reversed(events[:60]) if any(type(e).__name__ == "Moved" for e in each.effects))
    void = Void(rule="log.ruling", reason="It was not said.", steps=(step,))
    declared: rules.Declaration[Any] = rules.Declaration(by=JUDGE, action=void)
    shown = corrections.preview(battle, declared)
    games.correction_append(
        game_id=battle.pk, expected=battle.number, declaration=declared, consequences_digest=shown.digest,
        actor=people.marshal,
    )  # fmt: skip
    battle.refresh_from_db()
    lines = {line: services.Place(step, step, battle.number, line) for line in ("played", "corrected")}
    made = {line: services.branch_create(of=battle, place=at, maker=people.carol) for line, at in lines.items()}
    models = {line: log.position_at(each.game, 1).models for line, each in made.items()}
    assert models["played"] == log.position_at(battle, step, line="played").models
    assert models["corrected"] == log.position_at(battle, step, line="corrected").models
    assert models["played"] != models["corrected"]


# who may do what


@pytest.mark.parametrize("name", ["ada", "boris", "marshal", ""])
def test_others_see_it_and_only_its_maker_goes_on(name: str, branch: Branch, people: SimpleNamespace) -> None:
    actor = getattr(people, name) if name else AnonymousUser()
    assert access.access_game(actor, branch.pk).pk == branch.pk
    assert access.own_sides(actor, branch.game) == () and not access.runs(actor, branch.game)
    for try_it in (
        lambda: concede(branch, actor),
        lambda: services.engine_play(game_id=branch.pk, until="phase", actor=actor),
        lambda: services.branch_put_away(game_id=branch.pk, actor=actor),
        lambda: joining.code_open(game_id=branch.pk, actor=actor),
    ):
        with pytest.raises(PermissionDenied):
            try_it()
    branch.game.refresh_from_db()
    assert branch.game.number == 1


def test_its_maker_speaks_for_both_sides_and_invites_nobody(branch: Branch, people: SimpleNamespace) -> None:
    assert access.own_sides(people.carol, branch.game) == branch.game.rules.sides
    with pytest.raises(PermissionDenied):
        joining.code_open(game_id=branch.pk, actor=people.carol)
    with pytest.raises(rules.Malformed, match="nobody judges"):
        calls.step_call(game_id=branch.pk, step=1, side="a", kind="judge", reason="x", actor=people.carol)
    concede(branch, people.carol, "b")
    branch.game.refresh_from_db()
    with pytest.raises(rules.Malformed, match="nobody confirms"):
        confirmations.result_confirm(game_id=branch.pk, side="a", number=branch.game.number, actor=people.carol)


def test_of_a_private_battle_only_who_sees_it_sees_what_was_tried(battle: Game, people: SimpleNamespace) -> None:
    Game.objects.filter(pk=battle.pk).update(public=False)
    battle.refresh_from_db()
    branch = services.branch_create(of=battle, place=place(battle, 60), maker=people.ada)
    assert not branch.game.public
    for sees in (people.ada, people.boris, people.marshal):
        assert access.access_game(sees, branch.pk).pk == branch.pk
    for stranger in (people.carol, AnonymousUser()):
        with pytest.raises(Http404):
            access.access_game(stranger, branch.pk)


def test_of_a_battle_shown_late_nobody_sees_more_through_a_what_if(people: SimpleNamespace) -> None:
    events = battle_file("kt").events
    seats = {"a": people.ada, "b": people.boris}
    game = games.game_create(owner=people.ada, ruleset="kt", seats=seats, delay=30)
    for event in events[:12]:
        games.event_append(
            game_id=game.pk, expected=event.number - 1, declaration=event.declaration(), actor=people.ada
        )
    game.refresh_from_db()
    by_player = services.branch_create(of=game, place=place(game, 12), maker=people.ada)
    assert access.access_game(people.boris, by_player.pk)
    with pytest.raises(Http404):
        access.access_game(people.carol, by_player.pk)
    late = access.access_game(people.carol, game.pk)
    with pytest.raises(log.NoSuchStep):
        services.branch_create(of=late, place=services.Place(12, 12, late.number), maker=people.carol)
    # Half an hour later everybody sees both.
    real = timezone.now
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("django.utils.timezone.now", lambda: real() + timedelta(minutes=31))
        assert access.access_game(people.carol, by_player.pk)


def test_a_secret_of_the_battle_is_in_no_what_if(people: SimpleNamespace) -> None:
    """What a side wrote down is neither in the position nor kept for the what-if; who tries it out cannot open it."""
    seats = {"a": people.ada, "b": people.boris}
    game = games.game_create(owner=people.ada, ruleset="kt", seats=seats)
    for event in battle_file("kt").events[:4]:
        games.event_append(game_id=game.pk, expected=game.number, declaration=event.declaration(), actor=people.ada)
        game.refresh_from_db()
    secrets.secret_deposit(game_id=game.pk, subject="plan", value="up the ladder", side="a", actor=people.ada)
    game.refresh_from_db()
    kept = Secret.objects.get()
    branch = services.branch_create(of=game, place=place(game, game.number), maker=people.boris)
    body = Event.objects.get(game=branch.game).body
    assert kept.salt not in body and kept.commitment not in body and kept.value not in body
    assert Secret.objects.count() == 1 and not secrets.secrets_of(people.boris, branch.game)


# the engine


@pytest.mark.parametrize("ruleset", ["kt", "necro"])
def test_the_engine_plays_to_the_end_of_the_phase_from_a_seed_it_names(
    ruleset: str, played: Callable[..., Game], people: SimpleNamespace
) -> None:
    battle = played(ruleset)
    branch = services.branch_create(of=battle, place=place(battle, 50), maker=people.carol)
    run = services.engine_play(game_id=branch.pk, until="phase", actor=people.carol)
    with pytest.raises(BranchRefused, match="already"):
        services.engine_play(game_id=branch.pk, until="phase", actor=people.carol)
    start = log.position_at(branch.game, 1)
    while run.state in ("queued", "running"):
        jobs.work(run.pk)
        run.refresh_from_db()
    branch.game.refresh_from_db()
    assert (run.state, run.error, run.last) == (JobState.DONE, "", branch.game.number) and run.done
    states = [log.position_at(branch.game, number) for number in range(1, branch.game.number + 1)]
    course = [(each.round, each.phase, each.turn) for each in states]
    assert course[-1] != course[0] and set(course[:-1]) == {course[0]}
    # The same seed gives the same steps.
    again = Autoplay(battle.rules, run.seed, start)
    stored = log.events_of(branch.game, 1, min(branch.game.number, 1 + jobs.A_TASK))
    assert [again.next()[0] for _ in stored] == [each.declaration() for each in stored]  # type: ignore[index]
    assert list(rules.verify(battle.rules, log.events_of(branch.game))) == []


def test_one_activation_is_what_one_model_does(branch: Branch, people: SimpleNamespace) -> None:
    run = services.engine_play(game_id=branch.pk, until="activation", actor=people.carol)
    jobs.work(run.pk)
    run.refresh_from_db()
    assert run.state == JobState.DONE and 1 <= run.done <= jobs.MOST_OF_AN_ACT
    state, actors = log.position_at(branch.game, 1), set()
    branch.game.refresh_from_db()
    for event in log.events_of(branch.game, 1):
        actors.add(jobs._acting(branch.game.rules, state, event.declaration()))
        rules.evolve(state, event)
    assert len(actors - {""}) <= 1


def test_a_run_that_dies_goes_on_where_it_was_and_one_that_was_overtaken_stops(
    branch: Branch, people: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = services.engine_play(game_id=branch.pk, until="battle", actor=people.carol)
    monkeypatch.setattr(jobs, "A_TASK", 3)
    sent: list[int] = []
    monkeypatch.setattr(jobs, "send", lambda run: sent.append(run.pk))
    jobs.work(run.pk)
    run.refresh_from_db()
    branch.game.refresh_from_db()
    assert (run.done, run.state, branch.game.number, sent) == (3, "running", 4, [run.pk])
    EngineRun.objects.update(due=timezone.now() - timedelta(seconds=1))
    assert jobs.sweep() == 1 and sent == [run.pk, run.pk]
    jobs.work(run.pk)
    run.refresh_from_db()
    assert run.done == 6
    concede(branch, people.carol)
    jobs.work(run.pk)
    run.refresh_from_db()
    branch.game.refresh_from_db()
    assert (run.state, run.done, branch.game.number) == ("done", 6, 8)
    with pytest.raises(BranchRefused, match="over"):
        services.engine_play(game_id=branch.pk, until="phase", actor=people.carol)


# how many


def test_nobody_fills_the_store(battle: Game, people: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_OPEN", 2)
    monkeypatch.setattr(services, "MOST_A_DAY", 3)

    def make() -> Branch:
        return services.branch_create(of=battle, place=place(battle, 60), maker=people.carol)

    first, _second = make(), make()
    with pytest.raises(BranchRefused, match="put some of them away"):
        make()
    services.branch_put_away(game_id=first.pk, actor=people.carol)
    make()
    services.branch_put_away(game_id=selectors.branches_of(people.carol)[0].pk, actor=people.carol)
    with pytest.raises(BranchRefused, match="today"):
        make()
    assert services.branch_create(of=battle, place=place(battle, 60), maker=people.ada)
    Branch.objects.update(made=timezone.now() - timedelta(days=2))
    assert make()


def test_what_is_put_away_opens_nothing_any_more(branch: Branch, people: SimpleNamespace) -> None:
    services.branch_put_away(game_id=branch.pk, actor=people.carol)
    for actor in (people.carol, people.marshal, AnonymousUser()):
        with pytest.raises(Http404):
            access.access_game(actor, branch.pk)


# people


def test_an_export_has_what_somebody_tried(branch: Branch, people: SimpleNamespace) -> None:
    target = io.BytesIO()
    export.write(people.carol, target)
    archive = zipfile.ZipFile(target)
    account = json.loads(archive.read("account.json"))
    (said,) = account["what_ifs"]
    assert account["games"] == [] and said["of"] == str(branch.of_id) and said["after"] == 60
    assert archive.read(said["file"]) == file_of(branch.game)


def test_who_is_erased_leaves_no_what_if_that_opens(branch: Branch, people: SimpleNamespace) -> None:
    run = services.engine_play(game_id=branch.pk, until="battle", actor=people.carol)
    person_erase(user=people.carol, by=people.carol)
    jobs.work(run.pk)
    run.refresh_from_db()
    assert (run.state, run.error, run.done) == (JobState.FAILED, "away", 0)
    with pytest.raises(Http404):
        access.access_game(AnonymousUser(), branch.pk)
    assert Event.objects.filter(game=branch.game).count() == 1


# no evidence


def test_no_site_takes_it_in_as_a_battle_and_nobody_seals_it(branch: Branch, people: SimpleNamespace) -> None:
    concede(branch, people.carol)
    branch.game.refresh_from_db()
    data = file_of(branch.game)
    with pytest.raises(rules.Malformed, match="nobody played"):
        games.game_import(data=data, owner=people.ada)
    with pytest.raises(NotSealable, match="what-if"):
        seal_create(title="Spring", games=[branch.game])
    assert not rules.read_game(data).findings
