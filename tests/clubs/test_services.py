"""Clubs: founding, the page, members, news; every act of the staff is stored and never changed."""

from __future__ import annotations

import json
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, models, transaction
from django.http import Http404

from gamelog.clubs import access, acts, selectors, services
from gamelog.clubs.models import Club, ClubAct, JoinRequest, Membership, News
from gamelog.contest.errors import Refused
from gamelog.people.services import participant_of
from rules.kernel.canonical import tag_of

pytestmark = pytest.mark.django_db


def done(club: Club) -> list[tuple[str, str]]:
    """The acts of a club: type and author."""
    return list(club.acts.order_by("number").values_list("type", "by"))


def refused(code: str, path: str, call: Any, **values: Any) -> None:
    """Check that a call is refused with this code at this field, and stores nothing."""
    before = ClubAct.objects.count(), Club.objects.count(), News.objects.count(), Membership.objects.count()
    with pytest.raises(Refused) as caught:
        call(**values)
    assert (caught.value.code, caught.value.path) == (code, path)
    assert before == (
        ClubAct.objects.count(), Club.objects.count(), News.objects.count(), Membership.objects.count()
    )  # fmt: skip


# founding and the page


def test_who_founds_a_club_owns_it(people: SimpleNamespace) -> None:
    club = services.club_found(owner=people.p1, name=" Iron Hounds ", city="Tallinn")
    assert (club.name, club.slug, club.owner, club.number) == ("Iron Hounds", "iron-hounds", people.p1, 1)
    member = club.memberships.get()
    assert (member.user, member.role, member.shown) == (people.p1, "owner", True)
    assert done(club) == [("found", participant_of(people.p1))]


def test_a_taken_name_gets_another_address_and_a_taken_address_is_refused(people: SimpleNamespace) -> None:
    slugs = [services.club_found(owner=owner, name="Iron Hounds").slug for owner in (people.p1, people.p2, people.p3)]
    assert slugs == ["iron-hounds", "iron-hounds-2", "iron-hounds-3"]
    assert services.club_found(owner=people.p1, name="Железные псы").slug == "club"
    assert services.club_found(owner=people.p1, name="Found").slug == "found-2"
    refused("slug-taken", "$.slug", services.club_found, owner=people.p1, name="Other", slug="iron-hounds")
    refused("slug-taken", "$.slug", services.club_found, owner=people.p1, name="Other", slug="found")
    refused("bad-club", "$.slug", services.club_found, owner=people.p1, name="Other", slug="Iron Hounds")


def test_a_form_that_was_sent_twice_founds_one_club(people: SimpleNamespace) -> None:
    club = services.club_found(owner=people.p1, name="Iron Hounds", slug="hounds", city="Tallinn")
    assert services.club_found(owner=people.p1, name="Iron Hounds", slug="hounds", city="Tallinn") == club
    assert services.club_found(owner=people.p1, name="Iron Hounds", city="Tartu") != club
    Club.objects.filter(pk=club.pk).update(created=club.created - timedelta(days=1))
    assert services.club_found(owner=people.p1, name="Iron Hounds", city="Tallinn") != club


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"name": " "}, "$.name"),
        ({"name": "x" * 121}, "$.name"),
        ({"name": "a\0b"}, "$.name"),
        ({"city": "x" * 101}, "$.city"),
        ({"about": "x" * 20_001}, "$.about"),
        ({"website": "javascript:alert(1)"}, "$.website"),
        ({"website": "hounds.example"}, "$.website"),
        ({"colour": "grey"}, "$.colour"),
    ],
)
def test_a_page_that_cannot_be(people: SimpleNamespace, fields: dict[str, str], path: str) -> None:
    refused("bad-club", path, services.club_found, owner=people.p1, **{"name": "Hounds", **fields})


def test_changing_the_page_says_what_changed_and_not_the_text(club: Club, people: SimpleNamespace) -> None:
    before = club.number
    services.club_edit(club=club, actor=people.p1, about="Ask clara", city="Tallinn")
    row = club.acts.get(number=before + 1)
    entry = selectors.act_of(row)
    assert isinstance(entry.act, acts.EditClub) and entry.act.fields == ("about",)
    assert row.by == participant_of(people.p1) and "clara" not in row.body
    services.club_edit(club=club, actor=people.p1, about="Ask clara")
    assert club.acts.count() == before + 1
    refused("bad-club", "$.name", services.club_edit, club=club, actor=people.p1, name="")


def test_nobody_else_changes_the_page(club: Club, people: SimpleNamespace) -> None:
    for actor in (people.p2, people.p4, people.outsider, AnonymousUser()):
        with pytest.raises(PermissionDenied):
            services.club_edit(club=club, actor=actor, city="Riga")
    services.club_edit(club=club, actor=people.staff, city="Riga")
    assert Club.objects.get(pk=club.pk).city == "Riga"


