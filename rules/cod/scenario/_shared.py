"""Clauses that several scenarios repeat word for word; each scenario gives the lines where its own copy stands."""

from rules.kernel.rule import Clause

SPECIAL_RULES = {
    "urban stratagems": "городские стратегии",
    "Dusk and Dawn": "«Сумерки и рассвет»",
    "Random Game Length": "случайная длина игры",
    "Reserves": "резервы",
    "Victory Points": "победные очки",
}
"""Special rules of scenarios, in English and in Russian."""


def standard(rules: tuple[str, str, str], deploy: tuple[str, str, str, str], length: str) -> dict[str, Clause]:
    """What the five standard scenarios share.

    Lines of the document: `rules` at Alpha, Gamma and Omega level; `deploy` of the quarters, the stratagems, the units
    and the first turn; `length` of the game's length.
    """
    quarters, stratagems, units, first = deploy
    return {
        **by_level(*rules),
        "deploy.stratagems": Clause(
            "Stratagems are declared",
            "Объявление стратегий",
            "After the quarters stratagems are declared by the stratagem declaration procedure.",
            stratagems,
            text_ru="Когда четверти выбраны, стратегии объявляют по процедуре объявления.",
        ),
        **by_quarters(quarters, units),
        "first-turn": first_turn(first),
        "length": Clause("Six turns", "Шесть ходов", "The game lasts 6 turns.", length, text_ru="Игра идёт 6 ходов."),
        "length.omega": Clause(
            "Omega may last longer",
            "Омега может длиться дольше",
            "An Omega-level game may last longer, by Random Game Length.",
            length,
            text_ru="Игра на уровне Омега может идти дольше, по случайной длине игры.",
        ),
    }


def by_level(alpha: str, gamma: str, omega: str) -> dict[str, Clause]:
    """Which special rules a scenario uses at each level; the lines of the three."""
    return {
        "rules.alpha": Clause(
            "Rules at Alpha level",
            "Правила уровня Альфа",
            "At Alpha level the scenario uses urban stratagems only.",
            alpha,
            text_ru="На уровне Альфа в сценарии действуют только городские стратегии.",
        ),
        "rules.gamma": Clause(
            "Rules at Gamma level",
            "Правила уровня Гамма",
            "At Gamma level the scenario uses urban stratagems and Dusk and Dawn.",
            gamma,
            text_ru="На уровне Гамма в сценарии действуют городские стратегии и «Сумерки и рассвет».",
        ),
        "rules.omega": Clause(
            "Rules at Omega level",
            "Правила уровня Омега",
            "At Omega level the scenario uses urban stratagems, Dusk and Dawn and Random Game Length.",
            omega,
            text_ru="На уровне Омега в сценарии действуют городские стратегии, «Сумерки и рассвет» и случайная "
            "длина игры.",
        ),
    }


def by_quarters(quarters: str, units: str) -> dict[str, Clause]:
    """Deployment in opposite quarters, unit by unit; the lines of the quarters and of the units."""
    return {
        "deploy.quarters": Clause(
            "Opposite quarters",
            "Противоположные четверти стола",
            "Both players roll a D6 and the higher picks one of the four equal quarters of the table for his army; the "
            "opponent gets the opposite quarter.",
            quarters,
            text_ru="Оба игрока бросают D6; у кого больше, тот выбирает для своей армии одну из четырёх равных "
            "четвертей стола, сопернику достаётся противоположная.",
            note="The quarter diagonally opposite. Replaces the choice of table edges.",
            note_ru="Четверть наискосок. Вместо выбора краёв стола.",
        ),
        **in_turn(units),
    }


def in_turn(units: str) -> dict[str, Clause]:
    """How units are set up one after the other; the lines of it."""
    return {
        "deploy.alternate": Clause(
            "Unit by unit in turn",
            "По очереди, отряд за отрядом",
            "Starting with the player who rolled lower, players alternately deploy one unit at a time until both "
            "armies are fully deployed.",
            units,
            text_ru="Начиная с того, у кого выпало меньше, игроки выставляют по одному отряду по очереди, пока "
            "обе армии не выставлены целиком.",
            note="The roll for the quarters is meant.",
            note_ru="Имеется в виду бросок за четверти.",
        ),
        "deploy.order": Clause(
            "Order of categories",
            "Порядок выставления отрядов",
            "Units go down in the order Troops, Heavy Support, Elites, HQ, Fast Attack.",
            units,
            text_ru="Отряды выставляют в таком порядке: войска, тяжёлая поддержка, элита, штаб, быстрая атака.",
        ),
        "deploy.exclusion": Clause(
            'Not within 18" or 12"',
            'Не в 18" от врага, не в 12" от центра',
            'No unit may start within 18" of the enemy or within 12" of the table centre.',
            units,
            text_ru='Ни один отряд не может начать в 18" от врага или в 12" от центра стола.',
            note='The 18" is checked against enemy units already deployed.',
            note_ru='18" проверяют до уже выставленных вражеских отрядов.',
        ),
    }


def first_turn(lines: str) -> Clause:
    """The roll-off for the first turn."""
    return Clause(
        "Who goes first",
        "Кто ходит первым",
        "Both players roll a D6: the higher decides who goes first.",
        lines,
        text_ru="Оба игрока бросают D6: у кого больше, тот решает, кто ходит первым.",
        note="The winner may give the first turn to the opponent.",
        note_ru="Победитель может отдать первый ход сопернику.",
    )


def roles(lines: str) -> Clause:
    """Who attacks and who defends."""
    return Clause(
        "Attacker and defender",
        "Нападающий и защищающийся",
        "Agree who is attacker and who is defender, or roll: the higher result chooses to attack or to defend.",
        lines,
        text_ru="Кто нападает и кто защищается, решают договором или броском: у кого больше, тот выбирает.",
    )


def special_rules(lines: str, *more: str) -> Clause:
    """The special rules of a special scenario: three that all have, and `more`, keys of SPECIAL_RULES."""
    names = ["urban stratagems", "Dusk and Dawn", "Random Game Length", *more]
    return Clause(
        "Special rules",
        "Специальные правила сценария",
        f"The scenario uses these special rules: {', '.join(names)}.",
        lines,
        text_ru=f"В сценарии действуют такие специальные правила: {', '.join(SPECIAL_RULES[name] for name in names)}.",
        note="No length is printed: 6 turns and then Random Game Length.",
        note_ru="Длина не напечатана: 6 ходов и дальше случайная длина игры.",
    )
