"""What is browsed in each section of the practice site, what the site needs of it, and what the tree has to bring."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Page

from scrapy_bt.testing.site.content.chapters import make_chapters
from scrapy_bt.testing.site.content.events import make_events
from scrapy_bt.testing.site.content.filings import make_filings
from scrapy_bt.testing.site.content.news import make_news
from scrapy_bt.testing.site.content.products import make_products
from scrapy_bt.testing.site.content.quotations import make_quotations
from scrapy_bt.testing.site.content.topics import PLACES, make_articles, make_threads
from scrapy_bt.testing.site.sections.forum import POSTS_A_PAGE
from scrapy_bt.testing.site.sections.portal import paths_of

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


async def look_around(page: Page) -> None:
    """Open pages that nothing needs."""
    await page.click("header a[href='/trouble/']")


async def follow(page: Page, selector: str) -> None:
    """Click and wait for the next page."""
    async with page.expect_navigation():
        await page.click(selector)


async def read_each(page: Page, selector: str, *places: int) -> None:
    """Open links of a list and come back."""
    for place in places:
        await follow(page, f"{selector} >> nth={place}")
        await page.go_back()


# Quotes


async def browse_quotes(page: Page, user: str, password: str, pages: int) -> None:
    await look_around(page)
    await log_in(page, user, password)
    for _ in range(pages - 1):
        await follow(page, "li.next a")


async def log_in(page: Page, user: str, password: str) -> None:
    await page.click("header a[href='/quotes/']")
    await page.click("main a[href='/login']")
    await page.fill("input[name=username]", user)
    await page.fill("input[name=password]", password)
    await follow(page, "button")


async def browse_authors(page: Page, user: str, password: str, first: int) -> None:
    await log_in(page, user, password)
    await read_each(page, ".quote a[href^='/author/']", first, first + 1)
    await follow(page, "li.next a")
    await follow(page, f".quote a[href^='/author/'] >> nth={first}")


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

# The shop, and the plain shop


async def browse_shop(page: Page, category: str, first: int) -> None:
    await page.click("header a[href='/manual/']")
    await page.click("header a[href='/shop/']")
    await page.click(f"ul.categories a[href='/shop/{category}/']")
    await read_each(page, ".product a", first, first + 1)
    await follow(page, "li.next a")
    await follow(page, f".product a >> nth={first}")


async def browse_plain(page: Page, number: int, first: int) -> None:
    await page.click("header a[href='/plain/']")
    await page.click(f"a.list >> nth={number}")
    await read_each(page, "a.item", first, first + 1)
    await follow(page, f"a.item >> nth={first + 3}")


ALL_PRODUCTS = make_products(PRODUCTS, seed=SEED)

# The API


async def browse_products(page: Page, pages: int) -> None:
    await look_around(page)
    async with page.expect_response("**/api/products?page=1"):
        await page.click("header a[href='/api/']")
    for number in range(2, pages + 1):
        async with page.expect_response(f"**/api/products?page={number}"):
            await page.click("#more:enabled")


async def browse_events(page: Page, answers: int) -> None:
    await page.click("header a[href='/api/']")
    for _ in range(answers):
        async with page.expect_response("**/api/events*"):
            await page.click("#log:enabled")


# ASP.NET, single, manual, news


async def browse_filings(page: Page, pages: int) -> None:
    await look_around(page)
    await page.click("header a[href='/aspnet/']")
    for _ in range(pages - 1):
        await follow(page, "a.next")


async def browse_manual(page: Page, first: int) -> None:
    await look_around(page)
    await page.click("header a[href='/manual/']")
    await read_each(page, "ul.toctree a", first, first + 1)
    await follow(page, f"ul.toctree a >> nth={first + 2}")


async def browse_news(page: Page, first: int) -> None:
    await look_around(page)
    await page.click("header a[href='/news/']")
    for place in (first, first + 1):
        async with page.expect_popup() as popup:
            await page.click(f"ul.list a >> nth={place}")
        report = await popup.value
        await report.wait_for_load_state("networkidle")
        await report.close()
    await follow(page, "p.pager a:last-child")
    async with page.expect_popup() as popup:
        await page.click(f"ul.list a >> nth={first}")
    await (await popup.value).wait_for_load_state()


# The portal and the forum


async def browse_portal(page: Page, words: str, language: str, pages: int) -> None:
    await look_around(page)
    await page.click("header a[href='/portal/']")
    await page.fill("input[name=q]", words)
    if language:
        await page.select_option("select[name=lang]", language)
    await follow(page, "button")
    await read_each(page, ".result a", 0)
    for _ in range(pages - 1):
        await follow(page, "li.next a")


async def browse_forum(page: Page, words: str, language: str, first: int) -> None:
    await page.click("header a[href='/forum/']")
    await page.fill("input[name=q]", words)
    await page.select_option("select[name=lang]", language)
    await follow(page, "button")
    await read_each(page, ".thread a", first)
    await follow(page, "li.next a")
    await read_each(page, ".thread a", first)
    await follow(page, f".thread a >> nth={first + 1}")


async def browse_threads(page: Page, words: str, language: str) -> None:
    await page.click("header a[href='/forum/']")
    await page.fill("input[name=q]", words)
    await page.select_option("select[name=lang]", language)
    await follow(page, "button")
    await follow(page, ".thread a >> nth=1")
    await follow(page, "li.next a")
    await page.go_back()
    await page.go_back()
    await follow(page, "li.next a")
    await follow(page, ".thread a >> nth=0")
    await follow(page, "li.next a")


async def browse_board(page: Page, board: int, pages: int) -> None:
    await page.click("header a[href='/forum/']")
    await follow(page, "main a[href='/forum/en/']")
    await follow(page, f"a.board >> nth={board - 1}")
    for _ in range(pages - 1):
        await follow(page, "li.next a")


ARTICLES, THREADS = make_articles(SEED), make_threads(SEED)


def found_articles(q: str, lang: str) -> list[str]:
    return [
        article.title
        for article in ARTICLES
        if lang in ("", article.language) and article.fits(q.split())
        for _ in paths_of(article)
    ]


def found_posts(q: str, lang: str, most: int | None = POSTS_A_PAGE) -> list[str]:
    return [
        post.text
        for thread in THREADS
        if lang in ("", thread.language) and thread.fits(q.split())
        for post in thread.posts[:most]
    ]


def threads_of(board: str) -> list[str]:
    return [thread.title for thread in THREADS if thread.board == PLACES["en"][int(board) - 1]]


# Trouble and single


async def browse_trouble(page: Page, key: str) -> None:
    await look_around(page)
    await page.click("header a[href='/trouble/']")
    for _ in range(3):
        await page.goto(f"{site_of(page)}/trouble/500-until/2?key={key}")


async def browse_redirects(page: Page, hops: int) -> None:
    await look_around(page)
    await page.click("header a[href='/trouble/']")
    await page.goto(f"{site_of(page)}/trouble/redirect/{hops}")


async def browse_limit(page: Page, key: str) -> None:
    await page.click("header a[href='/trouble/']")
    answer = await page.goto(f"{site_of(page)}/trouble/429?key={key}")
    while answer is not None and answer.status == 429:
        await page.wait_for_timeout(1000)
        answer = await page.goto(f"{site_of(page)}/trouble/429?key={key}")


async def browse_single(page: Page, first: int) -> None:
    await page.click("header a[href='/single/']")
    for number in range(first, first + 3):
        await page.goto(f"{site_of(page)}/single/{number}")


# Odd


async def browse_gate(page: Page, shop: str) -> None:
    await page.click("header a[href='/shop/']")
    await page.click(f"ul.categories a[href='/shop/{shop}/']")
    await page.click("header a[href='/odd/']")
    async with page.expect_response("**/odd/guests"):
        await page.click("#oddities a[href='/odd/gate']")


async def browse_desk(page: Page, words: str) -> None:
    await look_around(page)
    await page.click("header a[href='/odd/']")
    await page.click("#oddities a[href='/odd/desk']")
    await page.fill("#words", words)
    async with page.expect_response("**/odd/find"):
        await page.click("#find")


async def browse_counter(page: Page, place: str, colours: Sequence[str], note: str) -> None:
    await look_around(page)
    await page.click("header a[href='/odd/']")
    await page.click("#oddities a[href='/odd/counter']")
    await page.fill("input[name=place]", place)
    for colour in colours:
        await page.check(f"input[value={colour}]")
    await page.set_input_files(
        "input[type=file]", {"name": "note.txt", "mimeType": "text/plain", "buffer": note.encode()}
    )
    await follow(page, "button")


async def browse_graph(page: Page, place: str) -> None:
    await look_around(page)
    await page.click("header a[href='/odd/']")
    await page.click("#oddities a[href='/odd/graph']")
    await page.fill("#place", place)
    await page.click("#ask")
    await page.wait_for_selector("#more:enabled")
    async with page.expect_response("**/odd/graphql"):
        await page.click("#more")


async def browse_office(page: Page, shop: str) -> None:
    for _ in range(2):
        await page.click("header a[href='/odd/']")
        await page.click("#oddities a[href='/odd/office']")
        await page.wait_for_selector("#load:enabled")
    tab = await page.context.new_page()
    await tab.goto(f"{site_of(page)}/shop/{shop}/")
    await tab.click(".product a >> nth=0")
    async with page.expect_response("**/odd/rows.json*"):
        await page.click("#load")


EVENTS = make_events(SEED)


def events_about(words: str = "", place: str = "") -> list[str]:
    """Their numbers."""
    return [str(event.number) for event in EVENTS if (words or place) in f"{event.action} {event.place}"]


def site_of(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


CASES = (
    Case(
        "quotes",
        browse_quotes,
        ({**READER, "pages": 2}, {**EDITOR, "pages": 3}),
        (*LOGIN, Needed("GET /quotes/page/1/")),
        lambda **_: [f"“{quotation.text}”" for quotation in QUOTATIONS],
        "text",
        {"username": "editor", "password": "exercise"},
    ),
    Case(
        "authors",
        browse_authors,
        ({**READER, "first": 0}, {**EDITOR, "first": 2}),
        (
            *LOGIN,
            Needed("GET /quotes/page/1/"),
            Needed("GET /author/[\\w-]+/", {"url": "each of what GET /quotes/page/1/ lists"}),
        ),
        lambda **_: sorted({quotation.author.description for quotation in QUOTATIONS}),
        "description",
        {"username": "editor", "password": "exercise"},
    ),
    Case(
        "shop",
        browse_shop,
        ({"category": "lamps", "first": 0}, {"category": "ropes", "first": 2}),
        (
            Needed("GET /shop/lamps/", {"path 1": "the argument shop"}),
            Needed("GET /shop/product/[\\w-]+/", {"url": "each of what GET /shop/lamps/ lists"}),
        ),
        lambda shop: [product.sku for product in ALL_PRODUCTS if f"{product.kind}s" == shop],
        "sku",
        {"shop": "kettles"},
    ),
    Case(
        "plain",
        browse_plain,
        ({"number": 0, "first": 0}, {"number": 1, "first": 2}),
        (
            Needed("GET /plain/list/0/", {"path 2": "the argument list"}),
            Needed("GET /plain/item/\\d+/", {"url": "each of what GET /plain/list/0/ lists"}),
        ),
        lambda **given: [product.sku for product in ALL_PRODUCTS[100 * int(given["list"]) :]],
        "sku",
        {"list": "1"},
    ),
    Case(
        "products",
        browse_products,
        ({"pages": 2}, {"pages": 3}),
        (Needed("GET /api/"), Needed("GET /api/products", {"header authorization": "token.*of GET /api/"})),
        lambda **_: [str(product.number) for product in ALL_PRODUCTS],
        "id",
        {},
    ),
    Case(
        "events",
        browse_events,
        ({"answers": 2}, {"answers": 3}),
        (Needed("GET /api/events"),),
        lambda **_: [str(event.number) for event in EVENTS],
        "id",
        {},
    ),
    Case(
        "filings",
        browse_filings,
        ({"pages": 2}, {"pages": 3}),
        (
            Needed("GET /aspnet/"),
            Needed(
                "POST /aspnet/Default.aspx",
                {
                    "form __EVENTTARGET": "Grid",
                    "form __EVENTARGUMENT": r"Page\$Next",
                    "form __VIEWSTATEGENERATOR": "^“",
                    "form __VIEWSTATE": "__VIEWSTATE.*of GET /aspnet/",
                    "form __EVENTVALIDATION": "__EVENTVALIDATION.*of GET /aspnet/",
                },
            ),
        ),
        lambda **_: [filing.reference for filing in make_filings(SEED)],
        "reference",
        {},
    ),
    Case(
        "manual",
        browse_manual,
        ({"first": 0}, {"first": 3}),
        (Needed("GET /manual/"), Needed("GET /manual/[\\w-]+\\.html", {"url": "each of what GET /manual/ lists"})),
        lambda **_: [chapter.title for chapter in make_chapters(SEED)],
        "title",
        {},
    ),
    Case(
        "news",
        browse_news,
        ({"first": 0}, {"first": 3}),
        (Needed("GET /news/"), Needed("GET /news/\\d+/\\d+\\.html", {"url": "each of what GET /news/ lists"})),
        lambda **_: [report.title for report in make_news(SEED)],
        "title",
        {},
    ),
    Case(
        "portal",
        browse_portal,
        ({"words": "harbour", "language": "en", "pages": 2}, {"words": "灯塔", "language": "zh", "pages": 3}),
        (Needed("GET /portal/search", {"query q": "the argument q", "query lang": "the argument lang"}),),
        found_articles,
        "title",
        {"q": "river bridge", "lang": "en"},
    ),
    Case(
        "search",
        browse_forum,
        ({"words": "harbour", "language": "en", "first": 0}, {"words": "灯塔", "language": "zh", "first": 0}),
        (
            Needed("GET /forum/search", {"query q": "the argument q", "query lang": "the argument lang"}),
            Needed("GET /forum/thread/\\d+/", {"url": "each of what GET /forum/search lists"}),
        ),
        found_posts,
        "text",
        {"q": "river bridge", "lang": "en"},
    ),
    Case(
        "threads",
        browse_threads,
        ({"words": "harbour", "language": "en"}, {"words": "灯塔", "language": "zh"}),
        (
            Needed("GET /forum/search", {"query q": "the argument q", "query lang": "the argument lang"}),
            Needed("GET /forum/thread/\\d+/", {"url": "each of what GET /forum/search lists"}),
        ),
        lambda q, lang: found_posts(q, lang, most=None),
        "text",
        {"q": "river bridge", "lang": "en"},
    ),
    Case(
        "board",
        browse_board,
        ({"board": 1, "pages": 2}, {"board": 2, "pages": 2}),
        (Needed("GET /forum/en/board/1/", {"path 3": "the argument board"}),),
        threads_of,
        "title",
        {"board": "3"},
    ),
    Case(
        "errors",
        browse_trouble,
        ({"key": "one"}, {"key": "two"}),
        (Needed("GET /trouble/500-until/2", {"query key": "the argument key"}),),
        lambda **_: ["It works after 2 failures."],
        "result",
        {"key": "six"},
    ),
    Case(
        "limit",
        browse_limit,
        ({"key": "one"}, {"key": "two"}),
        (Needed("GET /trouble/429", {"query key": "the argument key"}),),
        lambda **_: ["Thank you for waiting."],
        "result",
        {"key": "six"},
    ),
    Case(
        "redirects",
        browse_redirects,
        ({"hops": 2}, {"hops": 3}),
        (Needed("GET /trouble/redirect/2", {"path 2": "the argument redirect"}),),
        lambda **_: ["The last redirect led here."],
        "result",
        {"redirect": "5"},
    ),
    Case(
        "single",
        browse_single,
        ({"first": 1}, {"first": 4}),
        (Needed(r"GET /single/\d", {"path 1": "the argument"}),),
        lambda **_: ["One at a time"],
        "title",
        {},
    ),
    Case(
        "gate",
        browse_gate,
        ({"shop": "lamps"}, {"shop": "ropes"}),
        (Needed("GET /odd/gate"), Needed("GET /odd/guests", {"header x-pass": "url.*of GET /odd/gate"})),
        lambda **_: [str(number) for number in range(1, 9)],
        "id",
        {},
    ),
    Case(
        "desk",
        browse_desk,
        ({"words": "garden"}, {"words": "moved"}),
        (
            Needed("GET /odd/desk"),
            Needed(
                "POST /odd/find",
                {
                    r"json payload\$.auth.key": "data-key.*of GET /odd/desk",
                    r"json payload\$.words": "the argument words",
                    "json stamp": "base64.*url.*data-stamp.*of GET /odd/desk",
                    "cookie seal": "seal.*of GET /odd/desk",
                },
            ),
        ),
        events_about,
        "id",
        {"words": "kitchen"},
    ),
    Case(
        "counter",
        browse_counter,
        (
            {"place": "garden", "colours": ("red", "green"), "note": "Hello"},
            {"place": "moved", "colours": ("green", "white"), "note": "Good day"},
        ),
        (
            Needed("GET /odd/counter"),
            Needed(
                "POST /odd/counter",
                {
                    "multipart token": "token.*of GET /odd/counter",
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
        browse_graph,
        ({"place": "garden"}, {"place": "moved"}),
        (
            Needed("POST /odd/graphql", {"json operationName": "Begin", "json variables": ""}),
            Needed(
                "POST /odd/graphql",
                {
                    "header authorization": "token.*of POST /odd/graphql",
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
        browse_office,
        ({"shop": "lamps"}, {"shop": "ropes"}),
        (
            Needed("GET /odd/office"),
            Needed("GET /odd/region.json"),
            Needed("GET /odd/shift.json"),
            Needed(
                "GET /odd/rows.json",
                {"query region": "region.id.*of GET /odd/region.json", "query shift": "shift.*of GET /odd/shift.json"},
            ),
        ),
        lambda **_: [str(number) for number in range(1, 9)],
        "id",
        {},
    ),
)
