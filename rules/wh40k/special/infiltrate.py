"""Infiltrate: deployment after all other units, close to the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import on_unit
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, State, Terrain, Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, words
from rules.wh40k.army.printed import DEDICATED
from rules.wh40k.deployment import outflank
from rules.wh40k.shooting import sight
from rules.wh40k.vehicles import vehicle

INFILTRATE = Rule(
    "wh40k.usr.infiltrate",
    en="Infiltrate",
    ru="Проникновение",
    clauses={
        "deploy-last": Clause(
            "Deployed last",
            "Расставляются последними",
            "Units holding at least one model with this rule are deployed last, after every other unit, friend or foe.",
            "606-610",
            text_ru="Отряды, в которых хотя бы у одной модели есть это правило, выставляют последними, после всех "
            "своих и вражеских.",
        ),
        "both-sides": Clause(
            "Both have infiltrators",
            "Лазутчики у обеих сторон",
            "If both sides have infiltrators roll off; the winner decides who starts, then the players alternate.",
            "610",
            text_ru="Если лазутчики есть у обеих сторон, бросают кубовку; победитель решает, кто начнёт, дальше "
            "игроки ставят по очереди.",
            note="The winner chooses and is not forced to go first.",
            note_ru="Победитель выбирает, ставить первым он не обязан.",
        ),
        "12in": Clause(
            "12 inches out of sight",
            "12 дюймов вне видимости",
            "Infiltrators may be placed anywhere on the table 12 inches from any enemy unit provided no such "
            "unit can draw line of sight to them.",
            "612",
            text_ru="Лазутчиков можно поставить где угодно на столе в 12 дюймах от любого вражеского отряда, если "
            "никто из врагов не может провести к ним линию видимости.",
            note="Exactly 12 inches is allowed, as printed.",
            note_ru="Ровно 12 дюймов можно, как напечатано.",
        ),
        "building": Clause(
            "In a building",
            "В строении",
            "They may deploy in a building if the building too is not nearer than 12 inches to any enemy unit.",
            "612",
            text_ru="Их можно поставить в строение, если и оно не ближе 12 дюймов к любому вражескому отряду.",
        ),
        "18in": Clause(
            "18 inches in sight",
            "18 дюймов на виду",
            "Otherwise infiltrators may be placed 18 inches from any enemy unit even in plain sight.",
            "612",
            text_ru="А в 18 дюймах от любого вражеского отряда лазутчиков можно поставить и на виду.",
            note="Exactly 18 inches is allowed, as printed.",
            note_ru="Ровно 18 дюймов можно, как напечатано.",
        ),
        "no-charge-first-turn": Clause(
            "No charge on turn one",
            "В первый ход не нападают",
            "A unit deployed by these rules may not charge in the first turn.",
            "614",
            text_ru="Отряд, выставленный по этим правилам, в первый ход не нападает.",
            note="The first turn of its owner, whoever goes first.",
            note_ru="Первый ход владельца, кто бы ни ходил первым.",
        ),
        "outflank": Clause(
            "Gains Outflank",
            "Получают фланговый обход",
            "Infiltrators held in reserve also gain the Outflank special rule.",
            "616",
            text_ru="Лазутчики в резерве получают и правило флангового обхода.",
        ),
        "dedicated-transport": Clause(
            "With a dedicated transport",
            "В приданном транспорте",
            "If the unit is deployed in its dedicated transport it may use Infiltrate and Outflank together "
            "with the vehicle, but must then deploy or move on embarked in it.",
            "616",
            text_ru="Если отряд выставляют в его приданном транспорте, он может пользоваться проникновением и "
            "фланговым обходом вместе с машиной, но тогда выставляется или выходит на её борту.",
        ),
        "independent-character": Clause(
            "Independent characters stay out",
            "Независимый персонаж не присоединяется",
            "An independent character without this rule may not join a unit of infiltrators during deployment.",
            "618",
            text_ru="Независимый персонаж без этого правила при расстановке не может присоединиться к отряду "
            "лазутчиков.",
            note="Only during deployment; later joining follows the ordinary rules.",
            note_ru="Только при расстановке; позже присоединяются по обычным правилам.",
        ),
    },
)

LAST, BOTH = INFILTRATE["deploy-last"], INFILTRATE["both-sides"]
NO_CHARGE = INFILTRATE["no-charge-first-turn"]
"""On a unit, for the game: it was set up as an infiltrator."""
OWN_VEHICLE = INFILTRATE["dedicated-transport"]
UNSEEN, SEEN = 12 * INCH, 18 * INCH


def dedicated(state: State, unit: Unit) -> Unit | None:
    """The transport that was bought for a unit."""
    key = unit.sheet.has.get(DEDICATED)
    return state.units.get(f"{unit.side}{key}") if isinstance(key, str) else None


def among(ctx: Context, unit: Unit) -> bool:
    """Whether a unit is set up with the infiltrators: it holds one, or is their own transport with them aboard."""
    if ctx.holds(unit, INFILTRATE.id):
        return True
    inside = [u for m in ctx.state.members(unit.id) for u in vehicle.passengers(ctx.state, m)]
    return any(ctx.holds(u, INFILTRATE.id) and dedicated(ctx.state, u) is unit for u in inside)


def boards_own(ctx: Context, unit: Unit, carrier: str) -> bool:
    """Whether infiltrators get into their own transport, to be set up or to outflank with it."""
    model = ctx.state.models.get(carrier)
    return model is not None and among(ctx, unit) and dedicated(ctx.state, unit) is words.unit_of(ctx.state, model)


def hidden(ctx: Context, unit: Unit, stand_ins: Sequence[Model], facts: tuple[sight.LineOfSight, ...] = ()) -> None:
    """Refuse places nearer than 12" to an enemy unit, or nearer than 18" to one that can see a model of the unit."""
    for enemy in words.on_table(ctx.state, ctx.state.enemy(unit.side)):
        watching = words.standing(ctx.state, enemy)
        gap = min((geometry.distance(one, m) for one in stand_ins for m in watching), default=SEEN)
        if gap >= SEEN:
            continue
        name, foe = unit.sheet.name, enemy.sheet.name
        text = '{name} would be {gap} from {enemy}; 12" is the least'
        if ctx.require(gap >= UNSEEN, INFILTRATE["12in"], text, name=name, gap=show(gap), enemy=foe):
            seen = any(sight.sees(ctx, m, one, facts) for m in watching for one in stand_ins)
            text = '{enemy} sees {name} from {gap}; 18" is the least'
            ctx.require(not seen, INFILTRATE["18in"], text, name=name, gap=show(gap), enemy=foe)


def hidden_in(ctx: Context, unit: Unit, piece: Terrain) -> None:
    """Refuse a building nearer than 12" to an enemy unit."""
    for model in words.foes(ctx.state, unit.side):
        gap = footprint.distance_to_outline(model, piece.outline)
        ctx.require(
            gap >= UNSEEN, INFILTRATE["building"], '{piece} is {gap} from {enemy}; 12" is the least',
            piece=piece.name, gap=show(gap), enemy=model.sheet.name,
        )  # fmt: skip


