"""The Observation Post, a key building."""

from __future__ import annotations

from rules.cod.chosen import Use, as_key_building
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule

OBSERVATION_POST = Rule(
    "cod.stratagem.observation-post",
    en="Observation Post",
    ru="Наблюдательный пункт",
    clauses={
        "night-vision": Clause(
            'Night Vision within 12"',
            'Ночное Видение в 12"',
            'Units within 12" have the Night Vision / Acute Senses universal special rule.',
            "530-534",
            text_ru='Отряды в пределах 12" получают универсальное специальное правило «Ночное видение / Обострённые '
            "чувства».",
            note="One unit each turn, by the general rule of key buildings, though the text says units.",
            note_ru="По общему правилу ключевых зданий – один отряд за ход, хотя в тексте «отряды».",
        ),
    },
)

NIGHT_VISION = Rule(
    "cod.assumed.night-vision",
    en="Night Vision",
    ru="Ночное видение",
    clauses={
        "": Clause(
            "Sees in the dark",
            "Видит в темноте",
            "A unit holding at least one model with this rule ignores the effects of Night Fighting.",
            text_ru="Отряд, в котором хотя бы у одной модели есть это правило, не замечает ночного боя.",
            status="assumed",
            note="The source of the core rules breaks off before this rule; the usual one of the edition is meant. "
            "Such a unit makes no night roll.",
            note_ru="Источник основных правил обрывается раньше этого правила; взято обычное для этой редакции. Такой "
            "отряд ночного броска не делает.",
        ),
    },
)

SEES = OBSERVATION_POST["night-vision"]

STRATAGEM = as_key_building(
    OBSERVATION_POST,
    SEES,
    {"night-vision": Use(SEES, ((NIGHT_VISION[""], 1), ("wh40k.usr.acute-senses", 1)), reach=12 * INCH)},
)
