"""Wagtail CRX (`coderedcms`) from PyPI: the news of a town in its starting project, by topics, and a search."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

TOPICS = ("Harbour", "Schools", "Theatre")
WORDS = ("opening", "repairs", "vote")
ARTICLES = 96
_SIZE = 7
_FILL = """
import datetime, sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from coderedcms.models import Classifier, ClassifierTerm
from wagtail.models import Site
from website.models import ArticleIndexPage, ArticlePage
count, size, topics, words = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].split(), sys.argv[4].split()
home = Site.objects.get(is_default_site=True).root_page
topic = Classifier.objects.create(name="Topic")
terms = [ClassifierTerm.objects.create(classifier=topic, name=name) for name in topics]
news = ArticleIndexPage(title="News", slug="news", index_num_per_page=size)
news.index_order_by = "-first_published_at"
home.add_child(instance=news)
news.index_classifiers.add(topic)
news.save_revision().publish()
for n in range(count):
    page = ArticlePage(title=f"{topics[n % 3]} {n}: {words[n // 3 % 3]} in week {n % 52 + 1}",
        caption=f"What the council says of case {n * 7}", author_display=f"Reporter {n % 11}",
        date_display=datetime.date(2024, 1, 1) + datetime.timedelta(days=n * 3),
        body=[("html", f"<p>Case {n * 7} was heard in room {n % 9} before {n * 13 % 97} people.</p>")])
    news.add_child(instance=page)
    page.classifier_terms.add(terms[n % 3])
    page.save_revision().publish()
"""


@contextlib.contextmanager
def coderedcms(folder: Path) -> Iterator[Application]:
    """Articles on three topics."""
    programs = installed("coderedcms", "coderedcms==6.0.0")
    quiet = {"DJANGO_SETTINGS_MODULE": "town.settings.dev", "PYTHONWARNINGS": "ignore"}
    site = folder / "site"
    site.mkdir()
    start = [programs / "coderedcms", "start", "town", site, "--sitename", "Our town", "--domain", "127.0.0.1"]
    subprocess.run(start, check=True, capture_output=True)
    own = {**quiet, "PYTHONPATH": str(site)}
    fill = [programs / "python", "-c", _FILL, str(ARTICLES), str(_SIZE), " ".join(TOPICS), " ".join(WORDS)]
    subprocess.run(fill, check=True, cwd=site, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "python", site / "manage.py", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, url, folder, own):
        yield Application(url, "", "", folder)


_NEXT = "li.page-item:not(.disabled) a[aria-label=Next]"


async def on_topic(page: Page, _: Application, topic: str) -> None:
    await follow(page, f"a.nav-link:text-is('{topic}')")
    await turn(page, _NEXT)


async def articles(page: Page, _: Application, topic: str) -> None:
    await follow(page, f"a.nav-link:text-is('{topic}')")
    await read_two(page, "h2 a", 1, 4)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=s]", word)
    async with page.expect_navigation():
        await page.press("input[name=s]", "Enter")
    await turn(page, _NEXT)


def title(number: int) -> str:
    return f"{TOPICS[number % 3]} {number}: {WORDS[number // 3 % 3]} in week {number % 52 + 1}"


def caption(number: int) -> str:
    return f"What the council says of case {number * 7}"


def of_topic(_: Application, topic: str) -> Sequence[Row]:
    return [(title(n), caption(n)) for n in range(ARTICLES) if TOPICS[n % 3] == topic]


def told_of(_: Application, topic: str) -> Sequence[Row]:
    """What the first page of the topic leads to, the newest first."""
    own = [n for n in reversed(range(ARTICLES)) if TOPICS[n % 3] == topic][:_SIZE]
    told = "Case {} was heard in room {} before {} people."
    return [(title(n), caption(n), f"Reporter {n % 11}", told.format(n * 7, n % 9, n * 13 % 97)) for n in own]


def found(_: Application, word: str) -> Sequence[Row]:
    own = [n for n in range(ARTICLES) if WORDS[n // 3 % 3] == word]
    return [(title(n), caption(n), f"Reporter {n % 11}") for n in own]


EXHIBIT = Exhibit(
    "coderedcms",
    "news of a town by topics",
    coderedcms,
    (
        Workflow(
            "topic", on_topic, ({"topic": "Harbour"}, {"topic": "Theatre"}), {"topic": "Schools"}, of_topic, "/news/"
        ),
        Workflow(
            "articles", articles, ({"topic": "Theatre"}, {"topic": "Schools"}), {"topic": "Harbour"}, told_of, "/news/"
        ),
        Workflow("search", search, ({"word": "opening"}, {"word": "vote"}), {"word": "repairs"}, found, "/search/"),
    ),
)
