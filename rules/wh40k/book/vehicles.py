"""Catalogue of presumed rules of vehicles and transports."""

from rules.kernel.rule import Clause, Rule

VEHICLE = Rule(
    "wh40k.assumed.vehicle",
    en="Vehicles",
    ru="Техника",
    clauses={
        "penetration": Clause(
            "Armour penetration",
            "Пробивание брони",
            "Roll D6 + Strength against the AV of the facing hit: lower = no effect, equal = glancing hit, "
            "higher = penetrating hit.",
            "-",
            status="assumed",
        ),
        "facing": Clause(
            "Facing of the armour",
            "Сторона брони",
            "Use the AV of the facing the shot comes from: front, side or rear.",
            "-",
            status="assumed",
        ),
        "glancing": Clause(
            "Glancing hit",
            "Скользящее попадание",
            "A glancing hit removes 1 Hull Point; at 0 Hull Points the vehicle is wrecked.",
            "-",
            status="assumed",
        ),
        "damage-table": Clause(
            "Vehicle damage table",
            "Таблица повреждений техники",
            "A penetrating hit removes 1 Hull Point and rolls a D6: 1-2 Crew Shaken, 3 Crew Stunned, 4 Weapon "
            "Destroyed, 5 Immobilised, 6 or more Explodes; +1 for AP 2, +2 for AP 1, +1 if open-topped.",
            "-",
            status="assumed",
            note="The roll is made even where the last Hull Point went, because the vehicle may explode.",
        ),
        "damage-table.shaken": Clause(
            "Crew Shaken",
            "Экипаж потрясён",
            "Until the end of its next turn the vehicle fires Snap Shots only.",
            "-",
            status="assumed",
        ),
        "damage-table.stunned": Clause(
            "Crew Stunned",
            "Экипаж оглушён",
            "Until the end of its next turn the vehicle does not move and fires Snap Shots only.",
            "-",
            status="assumed",
        ),
        "damage-table.weapon": Clause(
            "Weapon Destroyed",
            "Орудие уничтожено",
            "A weapon of the vehicle, chosen at random, is destroyed; a vehicle with none left is immobilised.",
            "-",
            status="assumed",
        ),
        "damage-table.immobilised": Clause(
            "Immobilised vehicle",
            "Техника обездвижена",
            "The vehicle does not move any more; a further Immobilised result costs it another Hull Point.",
            "-",
            status="assumed",
        ),
        "wreck": Clause(
            "Wreck on the table",
            "Остов на столе",
            "A wrecked vehicle stays where it stood as difficult terrain that gives cover.",
            "-",
            status="assumed",
        ),
        "squadron": Clause(
            "Squadron of vehicles",
            "Эскадрон техники",
            "Hits on a squadron strike its nearest vehicle; what is left over when it is destroyed goes to the next.",
            "-",
            status="assumed",
        ),
        "explodes": Clause(
            "Vehicle explodes",
            "Взрыв техники",
            "Explodes: models within D6 inches take a Strength 3 AP - hit, passengers a Strength 4 AP - hit "
            "(open-topped: Strength 3) and must disembark.",
            "-",
            status="assumed",
        ),
        "speed-shooting": Clause(
            "Speed and shooting",
            "Скорость и стрельба техники",
            "Stationary: all weapons at full BS. Combat Speed (up to 6 inches): one weapon at full BS, the rest "
            "Snap Shots. Cruising Speed (over 6 to 12): Snap Shots only. Fast vehicles: all at Combat Speed, "
            "two at Cruising Speed.",
            "-",
            status="assumed",
        ),
        "close-combat": Clause(
            "Attacks on a vehicle",
            "Ближний бой против техники",
            "Attacks against a non-walker vehicle are resolved against its rear armour and hit automatically if "
            "it did not move, else against WS 1.",
            "-",
            status="assumed",
            note="What counts is how far it moved in its own last turn. A walker is hit on the facing the attacker "
            "stands at.",
        ),
    },
)

TRANSPORT = Rule(
    "wh40k.assumed.transport",
    en="Transports",
    ru="Транспорт",
    clauses={
        "capacity": Clause(
            "Transport capacity",
            "Транспортная вместимость",
            "Each ordinary model takes 1 point of transport capacity.",
            "-",
            status="assumed",
        ),
        "disembark": Clause(
            "Disembarking passengers",
            "Высадка",
            "A unit may disembark in its Movement phase if the vehicle has moved no more than 6 inches; "
            "passengers of a wreck disembark at once.",
            "-",
            status="assumed",
            note="Access points are on all sides of a hull; a unit that got out does not move on in that phase.",
        ),
        "disembark.wreck": Clause(
            "Out of a wreck",
            "Из подбитой машины",
            "Passengers of a destroyed vehicle are set up within 6 inches of where it stood; those who find no "
            "room are lost, and those of one that exploded are hit then.",
            "-",
            status="assumed",
        ),
        "embark": Clause(
            "Embarking a transport",
            "Посадка",
            "In its Movement phase a unit all within 2 inches of a transport may get in, if it did not get out of "
            "one in that turn.",
            "-",
            status="assumed",
        ),
    },
)
