"""A battle elsewhere: its text, the pictures of its steps, the frame for other sites, and what chats read."""

from __future__ import annotations

import re
import struct
import zlib
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from frontend.publishing import battle_moments, battle_picture, battle_text
from gamelog.games.models import Game
from rules.gamefile import GameFile
from rules.kernel.canonical import tag_of
from rules.kernel.effects import Removed

pytestmark = pytest.mark.django_db


def _size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def _data(png: bytes) -> bytes:
    """The pixels of a picture, as they are stored in it."""
    parts, at = [], 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            parts.append(png[at + 8 : at + 8 + length])
        at += length + 12
    return zlib.decompress(b"".join(parts))


def _shot(file: GameFile) -> Any:
    return next(event for event in file.events if tag_of(event.action) == "shoot")


def test_the_text_tells_who_fell_and_how_it_ended(honest: Game, honest_file: GameFile) -> None:
    said = battle_text.report(honest)
    state = rules.fold(honest.rules, honest_file.events)
    fallen = [each.model for event in honest_file.events for each in event.effects if isinstance(each, Removed)]
    names = rules.names(state)
    assert fallen
    for key in fallen:
        assert f"{names[key]} is out of action" in said
    assert state.over is not None and " : ".join(map(str, state.over.score.values())) in said
    assert [int(each) for each in re.findall(r"^Round (\d+)", said, re.M)][-1] == state.round
    assert "%(" not in said and not re.search(r"\bkt\.[a-z]", said)


def test_the_picture_is_of_the_step_and_always_the_same(honest: Game, honest_file: GameFile) -> None:
    shot = _shot(honest_file)
    found = battle_moments.moment(honest, shot.number)
    assert shot.action.model in found.concerned
    drawn = str(battle_picture.svg(found))
    state = rules.fold(honest.rules, honest_file.events[: shot.number])
    standing = [model for model in state.models.values() if model.at is not None]
    assert drawn.count('<g class="model ') + drawn.count('<g class="fallen ') == len(standing)
    assert all(name in drawn for name, _score in found.sides)
    png = battle_picture.png(found)
    assert _size(png) == (1200, 630)
    assert png == battle_picture.png(battle_moments.moment(honest, shot.number))
    other = battle_picture.png(battle_moments.moment(honest, shot.number + 3))
    assert _data(png) != _data(other)


def test_the_words_in_the_picture_are_drawn(honest: Game) -> None:
    """No font of the machine is read: without the project's own there would be no letter."""
    found = battle_moments.moment(honest, honest.number)
    assert found.step
    silent = msgspec.structs.replace(found.step, t=" ", o="")
    blank = found._replace(step=silent, where="", sides=[(" ", " ") for _ in found.sides])
    assert _data(battle_picture.png(found)) != _data(battle_picture.png(blank))


def test_pictures_have_addresses(client: Client, honest: Game) -> None:
    answer = client.get(f"/games/{honest.pk}/steps/5.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer.content == client.get(f"/games/{honest.pk}/steps/5.png").content
    russian = client.get(f"/games/{honest.pk}/steps/5.png", headers={"Accept-Language": "ru"})
    assert _data(russian.content) != _data(answer.content)
    assert client.get(f"/games/{honest.pk}/steps/99999.png").status_code == 404


def test_chats_are_told_of_the_step_that_a_link_names(client: Client, honest: Game, honest_file: GameFile) -> None:
    shot = _shot(honest_file)
    page = client.get(f"/games/{honest.pk}/?step={shot.number}").content.decode()
    meta = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
    assert meta["image"].endswith(f"/games/{honest.pk}/steps/{shot.number}.png")
    assert meta["url"].endswith(f"?step={shot.number}")
    found = battle_moments.moment(honest, shot.number)
    assert found.outcome and found.outcome in meta["description"].replace("&#x27;", "'")
    plain = client.get(f"/games/{honest.pk}/").content.decode()
    whole = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', plain))
    assert "won" in whole["description"] and whole["image"].endswith(f"/steps/{honest.number}.png")


def test_the_frame_may_stand_on_other_sites_and_nothing_else_may(client: Client, honest: Game) -> None:
    framed = client.get(f"/games/{honest.pk}/embed/")
    assert "X-Frame-Options" not in framed
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    for path in ("", "share/", "log/"):
        assert client.get(f"/games/{honest.pk}/{path}")["X-Frame-Options"] == "DENY"


def test_what_not_everybody_sees_is_not_shown_elsewhere(client: Client, honest: Game, ada: User) -> None:
    Game.objects.filter(pk=honest.pk).update(public=False, owner=ada)
    paths = [f"/games/{honest.pk}/{path}" for path in ("embed/", "share/", "report.txt", "steps/5.png")]
    assert [client.get(path).status_code for path in paths] == [404] * 4
    client.force_login(ada)
    assert [client.get(path).status_code for path in paths] == [404, 200, 200, 200]
    page = client.get(paths[1]).content.decode()
    assert "&lt;iframe" not in page and "Only people who can see this battle" in page


@pytest.mark.parametrize("step", ["0", "-1", "99999", "abc", "²", ""])
def test_a_step_that_there_is_not_is_the_last(client: Client, honest: Game, step: str) -> None:
    page = client.get(f"/games/{honest.pk}/share/", {"step": step})
    assert page.status_code == 200
    assert f'?step={honest.number}"' in page.content.decode()
