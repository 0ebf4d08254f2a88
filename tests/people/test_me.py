"""The site's data about its users, as pages, API and file, and the deletion of an account."""

import io
import json
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from knox.models import AuthToken
from playwright.sync_api import Page, expect

import rules
from gamelog.games import services
from gamelog.games.models import Game, Roster
from gamelog.people import selectors
from tests.frontend.test_pages_browser import violations
from tests.gamelog.contract import CheckedClient
from tests.people.conftest import NAMES, PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(people: SimpleNamespace) -> CheckedClient:
    client = CheckedClient()
    client.force_login(people.ada)
    return client


def opened(answer: Any) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))


# API


def test_what_the_api_says_of_me(known: SimpleNamespace, me: CheckedClient) -> None:
    said = me.get("/api/me").json()
    assert said["username"] == NAMES[0]
    assert (said["games"], said["rosters"], said["staff"]) == (2, 1, False)
    assert said["participant"] == selectors.participant_id(known.user)


def test_asking_makes_nothing(people: SimpleNamespace, me: CheckedClient) -> None:
    assert me.get("/api/me").json()["participant"] == ""
    assert not hasattr(User.objects.get(pk=people.ada.pk), "participant")


@pytest.mark.parametrize("method, path", [("get", "/api/me"), ("delete", "/api/me"), ("get", "/api/me/export")])
def test_nobody_has_no_account(db: None, method: str, path: str) -> None:
    assert getattr(CheckedClient(), method)(path).status_code == 401


@pytest.mark.storage
def test_the_archive_has_everything(known: SimpleNamespace, me: CheckedClient, demo_files: list[Path]) -> None:
    answer = me.get("/api/me/export")
    assert answer["Cache-Control"] == "no-store"
    with opened(answer) as archive:
        account = json.loads(archive.read("account.json"))
        assert (account["username"], account["email"], account["last_name"]) == (NAMES[0], NAMES[3], NAMES[2])
        assert [each["email"] for each in account["addresses"]] == [NAMES[3], NAMES[4]]
        assert account["participant"] == selectors.participant_id(known.user)
        (roster,) = account["rosters"]
        assert archive.read(roster["file"]) == demo_files[0].read_bytes()
        by_id = {each["id"]: each for each in account["games"]}
        assert set(by_id) == {str(known.game.pk), str(known.own.pk)}
        assert by_id[str(known.game.pk)]["plays"] == ["a"]
        assert by_id[str(known.own.pk)]["runs"]
        file = rules.read_game(archive.read(by_id[str(known.game.pk)]["file"]))
        assert (len(file.records), file.findings) == (known.game.number, [])
        (table,) = account["tables"]
        assert (table["ruleset"], table["name"], table["plan"]["width"]) == ("kt", "Augusta's yard", 3000)
        (sheet,) = account["sheets"]
        assert json.loads(archive.read(sheet["file"]))["sheet"] == str(known.sheet.pk) == sheet["id"]
        assert len(archive.namelist()) == 5
    with opened(me.get("/api/me/export")) as archive:
        assert b"boris" not in archive.read("account.json"), "only one's own data"
        assert "secret" not in archive.read("account.json").decode()


def test_names_of_files_cannot_leave_the_archive(people: SimpleNamespace, me: CheckedClient, demo_files: Any) -> None:
    made, _ = services.roster_import(owner=people.ada, data=demo_files[0].read_bytes(), name=demo_files[0].name)
    Roster.objects.filter(pk=made.pk).update(file_name="../../etc/pass\\wd")
    with opened(me.get("/api/me/export")) as archive:
        assert f"rosters/{made.pk}/_.._etc_pass_wd" in archive.namelist()


def test_being_forgotten_wants_the_password(known: SimpleNamespace, me: CheckedClient) -> None:
    wrong: list[Any] = [{}, {"password": "wrong"}, {"confirm": NAMES[0]}, []]
    for body in wrong:
        answer = me.delete("/api/me", body, format="json")
        assert (answer.status_code, answer.json()["path"]) == (400, "$.password")
    assert User.objects.filter(username=NAMES[0]).exists()
    assert me.delete("/api/me", {"password": PASSWORD}, format="json").status_code == 204
    assert not User.objects.filter(username=NAMES[0]).exists()
    assert me.get("/api/me").status_code == 401


def test_without_a_password_the_user_name_confirms(people: SimpleNamespace, me: CheckedClient) -> None:
    people.ada.set_unusable_password()
    people.ada.save()
    me.force_login(people.ada)
    assert me.delete("/api/me", {"confirm": "ada"}, format="json").json()["path"] == "$.confirm"
    assert me.delete("/api/me", {"confirm": NAMES[0]}, format="json").status_code == 204


