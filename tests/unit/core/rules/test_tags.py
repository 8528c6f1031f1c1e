import time
from itertools import count

import pytest

from scrapy_bt.core.regex import budgets
from scrapy_bt.core.regex.budgets import TooMuch
from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.rules.offsets import Offset
from scrapy_bt.core.rules.rule import Layer, Tag
from scrapy_bt.core.rules.tags import absolute, run_tag
from scrapy_bt.core.rules.treatments import Insert, Replace
from scrapy_bt.errors import PatternError, PatternTimeout

PAGE = """<ul>
<li><a href="/a?x=1&amp;y=2">One</a> <i>1,50</i></li>
<li><a href="b">Two</a> <i>3,00</i></li>
<li class="sold"><a href="">Three</a></li>
</ul>"""


def values(tag: Tag, text: str = PAGE, base: str = "https://site.test/list/") -> tuple[str, ...]:
    return run_tag(tag, text, base).values


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        (Tag("t", start='">', end="</a>"), ("One", "Two", "Three")),
        (Tag("t", start="<li[^>]*>", end="</li>", rematch=r"\d+,\d+"), ("1,50", "3,00")),
        (Tag("t", start="<li>", end="</li>", rematch=">(T)[a-z]"), ("T",)),
        (Tag("t", rematch=r'href="([^"]*)"'), ("/a?x=1&amp;y=2", "b", "")),  # the whole text
        (Tag("t", start='">', end="</a>", include="e"), ("One", "Three")),
        (Tag("t", start='">', end="</a>", exclude="^T"), ("One",)),
        (Tag("t", start='">', end="</a>", include="T", exclude="w"), ("Three",)),
        (Tag("t", start="<i>", end="</i>", treatments=(Replace(",", "."), Insert(" €", -1))), ("1.50 €", "3.00 €")),
        (Tag("t", start='">', end="</a>", treatments=(Insert(";", -1),), merge=True), ("One;Two;Three;",)),
        (Tag("t", start="@", end="%", merge=True), ()),  # nothing stays nothing
        (Tag("t", start='href="', end='"', link=True), ("https://site.test/a?x=1&y=2", "https://site.test/list/b")),
        (
            Tag("t", start="<ul>", start_offset=Offset(2, 0), end="</ul>", end_offset=Offset(2, 5)),
            ('<li><a href="b">Two</a> <i>3,00</i>',),
        ),
        (Tag("t"), (PAGE,)),
    ],
)
def test_the_steps(tag: Tag, found: tuple[str, ...]) -> None:
    assert values(tag) == found


def test_the_order_of_the_steps() -> None:
    tag = Tag(
        "t",
        start="<",
        end=">",
        rematch=r"\w+",
        include="b",
        exclude="c",
        treatments=(Replace("b", "c"), Insert("/", 0)),
        merge=True,
        link=True,
    )
    assert values(tag, "<ab bb> x <bc cb>", "https://a.test/") == ("https://a.test/ac/cc",)


def test_child_tags_work_on_each_result() -> None:
    layer = Layer(
        "list",
        tags=(
            Tag("row", start="<li[^>]*>", end="</li>"),
            Tag("name", start='">', end="</a>", parent="row"),
            Tag("letter", rematch="[A-Z]", parent="name"),
            Tag("price", start="<i>", end="</i>", parent="row"),
        ),
    )
    found = run_tag(layer.tag("row"), PAGE, children=layer.children)
    tree = [[(child.tag, child.values) for child in row.children] for row in found.results]
    assert tree == [
        [("name", ("One",)), ("price", ("1,50",))],
        [("name", ("Two",)), ("price", ("3,00",))],
        [("name", ("Three",)), ("price", ())],
    ]
    assert found.results[1].children[0].results[0].children[0].values == ("T",)


def test_the_trace_says_what_each_step_did() -> None:
    tag = Tag("t", start="<i>", end="</i>", end_offset=Offset(0, 1), include="3", treatments=(Replace(",", "."),))
    trace = run_tag(tag, PAGE, is_traced=True).trace
    assert trace is not None
    assert [PAGE[span.start : span.end] for span in trace.starts] == ["<i>", "<i>"]
    assert [PAGE[span.start : span.end] for span in trace.ends] == ["</i>", "</i>"]
    assert [PAGE[span.start : span.end] for span in trace.pieces] == ["1,5", "3,0"]
    assert [(step.name, step.values) for step in trace.steps] == [
        ("codes", ()),
        ("locate", ("1,5", "3,0")),
        ("include", ("3,0",)),
        ("treat", ("3.0",)),
    ]
    assert trace.steps[0].note == "<i> … </i> - 0,1"


