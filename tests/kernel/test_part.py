"""Pieces of a ruleset: what is against an act, and what parts bring for the system's own code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

import rules
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Action
from rules.kernel.part import (
    Act,
    Choice,
    Objections,
    Option,
    Part,
    Propose,
    brought,
    drawn,
    filled,
    nothing,
    objection,
    refuse,
)
from rules.kernel.telling import Phrase, Telling
from rules.kt.deploy import ChooseZone
from rules.kt.morale import NerveTest

KT = rules.load("kt")


@dataclass(frozen=True)
class Flag:
    name: str


@dataclass(frozen=True)
class Badge:
    name: str


def context(lenient: bool = False) -> Context:
    return Context(KT, rules.empty(KT), "a", (), lenient=lenient)


def against(count: int) -> Objections:
    """So many objections: one with facts, then whole sentences, in which braces mean nothing."""
    for number in range(count):
        yield ("x.said", "it is {so}") if number else objection("x.told", "{name} is {size} too big", name="Ox", size=3)


def test_an_act_is_open_where_nothing_is_against_it() -> None:
    assert nothing(against(0))
    assert not nothing(against(1))
    assert refuse(context(), against(0))


def test_it_is_refused_by_the_first_objection_with_its_facts() -> None:
    with pytest.raises(IllegalAction) as refused:
        refuse(context(), against(2))
    assert (refused.value.clause, refused.value.message) == ("x.told", "Ox is 3 too big")
    assert refused.value.facts == {"name": "Ox", "size": 3}


def test_a_lenient_context_notes_each_of_them() -> None:
    ctx = context(lenient=True)
    assert not refuse(ctx, against(2))
    noted = [(finding.rule, finding.message) for finding in ctx.findings]
    assert noted == [("x.told", "Ox is 3 too big"), ("x.said", "it is {so}")]


def test_what_parts_bring_is_found_by_its_kind_in_their_order() -> None:
    parts = (Part(brings=(Flag("b"), Badge("one"))), Part(), Part(brings=(Flag("a"),)))
    assert brought(parts, Flag) == (Flag("b"), Flag("a"))
    assert brought(parts, Badge) == (Badge("one"),)
    assert brought(parts, str) == ()


def _later(ctx: Context, action: Any) -> None:
    """Decides nothing."""


def _never(ctx: Context) -> Iterator[Any]:
    yield from ()


def _none(choice: Choice) -> tuple[NerveTest, ...]:
    return ()


def test_an_act_in_place_of_another_keeps_the_words_and_offers_it_does_not_have() -> None:
    before, words = KT.act("nerve-test"), Phrase("Tested", "Проверка")

    def found(act: Act) -> Act:
        return replace(KT, parts=(*KT.parts, Part(acts=(act,)))).act("nerve-test")

    assert before.told is not None
    assert found(Act(NerveTest, _later, instead=True)) == replace(before, declare=_later)
    own = found(Act(NerveTest, _later, _never, instead=True))
    assert (own.offers, own.told) == (_never, before.told)
    other = found(Act(NerveTest, _later, instead=True, told=words))
    assert (other.offers, other.told) == (before.offers, words)
    proposed = Part(acts=(Act(NerveTest, _later, instead=True, propose=_none),))
    for last in (Act(NerveTest, _later, instead=True), Act(NerveTest, _later, _never, instead=True)):
        both = replace(KT, parts=(*KT.parts, proposed, Part(acts=(last,))))
        assert both.act("nerve-test").propose is _none


def test_what_other_parts_propose_is_tried_before_the_act_itself() -> None:
    """In the order of the parts; each is asked only when the ones before it were not accepted."""
    asked: list[str] = []

    def says(name: str) -> Propose:
        def propose(choice: Choice) -> Iterator[Action]:
            asked.append(name)
            yield NerveTest(model=name)

        return propose

    own = Part(acts=(Act(NerveTest, _later, instead=True, propose=says("own")),))
    first, second = (Part(proposes={NerveTest: says(name)}) for name in ("first", "second"))
    act = replace(KT, parts=(*KT.parts, own, first, second)).act("nerve-test")
    choice = Choice(context(), Option("a", "nerve-test", "x"), (), Seeded(b"1"), {})
    found = iter(act.proposals(choice))
    assert next(found) == NerveTest(model="first")
    assert asked == ["first"]
    assert [*found] == [NerveTest(model="second"), NerveTest(model="own")]
    assert [*act.ahead(choice), *act.usual(choice)] == [NerveTest(model=name) for name in ("first", "second", "own")]


class Aimed(Action, frozen=True, tag="aimed"):
    unit: str
    spot: str
    slowly: bool = False


class Measured(Action, frozen=True, tag="measured"):
    unit: str
    length: int


def test_an_option_stands_for_an_action_a_target_where_one_thing_more_is_to_be_named() -> None:
    two = Option("a", "aimed", "u1", targets=("here", "there"))
    assert [*filled(Aimed, two)] == [Aimed(unit="u1", spot="here"), Aimed(unit="u1", spot="there")]
    assert [*filled(NerveTest, Option("a", "nerve-test", "m1"))] == [NerveTest(model="m1")]
    assert [*filled(Aimed, Option("a", "aimed", "u1"))] == []
    assert [*filled(Aimed, Option("a", "aimed", targets=("here",)))] == [], "the unit and the spot are to be named"
    assert [*filled(Measured, Option("a", "measured", "u1", targets=("here",)))] == [], "a target is no length"


def test_one_of_those_actions_is_drawn() -> None:
    zones = Option("a", "choose-zone", targets=("east", "west"))
    made = [[*drawn(Choice(context(), zones, (zones,), Seeded(b"%d" % n), {}))] for n in range(20)]
    assert {len(each) for each in made} == {1}
    assert {each[0] for each in made} == {ChooseZone(zone="east"), ChooseZone(zone="west")}
    assert [*drawn(Choice(context(), replace(zones, targets=()), (), Seeded(b"1"), {}))] == []


def test_a_ruleset_says_what_its_parts_say_and_the_last_part_has_the_last_word() -> None:
    ready, other = Phrase("Ready", "Готов"), Phrase("Other", "Иначе")
    parts = (
        Part(telling=Telling(marks={"x.ready": ready}, questions={"x.where": other})),
        Part(),
        Part(telling=Telling(marks={"x.ready": other, "x.tired": ready})),
    )
    said = replace(KT, parts=parts).telling
    assert said == Telling(marks={"x.ready": other, "x.tired": ready}, questions={"x.where": other})
