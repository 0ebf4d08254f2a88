"""Whatever somebody with all rights to the database does behind the application, the log tells.

Every attack is tried twice: before the log was told of what was done, and after it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, transaction

import rules
from gamelog.accounts.services import person_erase
from gamelog.games import confirmations, joining
from gamelog.games.models import Event, Game, Guest, Report, Seat, SeatAnswer, SeatQuestion
from gamelog.people.services import guest_create, participant_of
from gamelog.records.checks import CHECKS
from gamelog.signing.services import key_rotate
from gamelog.tournaments.models import Tournament
from gamelog.transparency import checking, selectors, services, subjects
from gamelog.transparency.models import Leaf, LogHead, Subject, TileHash
from rules import merkle, tlog
from tests.evidence.signed import whole
from tests.restored import restored
from tests.tournaments import making
from tests.transparency.conftest import run

pytestmark = pytest.mark.storage

Recorded = Callable[[rules.GameFile], Game]


@pytest.fixture
def game(recorded: Recorded, unlocked: None) -> Game:
    """A finished game whose two players agreed on the result, in the log; and another one."""
    made, _other = recorded(whole(1)), recorded(whole(2))
    for side, name in (("a", "ann"), ("b", "bob")):
        user = User.objects.create_user(name)
        made.seats.filter(side=side).update(user=user)
        confirmations.result_confirm(game_id=made.pk, side=side, number=made.number, actor=user)
    Report.objects.filter(game=made).update(state="done", verdict="verified")
    services.log_grow()
    return made


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is done to the database within is undone afterwards."""
    point = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(point)


def found(code: str = "") -> set[str]:
    """The codes of all findings, or whom those of a code are about."""
    return {each.about if code else each.code for each in checking.findings() if code in ("", each.code)}


def key(game: Game) -> str:
    """The id of a game as the database writes it."""
    return str(game.pk) if connection.vendor == "postgresql" else game.pk.hex


