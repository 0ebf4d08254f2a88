"""Vents: crawling through them and shooting through them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Laid, Moved, Noted, Rolled, Unmarked
from rules.kernel.state import State
from rules.necro import vent, words
from rules.necro.activation import Pass
from rules.necro.fight import Fight
from rules.necro.vent import CrawlVent, ShootVent

from .arena import acting, blade, box, decide, effects_of, fighter, gun, refusal

WALL = box("w", 500, 1000, 2500, 1200, 600, "wall")
DUCT = box("v1", 1450, 990, 1550, 1210, 60, "vent")
"""Its sides are at y 990 and 1210, 1" wide."""
HERE, THERE = (1500, 840), (1500, 1360, 0)
"""Places 1" from the near and the far side."""


def at_vent(*others: Any, at: tuple[int, int] = HERE, **more: Any) -> State:
    """Fighter a1 acts near the vent through the wall."""
    known = ("acts", "weapons", "game", "phase", "BS")
    return acting(fighter("a1", at, **{key: more.pop(key) for key in known if key in more}), *others,
                  terrain=(WALL, DUCT), **more)  # fmt: skip


def crawling(at: tuple[int, int, int] = THERE, *engages: str) -> CrawlVent:
    return CrawlVent(fighter="a1", vent="v1", at=at, engages=engages)


def test_a_vent_leads_through_impassable_terrain() -> None:
    # necro.vent.passes-through, necro.vent.crawl
    done = decide(at_vent(), "a", crawling())
    (moved,) = effects_of(done, Moved)
    assert (moved.rule, moved.path) == ("necro.vent.passes-through", (THERE,))
    assert done.state.models["a1"].phase[words.POINTS] == 0
    assert refusal(at_vent(), "a", CrawlVent(fighter="a1", vent="v9", at=THERE)) == "necro.vent.passes-through"


@pytest.mark.parametrize(
    ("state", "action", "clause"),
    [
        pytest.param(at_vent(at=(1500, 839)), crawling(), "necro.vent.crawl", id="necro.vent.crawl.too-far"),
        pytest.param(at_vent(at=(1600, 860)), crawling(), "", id="necro.vent.crawl.aside"),
        pytest.param(
            at_vent(), crawling((1500, 1361, 0)), "necro.vent.crawl-exit-distance", id="necro.vent.crawl-exit-distance"
        ),
        pytest.param(at_vent(), crawling((1500, 1255, 0)), "", id="necro.vent.crawl-exit-distance.near"),
        pytest.param(
            at_vent(), crawling((1500, 930, 0)), "necro.vent.crawl-exit-distance", id="necro.vent.crawl.same-side"
        ),
        pytest.param(
            at_vent(fighter("b1", (1600, 840))),
            crawling(),
            "necro.vent.crawl-not-engaged",
            id="necro.vent.crawl-not-engaged",
        ),
        pytest.param(at_vent(acts=1), crawling(), "necro.core.two-actions", id="necro.core.action-cost.vent-crawl"),
        pytest.param(
            at_vent(fighter("a2", (1500, 1400))),
            crawling(),
            "necro.move.no-end-on-model",
            id="necro.move.no-end-on-model",
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1559))), crawling(), "necro.one-inch.rule", id="necro.one-inch.rule.vent"
        ),
        pytest.param(at_vent(fighter("b1", (1500, 1560))), crawling(), "", id="necro.one-inch.rule.vent.1in"),
    ],
)
def test_where_he_crawls(state: State, action: CrawlVent, clause: str) -> None:
    if clause:
        assert refusal(state, "a", action) == clause
    else:
        assert decide(state, "a", action).state.models["a1"].at == action.at


@pytest.mark.decides("necro.vent.crawl-any-other-status", by="necro.vent.crawl-not-engaged")
def test_the_prone_may_crawl_and_stay_prone() -> None:
    for mark in (words.PINNED, words.INJURED):
        done = decide(at_vent(game={mark: 1}), "a", crawling())
        assert (done.state.models["a1"].at, mark in done.state.models["a1"].game) == (THERE, True)
    assert refusal(at_vent(fighter("b1", (1600, 840))), "a", crawling()) == "necro.vent.crawl-not-engaged"


ENEMY = (1500, 1460)
"""Where an enemy touches a fighter who has come out at `THERE`."""


