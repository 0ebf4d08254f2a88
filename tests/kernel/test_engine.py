"""Decide, evolve, fold, verify, over autoplayed games and small positions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
from rules import autoplay
from rules.kernel import engine
from rules.kernel.actions import Begin, Concede, Fact, Modifier, Muster, modifiers_for
from rules.kernel.context import Context, last_touching
from rules.kernel.effects import (
    Ended,
    Lifted,
    Marked,
    Moved,
    Noted,
    Placed,
    PositionSet,
    Removed,
    Rolled,
    TerrainRemoved,
    TerrainSet,
    Unmarked,
    WoundsSet,
)
from rules.kernel.events import Action, Claim, Declaration, Event, Finding
from rules.kernel.sheet import Ability
from rules.kernel.state import Decision, State, Table, Terrain
from rules.kt.charge import Charge, ChargeRoll
from rules.kt.game import Initiative, Pass
from rules.kt.move import Advance, Move, Ready, Run
from tests.kernel.games import DEMO, KT, crew, game, states
from tests.rules.kt.board import blade, box, decide, effects_of, gun, model, objections, position, refusal, wanted

MARK = "kt.move.ready"
"""A mark on which something depends: no other may be put on in a test."""
PIECE = Terrain("w1", "Wall", ((0, 0), (100, 0), (100, 100), (0, 100)), 300)
GAMES = [(1, "demo"), (2, "demo"), (3, "demo"), (1, "crew")]


def duel(**more: Any) -> State:
    """Two models 10" apart, the first to move."""
    return position(model("a1", (500, 500)), model("b1", (1500, 500), W=2), **more)


# what is measured once


@pytest.fixture
def measured() -> tuple[Context, list[int], Any]:
    """A context, the answers that were measured in it, and a question of it."""
    ctx, answers = Context(KT, duel(), "a", ()), list[int]()

    def answer() -> int:
        answers.append(len(answers) + 1)
        return answers[-1]

    def ask(about: str = "the gap") -> Any:
        return ctx.once((about,), answer)

    return ctx, answers, ask


def test_what_does_not_change_is_measured_once(measured: Any) -> None:
    _, answers, ask = measured
    assert [ask(), ask(), ask("the way")] == [1, 1, 2]
    assert len(answers) == 2


def test_what_changes_the_table_ends_what_was_measured(measured: Any) -> None:
    ctx, _, ask = measured
    changes = (
        Moved(rule="x.y", model="b1", path=((900, 500, 0),)), Removed(rule="x.y", model="b1"),
        Lifted(rule="x.y", model="b1"), Placed(rule="x.y", model="b1", at=(900, 500, 0)),
        TerrainSet(rule="x.y", piece=PIECE), TerrainRemoved(rule="x.y", piece=PIECE.id),
        Marked(rule=MARK, on="", key=MARK, until="game"), Unmarked(rule=MARK, on="", key=MARK, until="game"),
        PositionSet(rule="x.y", position=duel()),
    )  # fmt: skip
    for number, effect in enumerate(changes, 1):
        assert ask() == number
        ctx.emit(effect)
        assert ask() == number + 1


def test_what_the_terrain_is_stays_known_when_a_model_moves() -> None:
    state, answers = duel(), iter(range(1, 9))

    def ask() -> Any:
        return state.known.once("the wall", lambda: next(answers), table=True)

    assert ask() == 1
    Moved(rule="x.y", model="b1", path=((900, 500, 0),)).apply(state)
    assert ask() == 1
    TerrainSet(rule="x.y", piece=PIECE).apply(state)
    assert ask() == 2
    Marked(rule=MARK, on="", key=MARK, until="game").apply(state)
    assert ask() == 3


def test_marks_and_wounds_of_a_model_leave_what_was_measured(measured: Any) -> None:
    ctx, _, ask = measured
    assert ask() == 1
    ctx.emit(WoundsSet(rule="x.y", model="b1", was=2, to=1))
    ctx.emit(Marked(rule=MARK, on="b1", key=MARK))
    assert ask() == 1


@pytest.mark.parametrize("moved", [{"at": (900, 500, 0)}, {"facing": (0, 1)}, {"out": True}])
def test_a_position_changed_by_hand_is_measured_anew(moved: dict[str, Any]) -> None:
    state = duel()
    state.refresh()
    assert state.known.once("the gap", lambda: 1) == 1
    state.refresh()
    assert state.known.once("the gap", lambda: 2) == 1
    for name, value in moved.items():
        setattr(state.models["b1"], name, value)
    state.refresh()
    assert state.known.once("the gap", lambda: 2) == 2


