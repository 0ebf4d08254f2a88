"""Catalogue of the presumed Movement phase: coherency, moves and terrain."""

from rules.kernel.rule import Clause, Rule

COHERENCY = Rule(
    "wh40k.assumed.coherency",
    en="Unit coherency",
    ru="Построение",
    clauses={
        "": Clause(
            "Unit coherency",
            "Построение отряда",
            "Each model must be within 2 inches horizontally (6 vertically) of another of its unit, forming a chain.",
            "-",
            status="assumed",
            note="A unit that has lost it has to come nearer to it when it moves.",
        ),
    },
)

MOVEMENT = Rule(
    "wh40k.assumed.movement",
    en="Movement",
    ru="Движение",
    clauses={
        "infantry": Clause(
            "Moving 6 inches",
            "Движение на 6 дюймов",
            "Infantry move up to 6 inches; no model may move through another or end within 1 inch of an enemy "
            "unless charging.",
            "-",
            status="assumed",
            note="The models of a unit go one after the other, in the order declared. Other moves of this kind refuse "
            "the same.",
        ),
        "unit-types": Clause(
            "Moves of other unit types",
            "Движение других типов отрядов",
            "Bikes, jetbikes, beasts and cavalry move up to 12 inches; jump units 12 inches with their packs, else 6; "
            "vehicles 6 inches at combat speed and 12 inches at cruising speed, walkers 6.",
            "-",
            status="assumed",
            note="Packs and cruising speed are declared. The source prints no distances.",
        ),
        "flying": Clause(
            "Moving over everything",
            "Движение поверх всего",
            "Jetbikes, skimmers, and jump and jet pack units that use their packs, move over models and terrain, but "
            "end where a model can stand.",
            "-",
            status="assumed",
        ),
        "climb": Clause(
            "Climbing",
            "Подъём",
            "Models on foot change their height only inside a piece of terrain or beside it, and stop on its floors; "
            "height counts towards the distance.",
            "-",
            status="assumed",
        ),
        "locked": Clause(
            "Locked in combat",
            "Связан боем",
            "A unit locked in combat does not move in the Movement phase, run or turbo-boost.",
            "-",
            status="assumed",
        ),
    },
)

FALL_BACK_DICE = Rule(
    "wh40k.assumed.fall-back",
    en="Dice of a fall-back move",
    ru="Кубики отступления",
    clauses={
        "unit-types": Clause(
            "Fall back by unit type",
            "Отступление по типу отряда",
            "Infantry fall back 2D6 inches; beasts, cavalry, bikes, jetbikes and jump units 3D6 inches.",
            "-",
            status="assumed",
            note="Reference sheets differ on jet packs: 2D6 here.",
        ),
    },
)

TERRAIN = Rule(
    "wh40k.assumed.terrain",
    en="Terrain",
    ru="Ландшафт",
    clauses={
        "difficult": Clause(
            "Difficult terrain",
            "Труднопроходимый ландшафт",
            "A unit moving in difficult terrain rolls 2D6 and moves up to the highest die.",
            "-",
            status="assumed",
        ),
        "dangerous": Clause(
            "Dangerous terrain",
            "Опасный ландшафт",
            "Each model entering, leaving or moving through dangerous terrain rolls a D6; on a 1 it suffers one "
            "Wound, armour or invulnerable saves allowed, cover saves not.",
            "-",
            status="assumed",
            note="One test a move, whatever the number of pieces; it is rolled when the move is done.",
        ),
        "unit-types": Clause(
            "Terrain by unit type",
            "Ландшафт по типу отряда",
            "Difficult terrain does not slow beasts, cavalry, bikes, jetbikes and models that fly; to cavalry, bikes, "
            "jetbikes, vehicles and models that fly it is dangerous instead. What is dangerous slows those on foot "
            "too.",
            "-",
            status="assumed",
            note="Who flies has to do only with what it starts or ends in. Runs, fall-back and regroup moves are not "
            "slowed either.",
        ),
        "dangerous.vehicle": Clause(
            "Vehicle in dangerous terrain",
            "Техника в опасном ландшафте",
            "A vehicle failing a dangerous terrain test loses one Hull Point and is immobilised.",
            "-",
            status="assumed",
        ),
        "impassable": Clause(
            "Impassable terrain",
            "Непроходимый ландшафт",
            "Models may not enter or be placed in impassable terrain.",
            "-",
            status="assumed",
        ),
    },
)

TURBO_BOOST = Rule(
    "wh40k.assumed.turbo-boost",
    en="Turbo-boost and flat out",
    ru="Турбо-ускорение и полный ход",
    clauses={
        "": Clause(
            "Turbo-boost and flat out",
            "Турбо-ускорение и полный ход",
            "A unit may turbo-boost or a vehicle move flat out in its Shooting phase instead of shooting.",
            "-",
            status="assumed",
        ),
        "distance": Clause(
            "How far",
            "Дальность",
            "Bikes turbo-boost up to 12 inches, jetbikes 24; vehicles move flat out 6 inches, fast ones 12, fast "
            "skimmers 18; walkers cannot. Who did may not charge.",
            "-",
            status="assumed",
            note="The source prints no distances.",
        ),
    },
)
