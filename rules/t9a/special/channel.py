"""Channel: Veil Tokens from those who can."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.context import Context
from rules.kernel.effects import Counted
from rules.kernel.events import Action
from rules.kernel.marks import on_model
from rules.kernel.part import Act, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kernel.telling import Phrase, Telling
from rules.t9a import magic, turn, words
from rules.t9a.special import universal

CHANNEL = Rule(
    "t9a.channel",
    en="Channel",
    ru="Направление",
    clauses={
        "add-tokens": Clause(
            "Veil Tokens",
            "Магические крохи",
            "Each model of the Active Player with Channel may add X Veil Tokens to its player's pool.",
            "35",
            text_ru="Каждая модель активного игрока с этим правилом может добавить X магических крох в запас "
            "своего игрока.",
        ),
        "step": Clause(
            "In step 3",
            "На шаге 3",
            "Tokens are added in step 3 of the Magic Phase.",
            "35",
            text_ru="Крохи добавляют на шаге 3 фазы магии.",
        ),
        "active-only": Clause(
            "The active player",
            "Активный игрок",
            "Only models of the Active Player channel.",
            "35",
            text_ru="Направляют только модели активного игрока.",
        ),
        "optional": Clause(
            "A choice",
            "По желанию",
            "Channelling is optional for each model.",
            "35",
            text_ru="Каждая модель вправе не направлять.",
        ),
        "cumulative": Clause(
            "They add up",
            "Складывается",
            "Several instances on one model add up: Channel (2) and Channel (1) make Channel (3).",
            "35",
            text_ru="Правило складывается: направление (2) и направление (1) – это направление (3).",
        ),
    },
)


ADDS = CHANNEL["add-tokens"]


class ChannelTokens(Action, frozen=True, tag="channel"):
    """A model adds its Veil Tokens to the pool of its player."""

    model: str


def value(ctx: Context, model: Model) -> int:
    """How many tokens a model adds: instances of the rule add up, as its sheet lists them (`2`, or `2,1`)."""
    return sum(universal.instances(ctx, model, CHANNEL.id))


def objections(ctx: Context, model: Model) -> Iterator[Objection]:
    """Why a model may not channel now."""
    unit, name = ctx.state.units[model.unit], model.sheet.name
    if (ctx.state.phase, ctx.state.step) != ("magic", "siphon"):
        yield objection(CHANNEL["step"], "{name} channels in step 3 of the Magic Phase", name=name)
    if model.side != ctx.state.turn:
        yield objection(CHANNEL["active-only"], "{name} is not of the Active Player", name=name)
    if not value(ctx, model):
        yield objection(ADDS, "{name} has no Channel", name=name)
    if ADDS in model.turn:
        yield objection(CHANNEL["optional"], "{name} has channelled in this phase", name=name)
    if magic.SIPHON in ctx.state.sides[model.side].phase:
        yield objection(magic.SIPHON, "Veil Tokens have been turned into Magic Dice: nobody channels after that")
    if words.fleeing(unit):
        yield objection(words.FLEEING, "{name} is fleeing", name=name)
    if words.AWAY in unit.game or unit.formation is None or model.out:
        yield objection(words.AWAY, "{name} is not on the table", name=name)


def channel(ctx: Context, action: ChannelTokens) -> None:
    """Add the tokens."""
    turns, model = turn.on_turn(ctx), ctx.model(action.model)
    if refuse(ctx, objections(ctx, model)) and turns:
        words.mark(ctx, model, ADDS)
        ctx.emit(Counted(rule=ADDS, side=model.side, counter=magic.TOKENS, by=value(ctx, model)))


def _may(ctx: Context) -> Iterator[Option]:
    for model in ctx.state.models.values():
        if nothing(objections(ctx, model)):
            yield Option(model.side, "channel", model.id, clause=ADDS)


PART = Part(
    acts=(
        Act(ChannelTokens, channel, _may, phases=("magic",),
            told=Phrase("%(model)s channels", "%(model)s направляет магию")),
    ),
    telling=Telling(marks={ADDS: Phrase("%(holder)s [has|have] channelled", "%(holder)s: магия направлена")}),
    marks=(on_model(ADDS, "turn", "It has channelled."),),
)  # fmt: skip
