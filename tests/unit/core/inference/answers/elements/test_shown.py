import pytest
from parsel import Selector

from scrapy_bt.core.inference.answers.elements.shown import seen_elements, unseen_in

TAGS = frozenset({"script", "template"})


@pytest.mark.parametrize(
    ("markup", "unseen"),
    [
        (
            "<put-here><template><li>Oak</li></template></put-here> <put-here><template></template></put-here>",
            {"script"},
        ),
        ("<script>go()</script><template><li>Oak</li></template>", {"script", "template"}),
        ("<p>Trees</p><template><li>{{ name }}</li></template>", {"script", "template"}),
        ("<ul><li>Oak</li></ul>", {"script", "template"}),
    ],
)
def test_templates_are_seen_where_a_piece_of_a_page_says_all_in_them(markup: str, unseen: set[str]) -> None:
    assert unseen_in(Selector(markup).root, TAGS) == unseen


def test_what_is_hidden_is_not_seen_nor_what_stands_in_it() -> None:
    page = "<ul><li>Oak</li><li hidden><b>Ash</b></li><li style='color: red; display:none'>Elm</li><li>Yew</li></ul>"
    assert [each.text for each in seen_elements(Selector(page).root) if each.tag in ("li", "b")] == ["Oak", "Yew"]
