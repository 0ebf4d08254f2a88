"""The pages about the log and its witnesses, in both languages, and the proofs that pages of evidence offer."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page

import rules
from gamelog.evidence.events import file_of as event_file
from gamelog.evidence.services import file_of
from gamelog.games.models import Game
from gamelog.signing.closing import split
from gamelog.transparency import selectors, services
from gamelog.transparency.models import Cosignature, KeptCheckpoint, WatchedLog, Witness
from rules import tlog
from rules.__main__ import main
from tests.evidence.signed import whole
from tests.restored import restored
from tests.tournaments import making

RUSSIAN = {"HTTP_ACCEPT_LANGUAGE": "ru"}


@pytest.fixture
def game(recorded: Any) -> Game:
    made: Game = recorded(whole(1))
    return made


def shown(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, **headers)  # type: ignore[arg-type]
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_proof_from_the_page_of_evidence(
    game: Game, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evidence, address = f"/games/{game.pk}/evidence/", f"/log/proof/game/{game.pk}"
    assert "Not in the transparency log yet" in shown(client, evidence)
    assert client.get(address).status_code == 404
    services.log_grow()
    assert f'href="{address}"' in shown(client, evidence)
    assert "Скачать доказательство" in shown(client, evidence, **RUSSIAN)
    answer = client.get(address)
    assert f"game-{game.pk}.tlog-proof" in answer.headers["Content-Disposition"]
    proof, file = tmp_path / "p.tlog-proof", tmp_path / "game.jsonl"
    proof.write_bytes(answer.content)
    file.write_bytes(file_of(game))
    key = selectors.log_keys()[0].text()
    assert main(["log", "proof", str(proof), "--file", str(file), "--key", key]) == 0
    assert f"game {game.pk}" in capsys.readouterr().out
    read = rules.read_game(file.read_bytes())
    read.records.pop()
    read.checkpoint = None
    file.write_bytes(read.dump())
    assert main(["log", "proof", str(proof), "--file", str(file), "--key", key]) == 1, "a tail that was cut off"


def test_a_proof_from_the_history_of_an_event(client: Client, db: None, tmp_path: Path) -> None:
    people: SimpleNamespace = restored("crowd", making.crowd)
    event = restored("filled", lambda: making.filled(people))
    assert "Not in the transparency log yet" in shown(client, f"/events/{event.slug}/history/")
    while services.log_grow().more:
        pass
    assert f'href="/log/proof/event/{event.pk}"' in shown(client, f"/events/{event.slug}/history/")
    _proof, entry = tlog.check_proof(client.get(f"/log/proof/event/{event.pk}").content, b"", selectors.log_keys())
    event.refresh_from_db()
    proof, file, key = tmp_path / "p.tlog-proof", tmp_path / "event.jsonl", selectors.log_keys()[0].text()
    proof.write_bytes(client.get(f"/log/proof/event/{event.pk}").content)
    words = ["log", "proof", str(proof), "--file", str(file), "--key", key]
    data = event_file(event)
    lines = split(data)[0].splitlines(keepends=True)
    for changed, code in (
        (data, 0), (b"".join(lines[:-1]), 1), (data.replace(b'"number":7', b'"number":8', 1), 1),
        (b"".join([*lines[:5], *lines[6:]]), 1), (lines[0] + b'{"act":x', 1),
    ):  # fmt: skip
        file.write_bytes(changed)
        assert main(words) == code
    assert (tlog.read_entry(entry).number, tlog.read_entry(entry).head) == (event.number, event.head)


def test_the_page_of_the_log(game: Game, client: Client) -> None:
    assert "The log has no entries yet." in shown(client, "/log/")
    services.log_grow()
    page = shown(client, "/log/")
    head = selectors.head_now()
    assert head is not None and head.root in page and selectors.log_keys()[0].text().replace("+", "+") in page
    assert "No other site keeps this log yet." in page
    Cosignature.objects.create(
        size=1, root=head.root, name="club.example/witness", line="— club.example/witness AAAAAAAA"
    )
    assert "club.example/witness" in shown(client, "/log/", **RUSSIAN)
    assert "Журнал прозрачности" in shown(client, "/", **RUSSIAN), "the footer leads there"


@pytest.mark.parametrize(
    ("wrong", "said", "russian"),
    [
        ("", "goes on from what was kept", "продолжает сохранённое"),
        ("split", "it showed two different logs of the same size", "показал два разных журнала одной длины"),
        ("rolled-back", "entries that it had are gone", "пропали записи, которые были"),
        ("rewritten", "entries that it had were changed", "изменены записи, которые были"),
    ],
)
def test_the_page_of_witnesses(wrong: str, said: str, russian: str, client: Client, db: None) -> None:
    assert "This site keeps no other log yet." in shown(client, "/witness/")
    row = WatchedLog.objects.create(url="https://club.example", origin="club.example/log", root="0" * 16, keys="")
    KeptCheckpoint.objects.create(log=row, size=7, root="0" * 64, note="x")
    if wrong:
        KeptCheckpoint.objects.create(log=row, size=7, root="1" * 64, note="y", wrong=wrong)
    Witness.objects.create(url="https://federation.example/witness", key="", problem="it cannot be asked")
    page = shown(client, "/witness/")
    assert said in page and "club.example/log" in page
    assert "federation.example/witness did not cosign" in page
    assert russian in shown(client, "/witness/", **RUSSIAN)


def test_the_pages_fit_a_phone_and_a_desk(phone: Page, desk: Page, game: Game, live_server: Any) -> None:
    services.log_grow()
    row = WatchedLog.objects.create(url="https://club.example", origin="club.example/log", root="0" * 16, keys="")
    KeptCheckpoint.objects.create(log=row, size=123_456, root="0" * 64, note="x")
    for page, heading in ((phone, "Журнал прозрачности"), (desk, "Transparency log")):
        for address in ("/log/", "/witness/", f"/games/{game.pk}/evidence/"):
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, page.viewport_size)
        page.goto("/log/")
        assert page.locator("h1").inner_text() == heading
