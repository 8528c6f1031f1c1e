from ipaddress import ip_address
from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.network.guarding import RuleGuard

RULE = """
rule: r
hosts: [www.example.org, 127.0.0.1]
layers:
- layer: list
  entries: ['https://www.example.org/']
  tags: [{tag: name, start: '<b>', end: '</b>'}]
"""


def guard(**settings):
    crawler = get_crawler(settings_dict=settings)
    crawler.spider = SimpleNamespace(program=SimpleNamespace(rules={"r.yaml": RULE}))
    return RuleGuard.from_crawler(crawler)


def ask(guard, url, **meta):
    guard.process_request(Request(url, meta=meta))


def robots(url, *redirects):
    meta = {"dont_obey_robotstxt": True}
    if redirects:
        meta["redirect_urls"] = [url, *redirects[:-1]]
    return Request(redirects[-1] if redirects else url, meta=meta, callback=NO_CALLBACK)


def test_requests_that_no_rule_sends_pass():
    ask(guard(), "http://127.0.0.1/")


def test_a_robots_txt_is_asked_for_where_the_rule_may_go():
    allowing = guard(BT_ALLOW_INTERNAL=True)
    allowing.process_request(robots("http://www.example.org/robots.txt"))
    allowing.process_request(robots("http://www.example.org/robots.txt", "http://127.0.0.1/r"))
    for away in ("http://b.test/robots.txt", "http://b.test/x"):
        with pytest.raises(IgnoreRequest, match="none of the rule's hosts"):
            allowing.process_request(robots("http://www.example.org/robots.txt", away))
    assert allowing._crawler.stats.get_value("bt/rules/refused") == 2
    with pytest.raises(IgnoreRequest, match="internal address"):
        guard().process_request(robots("http://www.example.org/robots.txt", "http://127.0.0.1/r"))
    answer = Response("http://www.example.org/robots.txt", ip_address=ip_address("127.0.0.1"))
    with pytest.raises(IgnoreRequest, match="internal address"):
        guard().process_response(robots(answer.url), answer)


def test_a_robots_txt_of_the_trees_own_visits_is_not_the_rules():
    own = guard()
    ask(own, "http://b.test/page")
    own.process_request(robots("http://b.test/robots.txt", "http://127.0.0.1/r"))
    with pytest.raises(IgnoreRequest):
        own.process_request(robots("http://c.test/robots.txt"))


def test_a_rule_stays_at_its_hosts():
    allowing = guard(BT_ALLOW_INTERNAL=True)
    ask(allowing, "http://127.0.0.1/", bt_rule="r.yaml")
    for url in ("http://b.test/", "file:///etc/passwd"):
        with pytest.raises(IgnoreRequest, match="the rule may not visit"):
            ask(allowing, url, bt_rule="r.yaml")
    assert allowing._crawler.stats.get_value("bt/rules/refused") == 2


def test_a_rule_that_the_tree_does_not_have_allows_nothing():
    with pytest.raises(IgnoreRequest):
        ask(guard(BT_ALLOW_INTERNAL=True), "http://127.0.0.1/", bt_rule="s.yaml")


def test_internal_addresses_need_the_user():
    with pytest.raises(IgnoreRequest, match="BT_ALLOW_INTERNAL = True allows it"):
        ask(guard(), "http://127.0.0.1/", bt_rule="r.yaml")
    with pytest.raises(IgnoreRequest, match=r"none of the rule's hosts \([^)]*\)$"):  # the name alone says nothing
        ask(guard(), "http://internal.example.org/", bt_rule="r.yaml")


@pytest.mark.parametrize(
    ("address", "meta", "settings", "passes"),
    [
        ("93.184.216.34", {"bt_rule": "r.yaml"}, {}, True),
        ("127.0.0.1", {"bt_rule": "r.yaml"}, {}, False),
        ("127.0.0.1", {}, {}, True),
        ("127.0.0.1", {"bt_rule": "r.yaml", "proxy": "http://127.0.0.1:1"}, {}, True),
        ("127.0.0.1", {"bt_rule": "r.yaml"}, {"BT_ALLOW_INTERNAL": True}, True),
    ],
)
def test_an_answer_from_within_is_not_read(address, meta, settings, passes):
    request = Request("https://www.example.org/", meta=meta)
    response = Response(request.url, ip_address=ip_address(address))
    if passes:
        assert guard(**settings).process_response(request, response) is response
    else:
        with pytest.raises(IgnoreRequest, match=r"the internal address 127\.0\.0\.1"):
            guard(**settings).process_response(request, response)
