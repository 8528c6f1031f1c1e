"""A site in Next.js from npm: React on the server, and a script that asks for the parts of the next page alone."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("lantern", "compass", "kettle", "rucksack")
OFFERS = 112
_FILES = {
    "layout.js": """export const metadata = { title: "Offers" };
export default function Layout({ children }) {
  return <html lang="en"><body><header><a href="/">Offers</a></header>{children}</body></html>;
}""",
    "page.js": """import Form from "next/form";
import Link from "next/link";
import offers from "./offers.json";
const SIZE = 12;
export default async function Page({ searchParams }) {
  const { q = "", page = "1" } = await searchParams;
  const found = offers.filter((offer) => offer.name.includes(q));
  const shown = found.slice((page - 1) * SIZE, page * SIZE);
  const next = { pathname: "/", query: { q, page: Number(page) + 1 } };
  return <main><Form action="/"><input name="q" defaultValue={q} /><button type="submit">Search</button></Form>
    <p>{found.length} offers</p>
    <ul className="offers">{shown.map((offer) => <li key={offer.id}>
      <h3><Link prefetch={false} href={`/offer/${offer.id}`}>{offer.name}</Link></h3>
      <span className="price">{offer.price}</span> <em>{offer.seller}</em></li>)}</ul>
    {page * SIZE < found.length && <Link prefetch={false} className="next" href={next}>Next</Link>}</main>;
}""",
    "offer/[id]/page.js": """import offers from "../../offers.json";
export default async function Page({ params }) {
  const { id } = await params;
  const offer = offers.find((one) => String(one.id) === id);
  return <main><h1>{offer.name}</h1><p className="told">{offer.told}</p>
    <dl><dt>Price</dt><dd>{offer.price}</dd><dt>Seller</dt><dd>{offer.seller}</dd></dl></main>;
}""",
}


@contextlib.contextmanager
def nextjs(folder: Path) -> Iterator[Application]:
    """Offers of four things."""
    programs = installed_from_npm("nextjs", **{"next": "15.5.4", "react": "19.1.1", "react-dom": "19.1.1"})
    site = folder / "site"
    site.mkdir()
    (site / "package.json").write_text("{}")
    (site / "next.config.mjs").write_text("export default { outputFileTracingRoot: import.meta.dirname };")
    for name, text in {**_FILES, "offers.json": json.dumps([_offer(n) for n in range(OFFERS)])}.items():
        place = site / "app" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    subprocess.run(["cp", "-r", programs.parent, site / "node_modules"], check=True)
    quiet = {"NEXT_TELEMETRY_DISABLED": "1"}
    next_js = site / "node_modules/.bin/next"
    subprocess.run([next_js, "build"], check=True, capture_output=True, cwd=site)
    url = f"http://127.0.0.1:{free_port(folder)}"
    start = [next_js, "start", site, "-p", url.rpartition(":")[2], "-H", "127.0.0.1"]
    with served(start, url, folder, quiet):
        yield Application(url, "", "", folder)


def _offer(number: int) -> dict[str, str | int]:
    thing = THINGS[number * 3 % 4]
    return {
        "id": 4000 + number * 13,
        "name": f"Old {thing} no. {number}",
        "price": f"{number * 7 % 90 + 3}.50 €",
        "seller": f"Trader {number % 23}",
        "told": f"This {thing} has been on {number + 2} journeys since {1920 + number}.",
    }


async def _turn(page: Page, times: int = 100) -> None:
    for _ in range(times):
        if not await page.locator("a.next").count():
            return
        first = await page.locator(".offers h3").first.text_content()
        await page.click("a.next")
        await page.locator(".offers h3").first.filter(has_not_text=first).wait_for()
        await page.wait_for_load_state("networkidle")


async def search(page: Page, _: Application, thing: str) -> None:
    await _ask(page, thing)
    await _turn(page)


async def offers(page: Page, _: Application, thing: str) -> None:
    await _ask(page, thing)
    for place in (1, 4):
        await page.click(f".offers h3 a >> nth={place}")
        await page.locator("p.told").wait_for()
        await page.wait_for_load_state("networkidle")
        await page.go_back()
        await page.locator(".offers").wait_for()
    await _turn(page, 1)
    await page.click(".offers h3 a >> nth=2")
    await page.locator("p.told").wait_for()


async def _ask(page: Page, thing: str) -> None:
    await page.wait_for_load_state("networkidle")
    await page.fill("input[name=q]", thing)
    await page.click("button[type=submit]")
    await page.wait_for_url(f"**/?q={thing}")
    await page.wait_for_load_state("networkidle")


def found(_: Application, thing: str) -> Sequence[Row]:
    return [_row(n, "name", "price", "seller") for n in range(OFFERS) if THINGS[n * 3 % 4] == thing]


def told_of(_: Application, thing: str) -> Sequence[Row]:
    return [_row(n, "name", "price", "told") for n in range(OFFERS) if THINGS[n * 3 % 4] == thing]


def _row(number: int, *names: str) -> Row:
    offer = _offer(number)
    return tuple(str(offer[name]) for name in names)


EXHIBIT = Exhibit(
    "nextjs",
    "React on server and client",
    nextjs,
    (
        Workflow("search", search, ({"thing": "lantern"}, {"thing": "kettle"}), {"thing": "compass"}, found),
        Workflow("offers", offers, ({"thing": "compass"}, {"thing": "rucksack"}), {"thing": "lantern"}, told_of),
    ),
)
