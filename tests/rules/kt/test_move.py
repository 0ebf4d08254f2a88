"""The Movement phase, a row a clause. Bases have a radius of 50: a gap of 1" (100) is 200 between the middles."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Marked, Moved, Removed, Rolled, Unmarked
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.state import Model, Point, State
from rules.kt import words
from rules.kt.charge import Charge
from rules.kt.game import Pass
from rules.kt.move import Advance, FallBack, Move, Ready, Run, falls
from rules.kt.shoot import Shoot, Volley
from tests.rules.kt import board
from tests.rules.kt.board import box, decide, effects_of, gun, model, position, refusal, wanted

ENGAGED = {words.STARTED_ENGAGED: 1}
FAR = model("b1", (2500, 2000))
BUSY = model("a9", (100, 2100))
"""A friend that has yet to act, so that the phase goes on."""


def walk(*path: tuple[int, ...], key: str = "a1") -> Move:
    return Move(model=key, path=points(*path))


def points(*path: tuple[int, ...]) -> tuple[Point, ...]:
    return tuple((p[0], p[1], p[2] if len(p) > 2 else 0) for p in path)


def here(*models: Model, **more: Any) -> State:
    return position(*(models or (model("a1"),)), BUSY, FAR, **more)


def says(state: State, action: Action, dice: tuple[int, ...] = (), by: str = "a") -> str:
    return board.answer(state, by, action, dice)


@pytest.mark.parametrize(
    ("state", "action", "answer"),
    [
        # M 6": 600 is the most
        pytest.param(here(), walk((1100, 500)), "ok", id="kt.move.normal-exactly-6in"),
        pytest.param(here(), walk((1101, 500)), "kt.move.normal", id="kt.move.normal-more-than-6in"),
        pytest.param(here(), walk((800, 500), (800, 800)), "ok", id="kt.move.normal-round-a-corner"),  # 300 + 300
        pytest.param(here(), walk((800, 500), (800, 801)), "kt.move.normal", id="kt.move.normal-corner-too-long"),
        pytest.param(here(), walk((860, 980)), "ok", id="kt.move.measure 3-4-5"),  # 360, 480: 600
        pytest.param(here(model("a1", M=500)), walk((1001, 500)), "kt.move.normal", id="kt.move.normal-M-of-the-sheet"),
        pytest.param(here(), Move(model="a1", path=()), "ok", id="kt.move.normal-nowhere"),
        pytest.param(here(), walk((500, 500)), "ok", id="kt.move.normal-to-its-own-place"),
        pytest.param(here(), walk((600, 500), (600, 500), (700, 500)), "ok", id="kt.move.normal-a-leg-of-no-length"),
        pytest.param(here(), walk((50, 500)), "ok", id="table.edge-touching"),
        pytest.param(here(), walk((49, 500)), "table.edge", id="table.edge-over"),
        pytest.param(here(), walk((800, 500), key="b1"), "kt.gap.two-players", id="kt.gap.two-players-not-mine"),
        # order of the sides
        pytest.param(here(to_act="b"), walk((800, 500)), "kt.move.turn-order", id="kt.move.turn-order"),
        pytest.param(here(phase="shooting", step="ready"), walk((800, 500)), "kt.game.phases", id="kt.game.phases"),
        # one action
        pytest.param(here(model("a1", phase={words.ACTED: 1})), walk((800, 500)), words.ACTED, id="kt.move.one-action"),
        pytest.param(
            here(model("a1", phase={words.ACTED: 1})), Ready(model="a1"), words.ACTED, id="kt.move.one-action-ready"
        ),
        pytest.param(
            here(model("a1", phase={words.ACTED: 1})), Advance(model="a1"), words.ACTED, id="kt.move.one-action-advance"
        ),
        pytest.param(here(model("a1", out=True)), walk((800, 500)), "table.present", id="table.present-out"),
        pytest.param(here(model("a1", None)), walk((800, 500)), "table.present", id="table.present-not-set-up"),
        pytest.param(here(model("a1", game={words.SHAKEN: 1})), walk((800, 500)), words.SHAKEN, id="shaken"),
        # 1" from enemies: middles 201 apart are 1.01" apart, 200 are exactly 1"
        pytest.param(
            here(model("a1"), model("b2", (800, 701))),
            walk((1100, 500)),
            "ok",
            id="kt.move.normal.enemy-1in-passes-beside",
        ),
        pytest.param(
            here(model("a1"), model("b2", (800, 700))),
            walk((1100, 500)),
            "kt.move.normal.enemy-1in",
            id="kt.move.normal.enemy-1in-exactly",
        ),
        pytest.param(
            here(model("a1"), model("b2", (1000, 500))),
            walk((799, 500)),
            "ok",
            id="kt.move.normal.enemy-1in-ends-outside",
        ),
        pytest.param(
            here(model("a1"), model("b2", (1000, 500))),
            walk((800, 500)),
            "kt.move.normal.enemy-1in",
            id="kt.move.normal.enemy-1in-ends-at",
        ),
        pytest.param(
            here(model("a1"), model("b2", (800, 600), out=True)),
            walk((1100, 500)),
            "ok",
            id="kt.move.normal.enemy-1in-not-the-dead",
        ),
        pytest.param(
            here(model("a1"), model("a2", (800, 620))),
            walk((1100, 500)),
            "ok",
            id="kt.move.normal.enemy-1in-not-friends",
        ),
        # engaged at the start of the phase: only fall back or stay
        pytest.param(
            here(model("a1", phase=ENGAGED)), walk((800, 500)), "kt.move.engaged-start", id="kt.move.engaged-start-move"
        ),
        pytest.param(
            here(model("a1", phase=ENGAGED)),
            Advance(model="a1"),
            "kt.move.engaged-start",
            id="kt.move.engaged-start-advance",
        ),
        pytest.param(
            here(model("a1", phase=ENGAGED)), Ready(model="a1"), "kt.move.ready", id="kt.move.engaged-start-ready"
        ),
        pytest.param(
            here(model("a1", phase=ENGAGED), model("b2", (900, 500))),
            Charge(model="a1", targets=("b2",)),
            "kt.move.engaged-start",
            id="kt.move.engaged-start-charge",
        ),
        pytest.param(here(model("a1", phase=ENGAGED)), Pass(model="a1"), "ok", id="kt.move.engaged-start-stays"),
        # fall back
        pytest.param(
            here(model("a1", phase=ENGAGED), model("b2", (650, 500))),
            FallBack(model="a1", path=points((449, 500))),
            "ok",
            id="kt.move.fall-back-1.01in-away",
        ),
        pytest.param(
            here(model("a1", phase=ENGAGED), model("b2", (650, 500))),
            FallBack(model="a1", path=points((450, 500))),
            "kt.move.fall-back",
            id="kt.move.fall-back-ends-within-1in",
        ),
        pytest.param(
            here(model("a1", (1000, 500), phase=ENGAGED), model("b2", (1150, 500))),
            FallBack(model="a1", path=points((400, 500))),
            "ok",
            id="kt.move.fall-back-6in",
        ),
        pytest.param(
            here(model("a1", (1000, 500), phase=ENGAGED), model("b2", (1150, 500))),
            FallBack(model="a1", path=points((399, 500))),
            "kt.move.fall-back",
            id="kt.move.fall-back-more-than-6in",
        ),
        pytest.param(
            here(model("a1", phase=ENGAGED), model("b2", (650, 500)), model("b3", (500, 800))),
            FallBack(model="a1", path=points((380, 760), (200, 800))),
            "ok",
            id="kt.move.fall-back-passes-within-1in",
        ),
        pytest.param(
            here(model("a1"), model("b2", (650, 500))),
            FallBack(model="a1", path=points((300, 500))),
            "kt.move.fall-back",
            id="kt.move.fall-back-not-engaged-at-the-start",
        ),
        # what a model that fell back may still do
        *(
            pytest.param(
                here(model("a1", round={words.FELL_BACK: 1}), model("b2", (900, 500))),
                action,
                "kt.move.fall-back.restrictions",
                id=f"kt.move.fall-back.restrictions-{name}",
            )
            for name, action in (
                ("advance", Advance(model="a1")),
                ("charge", Charge(model="a1", targets=("b2",))),
                ("ready", Ready(model="a1")),
            )
        ),
        # ready
        pytest.param(here(), Ready(model="a1"), "ok", id="kt.move.ready"),
        # a model charged in this phase did not start it engaged
        pytest.param(
            here(model("a1"), model("b2", (700, 500))),
            walk((300, 500)),
            "kt.move.normal.enemy-1in",
            id="kt.gap.charged-model-turn-no-move",
        ),
        pytest.param(
            here(model("a1"), model("b2", (700, 500))),
            Advance(model="a1"),
            "kt.gap.charged-model-turn",
            id="kt.gap.charged-model-turn-no-advance",
        ),
        pytest.param(
            here(model("a1"), model("b2", (700, 500))),
            FallBack(model="a1", path=points((300, 500))),
            "kt.move.fall-back",
            id="kt.gap.charged-model-turn-no-fall-back",
        ),
        pytest.param(
            here(model("a1"), model("b2", (700, 500))),
            Charge(model="a1", targets=("b2",)),
            "ok",
            id="kt.gap.charged-model-turn-may-charge",
        ),
        pytest.param(
            here(model("a1"), model("b2", (700, 500)), options={"kt.gap.charged-model-turn": False}),
            Charge(model="a1", targets=("b2",)),
            "kt.gap.charged-model-turn",
            id="kt.gap.charged-model-turn-option-off",
        ),
        # standing still
        pytest.param(here(), Pass(model="a1"), "ok", id="kt.gap.stand-still"),
        pytest.param(
            here(model("a1", phase={words.ACTED: 1})),
            Pass(model="a1"),
            words.ACTED,
            id="kt.gap.stand-still-after-acting",
        ),
        pytest.param(
            here(model("a1", out=True)), Pass(model="a1"), "table.present", id="kt.gap.stand-still-of-the-dead"
        ),
        pytest.param(here(), Pass(model="b1"), "kt.gap.two-players", id="kt.gap.stand-still-of-the-enemy"),
        pytest.param(here(), Pass(), "ok", id="kt.gap.stand-still-all"),
        # other models
        pytest.param(here(model("a1"), model("a2", (900, 500))), walk((800, 500)), "ok", id="table.overlap-touching"),
        pytest.param(here(model("a1"), model("a2", (900, 500))), walk((801, 500)), "table.overlap", id="table.overlap"),
        pytest.param(
            here(model("a1"), model("a2", (900, 500), out=True)),
            walk((900, 500)),
            "ok",
            id="table.overlap-not-the-dead",
        ),
        pytest.param(
            here(model("a1"), model("a2", (800, 500))),
            walk((1100, 500)),
            "kt.gap.fly",
            id="kt.gap.fly-not-through-models",
        ),
        pytest.param(
            here(model("a1", keywords=["FLY"]), model("a2", (800, 500))),
            walk((1100, 500)),
            "ok",
            id="kt.gap.fly-over-models",
        ),
    ],
)
def test_declarations(state: State, action: Action, answer: str) -> None:
    assert says(state, action) == answer


WALL = box("wall", 700, 0, 750, 1000, 300)
LOW = box("low", 700, 0, 750, 1000, 150)
OVER_IT = pytest.mark.decides("kt.move.terrain-low", by="kt.move.climb")
HIGHER = box("higher", 700, 0, 750, 1000, 151)
DOCK = box("dock", 700, 300, 1000, 700, 200)
UP = ((700, 500), (700, 500, 200), (760, 500, 200))
"""200 along, 200 up, 60 on top of the dock: 460."""


def on(terrain: Any, path: tuple[tuple[int, ...], ...], **of_model: Any) -> str:
    at = of_model.pop("at", (500, 500))
    return says(
        here(model("a1", at, **of_model), terrain=terrain if isinstance(terrain, list) else [terrain]), walk(*path)
    )


@pytest.mark.parametrize(
    ("answer", "terrain", "path", "of_model"),
    [
        pytest.param("kt.move.climb", WALL, ((900, 500),), {}, id="kt.move.climb-not-through-a-wall"),
        pytest.param("ok", LOW, ((1100, 500),), {}, id="kt.move.terrain-low exactly-1.5in", marks=OVER_IT),
        pytest.param("kt.move.climb", HIGHER, ((1100, 500),), {}, id="kt.move.terrain-low more-1.5in", marks=OVER_IT),
        pytest.param(
            "ok", box("c", 700, 300, 1000, 700, 150), ((1000, 500, 150),), {}, id="kt.move.terrain-low onto-it"
        ),
        pytest.param(
            "ok", box("c", 700, 300, 1100, 700, 150), ((1100, 500, 150),), {}, id="kt.move.terrain-low costs-nothing"
        ),
        pytest.param("ok", DOCK, UP, {}, id="kt.move.climb-up"),
        pytest.param("ok", DOCK, UP, {"M": 460}, id="kt.gap.climb-cost exactly"),
        pytest.param("kt.move.normal", DOCK, UP, {"M": 459}, id="kt.gap.climb-cost one-less"),
        pytest.param(
            "ok", DOCK, ((1050, 500, 200), (1050, 500, 0)), {"at": (950, 500, 200), "M": 100}, id="kt.gap.jump-cost"
        ),
        pytest.param(
            "kt.move.normal",
            DOCK,
            ((1050, 500, 200), (1050, 500, 0)),
            {"at": (950, 500, 200), "M": 99},
            id="kt.gap.jump-cost-along",
        ),
        pytest.param("kt.move.climb", DOCK, ((850, 500, 200),), {}, id="kt.move.climb-aslant-through-it"),
        pytest.param("kt.move.terrain-vertical", DOCK, ((700, 500, 200),), {}, id="kt.move.terrain-vertical-aslant"),
        pytest.param(
            "kt.move.terrain-vertical",
            DOCK,
            ((500, 500, 200), (900, 500, 200)),
            {},
            id="kt.move.terrain-vertical-through-the-air",
        ),
        pytest.param(
            "ok", DOCK, ((500, 500, 200), (900, 500, 200)), {"keywords": ["FLY"]}, id="kt.move.terrain-vertical-flies"
        ),
        pytest.param("ok", WALL, ((900, 500),), {"keywords": ["FLY"]}, id="kt.gap.fly-over-terrain"),
        # over a container of 2.5": half way up its side is not over it
        pytest.param(
            "kt.move.climb",
            box("c", 700, 0, 900, 1000, 250),
            ((700, 500), (700, 500, 100), (900, 500, 100), (900, 500, 0)),
            {"M": 9999},
            id="kt.move.climb-not-through-the-upper-part",
        ),
        pytest.param(
            "ok",
            box("c", 700, 0, 900, 1000, 250),
            ((700, 500), (700, 500, 250), (950, 500, 250), (950, 500, 0)),
            {"M": 700},
            id="kt.move.climb-over-it",
        ),  # 200 + 250 + 200
        # from one roof to another
        pytest.param(
            "ok",
            [DOCK, box("d2", 1000, 300, 1300, 700, 200)],
            ((1100, 500, 200),),
            {"at": (900, 500, 200)},
            id="kt.move.terrain-vertical-next-roof",
        ),
        pytest.param(
            "kt.move.terrain-vertical",
            [DOCK, box("d2", 1101, 300, 1300, 700, 200)],
            ((1200, 500, 200),),
            {"at": (900, 500, 200)},
            id="kt.move.terrain-vertical-gap-of-1.01in",
        ),
        pytest.param(
            "ok",
            [DOCK, box("d2", 1101, 300, 1300, 700, 200)],
            ((1200, 500, 200),),
            {"at": (900, 500, 200), "keywords": ["FLY"]},
            id="kt.move.terrain-vertical-flies-the-gap",
        ),
        # ends
        pytest.param("table.surface", DOCK, ((650, 500), (650, 500, 100)), {}, id="table.surface-hangs-on-the-side"),
        pytest.param("table.surface", DOCK, ((600, 500, 100),), {"keywords": ["FLY"]}, id="table.surface-in-the-air"),
        pytest.param("table.overlap", WALL, ((651, 500),), {}, id="table.overlap-terrain"),
        pytest.param("ok", WALL, ((650, 500),), {}, id="table.overlap-touches-terrain"),
        pytest.param("ok", LOW, ((725, 500),), {}, id="kt.move.terrain-low stands-among-it"),
    ],
)
def test_terrain(answer: str, terrain: Any, path: tuple[tuple[int, ...], ...], of_model: dict[str, Any]) -> None:
    assert on(terrain, path, **of_model) == answer


def test_a_model_below_is_not_in_the_way() -> None:
    state = here(model("a1", (750, 500, 200)), model("a2", (900, 500)), terrain=[DOCK])
    assert says(state, walk((950, 500, 200))) == "ok"
    beside = here(model("a1", (750, 500, 200)), model("a2", (900, 500, 200)), terrain=[DOCK])
    assert says(beside, walk((950, 500, 200))) == "table.overlap"


# jumps


def tower(height: int) -> list[Any]:
    return [box("tower", 700, 300, 1000, 700, height)]


@pytest.mark.parametrize(
    ("height", "dice"),
    [
        pytest.param(600, 0, id="kt.move.jump-down exactly-6in"),
        pytest.param(601, 1, id="kt.move.jump-damage-more-than-6in"),
        pytest.param(890, 1, id="kt.move.jump-damage-8.9in"),  # 1 + floor(2.9 / 3)
        pytest.param(900, 2, id="kt.move.jump-damage-9in"),
        pytest.param(1199, 2, id="kt.move.jump-damage-11.99in"),
        pytest.param(1240, 3, id="kt.move.jump-damage-12.4in"),
    ],
)
@pytest.mark.decides("kt.move.jump-down", by="kt.move.jump-damage")
def test_dice_of_a_jump(height: int, dice: int) -> None:
    state = here(model("a1", (950, 500, height), W=9), terrain=tower(height))
    action = walk((1050, 500, height), (1050, 500, 0))
    if dice:
        assert wanted(state, "a", action) == (dice, "kt.move.jump-damage")
    done = decide(state, "a", action, [4] * dice)
    assert [len(r.faces) for r in effects_of(done, Rolled, "kt.move.jump-damage")] == [dice] * bool(dice)
    assert done.state.models["a1"].wounds == 9


@pytest.mark.parametrize(
    ("faces", "left"),
    [((4, 4), 9), ((5, 4), 8), ((5, 6), 7), ((1, 6), 8)],
    ids=[f"kt.move.jump-damage-{n}" for n in ("none", "one", "two", "a-1-is-no-special-case")],
)
def test_wounds_of_a_jump(faces: tuple[int, int], left: int) -> None:
    state = here(model("a1", (950, 500, 900), W=9), terrain=tower(900))
    assert decide(state, "a", walk((1050, 500, 900), (1050, 500, 0)), faces).state.models["a1"].wounds == left


def test_a_jump_may_kill() -> None:
    state = here(model("a1", (950, 500, 700)), terrain=tower(700))
    done = decide(state, "a", walk((1050, 500, 700), (1050, 500, 0)), [5, 4])  # a mortal wound, injury 4: out
    assert effects_of(done, Removed) and done.state.models["a1"].out


def test_a_jump_in_pieces_is_one_jump() -> None:
    state = here(model("a1", (950, 500, 700), W=9), terrain=tower(700))
    assert wanted(state, "a", walk((1050, 500, 700), (1050, 500, 350), (1050, 500, 0)))[1] == "kt.move.jump-damage"


def test_flyers_do_not_fall() -> None:
    state = here(model("a1", (950, 500, 700), keywords=["FLY"]), terrain=tower(700))
    assert not effects_of(decide(state, "a", walk((1050, 500, 0))), Rolled)


def test_a_ledge_breaks_a_fall() -> None:
    ledge = box("ledge", 1000, 300, 1100, 700, 400)
    start, path = (950, 500, 800), ((1050, 500, 800), (1050, 500, 400), (1150, 500, 400), (1150, 500, 0))
    assert falls(start, path, (*tower(800), ledge)) == [400, 400]
    assert falls(start, path, tuple(tower(800))) == [800]
    assert falls((0, 0, 0), ((10, 0, 0),), ()) == []


# effects


def test_a_move() -> None:
    done = decide(here(), "a", walk((800, 500), (800, 700)))
    (moved,) = effects_of(done, Moved)
    assert (moved.rule, moved.length, done.state.models["a1"].at) == ("kt.move.normal", 500, (800, 700, 0))
    assert words.MOVED in done.state.models["a1"].round
    assert words.ACTED in done.state.models["a1"].phase


def test_standing_still_is_neither_ready_nor_moved() -> None:
    for action in (Pass(model="a1"), Move(model="a1", path=())):
        after = decide(here(), "a", action).state.models["a1"]
        assert not after.round and words.ACTED in after.phase


def test_staying_engaged_is_not_ready_but_may_shoot() -> None:
    """kt.move.stay-engaged: once nobody is within 1" any weapon may be fired."""
    done = decide(here(model("a1", phase=ENGAGED), model("b2", (700, 500))), "a", Pass(model="a1"))
    assert effects_of(done, Marked, "kt.move.stay-engaged")
    assert words.READY not in done.state.models["a1"].round
    free = position(model("a1"), model("b1", (900, 500)), phase="shooting", step="fire-at-will")
    decide(free, "a", Shoot(model="a1", volleys=(Volley("gun", "b1"),)), [1, 1])


