"""Labels in front of values."""

import pytest

from scrapy_bt.core.healing.labels import Label, behind, label_of, text_behind
from scrapy_bt.core.healing.pages import Page

PLAIN = Label("weight", is_plain=True)


@pytest.mark.parametrize(
    ("markup", "label"),
    [
        ("<dl><dt>Weight</dt><dd id=v>12 kg</dd></dl>", PLAIN),
        ("<table><tr><th>Weight</th><td><span id=v>12 kg</span></td></tr></table>", PLAIN),
        ("<p>Weight: <b id=v>12 kg</b></p>", PLAIN),
        ("<p>Pages <i>1</i> Weight: <b id=v>12 kg</b></p>", PLAIN),
        ("<div><span>Weight</span><span id=v>12 kg</span></div>", Label("weight", is_plain=False)),
        ("<div><div><b>Weight :</b></div><div><div id=v>12 kg</div></div></div>", PLAIN),
        ("<div><span>10.50</span><span id=v>12 kg</span></div>", None),
        ("<div><p>A sentence that is by far too long for a label.</p><p id=v>12 kg</p></div>", None),
        ("<div><!-- Weight --><p id=v>12 kg</p></div>", None),
        ("<p id=v>12 kg</p>", None),
    ],
)
def test_what_stands_in_front(markup, label):
    (element,) = Page(f"<html><body>{markup}</body></html>").root.xpath("//*[@id='v']")
    assert label_of(element) == label


def test_an_elements_own_text_has_the_element_in_it_that_stands_before():
    page = Page("<html><body><li>\n<b>Weight:</b> 12 kg</li></body></html>")
    (element,) = page.root.xpath("//li")
    assert label_of(element, own_text=True) == PLAIN
    assert label_of(element) is None
    path, label = text_behind(PLAIN, page.candidates)
    assert (page.tree.xpath(path), label) == ([" 12 kg"], PLAIN)
    assert text_behind(Label("colour", is_plain=True), page.candidates) is None


def test_what_stands_behind_a_label_of_one_place():
    row = "<tr><th>Weight</th><td><span>12</span> <i>kg</i></td></tr>"
    page = Page(f"<html><body><table>{row}<tr><th>Colour</th><td>red</td></tr></table></body></html>")
    assert [one.text for one in behind(PLAIN, page)] == ["12 kg", "12"]
    assert behind(Label("price", is_plain=True), page) == []
    twice = Page(f"<html><body><table>{row}{row}</table></body></html>")
    assert behind(PLAIN, twice) == []
    assert text_behind(PLAIN, Page("<p><b>Weight</b> 1</p><p><b>Weight</b> 2</p>").candidates) is None
