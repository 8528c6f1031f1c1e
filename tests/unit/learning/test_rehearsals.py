"""Pages of one site in two layouts."""

from scrapy_bt.core.healing.deciding import Models
from scrapy_bt.learning.lessons import layouts_of, read_sheet
from scrapy_bt.learning.rehearsals import SOURCE, rehearse
from scrapy_bt.learning.shelf import read_models

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
    told = rehearse(sheets(), models)
    assert len(list(layouts_of(sheets()))) == 2
    assert {(one.source, one.pair, one.field) for one in told} == {(SOURCE, "a.test", kind) for kind in TRUTH}
    assert len(told) == 6
    assert all(one.same_content and one.right and one.among_top for one in told)
    assert rehearse(sheets(), models, without={"a.test"}) == []


def test_two_fields_tell_too_little():
    few = {name: TRUTH[name] for name in ("title", "author")}
    pages = [read_sheet(page.format(*VALUES), "a.test", few) for page in (OLD, NEW)]
    assert rehearse(pages, read_models()[0]) == []
