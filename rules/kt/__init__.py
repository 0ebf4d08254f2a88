"""Kill Team, edition of 2018, after the Russian explanation of its core rules (seed document 002).

The battle round lives in one module a phase; specialisms in `specialist/`, weapon and model abilities in `ability/`;
the catalogue of the core sequence in `book/`.
"""

from __future__ import annotations

from rules.kernel import common, log
from rules.kernel.actions import Muster
from rules.kernel.rule import rules_in
from rules.kernel.ruleset import Reading, Rosters, Ruleset
from rules.kt import (
    ability,
    book,
    charge,
    deploy,
    faction,
    fight,
    game,
    legal,
    morale,
    move,
    player,
    position,
    psychic,
    reroll,
    roster,
    shoot,
    specialist,
    stratagem,
    table,
)
from rules.kt.specialist import comms

HANDLERS = {
    **common.HANDLERS,
    Muster: deploy.muster,
    deploy.RollOff: deploy.roll_off,
    deploy.ChooseZone: deploy.choose_zone,
    deploy.Deploy: deploy.deploy,
    game.Initiative: game.initiative,
    game.Pass: game.decline,
    move.Move: move.move,
    move.FallBack: move.fall_back,
    move.Advance: move.advance,
    move.Run: move.run,
    move.Ready: move.ready,
    charge.Charge: charge.charge,
    charge.Overwatch: charge.overwatch,
    charge.Retreat: charge.retreat,
    charge.ChargeRoll: charge.charge_roll,
    charge.ChargeMove: charge.charge_move,
    psychic.Manifest: psychic.manifest,
    psychic.Deny: psychic.deny,
    comms.Scan: comms.scan,
    stratagem.Stratagem: stratagem.play,
    faction.FactionTactic: faction.tactic,
    shoot.Shoot: shoot.shoot,
    fight.Fight: fight.fight,
    fight.Consolidate: fight.consolidate,
    morale.Morale: morale.morale,
    morale.NerveTest: morale.nerve_test,
}

Declared = (
    common.Common
    | Muster
    | deploy.RollOff
    | deploy.ChooseZone
    | deploy.Deploy
    | game.Initiative
    | game.Pass
    | move.Move
    | move.FallBack
    | move.Advance
    | move.Run
    | move.Ready
    | charge.Charge
    | charge.Overwatch
    | charge.Retreat
    | charge.ChargeRoll
    | charge.ChargeMove
    | psychic.Manifest
    | psychic.Deny
    | comms.Scan
    | stratagem.Stratagem
    | faction.FactionTactic
    | shoot.Shoot
    | fight.Fight
    | fight.Consolidate
    | morale.Morale
    | morale.NerveTest
)

LIMIT = "kt.roster.format-agreed"
KT_2018 = Ruleset(
    id="kt",
    version="2018.1",
    name="Kill Team (2018)",
    sides=position.SIDES,
    action=Declared,
    handlers=HANDLERS,  # type: ignore[arg-type]
    settle=game.settle,
    score=game.score,
    options=legal.options,
    rules=(*log.RULES, *rules_in(specialist), *rules_in(ability)),
    rosters=Rosters(roster.load, roster.problems, roster.pick, roster.team, roster.specialism, (125, 100, 200), LIMIT),
    problems=position.problems,
    table=table.table,
    player=player.Player,
    reroll=reroll.command,
    may_reroll=reroll.may,
    books=(book.BOOK,),
    reading=Reading(
        printed={"kt.hit.ranged.roll": "BS", "kt.hit.melee.roll": "WS", "kt.save.roll": "Sv"},
        ties=frozenset({"kt.deploy.tie", "kt.gap.initiative-tie"}),
        lengths=frozenset({"kt.charge.success", "kt.move.advance"}),
        scored=frozenset({"kt.gap.victory"}),
    ),
)

VERSIONS = {KT_2018.version: KT_2018}