def test_ready() -> None:
    done = decide(here(), "a", Ready(model="a1"))
    assert words.READY in done.state.models["a1"].round
    assert words.MOVED not in done.state.models["a1"].round


@pytest.mark.parametrize(
    ("marks", "answer"), [({words.READY: 1}, "ok"), ({}, "kt.shoot.section-ready")],
    ids=["kt.move.ready.effect ready-shoots-first", "kt.move.ready.effect others-wait"],
)  # fmt: skip
@pytest.mark.decides("kt.move.ready.effect", by="kt.shoot.section-ready")
def test_ready_models_shoot_first(marks: dict[str, Any], answer: str) -> None:
    state = position(
        model("a1", round=marks), model("a2", (500, 900), round={words.READY: 1}), model("b1", (1500, 500)),
        phase="shooting", step="ready",
    )  # fmt: skip
    shot = Shoot(model="a1", volleys=(Volley("gun", "b1"),))
    assert says(state, shot, (1, 1)) == answer


@pytest.mark.parametrize(
    ("keywords", "answer"), [([], "kt.shoot.select.not-fell-back"), (["FLY"], "ok")],
    ids=["kt.move.fall-back.no-shooting", "kt.move.fall-back.no-shooting-but-FLY"],
)  # fmt: skip
@pytest.mark.decides("kt.move.fall-back.no-shooting", by="kt.shoot.select.not-fell-back")
def test_shooting_after_a_fall_back(keywords: list[str], answer: str) -> None:
    engaged = model("a1", phase=ENGAGED, keywords=keywords)
    fell = decide(here(engaged, model("b2", (650, 500))), "a", FallBack(model="a1", path=points((300, 500)))).state
    after = fell.models["a1"]
    assert words.FELL_BACK in after.round and words.MOVED in after.round
    state = position(after, model("b1", (1500, 500)), phase="shooting", step="fire-at-will")
    after.phase = {}
    assert says(state, Shoot(model="a1", volleys=(Volley("gun", "b1"),)), (1, 1)) == answer


