"""The judge's desk for a battle from the recorder: the rule of a disputed step, and dice that the site rolled."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from frontend.games.ruling_forms import main_clause
from gamelog.games import calls, selectors
from gamelog.games.models import Game
from tests.frontend.judging import sent_by
from tests.playthroughs.playing import FOLDER
from tests.record.at_the_table import Phone

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.fixture
def judge(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("marshal", is_staff=True))
    return client


@pytest.fixture
def played(ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]) -> Callable[..., Game]:
    """A battle of ada against herself, twelve steps long."""

    def begin(dice: str) -> Game:
        said = answers(ada_client, ada, "kt", roster_over="pick", rival_over="pick", against="here", dice=dice)
        assert ada_client.post("/record/", said).status_code == 302
        found = Game.objects.get()
        for _now in Phone(ada_client, found).play(12):
            pass
        found.refresh_from_db()
        return found

    return begin


def rolled(game: Game) -> rules.Event[Any]:
    return next(each for each in selectors.events_of(game) if each.dice)


def opened(judge: Client, game: Game, step: int) -> tuple[str, dict[str, list[str]]]:
    body = judge.get(f"/games/{game.pk}/rule/?kind=amend&step={step}").content.decode()
    return body, sent_by(body)


def test_a_disputed_step_fills_in_its_own_rule_and_another_none(
    played: Callable[..., Game], judge: Client, ada: User
) -> None:
    game = played("table")
    step = rolled(game).number
    assert opened(judge, game, step)[1]["rule"] == [""]
    row = calls.step_call(game_id=game.pk, step=step, side="a", kind="dispute", reason="It was a 3", actor=ada)
    assert opened(judge, game, step)[1]["rule"] == ["kt.deploy.roll-off"]
    assert opened(judge, game, step + 1)[1]["rule"] == [""]
    named = judge.get(f"/games/{game.pk}/rule/?kind=amend&step={step}&rule=kt.move.normal").content.decode()
    assert sent_by(named)["rule"] == ["kt.move.normal"]
    calls.call_close(call_id=row.pk, actor=ada)
    assert opened(judge, game, step)[1]["rule"] == [""]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*@*")), ids=lambda path: path.name)
def test_the_main_clause_is_one_of_the_catalogue_and_of_the_act(path: Any) -> None:
    file = rules.read_game(sorted(path.glob("*.jsonl"))[0].read_bytes())
    ruleset = rules.load(file.header.ruleset, file.header.version)
    state = rules.empty(ruleset)
    found: dict[str, str] = {}
    for event in file.events[:60]:
        found.setdefault(type(event.action).__struct_config__.tag, main_clause(ruleset, state, event))
        rules.evolve(state, event)
    assert set(found.values()) <= set(ruleset.clauses)
    assert len(set(found.values())) > 3


def test_dice_of_the_site_are_shown_and_can_be_changed_by_nobody(played: Callable[..., Game], judge: Client) -> None:
    game = played("server")
    event = rolled(game)
    body, sent = opened(judge, game, event.number)
    assert "hasdice" not in sent and "die" not in sent
    shown = re.findall(r'<output class="face"[^>]*>(\d+)</output>', body)
    assert [int(face) for face in shown] == list(event.dice)
    said = {**sent, "rule": ["log.amend"], "reason": ["Wrong tap"], "act": ["preview"]}
    other = [str(face % 6 + 1) for face in event.dice]
    refused = judge.post(f"/games/{game.pk}/rule/", {**said, "hasdice": "1", "die": other, "act": "preview"})
    assert refused.status_code == 400
    assert "a judge does not choose dice either" in refused.content.decode()
    assert judge.post(f"/games/{game.pk}/rule/", said).status_code == 200
    assert Game.objects.get().number == game.number


def test_dice_of_the_table_stay_the_judges_to_correct(played: Callable[..., Game], judge: Client) -> None:
    game = played("table")
    event = rolled(game)
    _body, sent = opened(judge, game, event.number)
    assert [int(face) for face in sent["die"]] == list(event.dice)
