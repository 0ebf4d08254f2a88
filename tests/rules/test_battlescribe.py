"""Reading roster files: what is kept, the limits, and that damage of any kind is `Malformed` and nothing else."""

from __future__ import annotations

import io
import struct
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from rules import battlescribe, rosterfile, selections
from rules.battlescribe import Document, read
from rules.kernel.errors import Malformed
from rules.kernel.remarks import Remark

DEMO = Path(__file__).parents[2] / "gamelog" / "demo"
REAL = Path(__file__).parents[3] / "shared" / "data" / "rosters"
LADDER = ("version-ladder.v1_15.ros.xml", "version-ladder.v2_01.ros.xml", "version-ladder.v2_03.ros.xml")
NAMESPACE = ' xmlns="http://www.battlescribe.net/schema/rosterSchema"'
SMALL = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="1" name="Patrol" battleScribeVersion="2.03" gameSystemId="gs" gameSystemName="Some Game"{namespace}>
  <customNotes>Sunday list</customNotes>
  <costs><cost name="pts" value="30.0"/><cost name="PL" value="2.5"/></costs>
  <forces><force name="Patrol Detachment" catalogueName="Dockers">
    <rules><rule name="Tide"><description>Ebb and flow.</description></rule></rules>
    <selections>
      <selection id="a" name="Squad" number="2" type="unit">
        <customNotes>red bases</customNotes>
        <selections><selection id="b" name="Docker" customName="Jo" number="2" type="model">
          <profiles>
            <profile name="Docker" {type}="Unit"><characteristics>{columns}</characteristics></profile>
          </profiles>
          <categories><category name="Infantry" primary="true"/><category name="Dockers" primary="false"/></categories>
          <costs><cost name="pts" value="30"/></costs>
        </selection></selections>
      </selection>
    </selections>
    <forces><force name="Allies" catalogueName="Sailors"/></forces>
  </force></forces>
</roster>"""
NEW = '<characteristic name="M">6"</characteristic><characteristic name="Keywords">A &amp; B</characteristic>'
OLD = '<characteristic name="M" value="6&quot;"/><characteristic name="Keywords" value="A &amp; B"/>'


def small(namespace: str = NAMESPACE, kind: str = "typeName", columns: str = NEW) -> bytes:
    return SMALL.format(namespace=namespace, type=kind, columns=columns).encode()


def packed(*members: tuple[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


def refused(data: bytes) -> Malformed:
    with pytest.raises(Malformed) as caught:
        read(data)
    return caught.value


# --- what is kept --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("namespace", "kind", "columns"),
    [
        (NAMESPACE, "typeName", NEW),
        (NAMESPACE, "profileTypeName", OLD),
        (' xmlns="http://www.battlescribe.net/schema/v2/rosterSchema"', "profileTypeName", NEW),
        ("", "typeName", OLD),
    ],
    ids=["2.03", "2.00", "another namespace", "no namespace"],
)
def test_every_2x_schema_gives_the_same_tree(namespace: str, kind: str, columns: str) -> None:
    document = read(small(namespace, kind, columns))
    assert document == read(small())
    assert (document.name, document.system, document.system_id, document.notes) == (
        "Patrol", "Some Game", "gs", "Sunday list",
    )  # fmt: skip
    assert [(c.name, c.value) for c in document.costs] == [("pts", Decimal("30.0")), ("PL", Decimal("2.5"))]
    (force,) = document.forces
    assert (force.name, force.catalogue) == ("Patrol Detachment", "Dockers")
    assert [(r.name, r.text) for r in force.rules] == [("Tide", "Ebb and flow.")]
    assert [f.catalogue for f in force.forces] == ["Sailors"]
    (squad,) = force.selections
    assert (squad.type, squad.number, squad.notes) == ("unit", 2, "red bases")
    (docker,) = squad.children
    assert (docker.id, docker.name, docker.custom_name, docker.type, docker.number) == ("b", "Docker", "Jo", "model", 2)
    assert [(c.name, c.primary) for c in docker.categories] == [("Infantry", True), ("Dockers", False)]
    (profile,) = docker.profiles
    assert (profile.type, profile.get("m"), profile.get("Keywords"), profile.get("WS")) == ("Unit", '6"', "A & B", "")
    assert [s.name for s in squad.walk()] == ["Squad", "Docker"]


OLDEST = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="1" battleScribeVersion="1.15" name="Patrol" points="30.0" pointsLimit="{limit}" gameSystemName="Some Game">
  <forces><force catalogueName="Dockers" forceTypeName="Patrol Detachment">
    <categories>
      <category id="c0" categoryId="(No Category)" name="(No Category)"><selections>
        <selection id="n" name="Tide table" points="0.0" number="1" type="upgrade"/></selections></category>
      <category id="c1" categoryId="t" name="Troops"><selections>
        <selection id="a" name="Squad" points="2.0" number="1" type="unit"><selections>
          <selection id="b" name="Docker" customName="Jo" points="28.0" number="4" type="model">
            <profiles><profile name="Docker" type="Unit"><characteristics>
              <characteristic characteristicId="m" name="M" value="6&quot;"/></characteristics></profile></profiles>
          </selection></selections></selection></selections></category>
    </categories>
  </force></forces>
</roster>"""


