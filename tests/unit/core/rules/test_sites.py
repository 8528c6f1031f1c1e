from scrapy_bt.core.rules.rule import Layer, Rule, Tag, TagRef
from scrapy_bt.core.rules.sites import RuleSite
from scrapy_bt.core.rules.treatments import Insert, Replace
from scrapy_bt.core.rules.ways import BEGINNING, read_way

RULE = Rule(
    "r",
    site_url="https://a.test/",
    layers=(
        Layer("list", entries=("/p<1,2,1,true>", "https://a.test/q<8,10,1,true>")),
        Layer("news", parent=TagRef("list", "link")),
        Layer("video", parent=TagRef("list", "link")),
    ),
)


def test_entries_are_counted_over_all_of_a_layer():
    site = RuleSite(RULE)
    urls = []
    while (step := site.entry("list", len(urls))) is not None:
        urls.append(step["url"])
    assert urls == [f"https://a.test/{name}" for name in ("p1", "p2", "q08", "q09", "q10")]
    assert site.entry("news", 0) is None


def test_a_rule_without_entries_begins_with_its_site():
    site = RuleSite(Rule("r", site_url="https://a.test/x", layers=(Layer("a"), Layer("b"))))
    assert [site.entry(layer, number) for layer, number in (("a", 1), ("b", 0))] == [None, None]
    assert site.entry("a", 0)["url"] == "https://a.test/x"


def test_a_step_begins_a_way_on_which_its_page_was_visited():
    step = RuleSite(RULE).step("https://a.test/x", BEGINNING, ["news"])
    assert step["level"] == 0
    assert read_way(step["way"]).visiting("https://a.test/x") is None


def test_layers_of_one_link_are_templates_of_its_pages():
    site = RuleSite(RULE)
    assert [layer.name for layer in site.siblings(RULE.layer("video"))] == ["news", "video"]
    assert [layer.name for layer in site.siblings(RULE.layer("list"))] == ["list"]


def test_the_patterns_of_a_layer():
    tag = Tag("t", start="a", end="b", include="c", treatments=(Replace("d"), Insert("e")))
    site = RuleSite(Rule("r", layers=(Layer("l", tags=(tag, Tag("u", rematch="a"))),)))
    assert site.patterns("l") == {"a", "b", "c", "d"}
    assert site.patterns("m") == frozenset()


def test_how_much_longer_a_layer_makes_a_page():
    tags = (Tag("t", treatments=(Insert("ab"), Replace("a", "bb"))), Tag("u", treatments=(Insert("a"),)))
    site = RuleSite(Rule("r", layers=(Layer("l", tags=tags), Layer("k", tags=(Tag("v"),)))))
    assert [site.growth(name) for name in ("l", "k", "m")] == [6, 1, 1]
