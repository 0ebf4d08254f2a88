"""What the platform itself demands of a record and of a table, whatever the game system."""

from rules.kernel.rule import Clause, Rule

LOG = Rule(
    "log",
    en="The record",
    ru="Запись игры",
    clauses={
        "over": Clause(
            "Game over",
            "Игра окончена",
            "After the end of a game nothing is declared any more.",
            text_ru="После конца игры ничего не заявляют.",
        ),
        "left-over": Clause(
            "Dice left over",
            "Лишние кубы",
            "Every declared die is read by a rule.",
            text_ru="Каждый заявленный куб читает какое-то правило.",
        ),
        "re-roll": Clause(
            "Roll made again",
            "Повторный бросок",
            "Only a roll that was made can be made again.",
            text_ru="Перебросить можно только то, что было брошено.",
        ),
        "hold": Clause(
            "Roll that waits",
            "Бросок ждёт решения",
            "Who wants to be asked decides whether a roll is made again before anything comes of it.",
            text_ru="Кто попросил об этом, решает, перебросить ли бросок, раньше, чем из него что-то следует.",
        ),
        "claim": Clause(
            "Claimed result",
            "Заявленный итог",
            "A claimed result is what the dice and the rules give.",
            text_ru="Заявленный итог – то, что дают кубы и правила.",
        ),
        "effects": Clause(
            "Recorded effects",
            "Записанные последствия",
            "Recorded effects change only what is there.",
            text_ru="Записанные последствия меняют только то, что есть.",
        ),
        "readable": Clause(
            "Readable declaration",
            "Читаемое действие",
            "A declaration names only what the game has.",
            text_ru="Заявка называет только то, что в игре есть.",
        ),
        "chain": Clause(
            "Hash chain",
            "Цепочка хешей",
            "Every event holds the hash of the one before it.",
            text_ru="В каждом событии записан хеш предыдущего.",
        ),
        "number": Clause(
            "Numbering",
            "Нумерация",
            "Events are numbered from 1 without gaps.",
            text_ru="События пронумерованы с 1 без пропусков.",
        ),
        "begin": Clause(
            "First event",
            "Первое событие",
            "A game begins once, with its table or with a position.",
            text_ru="Игра начинается один раз: со своего стола или с позиции.",
        ),
        "fact": Clause(
            "Declared fact",
            "Заявленный факт",
            "What an ability the engine does not know does is declared by "
            "the players, names the ability as printed on the roster, and is marked as declared.",
            text_ru="Что делает способность, которой движок не знает, заявляют игроки; они называют её так, как она "
            "напечатана в ростере, и это помечено как заявленное.",
        ),
        "commit": Clause(
            "Commitment",
            "Запечатанное решение",
            "What is written down in secret is committed to once, by a salted hash.",
            text_ru="Записанное втайне закрепляют один раз, хешем с солью.",
        ),
        "reveal": Clause(
            "Reveal",
            "Вскрытие",
            "What is revealed is what was committed to; every commitment is opened by the end.",
            text_ru="Вскрывают то, что было закреплено; к концу игры вскрыто всё.",
        ),
        "dice-commit": Clause(
            "Seed committed",
            "Обязательство о кубах",
            "Where the site rolls, the seeds of the dice are committed to before the first step.",
            text_ru="Где бросает сайт, сиды кубов закреплены до первого шага.",
        ),
        "dice-reveal": Clause(
            "Seed revealed",
            "Раскрытие кубов",
            "Where the site rolls, the seeds of the dice are revealed after the last step, and not before.",
            text_ru="Где бросает сайт, сиды кубов вскрывают после последнего шага и не раньше.",
        ),
        "dice-face": Clause(
            "Drawn dice",
            "Выпавшие кубы",
            "Where the site rolls, every face is the one that follows from the seeds; nobody declares or chooses it.",
            text_ru="Где бросает сайт, каждая грань следует из сидов; её никто не заявляет и не выбирает.",
        ),
        "void": Clause(
            "Step voided",
            "Ход отменён",
            "A judge may void a step, or withdraw a ruling on score or result: it then comes to nothing.",
            text_ru="Судья может отменить шаг или отозвать решение о счёте или результате: тогда из него ничего не "
            "следует.",
        ),
        "amend": Clause(
            "Declaration amended",
            "Заявка исправлена",
            "A judge may put another declaration in the place of a step's, or the step's own again.",
            text_ru="Судья может поставить на место заявки шага другую или вернуть прежнюю.",
        ),
        "adjust": Clause(
            "Score adjusted",
            "Счёт исправлен",
            "A judge may add to and take from the score of sides.",
            text_ru="Судья может прибавить сторонам очки или снять их.",
        ),
        "award": Clause(
            "Game awarded",
            "Присуждение победы",
            "A judge may award the game to a side, or as a draw.",
            text_ru="Судья может присудить победу стороне или ничью.",
        ),
        "strike": Clause(
            "Game removed",
            "Игра снята",
            "A judge may remove a game: it then has no result.",
            text_ru="Судья может снять игру: тогда результата у неё нет.",
        ),
        "penalty": Clause(
            "Penalty",
            "Взыскание",
            "A judge may warn a side, take points from it, or make it lose the game.",
            text_ru="Судья может предупредить сторону, снять с неё очки или засчитать ей поражение.",
        ),
        "take-back": Clause(
            "Take-back",
            "Возврат хода",
            "Both sides may agree to take back the last steps, as long as the game goes on.",
            text_ru="Стороны могут договориться и взять назад последние шаги, пока игра идёт.",
        ),
        "ruling": Clause(
            "Ruling",
            "Решение судьи",
            "A ruling is made by a judge and names its rule and its reason; what it corrects stays recorded.",
            text_ru="Решение принимает судья, называя правило и причину; то, что оно исправляет, остаётся в записи.",
        ),
        "concede": Clause(
            "Concession",
            "Сдача",
            "A side may concede; the other side wins.",
            text_ru="Сторона может сдаться; другая побеждает.",
        ),
        "checkpoint": Clause(
            "Signed head",
            "Подписанный итог",
            "A checkpoint names the game, the number and the hash of its last event.",
            text_ru="Подписанный итог называет игру, номер и хеш её последнего события.",
        ),
        "signature": Clause(
            "Signature",
            "Подпись",
            "What is signed was signed with a known key in its time, and not changed since.",
            text_ru="Подписано известным ключом, в срок его действия, и с тех пор не изменено.",
        ),
        "seal": Clause(
            "Seal",
            "Печать",
            "A sealed game is in the seal's tree with the head it was sealed with.",
            text_ru="Запечатанная игра есть в дереве печати с тем последним хешем, с которым её запечатали.",
        ),
        "state": Clause(
            "State digest",
            "Хеш позиции",
            "The digest beside an event is that of the position after it.",
            text_ru="Хеш рядом с событием – хеш позиции после него.",
        ),
    },
)

TABLE = Rule(
    "table",
    en="The table",
    ru="Стол",
    clauses={
        "present": Clause(
            "On the table",
            "На столе",
            "Only a model on the table and in action can act or be chosen.",
            text_ru="Действовать и быть выбранной может только модель, которая на столе и в строю.",
        ),
        "edge": Clause(
            "Table edge",
            "Край стола",
            "The whole base of a model stays on the table.",
            text_ru="Подставка модели целиком остаётся на столе.",
        ),
        "overlap": Clause(
            "No overlapping bases",
            "Подставки не пересекаются",
            "Two bases never share a place.",
            text_ru="Две подставки никогда не занимают одно место.",
        ),
        "surface": Clause(
            "Solid ground",
            "Опора",
            "A model stands on the table or on top of terrain below its base.",
            text_ru="Модель стоит на столе или на терейне под своей подставкой.",
        ),
        "fact": Clause(
            "Measured fact",
            "Измеренный факт",
            "Where the table has a map, a declared distance, sight or cover is the measured one.",
            text_ru="Где у стола есть карта, заявленные дистанция, видимость и укрытие равны измеренным.",
        ),
    },
)

RULES = (LOG, TABLE)
