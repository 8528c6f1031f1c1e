"""Spirit, a forum from PyPI: Django, topics in categories, threads over pages, a search by Whoosh behind a login."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, read_two, turn

TOPICS = 60
THINGS = ("kettle", "lantern", "blanket", "bucket")
_FILL = """
import sys
from django.contrib.auth import get_user_model
from spirit.category.models import Category
from spirit.comment.models import Comment
from spirit.topic.models import Topic

topics, things, secret = int(sys.argv[1]), sys.argv[2].split(), sys.argv[3]
user = get_user_model().objects.create_user("reader", "reader@example.test", secret)
user.st.is_verified = True
user.st.save()
categories = [Category.objects.create(title=f"All about {thing}s", slug=thing) for thing in things]
for number in range(topics):
    thing = things[number % len(things)]
    topic = Topic.objects.create(user=user, category=categories[number % len(things)],
        title=f"Question {number} on the {thing}", comment_count=4, view_count=number)
    for part in range(4):
        text = f"What was said of {thing} {number}, part {part}."
        Comment.objects.create(user=user, topic=topic, comment=text, comment_html=f"<p>{text}</p>")
"""


@contextlib.contextmanager
def spirit(folder: Path) -> Iterator[Application]:
    """A forum with topics about four things."""
    programs = installed("spirit", "django-spirit>=0.14")
    secret = "Quiet & please 1"
    begin = [programs / "spirit", "startproject", "practice"]
    beside = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(begin, check=True, capture_output=True, cwd=folder, env={**os.environ, **beside})
    project = folder / "practice"
    manage = [programs / "python", "manage.py"]
    fill = f"import sys; sys.argv = ['fill', '{TOPICS}', '{' '.join(THINGS)}', {secret!r}]\n{_FILL}"
    for command, given in (
        (["spiritinstall"], ""),
        (["shell"], fill),
        (["rebuild_index", "--noinput"], ""),
    ):
        subprocess.run([*manage, *command], check=True, capture_output=True, cwd=project, input=given, text=True)
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([*manage, "runserver", "--noreload", url.removeprefix("http://")], url, project):
        yield Application(url, "reader", secret, folder)


async def log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.press("input[name=password]", "Enter")
    await page.wait_for_load_state()


async def search(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await page.goto(f"{app.url}/search/")
    await page.fill("#id_q, input[name=q] >> nth=-1", word)
    await page.press("#id_q, input[name=q] >> nth=-1", "Enter")
    await page.wait_for_load_state()
    await turn(page, "a >> text=/^Next/")


async def category(page: Page, _: Application, word: str) -> None:
    async with page.expect_navigation():
        await page.locator(f"a:has-text('All about {word}s')").first.dispatch_event("click")


async def posts(page: Page, app: Application, word: str) -> None:
    await category(page, app, word)
    await read_two(page, "a:visible:has-text('Question')", 1, 4)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(f"Question {n} on the {word}",) for n in range(TOPICS) if THINGS[n % len(THINGS)] == word]


def said(_: Application, word: str) -> Sequence[Row]:
    own = [n for n in range(TOPICS) if THINGS[n % len(THINGS)] == word]
    return [(f"What was said of {word} {n}, part {part}.",) for n in own for part in range(4)]


_INPUTS = ({"word": "kettle"}, {"word": "lantern"})

EXHIBIT = Exhibit(
    "spirit",
    "a forum",
    spirit,
    (
        Workflow("search", search, _INPUTS, {"word": "bucket"}, found, "/user/login/"),
        Workflow("category", category, _INPUTS, {"word": "bucket"}, found),
        Workflow("posts", posts, _INPUTS, {"word": "bucket"}, said),
    ),
)
