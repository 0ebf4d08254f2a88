"""A battle as one HTML file: complete, closed in itself, and unmoved by whatever stands in a name."""

from __future__ import annotations

import base64
import html
import json
import re
from hashlib import sha256
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from frontend.publishing import replay_file
from gamelog.games import luck
from gamelog.games.models import Game, Seat
from rules.gamefile import GameFile

pytestmark = pytest.mark.django_db

ANSWER = re.compile(r'<script type="application/json" data-address="([^"]*)">(.*?)</script>', re.DOTALL)

MARKUP = re.compile("(?i)<script|</script|<!--|<img")


def page(client: Client, game: Game, language: str = "en") -> str:
    answer = client.get(f"/games/{game.pk}/replay.html", headers={"accept-language": language})
    assert answer.status_code == 200
    return b"".join(answer).decode()


def answers(text: str) -> dict[str, Any]:
    return {html.unescape(address): json.loads(body) for address, body in ANSWER.findall(text)}


def test_it_holds_the_battle_and_every_rule_it_names(client: Client, honest: Game) -> None:
    held = answers(page(client, honest))
    data = client.get(f"/games/{honest.pk}/replay.json").json()
    assert held["replay.json"] == {**data, "odds": []}
    card = client.get(f"/rules/kt/{next(iter(data['rules']))}.json?version={honest.version}").json()
    cards = {address: each for address, each in held.items() if "/rules/kt/" in address}
    assert card in cards.values()
    assert {f"http://testserver/rules/kt/{key}.json?version={honest.version}" for key in data["rules"]} == set(cards)


def test_its_policy_allows_its_own_script_and_nothing_else(client: Client, honest: Game) -> None:
    text = page(client, honest)
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1])  # type: ignore[index]
    for tag, opening in (("script", '<script type="module">'), ("style", "<style>")):
        inside = text.split(opening)[1].split(f"</{tag}>")[0]
        hashed = base64.b64encode(sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{hashed}'" in policy
    assert policy.startswith("default-src 'none';") and "unsafe" not in policy and "http" not in policy
    assert text.index("Content-Security-Policy") < text.index("<style>") < text.index("<script")
    assert not re.search(r"<(?:link|img|script|iframe)[^>]+(?:src|href)=\"(?!data:)", text)


@pytest.mark.parametrize("name", ["</script><script>alert(1)</script>", "<!--<script>", "\u2028&amp;\"'<img src=x>"])
def test_no_name_ends_an_element(client: Client, honest: Game, name: str) -> None:
    plain = page(client, honest)
    Seat.objects.filter(game=honest, side="a").update(name=name)
    text = page(client, honest)
    assert len(MARKUP.findall(text)) == len(MARKUP.findall(plain))
    assert html.escape(name) in text


def test_a_name_in_the_data_is_data() -> None:
    hostile = "</script><!--<script>x"
    block = str(replay_file._block("a", {"n": hostile}))
    assert block.count("<") == 2
    assert answers(block) == {"a": {"n": hostile}}


def test_only_odds_that_are_known_are_in_it(client: Client, honest: Game, honest_file: GameFile) -> None:
    shot = next(event for event in honest_file.events if event.dice)
    luck.counted_luck(honest, shot.number, luck.budget(10**6))
    held = answers(page(client, honest))
    assert held["replay.json"]["odds"] == [shot.number]
    asked = client.get(f"/games/{honest.pk}/odds/{shot.number}/odds.json").json()
    assert held[f"http://testserver/games/{honest.pk}/odds/{shot.number}/odds.json"] == asked


def test_it_is_in_the_language_of_its_reader_and_always_the_same(client: Client, honest: Game) -> None:
    assert page(client, honest) == page(client, honest)
    russian = page(client, honest, "ru")
    assert '<html lang="ru">' in russian and "Следующая" in russian
    answer = client.get(f"/games/{honest.pk}/replay.html")
    assert re.fullmatch(r'attachment; filename="[\w-]+-vs-[\w-]+\.html"', answer["Content-Disposition"])


def test_it_is_for_those_who_may_see_the_battle(client: Client, honest: Game, ada: User) -> None:
    Game.objects.filter(pk=honest.pk).update(public=False, owner=ada)
    assert client.get(f"/games/{honest.pk}/replay.html").status_code == 404
    client.force_login(ada)
    assert client.get(f"/games/{honest.pk}/replay.html").status_code == 200


def test_without_its_script_the_site_says_so(client: Client, honest: Game, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(replay_file, "DIST", tmp_path)
    answer = client.get(f"/games/{honest.pk}/replay.html")
    assert answer.status_code == 503 and "npm run build" in answer.content.decode()
