"""Catalogue of the presumed Shooting phase: hits, Wounds, saves and what shooting does to a unit."""

from rules.kernel.rule import Clause, Rule

SHOOTING = Rule(
    "wh40k.assumed.shooting",
    en="Shooting",
    ru="Стрельба",
    clauses={
        "sequence": Clause(
            "Shooting sequence",
            "Порядок стрельбы",
            "Choose a unit, choose a target in sight, check range, roll To Hit, roll To Wound, allocate Wounds "
            "and take saves, remove casualties; all models of a unit shoot at the same target.",
            "-",
            status="assumed",
            note="Not out of nor into close combat. Hits of all kinds are rolled first, then each kind is wounded with "
            "and saved against, in the order in which the weapons are declared.",
        ),
        "to-hit": Clause(
            "To Hit by BS",
            "Попадание по BS",
            "To Hit needed by BS: 1: 6+, 2: 5+, 3: 4+, 4: 3+, 5: 2+ (that is 7 - BS); a 1 always misses.",
            "-",
            status="assumed",
        ),
        "bs6-plus": Clause(
            "BS 6 or more",
            "BS 6 и выше",
            "BS 6 or more hits on 2+ and re-rolls misses, the second roll needing 6+ (BS 6), 5+ (7), 4+ (8), 3+ "
            "(9), 2+ (10).",
            "-",
            status="assumed",
        ),
        "snap-shot": Clause(
            "Snap Shot",
            "Стрельба навскидку",
            "A Snap Shot is resolved at BS 1 whatever the firer's BS; weapons that do not use BS (templates, "
            "blasts) cannot fire Snap Shots.",
            "-",
            status="assumed",
        ),
        "weapon-types": Clause(
            "Weapon types",
            "Типы оружия",
            "Assault N fires N shots moving or not; Rapid Fire fires 2 shots up to half range or 1 up to full "
            "range; Heavy N fires N shots, as Snap Shots if the model moved; Pistol fires 1; Ordnance fires as "
            "Heavy for vehicles and blocks full-BS fire of other weapons.",
            "-",
            status="assumed",
            note="A thrown grenade fires as Assault; a Monstrous Creature fires two weapons. Ordnance makes the other "
            "weapons of its model fire Snap Shots.",
        ),
    },
)

TO_WOUND = Rule(
    "wh40k.assumed.to-wound",
    en="To Wound",
    ru="Бросок на ранение",
    clauses={
        "": Clause(
            "To Wound",
            "Бросок на ранение",
            "To Wound on D6: S at least T+2: 2+; S = T+1: 3+; S = T: 4+; S = T-1: 5+; S = T-2 or T-3: 6+; S = "
            "T-4 or less: impossible.",
            "-",
            status="assumed",
            note="The Toughness of a unit is that of the majority.",
        ),
    },
)

SAVE = Rule(
    "wh40k.assumed.save",
    en="Saving throws",
    ru="Спасброски",
    clauses={
        "armour": Clause(
            "Armour save",
            "Спасбросок за броню",
            "Armour save: D6 equal to or above the Sv; not allowed if the weapon's AP is equal to or lower than "
            "the Sv. AP - never negates armour.",
            "-",
            status="assumed",
        ),
        "cover": Clause(
            "Cover save",
            "Спасбросок за укрытие",
            "Cover save: D6 equal to or above the cover value, unaffected by AP; usual values 6+ razor wire, 5+ "
            "forest or area terrain or intervening models, 4+ ruins and trenches, 3+ fortifications.",
            "-",
            status="assumed",
            note="Cover of shots that are rolled together is judged from the first of the firing models. Whoever "
            "stands in area terrain looks out of it freely; models of its own unit and of the target's give no cover.",
        ),
        "invulnerable": Clause(
            "Invulnerable save",
            "Непробиваемый спасбросок",
            "Invulnerable save: D6 equal to or above the value, unaffected by AP.",
            "-",
            status="assumed",
        ),
        "one-per-wound": Clause(
            "One save a Wound",
            "Один спасбросок на ранение",
            "Only one saving throw (the best available) is taken per Wound; a 1 always fails and no save is "
            "better than 2+.",
            "-",
            status="assumed",
        ),
    },
)

