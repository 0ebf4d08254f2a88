"""The OpenAPI document: it is the one that the code makes, and it documents every address there is."""

from io import StringIO

from django.core.management import call_command

from gamelog.api import urls
from tests.gamelog.contract import document, documented

UNDOCUMENTED = {"", "<path:path>", "openapi.yaml"}


def test_generated_is_committed() -> None:
    made = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=made)
    assert made.getvalue().strip() == urls.OPENAPI.read_text().strip()


def test_routes_are_documented_routes() -> None:
    example = {"<uuid:game_id>": "7f8f3c7e-6a3c-4b39-9a4c-0c2d8c3f0b11", "<str:ruleset_id>": "kt"}
    example["<uuid:roster_id>"] = example["<uuid:game_id>"]
    routes = {str(route.pattern) for route in urls.urlpatterns} - UNDOCUMENTED
    addresses = set()
    for route in routes:
        for name, value in example.items():
            route = route.replace(name, value)
        addresses.add(documented(f"/api/{route}"))
    assert addresses == set(document()["paths"])


def test_every_write_says_what_it_refuses() -> None:
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            if method == "post" and path != "/api/token/revoke":
                assert {"401", "413"} <= operation["responses"].keys(), path
