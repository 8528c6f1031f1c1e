"""`scrapy crawl NAME` for rules, and the trees that are printed of them."""

import shlex

import pytest

from tests.integration.projects import Project
from tests.integration.rules.sites import serving

ARTICLES = {1: 3, 2: 1, 3: 2, 4: 1}
"""By number: how many pages."""


def shop(path):
    """Two lists of two articles each; articles over several pages; the last page of a list leads back to the first."""
    if path.startswith("/list_"):
        number = int(path[6:8])
        first = number * 2 - 1
        links = "".join(
            f'<li><a href="/article/{n}/1">Article {n}</a> <i>{n * 1000:,}.50 €</i>' for n in (first, first + 1)
        )
        onward = "/list_02.html" if number == 1 else "/list_01.html"
        return f'<h1>List {number}</h1>{links}<a class="next" href="{onward}">next</a>'
    if path.startswith("/article/"):
        number, page = map(int, path[9:].split("/"))
        more = f'<a class="next" href="/article/{number}/{page + 1}">' if page < ARTICLES[number] else ""
        return f"<h1>Head {number}</h1><p>{number}-{page};</p>{more}"
    return None


RULE = """
rule: shop
site: {{url: {url}}}
layers:
- layer: list
  entries: ['/list_<1,1,1,true>1.html']
  next: next
  tags:
  - {{tag: link, start: '<a href="', end: '"', link: article, include: article}}
  - {{tag: name, start: 'Article ', end: '</a>'}}
  - {{tag: price, start: '<i>', end: '</i>'}}
  - {{tag: next, start: 'class="next" href="', end: '"', link: true}}
- layer: article
  next: next
  content: text
  tags:
  - {{tag: head, start: '<h1>', end: '</h1>'}}
  - {{tag: text, start: '<p>', end: '</p>'}}
  - {{tag: next, start: 'class="next" href="', end: '"', link: true}}
groups:
- group: prices
  columns:
  - {{name: name, tag: list.name}}
  - {{name: price, tag: list.price, type: number}}
- group: articles
  columns:
  - {{name: name, tag: list.name}}
  - {{name: head, tag: article.head}}
  - {{name: text, tag: article.text, length: 9}}
""".replace("<1,1,1,true>1", "0<1,1,1,false>")

PRICES = [{"name": str(n), "price": n * 1000 + 0.5} for n in ARTICLES]
TEXTS = [
    {"name": str(n), "head": f"Head {n}", "text": "\n".join(f"{n}-{page + 1};" for page in range(pages))[:9]}
    for n, pages in ARTICLES.items()
]


@pytest.fixture(scope="module")
def running():
    with serving(shop) as site:
        yield site


@pytest.fixture
def site(running):
    running.visits.clear()
    return running


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path)
    made.settings["BT_ALLOW_INTERNAL"] = True
    return made


def by_name(items):
    return sorted(items, key=lambda item: item["name"])


def test_a_rule_is_crawled_by_its_name(project, site):
    project.write("rules/shop.yaml", RULE.format(url=site.url))
    result = project.crawl("shop")
    assert result.code == 0, result.log
    assert not result.has_traceback, result.log
    assert by_name(result.named("name", "price")) == PRICES
    assert by_name(result.named("name", "head", "text")) == TEXTS
    assert result.stats["bt/items/prices"] == 4
    assert result.stats["bt/rules/cut/articles.text"] == 1
    # The last list leads back to the first, and nothing is visited twice.
    assert set(site.visits.values()) == {1}
    assert sum(count for path, count in site.visits.items() if path != "/robots.txt") == 2 + sum(ARTICLES.values())


