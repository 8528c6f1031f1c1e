"""What is browsed in each section of the practice site, what the site needs of it, and what the tree has to bring."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scrapy_bt.testing.site.content.chapters import make_chapters
from scrapy_bt.testing.site.content.events import make_events
from scrapy_bt.testing.site.content.filings import make_filings
from scrapy_bt.testing.site.content.news import make_news
from scrapy_bt.testing.site.content.products import make_products
from scrapy_bt.testing.site.content.quotations import make_quotations
from scrapy_bt.testing.site.content.topics import make_articles, make_threads
from scrapy_bt.testing.site.sections.portal import paths_of
from tests.integration.inference import walks

PRODUCTS = 150
SEED = "practice"


@dataclass(frozen=True)
class Needed:
    """A request of the smallest path, and where each of its parameters has to come from.

    *request*: as `POST /login`; *values*: by key (`form csrf_token`) what the value's origin has to hold, as a regular
    expression.
    """

    request: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """A workflow. *records*: from the arguments of the run, the texts that its records have to hold, and no others."""

    name: str
    browse: Callable[..., Awaitable[None]]
    inputs: Sequence[Mapping[str, Any]]
    path: Sequence[Needed]
    records: Callable[..., Sequence[str]]
    field: str
    """Of the records, the field that is compared."""
    other: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the run."""
    options: Sequence[str] = ()


QUOTATIONS = make_quotations(SEED)
LOGIN = (
    Needed("GET /login"),
    Needed(
        "POST /login",
        {"form csrf_token": "csrf_token.*GET /login", "form username": "argument", "form password": "argument"},
    ),
)
READER = {"user": "reader", "password": "practice"}
EDITOR = {"user": "editor", "password": "exercise"}


ALL_PRODUCTS = make_products(PRODUCTS, seed=SEED)


ARTICLES, THREADS = make_articles(SEED), make_threads(SEED)


def found_articles(q: str, lang: str) -> list[str]:
    return [
        article.title
        for article in ARTICLES
        if lang in ("", article.language) and article.fits(q.split())
        for _ in paths_of(article)
    ]


def found_posts(q: str, lang: str) -> list[str]:
    return [
        post.text
        for thread in THREADS
        if lang in ("", thread.language) and thread.fits(q.split())
        for post in thread.posts
    ]


EVENTS = make_events(SEED)


def events_about(words: str = "", place: str = "") -> list[str]:
    """Their numbers."""
    return [str(event.number) for event in EVENTS if (words or place) in f"{event.action} {event.place}"]