def test_without_being_asked_nothing_is_traced() -> None:
    assert run_tag(Tag("t"), PAGE).trace is None


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("codes", {"start": r"(a+)+\1b", "end": "x"}),
        ("codes", {"start": "a", "end": r"(a+)+\1b"}),
        ("rematch", {"rematch": r"(a+)+\1b"}),
        ("include", {"include": r"(a+)+\1b"}),
        ("exclude", {"exclude": r"(a+)+\1b"}),
        ("treatment 1", {"treatments": (Replace(r"(a+)+\1b"),)}),
    ],
)
def test_a_slow_pattern_names_its_tag(field: str, options: dict) -> None:
    with pytest.raises(PatternTimeout, match=f"tag price, {field}: "):
        run_tag(Tag("price", **options), "a" * (1 << 20), timeout=Timeout(0.05, time.perf_counter))


def test_parts_of_a_page_share_the_time() -> None:
    layer = Layer("l", tags=(Tag("row", start="<", end=">"), Tag("slow", rematch="[a-z]", parent="row")))
    ticks = count()
    run_tag(layer.tag("row"), "<a>" * 10, children=layer.children, timeout=Timeout(50, lambda: float(next(ticks))))
    with pytest.raises(PatternTimeout, match="tag slow"):
        run_tag(layer.tag("row"), "<a>" * 100, children=layer.children, timeout=Timeout(50, lambda: float(next(ticks))))


@pytest.mark.parametrize(
    ("step", "options"),
    [
        ("treatment 3", {"treatments": (Replace("b", "a"), *[Replace("a", "a" * 1000)] * 9)}),
        ("treatment 2", {"treatments": [Insert("a" * 40_000_000)] * 3}),
        ("rematch", {"rematch": "(?=(a*))"}),
        ("link", {"link": True, "rematch": "a"}),
    ],
)
def test_a_tag_that_makes_too_much_of_a_page_is_given_up(step: str, options: dict) -> None:
    base = f"https://a.test/{'x' * 60_000}"
    with pytest.raises(TooMuch, match=f"tag t, {step}: its values come to more than 64,000,000 characters"):
        run_tag(Tag("t", **options), "a" * 15_000, base if step == "link" else "")


def test_children_share_what_a_page_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "LEAST", 1000)
    layer = Layer(
        "l", tags=(Tag("row", start="<", end=">"), Tag("cell", parent="row", treatments=(Insert("x" * 100),)))
    )
    run_tag(layer.tag("row"), "<a>" * 5, children=layer.children)
    with pytest.raises(TooMuch, match="tag cell, treatment 1"):
        run_tag(layer.tag("row"), "<a>" * 20, children=layer.children)


def test_memory_that_is_not_there_ends_the_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    def treat(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Insert, "apply", treat)
    with pytest.raises(TooMuch, match="tag t: there is not enough memory"):
        run_tag(Tag("t", treatments=(Insert("a"),)), "")


def test_a_bad_pattern_says_where() -> None:
    with pytest.raises(PatternError, match="at position 0"):
        run_tag(Tag("t", rematch="("), "")


def test_a_tag_takes_only_so_many_links_from_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "MOST_LINKS", 10)
    box = Tag("box", rematch="<.>")
    layer = Layer("page", tags=(box, Tag("t", parent="box", rematch="[a-z]", link=True)))
    assert len(run_tag(box, "<a>" * 10, "https://a.test/", children=layer.children).results) == 10
    with pytest.raises(TooMuch, match="tag t, link: it takes more than 10 links"):
        run_tag(box, "<a>" * 11, "https://a.test/", children=layer.children)


def test_links_are_made_absolute_in_time() -> None:
    ticks = count()
    timeout = Timeout(2.0, lambda: float(next(ticks)))
    assert len(run_tag(Tag("t", rematch="a", link=True), "a" * 5_000, timeout=timeout).values) == 5_000
    with pytest.raises(TooMuch, match="tag t, link: to make its links absolute took longer than 20 s"):
        run_tag(Tag("t", rematch="a", link=True), "a" * 15_000, timeout=timeout)


@pytest.mark.parametrize(
    ("link", "url"),
    [
        ("/a", "https://site.test/a"),
        (" b\n", "https://site.test/x/b"),
        ("?a=1&AMP;b=2", "https://site.test/x/?a=1&b=2"),
        ("?a&copy=1", "https://site.test/x/?a&copy=1"),
        ("//other.test", "https://other.test"),
        ("", ""),
        ("http://[bad", ""),
    ],
)
def test_links(link: str, url: str) -> None:
    assert absolute(link, "https://site.test/x/") == url
