"""Which clauses a golden game can show, read off the code: those that are more than a reason to refuse."""

from __future__ import annotations

import ast
from pathlib import Path

import rules
from tests.rules.kt.board import KT

SILENT = {
    "kt.ability.extra-attack": "an attack more of its weapon",
    "kt.ability.extra-hits": "hits more",
    "kt.ability.extra-hits-modified": "hits more",
    "kt.ability.reroll-failed-wounds": "dice of the wound roll thrown again",
    "kt.ability.reroll-wounds-of-1": "dice of the wound roll thrown again",
    "kt.ability.wound-6-ap": "another AP in the save roll",
    "kt.specialist.heavy.passive": "a penalty less",
    "kt.specialist.medic.passive": "a penalty less",
    "kt.specialist.scout.passive": "the die of its advance thrown again",
    "kt.specialist.sniper.passive": "dice of the hit roll thrown again",
    "kt.specialist.veteran.passive": "a penalty less",
    "kt.weapon.ability.auto-hit": "no hit roll",
}
"""Rules that change a number or a roll and name themselves nowhere, with what shows of them."""
REFUSALS = {
    "kt.charge.non-target-1in",
    "kt.charge.overwatch.visibility",
    "kt.dice.reroll-once",
    "kt.gap.advance-enemy-1in",
    "kt.gap.retreat-1in",
    "kt.gap.stratagem-repeat",
    "kt.gap.stratagem-source-state",
    "kt.move.normal.enemy-1in",
    "kt.psychic.psyker",
    "kt.roster.stratagem-definition",
    "kt.shoot.visibility",
}
"""Clauses that only refuse, though the code names them elsewhere than in the refusal itself."""
OPTIONS = {
    "kt.gap.veteran-premove",
}
"""Clauses that only change how another one works."""
ELSEWHERE = ("datasheet", "legal", "options", "player", "position", "roster")
"""Modules without effects: they read rosters and positions, and list what may be declared."""


def shown() -> set[str]:
    """Enforced and assumed clauses of Kill Team that an effect may name."""
    cited: set[str] = set()
    for path in sorted((Path(rules.__file__).parent / "kt").rglob("*.py")):
        if path.parent.name != "book" and path.stem not in ELSEWHERE:
            cited |= _cited(ast.parse(path.read_text(encoding="utf-8")))
    for rule in KT.rules:
        cited |= {rule[key] for key in rule.clauses} if rule.handlers else set()
    return {key for key in cited if key in KT.clauses and KT.clauses[key][1].status in ("enforced", "assumed")}


def _cited(tree: ast.Module) -> set[str]:
    """Texts of a module, but for the clauses its `require` refuses with and the options it asks for."""
    refusals = {
        id(node.args[1])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name(node) in ("require", "option") and len(node.args) > 1
    }
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in refusals
    }


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
