"""The dice of stored games: whose, which games, what is cached, and who may ask."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import cache

import rules
from gamelog.games import audit as audits
from gamelog.games import services
from gamelog.games.audit import audit_of_game, audit_of_games, games_wanted, player_named, tally_of_game
from gamelog.games.models import Game, Seat
from rules.audit import Tally, joined, of, read_rolls, tally
from rules.autoplay import play
from rules.kernel.effects import Rolled
from rules.kernel.sheet import Roster
from tests.gamelog.contract import CheckedClient

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def files(rosters: list[Roster]) -> list[rules.GameFile]:
    names = [f"00000000-0000-0000-0000-0000000000{n}" for n in ("a1", "a2", "a3")]
    return [play(rules.load("kt"), rosters, seed, game=name) for seed, name in enumerate(names, 1)]


@pytest.fixture
def season(people: SimpleNamespace, files: list[rules.GameFile]) -> list[Game]:
    """Three games of three days: ada against boris, boris against ada, ada against nobody; the last is not public."""
    seats = [(people.ada, people.boris), (people.boris, people.ada), (people.ada, None)]
    games = []
    for day, (file, pair) in enumerate(zip(files, seats, strict=True), 1):
        game = services.game_import(data=file.dump(), owner=people.marshal).game
        for side, user in zip("ab", pair, strict=True):
            Seat.objects.filter(game=game, side=side).update(user=user)
        Game.objects.filter(pk=game.pk).update(created=datetime(2026, 3, day, 23, 30, tzinfo=UTC), public=day < 3)
        games.append(Game.objects.get(pk=game.pk))
    return games


def counted(file: rules.GameFile) -> Tally:
    return tally(e for event in file.events for e in event.effects if isinstance(e, Rolled))


def dice_of(*parts: tuple[rules.GameFile, str]) -> int:
    whole = joined(of(counted(file), {side: ""}) for file, side in parts)
    return sum(sum(line.faces) for line in whole.lines)


def test_a_game_is_counted_as_its_file_is(season: list[Game], files: list[rules.GameFile]) -> None:
    for game, file in zip(season, files, strict=True):
        assert tally_of_game(game) == counted(file)
        assert {row.by for row in audit_of_game(game).rows} == {"a", "b"}


def test_a_count_is_kept_under_the_head(season: list[Game], django_assert_num_queries: Any) -> None:
    game = season[0]
    first = tally_of_game(game)
    with django_assert_num_queries(0):
        assert tally_of_game(game) == first
    cache.clear()
    assert tally_of_game(game) == first


def test_a_count_goes_on_with_the_game(table: Game, record: Callable[..., Game], battle: rules.GameFile) -> None:
    assert tally_of_game(record(table, battle.events[:40])).lines == counted_upto(battle, 40)
    assert tally_of_game(record(table, battle.events[40:90])).lines == counted_upto(battle, 90)


def counted_upto(file: rules.GameFile, last: int) -> Any:
    return tally(e for event in file.events[:last] for e in event.effects if isinstance(e, Rolled)).lines


def test_everyones_dice_together(season: list[Game], files: list[rules.GameFile]) -> None:
    found = audit_of_games(Game.objects.all())
    assert (found.games, found.dice) == (3, dice_of(*((file, side) for file in files for side in "ab")))
    assert {row.by for row in found.rows} == {""}


def test_a_players_dice_are_those_of_the_sides_they_played(
    season: list[Game], files: list[rules.GameFile], people: SimpleNamespace
) -> None:
    one, two, three = files
    boris = audit_of_games(games_wanted(people.marshal, player=people.boris), people.boris)
    assert (boris.games, boris.dice) == (2, dice_of((one, "b"), (two, "a")))
    ada = audit_of_games(Game.objects.all(), people.ada)
    assert (ada.games, ada.dice) == (3, dice_of((one, "a"), (two, "b"), (three, "a")))
    assert audit_of_games(Game.objects.all(), people.carol).dice == 0


def test_each_player_apart_under_one_bound(season: list[Game], people: SimpleNamespace) -> None:
    apart = audit_of_games(Game.objects.all(), each=True)
    assert {row.by for row in apart.rows} == {"ada", "boris", ""}
    for player in (people.ada, people.boris):
        alone = audit_of_games(Game.objects.all(), player)
        mine = [row for row in apart.rows if row.by == player.username]
        assert [row.faces for row in mine] == [row.faces for row in alone.rows]
    assert sum(row.dice for row in apart.rows if not row.rule) == apart.dice


def test_who_has_left_the_site_is_not_named(season: list[Game], people: SimpleNamespace) -> None:
    User.objects.filter(pk=people.boris.pk).update(is_active=False)
    assert {row.by for row in audit_of_games(Game.objects.all(), each=True).rows} == {"ada", ""}
    assert player_named(people.marshal, "boris") is None


def test_periods_have_both_their_days(season: list[Game], people: SimpleNamespace) -> None:
    def days(first: str = "", last: str = "") -> list[int]:
        bounds = [date.fromisoformat(text) if text else None for text in (first, last)]
        rows = games_wanted(people.marshal, first=bounds[0], last=bounds[1])
        return sorted(rows.values_list("created__day", flat=True))

    assert days() == [1, 2, 3]
    assert days("2026-03-02") == [2, 3]
    assert days(last="2026-03-02") == [1, 2]
    assert days("2026-03-02", "2026-03-02") == [2]
    assert days("2026-03-04") == []


def test_only_games_that_the_reader_may_see(season: list[Game], people: SimpleNamespace) -> None:
    assert games_wanted(AnonymousUser()).count() == 2
    assert games_wanted(people.carol).count() == 2
    assert games_wanted(people.ada).count() == 3
    assert games_wanted(people.marshal, ruleset="kt").count() == 3
    assert games_wanted(people.marshal, ruleset="none").count() == 0
    Game.objects.update(public=False)
    assert player_named(AnonymousUser(), "boris") is None
    assert player_named(people.ada, "boris") == people.boris


def test_games_by_where_their_dice_come_from(season: list[Game], people: SimpleNamespace) -> None:
    assert games_wanted(people.marshal, source="table").count() == 3
    assert games_wanted(people.marshal, source="server").count() == 0


def test_a_season_costs_few_queries_and_later_fewer(season: list[Game], django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(2 + len(season)):
        first = audit_of_games(Game.objects.all(), each=True)
    with django_assert_max_num_queries(2):
        assert audit_of_games(Game.objects.all(), each=True) == first


def test_too_many_games_are_not_begun_with(season: list[Game]) -> None:
    with mock.patch.object(audits, "MOST_GAMES", 2), pytest.raises(audits.TooManyGames, match="3 games"):
        audit_of_games(Game.objects.all())


def test_rolls_of_unknown_sides_and_clauses_are_left_out(season: list[Game]) -> None:
    odd = [Rolled(rule="kt.none", by="a", faces=(6,)), Rolled(rule="kt.hit.ranged.roll", by="z", faces=(6,))]
    whole = tally_of_game(season[0])
    cache.clear()
    with mock.patch.object(audits, "read_rolls", lambda body: [*read_rolls(body), *odd]):
        assert tally_of_game(season[0]) == whole


# the API


def test_the_dice_of_a_game(client_of: Callable[[str], CheckedClient], season: list[Game]) -> None:
    answer = client_of("").get(f"/api/games/{season[0].pk}/dice")
    assert answer.status_code == 200
    found = answer.json()
    assert found["games"] == 1
    total = found["rows"][0]
    assert (total["by"], total["rule"], total["label"]) == ("a", "", {"en": "all rolls", "ru": "все броски"})
    assert sum(total["faces"]) == total["dice"]
    hits = next(row for row in found["rows"] if row["rule"] == "kt.hit.ranged.roll")
    assert hits["label"]["ru"] != hits["label"]["en"] != ""
    assert hits["by_faces"]["text"].startswith(("as expected of fair dice", "too few rolls"))
    assert client_of("").get(f"/api/games/{season[2].pk}/dice").status_code == 404
    assert client_of("ada").get(f"/api/games/{season[2].pk}/dice").status_code == 200


def test_the_dice_of_many_games(client_of: Callable[[str], CheckedClient], season: list[Game]) -> None:
    def ask(query: str, name: str = "") -> Any:
        answer = client_of(name).get(f"/api/dice{query}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    assert ask("")["games"] == 2
    assert ask("", "ada")["games"] == 3
    assert ask("?player=ada")["games"] == 2
    assert ask("?ruleset=kt&from=2026-03-02&to=2026-03-02&source=table")["games"] == 1
    assert ask("?from=2027-01-01") == ask("?to=2020-01-01")
    assert ask("?from=2027-01-01")["rows"] == []
    assert ask(f"?game={season[0].pk}")["games"] == 1
    assert ask(f"?game={season[0].pk}&game={season[1].pk}")["games"] == 2
    assert {row["by"] for row in ask("?each=player")["rows"]} == {"ada", "boris"}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("player=nobody", "player"), ("ruleset=none", "ruleset"), ("from=yesterday", "from"), ("to=2026-3-1", "to"),
        ("to=9999-12-31", "to"), ("from=20260301", "from"), ("from=2026-03-02&to=2026-03-01", "to"), ("game=1", "game"),
        ("game=00000000-0000-0000-0000-0000000000ff", "game"), ("source=magic", "source"), ("each=side", "each"),
        ("palyer=ada", "palyer"), ("player=%00", "player"), ("from=%E2%80%AE", "from"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(
    client_of: Callable[[str], CheckedClient], season: list[Game], query: str, field: str
) -> None:
    answer = client_of("").get(f"/api/dice?{query}")
    assert answer.status_code == 400, answer.content
    assert answer.json()["path"] == f"?{field}"
    assert len(answer.json()["detail"]) > 15


def test_a_game_that_is_not_shown_does_not_exist(client_of: Callable[[str], CheckedClient], season: list[Game]) -> None:
    assert client_of("carol").get(f"/api/dice?game={season[2].pk}").status_code == 400
    assert client_of("ada").get(f"/api/dice?game={season[2].pk}").status_code == 200


def test_too_many_games_are_refused(client_of: Callable[[str], CheckedClient], season: list[Game]) -> None:
    with mock.patch.object(audits, "MOST_GAMES", 1):
        answer = client_of("").get("/api/dice")
    assert answer.status_code == 400
    assert "shorter period" in answer.json()["detail"]
