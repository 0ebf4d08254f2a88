"""Catalogue of what the document leaves open and how it is settled here."""

from rules.kernel.rule import Clause, Rule

GAPS = Rule(
    "cod.gap",
    en="Gaps of the document",
    ru="Пробелы документа",
    clauses={
        "roll-off-tie": Clause(
            "Tied roll-offs",
            "Ничья при броске",
            "Tied roll-offs are re-rolled.",
            "29, 293, 340, 467, 803",
            status="assumed",
        ),
        "d3": Clause(
            "What D3 means",
            "Что такое D3",
            "D3 means a D6 halved, rounding up.",
            "556, 697, 759",
            status="assumed",
        ),
        "within-inclusive": Clause(
            "Within includes exactly",
            "Ровно на границе значит «в пределах»",
            "Within X inches includes exactly X; further than X and beyond X exclude it.",
            "503, 807, 945",
            status="assumed",
        ),
        "scenario-tie": Clause(
            "Equal scores draw",
            "Равный счёт: ничья",
            "Equal flags, ruins or victory points give a draw.",
            "791, 849, 877, 1131",
            status="assumed",
        ),
        "half-points": Clause(
            "Half of odd costs",
            "Половина нечётной стоимости",
            "Half of an odd cost keeps the fraction.",
            "971",
            status="assumed",
        ),
        "turn-unit": Clause(
            "What a turn is",
            "Что считать ходом",
            "Turn in per-turn limits means player turn; turn numbers in tables, lengths and secrets mean game turns.",
            "485, 580, 763, 960",
            status="assumed",
        ),
        "occupation-timing": Clause(
            "When occupation is checked",
            "Когда проверяют занятие руин",
            "Occupation and flags are evaluated at the end of every player turn and at game end.",
            "775, 789",
            status="assumed",
        ),
        "special-length": Clause(
            "Length of special scenarios",
            "Длительность специальных сценариев",
            "Special scenarios use 6 turns plus random length.",
            "1035, 1059, 1083, 1109, 1135, 1179",
            status="assumed",
        ),
        "wound-or-hit": Clause(
            "Trap wound as hit",
            "Рана ловушки как попадание",
            "A Strength-valued trap wound is a hit that is rolled to wound.",
            "558",
            status="assumed",
        ),
        "ruin-status-stack": Clause(
            "Fortified and dangerous together",
            "Укреплённые и опасные сразу",
            "Fortified and dangerous may both hold; the cover save is 3+ and terrain is dangerous; destruction "
            "clears both.",
            "571, 590, 630",
            status="assumed",
        ),
        "footprint-after-destruction": Clause(
            "Outline of destroyed ruins",
            "Контур уничтоженных руин",
            "The agreed outline of a destroyed ruin is kept for occupation, flags and objectives.",
            "630, 777",
            status="assumed",
        ),
        "deploy-category-per-player": Clause(
            "Category order per player",
            "Порядок категорий у каждого",
            "Category order is checked per player against his own undeployed non-reserve units.",
            "361, 807",
            status="assumed",
        ),
        "both-defend-same": Clause(
            "Defended buildings differ",
            "Защищаемые здания различны",
            "In Urban Assault the two defended buildings must differ.",
            "925",
            status="assumed",
        ),
        "key-building-range-origin": Clause(
            "Ranges from the outline",
            "Радиус от контура руин",
            "Ranges of key buildings are measured from the ruin's outline.",
            "503, 507, 513, 534",
            status="assumed",
        ),
        "own-edge": Clause(
            "A player's own edges",
            "Свой край стола",
            "In quarter deployments a player's own table edges are the two outer edges of his quarter (for "
            "falling back and for reserves).",
            "803, 1065",
            status="assumed",
        ),
        "demolition-unused": Clause(
            "Demolition never revealed",
            "Подрыв не раскрыт",
            "A demolition not revealed in its written turn, or whose turn is never reached, is spent without "
            "effect and is still opened at game end for verification.",
            "580-581",
            status="assumed",
        ),
        "hideout-reveal": Clause(
            "When hideout is opened",
            "Когда открыть убежище",
            "The hideout commitment is opened as soon as that ruin is destroyed and otherwise at game end.",
            "1053",
            status="assumed",
        ),
    },
)