def test_he_may_engage_on_arrival() -> None:
    # necro.vent.crawl-engage
    done = decide(at_vent(fighter("b1", ENEMY)), "a", crawling(THERE, "b1"))
    state = done.state
    assert words.status(state, state.models["a1"]) == words.status(state, state.models["b1"]) == "engaged"


@pytest.mark.parametrize(
    ("enemy", "action", "clause"),
    [
        pytest.param(fighter("b1", (1500, 1465)), crawling(THERE, "b1"), "", id="necro.vent.crawl-engage.touching"),
        pytest.param(
            fighter("b1", (1500, 1466)),
            crawling(THERE, "b1"),
            "necro.vent.crawl-engage",
            id="necro.vent.crawl-engage.apart",
        ),
        pytest.param(
            fighter("a2", ENEMY), crawling(THERE, "a2"), "necro.vent.crawl-engage", id="necro.vent.crawl-engage.friend"
        ),
        pytest.param(
            fighter("b1", ENEMY), crawling(THERE), "necro.one-inch.rule", id="necro.engage.declare-at-start.vent"
        ),
    ],
)
def test_whom_he_engages(enemy: Any, action: CrawlVent, clause: str) -> None:
    if clause:
        assert refusal(at_vent(enemy), "a", action) == clause
    else:
        assert decide(at_vent(enemy), "a", action).state.models["a1"].at == THERE


def test_the_pinned_stand_up_to_engage_and_the_injured_cannot() -> None:
    # necro.vent.crawl-engage, necro.vent.crawl-injured-no-engage
    done = decide(at_vent(fighter("b1", ENEMY), game={words.PINNED: 1}), "a", crawling(THERE, "b1"))
    assert effects_of(done, Unmarked, "necro.vent.crawl-engage")
    assert words.status(done.state, done.state.models["a1"]) == "engaged"
    injured = at_vent(fighter("b1", ENEMY), game={words.INJURED: 1})
    assert refusal(injured, "a", crawling(THERE, "b1")) == "necro.vent.crawl-injured-no-engage"


# shooting

SHOT = ShootVent(fighter="a1", vent="v1", weapon="gun", target="b1")
AT_NOBODY = ShootVent(fighter="a1", vent="v1", weapon="gun")
"""A template or a grenade has no target: one that is named is refused."""


@pytest.mark.parametrize(
    ("enemy", "clause"),
    [
        pytest.param((1500, 1360), "", id="necro.core.vent-shoot.range.1in"),
        pytest.param((1500, 1361), "necro.core.vent-shoot.range", id="necro.core.vent-shoot.range.farther"),
        pytest.param((1650, 840), "necro.core.vent-shoot.range", id="necro.core.vent-shoot.range.same-side"),
    ],
)
def test_whom_he_can_shoot(enemy: tuple[int, int], clause: str) -> None:
    state = at_vent(fighter("b1", enemy))
    if clause:
        assert refusal(state, "a", SHOT) == clause
    else:
        assert decide(state, "a", SHOT, [1]).state.models["a1"].phase[words.POINTS] == 1


@pytest.mark.decides("necro.vent.shoot", by="necro.core.vent-shoot.hit")
@pytest.mark.parametrize("skill", [2, 6])
def test_it_hits_on_5_whatever_his_skill(skill: int) -> None:
    # necro.core.vent-shoot.hit
    state = at_vent(fighter("b1", (1500, 1360)), BS=skill)
    missed = decide(state, "a", SHOT, [4])
    (rolled,) = effects_of(missed, Rolled)
    assert (rolled.needed, rolled.passed) == (5, (0,))
    hit = decide(state, "a", SHOT, [5, 1])
    assert words.PINNED in hit.state.models["b1"].game


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(
            at_vent(fighter("b1", (1500, 1360)), game={words.PINNED: 1}),
            "necro.vent.shoot-needs-active",
            id="necro.vent.shoot-needs-active.pinned",
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1360)), game={words.INJURED: 1}),
            "necro.vent.shoot-needs-active",
            id="necro.vent.shoot-needs-active.injured",
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1360)), fighter("b2", (1600, 840))),
            "necro.vent.shoot-needs-active",
            id="necro.vent.shoot-needs-active.engaged",
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1360)), phase={words.DONE: ("shoot-vent",)}),
            "necro.core.action-types",
            id="necro.core.action-cost.vent-shoot",
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1360)), at=(1500, 700)),
            "necro.core.vent-shoot.range",
            id="necro.core.vent-shoot.range.shooter",
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1360)), weapons=(blade("gun"),)),
            "necro.vent.shoot",
            id="necro.vent.shoot.no-gun",
        ),
        pytest.param(
            at_vent(fighter("b1", (1500, 1360)), weapons=(gun(Blast=300),)),
            "necro.core.vent-shoot.blast",
            id="necro.core.vent-shoot.blast",
        ),
    ],
)
def test_who_cannot_shoot(state: State, clause: str) -> None:
    assert refusal(state, "a", SHOT) == clause