@pytest.mark.parametrize(
    ("face", "x", "answer"),
    [
        pytest.param(4, 1500, "ok", id="kt.move.advance-M-and-the-roll"),  # 600 + 400
        pytest.param(4, 1501, "kt.move.advance", id="kt.move.advance-more"),
        pytest.param(1, 1200, "ok", id="kt.move.advance-1"),
        pytest.param(6, 1700, "ok", id="kt.move.advance-6"),
        pytest.param(6, 1701, "kt.move.advance", id="kt.move.advance-more-than-6"),
    ],
)
def test_an_advance(face: int, x: int, answer: str) -> None:
    rolled = decide(here(), "a", Advance(model="a1"), [face]).state
    assert rolled.pending is not None and rolled.pending.value == 600 + 100 * face
    assert says(rolled, Run(path=((x, 500, 0),))) == answer


def test_an_advance_binds() -> None:
    rolled = decide(here(), "a", Advance(model="a1"), [1]).state
    assert refusal(rolled, "a", walk((700, 500))) == "kt.move.one-action"
    assert refusal(rolled, "b", Run(path=((700, 500, 0),))) == "kt.move.advance"
    for action in (Pass(), Run(path=())):
        after = decide(rolled, "a", action).state
        assert after.pending is None and words.ADVANCED in after.models["a1"].round
        assert words.MOVED in after.models["a1"].round
        assert refusal(after, "a", walk((700, 500))) == words.ACTED


