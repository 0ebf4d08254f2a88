"""Fixtures of the tests of production: a folder with a short path, because sockets go there, and a certificate."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.production import tls


@pytest.fixture(scope="package")
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="gl-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="package")
def pem(folder: Path) -> Path:
    return tls.certificate(folder)
