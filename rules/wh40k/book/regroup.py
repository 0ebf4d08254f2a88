"""Catalogue of regrouping."""

from rules.kernel.rule import Clause, Rule

REGROUP = Rule(
    "wh40k.regroup",
    en="Regrouping",
    ru="Перегруппировка",
    clauses={
        "mandatory": Clause(
            "Regroup test is compulsory",
            "Тест на перегруппировку обязателен",
            "A falling-back unit must attempt to regroup by taking a regroup test in its own Movement phase, "
            "immediately before it would move.",
            "132",
            note="Its side chooses when; the phase cannot be ended before every such unit has taken it.",
        ),
        "normal-test": Clause(
            "Ordinary regroup test",
            "Обычный тест на перегруппировку",
            "If at least 25% of the unit's models are still alive the regroup test is an ordinary Leadership test.",
            "134",
            note="Of the starting size; exactly 25% is enough. It is not a Morale check.",
        ),
        "below-quarter": Clause(
            "Below a quarter",
            "Меньше четверти",
            "If fewer than 25% of its models are alive the regroup test can be passed only with the Insane "
            "Heroism result, a double 1.",
            "136",
            note="A low total such as 1 and 2 fails.",
        ),
        "fail": Clause(
            "Regrouping failed",
            "Перегруппировка провалена",
            "A unit that fails its regroup test must go on falling back at once.",
            "138",
        ),
        "pass": Clause(
            "Regrouping passed",
            "Перегруппировка удалась",
            "A unit that passes stops falling back.",
            "140",
        ),
        "move": Clause(
            "Regroup move of 3 inches",
            "Движение на 3 дюйма",
            "A regrouped unit may immediately move up to 3 inches.",
            "140",
            note="Optional unless coherency is broken.",
        ),
        "move.difficult": Clause(
            "Difficult terrain ignored",
            "Труднопроходимый не мешает",
            "Difficult terrain does not affect the 3-inch regroup move.",
            "140",
        ),
        "move.dangerous": Clause(
            "Dangerous terrain counts",
            "Опасный ландшафт действует",
            "Dangerous terrain tests are taken as normal during the 3-inch regroup move.",
            "140",
        ),
        "move.coherency": Clause(
            "Restores coherency",
            "Восстановить построение",
            "If the unit was out of coherency when it took the test, the 3 inches must be used to restore "
            "coherency or to get as near to it as possible.",
            "140",
        ),
        "no-move": Clause(
            "No further move",
            "Больше не движется",
            "After regrouping the unit may not move any further that turn.",
            "142",
        ),
        "no-run": Clause(
            "No run",
            "Не бежит",
            "After regrouping the unit may not run in the Shooting phase.",
            "142",
        ),
        "no-charge": Clause(
            "No charge",
            "Не нападает",
            "After regrouping the unit may not charge in the Assault phase.",
            "142",
        ),
        "shooting": Clause(
            "Snap Shots after regrouping",
            "После перегруппировки навскидку",
            "After regrouping the unit may shoot (Overwatch included) but counts as having moved and may "
            "therefore fire only Snap Shots.",
            "142",
            note="Also if it stayed still; Overwatch until its next own turn.",
        ),
        "charged.trigger": Clause(
            "Charged while falling back",
            "Нападение на отступающих",
            "A falling-back unit that has a charge declared against it must always take a regroup test as soon "
            "as an enemy is within charge range.",
            "152-154",
            note="After Overwatch, when the charge roll shows that the target is within reach.",
        ),
        "charged.normal-test": Clause(
            "Charged: ordinary test",
            "При нападении тест обычный",
            "That test is always an ordinary Leadership test and never needs Insane Heroism, however few models "
            "are left.",
            "154-156",
            note="Also below a quarter of the models.",
        ),
        "charged.fail": Clause(
            "Charged and failed",
            "Нападение: тест провален",
            "If the test is failed the charged unit is removed as casualties at the end of the Charge sub-phase.",
            "158",
        ),
        "charged.pass": Clause(
            "Charged and regrouped",
            "Нападение: перегруппировались",
            "If the test is passed the unit regroups without moving and the assault goes on as normal, starting "
            "with the chargers' move.",
            "160",
        ),
        "charged.multi.trigger": Clause(
            "Multiple charge",
            "Многостороннее нападение",
            "When a multiple charge names at least one falling-back and at least one steady unit, each "
            "falling-back unit among the primary and secondary targets must take a regroup test as soon as one "
            "charging model is within charge range of it.",
            "148-150",
        ),
        "charged.multi.pass": Clause(
            "Multiple charge: regrouped",
            "Многостороннее: перегруппировались",
            "In a multiple assault a falling-back unit that passes regroups without moving and the assault goes "
            "on as normal.",
            "164",
        ),
        "charged.multi.fail": Clause(
            "Multiple charge: destroyed",
            "Многостороннее: уничтожены",
            "In a multiple assault a falling-back unit that fails is destroyed, and the charging model must "
            "carry on its charge move against the remaining enemy units as though the failed unit were not "
            "there.",
            "164",
            note="Destroyed at once, so that the charger may pass.",
        ),
    },
)
