"""A client that checks every answer against the committed OpenAPI document."""

from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import jsonschema  # type: ignore[import-untyped]
import yaml
from django.urls import Resolver404, resolve
from rest_framework.test import APIClient

from gamelog.api.urls import OPENAPI


@cache
def document() -> dict[str, Any]:
    # The parser in C takes a tenth of the time; not every build of the library has it.
    parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: dict[str, Any] = _plain(yaml.load(OPENAPI.read_text(), parser))
    return found


def _plain(node: Any) -> Any:
    """OpenAPI 3.0's `nullable` in JSON Schema's terms."""
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if not isinstance(node, dict):
        return node
    made = {key: _plain(value) for key, value in node.items() if key != "nullable"}
    return {"anyOf": [made, {"type": "null"}]} if node.get("nullable") is True else made


_as_documented: set[tuple[str, str, str, bytes]] = set()
"""Answers that were held against the document before, by the digests of their bytes: tests read much twice."""


def documented(path: str) -> str:
    """The documented address that a concrete one belongs to."""
    route = "/" + resolve(path).route
    for kind in ("uuid:", "str:", "int:", "slug:"):
        route = route.replace(f"<{kind}", "{")
    return route.replace(">", "}")


def check(method: str, path: str, response: Any) -> None:
    """Raises AssertionError or ValidationError if an answer is not as documented."""
    try:
        address = documented(path)
        operation = document()["paths"][address][method.lower()]
    except (KeyError, Resolver404):
        assert response.status_code in (404, 405), f"{method} {path} is not documented"
        return
    answers = operation["responses"].get(str(response.status_code))
    assert answers, f"{method} {path} answered {response.status_code}, undocumented: {response.content[:500]}"
    kind = response.headers.get("Content-Type", "").split(";")[0]
    content = answers.get("content")
    if not content:
        return
    assert kind in content, f"{method} {path} answered {response.status_code} as {kind}"
    if not kind.endswith(("/json", "+json")):
        return
    read = (method, address, f"{response.status_code} {kind}", sha256(response.content).digest())
    if read not in _as_documented:
        schema = {**content[kind]["schema"], "components": document()["components"]}
        jsonschema.Draft202012Validator(schema).validate(response.json())
        _as_documented.add(read)


class CheckedClient(APIClient):
    """DRF's test client; every answer below /api/ has to be as documented."""

    def request(self, **request: Any) -> Any:
        response = super().request(**request)
        path = urlsplit(request["PATH_INFO"]).path
        if path.startswith("/api/") and path != "/api/openapi.yaml":
            check(request["REQUEST_METHOD"], path, response)
        return response
