"""What makes an army, and what its models have by what they are: generals, standard bearers, parts, bodyguards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import rules
from rules.kernel.actions import Begin, Muster
from rules.kernel.effects import Counted, Marked, Rolled
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.sheet import Ability, Roster, Sheet, UnitSheet
from rules.kernel.state import Formation, Stand, State, Table
from rules.t9a import danger, melee, shooting
from rules.t9a.discipline import TakeTest
from rules.t9a.join import Join
from rules.t9a.magic import Cast
from rules.t9a.manoeuvre import Ahead, Redress
from rules.t9a.movement import Advance, March
from rules.t9a.special import universal
from rules.t9a.special.channel import ChannelTokens
from rules.t9a.special.light_troops import is_light
from rules.t9a.spells import ChooseSpells
from rules.t9a.turn import Pass
from tests.rules.deciding import decide, effects_of, refusal
from tests.rules.t9a.ground import DOWN, add, army, ask, board, formed, hero, inside, sheet, stand, troop, wood

GENERAL, BEARER = ("General",), ("Battle Standard Bearer",)


def muster(*units: list[Sheet], points: int = 0) -> rules.Decided:
    """Side a musters with these units."""
    return decide(begun({"t9a.core.pregame-sequence": points}), "a", Muster(roster=army(*units)))


def begun(options: dict[str, Any] | None = None) -> State:
    """A game that has its table."""
    begin = Begin(table=Table(7200, 4800), options=options or {})
    return decide(rules.empty(rules.load("t9a")), "table", begin).state


def refused(*units: list[Sheet], points: int = 0) -> str:
    with pytest.raises(IllegalAction) as why:
        muster(*units, points=points)
    return why.value.clause


GEN = [hero("g", keywords=GENERAL)]


# the General, the standard


@pytest.mark.parametrize("count", [0, 1, 2])
def test_one_general(count: int) -> None:
    """t9a.core.general"""
    units = [[hero(f"g{n}", keywords=GENERAL)] for n in range(count)]
    if count == 1:
        assert muster(troop("s", 5), *units)
    else:
        assert refused(troop("s", 5), *units) == "t9a.core.general"


def test_he_is_a_character() -> None:
    """t9a.core.general"""
    assert refused([sheet("g", keywords=("Standard", "Infantry", "General"))]) == "t9a.core.general"


@pytest.mark.parametrize(("limit", "fits"), [(200, True), (199, False), (0, True)])
def test_the_size_of_the_army(limit: int, fits: bool) -> None:
    """t9a.core.pregame-sequence, step 1: two units of 100 points."""
    if fits:
        assert muster(GEN, troop("s", 5), points=limit)
    else:
        assert refused(GEN, troop("s", 5), points=limit) == "t9a.core.pregame-sequence"


@pytest.mark.parametrize("count", [0, 1, 2])
def test_at_most_one_standard_bearer(count: int) -> None:
    """t9a.bsb.one-per-army: none is legal."""
    bearers = [[hero(f"b{n}", keywords=BEARER)] for n in range(count)]
    if count < 2:
        assert muster(GEN, *bearers)
    else:
        assert refused(GEN, *bearers) == "t9a.bsb.one-per-army"


def test_the_standard_bearer_is_no_general() -> None:
    """t9a.bsb.gains-not-a-leader"""
    assert refused([hero("b", keywords=(*GENERAL, *BEARER))]) == "t9a.bsb.gains-not-a-leader"


@pytest.mark.decides("t9a.bsb.gains-rally-around-the-flag", by="t9a.rally-around-the-flag.reroll")
@pytest.mark.parametrize("bears", [True, False])
def test_the_standard_bearer_rallies_around_the_flag(bears: bool) -> None:
    """t9a.bsb.gains-rally-around-the-flag: whatever his sheet says of it."""
    state = fought(hero("h", keywords=BEARER if bears else ()), guards=5, has={})
    failed = decide(state, "a", TakeTest(unit="au"), [6, 6])
    asked = failed.state.pending
    assert (asked is not None and asked.clause == "t9a.rally-around-the-flag.reroll") is bears


@pytest.mark.parametrize(("banners", "fits"), [(0, True), (2, True), (3, False)])
def test_two_banners(banners: int, fits: bool) -> None:
    """t9a.bsb.two-banners"""
    bearer = hero("b", keywords=BEARER, abilities=[Ability(f"Banner {n}", kind="banner") for n in range(banners)])
    if fits:
        assert muster(GEN, [bearer])
    else:
        assert refused(GEN, [bearer]) == "t9a.bsb.two-banners"


def test_who_is_not_a_leader_is_no_general() -> None:
    """t9a.not-a-leader.no-general: by his own sheet, or by a part of him."""
    assert refused([hero("g", keywords=GENERAL, has={"t9a.not-a-leader": 1})]) == "t9a.not-a-leader.no-general"
    assert muster([hero("g", keywords=GENERAL)], [hero("h", has={"t9a.not-a-leader": 1})])
    mount = Ability("Not a Leader", kind="mount", rule="t9a.not-a-leader")
    assert refused([hero("g", keywords=GENERAL, abilities=[mount])]) == "t9a.not-a-leader.no-general"


def test_a_list_that_nobody_could_play_is_not_read() -> None:
    """A model in two units, values that are no numbers, a base that is none: each is named."""
    wrong = sheet("x", base="round", has={"t9a.fly": "far"}, Att=99)
    state = begun()
    with pytest.raises(Malformed) as why:
        decide(state, "a", Muster(roster=army(GEN, [wrong])))
    for part in ("a base is its width and length", "the value of t9a.fly", "Att is a number up to 10"):
        assert part in str(why.value)
    twice = army(GEN, troop("s", 2))
    units = (*twice.units, UnitSheet("u9", "Again", ("s1",)))
    with pytest.raises(Malformed, match="every model of an army is in one unit"):
        decide(state, "a", Muster(roster=Roster("A", "t9a", models=twice.models, units=units)))


# models of several parts


@pytest.mark.parametrize(("part", "row"), [("rider", "mounted-character"), ("mount", "part-gives-whole")])
def test_a_rule_of_a_part_is_one_of_the_whole(part: str, row: str) -> None:
    """t9a.universal.mounted-character, t9a.universal.part-gives-whole; t9a.core.multipart-model: it is one model."""
    rider = hero("h", keywords=GENERAL, abilities=[Ability("Fly", "8,16", kind=part, rule="t9a.fly")])
    decided = muster([rider])
    (gained,) = effects_of(decided, Marked)
    assert (gained.rule, gained.on, gained.key, gained.value) == (f"t9a.universal.{row}", "ah", "t9a.fly", "8,16")
    assert ask(decided.state).holds(decided.state.units["au1"], "t9a.fly") == "8,16"
    plain = hero("h", keywords=GENERAL, abilities=[Ability("Fly", "8,16", kind="ability", rule="t9a.fly")])
    assert not effects_of(muster([plain]), Marked), "what is printed for no part is on the sheet itself"


@pytest.mark.parametrize("part", ["rider", "mount"])
def test_a_rule_of_a_part_works(part: str) -> None:
    """t9a.universal.mounted-character, t9a.universal.part-gives-whole: the whole of it flies, 16" in a March."""
    flight = Ability("Fly", "8,16", kind=part, rule="t9a.fly")
    flyer, walker = (with_what_it_has(hero("h", keywords=GENERAL, abilities=kept)) for kept in ([flight], []))
    way = (Ahead(1600),)
    assert formed(decide(flyer, "a", March(unit="au", way=way, fly=True))).at == (2000, 3600)
    assert refusal(walker, "a", March(unit="au", way=way, fly=True)) == "t9a.fly.all-models"


