"""Parsing of the judge's input: step numbers, and rules by their words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django import forms
from django.utils.translation import gettext as _

import rules
from frontend.base.language import russian
from frontend.games import refusal_words

MOST_STEPS = 1000


def matching(ruleset: rules.Ruleset, said: str) -> Iterator[str]:
    """The clauses that match: the one with this id or label, else all that contain these words."""
    if said in ruleset.clauses:
        yield said
        return
    wanted = said.casefold()
    labels = {key: (clause.en.casefold(), clause.ru.casefold()) for key, (_rule, clause) in ruleset.clauses.items()}
    exact = [key for key, names in labels.items() if wanted in names]
    if exact:
        yield from exact
        return
    words = wanted.split()
    found = [key for key, names in labels.items() if words and all(word in " ".join((key, *names)) for word in words)]
    # If a word is a whole part of the id, that match is likelier: `move` means `kt.move.normal` first.
    yield from sorted(found, key=lambda key: not any(word in key.split(".") for word in words))


def rule_label(ruleset: rules.Ruleset, key: str) -> str:
    """A clause's label in the reader's language; its id if the catalogue does not have it."""
    found = ruleset.clauses.get(key)
    if found is None:
        return key
    clause = found[1]
    return ((clause.ru if russian() else clause.en) or clause.en) or key


def refusal_text(ruleset: rules.Ruleset, said: rules.Problem) -> str:
    """Every sentence of a refusal, each with the label of its rule in the reader's language."""
    told = [(f"{text}.", clause) for clause, text in refusal_words.grounds(ruleset, said)]
    return " ".join(f"{text} {rule_label(ruleset, clause)} ({clause})" if clause else text for text, clause in told)


def numbered(text: str) -> Iterator[int]:
    """Step numbers as people list them: `42, 45-47`. Raises: ValidationError."""
    parts = re.findall(r"[^\s,;]+", re.sub(r"\s*[-–—]\s*", "-", text))
    count = 0
    for part in parts:
        found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", part, re.ASCII)
        if not found or (found[2] and int(found[2]) < int(found[1])):
            raise forms.ValidationError(_("“%(part)s” is not a step number.") % {"part": part[:40]})
        first, last = int(found[1]), int(found[2] or found[1])
        count += last - first + 1
        if count > MOST_STEPS:
            raise forms.ValidationError(_("At most %(most)d steps at once.") % {"most": MOST_STEPS})
        yield from range(first, last + 1)


def dice_wanted(ruleset: rules.Ruleset, error: rules.DiceWanted) -> str:
    """The error for a declaration that needs more dice, and for which rule."""
    about = {"dice": f"{error.count}D{error.sides}", "rule": rule_label(ruleset, error.clause), "read": error.read}
    return _("%(dice)s more needed for “%(rule)s”, after the first %(read)d.") % about