def test_copies_share_what_was_measured_until_one_changes() -> None:
    state, answers = duel(), list[int]()

    def answer() -> int:
        answers.append(len(answers) + 1)
        return answers[-1]

    def ask(ctx: Context) -> Any:
        return ctx.once(("the gap",), answer)

    first, second, third = (Context(KT, state.copied(), "a", ()) for _ in range(3))
    assert [ask(first), ask(second)] == [1, 1]
    # What is measured in a position that only one of them has come to stays its own.
    first.emit(Removed(rule="x.y", model="b1"))
    second.emit(Moved(rule="x.y", model="b1", path=((900, 500, 0),)))
    assert [ask(first), ask(second), ask(third)] == [2, 3, 1]


# whole games


@pytest.mark.parametrize(("seed", "rosters"), GAMES)
def test_a_game_folds_to_what_was_decided(seed: int, rosters: str) -> None:
    for state, event in zip(states(game(seed, rosters).events), game(seed, rosters).events, strict=False):
        before = rules.to_json(state)
        decided = rules.decide(KT, state, event.declaration())
        assert rules.to_json(state) == before, "deciding changes nothing"
        assert decided.effects == event.effects
        assert decided.dice == event.dice
        rules.evolve(state, event)
        assert state == decided.state


@pytest.mark.parametrize(("seed", "rosters"), GAMES)
def test_folding_goes_on_from_every_step(seed: int, rosters: str) -> None:
    events = game(seed, rosters).events
    whole = rules.to_json(rules.fold(KT, events))
    for number, state in enumerate(states(events)):
        before = rules.to_json(state)
        assert rules.to_json(rules.fold(KT, events[number:], state)) == whole
        assert rules.to_json(state) == before, "folding from a position leaves it alone"


@pytest.mark.parametrize(("seed", "rosters"), GAMES)
def test_a_position_read_back_decides_the_same(seed: int, rosters: str) -> None:
    events = game(seed, rosters).events
    for state, event in list(zip(states(events), events, strict=False))[::3]:
        read = rules.from_json(rules.to_json(state))
        assert rules.decide(KT, read, event.declaration()).effects == event.effects


@pytest.mark.parametrize(("seed", "rosters"), GAMES)
def test_verifying_finds_nothing_in_whole_games_and_in_parts(seed: int, rosters: str) -> None:
    events = game(seed, rosters).events
    assert list(rules.verify(KT, events)) == []
    found = states(events)
    for start in range(0, len(events), 40):
        assert list(rules.verify(KT, events[start : start + 40], found[start])) == []


def test_the_same_seed_plays_the_same_bytes() -> None:
    again = autoplay.play(KT, (DEMO[1], DEMO[0]), 1)
    assert again.dump() == game(1).dump()
    assert autoplay.play(KT, (DEMO[1], DEMO[0]), 4).dump() != game(1).dump()


def test_recorded_effects_decide_the_fold_and_rules_do_not() -> None:
    """An event whose effects are not what the rules give folds as recorded and is a finding."""
    here = duel()
    event = Event(number=1, by="a", action=Ready(model="a1"), effects=(Moved(rule="x", model="a1", path=((7, 7, 0),)),))
    assert rules.fold(KT, [event], here).models["a1"].at == (7, 7, 0)
    (found,) = rules.verify(KT, [event], here)
    assert (found.number, found.rule, found.severity) == (1, "kt.move.ready", "inconsistent")
    assert '"moved"' in found.declared and '"marked"' in found.computed


def test_one_wrong_step_is_one_finding() -> None:
    events = game(1).events
    for at in range(3, len(events), 9):
        more = msgspec.structs.replace(events[at], effects=(*events[at].effects, Noted(rule="kt.gap.pass")))
        found = list(rules.verify(KT, [*events[:at], more, *events[at + 1 :]]))
        assert [(f.number, f.severity, f.computed) for f in found] == [(at + 1, "inconsistent", "nothing")]


def test_an_effect_left_out_is_found_at_its_step() -> None:
    events = game(1).events
    for at in range(3, len(events), 9):
        less = msgspec.structs.replace(events[at], effects=events[at].effects[:-1])
        found = list(rules.verify(KT, [*events[:at], less, *events[at + 1 :]]))
        assert found[0].number == at + 1


