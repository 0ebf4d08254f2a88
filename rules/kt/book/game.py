"""Catalogue of rounds, initiative, command points, dice and conventions."""

from rules.kernel.rule import Clause, Rule

GAME = Rule(
    "kt.game",
    en="Rounds and phases",
    ru="Раунды и фазы",
    clauses={
        "rounds": Clause(
            "Game in rounds",
            "Игра по раундам",
            "The game is a series of rounds, and each runs through all phases before the count goes up by 1.",
            "234-235,244-244",
        ),
        "round-count": Clause(
            "Number of rounds",
            "Сколько раундов",
            "The game ends after the number of rounds set by the mission or event, 4 at tournaments and sometimes "
            "more in book missions.",
            "234-234",
            note="A mission parameter, 4 by default.",
        ),
        "phases": Clause(
            "Six phases in order",
            "Шесть фаз по порядку",
            "The 6 phases follow as Initiative, Movement, Psychic, Shooting, Fight and Morale, and an action out of "
            "its phase is illegal.",
            "235-242",
            note="The cheat sheet counts 5 and Morale is headed 5 in the text; the list of 6 governs.",
        ),
        "round-end": Clause(
            "End of the round",
            "Конец раунда",
            "Morale is the last phase; when it is done the next round begins.",
            "244-244,778-778",
        ),
    },
)

INITIATIVE = Rule(
    "kt.initiative",
    en="Initiative phase",
    ru="Фаза инициативы",
    clauses={
        "roll": Clause(
            "Initiative roll",
            "Бросок на инициативу",
            "Each side rolls 1 or 2 dice as agreed, and the higher total goes first this round.",
            "254-257",
            note="The number of dice is a match setting, 2 by default; ties: kt.gap.initiative-tie.",
        ),
        "order-effect": Clause(
            "What initiative decides",
            "Что даёт инициатива",
            "The side with initiative moves first and picks first wherever sides alternate in the Shooting and Fight "
            "phases.",
            "257-257,267-267,390-390,393-393,655-655",
        ),
    },
)

SCOUTING = Rule(
    "kt.scouting",
    en="Scouting phase",
    ru="Скаут фаза",
    clauses={
        "omitted": Clause(
            "No Scouting phase",
            "Скаут фазу не играем",
            "The official Scouting phase with its 6 simultaneous options is left out: Initiative is followed directly "
            "by Movement.",
            "260-265",
            note="Left as an extension point; the source gives no data for it.",
        ),
    },
)

CP = Rule(
    "kt.cp",
    en="Command points",
    ru="КП",
    clauses={
        "definition": Clause(
            "What command points are",
            "Что такое КП",
            "Command points (CP) are a resource of each side that pays for stratagems.",
            "214-214",
            status="advice",
        ),
        "round-income": Clause(
            "Income of a round", "КП за раунд", "Each side gains 1 CP at the start of every round.", "214-214"
        ),
        "leader-income": Clause(
            "Income from the Leader",
            "КП за лидера",
            "A side whose Leader is on the table, alive and not shaken gains 1 more CP at the start of the round.",
            "118-118,214-214",
            note="The same rule as kt.specialist.leader.passive: paid once.",
        ),
        "underdog": Clause(
            "Cheaper roster earns CP",
            "КП за дешёвый ростер",
            "At the start of the game the cheaper roster earns 1 CP for every full 10 points of difference.",
            "216-216",
            note="Rounding is not printed: whole tens only.",
        ),
        "other-sources": Clause(
            "CP from event packs",
            "КП от турнира",
            "Modes and event packs may add sources of CP, up to starting with 7.",
            "218-218",
            status="recorded",
            note="Agreed before the game and recorded as a match setting.",
        ),
        "vanilla-income-cap": Clause(
            "At most 2 CP a round",
            "Не больше 2 КП за раунд",
            "By the plain rules no side gains more than 2 CP in a round, 1 as base and 1 from the Leader.",
            "218-218",
            note="Limits income, not spending or storing.",
        ),
    },
)

