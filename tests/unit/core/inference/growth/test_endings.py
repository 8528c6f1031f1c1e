import pytest

from scrapy_bt.core.inference.answers.values import Constant, Each, Extraction, Joined
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.growth.endings import Counted, control_of, counted_of, rows_together
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.tree.nodes import Source
from scrapy_bt.core.tree.notation import one_line
from tests import conclusions

GRID = Counted("Page$", "")


def page(body):
    return conclusions.html("https://a.test/list", body)


def told(source):
    return None if source is None else one_line(source)


def test_the_number_of_a_parameter_may_stand_among_texts():
    turn = Key("form", "turn")
    loop = Loop(1, (2,), "counter", turn, Joined((Constant("Page$"), Each(1), Constant(";"))))
    counted = counted_of(loop)
    assert counted == Counted("Page$", ";")
    assert counted.at(7) == "Page$7;"
    assert (counted.number_in("Page$12;"), counted.number_in("Page$;"), counted.number_in(None)) == (12, None, None)
    assert counted.value(1) == loop.next
    assert counted_of(Loop(1, (2,), "counter", turn, Each(1))).value(3) == Each(3)
    assert counted_of(Loop(1, (2,), "counter", turn, Constant("30"))) == Counted()


@pytest.mark.parametrize(
    ("counted", "body", "control"),
    [
        (
            GRID,
            """<a href="go('Grid','Page$31')">31</a><a href="go('Grid','Page$3')">Next</a>""",
            """css "a[href=\\"go('Grid','Page${number}')\\"]\"""",
        ),
        (Counted(), '<a onclick="turn(3)">Next</a><a onclick="turn(3)">3</a>', """css 'a[onclick="turn({number})"]'"""),
        (Counted(), '<button name="page" value="3"> 3 </button>', """css 'button[value="{number}"]'"""),
        (Counted(), '<input type="submit" name="page" value="3">', """css 'input[value="{number}"]'"""),
        (Counted(), '<input type="hidden" name="page3"><option value="3">3</option><a href="3/3">3</a>', None),
        (Counted(), "<a href='{3}'>3</a><p>3</p>", None),
    ],
)
def test_a_control_leads_to_the_next_number(counted, body, control):
    assert told(control_of(counted, 3, page(body), "number")) == control


def test_where_there_is_no_page_there_is_no_control():
    assert control_of(GRID, 3, None, "number") is None
    assert control_of(GRID, 3, conclusions.json("https://a.test/", '{"a": "Page$3"}'), "number") is None


LIST = '<div><table id="grid"><tr><td>1</table><ul class="news wide"><li>a<li>b</ul><ul class="news"><li>c</ul></div>'


@pytest.mark.parametrize(
    ("how", "text", "around"),
    [
        ("css", "ul.wide > li", "ul.wide"),
        ("css", "ul.news li", "div"),
        ("css", "#grid > tr", "body"),  # one row tells nothing about the others
        ("xpath", "//ul/li[not(preceding-sibling::li)]", "div"),
    ],
)
def test_rows_are_told_together_by_what_lies_around_them(how, text, around):
    assert rows_together(Extraction(how, text), page(LIST)) == Source("css", (around,), kind="text")


def test_rows_of_json_are_told_as_text():
    answer = conclusions.json("https://a.test/", '{"rows": [1, 2]}')
    assert rows_together(Extraction("json", "rows"), answer) == Source("json", ("to_string(rows)",))


def test_a_page_without_rows_is_told_as_a_whole():
    assert rows_together(None, page(LIST)) == Source("css", ("body",), kind="text")
    assert rows_together(Extraction("css", "p.row"), page(LIST)) == Source("css", ("body",), kind="text")
    assert rows_together(None, conclusions.json("https://a.test/", "[1]")) == Source("json", ("to_string(@)",))
    assert rows_together(Extraction("css", "ul"), None) is None
