"""Proposals for the fields of a node that has changed."""

from collections import Counter
from dataclasses import replace

import pytest
from parsel import Selector

from scrapy_bt.core.healing import pages
from scrapy_bt.core.healing.addressed import Telling
from scrapy_bt.core.healing.forests import Forest
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.proposals import Trial
from scrapy_bt.core.healing.steps import Finder
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.trials import KeptPage, values_of
from tests.redesigns import FIELDS, NEW, OLD

SEEN = [
    Observation("article", name, selector, len(values), 0, tuple(values)) for name, (selector, values) in FIELDS.items()
]
BEFORE = KeptPage("https://a.test/1", "good", OLD)
CASE = Case(
    BEFORE,
    SEEN,
    [BEFORE, *(KeptPage(f"https://a.test/{n}", "failing", NEW) for n in range(6))],
    {"title": ("found",)},
    {"title": {"phrase", "words"}},
)

QUOTE = "<div class=quote><span class=text>It is {n} times better</span><small class=author>Ann Lee {n}</small></div>"
SAYING = (
    "<li class=saying><p class=words>It is {n} times better</p><footer>by <b class=person>Ann Lee {n}</b></footer></li>"
)


def listed(row, count=8, start=0):
    rows = "".join(row.format(n=n) for n in range(start, start + count))
    return f"<html><body><div class=menu><a href=/>Home</a></div><div class=all>{rows}</div></body></html>"


def test_a_changed_field_gets_another_selector_which_is_tried_on_all_pages():
    proposals = {one.field: one for one in propose(CASE)}
    one = proposals["title"]
    assert (one.node, one.old, one.views, one.kind) == ("article", "h1.headline", ("found",), "layout replaced")
    best = one.choices[0]
    assert best.probability > 0.5
    assert best.trial == Trial(6, 6, 6, "Market opens late")
    assert [(value.state, value.before, value.after) for value in best.values[:2]] == [
        ("good", "Storm over the bay", values_of(best.selector, OLD)[:1][0] if values_of(best.selector, OLD) else ""),
        ("failing", "", "Market opens late"),
    ]
    assert len(one.choices) > 1
    # What its spider did not come as far as to ask has changed, too.
    assert proposals["author"].choices[0].trial.example == "Bo Chan"


@pytest.mark.parametrize(
    ("slug", "telling", "is_likely"),
    [
        ("news-of-{}", Telling.HOLDS, True),
        ("dark-{}s-and-towers", Telling.ENDED, False),
        ("7", Telling.UNKNOWN, True),
    ],
)
def test_pages_that_tell_no_more_what_their_addresses_name_may_be_of_another_kind(slug, telling, is_likely):
    towns = ["Lisbon", "Bergen", "Dakar", "Lima", "Osaka"]
    good = [KeptPage(f"https://a.test/{town.lower()}", "good", OLD.replace("the bay", town)) for town in towns]
    failing = [
        KeptPage(f"https://a.test/{slug.format(town.lower())}", "failing", NEW.replace("opens late", f"of {town}"))
        for town in towns
    ]
    title = next(one for one in propose(replace(CASE, pages=[*good, *failing])) if one.field == "title")
    assert (title.telling, title.choices[0].probability > 0.4) == (telling, is_likely)
    assert title.choices[0].trial.example == "Market of Lisbon"


def test_what_somebody_has_rejected_is_not_proposed_again():
    first = next(one for one in propose(CASE) if one.field == "title").new
    again = propose(replace(CASE, is_refused=lambda field, selector: (field, selector) == ("title", first)))
    assert first not in [choice.selector for one in again if one.field == "title" for choice in one.choices]


def test_fields_that_have_not_changed_and_nodes_without_pages_get_none():
    same = replace(CASE, pages=[BEFORE, KeptPage("https://a.test/2", "failing", OLD)], changed={})
    assert propose(same) == []
    assert propose(replace(CASE, pages=[BEFORE])) == []
    assert propose(replace(CASE, observations=[])) == []


def test_a_field_that_is_gone_is_told_so():
    gone = replace(CASE, pages=[BEFORE, KeptPage("https://a.test/2", "failing", "<html><body></body></html>")])
    assert {(one.new, one.choices, one.kind) for one in propose(gone)} == {("", (), "gone")}


def test_rows_and_what_is_taken_within_them():
    before = KeptPage("https://a.test/1", "good", listed(QUOTE))
    seen = [
        Observation("parse", "css div.quote", "div.quote", 8),
        Observation("parse", "css .text::text", ".text::text", 8, 0, ("It is 0 times better",), within="div.quote"),
        Observation("parse", "css .author::text", ".author::text", 8, 0, ("Ann Lee 0",), within="div.quote"),
        Observation("parse", "xpath ./small/text()", "./small/text()", 8, 0, ("Ann Lee 0",), within="div.quote"),
    ]
    today = [KeptPage(f"https://a.test/{n}", "failing", listed(SAYING, start=n * 8)) for n in range(2, 6)]
    case = Case(before, seen, [before, *today], {"css div.quote": ("found",)})
    proposals = {one.field: one for one in propose(case)}
    assert len(values_of(proposals["css div.quote"].new, today[0].markup)) == 8
    rows = proposals["css div.quote"].new
    assert values_of(proposals["css .text::text"].new, today[0].markup, within=rows)[0] == "It is 16 times better"
    assert values_of(proposals["css .author::text"].new, today[0].markup, within=rows)[0] == "Ann Lee 16"
    child = proposals["xpath ./small/text()"]
    assert values_of(child.new, today[0].markup, within=rows)[0] == "Ann Lee 16"
    assert proposals["css .text::text"].within == "div.quote"


