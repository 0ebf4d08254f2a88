"""Joining with a code: who gets the open seat, what a guest may do, and what becomes of a claimed seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from gamelog.games import guests, joining, selectors, services
from gamelog.games.errors import JoinRefused
from gamelog.games.models import Event, Game, Guest, JoinCode, Roster
from gamelog.people.models import Participant
from gamelog.people.selectors import GUEST, display_name, participant_id
from tests.record.conftest import FILES

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def code_of(game: Game) -> str:
    found = joining.open_code(game)
    assert found is not None
    return found.code


@pytest.fixture
def game(opened: Callable[..., Game]) -> Game:
    return opened("wh40k")


@pytest.fixture
def phone_of_piet(game: Game) -> Client:
    """The browser of somebody without an account, who joined as Piet."""
    client = Client()
    answer = client.post(f"/join/{code_of(game)}/", {"name": "Piet"})
    assert answer["Location"] == f"/games/{game.pk}/table/"
    return client


def bring(client: Client, game: Game, side: str = "b") -> Any:
    text = FILES["wh40k"][1].read_text()
    return client.post(f"/games/{game.pk}/table/", {"do": "muster", "side": side, "roster_text": text})


def concede(client: Client, game: Game, side: str) -> int:
    """A declaration of a side over the API; its status."""
    game.refresh_from_db()
    body = {"expected": game.number, "by": side, "action": {"type": "concede"}}
    return client.post(f"/api/games/{game.pk}/events", body, content_type="application/json").status_code


# codes


@pytest.mark.parametrize("typed", ["HW7 K2P", "hw7-k2p", " hw7k2p ", "НW7 К2Р", "HW7KZP"])
def test_a_code_is_found_however_it_is_typed(typed: str) -> None:
    assert joining.code_meant(typed) == "HW7K2P"


@pytest.mark.parametrize("typed", ["", "HW7K2", "HW7K2PP", "HW7K2Ж", "HW7K1P"])
def test_what_can_be_no_code_is_none(typed: str) -> None:
    assert joining.code_meant(typed) == ""


def test_no_two_characters_of_a_code_look_alike() -> None:
    for alike in ("0OQD", "1IL", "2Z", "5S", "6G", "8B", "UV"):
        assert len(set(alike) & set(joining.ALPHABET)) <= 1


def test_the_code_closes_with_the_last_seat(game: Game, boris: User) -> None:
    code = code_of(game)
    assert joining.seat_take(code=code, actor=boris).side == "b"
    assert joining.open_code(game) is None
    with pytest.raises(JoinRefused) as refused:
        joining.seat_take(code=code, actor=User.objects.create_user("cara"))
    assert refused.value.reason == "full"
    assert game.seats.get(side="b").user == boris


def test_a_full_game_says_so_to_who_scans_its_code(game: Game, boris: User) -> None:
    code = code_of(game)
    joining.seat_take(code=code, actor=boris)
    page = Client().get(f"/join/{code}/")
    assert page.status_code == 409
    assert "Both seats of this game are taken." in page.content.decode()
    russian = Client().get(f"/join/{code}/", headers={"Accept-Language": "ru"})
    assert "Оба места в этой игре заняты." in russian.content.decode()


def test_a_code_opens_nothing_after_a_day(game: Game, boris: User) -> None:
    JoinCode.objects.update(expires=timezone.now() - timedelta(seconds=1))
    code = JoinCode.objects.get().code
    with pytest.raises(JoinRefused) as refused:
        joining.seat_take(code=code, actor=boris)
    assert refused.value.reason == "expired"
    assert Client().post(f"/join/{code}/", {"name": "Piet"}).status_code == 410


def test_whoever_began_the_game_closes_its_code_and_gets_another(game: Game, ada_client: Client) -> None:
    code = code_of(game)
    ada_client.post(f"/games/{game.pk}/table/", {"do": "close-code"})
    assert joining.open_code(game) is None
    assert Client().post(f"/join/{code}/", {"name": "Piet"}).status_code == 410
    ada_client.post(f"/games/{game.pk}/table/", {"do": "open-code"})
    assert code_of(game) != code


def test_a_stranger_neither_sees_nor_opens_nor_closes_the_code(game: Game, boris: User) -> None:
    code, client = code_of(game), Client()
    client.force_login(boris)
    page = client.get(f"/games/{game.pk}/table/").content.decode()
    assert code not in page and joining.code_spaced(code) not in page
    assert client.get(f"/games/{game.pk}/table/qr.svg").status_code == 404
    for do in ("open-code", "close-code"):
        assert client.post(f"/games/{game.pk}/table/", {"do": do}).status_code == 403
    assert code_of(game) == code


def test_who_began_the_game_stays_in_the_own_seat(game: Game, ada_client: Client) -> None:
    assert ada_client.post(f"/join/{code_of(game)}/")["Location"] == f"/games/{game.pk}/table/"
    assert game.seats.get(side="b").user is None


def test_codes_cannot_be_guessed_for_long_and_right_ones_do_not_count(game: Game) -> None:
    client = Client()
    for _ in range(40):
        assert client.get(f"/join/{code_of(game)}/").status_code == 200
    wrong = [client.post("/join/", {"code": "AAAAAA"}).status_code for _ in range(31)]
    assert wrong == [404] * 30 + [429]
    # Then not even the right one is found from there.
    assert client.get(f"/join/{code_of(game)}/").status_code == 429


# guests


def test_a_guest_takes_the_seat_under_the_typed_name_which_is_in_no_event(game: Game, phone_of_piet: Client) -> None:
    user = game.seats.get(side="b").user
    assert user is not None
    assert (display_name(user), user.has_usable_password()) == ("Piet", False)
    assert bring(phone_of_piet, game).status_code == 302
    assert list(game.events.values_list("type", flat=True)) == ["begin", "muster", "muster"]
    assert not Event.objects.filter(body__contains="Piet").exists()
    assert f'"who":"{participant_id(user)}"' in game.events.get(number=3).body


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "piet@example.org", "+44 20 7946 0958"])
def test_a_guest_needs_a_name_that_is_one(game: Game, name: str) -> None:
    assert Client().post(f"/join/{code_of(game)}/", {"name": name}).status_code == 400
    assert game.seats.get(side="b").user is None
    assert not Guest.objects.exists()


def test_the_name_of_a_guest_does_not_enter_the_record(game: Game, phone_of_piet: Client) -> None:
    text = FILES["wh40k"][1].read_text().replace("Lamp Brothers", "Piet", 1)
    answer = phone_of_piet.post(f"/games/{game.pk}/table/", {"do": "muster", "side": "b", "roster_text": text})
    assert answer.status_code == 400
    assert game.events.count() == 2


def test_a_guest_declares_for_the_own_side_alone(game: Game, phone_of_piet: Client) -> None:
    bring(phone_of_piet, game)
    assert concede(phone_of_piet, game, "a") == 403
    assert concede(phone_of_piet, game, "b") == 201


def test_a_guest_of_one_game_is_nobody_in_another(
    game: Game, phone_of_piet: Client, ada: User, lists: Callable[[User, str], list[Roster]]
) -> None:
    other = services.game_create(owner=ada, ruleset="wh40k", public=False)
    open_one = services.game_create(owner=ada, ruleset="wh40k")
    assert phone_of_piet.get(f"/games/{other.pk}/table/").status_code == 404
    for each in (other, open_one):
        # Even with the cookie of the own seat under the name of the other game's.
        phone_of_piet.cookies[guests.cookie_of(each.pk)] = phone_of_piet.cookies[guests.cookie_of(game.pk)].value
        assert concede(phone_of_piet, each, "b") in (401, 403, 404)
        assert bring(phone_of_piet, each).status_code in (403, 404)
        assert not each.events.exists()
    assert phone_of_piet.get("/me/").status_code == 302
    assert phone_of_piet.get("/record/").status_code == 302
    assert phone_of_piet.get("/api/me").status_code == 401
    before = Roster.objects.count()
    phone_of_piet.post("/api/rosters", {})
    assert Roster.objects.count() == before


def test_a_forged_seat_is_no_seat(game: Game, phone_of_piet: Client) -> None:
    name = guests.cookie_of(game.pk)
    client = Client()
    client.cookies[name] = phone_of_piet.cookies[name].value[:-1] + "x"
    assert concede(client, game, "b") == 401


def test_a_request_of_another_site_is_not_the_guests(game: Game, phone_of_piet: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = phone_of_piet.cookies
    assert concede(strict, game, "b") == 403
    assert bring(strict, game).status_code == 403
    assert game.events.count() == 2


def test_a_guest_sees_a_private_game_and_no_stranger_does(game: Game, phone_of_piet: Client) -> None:
    Game.objects.update(public=False)
    for address in (f"/games/{game.pk}/", f"/games/{game.pk}/table/", f"/api/games/{game.pk}"):
        assert phone_of_piet.get(address).status_code == 200
        assert Client().get(address).status_code == 404


def test_pages_do_not_take_a_guest_for_an_account(game: Game, phone_of_piet: Client) -> None:
    page = phone_of_piet.get(f"/games/{game.pk}/table/").content.decode()
    assert "Log in" in page
    assert "Log out" not in page
    assert not re.search(GUEST + "[0-9a-f]", page)
    assert "You play as a guest" in page


# claims


@pytest.fixture
def joined(game: Game, phone_of_piet: Client) -> Game:
    """The game with both forces, the second one a guest's."""
    assert bring(phone_of_piet, game).status_code == 302
    game.refresh_from_db()
    return game


