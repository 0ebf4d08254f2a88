"""What the document is, its advice, and the tests of characteristics that it presumes."""

from __future__ import annotations

import pytest

from rules.kernel import convex
from rules.kernel.effects import Rolled
from rules.kernel.lengths import INCH
from rules.kernel.state import Decision
from rules.necro import ground, terminal, vent, words
from rules.necro.checks import TakeTest
from rules.necro.door import CAUGHT
from rules.necro.table import table

from .arena import NECRO, decide, effects_of, fighter, position
from .test_door import closing


def test_the_document_is_a_part_of_the_community_edition() -> None:
    # necro.meta.scope
    assert (NECRO.id, NECRO.version) == ("necro", "yce-1.2")
    assert "pages 24 to 33" in " ".join(NECRO.clauses["necro.meta.scope"][1].text.split())


@pytest.mark.parametrize("prefix", ["necro.core.action-cost.", "necro.core.vent-shoot."])
def test_what_was_lost_or_cut_off_is_assumed(prefix: str) -> None:
    # necro.meta.lost-labels, necro.meta.cut-off
    rows = [clause for key, (_, clause) in NECRO.clauses.items() if key.startswith(prefix)]
    assert len(rows) >= 4
    assert {row.status for row in rows} == {"assumed"}


@pytest.mark.parametrize("key", sorted(key for key in NECRO.clauses if key.startswith("necro.")))
def test_every_row_is_told_in_both_languages(key: str) -> None:
    rule, clause = NECRO.clauses[key]
    assert rule.en and rule.ru and clause.en and clause.ru and clause.text and clause.text_ru
    assert clause.lines


@pytest.mark.parametrize("seed", range(1, 8))
def test_terminals_of_our_tables_stand_by_their_doors(seed: int) -> None:
    # necro.terminal.use, necro.terminal.placement, necro.door.terminals-placement: advice that our own tables follow
    drawn = table(seed)
    doors = {piece.id: piece for piece in drawn.terrain if piece.kind == "door"}
    state = position(fighter("a1"), terrain=drawn.terrain)
    posts = [piece for piece in drawn.terrain if piece.kind == "terminal"]
    assert bool(posts) == bool(doors)
    for post in posts:
        own = doors[terminal.door_of(state, post)]
        square, divisor = convex.separation(post.outline, own.outline)
        assert square == INCH * INCH * divisor


@pytest.mark.parametrize("seed", range(8))
def test_the_vents_of_our_tables_lead_through_walls(seed: int) -> None:
    # necro.vent.size: advice; ours reach beyond the wall on both sides
    drawn = table(seed)
    walls = [piece for piece in drawn.terrain if piece.kind in ground.CLOSED]
    for duct in vent.vents(position(fighter("a1"), terrain=drawn.terrain)):
        assert duct.floor == 0
        assert any(convex.overlap(duct.outline, wall.outline, 0) for wall in walls)


# tests of characteristics


@pytest.mark.parametrize(
    ("value", "face", "passed"),
    [
        pytest.param(4, 4, True, id="necro.core.test-1d6.4"),
        pytest.param(4, 3, False, id="necro.core.test-1d6.3"),
        pytest.param(1, 1, False, id="necro.core.test-naturals.1"),
        pytest.param(9, 6, True, id="necro.core.test-naturals.6"),
    ],
)
def test_a_test_on_one_die(value: int, face: int, passed: bool) -> None:
    state = closing(I=value, W=9)
    done = decide(state, "b", TakeTest(fighter="b1"), [face] if passed else [face, 1])
    assert [len(each.faces) for each in effects_of(done, Rolled, CAUGHT)] == [1]
    assert (done.state.pending is not None) == passed


@pytest.mark.parametrize(
    ("dice", "broken"),
    [
        pytest.param((4, 4), False, id="necro.core.test-2d6.8"),
        pytest.param((4, 3), True, id="necro.core.test-2d6.7"),
        pytest.param((6, 6), False, id="necro.core.test-naturals.6-6"),
        pytest.param((1, 1), True, id="necro.core.test-naturals.1-1"),
    ],
)
def test_a_test_on_two_dice(dice: tuple[int, int], broken: bool) -> None:
    asked = Decision("necro.core.nerve", "a", model="a1")
    state = position(fighter("a1", Cl=8), fighter("b1", (3000, 3000)), pending=asked)
    done = decide(state, "a", TakeTest(fighter="a1"), dice)
    assert (words.BROKEN in done.state.models["a1"].game) == broken