def test_verification_survives_effects_that_make_no_sense() -> None:
    """Positions that no rule expects, out of recorded effects, are findings and not crashes."""
    from rules.kernel.effects import Began, OrderSet, Turned

    for strange in (
        (Began(rule="x", phase="tea", round=1),),
        (OrderSet(rule="x", order=()), Began(rule="x", phase="initiative", round=1)),
        (Turned(rule="x", to="zz"),),
        (Turned(rule="x", to="a", active="a1"), Began(rule="x", phase="fight", round=3)),
    ):
        first = Event(number=1, by="a", action=Ready(model="a1"), effects=strange)
        second = Event(number=2, by="a", action=Pass())
        third = Event(number=3, by="a", action=Initiative(), dice=(1, 1, 2, 2))
        found = list(rules.verify(KT, [first, second, third], duel()))
        assert {finding.number for finding in found} >= {1}


def test_effects_on_what_is_not_there_end_the_verification() -> None:
    gone = Event(number=1, by="a", action=Ready(model="a1"), effects=(Removed(rule="x", model="a9"),))
    found = list(rules.verify(KT, [gone, gone], duel()))
    assert [(f.number, f.rule, f.severity) for f in found][-1] == (1, "log.effects", "impossible")
    with pytest.raises(rules.Malformed) as raised:
        rules.fold(KT, [gone], duel())
    assert raised.value.path == "$.effects[0]"


# strict answers


def test_a_refusal_stores_nothing() -> None:
    here = duel()
    before = rules.to_json(here)
    with pytest.raises(rules.IllegalAction) as raised:
        decide(here, "a", Move(model="a1", path=((1101, 500, 0),)))
    error = raised.value
    assert (error.clause, error.facts["length"], error.facts["limit"]) == ("kt.move.normal", '6.01"', '6"')
    assert error.message == 'a1 moves 6.01"; 6" is the most'
    assert str(error).endswith("(kt.move.normal)")
    assert rules.to_json(here) == before


def test_dice_are_wanted() -> None:
    here = duel()
    with pytest.raises(rules.DiceWanted) as raised:
        decide(here, "a", Advance(model="a1"))
    short = raised.value
    assert (short.count, short.sides, short.clause, short.roller, short.read) == (1, 6, "kt.move.advance", "a", 0)
    rolling = decide(decide(here, "a", Charge(model="a1", targets=("b1",))).state, "b", Pass()).state
    assert wanted(rolling, "a", ChargeRoll(), [3]) == (1, "kt.charge.roll")
    assert decide(rolling, "a", ChargeRoll(), [3, 4]).dice == (3, 4)


@pytest.mark.parametrize("face", [0, 7, -1, 10**30])
def test_a_face_no_die_has(face: int) -> None:
    with pytest.raises(rules.Malformed) as raised:
        decide(duel(), "a", Advance(model="a1"), [face])
    assert raised.value.path == "$.dice[0]"


def test_dice_left_over() -> None:
    assert refusal(duel(), "a", Advance(model="a1"), [3, 4]) == "log.left-over"
    assert refusal(duel(), "a", Ready(model="a1"), [6]) == "log.left-over"
    assert objections(duel(), "a", Ready(model="a1"), [6]) == ["log.left-over"]


def test_faces_are_drawn_only_where_none_is_declared() -> None:
    declared: Declaration[Any] = Declaration(by="a", action=Advance(model="a1"), dice=(2,))
    assert rules.decide(KT, duel(), declared, draw=lambda throw: (5,) * throw.count).dice == (2,)
    drawn = rules.decide(KT, duel(), msgspec.structs.replace(declared, dice=()), draw=lambda throw: (5,) * throw.count)
    assert drawn.dice == (5,)


def test_nobody_throws_more_than_a_thousand_dice() -> None:
    """Written out, because a stored game that throws so many has to stay readable."""
    ctx = Context(KT, duel(), "a", (), draw=lambda throw: (1,) * throw.count)
    for count in (0, 1, 1000):
        assert len(ctx.roll("kt.charge.roll", "a", count).faces) == count
    for count in (1001, 10**12, -1):
        with pytest.raises(rules.Malformed, match=f"{count} dice for kt.charge.roll; 1000 are the most"):
            ctx.roll("kt.charge.roll", "a", count)


