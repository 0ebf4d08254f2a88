"""The bytes of a roster file as a tree: archives and XML, both untrusted. `rules.battlescribe` makes rosters of it."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import XMLParser

from rules.kernel.errors import Malformed

MIB = 1024 * 1024
MAX_PACKED = 4 * MIB
"""Bytes of a `.rosz` as it arrives."""
MAX_UNPACKED = 4 * MIB
"""Bytes of XML, packed or not. A tournament roster of any system is well under one MiB."""
MAX_MEMBERS = 8
"""Files in an archive; BattleScribe writes one."""
MAX_ELEMENTS = 20_000
"""The real rosters that this was built with have up to 1,600, and these limits leave ten times as much."""
MAX_ATTRIBUTES = 60_000
"""Of all elements together; real rosters have up to 3,700."""
MAX_VALUE = 30_000
"""Characters of one attribute; real rosters have up to 330."""
MAX_TEXT = 500_000
"""Characters of all texts together; real rosters have up to 92,000."""
MAX_DEPTH = 64
"""Elements inside one another; three levels of selections take about twenty."""
PIECE = 64 * 1024
"""The file is parsed in pieces of so many bytes, so that a limit ends the parsing."""
_ENDLESS = re.compile(rb"<[^<]{262144}")
"""A tag, with the text after it, of 256 KiB: the parser would keep all of it before it says how many attributes."""


# --- the archive ---------------------------------------------------------------------------------------------------


def unpack(data: bytes) -> bytes:
    """The one file of a `.rosz`, read to at most one byte beyond the limit. Raises: Malformed, whatever the bytes."""
    if len(data) > MAX_PACKED:
        raise Malformed("$", f"this archive is larger than {MAX_PACKED // MIB} MiB")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive, archive.open(_member(archive)) as file:
            xml = file.read(MAX_UNPACKED + 1)
    except Malformed:
        raise
    except Exception as error:  # zipfile answers damage with whatever its parts raise: zlib, struct, EOF, OS errors
        raise Malformed("$", "this archive is damaged and cannot be unpacked") from error
    if len(xml) > MAX_UNPACKED:
        raise Malformed("$", f"this file unpacks to more than {MAX_UNPACKED // MIB} MiB")
    return xml


def _member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    files = [info for info in archive.infolist() if not info.is_dir()]
    if len(archive.infolist()) > MAX_MEMBERS:
        raise Malformed("$", f"this archive holds more than {MAX_MEMBERS} files; a .rosz holds one .ros file")
    rosters = [info for info in files if info.filename.lower().endswith(".ros")] or files
    if len(rosters) != 1:
        raise Malformed("$", f"this archive holds {len(rosters)} rosters; a .rosz holds exactly one .ros file")
    if rosters[0].flag_bits & 0x1:
        raise Malformed("$", "this archive is protected by a password")
    if rosters[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Malformed("$", "this archive is packed in a way that BattleScribe does not use")
    return rosters[0]


class _Builder(TreeBuilder):
    """Builds the tree and stops as soon as it grows too large or too deep, or its `root` is refused."""

    def __init__(self, root: Callable[[str, Mapping[str, str]], None]) -> None:
        super().__init__()
        self.root = root
        self.count = self.attributes = self.text = 0
        self.depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self.count += 1
        self.depth += 1
        self.attributes += len(attrs)
        if self.count > MAX_ELEMENTS:
            raise Malformed("$", f"this file has more than {MAX_ELEMENTS} XML elements")
        if self.depth > MAX_DEPTH:
            raise Malformed("$", f"this file nests XML elements more than {MAX_DEPTH} deep")
        if self.attributes > MAX_ATTRIBUTES:
            raise Malformed("$", f"this file has more than {MAX_ATTRIBUTES} XML attributes")
        for name, value in attrs.items():
            if len(value) > MAX_VALUE:
                raise Malformed("$", f"the attribute {name[:40]!r} has more than {MAX_VALUE} characters")
        if self.count == 1:
            self.root(tag, attrs)
        return super().start(tag, attrs)

    def data(self, data: str, /) -> None:
        self.text += len(data)
        if self.text > MAX_TEXT:
            raise Malformed("$", f"the texts of this file have more than {MAX_TEXT} characters")
        super().data(data)

    def end(self, tag: str, /) -> Element:
        self.depth -= 1
        return super().end(tag)


def parse(xml: bytes, root: Callable[[str, Mapping[str, str]], None] = lambda tag, attributes: None) -> Element:
    """The root of a roster's XML. `root` is told of its tag and attributes before anything else is read, and may refuse
    the file.

    Raises:
        Malformed: it is no XML, too large or too deep, or declares entities.
    """
    if _ENDLESS.search(xml):
        raise Malformed("$", "this file has a tag or a text of more than 256 KiB")
    builder = _Builder(root)
    parser = XMLParser(target=builder, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    try:
        for start in range(0, len(xml), PIECE):
            parser.feed(xml[start : start + PIECE])
        tree = parser.close()
    except Malformed:
        raise
    except DefusedXmlException as error:
        raise Malformed("$", "this file declares a document type or entities, which no roster needs") from error
    except ParseError as error:
        line, column = error.position
        raise Malformed("$", f"this is no readable XML (line {line}, column {column + 1})") from error
    except (ValueError, LookupError) as error:
        raise Malformed("$", "this file is in an encoding that cannot be read") from error
    if not isinstance(tree, Element):
        raise Malformed("$", "this file is empty")
    return tree
