"""Catalogue of the Shooting phase, hit rolls and weapon types."""

from rules.kernel.rule import Clause, Rule

SHOOT = Rule(
    "kt.shoot",
    en="Shooting phase",
    ru="Фаза стрельбы",
    clauses={
        "alternate": Clause(
            "Models shoot in turn",
            "Стреляем по очереди",
            "The sides shoot with one model at a time in turn, the side with initiative first.",
            "385-385,390-390,393-393",
        ),
        "once-per-phase": Clause(
            "One activation to shoot",
            "Одна стрельба за фазу",
            "A model may shoot only once in a Shooting phase.",
            "386-386",
            note="Overwatch belongs to the Movement phase and does not count.",
        ),
        "section-ready": Clause(
            "First section: Ready, Fire!",
            "Секция Ready, Fire!",
            "Only ready models shoot in the first section, and a model that has shot is no longer ready.",
            "388-390",
        ),
        "section-ready.rest": Clause(
            "Rest of ready models",
            "Остальные реди модели",
            "When one side has no ready models left, the other shoots all of its own in a row and the section ends.",
            "390-390",
        ),
        "section-fire-at-will": Clause(
            "Second section: Fire at will",
            "Секция Fire at will",
            "In the second section the sides alternate with their other models able to shoot, and the phase ends when "
            "all have shot.",
            "392-394",
            note="Starts again with initiative, whoever shot last; passing: kt.gap.pass.",
        ),
        "steps": Clause(
            "Order of shooting",
            "Порядок стрельбы",
            "Shooting runs as model, weapon, targets, hit, wound, save, damage with any injury roll, then the next "
            "weapon and its targets.",
            "396-404,573-575",
            note="The overview names step 7 damage, the headings injury: the same procedure.",
        ),
        "select.not-charged": Clause(
            "Charged, so no shooting",
            "Чарджил: не стреляет",
            "A model that charged or tried to this round cannot be chosen to shoot.",
            "410-412,318-318",
        ),
        "select.not-fell-back": Clause(
            "Fell back, no shooting",
            "Фолбекал: не стреляет",
            "A model that fell back this round cannot be chosen to shoot unless it has FLY.",
            "414-414",
        ),
        "select.not-advanced": Clause(
            "Advanced, no shooting",
            "Адвансил: не стреляет",
            "A model that advanced this round cannot be chosen to shoot, except with Assault weapons.",
            "416-416,628-628,903-903",
        ),
        "select.not-retreated": Clause(
            "Retreated, no shooting",
            "Отходил: не стреляет",
            "A model that retreated from a charge this round cannot be chosen to shoot unless it has FLY.",
            "418-418,304-304",
            note="This list omits the FLY exception that the retreat rule prints; it holds.",
        ),
        "select.not-engaged": Clause(
            "Engaged, no shooting",
            "В мили не стреляет",
            'A model within 1" of an enemy when chosen cannot shoot, except with a pistol.',
            "420-420",
            note="See kt.type.pistol.",
        ),
        "all-weapons": Clause(
            "All weapons in turn",
            "Из всего оружия по порядку",
            "A chosen model shoots all its usable ranged weapons one after another unless stated otherwise.",
            "424-424,573-575",
            note="Grenades and pistols exclude other weapons.",
        ),
        "weapon-choice": Clause(
            "Choice of weapon",
            "Выбор оружия",
            "The player picks one ranged weapon the model carries for this run of the steps.",
            "426-430",
        ),
        "range": Clause(
            "Target in range",
            "Цель в дальности",
            "The target must be within the weapon's range, exactly at range included.",
            "433-435",
        ),
        "visibility": Clause(
            "Target visible",
            "Цель видно",
            "Some part of the target's body must be seen from the shooter's body, within the cylinder over its base.",
            "435-437",
        ),
        "visibility.body-only": Clause(
            "Only the body counts",
            "Стреляем только по телу",
            "By custom only the body can be seen, not weapons, banners, horns or trophies, and edge cases are settled "
            "before the game.",
            "534-536",
            status="recorded",
            note="An agreement of the players, stored as text and not computed.",
        ),
        "not-into-melee": Clause(
            "No shots into melee",
            "По хтх не стреляем",
            'An enemy within 1" of a model friendly to the shooter cannot be a target, except for a pistol in melee.',
            "439-439",
        ),
        "attacks-number": Clause(
            "Number of attacks",
            "Количество атак",
            "The weapon's type gives the number of attacks, and each attack rolls a die of its own.",
            "442-444,592-595",
        ),
        "attacks-random": Clause(
            "Random number of attacks",
            "Случайное число выстрелов",
            "A random number of attacks, such as d6 for a flamer, is rolled after the original target is named.",
            "451-451,595-595",
            note="The order is taken from the flamer example: name, roll, split.",
        ),
        "split": Clause(
            "Splitting the attacks",
            "Разделение атак",
            'Attacks go to one original target or are shared between it and enemies within 2" of it, allotted before '
            "the hit rolls.",
            "446-448",
            note="Each extra target must itself be a legal target.",
        ),
        "split.example": Clause(
            "Example: flamer, three cultists",
            "Пример: огнемёт и 3 культиста",
            'A flamer against 3 cultists spaced 2" apart rolls 5 on its d6 and may give 2 to the centre, 2 to the '
            "left and 1 to the right.",
            "451-451",
            note='The centre one is the original target; left and right may be over 2" apart.',
        ),
        "next-weapon": Clause(
            "Next weapon",
            "Следующее оружие",
            "A shooter with another usable weapon repeats the steps with it and may choose new targets.",
            "573-575",
            note="A weapon declared at a target that an earlier one took out of action reads no dice: the model is "
            "still shooting and chooses again.",
        ),
    },
)

