"""Catalogue of wounds, saves, damage and injury."""

from rules.kernel.rule import Clause, Rule

WOUND = Rule(
    "kt.wound",
    en="Wound roll",
    ru="Пробитие, ту вунд",
    clauses={
        "roll": Clause(
            "Wound roll",
            "Бросок на пробитие",
            "Each hit rolls a d6, and the value of the wound table or more is a wound.",
            "487-489,509-511,514-514",
        ),
        "table.double": Clause(
            "Strength at least double",
            "Сила вдвое больше: 2+",
            "A strength of at least twice the toughness wounds on 2+.",
            "495-495,735-735,962-962",
            note="Exactly double counts; this row is checked before the greater one.",
        ),
        "table.greater": Clause(
            "Strength greater",
            "Сила больше: 3+",
            "A strength above the toughness but below double wounds on 3+.",
            "497-497,737-737,963-963",
        ),
        "table.equal": Clause(
            "Strength equal",
            "Сила равна: 4+",
            "A strength equal to the toughness wounds on 4+.",
            "499-499,739-739,964-964",
        ),
        "table.lower": Clause(
            "Strength lower",
            "Сила меньше: 5+",
            "A strength below the toughness but above half of it wounds on 5+.",
            "501-501,741-741,965-965",
        ),
        "table.half": Clause(
            "Strength half or less",
            "Сила вдвое меньше: 6+",
            "A strength of half the toughness or less wounds on 6+.",
            "503-503,743-743,967-967",
            note="Exactly half counts; compared as 2S <= T, without rounding.",
        ),
        "natural-1": Clause(
            "Natural 1 does not wound", "1 не пробивает", "A wound die of 1 always fails.", "506-506,746-746"
        ),
        "melee": Clause(
            "Wounding in melee",
            "Пробитие в мили",
            "In melee the same table is read with the strength of the melee weapon.",
            "725-746",
        ),
    },
)

SAVE = Rule(
    "kt.save",
    en="Save",
    ru="Сейв",
    clauses={
        "roll": Clause(
            "Save roll",
            "Прокинуть сейв",
            "For each wound the target's owner rolls a d6, takes off the size of AP, and Sv or more stops the attack.",
            "516-521",
        ),
        "natural-1": Clause(
            "Natural 1 never saves", "1 всегда провал сейва", "A save die of 1 always fails.", "524-524"
        ),
        "invulnerable": Clause(
            "Invulnerable save",
            "Инвуль",
            "AP does not reduce an invulnerable save: 4++, written with two pluses where a normal 3+ has one, is "
            "passed on 4 or more against any attack.",
            "577-578",
            note="Does not stop mortal wounds.",
        ),
        "invulnerable.examples": Clause(
            "Who has invulnerable saves",
            "У кого есть инвули",
            "Harlequins, Daemons and Tau shield drones are named as models with invulnerable saves.",
            "580-581",
            status="advice",
            note="Values are not given: faction data.",
        ),
    },
)

DAMAGE = Rule(
    "kt.damage",
    en="Damage",
    ru="Дамаг",
    clauses={
        "apply": Clause(
            "Damage lowers wounds",
            "Урон снимает вунды",
            "An unsaved attack takes its damage off the target's wounds.",
            "527-527",
            note="Random damage is rolled for each unsaved attack.",
        ),
        "zero-triggers-injury": Clause(
            "Injury at zero wounds",
            "0 вунд: инджури",
            "A model with no wounds left has an injury roll made for it; most models have 1 wound, so 1 damage is "
            "enough.",
            "530-530,543-543",
        ),
        "mortal": Clause(
            "Mortal wounds",
            "Морталки",
            "Each mortal wound takes 1 wound off the model, and neither a normal nor an invulnerable save stops it.",
            "582-586",
            note="No hit or wound roll; rare abilities against it are data.",
        ),
    },
)

