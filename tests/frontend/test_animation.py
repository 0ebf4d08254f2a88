"""Some steps as a moving picture: what is in it, what it costs at most, and that it is always the same."""

from __future__ import annotations

import io
import itertools
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone, translation
from PIL import Image

from frontend.games import table_poses
from frontend.publishing import battle_animation, battle_moments, battle_picture
from frontend.publishing.battle_animation import LAST, PACES, Wish
from gamelog import messages
from gamelog.accounts.services import person_erase
from gamelog.games import moving_pictures, services
from gamelog.games.models import OPEN, Game, MovingPicture
from rules.gamefile import GameFile
from rules.kernel.canonical import tag_of

pytestmark = pytest.mark.django_db


def frames(body: bytes) -> list[tuple[int, bytes]]:
    """How long each picture lasts, and its pixels."""
    image, found = Image.open(io.BytesIO(body)), []
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        found.append((image.info["duration"], image.convert("RGB").tobytes()))
    return found


@pytest.fixture
def moves(honest_file: GameFile) -> tuple[int, int]:
    """The first and the second move of the battle proper, one after the other."""
    numbers = [event.number for event in honest_file.events if tag_of(event.action) == "move"]
    return next((one, other) for one, other in itertools.pairwise(numbers) if other == one + 1)


def test_models_go_and_the_last_step_stays_longer(honest: Game, moves: tuple[int, int]) -> None:
    body = battle_animation.gif(honest, Wish(*moves, width=480))
    assert body.startswith(b"GIF89a") and b"NETSCAPE2.0" in body
    found = frames(body)
    lasting = [lasts for lasts, _ in found]
    going = battle_animation.GOING
    assert lasting == [*[80] * going, PACES["usual"], *[80] * going, PACES["usual"] + LAST]
    assert len({pixels for _, pixels in found}) == len(found), "every picture is another"
    assert body == battle_animation.gif(honest, Wish(*moves, width=480))


def test_between_two_steps_a_model_is_on_its_way(honest: Game, moves: tuple[int, int]) -> None:
    (moment,) = battle_moments.moments(honest, moves[0], moves[0])
    assert moment.step
    ((model, way),) = moment.step.m
    before, after = table_poses.pose_of(moment.before), table_poses.pose_of(moment.state)
    ways = dict(moment.step.m)
    assert table_poses.between(before, after, ways, 0).places[model] == way[0][:2] == before.places[model]
    assert table_poses.between(before, after, ways, 1) == after
    x, y = table_poses.between(before, after, ways, 0.5).places[model]
    assert (x, y) not in (before.places[model], after.places[model])
    others = {key: at for key, at in after.places.items() if key != model}
    half = table_poses.between(before, after, ways, 0.5).places
    assert {key: at for key, at in half.items() if key != model} == others


def test_a_regiment_wheels_as_a_block(stored: Any, regiments: GameFile) -> None:
    game = stored(regiments)
    step = next(
        each for each in battle_moments.moments(game, 20, 60)
        if each.step and each.step.m and each.state.units[each.state.models[each.step.m[0][0]].unit].formation
    )  # fmt: skip
    assert step.step
    before, after = table_poses.pose_of(step.before), table_poses.pose_of(step.state)
    half = table_poses.between(before, after, dict(step.step.m), 0.5)
    unit = step.state.models[step.step.m[0][0]].unit
    assert half.blocks[unit] not in (before.blocks[unit], after.blocks[unit])
    for model, outline in half.outlines.items():
        if step.state.models[model].unit == unit:
            xs, ys = [x for x, _ in half.blocks[unit]], [y for _, y in half.blocks[unit]]
            assert all(min(xs) - 40 < x < max(xs) + 40 and min(ys) - 40 < y < max(ys) + 40 for x, y in outline)


def test_the_act_is_in_the_picture_and_both_sides_are_told_by_outline(honest: Game, honest_file: GameFile) -> None:
    shot = next(event for event in honest_file.events if tag_of(event.action) == "shoot")
    drawn = str(battle_picture.svg(battle_moments.moment(honest, shot.number)))
    assert re.search(r'<g class="attack (blue|amber)"', drawn)
    assert 'class="inner"' in drawn, "terrain has its inside"
    assert drawn.count('class="diamond"') == drawn.count('<g class="model amber')
    move = next(event for event in honest_file.events if tag_of(event.action) == "move")
    assert 'class="gone"' in str(battle_picture.svg(battle_moments.moment(honest, move.number)))
    fallen = next(e.number for e in honest_file.events if any(tag_of(effect) == "removed" for effect in e.effects))
    assert 'class="felled"' in str(battle_picture.svg(battle_moments.moment(honest, fallen)))


def test_bookkeeping_takes_no_time(honest: Game) -> None:
    told = list(battle_moments.moments(honest, 1, honest.number))
    shown = battle_animation.frames(told, "fast")
    still = [frame.moment for frame in shown if frame.share == 1]
    assert len(still) < len(told) and not any(each.step and each.step.e == "quiet" for each in still)
    assert {frame.moment.number for frame in shown} == {each.number for each in still}


