"""Blind: a unit that is hit may be left with WS 1 and BS 1."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Badge, Phrase, Telling
from rules.wh40k import hooks, questions, words

BLIND = Rule(
    "wh40k.usr.blind",
    en="Blind",
    ru="Ослепление",
    clauses={
        "test": Clause(
            "Blind: Initiative test",
            "Ослепление: тест на инициативу",
            "Any unit hit by a model or weapon with this rule must take an Initiative test at once.",
            "338-342",
            text_ru="Отряд, в который попала модель или оружие с этим правилом, сразу проходит тест на инициативу.",
            note="Called for by a hit, not a Wound; one test for a unit and the hits of one kind of weapon. Vehicles "
            "without an Initiative do not test.",
            note_ru="Нужно попадание, а не ранение; один тест на отряд за попадания одного вида оружия. Техника без "
            "инициативы тест не проходит.",
        ),
        "pass": Clause(
            "Blind test passed",
            "Тест на ослепление пройден",
            "If the test against Blind is passed nothing happens.",
            "342",
            text_ru="Если тест на ослепление пройден, ничего не происходит.",
        ),
        "fail": Clause(
            "Blinded: WS and BS 1",
            "Ослеплён: WS и BS 1",
            "If the test is failed the unit's Weapon Skill and Ballistic Skill become 1 until the end of its "
            "next turn.",
            "342",
            text_ru="Если тест провален, WS и BS отряда до конца его следующего хода равны 1.",
            note="Set to 1, until the end of the next player turn of the blinded unit's owner.",
            note_ru="Становятся равны 1, до конца следующего хода владельца ослеплённого отряда.",
        ),
        "self-hit": Clause(
            "Blinded by itself",
            "Ослепил сам себя",
            "A unit that hits itself with such an attack counts as prepared and passes the test automatically.",
            "342",
            text_ru="Отряд, попавший такой атакой сам в себя, считается готовым к ней и проходит тест автоматически.",
        ),
    },
)


def _blinded(ctx: Context, unit: Unit, passed: bool) -> None:
    """A failed test: WS and BS 1 until the end of the unit's next turn."""
    if not passed:
        until = words.next_turn_of(ctx.state, unit.side)
        words.mark(ctx, unit, words.BLINDED, until, "game", rule=BLIND["fail"])


CHECK = questions.Check(BLIND["test"], "I", _blinded)
"""Taken at once, inside the attack: it is never due and nobody is asked."""


@BLIND.at(hooks.HIT)
def _hit(
    ctx: Context,
    hits: int,
    *,
    target: Unit,
    unit: Unit | None = None,
    weapon: Weapon | None = None,
    attacker: Model | None = None,
    **_: Any,
) -> None:
    """A unit that was hit tests its Initiative; one that hit itself was prepared."""
    if not (ctx.holds(weapon, BLIND.id) or ctx.holds(attacker, BLIND.id)):
        return
    if not words.highest(ctx, target, "I"):
        return
    if unit is not None and unit.id == target.id:
        ctx.effects.append(Noted(rule=BLIND["self-hit"], model=target.id, text="passed without a roll"))
        return
    passed = questions.test(ctx, target, CHECK)
    if passed:
        ctx.effects.append(Noted(rule=BLIND["pass"], model=target.id, text="nothing happens"))
    CHECK.resolve(ctx, target, passed)


@BLIND.at(hooks.CHARACTERISTIC)
def _skills(
    ctx: Context, change: hooks.CharacteristicChange, *, model: Model, name: str, **_: Any
) -> hooks.CharacteristicChange:
    """Weapon Skill and Ballistic Skill are set to 1."""
    unit = ctx.state.units.get(model.unit)
    if name not in ("WS", "BS") or unit is None or words.BLINDED not in unit.game:
        return change
    return hooks.CharacteristicChange(change.times, change.plus, 1)


PART = Part(
    brings=(words.Expiring(words.BLINDED),),
    telling=Telling(
        marks={words.BLINDED: Phrase("%(holder)s: blinded", "%(holder)s: ослепление")},
        unmarks={words.BLINDED: Phrase("%(holder)s: no longer blinded", "%(holder)s: ослепление прошло")},
        came_to={words.BLINDED: Phrase("%(model)s: blinded", "%(model)s: ослепление")},
        statuses={words.BLINDED: "blinded"},
        badges={"blinded": Badge(Phrase("blinded", "ослеплён"), "M3 12c4-6 14-6 18 0-4 6-14 6-18 0ZM5 20L19 4")},
    ),
)  # fmt: skip