@pytest.mark.parametrize(("limit", "kept"), [("100.0", [Decimal(100)]), ("", []), ("much", [])])
def test_the_oldest_schema_has_points_as_attributes_and_lists_by_category(limit: str, kept: list[Decimal]) -> None:
    document = read(OLDEST.format(limit=limit).encode())
    assert [(c.name, c.value) for c in document.costs] == [("pts", Decimal(30))]
    assert [c.value for c in document.limits] == kept
    (force,) = document.forces
    assert (force.name, force.catalogue) == ("Patrol Detachment", "Dockers")
    listed = [(s.name, [c.name for c in s.categories]) for s in force.selections]
    assert listed == [("Tide table", []), ("Squad", ["Troops"])]
    (docker,) = force.selections[1].children
    assert (docker.number, [c.value for c in docker.costs]) == (4, [Decimal(28)])
    assert (docker.profiles[0].type, docker.profiles[0].get("M")) == ("Unit", '6"')
    assert [r.said for r in document.remarks] == (["much"] if limit == "much" else [])


def test_selections_inside_categories_are_read_from_2_00_too() -> None:
    """There they have costs as elements, and a selection may name its categories itself."""
    text = """<roster battleScribeVersion="2.00" name="x" gameSystemName="y"><forces><force name="f" catalogueName="c">
      <categories><category name="Elites"><selections><selection name="Squad" number="1" type="unit">
      <costs><cost name="pts" costTypeId="points" value="5.0"/></costs></selection></selections></category></categories>
      </force></forces></roster>"""
    (squad,) = read(text.encode()).forces[0].selections
    assert ([c.name for c in squad.categories], squad.costs[0].value) == (["Elites"], Decimal(5))


def test_one_army_comes_out_of_all_versions_of_its_file(shared: Path) -> None:
    """Six models, 625 of 1000 points; it is of an invented system, which no ruleset plays."""
    folder = shared / "data" / "rosters" / "warhammer-40k"
    documents = [read((folder / name).read_bytes(), name) for name in LADDER]
    assert [d.version for d in documents] == ["1.15", "2.01", "2.03"]
    assert len({rough(document) for document in documents}) == 1
    for document in documents:
        assert selections.points(document.costs) == 625
        assert [c.value for c in document.limits] == [1000]
        assert selections.typed_models(document) == 6
        tops = [top for force in document.forces for top in force.selections]
        assert sum(map(len, selections.bodies(tops, set(), ["Unit"]))) == 6
        chosen = [s for force in document.forces for top in force.selections for s in top.walk()]
        assert sum(selections.points(s.costs) for s in chosen) == 625
        with pytest.raises(Malformed, match="Grim and Dark Future; one for Kill Team") as caught:
            rules.read_roster((folder / LADDER[0]).read_bytes(), "x")
        assert "Warhammer 40,000 6th Edition" in caught.value.reason