HIT = Rule(
    "kt.hit",
    en="Hit roll",
    ru="Попадание, ту хит",
    clauses={
        "ranged.roll": Clause(
            "Ranged hit roll",
            "Попадание при стрельбе",
            "A d6 with modifiers hits at BS or more.",
            "453-455,482-482,485-485",
            note="A 6 is not an automatic hit: kt.dice.no-auto-six.",
        ),
        "ranged.mod-obscured": Clause(
            "Ranged: obscured target", "Цель скрыта: -1", "-1 to hit if the target is obscured.", "458-458"
        ),
        "ranged.mod-long-range": Clause(
            "Ranged: long range", "Лонгрендж: -1", "-1 to hit if the target is at long range.", "460-460"
        ),
        "ranged.mod-flesh-wound": Clause(
            "Ranged: own flesh wounds",
            "Флешки стрелка: -1 за каждую",
            "-1 to hit for each flesh wound on the shooter.",
            "462-462",
            note="The cheat sheet reads as one flat -1; each wound counts.",
        ),
        "ranged.mod-broken": Clause(
            "Ranged: broken team",
            "Слом отряда: -1",
            "-1 to hit if the shooter's team is broken.",
            "464-464,791-791",
            note="Missing from the cheat sheet.",
        ),
        "natural-1": Clause(
            "Natural 1 misses",
            "1 всегда промах",
            "A hit die of 1 misses whatever the bonuses.",
            "467-467",
            note="Natural: the die before modifiers.",
        ),
        "obscured-definition": Clause(
            "When a target is obscured",
            "Что значит скрыта",
            "A target is obscured if terrain or an enemy of the shooter hides any part of it, so that no single point "
            "of the shooter has straight lines to all of it.",
            "470-470,934-934",
            note="The cheat sheet says covered by anything; the main text governs. The cause is kept, as the injury "
            "modifier needs terrain.",
        ),
        "long-range-definition": Clause(
            "What long range is",
            "Что такое лонгрендж",
            "Long range is any distance greater than half the weapon's range; exactly half is not.",
            "473-473,933-933",
        ),
        "melee.roll": Clause(
            "Melee hit roll",
            "Попадание в мили",
            "A melee attack hits with a modified d6 of WS or more, and distance does not matter.",
            "707-712",
            note="A natural 1 misses too.",
        ),
        "melee.mod-flesh-wound": Clause(
            "Melee: own flesh wounds",
            "Флешки бойца в мили: -1",
            "-1 to hit in melee for each flesh wound on the fighting model.",
            "712-712,719-719,941-941",
        ),
        "melee.mod-broken": Clause(
            "Melee: broken team",
            "Слом отряда в мили: -1",
            "-1 to hit in melee if the fighting model's team is broken.",
            "712-712,721-721",
            note="Missing from the cheat sheet.",
        ),
        "melee.mod-terrain": Clause(
            "Melee: terrain between",
            "Терейн между бойцами: -1",
            "-1 to hit for both fighting models if terrain lies between them; being obscured has no effect in melee.",
            "715-715,723-723,940-940",
        ),
    },
)

