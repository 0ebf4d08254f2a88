"""Catalogue of the Psychic phase."""

from rules.kernel.rule import Clause, Rule

PSYCHIC = Rule(
    "kt.psychic",
    en="Psychic phase",
    ru="Психическая фаза",
    clauses={
        "psyker": Clause(
            "Psykers cast here only",
            "Колдуют только псайкеры",
            "Only models with the keyword PSYKER use powers, and only in the Psychic phase.",
            "347-348,352-352",
        ),
        "one-caster": Clause(
            "One caster a side",
            "Один псайкер за раунд",
            "Each side may choose only 1 model a round to cast.",
            "349-349,377-378,908-908",
            note="Grey Knights and Thousand Sons lift this: the option names how many models a side may choose, 1 by "
            "default.",
        ),
        "choose-power": Clause(
            "Choice of a power",
            "Выбор психосилы",
            "The psyker picks one power it knows, and every psyker knows Psybolt.",
            "353-355",
            note="One power a psyker a round unless its datasheet says more; other powers are faction data.",
        ),
        "psybolt": Clause(
            "Psybolt power",
            "Псиболт",
            'Psybolt has difficulty 5 and deals 1 mortal wound to the closest visible enemy within 18" of the psyker.',
            "357-358,910-910",
            note="The nearest of the visible enemies, not a free choice; of several as near, the first of its roster.",
        ),
        "psybolt.strong": Clause(
            "Psybolt on 11+",
            "Псиболт на 11+",
            "If the psychic test totals 11 or more, Psybolt deals D3 mortal wounds instead of 1.",
            "358-358",
        ),
        "test": Clause(
            "Psychic test",
            "Психотест",
            "The psyker rolls 2d6, and a total equal to or above the difficulty makes the power work.",
            "360-361",
        ),
        "perils": Clause(
            "Perils of casting",
            "Перила",
            "A psychic test of 1 and 1 or 6 and 6 deals D3 mortal wounds to the caster.",
            "363-363,909-909",
            note="A double 6 still passes the test with 12.",
        ),
        "perils.death": Clause(
            "Psyker dies of perils",
            "Смерть от перил",
            'If perils kill the psyker, every model within 3" of it, of both sides, suffers D3 mortal wounds.',
            "364-364",
            note="A D3 for each model: kt.gap.perils-each.",
        ),
        "deny": Clause(
            "Deny the Witch",
            "Денай",
            'An enemy psyker within 24" of the caster may try to cancel the power.',
            "366-367",
        ),
        "deny.roll": Clause(
            "Deny roll",
            "Бросок на денай",
            "The denying psyker rolls 2d6 and cancels the power only with more than the psychic test total; a tie is "
            "not enough.",
            "368-368",
        ),
        "deny.count": Clause(
            "Number of denies",
            "Сколько денаев",
            "A psyker has the number of denies on its datasheet, 1 for all but the Eldar Farseer with 2.",
            "370-370",
            note="The datasheet overrides the limit of one a round.",
        ),
        "deny.once-per-psyker": Clause(
            "One deny per psyker",
            "Один денай на псайкера",
            "A psyker may try to deny only 1 power a round.",
            "372-372",
            note="Unless its datasheet gives more denies.",
        ),
        "deny.once-per-power": Clause(
            "One deny per power",
            "Один денай на психосилу",
            "Each power may meet only 1 deny attempt a round.",
            "372-372",
        ),
        "resolve": Clause(
            "Resolving the power",
            "Воплощение психосилы",
            "A power whose test passed and which was not denied takes effect.",
            "374-375",
        ),
    },
)

PERILS_EACH = Rule(
    "kt.gap.perils-each",
    en="Order of perils damage",
    ru="Порядок урона от перил",
    clauses={
        "": Clause(
            "Perils rolled per model",
            "Перила: д3 на каждого",
            "When perils kill the psyker, each model within 3\" rolls its own D3: the psyker's side in roster order, "
            "then the other, each finishing its injury roll before the next.",
            "364-364",
            status="assumed",
        ),
    },
)

POWER_FAILS_IF_DEAD = Rule(
    "kt.gap.power-fails-if-dead",
    en="Caster killed by perils",
    ru="Псайкер погиб от перил",
    clauses={
        "": Clause(
            "Dead caster, no power",
            "Погиб: психосила не сработала",
            "A power has no effect if perils killed its caster.",
            "363-364,374-375",
            status="assumed",
            note="Not printed; the order of steps would resolve it. An option.",
        ),
    },
)

DENY_AFTER_SUCCESS = Rule(
    "kt.gap.deny-after-success",
    en="When to deny",
    ru="Когда денаить",
    clauses={
        "": Clause(
            "Deny after success only",
            "Денай после успешного теста",
            "A deny may be tried only against a power whose psychic test succeeded.",
            "367-375",
            status="assumed",
            note="Follows from the order of steps.",
        ),
    },
)

PSYCHIC_ORDER = Rule(
    "kt.gap.psychic-order",
    en="Order of casting",
    ru="Порядок колдовства",
    clauses={
        "": Clause(
            "Initiative casts first",
            "Кто колдует первым",
            "In the Psychic phase the side with initiative uses its psyker first, then the other.",
            "349-349,907-907",
            status="assumed",
        ),
    },
)

PSYBOLT_INTO_MELEE = Rule(
    "kt.gap.psybolt-into-melee",
    en="Psybolt into melee",
    ru="Псиболт в мили",
    clauses={
        "": Clause(
            "Psybolt into a melee",
            "Псиболт в хтх можно",
            'Psybolt may strike an enemy within 1" of friendly models.',
            "358-358,439-439",
            status="assumed",
            note="The ban on such targets belongs to shooting.",
        ),
    },
)

INJURY_FROM_PERILS = Rule(
    "kt.gap.injury-from-perils",
    en="Injury without attacker",
    ru="Инджури без атакующего",
    clauses={
        "": Clause(
            "Injury without an attacker",
            "Инджури от перил и падений",
            "Injury rolls from perils, jumps and other damage without an attacker take no -1 for cover but do take +1 "
            "for each flesh wound.",
            "331-331,363-364,552-559",
            status="assumed",
            note="Not printed.",
        ),
    },
)
