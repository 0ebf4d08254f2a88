"""Acts are sent to other programs: signed, once each if all goes well, retried if not, and never into our own
network.
"""

import hmac
import re
import socket
import ssl
import textwrap
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from gamelog import outbound
from gamelog.contest.acts.people import SetWebhook
from gamelog.contest.acts.results import Enter
from gamelog.contest.acts.setting import Rename
from gamelog.contest.errors import Refused
from gamelog.contest.stream import read_entry
from gamelog.games.models import JobState
from gamelog.people.services import participant_of
from gamelog.setup.paths import ROOT
from gamelog.tournaments import subscriptions, webhooks
from gamelog.tournaments.models import Delivery, Tournament, Webhook
from tests.tournaments import making
from tests.tournaments.receiving import Receiver, certificate, receiving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOKS_LOCAL = True
    with receiving() as found:
        yield found


@pytest.fixture
def hook(receiver: Receiver, filled: Tournament) -> Webhook:
    return subscriptions.webhook_create(tournament=filled, url=receiver.url, actor=filled.owner)


def rename(tournament: Tournament, title: str) -> None:
    making.act(tournament, tournament.owner, Rename(title=title))


def last(hook: Webhook) -> Delivery:
    return hook.deliveries.order_by("-pk").first()  # type: ignore[return-value]


def later(delivery: Delivery) -> None:
    """Pretend that the time for the next attempt has come."""
    Delivery.objects.filter(pk=delivery.pk).update(due=timezone.now() - timedelta(seconds=1))


def test_an_act_is_told_with_a_signature(hook: Webhook, receiver: Receiver, filled: Tournament) -> None:
    making.act(filled, filled.owner, Enter(round=2, table=1, report=making.reported(4, 4), reason="misread"))
    (message,) = receiver.messages
    told = message.told
    assert message.path == "/hook?for=club"
    assert (told["event"], told["type"], told["number"]) == ("winter-muster", "enter", filled.number)
    assert told["about"] == {"round": 2, "table": 1}
    assert told["result"]["shown"] == "4 : 4"
    assert told["standings"].endswith("/events/winter-muster/standings.json")
    assert message.headers["X-Gamelog-Event"] == "enter"
    assert message.headers["X-Gamelog-Delivery"] == str(last(hook).pk)
    stamp = message.headers["X-Gamelog-Timestamp"]
    signed = hmac.new(hook.secret.encode(), f"{stamp}.".encode() + message.body, sha256).hexdigest()
    assert message.headers["X-Gamelog-Signature"] == f"sha256={signed}"
    assert (last(hook).state, last(hook).status, last(hook).attempts) == (JobState.DONE, 200, 1)


def test_the_check_in_the_documentation_knows_our_messages_from_others(hook: Webhook, receiver: Receiver) -> None:
    rename(hook.tournament, "Another title")
    (message,) = receiver.messages
    text = (ROOT / "docs" / "webhooks.md").read_text()
    code = text[text.index("    import hashlib") : text.index("## What is expected")]
    known: dict[str, Any] = {}
    exec(textwrap.dedent(code), known)
    check = known["is_from_there"]
    assert check(hook.secret, message.headers, message.body)
    assert not check("another secret", message.headers, message.body)
    assert not check(hook.secret, message.headers, message.body.replace(b"rename", b"finish"))
    stamp = str(int(message.headers["X-Gamelog-Timestamp"]) - 1000)
    old = {"X-Gamelog-Timestamp": stamp,
           "X-Gamelog-Signature": f"sha256={webhooks.signature(hook.secret, stamp, message.body)}"}  # fmt: skip
    assert not check(hook.secret, old, message.body)
    assert set(message.told) <= set(re.findall(r"`(\w+)`", text))


def test_only_what_is_wanted_is_told(receiver: Receiver, filled: Tournament) -> None:
    subscriptions.webhook_create(tournament=filled, url=receiver.url, actor=filled.owner, wants=["enter", "rule"])
    rename(filled, "Another title")
    making.act(filled, filled.owner, Enter(round=2, table=1, report=making.reported(4, 4), reason="misread"))
    assert receiver.types() == ["enter"]


def test_what_is_told_holds_no_name_and_nothing_secret(
    receiver: Receiver, people: SimpleNamespace, teams: Tournament
) -> None:
    subscriptions.webhook_create(tournament=teams, url=receiver.url, actor=teams.owner)
    making.choose_all(teams, 1, 1)
    making.enter_results(teams, 1)
    chosen = [each for each in receiver.messages if each.told["type"] == "choose"]
    assert chosen and all(set(each.told["about"]) == {"round", "table"} for each in chosen)
    everything = b"".join(each.body for each in receiver.messages)
    for word in ("players", "Aquila", "olga", '"p1"', "person"):
        assert word.encode() not in everything