def test_the_range_begins_as_the_activation_of_the_step(honest: Game, honest_file: GameFile) -> None:
    told = {each.number: each for each in battle_moments.moments(honest, 1, honest.number)}
    for number in (1, 33, 62, honest.number):
        first, last = battle_moments.activation(honest, number)
        assert max(1, number - battle_moments.MOST) <= first <= number <= last
    steps = {number: each.step for number, each in told.items() if each.step}
    longer = next(n for n in range(25, 90) if steps[n].s == steps[n + 1].s and not steps[n + 1].m)
    first, last = battle_moments.activation(honest, longer)
    assert last > longer and len({(steps[n].s, steps[n].p) for n in range(first, last + 1)}) == 1
    alone = next(n for n in range(40, 90) if steps[n - 1].s != steps[n].s != steps[n + 1].s)
    assert battle_moments.activation(honest, alone) == (alone - battle_moments.ALONE, alone)


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [("0-3", 400, "has the steps 1 to"), ("9-3", 400, "has the steps 1 to"), ("1-99999", 400, "has the steps 1 to"),
     ("1-41", 400, "at most 40 steps"), ("5-6?width=9999", 400, "no such size"),
     ("5-6?pace=warp", 400, "no such size")],
)  # fmt: skip
def test_what_cannot_be_is_refused(client: Client, honest: Game, path: str, status: int, said: str) -> None:
    span, _, query = path.partition("?")
    answer = client.get(f"/games/{honest.pk}/steps/{span}.gif?{query}")
    assert (answer.status_code, said in answer.content.decode()) == (status, True)


def test_a_worker_draws_it_while_a_page_waits(
    client: Client, honest: Game, django_capture_on_commit_callbacks: Any
) -> None:
    steps = f"/games/{honest.pk}/steps/30-31"
    address, state = f"{steps}.gif?width=480", f"{steps}/state.json?width=480"
    assert client.get(state).json() == {"running": False, "text": ""} and not MovingPicture.objects.exists()
    with django_capture_on_commit_callbacks() as sent:
        waits = client.get(address)
        assert client.get(address).status_code == 202, "who asks again asks for nothing more"
    page = waits.content.decode()
    assert (waits.status_code, waits["Retry-After"], waits["Cache-Control"]) == (202, "5", "no-store")
    assert len(sent) == 1
    told = re.search(r'<job-progress src="([^"]+)">', page)
    assert told and "The picture is being drawn." in page
    assert client.get(unescape(told[1])).json() == {"running": True, "text": "The picture is being drawn."}
    other = f"/games/{honest.pk}/steps/30-30.gif?width=480"
    assert "before it" in client.get(other, headers={"accept-language": "en"}).content.decode()
    moving_pictures.work()
    assert not client.get(state + "&pace=usual").json()["running"]
    made = client.get(address)
    assert (made.status_code, made["Content-Type"]) == (200, "image/gif")
    assert b"".join(made.streaming_content) == battle_animation.gif(honest, Wish(30, 31, 480))  # type: ignore[attr-defined]
    assert re.search(r"-vs-[\w-]+-30-31\.gif", made["Content-Disposition"])
    assert client.get(f"/games/{honest.pk}/steps/30-99999/state.json").status_code == 404


def test_it_is_drawn_in_the_language_of_who_asked(client: Client, honest: Game) -> None:
    address = f"/games/{honest.pk}/steps/30-30.gif?width=480"
    assert "Картинка рисуется." in client.get(address, headers={"accept-language": "ru"}).content.decode()
    translation.activate("en")
    moving_pictures.work()
    russian = MovingPicture.objects.get()
    with translation.override("ru"):
        assert bytes(russian.body) == battle_animation.gif(honest, Wish(30, 30, 480))
    assert bytes(russian.body) != battle_animation.gif(honest, Wish(30, 30, 480))
    assert client.get(address, headers={"accept-language": "en"}).status_code == 202


def test_it_ends_where_it_costs_too_much_or_too_many_wait(client: Client, honest: Game, monkeypatch: Any) -> None:
    address = f"/games/{honest.pk}/steps/30-31.gif?width=480"
    client.get(address)
    monkeypatch.setattr(moving_pictures, "MOST_WAITING", 1)
    busy = client.get(f"/games/{honest.pk}/steps/30-32.gif?width=480")
    assert (busy.status_code, busy["Retry-After"]) == (503, "10") and MovingPicture.objects.count() == 1
    monkeypatch.setattr(battle_animation, "BUDGET", -1.0)
    moving_pictures.work()
    refused = client.get(address)
    assert refused.status_code == 400 and "takes too long" in refused.content.decode()
    page = client.get(f"/games/{honest.pk}/share/?step=30&from=30&to=31&width=480").content.decode()
    assert "takes too long" in page and "<job-progress" not in page and "moving-picture" not in page
    # Some time later it is tried again.
    moving_pictures.sweep(timezone.now() + timedelta(hours=2))
    monkeypatch.undo()
    assert client.get(address).status_code == 202


