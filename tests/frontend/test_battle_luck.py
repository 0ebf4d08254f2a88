"""The luck of a battle in words, and the data of its row, steps and end card."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from frontend.games import battle_luck as words
from frontend.games import seats
from gamelog.games import battle_luck, luck
from gamelog.games.models import Game
from rules.swing import Share, Swing

pytestmark = pytest.mark.django_db

NAMES = {"a": "Choir", "b": "Watch"}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle_luck, "MOST_WAYS", 40)


def roll(number: int, by: str, taken: tuple[int, int], means: tuple[str, str], **more: Any) -> battle_luck.Roll:
    shares = {side: Share(got, mean) for side, got, mean in zip("ab", taken, means, strict=True)}
    own, other = (0, 1) if by == "a" else (1, 0)
    mean = Fraction(means[own]) - Fraction(means[other])
    swing = Swing(shares, taken[own] - taken[other], f"{mean.numerator}/{mean.denominator}", "1/2", "1/2")
    return battle_luck.Roll(number, by, swing=swing, **more)


def counted(*rolls: battle_luck.Roll) -> battle_luck.Counted:
    return battle_luck.Counted(20, False, rolls, battle_luck.summed(rolls))


FOUND = counted(
    roll(3, "a", (14, 0), ("7/8", "0/1"), good="1/14", bad="1/1"),
    roll(5, "b", (0, 0), ("0/1", "10/3"), good="1/1", bad="2/3"),
    roll(8, "a", (0, 30), ("2/1", "1/2"), good="1/1", bad="1/9"),
    battle_luck.Roll(9, "b", "many", 40),
)


def test_the_curve_is_the_exact_sum_of_one_side_against_the_other(honest: Game) -> None:
    told = words.described(honest, FOUND, 20, NAMES)
    # 14 - 7/8, then 10/3 that the other side did not get, then -2 and -29.5.
    assert told["curve"] == [(3, 1313), (5, 1646), (8, -1504)]
    assert told["first"] == "a"
    assert [(each["taken"], each["mean"]) for each in told["totals"]] == [(1400, 288), (3000, 383)]
    turned = words.described(honest, FOUND, 20, {"b": "Watch", "a": "Choir"})
    assert turned["curve"] == [(3, -1312), (5, -1646), (8, 1504)]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Lucky: 1 in 14", "", "Unlucky: 1 in 9", "14, average 2.9", "lucky by 11.1", "1 of 4 rolls can fall")),
        ("ru", ("Удача: 1 из 14", "", "Неудача: 1 из 9", "14, в среднем 2,9", "удача: +11,1", "Не учтён 1 бросок")),
    ],
)  # fmt: skip
def test_in_words(language: str, said: tuple[str, ...], honest: Game) -> None:
    with translation.override(language):
        told = words.described(honest, FOUND, 20, NAMES)
    assert [told["rolls"][number]["w"] for number in (3, 5, 8)] == list(said[:3])
    assert (told["totals"][0]["t"], told["totals"][0]["w"]) == said[3:5]
    assert told["why"]["many"].startswith(said[5])
    assert told["left"] == [[9, "many"]]
    # The luckiest roll of a side that was never lucky is none.
    assert [(pin["n"], pin["s"], pin["k"]) for pin in told["pins"]] == [
        (3, "a", "lucky"), (5, "b", "unlucky"), (8, "a", "unlucky"),
    ]  # fmt: skip
    assert "9" in told["pins"][2]["t"]


def test_numbers_are_rounded_as_people_do() -> None:
    assert [words.decimal(Fraction(each)) for each in ("1/4", "-1/4", "3", "-1/100", "29/10")] == [
        "0.3", "−0.3", "3", "0", "2.9",
    ]  # fmt: skip
    assert [words.hundredths(Fraction(each)) for each in ("1/200", "-1/200", "1/3")] == [1, 0, 33]


def test_the_data_is_the_row_and_its_tag_changes_when_it_arrives(client: Client, honest: Game) -> None:
    address = f"/games/{honest.pk}/luck.json"
    before = client.get(address)
    assert (before.json()["state"], before.json()["curve"]) == ("counting", [])
    battle_luck.rebuild(honest)
    after = client.get(address, HTTP_IF_NONE_MATCH=before["ETag"])
    assert after.status_code == 200
    found = battle_luck.counted(honest)
    assert found
    told = after.json()
    known = [each for each in found.rolls if each.swing]
    assert [tuple(each) for each in told["curve"]] == list(words.curve(known, tuple(seats.names(honest))))
    assert told["curve"][-1][1] == words.hundredths(found.totals["a"].luck - found.totals["b"].luck)
    assert client.get(address, HTTP_IF_NONE_MATCH=after["ETag"]).status_code == 304
    assert client.get(address, HTTP_IF_NONE_MATCH=after["ETag"], HTTP_ACCEPT_LANGUAGE="ru").status_code == 200
    then = client.get(f"{address}?as_of=60").json()
    assert (then["number"], then["curve"]) == (60, [each for each in told["curve"] if each[0] <= 60])


def test_odds_that_are_known_are_told_and_no_others_are_counted(
    client: Client, honest: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle_luck.rebuild(honest)
    found = battle_luck.counted(honest)
    assert found
    known = next(each.number for each in found.rolls if each.swing)
    unknown = next(each.number for each in found.rolls if not each.swing)
    monkeypatch.setattr("rules.luck", None)
    assert client.get(f"/games/{honest.pk}/odds/{known}/odds.json?kept").status_code == 200
    assert client.get(f"/games/{honest.pk}/odds/{unknown}/odds.json?kept").status_code == 204
    assert luck.kept_of(honest, 0) is None


def test_whoever_sees_a_battle_may_have_it_counted(
    client: Client, honest: Game, django_capture_on_commit_callbacks: Any
) -> None:
    assert client.get(f"/games/{honest.pk}/luck/").status_code == 405
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(f"/games/{honest.pk}/luck/").status_code == 202
    assert client.get(f"/games/{honest.pk}/luck.json").json()["state"] == "counted"
    Game.objects.update(public=False)
    assert client.post(f"/games/{honest.pk}/luck/").status_code == 404