@pytest.mark.parametrize(
    ("y", "answer"), [(701, "ok"), (700, "kt.gap.advance-enemy-1in")],
    ids=["kt.gap.advance-enemy-1in-beside", "kt.gap.advance-enemy-1in-exactly"],
)  # fmt: skip
def test_an_advance_keeps_off(y: int, answer: str) -> None:
    rolled = decide(here(model("a1"), model("b2", (800, y))), "a", Advance(model="a1"), [6]).state
    assert says(rolled, Run(path=((1200, 500, 0),))) == answer


ADVANCED = model("a1", round={words.ADVANCED: 1})


@pytest.mark.parametrize(
    ("weapon", "answer"), [(gun(), "kt.shoot.select.not-advanced"), (gun(type="Assault", attacks=2), "ok")],
    ids=["kt.move.advance.restrictions-shooting", "kt.move.advance.restrictions-but-Assault"],
)  # fmt: skip
def test_shooting_after_an_advance(weapon: Any, answer: str) -> None:
    state = position(
        model("a1", round={words.ADVANCED: 1}, weapons=[weapon]), model("b1", (1500, 500)),
        phase="shooting", step="fire-at-will",
    )  # fmt: skip
    assert says(state, Shoot(model="a1", volleys=(Volley("gun", "b1"),)), (1, 1)) == answer


