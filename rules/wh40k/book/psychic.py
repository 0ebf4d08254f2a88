"""Catalogue of presumed psychic rules."""

from rules.kernel.rule import Clause, Rule

PSYCHIC = Rule(
    "wh40k.assumed.psychic",
    en="Psychic powers",
    ru="Пси-силы",
    clauses={
        "warp-charge": Clause(
            "Warp Charge",
            "Варп-заряд",
            "A psyker has Warp Charge points each turn equal to his Mastery Level; a point is spent whether or "
            "not the test succeeds.",
            "-",
            status="assumed",
            note="In the turns of both players, so that Force weapons can be activated in the enemy's.",
        ),
        "test": Clause(
            "Psychic test",
            "Пси-тест",
            "Psychic test: roll 2D6; equal to or below Leadership succeeds.",
            "-",
            status="assumed",
        ),
        "power": Clause(
            "Effect of a power",
            "Действие пси-силы",
            "A psyker tries each power of its sheet once a turn. A power that is printed as a weapon is fired in the "
            "Shooting phase; what another does the players declare.",
            "-",
            status="recorded",
            note="The source prints no powers.",
        ),
        "perils": Clause(
            "Perils of the Warp",
            "Опасности варпа",
            "A double 1 or double 6 on a psychic test causes Perils of the Warp: one Wound with no saves allowed.",
            "-",
            status="assumed",
        ),
        "deny": Clause(
            "Deny the Witch",
            "Отвергни ведьму",
            "A unit targeted by an enemy power rolls a D6 and cancels the power on a total of 6 or more; +1 if "
            "the unit contains a psyker whose Mastery Level does not exceed the caster's, +2 if its psyker's "
            "Mastery Level is higher.",
            "-",
            status="assumed",
        ),
    },
)
