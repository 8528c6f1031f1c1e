"""The HTML around every page of the practice site."""

from __future__ import annotations

from html import escape

SECTIONS = ("quotes", "shop", "plain", "api", "aspnet", "manual", "news", "portal", "forum", "trouble", "single", "odd")

STYLE = """
:root { --ink: #1f2933; --soft: #616e7c; --line: #d9e2ec; --paper: #fff; --back: #f3f6f9; --accent: #0b69a3; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--back); }
header { background: var(--ink); padding: .8rem 1.2rem; }
header a { color: #cbd2d9; text-decoration: none; margin-right: 1.1rem; }
header a.home { color: #fff; font-weight: 600; }
main { max-width: 56rem; margin: 1.6rem auto; padding: 1.6rem 2rem; background: var(--paper);
  border: 1px solid var(--line); border-radius: 8px; }
h1 { margin-top: 0; line-height: 1.2; }
a { color: var(--accent); }
code { background: var(--back); padding: .1rem .3rem; border-radius: 4px; font-size: .92em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .45rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
label { display: block; margin: .7rem 0; }
input:not([type=hidden]) { display: block; width: 18rem; padding: .4rem .5rem; border: 1px solid var(--line);
  border-radius: 4px; font: inherit; }
button { padding: .45rem 1.1rem; border: 0; border-radius: 4px; background: var(--accent); color: #fff; font: inherit; }
.quote, .product { padding: .9rem 0; border-bottom: 1px solid var(--line); }
.quote .text { display: block; font-size: 1.1rem; }
.tag { background: var(--back); padding: .1rem .5rem; border-radius: 10px; font-size: .85rem; text-decoration: none; }
.error { color: #ab091e; }
.note, .crumbs { color: var(--soft); }
ul.pager { display: flex; justify-content: space-between; list-style: none; padding: 0; margin-bottom: 0; }
"""


def frame(title: str, main: str, *, language: str = "en") -> str:
    """Return a whole page; the title is escaped here, main is HTML already."""
    links = "".join(f'<a href="/{name}/">{name}</a>' for name in SECTIONS)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<link rel="icon" href="data:,">\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<header><nav><a class="home" href="/">Practice site</a>{links}</nav></header>\n'
        f"<main>\n{main}\n</main>\n</body>\n</html>\n"
    )


def message(title: str, text: str, *, kind: str = "error") -> str:
    """Return a page with one paragraph of the given class."""
    return frame(title, f'<h1>{escape(title)}</h1>\n<p class="{kind}">{escape(text)}</p>')


def pager(*, previous: str | None, following: str | None) -> str:
    """Return the links to the pages before and after."""
    parts = []
    if previous:
        parts.append(f'<li class="previous"><a href="{escape(previous)}">Previous</a></li>')
    if following:
        parts.append(f'<li class="next"><a href="{escape(following)}">Next</a></li>')
    return f'<ul class="pager">{"".join(parts)}</ul>'
