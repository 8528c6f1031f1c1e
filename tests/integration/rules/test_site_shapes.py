"""Sites of many shapes: deep, wide, in cycles, of several templates and hosts, and hostile ones."""

import pytest

from tests.integration.projects import Project
from tests.integration.rules.sites import serving


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path)
    made.settings["BT_ALLOW_INTERNAL"] = True
    return made


def crawl(project, rule, pages, **settings):
    with serving(pages) as site:
        project.write("rules/rule.yaml", rule.replace("{url}", site.url))
        result = project.crawl("rule", settings=settings)
        visits = {path: count for path, count in site.visits.items() if path != "/robots.txt"}
    assert not result.has_traceback, result.log
    return result, visits


LAYER = """
- layer: l{n}
  tags:
  - {{tag: name, start: '<b>', end: '</b>'}}
  - {{tag: down, start: 'href="', end: '"', link: l{next}}}
"""


def test_a_site_of_thirty_layers(project):
    depth = 30

    def pages(path):
        level, number = map(int, path[1:].split("-"))
        width = 2 if level in (3, 17) else 1
        links = "".join(f'<a href="/{level + 1}-{number * width + n}">' for n in range(width) if level < depth - 1)
        return f"<b>{path}</b>{links}"

    layers = "".join(LAYER.format(n=n, next=n + 1) for n in range(depth - 1))
    layers = layers.replace("- layer: l0\n", "- layer: l0\n  entries: ['{url}/0-0']\n", 1)
    last = f"- layer: l{depth - 1}\n  tags: [{{tag: name, start: '<b>', end: '</b>'}}]\n"
    columns = "".join(f"  - {{name: n{n}, tag: l{n}.name}}\n" for n in range(depth))
    rule = f"rule: deep\nlayers:{layers}{last}groups:\n- group: chains\n  columns:\n{columns}"
    result, visits = crawl(project, rule, pages)
    assert result.code == 0, result.log
    assert len(result.items) == 4
    # Values higher up repeat down to the last layer.
    assert sorted(item["n29"] for item in result.items) == [f"/29-{n}" for n in range(4)]
    for item in result.items:
        number = int(item["n29"][4:])
        assert item["n0"] == "/0-0"
        assert item["n10"] == f"/10-{number // 2}"
    assert set(visits.values()) == {1}
    assert len(visits) == 4 + 14 * 2 + 12 * 4


def test_a_site_of_two_hundred_paths(project):
    count = 200

    def pages(path):
        if path == "/":
            return "".join(f'<a class="p{n}" href="/{n}">' for n in range(count))
        return f"<b>{path}</b>"

    tags = "".join(f"""  - {{tag: p{n}, start: 'class="p{n}" href="', end: '"', link: l{n}}}\n""" for n in range(count))
    layers = "".join(f"- layer: l{n}\n  tags: [{{tag: name, start: '<b>', end: '</b>'}}]\n" for n in range(count))
    groups = "".join(f"- group: g{n}\n  columns: [{{name: name{n}, tag: l{n}.name}}]\n" for n in range(count))
    rule = f"rule: wide\nlayers:\n- layer: home\n  entries: ['{{url}}/']\n  tags:\n{tags}{layers}groups:\n{groups}"
    result, visits = crawl(project, rule, pages)
    assert result.code == 0, result.log
    assert {name: value for item in result.items for name, value in item.items()} == {
        f"name{n}": f"/{n}" for n in range(count)
    }
    assert set(visits.values()) == {1}


CYCLE = """
rule: cycle
layers:
- layer: page
  entries: ['{url}/0']
  depth: 4
  tags:
  - {tag: name, start: '<b>', end: '</b>'}
  - {tag: link, start: 'href="', end: '"', link: page}
groups:
- group: names
  columns: [{name: name, tag: page.name}]
"""


