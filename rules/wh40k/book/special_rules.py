"""Catalogue of what holds for all universal special rules; each rule itself lies in `special/`."""

from rules.kernel.rule import Clause, Rule

SPECIAL_RULES = Rule(
    "wh40k.usr",
    en="Universal special rules",
    ru="Универсальные специальные правила",
    clauses={
        "definition": Clause(
            "What a special rule is",
            "Что такое специальное правило",
            "Whenever a creature's or weapon's ability breaks or bends one of the main rules it is expressed as "
            "a special rule; special rules may raise or lower a model's chances.",
            "172-174",
        ),
        "no-stacking": Clause(
            "The same rule once",
            "Одно правило не складывается",
            "Unless something says otherwise a model cannot gain the benefit of the same special rule more than once.",
            "182",
            note="Of two strengths of a rule the best applies.",
        ),
        "different-rules-cumulative": Clause(
            "Different rules add up",
            "Разные правила складываются",
            "The effects of different special rules are cumulative.",
            "182",
        ),
        "default-none": Clause(
            "None unless stated",
            "По умолчанию правил нет",
            "A model has no special rules unless something says that it does.",
            "186",
            note="A special rule that the sheet does not name is refused.",
        ),
        "source.codex": Clause(
            "Rules of the codex",
            "Правила из кодекса",
            "Most special rules come from the model's own codex entry.",
            "186",
            status="recorded",
            note="Entered on the sheet.",
        ),
        "source.weapon": Clause(
            "Rules of a weapon",
            "Правила оружия",
            "A model's attacks may carry special rules because of the weapon it uses.",
            "186",
        ),
        "source.temporary": Clause(
            "Temporary special rules",
            "Временные правила",
            "A model may gain special rules from psychic powers, from the scenario or from a kind of terrain; "
            "the granting text gives the details.",
            "188-190",
        ),
        "list-open": Clause(
            "The list is open",
            "Список неполный",
            "The list of special rules is not complete; many troops have unique abilities set out in their codex.",
            "192-194",
            status="recorded",
            note="A rule the engine does not know may stand on a sheet and changes nothing.",
        ),
    },
)
