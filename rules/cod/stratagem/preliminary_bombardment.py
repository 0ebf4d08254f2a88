"""The Preliminary Bombardment, a dirty trick."""

from __future__ import annotations

from typing import Any

from rules.cod import ruins
from rules.cod.chosen import Stratagem, has
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, questions, words
from rules.wh40k.shooting import ground, wound
from rules.wh40k.vehicles import vehicle

PRELIMINARY_BOMBARDMENT = Rule(
    "cod.stratagem.preliminary-bombardment",
    en="Preliminary Bombardment",
    ru="Артиллерийская подготовка",
    clauses={
        "base": Clause(
            "Core bombardment rules",
            "Артподготовка по основной книге",
            "Preliminary Bombardment follows the core rulebook's rules for preliminary bombardment.",
            "612-618",
            text_ru="Артиллерийская подготовка идёт по правилам предварительной артподготовки из основной книги.",
            note="These core rules have none: cod.assumed.preliminary-bombardment says what it does.",
            note_ru="В этих основных правилах её нет: что она делает, сказано в cod.assumed.preliminary-bombardment.",
        ),
        "dangerous": Clause(
            "Ruin dangerous on 4+",
            "Руины опасны на 4+",
            "Whenever a unit sheltering in a ruin is hit by the bombardment, roll a D6: on 4+ the ruin becomes "
            "dangerous.",
            "620",
            text_ru="Каждый раз, когда обстрел попал в отряд, укрывшийся в руинах, бросают D6: на 4+ руины становятся "
            "опасными.",
            note="One roll for each unit hit.",
            note_ru="По броску за каждый отряд, в который попали.",
        ),
    },
)

BARRAGE = Rule(
    "cod.assumed.preliminary-bombardment",
    en="Preliminary bombardment",
    ru="Предварительная артподготовка",
    clauses={
        "": Clause(
            "Bombardment of each unit",
            "Обстрел каждого отряда",
            "Before the first player turn a die is rolled for each enemy unit on the table: on a 6 it takes D6 hits "
            "of Strength 6 and AP 4 and is tested for Pinning; a vehicle takes one such hit on its side armour.",
            text_ru="До первого хода игрока за каждый вражеский отряд на столе бросают кубик: на 6 он получает D6 "
            "попаданий силой 6 с AP 4 и проверяется на залегание; машина получает одно такое попадание в бортовую "
            "броню.",
            status="assumed",
            note="This edition of the core rules has no preliminary bombardment, and the one the document refers to is "
            "not in the sources: a value of our own.",
            note_ru="В этой редакции основных правил предварительной артподготовки нет, а той, на которую ссылается "
            "документ, нет в источниках: значения наши.",
        ),
    },
)

BASE = PRELIMINARY_BOMBARDMENT["base"]
"""On the first unit that is bombarded, for the turn: the bombardment is due. Also the question for its dice."""
HIT = BARRAGE[""]
STRUCK, CRUMBLES = 6, 4
STRENGTH, PIERCING = 6, 4

STRATAGEM = Stratagem("preliminary-bombardment", "dirty-tricks", PRELIMINARY_BOMBARDMENT, BASE)


class Bombard(Action, frozen=True, tag="bombard"):
    """The dice of a preliminary bombardment."""


@PRELIMINARY_BOMBARDMENT.at(hooks.TURN_BEGAN)
def _due(ctx: Context, side: str, **_: Any) -> None:
    """Before anything is declared in the first player turn."""
    state = ctx.state
    if state.round != 1 or side != state.order[0]:
        return
    for bombarded in state.sides:
        there = words.on_table(state, bombarded)
        if there and has(state, state.enemy(bombarded), STRATAGEM.name):
            words.mark(ctx, there[0], BASE)


def _ask(ctx: Context, unit: Unit) -> None:
    ctx.ask(BASE, ctx.state.enemy(unit.side), model=unit.id)


def bombard(ctx: Context, action: Bombard) -> None:
    """Roll for each enemy unit on the table."""
    if questions.answered(ctx, BASE) is None:
        return
    for unit in words.on_table(ctx.state, ctx.state.enemy(ctx.by)):
        if ctx.roll(HIT, ctx.by, 1, needed=STRUCK, target=unit.id).passed[0]:
            _strike(ctx, unit)


def _strike(ctx: Context, unit: Unit) -> None:
    """A unit is hit; the ruin it shelters in may become dangerous, by one roll."""
    there = words.standing(ctx.state, unit)
    shelter = next((r.id for r in ruins.ruins(ctx.state) if any(ruins.inside(ctx.state, m, r) for m in there)), "")
    target = words.vehicle_of(ctx.state, unit)
    if target is not None:
        vehicle.penetrate(ctx, target, 1, vehicle.Hits(ctx.by, STRENGTH, PIERCING), "side")
    else:
        hits = ctx.roll(HIT, ctx.by, 1, target=unit.id).total
        wound.resolve(ctx, wound.Pool(ctx.by, unit, hits, STRENGTH, PIERCING, clause=HIT))
        if words.standing(ctx.state, unit):
            ground.pin(ctx, unit, HIT)
    crumbles = PRELIMINARY_BOMBARDMENT["dangerous"]
    if shelter and ctx.roll(crumbles, ctx.by, 1, needed=CRUMBLES, target=unit.id).passed[0]:
        ruins.make_dangerous(ctx, shelter, crumbles)


PART = Part(
    acts=(
        questions.reply(Bombard, bombard, BASE,
            told=Phrase("%(side)s: preliminary bombardment", "%(side)s: артподготовка")),
    ),
    brings=(questions.Due(BASE, _ask),),
    telling=Telling(questions={
        BASE: Phrase("%(side)s rolls for the bombardment of %(model)s", "%(side)s: бросок за артподготовку, %(model)s"),
    }),
)  # fmt: skip