def with_what_it_has(model: Sheet, **position: Any) -> State:
    """A battle with one unit, with the rules that it had from the muster on."""
    state = board(**position)
    add(state, "u", [model], (2000, 2000))
    state.models["ah"].game |= muster([model]).state.models["ah"].game
    return state


def test_the_greatest_value_counts() -> None:
    parts = [Ability("MR", str(n), kind=kind, rule="t9a.magic-resistance") for n, kind in ((1, "rider"), (3, "mount"))]
    assert [value for _, _, value in universal.of_parts(hero("h", abilities=parts))] == [3]


@pytest.mark.parametrize(("has", "tokens"), [({}, 3), ({"t9a.channel": 4}, 7)])
def test_channel_of_rider_and_mount_adds_up(has: dict[str, Any], tokens: int) -> None:
    """t9a.channel.cumulative: 2 of the rider and 1 of the mount, and what is on the sheet itself."""
    parts = [Ability("Channel", str(n), kind=kind, rule="t9a.channel") for n, kind in ((2, "rider"), (1, "mount"))]
    model = hero("h", keywords=GENERAL, abilities=parts, has=has)
    state = with_what_it_has(model, phase="magic", step="siphon")
    done = decide(state, "a", ChannelTokens(model="ah"))
    assert [effect.by for effect in effects_of(done, Counted, "t9a.channel.add-tokens")] == [tokens]


