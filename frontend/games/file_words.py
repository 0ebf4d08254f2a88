"""What is wrong with a file, for the person who sent it: where, what and what to do.

The readers name the place by a path of JSON (`$.forces[0].name`) and say what is wrong for programs and for the API.
Pages say both as people do, in their language, and never show the path.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

import rules

LINE = re.compile(r"line (\d+)\b:?\s*")
SEGMENT = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
AT = re.compile(r"\s*- at `[^`]*`|`")

CORRECT = gettext_lazy("Correct this place and upload the file again.")
AGAIN = gettext_lazy("Export or download the file again, and upload the new copy.")
SMALLER = gettext_lazy("Upload a smaller file.")
OTHER_FILE = gettext_lazy("Choose a roster from BattleScribe, New Recruit or YakTribe, or a text list.")

PARTS: Mapping[str, Promise] = {
    "forces": gettext_lazy("force"), "models": gettext_lazy("model"), "units": gettext_lazy("unit"),
    "weapons": gettext_lazy("weapon"), "gangers": gettext_lazy("fighter"), "dice": gettext_lazy("die"),
    "effects": gettext_lazy("effect"), "keys": gettext_lazy("key"), "name": gettext_lazy("name"),
    "sides": gettext_lazy("side"), "points": gettext_lazy("points"), "table": gettext_lazy("table"),
    "terrain": gettext_lazy("terrain"), "selections": gettext_lazy("selection"), "options": gettext_lazy("option"),
}  # fmt: skip
"""Parts of files that have a name of their own on pages; others are quoted as the file writes them."""

KINDS: Mapping[str, Promise] = {
    "int": gettext_lazy("a whole number"), "float": gettext_lazy("a number"), "str": gettext_lazy("text"),
    "bool": gettext_lazy("yes or no"), "array": gettext_lazy("a list"), "object": gettext_lazy("a group of fields"),
    "null": gettext_lazy("nothing"),
}  # fmt: skip
"""The kinds of values of JSON."""

SENTENCES: tuple[tuple[str, Promise, Promise], ...] = (
    (r"JSON is malformed|truncated|not valid JSON|cannot be parsed|Invalid UTF-8",
     gettext_lazy("the file is cut off or damaged"), AGAIN),
    (r"this file is empty|^empty$", gettext_lazy("the file is empty"), AGAIN),
    (r"Object missing required field `(?P<what>[^`]+)`", gettext_lazy("“%(what)s” is missing"), CORRECT),
    (r"there is no such field|unknown field", gettext_lazy("this field is not known here"), CORRECT),
    (r"Expected `(?P<wanted>[\w]+)(?: \| null)?`, got `(?P<got>\w+)`",
     gettext_lazy("%(wanted)s is expected here, but the file has %(got)s"), CORRECT),
    (r"Invalid (?:enum )?value", gettext_lazy("this value is not one of those allowed"), CORRECT),
    (r"Expected `\w+` >= (?P<least>-?\d+)", gettext_lazy("the number must be at least %(least)s"), CORRECT),
    (r"Expected `\w+` <= (?P<most>-?\d+)", gettext_lazy("the number must be at most %(most)s"), CORRECT),
    (r"Expected `\w+` of length <= (?P<most>\d+)", gettext_lazy("the length must be at most %(most)s"), CORRECT),
    (r"Expected `\w+` of length >= (?P<least>\d+)", gettext_lazy("the length must be at least %(least)s"), CORRECT),
    (r"larger than (?P<most>\d+) MiB|unpacks to more than (?P<unpacked>\d+) MiB",
     gettext_lazy("the file is larger than %(most)s MB"), SMALLER),
    (r"larger than (?P<most>\d+) KiB", gettext_lazy("the list is larger than %(most)s KB"), SMALLER),
    (r"damaged and cannot be unpacked", gettext_lazy("the archive is damaged and cannot be unpacked"), AGAIN),
    (r"protected by a password", gettext_lazy("the archive is protected by a password"), AGAIN),
    (r"this archive", gettext_lazy("the archive is not a roster file: it must hold exactly one .ros file"), AGAIN),
    (r"no readable XML \(line (?P<line>\d+)", gettext_lazy("the file is not valid XML from line %(line)s on"), AGAIN),
    (r"document type or entities|XML elements|no BattleScribe roster|this is no roster|encoding that cannot",
     gettext_lazy("this is not a roster file that the site can read"), OTHER_FILE),
    (r"maximum recursion depth", gettext_lazy("the lists and groups in it are nested too deeply"), CORRECT),
    (r"not UTF-8|codec can't decode", gettext_lazy("the text is not saved as UTF-8"), AGAIN),
    (r"BattleScribe (?P<version>\S+) is not supported",
     gettext_lazy("files of BattleScribe %(version)s cannot be read; versions 1 and 2 can"), AGAIN),
    (r"it has no force|holds no models", gettext_lazy("the roster is empty"), OTHER_FILE),
    (r"no (?:model|fighter) of this (?:roster|gang) can be played",
     gettext_lazy("no model of this roster can be played as the file describes it"), CORRECT),
    (r"none of the lines of a game file|is not 'gamelog|is not 'game-log",
     gettext_lazy("this is not a game file of this site"), AGAIN),
    (r"hash|does not follow", gettext_lazy("the hash does not match: the file was changed after it was saved"), AGAIN),
)  # fmt: skip
"""What readers say, what pages say for it, and what to do. The first that fits counts."""


def file_words(error: rules.RulesError) -> str:
    """Where a file is wrong, what is wrong there, and what to do."""
    if not isinstance(error, rules.Malformed):
        return "; ".join(text for _clause, text in rules.problem(error).told())
    what, advice = _told(error.reason)
    place = _place(error.path)
    said = f"{place}: {what}" if place else what
    return f"{said[:1].upper()}{said[1:]}. {advice}"


def _told(reason: str) -> tuple[str, str]:
    for pattern, sentence, advice in SENTENCES:
        found = re.search(pattern, reason)
        if found:
            facts = {name: value for name, value in found.groupdict().items() if value is not None}
            facts.setdefault("most", facts.get("unpacked", ""))
            return str(sentence) % {name: str(KINDS.get(value, value)) for name, value in facts.items()}, str(advice)
    if get_language() == "en":
        return _plain(reason), str(CORRECT)
    return _("this part of the file cannot be read"), str(CORRECT)


def _plain(reason: str) -> str:
    """A reader's own sentence without its marks for programs."""
    text = re.sub(r"(?<!\w)b?'([^']*)'(?!\w)", "“\\1”", AT.sub("", reason))
    return SEGMENT.sub(" ", text.replace("$", "")).strip(" .") if "$" in text else text.strip(" .")


def _place(path: str) -> str:
    """A path in words: `line 3 $.dice[0]` is “line 3, die 1”. Empty for the whole file."""
    line = LINE.match(path)
    told = [_("line %(number)s") % {"number": line[1]}] if line else []
    for name, index in SEGMENT.findall(path[line.end() :] if line else path):
        if index and told:
            told[-1] = f"{told[-1]} {int(index) + 1}"
        elif name:
            told.append(str(PARTS.get(name, f"“{name}”")))
    return ", ".join(told)
