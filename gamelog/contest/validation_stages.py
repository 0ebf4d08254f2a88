"""Consistency of the terms of an event's stages: see `validation`."""

from __future__ import annotations

from collections.abc import Iterator

from gamelog.contest.errors import Refused, bad_terms
from gamelog.contest.terms import Terms
from gamelog.contest.terms_stages import Stages

MEMBERS = {
    "groups": ("groups", "drawn", "play", "then", "top", "best_next", "merged_rounds"),
    "pods": ("pod", "pod_play"),
}
"""The members of `Terms.stages` that each format reads."""


def problems(terms: Terms) -> Iterator[Refused]:
    """Everything that is wrong with the stages."""
    yield from _cut(terms)
    yield from _losses(terms)
    yield from _knocked_out(terms)
    yield from _bronze(terms)
    yield from _missions(terms)
    yield from _stages(terms)


def _stages(terms: Terms) -> Iterator[Refused]:
    stages, usual = terms.stages, Stages()
    for name in (*MEMBERS["groups"], *MEMBERS["pods"]):
        if getattr(stages, name) != getattr(usual, name) and name not in MEMBERS.get(terms.format, ()):
            text = f"{name} says something of groups or pods, and {terms.format} has none: leave it open"
            ru = "это относится к группам или мини-турнирам, а в этом формате их нет: оставьте пустым"
            yield bad_terms(f"$.stages.{name}", text, ru, format=terms.format)
    if terms.grouped:
        yield from _groups(terms)
        yield from _after_groups(terms)
    elif terms.format == "pods" and stages.pod < 2:
        yield bad_terms("$.stages.pod", f"a pod needs 2 or more, not {stages.pod}",
                        f"в мини-турнире двое или больше, а не {stages.pod}", pod=stages.pod)  # fmt: skip


def _groups(terms: Terms) -> Iterator[Refused]:
    number = terms.stages.groups
    if number < 2:
        yield bad_terms("$.stages.groups", f"an event in groups has 2 or more of them, not {number}",
                        f"групп должно быть две или больше, а не {number}", groups=number)  # fmt: skip
    elif 0 < terms.capacity < 2 * number:
        text = f"{number} groups need {2 * number} or more who may play, not {terms.capacity}"
        ru = f"для {number} групп нужно мест: {2 * number} или больше, а не {terms.capacity}"
        yield bad_terms("$.stages.groups", text, ru, groups=number, capacity=terms.capacity)


def _after_groups(terms: Terms) -> Iterator[Refused]:
    stages = terms.stages
    knocked = stages.then in ("single-elimination", "double-elimination")
    if knocked and not stages.top:
        yield bad_terms("$.stages.top", "an elimination needs somebody of each group: say how many play on",
                        "в плей-офф выходит кто-то из каждой группы: укажите, сколько")  # fmt: skip
    for name in ("top", "best_next"):
        if getattr(stages, name) and not knocked:
            yield bad_terms(f"$.stages.{name}", "nobody plays on where no elimination follows: leave 0",
                            "без плей-офф никто дальше не выходит: оставьте 0")  # fmt: skip
    if stages.best_next > stages.groups:
        text = f"{stages.groups} groups have {stages.groups} on the next place, not {stages.best_next}"
        ru = f"на следующем месте столько участников, сколько групп: {stages.groups}, а не {stages.best_next}"
        yield bad_terms("$.stages.best_next", text, ru, groups=stages.groups)
    elif knocked and stages.best_next == stages.groups:
        text = "all on the next place play on: count them among the first of each group"
        ru = "дальше выходят все со следующего места: прибавьте их к числу выходящих из каждой группы"
        yield bad_terms("$.stages.best_next", text, ru, groups=stages.groups)
    if (stages.then == "merged") != bool(stages.merged_rounds):
        text = "say how many rounds the groups play together, where they do, and 0 where they do not"
        ru = "укажите, сколько туров группы играют вместе, если они играют вместе; иначе 0"
        yield bad_terms("$.stages.merged_rounds", text, ru, rounds=stages.merged_rounds)
    if stages.then == "merged" and stages.play != "swiss":
        text = (
            "groups that play on together play a Swiss within themselves before: a round robin leaves no common score"
        )
        ru = "если группы потом играют вместе, внутри них играют швейцарку: после кругового турнира нет общего счёта"
        yield bad_terms("$.stages.play", text, ru)


