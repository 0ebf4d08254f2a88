"""Blast and Large Blast: a marker that scatters, in place of rolls To Hit.

`objections` checks the placement of a marker; `fire` scatters it and counts the models hit. The hits wait to be
resolved with the unit's other shots.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import footprint, template
from rules.kernel.context import Context
from rules.kernel.effects import Laid, Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import QuestionKind
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Point, Unit
from rules.kernel.telling import Phrase
from rules.wh40k import dice, hooks, questions, words
from rules.wh40k.shooting import arms, sight
from rules.wh40k.shooting.volley import Shot, Volley

BLAST = Rule(
    "wh40k.usr.blast",
    en="Blast and Large Blast",
    ru="Взрыв и большой взрыв",
    clauses={
        "marker-size": Clause(
            "Size of blast markers",
            "Размер маркера взрыва",
            "A weapon marked Blast uses a 3-inch marker and one marked Large Blast a 5-inch marker.",
            "240-262",
            text_ru="Оружие со словом «взрыв» пользуется маркером в 3 дюйма, а с «большим взрывом» – в 5 дюймов.",
            note="The figures are diameters: a radius of 1.5 or 2.5 inches.",
            note_ru="Это диаметры: радиус 1.5 или 2.5 дюйма.",
        ),
        "large-same-rules": Clause(
            "Large Blast works alike",
            "Большой взрыв по тем же правилам",
            "Large Blasts follow exactly the same rules as Blasts.",
            "264",
            text_ru="Большие взрывы идут точно по тем же правилам, что и взрывы.",
        ),
        "no-to-hit": Clause(
            "No roll To Hit",
            "Без броска на попадание",
            "A model firing a Blast weapon makes no roll To Hit.",
            "266",
            text_ru="Модель, стреляющая взрывом, на попадание не бросает.",
        ),
        "placement": Clause(
            "Placing the marker",
            "Размещение маркера",
            "The firer picks one enemy model it can see and places the marker with its hole exactly over that "
            "model's base, or over the hull if it is a vehicle.",
            "266",
            text_ru="Стрелок выбирает вражескую модель, которую видит, и ставит маркер отверстием точно над её "
            "подставкой, а если это техника – над корпусом.",
            note="The hole lies within the outline of the base or hull.",
            note_ru="Отверстие лежит внутри контура подставки или корпуса.",
        ),
        "range": Clause(
            "Hole within range",
            "Отверстие в пределах дальности",
            "The central hole must be placed within the weapon's maximum range.",
            "266",
            text_ru="Центральное отверстие должно лечь в пределах максимальной дальности оружия.",
            note="Only the hole is measured, not the edge of the marker.",
            note_ru="Меряют только до отверстия, а не до края маркера.",
        ),
        "no-friendly": Clause(
            "Not over friends",
            "Маркер не касается своих",
            "The marker may not be placed so that any part of it touches the base or hull of a friendly model.",
            "266",
            text_ru="Маркер нельзя ставить так, чтобы он хоть частью касался подставки или корпуса своей модели.",
            note="Restricts the first placement only; scatter may carry the marker onto friends.",
            note_ru="Ограничивает только первое размещение; сместиться на своих маркер может.",
        ),
        "scatter": Clause(
            "Scatter less Ballistic Skill",
            "Смещение минус BS",
            "After placement roll for scatter; if it scatters, the distance is reduced by the firer's Ballistic Skill.",
            "268",
            text_ru="Поставив маркер, бросают смещение; если он сместился, дистанцию уменьшают на BS стрелка.",
            note="Hit! leaves the marker in place; BS is the value in force at that moment.",
            note_ru="«Попал!» оставляет маркер на месте; BS – тот, что действует в этот момент.",
        ),
        "scatter.minimum": Clause(
            "Scatter not below 0",
            "Смещение не меньше 0",
            "The reduced scatter distance cannot go below 0 inches.",
            "268",
            text_ru="Меньше 0 дюймов уменьшенное смещение не бывает.",
        ),
        "scatter.beyond-limits": Clause(
            "Scatter beyond limits",
            "Смещение за пределы ограничений",
            "A scattered shot may end beyond maximum range, inside minimum range or out of line of sight; this "
            "is allowed.",
            "268",
            text_ru="Сместившись, выстрел может лечь дальше максимальной дальности, ближе минимальной или вне линии "
            "видимости; так можно.",
        ),
        "scatter.example": Clause(
            "Example: frag missile",
            "Пример: осколочная ракета",
            "Worked example: a BS 4 Space Marine fires a frag missile, rolls an arrow and 7 on 2D6; the marker "
            "moves 3 inches (7-4), two Orks are wholly or partly under it and their unit takes 2 hits.",
            "270-272",
            text_ru="Пример: космодесантник с BS 4 стреляет осколочной ракетой, выпала стрелка и 7 на 2D6; маркер "
            "уходит на 3 дюйма (7-4), под ним целиком или частью два орка, и их отряд получает 2 попадания.",
        ),
        "hits-anyone": Clause(
            "Hits anyone under it",
            "Попадает по всем под маркером",
            "Hits after scatter are worked out as usual and can wound units out of range or sight, the firer's "
            "own units and models locked in combat.",
            "274",
            text_ru="Попадания после смещения считают как обычно; ранить можно и отряды вне дальности или видимости, "
            "и свои отряды, и модели, связанные боем.",
        ),
        "off-table": Clause(
            "Hole off the table",
            "Маркер ушёл за край стола",
            "If scatter takes the central hole beyond the table edge the shot is lost and has no effect.",
            "274",
            text_ru="Если центральное отверстие ушло за край стола, выстрел пропал впустую.",
            note="Only the hole counts.",
            note_ru="Важно только отверстие.",
        ),
        "hits": Clause(
            "Hits under the marker",
            "Число попаданий под маркером",
            "Once the final position is known, each unit takes one hit per model of it whose base is wholly or "
            "partly under the marker, seen from above.",
            "276",
            text_ru="Когда маркер лёг окончательно, каждый отряд получает по попаданию за каждую свою модель, чья "
            "подставка при взгляде сверху целиком или частью под маркером.",
            note="A base partly covered counts fully; hits are worked out from the positions.",
            note_ru="Частично накрытая подставка считается целиком; попадания вычисляют по местам моделей.",
        ),
        "wounds": Clause(
            "Wounds of a Blast",
            "Ранения от взрыва",
            "When the hits are known, roll To Wound and take saves as normal, then share out unsaved Wounds in "
            "the unit as for an ordinary shooting attack.",
            "278",
            text_ru="Зная число попаданий, бросают на ранение и делают спасброски как обычно, а ранения без "
            "спасброска распределяют в отряде как при обычной стрельбе.",
            note="Allocated as for ordinary shooting, the model closest to the firer first.",
            note_ru="Распределяют как при обычной стрельбе, сначала модели, ближайшей к стрелку.",
        ),
        "multiple": Clause(
            "Several Blasts",
            "Несколько взрывов",
            "If a unit fires several Blast shots, resolve each one separately: roll scatter for each and count "
            "the hits of each marker, then resolve these and the unit's other shots as normal.",
            "280-282",
            text_ru="Если отряд делает несколько взрывов, каждый проводят отдельно: бросают смещение и считают "
            "попадания своего маркера, а потом проводят их и остальные выстрелы отряда как обычно.",
        ),
        "reroll": Clause(
            "Re-rolling a Blast",
            "Переброс взрыва",
            "A model able to re-roll To Hit that chooses to do so after firing a Blast weapon must re-roll both "
            "the scatter die and the 2D6.",
            "284-288",
            text_ru="Модель, которая может перебросить попадание и решила это сделать после взрыва, перебрасывает и "
            "кубик смещения, и 2D6.",
            note="One re-roll takes both; it is declared with the least distance from which on it is made.",
            note_ru="Один переброс на всё; его объявляют вместе с наименьшей дистанцией, с которой он делается.",
        ),
        "no-snap-shot": Clause(
            "No Snap Shots with Blasts",
            "Взрыв не стреляет навскидку",
            "Blast weapons cannot fire Snap Shots.",
            "290-294",
            text_ru="Взрывами навскидку стрелять нельзя.",
            note="Hence no Blast in Overwatch, while falling back or after regrouping.",
            note_ru="Значит, взрывов нет в упреждающем огне, при отступлении и после перегруппировки.",
        ),
    },
)


class BlastAgain(Action, frozen=True, tag="blast-again"):
    """A model that is asked rolls for its scattering marker again: the arrow and the 2D6."""

    model: str


DIAMETERS = {1: 3 * INCH, 2: 5 * INCH}
"""Marker radii, by the value with which a weapon has this rule."""
SURE = 6
"""From this Ballistic Skill on a model can roll again."""


def radius(ctx: Context, weapon: Weapon) -> int:
    """The radius of a weapon's marker; a Barrage that prints no size uses the small one."""
    size = ctx.holds(weapon, BLAST.id)
    return DIAMETERS[size if isinstance(size, int) and size in DIAMETERS else 1] // 2