SHEET = """<html><body><h1>{name}</h1><ul class={kind}>{facts}</ul>
<p>Sent by {name}'s own people, every day</p></body></html>"""


def sheet(n, *, is_new, codes=1):
    facts = [f"<li>{'ABC'[at]}K-{n}{at}12</li>" for at in range(codes)]
    facts = ["<li>Two years of warranty</li>", *facts] if is_new else [*facts, "<li>Two years of warranty</li>"]
    return SHEET.format(name=f"Thing {'abcdefghij'[n % 10]}", kind="list" if is_new else "facts", facts="".join(facts))


def codes_of(*, codes):
    before = [KeptPage(f"https://a.test/{n}", "good", sheet(n, is_new=False, codes=codes)) for n in range(5)]
    now = [KeptPage(f"https://a.test/{n}", "failing", sheet(n, is_new=True, codes=codes)) for n in range(5, 10)]
    seen = [Observation("sheet", "code", ".facts li:first-child::text", 1, 0, ("AK-0012",))]
    (one,) = propose(Case(before[0], seen, [*before, *now], {"code": ("found",)}, {"code": {"a-0"}}))
    return one.choices[0]


def test_a_value_that_alone_looks_so_before_and_now_is_sure_and_one_of_several_is_not():
    alone, several = codes_of(codes=1), codes_of(codes=2)
    assert alone.trial.holds
    assert alone.probability >= 0.8
    assert several.probability < 0.8


WOODS = ["oak", "ash", "elm", "fir", "yew", "box"]
LINES = [(f"Clock of {word} and glass", f"{n}.50 €") for n, word in enumerate(WOODS)]


def goods_list(row, turn):
    rows = "".join(
        row.format(name=f"{name} {'abcdefghijklmno'[turn]}", price=f"{turn}{price}") for name, price in LINES
    )
    return f"<html><body><div class=menu><a href=/>Home</a></div><div class=all>{rows}</div></body></html>"


def test_rows_are_sure_where_what_stands_alone_in_them_is():
    old = "<div class=offer><h3>{name}</h3><b class=price>{price}</b><p>Sent today</p></div>"
    new = "<li class=deal><p>Sent today</p><div><b class=cost>{price}</b><h4>{name}</h4></div></li>"
    pages = [KeptPage(f"https://a.test/{n}", "good", goods_list(old, n)) for n in range(4)]
    pages += [KeptPage(f"https://a.test/{n}", "failing", goods_list(new, n)) for n in range(4, 8)]
    seen = [
        Observation("list", "css div.offer", "div.offer", 6),
        Observation("list", "css h3::text", "h3::text", 6, 0, (), "", "div.offer"),
        Observation("list", "css .price::text", ".price::text", 6, 0, (), "", "div.offer"),
    ]
    forms = {"css .price::text": {"0.0 €"}, "css h3::text": {"words", "phrase"}}
    proposals = {one.old: one for one in propose(Case(pages[0], seen, pages, {"css div.offer": ("found",)}, forms))}
    assert (proposals[".price::text"].is_sure, proposals["div.offer"].is_sure) == (True, True)
    assert proposals["div.offer"].new == "li.deal"


HOSTILE = {
    "wide": "<p>text {n} here</p>" * 1_500,
    "one text": "<b>Ann Lee</b>" * 1_500,
    "one row": "<table><tr>" + "<td>x1</td>" * 1_500,
    "nested": "<div>a" * 1_500 + "<i></i>" * 1_500,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_on_hostile_pages_no_more_than_so_much_is_parsed_ranked_and_read(name, monkeypatch):
    work = Counter()

    def counted(owner, method, size):
        original = getattr(owner, method)

        def count(self, *given, **named):
            work[method] += 1
            found = original(self, *given, **named)
            work[f"all of {method}"] += size(self, found)
            work[f"most of {method}"] = max(work[f"most of {method}"], size(self, found))
            return found

        monkeypatch.setattr(owner, method, count)

    monkeypatch.setattr(pages, "_MOST_CANDIDATES", 60)
    counted(Page, "__init__", lambda page, _: len(page.candidates))
    counted(Forest, "shares", lambda _, found: len(found))
    counted(Forest, "scores", lambda _, found: len(found))
    counted(Finder, "find", lambda _, found: len(found))
    counted(Selector, "xpath", lambda _, found: len(found))
    old, new = (
        [
            KeptPage(f"https://a.test/{n}", state, f"<html><body>{top.format(n=n)}{HOSTILE[name]}")
            for n in range(start, start + 2)
        ]
        for state, start, top in (("good", 0, "<h2>Title {n}</h2>"), ("failing", 2, "<h1 class=name>Title {n}</h1>"))
    )
    fields = [
        Observation("a", "title", "h2", 1, 0, ("Title 0",)),
        Observation("a", "all", "p, td, b, div", 9, 0, ("a", "b")),
    ]
    case = Case(old[0], fields, [*old, *new], {"title": ("found",), "all": ("form",)}, {"title": {"words"}})
    proposals = {one.field: one for one in propose(case)}
    assert proposals["title"].new
    assert work["__init__"] == len(old + new)
    assert work["most of __init__"] <= 60
    assert work["all of shares"] <= 3 * 60
    assert work["all of scores"] <= 2 * 2 * (60 + 60 + 60) + 2 * 700
    assert work["most of xpath"] <= 1_000
    assert work["most of find"] <= 200
