"""Secrets and the site's dice in the database: the order of the protocol, and that nothing unrevealed leaks."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.contrib import admin
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

import rules
from gamelog.games import corrections, secrets, seeds, selectors, services, verification
from gamelog.games.models import Event, Game, Report, Secret
from rules import autoplay, provenance
from rules.kernel.actions import Concede
from rules.kernel.dice import Seeded
from rules.kernel.events import Reroll
from rules.kernel.hold import GoOn, waiting
from rules.kernel.rulings import Amend
from rules.kernel.secrets import Commit, Reveal, commitment
from tests.kernel.games import crew
from tests.kernel.test_secrets import tampered

pytestmark = pytest.mark.django_db

JSON = "application/json"
SEEDS = {"a": "a1" * 32, "b": "b2" * 32}
SALTS = {"a": "0a" * 16, "b": "0b" * 16}
PLAN = "Third hut, the one with the red roof"


@pytest.fixture
def play(people: SimpleNamespace) -> Callable[..., Game]:
    """`play("shared")` is a game of ada and boris, with all commitments and seeds up to a named step."""

    def call(dice: Any = "server", upto: str = "dice", policy: Any = "enforced") -> Game:
        seats = {"a": people.ada, "b": people.boris}
        game = services.game_create(owner=people.marshal, ruleset="kt", seats=seats, dice=dice, policy=policy)
        if upto == "created":
            return game
        for side in "ab" if dice == "shared" else "":
            say(game, seats[side], side, Commit(subject="dice", commitment=hashed(side)))
        for declaration in opening():
            say(game, people.marshal, declaration.by, declaration.action)
        for side in "ab" if dice == "shared" and upto == "dice" else "":
            hand_in(game, seats[side], side)
        game.refresh_from_db()
        return game

    return call


def hashed(side: str) -> str:
    return commitment(side, "dice", SEEDS[side], SALTS[side])


def hand_in(game: Game, who: Any, side: str, value: str = "", salt: str = "") -> Secret:
    given = {"value": value or SEEDS[side], "salt": salt or SALTS[side]}
    return secrets.secret_deposit(game_id=game.pk, subject="dice", actor=who, **given)[0]


def opening() -> list[rules.Declaration[Any]]:
    kt = rules.load("kt")
    return autoplay.Autoplay(kt, 1).begin([crew(3), crew(4)], kt.table(1), {"kt.game.round-count": 1})


def say(game: Game, who: Any, by: str, action: Any, **more: Any) -> Event:
    declaration: rules.Declaration[Any] = rules.Declaration(by=by, action=action, **more)
    number = Game.objects.get(pk=game.pk).number
    return services.event_append(game_id=game.pk, expected=number, declaration=declaration, actor=who).event


def roll_off(game: Game, who: Any, **more: Any) -> rules.Event[Any]:
    action = rules.read_declaration(game.rules, b'{"by":"a","action":{"type":"roll-off"}}').action
    return rules.read_event(game.rules, say(game, who, "a", action, **more).body)


def events(game: Game) -> list[rules.Event[Any]]:
    game.refresh_from_db()
    return selectors.events_of(game)


def refusal(call: Callable[[], Any]) -> str:
    with pytest.raises((rules.RulesError, PermissionDenied)) as refused:
        call()
    return str(getattr(refused.value, "clause", type(refused.value).__name__))


def answer(game: Game, seats: dict[str, Any], state: rules.State) -> None:
    """Re-roll a held roll if allowed; only the side that is asked answers (`log.hold`)."""
    asked = waiting(state)
    assert asked is not None
    other = "b" if asked.side == "a" else "a"
    assert refusal(lambda: say(game, seats[other], asked.side, GoOn())) == "PermissionDenied"
    assert refusal(lambda: say(game, seats[other], other, GoOn())) == "log.hold"
    roll = int(asked.about["roll"])  # type: ignore[arg-type]
    elsewhere = (Reroll(roll + 1),)
    assert refusal(lambda: say(game, seats[asked.side], asked.side, GoOn(), rerolls=elsewhere)) == "log.hold"
    assert refusal(lambda: say(game, seats[asked.side], asked.side, GoOn(), dice=(6,))) == "log.dice-face"
    say(game, seats[asked.side], asked.side, GoOn(), rerolls=() if asked.about.get("free") else (Reroll(roll),))


def test_nobody_decides_on_a_re_roll_for_the_other_side(play: Any, people: SimpleNamespace) -> None:
    """Whoever records the game may, as for any declaration; then the rules judge it."""
    game, tape = play("table"), (6, 6, 1, 1)
    both = [people.ada, people.boris]
    other = (Reroll(1, by="b"),)
    assert refusal(lambda: roll_off(game, both[0], dice=tape, rerolls=other)) == "PermissionDenied"
    assert refusal(lambda: roll_off(game, both[0], dice=tape, rerolls=(Reroll(0, by="judge"),))) == "PermissionDenied"
    assert refusal(lambda: roll_off(game, people.marshal, dice=tape, rerolls=other)) == "kt.stratagem.command-reroll"
    assert refusal(lambda: roll_off(game, both[0], dice=tape, rerolls=(Reroll(0),))) == "kt.stratagem.command-reroll"
    assert roll_off(game, both[0], dice=tape).dice == tape


# --- a whole game


def test_a_side_is_asked_whoever_declares(play: Any, people: SimpleNamespace, client_of: Any) -> None:
    """`log.hold`: a seat that wants to be asked is asked at its own rolls, even in steps that somebody else
    declares.
    """
    game = play("server")
    address = f"/api/games/{game.pk}/seats/a"
    assert client_of("boris").patch(address, {"asks": True}).status_code == 403
    assert client_of("ada").patch(address, {}).status_code == 400
    assert client_of("ada").patch(address, {"asks": True}).json()["asks"] is True
    kt, player, sides = game.rules, autoplay.player_of(rules.load("kt"), Seeded(b"somebody")), set[str]()
    state = selectors.position_at(game, game.number)
    while state.over is None and sides != {"a", "b"}:
        wanted = waiting(state)
        if wanted is not None:
            assert wanted.side == "a"
            say(game, people.ada, "a", GoOn())
        else:
            for declaration in player.proposals(kt, state):
                try:
                    stored = say(game, people.marshal, declaration.by, declaration.action)
                except rules.RulesError:
                    continue
                break
            assert rules.read_event(kt, stored.body).hold == ("a",)
            sides.add(stored.by)
        game.refresh_from_db()
        state = selectors.position_at(game, game.number)
    assert sides == {"a", "b"}
    assert not list(rules.verify(kt, events(game)))


@pytest.mark.parametrize("dice", ["server", "shared"])
def test_a_whole_game_is_rolled_and_recomputed(dice: str, play: Any, people: SimpleNamespace) -> None:
    """`log.dice-face`: recorded here, verified by the workers and, as a file, by anybody."""
    game = play(dice)
    kt, player, waited = game.rules, autoplay.player_of(rules.load("kt"), Seeded(b"somebody")), 0
    state = selectors.position_at(game, game.number)
    while state.over is None:
        if waiting(state):
            waited += 1
            answer(game, {"a": people.ada, "b": people.boris}, state)
        else:
            for declaration in player.proposals(kt, state):
                try:
                    say(game, people.marshal, declaration.by, declaration.action, hold=("a", "b"))
                except rules.RulesError:
                    continue
                break
        game.refresh_from_db()
        state = selectors.position_at(game, game.number)
    assert waited
    report = Report.objects.get(game=game, head=game.head)
    verification.run(report)
    report.refresh_from_db()
    summary = selectors.summary_of(report)
    assert summary is not None and (summary.verdict, summary.dice, summary.findings) == ("verified", "recomputed", ())
    file = rules.read_game(selectors.file_of(game))
    assert rules.report(kt, file.events, (), file.header) == summary
    assert sum(len(event.dice) for event in file.events) > 10
    assert [event.by for event in file.events if isinstance(event.action, Reveal)] == (
        ["server"] if dice == "server" else ["server", "a", "b"]
    )
    # One die changed in the store is a finding of the same name, here and there.
    assert not Secret.objects.filter(game=game, opened=False).exists()


def test_the_first_event_is_the_site_s_commitment(play: Any) -> None:
    """`log.dice-commit`"""
    game = play("server", "created")
    (event,) = events(game)
    kept = Secret.objects.get(game=game)
    assert (event.by, event.action.subject, event.action.commitment) == ("server", "dice", kept.commitment)
    assert kept.commitment == commitment("server", "dice", kept.value, kept.salt)
    assert provenance.SEED.fullmatch(kept.value) and kept.value != play("server", "created").secrets.get().value
    assert not Secret.objects.filter(game=services.game_create(owner=game.owner, ruleset="kt")).exists()


# --- the order of the protocol


def test_no_die_falls_before_every_seed_is_handed_in(play: Any, people: SimpleNamespace) -> None:
    """`log.dice-commit`"""
    game = play("shared", "begun")
    assert refusal(lambda: roll_off(game, people.ada)) == "log.dice-commit"
    hand_in(game, people.ada, "a")
    assert refusal(lambda: roll_off(game, people.ada)) == "log.dice-commit"
    hand_in(game, people.boris, "b")
    assert roll_off(game, people.ada).dice


ACTIONS = ("commit a", "commit b", "begin", "hand in a", "hand in b", "roll")


ORDERS = list(permutations(ACTIONS))


@pytest.mark.parametrize("some", range(4))
def test_orders_of_the_protocol(some: int, play: Any, people: SimpleNamespace) -> None:
    """All steps in every order, twice over: a die falls only when every commitment is stored, which nobody could make
    knowing another's seed; and steps out of turn change nothing. Every eleventh of the 720 orders.
    """
    for order in ORDERS[11 * some :: 44]:
        try_order(order, play, people)


def try_order(order: tuple[str, ...], play: Any, people: SimpleNamespace) -> None:
    game = play("shared", "created")
    seats, (begin, *musters) = {"a": people.ada, "b": people.boris}, opening()
    done: set[str] = set()
    needs = {
        "commit a": set(), "commit b": set(), "begin": {"commit a", "commit b"}, "hand in a": {"commit a", "commit b"},
        "hand in b": {"commit a", "commit b"}, "roll": {*ACTIONS} - {"roll"},
    }  # fmt: skip

    def attempt(what: str) -> None:
        verb, side = what[:-2], what[-1]
        if verb == "commit":
            say(game, seats[side], side, Commit(subject="dice", commitment=hashed(side)))
        elif verb == "hand in":
            hand_in(game, seats[side], side)
        elif what == "begin":
            say(game, people.marshal, "table", begin.action)
            for muster in musters:
                say(game, people.marshal, muster.by, muster.action)
        else:
            roll_off(game, people.ada)

    for what in (*order, *ACTIONS):
        before = (Event.objects.filter(game=game).count(), Secret.objects.filter(game=game).count())
        late = what.startswith("commit") and "begin" in done
        if needs[what] <= done and what not in done and not late:
            attempt(what)
            done.add(what)
        elif what.startswith("hand in") and what in done:
            attempt(what)
            assert Secret.objects.filter(game=game).count() == before[1]
        elif what not in done:
            assert refusal(partial(attempt, what)).startswith(
                ("log.dice-commit", "log.begin", "log.reveal", "kt.", "Malf")
            )
            assert (Event.objects.filter(game=game).count(), Secret.objects.filter(game=game).count()) == before
    assert done == {*ACTIONS}
    committed = [e.number for e in events(game) if isinstance(e.action, Commit)]
    rolled = [e.number for e in events(game) if e.dice]
    assert committed == [1, 2, 3] and min(rolled) > 3


@pytest.mark.parametrize("dice", ["server", "shared"])
def test_a_seed_does_not_change_any_more(dice: str, play: Any, people: SimpleNamespace) -> None:
    """`log.commit`, `log.dice-commit`, `log.dice-reveal`: once an action has been seen no other seed is accepted."""
    game = play(dice)
    roll_off(game, people.ada)
    other = commitment("a", "dice", "5e" * 32, SALTS["a"])
    before = list(Secret.objects.filter(game=game).values_list("side", "value", "salt"))
    for who, by in ((people.ada, "a"), (people.marshal, "server"), (people.boris, "b")):
        clause = refusal(partial(say, game, who, by, Commit(subject="dice", commitment=other)))
        assert clause in ("log.commit", "log.dice-commit", "PermissionDenied")
    assert refusal(lambda: hand_in(game, people.ada, "a", value="5e" * 32)) in ("log.reveal", "log.dice-commit")
    shown = Reveal(subject="dice", value=SEEDS["a"], salt=SALTS["a"])
    assert refusal(lambda: say(game, people.ada, "a", shown)) in ("log.dice-reveal", "log.reveal")
    assert list(Secret.objects.filter(game=game).values_list("side", "value", "salt")) == before


def test_dice_follow_from_nothing_but_seeds_game_and_number(play: Any, people: SimpleNamespace) -> None:
    """Time, recorder and hashes play no part: the same seeds and id give the same dice."""
    game = play("shared")
    held = dict(Secret.objects.filter(game=game).values_list("side", "value"))
    key = provenance.key_of(game.rules, "shared", held)
    assert key is not None
    event = roll_off(game, people.marshal)
    drawn = provenance.stream(key, str(game.pk), event.number)
    assert event.dice == tuple(drawn.die() for _ in event.dice)


def test_a_declaration_that_is_sent_again_gets_the_same_dice(play: Any, people: SimpleNamespace) -> None:
    game = play("server")
    declaration = rules.read_declaration(game.rules, b'{"by":"a","action":{"type":"roll-off"}}')
    first, again = (
        services.event_append(game_id=game.pk, expected=game.number, declaration=declaration, key="k", actor=people.ada)
        for _ in range(2)
    )
    assert (first.created, again.created) == (True, False)
    assert first.event.body == again.event.body


@pytest.mark.parametrize("policy", ["enforced", "declared"])
@pytest.mark.parametrize(
    "more", [{"dice": (6, 1)}, {"claim": (rules.Claim(model="a1", out=True),)}, {"rerolls": (Reroll(0),)}],
    ids=["log.dice-face-declared", "log.dice-face-claimed", "log.dice-face-made-again"],
)  # fmt: skip
def test_nobody_declares_dice(more: Any, policy: str, play: Any, people: SimpleNamespace) -> None:
    game = play("server", policy=policy)
    assert refusal(lambda: roll_off(game, people.ada, **more)) == "log.dice-face"
    assert not [event for event in events(game) if event.dice]


def test_where_the_players_roll_nobody_commits_to_a_seed(table: Game, people: SimpleNamespace) -> None:
    """`log.dice-commit`"""
    assert (
        refusal(lambda: say(table, people.ada, "a", Commit(subject="dice", commitment="0" * 64))) == "log.dice-commit"
    )


def test_in_a_game_that_goes_on_after_its_seeds_are_known_nothing_is_rolled(play: Any, people: SimpleNamespace) -> None:
    """`log.dice-reveal`: a judge may void the end of a game; anybody who knows the seeds would know the dice."""
    game = play("server")
    say(game, people.boris, "b", Concede())
    state = rules.fold(game.rules, events(game)[:-2])
    state.sealed = selectors.position_at(game, game.number).sealed
    draw = seeds._draw(game, rules.read_header(game.header), state, game.number + 1)
    with pytest.raises(rules.IllegalAction) as refused:
        draw(SimpleNamespace(count=1, sides=6))  # type: ignore[arg-type]
    assert refused.value.clause == "log.dice-reveal"


def test_a_judge_amends_with_the_dice_of_the_step(play: Any, people: SimpleNamespace) -> None:
    game = play("server")
    event = roll_off(game, people.ada)
    written = {"by": "b", "action": {"type": "roll-off"}}
    action = Amend(rule="log.amend", reason="who rolls", step=event.number, declaration=written)
    ruling: rules.Declaration[Any] = rules.Declaration(by="judge", action=action)
    history = events(game)
    rolled = seeds.as_rolled(game, ruling, history)
    assert tuple(rolled.action.declaration["dice"]) == event.dice
    assert seeds.as_rolled(game, rolled, history) == rolled
    chosen = msgspec.structs.replace(action, declaration={**written, "dice": [6, 1]})
    if event.dice != (6, 1):
        assert refusal(lambda: seeds.as_rolled(game, rules.Declaration(by="judge", action=chosen), history)) == (
            "log.dice-face"
        )


def test_an_amendment_is_stored_with_the_dice_that_were_shown(play: Any, people: SimpleNamespace) -> None:
    """`log.amend`: exactly what a judge sees before confirming is stored, dice included, and verification agrees."""
    game = play("server")
    event = roll_off(game, people.ada)
    action = Amend(
        rule="log.amend", reason="who rolls", step=event.number,
        declaration={"by": "b", "action": {"type": "roll-off"}},
    )  # fmt: skip
    ruling: rules.Declaration[Any] = rules.Declaration(by="judge", action=action)
    game.refresh_from_db()
    shown = corrections.preview(game, ruling)
    stored = services.correction_append(
        game_id=game.pk, expected=game.number, declaration=ruling, consequences_digest=shown.digest,
        actor=people.marshal,
    )  # fmt: skip
    amended = rules.read_event(game.rules, stored.event.body)
    assert tuple(amended.action.declaration["dice"]) == event.dice
    say(game, people.boris, "b", Concede())
    assert [f for f in _findings(game) if f.rule.startswith("log.dice")] == []


# --- texts


def test_a_deposit_is_a_commitment_now_and_a_reveal_at_the_end(play: Any, people: SimpleNamespace) -> None:
    """`log.commit`, `log.reveal`"""
    game = play("server")
    row, created = secrets.secret_deposit(game_id=game.pk, subject="plan", value=PLAN, actor=people.ada)
    event = events(game)[-1]
    assert created and event.number == row.number and event.action.commitment == row.commitment
    assert row.commitment == commitment("a", "plan", PLAN, row.salt) and len(row.salt) >= 32
    say(game, people.boris, "b", Concede())
    shown = [(e.by, e.action.subject) for e in events(game) if isinstance(e.action, Reveal)]
    assert shown == [("server", "dice"), ("a", "plan")]
    report = Report.objects.get(game=game, head=game.head)
    verification.run(report)
    report.refresh_from_db()
    assert (report.number, report.verdict) == (game.number, "verified")
    Secret.objects.filter(game=game, opened=True).delete()


def test_what_somebody_keeps_alone_stays_shut_until_they_reveal_it(table: Game, people: SimpleNamespace) -> None:
    """`log.reveal`: unopened at the end, then opened, and the game is verified again."""
    for declaration in opening():
        say(table, people.marshal, declaration.by, declaration.action)
    say(table, people.ada, "a", Commit(subject="plan", commitment=commitment("a", "plan", PLAN, SALTS["a"])))
    say(table, people.boris, "b", Concede())
    assert [f.rule for f in _findings(table)] == ["log.reveal"]
    say(table, people.ada, "a", Reveal(subject="plan", value=PLAN, salt=SALTS["a"]))
    assert _findings(table) == ()


def _findings(game: Game) -> tuple[rules.Finding, ...]:
    game.refresh_from_db()
    report = Report.objects.get(game=game, head=game.head)
    verification.run(report)
    report.refresh_from_db()
    return selectors.findings_of(report)


def test_only_a_side_speaks_for_itself(play: Any, people: SimpleNamespace) -> None:
    game = play("server")
    secrets.secret_deposit(game_id=game.pk, subject="plan", value=PLAN, actor=people.ada)
    shown = Commit(subject="other", commitment="0" * 64)
    for who in (people.boris, people.marshal, people.carol):
        assert refusal(partial(say, game, who, "a", shown)) == "PermissionDenied"
        given: dict[str, Any] = {"game_id": game.pk, "subject": "plan", "side": "a", "actor": who}
        assert refusal(partial(secrets.secret_reveal, **given)) == "PermissionDenied"
        assert refusal(partial(secrets.secret_deposit, value="x", **given)) == "PermissionDenied"
    assert secrets.secret_reveal(game_id=game.pk, subject="plan", actor=people.ada).type == "reveal"


@pytest.mark.parametrize(
    ("wanted", "status"),
    [({"subject": "plan", "value": PLAN}, 201), ({"subject": "dice", "value": "5e" * 32}, 422),
     ({"subject": "other", "value": "x", "salt": "0" * 32}, 422), ({"subject": "", "value": "x"}, 400),
     ({"subject": "a/b", "value": "x"}, 400), ({"subject": "x", "value": "x" * 2001}, 400),
     ({"subject": "x", "value": "x", "salt": "none"}, 400), ({"subject": "x", "value": "x", "side": "b"}, 403),
     ({"value": "x"}, 400)],
)  # fmt: skip
def test_deposits_over_the_api(wanted: Any, status: int, play: Any, client_of: Callable[[str], Any]) -> None:
    game = play("server")
    answer = client_of("ada").post(f"/api/games/{game.pk}/secrets", wanted, format="json")
    assert answer.status_code == status, answer.content
    assert (status == 201) == ("salt" in answer.json())
    if status != 201:
        assert wanted["value"][:40].encode() not in answer.content.replace(b'"x"', b"") or len(wanted["value"]) < 3


def test_one_s_own_openings_over_the_api(play: Any, client_of: Callable[[str], Any]) -> None:
    game = play("server")
    path = f"/api/games/{game.pk}/secrets"
    mine = client_of("ada").post(path, {"subject": "plan", "value": PLAN}, format="json").json()
    answer = client_of("ada").get(path)
    assert answer.json() == {"secrets": [mine]} and answer.headers["Cache-Control"] == "no-store"
    shown = client_of("ada").post(f"{path}/plan/reveal", {}, format="json")
    assert shown.status_code == 201 and shown.json()["event"]["action"]["value"] == PLAN
    assert client_of("ada").get(path).json()["secrets"][0]["opened"] is True
    assert client_of("ada").post(f"{path}/plan/reveal", {}, format="json").status_code == 422
    assert client_of("").post(path, {"subject": "x", "value": "x"}, format="json").status_code == 401


def test_games_with_dice_of_the_site_over_the_api(client_of: Callable[[str], Any]) -> None:
    made = client_of("ada").post("/api/games", {"ruleset": "kt", "dice": "shared"}, format="json")
    assert (made.status_code, made.json()["dice"], made.json()["number"]) == (201, "shared", 1)
    assert client_of("ada").post("/api/games", {"ruleset": "kt", "dice": "loaded"}, format="json").status_code == 400


def test_tampered_reveals_over_the_api(play: Any, client_of: Callable[[str], Any], people: SimpleNamespace) -> None:
    """`log.reveal`: a sample of the thousand in tests/kernel, each through the whole stack, and nothing is stored."""
    dice, refused = Seeded(b"api"), 0
    game, plain = play("server"), list[rules.Event[Any]]()
    while refused < 25:
        by, shown, hashed_other = tampered(dice)
        if hashed_other != commitment("a", "plan", "The third hut from the left", "0123456789abcdef" * 2):
            continue
        if not plain:
            say(game, people.ada, "a", Commit(subject="plan", commitment=hashed_other))
            plain = events(game)
        body = {"expected": len(plain), "by": by, "action": {"type": "reveal", **msgspec.structs.asdict(shown)}}
        name = {"a": "ada", "b": "boris"}[by]
        answer = client_of(name).post(f"/api/games/{game.pk}/events", json.dumps(body), content_type=JSON)
        assert (answer.status_code, answer.json().get("clause")) == (422, "log.reveal"), answer.content
        refused += 1
    assert len(events(game)) == len(plain)


# --- nothing leaks before it is revealed


@pytest.fixture
def hidden(play: Any, people: SimpleNamespace, settings: Any) -> Iterator[tuple[Game, list[str]]]:
    """A shared game under way in which both players have deposited secrets, and every secret text."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "secrets"}}
    game = play("shared")
    roll_off(game, people.ada)
    for who, text in ((people.ada, PLAN), (people.boris, "Wait for them at the ford")):
        secrets.secret_deposit(game_id=game.pk, subject="plan", value=text, actor=who)
    game.refresh_from_db()
    kept = Secret.objects.filter(game=game).values_list("value", "salt")
    yield game, [text for pair in kept for text in pair]
    cache.clear()