# placing


def centre_of(ctx: Context, shot: Shot, target: Unit) -> tuple[Point, Model] | None:
    """Where the hole of a marker was declared, and the model of the target it lies over; None where over nobody."""
    fire, models = shot.fire, words.standing(ctx.state, target)
    over = [m for m in models if fire.aimed_at in ("", m.id)]
    for model in over:
        x, y, z = ctx.place(model)
        place = (*fire.centre, z) if fire.centre is not None else (x, y, z)
        named = fire.aimed_at or fire.centre is not None
        if named and template.touches(place, 0, model):
            return place, model
    return None


def objections(
    ctx: Context, shot: Shot, target: Unit, facts: tuple[sight.LineOfSight, ...] = ()
) -> Iterator[tuple[str, str]]:
    """Objections to the declared placement of a marker: clause and sentence. Sets the shot's `centre`."""
    weapon, name = shot.weapon, shot.weapon.name
    found = centre_of(ctx, shot, target)
    if found is None:
        yield BLAST["placement"], f"the hole of {name} has to lie over a model of {target.sheet.name}"
        return
    shot.centre, over = found
    indirect = shot.fire.indirect and arms.is_barrage(ctx, weapon)
    if not indirect and not sight.sees(ctx, shot.model, over, facts):
        yield BLAST["placement"], f"{shot.model.sheet.name} does not see {over.sheet.name}"
    away = footprint.distance_to_point(shot.model, shot.centre)
    if away > arms.reach(weapon):
        yield BLAST["range"], f"the hole is {show(away)} away; {name} reaches {show(arms.reach(weapon))}"
    if not indirect and away < arms.least(weapon):
        yield arms.TYPES, f"the hole is {show(away)} away, nearer than {name} can shoot"
    wide = radius(ctx, weapon)
    touched = [m for m in ctx.state.alive(shot.model.side) if template.touches(shot.centre, wide, m)]
    if touched:
        yield BLAST["no-friendly"], f"the marker of {name} would touch {touched[0].sheet.name}"
    refused = ctx.value(
        hooks.AIMED, "", model=shot.model, weapon=weapon, target=target, centre=shot.centre, outline=None,
        floor=shot.fire.floor, barrage=arms.is_barrage(ctx, weapon),
    )  # fmt: skip
    if refused:
        yield refused, f"{name} cannot be aimed there"