STRATAGEM = Rule(
    "kt.stratagem",
    en="Stratagems",
    ru="Стратагемы",
    clauses={
        "cost": Clause(
            "Price of a stratagem",
            "Цена стратагемы",
            "A stratagem is paid in CP when declared, and a side that has too few cannot use it.",
            "107-107,121-121,214-214,224-224",
            note="Prices are printed only for the Leader and Command Re-roll (1 CP each); every other specialist "
            "costs 1 CP by default, held as data.",
        ),
        "faction": Clause(
            "Faction stratagems",
            "Фракционные стратагемы",
            "Each faction has stratagems of its own from the Annual, such as Death Denied (Space Marines), which "
            "undoes a death, or Baited Trap (Tau), which lets overwatch hit on 4+.",
            "220-220",
            status="recorded",
            note="Effects come with the user's data; the players declare them and CP is charged.",
        ),
        "common": Clause(
            "Common stratagems",
            "Общие стратагемы",
            "Some stratagems are open to every faction; the source describes one, Command Re-roll.",
            "222-222",
            status="advice",
        ),
    },
)

COMMAND_REROLL = Rule(
    "kt.stratagem.command-reroll",
    en="Command Re-roll",
    ru="Командный рерол",
    clauses={
        "": Clause(
            "Command Re-roll, 1 CP",
            "Командный рерол за 1 КП",
            "For 1 CP a player repeats one own hit, wound, save, psychic, deny, injury, charge or advance rolls.",
            "224-224",
            note="Not on the list, so never: initiative, roll-off, break, nerve, damage, number of shots, falls, D3 "
            "of perils.",
        ),
        "timing": Clause(
            "Declared at once",
            "Заявлять сразу",
            "It is declared immediately after the roll it repeats; anything in between makes it illegal.",
            "224-224",
            note="It is part of the step whose roll it repeats, and its dice follow that roll's; re-rolls of one step "
            "are declared in the order of the rolls.",
        ),
        "whole-roll": Clause(
            "Whole roll repeated",
            "Весь бросок целиком",
            "All dice of the roll are rolled again, not a chosen one.",
            "224-224",
            note="So charge, psychic and deny 2d6 and injury dice together; in a volley each attack has its own "
            "roll, so one die.",
        ),
    },
)

DICE = Rule(
    "kt.dice",
    en="Dice conventions",
    ru="Условия о кубах",
    clauses={
        "order": Clause(
            "Order of dice",
            "Порядок кубов",
            "For each weapon dice are read as number of shots, hits of all attacks in declared order, wounds of the "
            "hits, then for each wound its save, its damage and, at 0 wounds, its injury dice before the next save.",
            "396-404,444-444",
            status="assumed",
            note="Not printed, needed for replay. A re-roll follows its roll; Zealot extra attacks roll after the "
            "base hits; with several targets saves go target by target.",
        ),
        "d3": Clause(
            "How a D3 is rolled",
            "Как бросать д3",
            "A D3 is a d6 halved and rounded up: 1-2 is 1, 3-4 is 2, 5-6 is 3.",
            "358-358,363-364,607-607",
            status="assumed",
            note="Used in the source but not defined.",
        ),
        "natural": Clause(
            "Natural die results",
            "Немодифицированный бросок",
            "A rule about a roll of 1, or the 6 of overwatch, looks at the die before modifiers.",
            "299-299,467-467,506-506,524-524,825-825",
            status="assumed",
            note="Printed for overwatch and nerve tests; by analogy for hit, wound and save.",
        ),
        "no-auto-six": Clause(
            "No automatic six",
            "6 не автоуспех",
            "A 6 to hit, to wound or to save succeeds only if its modified total does.",
            "482-482,511-511,521-521",
            status="assumed",
            note="The source names only the failing 1; a ruleset option, off by default.",
        ),
        "reroll-once": Clause(
            "One re-roll per die",
            "Реролл только один раз",
            "A die is re-rolled at most once, and the second result stands.",
            "178-178,187-187,224-224",
            status="assumed",
            note="Common convention, not printed.",
        ),
    },
)

MEASURE = Rule(
    "kt.measure",
    en="Measuring",
    ru="Измерения",
    clauses={
        "within": Clause(
            "Within means or less",
            "В пределах: включительно",
            "Within N inches is a distance of N or less, and farther than N is strictly more.",
            "624-624,273-273,315-315",
            status="assumed",
            note='Read from the examples (12" is half of 24", a fall back ends beyond 1"); exact decimals, no floats.',
        ),
    },
)

STATUS = Rule(
    "kt.status",
    en="Conditions",
    ru="Состояния",
    clauses={
        "flesh-wound-definition": Clause(
            "Flesh wounds add up",
            "Флешки копятся",
            "A flesh wound is an injury marked on the model; each one counts, and the more there are the worse the "
            "model fights.",
            "476-476,546-549",
            note="Also spelled Flash Wound in the source; no maximum is printed.",
        ),
        "broken-definition": Clause(
            "What a broken team is",
            "Что такое слом",
            "A broken team is one whose morale has collapsed through its losses.",
            "479-479",
            status="advice",
            note="Enforced by the break test in kt.morale.",
        ),
    },
)

