"""An answer of an interface that becomes another one in mid-crawl loses no record, of a spider and of a tree."""

import json

import pytest

from tests.serving import Handler, serving

PAGES = 70
BEFORE = 50
"""As they were; also without the 16 that may be on their way there are more than the 24 that tell what is usual."""

SPIDER = """
import scrapy


class Things(scrapy.Spider):
    name = "plain"

    async def start(self):
        for number in range(PAGES):
            yield scrapy.Request(f"{self.site}/thing/{number}")

    def parse(self, response):
        price = response.jmespath("product.price").get()
        yield {"title": response.jmespath("product.title").get(), "price": price}
""".replace("PAGES", str(PAGES))

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
    """Its address, and how many more things it tells as it did; later ones it tells within other things."""

    class Interface(Handler):
        left = BEFORE

        def do_GET(self):  # noqa: N802 - as the server calls it
            if self.path == "/":
                self.answer(200, "".join(f"<a href=/thing/{n}>{n}</a>" for n in range(PAGES)))
            elif not self.path.startswith("/thing/"):
                self.answer(404, "none")
            else:
                Interface.left -= 1
                n = int(self.path[7:])
                told = {"product": {"title": f"Thing {n} of the shop", "price": n + 0.5}}
                seller = {"seller": {"name": "Ann Lee", "since": 2019}}
                answer = told if Interface.left >= 0 else {"data": {**told, **seller}, "version": 2}
                self.answer(200, json.dumps(answer), kind="application/json")

    with serving(Interface) as address:
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
