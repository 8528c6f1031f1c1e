import pytest
from scrapy.http import HtmlResponse

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import events as ev
from scrapy_bt.core.tree.extractions import Count, CountedField, Extractions, Planned
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader
from tests.trees import program


def counted(*pages: tuple[int, int], planned: Planned = Planned.NOT) -> Count:
    """A field that has found and missed so much on each of the pages."""
    extractions = Extractions("t")
    for found, empty in pages:
        extractions.note("n", "f", found, empty, planned=planned)
    count = extractions.get("t", "n", "f")
    assert count is not None
    return count


def test_what_was_found_and_missed_is_added_up() -> None:
    count = counted((3, 1), (0, 4), (2, 0))
    assert (count.found, count.empty, count.pages, count.share) == (5, 5, 3, 0.5)


def test_counts_are_found_by_tree_node_and_field() -> None:
    extractions = Extractions("shop")
    extractions.note("product", "", 1, 0)
    extractions.note("product", "price", 0, 1)
    assert [(str(key), count.found) for key, count in extractions] == [("product", 1), ("product/price", 0)]
    assert next(iter(extractions))[0] == CountedField("shop", "product")
    assert extractions.get("shop", "product", "name") is None
    assert extractions.get("other", "product") is None


@pytest.mark.parametrize(
    ("planned", "is_suspicious"), [(Planned.NOT, True), (Planned.LOOP, True), (Planned.CHOICE, False)]
)
def test_what_never_found_anything_is_suspicious_unless_something_else_happens_then(planned, is_suspicious) -> None:
    assert counted((0, 1), planned=planned).is_suspicious is is_suspicious
    assert not counted((1, 0), (0, 1), planned=planned).is_suspicious


def test_the_place_where_it_was_foreseen_least_counts() -> None:
    extractions = Extractions()
    extractions.note("n", "", 0, 1, planned=Planned.CHOICE)
    count = extractions.note("n", "", 0, 1, planned=Planned.LOOP)
    extractions.note("n", "", 1, 0, planned=Planned.NOT)
    assert count.planned is Planned.LOOP


@pytest.mark.parametrize(
    ("pages", "has_fallen"),
    [
        ([(1, 0)] * 100, False),
        ([(1, 0)] * 100 + [(0, 1)] * 10, True),
        ([(1, 0)] * 20 + [(0, 1)] * 10, False),  # too few to know what is usual
        ([(1, 0), (0, 1)] * 100, False),
        ([(1, 0), (0, 1)] * 100 + [(0, 1)] * 30, True),
        ([(1, 9)] * 100 + [(0, 10)] * 3, False),
        ([(1, 0)] * 100 + [(0, 1)], False),
        ([(0, 1)] * 50 + [(1, 0)] * 50, False),
    ],
)
def test_less_than_usual_is_what_chance_does_not_do(pages, has_fallen) -> None:
    assert counted(*pages).has_fallen is has_fallen


PAGE = "<h1>Lamp</h1><p class=price>3</p><li>a</li><li>b<i>i</i></li>"


def counts_of(text: str) -> dict[str, tuple[int, int, Planned]]:
    """What a tree that visits one page has counted."""
    tree: Program = program(text)
    extractions = Extractions(tree.name)
    interpreter = Interpreter(tree, PageReader(), extractions=extractions)
    task, _ = interpreter.start({})
    page = ResponsePage(HtmlResponse("https://site.test/page", body=PAGE.encode()))
    interpreter.resume(task, ev.Arrived("200", page))
    assert all(count.examples in ([], ["https://site.test/page"]) for _, count in extractions)
    assert all(bool(count.examples) == bool(count.empty) for _, count in extractions)
    return {str(key): (count.found, count.empty, count.planned) for key, count in extractions}


NOT, LOOP, CHOICE = Planned


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("main :: and { :page x = :title }", {"title": (1, 0, CHOICE)}),
        ("main :: and { :page x = :no }", {"no": (0, 1, NOT)}),
        ("main :: and { :page while x = :no { :one } }", {"no": (0, 1, LOOP)}),
        ("main :: and { :page while :no { :one } }", {"no": (0, 1, LOOP)}),
        ("main :: and { p = 1 :page while p { p = :no } }", {"no": (0, 1, LOOP)}),
        ("main :: and { :page if :no { :one } }", {"no": (0, 1, CHOICE)}),
        ("main :: and { :page if !:no { :one } }", {"no": (0, 1, CHOICE)}),
        ("main :: and { :page or { :no :title } }", {"no": (0, 1, CHOICE), "title": (1, 0, CHOICE)}),
        ("main :: and { :page x = :no | :title }", {"no": (0, 1, CHOICE), "title": (1, 0, CHOICE)}),
        ("main :: and { :page if page.status { :no } }", {"no": (0, 1, NOT)}),
        ("part :: and { :page :no } main :: and { or { :part :one } }", {"no": (0, 1, CHOICE)}),
        ('d :: data css ".x" { default = 1 } main :: and { :page x = :d }', {"d": (0, 1, CHOICE)}),
        (
            'i :: item { t = css "h1::text" w = css ".w" x = 1 } main :: and { :page :i }',
            {"i": (1, 0, CHOICE), "i/t": (1, 0, CHOICE), "i/w": (0, 1, NOT)},
        ),
        (
            'i :: item each css "li" { t = css "::text" w = css "i" } main :: and { :page :i }',
            {"i": (1, 0, CHOICE), "i/t": (2, 0, CHOICE), "i/w": (1, 1, NOT)},
        ),
        (
            'i :: item each css "tr" { t = css "::text" } main :: and { :page :i }',
            {"i": (0, 1, NOT)},
        ),
        ('i :: item { t = css ".x" } main :: and { :page :i }', {"i": (0, 1, NOT), "i/t": (0, 1, NOT)}),
        (
            'i :: item { t = css ".x" } main :: and { :page or { :i :one } }',
            {"i": (0, 1, CHOICE)},
        ),
        ("main :: and { :page :one }", {}),
    ],
)
def test_every_extraction_is_counted_and_what_is_foreseen_is_known(text: str, counts: dict) -> None:
    assert counts_of(text) == counts


class Listener:
    """A witness that keeps what it is told."""

    def __init__(self, *, hears_all):
        self.hears_all, self.told = hears_all, []

    def __call__(self, node, name, values, *, found, empty):
        self.told.append((node, name, values, found, empty))


@pytest.mark.parametrize("hears_all", [True, False])
def test_a_witness_is_told_of_each_extraction_with_its_values_or_of_those_that_found_nothing(hears_all):
    extractions = Extractions("t")
    extractions.witness = listener = Listener(hears_all=hears_all)
    text = """
page :: visit "https://a.test/"
rows :: item each css "p" { b = css "b::text"  i = css "i::text" }
main :: and { :page :rows }
"""
    program = Program(parse(text), name="t", text=text)
    interpreter = Interpreter(program, PageReader(), extractions=extractions)
    task, _ = interpreter.start({})
    response = HtmlResponse("https://a.test/", body=b"<p><b>x</b></p><p>y</p><p><b>z</b></p>", encoding="utf-8")
    interpreter.resume(task, ev.Arrived("200", ResponsePage(response), 0.0))
    found = [("rows", "", [{"b": "x", "i": None}, {"b": "z", "i": None}], 1, 0), ("rows", "b", ["x", "z"], 2, 0)]
    assert listener.told == [*(found if hears_all else ()), ("rows", "i", [], 0, 2)]