ALLOCATION = Rule(
    "wh40k.assumed.allocation",
    en="Allocation of Wounds",
    ru="Распределение ранений",
    clauses={
        "closest": Clause(
            "Closest model first",
            "Сначала ближайшая модель",
            "Shooting Wounds go one by one to the closest model to the firing unit (in close combat, to models "
            "in base contact at that step, then next closest) until it is removed.",
            "-",
            status="assumed",
            note="Of equally close models the one that stands first in the unit. Models out of sight or range can be "
            "removed too.",
        ),
        "mixed-saves": Clause(
            "Mixed saves",
            "Разнородные спасброски",
            "Same saves: roll all saves together, then remove the failures from the closest. Mixed saves: give "
            "one Wound to the closest model, save it, remove it if it dies, then the next Wound.",
            "-",
            status="assumed",
            note="A unit in which a character may be protected is resolved one Wound at a time as well.",
        ),
        "look-out-sir": Clause(
            "Look Out, Sir",
            "«Осторожно, сэр!»",
            "Look Out, Sir: a character allocated a Wound may pass it to the closest model of his unit within 6 "
            "inches on 4+ (2+ for independent characters).",
            "-",
            status="assumed",
            note="Tried whenever it can be, unless the owner has said no (a standing instruction of the unit).",
        ),
    },
)

WOUNDS = Rule(
    "wh40k.assumed.wounds",
    en="Loss of Wounds",
    ru="Потеря ран",
    clauses={
        "": Clause(
            "Loss of Wounds",
            "Потеря ран",
            "Each unsaved Wound removes one Wound from the model; at 0 it is removed as a casualty.",
            "-",
            status="assumed",
        ),
    },
)

DOUBLE_TOUGHNESS = Rule(
    "wh40k.assumed.instant-death",
    en="Instant Death from Strength",
    ru="Мгновенная смерть от силы",
    clauses={
        "double-toughness": Clause(
            "Strength double the Toughness",
            "Сила вдвое выше стойкости",
            "A model suffering an unsaved Wound from an attack with Strength at least double its Toughness dies "
            "at once whatever its Wounds.",
            "-",
            status="assumed",
        ),
    },
)

RUN = Rule(
    "wh40k.assumed.run",
    en="Running",
    ru="Бег",
    clauses={
        "": Clause(
            "Running instead of shooting",
            "Бег",
            "Instead of shooting a unit may run D6 inches in the Shooting phase; it may not then charge.",
            "-",
            status="assumed",
        ),
        "again": Clause(
            "Dice of a run rolled again",
            "Переброс кубиков бега",
            "Where a rule lets a unit roll dice of its run again, its side chooses which when it has seen them.",
            "-",
            status="assumed",
        ),
    },
)

GO_TO_GROUND = Rule(
    "wh40k.assumed.go-to-ground",
    en="Going to ground",
    ru="Залегание",
    clauses={
        "": Clause(
            "Going to ground",
            "Залегание",
            "A unit going to ground gains +1 to its cover save (6+ in the open) and until the end of its next "
            "turn may only fire Snap Shots and may not move, run or charge.",
            "-",
            status="assumed",
            note="Infantry and the like only, not locked in combat; the cover save is +1 of what rules leave of it.",
        ),
        "ask": Clause(
            "Going to ground: when",
            "Залегание: когда",
            "A unit may go to ground when it is chosen as a target, before any die of the shots is rolled.",
            "-",
            status="assumed",
            note="Its side is asked only where it said so of the unit; the shooting unit keeps its target.",
        ),
    },
)

PINNING = Rule(
    "wh40k.assumed.pinning",
    en="Pinning",
    ru="Подавление огнём",
    clauses={
        "": Clause(
            "Pinning test",
            "Тест на подавление огнём",
            "A unit that suffers one or more unsaved Wounds from a Pinning weapon takes a Leadership test once "
            "the firing unit has finished; if it fails it goes to ground.",
            "-",
            status="assumed",
        ),
    },
)

TWIN_LINKED = Rule(
    "wh40k.assumed.usr.twin-linked",
    en="Twin-linked",
    ru="Спаренное",
    clauses={
        "": Clause(
            "Twin-linked weapon",
            "Спаренное оружие",
            "A twin-linked weapon re-rolls missed To Hit rolls; for blasts it re-rolls scatter die and 2D6.",
            "-",
            status="assumed",
        ),
    },
)

SKYFIRE = Rule(
    "wh40k.assumed.skyfire",
    en="Skyfire",
    ru="Противовоздушное",
    clauses={
        "": Clause(
            "Skyfire weapon",
            "Противовоздушное оружие",
            "A Skyfire weapon uses full BS against flyers and skimmers and fires Snap Shots at everything else.",
            "-",
            status="assumed",
        ),
    },
)
