"""django-blog-lotus from PyPI, a blog: cards of articles by category, tag and author, on pages by number alone."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application
from ..djangoproject import django_project
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

CATEGORIES = ("Bridges", "Mills", "Quarries")
TAGS = ("granite", "timber", "iron", "slate")
WRITERS = ("Ada Lane", "Berta Moor", "Cora Hill", "Dora Field", "Edna Brook")
MONTHS = ("Jan.", "Feb.", "March", "April")
ARTICLES = 84
_APPLICATIONS = ("dal", "dal_select2", "ckeditor", "smart_media", "sorl.thumbnail", "taggit", "treebeard", "lotus")
_SETTINGS = """
from lotus.settings import *
from smart_media.settings import *
LANGUAGE_CODE, LANGUAGES, TIME_ZONE = "en", (("en", "English"),), "UTC"
MIDDLEWARE.insert(1, "django.contrib.sites.middleware.CurrentSiteMiddleware")
"""
_URLS = 'urlpatterns = [path("", include("lotus.urls"))]\n'
_SKELETON = """<html><head><title>{% block header-title %}{% endblock %}</title></head><body>
<header><nav><a href="/">Articles</a> <a href="/categories/">Categories</a> <a href="/tags/">Tags</a>
<a href="/authors/">Authors</a></nav></header><main>{% block content %}{% endblock %}</main></body></html>"""
_FILL = """
import datetime
import json
from lotus.models import Article, Author, Category
categories, writers, articles = json.loads(sys.argv[1])
people = []
for name in writers:
    first, last = name.split()
    people.append(Author.objects.create_user(first.lower(), first_name=first, last_name=last))
shelves = [Category.add_root(title=name, slug=name.lower(), language="en", description=f"All about {name.lower()}.")
    for name in categories]
made = []
for number, (title, when, said, text, category, tag, writer) in enumerate(articles):
    article = Article.objects.create(title=title, slug=f"article-{number}", language="en", status=10,
        introduction=f"<p>{said}</p>", content=f"<p>{text}</p>", publish_date=datetime.date.fromisoformat(when),
        publish_time=datetime.time(9))
    article.categories.add(shelves[category])
    article.authors.add(people[writer])
    article.tags.add(tag)
    if number > 9:
        article.related.add(made[number - 7])
    made.append(article)
"""


@contextlib.contextmanager
def lotus(folder: Path) -> Iterator[Application]:
    """Articles of three categories with four tags, by five people."""
    needed = ("django-blog-lotus==0.9.7", "django<6", "setuptools<80")
    articles = [(title(n), when(n), said(n), text(n), n % 3, TAGS[n % 4], n % 5) for n in range(ARTICLES)]
    told = json.dumps([CATEGORIES, WRITERS, articles])
    templates = {"skeleton.html": _SKELETON}
    with django_project("lotus", folder, needed, _APPLICATIONS, _URLS, _FILL, [told], templates, _SETTINGS) as app:
        yield app


def title(number: int) -> str:
    return f"{CATEGORIES[number % 3]} on road {number * 7 % 89 + 10}"


def when(number: int) -> str:
    return f"2025-0{number // 27 + 1}-{number % 27 + 1:02}"


def said(number: int) -> str:
    return f"Seen by {number * 3 + 2} walkers."


def text(number: int) -> str:
    return f"It took {number * 11 % 71 + 5} carts of stone."


_NEXT = ".page-item.active + .page-item a"


async def category(page: Page, _: Application, name: str) -> None:
    await follow(page, f"a.category[href='/categories/{name}/']")
    await turn(page, _NEXT)


async def writer(page: Page, _: Application, name: str) -> None:
    await follow(page, f"a.author[href='/authors/{name}/']")
    await turn(page, _NEXT)


async def details(page: Page, _: Application, tag: str) -> None:
    await follow(page, f"main a:has-text('{tag}')")
    await read_two(page, "a.article", 1, 3)
    await page.go_back()
    await turn(page, _NEXT)
    await follow(page, "a.article >> nth=0")


def _row(number: int) -> Row:
    return title(number), _day(number), said(number), CATEGORIES[number % 3]


def of_category(_: Application, name: str) -> Sequence[Row]:
    return [_row(number) for number in range(ARTICLES) if CATEGORIES[number % 3].lower() == name]


def of_writer(_: Application, name: str) -> Sequence[Row]:
    return [_row(number) for number in range(ARTICLES) if WRITERS[number % 5].partition(" ")[0].lower() == name]


def told(_: Application, tag: str) -> Sequence[Row]:
    own = [number for number in range(ARTICLES) if TAGS[number % 4] == tag]
    return [(title(n), f"{_day(n)}, 9 a.m.", said(n), text(n), CATEGORIES[n % 3], WRITERS[n % 5]) for n in own]


def _day(number: int) -> str:
    return f"{MONTHS[number // 27]} {number % 27 + 1}, 2025"


EXHIBIT = Exhibit(
    "lotus",
    "a blog in cards",
    lotus,
    (
        Workflow(
            "category",
            category,
            ({"name": "bridges"}, {"name": "quarries"}),
            {"name": "mills"},
            of_category,
            "/categories/",
        ),
        Workflow("writer", writer, ({"name": "ada"}, {"name": "dora"}), {"name": "cora"}, of_writer, "/authors/"),
        Workflow("details", details, ({"tag": "granite"}, {"tag": "iron"}), {"tag": "slate"}, told, "/tags/"),
    ),
)
