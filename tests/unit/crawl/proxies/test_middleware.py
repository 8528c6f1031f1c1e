import asyncio
from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.exceptions import DownloadTimeoutError
from scrapy.http import Response

from scrapy_bt.crawl.proxies.middleware import NoProxyError, ProxyMiddleware
from scrapy_bt.crawl.visits.requests import FLIGHT
from scrapy_bt.crawl.visits.sessions import SessionJars
from tests.unit.crawl.proxies.conftest import LABELS, A, B, C

URLS = [f"http://site.test/{number}" for number in range(40)]


def proxies(found):
    return {proxy for _, proxy in found.asked}


def test_requests_go_through_all_proxies(crawl):
    found = crawl(*URLS)
    assert proxies(found) == set(LABELS)
    assert [status for _, status, _ in found.responses] == [200] * 40
    assert (found.stats["uses"], found.stats["known"]) == (40, 3)


def test_a_proxy_of_its_own_or_none_at_all_is_respected(crawl):
    own = Request(URLS[0], meta={"proxy": "http://own:9"})
    none = Request(URLS[1], meta={"bt_proxy": False})
    other = Request("data:,x")
    asked = dict(crawl(own, none, other).asked)
    assert asked == {URLS[0]: "http://own:9", URLS[1]: None, "data:,x": None}


def test_what_fails_is_sent_again_through_another_and_that_one_rests(crawl):
    found = crawl(*URLS, answer=lambda request: 200 if request.meta["proxy"] != A else DownloadTimeoutError())
    assert sorted(url for url, _, _ in found.responses) == sorted(URLS)
    assert [proxy for _, proxy in found.asked].count(A) == 1
    assert (found.stats["failures/timeout"], found.stats["retries"]) == (1, 1)


def test_a_ban_is_answered_by_another_proxy(crawl):
    found = crawl(*URLS * 5, answer=lambda request: 403 if request.meta["proxy"] in (A, B) else 200)
    assert {(status, label) for _, status, label in found.responses} == {(200, C)}
    assert found.stats["bans/403"] == 4, "each rests after the second in a row"


def test_a_page_that_all_are_refused_is_handed_on_and_harms_none(crawl):
    found = crawl(*URLS, answer=lambda request: 403 if request.url == URLS[3] else 200)
    assert [(url, status) for url, status, _ in found.responses if status != 200] == [(URLS[3], 403)]
    assert [url for url, _ in found.asked].count(URLS[3]) == 3
    assert {label for _, _, label in found.responses[4:]} == set(LABELS)


@pytest.mark.parametrize("meta", [{"dont_retry": True}, {}])
def test_it_is_sent_again_so_often_and_no_more(crawl, meta):
    request = Request(URLS[0], meta=meta)
    found = crawl(request, answer=lambda request: 429, settings={"BT_PROXY_RETRIES": 2})
    assert len(found.asked) == (1 if meta else 3)
    assert [status for _, status, _ in found.responses] == [429]


def test_sessions_keep_their_proxies(crawl):
    requests = [
        Request(f"{URLS[turn]}?s={session}", meta={"cookiejar": session}) for turn in range(4) for session in range(8)
    ]
    requests += [Request(f"{URLS[turn]}?s=named", meta={"bt_session": "named"}) for turn in range(4)]
    found = crawl(*requests)
    by_session = {}
    for url, proxy in found.asked:
        by_session.setdefault(url.partition("s=")[2], set()).add(proxy)
    assert {len(used) for used in by_session.values()} == {1}
    assert len(proxies(found)) > 1


def test_passwords_are_in_no_header_once_the_answer_is_there(crawl):
    seen = []

    def answer(request):
        seen.append((request.headers.get("Proxy-Authorization"), request.meta["proxy"]))
        return 429

    found = crawl(URLS[0], answer=answer, settings={"BT_PROXIES": ["http://u:p@a:1", "http://u:p@b:2"]})
    assert {header for header, _ in seen} == {b"Basic dTpw"}
    assert {proxy for _, proxy in seen} == {"http://a:1", "http://b:2"}
    assert found.headers == [{}]


def test_without_any_requests_fail_or_go_directly_when_that_is_wanted(crawl):
    def answer(request):
        return DownloadTimeoutError() if request.meta["proxy"] else 200

    settings = {"BT_PROXIES": [A], "BT_PROXY_RETRIES": 0}
    found = crawl(*URLS[:3], answer=answer, settings={"BT_PROXIES": [A], "BT_PROXY_NONE": "direct"})
    assert [proxy for _, proxy in found.asked] == [A, None, None, None]
    assert len(found.responses) == 3
    found = crawl(*URLS[:3], answer=answer, settings={**settings, "BT_PROXY_NONE": "fail"})
    assert [type(failure) for failure in found.failures] == [DownloadTimeoutError, NoProxyError, NoProxyError]
    assert "all rest, the first for 10 s more" in str(found.failures[-1])


