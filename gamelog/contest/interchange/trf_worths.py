"""The worth of results in a report file: record 162 (TRF26), XXS (JaVaFo), BBW to BBU (bbpPairings)."""

from __future__ import annotations

from gamelog.contest.interchange.book import System
from gamelog.contest.interchange.trf_columns import Columns, hundredths

JAVAFO = {
    "WW": "win", "BW": "win", "FW": "win", "FPB": "win", "WD": "draw", "BD": "draw", "HPB": "draw",
    "WL": "loss", "BL": "loss", "ZPB": "absence", "FL": "absence", "PAB": "bye",
}  # fmt: skip
SHORTCUTS = {"W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL")}
BBP = {
    "BBW": ("WW", "BW", "FW", "FPB"), "BBD": ("WD", "BD", "HPB"), "BBL": ("WL", "BL"), "BBZ": ("ZPB",),
    "BBF": ("FL",), "BBU": ("PAB",),
}  # fmt: skip
TRF26 = {
    "W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL"), "A": ("ZPB", "FL"), "P": ("PAB",),
}  # fmt: skip
PAIR_WIDTH = 9
"""In record 162 a symbol stands in column 6, its points in 7 to 10, and the next pair nine columns on."""


class Worths:
    """The worth of each kind of result, by JaVaFo's twelve codes. A code that is not named has its usual worth."""

    def __init__(self) -> None:
        self.named: dict[str, int] = {}
        self.bye_is_win = False
        """TRF26: a bye that is not named is worth a win, and not a point."""

    def read(self, text: str) -> list[tuple[Columns, str]]:
        """Take a line in; returns its errors, by columns."""
        code = text[:3].upper()
        if code == "162":
            self.bye_is_win = True
            return self._read_162(text)
        if code == "XXS":
            return self._read_xxs(text)
        return self._take(BBP[code], text[4:].strip(), (5, max(5, len(text))))

    def system(self) -> System | None:
        """The system; None if codes that a system combines differ, such as a win with white and with black."""
        usual = System()
        found: dict[str, set[int]] = {}
        for code, field in JAVAFO.items():
            found.setdefault(field, set()).add(self.named.get(code, getattr(usual, field)))
        if any(len(values) > 1 for values in found.values()):
            return None
        worths = {field: values.pop() for field, values in found.items()}
        if self.bye_is_win and "PAB" not in self.named:
            worths["bye"] = worths["win"]
        return System(**worths)

    def _take(self, codes: tuple[str, ...], value: str, columns: Columns) -> list[tuple[Columns, str]]:
        points = hundredths(value)
        if points is None:
            return [(columns, f"points are a number like 0.5, not {value or 'blank'}")]
        self.named.update(dict.fromkeys(codes, points))
        return []

    def _read_162(self, text: str) -> list[tuple[Columns, str]]:
        problems = []
        for first in range(6, len(text) + 1, PAIR_WIDTH):
            symbol, value = text[first - 1].upper(), text[first : first + 4].strip()
            if symbol in TRF26:
                problems += self._take(TRF26[symbol], value, (first + 1, first + 4))
            elif symbol not in ("X", " "):
                problems.append(((first, first), f"{symbol} is no result: there are W, D, L, A, P and X"))
        return problems

    def _read_xxs(self, text: str) -> list[tuple[Columns, str]]:
        problems = []
        first = 5
        for word in text[4:].split():
            first = text.index(word, first - 1) + 1
            code, _, value = word.upper().partition("=")
            codes = SHORTCUTS.get(code, (code,) if code in JAVAFO else ())
            columns = (first, first + len(word) - 1)
            problems += self._take(codes, value, columns) if codes else [(columns, f"{word} is not understood")]
            first += len(word)
        return problems
