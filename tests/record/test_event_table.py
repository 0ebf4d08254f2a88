"""Recording at a table of an event: what the event has settled is given, and both players bring their own lists."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.test import Client

from frontend.record.forces import READY
from gamelog.contest.pairing.request import Pair
from gamelog.contest.terms import RosterTerms
from gamelog.contest.terms_stages import Mission
from gamelog.games import calls, demo, joining, selectors, services
from gamelog.games.models import Game, Roster
from gamelog.tournaments import services as events
from gamelog.tournaments.models import Nameplate, TableGame, Tournament
from tests.restored import restored
from tests.tournaments import making

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.fixture
def people(db: None) -> SimpleNamespace:
    return restored("crowd", making.crowd)


@pytest.fixture
def event(people: SimpleNamespace) -> Tournament:
    """An event of two, both of whom have handed in a list."""
    made = making.announce(
        people.organiser, title="Winter muster", rosters=RosterTerms(points=200), options={"kt.game.round-count": 5},
        missions=(Mission(1, "A short one", options={"kt.game.round-count": 3}),),
    )  # fmt: skip
    making.register(made, people.p1, people.p2)
    for player, path in zip((people.p1, people.p2), demo.files(), strict=False):
        row, _created = services.roster_import(owner=player, data=path.read_bytes(), name=path.name)
        Nameplate.objects.filter(tournament=made, user=player).update(roster=row)
    making.pair_round(made)
    return made


@pytest.fixture
def pair(event: Tournament) -> Pair:
    return making.state_of(event).rounds[0].paired.pairs[0]


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def roster_of(event: Tournament, player: User) -> Roster:
    """What somebody handed in."""
    found = Nameplate.objects.get(tournament=event, user=player).roster
    assert found is not None
    return found


def place(event: Tournament, pair: Pair) -> dict[str, str]:
    return {"event": event.slug, "round": "1", "at": str(pair.table), "board": "0"}


def test_both_players_begin_the_record_of_their_table(people: SimpleNamespace, event: Tournament, pair: Pair) -> None:
    first, second = (client_of(getattr(people, f"p{each}")) for each in (pair.a, pair.b))
    table = f"/events/{event.slug}/tables/1/{pair.table}/"
    assert f"/record/?event={event.slug}&amp;round=1&amp;at={pair.table}" in first.get(table).content.decode()
    page = first.get("/record/", place(event, pair))
    form = page.context["form"]
    assert {"points", "against", "dice", "policy", "rival"} & set(form.fields) == set()
    own, second_own = (roster_of(event, getattr(people, f"p{each}")) for each in (pair.a, pair.b))
    assert form["roster"].value() == str(own.pk)
    assert READY.encode() not in page.content
    said = {**place(event, pair), "roster": str(own.pk), "roster_over": "pick", "table": form["table"].value()}
    answer = first.post("/record/", {**said, "do": "open", "key": "k"})
    assert answer.status_code == 302, answer.context["form"].errors
    game = TableGame.objects.get(tournament=event, round=1, table=pair.table).game
    assert answer["Location"] == f"/games/{game.pk}/table/"
    assert selectors.position_at(game, 1).options == {"kt.game.round-count": 3, "kt.roster.format-agreed": 200}
    assert list(game.events.values_list("type", "by")) == [("begin", "a"), ("muster", "a")]
    # Both have a seat by their accounts, so there is nothing to join.
    assert joining.open_code(game) is None
    shown = second.get("/record/", place(event, pair))
    assert shown["Location"] == f"/games/{game.pk}/table/"
    assert f'<option value="{second_own.pk}" selected' in second.get(f"/games/{game.pk}/table/").content.decode()
    sent = {"do": "muster", "side": "b", "roster": str(second_own.pk), "roster_over": "pick"}
    assert first.post(f"/games/{game.pk}/table/", sent).status_code == 403
    assert second.post(f"/games/{game.pk}/table/", sent).status_code == 302
    game.refresh_from_db()
    assert set(selectors.position_at(game, game.number).sides) == {"a", "b"}


def begin(people: SimpleNamespace, event: Tournament, pair: Pair, delay: str) -> int:
    """The first player sends the form of the table; the status of the answer."""
    player = getattr(people, f"p{pair.a}")
    client, roster = client_of(player), roster_of(event, player)
    table = client.get("/record/", place(event, pair)).context["form"]["table"].value()
    said = {**place(event, pair), "roster": str(roster.pk), "roster_over": "pick", "table": table, "delay": delay}
    return client.post("/record/", {**said, "do": "open", "key": delay}).status_code


def test_players_choose_how_late_spectators_see_their_table(
    people: SimpleNamespace, event: Tournament, pair: Pair
) -> None:
    assert begin(people, event, pair, "5") == 302
    assert Game.objects.get().delay == 5


def test_players_cannot_shorten_the_delay_of_the_desk(people: SimpleNamespace, event: Tournament, pair: Pair) -> None:
    row = events.table_open(tournament=event, number=1, table=pair.table, actor=people.organiser)
    events.table_delay(table=row, minutes=10, actor=people.organiser)
    form = client_of(people.p1).get("/record/", place(event, pair)).context["form"]
    assert [each for each, _words in form.fields["delay"].choices] == [10, 15]
    assert begin(people, event, pair, "5") == 400
    assert begin(people, event, pair, "") == 302
    assert Game.objects.get().delay == 10


def test_after_the_first_step_the_desk_alone_changes_a_delay(
    people: SimpleNamespace, event: Tournament, pair: Pair
) -> None:
    begin(people, event, pair, "5")
    row = TableGame.objects.get()
    assert events.table_delay(table=row, minutes=15, actor=people.p1).delay == 5
    assert events.table_delay(table=row, minutes=0, actor=people.organiser).delay == 0
    for other in (people.p5, AnonymousUser()):
        with pytest.raises(PermissionDenied):
            events.table_delay(table=row, minutes=2, actor=other)
    assert Game.objects.get().delay == 0


def test_nobody_else_begins_the_record_of_a_table(people: SimpleNamespace, event: Tournament, pair: Pair) -> None:
    for other in (people.p5, people.organiser):
        assert client_of(other).get("/record/", place(event, pair)).status_code == 403
        assert client_of(other).post("/record/", place(event, pair)).status_code == 403
    assert not Game.objects.exists()


def test_my_table_is_the_first_thing_that_can_be_recorded(
    people: SimpleNamespace, event: Tournament, pair: Pair
) -> None:
    page = client_of(people.p1).get("/record/").content.decode()
    assert "Record this table" in page
    assert f"event={event.slug}" in page
    assert "Record this table" not in client_of(people.p5).get("/record/").content.decode()


def test_the_desk_hears_of_a_call_at_one_of_its_tables(people: SimpleNamespace, event: Tournament, pair: Pair) -> None:
    assert begin(people, event, pair, "0") == 302
    game = TableGame.objects.get(tournament=event).game
    game.refresh_from_db()
    player = getattr(people, f"p{pair.a}")
    desk = client_of(people.organiser)
    before = desk.get(f"/events/{event.slug}/desk/")
    live = f"/events/{event.slug}/desk/live/?{before.context['live_query']}"
    tag = desk.get(live)["ETag"]
    assert desk.get(live, headers={"If-None-Match": tag}).status_code == 304
    calls.step_call(game_id=game.pk, step=1, side="a", kind="judge", reason="Which table is it?", actor=player)
    part = desk.get(live, headers={"If-None-Match": tag})
    assert part.status_code == 200
    told = part.content.decode()
    assert "Which table is it?" in told and f"table {pair.table}" in told
    assert "Which table is it?" in desk.get(f"/events/{event.slug}/desk/").content.decode()