@pytest.mark.parametrize(
    ("by", "action", "path"),
    [
        ("zz", Ready(model="a1"), "$.by"),
        ("", Pass(), "$.by"),
        ("table", Initiative(), "$.by"),
        ("zz", Concede(), "$.by"),
        ("a", Ready(model="a9"), "$.action.model"),
        ("a", Charge(model="a1", targets=("b1", "b9")), "$.action.targets[1]"),
        ("a", Fact(model="a9", ability="x", changes=()), "$.action.model"),
    ],
)
def test_what_names_nobody_is_malformed(by: str, action: Action, path: str) -> None:
    for lenient in (False, True):
        with pytest.raises(rules.Malformed) as raised:
            decide(duel(), by, action, lenient=lenient)
        assert raised.value.path == path


def test_an_action_of_another_game() -> None:
    class Castle(Action, frozen=True, tag="castle"):
        """Not in this game."""

    with pytest.raises(rules.Malformed):
        decide(duel(), "a", Castle())


# lenient answers and claims


def test_a_broken_rule_is_a_finding_and_the_game_goes_on() -> None:
    done = decide(duel(), "a", Move(model="a1", path=((1101, 500, 0),)), lenient=True)
    assert done.state.models["a1"].at == (1101, 500, 0)
    (found,) = done.findings
    assert (found.rule, found.severity, found.message) == (
        "kt.move.normal",
        "illegal",
        'a1 moves 6.01"; 6" is the most',
    )
    event = rules.make_event(1, Declaration(by="a", action=Move(model="a1", path=((1101, 500, 0),))), done.effects, "")
    (again,) = rules.verify(KT, [event], duel())
    assert again == msgspec.structs.replace(found, number=1)


def test_what_cannot_be_measured_is_a_finding_too() -> None:
    here = position(model("a1", None), model("a2"), model("b1", (1500, 500)))
    assert refusal(here, "a", Ready(model="a1")) == "table.present"
    done = decide(here, "a", Ready(model="a1"), lenient=True)
    assert [(f.rule, f.severity) for f in done.findings] == [("table.present", "impossible")]
    assert done.effects == ()


@pytest.mark.parametrize(
    ("claim", "rule", "field"),
    [
        (Claim(model="a1", at=(900, 500, 0)), "kt.move.normal", "position"),
        (Claim(model="b1", wounds=1), "log.claim", "wounds left"),
        (Claim(model="b1", out=True), "log.claim", "out of action"),
        (Claim(model="b1", marks={"kt.status.flesh-wound-definition": 1}), "log.claim", "kt.status.flesh"),
    ],
)
def test_a_claim_that_differs_stands_and_is_a_finding(claim: Claim, rule: str, field: str) -> None:
    action = Move(model="a1", path=((800, 500, 0),))
    with pytest.raises(rules.IllegalAction) as raised:
        decide(duel(), "a", action, claim=[claim])
    assert raised.value.clause in (rule, "kt.move.normal")
    done = decide(duel(), "a", action, claim=[claim], lenient=True)
    assert [(f.severity, f.rule) for f in done.findings if f.rule != "kt.gap.wiped-out"] == [
        ("inconsistent", done.findings[0].rule)
    ]
    assert field in done.findings[0].message
    after = done.state.models[claim.model]
    assert claim.at in (None, after.at) and claim.wounds in (None, after.wounds) and claim.out in (None, after.out)
    assert all(after.game[key] == value for key, value in claim.marks.items())


def test_nobody_is_claimed_to_be_in_action_without_a_wound() -> None:
    """Not even in a game that stores what the table says: it would be no position."""
    for claim in (Claim(model="b1", wounds=0), Claim(model="b1", wounds=0, out=False)):
        with pytest.raises(rules.Malformed, match="in action without a wound"):
            decide(duel(), "a", Ready(model="a1"), claim=[claim], lenient=True)
    gone = decide(duel(), "a", Ready(model="a1"), claim=[Claim(model="b1", wounds=0, out=True)], lenient=True)
    assert (gone.state.models["b1"].wounds, gone.state.models["b1"].out) == (0, True)


def test_a_claim_that_agrees_changes_nothing() -> None:
    plain = decide(duel(), "a", Ready(model="a1"))
    agreed = decide(
        duel(),
        "a",
        Ready(model="a1"),
        claim=[Claim(model="a1", wounds=1, out=False, at=(500, 500, 0), marks={SHAKEN: 0})],
    )
    assert agreed.effects == plain.effects