def test_layers_that_lead_back_to_themselves_come_to_an_end(project):
    def pages(path):
        number = int(path[1:])
        return f'<b>{number}</b><a href="/{(number + 1) % 10}"><a href="/{(number - 1) % 10}">'

    result, visits = crawl(project, CYCLE, pages)
    assert result.code == 0, result.log
    # Four pages on one way: the first, and three on.
    assert {item["name"] for item in result.items} == {"0", "1", "2", "3", "7", "8", "9"}
    assert sum(visits.values()) <= 4 * len(visits)


TEMPLATES = """
rule: templates
layers:
- layer: home
  entries: ['{url}/']
  tags:
  - {tag: link, start: 'href="', end: '"', link: [text, video]}
- layer: text
  tags:
  - {tag: title, start: '<h1>', end: '</h1>'}
  - {tag: body, start: '<p>', end: '</p>'}
- layer: video
  tags:
  - {tag: title, start: '<h1>', end: '</h1>'}
  - {tag: file, start: 'src="', end: '"'}
groups:
- group: texts
  columns: [{name: title, tag: text.title}, {name: body, tag: text.body}]
- group: videos
  columns: [{name: title, tag: video.title}, {name: file, tag: video.file}]
"""


def test_several_templates_of_a_site_are_told_apart_on_one_visit(project):
    def pages(path):
        if path == "/":
            return "".join(f'<a href="/{kind}/{n}">' for kind in ("text", "video") for n in range(3))
        kind = path.split("/")[1]
        return f"<h1>{path}</h1>" + ("<p>body</p>" if kind == "text" else '<video src="a.mp4">')

    result, visits = crawl(project, TEMPLATES, pages)
    assert result.code == 0, result.log
    assert sorted(item["title"] for item in result.named("title", "body")) == [f"/text/{n}" for n in range(3)]
    assert sorted(item["title"] for item in result.named("title", "file")) == [f"/video/{n}" for n in range(3)]
    assert set(visits.values()) == {1}
    # A page of the other template lacks nothing.
    assert not [name for name in result.stats if name.startswith(("bt/rules/empty", "bt/rules/unequal"))]


LINKS = """
rule: links
{hosts}
layers:
- layer: home
  entries: ['{url}/']
  tags:
  - {tag: link, start: 'href="', end: '"', link: page}
- layer: page
  tags: [{tag: name, start: '<b>', end: '</b>'}]
groups:
- group: names
  columns: [{name: name, tag: page.name}]
"""