def test_what_is_as_it_was_logged(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_log")
    assert capsys.readouterr().out == "2 entries of the log, nothing wrong.\n"
    said = subjects.read("game", Leaf.objects.get(subject=str(game.pk)).body)
    assert (said.number, said.head, said.finished, said.winner) == (game.number, game.head, True, game.winner)
    assert (said.confirmed, said.verdict) == (("a", "b"), "verified")
    assert set(said.seats) == {"a", "b"} and len(set(said.seats.values())) == 2
    assert services.log_grow() == (0, False), "nothing has changed, and nothing is said twice"
    assert LogHead.objects.count() == 1


def test_nobody_is_named(game: Game) -> None:
    every = "".join(Leaf.objects.values_list("body", flat=True)) + "".join(
        LogHead.objects.values_list("note", flat=True)
    )
    for user in User.objects.all():
        assert user.username not in every
        assert participant_of(user) not in every
    salts = set(Subject.objects.values_list("salt", flat=True))
    assert len(salts) == 2 and not [salt for salt in salts if len(salt) != 32 or salt in every]


def delete(game: Game) -> None:
    for table in ("games_report", "games_confirmation", "games_seat", "evidence_checkpoint", "games_event"):
        run(f"DELETE FROM {table} WHERE game_id = %s", key(game))
    run("DELETE FROM games_game WHERE id = %s", key(game))


def cut(game: Game) -> None:
    last = Event.objects.get(game=game, number=20)
    run("DELETE FROM games_event WHERE number > 20 AND game_id = %s", key(game))
    run("UPDATE games_game SET number = 20, head = %s WHERE id = %s", last.hash, key(game))
    run("UPDATE games_game SET finished = %s, winner = '' WHERE id = %s", False, key(game))


def cut_the_last_event_alone(game: Game) -> None:
    run("DELETE FROM games_event WHERE number = %s AND game_id = %s", game.number, key(game))


def rewrite(game: Game) -> None:
    """Give event 9 to the other side, and all events after it hashes that fit."""
    previous = Event.objects.get(game=game, number=8).hash
    for row in Event.objects.filter(game=game, number__gte=9).order_by("number"):
        told = json.loads(row.body)
        told |= {"previous": previous, "by": "ba"["ba".index(told["by"]) - 1] if row.number == 9 else told["by"]}
        body = json.dumps(told, sort_keys=True, separators=(",", ":"))
        previous = rules.digest(body.encode())
        run("UPDATE games_event SET body = %s, hash = %s WHERE id = %s", body, previous, row.pk)
    run("UPDATE games_game SET head = %s WHERE id = %s", previous, key(game))


def swap(game: Game) -> None:
    ann, bob = (Seat.objects.get(game=game, side=side).user_id for side in ("a", "b"))
    for side, user in (("a", bob), ("b", ann)):
        run("UPDATE games_seat SET user_id = %s WHERE side = %s AND game_id = %s", user, side, key(game))


def unseat(game: Game) -> None:
    run("UPDATE games_seat SET user_id = NULL WHERE side = 'a' AND game_id = %s", key(game))


def give_the_result_to_the_other_side(game: Game) -> None:
    run("UPDATE games_game SET winner = %s WHERE id = %s", "b" if game.winner == "a" else "a", key(game))


def make_it_unfinished(game: Game) -> None:
    run("UPDATE games_game SET finished = %s WHERE id = %s", False, key(game))


def take_an_agreement_away(game: Game) -> None:
    run("DELETE FROM games_confirmation WHERE side = 'b' AND game_id = %s", key(game))


def change_the_verdict(game: Game) -> None:
    run("UPDATE games_report SET verdict = 'findings' WHERE game_id = %s", key(game))


ATTACKS: dict[Callable[[Game], None], str] = {
    delete: "deleted", cut: "cut", cut_the_last_event_alone: "cut", rewrite: "rewritten", swap: "swapped seats",
    unseat: "swapped seats", give_the_result_to_the_other_side: "changed result", make_it_unfinished: "changed result",
    take_an_agreement_away: "changed result", change_the_verdict: "changed verdict",
}  # fmt: skip


@pytest.mark.parametrize("told", [False, True], ids=["before the log looks", "after it looked"])
def test_whatever_is_done_to_a_game_is_found(told: bool, game: Game) -> None:
    for attack, code in ATTACKS.items():
        with undone():
            attack(game)
            if told:
                services.log_grow()
            assert (found(), found(code)) == ({code}, {f"game {game.pk}"}), attack.__name__
    assert found() == set()


def test_what_happens_in_a_game_is_no_finding(recorded: Recorded, owner: User) -> None:
    """Seats that are taken and claimed, and results that are agreed on, with the log in between."""
    made = recorded(whole(1))
    services.log_grow()
    guest = guest_create("Kim")
    made.seats.filter(side="a").update(user=guest)
    Guest.objects.create(user=guest, game=made)
    made.seats.filter(side="b").update(user=User.objects.create_user("bob"))
    services.log_grow()
    joining.seat_claim(game_id=made.pk, guest=guest, user=owner)
    services.log_grow()
    for side in ("a", "b"):
        actor = Seat.objects.get(game=made, side=side).user
        assert actor is not None
        confirmations.result_confirm(game_id=made.pk, side=side, number=made.number, actor=actor)
        services.log_grow()
    assert Leaf.objects.filter(subject=str(made.pk)).count() == 5
    assert found() == set()
    # somebody who was seated by others declines
    bob = Seat.objects.get(game=made, side="b")
    asked = {"game": made, "side": "b", "user": bob.user, "asked_by": owner}
    Seat.objects.filter(pk=bob.pk).update(user=None)
    assert found() == {"swapped seats"}
    SeatQuestion.objects.create(**asked, answer=SeatAnswer.DECLINED)
    services.log_grow()
    assert found() == set()


# rulings, events, and people


@pytest.fixture
def event(unlocked: None) -> tuple[Tournament, SimpleNamespace]:
    people = restored("crowd", making.crowd)
    made = restored("filled", lambda: making.filled(people))
    from gamelog.contest.acts.penalties import Penalise

    making.act(made, people.judge, Penalise(entrant=2, kind="warning", reason="slow play"))
    while services.log_grow().more:
        pass
    made.refresh_from_db()
    return made, people


def test_an_event_and_a_ruling_of_it(event: tuple[Tournament, SimpleNamespace]) -> None:
    made, _people = event
    assert found() == set()
    said = {leaf.kind for leaf in Leaf.objects.filter(body__contains=str(made.pk))}
    assert said == {"event", "ruling"}
    last = made.acts.get(number=made.number - 1)
    run("DELETE FROM tournaments_act WHERE id = %s", made.acts.get(number=made.number).pk)
    assert found() == {"cut", "deleted"}, "the last act was the ruling"
    run("UPDATE tournaments_act SET hash = %s WHERE id = %s", "0" * 64, last.pk)
    assert "rewritten" not in found(), "no entry of the log was about that act alone"
    run("UPDATE tournaments_tournament SET number = number - 1")
    services.log_grow()
    assert found("cut") == {f"event {made.pk}"}


def test_an_import_that_is_taken_down_is_in_the_log(game: Game) -> None:
    Game.every.filter(pk=game.pk).update(taken_down=True)
    services.log_grow()
    assert services.log_grow() == (0, False) and found() == set()
    said = subjects.read("takedown", Leaf.objects.get(kind="takedown").body)
    assert (said.id, said.head) == (str(game.pk), game.head)
    run("DELETE FROM games_event WHERE game_id = %s", key(game))
    assert found() == set(), "with its events"
    Game.every.filter(pk=game.pk).update(taken_down=False)
    assert found() == {"cut"}


def test_an_erasure_that_is_taken_back(game: Game) -> None:
    ann = User.objects.get(username="ann")
    person_erase(user=ann, by=None)
    services.log_grow()
    assert found() == set(), "the seats are those of before: the hash is of the account, which stays without its name"
    run("UPDATE people_participant SET erased = NULL")
    assert found() == {"rewritten"}


# the log itself


@pytest.fixture
def long(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A log of many heads, and of tiles of two, so that tiles of three levels are full."""
    monkeypatch.setattr(merkle, "TILE", 2)
    run("DELETE FROM transparency_leaf")
    run("DELETE FROM transparency_loghead")
    run("DELETE FROM transparency_subject")
    for number in range(1, 13):
        Game.objects.filter(pk=game.pk).update(number=number, head=Event.objects.get(game=game, number=number).hash,
                                               finished=False, winner="")  # fmt: skip
        services.log_grow()
    assert (Leaf.objects.count(), LogHead.objects.count(), TileHash.objects.count()) == (13, 12, 10)
    Game.objects.filter(pk=game.pk).update(number=game.number, head=game.head, finished=True, winner=game.winner)
    services.log_grow()
    assert found() == set()
    return game


LOG = {
    "an entry changed": "UPDATE transparency_leaf SET body = replace(body, '\"number\":5', '\"number\":6')",
    "an entry changed with its hash": (
        "UPDATE transparency_leaf SET hash = '{hash}', body = '{body}' WHERE \"index\" = 3"
    ),
    "an entry of something else": "UPDATE transparency_leaf SET subject = 'x' WHERE \"index\" = 3",
    "an entry in between taken out": 'DELETE FROM transparency_leaf WHERE "index" = 3',
    "the last entry taken out": 'DELETE FROM transparency_leaf WHERE "index" = 13',
    "a root changed": "UPDATE transparency_loghead SET root = '{hash}' WHERE size = 5",
    "a note changed": "UPDATE transparency_loghead SET note = replace(note, '\n5\n', '\n6\n') WHERE size = 5",
    "a note unsigned": "UPDATE transparency_loghead SET note = 'x' WHERE size = 5",
    "the last head taken out": "DELETE FROM transparency_loghead WHERE size = 14",
    "a tile changed": "UPDATE transparency_tilehash SET hash = '{hash}' WHERE level = 1 AND \"index\" = 2",
    "a tile taken out": "DELETE FROM transparency_tilehash WHERE level = 2",
}


def test_a_change_of_the_log(long: Game) -> None:
    other = Leaf.objects.get(index=4).body
    for name, statement in LOG.items():
        with undone():
            run(statement.format(hash=merkle.leaf_hash(other.encode()).hex(), body=other))
            assert "log" in found(), name


def test_a_log_that_was_cut_or_made_anew_is_found_by_an_earlier_checkpoint(long: Game) -> None:
    head = selectors.head_now()
    assert head is not None
    kept = selectors.checkpoint(head)
    entries = [*selectors.entries(0, head.size)]
    assert [text for _, text in tlog.check_entries(entries, [kept])] == [""]
    for size in (6, 0):
        run('DELETE FROM transparency_leaf WHERE "index" >= %s', size)
        run("DELETE FROM transparency_loghead WHERE size > %s", size)
        run("DELETE FROM transparency_tilehash")
        run("DELETE FROM transparency_subject")
        services._add_tiles(0, size)
        while services.log_grow().more:
            pass
        assert "log" not in found(), "the log itself is whole again"
        now = selectors.head_now()
        assert now is not None
        (_, text), *_ = tlog.check_entries(selectors.entries(0, now.size), [kept])
        assert "entries" in text


def test_a_new_key_signs_the_log_at_once(own_keys: None, game: Game) -> None:
    key_rotate()
    assert services.log_grow().entries == 0
    assert [head.size for head in LogHead.objects.all()] == [2, 2]
    assert found() == set()
    now = selectors.head_now()
    assert now is not None
    assert tlog.verified_checkpoint(now.note.encode(), selectors.log_keys()[:1]).head.size == 2


def test_what_is_wrong_is_named_and_counted(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    run("UPDATE games_game SET winner = 'x' WHERE id = %s", key(game))
    with pytest.raises(CommandError, match="2 entries of the log, 1 findings"):
        call_command("check_log")
    assert f"game {game.pk}: changed result: the winner was {game.winner}" in capsys.readouterr().out


def test_check_records_asks_the_log_too(game: Game) -> None:
    (check,) = [each for each in CHECKS if each.kind == "log"]
    services.log_grow()

    def said() -> list[str]:
        ((_subject, found),) = check.check(check.keys("", 10, None), False)
        return [f"{each.severity} {each.text}" for each in found]

    assert said() == []
    swap(game)
    assert [each.partition(" side ")[0] for each in said()] == [f"broken game {game.pk}: swapped seats:"]
