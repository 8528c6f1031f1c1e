"""A site that gets a new layout in mid-crawl loses no record, and a spider that is watched does what it did."""

import json
import re
import signal

import pytest

from tests.serving import Handler, serving

PAGES = 90
OLD = "<div><h1>Thing {n} of the shop</h1><span class=price>{n}.50 €</span><p class=text>About {n}</p></div>"
NEW = "<main><h2>Thing {n} of the shop</h2><b class=cost>{n}.50 €</b><p class=text>About {n}</p></main>"

SPIDER = """
import scrapy
from scrapy.loader import ItemLoader


class Shop(scrapy.Spider):
    name = "plain"

    async def start(self):
        yield scrapy.Request(self.site + "/")

    def parse(self, response):
        for link in response.css("a.item"):
            yield response.follow(link, self.parse_thing)

    async def parse_thing(self, response):
        loader = ItemLoader(item={}, response=response)
        loader.add_css("title", "h1::text")
        loader.add_xpath("price", "//span[@class='price']/text()")
        yield {**loader.load_item(), "text": response.css("p.text::text").get()}
"""

TREE = """
list    :: visit "{site}/"
links   :: data css "a.item::attr(href)" all
page    :: visit "{site}{link}"
product :: item { title = css "h1::text"  price = css ".price::text" as number  text = css "p.text::text" }
detail  :: and (link) { :page  :product }

main :: and (site) {
    :list
    while link = :links { goroutine { :detail(link) } }
}
"""

KILLED = """
import os
import signal

from scrapy_bt.crawl.healing.switching import Switching


class Killed:
    @classmethod
    def from_crawler(cls, crawler):
        switch_on = Switching.switch_on

        def killed(switching, filed):
            switch_on(switching, filed)
            os.kill(os.getpid(), signal.SIGKILL)

        Switching.switch_on = killed
        return cls()
"""
"""An extension by which the process ends as soon as a selector stands in for another one."""


@pytest.fixture
def shop():
    """Its address, and how many more things it shows in the old layout."""

    class Shop(Handler):
        left = PAGES
        listed = PAGES

        def do_GET(self):  # noqa: N802 - as the server calls it
            if self.path == "/":
                links = "".join(f"<a class=item href=/thing/{n}>{n}</a>" for n in range(Shop.listed))
                self.answer(200, links, ("Set-Cookie", "visit=1; Path=/"))
            elif "visit=1" not in self.headers.get("Cookie", ""):
                self.answer(403, "begin at the list")
            elif not self.path.startswith("/thing/"):
                self.answer(404, "none")
            else:
                Shop.left -= 1
                layout = OLD if Shop.left >= 0 else NEW
                self.answer(200, f"<html><body>{layout}</body></html>".format(n=self.path[7:]))

    with serving(Shop) as address:
        yield address, Shop


def alarms(result):
    return {name.removeprefix("bt/healing/alarm/") for name in result.stats if name.startswith("bt/healing/alarm/")}


def test_an_ordinary_spider_is_as_it_was_and_a_redesign_loses_no_record_also_after_a_kill(project, shop):
    address, pages = shop
    project.spiders("shop", SPIDER)
    plain = project.crawl("plain", site=address)
    pages.left = PAGES
    watched = project.crawl("plain", site=address, settings={"BT_HEALING": "watch", "BT_ENGINE": "lean"})
    assert sorted(map(json.dumps, watched.items)) == sorted(map(json.dumps, plain.items))
    assert (len(watched.items), alarms(watched), watched.has_traceback) == (PAGES, set(), False)

    pages.left = 0
    project.spiders("killed", KILLED)
    settings = {"BT_HEALING": "auto", "BT_ENGINE": "lean", "EXTENSIONS": {"spiders.killed.Killed": 0}}
    killed = project.crawl("plain", site=address, settings=settings)
    review = project.run("bt", "heal", "review", "--json", settings={"BT_HEALING": "auto"})
    lost = ("Shop.parse_thing/css h1::text", "Shop.parse_thing/xpath //span[@class='price']/text()")
    assert all(f"may have changed: '{name}' (spiders/shop.py:" in killed.log for name in lost)
    states = [json.loads(line)["state"] for line in review.output.splitlines()]
    assert (killed.code, "live" in states) == (-signal.SIGKILL, True)

    redesigned = project.crawl("plain", site=address, settings={"BT_HEALING": "auto", "BT_ENGINE": "lean"})
    assert sorted(map(json.dumps, redesigned.items)) == sorted(map(json.dumps, plain.items))
    assert redesigned.stats["bt/healing/healed/Shop.parse_thing/css h1::text"] == PAGES
    assert (redesigned.stats["bt/healing/switched_on"], redesigned.has_traceback) == (2, False)