def test_or_they_wait_until_one_has_rested(crawl, caplog):
    answers = iter([DownloadTimeoutError(), 200, 200])
    settings = {"BT_PROXIES": [A], "BT_PROXY_COOLING": 0.2, "BT_PROXY_RETRIES": 0}
    found = crawl(*URLS[:3], answer=lambda request: next(answers), settings=settings)
    assert [status for _, status, _ in found.responses] == [200, 200]
    assert "No proxy can be used, all rest" in caplog.text


def test_a_crawl_that_is_ended_does_not_wait_and_its_next_run_sends_what_waited(crawl, tmp_path):
    def end(spider):
        asyncio.get_running_loop().call_later(
            0.3, lambda: asyncio.ensure_future(spider.crawler.engine.close_spider_async(reason="enough"))
        )

    settings = {"BT_PROXIES": [A], "BT_PROXY_RETRIES": 0, "JOBDIR": str(tmp_path / "job")}
    found = crawl(*URLS[:4], answer=lambda request: DownloadTimeoutError(), settings=settings, during=end)
    assert found.stats["reason"] == "enough"
    assert len(found.asked) == 1
    again = crawl(settings=settings)
    assert sorted(url for url, _ in again.asked) == sorted(set(URLS[:4]) - {found.asked[0][0]})


def test_or_until_the_list_has_some(crawl, tmp_path, caplog):
    path = tmp_path / "proxies.txt"
    path.write_text("")
    found = crawl(
        *URLS[:2],
        settings={"BT_PROXIES": str(path), "BT_PROXIES_REFRESH": 0.05},
        during=lambda: path.write_text("a:1\n"),
    )
    assert proxies(found) == {A}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"BT_PROXIES": ["nonsense"]}, "BT_PROXIES:1: 'nonsense' is no proxy: its port is missing"),
        ({"BT_PROXIES": "/none.txt"}, "the file /none.txt cannot be read"),
        ({"BT_PROXIES": [""]}, "a list without proxies"),
        ({"BT_PROXY_NONE": "cry"}, "BT_PROXY_NONE is 'cry'"),
        ({"HTTPPROXY_ENABLED": False}, "contradict each other"),
        ({"BT_PROXIES_SHARED": True, "REDIS_URL": "redis://127.0.0.1:1"}, "no Redis at"),
    ],
)
def test_what_cannot_be_meant_ends_the_crawl_before_its_first_request(crawl, settings, message, caplog):
    found = crawl(URLS[0], settings=settings)
    assert message in caplog.text
    assert found.asked == []
    assert found.stats["reason"] == "no_proxies"


def test_where_it_is_named_without_proxies_the_log_says_what_that_means(crawl, caplog):
    found = crawl(URLS[0], settings={"BT_PROXIES": ()})
    (told,) = [record for record in caplog.records if "ProxyMiddleware: " in record.getMessage()]
    assert told.levelname == "WARNING"
    assert "BT_PROXIES is empty, so that requests go directly" in told.getMessage()
    assert found.asked == [(URLS[0], None)]


@pytest.mark.parametrize(
    ("meta", "session"),
    [
        ({}, ""),
        ({"cookiejar": 1}, "shop cookiejar 1"),
        ({"cookiejar": 1, FLIGHT: None}, ""),
        ({"cookiejar": 2, FLIGHT: None}, "shop cookiejar 2"),
        ({"cookiejar": 3, FLIGHT: None}, ""),
        ({"cookiejar": 1, FLIGHT: None, "bt_session": "mine"}, "shop bt_session mine"),
    ],
)
def test_a_visit_of_a_tree_has_a_session_when_that_has_cookies_of_a_login(meta, session):
    jars = SessionJars(lambda _session: None, 10)
    for number in (1, 2):
        jars[number].extract_cookies(Response(URLS[0], headers={"Set-Cookie": "seen=1"}), Request(URLS[0]))
    jars.note_login(2)
    jars.note_login(3)  # by a header: nothing that a site could take for another's
    spider = SimpleNamespace(name="shop", jars=jars)
    middleware = ProxyMiddleware(SimpleNamespace(spider=spider, stats=None))
    assert middleware._session(Request(URLS[0], meta=meta)) == session
