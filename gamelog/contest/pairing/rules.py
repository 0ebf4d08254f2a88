"""The rule sets of the pairing in words, by version, as they are published beside every pairing.

A version that was ever used is not changed: `PairingTerms.version` names the one that an event is paired by.
"""

from __future__ import annotations

from typing import NamedTuple


class RuleSet(NamedTuple):
    """A rule set in English and Russian, its paragraphs parted by an empty line."""

    en: str
    ru: str


_FIRST = RuleSet(
    en="""\
Nobody meets the same opponent twice, nobody has a second bye, and pairs that a judge keeps apart do not meet. \
These three hold whatever else is lost by it, until a recorded act lifts one of them. A lifted one is broken only in \
a round that cannot be paired otherwise, and then as seldom as possible.

If the number is odd, the bye goes to whoever had none and stands lowest: the lowest score, then the lowest rank or, \
where the event says so, the first by lot. If the others could not be paired then, it goes to the next.

Of all pairings that are left, each of the following rules in turn keeps the best. A later rule never outweighs an \
earlier one, however many pairs it concerns.

1. Score groups. Entrants of the same score are a group; groups are counted from the top. Of each pair, the distance \
between their groups (0 in the same group, 1 in neighbouring ones) is squared. The sum is as small as possible.

2. Floats. Whoever is paired outside of their group floats. The earlier floats of all who float now are counted. The \
sum is as small as possible: nobody floats a second time if somebody else can.

3. Clubs. As few pairs as possible are of one club, up to the round that the event names.

4. Order inside the group. Fold: the first meets the first of the lower half, the second the second. Adjacent: the \
first meets the second, the third the fourth. Random: the same in the order of lots. Whoever has to float is \
not counted in that: the last of the upper group meets the first of the lower one. Of each pair, the places by which \
it is off are squared; among neighbours 1 is added where the better one stands on an even place. The sum is as small \
as possible.

5. What is equal even so is decided by lots of the pairs: their sum is as small as possible.

Up to 64 entrants all pairs are compared. Above, rules 4 and 5 choose among those near to what rule 4 asks for: 8 \
places to either side; or 16, 32 and so on, until it is proved that no pairing at all keeps the rules 1 to 3 better.

Tables are given out from the best pair down. Where tables rotate, as few entrants as possible come back to a table; \
then the squares of how far pairs are moved from the table of their place are as small as possible in sum; then lots \
decide.

Lots come from the published seed: SHA-256 of "seed:purpose:number", and the least is the first. The purpose is \
"order" inside a group and "bye" for the bye, with the number of the entrant; "pair" for rule 5, with both numbers, \
the lower first, joined by a hyphen; "table" for tables, with the lower number of the pair, a hyphen and the table. \
For these two the first four bytes count, as a number.

Round robin and league: in the order of their ranks the entrants sit round a table, with an empty chair if they are \
odd. The first stays, all others move on by one chair after each round, and one plays whoever sits opposite. A double \
one is played again with the sides changed. Where the event says so, FIDE's Berger tables decide instead, by the same \
ranks.

Elimination: the draw brings the first seed to the last, the second to the last but one, and so on, so that the first \
two can meet in the final only; the winners of neighbouring matches meet. Whoever has nobody opposite goes on. Where \
the event says so, all who are left are seeded anew in each round: the highest seed meets the lowest.

Double elimination: the losers of the upper bracket, which is such a draw, go on in a lower one. The losers of its \
second round come there in reversed order, those of the third with their halves swapped, those of the fourth with each \
half reversed, those of the fifth as they stand, and so on again. Two who both lose a match are out.
""",
    ru="""\
Никто не встречается с одним и тем же соперником дважды, никто не пропускает тур второй раз, пары, которые развёл \
судья, не встречаются. Эти три условия выполняются, чего бы это ни стоило, пока одно из них не снято записанным \
решением. Снятое нарушается, только если иначе тур не составить, и как можно реже.

Если участников нечётное число, тур пропускает тот, кто ещё не пропускал и стоит ниже всех: наименьшие очки, затем \
последнее место или, если так решено на турнире, первый жребий. Если остальных тогда не разбить на пары, тур \
пропускает следующий.

Из оставшихся жеребьёвок каждое из следующих правил по очереди оставляет лучшие. Более позднее правило никогда не \
перевешивает более раннее, скольких бы пар оно ни касалось.

1. Очковые группы. Участники с равными очками составляют группу; группы считаются сверху. Для каждой пары расстояние \
между группами (0 внутри группы, 1 между соседними) возводится в квадрат. Сумма должна быть наименьшей.

2. Переходы. Кто играет вне своей группы, тот переходит. Считаются прежние переходы всех, кто переходит сейчас. Сумма \
должна быть наименьшей: никто не переходит второй раз, если может перейти другой.

3. Клубы. Пар из одного клуба должно быть как можно меньше, до тура, названного в условиях турнира.

4. Порядок внутри группы. Половины: первый играет с первым из нижней половины, второй со вторым. Соседи: первый играет \
со вторым, третий с четвёртым. Случайно: то же в порядке жребия. Кому приходится переходить, в этом не участвует: \
последний из верхней группы играет с первым из нижней. Для каждой пары отклонение в местах возводится в квадрат; \
для соседей прибавляется 1, если место лучшего чётное. Сумма должна быть наименьшей.

5. Что и тогда равно, решает жребий пар: его сумма должна быть наименьшей.

До 64 участников сравниваются все пары. Если участников больше, правила 4 и 5 выбирают из пар, близких к тому, чего \
требует правило 4: 8 мест в обе стороны, затем 16, 32 и так далее, пока не доказано, что правила 1–3 ни в какой \
жеребьёвке не соблюсти лучше.

Столы раздаются начиная с лучшей пары. Если столы чередуются, как можно меньше участников возвращаются за прежний \
стол; затем сумма квадратов сдвигов от стола, положенного паре по порядку, должна быть наименьшей; затем решает жребий.

Жребий берётся из опубликованного зерна: SHA-256 от "зерно:назначение:номер", меньшее значение идёт раньше. \
Назначение — "order" внутри группы и "bye" для пропуска тура, с номером участника; "pair" для правила 5, с обоими \
номерами через дефис, меньший первым; "table" для столов, с меньшим номером пары, дефисом и номером стола. Для двух \
последних считаются первые четыре байта как число.

Круговая система и лига: участники в порядке мест сидят вокруг стола, при нечётном числе с пустым стулом. Первый не \
пересаживается, остальные после каждого тура сдвигаются на один стул, каждый играет с тем, кто напротив. Второй круг \
играется так же, со сменой сторон. Если так решено на турнире, пары составляются по таблицам Бергера ФИДЕ, по тем же \
местам.

Выбывание: сетка сводит первого с последним, второго с предпоследним и так далее, так что первые двое могут \
встретиться только в финале; победители соседних матчей встречаются. Кому не досталось соперника, проходит дальше. \
Если так решено на турнире, в каждом туре оставшихся сеют заново: первый по посеву играет с последним.

До двух поражений: проигравшие в верхней сетке, которая составлена так же, продолжают в нижней. Проигравшие второго \
круга входят в неё в обратном порядке, третьего — с переставленными половинами, четвёртого — с каждой половиной в \
обратном порядке, пятого — как стоят, и так далее снова. Если в матче проиграли оба, оба выбывают.
""",
)

_TABLES = RuleSet(
    en="as few entrants as possible come back to a table; then the squares",
    ru="как можно меньше участников возвращаются за прежний \
стол; затем сумма",
)
_TERRAIN = RuleSet(
    en="as few entrants as possible come back to a table; then, where terrain rotates too, as seldom as possible to a \
kind of terrain on which they have played; then the squares",
    ru="как можно меньше участников возвращаются за прежний стол; затем, если чередуется и ландшафт, как можно реже — \
к виду ландшафта, на котором уже играли; затем сумма",
)


def _second() -> RuleSet:
    """The first rule set, with tables that can also rotate by their terrain."""
    texts = []
    for text, tables, terrain in zip(_FIRST, _TABLES, _TERRAIN, strict=True):
        assert text.count(tables) == 1, tables
        texts.append(text.replace(tables, terrain))
    return RuleSet(*texts)


RULES = {"1": _FIRST, "2": _second()}
"""Every rule set by its version."""
