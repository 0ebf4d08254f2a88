"""The one view through which every act of the desk goes."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from frontend.desk.access import Desk, desk_page
from frontend.desk.act_registry import FORMS
from frontend.desk.submission import answer_to, form_page


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def act(request: HttpRequest, desk: Desk, act_type: str) -> HttpResponse:
    """One act: its form, what it comes to where it is a correction, and its storing.

    Raises: Http404 for an act without a form, PermissionDenied where it is not for this person.
    """
    kind = FORMS.get(act_type)
    if kind is None:
        raise Http404(f"there is no form for {act_type}")
    if not desk.may(act_type):
        raise PermissionDenied(f"{act_type} is not for you")
    if request.method != "POST":
        return form_page(request, desk, kind(desk=desk, initial=dict(request.GET.items())))
    if request.POST.get("do") == "edit":
        form = kind(request.POST, desk=desk)
        form.is_valid()
        form.errors.clear()
        return form_page(request, desk, form)
    return answer_to(request, desk, kind(request.POST, desk=desk))
