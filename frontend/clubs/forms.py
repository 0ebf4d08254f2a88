"""Forms for the page of a club and for its news."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from frontend.clubs.edit_conflicts import TextForm
from frontend.clubs.refusals import refusal_text
from gamelog.clubs.models import Club, News
from gamelog.contest.errors import Refused

MARKDOWN = _("Markdown: **bold**, *italic*, lists, tables and links. HTML and pictures are shown as text.")


def length(model: type, field: str) -> int:
    """How many characters a column holds."""
    return int(model._meta.get_field(field).max_length)  # type: ignore[attr-defined]


class ClubForm(TextForm):
    """The page of a club."""

    name = forms.CharField(label=_("Name"), max_length=length(Club, "name"))
    city = forms.CharField(label=_("City"), max_length=length(Club, "city"), required=False)
    country = forms.CharField(label=_("Country"), max_length=length(Club, "country"), required=False)
    website = forms.URLField(
        label=_("Website"), max_length=length(Club, "website"), required=False, assume_scheme="https",
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )  # fmt: skip
    about = forms.CharField(
        label=_("About the club"), max_length=length(Club, "about"), required=False, help_text=MARKDOWN,
        widget=forms.Textarea(attrs={"rows": 10}),
    )  # fmt: skip


class FoundForm(ClubForm):
    slug = forms.SlugField(
        label=_("Address of the page"), max_length=50, required=False,
        help_text=_("Lowercase letters, digits and hyphens, such as iron-hounds. If left empty, it is made from the "
                    "name."),
    )  # fmt: skip
    field_order = ("name", "slug")


class NewsForm(TextForm):
    title = forms.CharField(label=_("Title"), max_length=length(News, "title"))
    body = forms.CharField(
        label=_("Text"), max_length=length(News, "body"), help_text=MARKDOWN,
        widget=forms.Textarea(attrs={"rows": 12}),
    )  # fmt: skip


def add_refusal(form: forms.Form, error: Refused) -> None:
    """Add a refusal to a form: at the field it is about if the form has that field."""
    field = error.path.removeprefix("$.").partition(".")[0].partition("[")[0]
    form.add_error(field if field in form.fields else None, refusal_text(error))
