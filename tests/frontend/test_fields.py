"""What the pages are told of regiments, levels and terrain with a state, and the table as drawn without a script."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.utils import translation

import rules
from frontend.games import narration, replay, replay_state, sentences, table_drawing
from frontend.games.cast import Cast
from rules.gamefile import GameFile
from rules.kernel import regiment
from rules.kernel.canonical import tag_of
from rules.necro import breach, door, terminal
from rules.necro.ruleset import NECRO
from rules.t9a.ruleset import T9A
from tests.frontend.test_replay import applied, assert_patches_follow_the_fold, wire


def test_patches_follow_the_fold_of_regiments(regiments: GameFile) -> None:
    assert_patches_follow_the_fold(T9A, regiments.events)


def test_patches_follow_the_fold_on_levels(levels: GameFile) -> None:
    assert_patches_follow_the_fold(NECRO, levels.events)


def followed(file: GameFile) -> Iterator[tuple[Any, Any, rules.State]]:
    """Each step of the payload, the view after it, and the engine's position."""
    ruleset = rules.load(file.header.ruleset)
    data, state = wire(replay.payload(ruleset, file.events)), rules.empty(ruleset)
    shown = data["start"]
    for event, step in zip(file.events, data["steps"], strict=True):
        rules.evolve(state, event)
        shown = applied(shown, step.get("d", {}))
        yield step, shown, state


def test_every_regiment_is_drawn_where_the_engine_has_it(regiments: GameFile) -> None:
    drawn = 0
    for _step, shown, state in followed(regiments):
        for key, unit in state.units.items():
            block = shown["u"][key].get("g")
            assert (block is None) == (unit.formation is None)
            if unit.formation is None:
                continue
            drawn += 1
            assert block["o"] == [list(corner) for corner in regiment.boundary(unit.formation)]
            assert (block["f"], block["k"]) == (unit.formation.files, regiment.ranks(unit.formation))
            here = [m.id for m in state.models.values() if m.unit == key and m.at is not None and not m.out]
            assert sorted(block["s"]) == sorted(here)
            assert all(block["s"][m] == [list(c) for c in regiment.core(unit.formation, m)] for m in here)
            assert all(shown["m"][m]["a"] == list(state.models[m].at or ()) for m in here)
    assert drawn > 100


def test_regiments_that_go_have_ways_and_those_that_close_their_ranks_have_none(regiments: GameFile) -> None:
    before: dict[str, Any] = {}
    closed = 0
    for step, _shown, state in followed(regiments):
        poses = {key: (u.formation.at, u.formation.facing, u.formation.files) for key, u in state.units.items()
                 if u.formation}  # fmt: skip
        went = {key for key in poses if key in before and before[key] != poses[key]}
        drawn = {model for model, _way in step.get("m", [])}
        assert {m.id for m in state.alive() if m.unit in went} == {m.id for m in state.alive() if m.id in drawn}
        closed += not went and bool(sentences.effects(regiments.events[step["n"] - 1], "removed"))
        before = poses
    assert closed, "somebody falls, and the ranks close"


def test_a_way_leads_from_where_a_model_stood_to_where_it_stands(regiments: GameFile) -> None:
    before: Any = None
    for step, shown, _state in followed(regiments):
        ways = step.get("m", [])
        assert len({model for model, _way in ways}) == len(ways), "a regiment that moves twice in a step has one way"
        for model, way in ways:
            assert way[-1] == shown["m"][model]["a"]
            assert way[0] == before[model]["a"]
        before = shown["m"]


@pytest.mark.parametrize(("language", "words"), [("en", "files × ranks"), ("ru", "фронт × глубина")])
def test_a_formation_is_told_in_files_and_ranks(regiments: GameFile, language: str, words: str) -> None:
    with translation.override(language):
        cast, state = Cast(T9A), rules.fold(T9A, regiments.events)
        cast.meet(state)
        event = next(e for e in regiments.events if e.action and tag_of(e.action) == "deploy")
        (formed,) = sentences.effects(event, "formed")
        stood = f"{formed.formation.files} × {regiment.ranks(formed.formation)}, {words}"
        assert narration.explain(cast, formed, state).text == f"{cast.holder(formed.unit)}: {stood}"
        gone = narration.explain(cast, msgspec.structs.replace(formed, formation=None, at={}), state)
        assert cast.holder(formed.unit) in gone.text