INJURY = Rule(
    "kt.injury",
    en="Injury roll",
    ru="Инджури ролл",
    clauses={
        "dice-count": Clause(
            "Number of injury dice",
            "Сколько кубов на инджури",
            "An injury roll has as many d6 as the damage of the attack that took the last wound.",
            "546-546,602-607",
            note="The whole damage counts, even beyond the wounds left.",
        ),
        "result": Clause(
            "Result of injury roll",
            "Результат инджури",
            "If any modified die is 4 or more the model is out of action; if all are 3 or less it takes 1 flesh wound.",
            "546-546,567-571",
            note="Modifiers apply to every die.",
        ),
        "mod-cover": Clause(
            "Injury: behind terrain",
            "Инджури: цель в укрытии -1",
            "-1 to injury rolls from shooting and psychic attacks if terrain obscures the target from the attacker "
            'and the target is within 1" of it.',
            "552-557,947-947",
            note="Obscured by a model does not count; not used in melee.",
        ),
        "mod-flesh-wound": Clause(
            "Injury: target flesh wounds",
            "Инджури: +1 за флешку",
            "+1 to injury rolls for each flesh wound on the target, in shooting, psychic and melee attacks alike.",
            "559-559,562-564,948-948,954-954",
            note="Flesh wounds held before this roll.",
        ),
        "out-of-action": Clause(
            "Out of action",
            "Модель погибла",
            "A model whose injury roll reaches 4 is dead and leaves play.",
            "546-546,571-571",
            note="Counted in break and nerve tests.",
        ),
        "example-a": Clause(
            "Example: bolter, one die",
            "Пример: болтер, 1 куб",
            "A bolter with damage 1 that takes the last wound rolls 1 injury die.",
            "604-604",
        ),
        "example-b": Clause(
            "Example: plasma, two dice",
            "Пример: плазма, 2 куба",
            "Overcharged plasma with damage 2 that takes the last wound rolls 2 injury dice.",
            "605-605",
        ),
        "example-c": Clause(
            "Example: missile, four dice",
            "Пример: ракетница, 4 куба",
            "A missile launcher with damage d6 that rolls 4 damage and takes the last wound rolls 4 injury dice.",
            "606-606",
        ),
        "example-d": Clause(
            "Example: Ion Blaster, one die",
            "Пример: ионный бластер, 1 куб",
            "An Ion Blaster with damage d3 deals 3 and then 1 to a model of W 4, and only the finishing shot counts: "
            "1 injury die.",
            "607-607",
        ),
    },
)

INVULNERABLE_CHOICE = Rule(
    "kt.gap.invulnerable-choice",
    en="Choice of save",
    ru="Выбор сейва",
    clauses={
        "": Clause(
            "Normal or invulnerable save",
            "Сейв или инвуль",
            "A model with both saves uses one of them for each wound, chosen by its owner before rolling.",
            "578-578",
            status="assumed",
            note="The better one is taken, on a tie the invulnerable save.",
        ),
    },
)

WOUNDS_AFTER_FLESH_WOUND = Rule(
    "kt.gap.wounds-after-flesh-wound",
    en="Wounds after a flesh wound",
    ru="Вунды после флешки",
    clauses={
        "": Clause(
            "One wound left afterwards",
            "После флешки 1 вунда",
            "After a flesh wound the model stays in play with 1 wound, so any later damage means a new injury roll.",
            "543-549,569-569",
            status="assumed",
            note="Not printed.",
        ),
    },
)

ONE_INJURY_PER_WEAPON = Rule(
    "kt.gap.one-injury-per-weapon",
    en="One injury roll per weapon",
    ru="Одно инджури на оружие",
    clauses={
        "": Clause(
            "Other attacks are discarded",
            "Остальные атаки сгорают",
            "After an injury roll the remaining attacks of that weapon on that target in the activation are lost.",
            "543-546",
            status="assumed",
            note="Not printed; as the printed game is played. An option, on by default.",
        ),
    },
)

MORTAL_WOUND_INJURY_DICE = Rule(
    "kt.gap.mortal-wound-injury-dice",
    en="Mortal wounds and injury dice",
    ru="Морталки и кубы инджури",
    clauses={
        "": Clause(
            "One die for mortal wounds",
            "Морталки: 1 куб инджури",
            "Mortal wounds fall one at a time as 1 damage each, so the last one rolls 1 injury die and the rest of "
            "the batch is lost.",
            "546-546,582-586",
            status="assumed",
            note="The other reading rolls as many dice as the batch; an option, 1 by default.",
        ),
    },
)

INJURY_ROLLER = Rule(
    "kt.gap.injury-roller",
    en="Who rolls injury",
    ru="Кто бросает инджури",
    clauses={
        "": Clause(
            "Attacker rolls injury dice",
            "Инджури бросает атакующий",
            "The attacker rolls injury dice and may use Command Re-roll on them; for damage without an attacker the "
            "model's owner does.",
            "224-224,543-546",
            status="assumed",
            note="The text addresses the shooter.",
        ),
    },
)
