"""Catalogue of datasheets, weapon profiles and the cheat sheet."""

from rules.kernel.rule import Clause, Rule

META = Rule(
    "kt.meta",
    en="About the source",
    ru="Об источнике",
    clauses={
        "paraphrase": Clause(
            "Explanation, not publisher text",
            "Пересказ, а не перевод",
            "The source retells the core rules in the order of the official book without faction data, so the ruleset "
            "is labelled a community explanation and not the publisher's text.",
            "12-19",
            status="advice",
            note="It promises that nothing is lost, yet some core items are missing: each is a kt.gap rule.",
        ),
        "slang-labels": Clause(
            "Slang labels come first",
            "Сначала сленг",
            "Players are shown the loan slang they use (M, BS, T, advance, overwatch, melee), with the plain word as "
            "a hint.",
            "22-22",
            status="advice",
        ),
        "notes-are-comments": Clause(
            "Numbered notes are comments",
            "Заметки: не правила",
            "The numbered notes that close a section are experience, not rules, unless they hold a rule printed "
            "nowhere else.",
            "25-25",
            status="advice",
            note="Note 1 of part 2 binds: only there are CP and Command Re-roll described.",
        ),
    },
)

DATASHEET = Rule(
    "kt.datasheet",
    en="Datasheet",
    ru="Датащит",
    clauses={
        "definition": Clause(
            "Model taken from datasheet",
            "Модель по датащиту",
            "Every model starts from a datasheet with its characteristics, wargear, abilities, keywords and allowed "
            "specialisations.",
            "33-36",
        ),
        "m": Clause(
            "Movement (M)",
            "Мув (M)",
            "M is the longest distance in inches of a normal move or a fall back, and the base to which an advance "
            "adds its d6.",
            "37-37",
        ),
        "bs": Clause(
            "Ballistic Skill (BS)",
            "Балистик, БС (BS)",
            "BS is the d6 result a ranged attack must reach: BS 3+ hits on 3 or more and misses on 1 and 2.",
            "39-39",
        ),
        "ws": Clause(
            "Weapon Skill (WS)",
            "Вепон скил, ВС (WS)",
            "WS is the d6 result a melee attack must reach, read exactly like BS.",
            "41-41",
        ),
        "s": Clause(
            "Strength (S)",
            "Сила (S)",
            "S is the model's own strength, from which its melee weapons take theirs for the wound comparison.",
            "43-43",
        ),
        "t": Clause(
            "Toughness (T)",
            "Тафна (T)",
            "T is what the strength of an attack is compared with when it rolls to wound.",
            "45-45",
        ),
        "w": Clause(
            "Wounds (W)",
            "Вунды (W)",
            "W is how much damage the model can lose before an injury roll is due; most models have 1.",
            "47-47",
        ),
        "a": Clause(
            "Attacks (A)", "Атаки (A)", "A is the number of attacks the model makes each time it fights.", "49-49"
        ),
        "ld": Clause(
            "Leadership (Ld)",
            "Лидак (Ld)",
            "Ld is the value that break tests and nerve tests must not exceed.",
            "51-51",
        ),
        "sv": Clause(
            "Save (Sv)", "Сейв (Sv)", "Sv is the d6 result, equal or higher, on which armour stops an attack.", "53-53"
        ),
        "max": Clause(
            "Most of one type (Max)",
            "Макс (Max)",
            "A roster with more models of a type than its Max is invalid.",
            "55-55",
            note="The meaning of an empty or dashed value is not printed: no limit.",
        ),
        "wargear": Clause(
            "Wargear and its options",
            "Экипировка и замены",
            "A model carries its default weapons or a swap its datasheet offers; anything else makes the roster "
            "invalid, and some models may not be rearmed at all.",
            "57-57",
            status="recorded",
            note="A roster file does not print the options: what it lists is taken as chosen by its editor.",
        ),
        "abilities": Clause(
            "Model abilities",
            "Способности модели",
            "Abilities on the datasheet change the core rules for that model.",
            "59-59",
            status="recorded",
            note="Texts come with the user's data: shown and declared by the players, checked only where a rule "
            "hooks them.",
        ),
        "keywords": Clause(
            "Keywords of the model",
            "Киворды",
            "Keywords sort models into categories that rules may ask for; the core rules ask for FLY and PSYKER, and "
            "faction data may ask for others such as IMPERIUM, against which each Chaos Space Marine gains attacks on "
            "a 6 to hit.",
            "61-61",
            note="The Chaos attacks are a faction ability: user data, not core.",
        ),
        "specialisations": Clause(
            "Allowed specialisations",
            "Доступные специализации",
            "The datasheet lists the specialisations open to the model, and the roster is checked against that list.",
            "63-63",
            status="recorded",
            note="A roster file does not print the list: see kt.roster.specialisation-allowed.",
        ),
    },
)