SHAKEN = "kt.morale.shaken-effect"


def test_a_mark_claimed_as_nothing_is_taken_away() -> None:
    here = position(model("a1", game={SHAKEN: 1}), model("a2", (900, 900)), model("b1", (1500, 500)))
    done = decide(here, "a", Pass(model="a2"), claim=[Claim(model="a1", marks={SHAKEN: 0})], lenient=True)
    assert SHAKEN not in done.state.models["a1"].game
    assert effects_of(done, Unmarked)


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        (Claim(model="a1", wounds=-1), "wounds"),
        (Claim(model="a1", wounds=2), "wounds"),
        (Claim(model="a1", at=(-1, 5, 0)), "at"),
        (Claim(model="a1", at=(3001, 5, 0)), "at"),
        (Claim(model="a1", at=(5, 2201, 0)), "at"),
        (Claim(model="a1", marks={"nonsense": 1}), "marks"),
        (Claim(model="a1", marks={SHAKEN: -1}), "marks"),
    ],
)
def test_what_cannot_be_is_malformed_as_claim_and_as_fact(claim: Claim, where: str) -> None:
    with pytest.raises(rules.Malformed) as raised:
        decide(duel(), "a", Ready(model="a1"), claim=[claim], lenient=True)
    assert raised.value.path == f"$.claim[0].{where}"
    here = position(model("a1", abilities=[Ability("Zeal")]), model("b1", (1500, 500)))
    with pytest.raises(rules.Malformed) as raised:
        decide(here, "a", Fact(model="a1", ability="Zeal", changes=(claim,)), lenient=True)
    assert raised.value.path == f"$.action.changes[0].{where}"


def test_last_touching() -> None:
    effects = (
        WoundsSet(rule="one", model="a1", was=2, to=1),
        Rolled(rule="two", by="b", faces=(1,), target="a1"),
        Removed(rule="three", model="a2"),
    )
    assert last_touching(effects, "a1", "none") == "two"
    assert last_touching(effects, "a2", "none") == "three"
    assert last_touching(effects, "a3", "none") == "none"


# begin, muster, concede, facts


def begun(**more: Any) -> rules.Decided:
    return decide(rules.fold(KT, []), "table", Begin(**{"table": Table(3000, 2200), **more}))


def test_a_game_begins_once() -> None:
    first = begun(options={"kt.initiative.roll": 1})
    assert first.state.options == {"kt.initiative.roll": 1}
    assert refusal(first.state, "table", Begin(table=Table(1, 1))) == "log.begin"
    assert refusal(duel(), "table", Begin(table=Table(1, 1))) == "log.begin"
    assert decide(duel(), "table", Begin(table=Table(1, 1)), lenient=True).effects == ()


@pytest.mark.parametrize("table", [None, Table(0, 0), Table(0, 5), Table(5, 0)])
def test_a_table_has_a_size(table: Table | None) -> None:
    assert refusal(rules.fold(KT, []), "table", Begin(table=table)) == "log.begin"


def test_nothing_comes_before_the_first_event() -> None:
    nothing = rules.fold(KT, [])
    assert refusal(nothing, "a", Muster(roster=crew())) == "log.begin"
    assert decide(nothing, "a", Muster(roster=crew()), lenient=True).effects == ()
    for action in (Pass(), Initiative(), Concede(), Ready(model="a1")):
        with pytest.raises(rules.Malformed):
            decide(nothing, "a", action)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"options": {"kt.initiative.roll": 0}}, "option kt.initiative.roll is a number from 1 to 2, not 0"),
        ({"options": {"kt.initiative.roll": 3}}, "option kt.initiative.roll is a number from 1 to 2, not 3"),
        ({"options": {"kt.game.round-count": "four"}}, "kt.game.round-count is a number from 1 to 99"),
        ({"options": {"kt.game.round-count": 0}}, "kt.game.round-count is a number from 1 to 99"),
        ({"options": {"kt.gap.wiped-out": 2}}, "kt.gap.wiped-out is a number from 0 to 1"),
        ({"options": {"kt.free.beer": 1}}, "there is no option 'kt.free.beer'"),
        ({"table": Table(9, 9, terrain=(box("t", 0, 0, 1, 1, 0),))}, "terrain 't' has no height"),
        ({"table": Table(9, 9, zones=position().table.zones[:1])}, "a deployment zone for each side, or none"),
    ],
)
def test_a_beginning_that_makes_no_game(more: dict[str, Any], said: str) -> None:
    with pytest.raises(rules.Malformed) as raised:
        begun(**more)
    assert said in raised.value.reason


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"phase": "tea"}, "there is no phase 'tea'"),
        ({"step": "ready"}, "the movement phase has no step 'ready'"),
        ({"order": ("a",)}, "the movement phase has an order of both sides"),
        ({"to_act": ""}, "it is nobody's turn in the movement phase"),
        ({"round": 0}, "the movement phase is in a round from 1 on, not 0"),
        ({"phase": "over"}, "a game that is over has an outcome"),
        ({"pending": Decision("kt.move.normal", "a")}, "no decision is asked for by 'kt.move.normal'"),
        ({"pending": Decision("kt.charge.roll", "a")}, "kt.charge.roll is about models on the table"),
        ({"options": {"x": 1}}, "there is no option 'x'"),
        ({"active": "b1"}, "active model b1 is not of the side to act"),
        ({"active": "b9"}, "active 'b9' is unknown"),
    ],
)
def test_a_position_that_is_none_of_this_game(changes: dict[str, Any], said: str) -> None:
    here = msgspec.structs.replace(duel(), **changes)
    with pytest.raises(rules.Malformed) as raised:
        decide(rules.fold(KT, []), "table", Begin(position=here))
    assert raised.value.path == "$.action.position" and said in raised.value.reason