def test_a_claimed_seat_is_the_accounts_and_no_event_changes(joined: Game, phone_of_piet: Client, boris: User) -> None:
    bodies = list(joined.events.values_list("body", "hash"))
    guest = joined.seats.get(side="b").user
    assert guest is not None
    opaque = participant_id(guest)
    phone_of_piet.force_login(boris)
    assert "Claim this seat" in phone_of_piet.get(f"/games/{joined.pk}/table/").content.decode()
    phone_of_piet.post(f"/games/{joined.pk}/table/", {"do": "claim"})
    assert joined.seats.get(side="b").user == boris
    assert list(joined.events.values_list("body", "hash")) == bodies
    assert participant_id(boris) == opaque
    assert Roster.objects.filter(owner=boris).count() == 1
    assert not User.objects.filter(first_name="Piet").exists()
    assert concede(phone_of_piet, joined, "b") == 201


def test_after_a_claim_the_browser_alone_is_worth_nothing(joined: Game, phone_of_piet: Client, boris: User) -> None:
    kept = phone_of_piet.cookies[guests.cookie_of(joined.pk)].value
    phone_of_piet.force_login(boris)
    phone_of_piet.post(f"/games/{joined.pk}/table/", {"do": "claim"})
    other = Client()
    other.cookies[guests.cookie_of(joined.pk)] = kept
    assert concede(other, joined, "b") == 401


