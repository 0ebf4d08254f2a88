"""The embedded broker and database, started for real, as the user who runs the tests."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
import redis

from gamelog.setup import addresses, processes, services
from gamelog.setup.problem import Problem


@pytest.fixture
def kept(scratch: Path, request: pytest.FixtureRequest) -> Path:
    folder = scratch / f"kept-{abs(hash(request.node.name)) % 10_000}"
    folder.mkdir(mode=0o700)
    return folder


def test_the_broker_keeps_what_it_was_told_through_a_kill(kept: Path) -> None:
    server = services.Valkey.kept_in(kept)
    process = server.start(kept / "log")
    redis.Redis.from_url(addresses.cache_of(server.url, 0)).set("game", "1")
    processes.kill_session(process)
    process.wait()
    process = server.start(kept / "log")
    assert redis.Redis.from_url(addresses.cache_of(server.url, 0)).get("game") == b"1"
    processes.stop(process)


def test_the_broker_listens_on_no_network(kept: Path) -> None:
    server = services.Valkey.kept_in(kept)
    process = server.start(kept / "log")
    client = redis.Redis.from_url(addresses.cache_of(server.url, 0))
    assert client.config_get("port") == {"port": "0"}
    assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
    processes.stop(process)


def test_a_broker_that_cannot_start_says_why(kept: Path) -> None:
    server = services.Valkey(kept, kept / ("x" * 120))
    with pytest.raises(Problem, match="broker did not start"):
        server.start(kept / "log")


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory, scratch: Path) -> Iterator[services.Postgres]:
    folder = scratch / "module-postgres"
    folder.mkdir(mode=0o700)
    server = services.Postgres.kept_in(folder)
    process = server.start(folder / "log")
    yield server
    processes.stop(process, stop_signal=signal.SIGINT)


def ask(url: str, question: str) -> str:
    with psycopg.connect(url) as link:
        row = link.execute(question).fetchone()
        assert row
        return str(row[0])


def test_the_database_syncs_and_listens_on_no_network(postgres: services.Postgres) -> None:
    url = postgres.url(postgres.OWNER)
    assert ask(url, "SHOW listen_addresses") == ""
    assert ask(url, "SHOW fsync") == "on"
    assert ask(url, "SHOW data_checksums") == "on"
    assert ask(url, "SHOW server_encoding") == "UTF8"


def test_the_application_is_not_the_owner(postgres: services.Postgres) -> None:
    url = postgres.url(postgres.APPLICATION)
    assert ask(url, "SELECT current_user") == "gamelog_app"
    assert ask(url, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user") == "False"
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        ask(url, "CREATE TABLE mine (id int)")


def test_a_wrong_password_is_refused(postgres: services.Postgres) -> None:
    url = addresses.postgres_url(user="gamelog", password="guess", name="gamelog", host=str(postgres.sockets))
    with pytest.raises(psycopg.OperationalError, match="password"):
        ask(url, "SELECT 1")


def test_the_database_comes_back_after_a_kill_with_its_data(kept: Path) -> None:
    server = services.Postgres.kept_in(kept)
    process = server.start(kept / "log")
    with psycopg.connect(server.url(server.OWNER)) as link:
        link.execute("CREATE TABLE kept AS SELECT 7 AS number")
    process.kill()
    process.wait()
    again = server.start(kept / "log")
    assert ask(server.url(server.OWNER), "SELECT number FROM kept") == "7"
    processes.stop(again, stop_signal=signal.SIGINT)


def test_a_half_made_database_is_made_again(kept: Path) -> None:
    server = services.Postgres.kept_in(kept)
    server.data.mkdir(mode=0o700)
    (server.data / "PG_VERSION").write_text("18\n")
    process = server.start(kept / "log")
    assert server.answers()
    processes.stop(process, stop_signal=signal.SIGINT)


def test_named_binaries_that_are_not_there_are_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMELOG_PG_BIN", "/nowhere")
    with pytest.raises(Problem, match="GAMELOG_PG_BIN is /nowhere"):
        services.postgres_binaries()


@pytest.mark.skipif(os.getuid() != 0, reason="only root has to become somebody else")
def test_root_without_namespaces_runs_it_as_nobody(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_namespaces_work", lambda: False)
    with services.throw_away_postgres(kept) as url:
        assert ask(url, "SELECT 1") == "1"
    home = services.Postgres.kept_in(kept).sockets
    assert not list(home.iterdir()), "a throw-away server leaves no data outside its folder"
    home.rmdir()


def test_only_a_database_that_is_thrown_away_may_lose_what_it_was_told(postgres: services.Postgres) -> None:
    assert "fsync=on" in postgres.command()
    assert "fsync=off" in replace(postgres, durable=False).command()