def test_links_lead_to_hosts_of_the_rule_only_by_http_and_redirects_too(project):
    with serving(lambda path: f"<b>other{path}</b>") as other:
        elsewhere = other.url.replace("127.0.0.1", "localhost")

        def pages(path):
            if path == "/":
                links = ("/ok", f"{elsewhere}/x", "file:///etc/passwd", "javascript:void(0)", "/away")
                return "".join(f'<a href="{link}">' for link in links)
            if path == "/away":
                return 302, f"{elsewhere}/redirected"
            return f"<b>{path}</b>"

        result, _ = crawl(project, LINKS.replace("{hosts}", ""), pages)
        assert [item["name"] for item in result.items] == ["/ok"]
        assert result.stats["bt/rules/denied/home.link"] == 3
        assert result.stats["bt/rules/refused"] == 1
        assert not other.visits
        assert "is none of the rule's hosts (127.0.0.1)" in result.log

        # Nor does a robots.txt lead there.
        def robots(path):
            return (302, f"{elsewhere}/robots.txt") if path == "/robots.txt" else pages(path)

        obeying = {"ROBOTSTXT_OBEY": True}
        result, _ = crawl(project, LINKS.replace("{hosts}", ""), robots, **obeying)
        assert [item["name"] for item in result.items] == ["/ok"]
        assert result.stats["bt/rules/refused"] == 2
        assert "/robots.txt is not read: the rule may not visit" in result.log
        assert not other.visits

        # A rule may name several sites.
        result, _ = crawl(project, LINKS.replace("{hosts}", "hosts: ['127.0.0.1', localhost]"), pages)
        assert sorted(item["name"] for item in result.items) == ["/ok", "other/redirected", "other/x"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0x7f000001", "2130706433", "[::1]"])
def test_internal_addresses_are_refused_unless_the_user_allows_them(project, host):
    with serving(lambda path: f"<b>{path}</b>") as site:
        url = site.url.replace("127.0.0.1", host)
        rule = CYCLE.replace("{url}", url)
        project.write("rules/rule.yaml", rule)
        result = project.crawl("rule", settings={"BT_ALLOW_INTERNAL": False, "RETRY_ENABLED": False})
        assert not site.visits
    assert not result.items
    assert "BT_ALLOW_INTERNAL" in result.log
    assert not result.has_traceback, result.log


RESOLVER = """
from scrapy.resolver import CachingThreadedResolver
from twisted.internet.defer import succeed

class Resolver(CachingThreadedResolver):
    def getHostByName(self, name, timeout=()):
        return succeed("127.0.0.1")
"""


@pytest.mark.parametrize("allowed", [True, False])
def test_a_name_that_leads_to_an_internal_address_is_refused_too(project, allowed):
    project.write("resolving.py", RESOLVER)
    project.settings["DNS_RESOLVER"] = "resolving.Resolver"
    with serving(lambda path: f"<b>{path}</b>") as site:
        url = site.url.replace("127.0.0.1", "www.example.org")
        project.write("rules/rule.yaml", CYCLE.replace("{url}", url))
        result = project.crawl("rule", settings={"BT_ALLOW_INTERNAL": allowed, "RETRY_ENABLED": False})
        assert bool(site.visits) is allowed
    assert bool(result.items) is allowed
    assert ("`www.example.org` leads to the internal address 127.0.0.1" in result.log) is not allowed


SLOW = r"""
rule: slow
layers:
- layer: home
  entries: ['{url}/']
  tags:
  - {tag: bad, rematch: '(?:(a|aa)+)\1+$'}
  - {tag: good, start: '<b>', end: '</b>'}
groups:
- group: bads
  columns: [{name: bad, tag: home.bad}]
- group: goods
  columns: [{name: good, tag: home.good}]
"""


def test_a_pattern_that_would_take_for_ever_ends_its_tag_alone(project):
    result, _ = crawl(project, SLOW, lambda path: f"<b>here</b>{'a' * 5000}!", BT_REGEX_SECONDS=0.3)
    assert result.code == 0, result.log
    assert [item for item in result.items if "good" in item] == [{"good": "here"}]
    assert result.stats["bt/rules/error/home.bad"] == 1
    assert "tag home.bad" in result.log


BEAT = """
import asyncio
import sys
import threading
from scrapy import signals

def modules_of(frame):
    while frame is not None:
        yield frame.f_globals.get("__name__", "")
        frame = frame.f_back

class Beat:
    \"\"\"Counts its turns of the event loop while another thread tries a pattern.\"\"\"

    def __init__(self, crawler):
        self.crawler = crawler
        crawler.signals.connect(self.begin, signals.spider_opened)
        crawler.signals.connect(self.end, signals.spider_closed)

    from_crawler = classmethod(lambda cls, crawler: cls(crawler))

    def begin(self):
        self.task = asyncio.ensure_future(self.beat())

    async def beat(self):
        own = threading.get_ident()
        while True:
            await asyncio.sleep(0.01)
            others = [frame for ident, frame in sys._current_frames().items() if ident != own]
            if any(name == "scrapy_bt.core.regex.patterns" for frame in others for name in modules_of(frame)):
                self.crawler.stats.inc_value("beats_meanwhile")

    def end(self):
        self.task.cancel()
"""


def test_the_reactor_goes_on_while_a_slow_pattern_is_tried(project):
    project.write("beat.py", BEAT)
    project.settings["EXTENSIONS"] = {"beat.Beat": 1}
    result, _ = crawl(project, SLOW, lambda path: f"<b>here</b>{'a' * 5000}!", BT_REGEX_SECONDS=4)
    assert result.stats["bt/rules/error/home.bad"] == 1
    assert result.stats["elapsed_time_seconds"] > 4
    assert result.stats["beats_meanwhile"] > 1
    assert {"good": "here"} in result.items
