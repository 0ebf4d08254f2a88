"""The final table in words, beside its picture: everybody on it, with place, losses, wounds and marks."""

import re

import pytest
from django.test import Client
from django.utils import translation

import rules
from frontend.games import standing_text
from frontend.games.cast import Cast
from gamelog.games.models import Game
from rules import gamefile
from rules.kernel.sheet import wounds_of
from tests.playthroughs import SYSTEMS


@pytest.mark.parametrize("system", SYSTEMS)
def test_everybody_on_the_table_is_told_with_a_place(system: str) -> None:
    file = max(sorted(SYSTEMS[system].folder.glob("*.jsonl")), key=lambda path: path.stat().st_size)
    game = gamefile.loads(file.read_bytes(), rules.load)
    ruleset = rules.load(game.header.ruleset, game.header.version)
    cast, state = Cast(ruleset), rules.fold(ruleset, game.events)
    cast.meet(state)
    with translation.override("en"):
        told = standing_text.forces(cast, state)
    on = [model for model in state.models.values() if model.at is not None and not model.out]
    assert sum(len(force.stands) for force in told) == len({model.unit or model.id for model in on})
    for force in told:
        for each in force.stands:
            assert each.name and re.match(r"\S+″ from the left, \S+″ from the top", each.told), each
    text = "\n".join(each.told for force in told for each in force.stands)
    for model in on:
        if model.wounds < wounds_of(model.sheet):
            assert f"{model.wounds}/" in text, model.id
    if system == "kt":
        assert text.count("/") == len(on), "a model that acts for itself has its wounds told"


@pytest.mark.django_db(transaction=True)
def test_the_page_tells_it_and_takes_its_words_from_the_replay(client: Client, honest: Game) -> None:
    """With the data of the replay kept or not, the page is the same."""
    first = client.get(f"/games/{honest.pk}/").content.decode()
    client.get(f"/games/{honest.pk}/replay.json")
    again = client.get(f"/games/{honest.pk}/").content.decode()
    plain = [
        re.sub(r'csrfmiddlewaretoken" value="[^"]+"', "", body).split("<battle-replay")[1] for body in (first, again)
    ]
    assert plain[0] == plain[1]
    assert "Where everyone stands" in first and "″ from the left" in first
