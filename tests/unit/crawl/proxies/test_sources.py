import asyncio
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.crawl.proxies.sources import changes, read_source, read_source_now
from scrapy_bt.errors import BTError
from scrapy_bt.testing import RedisServer


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/other-protocol":
            self.wfile.write(b"220 ready\r\n\r\n")
            return
        text = b"a:1\nb:2\n" if self.path.startswith("/list") else b"nothing here"
        self.send_response(200 if self.path.startswith("/list") else 404)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments):
        """Nothing."""


@pytest.fixture(scope="module")
def web():
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def labels(source, **settings):
    return [proxy.label for proxy in read_source_now(source, Settings(settings))]


def test_a_list_stands_in_the_setting_or_in_a_file(tmp_path):
    assert labels(("a:1", "b:2")) == ["http://a:1", "http://b:2"]
    file = tmp_path / "proxies.txt"
    file.write_text("\ufeffa:1\n\nb:2\n")
    assert labels(str(file)) == ["http://a:1", "http://b:2"]
    assert not changes(("a:1",))
    assert changes(str(file))


def test_or_at_a_url(web):
    assert [proxy.label for proxy in asyncio.run(read_source(f"{web}/list?key=k", Settings()))] == [
        "http://a:1",
        "http://b:2",
    ]


def test_or_in_redis_as_a_set_a_list_or_a_text():
    with RedisServer() as server, redis.Redis.from_url(server.url) as client:
        client.sadd("set", "b:2", "a:1")
        client.rpush("list", "b:2", "a:1")
        client.zadd("zset", {"b:2": 1, "a:1": 2})
        client.set("text", "b:2\na:1")
        client.hset("hash", "a", "b")
        ours = {"REDIS_URL": server.url}
        assert labels("redis:set", **ours) == ["http://a:1", "http://b:2"]
        for kind in ("list", "zset", "text"):
            assert labels(f"redis:{kind}", **ours) == ["http://b:2", "http://a:1"]
        assert labels("redis:none", **ours) == []
        with pytest.raises(BTError, match="the key 'hash' is a hash: it has to be"):
            labels("redis:hash", **ours)


def test_what_speaks_no_http_is_told(web):
    with pytest.raises(BTError, match="gives no list of proxies: 220 ready"):
        labels(f"{web}/other-protocol")


def test_what_cannot_be_read_is_told_without_secrets(tmp_path, web):
    with pytest.raises(BTError, match=r"the file .*none.txt cannot be read"):
        labels(str(tmp_path / "none.txt"))
    with pytest.raises(BTError, match="gives no list of proxies: HTTP Error 404") as caught:
        labels(f"{web}/other?key=secret")
    assert "secret" not in str(caught.value)
    for proxy in ("u:secret@127.0.0.1:1", "http://u:secret@127.0.0.1:1"):
        with pytest.raises(BTError, match="; a proxy itself stands in a list, ") as caught:
            labels(proxy)
        assert "secret" not in str(caught.value)
    with pytest.raises(
        BTError, match=r"http://127\.0\.0\.1:… gives no list of proxies: its host or port cannot"
    ) as caught:
        labels("http://127.0.0.1:1:u:secret")
    assert "secret" not in str(caught.value)
    with pytest.raises(BTError, match=r"the file …@two\.test cannot be read: No such file or directory$"):
        labels("u:secret@one.test,u:secret@two.test")
    (tmp_path / "u:p@list.txt").write_bytes(b"\xff")
    with pytest.raises(BTError, match=r"u:p@list\.txt cannot be read: 'utf-8' codec"):
        labels(str(tmp_path / "u:p@list.txt"))
    with pytest.raises(BTError, match="no Redis at"):
        labels("redis:key", REDIS_URL="redis://127.0.0.1:1")
