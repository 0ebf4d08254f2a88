"""Keeping the log of another site: what continues is cosigned; what does not is said and kept."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

import rules
from gamelog import outbound
from gamelog.games.models import Game
from gamelog.signing.services import key_rotate
from gamelog.transparency import checking, selectors, services, witnesses
from gamelog.transparency.models import Cosignature, KeptCheckpoint, WatchedLog, Witness
from rules import evidence, merkle, note, tlog, trailers
from tests.evidence.signed import key, secret, whole
from tests.transparency.conftest import run


class OtherSite:
    """The log of another site, served as such a site serves it: `entries` can be changed at will. `signer` signs."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.origin = address.partition("://")[2] + "/log"
        self.entries = [b"entry %d" % each for each in range(300)]
        self.keys = [key("first")]
        self.signer = "first"
        self.asked: list[str] = []

    def checkpoint(self) -> bytes:
        text = tlog.TreeHead(self.origin, len(self.entries), merkle.root(self.entries)).text()
        name = note.NoteKey(self.origin, note.SIGNATURE, bytes.fromhex(evidence.public_of(secret(self.signer))))
        made = bytes.fromhex(evidence.sign(secret(self.signer), text.encode()))
        return note.Note(text, (note.signature(name, made),)).dump()

    def answer(self, path: str) -> bytes | None:
        self.asked.append(path)
        if path == "/.well-known/gamelog-keys.json":
            return rules.canonical(trailers.KeysLine(tuple(self.keys)))
        if path == "/log/checkpoint":
            return self.checkpoint()
        tile = tlog.read_tile(path.removeprefix("/log/tile/"))
        level = [merkle.leaf_hash(each) for each in self.entries]
        for _ in range(tile.level):
            level = [merkle.root_of(level[at : at + 256]) for at in range(0, len(level) // 256 * 256, 256)]
        found = level[tile.place * 256 : tile.place * 256 + tile.width]
        return b"".join(found) if len(found) == tile.width else None

    def path(self, old: int) -> list[bytes]:
        hashes = [merkle.leaf_hash(each) for each in self.entries]
        return merkle.consistency(lambda start, end: merkle.root_of(hashes[start:end]), old, len(hashes))

    def asks(self, old: int) -> bytes:
        """The body with which it asks a witness."""
        return tlog.Asked(old, tuple(self.path(old)), tlog.read_checkpoint(self.checkpoint())).dump()


@pytest.fixture
def other(settings: Any) -> Iterator[OtherSite]:
    settings.WEBHOOKS_LOCAL = True
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    site = OtherSite(f"http://127.0.0.1:{server.server_address[1]}")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = site.answer(self.path)
            self.send_response(404 if found is None else 200)
            self.end_headers()
            with suppress(ConnectionError):
                self.wfile.write(found or b"")

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    server.RequestHandlerClass = Handler
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield site
    server.shutdown()
    server.server_close()
    thread.join()


def look(site: OtherSite) -> str:
    """What the command says of the site, and whether all was well."""
    try:
        call_command("witness", site.address)
    except CommandError:
        return str(WatchedLog.objects.get().problem)
    return ""


@pytest.mark.storage
@pytest.mark.django_db
def test_what_continues_is_kept_and_cosigned(other: OtherSite, capsys: pytest.CaptureFixture[str]) -> None:
    assert look(other) == ""
    assert (
        f"300 entries, root {merkle.root(other.entries).hex()}, known by key {key('first').id}"
        in capsys.readouterr().out
    )
    other.entries += [b"more"] * 400
    assert look(other) == look(other) == ""
    assert [row.size for row in KeptCheckpoint.objects.order_by("id")] == [300, 700]
    tiles = [path for path in other.asked if "tile" in path]
    assert len(tiles) == len(set(tiles)) <= 4, "few tiles are fetched, each once"
    kept = KeptCheckpoint.objects.order_by("id").last()
    assert kept is not None
    mine = selectors.log_keys(note.COSIGNATURE)
    (line,) = note.verified(note.read_note(kept.note.encode()), mine)
    assert line.name == "127.0.0.1:8000/witness"
    assert kept.note.encode().startswith(other.checkpoint())
    assert Client().get(f"/witness/kept/{kept.pk}").content == kept.note.encode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda entries: entries[:200], "ROLLED BACK"), (lambda entries: [*entries[:-1], b"other"], "SPLIT VIEW"),
        (lambda entries: [*entries[:7], b"other", *entries[8:], b"more"], "REWRITTEN"),
        (lambda entries: [*entries[:7], *entries[8:], b"a", b"b"], "REWRITTEN"), (lambda entries: [], "ROLLED BACK"),
    ],
    ids=["cut", "another tree of the same size", "rewritten and longer", "one taken out, two added", "emptied"],
)  # fmt: skip
def test_what_does_not_continue_is_said_and_kept(change: Any, said: str, other: OtherSite) -> None:
    assert look(other) == ""
    honest = list(other.entries)
    other.entries = change(honest)
    assert said in look(other) and said in look(other)
    rows = [(row.size, bool(row.wrong), row.note.encode()) for row in KeptCheckpoint.objects.order_by("id")]
    assert [row[:2] for row in rows] == [(300, False), (len(other.entries), True)], "evidence, and once"
    assert rows[1][2] == other.checkpoint(), "it is not cosigned"
    other.entries = [*honest, b"more"]
    assert look(other) == "", "the log that was kept goes on"


