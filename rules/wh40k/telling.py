"""Warhammer 40,000 in words: marks, notes and questions of its chapters. Acts and special rules bring their own.

A sentence about a unit sets its name apart ("Dyke Wardens: falling back"), so that names in the plural need no other
verb and Russian ones no case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.kernel.part import Part
from rules.kernel.telling import Badge, Cast, Measure, NoteSentence, Phrase, Plural, Stage, Telling, printed, with_rule
from rules.wh40k.army import printed as roster_words

NOTES: Mapping[str, Phrase] = {
    "arrow": Phrase("arrow", "стрелка"),
    "cannot wound": Phrase("cannot wound", "не может ранить"),
    "caught, and fights on": Phrase("caught, and fights on", "настигнут, но продолжает бой"),
    "discounted": Phrase("discounted", "рана не засчитана"),
    "does not get clear": Phrase("does not get clear", "не может оторваться"),
    "does not go to ground": Phrase("does not go to ground", "не залегает"),
    "glancing": Phrase("a glancing hit", "скользящее попадание"),
    "keeps its facing": Phrase("keeps its facing", "сохраняет направление"),
    "landed in difficult terrain": Phrase("landed in difficult terrain", "высадка на труднопроходимой местности"),
    "no Instant Death": Phrase("no Instant Death", "без мгновенной смерти"),
    "no Warp Charge left": Phrase("no Warp Charge left", "варп-заряд исчерпан"),
    "no cover save": Phrase("no cover save", "без спасброска за укрытие"),
    "no further move": Phrase("no further move", "дальше не движется"),
    "no longer falls back": Phrase("no longer falls back", "больше не отступает"),
    "no roll": Phrase("no roll", "без броска"),
    "nobody is left to strike at": Phrase("nobody is left to strike at", "бить больше некого"),
    "nobody is under the marker": Phrase("nobody is under the marker", "под маркером никого"),
    "nothing": Phrase("nothing happens", "ничего не происходит"),
    "nothing happens": Phrase("nothing happens", "ничего не происходит"),
    "only a double 1 will do": Phrase("only a double 1 succeeds", "поможет только дубль единиц"),
    "passed without a roll": Phrase("passed without a roll", "пройдено без броска"),
    "failed without a roll": Phrase("failed without a roll", "провалено без броска"),
    "penetrating": Phrase("a penetrating hit", "пробивающее попадание"),
    "rolled again": Phrase("re-rolled", "переброшено"),
    "scattered": Phrase("scattered", "отклонение"),
    "stays locked": Phrase("stays locked", "остаётся в бою"),
    "the charge fails": Phrase("the charge fails", "нападение не удалось"),
    "the charge is given up": Phrase("the charge is called off", "от нападения отказались"),
    "the shot is lost": Phrase("the shot is lost", "выстрел потерян"),
    "the shots are lost": Phrase("the shots are lost", "выстрелы потеряны"),
    "the weapon stays as it is": Phrase("the weapon stays as it is", "оружие остаётся как есть"),
    "was locked already": Phrase("was locked already", "уже был в бою"),
    "chose to fail": Phrase("chose to fail", "решено провалить"),
    "double 1": Phrase("double 1", "дубль единиц"),
    "passed": Phrase("passed", "тест пройден"),
    "failed": Phrase("failed", "тест провален"),
}


VALUED = {
    "D3": Phrase("D3: %(value)d", "D3 даёт %(value)d"),
    "total": Phrase("%(value)d in total", "всего %(value)d"),
    "Strength": Phrase("Strength %(value)d", "сила %(value)d"),
    "Toughness": Phrase("Toughness %(value)d", "стойкость %(value)d"),
    "armour value, front": Phrase("front armour %(value)d", "лобовая броня %(value)d"),
    "armour value, side": Phrase("side armour %(value)d", "бортовая броня %(value)d"),
    "armour value, rear": Phrase("rear armour %(value)d", "кормовая броня %(value)d"),
    "per cent lost": Phrase("%(value)d per cent of its models lost", "потеряно моделей в процентах: %(value)d"),
    "per cent left": Phrase("%(value)d per cent of its models are left", "осталось моделей в процентах: %(value)d"),
}


# notes with numbers: the engine says them in English, these sentences from what they are made of


def _combat_result(cast: Cast, effect: Any) -> str:
    wounds = re.findall(r"(\w+) (\d+)", effect.text)
    score = ", ".join(f"{cast.side(side)} {count}" for side, count in wounds)
    return cast.say(
        Phrase("%(rule)s, wounds inflicted: %(score)s", "%(rule)s, нанесено ран: %(score)s"),
        rule=cast.rule(effect.rule),
        score=score,
    )


def _known(cast: Cast, effect: Any) -> str:
    """A note of the engine that has no number."""
    return with_rule(cast, effect, cast.say(NOTES[effect.text]) if effect.text in NOTES else effect.text)


PASSED = Phrase(
    "%(model)s: %(rule)s, %(total)s against Leadership %(ld)d: passed",
    "%(model)s: %(rule)s, %(total)s против лидерства %(ld)d: пройден",
)
FAILED = Phrase(
    "%(model)s: %(rule)s, %(total)s against Leadership %(ld)d: failed",
    "%(model)s: %(rule)s, %(total)s против лидерства %(ld)d: провален",
)


def _psychic_test(cast: Cast, effect: Any) -> str:
    total = re.match(r"\d+", effect.text)
    if not total:
        return _known(cast, effect)
    text, model = PASSED if effect.text.endswith("passed") else FAILED, cast.model(effect.model)
    return cast.say(text, model=model, rule=cast.rule(effect.rule), ld=effect.value, total=total[0])


def _denied(cast: Cast, effect: Any) -> str:
    return with_rule(cast, effect, cast.say(Phrase("the power is denied", "пси-сила отменена")))


HULL_POINTS = Plural(
    ("%(count)d hull point", "%(count)d hull points"),
    ("%(count)d пункт корпуса", "%(count)d пункта корпуса", "%(count)d пунктов корпуса"),
)
HITS = Plural(
    ("%(count)d hit", "%(count)d hits"), ("%(count)d попадание", "%(count)d попадания", "%(count)d попаданий")
)
WEAPONS = Plural(
    ("%(count)d weapon", "%(count)d weapons"), ("%(count)d ствол", "%(count)d ствола", "%(count)d стволов")
)


def _hits(cast: Cast, effect: Any) -> str:
    if effect.text in NOTES:
        return _known(cast, effect)
    hits, target = cast.say(HITS, count=effect.value), cast.model(effect.target)
    return cast.say(
        Phrase("%(model)s → %(target)s: %(hits)s", "%(model)s → %(target)s: %(hits)s"),
        model=cast.model(effect.model),
        target=target,
        hits=hits,
    )


def _shots(cast: Cast, effect: Any) -> str:
    if effect.text in NOTES:
        return _known(cast, effect)
    return cast.say(
        Phrase(
            "%(model)s [fires|fire] at %(target)s: %(weapons)s", "%(model)s: стрельба, цель — %(target)s, %(weapons)s"
        ),
        several=cast.several(effect.model),
        model=cast.model(effect.model),
        target=cast.model(effect.target),
        weapons=cast.say(WEAPONS, count=effect.value),
    )


def _scattered(cast: Cast, effect: Any) -> str:
    return f"{cast.rule(effect.rule)}: {cast.length(effect.value)}"


NOTED: Mapping[str, NoteSentence] = {
    "wh40k.assumed.fight.result": _combat_result,
    "wh40k.assumed.psychic.test": _psychic_test,
    "wh40k.usr.force.activate": _psychic_test,
    "wh40k.assumed.psychic.deny": _denied,
    "wh40k.assumed.shooting.weapon-types": _hits,
    "wh40k.usr.blast.hits": _hits,
    "wh40k.assumed.wounds": _hits,
    "wh40k.usr.hammer-of-wrath.attack": _hits,
    "wh40k.assumed.shooting.sequence": _shots,
    "wh40k.assumed.overwatch": _shots,
    "wh40k.usr.interceptor.fire": _shots,
    "wh40k.usr.blast.scatter": _scattered,
}

STATUSES = {
    "wh40k.fall-back.only-movement": "falling-back",
    "wh40k.assumed.go-to-ground": "ground",
    "wh40k.regroup.shooting": "regrouped",
    "wh40k.assumed.run": "ran",
    "wh40k.assumed.turbo-boost": "flat-out",
    "wh40k.assumed.charge.bonus": "charged",
    "wh40k.assumed.reserves.no-charge": "arrived",
    "wh40k.assumed.reserves.rolls": "in-reserve",
    "wh40k.assumed.transport.capacity": "aboard",
    "wh40k.assumed.building.occupation": "garrison",
    "wh40k.assumed.vehicle.damage-table.shaken": "crew-shaken",
    "wh40k.assumed.vehicle.damage-table.stunned": "stunned",
    "wh40k.assumed.vehicle.damage-table.weapon": "disarmed",
    "wh40k.assumed.vehicle.damage-table.immobilised": "immobilised",
}
FOR_GAME = frozenset({"wh40k.assumed.reserves.rolls", "wh40k.assumed.building.occupation"})
BADGES: Mapping[str, Badge] = {
    "falling-back": Badge(Phrase("falling back", "отступает"), "M19 5l-8 7 8 7M6 5v14"),
    "ground": Badge(Phrase("gone to ground", "залёг"), "M3 17h18M5 12h9a4 4 0 0 1 4 4M7 9.500a1.500 1.500 0 1 0 .1 0"),
    "regrouped": Badge(Phrase("regrouped", "перегруппирован"), "M12 4v8l5 3M5 9a8 8 0 1 1-.5 6M4 5l1 4 4-1"),
    "ran": Badge(Phrase("ran", "бежал"), "M5 5l7 7-7 7M12 5l7 7-7 7"),
    "flat-out": Badge(Phrase("full throttle", "полный газ"), "M3 6l6 6-6 6M9 6l6 6-6 6M15 6l6 6-6 6"),
    "charged": Badge(Phrase("charged", "нападение"), "M4 20L20 4M12 4h8v8"),
    "arrived": Badge(Phrase("arrived", "прибыл"), "M12 3v14M6 11l6 6 6-6M5 21h14"),
    "in-reserve": Badge(
        Phrase("in reserve", "в резерве"), "M7 3h10M7 21h10M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9s8 4 8 9"
    ),
    "aboard": Badge(Phrase("on board", "на борту"), "M3 15h18l-2 4H5ZM5 15v-5h10l4 5"),
    "garrison": Badge(Phrase("in a building", "в здании"), "M4 21V9l8-6 8 6v12M10 21v-6h4v6"),
    "crew-shaken": Badge(Phrase("crew shaken", "экипаж потрясён"), "M3 14l4.5-6 4.5 8 4.5-8 4.5 6"),
    "stunned": Badge(Phrase("crew stunned", "экипаж оглушён"), "M12 3l2 6 6 .5-5 4 2 6.500-5-4-5 4 2-6.500-5-4 6-.5Z"),
    "disarmed": Badge(Phrase("weapon destroyed", "орудие уничтожено"), "M4 13h12v4H4ZM16 14h5M5 5l14 14"),
    "immobilised": Badge(Phrase("immobilised", "обездвижен"), "M12 4a8 8 0 1 0 .1 0M6.500 6.500l11 11"),
}
MARKS: Mapping[str, Phrase] = {
    "wh40k.fall-back.only-movement": Phrase("%(holder)s: falling back", "%(holder)s: отступление"),
    "wh40k.assumed.go-to-ground": Phrase("%(holder)s: gone to ground", "%(holder)s: залегание"),
    "wh40k.regroup.shooting": Phrase("%(holder)s: regrouped", "%(holder)s: перегруппировка"),
    "wh40k.assumed.charge.bonus": Phrase("%(holder)s: charging, +1 Attack", "%(holder)s: нападение, +1 атака"),
    "wh40k.assumed.charge.disordered": Phrase("%(holder)s: a disordered charge", "%(holder)s: беспорядочное нападение"),
    "wh40k.assumed.pinning": Phrase("%(holder)s: a pinning test is due", "%(holder)s: нужен тест на подавление огнём"),
    "wh40k.morale.trigger.casualties": Phrase(
        "%(holder)s: a Morale check for heavy losses is due", "%(holder)s: нужна проверка боевого духа из-за потерь"
    ),
    "wh40k.morale.trigger.lost-assault": Phrase(
        "%(holder)s: a Morale check for the lost combat is due",
        "%(holder)s: нужна проверка боевого духа из-за проигранного боя",
    ),
    "wh40k.assumed.vehicle.damage-table.shaken": Phrase("%(holder)s: crew shaken", "%(holder)s: экипаж потрясён"),
    "wh40k.assumed.vehicle.damage-table.stunned": Phrase("%(holder)s: crew stunned", "%(holder)s: экипаж оглушён"),
    "wh40k.assumed.vehicle.damage-table.weapon": Phrase(
        "%(holder)s: a weapon is destroyed", "%(holder)s: орудие уничтожено"
    ),
    "wh40k.assumed.vehicle.damage-table.immobilised": Phrase(
        "%(holder)s: immobilised", "%(holder)s: машина обездвижена"
    ),
}
UNMARKS: Mapping[str, Phrase] = {
    "wh40k.fall-back.only-movement": Phrase("%(holder)s: no longer falling back", "%(holder)s: больше не отступает"),
    "wh40k.assumed.go-to-ground": Phrase("%(holder)s: up again", "%(holder)s: снова на ногах"),
    "wh40k.assumed.vehicle.damage-table.shaken": Phrase(
        "%(holder)s: the crew recovers", "%(holder)s: экипаж приходит в себя"
    ),
    "wh40k.assumed.vehicle.damage-table.stunned": Phrase(
        "%(holder)s: the crew recovers", "%(holder)s: экипаж приходит в себя"
    ),
}
CAME_TO: Mapping[str, Phrase] = {
    "wh40k.fall-back.only-movement": Phrase("%(model)s: falling back", "%(model)s: отступление"),
    "wh40k.assumed.go-to-ground": Phrase("%(model)s [goes|go] to ground", "%(model)s: залегание"),
    "wh40k.assumed.vehicle.damage-table.shaken": Phrase("%(model)s: crew shaken", "%(model)s: экипаж потрясён"),
    "wh40k.assumed.vehicle.damage-table.stunned": Phrase("%(model)s: crew stunned", "%(model)s: экипаж оглушён"),
    "wh40k.assumed.vehicle.damage-table.weapon": Phrase(
        "%(model)s: a weapon is destroyed", "%(model)s: орудие уничтожено"
    ),
    "wh40k.assumed.vehicle.damage-table.immobilised": Phrase("%(model)s: immobilised", "%(model)s: машина обездвижена"),
}
STAGES: Mapping[str, Stage] = {
    "wh40k.assumed.shooting.to-hit": "hits", "wh40k.assumed.shooting.snap-shot": "hits",
    "wh40k.assumed.fight.to-hit": "hits",
    "wh40k.assumed.to-wound": "wounds", "wh40k.assumed.vehicle.penetration": "pierces",
    "wh40k.assumed.save.armour": "saves", "wh40k.assumed.save.cover": "saves",
    "wh40k.assumed.save.invulnerable": "saves",
    "wh40k.usr.feel-no-pain.roll": "saves",
    **dict.fromkeys(
        (
            "wh40k.assumed.vehicle.damage-table", "wh40k.assumed.vehicle.explodes",
            "wh40k.assumed.terrain.dangerous", "wh40k.assumed.dice.scatter", "wh40k.usr.barrage.multiple.follow-up",
            "wh40k.usr.gets-hot.no-to-hit", "wh40k.usr.gets-hot.no-to-hit.vehicle", "wh40k.usr.haywire.roll",
            "wh40k.usr.deep-strike.first-model", "wh40k.usr.deep-strike.mishap.table",
            "wh40k.assumed.allocation.look-out-sir", "wh40k.usr.crusader.sweep",
        ),
        "untold",
    ),
}  # fmt: skip
DISTANCES = frozenset({
    "wh40k.assumed.charge.roll", "wh40k.usr.fleet.reroll", "wh40k.assumed.run", "wh40k.assumed.run.again",
    "wh40k.assumed.terrain.difficult", "wh40k.fall-back.distance", "wh40k.assumed.fight.consolidate",
})  # fmt: skip

QUESTIONS: Mapping[str, Phrase] = {
    "wh40k.assumed.deployment": Phrase(
        "%(side)s chooses its table side and who begins", "%(side)s выбирает сторону стола и кто начинает"
    ),
    "wh40k.assumed.reserves.rolls": Phrase(
        "%(side)s rolls for its reserves next", "%(side)s: следующим идёт бросок за резервы"
    ),
    "wh40k.assumed.run": Phrase("%(side)s chooses where %(model)s runs", "%(side)s выбирает, куда бежит %(model)s"),
    "wh40k.assumed.run.again": Phrase(
        "%(side)s: %(model)s may re-roll the run", "%(side)s: %(model)s, возможен переброс бега"
    ),
    "wh40k.assumed.go-to-ground": Phrase("%(side)s: %(model)s may go to ground", "%(side)s: %(model)s, можно залечь"),
    "wh40k.assumed.allocation.look-out-sir": Phrase(
        "%(side)s: somebody may step in front of %(model)s", "%(side)s: %(model)s, кто-то может заслонить"
    ),
    "wh40k.usr.fleet.reroll": Phrase(
        "%(side)s: %(model)s may re-roll charge dice", "%(side)s: %(model)s, возможен переброс нападения"
    ),
    "wh40k.usr.blast.reroll": Phrase(
        "%(side)s: %(model)s may re-roll the marker", "%(side)s: %(model)s, возможен переброс маркера"
    ),
    "wh40k.assumed.psychic.deny": Phrase(
        "%(side)s: %(model)s may try to deny the power", "%(side)s: %(model)s, возможна попытка отвергнуть пси-силу"
    ),
    "wh40k.assumed.psychic.power": Phrase("%(side)s says what the power does", "%(side)s говорит, что делает пси-сила"),
    "wh40k.assumed.overwatch": Phrase(
        "%(side)s: %(model)s may fire overwatch", "%(side)s: %(model)s, возможен упреждающий огонь"
    ),
    "wh40k.assumed.charge.roll": Phrase(
        "%(side)s rolls for the charge of %(model)s next", "%(side)s: бросок на нападение, %(model)s"
    ),
    "wh40k.assumed.charge.move": Phrase(
        "%(side)s moves %(model)s into contact next", "%(side)s: движение нападения, %(model)s"
    ),
    "wh40k.assumed.fight.combat": Phrase(
        "%(side)s chooses which combat is fought next", "%(side)s выбирает следующий бой"
    ),
    "wh40k.assumed.fight.initiative-steps": Phrase("%(side)s strikes next", "Теперь бьёт %(side)s"),
    "wh40k.assumed.fight.pile-in": Phrase("%(side)s may pile in", "%(side)s может стянуться в бой"),
    "wh40k.assumed.fight.sweeping-advance": Phrase(
        "%(side)s may pursue %(model)s", "%(side)s: возможно преследование, %(model)s"
    ),
    "wh40k.assumed.fight.consolidate": Phrase(
        "%(side)s may consolidate %(model)s", "%(side)s: возможно объединение, %(model)s"
    ),
    "wh40k.fall-back.distance": Phrase("%(side)s moves %(model)s back next", "%(side)s: далее отступление, %(model)s"),
    "wh40k.regroup.normal-test": Phrase(
        "%(side)s: %(model)s tries to regroup next", "%(side)s: %(model)s, далее попытка перегруппироваться"
    ),
    "wh40k.regroup.charged.trigger": Phrase(
        "%(side)s: %(model)s, charged, tries to regroup next",
        "%(side)s: %(model)s, отряд атакован и пытается перегруппироваться",
    ),
    "wh40k.regroup.move.coherency": Phrase(
        "%(side)s: %(model)s may close up", "%(side)s: %(model)s, можно восстановить построение"
    ),
    "wh40k.regroup.move": Phrase(
        "%(side)s may move %(model)s after regrouping", "%(side)s: движение после перегруппировки, %(model)s"
    ),
    "wh40k.assumed.transport.disembark.wreck": Phrase(
        "%(side)s places %(model)s beside the wreck", "%(side)s ставит рядом с остовом: %(model)s"
    ),
    "wh40k.assumed.game-length": Phrase(
        "%(side)s rolls to see whether the battle continues", "%(side)s: бросок, продолжается ли бой"
    ),
    "wh40k.assumed.pinning": Phrase(
        "%(side)s: %(model)s takes a pinning test next", "%(side)s: %(model)s, тест на подавление огнём"
    ),
    "wh40k.morale.trigger.casualties": Phrase(
        "%(side)s: %(model)s takes a Morale check for heavy losses next",
        "%(side)s: %(model)s, проверка боевого духа из-за потерь",
    ),
    "wh40k.morale.trigger.lost-assault": Phrase(
        "%(side)s: %(model)s takes a Morale check for the lost combat next",
        "%(side)s: %(model)s, проверка боевого духа из-за проигранного боя",
    ),
    "wh40k.morale.trigger.lost-assault.fail": Phrase(
        "%(side)s: %(model)s breaks from combat next", "%(side)s: %(model)s, далее бегство из боя"
    ),
}

PHASES: Mapping[str, Phrase] = {
    "deployment": Phrase("Deployment", "Расстановка"),
    "start": Phrase("Start of the turn", "Начало хода"),
    "movement": Phrase("Movement", "Движение"),
    "shooting": Phrase("Shooting", "Стрельба"),
    "assault": Phrase("Assault", "Ближний бой"),
}

MEASURED = {
    "cover": Measure(
        Phrase("%(target)s: cover save %(value)d+", "%(target)s: спасбросок за укрытие %(value)d+"),
        Phrase(
            "%(target)s: cover save %(value)d+, by %(what)s", "%(target)s: спасбросок за укрытие %(value)d+ (%(what)s)"
        ),
        of_unit=Phrase(
            "%(unit)s: cover save %(value)s+ (models: %(count)s)",
            "%(unit)s: спасбросок за укрытие %(value)s+ (моделей: %(count)s)",
        ),
        of_unit_by=Phrase(
            "%(unit)s: cover save %(value)s+, by %(what)s (models: %(count)s)",
            "%(unit)s: спасбросок за укрытие %(value)s+, %(what)s (моделей: %(count)s)",
        ),
    ),
}
OWN_ROLLS = frozenset({
    "wh40k.assumed.save.armour", "wh40k.assumed.save.cover", "wh40k.assumed.save.invulnerable",
    "wh40k.usr.gets-hot.saves",
})  # fmt: skip

PART = Part(
    telling=Telling(
        keywords=printed(roster_words.TYPES, roster_words.CATEGORIES),
        measured=MEASURED,
        own_rolls=OWN_ROLLS,
        marks=MARKS,
        unmarks=UNMARKS,
        questions=QUESTIONS,
        notes=NOTES,
        valued=VALUED,
        noted=NOTED,
        statuses=STATUSES,
        for_game=FOR_GAME,
        badges=BADGES,
        decided={
            "wh40k.assumed.victory": Phrase(
                "The points of destroyed enemy units decided", "Решили очки уничтоженных отрядов врага"
            ),
        },
        came_to=CAME_TO,
        stages=STAGES,
        limits_modified=True,
        distances=DISTANCES,
        bookkeeping=frozenset({"pass", "instruct"}),
        melee=frozenset({"fight"}),
        charges=frozenset({"charge-move"}),
        apart=frozenset(
            {
                "wh40k.assumed.fight.combat",
                "wh40k.assumed.fight.initiative-steps",
                "wh40k.morale.trigger.casualties",
                "wh40k.assumed.game-length",
                "wh40k.usr.fear.test",
                "wh40k.usr.it-will-not-die.roll",
            }
        ),
        phases=PHASES,
        health={"HP": HULL_POINTS},
        falls={"HP": Phrase("%(model)s is destroyed", "%(model)s: машина уничтожена")},
        verdicts={"wh40k.assumed.game-length": lambda roll, after: None},
        columns=("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv", "FA", "SA", "RA", "HP"),
        weapon_columns=("S", "AP"),
        weapon_range="range",
        weapon_count="shots",
        rolled=frozenset({"Sv"}),
        dashes=frozenset({"AP"}),
    )
)
