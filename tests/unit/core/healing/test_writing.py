"""Written selectors hold on all pages that are there."""

from scrapy_bt.core.healing.fields import reading_of, run_selector
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.writing import target_of, write_selectors
from tests.redesigns import NEW

PAGE = Page(NEW)


def write(source, text, *others, alone=False):
    pages = [(Page(source), text), *((Page(other), word) for other, word in others)]
    return write_selectors([target_of(page, page.by_text[word.casefold()][0]) for page, word in pages], alone=alone)


def test_the_first_hit_of_each_is_the_element():
    for text in ("Market opens late", "Bo Chan", "trade", "city"):
        written = write(NEW, text)
        assert written
        for one in written:
            first = run_selector(PAGE, one.text)[0]
            assert PAGE.candidate_of(first).text == text


def test_short_and_firm_ones_come_first():
    assert write(NEW, "Market opens late")[0].text == 'h1[data-testid="title"]'
    assert "writer" in write(NEW, "Bo Chan")[0].text


def test_a_tag_alone_is_told_by_what_it_stands_in():
    page = "<html><body><div class='price'><em>£3</em> <s>£4</s></div><p>Much <i>of</i> it</p></body></html>"
    assert write(page, "£3")[0].text == "div.price em"


def test_one_that_fits_only_one_page_is_not_proposed():
    first = "<html><body><p class='x1 name'>Ann</p><p class='y'>no</p></body></html>"
    other = "<html><body><p class='x1'>no</p><p class='name'>Bo</p></body></html>"
    assert write(first, "Ann", (other, "Bo"))[0].text == "p.name"
    assert not any("x1" in one.text for one in write(first, "Ann", (other, "Bo")))


def test_a_label_leads_to_what_follows_it():
    page = "<html><body><dl><dt>Size</dt><dd>big</dd><dt>Colour</dt><dd>red</dd></dl></body></html>"
    other = "<html><body><dl><dt>Colour</dt><dd>blue</dd><dt>Size</dt><dd>big</dd></dl></body></html>"
    assert write(page, "red", (other, "blue"))[0].text == '//dt[normalize-space()="Colour"]/following-sibling::dd[1]'


def test_what_is_to_be_alone_is_found_with_nothing_else_on_any_page():
    page = "<html><body><div class='facts'><a>350 g</a><a>2 cups</a></div></body></html>"
    other = "<html><body><div class='facts'><a>1 l</a></div></body></html>"
    assert [one.text for one in write(page, "350 g", alone=True)] == ["/html/body/div/a[1]"]
    assert write(page, "350 g")[0].hits == 2
    assert write(other, "1 l", (page, "350 g"), alone=True) == []
    assert write(other, "1 l", (page, "350 g"))


def test_what_has_nothing_firm_is_told_by_its_place():
    page = "<html><body><p>a</p><p>b</p></body></html>"
    assert write(page, "b")[-1].text == "/html/body/p[2]"


def test_of_elements_with_the_same_text_it_is_the_one_that_is_read():
    page = Page("<html><body><div class=story> <div class=inner><p>It was late.</p></div></div></body></html>")
    candidate = page.by_text["it was late."][0]
    assert len(candidate.chain) > 1
    own = write_selectors([target_of(page, candidate, reading_of("div.old::text"))])
    assert {run_selector(page, one.text)[0].tag for one in own} == {"p"}


def test_of_an_attribute_it_is_the_element_that_has_it():
    page = Page("<html><body><h2 class=name><a href=/x><b>Ann</b></a></h2></body></html>")
    written = write_selectors([target_of(page, page.by_text["ann"][0], reading_of("a.old::attr(href)"))])
    assert {run_selector(page, one.text)[0].tag for one in written} == {"a"}