def may_join(ctx: Context, character: Model, host: Unit) -> None:
    """Refuse a character without the rule that would begin the game among infiltrators."""
    fits = not ctx.holds(host, INFILTRATE.id) or ctx.holds(character, INFILTRATE.id)
    text = "{name} does not have the rule of {host}"
    ctx.require(fits, INFILTRATE["independent-character"], text, name=character.sheet.name, host=host.sheet.name)


def remember(ctx: Context, unit: Unit) -> None:
    """Mark a unit and its passengers as set up by Infiltrate."""
    inside: Iterable[Unit] = (u for m in ctx.state.members(unit.id) for u in vehicle.passengers(ctx.state, m))
    for each in (unit, *inside):
        words.mark(ctx, each, NO_CHARGE, 1, "game")


@INFILTRATE.at(hooks.MAY_CHARGE)
def _not_at_once(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (NO_CHARGE if ctx.state.round == 1 and NO_CHARGE in unit.game else "")


@INFILTRATE.at(hooks.MAY_RESERVE)
def _outflanks(ctx: Context, clause: str, *, unit: Unit, manner: str, **_: Any) -> str:
    return "" if clause == outflank.FLANK and among(ctx, unit) else clause


MARKS = (
    on_unit(NO_CHARGE, "game", "It was set up as an infiltrator, and may not charge in its first turn."),
)  # fmt: skip

BECAUSE = words.Because(NO_CHARGE, "it was set up by Infiltrate, and this is its side's first turn")
PART = Part(marks=MARKS, brings=(BECAUSE,), telling=Telling(questions={INFILTRATE["both-sides"]: Phrase(
    "%(side)s chooses who sets up its infiltrators first", "%(side)s решает, кто первым ставит лазутчиков")
}))  # fmt: skip
