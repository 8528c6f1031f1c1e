"""`scrapy bt seed` is killed, as often as it takes, and every seed is in the line once."""

import json
import threading

import redis

from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing import RedisServer
from tests.integration.projects import Project

PLACES, PAGES = 60, 1000
SCHEME = f"""
scheme = "many"
[[classes]]
class = "any"
optional = {json.dumps([f"w{number}" for number in range(PLACES)])}
[[platforms]]
platform = "portal"
url = "http://127.0.0.1/?q={{keywords}}&p={{page_number}}"
pages = {{ last = {PAGES} }}
"""


def test_a_kill_at_any_moment_loses_and_doubles_no_seed(tmp_path):
    project = Project(tmp_path)
    project.tree("nav", 'main :: and (url) { :page }\npage :: visit "{url}"\n')
    project.write("many.toml", SCHEME)
    command = ("bt", "seed", "many.toml")
    with RedisServer() as server, redis.Redis.from_url(server.url) as client:
        project.settings["REDIS_URL"] = server.url
        nav = RedisFrontier(client, "nav:requests", number=lambda _: 0.0, limits={})
        pause = threading.Event()
        for share in (0.1, 0.4):
            with project.started(*command) as process:
                while nav.counts().ready < share * PLACES * PAGES and process.poll() is None:
                    pause.wait(0.005)
                process.kill()
                process.communicate()
            assert nav.counts().ready >= share * PLACES * PAGES
        result = project.run(*command, "--json")
        told = json.loads(result.output)
        assert told["known"] == 0
        assert told["earlier"] + told["queued"] == told["seeds"] == PLACES * PAGES == nav.counts().ready
        assert client.scard("{nav:requests}:seen") == PLACES * PAGES