def test_no_charge_after_an_advance() -> None:
    """kt.move.advance.restrictions; an advance before round 1 leaves the normal action (kt.gap.veteran-premove)."""
    state = here(ADVANCED, model("b2", (1200, 500)))
    assert refusal(state, "a", Charge(model="a1", targets=("b2",))) == "kt.move.advance.restrictions"


# the phase goes on


def test_the_second_side_moves_when_the_first_has() -> None:
    state = position(model("a1"), model("a2", (500, 900), game={words.SHAKEN: 1}), model("b1", (2500, 500)))
    first = decide(state, "a", walk((800, 500))).state
    assert (first.to_act, first.phase) == ("b", "movement"), "a shaken model is not waited for"
    second = decide(first, "b", Ready(model="b1")).state
    assert second.phase == "shooting", "nobody is a psyker"


def test_passing_for_all_leaves_them_unmoved() -> None:
    state = position(model("a1"), model("a2", (500, 900)), model("b1", (2500, 500)))
    after = decide(state, "a", Pass()).state
    assert after.to_act == "b" and not after.models["a1"].round and not after.models["a2"].round


def test_a_ready_model_that_moves_after_all() -> None:
    """kt.gap.ready-lost is in test_charge; here the effect that takes it away."""
    from rules.kernel.context import Context
    from rules.kt.move import lose_ready
    from tests.rules.kt.board import KT

    ctx = Context(KT, here(model("a1", round={words.READY: 1})), "a", ())
    lose_ready(ctx, ctx.state.models["a1"], "kt.gap.ready-lost")
    assert isinstance(ctx.effects[0], Unmarked) and words.READY not in ctx.state.models["a1"].round


