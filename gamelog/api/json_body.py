"""JSON bodies of the views that read them with serializers."""

from __future__ import annotations

from typing import Any

import msgspec
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser


class Json(BaseParser):
    """A JSON body as plain values: UTF-8 without lone surrogates, not too deep, and with numbers that can be held."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The values. Raises: ParseError."""
        try:
            return msgspec.json.decode(stream.read())
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise ParseError(f"this is not readable JSON: {error}") from error
        except RecursionError as error:
            raise ParseError("this JSON is nested too deeply") from error
