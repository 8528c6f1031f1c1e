"""ht://Dig, a search engine in C++ by CGI, as Debian packages it: its pages are turned by pictures of numbers."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
PLACES = ("north", "south", "east")
PAGES = 111
_NEEDED = r"lib(pcre2|nettle|xxhash|crypt|lua)\d*\S*"


@contextlib.contextmanager
def htdig(folder: Path) -> Iterator[Application]:
    """An index of pages about three things."""
    root = unpacked("htdig", *with_dependencies(_NEEDED, "htdig", "lighttpd"))
    written, data = folder / "written", folder / "data"
    written.mkdir()
    data.mkdir()
    for number in range(PAGES):
        text = f"<html><head><title>{title(number)}</title></head><body><p>{body(number)}</p></body></html>"
        (written / f"part{number}.html").write_text(text)
    links = "".join(f'<a href="part{number}.html">x</a>' for number in range(PAGES))
    (written / "index.html").write_text(f"<html><head><title>All</title></head><body>{links}</body></html>")
    own = root / "etc/htdig"
    (folder / "htdig.conf").write_text(
        f"""database_dir: {data}
start_url: http://walks.example/
limit_urls_to: ${{start_url}}
local_urls: http://walks.example/={written}/
local_urls_only: true
max_doc_size: 200000
search_algorithm: exact:1
template_map: Long long {own}/long.html Short short {own}/short.html
mime_types: {own}/mime.types
bad_word_list: {own}/bad_words
search_results_header: {own}/header.html
search_results_footer: {own}/footer.html
nothing_found_file: {own}/nomatch.html
syntax_error_file: {own}/syntax.html
next_page_text: next
no_next_page_text:
prev_page_text: previous
no_prev_page_text:
"""
    )
    libraries = ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries}
    for program in ("htdig", "htpurge"):
        subprocess.run(
            [root / "usr/bin" / program, "-c", folder / "htdig.conf"], check=True, capture_output=True, env=environment
        )
    (folder / "cgi").mkdir()
    program = folder / "cgi/htsearch.cgi"
    program.write_text(f'#!/bin/sh\nCONFIG_DIR={folder} exec {root}/usr/lib/cgi-bin/htsearch "$@"\n')
    program.chmod(0o755)
    (folder / "www").mkdir()
    (folder / "www/index.html").write_text(_FORM)
    with served_by_cgi(root, folder, "/index.html", {"/cgi-bin/htsearch": program}, {}) as app:
        yield app


_FORM = """<html><head><title>Search</title></head><body><form action="/cgi-bin/htsearch">
<input type="hidden" name="config" value="htdig"><input type="text" name="words">
<select name="format"><option value="builtin-long">Long<option value="builtin-short">Short</select>
<input type="submit" value="Search"></form></body></html>"""


def title(number: int) -> str:
    return f"Of the {THINGS[number % 3]}, part {number}"


def body(number: int) -> str:
    return f"The {THINGS[number % 3]} in the {PLACES[number // 3 % 3]} was seen by {number} walkers."


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=words]", word)
    await follow(page, "input[type=submit]")
    await turn(page, "a >> text='next'")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(title(n),) for n in range(PAGES) if word in body(n)]


EXHIBIT = Exhibit(
    "htdig",
    "a search engine in C++ by CGI",
    htdig,
    (Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),),
)
