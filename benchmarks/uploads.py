"""What the health page takes while several large files are sent to be checked at once, milliseconds, beside the same
page of an idle server. With another checkout (`--beside`) its server is measured too.

    python -m benchmarks.uploads [--files 6] [--events 5000] [--beside ../other]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from statistics import median
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from benchmarks import database, games
from benchmarks.live import door, processor, serve
from benchmarks.measure import number, print_table, print_versions
from gamelog.setup import paths, processes

IDLE = 50
"""Requests for the health page while nothing else happens."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=6, help="files that are sent at once")
    parser.add_argument("--events", type=int, default=5000, help="events of each file; fewer if that is over 4 MB")
    parser.add_argument("--beside", type=Path, help="another checkout, whose server is measured too")
    parsed = parser.parse_args(arguments)
    print_versions()
    whole = games.long_game(parsed.events).dump().splitlines(keepends=True)
    files = [cut(whole[: len(whole) - at]) for at in range(parsed.files)]
    rows = []
    with database.platform() as folder:
        for tree in (paths.ROOT, parsed.beside):
            if tree is None:
                continue
            port = door()
            server = serve(folder, port, tree)
            try:
                rows += _measured("this one" if tree == paths.ROOT else "beside", port, server.pid, files)
            finally:
                processes.stop(server)
    heads = ("server", "idle, median", "busy, median", "most", "s of processor", "answers")
    print_table(f"/healthz while {len(files)} files of {len(files[0]) / 1e6:.1f} MB are sent", heads, rows)


def cut(lines: Sequence[bytes], most: int = 4 * 1024 * 1024) -> bytes:
    """The first lines of a file, as far as it may be sent."""
    found, size = [], 0
    for line in lines:
        size += len(line)
        if size > most:
            break
        found.append(line)
    # Each file is another one, so that none shares the answer to a second.
    return b"".join(found[: len(lines)]) if size <= most else b"".join(found[: -1 - len(lines) % 50])


def _measured(name: str, port: int, process: int, files: Sequence[bytes]) -> list[tuple[str, ...]]:
    idle = [_health(port) for _ in range(IDLE)]
    began, busy = processor(process), list[float]()
    with ThreadPoolExecutor(len(files)) as pool:
        sent: list[Future[int]] = [pool.submit(_send, port, data) for data in files]
        while not all(each.done() for each in sent) or len(busy) < IDLE:
            busy.append(_health(port))
            time.sleep(0.01)
    answers = ", ".join(str(each.result()) for each in sent)
    spent = processor(process) - began
    return [(name, number(median(idle), 1), number(median(busy), 1), number(max(busy), 0), number(spent, 2), answers)]


def _health(port: int) -> float:
    began = time.monotonic()
    with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
        answer.read()
    return (time.monotonic() - began) * 1000


def _send(port: int, data: bytes) -> int:
    edge = b"upload"
    head = b'--%s\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n' % edge
    body = head + data + b"\r\n--%s--\r\n" % edge
    kind = {"Content-Type": "multipart/form-data; boundary=upload"}
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}/api/check", body, kind), timeout=120) as answer:
            return int(answer.status)
    except HTTPError as refused:
        return refused.code


if __name__ == "__main__":
    main()
