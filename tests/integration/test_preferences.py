"""What is preferred is fetched first: by an ordinary spider and by a tree, from the same list of names."""

import json

import pytest

from tests.docs.blocks import DOCS, read_blocks
from tests.serving import Handler, serving

THINGS = 60
WANTED = {7, 23, 41, 58}

SPIDER = """
import scrapy


class Things(scrapy.Spider):
    name = "plain"
    custom_settings = {"CONCURRENT_REQUESTS": 1}

    async def start(self):
        yield scrapy.Request(self.site + "/")

    def parse(self, response):
        yield from response.follow_all(css="a", callback=self.parse_thing)

    def parse_thing(self, response):
        yield {"url": response.url}
"""

TREE = """
list  :: visit "{site}/"
links :: data css "a::attr(href)" all
page  :: visit "{site}{link}"
thing :: item { url = re "(/thing/\\\\d+)" }

detail :: and (link) { :page  :thing }

main :: and (site) {
    :list
    while link = :links { goroutine { :detail(link) } }
}
"""


class Site(Handler):
    def do_GET(self):  # noqa: N802 - as the server calls it
        if self.path == "/":
            links = (f"<li><a href=/thing/{n}>{'Analytical engine' if n in WANTED else 'Loom'} {n}</a>" for n in _all())
            self.answer(200, f"<ul>{''.join(links)}</ul>")
        else:
            number = int(self.path.rpartition("/")[2])
            text = "The Analytical Engine. " * 9 if number in WANTED else "A loom."
            self.answer(200, f"<h1>{self.path}</h1><p>{text}</p>")


def _all():
    return range(THINGS)


@pytest.fixture(scope="module")
def site():
    with serving(Site) as address:
        yield address


def test_names_are_imported_preferred_and_fetched_first(project, site):
    project.spiders("things", SPIDER)
    project.tree("tree", TREE)
    names = next(block.text for block in read_blocks(DOCS / "preferences.md") if block.text.startswith("name,kind"))
    project.write("names.csv", names)
    assert project.run("bt", "entities", "import", "names.csv").code == 0
    assert project.run("bt", "entities", "prefer", "analytical engine", "3").code == 0
    settings = {"BT_PREFERENCES": "preferences.toml", "CONCURRENT_REQUESTS": "1"}
    for name in ("plain", "tree"):
        result = project.crawl(name, site=site, settings=settings)
        assert (len(result.items), result.has_traceback) == (THINGS, False), result.log
        first = [int(item["url"].rpartition("/")[2]) for item in result.items[: len(WANTED) + 4]]
        assert set(first) >= WANTED, result.items
        assert result.stats["bt/preferences/relevant"] == len(WANTED) + 1  # the list, too
    shown = json.loads(project.run("bt", "entities", "show", "Analytical Engine", "--json").output)
    assert {int(page["url"].rpartition("/")[2]) for page in shown["pages"] if "thing" in page["url"]} == WANTED


def test_a_fault_of_the_file_is_told_before_anything_starts(project, site):
    project.spiders("things", SPIDER)
    project.write("preferences.toml", "[prefer.words]\nengine = 9\n")
    result = project.run("crawl", "plain", "-a", f"site={site}", settings={"BT_PREFERENCES": "preferences.toml"})
    assert result.code == 2
    assert "preferences.toml:2:10: the weight of `engine` is a number from -3 to 3" in result.log


FOLLOWING = """
import scrapy


class Following(scrapy.Spider):
    name = "following"
    custom_settings = {"CONCURRENT_REQUESTS": 1}

    async def start(self):
        yield scrapy.Request(self.site + "/")

    def parse(self, response):
        yield {"url": response.url}
        yield from response.follow_all(css="a")
"""


class Twice(Handler):
    """The list says nothing of its links; each page names one that is wanted."""

    def do_GET(self):  # noqa: N802 - as the server calls it
        if self.path == "/":
            self.answer(200, "".join(f"<a href=/{number}>more</a> " for number in range(1, 40)))
        else:
            self.answer(200, "<p><a href=/20>Analytical engine</a>")


@pytest.mark.parametrize("kept", ["in memory", "on the disk"])
def test_what_waits_goes_forward_when_another_page_names_it_and_nothing_comes_twice(project, kept):
    project.spiders("following", FOLLOWING)
    project.write("preferences.toml", '[prefer.words]\n"analytical engine" = 3\n')
    settings = {"BT_PREFERENCES": "preferences.toml"}
    settings |= {"JOBDIR": "job"} if kept == "on the disk" else {}
    with serving(Twice) as address:
        result = project.crawl("following", site=address, settings=settings)
    urls = [int(item["url"].rpartition("/")[2] or 0) for item in result.items]
    assert sorted(urls) == list(range(40)), result.log
    if kept == "in memory":
        assert urls.index(20) < 10, urls  # behind what was under way; in its first place it would be the twentieth
        assert result.stats["bt/preferences/forwarded"] == 1


RECOGNISER = """
import re

from scrapy_bt.core.preference.mentions import Mention


class Capitals:
    def recognise(self, text, language):
        if "page 3" in text:
            raise RuntimeError("three")
        return [Mention(*found.span(), "person", 1.0) for found in re.finditer("Charles Babbage", text)]
"""