def _cut(terms: Terms) -> Iterator[Refused]:
    cut = terms.cut
    if terms.format != "swiss-cut":
        if cut:
            yield bad_terms("$.cut", f"a cut of {cut} belongs to the format swiss-cut, not to {terms.format}",
                            "отбор бывает только в швейцарке с плей-офф", cut=cut)  # fmt: skip
    elif terms.knockout.losses is not None:
        if cut:
            text = f"either the best {cut} play on, or everybody with few enough losses: leave one of the two open"
            ru = f"дальше играют либо лучшие ({cut}), либо все, у кого мало поражений: оставьте одно из двух пустым"
            yield bad_terms("$.cut", text, ru, cut=cut)
    elif cut < 2:
        yield bad_terms("$.cut", f"an elimination needs 2 or more, not {cut}",
                        f"в плей-офф играют двое или больше, а не {cut}", cut=cut)  # fmt: skip
    elif 0 < terms.capacity < cut:
        yield bad_terms("$.cut", f"a cut of {cut} is more than the {terms.capacity} who may play",
                        f"в отборе {cut}, а участников может быть только {terms.capacity}", cut=cut)  # fmt: skip


def _losses(terms: Terms) -> Iterator[Refused]:
    losses = terms.knockout.losses
    if losses is None:
        return
    if terms.format != "swiss-cut":
        text = f"losses are counted in a Swiss before an elimination, and {terms.format} has none"
        ru = "поражения считаются в швейцарке перед плей-офф, а в этом формате её нет"
        yield bad_terms("$.knockout.losses", text, ru, format=terms.format)
    elif losses >= terms.rounds:
        text = f"nobody loses more than {terms.rounds} rounds of {terms.rounds}: everybody would play on"
        ru = f"больше {terms.rounds} туров из {terms.rounds} никто не проиграет: дальше играли бы все"
        yield bad_terms("$.knockout.losses", text, ru, losses=losses, rounds=terms.rounds)


def _knocked_out(terms: Terms) -> Iterator[Refused]:
    before = terms.elimination and terms.elimination == terms.then
    if terms.knocked_out != "shared" and not before:
        text = f"places by earlier standings need rounds before an elimination, and {terms.format} has none"
        ru = "для мест по прежней таблице перед плей-офф должны быть другие туры, а в этом формате их нет"
        yield bad_terms("$.knocked_out", text, ru, format=terms.format)
    if not terms.knockout.second_final and not terms.double_knockout:
        text = f"only a double elimination can have a second final, not {terms.format}"
        ru = "второй финал бывает только при выбывании после двух поражений"
        yield bad_terms("$.knockout.second_final", text, ru, format=terms.format)
    if terms.knockout.reseed and terms.elimination != "single-elimination":
        text = f"only an elimination is seeded anew in each round, not {terms.format}"
        ru = "заново в каждом туре рассеивают только участников плей-офф"
        yield bad_terms("$.knockout.reseed", text, ru, format=terms.format)


def _bronze(terms: Terms) -> Iterator[Refused]:
    if not terms.bronze:
        return
    field = terms.cut or terms.stages.groups * terms.stages.top + terms.stages.best_next
    if terms.elimination != "single-elimination":
        yield bad_terms("$.bronze", f"a match for the third place needs semi-finals, and {terms.format} has none",
                        "для матча за третье место нужны полуфиналы, а в этом формате их нет")  # fmt: skip
    elif 0 < field < 4:
        text = f"a match for the third place needs semi-finals, and a cut of {field} has none"
        ru = f"для матча за третье место нужны полуфиналы, а при отборе {field} их нет"
        yield bad_terms("$.bronze", text, ru, cut=field)


def terrain_problems(terms: Terms) -> Iterator[Refused]:
    """What keeps terrain from rotating."""
    if not terms.pairing.rotate_terrain:
        return
    if terms.pairing.version == "1":
        text = "terrain rotates under version 2 of the rules of pairing, not under 1"
        ru = "ландшафт чередуется по правилам жеребьёвки версии 2, а не 1"
        yield bad_terms("$.pairing.rotate_terrain", text, ru)
    elif not terms.pairing.rotate_tables:
        yield bad_terms("$.pairing.rotate_terrain", "terrain rotates only where tables do",
                        "ландшафт чередуется только там, где чередуются столы")  # fmt: skip
    elif len({table.terrain for table in terms.tables if table.terrain}) < 2:
        text = "terrain rotates where the tables of the hall have two kinds of it or more: name it at each table"
        ru = "ландшафт чередуется, когда на столах зала его два вида или больше: укажите его у каждого стола"
        yield bad_terms("$.pairing.rotate_terrain", text, ru)


def _missions(terms: Terms) -> Iterator[Refused]:
    rounds = [each.round for each in terms.missions]
    for at, number in enumerate(rounds):
        path = f"$.missions[{at}].round"
        if number in rounds[:at]:
            yield bad_terms(path, f"round {number} has two missions", f"у тура {number} две миссии", round=number)
        elif terms.format == "swiss" and number > terms.rounds:
            text = f"a mission for round {number} of {terms.rounds}"
            ru = f"миссия для тура {number}, а туров всего {terms.rounds}"
            yield bad_terms(path, text, ru, round=number, rounds=terms.rounds)
