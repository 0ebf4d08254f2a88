"""Catalogue of how a city fight is organised and its board laid out."""

from rules.kernel.rule import Clause, Rule

ORGANISATION = Rule(
    "cod.org",
    en="Organising a city fight",
    ru="Организация битвы",
    clauses={
        "differences": Clause(
            "Two main changes",
            "Два главных отличия",
            "A city fight is a normal game with two main changes: how terrain is placed and the declaration of "
            "stratagems.",
            "245-247",
            status="advice",
        ),
        "sequence": Clause(
            "Order of the steps",
            "Порядок шагов",
            "The order is army, level and terrain, scenario, table edge, stratagems, deployment, start.",
            "249-257",
            note="The same list as in the sequence of play.",
        ),
        "army.standard-foc": Clause(
            "Standard organisation chart",
            "Стандартная Диаграмма Организации Армии",
            "City-fight scenarios use the standard Force Organisation chart, whose minimum and maximum choices "
            "make one detachment.",
            "259-261",
            note="The chart is that of the core rules.",
        ),
        "army.extra-detachments": Clause(
            "More detachments by agreement",
            "Больше отделений по договорённости",
            "In larger games the players may agree to use more than one detachment.",
            "261",
            status="recorded",
        ),
        "level.meaning": Clause(
            "What a level fixes",
            "Что определяет уровень",
            "Alpha, Gamma and Omega fix the scenario's special rules and, in city fights, are also tied to table "
            "size, number of city ruins and number of stratagems.",
            "263-267",
        ),
        "level.constraint": Clause(
            "Level by table, terrain",
            "Уровень зависит от стола",
            "The level that may be chosen depends on table size and available terrain.",
            "269",
        ),
        "level.larger-table": Clause(
            "Larger table allowed",
            "Можно стол побольше",
            "Alpha and Gamma on 4'x4' is a recommendation; a larger table may be used if the terrain stays "
            "suitably dense.",
            "271",
            status="recorded",
            note="The sizes are a recommendation: another table is no offence.",
        ),
        "level.alpha": Clause(
            "Alpha table and ruins",
            "Альфа: стол и руины",
            "Alpha: 4'x4' table with 2-3 city ruins.",
            "274-276",
        ),
        "level.gamma": Clause(
            "Gamma table and ruins",
            "Гамма: стол и руины",
            "Gamma: 4'x4' table with 4-6 city ruins.",
            "280",
        ),
        "level.omega": Clause(
            "Omega table and ruins",
            "Омега: стол и руины",
            "Omega: 4'x6' table with as many city ruins as possible.",
            "284",
            note="No number is printed, so none is demanded.",
        ),
        "terrain.step1": Clause(
            "Tallest ruin in centre",
            "Самые высокие руины в центре",
            'Both players roll a die; the higher result places the tallest available ruin within 6" of the table '
            "centre.",
            "288-293",
            note='Within 6" of the centre, not exactly in it.',
        ),
        "terrain.step2": Clause(
            "Second tallest ruin",
            "Вторые по высоте руины",
            'The other player places the tallest remaining ruin between 2" and 6" from the first ruin.',
            "297-298",
            note="One ruin, though the document has a plural.",
        ),
        "terrain.step3": Clause(
            "Ruins in turn",
            "Руины по очереди",
            'The players then alternate placing ruins, each between 2" and 6" from the very first ruin.',
            "302-303",
            note='Height orders only the first two; 2" are kept from every ruin.',
        ),
        "terrain.step3-stop": Clause(
            "When ruins stop",
            "Когда руин достаточно",
            "When the ruins run out or the number fits the level, go to step 5.",
            "303",
        ),
        "terrain.step4": Clause(
            "Ruins anywhere after that",
            "Дальше руины где угодно",
            'When there is no room left for ruins within 6" of the central ruin, keep alternating, placing ruins '
            'anywhere on the table but no closer than 2" to ruins already placed.',
            "307-308",
        ),
        "terrain.step5": Clause(
            "All other terrain",
            "Остальной ландшафт",
            "Once the number of ruins suits the level, or both players are satisfied with it, they alternate "
            "placing all other terrain (rubble, intact buildings, roads and so on).",
            "312-313",
        ),
        "terrain.alternative": Clause(
            "Another agreed arrangement",
            "Альтернативная расстановка",
            "Any other agreed arrangement, on any table and with any amount of terrain, may be used instead if "
            "both players are happy.",
            "315-321",
            status="recorded",
            note="Only by agreement of both; otherwise the steps are checked.",
        ),
        "scenario.choose": Clause(
            "Scenario rolled or agreed",
            "Сценарий: бросок или договор",
            "The scenario is rolled on the table or simply agreed; each uses the scenario special rules.",
            "325-329",
        ),
        "scenario.roll.1": Clause(
            "1: Firesweep",
            "1: Зачистка",
            "A D6 roll of 1 gives Firesweep.",
            "331",
        ),
        "scenario.roll.2": Clause(
            "2: High Ground",
            "2: Высокая позиция",
            "A D6 roll of 2 gives High Ground.",
            "332",
        ),
        "scenario.roll.3": Clause(
            "3: Domination",
            "3: Доминирование",
            "A D6 roll of 3 gives Domination.",
            "333",
        ),
        "scenario.roll.4": Clause(
            "4: Maximum Attrition",
            "4: Максимальные потери",
            "A D6 roll of 4 gives Maximum Attrition.",
            "334",
        ),
        "scenario.roll.5": Clause(
            "5: Urban Assault",
            "5: Городской штурм",
            "A D6 roll of 5 gives Urban Assault.",
            "335",
        ),
        "scenario.roll.6": Clause(
            "6: again or special",
            "6: ещё раз или специальный",
            "A D6 roll of 6: roll again, or play a special scenario.",
            "336",
            note="A special scenario by agreement, otherwise the roll is repeated.",
        ),
        "edge.rolloff": Clause(
            "Roll-off for table edge",
            "Бросок за край стола",
            "Both players roll a die; the higher chooses his table edge and the other takes the opposite one.",
            "338-340",
            note="The standard scenarios deal out quarters in its place.",
        ),
        "stratagem.when": Clause(
            "When stratagems are declared",
            "Когда объявляют стратегии",
            "Stratagems are declared after terrain has been placed and table edges chosen.",
            "344-348",
            note="In the standard scenarios after the quarters and before units are placed.",
        ),
        "stratagem.count.alpha": Clause(
            "Alpha: one stratagem",
            "Альфа: одна стратегия",
            "At Alpha level each player has 1 stratagem.",
            "351",
        ),
        "stratagem.count.gamma": Clause(
            "Gamma: two stratagems",
            "Гамма: две стратегии",
            "At Gamma level each player has 2 stratagems.",
            "352",
        ),
        "stratagem.count.omega": Clause(
            "Omega: three stratagems",
            "Омега: три стратегии",
            "At Omega level each player has 3 stratagems.",
            "353",
        ),
        "deploy.follow-scenario": Clause(
            "Deploy by the scenario",
            "Расстановка по сценарию",
            "Armies deploy by the scenario's instructions, as in a normal game apart from the two exceptions that "
            "follow.",
            "355-359",
        ),
        "deploy.category-order": Clause(
            "Order of categories",
            "Порядок выставления отрядов",
            "Units are placed in this order: Troops, Heavy Support, Elites, HQ, Fast Attack.",
            "361",
            note="Checked for each player apart, without units kept in reserve.",
        ),
        "deploy.no-deepstrike-infiltrate": Clause(
            "No Deep Strike, no Infiltrate",
            "Без Глубокого Удара и Разведчиков",
            "No scenario uses the Deep Strike or Infiltrators special rules; they may be taken as stratagems.",
            "362",
            note="Units entitled to them whatever the scenario says are the exception.",
        ),
        "start.rolloff": Clause(
            "Who goes first",
            "Кто ходит первым",
            "Roll a die to find who takes the first turn.",
            "364-366",
            note="A roll-off of a D6 each: the higher decides.",
        ),
        "alternative-foc.purpose": Clause(
            "Other charts may serve",
            "Альтернативные диаграммы",
            "The standard chart suits even standard scenarios; attack/defence or unusual scenarios may use "
            "altered charts.",
            "1153-1155",
            status="recorded",
        ),
        "alternative-foc.elite-force": Clause(
            "Small elite army",
            "Небольшая элитная армия",
            "Alternative charts represent a small elite army attacking a more numerous enemy; the next scenario "
            "uses them.",
            "1157",
            status="recorded",
            note="The diagrams are missing from the document: the players enter the limits.",
        ),
    },
)

