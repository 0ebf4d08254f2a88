"""The steps in words on a game's pages: read from what is kept, and the same when that is lost, in whole or in part."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from frontend.games import game_history, replay_body, table_drawing
from gamelog.games.models import Game, Report

pytestmark = pytest.mark.django_db
# Of each answer its own: the token of a form, and the nonce of the policy.
FRESH = re.compile(r'csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"')


def page(client: Client, game: Game, query: str = "", path: str = "", **headers: str) -> str:
    answer = client.get(f"/games/{game.pk}/{path}{query}", headers=headers)
    assert answer.status_code == 200
    return FRESH.sub("", answer.content.decode())


def test_a_page_is_the_same_from_what_is_kept_and_without_any_part_of_it(client: Client, honest: Game) -> None:
    asked = [("", ""), ("?steps=2", ""), ("?steps=2", "log/"), ("?step=70", ""), ("?as_of=65&steps=2", "")]
    for query, path in asked:
        cache.clear()
        fresh = page(client, honest, query, path)
        kept = [key.split(":", 2)[2] for key in cache._cache if ":replay:" in key]  # type: ignore[attr-defined]
        assert len(kept) >= 3
        for lost in ("", *kept):
            cache.delete(lost)
            assert page(client, honest, query, path) == fresh, (query, path, lost)


def test_nothing_is_told_or_drawn_again_for_a_second_view(
    client: Client, honest: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = page(client, honest)
    called: list[str] = []
    monkeypatch.setattr(replay_body, "body", lambda *_: called.append("told"))
    monkeypatch.setattr(table_drawing, "table", lambda *_: called.append("drawn"))
    assert page(client, honest) == first and not called


def test_the_steps_are_all_there_page_by_page(client: Client, honest: Game) -> None:
    pages = game_history.page_of(honest.number)
    seen = [re.findall(r'id="step-(\d+)"', page(client, honest, f"?steps={number}")) for number in range(1, pages + 1)]
    assert [int(number) for each in seen for number in each] == list(range(1, honest.number + 1))
    assert page(client, honest, f"?steps={pages + 5}").count('id="step-') == len(seen[-1])


def test_each_language_and_staff_have_their_own(client: Client, honest: Game) -> None:
    judge = Client()
    judge.force_login(User.objects.create_user("judge", is_staff=True))
    assert "Make a ruling on this step" in page(judge, honest)
    assert "Make a ruling on this step" not in page(client, honest)
    assert "Расстановка" in page(client, honest, **{"accept-language": "ru"})
    assert "Расстановка" not in page(client, honest)


def test_a_new_report_is_told_at_once(client: Client, tampered: Game) -> None:
    assert 'class="finding"' in "".join(page(client, tampered, f"?steps={number}") for number in range(1, 6))
    report = Report.objects.get(game=tampered)
    Report.objects.create(
        game=tampered, number=report.number, head=report.head, version="later", state="done", findings="[]"
    )
    assert 'class="finding"' not in "".join(page(client, tampered, f"?steps={number}") for number in range(1, 6))
