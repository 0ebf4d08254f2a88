"""Catalogue of the presumed frame of a game: turns, profiles, dice, tests, deployment and the end."""

from rules.kernel.rule import Clause, Rule

TURN_STRUCTURE = Rule(
    "wh40k.assumed.turn-structure",
    en="Turn and phases",
    ru="Ход и фазы",
    clauses={
        "": Clause(
            "Turn and phases",
            "Ход и фазы",
            "A game turn is one player turn for each side; a player turn is Start of Turn (reserves, warp "
            "charge), Movement phase, Shooting phase, Assault phase (Charge sub-phase, then Fight sub-phase), "
            "End of Turn.",
            "-",
            status="assumed",
            note="There is no separate psychic phase in this edition.",
        ),
    },
)

PROFILE = Rule(
    "wh40k.assumed.profile",
    en="Profile",
    ru="Характеристики",
    clauses={
        "": Clause(
            "Characteristics of models",
            "Характеристики",
            "Models have WS, BS, S, T, W, I, A, Ld on a 0-10 scale and a save from 2+ to 6+ or none; vehicles "
            "have BS, front/side/rear AV and Hull Points (walkers also WS, S, I, A).",
            "-",
            status="assumed",
        ),
        "modifier-order": Clause(
            "Order of modifiers",
            "Порядок модификаторов",
            "Apply multiplications first, then additions and subtractions, then rules that set a fixed value; "
            "Ld and other characteristics stay within 0-10.",
            "-",
            status="assumed",
        ),
    },
)

MEASUREMENT = Rule(
    "wh40k.assumed.measurement",
    en="Measuring",
    ru="Измерение",
    clauses={
        "": Clause(
            "Measuring distances",
            "Измерение расстояний",
            "Distances are in inches between the closest points of bases (hulls for vehicles), and may be "
            "measured at any time.",
            "-",
            status="assumed",
        ),
    },
)

DICE = Rule(
    "wh40k.assumed.dice",
    en="Dice",
    ru="Кубики",
    clauses={
        "d3": Clause(
            "D3: half a die",
            "D3: половина D6",
            "A D3 is a D6 halved, rounding up: 1-2 = 1, 3-4 = 2, 5-6 = 3.",
            "-",
            status="assumed",
        ),
        "reroll-once": Clause(
            "Re-roll once",
            "Переброс один раз",
            "A die may be re-rolled only once and the second result stands, even if worse; unless a rule says "
            "otherwise a re-roll of several dice added together re-rolls all of them.",
            "-",
            status="assumed",
            note="Fleet is the printed exception that allows single dice.",
        ),
        "roll-off": Clause(
            "Roll-off of dice",
            "Кубовка",
            "Roll-off: each player rolls a D6, the higher wins, ties are re-rolled.",
            "-",
            status="assumed",
        ),
        "roll-off.tie": Clause(
            "Roll-off tied",
            "Ничья в кубовке",
            "Players who rolled the same in a roll-off roll again.",
            "-",
            status="assumed",
        ),
        "scatter": Clause(
            "Roll for scatter",
            "Смещение",
            "Scatter: roll the scatter die (2 faces Hit!, 4 faces arrow) together with 2D6; on an arrow move "
            "2D6 inches in its direction, on Hit! do not move.",
            "-",
            status="assumed",
            note="The direction is an angle; the chance of Hit! is one in three.",
        ),
        "random-allocation": Clause(
            "Random choice",
            "Случайный выбор",
            "A random choice among N models is a uniform roll over the listed models (D6 for up to six).",
            "-",
            status="assumed",
        ),
    },
)

ROUNDING = Rule(
    "wh40k.assumed.rounding",
    en="Rounding",
    ru="Округление",
    clauses={
        "": Clause(
            "Round up",
            "Округление вверх",
            "Fractions are rounded up unless a rule says otherwise.",
            "-",
            status="assumed",
        ),
    },
)

TEST = Rule(
    "wh40k.assumed.test",
    en="Tests",
    ru="Тесты",
    clauses={
        "characteristic": Clause(
            "Characteristic test",
            "Тест характеристики",
            "Characteristic test: roll a D6, pass if it is equal to or below the characteristic; 6 always fails "
            "and a characteristic of 0 always fails; a unit uses the highest value among its models.",
            "-",
            status="assumed",
        ),
        "leadership": Clause(
            "Leadership test",
            "Тест лидерства",
            "Leadership test: 2D6 equal to or below Leadership passes; a unit uses the highest Leadership among "
            "its models.",
            "-",
            status="assumed",
        ),
    },
)

GAME_LENGTH = Rule(
    "wh40k.assumed.game-length",
    en="Length of the game",
    ru="Длина игры",
    clauses={
        "": Clause(
            "Length of the game",
            "Длина игры",
            "Games last to the end of turn 5; then roll a D6: 3+ plays turn 6, after which 4+ plays turn 7, "
            "which is the last.",
            "-",
            status="assumed",
        ),
    },
)

DEPLOYMENT = Rule(
    "wh40k.assumed.deployment",
    en="Deployment",
    ru="Расстановка",
    clauses={
        "": Clause(
            "Deployment and first turn",
            "Расстановка и первый ход",
            "Players roll off for table edges and first turn; each player's own table edge is the one in his "
            "deployment zone. The usual table is 72 by 48 inches.",
            "-",
            status="assumed",
            note="The winner takes a zone and the order; units are set up one by one in turn. Where nobody drew zones "
            "they lie 12 inches deep along the long edges.",
        ),
    },
)

VICTORY = Rule(
    "wh40k.assumed.victory",
    en="Victory",
    ru="Победа",
    clauses={
        "": Clause(
            "Victory by mission",
            "Победа",
            "Victory conditions (objectives, victory points) come from the mission being played; the document "
            "prints none.",
            "-",
            status="assumed",
            note="The engine reports facts; the mission or the players name the winner.",
        ),
    },
)

UNIT_DESTROYED = Rule(
    "wh40k.assumed.unit-destroyed",
    en="Destroyed units",
    ru="Уничтоженные отряды",
    clauses={
        "": Clause(
            "Destroyed unit",
            "Уничтоженный отряд",
            "A unit with no models left is destroyed and counts as destroyed for victory conditions.",
            "-",
            status="assumed",
        ),
    },
)

DECLARED_FACTS = Rule(
    "wh40k.assumed.declared-facts",
    en="Declared facts",
    ru="Объявленные факты",
    clauses={
        "": Clause(
            "Declared facts of the table",
            "Объявленные факты стола",
            "Line of sight, cover, terrain category, facing, path legality and model coverage are facts of the "
            "physical table: the acting player declares them and the opponent may contest them before the event "
            "is sealed.",
            "-",
            status="assumed",
            note="A convention of the platform.",
        ),
    },
)
