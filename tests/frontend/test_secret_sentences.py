"""The origin of dice on the evidence page, and the words of commitments, reveals and held rolls."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import translation

import rules
from frontend.games import narration, sentences
from frontend.games.cast import Cast
from gamelog.evidence.services import seal_create
from gamelog.games import services
from gamelog.games.models import Game
from gamelog.signing.services import key_current
from rules import autoplay
from rules.kernel.events import Reroll
from rules.kernel.hold import GoOn
from rules.kernel.secrets import Reveal
from rules.kernel.state import Decision
from tests.evidence.signed import signed
from tests.kernel.games import DEMO, KT

pytestmark = pytest.mark.django_db

CYRILLIC = re.compile("[А-Яа-я]")


def stored(owner: Any, file: rules.GameFile) -> Game:
    return services.game_import(data=file.dump(), owner=owner).game


def page(game: Game, language: str = "en") -> str:
    client = Client(headers={"accept-language": language})
    return client.get(f"/games/{game.pk}/evidence/").content.decode()


@pytest.fixture
def owner(django_user_model: Any) -> Any:
    return django_user_model.objects.create_user("ada", password="ada-secret")


@pytest.mark.parametrize(
    ("dice", "said"),
    [("table", "Physical dice, declared by the players."), ("server", "The server rolled, from a seed"),
     ("shared", "from its own seed and one from each player")],
)  # fmt: skip
def test_the_page_says_where_dice_come_from(dice: Any, said: str, owner: Any) -> None:
    file = autoplay.play(KT, DEMO[:2], 7, dice=dice, game=f"page-{dice}")
    shown = page(stored(owner, file))
    assert said in shown
    count = sum(len(event.dice) for event in file.events)
    assert (f"all {count} dice were recomputed and are correct" in shown) == (dice != "table")
    for event in file.events:
        if isinstance(event.action, Reveal):
            assert event.action.value in shown


def test_before_the_reveal_the_page_says_that_nothing_is_recomputed(owner: Any) -> None:
    file = autoplay.play(KT, DEMO[:2], 7, dice="server", game="unfinished", stop_after=60)
    game = stored(owner, file)
    assert "until then no die can be recomputed" in page(game)
    assert "до тех пор пересчитать кубики нельзя" in page(game, "ru")


def test_a_chosen_die_is_shown_with_its_step(owner: Any) -> None:
    file = autoplay.play(KT, DEMO[:2], 7, dice="server", game="chosen")
    index = next(i for i, event in enumerate(file.events) if event.dice)
    made = rules.GameFile(file.header)
    for event in file.events:
        if event.number == index + 1:
            event = msgspec.structs.replace(event, dice=(event.dice[0] % 6 + 1, *event.dice[1:]))
        made.records.append(rules.seal(msgspec.structs.replace(event, previous=made.head)))
    shown = page(stored(owner, made))
    assert "At these steps the dice do not match the seeds:" in shown
    assert f'#{index + 1}">{index + 1}</a>' in shown


@pytest.mark.parametrize("language", ["en", "ru"])
def test_words_of_commitments_reveals_and_answers(language: str) -> None:
    file = autoplay.play(KT, DEMO[:2], 1, dice="shared")
    cast, state, told = Cast(KT), rules.empty(KT), set()
    with translation.override(language):
        for event in file.events:
            kind = sentences.tag(event.action)
            if kind in ("commit", "reveal", "go-on"):
                text = narration.title(cast, state, event)
                assert bool(CYRILLIC.search(text)) == (language == "ru"), text
                told.add(kind)
            rules.evolve(state, event)
            cast.meet(state)
            if kind in ("commit", "reveal"):
                assert all(narration.explain(cast, effect, state).text for effect in event.effects)
    assert told == {"commit", "reveal", "go-on"}


@pytest.mark.parametrize(
    ("free", "rerolls", "told"),
    [
        ({"free": 1}, (), "re-rolls, and"),
        ({"free": 1}, (Reroll(0, stands=True),), "keeps dice it could re-roll, and"),
        ({}, (), "keeps the roll, and"),
        ({}, (Reroll(0),), "re-rolls, and"),
    ],
)
def test_what_an_answer_comes_to(free: Any, rerolls: tuple[Reroll, ...], told: str) -> None:
    state = rules.empty(KT)
    state.pending = Decision("log.hold", "a", about=free)
    answer: rules.Declaration[Any] = rules.Declaration(by="a", action=GoOn(), rerolls=rerolls)
    event = rules.make_event(1, answer, (), "")
    assert told in narration.title(Cast(KT), state, event)


# evidence for the record


def test_the_evidence_page_shows_signature_and_seals(owner: Any) -> None:
    game = services.game_create(owner=owner, ruleset="kt", seats={"a": owner})
    assert "Not signed yet" in page(game)
    battle = autoplay.play(KT, DEMO, 7)
    for event in battle.events:
        services.event_append(game_id=game.pk, expected=event.number - 1, declaration=event.declaration(), actor=owner)
    game.refresh_from_db()
    told = page(game)
    assert "The record of the finished game" in told and key_current().pk in told and "a key of this site" in told
    seal = seal_create(title="Harbour Open", games=[game])
    assert "Harbour Open" in page(game) and seal.root in page(game)
    assert "a key of another site" in page(stored(owner, signed(autoplay.play(KT, DEMO, 8))))
