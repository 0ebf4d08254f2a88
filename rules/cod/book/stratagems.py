"""Catalogue of what all urban stratagems share, and of their categories."""

from rules.kernel.rule import Clause, Rule

STRATAGEMS = Rule(
    "cod.stratagem",
    en="Urban stratagems",
    ru="Стратегии в городском бою",
    clauses={
        "nature": Clause(
            "What stratagems are",
            "Что такое стратегии",
            "Stratagems are special terrain, wargear or extra scenario rules; markers or converted models "
            "represent them.",
            "403-405",
        ),
        "choose.before-game": Clause(
            "Chosen before the game",
            "Выбор перед игрой",
            "Each player picks the number allowed from the list just before the game and declares them before it "
            "starts; they are used before and during the game.",
            "407-411",
        ),
        "choose.limit": Clause(
            "As many as level allows",
            "Сколько позволяет уровень",
            "A player may choose as many stratagems as the level allows: Alpha 1, Gamma 2, Omega 3.",
            "413-421",
            note="Fewer are allowed; extras of a special scenario do not count.",
        ),
        "choose.once-each": Clause(
            "Each stratagem once",
            "Каждая стратегия один раз",
            "A player may choose each stratagem only once.",
            "413",
            note="For each player apart; Demolition in Scorched Earth is the exception.",
        ),
        "choose.free": Clause(
            "Stratagems are free",
            "Стратегии бесплатны",
            "Stratagems cost no points and need no preparation.",
            "411-415",
        ),
        "choose.timing": Clause(
            "Early or late choice",
            "Заранее или в последний момент",
            "Stratagems may be chosen when writing the army list or at the very last moment.",
            "415",
            note="The choice stays private until it is declared.",
        ),
        "category.count": Clause(
            "Five categories",
            "Пять категорий",
            "Stratagems fall into five categories by how they are used.",
            "423-425",
        ),
        "category.key-buildings": Clause(
            "Seven key buildings",
            "Ключевые здания",
            "Key buildings: Ammunition Store, Command Centre, Fuel Depot, Observation Post, Power Generator, "
            "Hospital, Sacred Ground (7).",
            "427-435",
        ),
        "category.dirty-tricks": Clause(
            "Six dirty tricks",
            "Грязные трюки",
            "Dirty tricks: Booby Traps, Demolition, Fortifications, Master Snipers, Preliminary Bombardment, "
            "Plunging Fire (6).",
            "437-444",
        ),
        "category.obstacles": Clause(
            "Three obstacles",
            "Препятствия",
            "Obstacles: Barricades, Razor Wire, Tank Traps (3).",
            "446-450",
        ),
        "category.manoeuvres": Clause(
            "Three manoeuvres",
            "Маневры",
            "Manoeuvres (deployment stratagems): Deep Strike, Infiltrate, Sewer Rats (3).",
            "452-456",
        ),
        "category.armoury": Clause(
            "Four of the armoury",
            "Арсенал",
            "Armoury: Combat Engineers, Rappel Lines, Siege Shells, Wreckers (4).",
            "458-463",
        ),
        "declare.phase": Clause(
            "Declared in set-up",
            "В фазу Подготовки",
            "Stratagems are declared during the set-up phase, once deployment zones are fixed.",
            "465-467",
        ),
        "declare.rolloff": Clause(
            "Who declares first",
            "Кто объявляет первым",
            "Both players roll a D6; the higher decides whether to declare first or second.",
            "467",
            note="A tie is rolled again.",
        ),
        "declare.alternate": Clause(
            "Declared in turn",
            "Объявление по очереди",
            "The players then declare stratagems alternately.",
            "467",
            note="One stratagem at a time.",
        ),
        "declare.show": Clause(
            "Markers shown when declared",
            "Показать маркеры и отряды",
            "When declared, the needed markers are placed on the table or the affected unit(s) are pointed out.",
            "467",
            note="The building and turn of a Demolition stay secret.",
        ),
        "represent": Clause(
            "What represents a stratagem",
            "Чем представить стратегию",
            "Anything may represent a stratagem, from written labels placed in the ruin to purpose-built models.",
            "469-473",
            status="advice",
        ),
        "key-building.concept": Clause(
            "Key buildings help friends",
            "Ключевые здания помогают своим",
            "Each key-building stratagem adds a special rule to a city ruin that benefits friendly models.",
            "477-479",
        ),
        "key-building.usr-source": Clause(
            "Special rules of the core",
            "Универсальные правила из основной книги",
            "The universal special rules granted are those of the core rulebook (page 74).",
            "479",
        ),
        "key-building.any-ruin": Clause(
            "Any city ruin",
            "Любые городские руины",
            "A key-building stratagem may be applied to any city ruin on the battlefield.",
            "481-483",
            note="Also a ruin in the enemy's zone.",
        ),
        "key-building.one-per-ruin": Clause(
            "One per ruin",
            "Одна на руины",
            "No ruin may carry more than one key-building stratagem.",
            "484",
            note="The stratagems of both players count.",
        ),
        "key-building.once-per-turn": Clause(
            "Once per turn",
            "Один раз за ход",
            "A key-building stratagem may be used only once per turn.",
            "485",
            note="A player turn is meant.",
        ),
        "key-building.one-unit": Clause(
            "One unit served",
            "Действует на один отряд",
            "Its effect covers one unit, which qualifies if at least one of its models is inside the building or "
            "within the stratagem's stated range.",
            "486",
        ),
        "key-building.unit-one-per-turn": Clause(
            "One benefit per unit",
            "Отряду одна стратегия за ход",
            "A unit may benefit from only one key-building stratagem per turn.",
            "487",
            note="Key buildings only: the list is headed so.",
        ),
        "key-building.own-only": Clause(
            "Own buildings only",
            "Только свои здания",
            "Only a player's own key buildings may be used; captured enemy key buildings cannot.",
            "488",
        ),
        "dirty-tricks.own-rules": Clause(
            "Dirty tricks differ",
            "У каждого трюка свои правила",
            "Each dirty trick has its own special rules.",
            "544-548",
            status="advice",
        ),
        "manoeuvre.adds-rule": Clause(
            "Another way to arrive",
            "Другой способ появления",
            "A manoeuvre stratagem adds a further special rule to the scenario so that troops may arrive on the "
            "field in another way.",
            "722-726",
        ),
        "armoury.nature": Clause(
            "Special equipment",
            "Специальное оборудование",
            "Each armoury stratagem gives special equipment; mark it on the army list and tell the opponent which "
            "units have it.",
            "638-642",
        ),
        "armoury.only-in-city": Clause(
            "Only in city fights",
            "Только в городских боях",
            "Armoury stratagems interact only with this book's rules, so equipment modelled for them is ignored, "
            "or counts as something else, in ordinary games.",
            "686-688",
            status="advice",
        ),
    },
)
