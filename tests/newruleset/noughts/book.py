"""The rules in words: what refusals, pages and the catalogue say."""

from __future__ import annotations

from rules.kernel.rule import Clause, Rule

START = Rule(
    "noughts.start",
    en="Who begins",
    ru="Кто начинает",
    clauses={
        "roll": Clause(
            "Roll for the first move",
            "Бросок за первый ход",
            "Before the first mark each side rolls a D6; the higher roll begins.",
            text_ru="До первого знака каждая сторона бросает D6; начинает тот, у кого больше.",
        ),
        "tie": Clause(
            "Equal rolls",
            "Поровну",
            "Equal dice are re-rolled.",
            text_ru="Равные кубы перебрасывают.",
        ),
    },
)

MARK = Rule(
    "noughts.mark",
    en="Marks",
    ru="Знаки",
    clauses={
        "turn": Clause(
            "In turn",
            "По очереди",
            "The sides place one mark each in turn.",
            text_ru="Стороны по очереди ставят по одному знаку.",
        ),
        "empty": Clause(
            "An empty square",
            "Пустая клетка",
            "A mark is placed in one of the nine squares that is empty, and stays there.",
            text_ru="Знак ставят в пустую клетку из девяти, и он там остаётся.",
        ),
    },
)

END = Rule(
    "noughts.end",
    en="The end",
    ru="Конец игры",
    clauses={
        "line": Clause(
            "Three in a row",
            "Три в ряд",
            "The side with three marks in a row, a column or a diagonal scores that line and wins.",
            text_ru="Три своих знака в ряд, в столбец или по диагонали приносят линию и победу.",
        ),
        "full": Clause(
            "A full board",
            "Поле заполнено",
            "When all squares are filled and nobody has a line, the game is a draw.",
            text_ru="Если заняты все клетки, а линии ни у кого нет, это ничья.",
        ),
    },
)

RULES = (START, MARK, END)