def rough(document: Document) -> str:
    """Everything that the three files should have in common."""
    tops = [top for force in document.forces for top in force.selections]
    return repr(
        [
            (s.name, s.type, s.number, s.custom_name, list(map(line, s.profiles)), selections.points(s.costs), s.rules)
            for top in tops
            for s in top.walk()
        ]
        + [sorted(c.name for c in top.categories) for top in tops]
        + [(document.name, document.system, [f.catalogue for f in document.forces])]
    )


def line(profile: battlescribe.Profile) -> list[tuple[str, str]]:
    """A profile; one of the files prints 3.0 for 3, another a blank before a stroke."""
    return [(c.name, c.value.removesuffix(".0").replace(" /", "/")) for c in profile.characteristics]


def test_archives_are_told_by_their_first_bytes_not_by_their_name() -> None:
    archive = packed(("Patrol.ros", small()))
    assert read(archive, "patrol.ros") == read(small(), "patrol.rosz") == read(small())


def test_a_single_file_of_any_name_is_the_roster_and_others_beside_a_ros_are_passed_over() -> None:
    assert read(packed(("roster", small()))) == read(small())
    assert read(packed(("readme.txt", b"hello"), ("a/", b""), ("a/b.ROS", small()))) == read(small())


def test_the_file_name_stands_in_for_a_missing_roster_name() -> None:
    assert read(small().replace(b'name="Patrol"', b"", 1), "my list.ros").name == "my list"


def test_utf16_is_read() -> None:
    assert read(small().decode().replace("UTF-8", "UTF-16").encode("utf-16")) == read(small())


@pytest.mark.parametrize(("number", "read_as"), [("0", 0), ("3", 3), ("3.0", 3), ("100000", 100_000), ("", 1)])
def test_number_of_a_selection(number: str, read_as: int) -> None:
    data = small().replace(b'number="2" type="model"', f'number="{number}" type="model"'.encode())
    assert read(data).forces[0].selections[0].children[0].number == read_as


# --- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["100001", "9" * 5000])
def test_number_of_a_selection_out_of_reach(number: str) -> None:
    error = refused(small().replace(b'number="2" type="model"', f'number="{number}" type="model"'.encode()))
    assert error.path == "$.forces" and "more than 100000" in error.reason


@pytest.mark.parametrize("number", ["-1", "two", "1e3", "٣", "1.5"])
def test_number_of_a_selection_that_cannot_be_read_is_one(number: str) -> None:
    document = read(small().replace(b'number="2" type="model"', f'number="{number}" type="model"'.encode()))
    assert document.forces[0].selections[0].children[0].number == 1
    assert document.remarks == (Remark("read-as", item="Docker", column="number", said=number, read="1"),)


def test_a_selection_without_a_name_is_called_after_its_profile() -> None:
    document = read(small().replace(b'name="Docker" customName="Jo"', b""))
    (squad,) = document.forces[0].selections
    assert squad.children[0].name == "Docker"
    assert document.remarks == (Remark("read-as", column="name", read="Docker"),)


@pytest.mark.parametrize("value", ["", "NaN", "inf", "1e400", "ten", "0x1", "9" * 5000])
def test_cost_that_is_no_amount(value: str) -> None:
    document = read(small().replace(b'value="30.0"', f'value="{value}"'.encode()))
    assert [c.name for c in document.costs] == ["PL"]
    assert document.remarks == (Remark("left-out", item="pts", column="value", said=value[:80], wanted="an amount"),)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no readable XML"),
        (b"hello", "no readable XML (line 1, column 1)"),
        (b"\x00" * 100, "no readable XML"),
        (small()[: len(small()) // 2], "no readable XML"),
        (small().replace(b"Docker", b"D\xff\xfeocker"), "no readable XML"),
        (small().replace(b"UTF-8", b"no-such-encoding"), "encoding"),
        (b"<catalogue/>", "begins with <catalogue>"),
        (b"<roster/>", "no force"),
        (small().replace(b'battleScribeVersion="2.03"', b'battleScribeVersion="3.0"'), "BattleScribe 3.0"),
    ],
    ids=["empty", "text", "zeros", "cut", "not UTF-8", "encoding", "catalogue", "no force", "version"],
)
def test_no_roster(data: bytes, reason: str) -> None:
    assert reason in refused(data).reason