CASES = (
    Case(
        "quotes",
        walks.browse_quotes,
        ({**READER, "pages": 2}, {**EDITOR, "pages": 3}),
        (*LOGIN, Needed("GET /quotes/page/1/")),
        lambda **_: [f"“{quotation.text}”" for quotation in QUOTATIONS],
        "text",
        {"username": "editor", "password": "exercise"},
    ),
    Case(
        "authors",
        walks.browse_authors,
        ({**READER, "first": 0}, {**EDITOR, "first": 2}),
        (
            *LOGIN,
            Needed("GET /quotes/page/1/"),
            Needed("GET /author/[\\w-]+/", {"url": "each of what (?:step \\d+ \\()?GET /quotes/page/1/\\)? lists"}),
        ),
        lambda **_: sorted({quotation.author.description for quotation in QUOTATIONS}),
        "description",
        {"username": "editor", "password": "exercise"},
    ),
    Case(
        "shop",
        walks.browse_shop,
        ({"category": "lamps", "first": 0}, {"category": "ropes", "first": 2}),
        (
            Needed("GET /shop/lamps/", {"path 1": "lower of the argument category"}),
            Needed("GET /shop/product/[\\w-]+/", {"url": "each of what (?:step \\d+ \\()?GET /shop/lamps/\\)? lists"}),
        ),
        lambda category: [product.sku for product in ALL_PRODUCTS if f"{product.kind}s" == category],
        "sku",
        {"category": "kettles"},
    ),
    Case(
        "plain",
        walks.browse_plain,
        ({"number": 0, "first": 0}, {"number": 1, "first": 2}),
        (
            Needed("GET /plain/list/0/", {"path 2": "the argument list"}),
            Needed("GET /plain/item/\\d+/", {"url": "each of what (?:step \\d+ \\()?GET /plain/list/0/\\)? lists"}),
        ),
        lambda **given: [product.sku for product in ALL_PRODUCTS[100 * int(given["list"]) :]],
        "sku",
        {"list": "1"},
    ),
    Case(
        "products",
        walks.browse_products,
        ({"pages": 2}, {"pages": 3}),
        (Needed("GET /api/"), Needed("GET /api/products", {"header authorization": "token.*step .*GET /api/"})),
        lambda **_: [str(product.number) for product in ALL_PRODUCTS],
        "id",
        {},
    ),
    Case(
        "events",
        walks.browse_events,
        ({"answers": 2}, {"answers": 3}),
        (Needed("GET /api/events"),),
        lambda **_: [str(event.number) for event in EVENTS],
        "id",
        {},
    ),
    Case(
        "filings",
        walks.browse_filings,
        ({"pages": 2}, {"pages": 3}),
        (
            Needed("GET /aspnet/"),
            Needed(
                "POST /aspnet/Default.aspx",
                {
                    "form __EVENTTARGET": "Grid",
                    "form __EVENTARGUMENT": r"Page\$Next",
                    "form __VIEWSTATEGENERATOR": "^“",
                    "form __VIEWSTATE": "__VIEWSTATE.*step .*GET /aspnet/",
                    "form __EVENTVALIDATION": "__EVENTVALIDATION.*step .*GET /aspnet/",
                },
            ),
        ),
        lambda **_: [filing.reference for filing in make_filings(SEED)],
        "reference",
        {},
    ),
    Case(
        "manual",
        walks.browse_manual,
        ({"first": 0}, {"first": 3}),
        (
            Needed("GET /manual/"),
            Needed("GET /manual/[\\w-]+\\.html", {"url": "each of what (?:step \\d+ \\()?GET /manual/\\)? lists"}),
        ),
        lambda **_: [chapter.title for chapter in make_chapters(SEED)],
        "title",
        {},
    ),
    Case(
        "news",
        walks.browse_news,
        ({"first": 0}, {"first": 3}),
        (
            Needed("GET /news/"),
            Needed("GET /news/\\d+/\\d+\\.html", {"url": "each of what (?:step \\d+ \\()?GET /news/\\)? lists"}),
        ),
        lambda **_: [report.title for report in make_news(SEED)],
        "title",
        {},
    ),
    Case(
        "portal",
        walks.browse_portal,
        ({"words": "harbour", "language": "en", "pages": 2}, {"words": "灯塔", "language": "zh", "pages": 3}),
        (Needed("GET /portal/search", {"query q": "the argument q", "query lang": "the argument lang"}),),
        found_articles,
        "title",
        {"q": "river bridge", "lang": "en"},
    ),
    Case(
        "threads",
        walks.browse_threads,
        ({"words": "harbour", "language": "en"}, {"words": "灯塔", "language": "zh"}),
        (
            Needed("GET /forum/search", {"query q": "the argument q", "query lang": "the argument lang"}),
            Needed("GET /forum/thread/\\d+/", {"url": "each of what (?:step \\d+ \\()?GET /forum/search\\)? lists"}),
        ),
        found_posts,
        "text",
        {"q": "river bridge", "lang": "en"},
    ),
    Case(
        "errors",
        walks.browse_trouble,
        ({"key": "one"}, {"key": "two"}),
        (Needed("GET /trouble/500-until/2", {"query key": "the argument key"}),),
        lambda **_: ["It works after 2 failures."],
        "result",
        {"key": "six"},
    ),
    Case(
        "limit",
        walks.browse_limit,
        ({"key": "one"}, {"key": "two"}),
        # Whoever waits as long as the site asks needs no key of his own.
        (Needed("GET /trouble/429"),),
        lambda **_: ["Thank you for waiting."],
        "result",
        {},
    ),
    Case(
        "redirects",
        walks.browse_redirects,
        ({"hops": 2}, {"hops": 3}),
        (Needed("GET /trouble/redirect/2", {"path 2": "the argument redirect"}),),
        lambda **_: ["The last redirect led here."],
        "result",
        {"redirect": "5"},
    ),
    Case(
        "single",
        walks.browse_single,
        ({"first": 1}, {"first": 4}),
        (Needed(r"GET /single/\d", {"path 1": "the argument"}),),
        lambda **_: ["One at a time"],
        "title",
        {},
    ),
    Case(
        "gate",
        walks.browse_gate,
        ({"shop": "lamps"}, {"shop": "ropes"}),
        (Needed("GET /odd/gate"), Needed("GET /odd/guests", {"header x-pass": "url.*step .*GET /odd/gate"})),
        lambda **_: [str(number) for number in range(1, 9)],
        "id",
        {},
    ),
    Case(
        "porch",
        walks.browse_porch,
        ({}, {}),
        (
            Needed("GET /odd/porch"),
            Needed("GET /odd/guests", {"header x-pass": "pass=.*Location.*step .*GET /odd/porch"}),
        ),
        lambda **_: [str(number) for number in range(1, 9)],
        "id",
        {},
    ),
    Case(
        "desk",
        walks.browse_desk,
        ({"words": "garden"}, {"words": "moved"}),
        (
            Needed("GET /odd/desk"),
            Needed(
                "POST /odd/find",
                {
                    r"json payload\$.auth.key": "data-key.*step .*GET /odd/desk",
                    r"json payload\$.words": "the argument words",
                    "json stamp": "base64.*url.*data-stamp.*step .*GET /odd/desk",
                    "cookie seal": "seal.*step .*GET /odd/desk",
                },
            ),
        ),
        events_about,
        "id",
        {"words": "kitchen"},
    ),
    Case(
        "counter",
        walks.browse_counter,
        (
            {"place": "garden", "colours": ("red", "green"), "note": "Hello"},
            {"place": "moved", "colours": ("green", "white"), "note": "Good day"},
        ),
        (
            Needed("GET /odd/counter"),
            Needed(
                "POST /odd/counter",
                {
                    "multipart token": "token.*step .*GET /odd/counter",
                    "multipart place": "the argument place",
                    r"multipart colours\[\]": "the argument",
                    r"multipart colours\[\] #2": "the argument",
                    "multipart note": "the argument",
                    "multipart note;filename": "the argument",
                },
            ),
        ),
        lambda place: [event.action for event in EVENTS if event.place == place] * 2,
        "what",
        {"place": "kitchen"},
    ),
    Case(
        "graph",
        walks.browse_graph,
        ({"place": "garden"}, {"place": "moved"}),
        (
            Needed("POST /odd/graphql", {"json operationName": "Begin", "json variables": ""}),
            Needed(
                "POST /odd/graphql",
                {
                    "header authorization": "token.*step .*POST /odd/graphql",
                    "json operationName": "Events",
                    "json variables.place": "the argument place",
                    "json variables.after": "null",
                },
            ),
        ),
        events_about,
        "id",
        {"place": "workshop"},
    ),
    Case(
        "office",
        walks.browse_office,
        ({"shop": "lamps"}, {"shop": "ropes"}),
        (
            Needed("GET /odd/office"),
            Needed("GET /odd/region.json"),
            Needed("GET /odd/shift.json"),
            Needed(
                "GET /odd/rows.json",
                {
                    "query region": "region.id.*step .*GET /odd/region.json",
                    "query shift": "shift.*step .*GET /odd/shift.json",
                },
            ),
        ),
        lambda **_: [str(number) for number in range(1, 9)],
        "id",
        {},
    ),
)