def test_there_is_no_such_club(db: None) -> None:
    with pytest.raises(Http404):
        access.access_club(AnonymousUser(), "nowhere")


# acts


def test_acts_are_numbered_canonical_and_without_names(club: Club, people: SimpleNamespace) -> None:
    services.news_publish(club=club, actor=people.p1, title="clara wins", body="clara beat p1")
    rows = list(club.acts.order_by("number"))
    assert [row.number for row in rows] == list(range(1, club.number + 2))
    for row in rows:
        plain = json.loads(row.body)
        assert row.body == json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert (plain["number"], tag_of(selectors.act_of(row).act)) == (row.number, row.type)
        assert row.by and (selectors.act_of(row).by, json.loads(row.private)["by"]) == (row.by, row.by)
        assert row.by not in row.body, "who did it stands beside the act"
    bodies = " ".join(row.body for row in rows)
    assert "clara" not in bodies and "Tallinn" not in bodies and '"p1"' not in bodies


@pytest.mark.storage
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE clubs_clubact SET body = 'x' WHERE number = 2",
        "UPDATE clubs_clubact SET number = number + 100",
        "DELETE FROM clubs_clubact WHERE number = 2",
        "DELETE FROM clubs_clubact",
    ],
)
def test_the_database_refuses_to_change_acts(club: Club, statement: str) -> None:
    before = list(club.acts.values_list("number", "body", "by"))
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(club.acts.values_list("number", "body", "by")) == before
    with pytest.raises(models.ProtectedError):
        club.delete()


# members


def test_joining(club: Club, people: SimpleNamespace) -> None:
    asked = services.join_ask(club=club, actor=people.p5, shown=False)
    assert asked.request and asked.membership is None
    assert services.join_ask(club=club, actor=people.p5, shown=False).request == asked.request
    person = participant_of(people.p5)
    member = services.join_answer(club=club, actor=people.p1, person=person, accept=True)
    assert member and (member.role, member.shown) == ("member", False)
    assert services.join_answer(club=club, actor=people.p1, person=person, accept=True) == member
    assert services.join_ask(club=club, actor=people.p5).membership == member
    assert done(club)[-1] == ("admit", participant_of(people.p1))
    assert not JoinRequest.objects.filter(user=people.p5).exists()


def test_being_refused(club: Club, people: SimpleNamespace) -> None:
    person = participant_of(people.p4)
    assert services.join_answer(club=club, actor=people.editor, person=person, accept=False) is None
    assert done(club)[-1] == ("refuse", participant_of(people.editor))
    answer = {"club": club, "actor": people.editor, "person": person}
    refused("no-request", "$.person", services.join_answer, **answer, accept=True)
    refused("no-request", "$.person", services.join_answer, **answer, accept=False)
    refused("no-request", "$.person", services.join_answer, **{**answer, "person": "nobody"}, accept=True)


@pytest.mark.parametrize("actor", ["p2", "p4", "outsider", ""])
def test_only_editors_answer(club: Club, people: SimpleNamespace, actor: str) -> None:
    who = getattr(people, actor) if actor else AnonymousUser()
    with pytest.raises(PermissionDenied):
        services.join_answer(club=club, actor=who, person=participant_of(people.p4), accept=True)
    assert JoinRequest.objects.filter(user=people.p4).exists()


def test_leaving(club: Club, people: SimpleNamespace) -> None:
    services.member_leave(club=club, actor=people.p2)
    services.member_leave(club=club, actor=people.p2)
    assert done(club)[-1] == ("leave", participant_of(people.p2))
    assert done(club).count(("leave", participant_of(people.p2))) == 1
    services.member_leave(club=club, actor=people.p4)
    assert not JoinRequest.objects.exists() and done(club)[-1] == ("leave", participant_of(people.p2))
    refused("owner-leaves", "$", services.member_leave, club=club, actor=people.editor)


def test_removing(club: Club, people: SimpleNamespace) -> None:
    services.member_remove(club=club, actor=people.p1, person=participant_of(people.p2))
    assert not Membership.objects.filter(user=people.p2).exists()
    owner = participant_of(people.editor)
    refused("owner-leaves", "$.person", services.member_remove, club=club, actor=people.p1, person=owner)
    refused("no-member", "$.person", services.member_remove, club=club, actor=people.p1, person="p0")
    with pytest.raises(PermissionDenied):
        services.member_remove(club=club, actor=people.p3, person=participant_of(people.p1))


