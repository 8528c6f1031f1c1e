"""A recorded list without entries, whose entries other recordings have opened."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.emptylists import EmptyEnd, EmptyLists, empty_end
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.rehearsal import Rehearsal
from scrapy_bt.core.inference.scrutiny.searches import NOWHERE
from scrapy_bt.core.inference.scrutiny.subject import Subject
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import answer, ask, record

NONE = "<h1>Found</h1><p class=none>There is nothing.</p>"
SIGN = Extraction("css", "p.none::text")
URL = "https://shop.test/find?q=zebra"


def listed(word: str) -> str:
    rows = "".join(f"<li><a class=to href=/thing/{word}{n}>{word} {n}</a></li>" for n in range(4))
    return f"<h1>Found</h1><ul>{rows}</ul>"


def opened(word: str) -> Recording:
    pages = (
        ask(f"/thing/{word}{n}", f"<main><h2 class=t>{word} {n}</h2><p class=p>{n}.50 for a {word}</p></main>")
        for n in (0, 2)
    )
    return record(ask(f"/find?q={word}", listed(word)), *pages)


def subject(third: str) -> Subject:
    known = Inference([opened("lamp"), opened("rope"), record(ask("/find?q=zebra", third))], Goal(level="none"))
    assert not known.next()
    return known._finished().subject(known._finished().judge())


def test_a_list_without_entries_is_known_by_what_its_page_says() -> None:
    known = subject(NONE)
    assert known.is_detail
    assert [empty_end(known, number) for number in range(2)] == [None, None]
    end = empty_end(known, 2)
    assert end is not None
    assert end.sign == SIGN


def test_a_list_with_entries_is_no_such_end() -> None:
    assert empty_end(subject(listed("zebra")), 2) is None


def test_where_nothing_else_confirms_it_the_page_says_little_of_its_own() -> None:
    known = subject(f"{NONE}<h3><a href=/z>Zebra</a></h3>")
    assert empty_end(known, 2) is not None
    assert empty_end(known, 2, alone=True) is None


def test_a_run_with_a_word_that_nothing_holds_confirms_it() -> None:
    run = Rehearsal(2, pages={"find_page": (answer(URL, NONE),)})
    lists, known = EmptyLists(), subject(NONE)
    assert lists.others_than([run], known) == []
    assert lists.are_there
    assert lists.unconfirmed([]) == [2]
    assert lists.unconfirmed([replace(run, other=NOWHERE, pages={})]) == [2]
    assert lists.unconfirmed([replace(run, other=NOWHERE)]) == []


def test_a_run_that_failed_has_to_be_judged() -> None:
    run = Rehearsal(2, unfinished="failed", pages={"find_page": (answer(URL, NONE),)})
    lists = EmptyLists()
    assert lists.others_than([run], subject(NONE)) == [run]
    assert not lists.are_there


def test_a_page_that_says_nothing_is_known_by_the_page_for_a_word_that_nothing_holds() -> None:
    known, silent = subject("<h1>Found</h1><p>For zebra</p><ul></ul>"), "<h1>Found</h1><p>For {}</p><ul></ul>"
    end = empty_end(known, 2)
    assert end is not None
    assert end.sign is None
    for said, is_shown in ((silent, True), (f"<p>Zed</p>{silent}", True), ("<h1>Found</h1><ul></ul>", False)):
        run = Rehearsal(2, pages={"find_page": (answer(URL, said.format(NOWHERE)),)}, other=NOWHERE)
        assert end.is_shown(run, (NOWHERE,)) == is_shown


WELCOME = "<h1>Found</h1><p>Welcome</p>"
HOME = answer("https://shop.test/", WELCOME)
ASKED = answer(URL, "<h1>Wait</h1><p>Are you a human?</p>")


def test_the_page_that_comes_last_has_to_be_the_silent_one() -> None:
    silent = answer(URL, "<h1>Found</h1>")
    end = EmptyEnd(None, silent, ("zebra",))
    assert end.is_shown(Rehearsal(2, pages={"home": (HOME,), "found": (silent,)}))
    assert not end.is_shown(Rehearsal(2, pages={"home": (HOME,), "found": (ASKED,)})), "home says all of it, too"


@pytest.mark.parametrize("told", [[], {"found": [], "total": 0}, {"found": [], "for": "zebra"}, "<ul></ul>"])
def test_data_and_pages_without_a_text_have_to_be_alike(told: Any) -> None:
    more = {**told, "found": [{"n": "Lamp"}]} if isinstance(told, dict) else [{"n": "Lamp"}]
    end = EmptyEnd(None, answer(URL, told), ("zebra",))
    assert end.is_shown(Rehearsal(2, pages={"found": (answer(URL, told),)}))
    assert not end.is_shown(Rehearsal(2, pages={"found": (answer(URL, more),)}))


def test_a_page_that_is_not_there_comes_in_no_run() -> None:
    third = record(ask("/", WELCOME), ask("/find?q=zebra", "<h1>Not found</h1>", status=404))
    known = Inference([opened("lamp"), opened("rope"), third], Goal(level="none"))
    assert not known.next()
    end = empty_end(known._finished().subject(known._finished().judge()), 2)
    assert end is not None
    for pages, is_shown in (
        ({}, True),
        ({"home": (HOME,)}, True),
        ({"home": (HOME,), "found": (ASKED,)}, False),
        ({"home": (HOME,), "found": (replace(ASKED, url="https://shop.test/human"),)}, False),
    ):
        assert end.is_shown(Rehearsal(2, pages=pages)) == is_shown
