"""A person is erased: the name is nowhere, and every chain, report, replay and export is unchanged."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from knox.models import AuthToken

import rules
from gamelog.accounts.services import person_erase
from gamelog.games import selectors as log
from gamelog.games import services as games
from gamelog.games.models import Event, Game, OwnTable, Roster
from gamelog.people import selectors
from gamelog.people.models import Participant
from gamelog.people.services import participant_of
from gamelog.setup.paths import FRONTEND
from tests.people.conftest import NAMES, PASSWORD

pytestmark = pytest.mark.django_db
SAID = re.compile("|".join(re.escape(name) for name in NAMES), re.IGNORECASE)
READERS = ("", "boris", "carol", "marshal")


def outputs(game: Game, client: Client) -> dict[str, bytes]:
    """Output about a game that others may have kept: it must never change."""
    at = f"/api/games/{game.pk}"
    pages = [f"{at}/events", f"{at}/position", f"{at}/replay", f"{at}/report", f"{at}/steps?limit=1000", f"{at}/file",
             f"{at}/odds?at=12", f"/games/{game.pk}/replay.json", f"/games/{game.pk}/export/"]  # fmt: skip
    return {path: client.get(path).content for path in pages}


@pytest.mark.storage
def test_everything_others_have_stays_byte_for_byte(known: SimpleNamespace, client_of: Any) -> None:
    game, reader = known.game, client_of("boris")
    before, rows = outputs(game, reader), list(Event.objects.order_by("pk").values())
    person_erase(user=known.user, by=known.user)
    assert list(Event.objects.order_by("pk").values()) == rows
    assert outputs(game, reader) == before
    cache.clear()  # and not only because it was cached
    assert outputs(game, reader) == before


@pytest.mark.storage
def test_chains_still_verify(known: SimpleNamespace) -> None:
    person_erase(user=known.user, by=None)
    file = rules.read_game(log.file_of(known.game))
    assert not file.findings
    report = log.report_of(known.game)
    assert report
    assert report.verdict == "verified"
    assert rules.report(rules.load("kt"), file.events, file.findings) == log.summary_of(report)
    known.game.refresh_from_db()
    over = log.position_at(known.game, known.game.number).over
    assert over
    assert (known.game.head, known.game.winner) == (file.head, over.winner)


@pytest.mark.storage
def test_results_stay_attributed_to_the_opaque_id(known: SimpleNamespace) -> None:
    before = selectors.participant_id(known.user)
    erased = person_erase(user=known.user, by=known.user)
    assert erased.participant == before
    seat = known.game.seats.select_related("user__participant").get(side="a")
    assert seat.user.participant.id == before
    assert seat.user.participant.erased
    assert {event.who for event in log.events_of(known.game) if event.by == "a"} == {before}


@pytest.mark.storage
def test_the_account_is_a_husk(known: SimpleNamespace) -> None:
    person_erase(user=known.user, by=None)
    user = User.objects.get(pk=known.user.pk)
    assert re.fullmatch(r"erased-[0-9a-f]{16}", user.username)
    assert (user.email, user.first_name, user.last_name, user.last_login) == ("", "", "", None)
    assert not (user.is_active or user.is_staff or user.is_superuser or user.has_usable_password())
    for model in (AuthToken, Authenticator, EmailAddress, Roster, OwnTable):
        assert not model.objects.exists(), model


@pytest.mark.storage
def test_no_row_of_any_table_says_the_name(known: SimpleNamespace) -> None:
    assert tables_that_say(), "what is looked for is there before"
    person_erase(user=known.user, by=known.user)
    assert tables_that_say() == {}


def tables_that_say() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            hits = [text for row in cursor.fetchall() for text in map(readable, row) if SAID.search(text)]
            if hits:
                found[table] = hits
    for session in Session.objects.all():
        if SAID.search(json.dumps(session.get_decoded())):
            found.setdefault("sessions", []).append(session.pk)
    return found


def readable(value: Any) -> str:
    return bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)


@pytest.mark.long
def test_no_cache_says_the_name(known: SimpleNamespace, client_of: Any) -> None:
    """Filled before by everybody's reading, in both languages; caches hold games and never people."""
    for reader in READERS:
        for language in ("en", "ru"):
            crawl(client_of(reader), known, language)
    person_erase(user=known.user, by=known.user)
    kept = cache._cache  # type: ignore[attr-defined]
    assert any("replay:" in key for key in kept)
    assert not [key for key, value in kept.items() if SAID.search(f"{key} {value.decode('latin-1')}")]


