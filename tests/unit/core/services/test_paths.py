from scrapy_bt.core.services.paths import cursor_at, leaves, root_of
from tests.rulefiles import NEWS


def test_every_word_is_told_with_the_way_to_it():
    found = {leaf.path: leaf for leaf in leaves(root_of(NEWS)) if not leaf.is_key}
    assert found["layers", 1, "tags", 0, "start"].scalar.text == "<h1>"
    assert root_of("a: [") is None


def test_the_lines_above_tell_what_is_being_written():
    text = NEWS[: NEWS.index("            with: ' '")] + "            wi"
    cursor = cursor_at(text, len(text))
    assert cursor.keys == ("layers", "tags", "treatments")
    assert cursor.record.noun == "replacement"
    assert cursor.siblings == {"replace"}
    assert cursor.layer == "article"
    assert cursor_at("rule: x\n", 8).record.noun == "rule"
    text = "rule: x\nlayers:\n- layer: a\n  tags:\n  - tag: b\n    sta"
    assert cursor_at(text, len(text)).record.noun == "tag"
