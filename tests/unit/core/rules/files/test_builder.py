from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules.files.builder import build_rule, links, mappings, targets, text_of
from scrapy_bt.core.rules.rule import TagRef

TEXT = """
rule: r
layers:
- {layer: a, tags: [{tag: t, link: [b, c]}, {tag: u, link: true}, {tag: v, link: 'true'}, {tag: w, link: false}]}
- 5
"""


def root(text=TEXT):
    return compose_yaml(ShapeReport(text, "f", noun="rule"))


def test_links_are_named_with_their_tags():
    assert [(layer, ref) for layer, ref, _ in links(root())] == [
        ("b", TagRef("a", "t")),
        ("c", TagRef("a", "t")),
        ("true", TagRef("a", "v")),
    ]


def test_what_is_no_mapping_is_left_out():
    (layer,) = mappings(root(), "layers")
    assert text_of(layer, "layer") == "a"
    assert [*mappings(layer, "layer")] == []
    assert [[node.text for node in targets(tag)] for tag in mappings(layer, "tags")] == [["b", "c"], [], ["true"], []]


def test_a_tag_is_a_link_if_it_leads_somewhere_or_says_so():
    rule = build_rule(root())
    assert [tag.link for tag in rule.layer("a").tags] == [True, True, True, False]


def test_what_is_left_out_is_empty():
    rule = build_rule(root("rule: r\nlayers: []\nauthor:\n"))
    assert (rule.name, rule.author, rule.site_url, rule.hosts, rule.layers, rule.groups) == ("r", "", "", (), (), ())
