from dataclasses import replace
from textwrap import dedent

import pytest

from scrapy_bt.core.inference.answers.values import Constant, Taken
from scrapy_bt.core.inference.conclusion import Conclusion, Given
from scrapy_bt.core.inference.findings import Contended, ListOf, Loop, Records, Shareable
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.language.checker import check
from scrapy_bt.core.language.formatter import format_text
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent
from tests import conclusions

QUOTES = """\
# Quotes, page after page, and their authors.
# Recorded: 41 requests, 4 are needed.
login_page  :: visit "{site}/login" # 0.021 s
# a page that was there before ends the series
again       :: data json "contains(seen, here) || `null`" {
    from = { seen = seen  here = quotes_url }
}
# rows that were there before end the series
rows_noted  :: data json "!contains(seen, sha256(rows)) && join(' ', [seen, sha256(rows)])" {
    from    = { seen = rows_seen  rows = page_rows }
    default = none
}
quotes_page :: visit "{quotes_url}"                     # 0.045 s
rows        :: data css "body" as text { default = "" } # what tells pages apart
quote       :: item each css "div.quote" {
    text   = css "span.text::text"
    author = css "small.author::text"
    tags   = css "a.tag::text" all
}
author_page :: visit "{link}" # 0.018 s
author      :: item {
    name       = css "h3::text"
    born       = css ".born::text"
    birthplace = css ".birthplace::text"
}

[[ session = 30m ]] # made once for every task
[[ detail ]]        # each once, however often it is listed

state { 429 = wait 3 }
state login_page | quotes_page | author_page { timeout | 5xx = wait 3 }
state quotes_page { 401 | 403 | login = :session }

state author_page {
    401 | 403 | login = :session
    304 | 404 | 410   = end
}

session :: and {
    :login_page
    csrf_token = css "input[name=csrf_token]::attr(value)" # a hidden field; proven by 3 replays
    visit POST "{site}/login" {                            # 0.034 s
        form = {
            csrf_token = csrf_token
            username   = username # typed
            password   = password # typed
        }
    }
}

detail :: and (link) { :author_page  :author }

main :: and (
    password,
    site = "http://127.0.0.1:8000",
    username = "reader",
    most_pages = 10000
) {
    :session
    quotes_url = "{site}/quotes/page/1/"
    seen = []
    rows_seen = ""
    turned = 0
    while turned < most_pages & quotes_url & !:again {
        seen = seen + [quotes_url]
        :quotes_page
        page_rows = :rows
        rows_seen = :rows_noted
        if !rows_seen { break }
        :quote
        while link = css ".author + a::attr(href)" all as url {
            goroutine { :detail(link) }
        }
        turned = turned + 1
        quotes_url = css "li.next a::attr(href)" as url
    }
    if turned >= most_pages {
        warn "left after {turned} pages, the most that were asked for: there may be more"
    }
}
"""


def test_a_login_and_a_list_grow_into_a_tree_that_reads_as_if_written_by_hand():
    assert print_grown(grow(conclusions.quotes())) == QUOTES


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("name", conclusions.EVERY)
def test_what_grows_is_formatted_and_lacks_nothing_but_its_stubs(name, named):
    grown = grow(getattr(conclusions, name)(), named=named)
    text = print_grown(grown)
    faults = check(text)
    assert [fault.code for fault in faults] == ["stub"] * len(grown.stubs)
    assert format_text(text) == text
    assert parse(text) == grown.document


def test_a_page_of_which_nothing_is_known_is_kept_by_its_address():
    conclusion = Conclusion(Plan((PlannedStep(0, Sent("GET", "https://a.test/")),), 0))
    assert print_grown(grow(conclusion, named=True)) == dedent("""\
        # Not proven: nothing was replayed.
        home_page :: visit "{site}/"
        home      :: item { url = page.url  title = css "title::text" as text }

        state home_page { timeout | 429 | 5xx = wait 3 }

        main :: and (site = "https://a.test") { :home_page  :home }
    """)


def test_the_target_of_a_list_has_a_record_though_the_list_has_records_too():
    quotes = conclusions.quotes()
    findings = tuple(found for found in quotes.findings if found != Records(5, None, conclusions.AUTHOR))
    text = print_grown(grow(replace(quotes, findings=findings), named=True))
    assert 'author      :: item { url = page.url  title = css "title::text" as text }' in text
    assert check(text) == []


def test_findings_about_steps_that_are_not_on_the_path_change_nothing():
    quotes = conclusions.quotes()
    others = (
        Loop(77, (78,), "link", None, Taken(77, conclusions.css("a"))),
        ListOf(2, 79, None, conclusions.css("a")),
        Records(80, None, (("x", conclusions.css("a")),)),
        Shareable((81,)),
        Contended(82),
    )
    more = replace(quotes, findings=(*quotes.findings, *others))
    assert print_grown(grow(more, named=True)) == print_grown(grow(quotes, named=True))


def test_the_seconds_of_a_step_are_those_of_its_visits():
    assert grow(conclusions.quotes(), named=True).seconds == {
        "login_page": 0.021,
        "login": 0.034,
        "quotes_page": 0.045,
        "author_page": 0.018,
    }


def test_the_first_of_several_findings_about_a_step_counts():
    quotes = conclusions.quotes()
    others = (Loop(2, (3,), "counter", Key("path", "2"), Constant("2")), Records(2, None, ()))
    more = replace(quotes, findings=(*quotes.findings, *others))
    assert print_grown(grow(more, named=True)) == print_grown(grow(quotes, named=True))


def test_secrets_are_arguments_and_stand_nowhere_in_the_tree():
    conclusion = conclusions.signed()
    text = print_grown(grow(conclusion, named=True))
    assert "k3y" not in text
    assert "main :: and (api_key, " in text
    quotes = replace(conclusions.quotes(), arguments=(Given("password", "practice", is_secret=True),))
    assert "practice" not in print_grown(grow(quotes, named=True))


def test_what_cannot_be_had_where_it_is_needed_is_sent_as_recorded():
    quotes = conclusions.quotes()
    findings = tuple(found for found in quotes.findings if not isinstance(found, (ListOf, Loop)))
    text = print_grown(grow(replace(quotes, findings=findings), named=True))
    assert 'author_page :: visit "{site}/author/author-7/"' in text
    assert check(text) == []
    later = PlannedStep(9, Sent("GET", "https://a.test/x?id=4"), {Key("query", "id"): Taken(5, conclusions.css("b"))})
    plan = Plan((PlannedStep(8, Sent("GET", "https://a.test/")), later), 9)
    assert "?id=4" in print_grown(grow(Conclusion(plan), named=True))


def test_the_head_stands_above_what_is_said_of_the_first_visit():
    text = print_grown(grow(replace(conclusions.search(), goal="What is found."), named=True))
    assert text.startswith("# What is found.\n# a page that was there before ends the series\nagain ")
