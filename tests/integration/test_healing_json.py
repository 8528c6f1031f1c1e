"""An answer of an interface that becomes another one in mid-crawl loses no record, of a spider and of a tree."""

import json

import pytest

from tests.interfaces import PAGES, moving_interface, spider_that

SPIDER = spider_that("""
price = response.jmespath("product.price").get()
yield {"title": response.jmespath("product.title").get(), "price": price}
""")

TREE = """
list    :: visit "{site}/"
links   :: data css "a::attr(href)" all
page    :: visit "{site}{link}"
product :: item { title = json "product.title"  price = json "product.price" }
detail  :: and (link) { :page  :product }

main :: and (site) {
    :list
    while link = :links { goroutine { :detail(link) } }
}
"""


@pytest.fixture
def interface():
    with moving_interface(lambda n: {"product": {"title": f"Thing {n} of the shop", "price": n + 0.5}}) as address:
        yield address


@pytest.mark.parametrize("author", ["spider", "tree"])
def test_what_has_moved_as_a_whole_is_healed_in_mid_crawl(project, interface, author):
    if author == "spider":
        project.spiders("things", SPIDER)
    else:
        project.tree("plain", TREE)
    result = project.crawl("plain", site=interface, settings={"BT_HEALING": "auto"})
    items = sorted(({"title": one["title"], "price": one["price"]} for one in result.items), key=json.dumps)
    right = ({"title": f"Thing {n} of the shop", "price": n + 0.5} for n in range(PAGES))
    assert items == sorted(right, key=json.dumps), result.log
    assert (result.stats["bt/healing/switched_on"], result.has_traceback) == (2, False)
    accepted = project.run("bt", "heal", "accept", "--all", "--write", settings={"BT_HEALING": "auto"})
    file = project.folder / ("spiders/things.py" if author == "spider" else "trees/plain.bt")
    assert (accepted.code, file.read_text().count('"data.product.')) == (0, 2), accepted.output
