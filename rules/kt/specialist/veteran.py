"""The Veteran specialist."""

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.rule import Clause, Rule
from rules.kt import words
from rules.kt.morale import NERVE_MODIFIERS
from rules.kt.stratagem import Tactic

VETERAN = Rule(
    "kt.specialist.veteran",
    en="Veteran",
    ru="Ветеран",
    clauses={
        "passive": Clause(
            "Veteran ignores nerve penalties",
            "Ветеран без штрафов к нервам",
            "The Veteran ignores every penalty to its nerve tests: +1 for dead and +1 for shaken models are not "
            'added, while -1 for friends within 2" still counts.',
            "197-197",
            text_ru="Ветеран не замечает штрафов к своим нервам: +1 за погибших и +1 за дрожащих не прибавляют, а -1 "
            'за своих в пределах 2" считают.',
        ),
        "stratagem": Clause(
            "Veteran moves early",
            "Ветеран ходит заранее",
            "Once per game, at the start of round 1 before the Initiative phase, the Veteran may make a normal move of "
            "M or an advance of M + d6.",
            "200-200",
            text_ru="Раз за игру, в начале раунда 1 до фазы инициативы, ветеран может сделать нормал мув на M или "
            "адванс на M + d6.",
            note="Price not printed: 1 CP by default, so the CP of round 1 are credited first.",
            note_ru="Цена не напечатана: по умолчанию 1 КП, поэтому сначала начисляются КП раунда 1.",
        ),
    },
)

VETERAN_PREMOVE = Rule(
    "kt.gap.veteran-premove",
    en="Veteran's early advance",
    ru="Ранний адванс ветерана",
    clauses={
        "": Clause(
            "Early advance still counts",
            "Ранний адванс считается",
            "A Veteran that advanced with its stratagem counts as having advanced in round 1 (no charge, reaction or "
            "non-Assault shooting) and still takes its own action in the Movement phase.",
            "200-200,280-280,410-416",
            text_ru="Ветеран, адвансивший по своей стратагеме, считается адвансившим в раунде 1 (не чарджит, не "
            "реагирует, стреляет только из асолта), но своё действие в фазе движения у него остаётся.",
            status="assumed",
            note="The literal reading; an option. A normal move counts as having moved in round 1.",
            note_ru="Читаем буквально; опция. После нормал мува он в раунде 1 считается двигавшимся.",
        ),
    },
)

TACTIC = Tactic(VETERAN.id, VETERAN["stratagem"], "initiative", words.ACTED, acts="first", once=True)


@VETERAN.at(NERVE_MODIFIERS, of="model")
def grizzled(ctx: Context, modifiers: Modifiers, **_: Any) -> Modifiers:
    """Additions to the nerve test are ignored; subtractions still count."""
    return tuple(pair for pair in modifiers if pair[1] < 0)