ROLL_OFF_DICE = Rule(
    "kt.gap.roll-off-dice",
    en="Dice of the roll-off",
    ru="Кубы на ролоф",
    clauses={
        "": Clause(
            "Dice in the roll-off",
            "Сколько кубов на ролоф",
            "Each side rolls the same number of dice in the roll-off, 1 or 2 by match setting, 2 by default.",
            "248-248,257-257",
            status="assumed",
            note="The source says the players roll 2 dice: one each or two each.",
        ),
    },
)

INITIATIVE_TIE = Rule(
    "kt.gap.initiative-tie",
    en="Tie for initiative",
    ru="Ничья на инициативу",
    clauses={
        "": Clause(
            "Tied initiative rolled again",
            "Ничья: перебрасываем",
            "Equal initiative totals are rolled again until they differ.",
            "250-250,257-257",
            status="assumed",
            note="Printed for deployment only.",
        ),
    },
)

ALTERNATION_EXHAUSTED = Rule(
    "kt.gap.alternation-exhausted",
    en="End of alternation",
    ru="Конец чередования",
    clauses={
        "": Clause(
            "Other side finishes alone",
            "Второй доигрывает один",
            "When one side has nothing left to choose in an alternating step, the other makes all its remaining "
            "choices in a row.",
            "390-390",
            status="assumed",
            note="Printed for ready shooters; extended to deployment, the second shooting section and both fight "
            "sections.",
        ),
    },
)

PASS = Rule(
    "kt.gap.pass",
    en="Passing",
    ru="Пас",
    clauses={
        "": Clause(
            "Declining uses the model",
            "Отказ от активации",
            "A side may decline to shoot or fight with a model, and that model is then done for the phase.",
            "394-394,658-658",
            status="assumed",
            note="Not printed; an explicit event keeps the record complete.",
        ),
    },
)

STRATAGEM_REPEAT = Rule(
    "kt.gap.stratagem-repeat",
    en="Repeating a stratagem",
    ru="Повтор стратагемы",
    clauses={
        "": Clause(
            "Same stratagem twice",
            "Повтор стратагемы за фазу",
            "The same stratagem may be used twice in a phase.",
            "107-107,224-224",
            status="assumed",
            note="Not forbidden in the source; an option may forbid it, off by default. Only the Veteran is limited, "
            "once a game.",
        ),
    },
)

STRATAGEM_SOURCE_STATE = Rule(
    "kt.gap.stratagem-source-state",
    en="State of the specialist",
    ru="Состояние специалиста",
    clauses={
        "": Clause(
            "Specialist alive, not shaken",
            "Специалист жив и не дрожит",
            "A specialist's stratagem needs that specialist alive on the table and, if it makes that model act, not "
            "shaken.",
            "107-107,817-817",
            status="assumed",
        ),
    },
)

CP_CARRY_OVER = Rule(
    "kt.gap.cp-carry-over",
    en="Unspent CP",
    ru="Остаток КП",
    clauses={
        "": Clause(
            "Unspent CP are kept",
            "КП копятся",
            "CP that were not spent stay for later rounds.",
            "214-218",
            status="assumed",
            note="Implied by the remark on starting with 7 CP.",
        ),
    },
)

TWO_PLAYERS = Rule(
    "kt.gap.two-players",
    en="Two sides",
    ru="Два игрока",
    clauses={
        "": Clause(
            "Exactly two sides",
            "Ровно два игрока",
            "A game has exactly 2 sides.",
            "248-248,257-257",
            status="assumed",
            note="The source never speaks of more.",
        ),
    },
)

VICTORY = Rule(
    "kt.gap.victory",
    en="Mission data",
    ru="Данные миссии",
    clauses={
        "": Clause(
            "Victory comes from mission",
            "Победа по миссии",
            "Victory conditions, objectives, board size and number of rounds are data of the mission.",
            "234-234,252-252,794-794",
            status="assumed",
            note="No mission is in the source.",
        ),
    },
)

WIPED_OUT = Rule(
    "kt.gap.wiped-out",
    en="No models left",
    ru="Отряд уничтожен",
    clauses={
        "": Clause(
            "Team wiped out",
            "Отряд вынесен",
            "A side with no models left cannot act, and the game ends unless the mission says it goes on.",
            "234-234",
            status="assumed",
            note="Not printed; ends by default.",
        ),
    },
)