@pytest.mark.django_db
def test_whose_log_it_is(other: OtherSite, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError):
        call_command("witness", other.address, "--key", key("other").id)
    assert "does not publish the key" in capsys.readouterr().out and not WatchedLog.objects.exists()
    call_command("witness", other.address, "--key", key("first").id)
    other.entries.append(b"more")
    # another key, for which nobody vouches, and then one that the first key endorsed
    other.keys, other.signer = [key("first"), key("stranger")], "stranger"
    assert "vouches" in look(other)
    followed = key("second", since="2026-06-01T00:00:00Z", by="first")
    other.keys, other.signer = [key("first"), followed], "second"
    assert look(other) == ""
    # the key that was followed has ended
    other.entries.append(b"more")
    other.signer = "first"
    assert "was not in use" in look(other)
    other.keys = [key("stranger")]
    assert "does not publish the key" in look(other)
    other.origin, other.keys, other.signer = "elsewhere.example/log", [key("first"), followed], "second"
    assert "was called" in look(other)
    other.keys = []
    assert "cannot be read" in look(other)


@pytest.mark.django_db
def test_only_the_public_internet_is_asked(other: OtherSite, settings: Any) -> None:
    settings.WEBHOOKS_LOCAL = False
    with pytest.raises(witnesses.Unknown, match="no address of the public internet"):
        witnesses.look(other.address)
    assert other.asked == []


@pytest.mark.django_db
def test_an_answer_without_end_is_not_read(other: OtherSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other, "checkpoint", lambda: b"x" * 10_000_000)
    with pytest.raises(witnesses.Unknown, match="more than 65536 bytes"):
        witnesses.look(other.address)
    assert isinstance(outbound.exchange("GET", other.address + "/log/checkpoint", local=True), outbound.Answer)


# add-checkpoint


@pytest.mark.storage
@pytest.mark.django_db
def test_a_log_submits_its_checkpoint(other: OtherSite) -> None:
    client = Client(enforce_csrf_checks=True)

    def post(data: bytes) -> tuple[int, bytes, str]:
        answer = client.post("/witness/add-checkpoint", data, content_type="text/plain")
        return answer.status_code, answer.content, answer.headers["Content-Type"]

    assert post(other.asks(0))[0] == 404
    assert look(other) == ""
    other.entries += [b"more"] * 9
    assert post(other.asks(0)) == (409, b"300\n", "text/x.tlog.size")
    asked = other.asks(300)
    status, line, _kind = post(asked)
    assert status == 200
    found = note.read_note(other.checkpoint())
    signed = found._replace(signatures=(note.read_signature(line.decode().rstrip("\n")),))
    assert note.verified(signed, selectors.log_keys(note.COSIGNATURE)[:1])
    assert post(asked)[0] == 409, "the size that is kept has changed"
    assert post(other.asks(309))[:2] == (200, line), "the same again is the same cosignature"
    assert post(asked.replace(b"old 300", b"old 999"))[0] == 400
    assert post(b"nonsense")[0] == 400
    assert post(b"x" * 70_000)[0] == 413
    other.entries.append(b"more")
    wrong = other.asks(309).splitlines(keepends=True)
    assert post(b"".join([wrong[0], *wrong[2:]]))[0] == 422, "a hash of the proof is missing"
    assert post(other.asks(309).replace("— ".encode(), "— x".encode()))[0] == 403
    forged = other.asks(309)
    assert post(forged[:-8] + b"AAAAAA=\n")[0] in (400, 403)
    other.entries[0] = b"rewritten"
    assert post(other.asks(309))[0] == 422
    assert KeptCheckpoint.objects.exclude(wrong="").exists(), "which is evidence"
    assert client.get("/witness/add-checkpoint").status_code == 405


