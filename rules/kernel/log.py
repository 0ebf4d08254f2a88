"""What the platform itself demands of a record and of a table, whatever the game system."""

from rules.kernel.rule import Clause, Rule

LOG = Rule(
    "log",
    en="The record",
    ru="Запись игры",
    clauses={
        "over": Clause("Game over", "Игра окончена", "After the end of a game nothing is declared any more."),
        "left-over": Clause("Dice left over", "Лишние кубы", "Every declared die is read by a rule."),
        "re-roll": Clause("Roll made again", "Повторный бросок", "Only a roll that was made can be made again."),
        "claim": Clause("Claimed result", "Заявленный итог", "A claimed result is what the dice and the rules give."),
        "effects": Clause("Recorded effects", "Записанные последствия", "Recorded effects change only what is there."),
        "readable": Clause("Readable declaration", "Читаемое действие", "A declaration names only what the game has."),
        "chain": Clause("Hash chain", "Цепочка хешей", "Every event holds the hash of the one before it."),
        "number": Clause("Numbering", "Нумерация", "Events are numbered from 1 without gaps."),
        "begin": Clause("First event", "Первое событие", "A game begins once, with its table or with a position."),
        "fact": Clause(
            "Declared fact",
            "Заявленный факт",
            "What an ability the engine does not know does is declared by "
            "the players, names the ability as printed on the roster, and is marked as declared.",
        ),
        "concede": Clause("Concession", "Сдача", "A side may concede; the other side wins."),
    },
)

TABLE = Rule(
    "table",
    en="The table",
    ru="Стол",
    clauses={
        "present": Clause("On the table", "На столе", "Only a model on the table and in action can act or be chosen."),
        "edge": Clause("Table edge", "Край стола", "The whole base of a model stays on the table."),
        "overlap": Clause("No overlapping bases", "Подставки не пересекаются", "Two bases never share a place."),
        "surface": Clause("Solid ground", "Опора", "A model stands on the table or on top of terrain below its base."),
        "fact": Clause(
            "Measured fact",
            "Измеренный факт",
            "Where the table has a map, a declared distance, sight or cover is the measured one.",
        ),
    },
)

RULES = (LOG, TABLE)
