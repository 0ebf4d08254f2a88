"""Events are signed and sealed like games: heads, closing lines of files, and possible errors in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

import rules
from gamelog.contest.acts import entries, results, rounds, setting
from gamelog.contest.errors import Refused
from gamelog.contest.interchange.event_file import Header
from gamelog.contest.outcomes import BattleOutcome, SideOutcome
from gamelog.contest.terms import Terms
from gamelog.evidence import events
from gamelog.evidence.models import EventCheckpoint, EventOrigin
from gamelog.evidence.offline import checked
from gamelog.evidence.services import NotSealable, seal_create
from gamelog.signing.closing import Closing, Head, dump, split
from gamelog.signing.selectors import keys_published
from gamelog.signing.services import key_current, key_rotate, signature
from gamelog.tournaments import files, selectors, services, trailers
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.services import Named
from tests.evidence.signed import key
from tests.streams.test_before import EVENT
from tests.streams.test_store import unlocked

pytestmark = [pytest.mark.django_db, pytest.mark.storage, pytest.mark.usefixtures("own_keys")]


@pytest.fixture
def marshal() -> User:
    return User.objects.create_user("marshal", is_staff=True)


@pytest.fixture
def do(marshal: User) -> Callable[..., None]:
    def call(event: Tournament, act: Any, **more: Any) -> None:
        services.act_append(tournament=event, expected=event.number, act=act, actor=marshal, **more)

    return call


@pytest.fixture
def running(marshal: User, do: Callable[..., None]) -> Tournament:
    event = services.tournament_announce(
        owner=marshal, title="Small", terms=Terms(ruleset="kt", rounds=1, capacity=2), slug="small", seed="s"
    )
    do(event, setting.OpenRegistration())
    for name in ("Mara Quill", "Piet Harrow"):
        do(event, entries.Register(), named=[Named(name=name)])
    do(event, setting.CloseRegistration())
    do(event, rounds.PairRound(round=1))
    do(
        event,
        results.Enter(round=1, table=1, report=BattleOutcome(a=SideOutcome(victory=1100), b=SideOutcome(victory=700))),
    )
    return event


@pytest.fixture
def over(running: Tournament, do: Callable[..., None]) -> Tournament:
    do(running, setting.Finish())
    return running


def head_of(header: Header) -> Head:
    return Head(header.event, header.number, header.head)


def closing(event: Tournament) -> Closing:
    """What closes the event's file, which holds in everything, with the keys the site publishes."""
    data = events.file_of(event)
    file, state = files.checked(data)
    acts, lines = split(data)
    assert (acts, file.header.head, state.number) == (files.whole_file(event), event.head, event.number)
    found = trailers.read(lines, file.header)
    assert trailers.FORM.problems(found, head_of(file.header), keys_published()) == []
    assert dump(found) == data[len(acts) :]
    return found


def test_an_event_is_signed_when_it_ends(running: Tournament, do: Callable[..., None]) -> None:
    assert not EventCheckpoint.objects.exists()
    do(running, setting.Finish())
    row = EventCheckpoint.objects.get()
    assert (row.number, row.head, row.finished) == (running.number, running.head, True)
    found = closing(running).checkpoint
    assert found and (found.checkpoint.event, found.checkpoint.finished) == (running.pk, True)
    assert events.problems(running) == []


def test_a_signature_that_is_gone_is_found_and_not_made_again(over: Tournament, client: Client) -> None:
    line = client.get(f"/api/events/{over.slug}/head").content
    assert line == EventCheckpoint.objects.get().line.encode()
    with unlocked("evidence_eventcheckpoint") as cursor:
        cursor.execute("DELETE FROM evidence_eventcheckpoint")
        assert events.problems(over) == [f"act {over.number}: the event is over and its head is not signed"]
        assert events.file_of(over) == files.whole_file(over), "nobody vouches for it any more"
        assert client.get(f"/api/events/{over.slug}/head").status_code == 404
        assert not EventCheckpoint.objects.exists()
        # one that was over before this site signed events is signed when somebody takes its file
        MigrationRecorder(connection).migration_qs.filter(app="evidence", name="0004_events").update(
            applied=timezone.now()
        )
        assert events.problems(over) == []
        assert closing(over).checkpoint


