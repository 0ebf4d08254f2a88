"""Inches as players write them, and hundredths."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.errors import Malformed
from rules.kernel.lengths import parse, show


@given(st.integers(-99_999_999, 99_999_999))
def test_what_is_shown_is_read_back(hundredths: int) -> None:
    assert parse(show(hundredths)) == hundredths


@pytest.mark.parametrize(
    ("text", "hundredths"),
    [('6"', 600), ("12", 1200), ("1.5", 150), ("1.05″", 105), (" 0.5 in ", 50), ("-3", -300), ("-0.05", -5), ("0", 0)],
)
def test_reading(text: str, hundredths: int) -> None:
    assert parse(text) == hundredths


@pytest.mark.parametrize(
    ("hundredths", "text"),
    [(600, '6"'), (150, '1.5"'), (105, '1.05"'), (5, '0.05"'), (0, '0"'), (-5, '-0.05"'), (-150, '-1.5"')],
)
def test_printing(hundredths: int, text: str) -> None:
    assert show(hundredths) == text


@pytest.mark.parametrize("text", ["", "six", "1.234", "1,5", ".5", "5.", "--1", "1e3", "²", "nan", "9999999", "1 2"])
def test_what_is_no_length(text: str) -> None:
    with pytest.raises(Malformed) as raised:
        parse(text, "$.models[0].M")
    assert raised.value.path == "$.models[0].M"


@given(st.text(max_size=8))
def test_any_text_is_read_or_malformed(text: str) -> None:
    with suppress(Malformed):
        assert isinstance(parse(text), int)
