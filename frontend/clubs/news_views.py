"""Pages of a club's news."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from frontend.clubs import edit_conflicts
from frontend.clubs.forms import NewsForm, add_refusal
from frontend.clubs.page import club_page
from gamelog.clubs import access, selectors, services
from gamelog.clubs.errors import StaleText
from gamelog.clubs.models import Club, News
from gamelog.contest.errors import Refused

A_PAGE = 10


def post_of(club: Club, post_id: UUID) -> News:
    """A post of a club. Raises: Http404."""
    found = selectors.news_of(club).filter(pk=post_id).first()
    if found is None:
        raise Http404(f"there is no post {post_id}")
    return found


@require_safe
def news(request: HttpRequest, slug: str) -> HttpResponse:
    """The posts of a club, newest first."""
    club = access.access_club(request.user, slug)
    page = Paginator(selectors.news_of(club), A_PAGE).get_page(request.GET.get("page"))
    return club_page(request, club, "news", "news", {"page": page})


@require_safe
def post(request: HttpRequest, slug: str, post_id: UUID) -> HttpResponse:
    """One post."""
    club = access.access_club(request.user, slug)
    return club_page(request, club, "news", "post", {"post": post_of(club, post_id)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HttpRequest, slug: str, post_id: UUID | None = None) -> HttpResponse:
    """Write a post, or change one."""
    club = access.access_club(request.user, slug)
    access.require_editor(request.user, club)
    known = selectors.news_of(club).filter(pk=post_id).first() if post_id else None
    if post_id and not known:
        return _gone(request, club, post_id)
    form, both = NewsForm(request.POST or None, initial=_said(known)), None
    shown = edit_conflicts.shown(request, form, services.post_digest(known)) if known else ""
    if form.is_valid():
        try:
            if known:
                seen = edit_conflicts.whole(shown)
                stored = services.news_edit(post=known, actor=request.user, seen=seen, **form.cleaned_data)
            else:
                stored = services.news_publish(club=club, actor=request.user, **form.cleaned_data)
        except Refused as error:
            add_refusal(form, error)
        except StaleText:
            assert known
            known = post_of(club, known.pk)
            now = NewsForm(initial=_said(known))
            fresh = edit_conflicts.marks(now, services.post_digest(known))
            both, form, shown = edit_conflicts.carry_over(form, now, shown), now, fresh
        else:
            return redirect("club-post", slug, stored.pk)
    return club_page(request, club, "news", "write", {
        "form": form, "post": known, "shown": shown, "both": both, "status": edit_conflicts.status(form, both),
    })  # fmt: skip


def _said(post: News | None) -> dict[str, str]:
    return {"title": post.title, "body": post.body} if post else {}


def _gone(request: HttpRequest, club: Club, post_id: UUID) -> HttpResponse:
    """The post was withdrawn while its text was being edited: the form offers to publish the text again."""
    if request.method != "POST":
        raise Http404(f"there is no post {post_id}")
    form = NewsForm(initial={field: request.POST.get(field, "") for field in ("title", "body")})
    messages.error(
        request, _("The post was deleted in the meantime. Your text is below: publish it again, or leave the page.")
    )
    context = {"form": form, "post": None, "action": reverse("club-news-write", args=[club.slug]), "status": 409}
    return club_page(request, club, "news", "write", context)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, post_id: UUID) -> HttpResponse:
    """Delete a post; deleting one twice does no harm."""
    club = access.access_club(request.user, slug)
    access.require_editor(request.user, club)
    found = selectors.news_of(club).filter(pk=post_id).first()
    if found:
        services.news_withdraw(post=found, actor=request.user)
    messages.success(request, _("The post has been deleted."))
    return redirect("club-news", slug)
