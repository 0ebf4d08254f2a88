"""What the document is."""

from __future__ import annotations

from rules.kernel.rule import Clause, Rule

META = Rule(
    "t9a.meta",
    en="The document",
    ru="Документ",
    clauses={
        "scope": Clause(
            "Scope",
            "Что охвачено",
            "The source is one chapter: the universal rules for models of The 9th Age, 2nd edition, in a Russian "
            "rendering.",
            "1,200-202",
            status="recorded",
            text_ru="Источник – одна глава: универсальные правила моделей «The 9th Age», редакция 2, в русском"
            " переложении.",
        ),
        "terms": Clause(
            "Terms from elsewhere",
            "Термины из других глав",
            "Terms that the chapter does not explain, such as Stubborn, Swiftstride and Scoring, are core steps "
            "of this system.",
            "13,15,27,35,41,79,92,114,126,164,189",
            status="recorded",
            text_ru="Термины, которые глава не объясняет, – упорство, стремительность, боеспособные и другие – "
            "основные шаги этой системы.",
        ),
    },
)
