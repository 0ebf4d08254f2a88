"""Barrage: indirect Blasts that wound from the centre of the marker and pin.

All Barrage shots of a unit are one group of markers, resolved after its other shots. The firing player places a marker
that rolled a Hit! once the positions of the others are known: the battle waits for `PlaceMarkers`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.kernel import direction, geometry
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.marks import QuestionKind, Takes, some
from rules.kernel.part import Choice, Part, refuse
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Decision, Number, Point, State
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import dice, hooks, questions, words
from rules.wh40k.shooting import arms, ground, sight
from rules.wh40k.shooting.volley import Fire, Shot, Volley
from rules.wh40k.special import blast

BARRAGE = Rule(
    "wh40k.usr.barrage",
    en="Barrage",
    ru="Навесная стрельба",
    clauses={
        "is-blast": Clause(
            "Barrage is a Blast",
            "Навесная стрельба как взрыв",
            "Every Barrage weapon uses blast markers and follows the rules for Blast weapons according to its "
            "profile, apart from the differences listed.",
            "300-304",
            text_ru="Всё навесное оружие пользуется маркерами взрыва и следует правилам взрывов по своему профилю, "
            "кроме перечисленных отличий.",
        ),
        "indirect": Clause(
            "Indirect fire",
            "Стрельба не по прямой видимости",
            "Barrage weapons fire indirectly: they may shoot at a target out of the firer's line of sight "
            "and/or a target closer than the weapon's minimum range.",
            "306",
            text_ru="Навесное оружие стреляет не по прямой видимости: цель может быть вне линии видимости стрелка и "
            "ближе минимальной дальности оружия.",
            note="As printed: also closer than the minimum range.",
            note_ru="Как напечатано: и ближе минимальной дальности.",
        ),
        "indirect.full-scatter": Clause(
            "Full scatter when indirect",
            "Полное смещение без видимости",
            "When firing indirectly the firer's BS is not subtracted: unless Hit! is rolled the marker always "
            "scatters the full 2D6 inches.",
            "306",
            text_ru="При стрельбе не по прямой видимости BS стрелка не вычитают: если не выпало «Попал!», маркер "
            "всегда смещается на все 2D6 дюймов.",
            note="The firer declares direct or indirect fire; direct fire needs line of sight and subtracts BS.",
            note_ru="Стреляющий объявляет стрельбу прямой или не прямой; для прямой нужна видимость, и BS вычитают.",
        ),
        "cover-from-centre": Clause(
            "Cover from the centre",
            "Укрытие от центра маркера",
            "To decide whether a model wounded by Barrage gets a cover save, treat the shot as coming from the "
            "centre of the marker, not from the firer.",
            "308",
            text_ru="Решая, есть ли у раненной навесным огнём модели спасбросок за укрытие, считают, что выстрел "
            "пришёл из центра маркера, а не от стрелка.",
        ),
        "allocate-from-centre": Clause(
            "Wounds from the centre",
            "Ранения от центра маркера",
            "Wounds from Barrage are likewise allocated as though the shot came from the centre of the marker.",
            "308",
            text_ru="И распределяют ранения от навесного огня так, будто выстрел пришёл из центра маркера.",
        ),
        "vehicle-side": Clause(
            "Hits side armour",
            "Попадание в бортовую броню",
            "Barrage hits on vehicles are always resolved against side armour.",
            "310",
            text_ru="Навесные попадания по технике всегда идут в бортовую броню.",
        ),
        "pinning": Clause(
            "Barrage pins",
            "Навесная стрельба подавляет",
            "All Barrage weapons have the Pinning special rule.",
            "312-314",
            text_ru="У всего навесного оружия есть правило подавления огнём.",
        ),
        "multiple.together": Clause(
            "Several Barrages together",
            "Несколько навесных выстрелов вместе",
            "If a unit fires more than one Barrage shot they are all resolved together as a group of markers.",
            "316-318",
            text_ru="Если отряд делает больше одного навесного выстрела, их проводят вместе, одной группой маркеров.",
            note="Replaces the Blast rule for several shots.",
            note_ru="Вместо правила взрыва о нескольких выстрелах.",
        ),
        "multiple.first": Clause(
            "First marker",
            "Первый маркер",
            "The Barrage weapon closest to the target fires first: place its marker on the target and roll for "
            "its scatter.",
            "320-322",
            text_ru="Первым стреляет навесное оружие, ближайшее к цели: его маркер ставят на цель и бросают смещение.",
            note="It scatters by the rule for direct or indirect fire; if its shot is lost the next one is the first.",
            note_ru="Смещается по правилу прямой или непрямой стрельбы; если его выстрел пропал, первым становится "
            "следующий.",
        ),
        "multiple.follow-up": Clause(
            "Further markers",
            "Остальные маркеры",
            "Then roll a scatter die for each further Barrage shot of the unit.",
            "324",
            text_ru="Затем за каждый следующий навесной выстрел отряда бросают кубик смещения.",
            note="No 2D6 and no BS for these markers.",
            note_ru="Для этих маркеров нет ни 2D6, ни BS.",
        ),
        "multiple.arrow": Clause(
            "Further marker: arrow",
            "Остальные маркеры: стрелка",
            "On an arrow move that marker in the direction shown until its edge touches the first marker.",
            "324",
            text_ru="По стрелке этот маркер сдвигают в её сторону, пока он краем не коснётся первого.",
            note="Always relative to the first marker; unequal markers touch at the sum of their radii.",
            note_ru="Всегда относительно первого маркера; неравные маркеры касаются на сумме своих радиусов.",
        ),
        "multiple.hit": Clause(
            "Further marker: Hit!",
            "Остальные маркеры: Hit!",
            "On a Hit! the firing player places that marker so that any part of it touches any marker already "
            "in the group.",
            "326-328",
            text_ru="На «Попал!» стреляющий кладёт этот маркер так, чтобы он любой частью касался любого маркера "
            "группы.",
            note="The ban on touching friends is not applied to these markers.",
            note_ru="Запрет касаться своих на эти маркеры не распространяется.",
        ),
        "multiple.overlap": Clause(
            "Markers may overlap",
            "Маркеры могут перекрываться",
            "Markers of the group may overlap, even lying exactly on top of one another.",
            "328",
            text_ru="Маркеры группы могут перекрываться и даже лежать точно друг на друге.",
        ),
        "multiple.resolve": Clause(
            "Resolving the group",
            "Подсчёт по группе маркеров",
            "When every marker is down, work out hits and Wounds for each marker separately, allocating that "
            "marker's Wounds to the model nearest to that marker's centre.",
            "330-332",
            text_ru="Когда все маркеры легли, попадания и ранения считают для каждого отдельно, а ранения от маркера "
            "получает модель, ближайшая к его центру.",
            note="There is no roll To Hit: the number of hits is meant. A model under two markers is hit twice.",
            note_ru="Броска на попадание нет: имеется в виду число попаданий. Модель под двумя маркерами получает два "
            "попадания.",
        ),
        "multiple.example": Clause(
            "Example: three markers",
            "Пример: три маркера",
            "Worked example: marker A is a direct hit, B and C roll arrows; hits are counted per marker and "
            "total nine. Had the third die been a Hit!, marker C could have been placed anywhere touching A or "
            "B.",
            "334-336",
            text_ru="Пример: маркер A попал точно, на B и C выпали стрелки; попадания считают по каждому маркеру, "
            "всего их девять. Если бы на третьем кубике было «Попал!», маркер C можно было бы положить где угодно "
            "вплотную к A или B.",
            note="The source prints only the sum of the hits, not the share of each marker.",
            note_ru="В источнике напечатана только сумма попаданий, а не доля каждого маркера.",
        ),
    },
)

PLACE = BARRAGE["multiple.hit"]


ASIDE = 100
"""How far from the first marker another one is laid at most, where it may be anywhere that touches."""


class PlaceMarkers(Action, frozen=True, tag="place-markers"):
    """Where the firing player places the markers that rolled a Hit!, in order, each touching an earlier one."""

    centres: tuple[tuple[Number, Number], ...]
    facts: tuple[sight.LineOfSight, ...] = ()


class Marker(msgspec.Struct):
    """A marker of a group: what fires it, and its centre once it lies."""

    shot: Shot
    radius: int
    centre: Point | None = None


def first_of(shots: list[Shot]) -> Shot:
    """The Barrage weapon closest to the target, which fires first; among equally close ones the first declared."""
    return min(shots, key=lambda shot: shot.away)


def fire(ctx: Context, volley: Volley, shots: list[Shot]) -> None:
    """Fire a unit's Barrage weapons as a group, and finish its shooting when all markers lie."""
    lead = first_of(shots)
    if lead.centre is None:
        # only in a lenient recording, which has noted that the first marker was laid over nobody
        volley.finish(ctx)
        return
    ordered = [lead, *(shot for shot in shots if shot is not lead)]
    fired = [
        Marker(shot, blast.radius(ctx, shot.weapon))
        for shot in ordered
        for _ in range(arms.shots(ctx, shot.model, shot.weapon, shot.away))
        if not blast.lost(ctx, shot)
    ]
    while fired and fired[0].centre is None:
        # if the first weapon's shot is lost, the next one takes its place on the target
        fired[0].shot.centre = lead.centre
        fired[0].centre = blast.land(ctx, volley, fired[0].shot)
        if fired[0].centre is None:
            fired.pop(0)
    if not fired:
        volley.finish(ctx)
        return
    for marker in fired[1:]:
        marker.centre = _follow(ctx, volley, marker, fired[0])
    if all(marker.centre is not None for marker in fired):
        resolve(ctx, volley, fired)
    else:
        _ask(ctx, volley, fired)