def test_an_account_with_an_id_keeps_it_beside_the_guests(joined: Game, phone_of_piet: Client, boris: User) -> None:
    known = Participant.objects.create(user=boris).pk
    guest = joined.seats.get(side="b").user
    assert guest is not None
    opaque = participant_id(guest)
    joining.seat_claim(game_id=joined.pk, guest=guest, user=boris)
    assert participant_id(boris) == known
    row = Guest.objects.get()
    assert (row.claimed_by, participant_id(row.user)) == (boris, opaque)


def test_nobody_claims_a_second_seat_nor_one_they_do_not_hold(joined: Game, ada: User, boris: User) -> None:
    guest = joined.seats.get(side="b").user
    assert guest is not None
    with pytest.raises(JoinRefused) as refused:
        joining.seat_claim(game_id=joined.pk, guest=guest, user=ada)
    assert refused.value.reason == "playing"
    client = Client()
    client.force_login(boris)
    assert client.post(f"/games/{joined.pk}/table/", {"do": "claim"}).status_code == 403
    assert joined.seats.get(side="b").user == guest


def test_the_opponent_with_an_account_brings_a_roster_when_joining(game: Game, boris: User) -> None:
    client = Client()
    client.force_login(boris)
    assert client.post(f"/join/{code_of(game)}/").status_code == 302
    assert "Roster of boris" in client.get(f"/games/{game.pk}/table/").content.decode()
    assert bring(client, game, "a").status_code == 403
    assert bring(client, game).status_code == 302
    game.refresh_from_db()
    assert set(selectors.position_at(game, 3).sides) == {"a", "b"}
    page = client.get(f"/games/{game.pk}/table/").content.decode()
    assert "Both forces are ready" in page