BOMB = """<?xml version="1.0"?><!DOCTYPE roster [{entities}]><roster name="&a;"><forces><force/></forces></roster>"""
LAUGHS = '<!ENTITY z "ha">' + "".join(
    f'<!ENTITY {a} "{f"&{b};" * 10}">' for a, b in zip("abcdefgh", "bcdefghz", strict=True)
)


@pytest.mark.parametrize(
    "entities",
    [
        LAUGHS,
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY a PUBLIC "x" "http://127.0.0.1/">',
        '<!ENTITY % a SYSTEM "http://127.0.0.1/x.dtd"> %a;',
        "",
    ],
    ids=["billion laughs", "file", "http", "parameter", "bare DTD"],
)
@pytest.mark.parametrize("zipped", [False, True], ids=["ros", "rosz"])
def test_document_types_and_entities(entities: str, zipped: bool) -> None:
    data = BOMB.format(entities=entities).encode()
    assert "document type or entities" in refused(packed(("a.ros", data)) if zipped else data).reason


def test_an_outside_document_type_in_utf16() -> None:
    text = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE roster SYSTEM "http://127.0.0.1/x.dtd"><roster/>'
    assert "document type" in refused(text.encode("utf-16")).reason


def padded(size: int) -> bytes:
    """A small roster, blown up to exactly this many bytes."""
    data, comment = small(), b"<!--" + b"x" * 60_000 + b"-->"
    count, rest = divmod(size - len(data), len(comment))
    return data + comment * count + b" " * rest


@pytest.mark.parametrize("zipped", [False, True], ids=["ros", "rosz"])
def test_size_both_sides_of_the_limit(zipped: bool) -> None:
    fits, bursts = padded(rosterfile.MAX_UNPACKED), padded(rosterfile.MAX_UNPACKED + 1)
    if zipped:
        fits, bursts = packed(("a.ros", fits)), packed(("a.ros", bursts))
        assert len(bursts) < 20_000  # a bomb: small when packed
    assert read(fits).name == "Patrol"
    assert "more than 4 MiB" in refused(bursts).reason or "larger than 4 MiB" in refused(bursts).reason


def test_a_bomb_is_not_unpacked_beyond_the_limit_whatever_its_header_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    archive = bytearray(packed(("a.ros", b" " * (50 * rosterfile.MIB))))
    claimed = struct.pack("<I", 100)
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = archive.find(signature) + offset
        archive[at : at + 4] = claimed
    assert refused(bytes(archive)).reason  # the checksum of the first hundred bytes is wrong

    wanted = []
    whole = zipfile.ZipExtFile.read

    def counted(file: zipfile.ZipExtFile, count: int | None = -1) -> bytes:
        wanted.append(count)
        return whole(file, count)

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counted)
    assert "unpacks to more than 4 MiB" in refused(packed(("a.ros", b" " * (50 * rosterfile.MIB)))).reason
    assert wanted == [rosterfile.MAX_UNPACKED + 1]


def test_archive_larger_than_the_limit() -> None:
    assert "larger than 4 MiB" in refused(b"PK\x03\x04" + b"x" * rosterfile.MAX_PACKED).reason


def test_archive_with_many_members() -> None:
    fits = [("a.ros", small())] + [(f"{n}.txt", b"") for n in range(rosterfile.MAX_MEMBERS - 1)]
    assert read(packed(*fits)).name == "Patrol"
    assert "more than 8 files" in refused(packed(*fits, ("last.txt", b""))).reason
    assert "more than 8 files" in refused(packed(*((f"{n}.ros", b"") for n in range(5000)))).reason