WEAPON = Rule(
    "kt.weapon",
    en="Weapon profile",
    ru="Профиль оружия",
    clauses={
        "range": Clause(
            "Weapon range",
            "Дальность, рендж",
            "A target farther away than the weapon's Range cannot be shot with it.",
            "69-69",
        ),
        "range-melee": Clause(
            "Range reads Melee",
            "Рендж Melee: только мили",
            "A weapon whose Range reads Melee serves in melee only and cannot shoot.",
            "69-69",
        ),
        "type": Clause(
            "Weapon type",
            "Тип оружия",
            "The type names one of the classes Heavy, Rapid Fire, Assault, Grenade or Pistol, followed by a number of "
            "attacks.",
            "71-71,588-592",
        ),
        "strength.fixed": Clause(
            "Strength as a number", "Сила числом", "A plain number under S is the strength of the attack.", "73-73"
        ),
        "strength.user": Clause(
            "Strength User",
            "Сила User",
            "S = User strikes with the bearer's S unchanged, so a chainsword in the hands of an S 5 Berserker strikes "
            "at 5.",
            "73-73",
        ),
        "strength.plus": Clause("Strength +N", "Сила +N", "S = +N strikes with the bearer's S plus N.", "73-73"),
        "strength.times": Clause(
            "Strength xN",
            "Сила xN",
            "S = xN strikes with the bearer's S times N, so an x2 power fist in the hands of an S 5 Berserker strikes "
            "at 10.",
            "73-73",
            note="A bonus to the bearer comes before the multiplier: kt.gap.strength-order.",
        ),
        "ap": Clause(
            "Armour penetration (AP)",
            "АП (AP)",
            "The size of AP is taken off the d6 of the save, so Sv 3+ against AP -2 is passed on 5 or more.",
            "75-76",
            note="AP is printed as a negative number; its size without the sign is subtracted.",
        ),
        "damage": Clause(
            "Weapon damage (D)",
            "Дамаг (D)",
            "D is the damage of one unsaved attack, fixed or rolled (D3, D6).",
            "78-78,606-607",
        ),
        "abilities": Clause(
            "Weapon abilities",
            "Особенности оружия",
            "The abilities column gives a weapon specials of its own, such as the automatic hit, the bearer killed on "
            "a 1 or fire without visibility.",
            "80-80",
            note="Known to the engine are kt.weapon.ability and kt.ability; other specials come with the user's data "
            "and are declared, fire without visibility among them.",
        ),
    },
)

STRENGTH_ORDER = Rule(
    "kt.gap.strength-order",
    en="Order of strength bonuses",
    ru="Порядок бонусов к силе",
    clauses={
        "": Clause(
            "Bearer bonus, then weapon",
            "Сначала бонус бойца, потом оружие",
            "A bonus to the bearer's S counts before the weapon multiplies it, as in (S + 1) x 2.",
            "73-73,207-207",
            status="assumed",
            note="Not printed; matters for a charging Zealot with an x2 weapon.",
        ),
    },
)

CHEATSHEET = Rule(
    "kt.cheatsheet",
    en="Cheat sheet",
    ru="Шпаргалка",
    clauses={
        "phases": Clause(
            "Cheat sheet: five phases",
            "Шпаргалка: 5 фаз",
            "The cheat sheet counts 5 phases (Movement, Psychic, Shooting, Fight, Morale) after a start of the round.",
            "895-925",
            status="advice",
            note="Contradicts the main text, which has 6 with Initiative: kt.game.phases governs.",
        ),
        "movement": Clause(
            "Cheat sheet: movement choices",
            "Шпаргалка: движение",
            "The cheat sheet names move, advance, charge and ready as the choices of the Movement phase.",
            "901-905",
            status="advice",
            note="It leaves out falling back and staying put: the main text governs.",
        ),
        "psychic": Clause(
            "Cheat sheet: psychic phase",
            "Шпаргалка: псайкеры",
            "The cheat sheet has players activate psykers one at a time and repeats one caster a side, perils on 1 "
            "and 1 or 6 and 6, and Psybolt at difficulty 5 for 1 mortal wound.",
            "907-910",
            status="advice",
            note="It leaves out the stronger Psybolt on 11+: the main text governs.",
        ),
        "break-threshold": Clause(
            "Cheat sheet: break threshold",
            "Шпаргалка: порог слома",
            "The cheat sheet asks for a break test only when wounded and dead together exceed the whole starting team.",
            "921-921",
            status="advice",
            note="An error: more than half governs (kt.morale.break-condition), as the worked example shows.",
        ),
        "hit-modifiers": Clause(
            "Cheat sheet: hit modifiers",
            "Шпаргалка: попадание",
            "The cheat sheet lists -1 to hit for a flesh wound, over half range and cover by anything when shooting, "
            "and for terrain between and a flesh wound in melee.",
            "927-941",
            status="advice",
            note="It leaves out -1 for a broken team and counts flesh wounds once; the main text governs.",
        ),
        "injury-modifiers": Clause(
            "Cheat sheet: injury modifiers",
            "Шпаргалка: инджури",
            'The cheat sheet repeats the injury modifiers: when shot -1 within 1" of the covering terrain and +1 for '
            "each flesh wound, in melee +1 for each flesh wound.",
            "942-954",
            status="advice",
            note="Confirms the +1 of flesh wounds in melee.",
        ),
        "wound-table": Clause(
            "Cheat sheet: wound table",
            "Шпаргалка: пробитие",
            "The cheat sheet repeats the wound table from 2+ to 6+ unchanged.",
            "955-967",
            status="advice",
        ),
    },
)
