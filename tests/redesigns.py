"""Small pages before and after a redesign, and a folder of labelled ones, for tests of healing."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

OLD = """<html><head><title>Storm over the bay | The Gazette</title>
<meta property="og:title" content="Storm over the bay">
<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Storm over the bay",
"author": {"name": "Ann Lee"}, "keywords": ["weather", "coast"]}</script></head><body>
<div class="nav"><a href="/">Home</a><a href="/news">News</a></div>
<div id="story"><h1 class="headline">Storm over the bay</h1>
<div class="byline"><span class="author">Ann Lee</span></div>
<div class="article-body">
<p>The storm reached the bay in the early morning and took two boats with it, the harbour said.</p>
<p>Nobody was hurt, but the bridge stays closed until engineers have looked at each of its eleven pillars.</p></div>
<ul class="tags"><li><a>weather</a></li><li><a>coast</a></li></ul></div>
<div class="footer">All rights reserved</div></body></html>"""

NEW = """<html><head><title>Market opens late | The Gazette</title>
<meta property="og:title" content="Market opens late">
<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Market opens late",
"author": {"name": "Bo Chan"}, "keywords": ["trade", "city"]}</script></head><body>
<header><nav><a href="/">Home</a><a href="/news">News</a></nav></header>
<main><article><header>
<h1 data-testid="title">Market opens late</h1><p class="writer"><b>Bo Chan</b></p></header>
<section class="story-text">
<p>The market opened three hours late on Monday, because the new doors did not find their keys.</p>
<p>Traders waited in the rain and sold umbrellas to each other, the best morning of the year for some.</p></section>
<footer class="topics"><a>trade</a><a>city</a></footer></article></main>
<footer>All rights reserved</footer></body></html>"""

FIELDS = {
    "title": ("h1.headline", ["Storm over the bay"]),
    "author": ("span.author", ["Ann Lee"]),
    "text": (
        "div.article-body p",
        ["The storm reached the bay in the early morning and took two boats with it, the harbour said."],
    ),
}

ROWS_OLD = (
    "<html><body><div class='menu'><a href='/'>Home</a></div><table class='cases'>"
    + "".join(
        f"<tr class='{'odd' if n % 2 else 'even'}'><td>Case {n}-{n}00</td>"
        f"<td><a href='/f/{n}.pdf'>State v. Smith {n}</a></td></tr>"
        for n in range(1, 9)
    )
    + "</table></body></html>"
)
ROWS_NEW = (
    "<html><body><div class='menu'><a href='/'>Home</a></div><div class='opinions'>"
    + "".join(
        f"<div class='opinion'><span class='docket'>Case {n}-{n}11</span>\n"
        f"<h3><a href='/g/{n}.pdf'>State v. Jones {n}</a></h3></div>\n"
        for n in range(1, 7)
    )
    + "</div></body></html>"
)

_WORDS = [
    "river",
    "stone",
    "market",
    "window",
    "engine",
    "garden",
    "winter",
    "letter",
    "silver",
    "bridge",
    "harbour",
    "candle",
    "forest",
    "teacher",
    "village",
]
_LAYOUTS = (
    """<div class='{c}-top'><h1 class='{c}-title'>{title}</h1><span class='{c}-author'>{author}</span></div>
<div class='{c}-body'><p>{one}</p><p>{two}</p></div><div class='{c}-tags'><a>{topic}</a></div>""",
    """<article><header><p class='byline {c}'>{author}</p><h1>{title}</h1></header>
<section><p class='{c}-text'>{one}</p><p class='{c}-text'>{two}</p></section><ul><li>{topic}</li></ul></article>""",
    """<main><div><h2 class='headline'>{title}</h2></div>
