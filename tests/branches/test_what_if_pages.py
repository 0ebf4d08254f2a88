"""The pages of what-ifs over HTTP, without JavaScript: every choice is a form or a link."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, unquote, urlparse

import msgspec
import pytest
from django.http import QueryDict
from django.test import Client

import rules
from gamelog.branches import jobs, services
from gamelog.branches.models import Branch, EngineRun
from gamelog.games import guests, joining
from gamelog.games import selectors as log
from gamelog.games import services as games
from gamelog.games.models import Game
from rules import otherwise
from rules.kernel.canonical import tag_of
from tests.branches.conftest import battle_file, place

pytestmark = pytest.mark.django_db
Played = Callable[..., Game]
ClientOf = Callable[[str], Client]


@cache
def step_of(ruleset: str) -> int:
    """A step in which somebody shoots (in Necromunda, acts in any way) at one of several targets, and dice fall."""
    chosen = rules.load(ruleset)
    state = rules.empty(chosen)
    for event in battle_file(ruleset).events:
        wanted = event.dice and not event.rerolls and (ruleset == "necro" or tag_of(event.action) == "shoot")
        if wanted and several(chosen, state, event):
            return event.number
        rules.evolve(state, event)
    raise LookupError(ruleset)


def several(chosen: rules.Ruleset, state: rules.State, event: Any) -> bool:
    who = next(iter(msgspec.structs.asdict(event.action).values()), "")
    taken = tag_of(event.action), who
    offered = [each for each in rules.options(chosen, state) if (each.action, each.model) == taken]
    return any(len(each.targets) > 1 for each in offered)


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_in_every_system_other_dice_and_another_target_begin_a_what_if(
    ruleset: str, played: Played, client_of: ClientOf
) -> None:
    game, carol, step = played(ruleset), client_of("carol"), step_of(ruleset)
    choices = carol.get(f"/games/{game.pk}/what-if/?step={step}")
    assert choices.status_code == 200 and choices.context["dice"] and choices.context["targets"]
    at = f"/games/{game.pk}/what-if/{step}/act/"
    page = carol.get(at)
    assert page.status_code == 200 and page.context["page"].step is not None
    # It is filled in with what fell.
    recorded = battle_file(ruleset).events[step - 1]
    assert page.context["page"].course.dice == recorded.dice
    answer = carol.post(at, {"do": "roll"})
    branch = Branch.objects.get()
    assert answer.url == f"/games/{branch.pk}/#2"  # type: ignore[attr-defined]
    assert (branch.step, branch.after, branch.of_id, branch.game.number) == (step, step - 1, game.pk, 2)
    (event,) = log.events_of(branch.game, 1)
    assert event.action == recorded.action and EngineRun.objects.get().until == "roll"
    others = carol.get(f"/games/{game.pk}/what-if/{step}/targets/").context["others"]
    assert any(each.facts for each in others)
    another = next(each for each in others if not each.recorded)
    assert carol.get(at, {"to": another.number}).status_code == 200
    assert carol.post(at, {"to": another.number, "do": "roll"}).status_code == 302
    newest = Branch.objects.latest("made")
    (event,) = log.events_of(newest.game, 1)
    assert event.action == another.declaration.action != recorded.action
    assert list(rules.verify(game.rules, log.events_of(newest.game))) == []


def test_a_result_is_picked_from_the_list_with_its_chance(battle: Game, client_of: ClientOf) -> None:
    carol, step = client_of("carol"), step_of("kt")
    at = f"/games/{battle.pk}/what-if/{step}/act/"
    odds = carol.get(at).context["odds"]
    assert sum(row["h"] for row in odds["rows"]) == 1 and all("%" in row["p"] for row in odds["rows"])
    row = next(row for row in odds["rows"] if not row["h"] and row["query"])
    page = carol.get(f"{at}?{row['query']}")
    assert page.context["page"].step is not None
    answer = carol.post(at, {**dict(QueryDict(row["query"]).lists()), "do": "make"})
    branch = Branch.objects.get()
    assert answer.status_code == 302
    (event,) = log.events_of(branch.game, 1)
    before = log.position_at(battle, step - 1)
    luck, _dice = otherwise.likely(battle.rules, before, msgspec.structs.replace(event, number=step))
    happened = next(each for each in luck.possible if each.happened)
    assert [each.happened for each in luck.possible].index(True) == [r["t"] for r in odds["rows"]].index(row["t"])
    assert happened.likelihood.exact == row["x"] and not EngineRun.objects.exists()


def test_faces_that_lead_to_further_dice_ask_for_those(battle: Game, client_of: ClientOf) -> None:
    """All hits where the record had few: the rolls to wound are more, and have no faces yet."""
    carol, step = client_of("carol"), step_of("kt")
    at = f"/games/{battle.pk}/what-if/{step}/act/"
    throws = carol.get(at).context["page"].throws
    sixes = {"d0": ["6"] * len(throws[0].faces)}
    page = carol.get(at, sixes)
    assert page.context["waits"] and page.context["page"].throws[1].faces == (0,) * len(throws[0].faces)
    refused = carol.post(at, {**sixes, "do": "make"})
    assert refused.status_code == 400 and not Branch.objects.exists()
    assert carol.post(at, {**sixes, "do": "rest"}).status_code == 302
    (event,) = log.events_of(Branch.objects.get().game, 1)
    assert event.dice[: len(throws[0].faces)] == (6,) * len(throws[0].faces) and len(event.dice) > len(throws[0].faces)
    # No die has such a face: it is as if none had been said.
    assert carol.get(at, {"d0": ["9"] * len(throws[0].faces)}).context["waits"]


@pytest.mark.parametrize("start, after, first", [("after", 60, 61), ("before", 59, 60)])
def test_playing_on_leads_to_the_recorder_for_both_sides(
    start: str, after: int, first: int, battle: Game, client_of: ClientOf
) -> None:
    carol = client_of("carol")
    answer = carol.post(f"/games/{battle.pk}/what-if/make/", {"step": "60", "from": start})
    branch = Branch.objects.get()
    assert answer.url == f"/games/{branch.pk}/record/" and branch.after == after  # type: ignore[attr-defined]
    page = carol.get(answer.url)  # type: ignore[attr-defined]
    assert page.status_code == 200
    now = carol.get(f"/games/{branch.pk}/record/now/").json()
    assert now["mine"] == ["a", "b"] and now["acts"]
    event = battle_file("kt").events[first - 1]
    body = {**msgspec.to_builtins(event.declaration()), "expected": 1}
    assert carol.post(f"/api/games/{branch.pk}/events", body, content_type="application/json").status_code == 201
    (mine,) = log.events_of(branch.game, 1, 2)
    assert mine.effects == event.effects
    for name in ("ada", "marshal"):
        other = client_of(name)
        refused = other.post(f"/api/games/{branch.pk}/events", {**body, "expected": 2}, content_type="application/json")
        assert refused.status_code == 403
        assert other.get(f"/games/{branch.pk}/record/").url == f"/games/{branch.pk}/"  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["dispute", "judge"])
def test_nobody_disputes_a_step_of_a_what_if(kind: str, branch: Branch, battle: Game, client_of: ClientOf) -> None:
    carol, ada = client_of("carol"), client_of("ada")
    assert "call-url" not in carol.get(f"/games/{branch.pk}/record/").content.decode()
    assert "call-url" in ada.get(f"/games/{battle.pk}/record/").content.decode()
    why = "it is a step of a what-if, which nobody disputes and nobody judges"
    body = {"step": 1, "side": "a", "kind": kind, "reason": "It was a 3"}
    said = carol.post(f"/games/{branch.pk}/record/call/", body, content_type="application/json")
    assert (said.status_code, said.json()) == (400, {"path": "$.step", "text": why})
    body["by"] = body.pop("side")
    told = carol.post(f"/api/games/{branch.pk}/calls", body, content_type="application/json")
    assert (told.status_code, told.json()["path"]) == (400, "$.step") and why in told.json()["detail"]
    assert not branch.game.calls.exists()


def test_the_engine_plays_on_and_the_page_says_from_which_seed(
    battle: Game, client_of: ClientOf, people: SimpleNamespace, django_capture_on_commit_callbacks: Any
) -> None:
    carol = client_of("carol")
    answer = carol.post(f"/games/{battle.pk}/what-if/make/", {"step": "60", "until": "activation"})
    branch, run = Branch.objects.get(), EngineRun.objects.get()
    assert answer.url == f"/games/{branch.pk}/"  # type: ignore[attr-defined]
    assert run.state == "queued" and branch.game.number == 1, "the request itself plays nothing"
    state = carol.get(f"/games/{branch.pk}/what-if/engine/state.json").json()
    assert state == {"running": True, "text": "The engine is playing on: 0 steps so far."}
    page = carol.get(f"/games/{branch.pk}/").content.decode()
    assert "<job-progress" in page
    jobs.work(run.pk)
    run.refresh_from_db()
    page = carol.get(f"/games/{branch.pk}/").content.decode()
    assert f"from the seed {run.seed}." in page and "<job-progress" not in page
    assert not carol.get(f"/games/{branch.pk}/what-if/engine/state.json").json()["running"]
    again = carol.post(f"/games/{branch.pk}/what-if/engine/", {"until": "activation"})
    branch.game.refresh_from_db()
    assert again.url == f"/games/{branch.pk}/#{branch.game.number + 1}"  # type: ignore[attr-defined]
    assert carol.post(f"/games/{branch.pk}/what-if/engine/", {"until": "dawn"}).status_code == 400
    assert client_of("ada").post(f"/games/{branch.pk}/what-if/engine/", {"until": "phase"}).status_code == 403


def test_its_replay_says_what_it_is_and_what_happened_there(branch: Branch, battle: Game, client_of: ClientOf) -> None:
    """Also to somebody else who opens the link, and in Russian."""
    for name in ("carol", "ada", ""):
        page = client_of(name).get(f"/games/{branch.pk}/").content.decode()
        assert "Not a real game: a what-if by carol." in page
        assert f'href="/games/{battle.pk}/#60"' in page and "In the record, round" in page
        assert "<title>What if: " in page and 'content="What if: ' in page
        assert ("Delete" in page) == (name == "carol")
        assert "Evidence</a>" not in page and "what-if-url" not in page
    page = client_of("").get(f"/games/{branch.pk}/log/", headers={"Accept-Language": "ru"}).content.decode()
    assert "Этого никто не играл" in page and "А если бы: " in page
    assert "Not a real game" not in client_of("").get(f"/games/{battle.pk}/").content.decode()


def test_the_same_round_stands_beside_each_other(battle: Game, people: SimpleNamespace, client_of: ClientOf) -> None:
    branch = services.branch_create(of=battle, place=place(battle, 60), maker=people.carol)
    for event in battle_file("kt").events[60:]:
        games.event_append(
            game_id=branch.pk, expected=event.number - 60, declaration=event.declaration(), actor=people.carol
        )
        if log.position_now(Game.every.get(pk=branch.pk)).round > log.position_at(battle, 60).round:
            break
    rows = client_of("").get(f"/games/{branch.pk}/").context["rows"]
    first = log.position_at(battle, 60).round
    assert [row.round for row in rows][:2] == [first, first + 1] and rows[-1].here is None
    # It went as in the record so far, to the end of the first round.
    assert rows[0].here == rows[0].there and rows[0].here.points.count(":") == 1
    assert rows[1].here != rows[1].there


def test_its_maker_finds_it_at_its_step_and_in_a_list(branch: Branch, battle: Game, client_of: ClientOf) -> None:
    carol = client_of("carol")
    for address in (f"/games/{battle.pk}/", f"/games/{battle.pk}/what-if/?step=60", "/me/what-ifs/"):
        assert f"/games/{branch.pk}/" in carol.get(address).content.decode(), address
        assert f"/games/{branch.pk}/" not in client_of("ada").get(address).content.decode(), address
    assert "/me/what-ifs/" in carol.get("/me/").content.decode()
    answer = carol.post(f"/games/{branch.pk}/what-if/put-away/", follow=True)
    assert "deleted" in answer.content.decode() and f"/games/{branch.pk}/" not in answer.content.decode()
    assert carol.get(f"/games/{branch.pk}/").status_code == 404


def test_who_is_not_logged_in_comes_back_to_the_same_step(battle: Game, client_of: ClientOf) -> None:
    nobody = client_of("")
    page = nobody.get(f"/games/{battle.pk}/what-if/?step=60")
    login = page.context["log_in"]
    assert login in page.content.decode() and "Let the engine" not in page.content.decode()
    assert parse_qs(urlparse(login).query)["next"] == [f"/games/{battle.pk}/what-if/?step=60"]
    answer = nobody.post(login, {"login": "carol", "password": "demo-carol"})
    assert answer.url == f"/games/{battle.pk}/what-if/?step=60"  # type: ignore[attr-defined]
    stranger = client_of("")
    for address in (f"/games/{battle.pk}/what-if/60/act/", f"/games/{battle.pk}/what-if/60/targets/"):
        assert unquote(stranger.get(address).url).endswith(f"next={address}")  # type: ignore[attr-defined]
    answer = stranger.post(f"/games/{battle.pk}/what-if/make/", {"step": "60", "until": "phase"})
    assert unquote(answer.url).endswith(f"next=/games/{battle.pk}/what-if/?step=60")  # type: ignore[attr-defined]
    assert not Branch.objects.exists()


def test_a_guest_of_the_battle_is_asked_to_log_in(people: SimpleNamespace) -> None:
    game = games.game_create(owner=people.ada, ruleset="kt", seats={"a": people.ada})
    for event in battle_file("kt").events[:12]:
        games.event_append(
            game_id=game.pk, expected=event.number - 1, declaration=event.declaration(), actor=people.ada
        )
    code = joining.code_open(game_id=game.pk, actor=people.ada)
    client = Client()
    client.post(f"/join/{code.code}/", {"name": "Vera"})
    assert guests.cookie_of(game.pk) in client.cookies
    page = client.get(f"/games/{game.pk}/what-if/?step=9")
    assert page.context["user"].username.startswith("guest:") and page.context["account"] is None
    assert "Log in to try something out" in page.content.decode()
    assert "/accounts/login/" in client.post(f"/games/{game.pk}/what-if/make/", {"step": "9"}).url  # type: ignore[attr-defined]


def test_what_cannot_be_is_said_with_its_reason(
    battle: Game, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    carol, at = client_of("carol"), f"/games/{battle.pk}/what-if/"
    assert "The forces are not complete" in carol.get(f"{at}?step=1").content.decode()
    assert carol.get(f"{at}1/act/").status_code == 404
    for step in ("0", str(battle.number + 1), "x", ""):
        assert carol.get(f"{at}?step={step}").status_code == 404
    last = carol.get(f"{at}?step={battle.number}").content.decode()
    assert "After step" not in last and "Instead of step" in last
    assert carol.post(f"{at}make/", {"step": str(battle.number), "from": "after"}).status_code == 409
    monkeypatch.setattr(services, "MOST_OPEN", 0)
    answer = carol.post(f"{at}make/", {"step": "60"})
    assert answer.status_code == 409 and "the most one person can have" in answer.content.decode()
    shot = carol.post(f"{at}{step_of('kt')}/act/", {"do": "roll"})
    assert shot.status_code == 409 and "the most one person can have" in shot.content.decode()


def test_without_javascript_every_step_has_its_link(battle: Game, client_of: ClientOf) -> None:
    page = client_of("").get(f"/games/{battle.pk}/log/?steps=2").content.decode()
    assert f'href="/games/{battle.pk}/what-if/?step=61"' in page
