"""Catalogue of what the source document holds."""

from rules.kernel.rule import Clause, Rule

DOCUMENT = Rule(
    "wh40k.doc",
    en="The source document",
    ru="Исходный документ",
    clauses={
        "scope": Clause(
            "What the source prints",
            "Что есть в документе",
            "The text is an extract of the Russian 6th-edition rulebook covering morale and the alphabetical "
            "special rules from Acute Senses to Lance; nothing before or after that span is printed.",
            "1-14",
            status="advice",
            note="Everything else is assumed: see the assumed clauses.",
        ),
        "page-references": Clause(
            "References to other pages",
            "Ссылки на другие страницы",
            "The text points at rulebook pages that are not in the extract: Deny the Witch p.68, Our Weapons "
            "Are Useless p.26, disordered charge p.27, psychic test p.67, Instant Death p.38 and p.16, reserves "
            "p.40, vehicle shooting p.71, buildings p.121.",
            "216-624",
            status="advice",
            note="Each reference resolves to an assumed clause.",
        ),
    },
)