# every address that can be read, crawled


def routes(patterns: list[Any], before: str = "/") -> Iterator[str]:
    for each in patterns:
        here = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, here)
        elif isinstance(each, URLPattern):
            yield here.replace("^", "").replace("$", "").replace(r"\.", ".").replace(r"\Z", "")


def crawl(client: Client, known: SimpleNamespace, language: str = "en") -> dict[str, bytes]:
    """Every route that answers GET, with real arguments; the answers by address."""
    found = {}
    for route in routes(get_resolver().url_patterns):
        for address in filled(route, known):
            answer = client.get(address, headers={"accept-language": language})
            assert answer.status_code < 500, address
            told = b"".join(answer) if answer.streaming else answer.content
            headers = b"\n".join(f"{key}: {value}".encode() for key, value in answer.headers.items())
            found[address] = unzipped(told) + headers
    return found


def unzipped(data: bytes) -> bytes:
    if not data.startswith(b"PK"):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"".join(name.encode() + archive.read(name) for name in archive.namelist())


ROUTED = {
    "<uuid:roster_id>": ["00000000-0000-0000-0000-000000000001"], "<str:ruleset_id>": ["kt"],
    "<slug:ruleset_id>": ["kt"], "<int:number>": ["12"], "<path:path>": ["nothing"],
    "<str:subject>": ["dice"], "<int:take_back_id>": ["1"], "<uuid:run_id>": ["00000000-0000-0000-0000-000000000001"],
    "<uuid:seal_id>": ["00000000-0000-0000-0000-000000000001"],
    "<uuid:table_id>": ["00000000-0000-0000-0000-000000000001"],
}  # fmt: skip


def filled(route: str, known: SimpleNamespace) -> list[str]:
    addresses = [route]
    values = {
        **ROUTED,
        "<uuid:game_id>": [str(known.game.pk), str(known.own.pk)],
        "<uuid:sheet_id>": [str(known.sheet.pk)],
        "<slug:key>": [study.key for study in known.studies],
        "<path:object_id>": [str(known.user.pk)],
    }
    for name, choices in values.items():
        addresses = list(dict.fromkeys(each.replace(name, choice) for each in addresses for choice in choices))
    # What asks for a broker, ends the session, or wants a key that nobody has.
    dropped = ("healthz", "readyz", "logout", "(?P", "<")
    return [each for each in addresses if not any(word in each for word in dropped)]


@pytest.mark.parametrize("reader", READERS)
def test_no_address_says_the_name_to_anybody(known: SimpleNamespace, client_of: Any, reader: str) -> None:
    client = client_of(reader)
    names_before = [path for path, told in crawl(client, known).items() if SAID.search(told.decode("utf-8", "replace"))]
    assert {"/api/games", f"/api/sheets/{known.sheet.pk}"} <= set(names_before), "what is looked for is there before"
    person_erase(user=known.user, by=known.user)
    for language in ("en", "ru"):
        pages = crawl(client, known, language)
        assert len(pages) > 40
        assert [path for path, told in pages.items() if SAID.search(told.decode("utf-8", "replace"))] == []
        words = {"en": "erased player", "ru": "удалённый игрок"}[language]
        owner = json.loads(client.get(f"/api/games/{known.game.pk}", headers={"accept-language": language}).content)
        assert owner["seats"][0]["user"] == words
        assert "erased-" not in client.get("/api/games").content.decode()


def test_admin_lists_do_not_say_it(known: SimpleNamespace, client_of: Any) -> None:
    person_erase(user=known.user, by=None)
    for path in ("/admin/", "/admin/auth/user/", f"/admin/auth/user/{known.user.pk}/history/",
                 "/admin/account/emailaddress/", "/admin/knox/authtoken/"):  # fmt: skip
        answer = client_of("marshal").get(path)
        assert answer.status_code == 200, path
        assert not SAID.search(answer.content.decode()), path