# scatter


def able_again(ctx: Context, shot: Shot) -> bool:
    """Whether a model could roll to hit again with this weapon."""
    return bool(shot.again) or words.characteristic(ctx, shot.model, "BS") >= SURE


def fire(ctx: Context, volley: Volley, shot: Shot) -> None:
    """Fire every shot of a Blast weapon, each with a scatter of its own."""
    for _ in range(arms.shots(ctx, shot.model, shot.weapon, shot.away)):
        if lost(ctx, shot):
            continue
        landed = land(ctx, volley, shot)
        if landed is not None:
            count_hits(ctx, volley, shot, landed)


def lost(ctx: Context, shot: Shot) -> bool:
    """Whether a shot is lost before it is fired."""
    return bool(ctx.value(hooks.SHOT_LOST, False, weapon=shot.weapon, model=shot.model, again=able_again(ctx, shot)))


def land(ctx: Context, volley: Volley, shot: Shot) -> Point | None:
    """Scatter a marker from where it was placed; None where its hole leaves the table and the shot is lost."""
    assert shot.centre is not None
    indirect = shot.fire.indirect and arms.is_barrage(ctx, shot.weapon)
    less = 0 if indirect else words.characteristic(ctx, shot.model, "BS")
    count = int(
        ctx.value(hooks.SCATTER_DICE, 2, weapon=shot.weapon, unit=volley.unit, target=volley.target, indirect=indirect)
    )
    moved = dice.scatter(ctx, volley.by, less, count, model=shot.model.id)
    if moved.arrow and moved.length and able_again(ctx, shot) and _again(ctx, volley, shot, moved.length):
        ctx.effects.append(Noted(rule=BLAST["reroll"], model=shot.model.id, value=moved.length, text="rolled again"))
        moved = dice.scatter(ctx, volley.by, less, count, model=shot.model.id)
    landed = moved.moved(shot.centre)
    ctx.effects.append(Noted(rule=BLAST["scatter"], model=shot.model.id, value=moved.length, text="scattered"))
    return rest(ctx, volley, shot, landed, BLAST["scatter"])


