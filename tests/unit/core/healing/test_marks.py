"""What selectors find on a page, as paths."""

from scrapy_bt.core.healing.marks import Mark, mark_page, mark_texts
from scrapy_bt.core.healing.pages import Page
from tests.redesigns import OLD, ROWS_OLD


def test_elements_are_marked_whatever_is_read_of_them():
    page = Page(OLD)
    (title,) = page.root.xpath("//h1")
    path = page.tree.getpath(title)
    marks = mark_page(page, {"old": "h1::text", "1": "//h1/@class", "2": "h9", "3": "h1["})
    assert marks == (
        Mark("old", "h1::text", (path,)),
        Mark("1", "//h1/@class", (path,)),
        Mark("2", "h9", ()),
        Mark("3", "h1[", ()),
    )


def test_within_rows_the_first_of_each_is_marked():
    page = Page(ROWS_OLD)
    for selector in ("a::text", "./td[2]/a", ".//a/@href"):
        (mark,) = mark_page(page, {"1": selector}, within="table.cases tr")
        assert len(mark.paths) == 8
    assert mark_page(page, {"1": "a["}, within="tr")[0].paths == ()
    assert mark_page(page, {"1": "./a["}, within="tr")[0].paths == ()


def test_texts_are_marked_where_they_are_shown_and_nowhere_else():
    page = Page(
        "<html><script>var a = 'A lamp';</script><p>all: <b>A  <i>lamp</i></b> for <b>12</b></p><p>A lamp</p>"
        "<style>12</style></html>"
    )
    mark = mark_texts(page, "old", "{start: '<b>'}", ["A lamp", "12", "", "nowhere"])
    assert mark == Mark("old", "{start: '<b>'}", ("/html/body/p[1]/b[1]", "/html/body/p[2]", "/html/body/p[1]/b[2]"))
    assert mark_texts(Page("<script>'A lamp'</script>"), "1", "{}", ["A lamp"]).paths == ()
