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
    lists = iter(["nonsense\n", "b:2\n"])

    def write_next():
        new = tmp_path / "new.txt"
        new.write_text(next(lists))
        new.replace(path)

    def answer(request):
        if path.read_text() == "a:1\n" or (
            path.read_text() == "nonsense\n" and "The list of proxies stays as it was" in caplog.text
        ):
            write_next()
        return 200

    found = crawl(
        *URLS,
        answer=answer,
        settings={"BT_PROXIES": str(path), "BT_PROXIES_REFRESH": 0.01},
        goes_on=lambda found: not found.asked or found.asked[-1][1] != B,
    )
    used = [proxy for _, proxy in found.asked]
    assert used == [A] * used.count(A) + [B] * used.count(B)


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
