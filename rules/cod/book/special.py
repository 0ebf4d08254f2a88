"""Catalogue of the special rules of scenarios: dusk and dawn, night, random length, reserves."""

from rules.kernel.rule import Clause, Rule

SPECIAL = Rule(
    "cod.special",
    en="Scenario special rules",
    ru="Специальные правила сценариев",
    clauses={
        "stratagems": Clause(
            "Stratagems by level",
            "Стратегии по уровню",
            "One stratagem per player at Alpha, two at Gamma, three at Omega.",
            "931-935",
        ),
        "dusk-dawn.roll": Clause(
            "Roll after deployment",
            "Бросок после расстановки",
            "After deployment but before the first-turn roll, roll a D6.",
            "939-941",
            note="Exactly one roll a game.",
        ),
        "dusk-dawn.one": Clause(
            "1: night at first",
            "1: ночь в первом раунде",
            "On 1 Night Fighting applies in the first game turn, for both players.",
            "941",
            note="The first game turn, for both players.",
        ),
        "dusk-dawn.six": Clause(
            "6: night at last",
            "6: ночь в последнем ходу",
            "On 6 Night Fighting applies in the last turn.",
            "941",
            note="And in every turn added by Random Game Length.",
        ),
        "dusk-dawn.other": Clause(
            "2-5: no night",
            "2-5: ночи нет",
            "On 2-5 there is no night fighting from this rule.",
            "941",
            note="Follows from the other results.",
        ),
        "night.roll": Clause(
            "How far one sees",
            "Как далеко видно ночью",
            "After choosing the target but before any to-hit rolls, roll 2D6 and multiply by 3: the unit sees "
            "that many inches.",
            "943-945",
            note="Rolled for each unit that shoots.",
        ),
        "night.limit": Clause(
            "Target too far",
            "Цель слишком далеко",
            "If the target is further away than the night roll reaches, the unit loses its chance to shoot.",
            "945",
            note="A target at exactly that distance may be shot at.",
        ),
        "night.lost-shot": Clause(
            "No other target",
            "Другую цель не выбрать",
            "A unit that loses the shot may not choose another target.",
            "945",
        ),
        "night.barrage": Clause(
            "Barrage fires anyway",
            "Навесное стреляет без ограничений",
            "Barrage weapons, ordinary and ordnance, may fire at targets beyond the night roll.",
            "947",
        ),
        "night.barrage-scatter": Clause(
            "Barrage scatters more",
            "Навесному ещё кубик смещения",
            "If the target of a barrage is beyond the night roll, one extra die is rolled for scatter.",
            "947",
            note="Beyond the night roll, not beyond the weapon's range; the die is added to the distance.",
        ),
        "random-length.roll": Clause(
            "Roll after last turn",
            "Бросок после последнего хода",
            "At the end of the scenario's last turn, roll a die.",
            "949-951",
            note="Omega level and special scenarios only.",
        ),
        "random-length.end": Clause(
            "1-3: game ends",
            "1-3: конец игры",
            "On 1-3 the game ends.",
            "951",
        ),
        "random-length.continue": Clause(
            "4+: one more turn",
            "4+: ещё один раунд",
            "On 4+ the game continues for one more turn.",
            "951",
        ),
        "random-length.repeat": Clause(
            "Rolled again each turn",
            "Бросок после каждого раунда",
            "At the end of each extra turn roll again, with the same result, until a 1-3 is rolled.",
            "951",
            note="Without a maximum.",
        ),
        "random-length.night": Clause(
            "Night goes on",
            "Ночь продолжается",
            "If Night Fighting applied in the last turn, it applies in all further turns too.",
            "951",
        ),
        "reserves.not-deployed": Clause(
            "Reserves stay off table",
            "Резервы не выставляются",
            "Units in reserve are not deployed at the start but become available in later turns.",
            "953-955",
            note="Where the scenario has the rule.",
        ),
        "reserves.roll": Clause(
            "Roll for each choice",
            "Бросок за каждый выбор",
            "At the start of each turn, from the second, roll a die for each reserve choice of the force "
            "organisation chart.",
            "955",
            note="In the owner's player turn; a platoon is one choice.",
        ),
        "reserves.table.turn1": Clause(
            "Turn 1: no roll",
            "Ход 1: нет броска",
            "Turn 1: no reserve roll is allowed (N/A).",
            "957-960",
        ),
        "reserves.table.turn2": Clause(
            "Turn 2: 4+",
            "Ход 2: на 4+",
            "Turn 2: a choice becomes available on 4+.",
            "957-960",
        ),
        "reserves.table.turn3": Clause(
            "Turn 3: 3+",
            "Ход 3: на 3+",
            "Turn 3: a choice becomes available on 3+.",
            "957-960",
        ),
        "reserves.table.turn4": Clause(
            "Turn 4 on: 2+",
            "Ход 4 и далее: на 2+",
            "Turn 4 and later: a choice becomes available on 2+.",
            "957-960",
            note="A roll of 1 always fails.",
        ),
        "reserves.arrival": Clause(
            "Arrival by the scenario",
            "Прибытие по сценарию",
            "An available unit comes onto the table as the scenario describes.",
            "962",
        ),
        "reserves.deep-strike": Clause(
            "Arrival by Deep Strike",
            "Прибытие Глубоким ударом",
            "A unit left in reserve in order to deep strike arrives by Deep Strike.",
            "962",
        ),
        "reserves.transport": Clause(
            "Unit with own transport",
            "Отряд с транспортом",
            "A reserve unit with its own transport makes one roll for both, but they need not arrive together.",
            "962",
        ),
        "reserves.mandatory": Clause(
            "Rolls and arrival compulsory",
            "Броски и выход обязательны",
            "Reserve rolls are compulsory, and available units must be brought on at the first opportunity; "
            "neither may be delayed.",
            "964",
            note="Reserves left over at the sewers are the one exception.",
        ),
    },
)