def test_who_sees_a_battle_late_has_no_picture_of_later_steps(
    client: Client, recording: Any, ada: User, monkeypatch: Any
) -> None:
    game = recording(delay=60).go_on(12)
    player = Client()
    player.force_login(ada)
    address = f"/games/{game.pk}/steps/8-9.gif?width=480"
    assert player.get(address).status_code == 202
    moving_pictures.work()
    assert player.get(address).status_code == 200
    assert client.get(address).status_code == 400
    assert client.get(f"/games/{game.pk}/steps/8-9/state.json?width=480").status_code == 404


# the job


def waiting(game: Game, last: int) -> MovingPicture:
    look = {"width": 480, "pace": "usual", "language": "en", "format": battle_animation.FORMAT}
    return moving_pictures.ask(game, first=30, last=last, **look)


def test_one_is_drawn_at_a_time_the_oldest_first(honest: Game, monkeypatch: Any) -> None:
    """While one is drawn no other begins; when its worker dies it is drawn anew, and given up in the end."""
    first, second = waiting(honest, 30), waiting(honest, 31)
    begun = moving_pictures._begun()
    assert begun and begun.pk == first.pk and moving_pictures.before(second) == 1
    moving_pictures.work()
    assert {each.state for each in MovingPicture.objects.all()} == {"queued", "running"}
    now = timezone.now()
    assert moving_pictures.sweep(now + timedelta(seconds=30)) == 0
    for attempt in range(2, moving_pictures.ATTEMPTS + 1):
        MovingPicture.objects.update(begun=now - timedelta(minutes=5), due=now - timedelta(seconds=1))
        assert moving_pictures.sweep(now) == 2
        again = moving_pictures._begun()
        assert again and (again.pk, again.attempts) == (first.pk, attempt)
    MovingPicture.objects.update(begun=now - timedelta(minutes=5))
    sent: list[Any] = []
    monkeypatch.setattr(messages, "deliver", lambda task: sent.append(task))
    moving_pictures.work()
    states = dict(MovingPicture.objects.values_list("pk", "state"))
    assert states == {first.pk: "failed", second.pk: "done"} and sent == []
    waiting(honest, 32)
    waiting(honest, 33)
    moving_pictures.work()
    assert sent == [moving_pictures.DRAW]


def test_old_pictures_are_deleted_and_those_of_a_person_who_is_erased(
    honest: Game, ada: User, monkeypatch: Any
) -> None:
    for last in (30, 31, 32):
        waiting(honest, last)
    MovingPicture.objects.update(state="done", body=b"GIF89a")
    monkeypatch.setattr(moving_pictures, "MOST_KEPT", 2)
    moving_pictures.sweep()
    assert sorted(MovingPicture.objects.values_list("last", flat=True)) == [31, 32]
    MovingPicture.objects.filter(last=31).update(created=timezone.now() - timedelta(days=8))
    moving_pictures.sweep()
    assert [each.last for each in MovingPicture.objects.all()] == [32]
    person_erase(user=ada, by=ada)
    assert not MovingPicture.objects.exists()


@pytest.mark.storage
def test_a_real_worker_draws_them(worker: Any, honest_file: GameFile, wait_until: Any) -> None:
    game = services.game_import(data=honest_file.dump(), owner=User.objects.create_user("ada")).game
    first, second = waiting(game, 31), waiting(game, 30)
    wait_until(lambda: not MovingPicture.objects.filter(state__in=OPEN).exists(), 120)
    for row in (first, second):
        row.refresh_from_db()
        assert bytes(row.body) == battle_animation.gif(game, Wish(row.first, row.last, 480))
    assert first.begun < second.begun


def test_the_page_offers_it(client: Client, honest: Game) -> None:
    page = client.get(f"/games/{honest.pk}/share/?step=40").content.decode()
    first, last = battle_moments.activation(honest, 40)
    assert f'value="{first}"' in page and f'value="{last}"' in page and "moving-picture" not in page
    chosen = client.get(f"/games/{honest.pk}/share/?step=40&from=38&to=41&width=480&pace=fast").content.decode()
    assert "<job-progress" in chosen and "The picture is being drawn." in chosen and "moving-picture" not in chosen
    moving_pictures.work()
    chosen = client.get(f"/games/{honest.pk}/share/?step=40&from=38&to=41&width=480&pace=fast").content.decode()
    assert f"/games/{honest.pk}/steps/38-41.gif?width=480&amp;pace=fast" in chosen and "<job-progress" not in chosen
    wrong = client.get(f"/games/{honest.pk}/share/?step=40&from=1&to=90").content.decode()
    assert "at most 40 steps" in wrong and "moving-picture" not in wrong
    assert re.search(r"replay\.html\" download>Download</a>\s*<span class=\"soft\">[\d.]+.KB", page)
