"""Imports are copies: they stand beside each other, raise no alarm about us, and staff takes them down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.http import Http404
from django.test import Client

import rules
from gamelog.evidence import imports, selectors
from gamelog.evidence.models import Takedown
from gamelog.evidence.services import file_of
from gamelog.games import access, audit, services, verification
from gamelog.games.errors import BrokenChain, TakenDown
from gamelog.games.models import Event, Game
from gamelog.management.commands.grant_application import grants
from gamelog.people.services import participant_of
from gamelog.seasons import records
from gamelog.signing.services import key_current
from tests.evidence.signed import issued, signed, whole
from tests.gamelog.contract import CheckedClient

pytestmark = pytest.mark.storage


@pytest.fixture
def stranger(db: None) -> User:
    return User.objects.create_user("stranger", password="stranger-secret")


@pytest.fixture
def copy(stranger: User) -> Game:
    return services.game_import(data=signed(whole(2)).dump(), owner=stranger, title="Somebody's battle").game


def client_of(user: User | None) -> CheckedClient:
    client = CheckedClient()
    if user:
        client.force_authenticate(user)
    return client


def beginning(file: rules.GameFile, events: int) -> bytes:
    return b"".join(file.dump().splitlines(keepends=True)[: events + 1])


def test_copies_verify_and_come_back_byte_for_byte(stranger: User, owner: User, capsys: Any) -> None:
    """First a stranger's beginning, then the whole file with its signatures."""
    file = signed(whole(2))
    first = services.game_import(data=beginning(file, 3), owner=stranger).game
    game = services.game_import(data=file.dump(), owner=owner).game
    assert game.pk != first.pk and game.copy_of == first.pk
    assert file_of(game) == file.dump() and file_of(first) == beginning(file, 3)
    assert selectors.record_findings(game) == selectors.record_findings(first) == []
    verification.run(services.verification_request(game=game))
    assert game.reports.get().verdict == "verified"
    call_command("check_records")
    assert "2 games" in capsys.readouterr().out
    told = client_of(None).post("/api/check", {"file": _uploaded(file.dump())}, format="multipart").json()["stored"]
    assert told["relation"] == "same", "of several copies the closest counts"


def _uploaded(data: bytes) -> Any:
    from django.core.files.uploadedfile import SimpleUploadedFile

    return SimpleUploadedFile("game.jsonl", data)


def test_the_api_and_pages_say_whose_copy_it_is(
    recorded: Callable[[rules.GameFile], Game], owner: User, stranger: User
) -> None:
    own = recorded(whole(1))
    cut = rules.read_game(file_of(own))
    longer = rules.GameFile(cut.header, cut.records[:5])
    event = cut.events[5]
    longer.records.append(
        rules.seal(rules.make_event(6, event.declaration(), event.effects, longer.head, "2026-01-01T00:00:00Z"))
    )
    game = services.game_import(data=longer.dump(), owner=stranger).game
    shown = client_of(None).get(f"/api/games/{game.pk}").json()
    assert (shown["copy_of"], shown["original"]) == (str(own.pk), str(own.pk))
    listed = {each["id"]: each["original"] for each in client_of(None).get("/api/games").json()["results"]}
    assert listed == {str(game.pk): str(own.pk), str(own.pk): None}
    page = Client().get(f"/games/{game.pk}/score/").content.decode()
    assert f"imported copy of game {own.pk}" in page and f'href="/games/{own.pk}/"' in page
    ours = client_of(None).get(f"/api/games/{own.pk}").json()
    assert (ours["copy_of"], ours["original"]) == (None, None)
    assert "imported copy" not in Client().get(f"/games/{own.pk}/score/").content.decode()


def test_our_key_in_an_unsigned_file_raises_no_alarm(stranger: User, capsys: Any) -> None:
    header = rules.Header(game="claimed", ruleset="kt", version=whole(2).header.version, issuer=key_current().pk)
    file = rules.GameFile(header)
    for event in whole(2).events:
        file.records.append(rules.seal(rules.make_event(event.number, event.declaration(), event.effects, file.head)))
    game = services.game_import(data=file.dump(), owner=stranger).game
    assert selectors.record_findings(game) == []
    verification.run(services.verification_request(game=game))
    assert game.reports.get().verdict == "verified"
    call_command("check_records")
    assert "nothing wrong" in capsys.readouterr().out
    assert file_of(game) == file.dump(), "and we sign nothing of it"


def test_a_false_signature_does_not_come_in(stranger: User) -> None:
    file = signed(whole(2))
    assert file.checkpoint
    data = file.dump()
    signature = file.checkpoint.signatures[0].signature
    broken = data.replace(signature.encode(), (("0" if signature[0] != "0" else "1") + signature[1:]).encode())
    with pytest.raises(BrokenChain, match="signature"):
        services.game_import(data=broken, owner=stranger)
    assert not Game.every.exists()


# taking down


