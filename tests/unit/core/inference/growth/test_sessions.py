from dataclasses import replace

from scrapy_bt.core.inference.answers.values import Argument
from scrapy_bt.core.inference.findings import ListOf, Loop, Records, Shareable
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.growth.sessions import with_pages_of_their_own
from scrapy_bt.core.inference.plans.plan import Plan
from scrapy_bt.core.language.checker import check
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent
from tests import conclusions

QUOTES = conclusions.quotes()


def landing(*findings, **changes):
    """A login that leads on to the first page, which no step asks for."""
    steps = tuple(planned for planned in QUOTES.plan.steps if planned.step != 2)
    plan = Plan(steps if "target" not in changes else steps[:2], changes.pop("target", 5))
    return replace(QUOTES, plan=plan, findings=(Shareable((0, 1)), *findings), **changes)


def test_what_nobody_reads_is_left_as_it_is():
    assert with_pages_of_their_own(QUOTES) is QUOTES


def test_a_list_on_the_page_that_a_login_leads_to_is_visited_behind_the_login():
    links = conclusions.css(".author + a::attr(href)", every=True)
    text = print_grown(grow(landing(ListOf(1, 5, None, links), Records(5, None, conclusions.AUTHOR)), named=True))
    assert check(text) == []
    assert 'quotes_page :: visit "{site}/quotes/page/1/"' in text
    assert "    :session\n    :quotes_page\n    while link = :links { goroutine { :detail(link) } }\n" in text
    assert "session :: and { :login_page  csrf_token = :csrf_token  :login }" in text


def test_the_target_itself_may_be_where_the_login_leads():
    text = print_grown(grow(landing(Records(1, conclusions.css("div.quote"), conclusions.QUOTE), target=1), named=True))
    assert check(text) == []
    assert "    :session\n    :quotes_page\n    :quote\n}" in text


def test_where_the_page_is_not_known_nothing_is_shared():
    records = Records(1, conclusions.css("div.quote"), conclusions.QUOTE)
    text = print_grown(grow(landing(records, target=1, answers={}), named=True))
    assert check(text) == []
    assert "[[ session" not in text
    first = landing(Records(0, None, conclusions.AUTHOR))
    assert not with_pages_of_their_own(first).of(Shareable)


def test_what_the_login_itself_answers_is_asked_for_by_no_other_request():
    records = Records(1, conclusions.css("div.quote"), conclusions.QUOTE)
    sent = QUOTES.plan.steps[1].sent
    itself = replace(QUOTES.answers[1], url=sent.url)
    text = print_grown(grow(landing(records, target=1, answers={**QUOTES.answers, 1: itself}), named=True))
    assert check(text) == []
    assert "[[ session" not in text
    assert text.count(":: visit") == 2


def test_what_is_asked_for_with_something_that_was_given_is_asked_for_once():
    found = QUOTES.plan.steps[1]
    asked = replace(found, sent=Sent("GET", found.sent.url), bound={Key("header", "pass"): Argument("pass", True)})
    plan = Plan((QUOTES.plan.steps[0], asked), 1)
    itself = replace(QUOTES.answers[1], url=found.sent.url)
    records = Records(1, conclusions.css("div.quote"), conclusions.QUOTE)
    own = replace(QUOTES, plan=plan, findings=(Shareable((1,)), records), answers={**QUOTES.answers, 1: itself})
    moved = with_pages_of_their_own(own)
    assert moved.plan == plan
    assert not moved.of(Shareable)


def test_a_series_that_begins_there_goes_on_there():
    loop = Loop(1, (3,), "link", None, conclusions.Taken(1, conclusions.css("li.next a::attr(href)")))
    moved = with_pages_of_their_own(landing(loop, target=1))
    assert moved.of(Loop)[0].step == moved.plan.target
