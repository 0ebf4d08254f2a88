"""The 9th Age in words: marks, questions and notes of movement and morale. Other chapters bring their own.

A sentence about a unit sets its name apart ("Spears: fleeing"), so that names in the plural need no other verb and
Russian ones no case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.canonical import tag_of
from rules.kernel.part import Part
from rules.kernel.telling import Badge, Phrase, Telling, noted, printed
from rules.t9a import charge, discipline, flight, movement, panic, rally, words
from rules.t9a.army import terms
from rules.t9a.book import PANIC

MARKS: Mapping[str, Phrase] = {
    words.FLEEING: Phrase("%(holder)s: fleeing", "%(holder)s: отступление"),
    words.SHAKEN: Phrase("%(holder)s: Shaken", "%(holder)s: деморализация"),
    words.MOVED: Phrase("%(holder)s [has|have] moved", "%(holder)s: движение сделано"),
    words.CHARGED: Phrase("%(holder)s [has|have] declared a charge", "%(holder)s: нападение объявлено"),
    words.CHARGING: Phrase("%(holder)s [has|have] charged", "%(holder)s: нападение удалось"),
    charge.FLYING: Phrase("%(holder)s [charges|charge] in the air", "%(holder)s: нападение полётом"),
    movement.TESTED: Phrase(
        "%(holder)s [has|have] taken [its|their] March test", "%(holder)s: тест на марш пройден или провален"
    ),
    flight.DISTANCE: Phrase("%(holder)s [has|have] fled", "%(holder)s: бегство"),
    panic.TEST: Phrase("%(holder)s [has|have] to test for panic", "%(holder)s: нужен тест на панику"),
    PANIC["exempt"]: Phrase("%(holder)s [has|have] kept calm", "%(holder)s: паники не было"),
    rally.TEST: Phrase(
        "%(holder)s [has|have] to test whether [it|they] [rallies|rally]",
        "%(holder)s: нужен тест на восстановление порядка",
    ),
}
UNMARKS: Mapping[str, Phrase] = {
    words.FLEEING: Phrase("%(holder)s: rallied", "%(holder)s: порядок восстановлен"),
    words.AWAY: Phrase("%(holder)s [comes|come] onto the table", "%(holder)s: выход на стол"),
}
QUESTIONS: Mapping[str, Phrase] = {
    charge.REACTIONS: Phrase("%(side)s: how does %(model)s react to the charge?",
                             "%(side)s: %(model)s, реакция на нападение"),
    discipline.AGAIN: Phrase("%(side)s: re-roll the failed test of %(model)s?",
                             "%(side)s: %(model)s, перебросить проваленный тест?"),
    flight.DISTANCE: Phrase("%(side)s: %(model)s has to flee", "%(side)s: %(model)s, бросок на бегство"),
    movement.REFORM: Phrase("%(side)s: does %(model)s reform?", "%(side)s: %(model)s, перестроиться?"),
    movement.TESTED: Phrase("%(side)s: %(model)s takes a March test next", "%(side)s: %(model)s, тест на марш"),
    panic.TEST: Phrase("%(side)s: %(model)s takes a Panic test next", "%(side)s: %(model)s, тест на панику"),
    rally.TEST: Phrase("%(side)s: %(model)s takes a Rally test next",
                       "%(side)s: %(model)s, тест на восстановление порядка"),
}  # fmt: skip
NOTES: Mapping[str, Phrase] = {
    "passed": Phrase("passed", "тест пройден"),
    "failed": Phrase("failed", "тест провален"),
    "passed without a roll": Phrase("passed without a roll", "пройдено без броска"),
    "not Shaken": Phrase("not Shaken", "не деморализовано"),
    "no Panic test": Phrase("no Panic test", "без теста на панику"),
    "caught": Phrase("caught and destroyed", "настигнуто и уничтожено"),
    "the target is gone": Phrase("the target is gone", "цели больше нет"),
    "hold": Phrase("it holds", "держит строй"),
    "flee": Phrase("it flees", "бежит"),
    "stand-and-shoot": Phrase("it stands and shoots", "стреляет с места"),
    "south": Phrase("over the southern edge", "за южный край"),
    "north": Phrase("over the northern edge", "за северный край"),
    "west": Phrase("over the western edge", "за западный край"),
    "east": Phrase("over the eastern edge", "за восточный край"),
}
BADGES: Mapping[str, Badge] = {
    "fleeing": Badge(Phrase("fleeing", "отступает"), "M19 5l-8 7 8 7M6 5v14"),
    "shaken": Badge(Phrase("Shaken", "деморализовано"), "M3 14l4.5-6 4.5 8 4.5-8 4.5 6"),
    "charged": Badge(Phrase("charged", "напало"), "M4 20L20 4M12 4h8v8"),
    "off-table": Badge(
        Phrase("off the table", "вне стола"), "M7 3h10M7 21h10M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9s8 4 8 9"
    ),
}
STATUSES: Mapping[str, str] = {
    words.FLEEING: "fleeing", words.SHAKEN: "shaken", words.CHARGING: "charged", words.AWAY: "off-table",
}  # fmt: skip


def _casting(roll: Any, after: Sequence[Any]) -> bool | None:
    """Whether a spell is cast; the other side may be asked first whether it dispels it."""
    if any(tag_of(each) == "asked" and each.rule == "t9a.core.dispel" for each in after):
        return None
    return noted(" is not cast")(roll, after)


PART = Part(
    telling=Telling(
        decided={"t9a.core.victory": Phrase("The victory points decided", "Решили победные очки")},
        keywords=printed(
            terms.HEIGHTS, terms.TYPES, terms.COMMAND, terms.RANKS, terms.LEVELS, terms.MACHINE, terms.CATEGORIES
        ),
        marks=MARKS, unmarks=UNMARKS, questions=QUESTIONS, notes=NOTES, badges=BADGES, statuses=STATUSES,
        stages={
            "t9a.core.aim": "hits", "t9a.core.melee-to-hit": "hits", "t9a.core.to-wound": "wounds",
            "t9a.core.saves": "saves",
            "t9a.core.dangerous-terrain": "untold", "t9a.core.charge-range": "untold",
        },
        limits_modified=True,
        verdicts={
            "t9a.core.cast": _casting, "t9a.core.bound-spell": _casting,
            "t9a.core.dispel": lambda roll, after: not noted(" is not cast")(roll, after),
        },
        distances=frozenset({
            "t9a.core.flee-distance", "t9a.core.pursuit", "t9a.core.random-movement",
        }),
        own_rolls=frozenset({"t9a.core.saves"}), charges=frozenset({"charge-move"}),
        apart=frozenset({"t9a.core.rally", "t9a.fear.test"}),
    ),
)  # fmt: skip
