"""Battles without a table: nobody draws places, and a distance is asked when somebody acts on somebody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from frontend.games import schematic
from gamelog.games import selectors
from gamelog.games.models import Event, Game
from rules.kernel.lengths import INCH
from rules.kernel.sketch import Apart
from tests.record.at_the_table import Json, Phone
from tests.record.test_recorder import LONG, resent, stream

pytestmark = pytest.mark.django_db

STEPS = 400 if LONG else 50


@pytest.fixture
def begun(ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]) -> Callable[..., Game]:
    """A battle without a table, with both forces on one phone."""

    def begin(ruleset: str, **changed: str) -> Game:
        said = answers(
            ada_client, ada, ruleset, roster_over="pick", rival_over="pick", against="here", table="sketch", **changed
        )
        answer = ada_client.post("/record/", said)
        assert answer.status_code == 302, answer.content.decode()
        return Game.objects.get()

    return begin


class Saying(Phone):
    """Somebody who says how far it is before they act on somebody, as the page makes them."""

    said = 0

    def _one(self, now: Json) -> None:
        pair = self._unsaid(now)
        if pair is None:
            super()._one(now)
            return
        inches = now["apart"]["usual"][self.dice.below(len(now["apart"]["usual"]))]
        of, to = pair
        side = next(model["s"] for model in now["replay"]["models"] if of in (model["i"], self._piece(now, model["i"])))
        action = {"type": "apart", "of": of, "to": to, "distance": inches * INCH}
        assert self.declare(now, {"by": side, "action": action}) == 201
        after = self.now()
        known = {(one, other) for one, other, _ in after["apart"]["known"]}
        assert {(of, to), (to, of)} & known
        self.said += 1

    def _unsaid(self, now: Json) -> tuple[str, str] | None:
        """An act on somebody whose distance nobody has said, if one is open; now and then anybody at all."""
        known = {frozenset((one, other)) for one, other, _ in now["apart"]["known"]}
        open_to = [(act["who"], target) for act in now["acts"] for target in act["targets"] if act["who"]]
        if not self.dice.below(3):
            able = sorted({act["who"] for act in now["acts"] if act["who"]})
            standing = [model for model in now["replay"]["models"] if self._stands(now, model["i"])]
            open_to += [(who, model["i"]) for who in able for model in standing if model["s"] != who[0]]
        there = {self._piece(now, model["i"]) for model in now["replay"]["models"] if self._stands(now, model["i"])}
        pairs = [(self._piece(now, one), self._piece(now, other)) for one, other in open_to]
        found = [(a, b) for a, b in pairs if a != b and {a, b} <= there and frozenset((a, b)) not in known]
        return found[self.dice.below(len(found))] if found else None

    def _piece(self, now: Json, key: str) -> str:
        return now["replay"]["start"]["m"].get(key, {}).get("u") or key

    def _stands(self, now: Json, key: str) -> bool:
        model = now["replay"]["start"]["m"].get(key, {})
        return bool(model.get("a")) and not model.get("o")


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_what_the_page_offers_is_never_refused_without_a_table_either(
    ruleset: str, begun: Callable[..., Game], ada_client: Client
) -> None:
    phone = Saying(ada_client, begun(ruleset))
    for _now in phone.play(STEPS):
        pass
    assert phone.refused == []
    game = Game.objects.get()
    events = selectors.events_of(game)
    assert [each for each in rules.verify(game.rules, events) if each.severity != "advice"] == []
    assert sum(isinstance(event.action, Apart) for event in events) == phone.said > 3


def test_a_whole_battle_without_a_table_is_what_an_api_client_would_have_declared(
    begun: Callable[..., Game], ada_client: Client
) -> None:
    game = begun("kt", **{"kt.game.round-count": "2"})
    for _now in Saying(ada_client, game, seed=3).play(5000):
        pass
    game.refresh_from_db()
    assert game.finished
    assert stream(resent(game)) == stream(game)


def test_a_step_says_nothing_that_nobody_measured(begun: Callable[..., Game], ada_client: Client) -> None:
    """Its title has the declared distance, and none of a move."""
    game = begun("kt")
    phone = Saying(ada_client, game, seed=5)
    for _now in phone.play(70):
        pass
    told = [(step["a"], step["t"]) for step in phone.now()["recent"]]
    page = ada_client.get(f"/games/{game.pk}/")
    assert page.status_code == 200
    titles = [title for act, title in told if act != "apart"]
    assert titles
    assert not [title for title in titles if "″" in title or not title[-1].isalnum()]


def test_a_distance_cannot_be_said_where_places_are_recorded(
    ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    said = answers(ada_client, ada, "kt", roster_over="pick", rival_over="pick", against="here", policy="enforced")
    ada_client.post("/record/", said)
    game = Game.objects.get()
    before = Event.objects.count()
    action = {"type": "apart", "of": "a1", "to": "b1", "distance": 900}
    answer = ada_client.post(
        f"/api/games/{game.pk}/events", {"expected": game.number, "by": "a", "action": action},
        content_type="application/json",
    )  # fmt: skip
    assert answer.status_code == 422
    assert "distances are measured" in answer.content.decode()
    assert Event.objects.count() == before


def test_the_replay_shows_who_acted_on_whom_and_no_place(begun: Callable[..., Game], ada_client: Client) -> None:
    """Everybody has one place for the whole battle, wherever the rules have them."""
    game = begun("wh40k")
    phone = Saying(ada_client, game, seed=2)
    for _now in phone.play(60):
        pass
    told = ada_client.get(f"/games/{game.pk}/replay.json").json()
    assert told["table"]["sketch"] and not told["table"]["terrain"]
    state = selectors.position_at(Game.objects.get(), Game.objects.get().number)
    drawn = schematic.places(state)
    seen: dict[str, set[tuple[int, ...]]] = {}
    for step in told["steps"]:
        assert not step.get("m") and not step.get("k")
        for key, model in (step.get("d", {}).get("m") or {}).items():
            if model and model.get("a"):
                seen.setdefault(key, set()).add(tuple(model["a"]))
    assert seen and all(places == {drawn[key]} for key, places in seen.items())
    assert len({*drawn.values()}) == len(drawn)
    sides = {side: [x for key, (x, _, _) in drawn.items() if key.startswith(side)] for side in "ab"}
    assert max(sides["a"]) < min(sides["b"])
    assert [step["w"] for step in told["steps"] if step["a"] == "apart" and step.get("w")]
