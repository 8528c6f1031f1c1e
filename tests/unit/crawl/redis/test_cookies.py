from scrapy.settings import Settings

from scrapy_bt.crawl.redis.cookies import SessionCookies


def test_of_many_sessions_those_that_were_told_of_last_are_known() -> None:
    cookies = SessionCookies(Settings({"BT_SESSIONS": 3, "CONCURRENT_REQUESTS": 1}))
    for session in (1, 2, 3, 1, 4):
        cookies.remember(session, b"%d" % session)
    assert dict(cookies) == {3: b"3", 1: b"1", 4: b"4"}


def test_the_sessions_of_all_requests_under_way_are_known() -> None:
    cookies = SessionCookies(Settings({"BT_SESSIONS": 1, "CONCURRENT_REQUESTS": 2}))
    for session in range(9):
        cookies.remember(session, b"")
    assert list(cookies) == [5, 6, 7, 8]