def addresses(game: Game) -> list[str]:
    """Every address that answers GET, of this game if it names one."""
    values = {"game_id": str(game.pk), "ruleset_id": "kt", "number": "5", "at": "5", "subject": "plan"}

    def of(patterns: Any, before: str) -> Iterator[str]:
        for each in patterns:
            route = before + str(each.pattern)
            if isinstance(each, URLResolver):
                yield from of(each.url_patterns, route)
            elif isinstance(each, URLPattern):
                yield re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values.get(found[1], str(game.pk)), route)

    found = ["/" + re.sub(r"[\\^$]", "", path) for path in of(get_resolver().url_patterns, "")]
    return [
        path for path in dict.fromkeys(found) if "(" not in path and "logout" not in path and path != "/admin/jsi18n/"
    ]


@pytest.mark.long
def test_nothing_unrevealed_leaves_the_server(
    hidden: tuple[Game, list[str]], people: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    """Every address, as the author of the text, the opponent, another player, nobody, and staff."""
    game, texts = hidden
    people.marshal.is_superuser = True
    people.marshal.save()
    caplog.set_level(logging.DEBUG)
    seen: dict[str, dict[str, bytes]] = {}
    own = f"/api/games/{game.pk}/secrets"
    paths = [*addresses(game), *(f"{path}?after=0&limit=1000" for path in addresses(game) if path.endswith("/events")),
             f"/api/games/{game.pk}/odds?at=5", f"/games/?q={PLAN[:10]}", "/api/games?search=hut"]  # fmt: skip
    for name in ("ada", "boris", "carol", "", "marshal"):
        client = Client(raise_request_exception=False)
        if name:
            client.force_login(getattr(people, name))
        for path in paths:
            answer = client.get(path)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
            seen.setdefault(path, {})[name] = body
            mine = {"ada": ("a",), "boris": ("b",)}.get(name, ()) if path == own else ()
            for side, value, salt in Secret.objects.filter(game=game).values_list("side", "value", "salt"):
                head = str(answer.headers.items()).encode()
                shown = value.encode() in body + head or salt.encode() in body + head
                assert shown == (side in mine), (path, name, side)
    assert len([path for path in seen if str(game.pk) in path]) > 25
    # The API gives everybody the same bytes about this game, except for one's own openings and what is disputed.
    called = f"/api/games/{game.pk}/calls"
    same = [path for path in seen if path.startswith(f"/api/games/{game.pk}") and path not in (own, called)]
    assert len(same) > 10
    for path in same:
        assert len(set(seen[path].values())) == 1, path
    assert len(set(seen[own].values())) == 3
    assert seen[own][""] == seen[own]["carol"] == seen[own]["marshal"] == b'{"secrets":[]}'
    kept = b"".join(cache._cache.values())  # type: ignore[attr-defined]
    assert kept
    for text in texts:
        assert text.encode() not in kept
        assert text not in caplog.text


def test_the_file_tells_nothing_before_the_end(hidden: tuple[Game, list[str]]) -> None:
    game, texts = hidden
    file = selectors.file_of(game)
    assert not [text for text in texts if text.encode() in file]
    assert rules.report(game.rules, events(game), (), rules.read_header(game.header)).dice == "unrevealed"


def test_the_admin_knows_no_secrets() -> None:
    assert Secret not in admin.site._registry
    assert Game not in admin.site._registry


def test_a_failure_tells_nothing(
    play: Any, people: SimpleNamespace, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An internal error while the text is in memory: neither the answer nor the log contains it."""
    game = play("server")
    caplog.set_level(logging.DEBUG)

    def fail(*args: Any, **named: Any) -> None:
        raise RuntimeError("the database is gone")

    monkeypatch.setattr(Secret.objects, "create", fail)
    client = Client(raise_request_exception=False)
    client.force_login(people.ada)
    answer = client.post(f"/api/games/{game.pk}/secrets", {"subject": "plan", "value": PLAN}, content_type=JSON)
    assert answer.status_code == 500
    assert "the database is gone" in caplog.text
    assert PLAN not in caplog.text and PLAN.encode() not in answer.content
    assert Event.objects.filter(game=game, type="commit").count() == 1


def test_a_row_does_not_print_what_it_keeps(hidden: tuple[Game, list[str]]) -> None:
    game, texts = hidden
    for row in Secret.objects.filter(game=game):
        assert not [text for text in texts if text in f"{row} {row!r} {[row]}"]
