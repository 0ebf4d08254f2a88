"""As whom a battle is watched: what is secret is in the bytes of its own side, and in nobody else's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from frontend.games import perspectives
from gamelog.games import secrets
from gamelog.games.models import Game

pytestmark = pytest.mark.django_db

PLAN = "behind the silo"


class Table:
    """A battle between two players at which side a has written something down in its step 31."""

    def __init__(self, recording: Callable[..., Any], ada: User, **about: Any) -> None:
        self.ada, self.boris = ada, User.objects.create_user("boris")
        self.judge = User.objects.create_user("judge", is_staff=True)
        battle = recording(seats={"a": ada, "b": self.boris}, **about)
        battle.owner = self.judge
        for event in battle.file.events[:30]:
            battle.go_on(1, actor={"a": ada, "b": self.boris}.get(event.by))
        self.game: Game = battle.game
        self.row, _ = secrets.secret_deposit(
            game_id=self.game.pk, subject="plan", value=PLAN, side="a", actor=ada
        )  # fmt: skip
        self.game.refresh_from_db()

    def answer(self, reader: User | None, path: str = "replay.json", **asked: str) -> Any:
        client = Client()
        if reader:
            client.force_login(reader)
        return client.get(f"/games/{self.game.pk}/{path}{f'?{urlencode(asked)}' if asked else ''}")

    def lines(self, reader: User | None, number: int, **asked: str) -> list[dict[str, Any]]:
        return [line for line in self.answer(reader, **asked).json()["steps"][number - 1]["l"] if line.get("y")]

    def open(self) -> None:
        secrets.secret_reveal(game_id=self.game.pk, subject="plan", side="a", actor=self.ada)
        self.game.refresh_from_db()


@pytest.fixture
def table(recording: Callable[..., Any], ada: User) -> Table:
    return Table(recording, ada)


def test_a_secret_is_told_to_its_side_from_the_step_in_which_it_was_written_down(table: Table) -> None:
    (line,) = table.lines(table.ada, 31, **{"as": "a"})
    assert (line["y"], PLAN in line["t"]) == (2, True)
    others = [
        table.answer(None), table.answer(None, **{"as": ""}), table.answer(table.ada), table.answer(table.boris),
        table.answer(table.boris, **{"as": "b"}), table.answer(table.judge, **{"as": "staff"}),
        table.answer(table.judge), table.answer(table.ada, **{"as": "spectator"}),
        table.answer(table.ada, ""), table.answer(None, ""), table.answer(table.judge, "", **{"as": "staff"}),
        table.answer(table.ada, "replay.html"), table.answer(table.ada, "report.txt"),
    ]  # fmt: skip
    for answer in others:
        assert answer.status_code == 200
        told = (b"".join(answer) if answer.streaming else answer.content).decode()
        assert "silo" not in told and table.row.salt not in told
    assert table.row.salt not in table.answer(table.ada, **{"as": "a"}).content.decode()
    assert PLAN in table.answer(table.ada, "", **{"as": "a"}).content.decode(), "the page without JavaScript tells it"


def test_what_is_kept_of_a_perspective_is_told_in_no_other(table: Table) -> None:
    """Whoever comes first, the pages kept for them are not shown to others; and no key but their own holds a secret."""
    readers = [(table.ada, "a"), (None, ""), (table.boris, "b"), (table.judge, "staff"), (table.ada, "spectator"),
               (table.ada, ""), (table.boris, ""), (table.judge, "")]  # fmt: skip
    for order in (readers, readers[::-1]):
        cache.clear()
        for reader, key in [*order, *order]:
            for path in ("", "log/"):
                # The log has no perspectives: it is everybody's, whatever is asked.
                told = PLAN in table.answer(reader, path, **({"as": key} if key else {})).content.decode()
                assert told == (key == "a" and not path), (reader, key, path)
        kept = {name: bytes(each) for name, each in cache._cache.items()}  # type: ignore[attr-defined]
        secret = [name for name, each in kept.items() if PLAN.encode() in each]
        assert secret and all("-a-a31.0" in name for name in secret), secret
        assert any(":page" in name for name in secret)


def test_nobody_sees_as_somebody_else(table: Table) -> None:
    refused = [(None, "a"), (None, "spectator"), (None, "staff"), (table.boris, "a"), (table.boris, "staff"),
               (table.judge, "a"), (table.ada, "b"), (table.ada, "nobody")]  # fmt: skip
    for reader, key in refused:
        for path in ("", "replay.json", "live"):
            assert table.answer(reader, path, **{"as": key}).status_code == 403, (reader, key, path)


def test_once_it_is_open_everybody_sees_it_in_the_step_that_opened_it(table: Table) -> None:
    table.open()
    opened = table.game.number
    for reader, key, seen in ((None, "", 0), (table.boris, "b", 0), (table.judge, "staff", 1), (table.ada, "a", 1)):
        lines = table.lines(reader, 31, **{"as": key})
        assert [(line["y"], line["j"]) for line in lines] == [(1, opened)] * seen
        steps = table.answer(reader, **{"as": key}).json()["steps"]
        assert any(PLAN in line["t"] for line in steps[opened - 1]["l"])
    as_of = table.lines(table.judge, 31, **{"as": "staff", "as_of": str(opened - 1)})
    assert as_of == [], "as of an earlier step, it was still a secret"


def test_what_was_kept_is_told_until_it_is_forgotten(table: Table) -> None:
    """The kept row may be deleted once the battle has opened it."""
    table.open()
    table.row.delete()
    assert table.lines(table.ada, 31, **{"as": "a"})[0]["y"] == 1


def test_each_perspective_has_a_tag_and_a_body_of_its_own(table: Table) -> None:
    usual, own, staff = (
        table.answer(reader, **{"as": key})
        for reader, key in ((table.ada, ""), (table.ada, "a"), (table.judge, "staff"))
    )
    assert len({usual["ETag"], own["ETag"], staff["ETag"]}) == 3
    assert usual.content == table.answer(None).content
    assert own["Cache-Control"].startswith("private")
    before = own["ETag"]
    table.open()
    assert table.answer(table.ada, **{"as": "a"})["ETag"] != before


def test_dice_seeds_are_nobodys_secret_to_read(table: Table) -> None:
    table.row.subject = "dice"
    table.row.save()
    assert perspectives.openings(table.ada, table.game, "a", table.game.number) == []


def test_the_choice_is_offered_to_whom_it_is_one(table: Table) -> None:
    assert 'class="switch perspectives"' not in table.answer(None, "").content.decode()
    page = table.answer(table.ada, "", **{"as": "a"}).content.decode()
    assert page.count('class="switch perspectives"') == 1
    assert 'edge="a"' in page and 'live?as=a"' in page and "replay.json?as=a" in page
    russian = Client(headers={"accept-language": "ru"})
    russian.force_login(table.judge)
    said = russian.get(f"/games/{table.game.pk}/").content.decode()
    assert "как зритель" in said and "как организатор" in said


def test_as_a_spectator_a_delayed_battle_is_late(recording: Callable[..., Any], ada: User) -> None:
    table = Table(recording, ada, delay=10)
    assert len(table.answer(None).json()["steps"]) == 0
    assert len(table.answer(ada, **{"as": "spectator"}).json()["steps"]) == 0
    for reader, key in ((ada, ""), (ada, "a"), (table.judge, "staff")):
        assert len(table.answer(reader, **{"as": key}).json()["steps"]) == 31
    page = table.answer(ada, "").content.decode()
    assert "as a spectator, 10 min late" in page and "without secrets" in page