def _follow(ctx: Context, volley: Volley, marker: Marker, first: Marker) -> Point | None:
    """A further marker: on an arrow it is placed next to the first one; None if the firing player places it."""
    assert first.centre is not None
    arrow, angle = dice.points(ctx, BARRAGE["multiple.follow-up"], volley.by, model=marker.shot.model.id)
    if not arrow:
        return None
    ctx.effects.append(Noted(rule=BARRAGE["multiple.arrow"], model=marker.shot.model.id, value=angle, text="arrow"))
    return direction.along(first.centre, direction.vector(angle), first.radius + marker.radius)


def resolve(ctx: Context, volley: Volley, markers: list[Marker]) -> None:
    """Hits and Wounds of each marker separately, from its centre; then the unit has finished shooting."""
    for marker in markers:
        assert marker.centre is not None
        landed = marker.centre
        if marker is not markers[0]:
            marker.shot.centre = None
            if blast.rest(ctx, volley, marker.shot, landed, BARRAGE["multiple.follow-up"]) is None:
                continue
        blast.count_hits(ctx, volley, marker.shot, landed)
        for pool in volley.pools.values():
            pool.origin = landed
        with ctx.carrying(object()):
            volley.resolve(ctx)
    volley.finish(ctx)


# markers that the player places


def _ask(ctx: Context, volley: Volley, markers: list[Marker]) -> None:
    lines = tuple(_line(marker) for marker in markers)
    wounded = tuple(f"{cause}|{unit}" for unit, causes in volley.wounded.items() for cause in causes)
    about: dict[str, int | str | tuple[str, ...]] = {"markers": lines, "wounded": wounded}
    ctx.ask(PLACE, volley.by, model=volley.unit.id, targets=(volley.target.id,), about=about)