def test_a_refused_message_is_sent_again_with_growing_waits_and_given_up(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer = 500
    rename(hook.tournament, "Another title")
    delivery, waits = last(hook), []
    for attempt in range(1, webhooks.TRIES + 1):
        delivery.refresh_from_db()
        assert delivery.attempts == attempt
        waits.append(delivery.due - timezone.now())
        if attempt < webhooks.TRIES:
            assert (delivery.state, delivery.status, delivery.error) == (JobState.QUEUED, 500, "it answered 500")
            assert webhooks.sweep() == 0
            later(delivery)
            assert webhooks.sweep() == 1
    assert delivery.state == JobState.FAILED
    assert waits[:-1] == sorted(waits[:-1]) and waits[0] > timedelta(seconds=50) and waits[-2] > timedelta(hours=7)
    assert len(receiver.messages) == webhooks.TRIES
    assert len({each.body for each in receiver.messages}) == 1
    assert len({each.headers["X-Gamelog-Delivery"] for each in receiver.messages}) == 1
    hook.refresh_from_db()
    assert hook.failures == webhooks.TRIES
    later(delivery)
    assert webhooks.sweep() == 0


def test_a_message_that_gets_through_in_the_end_clears_the_count(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer = 503
    rename(hook.tournament, "Another title")
    receiver.answer = 204
    later(last(hook))
    webhooks.sweep()
    hook.refresh_from_db()
    assert (last(hook).state, last(hook).status, last(hook).error, hook.failures) == (JobState.DONE, 204, "", 0)


def test_an_address_that_fails_again_and_again_is_switched_off(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer = 404
    waiting = Delivery.objects.create(webhook=hook, number=1, due=timezone.now() + timedelta(hours=1))
    Webhook.objects.filter(pk=hook.pk).update(failures=webhooks.MOST_FAILURES - 1)
    rename(hook.tournament, "Another title")
    hook.refresh_from_db()
    waiting.refresh_from_db()
    assert not hook.active
    assert (waiting.state, waiting.error) == (JobState.FAILED, "the address is switched off")
    rename(hook.tournament, "A third title")
    assert len(receiver.messages) == 1
    receiver.answer = 200
    subscriptions.webhook_ping(hook=hook, actor=hook.tournament.owner)
    assert receiver.types() == ["rename", "ping"]
    rename(hook.tournament, "One more title")
    assert len(receiver.messages) == 2
    subscriptions.webhook_switch_on(hook=hook, actor=hook.tournament.owner)
    rename(hook.tournament, "A fourth title")
    assert len(receiver.messages) == 3


def test_a_redirect_is_not_followed(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer, receiver.headers = 302, {"Location": receiver.url.replace("hook", "elsewhere")}
    rename(hook.tournament, "Another title")
    assert [each.path for each in receiver.messages] == ["/hook?for=club"]
    assert last(hook).error == "it answered 302: nobody follows a redirect"


def test_a_worker_that_died_has_its_message_sent_by_another(hook: Webhook, receiver: Receiver) -> None:
    """The first one took it on and died; while it may still be working on it nobody else takes it."""
    rename(hook.tournament, "Another title")
    delivery = last(hook)
    Delivery.objects.filter(pk=delivery.pk).update(state=JobState.RUNNING, due=timezone.now() + timedelta(minutes=1))
    webhooks.deliver(delivery.pk)
    assert len(receiver.messages) == 1
    later(delivery)
    assert webhooks.sweep() == 1
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, len(receiver.messages)) == (JobState.DONE, 2, 2)


def test_a_message_that_kills_every_worker_is_given_up(hook: Webhook, receiver: Receiver) -> None:
    delivery = Delivery.objects.create(webhook=hook, number=1, attempts=webhooks.TRIES, state=JobState.QUEUED)
    webhooks.deliver(delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.error, receiver.messages) == (JobState.FAILED, "its workers died", [])


def test_the_same_message_twice_is_one_post(hook: Webhook, receiver: Receiver) -> None:
    rename(hook.tournament, "Another title")
    webhooks.deliver(last(hook).pk)
    webhooks.deliver(last(hook).pk + 1000)
    assert len(receiver.messages) == 1


def test_two_workers_at_once_send_it_once(hook: Webhook, receiver: Receiver, wait_until: Callable[..., None]) -> None:
    """The second comes while the first waits for the answer."""
    from django.db import connection

    delivery = Delivery.objects.create(webhook=hook, number=1)
    receiver.hold.clear()

    def work() -> None:
        webhooks.deliver(delivery.pk)
        connection.close()

    first = threading.Thread(target=work)
    first.start()
    wait_until(lambda: len(receiver.messages) == 1, 10)
    webhooks.deliver(delivery.pk)
    receiver.hold.set()
    first.join()
    assert len(receiver.messages) == 1
    assert Delivery.objects.get(pk=delivery.pk).state == JobState.DONE


def test_an_answer_that_drips_does_not_hold_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte comes in time, the answer never does: the whole exchange has its own limit."""
    monkeypatch.setattr(outbound, "LONGEST", 0.6)
    stopped = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connection, _address = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\n")
                while not stopped.wait(0.05):
                    try:
                        connection.sendall(b"X-More: more\r\n")
                    except OSError:
                        return

        thread = threading.Thread(target=drip)
        thread.start()
        with pytest.raises(TimeoutError, match="no whole answer"):
            outbound.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {}, local=True)
        stopped.set()
        thread.join()


# permissions


def test_only_organisers_manage_addresses(hook: Webhook, people: SimpleNamespace, filled: Tournament) -> None:
    for actor in (people.judge, people.scorekeeper, people.p1, people.outsider):
        with pytest.raises(PermissionDenied):
            subscriptions.webhook_create(tournament=filled, url="https://example.org/", actor=actor)
        with pytest.raises(PermissionDenied):
            subscriptions.webhook_delete(hook=hook, actor=actor)
        with pytest.raises(PermissionDenied):
            subscriptions.webhook_ping(hook=hook, actor=actor)
    assert Webhook.objects.count() == 1


def test_who_had_another_program_told_stands_in_the_record(
    people: SimpleNamespace, hook: Webhook, receiver: Receiver, filled: Tournament
) -> None:
    making.appoint(filled, people.judge, "organiser")
    Webhook.objects.filter(pk=hook.pk).update(active=False)
    for _tap in range(2):
        subscriptions.webhook_switch_on(hook=hook, actor=people.judge)
    other = subscriptions.webhook_create(tournament=filled, url="https://example.org/?token=secret", actor=people.judge)
    for _tap in range(2):
        subscriptions.webhook_delete(hook=other, actor=filled.owner)
    olga, julia = participant_of(filled.owner), participant_of(people.judge)
    stored = filled.acts.filter(type="webhook").order_by("number")
    told = [(each.by, each.role, read_entry(each.body).act) for each in stored]
    assert told == [
        (olga, "organiser", SetWebhook(str(hook.pk), "added")),
        (julia, "organiser", SetWebhook(str(hook.pk), "switched-on")),
        (julia, "organiser", SetWebhook(str(other.pk), "added")),
        (olga, "organiser", SetWebhook(str(other.pk), "removed")),
    ]
    assert making.state_of(filled).webhooks == [str(hook.pk)]
    assert not filled.acts.filter(body__contains="example.org").exists(), "an address may hold a secret"
    act = SetWebhook(str(other.pk), "added")
    with pytest.raises(PermissionDenied):
        making.act(filled, filled.owner, act)


def test_trying_out_and_sending_again(hook: Webhook, receiver: Receiver, filled: Tournament) -> None:
    first = subscriptions.webhook_ping(hook=hook, actor=filled.owner)
    again = subscriptions.webhook_ping(hook=hook, actor=filled.owner)
    subscriptions.delivery_again(delivery=again, actor=filled.owner)
    assert receiver.types() == ["ping", "ping", "ping"]
    deliveries = [each.headers["X-Gamelog-Delivery"] for each in receiver.messages]
    assert deliveries == [str(first.pk), str(again.pk), str(again.pk)] and first.pk != again.pk
    rename(filled, "Another title")
    shown = [(each.number, type) for each, type in webhooks.deliveries_of(hook)]
    assert shown == [(filled.number, "rename"), (0, "ping")]
    subscriptions.webhook_delete(hook=hook, actor=filled.owner)
    rename(filled, "A third title")
    assert len(receiver.messages) == 4


def test_what_cannot_be_an_address_is_refused(people: SimpleNamespace, filled: Tournament) -> None:
    for url in ("ftp://example.org/", "https://", "example.org", "https://ada:secret@example.org/", "http://[::1]/",
                "https://example.org/#part", "https://example.org:99999/", "http://127.0.0.1/", "http://10.1.2.3:8080/",
                "http://192.168.0.9/", "http://169.254.169.254/latest/", "http://[fe80::1]/", "http://[::ffff:10.0.0.1]/",
                "https://exämple.org/", "https://example.org/a b", "https://example.org/\r\nX: y", "http://0.0.0.0/",
                "http://[fec0::1]/", "https://example..org/", "https://" + "a" * 70 + ".org/",
                "https://example.org/" + "a" * 500):  # fmt: skip
        with pytest.raises(Refused) as refused:
            subscriptions.webhook_create(tournament=filled, url=url, actor=filled.owner)
        assert (refused.value.code, refused.value.path) == ("bad-url", "$.url"), url
    with pytest.raises(Refused) as refused:
        subscriptions.webhook_create(
            tournament=filled, url="https://example.org/", wants=["nothing"], actor=filled.owner
        )
    assert refused.value.code == "unknown-type"
    assert not Webhook.objects.exists()


def test_there_are_only_so_many_addresses(people: SimpleNamespace, filled: Tournament) -> None:
    for number in range(webhooks.MOST_HOOKS):
        subscriptions.webhook_create(tournament=filled, url=f"https://example.org/{number}", actor=filled.owner)
    with pytest.raises(Refused) as refused:
        subscriptions.webhook_create(tournament=filled, url="https://example.org/", actor=filled.owner)
    assert refused.value.code == "too-many"
    assert len({hook.secret for hook in webhooks.webhooks_of(filled)}) == webhooks.MOST_HOOKS


# allowed addresses


def test_no_machine_of_our_own_is_public() -> None:
    own = ("127.0.0.1", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1",
           "224.0.0.1", "240.0.0.1", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1",
           "2002:7f00:1::", "64:ff9b::7f00:1", "2001:db8::1")  # fmt: skip
    assert [each for each in own if outbound.is_public(each)] == []


def test_the_internet_is_public() -> None:
    others = ("1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "::ffff:1.1.1.1")
    assert [each for each in others if not outbound.is_public(each)] == []


def test_a_name_that_means_this_machine_gets_nothing(filled: Tournament, settings: Any) -> None:
    """The name is only resolved on sending; then it is given up at once, without any connection."""
    settings.WEBHOOKS_LOCAL = False
    with receiving() as receiver:
        hook = subscriptions.webhook_create(
            tournament=filled, url=f"http://localhost:{receiver.port}/hook", actor=filled.owner
        )
        rename(filled, "Another title")
        assert receiver.messages == []
    assert last(hook).state == JobState.FAILED
    assert "no address of the public internet" in last(hook).error


def test_one_private_address_among_public_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in ("1.1.1.1", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: answers)
    with pytest.raises(outbound.Unsendable, match=r"10\.0\.0\.1"):
        outbound.post("https://example.org/", b"{}", {})


def test_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch, receiver: Receiver
) -> None:
    """A name server that answers differently each time: only its first answer counts, and the name is sent."""
    answers = iter(["127.0.0.1", "10.255.255.1", "10.255.255.1"])
    real = socket.getaddrinfo

    def changing(host: str, port: int, *args: Any, **more: Any) -> Any:
        return real(next(answers) if host == "club.example" else host, port, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", changing)
    assert outbound.post(f"http://club.example:{receiver.port}/hook", b"{}", {}, local=True) == 200
    assert receiver.messages[0].headers["Host"] == f"club.example:{receiver.port}"
    assert next(answers) == "10.255.255.1"


def test_over_tls_the_certificate_has_to_be_trusted_and_of_this_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = certificate(tmp_path, "localhost")
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured.load_cert_chain(file)
    with receiving(secured) as receiver:
        named = f"https://localhost:{receiver.port}/hook"
        with pytest.raises(ssl.SSLCertVerificationError):
            outbound.post(named, b"{}", {}, local=True)
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        assert outbound.post(named, b"{}", {}, local=True) == 200
        with pytest.raises(ssl.SSLCertVerificationError):
            outbound.post(f"https://127.0.0.1:{receiver.port}/hook", b"{}", {}, local=True)
        assert len(receiver.messages) == 1


# a real worker


def test_a_worker_tells_over_the_broker(
    worker: Any, receiver: Receiver, filled: Tournament, wait_until: Callable[..., None]
) -> None:
    hook = subscriptions.webhook_create(tournament=filled, url=receiver.url, actor=filled.owner)
    rename(filled, "Another title")
    wait_until(lambda: last(hook).state == JobState.DONE, 30)
    assert receiver.types() == ["rename"]
    receiver.answer = 500
    rename(filled, "A third title")
    wait_until(lambda: last(hook).attempts == 1 and last(hook).state == JobState.QUEUED, 30)
    receiver.answer = 200
    later(last(hook))
    webhooks.sweep()
    wait_until(lambda: last(hook).state == JobState.DONE, 30)
    assert receiver.types() == ["rename", "rename", "rename"]