def test_no_inch_to_a_vent_is_measured_through_a_wall() -> None:
    # necro.terrain.impassable-measure: on either side of it
    screen = box("s1", 1300, 895, 1700, 905, 600, "wall")
    state = acting(fighter("a1", HERE), terrain=(WALL, DUCT, screen))
    assert refusal(state, "a", crawling()) == "necro.terrain.impassable-measure"
    beyond = box("s2", 1300, 1290, 1700, 1300, 600, "wall")
    state = acting(fighter("a1", HERE), fighter("b1", (1500, 1360)), terrain=(WALL, DUCT, beyond))
    assert refusal(state, "a", SHOT) == "necro.core.vent-shoot.range"


def test_a_template_hits_everybody_near_the_other_side() -> None:
    # necro.core.vent-shoot.template: friend and enemy within 2", without a roll to hit
    others = (
        fighter("b1", (1500, 1460)),
        fighter("a2", (1650, 1400)),
        fighter("b2", (1500, 1461 + 150)),
        fighter("b3", HERE[:1] + (690,)),
    )
    state = at_vent(*others, weapons=(gun(Template=1, Range=0),))
    assert refusal(state, "a", SHOT) == "necro.core.vent-shoot.range"
    done = decide(state, "a", AT_NOBODY, [1, 1])
    assert [each.rule for each in effects_of(done, Rolled)] == ["necro.core.wound-roll"] * 2
    assert {key for key, model in done.state.models.items() if words.PINNED in model.game} == {"b1", "a2"}
    assert [note.value for note in effects_of(done, Noted)] == [2]


@pytest.mark.parametrize(
    ("face", "centre", "hit"),
    [
        # 2" beyond the far side, or where the thrower stands
        pytest.param(2, (1500, 1410, 0), {"b1"}, id="necro.core.vent-shoot.blast.2"),
        pytest.param(1, (1500, 840, 0), {"a1"}, id="necro.core.vent-shoot.blast.1"),
    ],
)
def test_a_grenade_goes_off_beyond_or_here(face: int, centre: tuple[int, int, int], hit: set[str]) -> None:
    grenade = gun(Blast=300, Grenade=1, Range=900)
    state = at_vent(fighter("b1", (1500, 1600)), fighter("b2", (1500, 1610)), weapons=(grenade,))
    done = decide(state, "a", AT_NOBODY, [face, 1])
    (laid,) = effects_of(done, Laid)
    assert (laid.at, laid.radius) == (centre, 150)
    assert {key for key, model in done.state.models.items() if words.PINNED in model.game} == hit


def test_the_openings_of_a_vent() -> None:
    # necro.vent.size: the short sides, whichever way it lies
    assert [vent.middle(end, DUCT) for end in vent.ends(DUCT)] == [(1500, 990, 0), (1500, 1210, 0)]
    lying = box("v", 1000, 1000, 1200, 1100, 60, "vent")
    assert {vent.middle(end, lying) for end in vent.ends(lying)} == {(1000, 1050, 0), (1200, 1050, 0)}


def test_a_vent_on_top_of_a_wall_leads_through_it() -> None:
    # necro.vent.size, necro.vent.passes-through
    above = box("v1", 1450, 990, 1550, 1210, 60, "vent", 600)
    done = decide(acting(fighter("a1", HERE), terrain=(WALL, above)), "a", crawling())
    assert done.state.models["a1"].at == THERE


def test_a_fight_after_crawling_needs_points() -> None:
    # necro.core.action-cost.vent-crawl: both points are gone
    engaged = decide(at_vent(fighter("b1", ENEMY)), "a", crawling(THERE, "b1")).state
    engaged = decide(engaged, "b", Pass()).state  # who is not turned
    assert refusal(engaged, "a", Fight(fighter="a1", target="b1")) == "necro.core.two-actions"
