"""Directions on the table in whole degrees, counter-clockwise from the x axis, without floats.

A direction decided by dice (a scatter) is read from the arrow as a 360-sided die: the face is the angle.
"""

from __future__ import annotations

from math import isqrt

from rules.kernel.state import Point

TURN = 360
UNIT = 10_000
"""Sines are in whole ten-thousandths."""
COARSE = 12
"""The number of directions into which odds divide a scatter."""

_SINES = (
    0, 175, 349, 523, 698, 872, 1045, 1219, 1392, 1564, 1736, 1908, 2079, 2250, 2419,
    2588, 2756, 2924, 3090, 3256, 3420, 3584, 3746, 3907, 4067, 4226, 4384, 4540, 4695, 4848,
    5000, 5150, 5299, 5446, 5592, 5736, 5878, 6018, 6157, 6293, 6428, 6561, 6691, 6820, 6947,
    7071, 7193, 7314, 7431, 7547, 7660, 7771, 7880, 7986, 8090, 8192, 8290, 8387, 8480, 8572,
    8660, 8746, 8829, 8910, 8988, 9063, 9135, 9205, 9272, 9336, 9397, 9455, 9511, 9563, 9613,
    9659, 9703, 9744, 9781, 9816, 9848, 9877, 9903, 9925, 9945, 9962, 9976, 9986, 9994, 9998,
    10000,
)  # fmt: skip


def sine(angle: int) -> int:
    """The sine of an angle in degrees, in ten-thousandths, rounded."""
    angle %= TURN
    if angle > 180:
        return -sine(angle - 180)
    return _SINES[angle if angle <= 90 else 180 - angle]


def cosine(angle: int) -> int:
    """The cosine of an angle in degrees, in ten-thousandths, rounded."""
    return sine(angle + 90)


def vector(angle: int) -> tuple[int, int]:
    """The direction at an angle in degrees, as a vector of length 10,000."""
    return cosine(angle), sine(angle)


def along(start: Point, direction: tuple[int, int], length: int) -> Point:
    """The point `length` hundredths of an inch from a start in a direction, a vector of any non-zero length; rounded.

    Each coordinate is the nearest whole number to the true one, halves away from the start.
    """
    x, y = scaled(direction, length)
    return start[0] + x, start[1] + y, start[2]


def scaled(direction: tuple[int, int], length: int) -> tuple[int, int]:
    """A vector of any non-zero length scaled to `length`, each coordinate rounded to the nearest whole number."""
    dx, dy = direction
    square = dx * dx + dy * dy
    return over_root(dx * length, square), over_root(dy * length, square)


def shortened(vector: tuple[int, int], length: int) -> tuple[int, int]:
    """A vector that is no longer than a length: rounded towards 0, so that nothing becomes longer than it may be."""
    dx, dy = vector
    square = dx * dx + dy * dy
    if square <= length * length:
        return vector
    whole = isqrt(square) + 1
    return _part(dx, length, whole), _part(dy, length, whole)


def _part(value: int, length: int, whole: int) -> int:
    return value * length // whole if value >= 0 else -(-value * length // whole)


def over_root(numerator: int, square: int) -> int:
    """A number divided by the square root of another, rounded exactly to the nearest integer, halves away from zero."""
    size = (isqrt(4 * numerator * numerator // square) + 1) // 2
    return size if numerator >= 0 else -size
