"""Front Rank: who stands in the first rank, in the ranks or beside them. Where that is, `ranks` works out."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import asking
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.marks import MODELS, QuestionKind, on_unit
from rules.kernel.part import Choice, Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.telling import Phrase, Telling
from rules.t9a import ranks, words
from rules.t9a.manoeuvre import Ahead
from rules.t9a.movement import Advance

FRONT_RANK = Rule(
    "t9a.front-rank",
    en="Front Rank",
    ru="В первом ряду",
    clauses={
        "first-rank": Clause(
            "In the first rank",
            "В первом ряду",
            "Models with Front Rank must stand in the first rank of their unit.",
            "103",
            text_ru="Модели с этим правилом стоят в первом ряду своего подразделения.",
        ),
        "base-kinds": Clause(
            "Two kinds of bases",
            "Два вида подставок",
            "A model with Front Rank has either a Matching or a Mismatching base; the two kinds follow different "
            "rules.",
            "103",
            text_ru="У модели с этим правилом подставка либо совпадающая, либо несовпадающая.",
        ),
        "matching.same-size": Clause(
            "Matching: the same",
            "Совпадающая: такая же",
            "A base equal to the base of the rank-and-file models is Matching.",
            "111",
            text_ru="Совпадающая – такая же, как у рядовых моделей.",
        ),
        "matching.multiple": Clause(
            "Matching: a multiple",
            "Совпадающая: кратная",
            "A base that is a multiple of the rank-and-file base is Matching (example 40x40 mm in a 20x20 mm unit).",
            "112",
            text_ru="Совпадающая – кратно больше подставки рядовых (40 на 40 среди 20 на 20).",
            note="Width and length are each a whole multiple.",
            note_ru="И ширина, и длина кратны.",
        ),
        "matching.first-rank": Clause(
            "Inside the first rank",
            "Внутри первого ряда",
            "Models on Matching bases stand in the first rank.",
            "114",
            text_ru="Модели с совпадающей подставкой стоят в первом ряду.",
        ),
        "matching.next-rank": Clause(
            "Or the next",
            "Или в следующем",
            "If the whole first rank is taken by models with the same rule, those that do not fit stand as near "
            "to the first rank as possible: second rank, then third, and so on.",
            "114",
            text_ru="Если весь первый ряд занят моделями с этим же правилом, не поместившиеся стоят как можно "
            "ближе к нему: во втором, третьем и так далее.",
        ),
        "matching.in-all-ranks": Clause(
            "In every rank it covers",
            "Во всех рядах сразу",
            "The model counts as being in every rank and file its base covers.",
            "114",
            text_ru="Модель считается стоящей во всех рядах и колоннах, которые занимает.",
        ),
        "matching.counts-as": Clause(
            "Counts as those it replaces",
            "Считается за тех, кого заменяет",
            "In counting models per rank and file it counts as the number of rank-and-file models it replaces.",
            "114",
            text_ru="В рядах и колоннах она считается за столько рядовых моделей, сколько заменяет.",
        ),
        "matching.join-too-wide": Clause(
            "Too wide to join",
            "Слишком широкая",
            "A Character may not join a unit whose front is narrower than his base.",
            "114",
            text_ru="Персонаж не присоединяется, если его подставка шире фронта подразделения.",
        ),
        "matching.reform-too-narrow": Clause(
            "Not narrower",
            "Не уже",
            "A unit may not reform to a front narrower than the Character's base.",
            "114",
            text_ru="Подразделение не перестраивается так, чтобы фронт стал уже подставки персонажа.",
        ),
        "matching.incomplete-ranks": Clause(
            "Incomplete ranks",
            "Неполные ряды",
            "If the Character's base is longer than the rank-and-file bases, the unit may have several incomplete"
            " ranks, provided all incomplete ranks after the first of them consist of such long bases.",
            "114",
            text_ru="Если подставка персонажа длиннее, неполных рядов может быть несколько, если все они после "
            "первого образованы такими подставками.",
        ),
        "matching.reposition": Clause(
            "Changing places",
            "Перестановка",
            "While the unit moves, such models may change to another place, still as near to the first rank as "
            "possible.",
            "116",
            text_ru="В движении подразделения такие модели можно переставить, всё так же ближе к первому ряду.",
        ),
        "matching.reposition-moves": Clause(
            "In which moves",
            "Когда переставляют",
            "The change may be part of an Advance, a March, a wheel or a turn-about.",
            "116",
            text_ru="В наступлении, на марше, при повороте или развороте.",
        ),
        "matching.reposition-distance": Clause(
            "Its way counts",
            "Путь считается",
            "The path the Character covers in changing places counts: he may not move farther than the models of "
            "his unit may.",
            "116",
            text_ru="Путь персонажа при этом считается: он не проходит больше, чем могут модели подразделения.",
        ),
        "matching.gap-filled": Clause(
            "A gap is filled",
            "Место занимают",
            "If a model with this rule leaves or dies, its place in the first rank must be filled by another model.",
            "118",
            text_ru="Если такая модель ушла или погибла, её место в первом ряду занимает другая.",
        ),
        "matching.gap-priority": Clause(
            "Who fills it",
            "Кто занимает",
            "Other models with Front Rank go first; only if there are none do rank-and-file models take the place.",
            "118",
            text_ru="Сначала модели с этим же правилом, и только если их нет – рядовые.",
        ),
        "matching.gap-from-rear": Clause(
            "From the rear",
            "Из заднего ряда",
            "Rank-and-file models that fill the place are taken from the rear rank.",
            "118",
            text_ru="Рядовых берут из заднего ряда.",
        ),
        "matching.gap-choice": Clause(
            "The owner chooses",
            "Выбирает владелец",
            "The controlling player chooses which of several Front Rank models moves up.",
            "118",
            text_ru="Какую модель с этим правилом выдвинуть, решает владелец.",
        ),
        "matching.minimal-shuffle": Clause(
            "As few as possible",
            "Как можно меньше",
            "If models of the first rank must be rearranged, as few models as possible are moved, as short a way "
            "as possible.",
            "118",
            text_ru="Если первый ряд приходится переставлять, двигают как можно меньше моделей как можно ближе.",
        ),
        "mismatching.definition": Clause(
            "Mismatching bases",
            "Несовпадающие подставки",
            "A Character whose base does not match in size (example 50x50 mm among 20x20 mm) has a Mismatching base.",
            "124",
            text_ru="Персонаж, подставка которого не совпадает по размеру (50 на 50 среди 20 на 20), – с "
            "несовпадающей подставкой.",
        ),
        "mismatching.placement": Clause(
            "Beside the unit",
            "Сбоку",
            "He may join by the normal rules and stands beside the unit, level with its first rank.",
            "126",
            text_ru="Он может присоединиться и стоит сбоку от подразделения, вровень с первым рядом.",
        ),
        "mismatching.in-first-rank": Clause(
            "In the first rank",
            "В первом ряду",
            "He counts as being in the first rank.",
            "126",
            text_ru="Он считается стоящим в первом ряду.",
        ),
        "mismatching.ignored-counts": Clause(
            "Not counted",
            "Не в счёт",
            "He is ignored when the ranks and files of the unit are counted.",
            "126",
            text_ru="При подсчёте рядов и колонн его не учитывают.",
        ),
        "mismatching.line-formation": Clause(
            "Line Formation",
            "Линейное построение",
            "He is ignored when it is decided whether the unit is in Line Formation.",
            "126",
            text_ru="Для линейного построения его не учитывают.",
        ),
        "mismatching.own-file": Clause(
            "A file of one",
            "Своя колонна",
            "He forms a file of one model.",
            "126",
            text_ru="Он образует колонну из одной модели.",
        ),
        "mismatching.max-two": Clause(
            "At most two",
            "Не больше двух",
            "At most two Characters may be joined to a unit in this way.",
            "126",
            text_ru="Так присоединить можно не больше двух персонажей.",
        ),
        "mismatching.reposition": Clause(
            "Changing sides",
            "Смена стороны",
            "While the unit moves he may change to the other side of the unit.",
            "128",
            text_ru="В движении подразделения он может перейти на другую сторону.",
        ),
        "mismatching.reposition-moves": Clause(
            "In which moves",
            "Когда переходит",
            "This may be part of an Advance, a March, a wheel or a turn-about.",
            "128",
            text_ru="В наступлении, на марше, при повороте или развороте.",
        ),
        "mismatching.reposition-distance": Clause(
            "Its way counts",
            "Путь считается",
            "His path counts towards the movement of the whole unit.",
            "128",
            text_ru="Его путь при этом считается за движение всего подразделения.",
        ),
        "figure.colours": Clause(
            "Figure 18: colours",
            "Рисунок 18: цвета",
            "In figure 18 yellow models have Front Rank and green models do not.",
            "132-138",
            status="advice",
            text_ru="На рисунке 18 у жёлтых моделей это правило есть, у зелёных нет.",
        ),
        "figure.case-1": Clause(
            "Figure 18: both kinds",
            "Рисунок 18: оба вида",
            "A Character on a Mismatching base stands at the side, Characters on Matching bases stand inside as "
            "near to the first rank as possible, and the unit shown counts 3 Full Ranks.",
            "142",
            text_ru="Персонаж с несовпадающей подставкой стоит сбоку, с совпадающими – внутри, ближе к первому "
            "ряду; полных рядов у подразделения 3.",
        ),
        "figure.case-2": Clause(
            "Figure 18: shifted sideways",
            "Рисунок 18: сдвиг",
            "When a model with Front Rank joins, other models with the rule are shifted sideways so that all "
            "stand as near to the first rank as possible.",
            "143",
            text_ru="Когда присоединяется модель с этим правилом, другие такие сдвигаются вбок, чтобы все стояли "
            "ближе к первому ряду.",
        ),
    },
)


CHOICE = FRONT_RANK["matching.gap-choice"]


class MoveUp(Action, frozen=True, tag="move-up"):
    """Of several models with Front Rank that could fill a gap in the first rank, this one does."""

    unit: str
    target: str


def move_up(ctx: Context, action: MoveUp) -> None:
    """The owner chooses who fills the gap: the model that has moved up changes places with it."""
    pending = ctx.state.pending
    among = pending.targets if pending is not None and pending.clause == CHOICE else ()
    ctx.require(action.target in among, CHOICE, "{model} cannot fill the gap", model=action.target)
    asked = asking.answered(ctx, CHOICE, action.unit)
    if asked is None or action.target not in asked.targets or action.target == asked.targets[0]:
        return
    unit = ctx.unit(asked.model)
    words.form(ctx, unit, ranks.swapped(ctx, unit, asked.targets[0], action.target), CHOICE)


def _elsewhere(choice: Choice) -> Iterator[Advance]:
    """A short Advance in which one model with Front Rank changes its place: along its rank, or to the other side."""
    stands, dice = words.formation(choice.unit), choice.dice
    front = [m.id for m in ranks.fronted(choice.ctx, choice.state.members(choice.unit.id))]
    beside = {each.model: side for side in ranks.BOTH if (each := getattr(stands, side)) is not None}
    if not front or dice.below(4):
        return
    model = choice.of(front)
    step = (Ahead(max(1, choice.option.limit // 4)),)
    if model in beside:
        other: ranks.Side = "left" if beside[model] == "right" else "right"
        yield Advance(unit=choice.unit.id, way=step, places={model: other})
    elif model in stands.stands:
        place = stands.stands[model]
        file = dice.below(max(1, stands.files - place.wide + 1))
        yield Advance(unit=choice.unit.id, way=step, places={model: (file, place.rank)})


PART = Part(
    proposes={Advance: _elsewhere},
    acts=(
        asking.reply(MoveUp, move_up, CHOICE, targets=True,
            told=Phrase("%(target)s moves up into the first rank", "%(target)s выходит в первый ряд")),
    ),
    declines={CHOICE: asking.let_go},
    telling=Telling(
        marks={CHOICE: Phrase("%(holder)s: who moves up?", "%(holder)s: кто выйдет в первый ряд?")},
        questions={CHOICE: Phrase("%(side)s: who fills the gap in %(model)s?",
                                  "%(side)s: кто займёт место в первом ряду, %(model)s?")},
    ),
    marks=(on_unit(CHOICE, "turn", "Who has moved up into the first rank, and who else could have.", MODELS),),
    asks=(QuestionKind(CHOICE, targets=2, named=True),),
)  # fmt: skip
