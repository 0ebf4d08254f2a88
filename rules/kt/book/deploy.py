"""Catalogue of deployment."""

from rules.kernel.rule import Clause, Rule

DEPLOY = Rule(
    "kt.deploy",
    en="Deployment",
    ru="Расстановка",
    clauses={
        "roll-off": Clause(
            "Roll-off for the side",
            "Ролоф за сторону стола",
            "Before the game both sides roll off, and the higher result chooses the table side to deploy on.",
            "248-248",
            note="The number of dice each: kt.gap.roll-off-dice.",
        ),
        "loser-first": Clause(
            "Loser places first",
            "Проигравший ставит первым",
            "The side that lost the roll-off sets up the first model.",
            "248-248",
        ),
        "tie": Clause(
            "Tied roll-off again",
            "Ничья: ролоф заново",
            "Equal roll-off results are rolled again until they differ.",
            "250-250",
        ),
        "alternate": Clause(
            "One model in turn",
            "По одной модели по очереди",
            "The sides set up one model at a time in turn; two in a row are illegal while the other still has models "
            "to place.",
            "252-252",
            note="A side with none left lets the other place the rest: kt.gap.alternation-exhausted.",
        ),
        "zone": Clause(
            "Inside the deployment zone",
            "В своей зоне расстановки",
            "A model is set up inside the own deployment zone that the mission marks.",
            "252-252",
            note="The whole base must be inside; zones come from the mission.",
        ),
    },
)