def test_a_position_of_another_ruleset() -> None:
    here = msgspec.structs.replace(duel(), version="1999.1")
    assert refusal(rules.fold(KT, []), "table", Begin(position=here)) == "log.begin"


def test_a_game_begun_from_a_position_stands_there() -> None:
    here = duel(cp=3)
    done = decide(rules.fold(KT, []), "table", Begin(position=here))
    (effect,) = effects_of(done, PositionSet)
    assert done.state == effect.position
    assert msgspec.structs.replace(done.state, game={}) == here
    assert here.game == {}, "the declaration is not changed"
    moved = decide(done.state, "a", Move(model="a1", path=((800, 500, 0),)))
    assert moved.state.models["a1"].at == (800, 500, 0)


@pytest.mark.parametrize(
    ("by", "roster", "clause"),
    [
        ("c", crew(), "kt.gap.two-players"),
        ("a", crew(2), "kt.roster.min-models"),
        ("a", msgspec.structs.replace(crew(), models=crew(4).models[1:]), "kt.roster.leader-required"),
    ],
)
def test_who_may_not_muster(by: str, roster: Any, clause: str) -> None:
    assert refusal(begun().state, by, Muster(roster=roster)) == clause


def test_mustering_twice_and_too_late() -> None:
    one = decide(begun().state, "a", Muster(roster=crew())).state
    assert refusal(one, "a", Muster(roster=crew())) == "kt.roster.definition"
    both = decide(one, "b", Muster(roster=crew(4))).state
    assert both.phase == "deployment"
    assert (both.sides["a"].size, both.sides["b"].size) == (3, 4)
    assert refusal(both, "a", Muster(roster=crew())) in ("kt.game.phases", "kt.roster.definition")
    assert decide(both, "c", Muster(roster=crew()), lenient=True).effects == ()


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ({"profile": {"M": "fast"}}, "M is a number"),
        ({"profile": {"A": "D7"}}, "A is a number, D3 or D6"),
        ({"weapons": (gun(S="x"),)}, "S of gun cannot be 'x'"),
        ({"weapons": (gun(D="banana"),)}, "D of gun cannot be 'banana'"),
        ({"weapons": (gun(range="far"),)}, "range of gun cannot be 'far'"),
        ({"weapons": (gun(attacks=10**9),)}, "attacks of gun"),
        ({"weapons": (gun(), gun())}, "weapon 'gun' stands twice"),
        ({"id": ""}, "a model has an id"),
        ({"id": "2"}, "model '2' stands twice"),
        ({"base": 0}, "base is 0"),
        ({"height": -5}, "height is -5"),
        ({"has": {"kt.save.invulnerable": "good"}}, "kt.save.invulnerable is no number"),
    ],
)
def test_sheets_that_no_rule_could_read(sheet: dict[str, Any], said: str) -> None:
    first, *rest = crew().models
    strange = msgspec.structs.replace(first, **sheet)
    with pytest.raises(rules.Malformed) as raised:
        decide(begun().state, "a", Muster(roster=msgspec.structs.replace(crew(), models=(strange, *rest))))
    assert raised.value.path == "$.action.roster" and said in raised.value.reason


