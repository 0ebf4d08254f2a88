"""Catalogue of building a roster."""

from rules.kernel.rule import Clause, Rule

ROSTER = Rule(
    "kt.roster",
    en="Roster",
    ru="Ростер",
    clauses={
        "definition": Clause(
            "What a roster is",
            "Что такое ростер",
            "A roster is the set of models a player puts on the table.",
            "84-84",
            status="advice",
        ),
        "command-roster": Clause(
            "Command roster",
            "Командный ростер",
            "Where a campaign or tournament uses a command roster, every model fielded must be on that wider list.",
            "86-86",
            note="Optional; no size of the list is given.",
        ),
        "format-agreed": Clause(
            "Format agreed beforehand",
            "Договор о формате",
            "Before rosters are built the players agree on 100, 125 or 200 points, and the limit binds both.",
            "88-88",
            status="recorded",
        ),
        "format-100": Clause(
            "Format of 100 points",
            "Формат 100 очков",
            "In the 100 point format, the smallest and the one of Arena games, a roster may cost up to 100 points.",
            "90-90",
            note="Arena rules are not in the source.",
        ),
        "format-125": Clause(
            "Format of 125 points",
            "Формат 125 очков",
            "In the 125 point format, the most common, a roster may cost up to 125 points.",
            "92-92",
        ),
        "format-200": Clause(
            "Format of 200 points",
            "Формат 200 очков",
            "In the 200 point format a roster may cost up to 200 points and any model is welcome, commanders included.",
            "94-94",
            note="Whether smaller formats bar commanders: kt.gap.commanders.",
        ),
        "points-cost": Clause(
            "Cost of the roster",
            "Косты ростера",
            "The cost of a roster is the sum of the prices of its models and of their wargear.",
            "96-96",
        ),
        "points-limit": Clause(
            "Points limit",
            "Лимит очков",
            "A roster that costs more than the agreed format is invalid; exactly the limit is allowed.",
            "96-97",
        ),
        "min-models": Clause(
            "At least three models",
            "Минимум 3 модели",
            "A roster of fewer than 3 models is invalid.",
            "98-98",
            note="No upper limit is printed.",
        ),
        "leader-required": Clause(
            "A Leader is required",
            "Лидер обязателен",
            "A roster without a model specialised as Leader is invalid.",
            "99-99,115-115",
            note="As no specialisation repeats, there is exactly 1 Leader.",
        ),
        "unique-specialisations": Clause(
            "No specialisation twice",
            "Специализации без повторов",
            "A roster that holds one specialisation twice is invalid unless a rule allows it.",
            "100-100",
        ),
        "max-specialists": Clause(
            "At most four specialists",
            "Не больше 4 специалистов",
            "A roster with more than 4 specialists, the Leader among them, is invalid.",
            "101-101",
        ),
        "specialisation-allowed": Clause(
            "Specialisation must be listed",
            "Специализация из датащита",
            "A model becomes a specialist by taking a specialisation that its datasheet lists; any other makes the "
            "roster invalid.",
            "103-103",
            status="recorded",
            note="One specialisation a model is assumed. A roster file does not print the datasheet: what it "
            "gives is taken as allowed.",
        ),
        "specialisation-grants": Clause(
            "Passive and stratagem granted",
            "Пасивка и стратагема",
            "A specialisation gives its model one passive and its player one stratagem.",
            "103-103",
            note="Higher campaign levels are not in the source. Whether a stratagem is built: see it.",
        ),
        "passive-definition": Clause(
            "What a passive is",
            "Что такое пасивка",
            "A passive is an ability that works for as long as the model is that specialist.",
            "105-105",
            status="advice",
        ),
        "stratagem-definition": Clause(
            "What a stratagem is",
            "Что такое стратагема",
            "A stratagem is an action bought with CP, open only to a side whose roster has the matching model.",
            "107-107",
            note="Alive on the table: kt.gap.stratagem-source-state.",
        ),
        "commander-specialisations": Clause(
            "Specialisations of commanders",
            "Специализации командеров",
            "Commanders choose from a list of specialisations of their own, which the source does not describe.",
            "109-111",
            status="recorded",
            note="The list comes with the user's data.",
        ),
        "tools": Clause(
            "Roster programs",
            "Программы для ростера",
            "Rosters are usually written in Battle Scribe, in the friendly but seldom updated Kill Team Manager, or "
            "in the official and error-prone Command Roster.",
            "226-230",
            status="advice",
        ),
    },
)

COMMANDERS = Rule(
    "kt.gap.commanders",
    en="Commanders",
    ru="Командеры",
    clauses={
        "": Clause(
            "Commanders at 200 points",
            "Командеры только на 200",
            "A roster may hold commanders only in the 200 point format unless the match says otherwise.",
            "94-94,109-109",
            status="assumed",
            note="Inferred from the description of the formats.",
        ),
    },
)
