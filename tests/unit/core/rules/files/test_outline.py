from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules.files.outline import ResultNode, RuleOutline
from scrapy_bt.core.rules.rule import TagRef
from tests.rulefiles import NEWS


def outline(text=NEWS):
    return RuleOutline(compose_yaml(ShapeReport(text, "f", noun="rule")))


def test_layers_tags_and_links_are_found_by_name():
    found = outline()
    assert list(found.layers) == ["list", "article"]
    assert list(found.names["article"]) == ["title", "text", "paragraph"]
    assert found.leading["article"][0] == TagRef("list", "headline")
    assert found.leading["article"][1].place.line == 27
    assert found.has_all_layers
    assert found.is_known("list")
    assert not found.is_known("lost")


def test_the_way_to_a_tag_leads_over_its_parent_and_its_page():
    found = outline()
    node = found.result_node(TagRef("article", "paragraph"))
    assert list(found.upwards(node)) == [ResultNode("article", "text"), ResultNode("article"), ResultNode("list")]


def test_a_way_in_a_cycle_ends():
    text = "layers: [{layer: a, tags: [{tag: t, link: b}]}, {layer: b, tags: [{tag: t, link: a}]}]"
    assert list(outline(text).upwards(ResultNode("a"))) == [ResultNode("a"), ResultNode("b")]


def test_what_is_not_complete_is_known_as_such():
    assert not outline(NEWS.replace("link: article", "link: artcle")).has_all_layers
    assert not outline(NEWS.replace("tag: more", "tga: more")).is_known("list")


def test_of_two_layers_of_one_name_the_first_counts():
    found = outline("layers: [{layer: a, tags: [{tag: t}]}, {layer: a, tags: [{tag: u}]}]")
    assert list(found.names["a"]) == ["t"]
