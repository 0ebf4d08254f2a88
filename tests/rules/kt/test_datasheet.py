"""The characteristics of a datasheet, each in the sequence that it feeds, on both sides of its number."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.actions import Begin, Muster
from rules.kernel.effects import Marked, Rolled
from rules.kernel.sheet import Ability, Roster
from rules.kernel.state import Model, State, Table
from rules.kt.datasheet import SPECIALISMS
from rules.kt.fight import Blow, Fight
from rules.kt.morale import Morale, NerveTest
from rules.kt.move import Advance, Move
from rules.kt.psychic import Manifest
from rules.kt.roster import problems
from rules.kt.shoot import Shoot, Volley
from rules.kt.stratagem import tactics
from rules.kt.words import FLESH, SHAKEN

from .board import KT, answer, blade, decide, effects_of, gun, model, position, refusal, sheet, wanted

SHOOT = Shoot(model="a1", volleys=(Volley("gun", "b1"),))


def field(shooter: Model, target: Model | None = None, **more: Any) -> State:
    enemy = target or model("b1", (1600, 500), W=9)
    return position(shooter, enemy, **{"phase": "shooting", "step": "fire-at-will", **more})


def heavy(**of_model: Any) -> Model:
    return model("a1", (500, 500), **{"weapons": (gun(type="Heavy"),), **of_model})


def duel(fighter: Model, target: Model | None = None) -> State:
    return position(fighter, target or model("b1", (620, 500), W=9), phase="fight", step="lives")


def blow(attacks: int = 1) -> Fight:
    return Fight(model="a1", blows=(Blow("blade", "b1", attacks),))


@pytest.mark.parametrize(
    ("printed", "x", "expected"),
    [
        pytest.param(500, 1000, "ok", id="kt.datasheet.m exactly"),
        pytest.param(500, 1001, "kt.move.normal", id="kt.datasheet.m farther"),
        pytest.param(700, 1200, "ok", id="kt.datasheet.m another"),
    ],
)
@pytest.mark.decides("kt.datasheet.m", by="kt.move.normal")
def test_m_is_the_longest_move(printed: int, x: int, expected: str) -> None:
    state = position(model("a1", M=printed), model("b1", (2900, 2100)))
    assert answer(state, "a", Move(model="a1", path=((x, 500, 0),))) == expected


def test_m_is_the_base_of_an_advance() -> None:
    state = position(model("a1", M=500), model("b1", (2900, 2100)))
    pending = decide(state, "a", Advance(model="a1"), [4]).state.pending
    assert pending is not None and pending.value == 900


@pytest.mark.parametrize(("face", "hits"), [(2, 0), (3, 1)])
@pytest.mark.decides("kt.datasheet.bs", by="kt.hit.ranged.roll")
def test_bs_3_hits_on_3(face: int, hits: int) -> None:
    # kt.datasheet.bs: the worked example, 3+ hits on a 3 and misses on a 2
    tape = [face] + [1] * hits
    assert effects_of(decide(field(heavy(BS=3)), "a", SHOOT, tape), Rolled)[0].passed == (hits,)


@pytest.mark.parametrize(("face", "hits"), [(3, 0), (4, 1)])
@pytest.mark.decides("kt.datasheet.ws", by="kt.hit.melee.roll")
def test_ws_4_hits_on_4(face: int, hits: int) -> None:
    # kt.datasheet.ws, and not BS, which is better
    tape = [face] + [1] * hits
    fighter = model("a1", WS=4, BS=2)
    assert effects_of(decide(duel(fighter), "a", blow(), tape), Rolled)[0].passed == (hits,)


@pytest.mark.parametrize(
    ("own", "weapon", "needed"),
    [
        pytest.param(4, "User", 4, id="kt.datasheet.s equal"),
        pytest.param(5, "User", 3, id="kt.datasheet.s greater"),
        pytest.param(3, "User", 5, id="kt.datasheet.s lower"),
        pytest.param(3, 4, 4, id="kt.datasheet.s not-with-a-fixed-weapon"),
    ],
)
@pytest.mark.decides("kt.datasheet.s", by="kt.wound.table.equal")
def test_s_is_the_strength_of_its_blows(own: int, weapon: int | str, needed: int) -> None:
    fighter = model("a1", S=own, weapons=(blade(S=weapon),))
    assert effects_of(decide(duel(fighter), "a", blow(), [6, 1]), Rolled)[1].needed == needed


@pytest.mark.parametrize(
    ("toughness", "needed"),
    [
        pytest.param(4, 4, id="kt.datasheet.t equal"),
        pytest.param(3, 3, id="kt.datasheet.t lower"),
        pytest.param(5, 5, id="kt.datasheet.t greater"),
    ],
)
@pytest.mark.decides("kt.datasheet.t", by="kt.wound.table.equal")
def test_t_is_what_strength_is_compared_with(toughness: int, needed: int) -> None:
    target = model("b1", (1600, 500), T=toughness, W=9)
    assert effects_of(decide(field(heavy(), target), "a", SHOOT, [6, 1]), Rolled)[1].needed == needed


@pytest.mark.parametrize(
    ("wounds", "injured"),
    [
        pytest.param(1, True, id="kt.datasheet.w 1"),
        pytest.param(2, True, id="kt.datasheet.w 2"),
        pytest.param(3, False, id="kt.datasheet.w 3"),
    ],
)
@pytest.mark.decides("kt.datasheet.w", by="kt.injury.result")
def test_w_is_lost_before_an_injury_roll(wounds: int, injured: bool) -> None:
    shooter = heavy(weapons=(gun(type="Heavy", D=2),))
    state = field(shooter, model("b1", (1600, 500), W=wounds))
    tape = [6, 6, 1] + ([1] * 2 if injured else [])
    done = decide(state, "a", SHOOT, tape)
    assert bool(effects_of(done, Rolled, "kt.injury.result")) == injured
    assert done.state.models["b1"].wounds == 1


@pytest.mark.decides("kt.datasheet.definition", by="kt.roster.definition")
def test_w_is_what_a_model_begins_with() -> None:
    # kt.datasheet.definition: the same force of other datasheets begins otherwise
    for wounds in (3, 1, 2), (1, 1, 1):
        state = mustered(
            sheet("1", has={"kt.specialist.leader": 1}, W=wounds[0]), *(sheet(f"{n}", W=wounds[n - 1]) for n in (2, 3))
        )
        assert tuple(m.wounds for m in state.models.values()) == wounds


@pytest.mark.parametrize(
    ("attacks", "made", "expected"),
    [
        pytest.param(2, 2, "ok", id="kt.datasheet.a exactly"),
        pytest.param(2, 3, "kt.fight.split", id="kt.datasheet.a more"),
        pytest.param(3, 3, "ok", id="kt.datasheet.a another"),
    ],
)
@pytest.mark.decides("kt.datasheet.a", by="kt.fight.split")
def test_a_is_the_number_of_attacks(attacks: int, made: int, expected: str) -> None:
    state = duel(model("a1", A=attacks))
    assert answer(state, "a", blow(made), [1] * made if expected == "ok" else []) == expected


@pytest.mark.parametrize(
    ("leadership", "shaken"),
    [pytest.param(6, False, id="kt.datasheet.ld nerve-6"), pytest.param(5, True, id="kt.datasheet.ld nerve-5")],
)
@pytest.mark.decides("kt.datasheet.ld", by="kt.morale.shaken-effect")
def test_ld_against_a_nerve_test(leadership: int, shaken: bool) -> None:
    tester = model("a1", Ld=leadership, game={FLESH: 1})
    state = position(tester, model("b1", (2900, 2100)), phase="morale", step="nerve")
    done = decide(state, "a", NerveTest(model="a1"), [6])
    assert bool(effects_of(done, Marked, SHAKEN)) == shaken


@pytest.mark.parametrize(
    ("leadership", "broken"),
    [pytest.param(7, False, id="kt.datasheet.ld break-7"), pytest.param(6, True, id="kt.datasheet.ld break-6")],
)
@pytest.mark.decides("kt.datasheet.ld", by="kt.morale.broken-effect")
def test_ld_against_a_break_test(leadership: int, broken: bool) -> None:
    dead = [model(f"a{n}", (300, 300 + 200 * n), out=True) for n in (2, 3)]
    state = position(model("a1", Ld=leadership), *dead, model("b1", (2900, 2100)), phase="morale", step="break")
    done = decide(state, "a", Morale(), [3, 4])
    assert bool(effects_of(done, Marked, "kt.morale.broken-effect")) == broken


@pytest.mark.parametrize(
    ("save", "face", "stopped"),
    [
        pytest.param(4, 4, 1, id="kt.datasheet.sv exactly"),
        pytest.param(4, 3, 0, id="kt.datasheet.sv less"),
        pytest.param(3, 3, 1, id="kt.datasheet.sv another"),
    ],
)
@pytest.mark.decides("kt.datasheet.sv", by="kt.save.roll")
def test_sv_stops_an_attack(save: int, face: int, stopped: int) -> None:
    state = field(heavy(), model("b1", (1600, 500), Sv=save, W=9))
    assert effects_of(decide(state, "a", SHOOT, [6, 6, face]), Rolled)[2].passed == (stopped,)


# keywords, abilities, wargear, specialisations


@pytest.mark.decides("kt.datasheet.keywords", by="kt.psychic.psyker")
def test_keywords_are_what_rules_ask_for() -> None:
    # kt.datasheet.keywords: PSYKER may cast, FLY may shoot after a retreat, another keyword changes nothing
    def psychic(*words: str) -> str:
        state = position(model("a1", keywords=words), model("b1", (2900, 2100)), phase="psychic")
        return answer(state, "a", Manifest(model="a1"), [1, 2] if "PSYKER" in words else [])

    assert psychic("PSYKER") == "ok"
    assert psychic("IMPERIUM") == psychic() == "kt.psychic.psyker"
    for words, expected in ((("FLY",), (1, "kt.hit.ranged.roll")), (("IMPERIUM",), None)):
        state = field(heavy(keywords=words, round={"kt.charge.retreat": 1}))
        if expected:
            assert wanted(state, "a", SHOOT) == expected
        else:
            assert refusal(state, "a", SHOOT) == "kt.shoot.select.not-retreated"


def mustered(*force: Any) -> State:
    begun = decide(rules.empty(KT), "table", Begin(table=Table(3000, 2200))).state
    points = sum(each.points for each in force)
    return decide(begun, "a", Muster(roster=Roster("Team", "Kill Team", "", points, tuple(force)))).state


def test_a_model_begins_as_its_datasheet_says() -> None:
    """kt.datasheet.definition, kt.datasheet.abilities, kt.datasheet.wargear: all that is printed stays on the model."""
    odd = Ability("Shadow step", "Once a game this model may be set up again.")
    own = sheet("1", has={"kt.specialist.leader": 1}, abilities=(odd,), keywords=("IMPERIUM",))
    state = mustered(own, sheet("2"), sheet("3"))
    assert state.models["a1"].sheet == own
    assert rules.from_json(rules.to_json(state)).models["a1"].sheet == own
    statuses = {KT.clauses[key][1].status for key in ("kt.datasheet.abilities", "kt.datasheet.wargear")}
    assert statuses == {"recorded"}


@pytest.mark.parametrize("word", sorted(SPECIALISMS))
def test_a_specialisation_brings_a_passive_and_a_stratagem(word: str) -> None:
    # kt.roster.specialisation-grants
    assert f"kt.specialist.{word}" in tactics()
    for part in ("passive", "stratagem"):
        assert KT.clauses[f"kt.specialist.{word}.{part}"][1].status == "enforced"
    state = mustered(sheet("1", has={"kt.specialist.leader": 1}), sheet("2"), sheet("3"))
    assert state.models["a1"].sheet.has == {"kt.specialist.leader": 1}


def test_which_specialisations_there_are_for_commanders_is_recorded() -> None:
    """kt.roster.commander-specialisations: the document has no list of them. Where nobody has said what a datasheet
    offers, a choice is taken as the builder allowed it; where somebody has, see `test_allowed.py`."""
    assert KT.clauses["kt.roster.commander-specialisations"][1].status == "recorded"
    force = (sheet("1", has={"kt.specialist.leader": 1}), sheet("2", has={"kt.specialist.medic": 1}), sheet("3"))
    assert problems(Roster("Any", "Kill Team", "", 30, force), 125) == []


@pytest.mark.parametrize(
    ("agreed", "points", "expected"),
    [
        pytest.param(100, 100, "ok", id="kt.roster.format-100 exactly"),
        pytest.param(100, 101, "kt.roster.points-limit", id="kt.roster.format-100 more"),
        pytest.param(125, 125, "ok", id="kt.roster.format-125 exactly"),
        pytest.param(125, 126, "kt.roster.points-limit", id="kt.roster.format-125 more"),
        pytest.param(200, 200, "ok", id="kt.roster.format-200 exactly"),
        pytest.param(200, 201, "kt.roster.points-limit", id="kt.roster.format-200 more"),
    ],
)
@pytest.mark.decides(
    "kt.roster.format-100",
    "kt.roster.format-125",
    "kt.roster.format-200",
    "kt.roster.points-cost",
    by="kt.roster.points-limit",
)
def test_formats(agreed: int, points: int, expected: str) -> None:
    # kt.roster.points-cost: the cost of a roster is the sum of its models', whatever its heading says
    begun = decide(
        rules.empty(KT), "table", Begin(table=Table(3000, 2200), options={"kt.roster.format-agreed": agreed})
    ).state
    force = (sheet("1", has={"kt.specialist.leader": 1}), sheet("2"), sheet("3", points=points - 20))
    assert answer(begun, "a", Muster(roster=Roster("Costs", "Kill Team", "", 0, force))) == expected


# weapons


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        ("Heavy", "ok"),
        ("Rapid Fire", "ok"),
        ("Assault", "ok"),
        ("Pistol", "ok"),
        ("Grenade", "ok"),
        ("Melee", "kt.weapon.range-melee"),
    ],
)
@pytest.mark.decides("kt.weapon.type", "kt.type.list", by="kt.hit.ranged.roll")
def test_the_type_of_a_weapon_is_one_of_six(kind: str, clause: str) -> None:
    # kt.weapon.type
    state = field(heavy(weapons=(gun(type=kind, attacks=2),)))
    count = 4 if kind == "Rapid Fire" else 2
    if clause == "ok":
        assert wanted(state, "a", SHOOT) == (count, "kt.hit.ranged.roll")
    else:
        assert refusal(state, "a", SHOOT) == clause


@pytest.mark.parametrize(
    ("reach", "expected"),
    [
        pytest.param(1000, "ok", id="kt.weapon.range exactly"),
        pytest.param(999, "kt.shoot.range", id="kt.weapon.range less"),
    ],
)
@pytest.mark.decides("kt.weapon.range", by="kt.shoot.range")
def test_the_range_of_a_weapon(reach: int, expected: str) -> None:
    state = field(heavy(weapons=(gun(type="Heavy", range=reach),)))
    assert answer(state, "a", SHOOT, [1] if expected == "ok" else []) == expected


@pytest.mark.decides("kt.weapon.abilities", by="kt.weapon.ability.auto-hit")
def test_a_weapon_has_its_own_specials() -> None:
    # kt.weapon.abilities: a flamer rolls no dice to hit, the same weapon without the text does
    flamer = gun(type="Assault", attacks=2, has={"kt.weapon.ability.auto-hit": 1})
    assert wanted(field(heavy(weapons=(flamer,))), "a", SHOOT) == (2, "kt.wound.table.equal")
    assert wanted(field(heavy(weapons=(gun(type="Assault", attacks=2),))), "a", SHOOT) == (2, "kt.hit.ranged.roll")


# what players agree, and is kept


def test_only_the_body_is_seen() -> None:
    """kt.shoot.visibility.body-only is recorded: without a map the players say what is seen, and the measure of a map
    is the base and height of the model, no banner."""
    assert KT.clauses["kt.shoot.visibility.body-only"][1].status == "recorded"
    from rules.kt.sight import SightFact

    state = field(heavy(), mapped=False)
    hidden = Shoot(model="a1", volleys=(Volley("gun", "b1"),), facts=(SightFact("b1", visible=False),))
    assert refusal(state, "a", hidden) == "kt.shoot.visibility"
    assert wanted(state, "a", SHOOT) == (1, "kt.hit.ranged.roll")