class People(Handler):
    def do_GET(self):  # noqa: N802 - as the server calls it
        if self.path == "/":
            self.answer(200, "".join(f"<a href=/{number}>more</a> " for number in range(1, 6)))
        else:
            number = self.path[1:]
            self.answer(200, f"<p>page {number}. {'Charles Babbage lived. ' * 4 if number in '24' else 'Nobody.'}")


def test_names_that_only_a_recogniser_knows_are_entities_and_preferred_by_their_kind(project):
    project.spiders("following", FOLLOWING)
    project.write("demo/recogniser.py", RECOGNISER)
    project.write("preferences.toml", "[prefer.kinds]\nperson = 3\n")
    settings = {"BT_PREFERENCES": "preferences.toml", "BT_RECOGNISERS": "demo.recogniser.Capitals"}
    with serving(People) as address:
        result = project.crawl("following", site=address, settings=settings)
    assert (len(result.items), result.has_traceback) == (6, False), result.log
    assert result.stats["bt/preferences/relevant"] == 2
    assert result.stats["bt/preferences/passed_by"] == 1
    assert result.log.count("could not read a text") == 1
    shown = json.loads(project.run("bt", "entities", "show", "charles babbage", "--json").output)
    assert (shown["id"], shown["kind"], len(shown["pages"])) == ("?charles babbage", "person", 2)
    project.write("names.csv", "id,name,kind\nq1,Babbage,person\n")
    assert project.run("bt", "entities", "import", "names.csv").code == 0
    assert project.run("bt", "entities", "merge", "q1", "?charles babbage").code == 0
    shown = json.loads(project.run("bt", "entities", "show", "charles babbage", "--json").output)
    assert (shown["id"], len(shown["pages"])) == ("q1", 2)


def test_a_name_in_another_spelling_is_the_entity_that_is_known(project):
    project.spiders("following", FOLLOWING)
    project.write("demo/recogniser.py", RECOGNISER)
    project.write("preferences.toml", "[prefer.entities]\nq1 = 3\n")
    project.write("names.csv", 'id,name,kind\nq1,"Babbage, Charles",person\n')
    assert project.run("bt", "entities", "import", "names.csv").code == 0
    settings = {"BT_PREFERENCES": "preferences.toml", "BT_RECOGNISERS": "demo.recogniser.Capitals"}
    with serving(People) as address:
        result = project.crawl("following", site=address, settings=settings)
    assert result.stats["bt/preferences/relevant"] == 2
    told = json.loads(project.run("bt", "entities", "show", "q1", "--json").output)
    assert len(told["pages"]) == 2
    mistyped = project.run("bt", "entities", "show", "Babage, Charles")
    assert "no entity is called 'Babage, Charles': did you mean 'Babbage, Charles'?" in mistyped.log


def test_a_recogniser_that_there_is_not_is_told_before_anything_starts(project, site):
    project.spiders("things", SPIDER)
    project.write("preferences.toml", "[prefer.words]\nengine = 3\n")
    settings = {"BT_PREFERENCES": "preferences.toml", "BT_RECOGNISERS": "spaci"}
    result = project.run("crawl", "plain", "-a", f"site={site}", settings=settings)
    assert (result.code, "BT_RECOGNISERS: 'spaci' cannot be made" in result.log) == (2, True), result.log


RELATED = """id,name,kind
q1,Ada Lovelace,person
q2,Charles Babbage,person
q3,伦敦,place
"""


class Said(Handler):
    def do_GET(self):  # noqa: N802 - as the server calls it
        pages = {
            "/": "<a href=/1>one</a> <a href=/2>two</a>",
            "/1": "<p>Ada Lovelace was married to Charles Babbage. No more.</p>",
            "/2": "<meta charset=utf-8><p>Charles Babbage 出生于伦敦。</p>",
        }
        self.answer(200, pages[self.path], kind="text/html; charset=utf-8")


def test_relations_are_kept_with_their_sentences_preferred_and_drawn(project):
    project.spiders("following", FOLLOWING)
    project.write("names.csv", RELATED)
    project.write("preferences.toml", '[prefer.relations]\n"born in" = 3\n')
    assert project.run("bt", "entities", "import", "names.csv").code == 0
    with serving(Said) as address:
        result = project.crawl("following", site=address, settings={"BT_PREFERENCES": "preferences.toml"})
    assert (len(result.items), result.has_traceback) == (3, False), result.log
    shown = json.loads(project.run("bt", "entities", "show", "q2", "--json").output)
    told = {(one["relation"], one["sentence"], one["url"][-2:]) for one in shown["related"]}
    assert told == {
        ("married to", "Ada Lovelace was married to Charles Babbage.", "/1"),
        ("born in", "Charles Babbage 出生于伦敦。", "/2"),
    }
    drawn = project.run("bt", "entities", "graph", "q2")
    assert (drawn.code, drawn.output.count("<circle")) == (0, 3), drawn.log
    exported = project.run("bt", "entities", "export", "relations").output
    assert "q2,born in,q3,0.8," in exported
