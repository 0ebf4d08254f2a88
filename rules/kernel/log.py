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
        "hold": Clause(
            "Roll that waits",
            "Бросок ждёт решения",
            "Who wants to be asked decides whether a roll is made again before anything comes of it.",
        ),
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
        "commit": Clause(
            "Commitment",
            "Запечатанное решение",
            "What is written down in secret is committed to once, by a salted hash.",
        ),
        "reveal": Clause(
            "Reveal", "Вскрытие", "What is revealed is what was committed to; every commitment is opened by the end."
        ),
        "dice-commit": Clause(
            "Seed committed",
            "Обязательство о кубах",
            "Where the site rolls, the seeds of the dice are committed to before the first step.",
        ),
        "dice-reveal": Clause(
            "Seed revealed",
            "Раскрытие кубов",
            "Where the site rolls, the seeds of the dice are revealed after the last step, and not before.",
        ),
        "dice-face": Clause(
            "Drawn dice",
            "Выпавшие кубы",
            "Where the site rolls, every face is the one that follows from the seeds; nobody declares or chooses it.",
        ),
        "void": Clause(
            "Step voided",
            "Ход отменён",
            "A judge may void a step, or withdraw a ruling on score or result: it then comes to nothing.",
        ),
        "amend": Clause(
            "Declaration amended",
            "Заявка исправлена",
            "A judge may put another declaration in the place of a step's, or the step's own again.",
        ),
        "adjust": Clause("Score adjusted", "Счёт исправлен", "A judge may add to and take from the score of sides."),
        "award": Clause("Game awarded", "Присуждение победы", "A judge may award the game to a side, or as a draw."),
        "strike": Clause("Game removed", "Игра снята", "A judge may remove a game: it then has no result."),
        "penalty": Clause(
            "Penalty", "Взыскание", "A judge may warn a side, take points from it, or make it lose the game."
        ),
        "take-back": Clause(
            "Take-back",
            "Возврат хода",
            "Both sides may agree to take back the last steps, as long as the game goes on.",
        ),
        "ruling": Clause(
            "Ruling",
            "Решение судьи",
            "A ruling is made by a judge and names its rule and its reason; what it corrects stays recorded.",
        ),
        "concede": Clause("Concession", "Сдача", "A side may concede; the other side wins."),
        "checkpoint": Clause(
            "Signed head", "Подписанный итог", "A checkpoint names the game, the number and the hash of its last event."
        ),
        "signature": Clause(
            "Signature", "Подпись", "What is signed was signed with a known key in its time, and not changed since."
        ),
        "seal": Clause("Seal", "Печать", "A sealed game is in the seal's tree with the head it was sealed with."),
        "state": Clause("State digest", "Хеш позиции", "The digest beside an event is that of the position after it."),
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
