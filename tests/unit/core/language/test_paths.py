import pytest

from scrapy_bt.core.documents.pieces import UneditableError
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.paths import at, exchanged, inserted, parts, removed, resolve
from scrapy_bt.core.tree.nodes import Break, Call, Literal, Visit

TEXT = """
page :: visit "https://a.test{path}" { timeout = 3s }
quote :: item { text = css "a" }
main :: and (path) {
    while path { :page  visit "https://b.test" { timeout = 4s } }
    if path { :quote } else { end }
}
"""
DOCUMENT = parse(TEXT)


def test_a_path_goes_by_names_numbers_and_parts():
    assert resolve(DOCUMENT, ("main", 1, "else", 0)) == (2, 1, "else", 0)
    assert resolve(DOCUMENT, ("quote", "text", "value")) == (1, 0, "value")
    assert resolve(DOCUMENT, ("page", "timeout")) == (0, 0)
    assert at(DOCUMENT, (2, 0, 1, 0)).name == "timeout"
    with pytest.raises(UneditableError, match="there is no main/7"):
        resolve(DOCUMENT, ("main", 7, "else"))


def test_nodes_without_a_block_have_no_parts():
    with pytest.raises(UneditableError, match="`1` has no block"):
        parts(Literal(1))
    assert parts(Visit("a")) == ()


def test_changes_of_the_tree_leave_the_rest_of_it():
    changed = inserted(DOCUMENT, (2, 0), 1, (Break(),))
    assert removed(changed, (2, 0, 1)) == DOCUMENT
    assert at(exchanged(DOCUMENT, (2, 1, "condition"), Call("page")), (2, 1)).condition == Call("page")
    assert removed(DOCUMENT, (2, 1, "else")) == parse(TEXT.replace(" else { end }", ""))


def test_nodes_in_place_get_the_names_of_their_new_places():
    visit = at(DOCUMENT, (2, 0, 1))
    assert visit.node == "main/while/visit"
    changed = inserted(removed(DOCUMENT, (2, 0, 1)), (2,), 0, (visit,))
    assert at(changed, (2, 0)).node == "main/visit"