def _line(marker: Marker) -> str:
    place = " ".join(map(str, marker.centre)) if marker.centre is not None else ""
    return "|".join((place, str(marker.shot.fire.floor), marker.shot.model.id, marker.shot.weapon.id))


def _marker(ctx: Context, line: str) -> Marker:
    place, floor, model_id, key = line.split("|", 3)
    model = ctx.model(model_id)
    weapon = arms.weapon_of(model, key, "$.position.pending")
    x, y, z = (int(part) for part in place.split()) if place else (0, 0, 0)
    shot = Shot(model, weapon, Fire(model_id, key, floor=int(floor)), 0)
    return Marker(shot, blast.radius(ctx, weapon), (x, y, z) if place else None)


def place(ctx: Context, action: PlaceMarkers) -> None:
    """Lay the markers for which a Hit! was rolled, and resolve the group."""
    pending = questions.answered(ctx, PLACE)
    if pending is None:
        return
    unit, target = ctx.unit(pending.model), ctx.unit(pending.targets[0])
    markers = [_marker(ctx, line) for line in _told(pending, "markers")]
    waiting = [marker for marker in markers if marker.centre is None]
    given = len(action.centres) == len(waiting)
    if not ctx.require(given, PLACE, "{count} markers have to be placed", count=len(waiting)):
        return
    refuse(ctx, sight.unread(action.facts, ctx.state, ctx.state.units.values()))
    level = markers[0].centre[2] if markers[0].centre is not None else 0
    for marker, (x, y) in zip(waiting, action.centres, strict=True):
        before = markers[: next(n for n, other in enumerate(markers) if other is marker)]
        touching = any(_touch((x, y, level), marker.radius, other) for other in before)
        ctx.require(touching, PLACE, "a marker has to touch one that lies already")
        marker.centre = (x, y, level)
    volley = Volley(ctx.by, unit, target, action.facts)
    for line in _told(pending, "wounded"):
        cause, _, key = line.partition("|")
        volley.wounded.setdefault(key, {})[cause] = None
    resolve(ctx, volley, markers)