def test_a_tree_is_healed_in_mid_crawl_and_its_file_is_edited(project, shop):
    address, pages = shop
    pages.left = PAGES // 2
    project.tree("tree", TREE)
    result = project.crawl("tree", site=address, settings={"BT_HEALING": "auto"})
    assert result.code == 0, result.log
    assert sorted(item["price"] for item in result.items) == [n + 0.5 for n in range(PAGES)]
    assert {item["title"] for item in result.items} == {f"Thing {n} of the shop" for n in range(PAGES)}
    assert {"product/title", "product/price"} == alarms(result)
    assert re.search(
        r"WARNING: The site may have changed: 'product/title' \(trees/tree\.bt:4\) finds nothing any more", result.log
    )
    status = project.run("bt", "heal", "status", "tree", "--json", settings={"BT_HEALING": "watch"})
    fields = {one["field"]: one for one in map(json.loads, status.output.splitlines()) if one["node"] == "product"}
    assert (status.code, fields["price"]["changed"], fields["text"]["changed"]) == (1, ["found"], [])
    assert fields["price"]["missing"] >= 6
    assert fields["price"]["kind"]
    accepted = project.run("bt", "heal", "accept", "--all", settings={"BT_HEALING": "auto"})
    assert (accepted.code, "h2::text" in (project.folder / "trees/tree.bt").read_text()) == (0, True)


def test_pages_of_a_tree_that_a_nightly_crawl_has_missed_are_fetched_by_the_next_one_after_healing(project, shop):
    address, pages = shop
    file = project.tree("tree", f"heal = review\n{TREE}")
    assert len(project.crawl("tree", site=address).items) == PAGES
    broken = project.crawl("tree", site=address)
    assert [item for item in broken.items if item.get("price")] == []
    assert project.run("bt", "heal", "accept", "--all").code == 0
    assert "h2::text" in file.read_text()

    pages.listed = 3  # the others are not met any more
    healed = project.crawl("tree", site=address)
    assert healed.code == 0, healed.log
    assert sorted(item["price"] for item in healed.items) == [n + 0.5 for n in range(PAGES)]
    assert healed.stats["bt/healing/fetched_again"] == PAGES - 3
    assert "tasks are left" not in healed.log
    assert len(project.crawl("tree", site=address).items) == 3


RULE = """rule: things
site:
  name: Things
  url: SITE/

layers:
  - layer: list
    tags:
      - tag: link
        start: '<a class=item href='
        end: '>'
        link: thing

  - layer: thing
    tags:
      - tag: title
        start: '<h1>'   # as it is today
        end: '</h1>'
        treatments:
          - replace: ' of the shop'
            with: ''
      - tag: price
        start: '<span class=price>'
        end: '</span>'
      - tag: text
        start: '<p class=text>'
        end: '</p>'

groups:
  - group: thing
    columns:
      - {name: title, tag: thing.title}
      - {name: price, tag: thing.price, type: number}
      - {name: text, tag: thing.text}
"""


def test_a_rule_is_healed_in_mid_crawl_and_its_file_is_edited(project, shop):
    address, pages = shop
    pages.left = PAGES // 2
    file = project.write("rules/things.yaml", RULE.replace("SITE", address))
    result = project.crawl("things", settings={"BT_HEALING": "auto", "BT_ALLOW_INTERNAL": True})
    assert result.code == 0, result.log
    assert sorted(item["price"] for item in result.items) == [n + 0.5 for n in range(PAGES)]
    assert {item["title"] for item in result.items} == {f"Thing {n}" for n in range(PAGES)}
    assert {"thing/title", "thing/price"} == alarms(result)
    status = project.run("bt", "heal", "status", "things", "--json")
    fields = {one["field"]: one for one in map(json.loads, status.output.splitlines()) if one["node"] == "thing"}
    assert fields["title"]["selector"] == "{start: '<h1>', end: '</h1>'}"
    before = file.read_text().splitlines()
    tried = project.run("bt", "heal", "try", "{start: '<h2>', end: '</h2>'}", "1")
    assert (tried.code, " of the shop" in tried.output) == (0, True), tried.output
    accepted = project.run("bt", "heal", "accept", "--all")
    assert accepted.code == 0, accepted.output
    changed = [(one, other) for one, other in zip(before, file.read_text().splitlines(), strict=True) if one != other]
    assert [one.strip() for one, _ in changed] == [
        "start: '<h1>'   # as it is today", "end: '</h1>'", "start: '<span class=price>'", "end: '</span>'",
    ]  # fmt: skip
    assert changed[0][1].endswith("  # as it is today")
    healed = project.crawl("things", settings={"BT_HEALING": "auto", "BT_ALLOW_INTERNAL": True})
    assert sorted(item["price"] for item in healed.items) == [n + 0.5 for n in range(PAGES)]
    assert (alarms(healed), healed.stats.get("bt/healing/healed")) == (set(), None)
    back = project.run("bt", "heal", "rollback", "1", "2")
    assert (back.code, file.read_text().splitlines()) == (0, before), back.output