def test_passwords_are_not_guessed_here(people: SimpleNamespace, me: CheckedClient) -> None:
    answers = [me.delete("/api/me", {"password": "wrong"}, format="json").status_code for _ in range(11)]
    assert answers == [400] * 10 + [429]
    assert me.get("/api/me").status_code == 200


# pages


def test_my_page_is_mine(known: SimpleNamespace, client_of: Any) -> None:
    assert client_of("").get("/me/").url == "/accounts/login/?next=/me/"
    told = client_of("ada").get("/me/").content.decode()
    assert str(known.game.pk) in told
    assert selectors.participant_id(known.user) in told
    assert str(known.game.pk) not in client_of("carol").get("/me/").content.decode()


@pytest.mark.parametrize(
    "language, words", [("en", "You do not play or run any game yet"), ("ru", "ни в одной игре не участвуете")]
)
def test_every_list_has_an_empty_state(people: SimpleNamespace, client_of: Any, language: str, words: str) -> None:
    told = client_of("carol").get("/me/", headers={"accept-language": language}).content.decode()
    assert words in told
    assert told.count('class="empty"') == 3


def test_access_of_programs_is_ended(people: SimpleNamespace, client_of: Any) -> None:
    AuthToken.objects.create(user=people.ada)
    AuthToken.objects.create(user=people.boris)
    assert client_of("ada").post("/me/tokens/revoke/").status_code == 302
    assert list(AuthToken.objects.values_list("user__username", flat=True)) == ["boris"]


def test_the_page_counts_guesses(people: SimpleNamespace, client_of: Any) -> None:
    browser = client_of("ada")
    for _ in range(10):
        assert "That is not correct" in browser.post("/me/delete/", {"said": "wrong"}).content.decode()
    assert "Too many attempts" in browser.post("/me/delete/", {"said": PASSWORD}).content.decode()
    assert User.objects.filter(username=NAMES[0]).exists()


def test_the_archive_is_on_the_page_too(known: SimpleNamespace) -> None:
    with opened(known.browser.get("/me/data.zip")) as archive:
        assert "account.json" in archive.namelist()


def test_forms_want_their_token(people: SimpleNamespace) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(people.ada)
    assert browser.post("/me/delete/", {"said": PASSWORD}).status_code == 403
    assert browser.delete("/api/me", {"password": PASSWORD}, content_type="application/json").status_code == 403


# the browser


def login(page: Page) -> None:
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(NAMES[0])
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("main button").click()
    expect(page.locator(".me-link")).to_have_text(NAMES[0])


@pytest.mark.django_db(transaction=True)
def test_an_account_is_deleted_on_the_desk(desk: Page, known: SimpleNamespace) -> None:
    login(desk)
    desk.locator(".me-link").click()
    expect(desk.locator("h1")).to_have_text(NAMES[0])
    assert violations(desk) == []
    with desk.expect_download() as download:
        desk.get_by_role("link", name="Download my data").click()
    assert download.value.suggested_filename == "my-data.zip"
    desk.get_by_role("link", name="Delete my account").click()
    assert violations(desk) == []
    expect(desk.locator("main")).to_contain_text("1 roster with its file")
    desk.locator("input[type=password]").fill("wrong")
    desk.get_by_role("button", name="Delete my account for good").click()
    expect(desk.get_by_role("alert")).to_contain_text("Nothing was deleted")
    desk.locator("input[type=password]").fill(PASSWORD)
    desk.get_by_role("button", name="Delete my account for good").click()
    expect(desk.get_by_role("status")).to_contain_text("Your account is deleted")
    expect(desk.get_by_role("link", name="Log in")).to_be_visible()
    assert NAMES[0] not in desk.content()
    desk.goto(f"/games/{known.game.pk}/verify/")
    expect(desk.locator(".verdict.big")).to_contain_text("Verified")
    desk.goto("/me/")
    expect(desk.locator("input[name=login]")).to_be_visible()


@pytest.mark.django_db(transaction=True)
def test_an_account_is_deleted_on_the_phone(phone: Page, people: SimpleNamespace, table: Game) -> None:
    login(phone)
    for address in ("/me/", "/me/delete/"):
        phone.goto(address)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, address
        assert violations(phone) == []
    phone.locator("input[type=password]").fill(PASSWORD)
    phone.get_by_role("button", name="Удалить мою учётную запись навсегда").click()
    expect(phone.get_by_role("status")).to_contain_text("Учётная запись удалена")
    table.refresh_from_db()
    assert table.title == "a player against Boris"
