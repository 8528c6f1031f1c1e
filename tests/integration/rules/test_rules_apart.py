"""Rules on Redis, a worker without the file, `rules` sources in trees by hand, and what is downloaded for columns."""

import io

import pytest

from scrapy_bt.testing.redis import RedisServer
from tests.integration.projects import Project
from tests.integration.rules.sites import serving
from tests.integration.rules.test_crawl_rules import ARTICLES, PRICES, RULE, TEXTS, by_name, shop


@pytest.fixture(scope="module")
def site():
    with serving(shop) as running:
        yield running


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path)
    made.settings["BT_ALLOW_INTERNAL"] = True
    return made


def test_a_rule_runs_on_redis_and_a_worker_needs_no_file_of_it(project, tmp_path, site):
    project.write("rules/shop.yaml", RULE.format(url=site.url))
    with RedisServer() as redis:
        project.settings["REDIS_URL"] = redis.url
        result = project.crawl("shop", settings={"BT_FRONTIER": "redis", "CLOSESPIDER_PAGECOUNT": 2})
        assert not result.has_traceback, result.log
        first = result.items
        (tmp_path / "other").mkdir()
        other = Project(tmp_path / "other")
        other.settings.update(project.settings)
        rest = other.run("bt", "work", "shop", "-o", "items.jl", settings={"BT_FRONTIER": "redis"})
        assert rest.code == 0, rest.log
        assert not rest.has_traceback, rest.log
    records = [*first, *rest.items]
    assert by_name([item for item in records if set(item) == {"name", "price"}]) == PRICES
    assert by_name([item for item in records if "text" in item]) == TEXTS
    assert rest.items


def test_a_tree_by_hand_takes_values_by_the_tags_of_a_rule(project, site):
    project.write("rules/shop.yaml", RULE.format(url="https://shop.test"))
    tree = """
    list  :: visit "{site}/list_01.html"
    names :: data rules "../rules/shop.yaml" "list.name"
    row   :: item { name = name  link = rules "../rules/shop.yaml" "list.link" }
    main  :: and (site) { :list  while name = :names { :row } }
    """
    project.site = site.url
    result = project.crawl_tree(tree)
    assert result.items == [{"name": n, "link": f"{site.url}/article/1/1"} for n in ("1", "2")]


def test_a_tree_that_names_a_tag_that_is_not_there_is_told(project):
    project.write("rules/shop.yaml", RULE.format(url="https://shop.test"))
    source = 'rules "../rules/shop.yaml" "list.nome"'
    project.tree("tree", f'p :: visit "https://a.test" t :: data {source} main :: and {{ :p :t }}')
    result = project.run("bt", "check")
    assert result.code == 1
    assert "layer `list` has no tag `nome`" in result.output


MEDIA = """
rule: media
site: {url: '{url}'}
layers:
- layer: page
  entries: ['/page']
  tags:
  - {tag: name, start: '<b>', end: '</b>'}
  - {tag: cover, start: 'src="', end: '"', link: true}
  - {tag: sheet, start: 'href="', end: '"', link: true}
groups:
- group: books
  columns:
  - {name: name, tag: page.name}
  - {name: cover, tag: page.cover, type: image}
  - {name: sheet, tag: page.sheet, type: file}
"""


def test_images_and_files_of_columns_are_downloaded(project):
    image = pytest.importorskip("PIL.Image")
    picture = io.BytesIO()
    image.new("RGB", (4, 4), "red").save(picture, "PNG")

    def pages(path):
        if path == "/page":
            return '<b>one</b><img src="/a.png"><a href="/a.pdf"><b>two</b><img src="https://x.test/b"><a href="/lost">'
        return {"/a.png": picture.getvalue(), "/a.pdf": b"%PDF"}.get(path)

    with serving(pages) as site:
        project.write("rules/media.yaml", MEDIA.replace("{url}", site.url))
        stores = {"IMAGES_STORE": str(project.folder / "images"), "FILES_STORE": str(project.folder / "files")}
        result = project.crawl("media", settings=stores)
        assert result.code == 0, result.log
    one, two = by_name(result.items)
    assert (project.folder / "images" / one["cover"]).stat().st_size
    assert (project.folder / "files" / one["sheet"]).read_bytes() == b"%PDF"
    # What is of another host, or not there, stays a URL.
    assert two == {"name": "two", "cover": "https://x.test/b", "sheet": f"{site.url}/lost"}
    assert len(ARTICLES) == 4


@pytest.mark.parametrize("allowed", [None, False])
def test_what_is_downloaded_follows_redirects_within_the_rule(project, allowed):
    with serving(lambda path: b"other") as other:
        elsewhere = other.url.replace("127.0.0.1", "localhost")

        def pages(path):
            if path == "/page":
                sheets = ("old", "away")
                return "".join(f'<b>{name}</b><img src="x"><a href="/{name}">' for name in sheets)
            redirects = {"/old": (302, "/a.pdf"), "/away": (302, f"{elsewhere}/a.pdf")}
            return redirects.get(path, b"%PDF" if path == "/a.pdf" else None)

        with serving(pages) as site:
            project.write("rules/media.yaml", MEDIA.replace("{url}", site.url).replace("type: image", "type: text"))
            settings = {"FILES_STORE": str(project.folder / "files"), "MEDIA_ALLOW_REDIRECTS": allowed}
            result = project.crawl("media", settings={name: it for name, it in settings.items() if it is not None})
            assert result.code == 0, result.log
            assert not result.has_traceback, result.log
        away, old = by_name(result.items)
        assert away["sheet"] == f"{site.url}/away"
        assert not other.visits
    if allowed is False:
        assert old["sheet"] == f"{site.url}/old"
    else:
        assert (project.folder / "files" / old["sheet"]).read_bytes() == b"%PDF"
        assert result.stats["bt/rules/refused"] == 1
