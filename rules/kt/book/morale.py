"""Catalogue of the Morale phase."""

from rules.kernel.rule import Clause, Rule

MORALE = Rule(
    "kt.morale",
    en="Morale phase",
    ru="Фаза морали",
    clauses={
        "when": Clause(
            "Order of morale tests",
            "Порядок тестов морали",
            "Morale is the last phase of the round; one side makes all its tests, then the other.",
            "777-778,920-920",
            note="Which side first is not printed: initiative order.",
        ),
        "break-condition": Clause(
            "When a break test",
            "Когда проверка на слом",
            "A break test is due if models with flesh wounds plus dead models are more than half the starting number.",
            "780-784",
            note="Exactly half needs no test; a dead model counts once. The cheat sheet compares with the whole "
            "team, an error.",
        ),
        "break-roll": Clause(
            "Break test",
            "Проверка на слом",
            "A break test of 2d6 above the highest Ld of the living models breaks the team, and equal or below passes.",
            "784-788,797-797",
            note="Shaken models are living: only the dead are left out.",
        ),
        "broken-effect": Clause(
            "Broken to the end",
            "Слом до конца игры",
            "A broken team stays so to the end of the game: every model takes nerve tests and has -1 to hit.",
            "791-791",
            note="No further break tests are made.",
        ),
        "broken-scenario": Clause(
            "Broken as a defeat",
            "Слом как поражение",
            "Many book missions count a broken team as defeated.",
            "794-794",
            status="recorded",
            note="Missions are not in the source: theirs to use, and the result is recorded.",
        ),
        "unshake": Clause(
            "Shaken no longer",
            "Перестают дрожать",
            "After the break test the side's shaken models stop being shaken.",
            "799-802,922-922",
        ),
        "nerve-who": Clause(
            "Who takes nerve tests",
            "Кто проверяет нервы",
            "Each model with a flesh wound takes a nerve test, and every model of a broken team does.",
            "805-807,923-923,791-791",
        ),
        "nerve-roll": Clause(
            "Nerve test",
            "Проверка на нервы",
            "A nerve test of d6 plus modifiers above Ld makes the model shaken, and equal or below passes.",
            "807-807,814-814,822-822",
        ),
        "nerve-test.modifier-dead": Clause(
            "Nerve: dead models",
            "Нервы: +1 за погибшего",
            "+1 to nerve tests for each dead model of the team.",
            "810-810",
        ),
        "nerve-test.modifier-shaken": Clause(
            "Nerve: shaken models",
            "Нервы: +1 за дрожащего",
            "+1 to nerve tests for each shaken model of the team.",
            "811-811",
            note="Earlier shakes were just removed, so only failures of this step count; the order of tests is "
            "recorded.",
        ),
        "nerve-test.modifier-friends": Clause(
            "Nerve: friends near",
            "Нервы: -1 за своих рядом",
            '-1 to nerve tests for each friendly model within 2" that is not shaken.',
            "812-812",
            note="Friends with flesh wounds count while they are not shaken.",
        ),
        "nerve-test.natural-1": Clause(
            "Natural 1 passes", "1 на нервы: всегда успех", "A nerve die of 1 always passes.", "825-825"
        ),
        "shaken-effect": Clause(
            "Shaken models do nothing",
            "Дрожащая модель ничего не делает",
            "A shaken model takes no action or reaction in the next round until the shake is removed.",
            "817-817",
            note="Removed after the break test of the next Morale phase.",
        ),
        "shaken-passives": Clause(
            "Shaken: saves and passives",
            "Дрожь: сейвы и пасивки есть",
            "A shaken model still makes saves and uses passive abilities such as Disgustingly Resilient unless a rule "
            "says otherwise.",
            "819-819",
        ),
        "example-break": Clause(
            "Example: orks, no break",
            "Пример: орки, слома нет",
            "Of 16 orks 5 are dead and 2 wounded: 7 is less than half, 8, so no break test; 9 would need one.",
            "830-846",
        ),
        "example-warboss": Clause(
            "Example: Warboss passes",
            "Пример: Варбосс прошёл",
            'A Warboss of Ld 7 rolls 3 with 5 dead and 2 gretchin within 2": 3 + 5 - 2 = 6 passes.',
            "852-873",
        ),
        "example-boy": Clause(
            "Example: Boy is shaken",
            "Пример: Орк бой дрожит",
            "An Ork Boy of Ld 6 rolls 2 with 5 dead and no friends near: 7 is above 6, so it is shaken for the next "
            "round.",
            "876-884",
        ),
    },
)
