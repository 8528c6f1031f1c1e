"""Askbot from PyPI: questions and answers as on Stack Overflow; tags, words and pages stand in the path."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
QUESTIONS = 96
_SETTINGS = """
DEBUG, ALLOWED_HOSTS, ASKBOT_RATELIMIT_ENABLED = True, ["*"], False
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
"""
_FILL = """
import datetime, sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from askbot.conf import settings
from askbot.models import User
settings.update("DEFAULT_QUESTIONS_PAGE_SIZE", "10")
count, things = int(sys.argv[1]), sys.argv[2:]
people = [User.objects.create_user(f"walker{n}", f"walker{n}@qa.test", "quiet & please") for n in range(7)]
start = datetime.datetime(2023, 1, 1, tzinfo=datetime.timezone.utc)
for n in range(count):
    thing, when = things[n % len(things)], start + datetime.timedelta(days=n)
    asked = people[n % 7].post_question(title=f"How old is {thing} number {n}?", tags=f"{thing} age",
        body_text=f"I saw it from road {n * 7} and nobody there knew.", timestamp=when)
    for answer in range(n // 3 % 3):
        people[(n + answer + 1) % 7].post_answer(asked, timestamp=when + datetime.timedelta(hours=answer + 1),
            body_text=f"It was built {n + answer * 2 + 20} years ago, says board {n * 3 + answer}.")
"""


@contextlib.contextmanager
def askbot(folder: Path) -> Iterator[Application]:
    """Questions about three things, with no, one or two answers each."""
    programs = installed("askbot", "askbot==0.13.0")
    told = {"proj-name": "qa", "root-directory": folder / "forum", "db-engine": "sqlite", "db-name": "qa.sqlite"}
    told |= {"domain-name": "qa.test", "language-code": "en", "log-file-path": "askbot.log", "admin-name": "keeper"}
    told |= {"email-subject-prefix": "qa", **dict.fromkeys(("admin-email", "server-email"), "keeper@qa.test")}
    told |= {"default-from-email": "keeper@qa.test"}
    words = [word for name, value in told.items() for word in (f"--{name}", value)]
    subprocess.run([programs / "askbot-setup", "--noinput", "--force", *words], check=True, capture_output=True)
    site = folder / "forum"
    with (site / "qa" / "settings.py").open("a") as settings:
        settings.write(_SETTINGS)
    own = {"DJANGO_SETTINGS_MODULE": "qa.settings", "PYTHONPATH": str(site), "PYTHONWARNINGS": "ignore"}
    fill = [programs / "python", "-c", _FILL, str(QUESTIONS), *THINGS]
    subprocess.run(fill, check=True, capture_output=True, cwd=site, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "python", site / "manage.py", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, url, site, own):
        yield Application(url, "walker0", "quiet & please", folder)


_NEXT = ".paginator a.next-page:not(.js-disabled)"


async def tagged(page: Page, _: Application, tag: str) -> None:
    await follow(page, "a.with-tags-icon")
    await follow(page, f"a.js-tag-name:text-is('{tag}') >> nth=0")
    await turn(page, _NEXT)


async def search(page: Page, _: Application, word: str) -> None:
    await _search(page, word)
    await turn(page, _NEXT)


async def questions(page: Page, _: Application, word: str) -> None:
    await _search(page, word)
    await read_two(page, ".question-summary h2 a", 1, 4)


async def person(page: Page, _: Application, walker: str) -> None:
    await follow(page, "a:text-is('users')")
    await follow(page, f"a:text-is('{walker}') >> nth=0")
    await page.wait_for_timeout(1000)
    async with page.expect_response("**/questions/**"):
        await page.click(".js-questions-paginator a.js-next-page")
    await page.wait_for_timeout(1000)


async def _search(page: Page, word: str) -> None:
    await page.fill("input[name=query]", word)
    async with page.expect_navigation():
        await page.press("input[name=query]", "Enter")


def title(number: int) -> str:
    return f"How old is {THINGS[number % 3]} number {number}?"


def row(number: int) -> Row:
    """What it asks, and who has said something last."""
    return title(number), f"walker{(number + number // 3 % 3) % 7}"


def found(_: Application, word: str) -> Sequence[Row]:
    return [row(n) for n in range(QUESTIONS) if THINGS[n % 3] == word]


def of_tag(app: Application, tag: str) -> Sequence[Row]:
    return found(app, tag)


def asked(_: Application, word: str) -> Sequence[Row]:
    """What the first page leads to."""
    own = [n for n in reversed(range(QUESTIONS)) if THINGS[n % 3] == word][:10]
    return [(title(n), f"I saw it from road {n * 7} and nobody there knew.") for n in own]


def asked_by(_: Application, walker: str) -> Sequence[Row]:
    return [row(n) for n in range(QUESTIONS) if f"walker{n % 7}" == walker]


EXHIBIT = Exhibit(
    "askbot",
    "questions and answers",
    askbot,
    (
        Workflow("tagged", tagged, ({"tag": "windmill"}, {"tag": "quarry"}), {"tag": "footbridge"}, of_tag),
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("questions", questions, ({"word": "footbridge"}, {"word": "quarry"}), {"word": "windmill"}, asked),
        Workflow("person", person, ({"walker": "walker3"}, {"walker": "walker5"}), {"walker": "walker1"}, asked_by),
    ),
)