def test_pages_of_a_rule_that_a_nightly_crawl_has_missed_are_fetched_by_the_next_one_after_healing(project, shop):
    address, pages = shop
    project.write("rules/things.yaml", RULE.replace("SITE", address).replace("\nlayers:", "heal: review\nlayers:", 1))
    settings = {"BT_ALLOW_INTERNAL": True}
    assert len(project.crawl("things", settings=settings).items) == PAGES
    project.crawl("things", settings=settings)
    assert project.run("bt", "heal", "accept", "--all").code == 0
    pages.listed = 3
    healed = project.crawl("things", settings=settings)
    assert (healed.code, healed.stats.get("bt/healing/fetched_again")) == (0, PAGES - 3), healed.log
    assert sorted(item["price"] for item in healed.items) == [n + 0.5 for n in range(PAGES)]


LISTED = """rule: offers
site:
  name: Offers
  url: SITE/

layers:
  - layer: list
    entries:
      - SITE/offers/<0,69,1,false>
    tags:
      - {tag: offer, start: '<li class=offer>', end: '</li>'}
      - {tag: name, parent: offer, start: '<b>', end: '</b>'}
      - {tag: price, parent: offer, start: '<i class=p>', end: '</i>'}

groups:
  - group: offers
    columns:
      - {name: name, tag: list.name}
      - {name: price, tag: list.price, type: number}
"""
OLD_OFFER = "<li class=offer><b>{name}</b><i class=p>{price} €</i><u>by Ann</u></li>"
NEW_OFFER = "<li class=offer><h3 class=name>{name}</h3><span class=cost>{price} €</span><u>by Ann</u></li>"
WORDS = ("Lamp", "Desk", "Chair", "Table", "Shelf", "Clock", "Vase", "Rug", "Sofa", "Bed")


def test_tags_of_a_rule_that_look_in_pieces_of_another_one_are_healed_in_mid_crawl(project):
    class Offers(Handler):
        left = 40

        def do_GET(self):  # noqa: N802 - as the server calls it
            number = int(self.path.rpartition("/")[2])
            Offers.left -= 1
            row = OLD_OFFER if Offers.left >= 0 else NEW_OFFER
            things = (
                row.format(
                    name=f"{WORDS[(number + each) % 10]} number {number * 5 + each}", price=f"{each + number}.50"
                )
                for each in range(5)
            )
            self.answer(200, f"<html><body><h1>Offers {number}</h1><ul>{''.join(things)}</ul></body></html>")

    with serving(Offers) as address:
        file = project.write("rules/offers.yaml", LISTED.replace("SITE", address))
        settings = {"BT_HEALING": "auto", "BT_ALLOW_INTERNAL": True}
        result = project.crawl("offers", settings=settings)
        assert result.code == 0, result.log
        wanted = sorted((number * 5 + each, each + number + 0.5) for number in range(70) for each in range(5))
        taken = sorted((int(item["name"].rpartition(" ")[2]), item["price"]) for item in result.items)
        assert (taken == wanted, alarms(result)) == (True, {"list/name", "list/price"}), result.log
        assert result.stats["bt/healing/switched_on"] == 2
        accepted = project.run("bt", "heal", "accept", "--all")
        assert (accepted.code, "<b>" in file.read_text(), "'<li class=offer>'" in file.read_text()) == (0, False, True)
        healed = project.crawl("offers", settings=settings)
        assert (len(healed.items), healed.stats.get("bt/healing/healed"), alarms(healed)) == (350, None, set())
