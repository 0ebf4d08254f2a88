"""Consistency of the terms of soft scores: see `validation`."""

from __future__ import annotations

from collections.abc import Iterator

from gamelog.contest.errors import Refused, bad_terms
from gamelog.contest.points import said
from gamelog.contest.terms import Terms
from gamelog.contest.terms_soft import SoftCategory

EACH = {"opponent": "round", "vote": "event"}
"""How often players give a mark; staff may do either."""
EACH_RU = {"opponent": "соперники ставят оценку за каждый тур", "vote": "голос отдаётся один раз за событие"}


def problems(terms: Terms) -> Iterator[Refused]:
    """Everything that is wrong with soft scores."""
    for at, category in enumerate(terms.soft):
        path = f"$.soft[{at}]"
        if category.id in [before.id for before in terms.soft[:at]]:
            yield bad_terms(f"{path}.id", f"the category {category.id} stands there twice",
                            f"категория {category.id} указана дважды", category=category.id)  # fmt: skip
        yield from _category(category, path)
    if terms.overall and not terms.soft:
        yield bad_terms("$.overall", "Best Overall adds soft scores to the battles, and there is no category of them",
                        "в общем зачёте к боям прибавляются дополнительные оценки, а категорий нет")  # fmt: skip
    if terms.overall and not any((terms.overall.weight, *(each.weight for each in terms.soft))):
        yield bad_terms("$.overall.weight", "nothing counts in Best Overall: every weight is 0",
                        "в общем зачёте ничего не учитывается: все веса равны 0")  # fmt: skip


def _category(category: SoftCategory, path: str) -> Iterator[Refused]:
    if category.each != EACH.get(category.by, category.each):
        wanted = EACH[category.by]
        text = f"{category.id}: {'opponents mark' if category.by == 'opponent' else 'a vote is for'} each {wanted}"
        ru = f"{category.id}: {EACH_RU[category.by]}"
        yield bad_terms(f"{path}.each", text, ru, each=wanted)
    if category.by == "vote":
        yield from _vote(category, path)
    elif category.least >= category.most:
        text = f"{category.id}: the highest mark {said(category.most)} is not above the lowest {said(category.least)}"
        ru = f"{category.id}: высшая оценка {said(category.most)} не больше низшей {said(category.least)}"
        yield bad_terms(f"{path}.most", text, ru)
    if category.by != "opponent":
        for name in ("usual", "top_marks"):
            if getattr(category, name):
                text = f"{category.id}: {name} is about marks by opponents, and here {category.by} gives them"
                ru = f"{category.id}: это бывает только у оценок, которые ставят соперники"
                yield bad_terms(f"{path}.{name}", text, ru)
    elif category.usual is not None and not category.least <= category.usual <= category.most:
        text = f"{category.id}: marks are {said(category.least)} to {said(category.most)}, not {said(category.usual)}"
        limits = f"от {said(category.least)} до {said(category.most)}"
        yield bad_terms(f"{path}.usual", text, f"{category.id}: оценки {limits}, а не {said(category.usual)}")
    if category.cap is not None and category.cap <= 0:
        text = f"{category.id}: a cap of {said(category.cap)} leaves no points: leave it away for no cap"
        ru = f"{category.id}: при максимуме {said(category.cap)} очков не остаётся; не указывайте его, если его нет"
        yield bad_terms(f"{path}.cap", text, ru)


def _vote(category: SoftCategory, path: str) -> Iterator[Refused]:
    if category.most <= 0:
        yield bad_terms(f"{path}.most", f"{category.id}: a vote is worth {said(category.most)}, which is nothing",
                        f"{category.id}: голос стоит {said(category.most)}, то есть ничего")  # fmt: skip
    if category.least:
        yield bad_terms(f"{path}.least", f"{category.id}: a vote has no lowest mark, it is worth {said(category.most)}",
                        f"{category.id}: у голоса нет низшей оценки, он стоит {said(category.most)}")  # fmt: skip
