"""UseModWiki, a wiki in Perl by CGI, as Debian packages it: what is linked from a page, and a search."""

from __future__ import annotations

import contextlib
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow, follow, read_two

DISTRICTS = ("Hills", "Shore", "Woods")
STONES = ("granite", "slate", "marble", "flint")
BRIDGES = 60
_NEEDED = r"lib(cgi-pm-perl|html-parser-perl|pcre2|nettle|xxhash|crypt|lua)\d*\S*"


@contextlib.contextmanager
def usemod(folder: Path) -> Iterator[Application]:
    """Pages about bridges in three districts, each of which has a page that lists them."""
    root = unpacked("usemod", *with_dependencies(_NEEDED, "usemod-wiki", "lighttpd", "libcgi-pm-perl"))
    program = folder / "wiki.pl"
    written = (root / "usr/lib/cgi-bin/wiki.pl").read_text(encoding="latin-1")
    written = written.replace(" -wT", "").replace(" -T", "", 1).replace("/etc/usemod-wiki/config", f"{folder}/config")
    program.write_text(written, encoding="latin-1")
    config = (root / "etc/usemod-wiki/config").read_text()
    (folder / "config").write_text(config.replace("/var/lib/usemod-wiki", f"{folder}/data"))
    program.chmod(0o755)
    aliases = {"/wiki.pl": program, "/usemod-wiki/": root / "usr/share/usemod-wiki/images"}
    libraries = [root / "usr/share/perl5", *root.glob("usr/lib/*/perl5/*")]
    surroundings = {"PERL5LIB": ":".join(map(str, libraries))}
    with served_by_cgi(root, folder, "/wiki.pl", aliases, surroundings) as app:
        for name, text in pages():
            told = urllib.parse.urlencode({"title": name, "text": text, "summary": "new", "oldtime": "0"})
            urllib.request.urlopen(f"{app.url}/wiki.pl", told.encode()).read()
        yield app


def title(number: int) -> str:
    return f"Bridge of road {number * 7 % 61 + 10}"


def district(number: int) -> str:
    return DISTRICTS[number % 3]


def stone(number: int) -> str:
    return STONES[number // 3 % 4]


def said(number: int) -> str:
    return f"It is {number * 13 % 71 + 20} feet long."


def pages() -> Iterator[tuple[str, str]]:
    """Each page's name and its text."""
    lines = "\n".join(f"* [[{name}]]" for name in DISTRICTS)
    yield "HomePage", f"Bridges of three districts:\n{lines}\n"
    for name in DISTRICTS:
        own = "\n".join(f"* [[{title(n)}]] of {stone(n)}" for n in range(BRIDGES) if district(n) == name)
        yield name, f"== Bridges ==\n{own}\n"
    for number in range(BRIDGES):
        facts = f"; Stone: {stone(number)}\n; Keeper: Walker {number * 3 % 41}\n"
        yield title(number).replace(" ", "_"), f"{said(number)}\n\n{facts}\nSee [[{district(number)}]].\n"


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=search]", word)
    async with page.expect_navigation():
        await page.press("input[name=search]", "Enter")


async def listed(page: Page, _: Application, district: str) -> None:
    await follow(page, f".wikitext a:text-is('{district}')")


async def details(page: Page, app: Application, district: str) -> None:
    await listed(page, app, district)
    await read_two(page, ".wikitext li a", 1, 5)


def found(_: Application, word: str) -> Sequence[Row]:
    own = [(title(number).title(),) for number in range(BRIDGES) if stone(number) == word]
    return [*own, *((name,) for name in DISTRICTS)]


def told(_: Application, district: str) -> Sequence[Row]:
    return [(title(number), f"of {stone(number)}") for number in _own(district)]


def facts(_: Application, district: str) -> Sequence[Row]:
    own = _own(district)
    return [(title(n).title(), said(n), stone(n), f"Walker {n * 3 % 41}") for n in own]


def _own(name: str) -> list[int]:
    return [number for number in range(BRIDGES) if district(number) == name]


_INPUTS, _OTHER, _HOME = ({"district": "Hills"}, {"district": "Woods"}), {"district": "Shore"}, "/wiki.pl"

EXHIBIT = Exhibit(
    "usemod",
    "a wiki in Perl",
    usemod,
    (
        Workflow("search", search, ({"word": "granite"}, {"word": "marble"}), {"word": "slate"}, found, _HOME),
        Workflow("listed", listed, _INPUTS, _OTHER, told, _HOME),
        Workflow("details", details, _INPUTS, _OTHER, facts, _HOME),
    ),
)