@pytest.mark.parametrize("data", ["kept", "erased"])
def test_what_staff_took_down_is_gone(copy: Game, owner: User, stranger: User, data: Any) -> None:
    Game.objects.filter(pk=copy.pk).update(finished=True)
    number, file = copy.number, file_of(copy)
    assert records.counted().filter(pk=copy.pk).exists()
    row = imports.takedown(game_id=copy.pk, reason="It shows a stranger's name", data=data, actor=owner)
    again = imports.takedown(game_id=copy.pk, reason="Once more", data="erased", actor=owner)
    assert again == row and Takedown.objects.get().reason == "It shows a stranger's name"
    assert (row.by, row.erased) == (participant_of(owner), data == "erased")
    assert Event.objects.filter(game=copy).count() == (number if data == "kept" else 0)
    assert not Game.objects.filter(pk=copy.pk).exists() and not records.counted().exists()
    assert not access.games_visible(stranger).exists() and not audit.games_wanted(owner).exists()
    for user in (None, stranger, owner):
        api = client_of(user)
        for address in ("", "/events", "/file", "/replay"):
            told = api.get(f"/api/games/{copy.pk}{address}")
            assert (told.status_code, told.json()["type"]) == (410, "urn:gamelog:taken-down"), address
        page = Client()
        if user:
            page.force_login(user)
        shown = page.get(f"/games/{copy.pk}/")
        assert shown.status_code == 410 and "taken it down" in shown.content.decode()
        assert str(copy.pk) not in page.get("/games/").content.decode()
    body = {"expected": number, "by": "a", "action": {"type": "concede"}}
    assert client_of(stranger).post(f"/api/games/{copy.pk}/events", body, format="json").status_code == 410
    with pytest.raises(TakenDown):
        services.game_import(data=file, owner=stranger)
    call_command("check_records")
    stored = Game.every.get(pk=copy.pk)
    assert selectors.record_findings(stored) == []
    assert stored.title == ("Somebody's battle" if data == "kept" else "")


def test_a_beginning_that_was_taken_down_keeps_nobody_from_the_whole(owner: User, stranger: User) -> None:
    file = issued(whole(2), "")
    first = services.game_import(data=beginning(file, 3), owner=stranger).game
    imports.takedown(game_id=first.pk, reason="Not theirs", data="erased", actor=owner)
    game = services.game_import(data=file.dump(), owner=stranger).game
    assert file_of(game) == file.dump()


def test_only_staff_takes_down_and_only_imports(
    copy: Game, recorded: Callable[[rules.GameFile], Game], owner: User, stranger: User
) -> None:
    own = recorded(whole(1))
    with pytest.raises(PermissionDenied):
        imports.takedown(game_id=copy.pk, reason="Mine", data="kept", actor=stranger)
    with pytest.raises(Http404):
        imports.takedown(game_id=own.pk, reason="It began here", data="erased", actor=owner)
    for reason, data, path in (("", "kept", "$.reason"), ("x" * 501, "kept", "$.reason"), ("so", "lost", "$.bytes"),
                               ("write to a@example.org", "kept", "$.reason")):  # fmt: skip
        with pytest.raises(rules.Malformed) as refused:
            imports.takedown(game_id=copy.pk, reason=reason, data=data, actor=owner)  # type: ignore[arg-type]
        assert refused.value.path == path
    assert not Takedown.objects.exists() and Game.objects.filter(pk__in=[copy.pk, own.pk]).count() == 2


def test_no_event_goes_without_the_act(copy: Game, owner: User) -> None:
    def refused(statement: str, *values: Any) -> None:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, values)

    key = Game._meta.pk.get_db_prep_value(copy.pk, connection)
    refused("DELETE FROM games_event WHERE game_id = %s", key)
    imports.takedown(game_id=copy.pk, reason="Kept for the police", data="kept", actor=owner)
    refused("DELETE FROM games_event WHERE game_id = %s", key)
    refused("UPDATE evidence_takedown SET erased = %s", True)
    refused("DELETE FROM evidence_takedown")
    assert Event.objects.filter(game=copy).count() == copy.number


def test_the_role_of_the_application_erases_nothing_else(copy: Game, owner: User) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL has roles")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("CREATE ROLE eraser")
        for statement in grants("eraser"):
            cursor.execute(statement)
        cursor.execute("SET ROLE eraser")
        with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
            cursor.execute("DELETE FROM games_event")
        cursor.execute("SELECT evidence_erase(%s)", [copy.pk])
        assert Event.objects.filter(game=copy).count() == copy.number, "nobody has taken it down"
        imports.takedown(game_id=copy.pk, reason="Not theirs", data="erased", actor=owner)
        cursor.execute("RESET ROLE")
    assert not Event.objects.filter(game=copy).exists()


def test_staff_sees_who_imported_what(copy: Game, owner: User, stranger: User) -> None:
    assert client_of(stranger).get("/api/imports").status_code == 403
    (row,) = client_of(owner).get("/api/imports").json()["imports"]
    assert (row["game"], row["imported_by"], row["taken_down"]) == (str(copy.pk), "stranger", None)
    page, theirs = Client(), Client()
    page.force_login(owner)
    theirs.force_login(stranger)
    for address in ("/games/imports/", f"/games/{copy.pk}/take-down/"):
        assert theirs.get(address).status_code == 403
    assert "stranger" in page.get("/games/imports/").content.decode()
    form = f"/games/{copy.pk}/take-down/"
    assert form in page.get(f"/games/{copy.pk}/score/").content.decode()
    assert page.post(form, {"reason": "", "bytes": "kept"}).status_code == 400
    assert page.post(form, {"reason": "a@example.org", "bytes": "kept"}).status_code == 400
    shown = page.post(form, {"reason": "A false name", "bytes": "kept"}, follow=True).content.decode()
    assert "A false name" in shown and form not in shown
    act = client_of(owner).post(f"/api/games/{copy.pk}/take-down", {"reason": "x", "bytes": "erased"}, format="json")
    assert act.json()["reason"] == "A false name" and act.json()["bytes"] == "kept"
    (row,) = client_of(owner).get("/api/imports").json()["imports"]
    assert row["taken_down"] == act.json()
