"""The site as an app on a phone: what a browser needs to install it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_phone_can_install_the_site(client: Client) -> None:
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    told = client.get("/manifest.webmanifest")
    assert told["Content-Type"] == "application/manifest+json"
    manifest = told.json()
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/record/", "/")
    for icon in manifest["icons"]:
        assert client.get(icon["src"])["Content-Type"] == icon["type"]


def test_the_service_worker_may_serve_every_page_and_is_looked_for_again_each_time(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript"
    assert "no-store" in answer["Cache-Control"]
    code = answer.content.decode()
    assert not re.search(r"\b(import|export)\b", code), "it is a plain script: no module can be loaded by it"
    assert "/record/" in code.replace("\\", "")
