import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.console.foreign.trees import clean_tree, numbers_of
from scrapy_bt.core.healing.pages import Page
from tests.unit.console.foreign.test_cleaning import HOSTILE, Reader


def check(markup: str) -> None:
    reader = Reader()
    reader.feed(clean_tree(Page(markup).tree))
    reader.close()
    assert not {"script", "style", "iframe", "form", "svg", "math", "object", "template"} & set(reader.tags)
    assert not {name for name in reader.attributes if name.startswith("on") or name in ("href", "src", "style", "id")}


@pytest.mark.parametrize("source", HOSTILE)
def test_only_what_is_on_the_lists_goes_through(source: str) -> None:
    check(f"<div>{source}<p>after")


@given(st.lists(st.sampled_from([*HOSTILE, "<", ">", "&", "</", "<p", "x"]), max_size=12))
def test_no_mixture_goes_through(parts: list[str]) -> None:
    check("<p>" + "".join(parts))


def test_numbers_are_those_of_the_elements_that_are_shown() -> None:
    tree = Page("<div><script>x</script><ul><li>a<b>1</b></li><li>c</li></ul><form><p>d</p></form>").tree
    paths = [tree.getpath(one) for one in tree.iter("b", "li", "p")]
    (numbers,) = numbers_of(tree, [[*paths, "/html/body/table"]])
    shown = clean_tree(tree)
    tags = [re.search(rf'<(\w+) data-n="{number}"', shown) for number in numbers]
    assert [found[1] for found in tags if found] == ["li", "b", "li", "p"]
    assert re.sub("<[^>]*>", "", shown) == "a1cd"