# this site and itself, over HTTP


@pytest.mark.storage
@pytest.mark.django_db(transaction=True)
def test_a_site_keeps_its_own_log_over_http(
    live_server: Any, own_keys: None, recorded: Any, settings: Any, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """The pages of the log, the witness who reads them, and the witness who is asked are those of a real server."""
    settings.WEBHOOKS_LOCAL = True
    monkeypatch.setattr(merkle, "TILE", 4)
    game = recorded(whole(1))
    services.log_grow()
    call_command("witness", live_server.url)
    for round in range(1, 9):
        Game.objects.filter(pk=game.pk).update(round=round)
        game.seats.filter(side="a").update(user=None if round % 2 else game.owner)
        services.log_grow()
    call_command("witness", live_server.url)
    head = selectors.head_now()
    assert head is not None and head.size > 5
    assert [row.size for row in KeptCheckpoint.objects.order_by("id")] == [1, head.size]

    mine = selectors.log_keys(note.COSIGNATURE)[0].text()
    with pytest.raises(CommandError, match="not that of a witness"):
        call_command("submit_log", f"{live_server.url}/witness", "--key", selectors.log_keys()[0].text())
    call_command("submit_log", f"{live_server.url}/witness", "--key", mine)
    assert f"keeps {head.size} entries" in capsys.readouterr().out
    assert (Cosignature.objects.get().size, Witness.objects.get().problem) == (head.size, "")
    cosigned = outbound.exchange("GET", f"{live_server.url}/log/checkpoint", most=10_000, local=True).body
    assert len(note.verified(note.read_note(cosigned), [note.read_key(mine), *selectors.log_keys()])) == 2
    key_rotate()
    services.log_grow()
    call_command("witness", live_server.url)

    # what the witness signed is held against the log too
    assert [each for each in checking.findings() if each.code == "log"] == []


@pytest.mark.django_db
def test_what_a_witness_signed_is_held_against_the_log(recorded: Any, owner: Any, unlocked: None) -> None:
    recorded(whole(1)).seats.update(user=owner)
    services.log_grow()
    head = selectors.head_now()
    assert head is not None
    Cosignature.objects.create(size=head.size, root=head.root, name="club.example/witness", line="")
    assert [*checking.findings()] == []
    run("DELETE FROM transparency_leaf")
    run("DELETE FROM transparency_loghead")
    assert {each.text for each in checking.findings()} == {
        "it has 0 entries, and club.example/witness keeps a head over 1"
    }
    run("DELETE FROM transparency_subject")
    # with a new salt the seats are hashed otherwise, so the same game is another entry
    services.log_grow()
    assert [each.text for each in checking.findings()] == [
        "the witness club.example/witness keeps another root over the first 1 entries"
    ]


# reading it


@pytest.mark.django_db
def test_the_log_is_read_as_tiles_and_lines(recorded: Any, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("checkpoint", "tile/0/000", "entries.jsonl"):
        assert client.get(f"/log/{address}").status_code == 404, "nothing was logged yet"
    recorded(whole(1))
    recorded(whole(2))
    services.log_grow()
    head = tlog.verified_checkpoint(
        client.get("/log/checkpoint").content, [note.read_key(client.get("/log/keys").content.decode().splitlines()[0])]
    ).head
    assert (head.origin, head.size) == ("127.0.0.1:8000/log", 2)
    hashes = tlog.hashes_of(client.get("/log/tile/0/000.p/2").content, 2)
    assert merkle.root_of(hashes) == head.root
    data = client.get("/log/tile/entries/000.p/2").content
    length = int.from_bytes(data[:2])
    assert merkle.leaf_hash(data[2 : 2 + length]) == hashes[0]
    assert client.get("/log/tile/0/000.p/1").content == hashes[0]
    for none in ("0/000", "0/000.p/3", "1/000.p/1", "0/001.p/1", "entries/000", "x", "0/000.p/02"):
        assert client.get(f"/log/tile/{none}").status_code == 404, none
    monkeypatch.setattr(selectors, "WHOLE", 1)
    answer: Any = client.get("/log/entries.jsonl")
    lines = answer.getvalue() if not answer.is_async else b"".join(_consumed(answer.streaming_content))
    assert [merkle.leaf_hash(line) for line in lines.splitlines()] == hashes


def _consumed(parts: Any) -> list[bytes]:
    from asgiref.sync import async_to_sync

    async def all_of_them() -> list[bytes]:
        return [each async for each in parts]

    return async_to_sync(all_of_them)()
