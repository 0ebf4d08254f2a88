"""The end of a battle: both sides agree with the result, each for itself, and again once something has changed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.test import Client

import rules
from gamelog.accounts import export
from gamelog.games import confirmations, corrections, services
from gamelog.games.errors import StaleGame
from gamelog.games.models import Confirmation, Game

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.fixture
def marshal(db: None) -> User:
    return User.objects.create_user("marshal", is_staff=True)


def confirm(client: Client, game: Game, **changed: Any) -> Any:
    body = {"number": game.number, "side": "a", **changed}
    return client.post(f"/games/{game.pk}/record/confirm/", body, content_type="application/json")


def test_each_side_confirms_for_itself_and_both_see_it(over: Game, ada_client: Client, boris: User) -> None:
    first = confirm(ada_client, over).json()["over"]["sides"]
    assert [(each["side"], each["now"]) for each in first] == [("a", True), ("b", False)]
    assert confirm(ada_client, over).status_code == 200
    assert Confirmation.objects.count() == 1, "twice counts once"
    theirs = Client()
    theirs.force_login(boris)
    before = theirs.get(f"/games/{over.pk}/record/now/")
    assert all(each["now"] for each in confirm(theirs, over, side="b").json()["over"]["sides"])
    after = theirs.get(f"/games/{over.pk}/record/now/", headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200, "the other phone hears of it"
    assert "Both sides agree with the result." in theirs.get(f"/games/{over.pk}/").content.decode()
    again = theirs.get(f"/games/{over.pk}/record/now/", headers={"If-None-Match": after["ETag"]})
    assert again.status_code == 304


def test_nobody_confirms_for_others_or_for_a_battle_that_goes_on(
    over: Game, ada: User, ada_client: Client, marshal: User
) -> None:
    assert confirm(ada_client, over, side="b").status_code == 403
    assert confirm(ada_client, over, side="c").json()["path"] == "$.side"
    with pytest.raises(PermissionDenied):
        confirmations.result_confirm(game_id=over.pk, side="a", number=over.number, actor=marshal)
    running = services.game_create(owner=ada, ruleset="kt", seats={"a": ada})
    answer = confirm(ada_client, running)
    assert (answer.status_code, answer.json()["path"]) == (400, "$.number")
    assert not Confirmation.objects.exists()


def test_what_a_judge_changes_has_to_be_confirmed_again(over: Game, ada: User, marshal: User) -> None:
    seen = over.number
    confirmations.result_confirm(game_id=over.pk, side="a", number=seen, actor=ada)
    body = {"type": "void", "steps": [seen], "reason": "It was a joke", "rule": "log.void"}
    ruling = rules.read_declaration(over.rules, msgspec.json.encode({"by": "judge", "action": body}))
    told = corrections.preview(over, ruling)
    services.correction_append(
        game_id=over.pk, expected=seen, declaration=ruling, consequences_digest=told.digest, actor=marshal
    )
    over.refresh_from_db()
    mine, theirs = confirmations.agreed(over)
    assert ((mine.now, mine.before), (theirs.now, theirs.before)) == ((False, seen), (False, 0))
    with pytest.raises(StaleGame):
        confirmations.result_confirm(game_id=over.pk, side="a", number=seen, actor=ada)


def test_the_archive_of_somebody_has_what_they_confirmed(over: Game, ada: User) -> None:
    confirmations.result_confirm(game_id=over.pk, side="a", number=over.number, actor=ada)
    (kept,) = export.account(ada)["confirmations"]
    assert (kept["game"], kept["side"], kept["number"]) == (over.pk, "a", over.number)
