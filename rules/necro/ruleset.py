"""Necromunda as a value: its parts, in the order in which options are listed."""

from __future__ import annotations

from rules.kernel import common
from rules.kernel.part import parts_in
from rules.kernel.rule import rules_in
from rules.kernel.ruleset import Reading, Rosters, Ruleset
from rules.kernel.setting import settings
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
    injury,
    insane,
    labels,
    move,
    options,
    pieces,
    player,
    position,
    queries,
    reaching,
    resolve,
    scenario,
    special,
    table,
    telling,
    terminal,
    vent,
    words,
)
from rules.necro.army import equipment, roster
from rules.necro.book import SCENARIO

PARTS = (
    common.PART,
    words.PART,
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
    queries.PART,
    reaching.PART,
    telling.PART,
    labels.PART,
    *parts_in(special),
)

ROSTERS = Rosters(
    roster.load,
    roster.problems,
    roster.pick,
    roster.team,
    roster.speciality,
    limit=options.CREDITS,
    agreed=equipment.agreed,
    below=roster.COMPLETED,
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
    price=checks.price,
    may_reroll=checks.may_reroll,
    score=scenario.score,
    rosters=ROSTERS,
    checks=position.judge(PARTS),
    settings=settings(options.DEFAULTS, options.TEXTS, options.RANGES, first=options.FIRST),
    lose=injury.lose,
    fall=words.out,
    least_wounds=0,
    table=table.table,
    palette=pieces.PALETTE,
    player=player.Autoplayer,
    reading=Reading(
        ties=frozenset({activation.PRIORITY, deploy.SETUP}),
        scored=frozenset({scenario.RESULT, SCENARIO["last-standing"]}),
        lengths=frozenset({move.SECOND, engage.ONE, engage.NO_ROOM, forced.PART_FROM}),
    ),
)

VERSIONS = {NECRO.version: NECRO}
