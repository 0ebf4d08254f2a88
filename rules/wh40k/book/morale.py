"""Catalogue of Morale checks."""

from rules.kernel.rule import Clause, Rule

MORALE = Rule(
    "wh40k.morale",
    en="Morale",
    ru="Боевой дух",
    clauses={
        "multiple-checks-per-turn": Clause(
            "Several checks a turn",
            "Несколько проверок за ход",
            "A unit in serious trouble can be made to take more than one Morale check in the same turn; each "
            "trigger produces its own check.",
            "24",
            note="Nothing caps the number of checks in a turn.",
        ),
        "check.is-leadership-test": Clause(
            "A Leadership test",
            "Проверка духа как тест лидерства",
            "A Morale check is one particular kind of Leadership test, so everything that affects Leadership "
            "tests in general affects it too.",
            "28-30",
        ),
        "check.roll": Clause(
            "Morale check: 2D6",
            "Проверка на боевой дух: 2D6",
            "To take a Morale check roll 2D6, add them together and compare the sum with the unit's Leadership "
            "after modifiers.",
            "32-34",
            note="A mixed unit uses its highest Leadership.",
        ),
        "check.pass": Clause(
            "Morale check passed",
            "Проверка духа пройдена",
            "If the 2D6 sum is equal to or lower than the (modified) Leadership the check is passed and the "
            "unit suffers no ill effect.",
            "36",
            note="Equal counts as a pass.",
        ),
        "check.fail": Clause(
            "Morale check failed",
            "Проверка духа провалена",
            "If the 2D6 sum is higher than the (modified) Leadership the check is failed and the unit falls "
            "back at once.",
            "38",
        ),
        "codex-exceptions": Clause(
            "Morale rules of a codex",
            "Правила духа из кодекса",
            "Codex entries may give a unit its own Morale rules, up to and including complete immunity to Morale.",
            "40",
            note="Special rules of the sheet decide it; the source prints no such unit.",
        ),
        "auto-pass.morale-only": Clause(
            "Passes Morale checks only",
            "Проходит только боевой дух",
            "A unit that always passes Morale checks is exempt from Morale checks only: other Leadership tests, "
            "pinning tests included, must still be rolled.",
            "40",
        ),
        "auto-pass.all-leadership": Clause(
            "Passes all Leadership tests",
            "Проходит все тесты лидерства",
            "A unit that always passes all Leadership tests passes Morale checks, pinning tests and every other "
            "Leadership-based test without rolling.",
            "40",
        ),
        "modifier": Clause(
            "Leadership modifiers",
            "Модификаторы лидерства",
            "Some circumstances apply Leadership modifiers to a Morale check, typically -1 or -2 and "
            "occasionally worse; the modified value is what the roll is compared with.",
            "44",
            note="No floor is printed, so none is set: a double 1 still passes.",
        ),
        "insane-heroism": Clause(
            "Insane Heroism",
            "Безумный героизм",
            "A roll of double 1 on the 2D6 of a Morale check always succeeds, whatever the modifiers are.",
            "46-50",
            note="Not for a check that fails automatically: no dice are rolled.",
        ),
        "trigger.list-open": Clause(
            "Other reasons to test",
            "Другие поводы для проверки",
            "The listed reasons for a Morale check are only the most usual ones; other rules may demand one.",
            "54",
            status="advice",
        ),
        "trigger.casualties": Clause(
            "25% casualties",
            "Потери 25%",
            "A unit that loses 25% or more of its current models in one Movement phase or one Shooting phase "
            "must take a Morale check at the end of that phase.",
            "56",
            note="Exactly 25% is enough; models are counted, not Wounds; the phases of both players count.",
        ),
        "trigger.casualties.baseline": Clause(
            "Counted from the phase start",
            "Считаем с начала фазы",
            "The percentage is taken of the unit's current number of models when the phase began, not of its "
            "size at the start of the game.",
            "56-58",
            note="The models present when the phase began.",
        ),
        "trigger.casualties.per-phase": Clause(
            "Losses phase by phase",
            "Потери по каждой фазе",
            "Losses are counted phase by phase; models lost in the Movement phase are not added to those lost "
            "in the Shooting phase.",
            "56",
        ),
        "trigger.casualties.not-assault": Clause(
            "Not in the Assault phase",
            "Не в фазу наступления",
            "Casualties in the Assault phase do not trigger the 25% check; in that phase only losing the combat does.",
            "56-60",
            note="Losses to Overwatch fall in the Assault phase and do not count either.",
        ),
        "trigger.casualties.any-cause": Clause(
            "Any cause of loss",
            "Любая причина потерь",
            "The cause of the loss is irrelevant: models lost to dangerous terrain in the Movement phase count "
            "just like models shot.",
            "58",
        ),
        "trigger.casualties.example": Clause(
            "Example: five Space Marines",
            "Пример: пять космодесантников",
            "Worked example: 5 Space Marines lose 2 to shooting and must check; next turn the remaining 3 lose "
            "1 to a dangerous terrain test in the Movement phase and must check again.",
            "58",
        ),
        "trigger.lost-assault": Clause(
            "Lost combat",
            "Проигранный бой",
            "A unit that loses a close combat (usually by suffering more Wounds than it inflicted) must take a "
            "Morale check to hold its ground.",
            "60",
        ),
        "trigger.lost-assault.modifier": Clause(
            "Lost combat: -1 each",
            "Проигранный бой: -1 за ранение",
            "For that check the loser takes -1 Leadership for every Wound of difference between the winner's "
            "total and its own.",
            "60",
            note="For each Wound of difference, not for each Wound suffered.",
        ),
        "trigger.lost-assault.fail": Clause(
            "Lost combat: falls back",
            "Проигранный бой: отступление",
            "A unit that fails the lost-combat check must fall back.",
            "60",
            note="The sweeping advance is rolled first.",
        ),
        "trigger.lost-assault.example": Clause(
            "Example: Sergeant Kraak",
            "Пример: сержант Краак",
            "Worked example: Sergeant Kraak's Guardsmen need 8 or less normally, but having lost the combat by "
            "2 Wounds they need 6 or less.",
            "62",
        ),
    },
)
