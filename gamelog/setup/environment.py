"""Settings as the environment holds them. Whatever cannot be read is a sentence that names the variable."""

import ipaddress
import os
from collections.abc import Callable
from typing import TypeVar

from gamelog.setup.problem import Problem

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Read = TypeVar("Read")


def text(name: str, default: str = "") -> str:
    """The text of a variable; one that is empty counts as not set."""
    return os.environ.get(name) or default


def switched_on(name: str) -> bool:
    """Whether a variable is 1. Raises: Problem: it is neither 1 nor 0."""
    return one_of(name, "0", "1") == "1"


def one_of(name: str, *allowed: str) -> str:
    """The word of a variable, by default the first of those allowed. Raises: Problem: it is another word."""
    found = text(name, allowed[0])
    if found not in allowed:
        raise Problem(f"{name} is {found!r}; it can be {' or '.join(allowed)}.")
    return found


def number(name: str, default: int, least: int = 0) -> int:
    """The whole number of a variable. Raises: Problem: it is none, or too small."""
    found = text(name, str(default))
    if not (found.isascii() and found.isdigit()) or int(found) < least:
        raise Problem(f"{name} is {found!r}, not a whole number from {least} up.")
    return int(found)


def words(name: str, default: str = "") -> list[str]:
    """The words of a variable, which stand between commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def networks(name: str) -> list[Network]:
    """The addresses and networks of a variable, which stand between commas. Raises: Problem: one is none."""
    return [read(name, word, ipaddress.ip_network) for word in words(name)]


def read(name: str, found: str, reader: Callable[[str], Read]) -> Read:
    """What `reader` makes of the text of a variable. Raises: Problem, with the reason of the reader's ValueError."""
    try:
        return reader(found)
    except ValueError as error:
        said = str(error)
        raise Problem(f"{said}." if said.startswith(name) else f"{name} cannot be read: {said}.") from None
