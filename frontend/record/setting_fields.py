"""Form fields for the options that players agree on before a game, whatever the ruleset.

The words of an option are those of its ruleset (`Setting.text`), translated like every text of these pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

import rules
from frontend.base.language import russian
from frontend.games.cast import Cast
from rules.kernel.setting import Setting, Value

YES, NO = "yes", "no"
MOST_TEXT = 4000


def settings_of(ruleset: rules.Ruleset) -> Iterator[Setting]:
    """The options that are asked here; the limit of points has a question of its own."""
    return (setting for setting in ruleset.settings if setting.key != ruleset.rosters.limit)


def field_of(ruleset: rules.Ruleset, setting: Setting, chosen: Mapping[str, Value]) -> forms.Field:
    """The field of an option, filled in with what was agreed before, else with its default."""
    initial: Any = chosen.get(setting.key, setting.default)
    label, text = label_of(ruleset, setting), _(setting.text)
    said: dict[str, Any] = {"label": label or text, "help_text": text if label else "", "required": False}
    if isinstance(setting.default, bool):
        choices = [(YES, _("Yes")), (NO, _("No"))]
        return forms.ChoiceField(choices=choices, initial=YES if initial else NO, **said)
    if isinstance(setting.default, int):
        least, most = setting.bounds
        return forms.IntegerField(min_value=least, max_value=most, initial=initial, **said)
    if setting.choices:
        return forms.ChoiceField(
            choices=[(each, _choice(ruleset, setting, each)) for each in setting.choices], initial=initial, **said
        )
    rows = forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "class": "code"})
    return forms.CharField(widget=rows, initial=initial, max_length=MOST_TEXT, **said)


def label_of(ruleset: rules.Ruleset, setting: Setting) -> str:
    """The name of the rule that an option settles, in the reader's language; empty if it is of no one rule."""
    found = ruleset.clauses.get(setting.key)
    if found is None:
        return ""
    rule, clause = found
    return str((clause.ru or rule.ru) if russian() else (clause.en or rule.en))


def _choice(ruleset: rules.Ruleset, setting: Setting, value: str) -> str:
    if not value:
        return _("decided by a roll")
    if value in ruleset.sides:
        return _("you") if value == ruleset.sides[0] else _("your opponent")
    named = next((rule for rule in ruleset.catalogue if rule.id == f"{setting.key}.{value}"), None)
    if named is not None:
        return str(named.ru if russian() else named.en)
    return Cast(ruleset).value(setting.key, value)


def value_of(setting: Setting, said: Any) -> Value:
    """The value of an option from its cleaned field; left empty, its default."""
    if isinstance(setting.default, bool):
        return said == YES if said else setting.default
    if isinstance(setting.default, int):
        return setting.default if said is None else int(said)
    return str(said).replace("\r\n", "\n").strip()
