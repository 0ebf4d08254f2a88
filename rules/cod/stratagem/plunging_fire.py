"""Plunging Fire, a dirty trick."""

from __future__ import annotations

from typing import Any

from rules.cod.chosen import Stratagem, has
from rules.cod.stratagem.combat_engineers import smoke_save
from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, State
from rules.wh40k import hooks, words
from rules.wh40k.movement import terrain

PLUNGING_FIRE = Rule(
    "cod.stratagem.plunging-fire",
    en="Plunging Fire",
    ru="Прицельный обстрел",
    clauses={
        "cover": Clause(
            "-1 to cover from above",
            "-1 к укрытию тем, кто ниже",
            'Enemies within 18" of any unit with this stratagem suffer -1 to their cover saves, provided they are '
            "lower than it.",
            "603-609",
            text_ru='Враги в пределах 18" от отряда с этой стратегией получают -1 к спасброскам за укрытие, если '
            "находятся ниже него.",
            note="Applies to the shots of that unit: measured from the model that fires, which has to stand higher.",
            note_ru="Действует для выстрелов этого отряда: меряют от стреляющей модели, и стоять выше должна она.",
        ),
        "obscured": Clause(
            "Vehicles obscured only on 6",
            "Сокрытая техника лишь на 6",
            "A non-skimmer vehicle that would be obscured counts as obscured only on a D6 roll of 6 instead of 4+.",
            "610",
            text_ru="Техника, кроме скиммеров, которая была бы скрыта, считается скрытой, только если на D6 выпала 6, "
            "а не на 4+.",
            note='Under the same conditions: within 18" and lower than the firer. Nothing changes for a skimmer.',
            note_ru='На тех же условиях: в пределах 18" и ниже стрелка. Для скиммеров ничего не меняется.',
        ),
        "smoke-exception": Clause(
            "Smoke is not modified",
            "На дым не действует",
            "Plunging Fire does not modify the cover save given by smoke grenades.",
            "654",
            text_ru="Спасбросок за дымовые гранаты прицельный обстрел не меняет.",
            note="Stands in the engineers' section of the document.",
            note_ru="В документе стоит в разделе об инженерах.",
        ),
    },
)

REACH = 18 * INCH
OBSCURED = 6
"""The roll on which a vehicle is still obscured."""

STRATAGEM = Stratagem("plunging-fire", "dirty-tricks", PLUNGING_FIRE, PLUNGING_FIRE["cover"])


def plunges(state: State, attacker: Model | None, model: Model) -> bool:
    """Whether a shot comes from above: its side has the stratagem, the firer is within 18" and higher."""
    if attacker is None or attacker.at is None or model.at is None:
        return False
    if not has(state, attacker.side, STRATAGEM.name) or attacker.side == model.side:
        return False
    return attacker.at[2] > model.at[2] and geometry.near(attacker, model, REACH)


@PLUNGING_FIRE.at(hooks.COVER)
def _from_above(ctx: Context, save: int, *, model: Model, attacker: Model | None, **_: Any) -> int:
    """Cover is worse by 1, smoke left alone; a vehicle other than a skimmer is obscured only on a 6.

    Rules before this one have let smoke in already: what it gives is never made worse.
    """
    if save >= terrain.NO_SAVE or not plunges(ctx.state, attacker, model):
        return save
    if words.is_vehicle(model):
        return save if words.is_(model, "Skimmer") else OBSCURED
    return min(save + 1, smoke_save(words.unit_of(ctx.state, model)))
