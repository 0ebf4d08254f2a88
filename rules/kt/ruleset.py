"""Kill Team as a value: its parts, in the order in which options are listed."""

from __future__ import annotations

from rules.kernel import common
from rules.kernel.part import Part, parts_in
from rules.kernel.rule import rules_in
from rules.kernel.ruleset import Reading, Rosters, Ruleset
from rules.kernel.setting import settings
from rules.kt import (
    ability,
    allowed,
    book,
    charge,
    datasheet,
    deploy,
    faction,
    fight,
    game,
    labels,
    morale,
    move,
    options,
    pieces,
    player,
    position,
    psychic,
    queries,
    reaching,
    reroll,
    roster,
    shoot,
    specialist,
    stratagem,
    table,
    telling,
    words,
    wound,
)

LIMIT = "kt.roster.format-agreed"
KT_2018 = Ruleset(
    id="kt",
    version="2018.1",
    name="Kill Team (2018)",
    parts=(
        common.PART,
        words.PART,
        deploy.PART,
        move.PART,
        charge.PART,
        psychic.PART,
        *parts_in(specialist),
        shoot.PART,
        fight.PART,
        morale.PART,
        game.PART,
        reroll.PART,
        stratagem.PART,
        Part(brings=tuple(stratagem.tactics().values())),
        faction.PART,
        telling.PART,
        labels.PART,
        queries.PART,
        reaching.PART,
    ),
    sides=position.SIDES,
    listed=(*rules_in(specialist), *rules_in(ability)),
    books=(book.BOOK,),
    settle=game.settle,
    score=game.score,
    rosters=Rosters(
        roster.load,
        roster.problems,
        roster.pick,
        roster.team,
        roster.specialism,
        (125, 100, 200),
        LIMIT,
        allowed.agreed,
        allowed.ALLOWED,
        tuple(sorted(datasheet.SPECIALISMS)),
    ),
    checks=position.problems,
    settings=settings(options.DEFAULTS, options.TEXTS, position.RANGES, first=options.FIRST),
    table=table.table,
    palette=pieces.PALETTE,
    lose=wound.lose,
    player=player.Autoplayer,
    reroll=reroll.command,
    price=reroll.price,
    may_reroll=reroll.may,
    reading=Reading(
        printed={"kt.hit.ranged.roll": "BS", "kt.hit.melee.roll": "WS", "kt.save.roll": "Sv"},
        ties=frozenset({"kt.deploy.tie", "kt.gap.initiative-tie"}),
        lengths=frozenset({"kt.charge.success", "kt.move.advance"}),
        scored=frozenset({"kt.gap.victory"}),
    ),
)

VERSIONS = {KT_2018.version: KT_2018}
