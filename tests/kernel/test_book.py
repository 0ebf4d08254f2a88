"""Books: what a chapter may hold, what is said of one that cannot be read, and when a book is read at all."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import rules
from rules.__main__ import main
from rules.kernel.book import BadBook, Book, BookRule, read_chapter
from rules.kernel.rule import Clause, Hook

ROOT = Path(rules.__file__).parent
CHAPTER = """
title_en = "A walk"
title_ru = "Прогулка"

[[rule]]
id = "toy.walk"
label_en = "Walking"
label_ru = "Ходьба"

[[rule.clause]]
key = ""
label_en = "A walk"
label_ru = "Прогулка"
text_en = '''
A model walks up to 6"
   and stops.
'''
text_ru = 'Модель проходит до 6" и останавливается.'
lines = "12,40-42"

[[rule.clause]]
key = "uphill.steep"
label_en = "Uphill"
label_ru = "В гору"
text_en = "Uphill it walks 3 inches."
text_ru = "В гору она проходит 3 дюйма."
lines = "-"
status = "assumed"
note_en = "Our own."
note_ru = "Наше."
"""


def faults(text: str) -> list[str]:
    with pytest.raises(BadBook) as refused:
        read_chapter("toy.toml", text, "toy")
    return str(refused.value).splitlines()


def test_a_chapter_is_read() -> None:
    chapter = read_chapter("toy.toml", CHAPTER, "toy")
    (rule,) = chapter.rules
    assert (chapter.en, chapter.ru, rule.id, rule.en, rule.ru) == (
        "A walk", "Прогулка", "toy.walk", "Walking", "Ходьба",
    )  # fmt: skip
    assert rule.clauses == {
        "": Clause(
            "A walk", "Прогулка", 'A model walks up to 6" and stops.', "12,40-42",
            text_ru='Модель проходит до 6" и останавливается.',
        ),
        "uphill.steep": Clause(
            "Uphill", "В гору", "Uphill it walks 3 inches.", "-", "assumed", "Our own.", "В гору она проходит 3 дюйма.",
            "Наше.",
        ),
    }  # fmt: skip
    assert (rule[""], rule["uphill.steep"]) == ("toy.walk", "toy.walk.uphill.steep")


UPHILL = "toy.toml: toy.walk, clause 'uphill.steep'"


@pytest.mark.parametrize(
    "before, after, fault",
    [
        ('status = "assumed"', "status = ", "toy.toml: Invalid value (at line 28, column 10)"),
        ('title_en = "A walk"\n', "", "toy.toml: title_en is missing"),
        ('title_ru = "Прогулка"', 'title = "Прогулка"', "toy.toml: there is no field 'title' here; 'title_ru' may be"),
        ('id = "toy.walk"', 'id = "yot.walk"', "toy.toml: yot.walk: id has to begin with toy. and to be in small"),
        ('id = "toy.walk"', 'id = "toy.Walk"', "toy.toml: toy.Walk: id has to begin with toy. and to be in small"),
        ('id = "toy.walk"\n', "", "toy.toml: rule 1: id is missing"),
        ('label_en = "Walking"\n', "", "toy.toml: toy.walk: label_en is missing"),
        ('label_ru = "В гору"\n', "", f"{UPHILL}: label_ru is missing"),
        ('label_ru = "В гору"', 'label_ru = " "', f"{UPHILL}: label_ru is empty"),
        ('label_ru = "В гору"', 'label_ru = "Uphill"', f"{UPHILL}: label_ru has to be Russian, or an abbreviation in"),
        ('label_en = "Uphill"', 'label_en = "В гору"', f"{UPHILL}: label_en has Russian letters in it: 'В' is one"),
        ('text_en = "Uphill it walks 3 inches."\n', "", f"{UPHILL}: text_en is missing"),
        ("walks 3 inches.", "walks 3 inches", f"{UPHILL}: text_en has to end with a full stop"),
        ("проходит 3 дюйма.", "проходит 3 дюйма", f"{UPHILL}: text_ru has to end with a full stop"),
        ("Our own.", "Our own", f"{UPHILL}: note_en has to end with a full stop"),
        ("text_en = \"Uphill", "txet_en = \"Uphill", f"{UPHILL}: there is no field 'txet_en' here; 'text_en' may be"),
        ('note_ru = "Наше."\n', "", f"{UPHILL}: a note is there in one language only"),
        ('status = "assumed"', 'status = "asumed"', f"{UPHILL}: status is none of enforced, recorded, assumed, advice"),
        ('status = "assumed"', "status = 3", f"{UPHILL}: status has to be a text in quotation marks, not 3"),
        ('lines = "-"', 'lines = "line 4"', f"{UPHILL}: lines have to be numbers and ranges such as \"12,40-42\", or"),
        ('lines = "-"\n', "", f"{UPHILL}: lines is missing"),
        ('key = "uphill.steep"', 'key = "Uphill!"', "toy.toml: toy.walk, clause 'Uphill!': key has to be in small"),
        ('key = "uphill.steep"', 'key = ""', "toy.toml: toy.walk: the clause '' stands twice"),
        ('key = "uphill.steep"\n', "", "toy.toml: toy.walk, clause 2: key is missing"),
        ("[[rule.clause]]\nkey = \"uphill.steep\"", "[[rule]]\nid = \"toy.walk\"", "toy.toml: the rule 'toy.walk' st"),
        ("[[rule.clause]]\nkey = \"uphill.steep\"", "[[rule]]\nid = \"toy.run\"", "toy.toml: toy.run: clause is miss"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(before: str, after: str, fault: str) -> None:
    assert CHAPTER.count(before) == 1
    found = faults(CHAPTER.replace(before, after))
    assert [line for line in found if line.startswith(fault)], found


def test_a_table_in_the_place_of_tables() -> None:
    assert "toy.toml: rule has to be a table, begun by a line with two brackets on each side" in faults(
        'title_en = "A walk"\ntitle_ru = "Прогулка"\n[rule]\nid = "toy.walk"\n'
    )


def test_every_fault_of_a_chapter_is_said_at_once() -> None:
    text = CHAPTER.replace("walks 3 inches.", "walks 3 inches").replace('"assumed"', '"asumed"')
    assert len(faults(text)) == 2


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package with one chapter."""
    folder = tmp_path / "toy_book"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "walk.toml").write_text(CHAPTER, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    sys.modules.pop("toy_book", None)


def test_a_rule_is_named_and_hooked_without_reading(toy: Path) -> None:
    book, hook = Book("toy_book", "toy"), Hook("toy.hook")
    walk = book.rule("toy.walk")
    walk.at(hook)(print)
    assert book.rule("toy.walk") is walk and book.named == (walk,)
    assert (walk["uphill.steep"], walk[""]) == ("toy.walk.uphill.steep", "toy.walk")
    assert not vars(book).keys() & {"chapters", "written"}
    assert book.rules == (walk,) and walk.handlers[0].call is print
    assert (walk.en, walk.ru, [*walk.clauses]) == ("Walking", "Ходьба", ["", "uphill.steep"])
    with pytest.raises(KeyError):
        walk["downhill"]


def test_a_rule_that_no_code_names_is_in_the_book(toy: Path) -> None:
    assert [rule.id for rule in Book("toy_book", "toy").rules] == ["toy.walk"]


def test_code_that_names_what_no_chapter_has_is_found_out(toy: Path) -> None:
    book = Book("toy_book", "toy")
    book.rule("toy.wlak")
    book.rule("toy.walk")["uphil.steep"]
    with pytest.raises(BadBook) as refused:
        _ = book.rules
    assert str(refused.value).splitlines() == [
        "toy_book: code names the rule toy.wlak, which is in no chapter; 'toy.walk' may be meant",
        "toy_book: code names the clause 'uphil.steep' of toy.walk, which has none; 'uphill.steep' may be meant",
    ]


def test_a_rule_in_two_chapters_is_found_out(toy: Path) -> None:
    (toy / "again.toml").write_text(CHAPTER, encoding="utf-8")
    with pytest.raises(BadBook, match=r"toy_book/walk\.toml: toy\.walk is already in toy_book/again\.toml"):
        _ = Book("toy_book", "toy").chapters


def test_a_bad_book_is_an_answer_on_the_command_line(
    toy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (toy / "walk.toml").write_text(CHAPTER.replace("inches.", "inches"), encoding="utf-8")
    book = Book("toy_book", "toy")
    monkeypatch.setattr("rules.load", lambda name: book.rules)
    assert main(["catalogue", "kt"]) == 2
    assert capsys.readouterr().err == (
        f"the catalogue cannot be read:\ntoy_book/walk.toml: {UPHILL.partition(': ')[2]}: text_en has to end with a "
        "full stop\n"
    )


UNREAD = """
import json, sys
from pathlib import Path
import rules
from rules.__main__ import main

for path in map(Path, sys.argv[1:]):
    game = rules.read_game(path.read_bytes())
    ruleset = rules.load(game.header.ruleset, game.header.version)
    state = rules.fold(ruleset, game.events)
    assert not list(rules.verify(ruleset, game.events))
    rules.options(ruleset, rules.fold(ruleset, game.events[: len(game.events) // 2]))
    assert main(["verify", str(path)]) == 0
read = [ruleset.id for ruleset in map(rules.load, rules.RULESETS) for book in ruleset.books if "chapters" in vars(book)]
print(json.dumps([read, "tomllib" in sys.modules]), file=sys.stderr)
rules.load("kt").clauses
assert "chapters" in vars(rules.load("kt").books[0])
"""


def _is_decided(game: Path) -> bool:
    """Whether nothing in a game rests on the players' word."""
    return b'"declared":true' not in game.read_bytes()


def test_playing_and_verifying_read_no_book() -> None:
    """Reading takes longer than verifying a small game. What only players vouch for is told with labels from books."""
    folders = [next((ROOT.parent / "tests/playthroughs").glob(f"{name}@*")) for name in rules.RULESETS]
    games = [
        min(filter(_is_decided, folder.glob("*.jsonl")), key=lambda path: path.stat().st_size) for folder in folders
    ]
    command = [sys.executable, "-c", UNREAD, *map(str, games)]
    done = subprocess.run(command, cwd=ROOT.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stderr == "[[], false]\n", done.stderr


def modules() -> Iterator[tuple[Path, ModuleType]]:
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        if path.name != "__main__.py":
            yield path, importlib.import_module(".".join(part for part in parts if part != "__init__"))


def test_every_key_that_code_asks_of_a_book_stands_there() -> None:
    """Also those that only a function asks for, which an import does not run."""
    asked = [
        (found.id, node.slice.value, found)
        for path, module in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Constant)
        and isinstance(found := getattr(module, node.value.id, None), BookRule)
    ]  # fmt: skip
    assert len(asked) > 100
    assert [(rule, key) for rule, key, found in asked if key not in found.clauses] == []
