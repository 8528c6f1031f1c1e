"""What a person does in each section of the practice site, with some detours."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.async_api import Page


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


async def browse_porch(page: Page) -> None:
    await look_around(page)
    await page.click("header a[href='/odd/']")
    async with page.expect_response("**/odd/guests"):
        await page.click("#oddities a[href='/odd/porch']")


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


def site_of(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])
