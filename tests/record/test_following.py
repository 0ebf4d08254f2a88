"""What follows from a step can be looked at before that is recorded: acts, ways, outcomes, and the next die."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from frontend.record.recorder_data import ODD
from gamelog.games.models import Game, Seat
from rules import recording
from tests.record.at_the_table import Phone
from tests.record.test_recorder import both as both

pytestmark = pytest.mark.django_db
Both = Callable[..., Game]
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def decided(phone: Phone, now: Any) -> Iterator[tuple[Any, Any]]:
    """Declarations that are open, rolled to their end, with the acts that are open after each."""
    for act in now["acts"]:
        for way in phone.ways(now, act["k"])[:1] if not act["aside"] else ():
            declaration, found = phone.roll(now, way["declaration"])
            if found["verdict"] == "done":
                yield declaration, phone.consider(now, declaration, then=True)["then"]


@pytest.mark.parametrize("ruleset", ["kt", "cod"])
def test_what_is_meant_comes_to_what_it_comes_to_once_it_is_recorded(
    ruleset: str, both: Both, ada_client: Client
) -> None:
    phone, compared = Phone(ada_client, both(ruleset), seed=5), 0
    for _ in range(4):
        now = phone.now()
        first, then = next(decided(phone, now))
        asked = [act["k"] for act in then[:2]]
        meant = phone._post("ways/", {"number": now["number"], "acts": asked, "after": [first]})["ways"] if then else []
        comes = [phone.consider(now, way["declaration"], after=[first]) for way in meant[:2]]
        assert phone.declare(now, first) == 201
        later = phone.now()
        assert phone.ways(later, *asked) == meant
        assert [phone.consider(later, way["declaration"]) for way in meant[:2]] == comes
        compared += len(comes)
    assert compared >= 2


def test_nothing_is_meant_that_could_not_be_declared(both: Both, ada: User, boris: User, ada_client: Client) -> None:
    game = both("kt")
    phone = Phone(ada_client, game)
    now = phone.now()
    first, then = next(decided(phone, now))
    rival = next(side for side in game.rules.sides if side != first["by"])
    Seat.objects.filter(game=game, side=rival).update(user=boris)
    theirs = Client()
    theirs.force_login(boris)

    def asked(client: Client, *after: Any) -> int:
        body = {"number": now["number"], "acts": [then[0]["k"]], "after": list(after)}
        return client.post(f"/games/{game.pk}/record/ways/", body, content_type="application/json").status_code

    assert asked(ada_client, first) == 200
    assert asked(theirs, first) == 403
    assert asked(ada_client, {**first, "by": "nobody"}) == 400
    assert asked(ada_client, *[first] * 9) == 400
    # It cannot be declared twice.
    assert asked(ada_client, first, first) == 422


def test_after_a_single_die_the_next_one_is_known_by_its_face(both: Both, ada_client: Client) -> None:
    phone, seen = Phone(ada_client, both("kt"), seed=2), 0
    for now in phone.play(400):
        for act in [each for each in now["acts"] if each["tag"] in ("shoot", "fight")][:1]:
            for way in phone.ways(now, act["k"])[:1]:
                seen += compared(phone, now, way["declaration"])
        if seen:
            return
    raise AssertionError("no die led to another")


def compared(phone: Phone, now: Any, declaration: Any) -> int:
    """How many faces of a single die lead to a throw that begins with one die; each is what would be asked after it."""
    found = phone.consider(now, declaration, sequel=True)
    if found["verdict"] != "dice" or found["wanted"]["count"] != 1:
        assert not found.get("sequel")
        return 0
    for face in range(1, found["wanted"]["sides"] + 1):
        after = phone.consider(now, {**declaration, "dice": [face]})
        begins = after["verdict"] == "dice" and after["wanted"]["count"] in ODD and not after["again"]
        wanted = {name: value for name, value in after["wanted"].items() if name != "given"} if begins else None
        assert found["sequel"].get(str(face)) == wanted
    return len(found["sequel"])


def test_a_die_that_could_be_rolled_again_is_asked_about_before_the_next() -> None:
    """Where a side could pay for a re-roll, no second die is put in together with the first."""
    compared = 0
    for declaration, state, ruleset, wanted in single_dice():
        free = dict(recording.sequels(ruleset, state, declaration, wanted, ()))
        kept = dict(recording.sequels(ruleset, state, declaration, wanted, (declaration.by,)))
        for face, after in free.items():
            fallen = msgspec.structs.replace(declaration, dice=(face,))
            assert (face in kept) != any(recording.rerolls(ruleset, state, fallen, after, (declaration.by,)))
        compared += len(kept) < len(free)
    assert compared


def single_dice() -> Iterator[tuple[Any, rules.State, rules.Ruleset, Any]]:
    """The declarations of a golden game that begin with a single die."""
    file = rules.read_game((PLAYTHROUGHS / "kt@2018.1" / "choir-watch-2.jsonl").read_bytes())
    ruleset = rules.load("kt")
    state = rules.fold(ruleset, ())
    for event in file.events[:40]:
        bare = msgspec.structs.replace(event.declaration(), dice=(), rerolls=())
        wanted = recording.tried(ruleset, state, bare) if event.dice else None
        if isinstance(wanted, rules.DiceWanted) and wanted.count == 1:
            yield bare, state, ruleset, wanted
        rules.evolve(state, event)
