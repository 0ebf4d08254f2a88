"""Catalogue of the notes from experience."""

from rules.kernel.rule import Clause, Rule

NOTE = Rule(
    "kt.note",
    en="Notes from experience",
    ru="Заметки из опыта",
    clauses={
        "blocking": Clause(
            "Blocking with models",
            "Блокировать мув",
            'As normal moves keep out of 1" of enemies, models can be placed to block the way.',
            "334-335",
            status="advice",
        ),
        "tie-up": Clause(
            "Tying up a fighter",
            "Связать бойца",
            "A cheap model that charges a strong fighter, survives and falls back next round leaves it to stand in "
            "the open or to move away unable to shoot or fight.",
            "336-338",
            status="advice",
            note="Confirms that an enemy freed by a fall back still counts as having started the phase engaged.",
        ),
        "ready-long-range": Clause(
            "Ready the best guns",
            "Реди для дальнобойных",
            "Models with the strongest long-range weapons are best made ready, to shoot before they are killed.",
            "339-340",
            status="advice",
        ),
        "charge-from-cover": Clause(
            "Charge out of sight",
            "Чардж из-за укрытия",
            "Dangerous overwatch such as a flamer's is best charged from out of sight: not seen at the declaration, "
            "no overwatch.",
            "341-343",
            status="advice",
            note="Confirms that a charge needs no visibility and that it is judged at the declaration.",
        ),
        "declare-many": Clause(
            "Declare models on the way",
            "Больше целей чарджа",
            'Enemies along the path are worth declaring too, since any number within 12" may be charge targets.',
            "344-346",
            status="advice",
        ),
        "smite": Clause(
            "Psybolt and Smite",
            "Псиболт, он же смайт",
            "Players also call Psybolt by the name of its analogue, Smite.",
            "379-380",
            status="advice",
        ),
        "bait-wounds": Clause(
            "Tough models in front",
            "Многовундовых вперёд",
            "Models with more than 1 wound are best kept closest to enemy psykers, as Psybolt strikes the closest and "
            "usually deals 1.",
            "382-383",
            status="advice",
            note="Confirms the nearest target.",
        ),
        "damage-kills": Clause(
            "More damage kills",
            "Больше дамага, больше кубов",
            "More damage means more injury dice and a better chance of a 4+.",
            "609-609",
            status="advice",
            note="Confirms that extra dice are extra chances, not a sum.",
        ),
        "cover": Clause(
            "Stay in cover",
            "Держаться укрытий",
            'Models are best kept in cover, if possible within 1" of it.',
            "611-612",
            status="advice",
        ),
        "melee-names": Clause(
            "Names for melee",
            "ХтХ, мили, ББ",
            "Players call melee and the Fight phase by three short names: hand to hand, melee and close combat.",
            "760-764",
            status="advice",
        ),
        "one-inch-gap": Clause(
            "Leave an inch",
            "Стоять в дюйме",
            'Rather than touch bases, models are best kept 1" away, so that a pile in can spiral around the enemy to '
            "a better place.",
            "766-774",
            status="advice",
            note="Confirms that a pile in may slide around as long as it ends closer.",
        ),
        "morale-factions": Clause(
            "Factions and morale",
            "Фракции и мораль",
            "Factions of low Ld (Orks, Genestealer Cults, Adeptus Mechanicus) suffer most from Morale, Necrons with "
            "Ld 10 and Tyranids with their automatic nerve passes hardly at all.",
            "886-889",
            status="advice",
            note="An automatic pass is an ability from the user's data.",
        ),
    },
)
