"""Pages of a club's news."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from frontend.clubs.forms import NewsForm, add_refusal
from frontend.clubs.page import club_page
from gamelog.clubs import access, selectors, services
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
    known = post_of(club, post_id) if post_id else None
    form = NewsForm(request.POST or None, initial={"title": known.title, "body": known.body} if known else None)
    if form.is_valid():
        try:
            if known:
                stored = services.news_edit(post=known, actor=request.user, **form.cleaned_data)
            else:
                stored = services.news_publish(club=club, actor=request.user, **form.cleaned_data)
        except Refused as error:
            add_refusal(form, error)
        else:
            return redirect("club-post", slug, stored.pk)
    status = 400 if form.errors else 200
    return club_page(request, club, "news", "write", {"form": form, "post": known, "status": status})


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, post_id: UUID) -> HttpResponse:
    """Take a post away."""
    club = access.access_club(request.user, slug)
    access.require_editor(request.user, club)
    services.news_withdraw(post=post_of(club, post_id), actor=request.user)
    messages.success(request, _("The post is gone."))
    return redirect("club-news", slug)