def test_a_roster_with_fractions_has_no_canonical_form() -> None:
    with pytest.raises(rules.Malformed) as raised:
        decide(begun().state, "a", Muster(roster=msgspec.structs.replace(crew(), extra={"weight": [1.5]})))
    assert raised.value.path == "$.action.roster.extra"


def test_conceding() -> None:
    done = decide(duel(), "a", Concede())
    (ended,) = effects_of(done, Ended)
    assert (ended.outcome.winner, ended.outcome.reason, done.state.phase) == ("b", "log.concede", "over")
    pending = decide(duel(), "a", Charge(model="a1", targets=("b1",))).state
    assert decide(pending, "a", Concede()).state.pending is None


def test_nothing_is_declared_after_the_end() -> None:
    over = decide(duel(), "a", Concede()).state
    for action in (Ready(model="a1"), Concede(), Pass(), Initiative(), Begin(table=Table(1, 1))):
        assert refusal(over, "b", action) == "log.over"
        late = decide(over, "b", action, lenient=True)
        assert late.effects == () and late.state == over and [f.rule for f in late.findings] == ["log.over"]
    assert rules.options(KT, over) == []


def zealous(**more: Any) -> State:
    return position(
        model("a1", abilities=[Ability("Zeal")], weapons=[gun(text="Burns."), blade()], W=3, wounds=2),
        model("b1", (1500, 500), W=2),
        **more,
    )


def test_a_declared_fact() -> None:
    changes = (
        Claim(model="b1", wounds=1, at=(1400, 500, 0), marks={"kt.status.flesh-wound-definition": 2}),
        Claim(model="a1", wounds=2, out=False),
    )
    done = decide(zealous(), "a", Fact(model="a1", ability="Zeal", changes=changes, note="It burned."))
    kinds = {type(effect) for effect in done.effects}
    assert kinds == {Noted, WoundsSet, Placed, Marked}, "what is so already is no effect"
    assert {effect.rule for effect in done.effects} == {"log.fact"}
    assert done.state.models["b1"].wounds == 1
    (told,) = decide(zealous(), "a", Fact(model="a1", ability="gun", changes=())).effects
    assert told == Noted(rule="log.fact", model="a1", text="gun", declared=True)


@pytest.mark.parametrize(
    ("by", "ability"), [("a", "Stealth"), ("b", "Zeal"), ("a", ""), ("a", "blade")],
    ids=["not printed", "of the other side", "no name", "a weapon without text"],
)  # fmt: skip
def test_facts_that_nobody_has(by: str, ability: str) -> None:
    assert refusal(zealous(), by, Fact(model="a1", ability=ability, changes=())) == "log.fact"


def test_a_fact_may_end_the_game_and_bring_back() -> None:
    done = decide(zealous(), "a", Fact(model="a1", ability="Zeal", changes=(Claim(model="b1", out=True),)))
    assert done.state.over is not None and done.state.over.winner == "a"
    here = zealous()
    here.models["b2"] = model("b2", (1900, 500), out=True)
    back = decide(here, "a", Fact(model="a1", ability="Zeal", changes=(Claim(model="b2", out=False),)))
    assert not back.state.models["b2"].out


@pytest.mark.parametrize(("amount", "fine"), [(1, True), (-1, True), (2, False), (-2, False), (10**6, False)])
def test_declared_modifiers(amount: int, fine: bool) -> None:
    ctx = Context(KT, zealous(), "a", (), lenient=True)
    declared = (Modifier(roll="hit", amount=amount, model="a1", ability="Zeal"),)
    assert modifiers_for(ctx, "hit", declared, {}) == (("log.fact", amount),)
    assert modifiers_for(ctx, "wound", declared, {}) == ()
    assert bool(ctx.findings) is not fine
    modifiers_for(ctx, "hit", (Modifier(roll="hit", amount=1, model="a1", ability="Luck"),), {})
    assert ctx.findings[-1].rule == "log.fact"


