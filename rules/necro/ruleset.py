"""Necromunda as a value: its parts, in the order in which options are listed."""

from __future__ import annotations

from rules.kernel import common
from rules.kernel.part import parts_in
from rules.kernel.rule import rules_in
from rules.kernel.ruleset import Reading, Ruleset
from rules.necro import (
    activation,
    book,
    breach,
    checks,
    deploy,
    door,
    engage,
    fight,
    forced,
    hazard,
    insane,
    move,
    position,
    resolve,
    scenario,
    special,
    table,
    telling,
    terminal,
    vent,
    words,
)
from rules.necro.book import SCENARIO

PARTS = (
    common.PART,
    checks.PART,
    deploy.PART,
    activation.PART,
    insane.PART,
    door.PART,
    breach.PART,
    terminal.PART,
    vent.PART,
    resolve.PART,
    fight.PART,
    move.PART,
    engage.PART,
    forced.PART,
    hazard.PART,
    scenario.PART,
    telling.PART,
    *parts_in(special),
)

NECRO = Ruleset(
    id="necro",
    version="yce-1.2",
    name="Necromunda (community edition 1.2)",
    parts=PARTS,
    sides=words.SIDES,
    listed=(*book.BOOK.named, *rules_in(special)),
    books=(book.BOOK,),
    reroll=checks.reroll,
    may_reroll=checks.may_reroll,
    score=scenario.score,
    checks=position.judge(PARTS),
    table=table.table,
    reading=Reading(
        ties=frozenset({activation.PRIORITY, deploy.SETUP}),
        scored=frozenset({scenario.RESULT, SCENARIO["last-standing"]}),
        lengths=frozenset({move.SECOND, engage.ONE, engage.NO_ROOM, forced.PART_FROM}),
    ),
)

VERSIONS = {NECRO.version: NECRO}
