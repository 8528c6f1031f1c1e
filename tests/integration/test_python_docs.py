"""The documentation of Python as Debian ships it: hundreds of real pages, fifty megabytes, walked by their links."""

import functools
import http.server
import threading
from collections import Counter
from pathlib import Path
from urllib.parse import urljoin

import pytest
from lxml import html

from tests.integration.projects import Project

LINKS = '//a/@href[not(contains(., "#")) and not(contains(., ":")) and substring(., string-length(.) - 4) = ".html"]'

TREE = f"""
# Every page that can be reached by links, each once.
page  :: visit "{{link}}"
title :: item {{ url = page.url  title = css "title::text" as text }}
links :: data xpath '{LINKS}' all as url
crawl :: and (link) {{
    :page
    :title
    while next = :links {{ async {{ :crawl(next) }} }}
}}

[[ crawl ]]
state page {{ 404 = end }}

main :: and (site) {{ :crawl("{{site}}/index.html") }}
"""


def find_folder():
    folders = sorted(Path("/usr/share/doc").glob("python3*-doc/html"))
    return folders[-1].resolve() if folders else None


@pytest.fixture(scope="module")
def documentation():
    """Folder, address and the paths that were asked for."""
    folder = find_folder()
    if folder is None:
        pytest.skip("python3-doc is not installed: apt-get install python3-doc")
    asked = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments):
            asked.append(self.path)

        def log_error(self, *arguments):
            pass

    handler = functools.partial(Handler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield folder, f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()


def walk(folder):
    """Titles by path of the pages that lead from the first to each other, and the links that lead nowhere."""
    titles, missing, to_do, seen = {}, set(), ["index.html"], {"index.html"}
    while to_do:
        path = to_do.pop()
        if not (folder / path).exists():
            missing.add(path)
            continue
        document = html.fromstring((folder / path).read_bytes(), parser=html.HTMLParser(encoding="utf-8"))
        titles[path] = " ".join(document.findtext(".//title").split())
        for link in document.xpath(LINKS):
            target = urljoin(f"/{path}", link.strip()).lstrip("/")
            if target not in seen:
                seen.add(target)
                to_do.append(target)
    return titles, missing


def test_every_page_that_links_lead_to_is_read_once(documentation, tmp_path):
    folder, address, asked = documentation
    project = Project(tmp_path, site=address)
    result = project.crawl_tree(TREE)
    titles, missing = walk(folder)
    assert len(titles) > 400
    found = {item["url"].removeprefix(f"{address}/"): item["title"] for item in result.items}
    assert found == titles
    assert len(result.items) == len(titles)
    assert Counter(asked) == Counter(f"/{path}" for path in (*titles, *missing))
    assert result.stats["bt/outcome/200"] == len(titles)
    assert result.reason == "finished"
    assert result.stats.get("bt/dead", 0) == 0