BOARD = Rule(
    "cod.board",
    en="City boards",
    ru="Городские столы",
    clauses={
        "alpha.buildings": Clause(
            "Alpha: 2-3 buildings",
            "Альфа: 2-3 здания",
            "Two or three buildings are enough for an Alpha game.",
            "368-370",
        ),
        "accessories": Clause(
            "Accessories show stratagems",
            "Боевые аксессуары",
            "Battlefield accessories may be used for realism and may represent stratagems.",
            "372",
            status="advice",
        ),
        "tallest-first": Clause(
            "Tallest building first",
            "Самое высокое здание первым",
            "The tallest building is placed first, in the table centre.",
            "374",
            note='Within 6" of the centre, by step 1.',
        ),
        "other-ruins-distance": Clause(
            "Distance of other ruins",
            "Расстояние до других руин",
            "Other ruins are placed no further than a stated number of inches from each other.",
            "376",
            note='The number is missing here: 2" to 6", by steps 2 and 3.',
        ),
        "size": Clause(
            "Board of 4x4 feet",
            "Стол 4x4 фута",
            "The example board is 4x4 feet (120x120 cm).",
            "378",
        ),
        "barricade-tanktrap-cover": Clause(
            "Obstacles give cover",
            "Препятствия дают укрытие",
            "Barricades and tank traps are obstacles and can give cover.",
            "380",
            note="4+ and 5+.",
        ),
        "higher-position": Clause(
            "Higher is better",
            "Выше стоять лучше",
            "Models in a higher position have better shooting conditions.",
            "382",
            status="advice",
            note="The numbers stand with upper floors and Plunging Fire.",
        ),
        "barrage-from-rear": Clause(
            "Barrage from the rear",
            "Обстрел из тыла",
            "A Whirlwind missile tank can shell the enemy from relative safety in the rear.",
            "384",
            status="advice",
        ),
        "alpha.dense": Clause(
            "Dense terrain",
            "Плотный ландшафт",
            "A large amount of terrain on a 120x120 cm table gives the cramped feel of a city fight.",
            "386-389",
            status="advice",
        ),
        "gamma.buildings": Clause(
            "Gamma: 4-6 ruins",
            "Гамма: 4-6 руин",
            "A Gamma game uses a 120x120 cm table with 4 to 6 pieces of city terrain, which shortens fields of fire.",
            "391-393",
            note="City ruins are counted, as in the chart of levels.",
        ),
        "gamma.cover": Clause(
            "Ruins: 4+ cover",
            "Руины: укрытие 4+",
            "The 4+ cover save of ruins means that heavy fire or a determined assault is needed to dislodge troops.",
            "395-399",
        ),
    },
)
