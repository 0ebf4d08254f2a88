"""The OpenAPI document: it equals the generated one, and it documents every address."""

import re
from io import StringIO

from django.core.management import call_command

from gamelog.api import urls
from tests.gamelog.contract import document, documented

UNDOCUMENTED = {"", "<path:path>", "openapi.yaml"}


def test_generated_is_committed() -> None:
    made = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=made)
    assert made.getvalue().strip() == urls.OPENAPI.read_text().strip()


def test_every_reference_leads_to_a_component() -> None:
    text = urls.OPENAPI.read_text()
    referred = set(re.findall(r"#/components/(\w+/\w+)", text))
    assert referred <= {f"{kind}/{name}" for kind, named in document()["components"].items() for name in named}
    assert referred


def test_routes_are_documented_routes() -> None:
    key = "7f8f3c7e-6a3c-4b39-9a4c-0c2d8c3f0b11"
    routes = {str(route.pattern) for route in urls.urlpatterns} - UNDOCUMENTED
    addresses = set()
    for route in routes:
        example = re.sub(r"<int:\w+>", "1", re.sub(r"<uuid:\w+>", key, re.sub(r"<slug:\w+>", "a-name", route)))
        addresses.add(documented("/api/" + example.replace("<str:ruleset_id>", "kt")))
    assert addresses == set(document()["paths"])


def test_every_write_says_what_it_refuses() -> None:
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            if method == "post" and path != "/api/token/revoke":
                assert {"401", "413"} <= operation["responses"].keys(), path