def test_her_browser_and_tokens_are_out(known: SimpleNamespace) -> None:
    _, token = AuthToken.objects.create(user=known.user)
    header = {"authorization": f"Token {token}"}
    assert known.browser.get("/api/me").status_code == 200
    assert Client().get("/api/me", headers=header).status_code == 200
    person_erase(user=known.user, by=None)
    assert known.browser.get("/api/me").status_code == 401
    assert Client().get("/api/me", headers=header).status_code == 401
    assert not known.browser.login(username=NAMES[0], password=PASSWORD)


def test_a_log_in_that_waits_for_the_second_factor_is_out(people: SimpleNamespace) -> None:
    Authenticator.objects.create(user=people.ada, type="totp", data={"secret": "x"})
    browser = Client()
    browser.post("/accounts/login/", {"login": NAMES[3], "password": PASSWORD})
    assert "_auth_user_id" not in browser.session
    assert SAID.search(json.dumps(dict(browser.session))) or "account_login" in browser.session
    person_erase(user=people.ada, by=None)
    assert not Session.objects.exists()


def test_other_peoples_sessions_stay(known: SimpleNamespace, client_of: Any) -> None:
    boris = client_of("boris")
    person_erase(user=known.user, by=None)
    assert boris.get("/api/me").json()["username"] == "boris"


def test_templates_name_others_by_one_filter() -> None:
    """Only the logged-in user is named as in the account; everybody else through `display_name`."""
    found = {}
    for path in sorted((FRONTEND / "templates").rglob("*.html")):
        said = re.findall(
            r"([\w.]+)\.(?:get_username|username|email|first_name|last_name|get_full_name)", path.read_text()
        )
        found[path.name] = set(said) - {"user"}
    assert {name: said for name, said in found.items() if said} == {}


# titles


@pytest.mark.parametrize(
    "title, then",
    [
        ("ADALOVEL against Boris", "a player against Boris"),
        ("Augusta Lovelace-King – Boris", "a player – Boris"),
        ("adalovel2 and Adalovelia", "adalovel2 and Adalovelia"),
        ("Битва adalovel и Бориса", "Битва игрок и Бориса"),
        ("write to augusta@example.org", "write to a player"),
        ("", ""),
    ],
)
def test_titles_lose_the_name_as_a_whole_word(table: Game, people: SimpleNamespace, title: str, then: str) -> None:
    Game.objects.filter(pk=table.pk).update(title=title)
    person_erase(user=people.ada, by=None)
    table.refresh_from_db()
    assert table.title == then


def test_titles_of_other_peoples_games_may_mean_somebody_else(people: SimpleNamespace) -> None:
    other = games.game_create(owner=people.carol, ruleset="kt", title="Augusta, the city")
    person_erase(user=people.ada, by=None)
    other.refresh_from_db()
    assert other.title == "Augusta, the city"


def test_imported_records_that_say_the_name_are_listed(people: SimpleNamespace, battle: rules.GameFile) -> None:
    """Nothing changes an event: the operator is told where a name occurs in an imported record."""
    position = rules.fold(rules.load("kt"), battle.events[:3])
    position.sides["a"].name = "Augusta's host"
    begun = rules.read_declaration(
        rules.load("kt"), b'{"by":"a","action":{"type":"begin","position":' + rules.to_json(position) + b"}}"
    )
    decided = rules.decide(rules.load("kt"), rules.empty(rules.load("kt")), begun)
    file = rules.GameFile(rules.Header(game="elsewhere", ruleset="kt", version=rules.load("kt").version))
    file.records.append(rules.seal(rules.make_event(1, begun, decided.effects, file.head)))
    game = games.game_import(data=file.dump(), owner=people.ada).game
    assert person_erase(user=people.ada, by=None).left == (game,)


# repetition and permissions


