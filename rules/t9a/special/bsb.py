"""The Battle Standard Bearer: one in an army, no General, two banners."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Roster, Sheet
from rules.selections import Problem

BSB = Rule(
    "t9a.bsb",
    en="Battle Standard Bearer",
    ru="Знаменосец армии",
    clauses={
        "one-per-army": Clause(
            "One in an army",
            "Один на армию",
            "An army may include at most one Battle Standard Bearer.",
            "23",
            text_ru="В армии не больше одного знаменосца армии.",
        ),
        "gains-rally-around-the-flag": Clause(
            "Rally Around the Flag",
            "Ни шагу назад!",
            "The Battle Standard Bearer has Rally Around the Flag.",
            "23",
            text_ru="Знаменосец армии получает правило «Ни шагу назад!».",
        ),
        "gains-not-a-leader": Clause(
            "Not a Leader",
            "Совсем не лидер",
            "The Battle Standard Bearer has Not a Leader.",
            "23",
            text_ru="Знаменосец армии получает правило «Совсем не лидер».",
        ),
        "two-banners": Clause(
            "Two magic banners",
            "Два магических знамени",
            "The Battle Standard Bearer may buy two magic banners.",
            "23",
            text_ru="Знаменосец армии может взять до двух магических знамён.",
        ),
    },
)


KEYWORD = "Battle Standard Bearer"
MOST_BANNERS = 2


def problems(roster: Roster) -> Iterator[Problem]:
    """Why the standard bearers of a list are not allowed."""
    bearers = [sheet for sheet in roster.models if KEYWORD in sheet.keywords]
    if len(bearers) > 1:
        yield Problem(BSB["one-per-army"], f"an army has one Battle Standard Bearer, this one has {len(bearers)}",
                      {"bearers": len(bearers)})  # fmt: skip
    for sheet in bearers:
        if "General" in sheet.keywords:
            yield Problem(BSB["gains-not-a-leader"], f"{sheet.name} bears the standard and cannot be the General")
        banners = _banners(sheet)
        if banners > MOST_BANNERS:
            yield Problem(BSB["two-banners"], f"{sheet.name} has {banners} magic banners, {MOST_BANNERS} are the most",
                          {"banners": banners})  # fmt: skip


def _banners(sheet: Sheet) -> int:
    return sum(1 for ability in sheet.abilities if ability.kind == "banner")
