"""Logs: a line an event, as text or JSON, with the id of the request that it belongs to, and nothing about people.

Several processes write into one file. Each line is written at once to its end, and whoever finds the file too large
puts it aside; the others notice that the name leads to another file.
"""

from __future__ import annotations

import fcntl
import logging
import logging.handlers
import os
import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import structlog

KEPT = 5
"""So many files that were put aside are kept."""
OMITTED = ("ip", "user_agent")
"""What django-structlog adds and nobody needs to keep a site running."""
MASKED = "***"

Line = MutableMapping[str, Any]

_PRIVATE = re.compile(
    r"(?P<before>\b(?:Token|Bearer|Basic)\s+)[\w.~+/=-]{6,}"  # what a program logs in with
    r"|(?<=://)[^/@\s\"']*:[^/@\s\"']*(?=@)"  # the name and the password in an address
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}"  # an address of mail
)


def without_people(_: Any, __: str, line: Line) -> Line:
    """A line without addresses of people and without what somebody could log in with, also in a traceback."""
    for name in OMITTED:
        line.pop(name, None)
    for name, value in line.items():
        if isinstance(value, str) and ("@" in value or "oken " in value or "earer " in value or "asic " in value):
            line[name] = masked(value)
    return line


def masked(said: str) -> str:
    """A text in which addresses of mail, passwords in addresses and tokens are replaced."""
    return _PRIVATE.sub(lambda found: f"{found['before'] or ''}{MASKED}", said)


def without_addresses(record: logging.LogRecord) -> bool:
    """Takes the address out of what Django says of a request, such as "Not Found: /join/CODE/": its id leads to the
    line that tells the route.
    """
    if record.name.startswith("django.") and isinstance(record.args, tuple) and hasattr(record, "request"):
        record.args = tuple(MASKED if isinstance(each, str) and each.startswith("/") else each for each in record.args)
    return True


class SizedFileHandler(logging.handlers.WatchedFileHandler):
    """A log file that several processes write to and each may put aside once it is larger than `largest` bytes.

    With 0, something else rotates it: it is opened anew whenever its name leads to another file.
    """

    def __init__(self, filename: str, largest: int, kept: int = KEPT) -> None:
        super().__init__(filename, encoding="utf-8", delay=True)
        self.largest, self.kept = largest, kept

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, into a new file if the old one is full."""
        if self.largest:
            self._turn()
        super().emit(record)

    def _turn(self) -> None:
        try:
            if os.stat(self.baseFilename).st_size < self.largest:
                return
            with open(f"{self.baseFilename}.lock", "a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                # Another process may have done it while we waited.
                if os.stat(self.baseFilename).st_size >= self.largest:
                    self._put_aside()
        except FileNotFoundError:
            return

    def _put_aside(self) -> None:
        for number in range(self.kept - 1, 0, -1):
            older = Path(f"{self.baseFilename}.{number}")
            if older.exists():
                older.replace(f"{self.baseFilename}.{number + 1}")
        Path(self.baseFilename).replace(f"{self.baseFilename}.1")


def configured(*, style: str, level: str, folder: str, process: str, largest: int) -> dict[str, Any]:
    """The settings of logging, for structlog's loggers and all others.

    `folder`: that of the log files, of which `process` names this one's; without it lines go to standard error.
    """
    common: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *common,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if style == "json"
        else structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, without_people, renderer],
        "foreign_pre_chain": [*common, structlog.processors.format_exc_info],
    }
    # The web server brings handlers of its own, which would write other lines.
    servers = {name: {"handlers": [], "propagate": True} for name in ("uvicorn", "uvicorn.error", "uvicorn.access")}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {"addresses": {"()": lambda: without_addresses}},
        "handlers": {
            "lines": {**_handler(folder, process, largest), "formatter": "line", "filters": ["addresses"]},
        },
        "loggers": servers,
        "root": {"handlers": ["lines"], "level": level},
    }


def _handler(folder: str, process: str, largest: int) -> dict[str, Any]:
    if not folder:
        return {"class": "logging.StreamHandler"}
    Path(folder).mkdir(parents=True, exist_ok=True)
    return {"()": SizedFileHandler, "filename": str(Path(folder) / f"{process}.log"), "largest": largest}