@pytest.mark.storage
def test_doing_it_again_changes_nothing_more(known: SimpleNamespace) -> None:
    first = person_erase(user=known.user, by=None)
    row = User.objects.filter(pk=known.user.pk).values().get()
    when = Participant.objects.get(user=known.user).erased
    again = person_erase(user=known.user, by=None)
    assert again == first._replace(rosters=0, titles=0)
    assert User.objects.filter(pk=known.user.pk).values().get() == row
    assert Participant.objects.get(user=known.user).erased == when


def test_somebody_who_never_recorded_can_be_erased(people: SimpleNamespace) -> None:
    erased = person_erase(user=people.carol, by=people.carol)
    people.carol.refresh_from_db()
    assert Participant.objects.get(pk=erased.participant).user == people.carol
    assert selectors.display_name(people.carol) == "erased player"


def test_who_may_erase_whom(people: SimpleNamespace) -> None:
    other = User.objects.create_user("referee", is_staff=True)
    for user, by in ((people.ada, people.boris), (people.marshal, people.ada), (people.marshal, other)):
        with pytest.raises(PermissionDenied):
            person_erase(user=user, by=by)
    person_erase(user=people.ada, by=other)
    with pytest.raises(PermissionDenied):
        person_erase(user=people.boris, by=people.ada)


@pytest.mark.storage
def test_the_same_user_name_again_inherits_nothing(known: SimpleNamespace) -> None:
    old = person_erase(user=known.user, by=known.user).participant
    browser = Client()
    sent = {"username": NAMES[0], "email": NAMES[3], "password1": "quite-another-1", "password2": "quite-another-1"}
    assert browser.post("/accounts/signup/", sent).status_code == 302
    user = User.objects.get(username=NAMES[0])
    assert user.pk != known.user.pk
    assert participant_of(user) != old
    assert not log.games_of(user).exists()
    assert browser.get("/api/rosters").json()["results"] == []
    assert browser.get(f"/api/games/{known.own.pk}").status_code == 404
    assert not User.objects.get(pk=known.user.pk).is_active
    seats = browser.get(f"/api/games/{known.game.pk}").json()["seats"]
    assert [seat["user"] for seat in seats] == ["erased player", "boris"]
    start = {"ruleset": "kt", "seats": {"a": User.objects.get(pk=known.user.pk).username}}
    assert browser.post("/api/games", start, content_type="application/json").status_code == 400, "a husk plays nothing"


def test_an_erased_person_records_nothing_more(table: Game, people: SimpleNamespace, append: Any, battle: Any) -> None:
    """A request that was under way during the erasure still believes it is somebody."""
    before = User.objects.get(pk=people.ada.pk)
    append(table, battle.events[0].declaration())
    person_erase(user=people.ada, by=None)
    with pytest.raises(PermissionDenied):
        append(table, battle.events[1].declaration(), before)
    table.refresh_from_db()
    assert table.number == 1


# commands and logs


def test_the_command_asks_first(known: SimpleNamespace, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("erase_person", NAMES[0])
    assert User.objects.filter(username=NAMES[0]).exists()
    monkeypatch.setattr("builtins.input", lambda _: NAMES[0])
    call_command("erase_person", NAMES[0])
    assert not User.objects.filter(username=NAMES[0]).exists()
    assert "1 rosters deleted, the name taken out of 2 titles" in capsys.readouterr().out


def test_the_command_knows_nobody(db: None) -> None:
    with pytest.raises(CommandError, match="no account"):
        call_command("erase_person", "nobody", noinput=True)


def test_logs_do_not_say_names(known: SimpleNamespace, caplog: Any, capfd: Any, battle: rules.GameFile) -> None:
    caplog.set_level("INFO")
    browser = Client()
    browser.post("/accounts/login/", {"login": NAMES[0], "password": PASSWORD})
    browser.post("/accounts/login/", {"login": NAMES[3], "password": "wrong"})
    browser.get("/me/")
    body = {"expected": 0, "by": "a", "action": {"type": "fact", "note": "augusta@example.org"}}
    browser.post(f"/api/games/{known.own.pk}/events", body, content_type="application/json")
    person_erase(user=known.user, by=known.user)
    said = caplog.text + "".join(str(record.msg) for record in caplog.records) + "".join(capfd.readouterr())
    assert "person_erased" in said
    assert not SAID.search(said)