def test_whoever_takes_the_file_of_a_running_event_takes_a_signature_with_it(running: Tournament) -> None:
    found = closing(running).checkpoint
    assert found and not found.checkpoint.finished
    assert closing(running).checkpoint == found, "signed once"


def test_old_signatures_stay_when_keys_change(over: Tournament, do: Callable[..., None]) -> None:
    first = closing(over)
    key_rotate()
    assert closing(over).checkpoint == first.checkpoint
    do(over, setting.Reopen(reason="one more"))
    do(over, setting.Finish())
    second = closing(over)
    assert second.checkpoint and first.checkpoint
    assert second.checkpoint.signatures[0].key != first.checkpoint.signatures[0].key
    assert len(second.keys) == 2, "the key before vouches for the present one"
    assert [each.number for each in EventCheckpoint.objects.order_by("number")] == [over.number - 2, over.number]


def test_a_sealed_event_says_so_in_its_file(over: Tournament, marshal: User) -> None:
    other = files.event_import(data=EVENT, owner=marshal).tournament
    seal = seal_create(title="Two events", events=[over, other])
    for event in (over, other):
        found = closing(event)
        assert [each.seal.id for each in found.seals] == [str(seal.pk)]
        assert events.problems(event) == []
    published = events.seal_published(seal)
    assert {each.event for each in published.events} == {over.pk, other.pk}
    call_command("seal", "--events", over.slug, "--title", "Again")
    assert len(closing(over).seals) == 2


def test_a_seal_alone_vouches_for_a_file(marshal: User) -> None:
    """An event from elsewhere has no head that was signed here."""
    event = files.event_import(data=EVENT, owner=marshal).tournament
    stranger = (key("stranger"),)
    assert checked(events.file_of(event), stranger).wrong == ["nothing is signed, by a trusted key or any other"]
    seal = seal_create(title="Seal", events=[event])
    found = checked(events.file_of(event), keys_published())
    assert found.wrong == [] and found.about.endswith(f"sealed at {seal.at}")
    assert checked(events.file_of(event), stranger).wrong, "a key that has nothing to do with it"


def test_what_is_not_sealed(over: Tournament, running: Tournament, marshal: User) -> None:
    open_event = services.tournament_announce(owner=marshal, title="Open", terms=Terms(ruleset="kt"), slug="open")
    for chosen in ([open_event], [over, over], []):
        with pytest.raises(NotSealable):
            seal_create(title="Seal", events=chosen)
    with pytest.raises(CommandError, match="no event nowhere"):
        call_command("seal", "--events", "nowhere", "--title", "Seal")


# files


def line(data: bytes, start: bytes) -> bytes:
    return next(each for each in data.splitlines() if each.startswith(start))