<div class='content'><div class='{c}'>{one}</div>
<div class='{c}'>{two}</div></div><em class='writer'>{author}</em><b class='topic'>{topic}</b></main>""",
)


def sentence(number: int, words: int) -> str:
    """Words that depend on the number alone."""
    found = [_WORDS[(number * 7 + at * (3 + number % 5)) % len(_WORDS)] for at in range(words)]
    return " ".join(found).capitalize()


def truth_of(number: int) -> dict[str, list[str]]:
    """The true values of a made page."""
    return {
        "title": [f"{sentence(number, 5)} {number}"],
        "author": [f"{_WORDS[number % 15].title()} {_WORDS[(number * 3 + 1) % 15].title()}"],
        "paragraph": [f"{sentence(number, 22)}, said {number}.", f"{sentence(number + 1, 25)}, wrote {number}."],
        "topic": [f"topic {_WORDS[(number * 5) % 15]}"],
    }


def made_page(site: int, number: int, layout: int) -> str:
    """A page of a made site."""
    truth = truth_of(number)
    body = _LAYOUTS[layout].format(
        c=f"s{'abcdefghij'[site % 10]}", title=truth["title"][0], author=truth["author"][0],
        one=truth["paragraph"][0], two=truth["paragraph"][1], topic=truth["topic"][0],
    )  # fmt: skip
    menu = "".join(f"<a href='/{word}'>{word}</a>" for word in _WORDS[:8])
    return (
        f"<html><head><title>{truth['title'][0]}</title></head><body><nav>{menu}</nav>{body}"
        f"<footer><p>Contact us</p><p>About this site {site}</p></footer></body></html>"
    )


def write_labelled(folder: Path, *, sites: int = 12) -> Path:
    """A folder of labelled pages, pairs and lists."""
    pages, pairs, lists = folder / "pages", folder / "pairs", folder / "lists"
    for each in (pages, pairs, lists):
        each.mkdir(parents=True)
    index, pair_lines, list_lines = [], [], []
    for site in range(sites):
        for turn in range(3):
            number = site * 10 + turn
            name = f"{number}.html.gz"
            (pages / name).write_bytes(gzip.compress(made_page(site, number, (site + turn) % 3).encode()))
            index.append({"file": name, "kind": "news", "host": f"site{site}", "truth": truth_of(number)})
        old, new = site * 10 + 1, site * 10 + 2
        for number, layout in ((old, site % 3), (new, (site + 1) % 3)):
            (pairs / f"{number}.html.gz").write_bytes(gzip.compress(made_page(site, number, layout).encode()))
        fields = {
            name: {"old_value": truth_of(old)[kind][0], "new_value": truth_of(new)[kind][0], "old": ["//*"],
                   "old_css": None, "broken": name != "author", "state": "survives" if name == "author" else "broken"}
            for name, kind in (("title", "title"), ("author", "author"), ("paragraph[0]", "paragraph"))
        }  # fmt: skip
        pair_lines.append(
            {"id": f"pair{site}", "host": f"site{site}", "old_file": f"{old}.html.gz", "new_file": f"{new}.html.gz",
             "fields": fields}
        )  # fmt: skip
    for court in range(6):
        name = f"{'abcdef'[court] * 3}_example.html"
        for side, source, word, count in (("old", ROWS_OLD, "Smith", 9), ("new", ROWS_NEW, "Jones", 7)):
            ending = "00" if side == "old" else "11"
            records = [
                {"case_names": f"State v. {word} {n}", "docket_numbers": f"{n}-{n}{ending}",
                 "download_urls": f"/{'f' if side == 'old' else 'g'}/{n}.pdf"}
                for n in range(1, count)
            ]  # fmt: skip
            (lists / f"{name}_{side}.gz").write_bytes(gzip.compress(source.encode()))
            (lists / f"{name}_{side}.json").write_text(json.dumps(records))
        list_lines.append(
            {"path": name, "old_file": f"{name}_old.gz", "new_file": f"{name}_new.gz", "old_truth": f"{name}_old.json",
             "new_truth": f"{name}_new.json", "fields_locatable": ["case_names", "docket_numbers", "download_urls"]}
        )  # fmt: skip
    written = ((pages / "index.jsonl", index), (pairs / "pairs.jsonl", pair_lines), (lists / "pairs.jsonl", list_lines))
    for path, lines in written:
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def real_pairs() -> Path:
    """The folder of real pages that are kept outside of the repository; a test of them is skipped without it."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data" / "redesigns"
    folder = Path(os.environ.get("SCRAPY_BT_REDESIGNS") or beside)
    if not folder.is_dir():
        pytest.skip("the real pages are not here; SCRAPY_BT_REDESIGNS tells their folder")
    return folder