# Bodyguard


def fought(*heroes: Sheet, guards: int = 5, has: dict[str, Any] | None = None, keep: int = 0) -> State:
    """The unit of a hero has lost its combat by three and has to test."""
    state = board(phase="melee", step="fight")
    models = troop("s", guards, has={"t9a.bodyguard": 1} if has is None else has)
    if keep:
        models = [*models[:keep], *troop("n", guards - keep)]
    add(state, "u", models, (2000, 2000))
    inside(state, state.units["au"], *heroes, at={
        **{each.id: Stand(n, 0) for n, each in enumerate(heroes)},
        **{m.id: Stand((n + len(heroes)) % 5, (n + len(heroes)) // 5) for n, m in enumerate(models)}})  # fmt: skip
    add(state, "foe", troop("e", 5), (2394, 2000), DOWN, side="b")
    state.units["au"].phase[melee.FOUGHT] = 3
    state.units["bfoe"].phase[melee.FOUGHT] = 0
    state.units["au"].turn[melee.BREAK] = "due"
    return decide(state, "a", Pass()).state


def break_test(state: State) -> tuple[tuple[str, int], ...]:
    """The modifiers of the Break test, of which 2 and 2 pass."""
    (rolled,) = effects_of(decide(state, "a", TakeTest(unit="au"), [2, 2]), Rolled)
    return rolled.modifiers


GUARDED = (("t9a.bodyguard.grants-stubborn", 0),)
BEATEN = (("t9a.core.combat-score", -3),)


def test_a_character_among_bodyguards_is_stubborn() -> None:
    """t9a.bodyguard.grants-stubborn: the difference of three does not count."""
    assert break_test(fought(hero("h"))) == GUARDED
    assert break_test(fought(hero("h"), has={})) == BEATEN
    assert break_test(fought()) == BEATEN, "without a character bodyguards are stubborn for nobody"


@pytest.mark.decides("t9a.bodyguard.one-model-enough", by="t9a.bodyguard.grants-stubborn")
@pytest.mark.parametrize("guards", [0, 1])
def test_one_bodyguard_is_enough(guards: int) -> None:
    state = fought(hero("h"), keep=1)
    if not guards:
        state.models["as1"].out = True
    assert break_test(state) == (GUARDED if guards else BEATEN)


@pytest.mark.decides("t9a.bodyguard.type-restriction", by="t9a.bodyguard.grants-stubborn")
@pytest.mark.parametrize("keyword", ["General", "Wizard Adept"])
def test_for_whom_they_are_bodyguards(keyword: str) -> None:
    state = fought(hero("h", keywords=(keyword,)), has={"t9a.bodyguard": "General"})
    assert break_test(state) == (GUARDED if keyword == "General" else BEATEN)


def test_one_stubborn_model_is_enough_for_the_unit() -> None:
    """t9a.bodyguard.unit-may-use"""
    state = fought(hero("h", has={"t9a.core.stubborn": 1}), has={})
    assert break_test(state) == (("t9a.bodyguard.unit-may-use", 0),)
    assert break_test(fought(has={"t9a.core.stubborn": 1})) == (("t9a.core.stubborn", 0),)


# Chariot


def meeting(one: dict[str, Any], others: dict[str, Any], kind: str = "Infantry") -> State:
    """A character by himself near a unit of five."""
    state = board()
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b")
    add(state, "u", troop("s", 5, has=others, keywords=("Standard", kind)), (2000, 2000))
    add(state, "h", [hero("h", has=one)], (2000, 2400), files=1)
    return state


JOIN = Join(unit="ah", target="au")
CHARIOT, PLATFORM = {"t9a.chariot": 1}, {"t9a.chariot": 1, "t9a.core.war-platform": 1}


@pytest.mark.decides("t9a.chariot.war-platform-may-join", by="t9a.chariot.join-restriction")
@pytest.mark.parametrize(("one", "others", "clause"), [
    (CHARIOT, {}, "t9a.chariot.join-restriction"),
    (CHARIOT, CHARIOT, ""),
    (PLATFORM, {}, ""),
])  # fmt: skip
def test_which_chariots_join_whom(one: dict[str, Any], others: dict[str, Any], clause: str) -> None:
    state = meeting(one, others)
    if clause:
        assert refusal(state, "a", JOIN) == clause
    else:
        assert decide(state, "a", JOIN).state.models["ah"].unit == "au"


@pytest.mark.decides("t9a.chariot.platform-unit-exception", by="t9a.chariot.non-chariot-character")
@pytest.mark.parametrize(("others", "clause"), [
    (CHARIOT, "t9a.chariot.non-chariot-character"), (PLATFORM, ""), ({}, ""),
])  # fmt: skip
def test_who_joins_chariots(others: dict[str, Any], clause: str) -> None:
    state = meeting({}, others)
    if clause:
        assert refusal(state, "a", JOIN) == clause
    else:
        assert decide(state, "a", JOIN).state.models["ah"].unit == "au"


def test_a_war_platform_joins_infantry_and_stands_in_the_middle() -> None:
    """t9a.core.war-platform"""
    state = decide(meeting(PLATFORM, {}), "a", JOIN).state
    stands = state.units["au"].formation
    assert stands is not None and stands.stands["ah"] == Stand(2, 0)
    assert refusal(meeting(PLATFORM, {}, "Cavalry"), "a", JOIN) == "t9a.core.war-platform"


@pytest.mark.decides("t9a.chariot.dangerous-terrain-die", by="t9a.core.dangerous-terrain")
@pytest.mark.parametrize(("height", "chariot", "dice"), [
    ("Standard", False, 1), ("Standard", True, 2), ("Large", False, 2), ("Large", True, 3), ("Gigantic", True, 4),
])  # fmt: skip
def test_a_chariot_rolls_one_die_more(height: str, chariot: bool, dice: int) -> None:
    state = board()
    state = replace(state, table=Table(7200, 4800, terrain=(wood("water", 1900, 2100, 2200, 2200),)))
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b")
    has = CHARIOT if chariot else {}
    add(state, "u", troop("s", 1, has=has, keywords=(height, "Construct")), (2000, 2000), files=1)
    decided = decide(state, "a", March(unit="au", way=(Ahead(600),)), [6] * dice)
    (rolled,) = effects_of(decided, Rolled, danger.TEST)
    assert len(rolled.faces) == dice


# Massive Bulk


def saves(model: Sheet, wounds: int = 2) -> list[int]:
    """What the saves of a monster need against wounds without Armour Penetration."""
    state = board(phase="shooting", step="shoot")
    add(state, "u", [model], (2000, 2000), files=1)
    ctx = ask(state, dice=[1] * 20)
    shooting.saved(ctx, ctx.state.units["au"], ctx.state.models["ah"], wounds, 0)
    return [e.needed for e in ctx.effects if isinstance(e, Rolled)]


BULK = {"t9a.massive-bulk": 1}
PRINTED: dict[str, Any] = {"Arm": 5, "rider Arm": 2, "Aegis": 5, "rider Aegis": 5}


@pytest.mark.decides("t9a.massive-bulk.ignores-rider", by="t9a.core.saves")
def test_the_mount_has_no_use_for_its_riders_armour() -> None:
    """t9a.massive-bulk.ignores-rider: Armour 5 of which 2 are the rider's leaves 3: 4+ and not 2+; no Aegis of his."""
    assert saves(hero("h", **PRINTED)) == [2, 5]
    assert saves(hero("h", has=BULK, **PRINTED)) == [4]
    own = {**PRINTED, "rider Aegis": 6}
    assert saves(hero("h", has=BULK, **own)) == [4, 5], "its own Special Save it keeps"
    assert saves(sheet("h", has=BULK, **PRINTED)) == [2, 5], "no Character rides it"
    tough = {**PRINTED, "Fortitude": 6, "rider Fortitude": 6}
    assert saves(hero("h", **tough)) == [2, 5, 6]
    assert saves(hero("h", has=BULK, **tough)) == [4]


@pytest.mark.decides("t9a.massive-bulk.item-exception", by="t9a.core.saves")
@pytest.mark.parametrize(("counts", "needed"), [
    ("", [4]), ("1", [3]), ("Aegis", [4, 5]), ("2,Aegis", [2, 5]),
])  # fmt: skip
def test_unless_an_item_says_otherwise(counts: str, needed: list[int]) -> None:
    has: dict[str, Any] = {**BULK, **({"t9a.massive-bulk.item-exception": counts} if counts else {})}
    assert saves(hero("h", has=has, **PRINTED)) == needed


# Protean Magic


def wizard(level: str = "Adept", protean: bool = False, *paths: str) -> State:
    """Step 7 of the pre-game sequence; side a has a Wizard of two Paths."""
    state = replace(board(round=0, phase="deployment", step="spells", turn=""), to_act="a")
    abilities = [Ability(path, kind="path") for path in paths or ("Alchemy", "Cosmology")]
    has = {"t9a.protean-magic": 1} if protean else {}
    add(state, "m", [hero("m", keywords=(f"Wizard {level}",), has=has, abilities=abilities)])
    add(state, "far", troop("z", 5), side="b")
    return state


def chooses(*spells: str) -> ChooseSpells:
    return ChooseSpells(model="am", spells=spells)


@pytest.mark.parametrize(("spells", "clause"), [
    (("H", "Alchemy 1"), ""), (("Alchemy 1", "Cosmology 1"), ""),
    (("Alchemy 1", "Alchemy 2"), "t9a.protean-magic.choice"), (("Alchemy 1",), "t9a.core.wizard-levels"),
    (("H", "Shamanism 1"), "t9a.core.wizard-levels"), (("H", "H"), "t9a.core.wizard-levels"),
])  # fmt: skip
def test_what_protean_magic_chooses_from(spells: tuple[str, ...], clause: str) -> None:
    """t9a.protean-magic.choice: the Hereditary Spell and the first of each Path."""
    if clause:
        assert refusal(wizard("Adept", True), "a", chooses(*spells)) == clause
    else:
        decided = decide(wizard("Adept", True), "a", chooses(*spells))
        assert decided.state.models["am"].game["t9a.core.wizard-levels"] == spells
        assert decided.state.step == "ambushes"


def test_the_rules_of_the_level_do_not_hold() -> None:
    """t9a.protean-magic.overrides-level: a Wizard of his level chooses in one Path, and any spell of it."""
    mixed = chooses("Alchemy 1", "Cosmology 1")
    assert refusal(wizard("Adept"), "a", mixed) == "t9a.core.wizard-levels"
    decided = decide(wizard("Adept", True), "a", mixed)
    assert [e.rule for e in effects_of(decided, Marked)] == ["t9a.protean-magic.overrides-level"]
    assert decide(wizard("Adept"), "a", chooses("Alchemy 2", "Alchemy 5")).state.step == "ambushes"


@pytest.mark.parametrize(("level", "count"), [("Apprentice", 1), ("Adept", 2), ("Master", 4)])
def test_as_many_as_the_level_lets_him_know(level: str, count: int) -> None:
    """t9a.core.wizard-levels, with four Paths so that there is enough to choose from."""
    known = ("H", "Alchemy 1", "Cosmology 1", "Evocation 1")
    state = wizard(level, True, "Alchemy", "Cosmology", "Evocation")
    assert decide(state, "a", chooses(*known[:count]))
    assert refusal(state, "a", chooses(*known[: count + 1], *(["Pyromancy 1"] if count == 4 else []))) == (
        "t9a.core.wizard-levels"
    )


def test_spells_are_chosen_at_step_7() -> None:
    """t9a.core.pregame-sequence"""
    state = wizard("Adept", True)
    assert refusal(replace(state, step="ambushes"), "a", chooses("H", "Alchemy 1")) == "t9a.core.pregame-sequence"
    done = decide(state, "a", chooses("H", "Alchemy 1")).state
    assert (
        refusal(replace(done, step="spells", to_act="a"), "a", chooses("H", "Alchemy 1")) == "t9a.core.pregame-sequence"
    )


def test_only_chosen_spells_are_cast() -> None:
    """t9a.core.wizard-levels"""
    state = decide(wizard("Adept", True), "a", chooses("H", "Alchemy 1")).state
    state = replace(state, phase="magic", step="cast", turn="a", to_act="a", round=1)
    state.sides["a"].counters["magic dice"] = 4
    unit = state.units["am"]
    stand(state, unit, Formation((2000, 2000), (0, 1000), 1, (20, 20), {"am": Stand(0, 0)}))
    assert refusal(state, "a", Cast(model="am", spell="Cosmology 1", dice=1, value=6)) == "t9a.core.wizard-levels"
    assert decide(state, "a", Cast(model="am", spell="H", dice=1, value=6), [3])


# Insignificant, Light Troops


@pytest.mark.parametrize(("one", "clause"), [(0, "t9a.insignificant.characters"), (1, "")])
def test_who_joins_the_insignificant(one: int, clause: str) -> None:
    has = {"t9a.insignificant": 1}
    state = meeting(has if one else {}, has)
    if clause:
        assert refusal(state, "a", JOIN) == clause
    else:
        assert decide(state, "a", JOIN)
        assert decide(meeting(has, {}), "a", JOIN), "they may join others"


LIGHT = {"t9a.light-troops": 1}
WAY = (Redress((0, 1000)), Ahead(100))


def lightly(one: Sheet, others: dict[str, Any], **about: Any) -> State:
    """A unit of five that a character has joined."""
    state = board()
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b")
    add(state, "u", troop("s", 4, has=others, **about), (2000, 2000))
    inside(state, state.units["au"], one, at={"h": Stand(0, 0), **{f"s{n}": Stand(n, 0) for n in range(1, 5)}})
    return state


@pytest.mark.decides("t9a.light-troops.character-loses", by="t9a.light-troops.reforms")
@pytest.mark.parametrize("others", [LIGHT, {}])
def test_a_character_loses_it_among_others(others: dict[str, Any]) -> None:
    """He alone in a unit without the rule makes no reform of it possible; half of its models are not light with him."""
    state = lightly(hero("h", has=LIGHT), others)
    ctx = ask(state)
    assert is_light(ctx, ctx.state.models["ah"]) == bool(others)
    if others:
        assert decide(state, "a", Advance(unit="au", way=WAY))
    else:
        assert refusal(state, "a", Advance(unit="au", way=WAY)) == "t9a.core.reform"


@pytest.mark.decides("t9a.light-troops.character-gains", by="t9a.light-troops.reforms")
@pytest.mark.parametrize(("keywords", "gains"), [
    (("Standard", "Infantry", "Character"), True), (("Large", "Infantry", "Character"), False),
    (("Standard", "Cavalry", "Character"), False),
])  # fmt: skip
def test_a_character_on_foot_gains_it(keywords: tuple[str, ...], gains: bool) -> None:
    state = lightly(sheet("h", keywords=keywords), LIGHT)
    if gains:
        assert decide(state, "a", Advance(unit="au", way=WAY))
    else:
        assert refusal(state, "a", Advance(unit="au", way=WAY)) == "t9a.core.reform"
