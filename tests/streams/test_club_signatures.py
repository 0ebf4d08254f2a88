"""Clubs are signed and sealed as games and events are; their file for everybody names nobody."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

import rules
from gamelog.accounts.services import person_erase
from gamelog.clubs import acts, files, services
from gamelog.clubs.models import Club
from gamelog.clubs.streams import CLUBS
from gamelog.contest.errors import Refused
from gamelog.contest.season import SeasonRules
from gamelog.evidence import clubs
from gamelog.evidence.models import ClubCheckpoint
from gamelog.evidence.offline import checked
from gamelog.evidence.services import NotSealable, seal_create
from gamelog.people.services import participant_of
from gamelog.signing.selectors import keys_published
from gamelog.signing.services import key_rotate
from gamelog.streams.store import Draft, store
from rules.kernel.canonical import tag_of
from rules.trailers import KeysLine
from tests.streams.test_before import EVENT, GAME
from tests.streams.test_store import unlocked

pytestmark = [pytest.mark.django_db, pytest.mark.storage, pytest.mark.usefixtures("own_keys")]


@pytest.fixture
def clara() -> User:
    return User.objects.create_user("clara", is_staff=True)


@pytest.fixture
def boris() -> User:
    """A member whom the page does not name."""
    return User.objects.create_user("boris")


@pytest.fixture
def club(clara: User, boris: User) -> Club:
    made = services.club_found(owner=clara, name="The Iron Hounds", slug="hounds")
    services.join_ask(club=made, actor=boris, shown=False)
    services.join_answer(club=made, actor=clara, person=participant_of(boris), accept=True)
    services.news_publish(club=made, actor=clara, title="boris joined", body="Welcome, boris.")
    services.club_edit(club=made, actor=clara, about="boris and clara meet on Thursdays.")
    made.refresh_from_db()
    return made


def lines(data: bytes) -> list[Any]:
    return [json.loads(each) for each in data.splitlines()]


def resealed(header: Any, parts: list[Any]) -> bytes:
    """Acts as a file whose hashes and links hold."""
    previous, out = "", []
    for each in parts:
        act = each["act"] | ({"previous": previous} if previous else {})
        previous = rules.digest(rules.canonical(act))
        out.append(each | {"act": act, "hash": previous})
    head = header | {"head": previous, "number": len(out)}
    return b"".join(rules.canonical(each) + b"\n" for each in (head, *out))


# files


def test_both_files_hold_and_have_one_head(club: Club) -> None:
    public, whole = clubs.public_file_of(club), clubs.file_of(club)
    one, other = files.read(public), files.read(whole)
    assert one.header == other.header == files.Header(
        club=club.pk, format="gamelog-club@2", head=club.head, number=club.number
    )  # fmt: skip
    assert one.closing == other.closing and one.closing.checkpoint.checkpoint.number == club.number
    assert [each.hash for each in one.acts] == [each.hash for each in other.acts]
    assert [each.private for each in one.acts] == [None] * club.number
    assert [each.whole for each in other.acts] == [
        acts.whole(acts.CLUB_ACT.decode(row.body), acts.PRIVATE_PART.decode(row.private))
        for row in club.acts.order_by("number")
    ]


def test_the_file_for_everybody_names_nobody(club: Club, clara: User, boris: User) -> None:
    public = clubs.public_file_of(club)
    for person in (clara, boris):
        assert participant_of(person).encode() not in public and participant_of(person).encode() in clubs.file_of(club)
    done = [each.whole.act for each in files.read(clubs.file_of(club)).acts]
    digests = [each.sha256 for each in done if isinstance(each, acts.Publish | acts.EditClub)]
    assert len(digests) == 2 and not any(each.encode() in public for each in digests), "a text could be tried out"
    kinds = [each["act"]["act"]["type"] for each in lines(public)[1 : club.number + 1]]
    assert kinds == ["found", "members", "publish", "edit-club"]


def test_nobody_is_found_by_trying(clara: User, boris: User) -> None:
    """The same done twice has another digest each time."""
    entry = acts.ClubEntry(number=1, act=acts.Admit(participant_of(boris)), at="2026-05-01T09:30:00Z", by="p1")
    (one, beside), (other, _) = acts.parted(entry), acts.parted(entry)
    assert one.private != other.private and acts.whole(one, beside).act == entry.act
    assert one == acts.ClubEntry(number=1, act=acts.Members(), at=entry.at, format=2, private=one.private)


ABOUT_ONE = (acts.Admit("p7"), acts.Refuse("p7"), acts.Leave("p7"), acts.Appoint("p7", "editor"), acts.HandOver("p7"))
SAID = "0" * 64
SEASON = acts.SetSeason("s", "2026-01-01", "2026-12-31", SeasonRules(counted=2), (("an-event", 100),))


def test_what_of_every_act_is_for_everybody() -> None:
    forms: dict[Any, Any] = {
        **dict.fromkeys(ABOUT_ONE, acts.Members()),
        acts.Found(): acts.Found(),
        acts.EditClub(("about",), SAID): acts.EditClub(("about",)),
        acts.Publish("post", SAID): acts.Publish("post"),
        acts.EditPost("post", SAID): acts.EditPost("post"),
        acts.WithdrawPost("post"): acts.WithdrawPost("post"),
        SEASON: msgspec.structs.replace(SEASON, events=()),
        acts.CloseSeason("s"): acts.CloseSeason("s"),
        acts.Members(): acts.Members(),
    }
    assert {type(each) for each in forms} == set(get_args(acts.Act))
    for done, form in forms.items():
        assert acts.for_everybody(done) == form
        entry, private = acts.parted(acts.ClubEntry(1, done, "2026-05-01T09:30:00Z", "p1"))
        assert (entry.act, entry.by) == (form, "") and "p7" not in entry.bytes().decode()
        assert acts.whole(acts.CLUB_ACT.decode(entry.bytes()), acts.PRIVATE_PART.decode(private.bytes())).act == done
        assert list(files.private_problems(entry, private.bytes())) == []


def test_erasing_somebody_changes_no_byte(club: Club, clara: User, boris: User) -> None:
    before, whole = clubs.public_file_of(club), clubs.file_of(club)
    person_erase(user=boris, by=None)
    club.refresh_from_db()
    assert (clubs.public_file_of(club), clubs.file_of(club)) == (before, whole)
    assert b"boris" not in whole and clubs.problems(club) == []


def test_whoever_takes_the_file_takes_a_signature_with_it(club: Club, clara: User) -> None:
    assert not ClubCheckpoint.objects.exists()
    first = files.read(clubs.public_file_of(club)).closing
    assert files.read(clubs.public_file_of(club)).closing == first, "signed once"
    key_rotate()
    services.club_edit(club=club, actor=clara, city="Tallinn")
    club.refresh_from_db()
    second = files.read(clubs.public_file_of(club)).closing
    assert len(second.keys) == 2 and ClubCheckpoint.objects.count() == 2
    assert checked(clubs.public_file_of(club), keys_published()).wrong == []


def test_a_sealed_club_says_so_in_its_file(club: Club, clara: User) -> None:
    other = services.club_found(owner=clara, name="Other", slug="other")
    seal = seal_create(title="Two clubs", clubs=[club, other])
    call_command("seal", "--clubs", "other", "--title", "One club")
    for each, count in ((club, 1), (other, 2)):
        assert len(files.read(clubs.public_file_of(each)).closing.seals) == count
        assert clubs.problems(each) == []
    published = json.loads(Client().get(f"/api/seals/{seal.pk}").content)
    assert {each["club"] for each in published["clubs"]} == {str(club.pk), str(other.pk)}
    for chosen in ([club, club], []):
        with pytest.raises(NotSealable):
            seal_create(title="Seal", clubs=chosen)
    with pytest.raises(CommandError, match="no club nowhere"):
        call_command("seal", "--clubs", "nowhere", "--title", "Seal")


# acts of format 1


@pytest.fixture
def older(clara: User, boris: User) -> Club:
    """A club with three acts of format 1, of which the first names none before it."""
    club = Club.objects.create(owner=clara, slug="older", name="Older")
    for act in (acts.Found(), acts.Admit(participant_of(boris)), acts.Leave(participant_of(boris))):
        entry = acts.ClubEntry(club.number + 1, act, "2026-05-01T09:30:00Z", participant_of(clara), previous=club.head)
        store(CLUBS, club, Draft(entry.bytes(), tag_of(act), entry.by))
    club.save()
    return club


def test_acts_of_format_1_are_for_the_staff_alone(older: Club, clara: User, client: Client) -> None:
    with pytest.raises(files.NotForEverybody):
        files.public_file(older)
    assert client.get("/api/clubs/older/export").status_code == 404
    assert "/api/clubs/older/export" not in client.get("/clubs/older/").content.decode()
    assert checked(clubs.file_of(older)).wrong == []
    for city in ("Tallinn", "Tartu"):
        services.club_edit(club=older, actor=clara, city=city)
    older.refresh_from_db()
    public = clubs.public_file_of(older)
    file = files.read(public)
    assert (file.withheld, len(file.acts), file.header.number) == (4, 1, 5)
    for row in older.acts.filter(number__lte=3):
        assert row.hash.encode() not in public, "there are few enough people to try them all"
    assert file.acts[0].entry.previous == older.acts.get(number=4).hash
    assert checked(public).wrong == [] and "4 of them left out" in checked(public).about
    assert checked(clubs.file_of(older)).wrong == [] and clubs.problems(older) == []


# forged and cut


def edited(number: int, change: Callable[[Any], Any]) -> Callable[[bytes], bytes]:
    """A change in a line by its number, written canonically."""

    def edit(data: bytes) -> bytes:
        found = data.splitlines()
        found[number - 1] = rules.canonical(change(json.loads(found[number - 1])))
        return b"".join(each + b"\n" for each in found)

    return edit


def without(*numbers: int) -> Callable[[bytes], bytes]:
    return lambda data: b"".join(
        line for number, line in enumerate(data.splitlines(keepends=True), 1) if number not in numbers
    )


def act(name: str, value: Any) -> Callable[[Any], Any]:
    return lambda line: line | {"act": line["act"] | {name: value}}


FORGED: dict[str, tuple[Callable[[bytes], bytes], int, str]] = {
    "a time": (edited(3, act("at", "2020-01-01T00:00:00Z")), 3, "its hash is another"),
    "a digest": (edited(4, act("private", "0" * 64)), 4, "its hash is another"),
    "a private part": (
        edited(3, lambda line: line | {"private": line["private"] | {"by": "p0000"}}), 3,
        "not the one that the act names",
    ),
    "a hash": (edited(3, lambda line: line | {"hash": "0" * 64}), 3, "its hash is another"),
    "a number in the header": (edited(1, lambda line: line | {"number": 3}), 1, "says 3 acts, and the file has 4"),
    "another head": (edited(1, lambda line: line | {"head": "0" * 64}), 1, "not the one that the header names"),
    "another format": (edited(1, lambda line: line | {"format": "gamelog-club@1"}), 1, "the header says"),
    "another club": (
        edited(1, lambda line: line | {"club": "0b0d2c1e-64a5-4b52-8b13-2e1e0d9e3c11"}), 6, "not that of these acts",
    ),
    "the last act cut": (without(5), 1, "the file has 3"),
    "an act in the middle cut": (without(3), 3, "number 3, where 2 is next"),
    "the keys cut": (without(6), 6, "is not known"),
    "broken off": (lambda data: data[:-9], 7, "breaks off"),
    "a blank": (lambda data: data.replace(b'{"act":', b'{"act": ', 1), 2, "not written in canonical form"),
    "a signed head": (
        edited(7, lambda line: line | {"checkpoint": line["checkpoint"] | {"number": 3}}), 6, "not that of these acts",
    ),
    "a strange line": (lambda data: data + b'{"index":1}\n', 8, "it is no line that closes"),
    "no act": (edited(2, lambda line: {"act": 1, "hash": "0"}), 2, "it is no act"),
    "acts left out that are not": (
        lambda data: data.replace(data.splitlines()[1], b'{"hash":"' + b"0" * 64 + b'","withheld":2}'), 3,
        "number 2, where 3 is next",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_file_is_refused_by_its_line(club: Club, name: str, tmp_path: Path) -> None:
    forge, line, reason = FORGED[name]
    data = clubs.file_of(club)
    assert checked(data).wrong == [] and forge(data) != data
    with pytest.raises(Refused) as refused:
        files.read(forge(data))
    assert (refused.value.code, refused.value.path) == ("bad-file", f"line {line}") and reason in refused.value.text
    (tmp_path / "forged.club.jsonl").write_bytes(forge(data))
    said = io.StringIO()
    with pytest.raises(CommandError, match="1 of 1 file with findings"):
        call_command("check_file", tmp_path / "forged.club.jsonl", stdout=said)
    assert f"line {line}: " in said.getvalue() and reason in said.getvalue()


def test_what_nobody_could_have_stored_is_refused_though_its_hashes_hold(club: Club) -> None:
    header, *parts = lines(files.whole_file(club))
    assert files.read(resealed(header, parts)).header.head == club.head
    bare = [{"act": {name: value for name, value in each["act"].items() if name != "private"}} for each in parts]
    for forged, reason in (
        ([parts[0], act("by", "p1")(parts[1]), *parts[2:]], "belongs into its private part"),
        ([bare[0], *parts[1:]], "names no private part"),
        (
            [
                parts[0],
                {"act": parts[1]["act"] | {"act": {"type": "found"}}, "private": parts[1]["private"]},
                *parts[2:],
            ],
            "not the form for everybody",
        ),
        (
            [parts[0], {"act": parts[1]["act"] | {"act": {"type": "refuse", "person": "p7"}}}, *parts[2:]],
            "belongs into its private part",
        ),
    ):
        with pytest.raises(Refused, match=reason):
            files.read(resealed(header, forged))


def test_one_command_checks_games_events_and_clubs(club: Club, tmp_path: Path) -> None:
    made = {"game.jsonl": GAME, "event.jsonl": EVENT, "club.jsonl": clubs.public_file_of(club)}
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    said = io.StringIO()
    call_command("check_file", *(tmp_path / name for name in made), stdout=said)
    assert [each.split(": ")[1].split()[0] for each in said.getvalue().splitlines()] == ["game", "event", "club"]
    (tmp_path / "keys.json").write_bytes(rules.canonical(KeysLine(keys_published())))
    call_command("check_file", tmp_path / "club.jsonl", keys=tmp_path / "keys.json", stdout=said)
    with pytest.raises(CommandError, match="1 of 1 file"):
        call_command("check_file", tmp_path / "event.jsonl", keys=tmp_path / "keys.json", stdout=said)
    assert "nothing is signed" in said.getvalue()
    for data in (GAME[:-40], b"", EVENT[:-9]):
        assert checked(data).wrong


# over HTTP, and on the command line


def test_everybody_reads_the_file_and_the_staff_all_of_it(club: Club, clara: User, boris: User, client: Client) -> None:
    answer = client.get("/api/clubs/hounds/export")
    assert answer.content == clubs.public_file_of(club)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="hounds.club.jsonl"'
    head = json.loads(client.get("/api/clubs/hounds/head").content)
    assert (head["checkpoint"]["club"], head["checkpoint"]["head"]) == (str(club.pk), club.head)
    assert client.get("/api/clubs/hounds/export?staff=1").status_code in (401, 403)
    client.force_login(boris)
    assert client.get("/api/clubs/hounds/export?staff=1").status_code == 403
    client.force_login(clara)
    answer = client.get("/api/clubs/hounds/export?staff=1")
    assert answer.content == clubs.file_of(club) and answer.headers["Cache-Control"] == "no-store"


def test_the_pages_link_to_their_files(club: Club, clara: User, client: Client) -> None:
    assert 'href="/api/clubs/hounds/export"' in client.get("/clubs/hounds/").content.decode()
    client.force_login(clara)
    assert 'href="/api/clubs/hounds/export?staff=1"' in client.get("/clubs/hounds/history/").content.decode()


def test_export_club_writes_either_file(club: Club, tmp_path: Path) -> None:
    for options, data in (({}, clubs.file_of(club)), ({"public": True}, clubs.public_file_of(club))):
        call_command("export_club", "hounds", out=tmp_path / "club.jsonl", **options)
        assert (tmp_path / "club.jsonl").read_bytes() == data
    with pytest.raises(CommandError, match="no club nowhere"):
        call_command("export_club", "nowhere")


# behind the application's back


def test_tables_of_signatures_only_grow(club: Club) -> None:
    clubs.file_of(club)
    seal_create(title="Seal", clubs=[club])
    for table in ("evidence_clubcheckpoint", "evidence_sealedclub", "clubs_clubact"):
        for sql in (f"UPDATE {table} SET number = 1", f"DELETE FROM {table}"):
            with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(sql)


@pytest.mark.parametrize(
    ("table", "sql"),
    [
        ("clubs_clubact", "UPDATE clubs_clubact SET body = replace(body, 'found', 'members')"),
        ("clubs_clubact", "UPDATE clubs_clubact SET private = replace(private, 'salt', 'tlas')"),
        ("clubs_clubact", "UPDATE clubs_clubact SET private = ''"),
        ("clubs_clubact", "UPDATE clubs_clubact SET type = 'refuse' WHERE type = 'admit'"),
        ("clubs_clubact", "UPDATE clubs_clubact SET \"by\" = 'p0000' WHERE number = 2"),
        ("evidence_clubcheckpoint", "UPDATE evidence_clubcheckpoint SET line = replace(line, 'at', 'ta')"),
        ("evidence_clubcheckpoint", "UPDATE evidence_clubcheckpoint SET finished = NOT finished"),
        ("evidence_sealedclub", "UPDATE evidence_sealedclub SET number = 1"),
        ("evidence_seal", "UPDATE evidence_seal SET body = replace(body, 'Seal', 'Leak')"),
    ],
)
def test_what_was_changed_is_found_and_not_signed_again(club: Club, clara: User, table: str, sql: str) -> None:
    clubs.file_of(club)
    seal_create(title="Seal", clubs=[club])
    services.club_edit(club=club, actor=clara, city="an act that nobody signed yet")
    club.refresh_from_db()
    call_command("check_records")
    with unlocked(table) as cursor:
        cursor.execute(sql)
        assert clubs.problems(club)
        with pytest.raises(CommandError, match=r"0 events, 1 club, 0 sheets, 1 seal, [0-9]+ keys?: [1-9]"):
            call_command("check_records")
        if "body" in sql and table == "clubs_clubact":
            clubs.EVIDENCE.checkpoint_of(club)
            assert ClubCheckpoint.objects.count() == 1
