import time

from scrapy.exceptions import DownloadTimeoutError

from scrapy_bt.crawl.proxies.board import exchange
from tests.unit.crawl.proxies.conftest import LABELS, A, B

URLS = [f"http://site.test/{number}" for number in range(40)]


def test_the_next_run_knows_how_they_did(crawl, tmp_path):
    settings = {"BT_PROXIES_FILE": str(tmp_path / "p.json"), "BT_PROXY_COOLING": 300}
    first = crawl(
        *URLS, answer=lambda request: 200 if request.meta["proxy"] != A else DownloadTimeoutError(), settings=settings
    )
    assert A in {proxy for _, proxy in first.asked}
    assert A not in {proxy for _, proxy in crawl(*URLS, settings=settings).asked}


def test_the_list_is_read_again_and_stays_as_it_was_where_that_fails(crawl, tmp_path, caplog):
    path = tmp_path / "proxies.txt"
    path.write_text("a:1\n")
    turns = iter(range(1000))

    def answer(request):
        turn = next(turns)
        if turn == 5:
            path.write_text("nonsense\n")
        if turn == 60:
            path.write_text("b:2\n")
        return 200

    urls = [f"{url}?{number}" for url in URLS for number in range(6)]
    found = crawl(*urls, answer=answer, settings={"BT_PROXIES": str(path), "BT_PROXIES_REFRESH": 0.01})
    used = [proxy for _, proxy in found.asked]
    assert (used[0], used[-1]) == (A, B)
    assert "The list of proxies stays as it was" in caplog.text


def test_workers_hear_at_once_what_another_has_learned_and_keep_the_delay_together(crawl, server):
    settings = {
        "REDIS_URL": server.url,
        "BT_PROXIES_SHARED": True,
        "BT_PROXY_COOLING": 300,
        "BT_PROXY_DELAY": 0.01,
        "BT_PROXIES_NAME": "test",
    }
    crawl(
        *URLS, answer=lambda request: 200 if request.meta["proxy"] != A else DownloadTimeoutError(), settings=settings
    )
    begun = time.monotonic()
    found = crawl(*URLS, settings={**settings, "BT_PROXIES": LABELS[:2]})
    assert {proxy for _, proxy in found.asked} == {B}
    assert time.monotonic() - begun > 0.01 * (len(URLS) - 1)
    with server_client(server) as client:
        from scrapy_bt.frontier.redis.frontier import send

        news = send(client, exchange("test", clock=time.time))
    healths = {(label, site): health for label, site, health in news.healths}
    assert healths[B, ""].uses >= 40
    assert healths[A, ""].until > time.time() + 200


def server_client(server):
    import redis

    return redis.Redis.from_url(server.url)
