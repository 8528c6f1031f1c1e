"""Whether it is told that a list goes on, to whose next page nobody turned, where its entries were opened."""

from __future__ import annotations

import pytest

from scrapy_bt.core.samples.traffic import Answer

from .mechanism import Asked, Mechanism, Visitor, as_site, html, of_kind, things
from .running import infer, tell

_SIZE = 8


def _answer(asked: Asked) -> Answer:
    number, page = asked.path.rpartition("/")[2], int(asked.one("page", "1"))
    if asked.path.startswith("/thing/"):
        each = next(each for each in things() if str(each.number) == number)
        return html(f"<main><h1>{each.title}</h1><p class=price>{each.price}</p></main>")
    word = asked.one("word")
    own = things(word)[_SIZE * (page - 1) :] if word else []
    rows = "".join(f"<li class=hit><a href='/thing/{each.number}'>{each.title}</a></li>" for each in own[:_SIZE])
    more = f"<a href='/?word={word}&amp;page={page + 1}'>»</a>" if own[_SIZE:] else ""
    return html(f"<form><input name=word></form><ul>{rows}</ul><p class=pages>{page} {more}</p>")


@pytest.mark.parametrize("turns", [True, False])
def test_a_list_that_goes_on_is_told_where_its_entries_were_opened(turns):
    def browse(visitor: Visitor, word: str) -> None:
        visitor.visit("/")
        visitor.visit("/", word=word)
        for each in things(word)[1:4:2]:
            visitor.click(f"/thing/{each.number}", each.title)
        for page in range(2, -(-len(things(word)) // _SIZE) + 1) if turns else ():
            visitor.visit("/", word=word, page=page)
            for each in things(word)[_SIZE * (page - 1) :][:1]:
                visitor.click(f"/thing/{each.number}", each.title)

    inputs = ({"word": "lamp"}, {"word": "rope"})
    outcome = infer(
        Mechanism("entries of a list", lambda: as_site(_answer), browse, inputs, {"word": "kettle"}, of_kind)
    )
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert outcome.inference.summary.goes_on is not turns, told
    assert outcome.is_right is turns, told
