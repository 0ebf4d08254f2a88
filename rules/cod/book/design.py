"""Catalogue of the advice on new scenarios."""

from rules.kernel.rule import Clause, Rule

DESIGN = Rule(
    "cod.design",
    en="Making new scenarios",
    ru="Создание новых сценариев",
    clauses={
        "adapt": Clause(
            "Alter a standard scenario",
            "Подправить стандартный сценарий",
            "The simplest new scenario takes a standard one and alters a few parameters.",
            "1197-1201",
            status="advice",
        ),
        "special-rules": Clause(
            "Special rules to borrow",
            "Специальные правила на выбор",
            "Core-rulebook special rules may be used too: Escalation, Concealment, Concealed Set-up, Sentries, "
            "Sustained Attack.",
            "1203-1205",
            status="advice",
            note="These rules are not in the document.",
        ),
        "objectives": Clause(
            "Objectives to borrow",
            "Боевые задачи на выбор",
            "The only core objective used in the standard city scenarios is total annihilation, so Battlefield, "
            "Loot, Enemy Lines and Table Quarters are free for own scenarios.",
            "1207-1209",
            status="advice",
            note="These objectives are not in the document.",
        ),
        "objective-warning": Clause(
            "Fights drawn off buildings",
            "Бой уходит от зданий",
            "Four of the five standard scenarios are about occupying buildings, which keeps the action around "
            "them; the four core objectives may draw it into the open.",
            "1211",
            status="advice",
        ),
        "deployment": Clause(
            "Other deployments",
            "Другие расстановки",
            'Standard city scenarios share one deployment; own scenarios may use others, such as a 12" strip '
            "along a long edge, an L-shaped corner or a square centre zone, or leave half the table empty.",
            "1213-1217",
            status="advice",
        ),
        "narrative": Clause(
            "Story scenarios",
            "Сюжетные сценарии",
            "Story scenarios put the plot above balance: last stands with the stronger side attacking, or "
            "carrying off an object, or sending a signal.",
            "1219-1227",
            status="advice",
        ),
        "historical": Clause(
            "Battles from stories",
            "Переигрывание исторических битв",
            "Battles from published stories may be refought, usually a few heroes against hordes, who win by "
            "cunning or escape.",
            "1229-1233",
            status="advice",
        ),
        "stratagems": Clause(
            "Stratagems for own scenarios",
            "Стратегии своего сценария",
            "The author decides how many and which stratagems each side may use, may ban those that break the "
            "scenario and may invent new ones.",
            "1235-1239",
            status="advice",
        ),
        "attack-defence": Clause(
            "Either attacker or defender",
            "Расстановки атаки и защиты",
            "In attack/defence scenarios each army is chosen knowing that its owner may be either attacker or "
            "defender.",
            "1241-1243",
            status="advice",
        ),
        "conclusion": Clause(
            "Closing words",
            "В заключение",
            "Closing remarks on memorable games; no rule.",
            "1245-1247",
            status="advice",
        ),
    },
)
