from html import unescape

import pytest
from parsel import Selector

from scrapy_bt.testing.site.content.chapters import make_chapters
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.manual import Manual


@pytest.fixture
def manual():
    return Manual("practice")


def page(manual, path):
    return Selector(manual.fixed[path].body.decode())


def test_the_contents_lead_to_every_chapter(manual):
    links = page(manual, "/manual/").css(".toctree a")
    for link, chapter in zip(links, make_chapters("practice"), strict=True):
        title = f"{chapter.number}. {chapter.title}"
        assert link.css("::text").get() == title
        found = page(manual, f"/manual/{link.attrib['href']}").xpath("string(//h1)").get()
        assert found == f"{title}¶"


def test_samples_are_the_code_of_the_chapter(manual):
    for chapter in make_chapters("practice"):
        found = page(manual, f"/manual/{chapter.slug}.html").xpath("//pre")
        code = [unescape(sample.xpath("string()").get()).rstrip("\n").split("\n") for sample in found]
        assert code == [list(sample) for sample in chapter.samples]


def test_other_paths_are_not_there(manual):
    assert manual.answer(Ask("/manual/nothing.html")).status == 404
