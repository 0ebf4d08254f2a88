"""Catalogue of charges and reactions."""

from rules.kernel.rule import Clause, Rule

CHARGE = Rule(
    "kt.charge",
    en="Charge",
    ru="Чардж",
    clauses={
        "declare": Clause(
            "Who may charge",
            "Кто может чарджить",
            'A model may charge if it did not start the phase within 1" of an enemy and at least one enemy is within '
            '12" of it.',
            "285-286",
            note="Not after a fall back or an advance; the enemy need not be visible.",
        ),
        "targets": Clause(
            "Charge targets",
            "Цели чарджа",
            'The charging player names one or more enemy models within 12", exactly 12" included, as targets.',
            "288-290",
        ),
        "react": Clause(
            "Reactions come first",
            "Реакция на чардж",
            "Before the 2d6 of the charge are rolled, the opponent may answer with Overwatch or Retreat.",
            "292-294",
            note="Once for each target of a charge; only targets react (kt.gap.reaction-who).",
        ),
        "react.not-engaged": Clause(
            "Engaged models cannot react",
            "В мили не реагируют",
            'A model within 1" of one of its enemies cannot react to a charge.',
            "294-294",
        ),
        "overwatch": Clause(
            "Overwatch reaction",
            "Овервотч",
            "Overwatch is a shot at the charging model by the normal rules that hits only on an unmodified 6, "
            "whatever BS and modifiers.",
            "297-299",
            note="Automatic hits still hit; overwatch does not use up the shot of the Shooting phase.",
        ),
        "overwatch.visibility": Clause(
            "Overwatch needs visibility",
            "Овервотч только по видимым",
            "The charging model must be visible to the model that fires overwatch, unless its weapon shoots without "
            "visibility.",
            "299-299,342-343",
            note="Judged when the charge is declared.",
        ),
        "retreat": Clause(
            "Retreat reaction",
            "Отход, ретрит",
            'Instead of Overwatch a target may move up to 3" and must end farther from the charging model.',
            "302-304",
            note="Farther than it stood before the retreat.",
        ),
        "retreat.restrictions": Clause(
            "After a retreat",
            "После отхода",
            "A model that retreated makes no more reactions this phase and cannot shoot unless it has FLY.",
            "304-304,418-418",
            note="FLY lifts the ban on shooting only, not the one on reactions; the later list omits FLY, the "
            "exception stays.",
        ),
        "roll": Clause(
            "Charge roll",
            "Бросок на чардж",
            "After the reactions 2d6 are rolled, and their sum is the distance in inches the model may charge.",
            "306-308",
        ),
        "success": Clause(
            "Successful charge",
            "Успешный чардж",
            'A charge succeeds if its distance lets the model end within 1" of at least one of its targets.',
            "308-308",
            note="The text says any enemy; non-targets cannot be approached, so it must be a target.",
        ),
        "non-target-1in": Clause(
            "Keep from non-targets",
            'К не-целям не ближе 1"',
            'No point of a charge move may lie within 1" of an enemy that was not named as a target.',
            "312-312,345-345",
        ),
        "failed-move": Clause(
            "Move of failed charge",
            "Проваленный чардж",
            "After a failed charge the model stays or moves the full distance rolled to end as close as it can to one "
            'target, more than 1" from enemies that were not targets.',
            "315-315",
            note="Less than the full distance only if blocked.",
        ),
        "no-shooting": Clause(
            "No shooting after charge",
            "После чарджа не стреляем",
            "A model that attempted a charge, successful or not, cannot shoot this round.",
            "318-318,412-412",
        ),
    },
)

REACTION_WHO = Rule(
    "kt.gap.reaction-who",
    en="Who reacts",
    ru="Кто реагирует",
    clauses={
        "": Clause(
            "Only targets react",
            "Реагируют только цели",
            "Only models named as targets of the charge may react to it.",
            "292-294",
            status="assumed",
            note="The text says only that the opponent reacts.",
        ),
    },
)

RETREAT_1IN = Rule(
    "kt.gap.retreat-1in",
    en="Retreat near enemies",
    ru="Отход рядом с врагом",
    clauses={
        "": Clause(
            'Retreat keeps 1"',
            'Отход не ближе 1"',
            'A retreating model may neither pass nor end within 1" of any enemy.',
            "304-304",
            status="assumed",
            note="Not printed; follows the limit on other moves.",
        ),
    },
)

OVERWATCH_REPEAT = Rule(
    "kt.gap.overwatch-repeat",
    en="Repeated overwatch",
    ru="Повторный овервотч",
    clauses={
        "": Clause(
            "Overwatch more than once",
            "Овервотч не один раз",
            'A model may fire overwatch against several charges in a phase while it is not within 1" of an enemy and '
            "has not retreated, and may retreat from a later one.",
            "294-304",
            status="assumed",
            note="Not limited in the source.",
        ),
    },
)

RETREAT_AFTER_MOVING = Rule(
    "kt.gap.retreat-after-moving",
    en="Retreat after moving",
    ru="Отход после мува",
    clauses={
        "": Clause(
            "Retreat after a move",
            "Отход после нормал мува",
            "A model that made a normal move this phase may still retreat from a later charge; only an advance, a "
            "fall back and an earlier retreat rule it out.",
            "273-273,280-280,304-304",
            status="assumed",
            note="Published commentary on the printed game forbids it; an option whose default follows the source.",
        ),
    },
)

OVERWATCH_AFTER_CHARGE = Rule(
    "kt.gap.overwatch-after-charge",
    en="Overwatch after a charge",
    ru="Овервотч после чарджа",
    clauses={
        "": Clause(
            "No overwatch after charge",
            "После чарджа без овервотча",
            "A model that attempted a charge this round cannot fire overwatch, since overwatch is shooting; it may "
            "retreat.",
            "299-299,318-318",
            status="assumed",
            note="Inferred from the two rules together.",
        ),
    },
)
