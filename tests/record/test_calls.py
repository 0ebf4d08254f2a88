"""Disputed steps and calls for a judge: who may make them, who sees them, and what closes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.test import Client
from knox.models import AuthToken

import rules
from gamelog.accounts import export
from gamelog.accounts.services import person_erase
from gamelog.games import calls, corrections, services
from gamelog.games.models import Game, Seat, StepCall
from tests.record.at_the_table import Phone

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.fixture
def marshal(db: None) -> User:
    return User.objects.create_user("marshal", password="demo-marshal", is_staff=True)


@pytest.fixture
def game(ada: User, boris: User, ada_client: Client, answers: Callable[..., dict[str, str]]) -> Game:
    """A battle of ada and boris, some steps long."""
    said = answers(ada_client, ada, "kt", roster_over="pick", rival_over="pick", against="here")
    assert ada_client.post("/record/", said).status_code == 302
    found = Game.objects.get()
    for _now in Phone(ada_client, found).play(6):
        pass
    Seat.objects.filter(game=found, side="b").update(user=boris)
    found.refresh_from_db()
    return found


def called(game: Game, actor: User, side: str = "b", **changed: object) -> StepCall:
    about = {"step": game.number, "kind": "judge", "reason": "It was a 3", **changed}
    return calls.step_call(game_id=game.pk, side=side, actor=actor, **about)  # type: ignore[arg-type]


def test_the_same_call_twice_is_one_and_the_battle_goes_on(game: Game, boris: User, ada_client: Client) -> None:
    first = called(game, boris)
    assert called(game, boris, reason="View").pk == first.pk
    assert called(game, boris, kind="dispute").pk != first.pk
    steps = list(Phone(ada_client, game).play(1))
    assert len(steps) == 1
    assert [row.reason for row in calls.calls_of(game, open_only=True)] == ["It was a 3", "It was a 3"]


@pytest.mark.parametrize(
    ("changed", "path"),
    [({"step": 0}, "$.step"), ({"step": 999}, "$.step"), ({"kind": "shout"}, "$.kind"), ({"reason": "  "}, "$.reason"),
     ({"reason": "x" * 501}, "$.reason"), ({"side": "c"}, "$.side"), ({"reason": "mail: a@example.org"}, "$.reason")],
)  # fmt: skip
def test_a_call_that_says_nothing_is_refused(game: Game, boris: User, changed: dict[str, object], path: str) -> None:
    with pytest.raises(rules.Malformed) as refused:
        called(game, boris, **changed)  # type: ignore[arg-type]
    assert refused.value.path == path
    assert not StepCall.objects.exists()


def test_nobody_calls_for_another_side_or_closes_its_call(game: Game, boris: User) -> None:
    stranger = User.objects.create_user("cem")
    with pytest.raises(PermissionDenied):
        called(game, stranger)
    row = called(game, boris)
    with pytest.raises(PermissionDenied):
        calls.call_close(call_id=row.pk, actor=stranger)
    assert calls.call_close(call_id=row.pk, actor=boris).closed


def test_a_judge_sees_the_call_with_its_step_and_a_ruling_closes_it(
    game: Game, boris: User, marshal: User, client: Client, ada_client: Client
) -> None:
    row, later = called(game, boris), called(game, boris, step=game.number - 1)
    assert ada_client.get("/games/calls/").status_code == 403
    assert "1 call" not in ada_client.get("/").content.decode()
    client.force_login(marshal)
    assert "2 calls" in client.get("/").content.decode()
    page = client.get("/games/calls/").content.decode()
    assert f'href="/games/{game.pk}/rule/?step={game.number}"' in page
    assert "It was a 3" in page
    action = {"type": "void", "rule": "log.void", "reason": "It was no 3", "steps": [game.number]}
    ruling = rules.read_declaration(game.rules, rules.canonical({"by": "judge", "action": action}))
    told = corrections.preview(game, ruling)
    ruled: dict[str, Any] = {
        "game_id": game.pk, "expected": game.number, "declaration": ruling, "consequences_digest": told.digest,
        "actor": marshal, "key": "once",
    }  # fmt: skip
    services.correction_append(**ruled)
    row.refresh_from_db()
    # The same request again, whose answer was lost, decides nothing about what is called later.
    after = called(game, boris)
    assert not services.correction_append(**ruled).created
    after.refresh_from_db()
    assert after.closed is None
    calls.call_close(call_id=after.pk, actor=marshal)
    assert (row.ruling, row.closed_by) == (game.number + 1, marshal)
    assert client.post("/games/calls/", {"call": str(later.pk)}).status_code == 302
    later.refresh_from_db()
    assert later.closed and later.ruling is None
    assert "No judge calls" in client.get("/games/calls/").content.decode()


def test_steps_that_are_taken_back_are_disputed_no_longer(game: Game, ada: User, boris: User) -> None:
    row, earlier = called(game, boris), called(game, boris, step=2)
    proposal = services.take_back_propose(
        game_id=game.pk, expected=game.number, side="a", since=game.number, reason="Wrong tap", actor=ada
    )
    services.take_back_answer(take_back_id=proposal.pk, agree=True, actor=boris)
    row.refresh_from_db()
    earlier.refresh_from_db()
    assert (row.ruling, earlier.closed) == (game.number + 1, None)


def test_the_recorder_tells_both_sides_what_is_open(game: Game, boris: User, ada_client: Client) -> None:
    client = Client()
    client.force_login(boris)
    body = {"step": game.number, "side": "b", "kind": "judge", "reason": "Who was in the way?"}
    answer = client.post(f"/games/{game.pk}/record/call/", body, content_type="application/json")
    assert answer.json()["judge"] is True
    assert Phone(ada_client, game).now()["marked"] == [{"n": game.number, "text": "Who was in the way?", "open": True}]
    body["side"] = "a"
    assert client.post(f"/games/{game.pk}/record/call/", body, content_type="application/json").status_code == 403


def test_the_archive_of_an_account_has_its_calls(game: Game, boris: User, ada: User) -> None:
    called(game, boris)
    (told,) = export.account(boris)["calls"]
    assert (told["game"], told["step"], told["reason"]) == (game.pk, game.number, "It was a 3")
    assert export.account(ada)["calls"] == []


def test_erasing_somebody_erases_the_reasons_they_typed_and_nobody_elses(game: Game, ada: User, boris: User) -> None:
    settled = called(game, boris, step=1, kind="dispute", reason="My finger slipped at the far edge")
    calls.call_close(call_id=settled.pk, actor=boris)
    called(game, boris)
    called(game, ada, side="a", reason="Where was it standing?")
    person_erase(user=boris, by=boris)
    kept = StepCall.objects.order_by("pk").values_list("side", "reason", flat=False)
    assert list(kept) == [("b", ""), ("b", ""), ("a", "Where was it standing?")]
    assert calls.calls_of(game, open_only=True).count() == 2, "the judge is still wanted"


def test_the_list_keeps_itself_up_to_date(game: Game, boris: User, marshal: User, client: Client) -> None:
    client.force_login(marshal)
    page = client.get("/games/calls/")
    same = client.get("/games/calls/part/", headers={"If-None-Match": page.context["tag"]})
    assert same.status_code == 304
    row = called(game, boris)
    part = client.get("/games/calls/part/", headers={"If-None-Match": page.context["tag"]})
    assert part.status_code == 200 and "It was a 3" in part.content.decode()
    calls.call_close(call_id=row.pk, actor=marshal)
    assert (
        "It was a 3" not in client.get("/games/calls/part/", headers={"If-None-Match": part["ETag"]}).content.decode()
    )
    client.force_login(boris)
    assert client.get("/games/calls/part/").status_code == 403


def test_the_replay_tells_those_whom_it_concerns_what_is_disputed(
    game: Game, boris: User, marshal: User, ada_client: Client, client: Client
) -> None:
    row = called(game, boris, kind="dispute", reason="That is a wall")
    address = f"/games/{game.pk}/"
    page = ada_client.get(address).content.decode()
    assert "That is a wall" in page and f'href="#{row.step}"' in page and "disputed by" in page
    assert "That is a wall" not in client.get(address).content.decode(), "spectators see the battle alone"
    calls.call_close(call_id=row.pk, actor=marshal)
    assert "closed without a ruling" in ada_client.get(address).content.decode()


def test_programs_call_close_and_list(game: Game, boris: User, marshal: User, client: Client) -> None:
    def of(user: User | None) -> Client:
        return Client(headers={"Authorization": f"Token {AuthToken.objects.create(user=user)[1]}"} if user else {})

    address = f"/api/games/{game.pk}/calls"
    body = {"step": game.number, "by": "b", "kind": "judge", "reason": "It was a 3"}
    made = of(boris).post(address, body, content_type="application/json")
    assert made.status_code == 200, made.content
    key = made.json()["id"]
    assert [each["id"] for each in of(boris).get(address).json()["calls"]] == [key]
    assert of(None).get(address).status_code in (401, 403)
    assert of(boris).post(address, {**body, "kind": "shout"}, content_type="application/json").status_code == 400
    assert of(boris).post(address, {**body, "by": "a"}, content_type="application/json").status_code == 403
    staff = of(marshal)
    assert [each["id"] for each in staff.get("/api/calls").json()["calls"]] == [key]
    assert staff.get("/api/calls", {"kind": "dispute"}).json()["calls"] == []
    assert staff.get("/api/calls", {"ruleset": "kt", "kind": "judge"}).json()["calls"][0]["game"] == str(game.pk)
    assert of(boris).get("/api/calls").status_code == 403
    closed = staff.delete(f"{address}/{key}")
    assert closed.status_code == 200 and closed.json()["closed"]
    assert staff.get("/api/calls").json()["calls"] == []
    assert staff.delete(f"{address}/999999").status_code == 404