@pytest.mark.decides("kt.move.inches", by="kt.move.normal")
def test_lengths_are_in_inches() -> None:
    """kt.move.inches: what players read is in inches, with the numbers."""
    found = decide(here(), "a", walk((1150, 500)), lenient=True).findings
    assert [finding.message for finding in found] == ['a1 moves 6.5"; 6" is the most']
    assert not decide(here(), "a", walk((1100, 500)), lenient=True).findings


@pytest.mark.decides("kt.move.measure", by="kt.move.normal")
@pytest.mark.parametrize("base", [25, 50, 200])
def test_the_size_of_a_base_does_not_lengthen_a_move(base: int) -> None:
    """kt.move.measure: from edge to the same edge is from middle to middle."""
    state = position(model("a1", (500, 500), base=base), model("b1", (2900, 2100)))
    assert says(state, walk((1100, 500))) == "ok"
    assert says(state, walk((1101, 500))) == "kt.move.normal"


@pytest.mark.parametrize(("count", "fine"), [(100, True), (101, False)])
def test_a_path_has_an_end(count: int, fine: bool) -> None:
    path = tuple((500 + n, 500, 0) for n in range(1, count + 1))
    if fine:
        decide(here(), "a", Move(model="a1", path=path))
        return
    with pytest.raises(Malformed):
        decide(here(), "a", Move(model="a1", path=path))