def _again(ctx: Context, volley: Volley, shot: Shot, length: int) -> bool:
    """Whether a marker that would scatter so far is rolled for again: as was said beforehand, else as the side says."""
    if shot.fire.again:
        return shot.fire.again <= length
    return bool(ctx.choice(BLAST["reroll"], volley.by, model=shot.model.id, value=length))


def roll_again(ctx: Context, action: BlastAgain) -> None:
    """The scatter of a marker is rolled again."""
    questions.chosen(ctx, BLAST["reroll"], 1, action.model)


def rest(ctx: Context, volley: Volley, shot: Shot, landed: Point, clause: str) -> Point | None:
    """The final position of a marker; None if its hole is off the table."""
    size, model = radius(ctx, shot.weapon), shot.model.id
    table = ctx.state.table
    on = 0 <= landed[0] <= table.width and 0 <= landed[1] <= table.depth
    covered = tuple(m.id for m in under(ctx, volley, shot, landed)) if on else ()
    ctx.effects.append(Laid(rule=clause, at=landed, radius=size, aimed=shot.centre, model=model, under=covered))
    if not on:
        ctx.effects.append(Noted(rule=BLAST["off-table"], model=shot.model.id, text="the shot is lost"))
        return None
    return landed


# hits


def under(ctx: Context, volley: Volley, shot: Shot, landed: Point) -> list[Model]:
    """The models under a marker, friend and foe."""
    covered = template.blast(landed, radius(ctx, shot.weapon), ctx.state.alive())
    found: list[Model] = ctx.value(
        hooks.COVERED, covered, centre=landed, outline=None, weapon=shot.weapon,
        barrage=arms.is_barrage(ctx, shot.weapon), floor=shot.fire.floor, target=volley.target,
    )  # fmt: skip
    return found


def by_unit(ctx: Context, models: list[Model]) -> list[tuple[Unit, int, tuple[str, ...]]]:
    """How many hits each unit takes: one per model. Vehicles are hit individually and named."""
    found: list[tuple[Unit, int, tuple[str, ...]]] = []
    for unit in ctx.state.units.values():
        there = [m for m in models if m.unit == unit.id]
        found += [(unit, 1, (m.id,)) for m in there if words.is_vehicle(m)]
        soft = sum(not words.is_vehicle(m) for m in there)
        if soft:
            found.append((unit, soft, ()))
    return found


def count_hits(ctx: Context, volley: Volley, shot: Shot, landed: Point) -> None:
    """Give each unit under a marker its hits; they wait for the other shots."""
    hit = by_unit(ctx, under(ctx, volley, shot, landed))
    for unit, hits, only in hit:
        volley.pool(ctx, shot, unit, only).hits += hits
        ctx.effects.append(Noted(rule=BLAST["hits"], model=shot.model.id, target=unit.id, value=hits, text="hits"))
    if not hit:
        ctx.effects.append(Noted(rule=BLAST["hits"], model=shot.model.id, text="nobody is under the marker"))


PART = Part(
    acts=(
        questions.reply(BlastAgain, roll_again, BLAST["reroll"],
            told=Phrase("%(model)s: the marker is re-rolled", "%(model)s: переброс маркера")),
    ),
    declines={BLAST["reroll"]: questions.not_chosen},
    asks=(QuestionKind(BLAST["reroll"], named=True),),
)  # fmt: skip
