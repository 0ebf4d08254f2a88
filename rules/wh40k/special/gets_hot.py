"""Gets Hot: rolls of 1 hurt the firer."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.dice import Again
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.wh40k import hooks, words
from rules.wh40k.shooting import wound
from rules.wh40k.vehicles import vehicle

GETS_HOT = Rule(
    "wh40k.usr.gets-hot",
    en="Gets Hot",
    ru="Перегрев",
    clauses={
        "to-hit": Clause(
            "Overheats on a 1",
            "Перегрев на 1",
            "With a Gets Hot weapon roll To Hit as normal; each 1 rolled inflicts a Wound on the firer immediately.",
            "536-540",
            text_ru="Из перегревающегося оружия на попадание бросают как обычно; каждая выпавшая 1 сразу наносит "
            "стрелку ранение.",
            note="A Wound on the firing model itself, without a roll To Wound.",
            note_ru="Ранение самой стреляющей модели, без броска на ранение.",
        ),
        "saves": Clause(
            "Saves against overheating",
            "Спасброски от перегрева",
            "Armour and invulnerable saves may be taken against that Wound.",
            "540",
            text_ru="От этого ранения разрешены спасброски за броню и непробиваемые.",
            note="No cover save; Feel No Pain is allowed, not being a save.",
            note_ru="Без спасброска за укрытие; «не ведая боли» можно, это не спасбросок.",
        ),
        "vehicle": Clause(
            "Vehicle overheats",
            "Перегрев техники",
            "A vehicle instead takes a glancing hit if the D6 then rolled for each overheating shot is 1, 2 or 3.",
            "540",
            text_ru="Машина вместо этого получает скользящее попадание, если на D6, брошенном за каждый перегревшийся "
            "выстрел, 1, 2 или 3.",
            note="A plain D6; the vehicle's own armour is not compared.",
            note_ru="Просто D6; с бронёй машины его не сравнивают.",
        ),
        "no-to-hit": Clause(
            "Overheating without To Hit",
            "Перегрев без броска на попадание",
            "Weapons that make no roll To Hit (such as Blasts) roll a D6 before firing for every shot: on 2+ "
            "the shot is fired as normal.",
            "542-548",
            text_ru="Оружие, которое на попадание не бросает (например, взрывы), перед каждым выстрелом бросает D6: "
            "на 2+ выстрел идёт как обычно.",
        ),
        "no-to-hit.one": Clause(
            "Shot lost to overheating",
            "Перегрев: выстрел потерян",
            "On a 1 the weapon overheats: the firer takes a Wound (armour and invulnerable saves allowed) and "
            "that shot is not fired.",
            "546-548",
            text_ru="На 1 оружие перегрелось: стрелок получает ранение (спасброски за броню и непробиваемые "
            "разрешены), и выстрела нет.",
        ),
        "no-to-hit.vehicle": Clause(
            "Vehicle loses the shot",
            "Техника теряет выстрел",
            "A vehicle whose weapon overheats this way takes a glancing hit on a further D6 of 1, 2 or 3.",
            "548",
            text_ru="Машина, чьё оружие так перегрелось, получает скользящее попадание, если на ещё одном D6 1, 2 или "
            "3.",
            note="The shot is lost for the vehicle too.",
            note_ru="Выстрел пропадает и у машины.",
        ),
        "reroll": Clause(
            "Re-roll against overheating",
            "Переброс перегрева",
            "A model that can re-roll To Hit (BS 6 or more and twin-linked weapons included) takes the Wound "
            "only if the re-rolled To Hit die is a 1 as well.",
            "550-552",
            text_ru="Модель, которая может перебросить попадание (в том числе с BS 6 и больше и со спаренным "
            "оружием), получает ранение, только если и на переброшенном кубике 1.",
            note="Only a 1 followed by a 1 counts, by the letter of the text.",
            note_ru="По букве текста считается только 1 вслед за 1.",
        ),
        "reroll.no-to-hit": Clause(
            "Re-roll without To Hit",
            "Переброс без броска на попадание",
            "Such a model may also re-roll a Gets Hot result of 1 for weapons that make no roll To Hit.",
            "552",
            text_ru="Такая модель может перебросить и перегрев на 1 у оружия, которое на попадание не бросает.",
        ),
    },
)


FIRED = 2
"""The roll on which a weapon that makes no roll to hit is fired."""
UNHARMED = 4
"""The roll on which an overheating weapon does not harm its vehicle."""


@GETS_HOT.at(hooks.SHOT_AT, of="weapon")
def _shots(ctx: Context, dice: tuple[tuple[int, int], ...], *, model: Model, **_: Any) -> None:
    """Each 1 hurts the firer, unless a re-roll changed it."""
    hot = [again for face, again in dice if face == 1 and again in (0, 1)]
    for again in hot:
        overheat(ctx, model, GETS_HOT["reroll" if again else "to-hit"], GETS_HOT["vehicle"])


@GETS_HOT.at(hooks.SHOT_LOST, of="weapon")
def _lost(ctx: Context, lost: bool, *, model: Model, again: bool, **_: Any) -> bool:
    """A die for every shot that needs no roll to hit: on a 1 it is lost and the firer hurt."""
    if lost:
        return True
    rolled = ctx.roll(
        GETS_HOT["no-to-hit"], model.side, 1, needed=FIRED, reroll=Again(may=lambda face: face == 1) if again else None,
        model=model.id,
    )  # fmt: skip
    if rolled.passed[0]:
        return False
    clause = GETS_HOT["reroll.no-to-hit" if rolled.again else "no-to-hit.one"]
    overheat(ctx, model, clause, GETS_HOT["no-to-hit.vehicle"])
    return True


def overheat(ctx: Context, model: Model, clause: str, of_vehicle: str) -> None:
    """A Wound on the firer, with armour and invulnerable saves; a vehicle may take a glancing hit instead."""
    if model.out:
        return
    if not words.is_vehicle(model):
        wound.suffer(ctx, model, clause)
    elif not ctx.roll(of_vehicle, model.side, 1, needed=UNHARMED, model=model.id).passed[0]:
        vehicle.glance(ctx, model, of_vehicle)