def _told(pending: Decision, key: str) -> tuple[str, ...]:
    lines = pending.about.get(key, ())
    return lines if isinstance(lines, tuple) else ()


def _touch(centre: Point, radius: int, other: Marker) -> bool:
    if other.centre is None:
        return False
    flat = (other.centre[0], other.centre[1], centre[2])
    return geometry.gap(centre, radius, flat, other.radius) == 0


def _all_on_the_first(ctx: Context, pending: Decision) -> tuple[tuple[int, int], ...]:
    """A position that is always legal for markers: exactly on the first one."""
    markers = [_marker(ctx, line) for line in _told(pending, "markers")]
    x, y, _ = markers[0].centre or (0, 0, 0)
    return tuple((x, y) for marker in markers if marker.centre is None)


def _decline(ctx: Context, pending: Decision, action: Action) -> None:
    """A player who declines puts the markers on the first one."""
    place(ctx, PlaceMarkers(centres=_all_on_the_first(ctx, pending)))


# other effects


@BARRAGE.at(hooks.FACING_HIT, of="weapon")
def _side_armour(ctx: Context, facing: str, **_: Any) -> str:
    return "side"


@BARRAGE.at(hooks.SHOOTING_DONE)
def _pins(ctx: Context, wounded: dict[str, tuple[str, ...]], **_: Any) -> None:
    """Barrage weapons pin even if that is not printed; a unit is tested once."""
    for key, causes in wounded.items():
        if BARRAGE.id in causes and ground.PINS not in causes:
            ground.pin(ctx, ctx.unit(key), BARRAGE["pinning"])


def _over_enemies(choice: Choice) -> Iterator[Action]:
    """Beside the first marker, towards enemies."""
    first = _all_on_the_first(choice.ctx, choice.ctx.pending)
    centres = []
    for x, y in first:
        foe = choice.ctx.place(choice.of(words.foes(choice.state, choice.option.side)))
        dx, dy = direction.shortened((foe[0] - x, foe[1] - y), ASIDE)
        centres.append((x + dx, y + dy))
    yield PlaceMarkers(centres=tuple(centres))


_LINE = re.compile(r"(-?\d{1,7} -?\d{1,7} -?\d{1,7})?\|\d{1,3}\|([^|]+)\|.+")


def _is_marker(state: State, value: object) -> bool:
    line = _LINE.fullmatch(value) if isinstance(value, str) else None
    return line is not None and line[2] in state.models


MARKER = Takes("a place, a floor, a model and a weapon, with `|` between them", {"type": "string"}, _is_marker)
PART = Part(
    asks=(QuestionKind(PLACE, targets=1, about={"markers": some(MARKER, "a list of markers")}),),
    acts=(
        questions.reply(PlaceMarkers, place, PLACE, targets=True, propose=_over_enemies,
            told=Phrase("%(side)s places the markers that hit", "%(side)s кладёт попавшие маркеры")),
    ),
    declines={PLACE: _decline},
    telling=Telling(questions={
        PLACE: Phrase("%(side)s places the markers that hit", "%(side)s кладёт попавшие маркеры"),
    }),
)  # fmt: skip
