""" "How likely was that?": the words, the page without JavaScript, and the data for the replay."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

import rules
from frontend.games import odds, sentences
from frontend.games.cast import Cast
from gamelog import messages
from gamelog.games import long_work, luck, tasks
from gamelog.games.models import Game
from rules import recording
from rules.gamefile import GameFile
from rules.likelihood import ASKED, Fact, likelihood

pytestmark = pytest.mark.django_db

RU: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "ru"}


def step_of(file: GameFile, kind: str, effect: str = "", dice: int = 100) -> int:
    """The first step of a kind with dice, at most so many, and with an effect of a kind if one is named."""
    return next(
        event.number for event in file.events
        if sentences.tag(event.action) == kind and 0 < len(event.dice) <= dice
        and (not effect or sentences.effects(event, effect))
    )  # fmt: skip


@pytest.fixture
def cast_of(kt: rules.Ruleset, honest_file: GameFile) -> Callable[[str], Cast]:
    def call(language: str) -> Cast:
        with translation.override(language):
            cast = Cast(kt)
        cast.meet(rules.fold(kt, honest_file.events))
        return cast

    return call


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_kind_of_fact_has_words(language: str, cast_of: Callable[[str], Cast]) -> None:
    cast = cast_of(language)
    model, side = next(iter(cast.models)), next(iter(cast.sides))
    facts = [
        Fact(model, "out", True), Fact(model, "wounds", 1), Fact(model, "kt.status.flesh-wound-definition", 2),
        Fact(model, "kt.morale.shaken-effect", 1), Fact(model, "kt.morale.shaken-effect", 0),
        Fact(side, "kt.status.broken-definition", 1), Fact(side, "cp", 3), Fact("", "order", tuple(cast.sides)),
        Fact("", "winner", side), Fact("", "winner", ""), Fact(model, "noted", "passed"), Fact("", "noted", "denied"),
        Fact(side, ASKED + "kt.charge.success", 700), Fact(side, ASKED + "kt.psychic.deny", 9),
        Fact(side, ASKED + "kt.fight.consolidate", 0), Fact(model, "kt.gap.pass", 1),
    ]  # fmt: skip
    with translation.override(language):
        said = [odds.result(cast, [fact]) for fact in facts]
        nothing = odds.result(cast, [])
    assert all(text.strip() and "%" not in text and "kt." not in text for text in said), said
    assert nothing not in said
    assert any(("а" <= letter <= "я") for letter in nothing) == (language == "ru")
    assert "7″" in said[12]


@pytest.mark.parametrize(
    ("chance", "english", "russian", "percent"),
    [
        (Fraction(1, 37), "1 in 37", "1 из 37", "2,7 %"),
        (Fraction(0), "impossible", "невозможно", "0 %"),
        (Fraction(1), "certain", "наверняка", "100 %"),
    ],
)
def test_numbers_as_people_write_them(chance: Fraction, english: str, russian: str, percent: str) -> None:
    with translation.override("en"):
        assert odds.about(likelihood(chance)) == english
    with translation.override("ru"):
        assert odds.about(likelihood(chance)) == russian
        assert odds.percent(likelihood(chance)).replace("\xa0", " ") == percent


def test_the_list_is_short_and_adds_up(
    kt: rules.Ruleset, honest_file: GameFile, cast_of: Callable[[str], Cast]
) -> None:
    number = step_of(honest_file, "charge-roll")
    before, event = rules.fold(kt, honest_file.events[: number - 1]), honest_file.events[number - 1]
    told = odds.describe(cast_of("en"), rules.luck(kt, before, event), shown=3)
    assert 3 <= len(told["rows"]) <= 4
    assert [row["t"] for row in told["rows"] if row["h"]] == [told["t"]]
    assert all(0 < row["w"] <= 1000 for row in told["rows"])
    assert sum(row["w"] for row in told["rows"]) <= 1000 + len(told["rows"])
    assert sum((Fraction(row["x"]) for row in told["rows"]), Fraction(told["rest"]["x"])) == 1


def test_the_replay_fetches_the_odds_of_one_step(client: Client, honest: Game, honest_file: GameFile) -> None:
    number = step_of(honest_file, "shoot", "removed", dice=5)
    english = client.get(f"/games/{honest.pk}/odds/{number}/odds.json").json()
    assert {"a", "p", "x", "t", "certain", "more", "rows", "rest", "note"} == english.keys()
    russian = client.get(f"/games/{honest.pk}/odds/{number}/odds.json", **RU).json()
    assert english["x"] == russian["x"]
    assert english["a"].replace(" in ", " из ") == russian["a"]


def test_the_page_has_the_whole_list(client: Client, honest: Game, honest_file: GameFile) -> None:
    number = step_of(honest_file, "charge-roll")
    page = client.get(f"/games/{honest.pk}/odds/{number}/")
    assert page.status_code == 200
    body = page.content.decode()
    assert body.count('class="chance-bar"') == len(page.context["odds"]["rows"]) > odds.SHOWN
    assert page.context["odds"]["rest"] == {}
    assert f'href="/games/{honest.pk}/#{number}"' in body
    assert "Насколько это было вероятно?" in client.get(f"/games/{honest.pk}/odds/{number}/", **RU).content.decode()


def test_steps_with_dice_link_to_it_without_javascript(client: Client, honest: Game, honest_file: GameFile) -> None:
    body = client.get(f"/games/{honest.pk}/").content.decode()
    linked = {event.number for event in honest_file.events[:60] if f"/odds/{event.number}/" in body}
    assert linked == {event.number for event in honest_file.events[:60] if sentences.effects(event, "rolled")}


@pytest.mark.parametrize("number", [0, 100_000])
def test_no_such_step(number: int, client: Client, honest: Game) -> None:
    assert client.get(f"/games/{honest.pk}/odds/{number}/").status_code == 404
    assert client.get(f"/games/{honest.pk}/odds/{number}/odds.json").status_code == 404


def test_too_much_to_count_is_said(
    client: Client, honest: Game, honest_file: GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamelog.games.luck.RUNS", 2)
    monkeypatch.setattr("gamelog.games.luck.FORMAT", "test")
    number = step_of(honest_file, "charge-roll")
    data = client.get(f"/games/{honest.pk}/odds/{number}/odds.json")
    assert (data.status_code, data.json().keys()) == (422, {"why"})
    page = client.get(f"/games/{honest.pk}/odds/{number}/")
    assert page.status_code == 422
    assert "more than 2 different ways" in page.content.decode()


def test_what_takes_too_long_for_a_page_is_counted_by_a_worker(
    client: Client, honest: Game, honest_file: GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        "gamelog.messages.deliver_on_commit", lambda *what, **how: sent.append((*what, how["priority"]))
    )
    monkeypatch.setattr(luck, "FORMAT", "slow")
    monkeypatch.setattr(luck, "STEPS", 2)
    number = step_of(honest_file, "charge-roll")
    address = f"/games/{honest.pk}/odds/{number}/"
    page = client.get(address)
    assert (page.status_code, page["Retry-After"]) == (202, "5")
    assert "They are being counted in the background" in page.content.decode()
    assert '<meta http-equiv="refresh" content="5">' in page.content.decode()
    data = client.get(f"{address}odds.json", **RU)
    assert (data.status_code, data.json().keys()) == (202, {"why"})
    assert "в фоне" in data.json()["why"]
    waiting = client.get(f"/api/games/{honest.pk}/odds?at={number}")
    assert (waiting.status_code, waiting.json()) == (202, {"state": "queued", "before": 0})
    # However often somebody asks, a worker is told once, behind all other work.
    assert sent == [(long_work.WORK, messages.LAST)]
    tasks.work_queue()
    done = client.get(address)
    assert done.status_code == 200 and "http-equiv" not in done.content.decode()
    fresh = luck.counted_luck(honest, number, luck.budget(10**6))
    assert luck.kept_of(honest, number) == fresh
    # The queue has it too, should the cache lose it: nothing is counted twice.
    cache.clear()
    monkeypatch.setattr("rules.luck", None)
    assert client.get(f"/api/games/{honest.pk}/odds?at={number}").json()["ways"] == fresh.ways


def test_what_even_a_worker_cannot_count_is_too_many_and_no_number(
    client: Client, honest: Game, honest_file: GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck, "FORMAT", "slowest")
    monkeypatch.setattr(luck, "STEPS", 2)
    monkeypatch.setattr(luck, "WORKER_STEPS", 3)
    number = step_of(honest_file, "charge-roll")
    assert client.get(f"/api/games/{honest.pk}/odds?at={number}").status_code == 202
    tasks.work_queue()
    assert luck.kept_of(honest, number) is None
    refused = client.get(f"/api/games/{honest.pk}/odds?at={number}")
    assert (refused.status_code, refused.json()["type"]) == (422, "urn:gamelog:too-many")


def test_the_chance_of_harm_is_counted_once_for_a_position(
    honest: Game, honest_file: GameFile, kt: rules.Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = step_of(honest_file, "shoot", dice=5)
    before, event = rules.fold(kt, honest_file.events[: number - 1]), honest_file.events[number - 1]
    fresh = recording.hurt(kt, before, event.declaration(), most=4000)
    assert luck.hurt_of(honest, before, event.declaration(), 4000) == fresh
    monkeypatch.setattr(recording, "hurt", None)
    # The faces do not matter, the position does.
    blank = rules.Declaration(by=event.by, action=event.action)
    assert luck.hurt_of(honest, before, blank, 4000) == fresh
    moved = before.copied()
    next(iter(moved.models.values())).wounds += 1
    with pytest.raises(TypeError):
        luck.hurt_of(honest, moved, blank, 4000)