TYPE = Rule(
    "kt.type",
    en="Weapon types",
    ru="Типы оружия",
    clauses={
        "list": Clause(
            "Five weapon types",
            "Пять типов оружия",
            "A ranged weapon is one of 5 types: Heavy, Rapid Fire, Assault, Grenade or Pistol.",
            "588-588",
        ),
        "number": Clause(
            "Attacks by type number",
            "Число выстрелов по типу",
            "A weapon makes as many attacks as the number after its type, so Assault 1 makes 1 and Heavy 3 makes 3; "
            "some numbers are rolled.",
            "592-595",
        ),
    },
)

HEAVY_WEAPON = Rule(
    "kt.type.heavy",
    en="Heavy",
    ru="Тяжёлое, хеви",
    clauses={
        "moved": Clause(
            "Heavy after moving",
            "Хеви после движения: -1",
            "-1 to all hit rolls with a Heavy weapon in a round in which its bearer moved.",
            "615-618",
            note="A retreat, or a fall back with FLY, is movement too.",
        ),
    },
)

RAPID_FIRE = Rule(
    "kt.type.rapid-fire",
    en="Rapid Fire",
    ru="Рапид",
    clauses={
        "": Clause(
            "Rapid Fire doubles",
            "Рапид удваивает выстрелы",
            'Attacks double against a target within half range, half included: Range 24" Rapid Fire 1 makes 2 attacks '
            'up to 12" and 1 beyond.',
            "619-624",
        ),
    },
)

ASSAULT = Rule(
    "kt.type.assault",
    en="Assault",
    ru="Асолтное",
    clauses={
        "after-advance": Clause(
            "Assault after an advance",
            "Асолт после адванса: -1",
            "An Assault weapon may shoot after an advance with -1 to all its hit rolls this round.",
            "625-628",
        ),
        "overwatch": Clause(
            "Assault overwatch after advance",
            "Овервотч из асолта после адванса",
            "An Assault weapon may fire overwatch even if its bearer advanced.",
            "630-630",
            note="Lifts the ban on reacting after an advance for overwatch only.",
        ),
    },
)

GRENADE = Rule(
    "kt.type.grenade",
    en="Grenade",
    ru="Граната",
    clauses={
        "use": Clause(
            "Grenade excludes other weapons",
            "Граната вместо другого оружия",
            "A grenade is thrown in overwatch or in the Shooting phase, and its thrower uses no other ranged weapon.",
            "631-632",
            note="For how long is not printed: that phase, overwatch included.",
        ),
        "one-per-team": Clause(
            "One grenade a phase",
            "Одна граната за фазу",
            "Only 1 model of a team may use a grenade in a phase.",
            "634-634",
            note="Movement (overwatch) and Shooting are separate phases; the same model may throw again in one phase.",
        ),
        "no-long-range": Clause(
            "Grenades ignore long range",
            "Гранате лонгрендж не мешает",
            "A grenade takes no -1 to hit for long range.",
            "636-636",
        ),
    },
)

PISTOL = Rule(
    "kt.type.pistol",
    en="Pistol",
    ru="Пистолет",
    clauses={
        "in-melee": Clause(
            "Pistol in melee",
            "Пистолет в мили",
            'A pistol is the only ranged weapon that may be fired within 1" of an enemy.',
            "637-639",
        ),
        "not-charge": Clause(
            "Pistol and charges",
            "Пистолет и чардж",
            'To fire within 1" the bearer must not have attempted a charge this round nor been the target of a '
            "successful one.",
            "641-641",
        ),
        "friends-near": Clause(
            "Pistol beside friends",
            "Пистолет рядом со своими",
            'A pistol fired within 1" may target that enemy even if friendly models are within 1" of it.',
            "643-643",
            note="Lifts kt.shoot.not-into-melee.",
        ),
        "closest": Clause(
            "Pistol at the closest",
            "Пистолет по ближайшему",
            'A pistol fired within 1" may target only the closest enemy model.',
            "645-645",
        ),
        "or-others": Clause(
            "Pistol or other weapons",
            "Пистолет или остальное",
            "A model fires either its pistol or all its other ranged weapons, and chooses before the hit rolls.",
            "648-648",
        ),
    },
)

RAPID_SPLIT_RANGE = Rule(
    "kt.gap.rapid-split-range",
    en="Rapid Fire and split fire",
    ru="Рапид и разделение атак",
    clauses={
        "": Clause(
            "Rapid Fire when split",
            "Рапид при разделении атак",
            "With split attacks the doubling of Rapid Fire depends on the distance to the original target.",
            "448-448,622-622",
            status="assumed",
        ),
    },
)
