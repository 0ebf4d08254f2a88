"""A seven-round Swiss with a top 8, from registration to published standings, all through the API: 48 players, or with
GAMELOG_LONG=1 a full house of 128.

Every table's battle is autoplayed, uploaded as a game file, tied to its table and verified; the results come from the
verified games. On the way: a waiting list, rosters, check-in, drops, a no-show, byes, late entries, a conceded game,
corrections of every kind, a penalty, a pairing over a missing result. At the end every pairing is recomputed, and the
standings are compared with the second method.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

import rules
from gamelog.contest import counting, event_standings, stream
from gamelog.contest.pairing.check import check, violations
from gamelog.contest.state import TournamentState
from gamelog.games import demo
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Tournament
from tests.contest import second_method
from tests.kernel.games import rehashed
from tests.tournaments import playing

LONG = os.environ.get("GAMELOG_LONG") == "1"
PLAYERS, ROUNDS, CUT, WAITING = 128 if LONG else 48, 7, 8, 4
BATTLES = 10_000 if LONG else 50
"""So many different battles are fought; the same one at two tables is two games, each with its id and its hashes."""
TIES = ("opponents-match-win", "sos", "extended-sos", "direct-encounter", "victory-difference", "lots")
TERMS: dict[str, Any] = {
    "ruleset": "kt", "rules_version": "2018.1", "format": "swiss-cut", "rounds": ROUNDS, "cut": CUT,
    "capacity": PLAYERS, "late_entry": 3, "half_byes": 1, "check_in": True,
    "rosters": {"required": True, "points": 200}, "starts": "2026-12-05T09:00:00+00:00",
    "tiebreaks": [{"id": each, "version": "1"} for each in TIES],
}  # fmt: skip


@pytest.fixture(autouse=True)
def no_limits(settings: Any) -> None:
    """One machine sends everybody's requests here."""
    from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

    for throttle in (AnonRateThrottle, UserRateThrottle):
        throttle.THROTTLE_RATES = {"anon": None, "user": None}


