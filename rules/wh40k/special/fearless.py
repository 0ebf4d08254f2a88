"""Fearless: passes pinning, Fear, regroup and Morale tests."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.wh40k import hooks
from rules.wh40k.questions import Check

FEARLESS = Rule(
    "wh40k.usr.fearless",
    en="Fearless",
    ru="Бесстрашие",
    clauses={
        "auto-pass": Clause(
            "Passes tests of nerve",
            "Тесты проходит автоматически",
            "Units holding one or more models with this rule automatically pass pinning, Fear and regroup tests "
            "and Morale checks.",
            "424-428",
            text_ru="Отряды, в которых хотя бы у одной модели есть это правило, автоматически проходят тесты на "
            "подавление огнём, устрашение и перегруппировку и проверки на боевой дух.",
            note="It wins over the automatic failure of a unit that is falling back.",
            note_ru="Сильнее автоматического провала отступающего отряда.",
        ),
        "no-go-to-ground": Clause(
            "Cannot go to ground",
            "Не может залечь",
            "Units holding one or more Fearless models cannot go to ground.",
            "428",
            text_ru="Отряды, в которых есть хотя бы одна бесстрашная модель, не могут залечь.",
        ),
        "no-voluntary-fail": Clause(
            "No chosen failure",
            "Не может провалить добровольно",
            "Units holding one or more Fearless models cannot choose to fail a Morale check under Our Weapons "
            "Are Useless.",
            "428",
            text_ru="Отряды, в которых есть хотя бы одна бесстрашная модель, не могут добровольно провалить проверку "
            "на боевой дух по правилу «Наше оружие бесполезно».",
        ),
    },
)

TESTS = frozenset({"pinning", "fear", "regroup", "morale"})
"""The tests it passes, by their tags."""


@FEARLESS.at(hooks.AUTO_PASS, of="unit")
def _passes(ctx: Context, clause: str, *, check: Check, **_: Any) -> str:
    return clause or (FEARLESS["auto-pass"] if check.tags & TESTS else "")


@FEARLESS.at(hooks.MAY_GO_TO_GROUND, of="unit")
def _stands(ctx: Context, clause: str, **_: Any) -> str:
    return FEARLESS["no-go-to-ground"]


@FEARLESS.at(hooks.MAY_FAIL, of="unit")
def _fights_on(ctx: Context, clause: str, **_: Any) -> str:
    return FEARLESS["no-voluntary-fail"]