@pytest.mark.parametrize(
    ("archive", "reason"),
    [
        (packed(), "holds 0 rosters"),
        (packed(("a/", b"")), "holds 0 rosters"),
        (packed(("a.ros", small()), ("b.ros", small())), "holds 2 rosters"),
        (packed(("a.ros", packed(("a.ros", small())))), "another archive"),
        (packed(("a.zip", packed(("a.ros", small())))), "another archive"),
        (packed(("a.ros", small()), how=zipfile.ZIP_LZMA), "BattleScribe does not use"),
        (packed(("a.ros", small()), how=zipfile.ZIP_BZIP2), "BattleScribe does not use"),
        (packed(("a.ros", small()))[:-30], "damaged"),
        (packed(("a.ros", small()))[:200], "damaged"),
        (b"PK\x03\x04", "damaged"),
        (packed(("a.ros", b"")), "no readable XML"),
    ],
    ids=["empty", "folder", "two", "nested", "nested zip", "lzma", "bzip2", "cut end", "cut", "magic", "nothing in it"],
)
def test_archive_that_is_no_rosz(archive: bytes, reason: str) -> None:
    assert reason in refused(archive).reason


def test_archive_with_a_password() -> None:
    archive = bytearray(packed(("a.ros", small())))
    archive[archive.find(b"PK\x01\x02") + 8] |= 1
    assert "password" in refused(bytes(archive)).reason


def test_elements_both_sides_of_the_limit() -> None:
    shell = '<roster><forces><force catalogueName="x">{}</force></forces></roster>'
    assert read(shell.format("<a/>" * (rosterfile.MAX_ELEMENTS - 3)).encode())
    assert "20000 XML elements" in refused(shell.format("<a/>" * (rosterfile.MAX_ELEMENTS - 2)).encode()).reason


def test_depth_both_sides_of_the_limit() -> None:
    shell = "<roster><forces><force>{}</force></forces></roster>"
    deep = rosterfile.MAX_DEPTH - 3
    assert read(shell.format("<a>" * deep + "</a>" * deep).encode())
    assert "64 deep" in refused(shell.format("<a>" * (deep + 1) + "</a>" * (deep + 1)).encode()).reason
    assert "64 deep" in refused(b"<roster>" + b"<selections>" * 300_000).reason


# --- any bytes -----------------------------------------------------------------------------------------------------


def answers(data: bytes) -> None:
    """A document or Malformed with a sentence; any other exception fails the test."""
    try:
        document = read(data)
    except Malformed as error:
        document, words = None, (error.path[:1], bool(error.reason))
    assert isinstance(document, Document) if document else words == ("$", True)


SEEDS = [small(), packed(("a.ros", small())), packed(("a.ros", small()), how=zipfile.ZIP_STORED)]
SEEDS += [path.read_bytes() for path in sorted(DEMO.glob("*.ros*"))]
SEEDS += [path.read_bytes() for path in sorted((REAL / "kill-team").glob("*.ros"))[:2]]
FUZZ = settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True, database=None
)
STARTS = [b"", b"PK\x03\x04", b"PK\x05\x06", b"<roster>", b"<?xml ", b"\xff\xfe"]


@FUZZ
@given(st.binary(max_size=300), st.sampled_from(STARTS))
def test_random_bytes(data: bytes, start: bytes) -> None:
    answers(start + data)


@FUZZ
@given(st.sampled_from(SEEDS), st.data())
def test_truncated_files(seed: bytes, data: st.DataObject) -> None:
    answers(seed[: data.draw(st.integers(0, len(seed)))])


@FUZZ
@given(st.sampled_from(SEEDS), st.data())
def test_mutated_files(seed: bytes, data: st.DataObject) -> None:
    changed = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 8))):
        changed[data.draw(st.integers(0, len(seed) - 1))] = data.draw(st.integers(0, 255))
    answers(bytes(changed))


@FUZZ
@given(st.sampled_from(SEEDS), st.sampled_from(SEEDS), st.data())
def test_spliced_files(one: bytes, two: bytes, data: st.DataObject) -> None:
    answers(one[: data.draw(st.integers(0, len(one)))] + two[data.draw(st.integers(0, len(two))) :])
