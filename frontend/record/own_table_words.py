"""The words of drawing a table of one's own."""

from __future__ import annotations

from django.utils.translation import gettext as _

from frontend.base.lengths import inches
from rules.drawn import MOST_PIECES, Fault


def fault_words(fault: Fault, what: str) -> str:
    """What is wrong with a piece (or the table), as its drawer calls it."""
    about = {
        "what": what, "field": field_words(fault.field), "least": inches(fault.least), "most": inches(fault.most),
        "count": MOST_PIECES,
    }  # fmt: skip
    return {
        "range": _("%(what)s: %(field)s has to be from %(least)s to %(most)s."),
        "unknown": _("%(what)s: choose one of the offered values for %(field)s."),
        "turn": _("%(what)s can be turned by 45° at a time."),
        "storeys": _("%(what)s: its height is a whole number of storeys of %(least)s."),
        "off-table": _("%(what)s would hang over the edge of the table: move it, or make it smaller (%(field)s)."),
        "twice": _("%(what)s: another piece has the same number. Delete one and place it again."),
        "id": _("%(what)s has no usable number. Delete it and place it again."),
        "nothing": _("%(what)s: choose the door that it belongs to."),
        "many": _("A table has at most %(count)d pieces."),
    }[fault.why] % about  # fmt: skip


def field_words(field: str) -> str:
    """A field of a piece or of the table."""
    return {
        "width": _("width"), "depth": _("depth"), "height": _("height"), "floor": _("level"), "x": _("from the left"),
        "y": _("from the top"), "turn": _("turn"), "kind": _("kind"), "name": _("name"),
        "deployment": _("deployment"), "pieces": _("pieces"), "of": _("door"), "id": _("number"),
    }[field]  # fmt: skip


def editor_words() -> dict[str, str]:
    """The words of the component, in the reader's language."""
    return {**_table(), **_piece(), **_told()}


def _table() -> dict[str, str]:
    return {
        "size": _("Size"), "otherSize": _("another size"), "tableWidth": _("Width, inches"),
        "tableDepth": _("Depth, inches"), "deployment": _("Deployment zones"), "noZones": _("none drawn"),
        "palette": _("Pieces to place"), "placeHint": _("Tap the table where it goes."),
        "middle": _("Put it in the middle"), "cancel": _("Cancel"),
        "pickHint": _("Choose a piece, then tap where it goes. Tap a piece on the table to change it."),
        "stage": _("The table. Arrow keys move the chosen piece, R turns it, plus and minus change its size, "
                   "Delete takes it away."),
        "drawn": _("Your table"), "mirror": _("Mirror the half to the other side"), "undo": _("Undo"),
        "clear": _("Clear the table"), "list": _("Pieces on the table"), "none": _("Nothing stands on it yet."),
        "full": _("A table cannot hold more pieces."),
    }  # fmt: skip


def _piece() -> dict[str, str]:
    return {
        "turn": _("Turn by 45°"), "bigger": _("Bigger"), "smaller": _("Smaller"), "copy": _("Copy"),
        "delete": _("Delete"), "x": _("Middle from the left, inches"), "y": _("Middle from the top, inches"),
        "width": _("Width, inches"), "depth": _("Depth, inches"), "height": _("Height, inches"),
        "floor": _("Stands at a level of, inches"), "storeys": _("Storeys"), "angle": _("Turned by, degrees"),
        "door": _("Its door"), "noDoor": _("place a door first"),
    }  # fmt: skip


def _told() -> dict[str, str]:
    return {
        "at": _("{piece}: {width}″ × {depth}″, at {x}″, {y}″"), "placed": _("{piece} placed"),
        "deleted": _("{piece} deleted"), "moved": _("{piece} at {x}″, {y}″"), "turned": _("{piece} turned to {turn}°"),
        "sized": _("{piece} is {width}″ × {depth}″"), "mirrored": _("Both halves match now"),
        "undone": _("Undone"), "cleared": _("The table is empty"), "began": _("The layout can be changed now"),
    }  # fmt: skip
