"""The API of webhooks: organisers manage webhooks and read their deliveries."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from gamelog.contest.acts.setting import Rename
from gamelog.tournaments.models import Delivery, Tournament, Webhook
from tests.tournaments import making

pytestmark = pytest.mark.django_db

Clients = Callable[[str], Any]
URL = "https://club.example.org/told"


@pytest.fixture
def event(people: SimpleNamespace) -> Tournament:
    made = making.announce(people.organiser)
    making.officers(made, people)
    making.register(made, people.p1)
    return made


def create(client: Any, event: Tournament, **sent: Any) -> Any:
    return client.post(f"/api/events/{event.slug}/webhooks", {"url": URL} | sent, format="json")


def test_an_address_is_made_listed_and_deleted(event: Tournament, client_of: Clients) -> None:
    client, path = client_of("organiser"), f"/api/events/{event.slug}/webhooks"
    made = create(client, event, wants=["enter", "pair-round"])
    assert made.status_code == 201, made.content
    assert made.json()["secret"] == Webhook.objects.get().secret
    (listed,) = client.get(path).json()["webhooks"]
    assert listed == {key: value for key, value in made.json().items() if key != "secret"}, "the secret is shown once"
    assert listed["wants"] == ["enter", "pair-round"]
    assert client.delete(f"{path}/{listed['id']}").status_code == 204
    assert client.get(path).json() == {"webhooks": []}
    assert client.delete(f"{path}/{listed['id']}").status_code == 404


def test_deliveries_are_read(event: Tournament, people: SimpleNamespace, client_of: Clients) -> None:
    hook = create(client_of("organiser"), event).json()
    stored = making.act(event, people.organiser, Rename(title="Another name"))
    path = f"/api/events/{event.slug}/webhooks/{hook['id']}/deliveries"
    (told,) = client_of("organiser").get(path).json()["deliveries"]
    assert (told["number"], told["type"], told["state"]) == (stored.act.number, "rename", "queued")


def test_an_address_is_tried_out_and_switched_on(event: Tournament, client_of: Clients) -> None:
    client = client_of("organiser")
    path = f"/api/events/{event.slug}/webhooks/{create(client, event).json()['id']}"
    Webhook.objects.update(active=False, failures=24)
    assert client.post(path, {"act": "ping"}, format="json").json()["active"] is False
    (told,) = client.get(f"{path}/deliveries").json()["deliveries"]
    assert (told["number"], told["type"], told["state"]) == (0, "ping", "queued")
    switched = client.post(path, {"act": "switch-on"}, format="json").json()
    assert (switched["active"], switched["failures"]) == (True, 0)
    refused = client.post(path, {"act": "dance"}, format="json")
    assert (refused.status_code, refused.json()["path"]) == (400, "$.act")


def test_a_message_is_sent_again(event: Tournament, people: SimpleNamespace, client_of: Clients) -> None:
    client = client_of("organiser")
    path = f"/api/events/{event.slug}/webhooks/{create(client, event).json()['id']}/deliveries"
    number = making.act(event, people.organiser, Rename(title="Another name")).act.number
    Delivery.objects.update(state="failed", attempts=6)
    assert client.post(path, {"number": number}, format="json").status_code == 204
    (told,) = client.get(path).json()["deliveries"]
    assert (told["state"], told["attempts"]) == ("queued", 0)
    assert client.post(path, {"number": number + 1}, format="json").status_code == 404


@pytest.mark.parametrize(
    ("sent", "status", "code", "path"),
    [
        ({"url": "ftp://club.example.org"}, 422, "bad-url", "$.url"),
        ({"url": "http://127.0.0.1/"}, 422, "bad-url", "$.url"),
        ({"url": "https://x.example/" + "x" * 500}, 400, None, "$.url"),
        ({"url": 7}, 400, None, "$.url"),
        ({"wants": ["dance"]}, 422, "unknown-type", "$.wants"),
        ({"wants": "enter"}, 400, None, "$.wants"),
        ({"secret": "mine"}, 400, None, "$"),
    ],
)
def test_an_address_that_cannot_be_told(
    sent: dict[str, Any], status: int, code: str | None, path: str, event: Tournament, client_of: Clients
) -> None:
    refused = create(client_of("organiser"), event, **sent)
    assert (refused.status_code, refused.json().get("code"), refused.json()["path"]) == (status, code, path)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("name", ["", "outsider", "p1", "judge", "scorekeeper"])
def test_it_is_the_organisers_alone(name: str, event: Tournament, client_of: Clients) -> None:
    hook = create(client_of("organiser"), event).json()["id"]
    client, path, status = client_of(name), f"/api/events/{event.slug}/webhooks", 403 if name else 401
    assert create(client, event).status_code == status
    assert client.get(path).status_code == status
    assert client.delete(f"{path}/{hook}").status_code == status
    assert client.get(f"{path}/{hook}/deliveries").status_code == status
    assert client.post(f"{path}/{hook}", {"act": "ping"}, format="json").status_code == status
    assert client.post(f"{path}/{hook}/deliveries", {"number": 1}, format="json").status_code == status
    assert Webhook.objects.count() == 1


def test_the_address_of_another_event(event: Tournament, people: SimpleNamespace, client_of: Clients) -> None:
    other = making.announce(people.organiser, title="Another")
    hook = create(client_of("organiser"), other).json()["id"]
    assert client_of("organiser").delete(f"/api/events/{event.slug}/webhooks/{hook}").status_code == 404
    missing = client_of("organiser").get(f"/api/events/{event.slug}/webhooks/{uuid4()}/deliveries")
    assert missing.status_code == 404
    assert Webhook.objects.count() == 1
    assert not Delivery.objects.filter(webhook__tournament=event).exists()
