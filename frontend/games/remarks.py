"""What the reader of a roster took otherwise than printed, in the visitor's language."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.kernel.remarks import Remark

COLUMNS = (
    gettext_noop("number"),
    gettext_noop("name"),
    gettext_noop("profile"),
    gettext_noop("points"),
    gettext_noop("models"),
    gettext_noop("weapons"),
    gettext_noop("value"),
    gettext_noop("Model"),
    gettext_noop("rank"),
    gettext_noop("status"),
    gettext_noop("equipment"),
    gettext_noop("skills"),
    gettext_noop("injuries"),
)
"""Words for places in a file that are not the file's own."""
FORMS = (
    gettext_noop("an amount"),
    gettext_noop("a profile"),
    gettext_noop("a number"),
    gettext_noop("a number from 1"),
    gettext_noop("a number from 0 to 10"),
    gettext_noop("a number from 1 to 10"),
    gettext_noop("a number from 1 to 20"),
    gettext_noop("a number, D3 or D6"),
    gettext_noop("a roll such as 3+"),
    gettext_noop("a roll such as 3+ or 3+/5++"),
    gettext_noop('a length such as 6"'),
    gettext_noop('a length such as 24"'),
    gettext_noop('Melee or a length such as 24"'),
    gettext_noop('Melee, Template or a length such as 24"'),
    gettext_noop("Melee, as its type is"),
    gettext_noop("Melee or a type such as Assault 2"),
    gettext_noop("a number, User, +1 or x2"),
    gettext_noop("0 or a negative number"),
    gettext_noop("a number from 1 to 10, User, +1 or x2"),
    gettext_noop("a number from 1 to 6 or a dash"),
    gettext_noop(
        "one of Assault, Rapid Fire, Heavy, Pistol, Ordnance, Template, Melee, Grenade, with a number of shots"
    ),
    gettext_noop("an entry on its own line"),
    gettext_noop("as many models as its command group"),
    gettext_noop("one of 100 options by name"),
    gettext_noop("a weapon with a range, Strength and Armour Penetration"),
    gettext_noop("two rates in inches such as 8, 16"),
    gettext_noop("dice such as 2D6"),
    gettext_noop("hits, Strength and Armour Penetration such as 2, 4, 1"),
    gettext_noop("Alive"),
    gettext_noop("a name"),
    gettext_noop("a list"),
    gettext_noop("a fighter"),
    gettext_noop("a skill that the rules know"),
    gettext_noop("an injury that the rules know"),
    gettext_noop("a number, S or S+1"),
    gettext_noop('E, T, Sx3 or a length such as 24"'),
)
"""The forms that readers ask for; any other is shown in English."""


class Remarks(msgspec.Struct, frozen=True):
    """The remarks of a roster as sentences, by what they are about."""

    edition: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    read_as: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    more: int = 0


def told(remarks: Iterable[Remark]) -> Remarks:
    """All remarks in words."""
    found = list(remarks)
    return Remarks(
        edition=tuple(_edition(each) for each in found if each.kind == "edition"),
        figures=tuple(_figure(each) for each in found if each.kind == "differs"),
        read_as=tuple(_often(each, _read_as(each)) for each in found if each.kind == "read-as"),
        left_out=tuple(_often(each, _left_out(each)) for each in found if each.kind == "left-out"),
        more=sum(each.count for each in found if each.kind == "more"),
    )


def _edition(remark: Remark) -> str:
    return _("This roster is for another edition: %(said)s. It will be played under %(read)s.") % _words(remark)


def _figure(remark: Remark) -> str:
    if remark.item == "points":
        text = _("The file says %(said)s points; those that were read add up to %(read)s.")
    elif remark.item == "models":
        text = _("By its own types the file has %(said)s models; %(read)s stand on the table.")
    else:
        text = _("The file says %(said)s (%(item)s); %(read)s were read.")
    return text % _words(remark)


def _read_as(remark: Remark) -> str:
    return (_("%(place)s: “%(said)s” is read as %(read)s") if remark.said
            else _("%(place)s: not given, read as %(read)s")) % _words(remark)  # fmt: skip


def _left_out(remark: Remark) -> str:
    if not remark.said:
        return _("%(place)s: this is missing") % _words(remark)
    return _("%(place)s: “%(said)s” is not %(wanted)s") % _words(remark)


def _often(remark: Remark, text: str) -> str:
    if remark.count == 1:
        return text
    times = ngettext("%(count)s time", "%(count)s times", remark.count) % {"count": remark.count}
    return f"{text} ({times})"


def _words(remark: Remark) -> dict[str, str]:
    """The parts of a remark, those of our own in the visitor's language."""
    parts = (remark.where, _ours(remark.item), _ours(remark.column))
    return {
        "place": ", ".join(part for part in parts if part), "said": remark.said, "read": remark.read,
        "item": _ours(remark.item), "wanted": _(remark.wanted) if remark.wanted in FORMS else remark.wanted,
    }  # fmt: skip


def _ours(word: str) -> str:
    return _(word) if word in COLUMNS else word