class Hall:
    """Everybody at the event, each with a client of their own. `committed` runs the callbacks of a transaction."""

    def __init__(self, committed: Callable[..., Any]) -> None:
        self.committed = committed
        self.clients: dict[str, APIClient] = {}
        self.slug = ""
        self.number = 0
        for name in ("olga", *(f"p{number}" for number in range(1, PLAYERS + WAITING + 3))):
            client = APIClient()
            client.force_authenticate(User.objects.create(username=name))
            self.clients[name] = client
        self.clients["olga"].get("/api/me")

    def call(self, name: str, method: str, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        given = {"format": "json"} | more if body is not None else more
        answer = getattr(self.clients[name], method)(f"/api/events/{self.slug}{path}", body, **given)
        assert answer.status_code == status, (name, method, path, answer.content[:600])
        return json.loads(answer.content) if answer.content else None

    def act(self, name: str, tag: str, /, **members: Any) -> None:
        """Declare an act as somebody; values sent beside it are given by names that acts do not have."""
        beside = {key: members.pop(key) for key in ("users", "names", "effect") if key in members}
        self.call(name, "post", "/acts", {"expected": self.number, "act": {"type": tag, **members}, **beside}, 201)
        self.number += 1

    def correct(self, name: str, tag: str, /, **members: Any) -> None:
        """Preview the effect of a correction on the standings, confirm it, and check that exactly this happened."""
        act = {"type": tag, **members}
        shown = self.call(name, "post", "/acts/preview", {"expected": self.number, "act": act})
        self.act(name, tag, effect=shown["digest"], **members)
        assert self.table()["places"] == shown["after"]["places"]

    def table(self) -> Any:
        """The standings now."""
        found = self.call("olga", "get", "/standings")["standings"]
        assert found["as_of"] == self.number
        return found["table"]

    def state(self) -> TournamentState:
        return selectors.state_of(Tournament.objects.get(slug=self.slug))

    def player(self, entrant: int) -> str:
        return f"p{entrant}"


@pytest.fixture
def hall(db: None, django_capture_on_commit_callbacks: Callable[..., Any]) -> Hall:
    return Hall(django_capture_on_commit_callbacks)


def announce(hall: Hall) -> None:
    answer = hall.clients["olga"].post("/api/events", {"title": "Grand muster", "terms": TERMS}, format="json")
    assert answer.status_code == 201, answer.content
    hall.slug, hall.number = answer.json()["slug"], 1
    hall.act("olga", "open-registration")


def enter(hall: Hall) -> None:
    """Everybody registers; four are on the waiting list, two of them get places of those who leave, and all but one
    hand in rosters.
    """
    for number in range(1, PLAYERS + WAITING + 1):
        hall.act(hall.player(number), "register", users=[hall.player(number)], faction="Watch", rating=2000 - number)
    assert len(hall.state().waiting()) == WAITING
    for number in (10, 20):
        hall.act(hall.player(number), "drop", entrant=number)
    assert len(hall.state().waiting()) == WAITING - 2
    hall.act("olga", "close-registration")
    for entrant in hall.state().playing():
        digest = uploaded(hall, hall.player(entrant.number))
        hall.act(hall.player(entrant.number), "submit-roster", entrant=entrant.number, sha256=digest)
    hall.act("olga", "lock-rosters")
    for entrant in hall.state().playing():
        if entrant.number != 30:
            hall.act(hall.player(entrant.number), "check-in", entrant=entrant.number)


def uploaded(hall: Hall, name: str) -> str:
    """The digest of a roster that a player uploads."""
    path = demo.files()[0]
    file = SimpleUploadedFile(path.name, path.read_bytes())
    answer = hall.clients[name].post("/api/rosters", {"file": file}, format="multipart")
    assert answer.status_code in (200, 201), answer.content
    return str(answer.json()["sha256"])


def battle(hall: Hall, number: int, table: int) -> bytes:
    """The autoplayed battle of a table, as a game file of its own."""
    fought = playing.battle((1000 * number + table) % BATTLES)
    name = str(uuid5(NAMESPACE_URL, f"{hall.slug}/{number}/{table}"))
    return rehashed(rules.GameFile(msgspec.structs.replace(fought.header, game=name)), fought.events)


def play_table(hall: Hall, number: int, table: int, entrant: int) -> None:
    """A player uploads the battle, the desk ties it to the table, a worker verifies it, and the result arrives."""
    client = hall.clients[hall.player(entrant)]
    with hall.committed(execute=True):
        file = SimpleUploadedFile("game.jsonl", battle(hall, number, table))
        made = client.post("/api/games/import", {"file": file}, format="multipart")
        assert made.status_code == 201, made.content
        game = made.json()["id"]
        hall.call("olga", "post", f"/tables/{number}/{table}", {"game": game})
    hall.number += 2


def play_round(hall: Hall, number: int, skip: tuple[int, ...] = (), **pairing: Any) -> None:
    """Pair a round and play all its tables but some. A drawn elimination game is decided by a judge."""
    hall.act("olga", "pair-round", round=number, **pairing)
    for pair in hall.state().rounds[-1].paired.pairs:
        if pair.table in skip:
            continue
        play_table(hall, number, pair.table, pair.a)
        drawn = hall.state().rounds[-1].results[str(pair.table)].report.winner == "draw"
        if number > ROUNDS and drawn:
            decided = {"winner": "a", "a": {"victory": 100}}
            hall.correct("olga", "rule", round=number, table=pair.table, report=decided, reason="the higher seed")


def events_of_the_day(hall: Hall) -> None:
    """Seven rounds, with everything that happens at an event."""
    play_round(hall, 1)
    for number in range(PLAYERS + WAITING + 1, PLAYERS + WAITING + 3):
        late = hall.player(number)
        hall.act("olga", "register", users=[late], rating=1500)
        hall.act("olga", "admit", entrant=number, reason="somebody did not come, and there is a table")
        # Rosters are locked, but entrants without one may still hand one in; the organiser checks them in.
        hall.act(late, "submit-roster", entrant=number, sha256=uploaded(hall, late))
        hall.act("olga", "check-in", entrant=number)
    hall.act(hall.player(7), "ask-bye", entrant=7, round=2)
    play_round(hall, 2)
    hall.act(hall.player(12), "drop", entrant=12)
    correct_some(hall)
    play_round(hall, 3, skip=(1, 2, 3))
    pairs = {pair.table: pair for pair in hall.state().rounds[-1].paired.pairs}
    hall.act("olga", "no-show", entrant=pairs[1].b, round=3, drop=True)
    hall.act(hall.player(pairs[2].a), "concede", round=3, table=2, side="a")
    refused = hall.call(
        "olga", "post", "/acts", {"expected": hall.number, "act": {"type": "pair-round", "round": 4}}, 422
    )
    assert (refused["code"], refused["facts"]["missing"]) == ("missing-results", ["3"])
    play_round(hall, 4, reason="table 3 plays on in the lobby")
    hall.act("olga", "enter", round=3, table=3, report={"a": {"victory": 900}, "b": {"victory": 400}})
    for number in (5, 6, 7):
        play_round(hall, number)


def correct_some(hall: Hall) -> None:
    """Corrections of every kind, each previewed."""
    hall.correct("olga", "rule", round=1, table=4, report={"winner": "draw"}, reason="both held the relic")
    hall.correct("olga", "enter", round=2, table=5, report={"b": {"victory": 1200}}, reason="read the wrong sheet")
    hall.correct("olga", "penalise", entrant=40, kind="points", match=-100, reason="slow play, third warning")
    penalty = hall.state().penalties[0].act
    hall.correct("olga", "penalise", entrant=41, kind="warning", reason="a cocked die was moved")
    hall.correct("olga", "lift", penalty=penalty, reason="the clock had stopped")


@pytest.mark.long
def test_a_grand_muster(hall: Hall) -> None:
    announce(hall)
    enter(hall)
    events_of_the_day(hall)
    for number in range(ROUNDS + 1, ROUNDS + 4):
        play_round(hall, number)
    hall.act("olga", "finish")
    state, tournament = hall.state(), Tournament.objects.get(slug=hall.slug)
    assert tournament.phase == "finished" and tournament.number == hall.number

    nobody_twice(state)
    assert all(not check(found.request, found.paired) for found in state.rounds)
    results = [result.standing for found in state.rounds for result in found.results.values()]
    counted = Counter(results)
    # All but a no-show, a conceded game, one entered by hand, two corrections and drawn matches of the top 8.
    assert counted["verified"] >= len(results) - 5 - counted["ruled"] and len(results) > ROUNDS * (PLAYERS // 2 - 3)

    table = event_standings.current(state)
    assert [place.place for place in table.places[:2]] == [1, 2] and len(state.rounds[-1].paired.pairs) == 1
    assert hall.table() == json.loads(msgspec.json.encode(table))
    swiss = counting.table(state)
    again = second_method.table(counting.cards(state), state.terms, state.seed)
    assert [(place.place, place.entrant, [cell.exact for cell in place.cells]) for place in swiss.places] == again

    published = selectors.standings_json(tournament)
    cache.clear()
    assert selectors.standings_json(tournament) == published
    assert stream.fold(selectors.entries_of(tournament)) == state


def nobody_twice(state: TournamentState) -> None:
    """No rematch, no second bye, nobody at two tables of a round."""
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for found in state.rounds:
        assert not violations(found.request, found.paired)
        if found.stage == "swiss":
            met.update(frozenset((pair.a, pair.b)) for pair in found.paired.pairs)
            byes.update({found.paired.bye} - {0})
    assert max(met.values()) == 1
    assert not byes or max(byes.values()) == 1