def test_only_the_owner_appoints_and_removes_editors(club: Club, people: SimpleNamespace) -> None:
    first, second = participant_of(people.p1), participant_of(people.p2)
    for call in (
        lambda: services.member_appoint(club=club, actor=people.p1, person=second, role="editor"),
        lambda: services.club_hand_over(club=club, actor=people.p1, person=first),
    ):
        with pytest.raises(PermissionDenied):
            call()
    services.member_appoint(club=club, actor=people.editor, person=second, role="editor")
    assert access.is_editor(people.p2, club.pk)
    with pytest.raises(PermissionDenied):
        services.member_remove(club=club, actor=people.p1, person=second)
    services.member_appoint(club=club, actor=people.editor, person=second, role="member")
    assert not access.is_editor(people.p2, club.pk)
    before = club.acts.count()
    services.member_appoint(club=club, actor=people.editor, person=second, role="member")
    assert club.acts.count() == before
    for person, role in ((second, "owner"), (second, "king"), (participant_of(people.editor), "member")):
        refused("bad-role", "$.role", services.member_appoint, club=club, actor=people.editor, person=person, role=role)


def test_handing_the_club_over(club: Club, people: SimpleNamespace) -> None:
    services.club_hand_over(club=club, actor=people.editor, person=participant_of(people.p2))
    club.refresh_from_db()
    assert club.owner == people.p2
    roles = dict(club.memberships.values_list("user__username", "role"))
    assert (roles["p2"], roles["clara"]) == ("owner", "editor")
    assert selectors.act_of(club.acts.last()).act == acts.HandOver(participant_of(people.p2))  # type: ignore[arg-type]


def test_the_page_names_who_wants_it(club: Club, people: SimpleNamespace) -> None:
    def names(everybody: bool = False) -> list[str]:
        return [member.user.username for member in selectors.members_of(club, everybody)]

    assert names() == ["clara", "p1", "p2"]
    assert names(everybody=True) == ["clara", "p1", "p2", "p3"]
    services.member_show(club=club, actor=people.p3, shown=True)
    services.member_show(club=club, actor=people.p2, shown=False)
    assert names() == ["clara", "p1", "p3"]
    refused("no-member", "$.person", services.member_show, club=club, actor=people.p4, shown=True)


# news


def test_news(club: Club, people: SimpleNamespace) -> None:
    post = services.news_publish(club=club, actor=people.p1, title=" Spring cup ", body="Come\r\nall")
    assert (post.title, post.body, post.author) == ("Spring cup", "Come\nall", people.p1)
    services.news_edit(post=post, actor=people.editor, title="Spring cup", body="Come all")
    services.news_edit(post=post, actor=people.editor, title="Spring cup", body="Come all")
    assert News.objects.get().updated > post.published and News.objects.get().author == people.p1
    services.news_withdraw(post=post, actor=people.editor)
    assert [kind for kind, _ in done(club)[-3:]] == ["publish", "edit-post", "withdraw-post"]
    assert not News.objects.exists()
    refused("no-post", "$", services.news_edit, post=post, actor=people.editor, title="Spring cup", body="Come")


def test_a_form_that_was_sent_twice_publishes_one_post(club: Club, people: SimpleNamespace) -> None:
    post = services.news_publish(club=club, actor=people.p1, title="Tonight", body="Come")
    assert services.news_publish(club=club, actor=people.p1, title="Tonight", body="Come") == post
    assert services.news_publish(club=club, actor=people.editor, title="Tonight", body="Come") != post
    News.objects.filter(pk=post.pk).update(published=post.published - timedelta(days=7))
    assert services.news_publish(club=club, actor=people.p1, title="Tonight", body="Come") != post


def test_control_characters_of_other_programs_are_left_out(club: Club, people: SimpleNamespace) -> None:
    post = services.news_publish(club=club, actor=people.p1, title="A\x07 cup", body="Come\x0b\x0c\tall\n\x1fof you")
    assert (post.title, post.body) == ("A cup", "Come\tall\nof you")


@pytest.mark.parametrize(
    ("title", "body", "path"), [("", "x", "$.title"), ("x", " \n", "$.body"), ("x" * 201, "x", "$.title")]
)
def test_posts_that_cannot_be(club: Club, people: SimpleNamespace, title: str, body: str, path: str) -> None:
    refused("bad-post", path, services.news_publish, club=club, actor=people.p1, title=title, body=body)


def test_nobody_else_writes(club: Club, people: SimpleNamespace) -> None:
    post = services.news_publish(club=club, actor=people.p1, title="Spring cup", body="Come")
    for actor in (people.p2, people.outsider, AnonymousUser()):
        with pytest.raises(PermissionDenied):
            services.news_publish(club=club, actor=actor, title="x", body="x")
        with pytest.raises(PermissionDenied):
            services.news_edit(post=post, actor=actor, title="x", body="x")
        with pytest.raises(PermissionDenied):
            services.news_withdraw(post=post, actor=actor)
    assert News.objects.get().title == "Spring cup"
