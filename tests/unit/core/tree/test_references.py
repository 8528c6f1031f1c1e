import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.nodes import Attributes, Data, Item, Literal, Reference, Source, Template, Visit
from scrapy_bt.core.tree.references import (
    EVERY,
    FORGETS,
    PAGE,
    is_fixed,
    is_hidden,
    is_of_page,
    is_passed,
    names_in,
    page_uses,
    sources_in,
    sources_of,
)


def test_names_are_variables_and_facts_of_the_page() -> None:
    template = Template(("a", Reference("x"), Reference("row", ("id",)), Reference("page", ("url",)), Reference("now")))
    assert names_in(template, None, "text", Literal(1)) == {"x", "row", "page.url"}
    assert names_in() == frozenset()


@pytest.mark.parametrize(
    ("name", "of_page", "hidden", "passed"),
    [
        ("x", False, False, True),
        ("_x", False, False, True),
        ("数", False, False, True),
        ("ⅷ", False, False, True),
        ("pages", False, False, True),
        ("page.url", True, True, False),
        ("@node", True, True, False),
        (PAGE, True, True, False),
        ("%main/while", False, True, False),
        ("$main/x=/d", False, True, False),
        ("=@go.0", False, True, False),
        (EVERY, False, True, True),
        (FORGETS, False, True, True),
    ],
)
def test_kinds_of_names(name: str, of_page: bool, hidden: bool, passed: bool) -> None:
    assert (is_of_page(name), is_hidden(name), is_passed(name)) == (of_page, hidden, passed)


FIXED = Source("css", ("a", "b"))
OPEN = Source("css", ("a", Template((Reference("x"),))))
PYTHON = Source("python", ("a:b",))


def test_what_can_be_taken_when_the_page_arrives() -> None:
    assert [is_fixed(source) for source in (FIXED, OPEN, PYTHON)] == [True, False, False]
    assert page_uses("n", []) == frozenset()
    assert page_uses("n", [FIXED, FIXED]) == {"@n"}
    assert page_uses("n", [FIXED, OPEN]) == {PAGE}
    assert page_uses("n", [PYTHON]) == {PAGE}


def test_sources_of_nodes() -> None:
    text = """
    it :: item each css "e" { a = css "a"  b = 1  c = re "c" }
    go :: visit "u" { form = { a = css "x"  b = [1, re "y"] }  request = python "m:f" }
    d  :: data css "z"
    """
    declarations = parse(text).declarations
    item, visit, data = (declarations[name] for name in ("it", "go", "d"))
    assert isinstance(item, Item)
    assert [source.texts[0] for source in sources_of(item)] == ["e", "a", "c"]
    assert isinstance(visit, Visit)
    assert [source.texts[0] for source in sources_in(visit.attributes)] == ["x", "y", "m:f"]
    assert isinstance(data, Data)
    assert sources_in(data.attributes) == sources_in(Attributes()) == ()
