"""Pages that nobody has labelled as pairs."""

from scrapy_bt.core.healing.deciding import Models
from scrapy_bt.learning.evaluation import ACROSS
from scrapy_bt.learning.lessons import layouts_of, read_sheet
from scrapy_bt.learning.rehearsals import LAYOUTS, SITES, rehearse
from scrapy_bt.learning.shipped_models import read_models

TRUTH = {"title": ("Storm over the bay",), "author": ("Ann Lee",), "summary": ("Two boats were lost in the night.",)}
OLD = """<html><head><title>{0}</title></head><body><h1 class=headline>{0}</h1><p class=lead>{2}</p>
<span class=author>{1}</span></body></html>"""
NEW = """<html><head><title>{0}</title></head><body><header><h1 class=post-title>{0}</h1><div class=by><a>{1}</a></div>
<h2 class=standfirst>{2}</h2></header></body></html>"""
VALUES = [values[0] for values in TRUTH.values()]


def sheets():
    first, second = (read_sheet(page.format(*VALUES), "a.test", TRUTH) for page in (OLD, NEW))
    return [first, second, read_sheet(OLD.format(*VALUES), "b.test", TRUTH)]


def test_each_two_layouts_of_a_site_are_decided_both_ways():
    models: Models = read_models()[0]
    told = [one for one in rehearse(sheets(), models) if one.source == LAYOUTS]
    assert len(list(layouts_of(sheets()))) == 2
    assert {(one.pair, one.field) for one in told} == {("a.test", kind) for kind in TRUTH}
    assert len(told) == 6
    assert all(one.same_content and one.right and one.among_top for one in told)
    assert {one.source for one in rehearse(sheets(), models, without={"a.test"})} == {SITES, ACROSS}


def test_two_pages_of_each_site_and_each_page_with_one_of_another_site():
    models: Models = read_models()[0]
    told = rehearse(sheets(), models)
    assert len([one for one in told if one.source == SITES]) == 3
    across = [one.pair for one in told if one.source == ACROSS]
    assert (len(across), across.count("b.test")) == (9, 3)
    assert [(one.pair, one.margin) for one in rehearse(sheets(), models)] == [(one.pair, one.margin) for one in told]


def test_two_fields_tell_too_little():
    few = {name: TRUTH[name] for name in ("title", "author")}
    pages = [read_sheet(page.format(*VALUES), "a.test", few) for page in (OLD, NEW)]
    assert rehearse(pages, read_models()[0]) == []