def test_characters_and_leaders_have_a_sign(regiments: GameFile, levels: GameFile) -> None:
    ranked, raised = (wire(replay.payload(rules.load(f.header.ruleset), f.events)) for f in (regiments, levels))
    roles = {model["n"]: model.get("x") for model in ranked["models"]}
    assert (roles["General"], roles["Spears 1"], roles["Spears 2"]) == ("general", "standard", None)
    assert [model.get("x") for model in raised["models"]][:4] == ["leader", "champion", "champion", None]
    assert set(filter(None, roles.values())) <= set(ranked["badges"])


# terrain with a state


def test_marks_name_pieces_and_what_belongs_to_them(levels: GameFile) -> None:
    state = rules.fold(NECRO, levels.events[:10])
    state.game |= {
        door.LOCKED: ("d2",), breach.LOST: ("d1=2",), terminal.DEVICES: ("e1=b",), terminal.LINKS: ("p1=d2", "e1="),
    }  # fmt: skip
    assert replay_state.terrain_statuses(NECRO.telling, state) == {
        "d1": [("damaged", "", "2")], "d2": [("locked", "")], "e1": [("running", "b")], "p1": [("linked", "", "d2")],
    }  # fmt: skip


def test_a_piece_may_have_an_equals_sign_in_its_id(levels: GameFile) -> None:
    state = rules.fold(NECRO, levels.events[:10])
    first, *others = state.table.terrain
    odd = msgspec.structs.replace(first, id="gate=2")
    state.table = msgspec.structs.replace(state.table, terrain=(odd, *others))
    state.game |= {door.LOCKED: ("gate=2",)}
    assert replay_state.terrain_statuses(NECRO.telling, state)["gate=2"] == [("locked", "")]


@pytest.mark.parametrize(("language", "words"), [
    ("en", {"d1": "closed door, 3″, damaged: 2", "d2": "closed door, 3″, locked", "d3": "open door",
            "p1": "terminal, 1.2″, controls: Vault door", "e1": "generator, 1.4″, running: Bob", "h1": "pitfall",
            "us": "platform, 3″, ▲3″"}),
    ("ru", {"d1": "дверь закрыта, 3″, повреждена: 2", "d2": "дверь закрыта, 3″, заперта", "d3": "дверь открыта",
            "p1": "терминал, 1,2″, управляет: Vault door", "e1": "генератор, 1,4″, работает: Bob", "h1": "провал",
            "us": "платформа, 3″, ▲3″"}),
])  # fmt: skip
def test_the_state_of_terrain_is_told_in_words(levels: GameFile, language: str, words: dict[str, str]) -> None:
    state = rules.fold(NECRO, levels.events[:10])
    state.game |= {breach.LOST: ("d1=2",), terminal.DEVICES: ("e1=b",)}
    with translation.override(language):
        cast = Cast(NECRO)
        cast.meet(state)
        found = {piece.id: table_drawing.piece_words(state, piece, cast) for piece in state.table.terrain}
    assert {key: found[key] for key in words} == words


def test_every_kind_of_terrain_of_a_table_has_words() -> None:
    used = {piece.kind for seed in range(12) for piece in NECRO.table(seed).terrain}
    assert used - {""} <= set(NECRO.telling.terrain_kinds)


# without a script


def test_the_table_without_a_script_has_regiments_and_doors(regiments: GameFile, levels: GameFile) -> None:
    state = rules.fold(T9A, regiments.events[:30])
    cast = Cast(T9A)
    cast.meet(state)
    drawn = str(table_drawing.table(state, cast, "The table"))
    standing = [unit for unit in state.units.values() if unit.formation]
    assert len(re.findall('class="block ', drawn)) == len(standing) > 5
    for unit in standing:
        assert unit.formation
        assert " ".join(f"{x},{y}" for x, y in regiment.boundary(unit.formation)) in drawn
    assert drawn.count("front-edge") == len(standing)
    field = str(table_drawing.table(rules.fold(NECRO, levels.events[:30])))
    assert 'kind-open-door"' in field
    assert "<title>Hatch: " in field
