"""The platform's own requirements for a record and a table, in every game system."""

from rules.kernel.rule import Clause, Rule

LOG = Rule(
    "log",
    en="The record",
    ru="Запись игры",
    clauses={
        "over": Clause(
            "Game over",
            "Игра окончена",
            "Nothing can be declared after the end of a game.",
            text_ru="После конца игры заявлять уже нечего.",
        ),
        "left-over": Clause(
            "Dice left over",
            "Лишние кубы",
            "Every declared die has to be used by a rule.",
            text_ru="Каждый заявленный куб должен понадобиться какому-то правилу.",
        ),
        "re-roll": Clause(
            "Re-roll",
            "Переброс",
            "Only a roll that has been made can be re-rolled.",
            text_ru="Перебросить можно только то, что было брошено.",
        ),
        "stand": Clause(
            "A die that stands",
            "Куб остаётся как есть",
            "A side may let a die of its own stand that a rule lets it re-roll; without that the die is re-rolled.",
            text_ru="Сторона может оставить свой куб как есть там, где правило позволяет ей его перебросить; если она "
            "этого не скажет, куб перебрасывается.",
        ),
        "hold": Clause(
            "Waiting roll",
            "Бросок ждёт решения",
            "A side that asked to be consulted decides whether to re-roll before the roll takes effect.",
            text_ru="Кто попросил об этом, решает, перебросить ли бросок, раньше, чем из него что-то следует.",
        ),
        "claim": Clause(
            "Claimed result",
            "Заявленный итог",
            "A claimed result has to match what the dice and the rules give.",
            text_ru="Заявленный итог должен совпадать с тем, что дают кубы и правила.",
        ),
        "effects": Clause(
            "Recorded effects",
            "Записанные последствия",
            "Recorded effects change only things that exist in the game.",
            text_ru="Записанные последствия меняют только то, что есть в игре.",
        ),
        "readable": Clause(
            "Readable declaration",
            "Читаемое действие",
            "A declaration names only things that exist in the game.",
            text_ru="Заявка называет только то, что есть в игре.",
        ),
        "chain": Clause(
            "Hash chain",
            "Цепочка хешей",
            "Every event contains the hash of the one before it.",
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
            "A game begins only once, with its table or with a position.",
            text_ru="Игра начинается один раз: со стола или с готовой позиции.",
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
            "A secret choice is committed to once, by a salted hash.",
            text_ru="Тайное решение закрепляют один раз, хешем с солью.",
        ),
        "reveal": Clause(
            "Reveal",
            "Вскрытие",
            "What is revealed has to match the commitment; every commitment is opened by the end of the game.",
            text_ru="Вскрытое совпадает с закреплённым; к концу игры вскрыто всё.",
        ),
        "dice-commit": Clause(
            "Seed committed",
            "Обязательство о кубах",
            "Where the site rolls, the dice seeds are committed to before the first step.",
            text_ru="Если кубы бросает сайт, их сиды закрепляют до первого хода.",
        ),
        "dice-reveal": Clause(
            "Seed revealed",
            "Раскрытие кубов",
            "Where the site rolls, the dice seeds are revealed after the last step, not before.",
            text_ru="Если кубы бросает сайт, их сиды вскрывают после последнего хода, не раньше.",
        ),
        "dice-face": Clause(
            "Drawn dice",
            "Выпавшие кубы",
            "Where the site rolls, every face follows from the seeds; nobody declares or chooses it.",
            text_ru="Если кубы бросает сайт, каждая грань следует из сидов; её никто не заявляет и не выбирает.",
        ),
        "void": Clause(
            "Step voided",
            "Ход отменён",
            "A judge may void a step, or withdraw a ruling on the score or result: it then has no effect.",
            text_ru="Судья может отменить шаг или отозвать решение о счёте или результате: тогда из него ничего не "
            "следует.",
        ),
        "amend": Clause(
            "Declaration amended",
            "Заявка исправлена",
            "A judge may replace a step's declaration, or restore the original one.",
            text_ru="Судья может заменить заявку хода другой или вернуть исходную.",
        ),
        "adjust": Clause(
            "Score adjusted",
            "Счёт исправлен",
            "A judge may add points to or subtract them from a side's score.",
            text_ru="Судья может прибавить стороне очки или снять их.",
        ),
        "award": Clause(
            "Game awarded",
            "Присуждение победы",
            "A judge may award the game to a side or declare it a draw.",
            text_ru="Судья может присудить победу одной из сторон или ничью.",
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
            "A judge may warn a side, deduct points from it, or make it forfeit the game.",
            text_ru="Судья может предупредить сторону, снять с неё очки или засчитать ей поражение.",
        ),
        "take-back": Clause(
            "Take-back",
            "Возврат хода",
            "Both sides may agree to take back the last steps while the game is still going on.",
            text_ru="Пока игра идёт, стороны могут договориться и взять последние ходы назад.",
        ),
        "ruling": Clause(
            "Ruling",
            "Решение судьи",
            "A ruling is made by a judge and states its rule and reason; whatever it corrects stays on record.",
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
            "A checkpoint names the game and the number and hash of its last event.",
            text_ru="Подписанный итог называет игру, номер и хеш её последнего события.",
        ),
        "signature": Clause(
            "Signature",
            "Подпись",
            "Signatures are made with a known key while it is valid, and the signed content is unchanged.",
            text_ru="Подписано известным ключом, в срок его действия, и с тех пор не изменено.",
        ),
        "seal": Clause(
            "Seal",
            "Печать",
            "A sealed game is in the seal's tree with the hash it had when it was sealed.",
            text_ru="Запечатанная игра есть в дереве печати с тем последним хешем, с которым её запечатали.",
        ),
        "state": Clause(
            "State digest",
            "Хеш позиции",
            "The digest stored with an event is that of the position after it.",
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
            "Two bases never overlap.",
            text_ru="Две подставки никогда не накладываются друг на друга.",
        ),
        "surface": Clause(
            "Solid ground",
            "Опора",
            "A model stands on the table or on top of the terrain under its base.",
            text_ru="Модель стоит на столе или на терейне под своей подставкой.",
        ),
        "fact": Clause(
            "Measured fact",
            "Измеренный факт",
            "Where the table is mapped, declared distance, sight and cover have to match the measured ones.",
            text_ru="Если у стола есть карта, заявленные дистанция, видимость и укрытие совпадают с измеренными.",
        ),
        "sketch": Clause(
            "Declared distance",
            "Заявленная дистанция",
            "Where a game is recorded without coordinates, the players declare how far apart models, units and areas "
            "are; places only sketch what was declared.",
            text_ru="Если игра записывается без координат, игроки сами заявляют, сколько между моделями, отрядами и "
            "зонами; места на столе — лишь набросок по их словам.",
        ),
    },
)

RULES = (LOG, TABLE)
