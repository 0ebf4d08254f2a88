"""The 9th Age in words: phases, counters, the columns of a sheet, and what the engine notes with numbers."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.effects import Noted
from rules.kernel.part import Part
from rules.kernel.telling import Cast, Phrase, Plural, Telling
from rules.t9a import combat_score, magic

PHASES: Mapping[str, Phrase] = {
    "deployment": Phrase("Deployment", "Расстановка"),
    "charge": Phrase("Charge", "Нападение"),
    "movement": Phrase("Movement", "Движение"),
    "magic": Phrase("Magic", "Магия"),
    "shooting": Phrase("Shooting", "Стрельба"),
    "melee": Phrase("Melee", "Ближний бой"),
}
COUNTERS: Mapping[str, Phrase] = {
    magic.DICE: Phrase("Magic Dice", "кубики магии"),
    magic.TOKENS: Phrase("Veil Tokens", "жетоны завесы"),
    "vp": Phrase("Victory Points", "победные очки"),
}
HEALTH_POINTS = Plural(
    ("%(count)d Health Point", "%(count)d Health Points"),
    ("%(count)d пункт здоровья", "%(count)d пункта здоровья", "%(count)d пунктов здоровья"),
)
PARTS: Mapping[str, Phrase] = {
    "health points lost by the enemy": Phrase("Health Points lost by the enemy", "раны, нанесённые противнику"),
    "standard": Phrase("standard", "знамя"),
    "charge": Phrase("charge", "нападение"),
    "ranks": Phrase("ranks", "ряды"),
    "battle standard": Phrase("Battle Standard", "боевой штандарт"),
    "flank": Phrase("attack on a flank", "удар во фланг"),
    "rear": Phrase("attack on a rear", "удар в тыл"),
}
"""What a unit adds to the score of its side in a combat."""
NOTES: Mapping[str, Phrase] = {
    "a Shaken unit does not pursue": Phrase("a Shaken unit does not pursue", "деморализованные не преследуют"),
    "soft cover": Phrase("soft cover", "лёгкое укрытие"),
    "hard cover": Phrase("hard cover", "тяжёлое укрытие"),
}
VALUED: Mapping[str, Phrase] = {
    "Agility": Phrase("Agility %(value)d", "проворство %(value)d"),
    "Aim": Phrase("%(value)d+", "%(value)d+"),
    "Maximised": Phrase(
        "%(value)d, Maximised: the lowest die does not count",
        "%(value)d, максимизировано: наименьший кубик не считается",
    ),
    "fled": Phrase("fled %(length)s", "отступление на %(length)s"),
    "hits": Phrase("hits: %(value)d", "попаданий: %(value)d"),
    "modifier": Phrase("modifier %(value)d", "модификатор %(value)d"),
    "power level": Phrase("power level %(value)d", "уровень силы %(value)d"),
    "range": Phrase("the charge reaches %(length)s", "дальность нападения %(length)s"),
    "reached": Phrase("contact after %(length)s", "контакт через %(length)s"),
    "wounds beyond the last model": Phrase(
        "wounds beyond the last model: %(value)d", "ран сверх последней модели: %(value)d"
    ),
}


def _scored(cast: Cast, effect: Noted) -> str:
    """A part of the score of a combat, or its total."""
    part = PARTS.get(effect.text)
    if part is None:
        total = Phrase("%(side)s: combat score %(value)d", "%(side)s: счёт боя %(value)d")
        return cast.say(total, side=cast.side(effect.target), value=effect.value)
    added = Phrase("%(unit)s: %(part)s, %(value)d", "%(unit)s: %(part)s, %(value)d")
    return cast.say(added, unit=cast.model(effect.model), part=cast.say(part), value=effect.value)


def _cast(cast: Cast, effect: Noted) -> str:
    """The total of a casting roll, or how the attempt ended."""
    spell, said = effect.text, Phrase("%(model)s: %(spell)s, total %(value)d", "%(model)s: %(spell)s, сумма %(value)d")
    if spell.endswith(" is not cast"):
        said = Phrase("%(model)s: %(spell)s is not cast", "%(model)s: %(spell)s, заклинание не сотворено")
    elif spell.endswith(" is cast"):
        said = Phrase("%(model)s: %(spell)s is cast", "%(model)s: %(spell)s, заклинание сотворено")
    spell = spell.removesuffix(" is cast").removesuffix(" is not cast")
    return cast.say(said, model=cast.model(effect.model), spell=spell, value=effect.value)


def _dispelled(cast: Cast, effect: Noted) -> str:
    """The total of a dispelling roll, beside the total that it has to reach."""
    said = Phrase(
        "Dispelling the spell of %(model)s: %(value)d, needed %(needed)s",
        "Разрушение заклинания, %(model)s: %(value)d, нужно %(needed)s",
    )
    needed = effect.text.removesuffix(" to dispel")
    return cast.say(said, model=cast.model(effect.model), value=effect.value, needed=needed)


PART = Part(
    telling=Telling(
        phases=PHASES,
        counters=COUNTERS,
        notes=NOTES,
        valued=VALUED,
        noted={combat_score.SCORE: _scored, magic.CAST: _cast, magic.DISPEL: _dispelled},
        health={"HP": HEALTH_POINTS},
        columns=("Adv", "Mar", "Dis", "HP", "Def", "Res", "Arm", "Aegis", "Att", "Off", "Str", "AP", "Agi", "Base"),
        weapon_columns=("Shots", "Str", "AP", "Aim"),
        weapon_range="Range",
        weapon_count="Shots",
        lengths=frozenset({"Adv", "Mar"}),
        rolled=frozenset({"Aegis", "Aim"}),
    )
)
