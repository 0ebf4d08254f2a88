"""Catalogue of the presumed Assault phase: charges, Overwatch and fights."""

from rules.kernel.rule import Clause, Rule

CHARGE = Rule(
    "wh40k.assumed.charge",
    en="Charge sub-phase",
    ru="Подфаза нападения",
    clauses={
        "declare": Clause(
            "Declaring a charge",
            "Объявление нападения",
            "Declare a charge against a visible enemy up to 12 inches away, resolve Overwatch, roll 2D6 for "
            "charge range, and move if the distance can be covered; otherwise the charge fails.",
            "-",
            status="assumed",
        ),
        "roll": Clause(
            "Charge roll",
            "Бросок на нападение",
            "The charge range is 2D6; who charges says beforehand whether the way goes through difficult terrain. A "
            "charge fails without a move where even the nearest model is farther away than that.",
            "-",
            status="assumed",
        ),
        "move": Clause(
            "Charge move",
            "Движение нападения",
            "The first charger goes by the shortest way into base contact with the primary target; the others follow "
            "into contact or coherency and keep away from enemies that were not charged.",
            "-",
            status="assumed",
            note="A charge whose straight way is blocked may be given up. A unit that cannot keep in coherency follows "
            "as near as it can.",
        ),
        "restrictions": Clause(
            "Who may not charge",
            "Кто не может нападать",
            "A unit may not charge if it ran, went to ground, is locked in combat, arrived from reserve this "
            "turn, or disembarked from a non-Assault Vehicle this turn.",
            "-",
            status="assumed",
        ),
        "difficult": Clause(
            "Charge through difficult terrain",
            "Нападение через труднопроходимый",
            "If a charge passes through difficult terrain roll 3D6 and use the two lowest; the chargers then "
            "fight at Initiative 1 (unless they have assault grenades).",
            "-",
            status="assumed",
        ),
        "bonus": Clause(
            "Charge: +1 Attack",
            "Нападение: +1 атака",
            "Charging models get +1 Attack that turn.",
            "-",
            status="assumed",
        ),
        "disordered": Clause(
            "Disordered charge",
            "Беспорядочное нападение",
            "A charge that takes in a secondary target as well as the primary one is disordered: none of the "
            "charging unit's models get the +1 Attack charge bonus.",
            "-",
            status="assumed",
        ),
    },
)

OVERWATCH = Rule(
    "wh40k.assumed.overwatch",
    en="Overwatch",
    ru="Упреждающий огонь",
    clauses={
        "": Clause(
            "Overwatch fire",
            "Упреждающий огонь",
            "A unit against which a charge is declared may fire Snap Shots at the chargers before the charge "
            "range is rolled, unless it is already locked in combat.",
            "-",
            status="assumed",
        ),
    },
)

FIGHT = Rule(
    "wh40k.assumed.fight",
    en="Fight sub-phase",
    ru="Подфаза схватки",
    clauses={
        "combat": Clause(
            "Order of combats",
            "Порядок боёв",
            "All units that base contact connects fight one combat; the side whose turn it is picks which is fought "
            "next, until all are.",
            "-",
            status="assumed",
        ),
        "engaged": Clause(
            "Who may strike",
            "Кто может бить",
            "At its Initiative step a model strikes if it is in base contact with an enemy, or within 2 inches of a "
            "model of its unit that is; one that is killed at its own step still strikes.",
            "-",
            status="assumed",
            note="A model uses one weapon for all its blows. Blows that are not declared go to the first target.",
        ),
        "initiative-steps": Clause(
            "Initiative steps",
            "Этапы инициативы",
            "Blows are struck from Initiative 10 down to 1; models of equal Initiative strike together; models "
            "piling in move up to 3 inches at their step.",
            "-",
            status="assumed",
        ),
        "to-hit": Clause(
            "To Hit by WS",
            "Попадание по WS",
            "To Hit by Weapon Skill: 3+ if the attacker's WS is higher than the target's, 5+ if the target's WS "
            "is more than double the attacker's, otherwise 4+.",
            "-",
            status="assumed",
        ),
        "attacks": Clause(
            "Number of attacks",
            "Число атак",
            "Number of attacks = A, +1 for two melee weapons, +1 for charging, plus other bonuses.",
            "-",
            status="assumed",
        ),
        "result": Clause(
            "Result of the combat",
            "Итог боя",
            "Add up unsaved Wounds inflicted by each side (an Instant Death kill counts all the Wounds the "
            "model had left); the higher total wins, equal totals are a draw with no Morale check.",
            "-",
            status="assumed",
        ),
        "our-weapons-are-useless": Clause(
            "Our Weapons Are Useless",
            "Наше оружие бесполезно",
            "A unit locked with an enemy it cannot hurt may choose to fail its Morale check.",
            "-",
            status="assumed",
        ),
        "sweeping-advance": Clause(
            "Sweeping advance",
            "Преследование",
            "When a loser fails its Morale check both sides roll a D6 and add their unmodified Initiative "
            "(highest in the unit); if the winner's total is equal or higher the loser is destroyed, otherwise "
            "it falls back.",
            "-",
            status="assumed",
            note="The highest Initiative of the unit; some printings use the majority's.",
        ),
        "sweeping-advance.not-allowed": Clause(
            "No sweeping advance",
            "Преследование запрещено",
            "A winner still locked with another enemy unit, or a unit with a rule forbidding it, may not make a "
            "sweeping advance.",
            "-",
            status="assumed",
        ),
        "consolidate": Clause(
            "Consolidation move",
            "Объединение",
            "Winners no longer locked may move up to D6 inches, not within 1 inch of enemies.",
            "-",
            status="assumed",
        ),
        "pile-in": Clause(
            "Pile In",
            "Ввязывание в бой",
            "Models move up to 3 inches towards the enemy at their own Initiative step, and once more at the "
            "end of the combat.",
            "-",
            status="assumed",
            note="It may be left undone, but at the end a unit that nobody holds any more has to, if one of its models "
            "can go straight into contact and stay in coherency.",
        ),
    },
)
