"""Feel No Pain: a roll to discount each unsaved Wound."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.wh40k import hooks, words

FEEL_NO_PAIN = Rule(
    "wh40k.usr.feel-no-pain",
    en="Feel No Pain",
    ru="Не ведая боли",
    clauses={
        "roll": Clause(
            "Roll to discount a Wound",
            "Бросок «не ведая боли»",
            "Each time a model with this rule suffers an unsaved Wound it may roll a D6 to avoid it: 4 or less "
            "and the Wound is taken as usual, 5 or more and the Wound is discounted.",
            "430-434",
            text_ru="Каждый раз, когда модель с этим правилом получает ранение без спасброска, она может бросить D6, "
            "чтобы его избежать: 4 или меньше – ранение остаётся, 5 или больше – отменено.",
            note="The roll is optional; it costs nothing and is always made.",
            note_ru="Бросать не обязательно, но это ничего не стоит и делается всегда.",
        ),
        "not-a-save": Clause(
            "Not a saving throw",
            "Это не спасбросок",
            "The Feel No Pain roll is not a saving throw.",
            "434",
            text_ru="Бросок «не ведая боли» – не спасбросок.",
            note="Usable where a save is denied, unless the Wound inflicts Instant Death.",
            note_ru="Годится и там, где спасбросок не разрешён, если ранение не несёт мгновенной смерти.",
        ),
        "counts-as-saved": Clause(
            "Discounted counts as saved",
            "Отменённое ранение как спасённое",
            "A Wound discounted by Feel No Pain counts as having been saved.",
            "434",
            text_ru="Ранение, отменённое по «не ведая боли», считается спасённым.",
            note="Such a Wound is not unsaved for the combat result, Concussive, Force or Pinning.",
            note_ru="Для итога боя, контузии, психосилового оружия и подавления такое ранение не считается "
            "неспасённым.",
        ),
        "instant-death": Clause(
            "Not against Instant Death",
            "Не против мгновенной смерти",
            "Feel No Pain rolls may not be made against unsaved Wounds that inflict Instant Death.",
            "436",
            text_ru="Против ранений, которые несут мгновенную смерть, «не ведая боли» не бросают.",
            note="With Eternal Warrior the Wound inflicts no Instant Death, so the roll is allowed.",
            note_ru="С вечным воином мгновенной смерти нет, и бросать можно.",
        ),
        "bracketed": Clause(
            "Number in brackets",
            "Число в скобках",
            "If the rule carries a number in brackets, for example (6+), that number is the D6 result needed to "
            "discount the Wound.",
            "438",
            text_ru="Если у правила в скобках число, например (6+), то именно столько на D6 нужно, чтобы отменить "
            "ранение.",
        ),
        "mixed-saves": Clause(
            "Wounds one at a time",
            "Ранения по одному",
            "If one or more models of a unit have this rule, Wound allocation and casualty removal for that "
            "unit must always use the mixed-saves method, with each Feel No Pain roll made separately after "
            "each failed save.",
            "440",
            text_ru="Если в отряде есть хотя бы одна модель с этим правилом, ранения распределяют и потери убирают "
            "всегда по методу разнородных спасбросков, и «не ведая боли» бросают отдельно после каждого неудачного.",
        ),
    },
)


USUAL = 5
"""The roll that discounts a Wound where no number stands in brackets."""


def needed(has: int | str) -> int:
    """The roll that discounts a Wound: the number in brackets, 5 where there is none."""
    return has if isinstance(has, int) and 2 <= has <= 6 else USUAL


@FEEL_NO_PAIN.at(hooks.UNSAVED, of="target")
def _discount(ctx: Context, wounds: int, *, target: Model, instant: bool, **_: Any) -> int:
    """Roll for an unsaved Wound; a discounted one counts as saved."""
    if not wounds:
        return wounds
    if instant:
        ctx.effects.append(Noted(rule=FEEL_NO_PAIN["instant-death"], model=target.id, text="no roll"))
        return wounds
    best = min(needed(value) for value in words.strengths(ctx.state, target, FEEL_NO_PAIN.id))
    rolled = ctx.roll(FEEL_NO_PAIN["roll"], target.side, 1, needed=best, model=target.id)
    if rolled.passed[0]:
        ctx.effects.append(Noted(rule=FEEL_NO_PAIN["counts-as-saved"], model=target.id, text="discounted"))
        return 0
    return wounds


@FEEL_NO_PAIN.at(hooks.MIXED_SAVES, of="unit")
def _one_at_a_time(ctx: Context, mixed: bool, **_: Any) -> bool:
    return True
