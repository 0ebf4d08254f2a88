"""Who is who: claims, merges and their refusals in the reader's language, for pages of clubs, events and players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from frontend.tournaments.people import names_of_people
from gamelog.clubs.models import LinkKind, LinkState, PersonLink
from gamelog.contest.errors import Refused
from gamelog.games.access import Actor
from gamelog.people.selectors import participant_id
from gamelog.seasons import regulars
from gamelog.seasons.models import RegularEntry


class LinkRow(NamedTuple):
    """A link as pages show it: a sentence, who answered or undid it, and whether the visitor may undo it."""

    link: PersonLink
    text: str
    state: str
    by: str
    undone_by: str
    waits: bool
    may_undo: bool


class EntryRow(NamedTuple):
    """A name at an event that was said to be somebody, as pages show it."""

    row: RegularEntry
    name: str
    by: str
    ended_by: str


SENTENCES: dict[str, Promise] = {
    "same-event": gettext_lazy("Both played in the same event, so they cannot be one person."),
    "claimed": gettext_lazy("This name has been given to somebody else already."),
    "claim-waits": gettext_lazy("Somebody claims this name. Answer the claim first."),
    "no-regular": gettext_lazy("The club does not know this person, or the name was removed."),
    "no-name": gettext_lazy("This entry is no longer a name without an account."),
    "undecided": gettext_lazy("Several people of this name are known. The club has to say who played here."),
    "no-claim": gettext_lazy("This claim has been answered or withdrawn already."),
    "no-person": gettext_lazy("The account does not exist any more."),
    "undone": gettext_lazy("This has been undone already."),
    "bad-name": gettext_lazy(
        "This is not a name: it is empty, too long, or contains contact details or characters that cannot be shown."
    ),
}
"""Sentences by the code of the refusal."""


def refusal_text(error: Refused) -> str:
    """The reason for a refusal; an event that the reader may see is named."""
    event = error.facts.get("event", "")
    if error.code == "same-event" and event:
        return _("Both played in “%(event)s”, so they cannot be one person.") % {"event": event}
    return str(SENTENCES.get(error.code) or error.text)


def link_rows(links: Iterable[PersonLink], actor: Actor, *, decides: bool = False) -> list[LinkRow]:
    """Links in words. `decides`: whether `actor` decides about all of them; otherwise only about their own claims."""
    rows, own = list(links), participant_id(actor) if isinstance(actor, User) else ""
    ids = {each for row in rows for each in (row.source_id, row.target_id, row.answered_by, row.undone_by)}
    names = names_of_people(ids)
    return [
        _link_row(row, names, decides or (row.kind == LinkKind.CLAIM and row.target_id == own)) for row in rows
    ]  # fmt: skip


def _link_row(row: PersonLink, names: dict[str, str], decides: bool) -> LinkRow:
    shown = {"name": names.get(row.source_id, ""), "other": names.get(row.target_id, "")}
    if row.kind == LinkKind.MERGE:
        text = _("%(name)s counts as %(other)s") % shown
    else:
        text = _("%(other)s claims the name %(name)s") % shown
    active = row.state == LinkState.ACTIVE
    return LinkRow(
        row, text, state_text(row.state), names.get(row.answered_by, ""), names.get(row.undone_by, ""),
        row.state == LinkState.WAITING, active and decides,
    )  # fmt: skip


def state_text(state: str) -> str:
    """What became of a link."""
    return {
        LinkState.WAITING: pgettext("claim", "waits for an answer"), LinkState.ACTIVE: pgettext("claim", "counts"),
        LinkState.DECLINED: pgettext("claim", "declined"), LinkState.WITHDRAWN: pgettext("claim", "withdrawn"),
        LinkState.UNDONE: pgettext("claim", "undone"),
    }[LinkState(state)]  # fmt: skip


def entry_rows(rows: Iterable[RegularEntry]) -> list[EntryRow]:
    """Entries in words."""
    found = list(rows)
    names = names_of_people({each for row in found for each in (row.by, row.ended_by, row.regular.person_id)})
    return [EntryRow(row, names.get(row.regular.person_id, ""), names.get(row.by, ""), names.get(row.ended_by, ""))
            for row in found]  # fmt: skip


def link_of(given: Any, links: Iterable[PersonLink]) -> PersonLink:
    """The link that a form names, among those of its page. Raises: Http404."""
    found = next((each for each in links if str(each.pk) == str(given)), None)
    if found is None:
        raise Http404("there is no such link")
    return found


def link_act(act: str, link: PersonLink, actor: Actor) -> str:
    """Do what a button says, and return what happened. Raises: PermissionDenied, Refused, Http404."""
    match act:
        case "accept":
            regulars.claim_answer(link=link, actor=actor, accept=True)
            return _("Accepted: what was played under this name counts for the account.")
        case "decline":
            regulars.claim_answer(link=link, actor=actor, accept=False)
            return _("Declined.")
        case "withdraw":
            regulars.claim_withdraw(link=link, actor=actor)
            return _("Your claim has been withdrawn.")
        case "undo":
            regulars.link_undo(link=link, actor=actor)
            return _("Undone. Everything counts as it did before.")
    raise Http404("there is no such button")


def id_of(text: str) -> UUID:
    """An id from a form. Raises: Http404."""
    try:
        return UUID(text)
    except ValueError:
        raise Http404("there is nobody of this id") from None
