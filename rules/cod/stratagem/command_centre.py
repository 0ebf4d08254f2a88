"""The Command Centre, a key building."""

from __future__ import annotations

from rules.cod.chosen import Use, as_key_building
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule

COMMAND_CENTRE = Rule(
    "cod.stratagem.command-centre",
    en="Command Centre",
    ru="Командный центр",
    clauses={
        "choose-one": Clause(
            "One effect each turn",
            "Один эффект за ход",
            "The Command Centre has two effects, of which only one may be used each turn.",
            "497-501",
            text_ru="У командного центра два эффекта, и за ход можно применить только один.",
        ),
        "counter-attack": Clause(
            'Counter-attack within 12"',
            'Контратака в 12"',
            'A unit within 12" of the Command Centre has the Counter-attack universal special rule for the turn.',
            "503",
            text_ru='Отряд в пределах 12" от командного центра получает на этот ход универсальное специальное правило '
            "«Контратака».",
            note="Measured from the ruin's outline; it matters mostly in the enemy's turn.",
            note_ru="Меряют от контура руин; важно в основном во вражеский ход.",
        ),
        "target-priority": Clause(
            'Target Priority within 24"',
            'Приоритет Цели в 24"',
            'A unit within 24" of the Command Centre automatically passes its Target Priority test.',
            "507",
            text_ru='Отряд в пределах 24" от командного центра автоматически проходит тест на приоритет цели.',
            status="recorded",
            note="The core rules of this edition have no such test, so the use is only recorded.",
            note_ru="В основных правилах этой редакции такого теста нет, поэтому применение только записывается.",
        ),
    },
)

COUNTER, TARGET = COMMAND_CENTRE["counter-attack"], COMMAND_CENTRE["target-priority"]

STRATAGEM = as_key_building(
    COMMAND_CENTRE,
    COMMAND_CENTRE["choose-one"],
    {
        "counter-attack": Use(COUNTER, (("wh40k.usr.counter-attack", 1),), reach=12 * INCH),
        "target-priority": Use(TARGET, ((TARGET, 1),), reach=24 * INCH),
    },
)
