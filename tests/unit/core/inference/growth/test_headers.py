from scrapy_bt.core.inference.answers.values import Argument, Constant, Extraction, Taken
from scrapy_bt.core.inference.conclusion import Conclusion, Evidence
from scrapy_bt.core.inference.growth.headers import spell_header, told_pairs
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent

HEADERS = (("User-Agent", "B"), ("Sec-Fetch-Mode", "cors"), ("Accept", "*/*"), ("X-App", "1"), ("Cookie", "s=1; c=2"))


def told(where, bound=None, evidence=()):
    planned = PlannedStep(0, Sent("GET", "https://a.test/", HEADERS), bound or {})
    conclusion = Conclusion(Plan((planned,), 0), evidence={(0, key): Evidence("needed") for key in evidence})
    return [(key.name, value) for key, value in told_pairs(conclusion, planned, where)]


def test_what_every_browser_sends_is_told_only_where_it_matters():
    assert told("header") == [("x-app", "1")]
    assert told("header", evidence=[Key("header", "accept")]) == [("accept", "*/*"), ("x-app", "1")]
    assert told("header", {Key("header", "user-agent"): Argument("agent")}) == [("user-agent", "B"), ("x-app", "1")]


def test_a_header_that_was_not_recorded_may_be_bound():
    assert told("header", {Key("header", "x-new"): Argument("new")}) == [("x-app", "1"), ("x-new", "")]


def test_cookies_are_told_where_they_are_not_what_an_answer_has_set():
    jar = Taken(0, Extraction("cookie", "s"))
    assert told("cookie") == []
    assert told("cookie", {Key("cookie", "s"): jar, Key("cookie", "c"): Constant("2")}) == [("c", "2")]
    assert told("cookie", {Key("cookie", "c"): jar}) == [("c", "2")]


def test_a_header_is_spelt_as_a_name():
    assert spell_header("x-requested-with") == "X_Requested_With"
