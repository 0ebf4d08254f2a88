"""Mail is written down, sent by a worker through a real server, tried again, and never holds a request."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives, send_mail
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from gamelog.mail import outbox
from gamelog.mail.models import Mail
from gamelog.setup import addresses
from tests.production.smtp import MailServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def written_down(settings: Any) -> None:
    """Django's test runner collects mails elsewhere."""
    settings.EMAIL_BACKEND = "gamelog.mail.outbox.Outbox"


@pytest.fixture
def server(pem: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    with MailServer(pem) as found:
        settings.MAIL_SERVER = addresses.mail(f"smtp://post%40site:p%2Fw@127.0.0.1:{found.port}")
        yield found


@pytest.fixture
def nobody(settings: Any) -> None:
    """A mail server that does not answer."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    settings.MAIL_SERVER = addresses.mail(f"smtp://127.0.0.1:{port}?tls=0&timeout=2")


def later() -> None:
    """As if the time of every waiting mail had come."""
    Mail.objects.update(due=timezone.now() - timedelta(seconds=1))
    outbox.sweep()


def test_a_mail_arrives_whole_over_a_secret_line(server: MailServer) -> None:
    mail = EmailMultiAlternatives(
        "Ваш пароль", "Ссылка", "from@site.example", ["ada@club.example"], cc=["b@club.example"]
    )
    mail.attach_alternative("<p>Ссылка</p>", "text/html")
    assert mail.send() == 1
    (found,) = server.received
    assert (found.login, found.secret) == ("post@site:p/w", True)
    assert found.to == ["ada@club.example", "b@club.example"]
    assert (found.mail["Subject"], found.mail["From"]) == ("Ваш пароль", "from@site.example")
    plain, rich = found.mail.get_body(("plain",)), found.mail.get_body(("html",))
    assert plain and rich
    assert (plain.get_content().strip(), rich.get_content().strip()) == ("Ссылка", "<p>Ссылка</p>")
    assert not Mail.objects.exists()


def test_no_request_waits_for_a_dead_server_and_the_mail_arrives_later(
    nobody: None, pem: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Client().post("/accounts/password/reset/", {"email": "ada@club.example"})
    assert answer.status_code == 302
    (row,) = Mail.objects.all()
    assert (row.attempts, row.due > timezone.now()) == (1, True)
    again = row.written
    later()
    assert Mail.objects.get().attempts == 2
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    with MailServer(pem) as server:
        settings.MAIL_SERVER = addresses.mail(f"smtp://127.0.0.1:{server.port}")
        later()
    assert server.received[0].mail["Message-ID"] in again
    assert not Mail.objects.exists()


def test_a_mail_that_nobody_takes_is_given_up(nobody: None) -> None:
    send_mail("Hello", "x", None, ["ada@club.example"])
    for attempts in range(1, outbox.TRIES):
        assert Mail.objects.get().attempts == attempts
        later()
    assert not Mail.objects.exists()


@pytest.mark.parametrize(("answer", "left"), [("550 there is no such box", 0), ("450 the box is full", 1)])
def test_what_is_refused_for_good_is_not_tried_again(server: MailServer, answer: str, left: int) -> None:
    server.refuses = answer
    send_mail("Hello", "x", None, ["ada@club.example"])
    assert Mail.objects.count() == left


def test_what_is_rolled_back_is_not_sent(server: MailServer) -> None:
    with transaction.atomic():
        send_mail("Hello", "x", None, ["ada@club.example"])
        transaction.set_rollback(True)
    assert not server.received


def test_a_second_worker_leaves_it_to_the_first(server: MailServer) -> None:
    row = Mail.objects.create(recipients="a", written="{}", attempts=1, due=timezone.now() + timedelta(minutes=1))
    outbox.send(row.pk)
    assert not server.received
    assert Mail.objects.get().attempts == 1


def test_the_command_says_what_is_wrong(server: MailServer, settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("sendtestemail", "ada@club.example")
    assert server.received[0].to == ["ada@club.example"]
    server.refuses = "550 there is no such box"
    with pytest.raises(CommandError, match="there is no such box"):
        call_command("sendtestemail", "ada@club.example")


def test_mails_to_somebody_who_is_erased_are_deleted(nobody: None) -> None:
    send_mail("Hello", "x", None, ["Ada@club.example"])
    send_mail("Hello", "x", None, ["boris@club.example"])
    outbox.forget(["ada@club.example"])
    assert [each.recipients for each in Mail.objects.all()] == ["boris@club.example"]
