"""Lists in pages, by a cursor."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination


class Pages(CursorPagination):
    """Pages by a cursor; one that cannot be read is a wrong parameter and no missing address."""

    def decode_cursor(self, request: Any) -> Any:
        """Raises: ValidationError, naming the parameter."""
        try:
            return super().decode_cursor(request)
        except NotFound:
            said = "this is no cursor of a page: follow the links `next` and `previous` of a list"
            raise ValidationError({self.cursor_query_param: [said]}) from None
