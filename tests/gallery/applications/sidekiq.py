"""Sidekiq's pages, queues of jobs in Ruby, as Debian packages them, over Redis."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, running, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow

QUEUES = ("windmill", "footbridge", "quarry")
JOBS, SIZE = 210, 25
_SERVE = """
require "rack"
require "securerandom"
require "sidekiq"
require "sidekiq/web"

port, socket, jobs, queues = ARGV[0], ARGV[1], ARGV[2].to_i, ARGV[3].split
100.times { break if File.socket?(socket); sleep 0.1 }
Sidekiq.configure_client { |config| config.redis = {url: "unix://#{socket}"} }
jobs.times do |n|
  Sidekiq::Client.push("class" => "Visit#{n % 5}", "queue" => queues[n % queues.size], "args" => ["road #{n * 7}", n])
end
pages = Rack::Builder.new do
  use Rack::Session::Cookie, secret: SecureRandom.hex(32), same_site: true
  run Sidekiq::Web
end
Rack::Handler::WEBrick.run(pages, Host: "127.0.0.1", Port: port.to_i)
"""


@contextlib.contextmanager
def sidekiq(folder: Path) -> Iterator[Application]:
    """Jobs in three queues."""
    if (redis := shutil.which("redis-server")) is None:
        raise NotInstallableError("there is no redis-server: apt install redis-server")
    packages = with_dependencies(r"ruby|rack|rake|libruby|libyaml", "ruby-sidekiq", "ruby", "ruby-webrick")
    root = unpacked("sidekiq", *packages)
    (folder / "serve.rb").write_text(_SERVE)
    url = f"http://127.0.0.1:{free_port(folder)}"
    socket = folder.parent / "redis.socket"
    gems = root / "usr/share/rubygems-integration/all/gems"
    places = [*gems.glob("*/lib"), root / "usr/lib/ruby/vendor_ruby", *root.glob("usr/lib/*/ruby/vendor_ruby/*")]
    places += [*root.glob("usr/lib/ruby/3.*"), *root.glob("usr/lib/*/ruby/3.*")]
    libraries = ":".join(sorted({str(path.parent) for path in root.glob("usr/lib/*/*.so*")}))
    own = {"RUBYLIB": ":".join(map(str, places)), "LD_LIBRARY_PATH": libraries, "HOME": str(folder)}
    ruby = next(root.glob("usr/bin/ruby3.*"))
    stores = [redis, "--port", "0", "--unixsocket", socket, "--save", ""]
    serve = [ruby, "serve.rb", url.rpartition(":")[2], socket, str(JOBS), " ".join(QUEUES)]
    with running(stores, folder, log="redis.log"), served(serve, url, folder, own):
        yield Application(url, "", "", folder)


async def queue(page: Page, _: Application, name: str) -> None:
    await follow(page, "a:text-is('Queues')")
    await follow(page, f"table a:has-text('{name}')")
    await _turn(page)


async def oldest(page: Page, app: Application, name: str) -> None:
    await queue(page, app, name)
    await follow(page, "th a")
    await _turn(page)


async def _turn(page: Page) -> None:
    for number in range(2, -(-JOBS // len(QUEUES) // SIZE) + 1):
        await follow(page, f".pagination >> nth=0 >> a:text-is('{number}')")


def jobs_of(_: Application, name: str) -> Sequence[Row]:
    return [(f"Visit{n % 5}", f'"road {n * 7}", {n}') for n in range(JOBS) if QUEUES[n % 3] == name]


_INPUTS = ({"name": "windmill"}, {"name": "quarry"})
EXHIBIT = Exhibit(
    "sidekiq",
    "queues of jobs in Ruby",
    sidekiq,
    (
        Workflow("queue", queue, _INPUTS, {"name": "footbridge"}, jobs_of),
        Workflow("oldest", oldest, _INPUTS, {"name": "footbridge"}, jobs_of),
    ),
)