@pytest.mark.parametrize(
    "change", [Claim(model="a1", out=True), Claim(model="a1", marks={SHAKEN: 1})], ids=["dies", "is shaken"]
)
def test_a_decision_about_a_model_that_is_gone_falls_away(change: Claim) -> None:
    here = zealous()
    here.models["a2"] = model("a2", (500, 1500), abilities=[Ability("Curse")])
    for action, by in ((Advance(model="a1"), "a"), (Charge(model="a1", targets=("b1",)), "a")):
        waiting = decide(here, by, action, [4] if isinstance(action, Advance) else [])
        assert waiting.state.pending is not None
        done = decide(waiting.state, "a", Fact(model="a2", ability="Curse", changes=(change,)))
        assert done.state.pending is None
        assert (done.state.to_act, done.state.phase) == ("a", "movement")
        assert decide(done.state, "a", Ready(model="a2")).state.phase == "movement"


# the verbs of a context


def test_a_roll() -> None:
    ctx = Context(KT, duel(), "a", (1, 6, 3, 2, 5))
    rolled = ctx.roll(
        "kt.charge.roll", "a", 3, needed=4, modifiers=(("x", 1), ("y", -1), ("z", 1)), reroll=lambda face: face < 3
    )
    # 1, 6, 3: the 1 again as 2; +1: 3 fails, 7 passes, 4 passes
    assert (rolled.faces, rolled.again, rolled.passed, rolled.total) == ((1, 6, 3), ((0, 2),), (0, 1, 1), 11)
    assert ctx.roll("kt.charge.roll", "a", 1).passed == ()
    assert ctx.read == 5


@pytest.mark.parametrize(
    ("face", "bonus", "passed"),
    [
        pytest.param(1, 5, 0, id="kt.dice.natural-1-fails-whatever-the-bonus"),
        pytest.param(2, 2, 1, id="bonus-reaches"),
        pytest.param(6, -3, 0, id="kt.dice.no-auto-six"),
        pytest.param(4, 0, 1, id="exactly"),
        pytest.param(3, 0, 0, id="one-less"),
    ],
)
def test_natural_and_modified_faces(face: int, bonus: int, passed: int) -> None:
    ctx = Context(KT, duel(), "a", (face,))
    assert ctx.roll("kt.charge.roll", "a", 1, needed=4, modifiers=(("x", bonus),)).passed == (passed,)


def test_a_die_is_rolled_again_once() -> None:
    """kt.dice.reroll-once: the second result stands, even when it is one that would be rolled again."""
    ctx = Context(KT, duel(), "a", (1, 1, 5))
    rolled = ctx.roll("kt.move.advance", "a", 1, reroll=lambda face: face == 1)
    assert (rolled.again, rolled.total, ctx.read) == (((0, 1),), 1, 2)


def test_requiring() -> None:
    ctx = Context(KT, duel(), "a", (), lenient=True, number=7)
    assert ctx.require(True, "x", "fine")
    assert not ctx.require(0, "x", "{who} is {odd}", severity="advice", who="{a}", odd="b")
    assert ctx.findings == [
        Finding(number=7, rule="x", severity="advice", message="{a} is b", facts={"who": "{a}", "odd": "b"})
    ]


def test_an_empty_game() -> None:
    nothing = engine.empty(KT)
    assert (nothing.phase, nothing.sides, rules.fold(KT, [])) == ("setup", {}, nothing)
    assert list(rules.verify(KT, [])) == []
    report = rules.report(KT, [])
    assert (report.verdict, report.steps, report.finished) == ("verified", 0, False)


def test_a_report() -> None:
    file = game(1)
    report = rules.report(KT, file.events)
    final = rules.fold(KT, file.events)
    assert final.over is not None
    assert (report.verdict, report.finished, report.winner) == ("verified", True, final.over.winner)
    assert report.digest == rules.digest(rules.to_json(final))
    assert [side.casualties for side in report.sides] == [
        sum(m.out for m in final.models.values() if m.side == key) for key in ("a", "b")
    ]
    broken = Finding(number=9, rule="log.chain", severity="impossible", message="x")
    worse = rules.report(KT, file.events, [broken, msgspec.structs.replace(broken, number=2)])
    assert worse.verdict == "findings" and [f.number for f in worse.findings] == [2, 9]
    cut = rules.report(
        KT, [*file.events[:5], msgspec.structs.replace(file.events[5], effects=(Removed(rule="x", model="z"),))]
    )
    assert cut.verdict == "findings" and not cut.finished


def test_a_path_after_an_advance_belongs_to_it() -> None:
    assert refusal(duel(), "a", Run(path=((600, 500, 0),))) == "kt.move.advance"
    assert decide(duel(), "a", Run(path=((600, 500, 0),)), lenient=True).effects == ()
