"""Texts that were never meant: files with words lost, doubled and mixed up, and no files at all."""

from __future__ import annotations

import re
from functools import cache

from hypothesis import strategies as st

QUOTES = """\
# quotes.bt: log in once, list every page, keep each quote and its author
login_page :: visit "https://quotes.test/login"
csrf       :: data css "input[name=csrf_token]::attr(value)"
login      :: visit POST "https://quotes.test/login" {
    form = { username = user  password = secret  csrf_token = csrf }
}
page       :: visit "https://quotes.test{path}"
next       :: data css "li.next a::attr(href)"
links      :: data css ".author + a::attr(href)" all
about      :: visit "https://quotes.test{link}"
quote      :: item each css "div.quote" {
    text = css "span.text::text"
    by   = css "small.author::text"
    tags = css "a.tag::text" all
}
author     :: item { name = css "h3::text"  born = css ".born::text" }

[[ session = 30m ]] # one login serves every task for half an hour
(( about = 2 ))     # at most two author pages at a time, over all workers

state page {
    timeout | 5xx = wait 3   # back to the queue, three times at most
    403           = :session # make the shared login anew, then this node again
    404           = end      # finish this tree
}

session :: and { :login_page  csrf = :csrf  :login }
detail  :: and (link) { :about  :author }

main :: and (user, secret) {
    :session
    path = "/page/1/"
    while path {
        :page
        :quote
        while link = :links { goroutine { :detail(link) } }
        path = :next
    }
}
"""
"""A file as it is formatted."""

WHOLE = """\
# A list over pages behind a login.
login_page :: visit "https://a.test/login" { timeout = 5s headers = { accept = 'text/html' } }
csrf   :: data css "input[name=csrf]::attr(value)" "#csrf" as text
login  :: visit POST "https://a.test/login" { form = { user = user  csrf = csrf } }
list   :: visit "https://a.test/{path}?n={n}" { query = { tags = ["a", "b"] } redirect = false }
next   :: data xpath "//a[@rel='next']/@href" { default = none }
links  :: data re "\\\\d{4}" all as integer
total  :: data json "a.b[0]" { from = row }
code   :: data python "shop.pages:code" { row = row }
record :: item each css "div.row" { name = css "h2::text" price = :total  at = page.url  n = n * 2 }
[[ session = 30m ]] (( list = 2 ))
state list { timeout | 5xx = wait 3 500ms  403 = :session  404 = end  any = false }
session :: and { :login_page  csrf = :csrf  :login }
main :: and (user, start = "/") {
    :session
    path = start  n = 0
    while path & n < 100 {
        :list
        if row = :next { :record } else if n == 3 { state pause } else { end ! }
        while link = :links { goroutine { :detail(link, n + 1) } async { n = -1 } }
        path = :next  n = n + 1
        or { !:total | :code  serial { state wait } }
    }
}
detail :: serial (link, depth) { path = link + depth  :list }
"""

WORDS = (*dict.fromkeys(re.findall(r"""\w+|"[^"]*"|'[^']*'|::|\[\[|\]\]|\(\(|\)\)|[^\w\s]""", WHOLE)),)
STRANGE = (
    '"',
    "'",
    "“",
    "\\",
    "\n",
    "\r\n",
    "\0",
    "\x1c",
    "\ufeff",
    "é",
    "٣",
    "1_0",
    "9" * 40,
    "0.",
    "}}",
    "{{",
    "#",
    ";",
)


@cache
def mixed_up() -> st.SearchStrategy[str]:
    """The whole file with some words lost, doubled or exchanged."""
    pieces = re.findall(r"""\s+|\w+|"[^"]*"|'[^']*'|[^\w\s]""", WHOLE)
    edits = st.tuples(st.integers(0, len(pieces) - 1), st.sampled_from(("", *WORDS, *STRANGE)), st.booleans())

    def apply(chosen: list[tuple[int, str, bool]]) -> str:
        changed = list(pieces)
        for position, word, is_insertion in chosen:
            changed[position] = changed[position] + word if is_insertion else word
        return "".join(changed)

    return st.lists(edits, min_size=1, max_size=6).map(apply)


@cache
def cut_off() -> st.SearchStrategy[str]:
    """Some stretch of the whole file."""
    places = st.integers(0, len(WHOLE))
    return st.tuples(places, places).map(lambda ends: WHOLE[min(ends) : max(ends)])


@cache
def soups() -> st.SearchStrategy[str]:
    """Words of the language in any order."""
    words = st.sampled_from((*WORDS, *STRANGE))
    return st.lists(words, max_size=60).map(" ".join) | st.lists(words, max_size=30).map("".join)


@cache
def any_texts() -> st.SearchStrategy[str]:
    """All of these, and any characters at all."""
    return mixed_up() | cut_off() | soups() | st.text(max_size=80)
