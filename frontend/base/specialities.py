"""What sets a model apart on a list, in the reader's language."""

from __future__ import annotations

from django.utils.translation import pgettext


def speciality_name(word: str) -> str:
    """A speciality in words; one that somebody made up is shown as it was written."""
    return {
        "combat": pgettext("speciality", "combat"), "comms": pgettext("speciality", "comms"),
        "demolitions": pgettext("speciality", "demolitions"), "heavy": pgettext("speciality", "heavy"),
        "leader": pgettext("speciality", "leader"), "medic": pgettext("speciality", "medic"),
        "scout": pgettext("speciality", "scout"), "sniper": pgettext("speciality", "sniper"),
        "veteran": pgettext("speciality", "veteran"), "zealot": pgettext("speciality", "zealot"),
    }.get(word, word)  # fmt: skip
