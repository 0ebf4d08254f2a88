"""Events as files: exported and imported byte for byte; any change in one is found at its line."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from gamelog.contest import stream
from gamelog.contest.acts.penalties import Penalise
from gamelog.contest.acts.results import Enter
from gamelog.contest.acts.rounds import ChooseCaptain, PairRound, RePair
from gamelog.contest.acts.setting import Announce, Finish, OpenRegistration, Rename, Reopen
from gamelog.contest.effects import RoundPaired
from gamelog.contest.errors import Refused
from gamelog.contest.interchange import event_file
from gamelog.contest.stream import StoredAct
from gamelog.people.services import participant_of
from gamelog.signing.closing import split
from gamelog.tournaments import files, recomputation, selectors
from gamelog.tournaments.models import Act, Nameplate, Tournament
from gamelog.tournaments.visibility import Viewer
from tests.tournaments import making

pytestmark = pytest.mark.django_db

Clients = Callable[[str], Any]
FORMAT_1 = Path(__file__).parents[1] / "contest" / "format_1"


@pytest.fixture
def played(filled: Tournament, people: SimpleNamespace) -> Tournament:
    """With a re-pairing, a penalty and a dropped player in addition."""
    making.pair_round(filled)
    a, *others = [each.a for each in making.state_of(filled).rounds[2].paired.pairs]
    again = RePair(round=3, reason="a wrong list", by_hand=((a, others[0]),), lifted=("rematch",))
    making.act(filled, people.judge, again)
    making.act(filled, people.judge, Penalise(entrant=2, kind="points", match=-100, reason="slow play"))
    making.enter_results(filled, 3)
    return filled


@pytest.fixture
def data(played: Tournament) -> bytes:
    return files.whole_file(played)


def lines_of(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def resealed(entries: Sequence[StoredAct], event: str = "0b0d2c1e-64a5-4b52-8b13-2e1e0d9e3c11") -> bytes:
    """A file with correct numbers, links and hashes, from arbitrary acts."""
    acts, previous = [], ""
    for number, entry in enumerate(entries, 1):
        body = msgspec.structs.replace(entry, number=number, previous=previous).bytes()
        previous = rules.digest(body)
        acts.append((body, previous))
    return event_file.dump(UUID(event), acts)


# --- out and in


def test_the_file_is_the_stored_bytes(played: Tournament, data: bytes, client_of: Clients) -> None:
    header, *lines = lines_of(data)
    assert json.loads(header) == {
        "event": str(played.pk), "format": "gamelog-event@5", "head": played.head, "number": played.number
    }  # fmt: skip
    for row, line in zip(played.acts.order_by("number"), lines, strict=True):
        assert line == f'{{"act":{row.body},"hash":"{row.hash}"}}\n'.encode()
    answer = client_of("").get(f"/api/events/{played.slug}/export")
    assert split(answer.content)[0] == data
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    assert f'filename="{played.slug}.event.jsonl"' in answer.headers["Content-Disposition"]
    assert not [name for name in (b'"p1"', b'"olga"', b'"julia"') if name in data], "no name of anybody"


def test_there_and_back_again(played: Tournament, data: bytes, people: SimpleNamespace, client_of: Clients) -> None:
    before = selectors.standings_json(played)
    names = client_of("").get(f"/api/events/{played.slug}/state").json()["names"]
    # as another event: an act cannot be deleted, so this site knows the first one
    other = resealed([each.entry for each in event_file.read(data).acts])
    sent = {"file": SimpleUploadedFile("e.jsonl", other), "names": json.dumps(names), "slug": "restored"}
    stored = client_of("staff").post("/api/events/import", sent, format="multipart")
    assert stored.status_code == 201, stored.content
    event = Tournament.objects.get(slug="restored")
    assert files.whole_file(event) == other
    shown = stored.json()
    assert (shown["number"], shown["head"], shown["round"]) == (played.number, event.head, 3)
    assert json.loads(selectors.standings_json(event))["table"] == json.loads(before)["table"]
    assert client_of("").get("/api/events/restored/state").json()["names"] == names
    # the accounts behind opaque ids are known on this site
    assert client_of("p1").get("/api/events/restored").json()["roles"] == ["player", "spectator"]
    assert client_of("judge").get("/api/events/restored").json()["roles"] == ["judge", "spectator"]
    # and the event continues
    making.act(event, people.judge, Penalise(entrant=3, kind="warning", reason="slow play"))


def test_what_is_stored_is_stored_once(played: Tournament, data: bytes, people: SimpleNamespace) -> None:
    again = files.event_import(data=data, owner=people.staff)
    assert (again.tournament, again.created) == (played, False)
    earlier = files.whole_file(played, 20)
    assert not files.event_import(data=earlier, owner=people.staff).created
    assert Tournament.objects.count() == 1


def test_another_event_of_the_same_id_is_refused(data: bytes, played: Tournament, client_of: Clients) -> None:
    entries = [each.entry for each in event_file.read(data).acts]
    act, effect = (msgspec.structs.replace(each, title="Another") for each in (entries[0].act, entries[0].effects[0]))
    renamed = msgspec.structs.replace(entries[0], act=act, effects=(effect,))
    forged = resealed([renamed, *entries[1:2]], str(played.pk))
    refused = client_of("staff").post(
        "/api/events/import", {"file": SimpleUploadedFile("e.jsonl", forged)}, format="multipart"
    )
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:gamelog:event-exists")
    assert (refused.json()["number"], refused.json()["head"]) == (played.number, played.head)


@pytest.mark.parametrize("name", ["", "organiser", "p1", "outsider"])
def test_only_staff_reads_a_file_in(name: str, data: bytes, client_of: Clients) -> None:
    """A file says who did what: anybody could make one up."""
    sent = {"file": SimpleUploadedFile("e.jsonl", data)}
    assert client_of(name).post("/api/events/import", sent, format="multipart").status_code == (403 if name else 401)


@pytest.mark.parametrize(
    ("names", "status", "path"),
    [
        ('{"9": "Ann"}', 422, "$.names.9"), ('{"1.1": "Ann"}', 422, "$.names.1.1"), ('["Ann"]', 400, "$.names"),
        ("{", 400, "$.names"), ('{"1": 7}', 400, "$.names"), ('{"1": "' + "x" * 201 + '"}', 422, "$.names.1"),
    ],
)  # fmt: skip
def test_names_of_nobody(names: str, status: int, path: str, data: bytes, client_of: Clients) -> None:
    other = resealed([each.entry for each in event_file.read(data).acts])
    sent = {"file": SimpleUploadedFile("e.jsonl", other), "names": names}
    refused = client_of("staff").post("/api/events/import", sent, format="multipart")
    assert (refused.status_code, refused.json()["path"]) == (status, path), refused.content
    assert Tournament.objects.count() == 1


# --- changes are found


def changed(data: bytes, kind: str) -> tuple[bytes, int, str]:
    """A file with one error, the line where it is found, and a word of the sentence."""
    lines = lines_of(data)
    at = len(lines) // 2
    match kind:
        case "a byte":
            lines[at] = lines[at].replace(b'"at":"20', b'"at":"30', 1)
        case "a blank":
            lines[at] = lines[at].replace(b'"act":', b'"act": ', 1)
        case "a member":
            lines[at] = lines[at].replace(b'{"act":{', b'{"act":{"a":1,', 1)
        case "no line end":
            return b"".join(lines)[:-1], len(lines), "breaks off"
        case "a line gone":
            del lines[at]
            return b"".join(lines), 1, "acts"
        case "two lines exchanged":
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        case "a head":
            lines[0] = lines[0].replace(b'"head":"', b'"head":"' + b"0" * 64 + b'","x":"', 1)
            return b"".join(lines), 1, "header"
        case "another head":
            head = json.loads(lines[0])["head"]
            lines[0] = lines[0].replace(head.encode(), b"0" * 64)
            return b"".join(lines), 1, "last act"
        case "no json":
            lines[at] = b"{\n"
        case "nothing":
            return b"", 1, "breaks off"
        case "only a header":
            return lines[0], 1, "acts"
    words = {"a byte": "hash", "a blank": "canonical", "a member": "canonical", "two lines exchanged": "number"}
    return b"".join(lines), at + 1, words.get(kind, "no act")


@pytest.mark.parametrize(
    "kind",
    ["a byte", "a blank", "a member", "no line end", "a line gone", "two lines exchanged", "a head", "another head",
     "no json", "nothing", "only a header"],
)  # fmt: skip
def test_a_changed_file_is_refused_by_its_line(
    kind: str, data: bytes, client_of: Clients, tmp_path: Path, people: SimpleNamespace
) -> None:
    bad, line, word = changed(data, kind)
    with pytest.raises(Refused, match=word) as refused:
        files.checked(bad)
    assert (refused.value.code, refused.value.path) == ("bad-file", f"line {line}")
    (tmp_path / "e.jsonl").write_bytes(bad)
    with pytest.raises(CommandError, match=f"line {line}"):
        call_command("check_event", tmp_path / "e.jsonl")
    if bad:
        sent = {"file": SimpleUploadedFile("e.jsonl", bad)}
        answer = client_of("staff").post("/api/events/import", sent, format="multipart")
        assert (answer.status_code, answer.json()["path"]) == (422, f"line {line}")
        assert answer.json()["facts"]["line"] == line


def test_an_act_that_could_not_be_declared(data: bytes) -> None:
    """Numbers, links and hashes are right: it is the act itself."""
    entries = [each.entry for each in event_file.read(data).acts]
    paired = next(index for index, each in enumerate(entries) if isinstance(each.act, PairRound))
    early = Enter(round=2, table=1, report=making.reported(1, 2))
    bad = [*entries[: paired + 1], msgspec.structs.replace(entries[paired], act=early)]
    with pytest.raises(Refused) as refused:
        files.checked(resealed(bad))
    assert (refused.value.code, refused.value.path) == ("no-round", f"line {paired + 3}: $.round")
    without = [each for index, each in enumerate(entries) if index != paired]
    with pytest.raises(Refused, match="line") as refused:
        files.checked(resealed(without))
    assert refused.value.code == "wrong-phase"


def test_a_pairing_that_nobody_can_make(data: bytes) -> None:
    entries = [each.entry for each in event_file.read(data).acts]
    at = next(index for index, each in enumerate(entries) if isinstance(each.act, PairRound))
    paired = entries[at].pairing
    assert paired
    first, second, *others = paired.paired.pairs
    pairs = (msgspec.structs.replace(first, b=second.b), msgspec.structs.replace(second, b=first.b), *others)
    swapped = msgspec.structs.replace(paired.paired, pairs=pairs)
    effects = [
        msgspec.structs.replace(each, paired=swapped) if isinstance(each, RoundPaired) else each
        for each in entries[at].effects
    ]
    left_out = [each for each in entries[at].effects if not isinstance(each, RoundPaired)]
    for forged in (effects, left_out, []):
        bad = [*entries[:at], msgspec.structs.replace(entries[at], effects=tuple(forged))]
        with pytest.raises(Refused) as refused:
            files.checked(resealed(bad))
        assert (refused.value.code, refused.value.facts["line"]) == ("not-as-made", at + 2)


def test_a_pairing_of_format_1_that_nobody_can_make() -> None:
    data = (FORMAT_1 / "round-robin.event.jsonl").read_bytes()
    entries = [each.entry for each in event_file.read(data).acts]
    at = next(index for index, each in enumerate(entries) if isinstance(each.act, PairRound))
    act = entries[at].act
    assert act.paired
    first, second, *others = act.paired.pairs
    pairs = (msgspec.structs.replace(first, b=second.b), msgspec.structs.replace(second, b=first.b), *others)
    for forged in (
        msgspec.structs.replace(act, paired=msgspec.structs.replace(act.paired, pairs=pairs)),
        msgspec.structs.replace(act, paired=None),
        msgspec.structs.replace(act, request=None),
    ):
        bad = [*entries[:at], msgspec.structs.replace(entries[at], act=forged)]
        with pytest.raises(Refused) as refused:
            files.checked(resealed(bad))
        assert refused.value.code == "not-as-made"


@pytest.mark.parametrize("name", ["individual", "round-robin", "teams"])
def test_an_event_of_format_1_is_stored_and_goes_on(name: str, people: SimpleNamespace) -> None:
    data = (FORMAT_1 / f"{name}.event.jsonl").read_bytes()
    event = files.event_import(data=data, owner=people.staff).tournament
    assert files.whole_file(event) == data
    before = selectors.table_of(event)
    assert event.phase == "finished" and making.state_of(event).settled is None
    rename = making.act(event, people.staff, Rename(title="Still the cup"))
    assert '"format":5' in rename.act.body and selectors.table_of(event) == before
    making.act(event, people.staff, Reopen(reason="once more"))
    making.act(event, people.staff, Finish(reason="done"))
    assert making.state_of(event).settled and selectors.table_of(event) == before
    again, old = files.whole_file(event), lines_of(data)[1:]
    assert files.checked(again)[1] == making.state_of(event)
    assert lines_of(again)[1 : len(old) + 1] == old


def test_formats_never_go_back(data: bytes) -> None:
    """An event of format 1 goes on in format 4, and its file is one of format 4 from then on."""
    old = [each.entry for each in event_file.read((FORMAT_1 / "teams.event.jsonl").read_bytes()).acts]
    act = Rename(title="Still the cup")
    more = stream.decide(stream.fold(old), act, old[-1].at).entry(stream.fold(old), role="organiser")
    mixed = resealed([*old, more])
    assert json.loads(lines_of(mixed)[0])["format"] == "gamelog-event@5"
    assert files.checked(mixed)[1].title == "Still the cup"
    back = msgspec.structs.replace(more, format=1, effects=())
    with pytest.raises(Refused, match="of format 1, and the one above it of 5"):
        files.checked(resealed([*old, more, back]))
    lied = mixed.replace(b"gamelog-event@5", b"gamelog-event@1", 1)
    with pytest.raises(Refused, match="the header says gamelog-event@1"):
        event_file.read(lied)


def test_an_act_in_a_role_that_may_not(data: bytes, people: SimpleNamespace) -> None:
    entries = [each.entry for each in event_file.read(data).acts]
    for role in ("player", "", "site", "king"):
        bad = [*entries, msgspec.structs.replace(entries[-1], act=Rename(title="Mine"), role=role)]
        with pytest.raises(Refused, match="declares no 'rename'"):
            files.checked(resealed(bad))


def test_acts_are_in_the_order_of_time(data: bytes) -> None:
    entries = [each.entry for each in event_file.read(data).acts]
    for at in ("2020-01-01T00:00:00Z", "yesterday", "2026-11-21T10:00:00+00:00", "2026-11-21"):
        with pytest.raises(Refused, match="line 6"):
            event_file.read(resealed([*entries[:4], msgspec.structs.replace(entries[4], at=at)]))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_bytes_are_refused_in_words(more: st.DataObject) -> None:
    """Cut, patched or random: an error that names a line, and never another exception."""
    good = FILE
    place = more.draw(st.integers(0, len(good)))
    patch = more.draw(st.binary(max_size=12) | st.sampled_from([b"\n", b"{}", b'"', b"null", b"9" * 400, b"\xff"]))
    bad = good[:place] + patch + good[place + more.draw(st.integers(0, 40)) :]
    if bad != good:
        with pytest.raises(Refused, match="line"):
            event_file.read(bad)


AT = "2026-01-01T00:00:00Z"
FILE = resealed([
    StoredAct(1, Announce(title="x", terms=making.terms()), AT, role="organiser"),
    StoredAct(2, OpenRegistration(), AT, role="organiser"),
])  # fmt: skip


# --- findings of verification


def test_findings_of_a_file_and_of_a_stored_event_are_listed(
    played: Tournament, data: bytes, tmp_path: Path, people: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = [each.entry for each in event_file.read(data).acts]
    at = next(index for index, each in enumerate(entries) if isinstance(each.act, Penalise))
    (penalty,) = entries[at].effects
    forged = msgspec.structs.replace(entries[at], effects=(msgspec.structs.replace(penalty, match=-900),))
    other = resealed([*entries[:at], forged, *entries[at + 1 :]])
    (tmp_path / "e.jsonl").write_bytes(other)
    # The places after the round follow from the penalty: the act that settled them is not what the rules give, either.
    with pytest.raises(CommandError, match="2 acts are not what the rules give today"):
        call_command("check_event", tmp_path / "e.jsonl")
    said = capsys.readouterr().out
    assert f"line {at + 2}: $.effects[0]" in said
    assert '"match":-900' in said and '"match":-100' in said
    with pytest.raises(Refused, match="not what the rules give"):
        files.event_import(data=other, owner=people.staff)
    # An event from before a rule was corrected: staff says that it is imported as recorded.
    stored = files.event_import(data=other, owner=people.staff, as_recorded=True).tournament
    assert [each.match for each in making.state_of(stored).penalties] == [-900]
    finding, settling = recomputation.findings(stored)
    assert finding.number == at + 1 and '"places-settled"' in settling.recorded and not recomputation.findings(played)
    with pytest.raises(CommandError, match="2 acts are not"):
        call_command("check_event")
    assert f"{played.slug}: " in capsys.readouterr().out


# --- secrets


def test_the_file_ends_before_what_is_secret(teams: Tournament, people: SimpleNamespace, client_of: Clients) -> None:
    chosen = making.act(teams, people.organiser, ChooseCaptain(round=1, table=1, side="a", players=(1,))).act
    making.act(teams, people.organiser, Rename(title="Another name"))
    answer = client_of("organiser").get(f"/api/events/{teams.slug}/export").content
    assert event_file.read(answer).header.number == chosen.number - 1
    assert files.checked(answer)[1].number == chosen.number - 1
    making.act(teams, people.organiser, ChooseCaptain(round=1, table=1, side="b", players=(2,)))
    signed = client_of("").get(f"/api/events/{teams.slug}/export").content
    assert split(signed)[0] == files.whole_file(teams) != signed
    assert files.file_of(teams, Viewer(participant_of(people.p1))) == files.whole_file(teams)


# --- commands


def test_commands_write_check_and_read(
    played: Tournament, people: SimpleNamespace, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    django_assert_num_queries: Any,
) -> None:  # fmt: skip
    path, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    call_command("export_event", played.slug, "--out", path)
    with django_assert_num_queries(0):
        call_command("check_event", path)
    assert "the pairings of 3 rounds come out the same" in capsys.readouterr().out
    other.write_bytes(resealed([each.entry for each in event_file.read(split(path.read_bytes())[0]).acts]))
    (tmp_path / "names.json").write_text('{"1": "Ann of the hills"}')
    call_command("import_event", other, "--names", tmp_path / "names.json", "--slug", "copy", "--owner", "marshal")
    assert "/events/copy/" in capsys.readouterr().out
    assert Nameplate.objects.get(tournament__slug="copy", number=1).name == "Ann of the hills"
    assert Act.objects.filter(tournament__slug="copy").count() == played.number
    call_command("import_event", other, "--owner", "marshal")
    assert "stored already" in capsys.readouterr().out
    for wrong in (("export_event", "nothing"), ("import_event", tmp_path / "none"), ("check_event", tmp_path / "none")):
        with pytest.raises(CommandError):
            call_command(*wrong)
    with pytest.raises(CommandError, match="only staff"):
        call_command("import_event", other, "--owner", "otto")
