"""Pages of another kind at addresses that say nothing are no redesign; a redesign is, also where all is new.

So is one after which other things of the same kind stand at the addresses.
"""

import pytest

from tests.serving import Handler, serving

PAGES, OLD_PAGES = 100, 60
WORDS = ["lamp", "desk", "clock", "chair", "kettle", "shelf", "mirror", "basket", "carpet", "candle", "vase"]
BRANDS = ["Ikea", "Muji", "Vitra", "Hay and Sons", "Lumen"]
PLACES = ["Lisbon", "Bergen", "Dakar", "Lima", "Osaka", "Quito", "Turin", "Cork", "Varna", "Perth", "Kyoto", "Riga"]

SPIDER = """
import scrapy


class Goods(scrapy.Spider):
    name = "goods"

    async def start(self):
        for number in range({pages}):
            yield scrapy.Request(f"{{self.site}}/thing/{{number}}")

    def parse(self, response):
        yield {{
            "page": response.css("title::text").get(),
            "title": response.css("h1.name::text").get(),
            "price": response.css("span.price::text").get(),
            "text": response.css("p.about::text").get(),
            {brand}
        }}
"""
TREE = """
list    :: visit "{{site}}/"
links   :: data css "a.item::attr(href)" all
page    :: visit "{{site}}{{link}}"
product :: item {{
    page = css "title::text"  title = css "h1.name::text"
    price = css "span.price::text"  text = css "p.about::text"  {brand}
}}
detail  :: and (link) {{ :page  :product }}

main :: and (site) {{
    :list
    while link = :links {{ goroutine {{ :detail(link) }} }}
}}
"""
OLD = (
    "<div class=box><h1 class=name>{name}</h1><span class=price>{price}.50 €</span>"
    "<p class=about>{text}</p><i class=brand>{brand}</i></div>"
)
NEW = (
    "<main><h2 class=title>{name}</h2><p class=intro>{text}</p>"
    "<b class=cost>{price}.50 €</b><em class=by>{brand}</em></main>"
)
OTHER = (
    "<main><h2 class=head>{name}</h2><p class=lead>{text}</p>"
    "<b class=offer>{price}.50 €</b><em class=by>{brand}</em></main>"
)


def thing(number):
    name = f"{WORDS[number % 11].title()} {WORDS[number // 11 % 11]} of {PLACES[number % 12]}"
    return {
        "name": name,
        "price": 20 + 7 * number,
        "text": f"The {WORDS[number % 7]} that {PLACES[number % 5]} makes for a {WORDS[number % 9]}, letter by letter.",
        "brand": BRANDS[number * 3 % 5],
    }


def other(number):
    return {
        "name": f"{PLACES[number * 5 % 12]} by train, week of {WORDS[number % 11]}",
        "price": 11 + 3 * number,
        "text": f"Travel to {PLACES[number * 7 % 12]} and see what the {WORDS[number // 11 % 11]} has for everybody.",
        "brand": PLACES[number * 7 % 12],
    }


@pytest.fixture
def shop():
    class Shop(Handler):
        shown, layout = 0, {}

        def do_GET(self):  # noqa: N802 - as the server calls it
            if self.path == "/":
                self.answer(200, "".join(f"<a class=item href=/thing/{n}>{n}</a>" for n in range(PAGES)))
                return
            number = int(self.path.rpartition("/")[2])
            Shop.shown += 1
            # All addresses show something else, or those that were not seen before.
            markup, facts = OLD, thing(number)
            if Shop.shown > OLD_PAGES and (Shop.kind != "some" or number >= OLD_PAGES):
                markup = NEW if Shop.kind in ("redesign", "news") else OTHER
                facts = facts if Shop.kind == "redesign" else thing(number + PAGES) if markup is NEW else other(number)
            head = "<header><a href=/>Home</a> <a href=/help>Help</a></header>"
            self.answer(
                200, f"<html><title>{facts['name']} | Shop</title><body>{head}{markup.format(**facts)}</body></html>"
            )

    with serving(Shop) as address:
        yield address, Shop


@pytest.mark.parametrize("kind", ["all", "some", "redesign", "brands", "news"])
@pytest.mark.parametrize("author", ["spider", "tree"])
def test_all_fields_are_healed_where_pages_speak_of_what_they_did_or_of_the_same_brands(project, shop, kind, author):
    address, pages = shop
    pages.kind = kind
    has_brands = kind in ("brands", "news")
    if author == "spider":
        brand = '"brand": response.css("i.brand::text").get(),' if has_brands else ""
        project.spiders("goods", SPIDER.format(pages=PAGES, brand=brand))
    else:
        project.tree("goods", TREE.format(brand='brand = css "i.brand::text"' if has_brands else ""))
    result = project.crawl("goods", site=address, settings={"BT_HEALING": "auto", "CONCURRENT_REQUESTS": 4})
    assert not result.has_traceback, result.log
    whole = [item for item in result.items if all(item.values())]
    healed = [name for name in result.stats if name.startswith("bt/healing/healed")]
    if kind != "news":  # where which of its pages comes first decides whether others have to be asked for again
        assert result.stats.get("bt/healing/revisited") == 4
    names, told = [thing(number)["name"] for number in range(PAGES)], [item["title"] for item in whole]
    if kind == "redesign":
        assert sorted(told) == sorted(names)
    elif kind == "news":
        assert len(told) == PAGES
        assert set(told) <= {*names, *(thing(number + PAGES)["name"] for number in range(PAGES))}
    else:
        assert (set(told) - set(names), healed) == (set(), [])
        assert len(told) >= OLD_PAGES
        assert "waits for a person" in result.log