def test_the_printed_tree_passes_the_check_and_gives_the_same_records(project, site):
    project.write("rules/shop.yaml", RULE.format(url=site.url))
    printed = project.run("bt", "rules", "convert", "rules/shop.yaml")
    assert printed.code == 0, printed.log
    project.tree("printed", printed.output)
    checked = project.run("bt", "check")
    assert checked.code == 0, checked.output
    result = project.crawl("printed")
    assert not result.has_traceback, result.log
    assert by_name(result.named("name", "price")) == PRICES
    assert by_name(result.named("name", "head", "text")) == TEXTS
    assert project.run("bt", "format", "--check", "trees/printed.bt").code == 0
    written = project.run("bt", "rules", "convert", "rules/shop.yaml", "-o", "trees/written.bt")
    assert written.code == 0, written.log
    assert (project.folder / "trees/written.bt").read_text() == printed.output


def test_rules_are_listed_beside_trees_and_spiders(project):
    project.write("rules/shop.yaml", RULE.format(url="https://shop.test"))
    project.write("rules/deep/other.yml", RULE.format(url="https://shop.test"))
    project.tree("tree", 'main :: and { :page }\npage :: visit "https://a.test"')
    assert project.run("list").output.split() == ["other", "shop", "tree"]
    project.tree("shop", 'main :: and { :page }\npage :: visit "https://a.test"')
    assert "several spiders are named 'shop'" in project.run("list").log


def test_a_rule_with_faults_is_told_before_anything_starts(project):
    project.write("rules/shop.yaml", RULE.format(url="https://shop.test").replace("tag: head", "tig: head"))
    result = project.crawl("shop")
    assert result.code == 2
    assert "rules/shop.yaml:" in result.log
    assert not result.has_traceback


def test_a_page_on_which_a_tag_takes_nothing_is_kept_and_counted(project, site):
    project.write("rules/shop.yaml", RULE.format(url=site.url).replace("'<h1>', end: '</h1>'", "'<h7>', end: '</h7>'"))
    result = project.crawl("shop")
    assert result.code == 0
    assert result.stats["bt/rules/empty/article.head"] == 4
    # One of the two groups lacks what it needs, and says so.
    assert not result.named("name", "head", "text")
    assert result.stats["bt/rules/unequal/articles"] == 4
    assert by_name(result.named("name", "price")) == PRICES
    kept = sorted((project.folder / ".scrapy/bt-pages/shop").glob("*.html"))
    assert [path.name for path in kept] == [f"article.head-{number}.html" for number in (1, 2, 3)]
    assert kept[0].read_text().startswith("<h1>Head")
    # What the log says works as it stands.
    command = result.log.partition("the page is kept: scrapy ")[2].partition("\n")[0]
    tried = project.run(*shlex.split(command))
    assert tried.code == 1
    assert "layer article\n\nhead  takes nothing" in tried.output
    assert tried.output.startswith(f"{site.url}/article/")


COUNTING = """
from scrapy import signals

class Counting:
    def __init__(self, crawler):
        self.crawler = crawler
        crawler.signals.connect(self.count, signals.item_scraped)

    from_crawler = classmethod(lambda cls, crawler: cls(crawler))

    def count(self):
        self.crawler.stats.max_value("most", self.crawler.spider.runner.frontier.counts().unfinished)
"""


def test_of_a_million_entries_only_those_at_hand_are_tasks(project):
    rule = """
    rule: many
    layers:
    - layer: page
      entries: ['{url}/page_<1,1000,1,true>_<1,1000,1,false>']
      tags: [{tag: name, start: '<b>', end: '</b>'}]
    groups:
    - group: names
      columns: [{name: name, tag: page.name}]
    """
    project.write("counting.py", COUNTING)
    project.settings["EXTENSIONS"] = {"counting.Counting": 1}
    with serving(lambda path: f"<b>{path}</b>") as site:
        project.write("rules/many.yaml", rule.replace("{url}", site.url))
        result = project.crawl("many", settings={"CLOSESPIDER_PAGECOUNT": 500})
    assert result.code == 0, result.log
    assert len(result.items) >= 490
    assert {"name": "/page_0001_1"} in result.items
    assert result.stats["most"] < 1000