def swapped(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """A change in the signed head."""

    def change(data: bytes) -> bytes:
        found = line(data, b'{"checkpoint"')
        return data.replace(found, found.replace(old, new))

    return change


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "another end": swapped(b'"finished":true', b'"finished":false'),
    "another time": swapped(b'"at":"20', b'"at":"21'),
    "another event": swapped(b'"number":', b'"number":1'),
    "no keys": lambda data: data.replace(line(data, b'{"keys"') + b"\n", b""),
    "keys last": lambda data: data.replace(line(data, b'{"keys"') + b"\n", b"") + line(data, b'{"keys"') + b"\n",
    "two heads": lambda data: data + line(data, b'{"checkpoint"') + b"\n",
    "not canonical": lambda data: data.replace(b'{"keys":[', b'{"keys": ['),
    "no line at all": lambda data: data + b'{"keys":1}\n',
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_file_whose_closing_lines_were_changed_is_refused(over: Tournament, name: str) -> None:
    data = events.file_of(over)
    changed = CHANGES[name](data)
    assert changed != data
    with pytest.raises(Refused) as refused:
        files.checked(changed)
    assert refused.value.code == "bad-file"


def test_a_signature_of_other_acts_does_not_count(over: Tournament, do: Callable[..., None]) -> None:
    _, before = split(events.file_of(over))
    do(over, setting.Reopen(reason="one more"))
    with pytest.raises(Refused, match="not that of these acts"):
        files.checked(files.whole_file(over) + b"".join(each + b"\n" for each in before))


def test_a_file_without_closing_lines_is_as_good(over: Tournament) -> None:
    assert files.checked(files.whole_file(over)) == files.checked(events.file_of(over))


def test_what_came_with_a_file_goes_with_it(over: Tournament, marshal: User, do: Callable[..., None]) -> None:
    file = files.checked(EVENT)[0]
    key_lines = events.file_of(over)
    assert key_lines != EVENT
    event = files.event_import(data=EVENT, owner=marshal).tournament
    origin = EventOrigin.objects.get(tournament=event)
    assert (origin.number, origin.head, origin.trailers) == (file.header.number, file.header.head, "")
    assert (events.file_of(event), events.is_ours(event)) == (EVENT, False), "what was recorded elsewhere is not ours"
    do(event, setting.Reopen(reason="one more"))
    assert events.file_of(event) == files.whole_file(event)
    assert not EventCheckpoint.objects.filter(tournament=event).exists() and events.problems(event) == []


def test_a_signed_file_comes_back_as_it_came(over: Tournament, marshal: User, tmp_path: Path) -> None:
    """From a site with other keys: its acts are those of another event."""
    entry = msgspec.json.decode(over.acts.get(number=1).body)
    entry["act"]["title"] = entry["effects"][0]["title"] = "Elsewhere"
    body = rules.canonical(entry)
    made = Tournament(owner=marshal, slug="elsewhere", title="Elsewhere", ruleset="kt", format="swiss", number=1)
    made.head = rules.digest(body)
    header = Header(event=made.pk, format="gamelog-event@5", head=made.head, number=1)
    acts = b"".join(
        each + b"\n"
        for each in (rules.canonical(header), b'{"act":' + body + b',"hash":"' + made.head.encode() + b'"}')
    )
    said = events._said(made, keys_published()[0].since)
    signed = trailers.EventCheckpointLine(said, (signature(key_current(), said.bytes()),))
    data = acts + dump(Closing(keys_published(), signed))
    stored = files.event_import(data=data, owner=marshal).tournament
    assert EventOrigin.objects.get(tournament=stored).trailers.encode() == data[len(acts) :]
    assert events.file_of(stored) == data and selectors.state_of(stored).title == "Elsewhere"


# behind the application's back


def test_tables_of_signatures_only_grow(over: Tournament) -> None:
    seal_create(title="Seal", events=[over])
    for table in ("evidence_eventcheckpoint", "evidence_sealedevent"):
        for sql in (f"UPDATE {table} SET number = 1", f"DELETE FROM {table}"):
            with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(sql)


@pytest.mark.parametrize(
    ("table", "sql"),
    [
        ("tournaments_act", "UPDATE tournaments_act SET body = replace(body, 'Small', 'Large')"),
        ("evidence_eventcheckpoint", "UPDATE evidence_eventcheckpoint SET finished = NOT finished"),
        ("evidence_eventcheckpoint", "UPDATE evidence_eventcheckpoint SET line = replace(line, 'at', 'ta')"),
        ("evidence_sealedevent", "UPDATE evidence_sealedevent SET number = 1"),
        ("evidence_seal", "UPDATE evidence_seal SET body = replace(body, 'Seal', 'Leak')"),
    ],
)
def test_what_was_changed_is_found_and_not_signed_again(
    over: Tournament, do: Callable[..., None], table: str, sql: str
) -> None:
    seal_create(title="Seal", events=[over])
    do(over, setting.Reopen(reason="an act that nobody signed yet"))
    call_command("check_records")
    with unlocked(table) as cursor:
        cursor.execute(sql)
        assert events.problems(over)
        with pytest.raises(CommandError, match=r"1 event, 0 clubs, 0 sheets, 1 seal, [0-9]+ keys?: [1-9]"):
            call_command("check_records")
        if table == "tournaments_act":
            events.EVIDENCE.checkpoint_of(over)
            assert EventCheckpoint.objects.count() == 1
