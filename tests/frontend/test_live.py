"""Following a battle live: every step once and in order, whatever is cut; to whom it may be shown, and when."""

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.frontend.following import Message, Site

pytestmark = pytest.mark.django_db(transaction=True)


def numbers(messages: list[Message]) -> list[int]:
    return [message.data["step"]["n"] for message in messages if message.event == "step"]


def test_the_stream_is_what_the_page_would_load(site: Site, recording: Callable[..., Any]) -> None:
    battle = recording()
    battle.go_on(12)
    stream = site.stream(battle.game)
    seen = stream.take(12)
    battle.go_on(18)
    seen += stream.take(18)
    data = site.data(battle.game)
    assert [message.data["step"] for message in seen] == data["steps"]
    assert [message.id for message in seen] == [f"{number}.0" for number in range(1, 31)]
    assert seen[-1].id == data["at"]
    for message in seen:
        assert message.data["rules"].items() <= data["rules"].items()
        assert message.data["step"]["p"] in message.data["phases"]
    stream.close()


def test_cut_anywhere_nothing_is_missed_and_nothing_comes_twice(site: Site, recording: Callable[..., Any]) -> None:
    battle, dice = recording(), random.Random(5)
    battle.go_on(3)
    recorder = threading.Thread(target=battle.go_on, args=(77,))
    recorder.start()
    seen: list[Message] = []
    while len(seen) < 80:
        stream = site.stream(battle.game, cut=seen[-1].id if seen else "0")
        seen += stream.take(min(dice.randint(0, 9), 80 - len(seen)))
        stream.close()
    recorder.join()
    assert numbers(seen) == list(range(1, 81))
    assert [message.data["step"] for message in seen] == site.data(battle.game)["steps"]
