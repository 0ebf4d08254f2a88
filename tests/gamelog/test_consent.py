"""Nobody is dragged into a record: whoever is seated by somebody else is asked, and nothing counts until they agree."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import Http404
from django.test import Client

import rules
from gamelog.accounts import export
from gamelog.clubs import ratings
from gamelog.contest.acts.entries import Register
from gamelog.games import audit, confirmations, consent, joining, services, verification
from gamelog.games.errors import SeatAnswerRefused
from gamelog.games.models import Event, Game, SeatQuestion
from gamelog.games.selectors import file_of
from gamelog.people.services import participant_of
from gamelog.seasons import records
from gamelog.tournaments.services import Named, table_open
from tests.gamelog.contract import CheckedClient
from tests.tournaments import making, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated(people: SimpleNamespace) -> Game:
    """A battle that ada records for both sides, with boris in a seat that she gave him, to its end."""
    game = services.game_create(owner=people.ada, ruleset="kt", seats={"a": people.ada, "b": people.boris})
    return playing.record(game, 3)


def question(user: User) -> SeatQuestion:
    return SeatQuestion.objects.get(user=user)


def verified(game: Game) -> None:
    game.refresh_from_db()
    verification.run(services.verification_request(game=game))


def counted(user: User, ruleset: str = "kt") -> dict[str, Any]:
    """Everything that is summed up of somebody."""
    ratings.work_all(ruleset)
    played = records.played_by(user)
    return {
        "ratings": len(ratings.ratings_of_person(participant_of(user))),
        "games": len(played),
        "against": [each.opponent.username for each in records.versus(played)],
        "tally": records.tallies_of([participant_of(user)]).get(participant_of(user), records.WinTally()).games,
        "won most": [each.username for each, _tally in records.winners(records.counted()) if each == user],
        "dice": audit.games_wanted(user, player=user).count(),
        "known to play": audit.player_named(user, user.username) is not None,
        "a player": records.players().filter(pk=user.pk).exists(),
    }


NOTHING = {
    "ratings": 0, "games": 0, "against": [], "tally": 0, "won most": [], "dice": 0, "known to play": False,
    "a player": False,
}  # fmt: skip


def test_nothing_counts_until_they_agree(people: SimpleNamespace, seated: Game) -> None:
    verified(seated)
    assert counted(people.boris) == NOTHING
    assert counted(people.ada) == NOTHING | {
        "games": 1, "tally": 1, "won most": ["ada"], "dice": 1, "known to play": True, "a player": True,
    }, "who sat down themselves has agreed, and is known to have played against nobody"  # fmt: skip
    before = file_of(seated)
    consent.seat_answer(question_id=question(people.boris).pk, agree=True, actor=people.boris)
    now = counted(people.boris)
    assert (now["games"], now["against"], now["dice"], now["a player"]) == (1, ["ada"], 1, True)
    assert now["ratings"] == 0, "ada declared it all, and he has not said that it was so"
    assert file_of(seated) == before


def test_declined_the_seat_is_nobodys(people: SimpleNamespace, seated: Game) -> None:
    verified(seated)
    before, number = file_of(seated), Event.objects.count()
    name = seated.seats.get(side="b").name
    for _ in range(2):
        row = consent.seat_answer(question_id=question(people.boris).pk, agree=False, actor=people.boris)
    seat = seated.seats.get(side="b")
    assert (row.answer, seat.user, seat.name) == ("declined", None, name)
    assert (file_of(seated), Event.objects.count()) == (before, number), "no event was changed"
    assert counted(people.boris) == NOTHING
    with pytest.raises(SeatAnswerRefused):
        consent.seat_answer(question_id=row.pk, agree=True, actor=people.boris)


def test_a_battle_declared_by_one_counts_for_ratings_once_the_other_confirms(
    people: SimpleNamespace, seated: Game
) -> None:
    verified(seated)
    consent.seat_answer(question_id=question(people.boris).pk, agree=True, actor=people.boris)
    assert ratings.work_all("kt") == 0
    confirmations.result_confirm(game_id=seated.pk, side="a", number=seated.number, actor=people.ada)
    assert ratings.work_all("kt") == 0, "her own word is no other's"
    confirmations.result_confirm(game_id=seated.pk, side="b", number=seated.number, actor=people.boris)
    assert ratings.work_all("kt") == 1
    assert {people.ada.username, people.boris.username} == {
        each.person.user.username for each in ratings.ratings_of("kt") if each.person.user
    }
    judge = people.marshal
    playing.rule(seated, judge, "b" if seated.winner == "a" else "a")
    verified(seated)
    assert ratings.work_all("kt") == 1, "a judge's ruling waits for nobody"


def test_confirming_is_agreeing(people: SimpleNamespace, seated: Game) -> None:
    verified(seated)
    confirmations.result_confirm(game_id=seated.pk, side="b", number=seated.number, actor=people.boris)
    assert question(people.boris).answer == "agreed"
    assert counted(people.boris)["ratings"] == 1


def test_declaring_is_taking_part(people: SimpleNamespace) -> None:
    """Both declare for themselves: nobody has to confirm, and nobody can say that they were not there."""
    game = services.game_create(owner=people.ada, ruleset="kt", seats={"a": people.ada, "b": people.boris})
    for event in playing.battle(3).events:
        actor = people.boris if event.by == "b" else people.ada
        services.event_append(game_id=game.pk, expected=event.number - 1, declaration=event.declaration(), actor=actor)
        if event.by == "b" and question(people.boris).answer == "waiting" and event.number < 20:
            with pytest.raises(SeatAnswerRefused, match="played"):
                consent.seat_answer(question_id=question(people.boris).pk, agree=False, actor=people.boris)
    verified(game)
    assert question(people.boris).answer == "agreed"
    assert counted(people.boris)["ratings"] == 1


def test_joining_with_a_code_is_agreeing(people: SimpleNamespace) -> None:
    game = services.game_create(owner=people.ada, ruleset="kt", seats={"a": people.ada})
    assert not SeatQuestion.objects.exists()
    code = joining.code_open(game_id=game.pk, actor=people.ada).code
    assert joining.seat_take(code=code, actor=people.boris).agreed
    other = services.game_create(owner=people.ada, ruleset="kt", seats={"b": people.boris})
    code = joining.code_open(game_id=other.pk, actor=people.ada).code
    assert joining.seat_take(code=code, actor=people.boris).agreed, "also where she had seated him"
    assert question(people.boris).answer == "agreed"
    consent_rows = services.game_create(owner=people.ada, ruleset="kt", seats={"b": people.carol})
    consent.seat_answer(question_id=question(people.carol).pk, agree=False, actor=people.carol)
    code = joining.code_open(game_id=consent_rows.pk, actor=people.ada).code
    joining.seat_take(code=code, actor=people.carol)
    seat = consent_rows.seats.get(side="a")
    assert (seat.user, seat.agreed) == (people.carol, True), "who declined may still sit down themselves"


def test_whoever_declined_is_named_again_only_if_they_allow_it(people: SimpleNamespace) -> None:
    def name(by: User) -> Game:
        return services.game_create(owner=by, ruleset="kt", seats={"b": people.boris})

    name(people.ada)
    row = consent.seat_answer(question_id=question(people.boris).pk, agree=False, actor=people.boris)
    with pytest.raises(rules.Malformed, match="boris declined") as refused:
        name(people.ada)
    assert refused.value.path == "$.seats.b"
    assert Game.objects.count() == 1
    name(people.carol)
    with pytest.raises(Http404):
        consent.naming_allow(question_id=row.pk, actor=people.ada)
    consent.naming_allow(question_id=row.pk, actor=people.boris)
    assert name(people.ada).seats.get(side="b").user == people.boris


def test_a_stranger_cannot_ask_without_end(people: SimpleNamespace) -> None:
    def name(user: User, by: User) -> None:
        services.game_create(owner=by, ruleset="kt", seats={"b": user})

    for _ in range(consent.MOST_OPEN_EACH):
        name(people.boris, people.ada)
    with pytest.raises(rules.Malformed, match="wait for an answer"):
        name(people.boris, people.ada)
    others = [User.objects.create_user(f"q{number}") for number in range(consent.MOST_OPEN)]
    for user in others[: consent.MOST_OPEN - consent.MOST_OPEN_EACH]:
        name(user, people.ada)
    with pytest.raises(rules.Malformed, match="wait for an answer"):
        name(others[-1], people.ada)
    assert SeatQuestion.objects.count() == consent.MOST_OPEN
    consent.seat_answer(question_id=SeatQuestion.objects.filter(user=others[0]).get().pk, agree=True, actor=others[0])
    name(others[-1], people.ada)
    name(people.boris, people.carol)


# tables of events


def at_a_table(people: SimpleNamespace, enter: Callable[[Any], None], actor: User | None = None) -> Game:
    made = making.announce(people.marshal)
    enter(made)
    making.pair_round(made)
    return table_open(tournament=made, number=1, table=1, actor=actor or people.marshal).game


def test_entering_an_event_oneself_is_agreeing(people: SimpleNamespace) -> None:
    def enter(made: Any) -> None:
        for user in (people.ada, people.boris):
            making.act(made, user, Register(), named=[Named(user=user)])

    game = at_a_table(people, enter)
    assert all(seat.agreed for seat in game.seats.all()) and not SeatQuestion.objects.exists()


def test_who_was_entered_by_staff_is_asked_and_the_event_does_not_wait(
    people: SimpleNamespace, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        made = making.announce(people.marshal)
        making.register(made, people.ada, people.boris)
        making.pair_round(made)
        game = playing.record(table_open(tournament=made, number=1, table=1, actor=people.ada).game, 3)
    assert question(people.boris).asked_by == people.marshal
    assert not SeatQuestion.objects.filter(user=people.ada).exists(), "she opened her table herself"
    found = making.state_of(made).rounds[0].results["1"]
    assert found.standing == "verified", "the event's record counts what the table played"
    assert counted(people.boris) == NOTHING | {"a player": True}, "he stands in the event's own lists"
    consent.seat_answer(question_id=question(people.boris).pk, agree=False, actor=people.boris)
    assert making.state_of(made).rounds[0].results["1"] == found
    again = at_a_table(people, lambda event: making.register(event, people.ada, people.boris))
    assert {seat.user for seat in again.seats.all()} == {people.ada, None}, "he is not even asked again"
    assert game.pk != again.pk


# by API and page


def test_the_api_asks_and_answers(people: SimpleNamespace, client_of: Callable[[str], CheckedClient]) -> None:
    ada, boris, carol = map(client_of, ("ada", "boris", "carol"))
    body = {"ruleset": "kt", "seats": {"a": "ada", "b": "boris"}}
    made = ada.post("/api/games", body, format="json").json()
    assert [seat["agreed"] for seat in made["seats"]] == [True, False]
    (asked,) = boris.get("/api/seat-questions").json()["questions"]
    assert (asked["game"], asked["asked_by"], asked["answer"]) == (made["id"], "ada", "waiting")
    assert ada.get("/api/seat-questions").json()["questions"] == []
    address = f"/api/seat-questions/{asked['id']}"
    assert carol.post(address, {"answer": "agreed"}, format="json").status_code == 404
    assert client_of("").get("/api/seat-questions").status_code == 401
    assert boris.post(address, {"answer": "perhaps"}, format="json").json()["path"] == "$.answer"
    assert boris.post(address, {"answer": "declined"}, format="json").json()["answer"] == "declined"
    assert boris.post(address, {"answer": "agreed"}, format="json").json()["state"] == "answered"
    refused = ada.post("/api/games", body, format="json")
    assert (refused.status_code, refused.json()["path"]) == (400, "$.seats.b")
    assert boris.post(address, {"answer": "allowed"}, format="json").json()["allowed"]
    assert boris.get("/api/seat-questions").json()["questions"] == []
    assert ada.post("/api/games", body, format="json").status_code == 201


@pytest.mark.parametrize("language", ["en", "ru"])
def test_pages_ask_and_take_the_answer(people: SimpleNamespace, language: str) -> None:
    game = services.game_create(owner=people.ada, ruleset="kt", seats={"b": people.boris}, title="Sunday")
    client = Client(headers={"accept-language": language})
    assert "/games/named/" not in client.get("/").content.decode()
    client.force_login(people.boris)
    title = {"en": "Battles that name you", "ru": "Битвы, в которых указали вас"}[language]
    for page in ("/", "/me/", "/games/named/"):
        shown = client.get(page).content.decode()
        assert title in shown and "Sunday" in shown and shown.count('action="/games/named/"') == 1, page
    assert {"en": "1 battle names you", "ru": "Вас указали в 1 битве"}[language] in client.get(
        "/rosters/"
    ).content.decode()
    key = question(people.boris).pk
    wrong = client.post("/games/named/", {"question": key, "answer": "hm"})
    assert wrong.status_code == 404
    answer = client.post("/games/named/", {"question": key, "answer": "decline", "next": "/me/"}, follow=True)
    assert answer.redirect_chain == [("/me/", 302)]
    assert game.seats.get(side="b").user is None
    page = client.post("/games/named/", {"question": key, "answer": "agree"}, follow=True).content.decode()
    assert {"en": "You have already answered this.", "ru": "Вы уже ответили на этот вопрос."}[language] in page
    client.post("/games/named/", {"question": key, "answer": "allow"})
    assert not consent.declined_by(people.boris)
    (told,) = export.account(people.boris)["seat_questions"]
    assert (told["game"], told["answer"]) == (game.pk, "declined")
    carol = Client()
    carol.force_login(people.carol)
    assert carol.post("/games/named/", {"question": key, "answer": "agree"}).status_code == 404
