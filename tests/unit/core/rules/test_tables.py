from scrapy_bt.core.rules.compiler import rule_document
from scrapy_bt.core.rules.rule import Column, Group, Layer, Rule, Tag, TagRef
from scrapy_bt.core.rules.tables import tables_of

TITLE = Column("ti-tle", tag=TagRef("list", "title"), length=3)
RULE = Rule("r", layers=(Layer("list", tags=(Tag("title"),)),), groups=(Group("books", columns=(TITLE,)),))


def test_items_of_groups_have_their_columns():
    tables = tables_of(rule_document(RULE, "r.yaml"), {"r.yaml": RULE})
    assert tables["books"].columns == {"ti_tle": TITLE}
    assert tables["books"].file == "r.yaml"


def test_other_items_and_rules_that_are_not_here_have_none():
    assert tables_of(rule_document(RULE, "r.yaml"), {}) == {}
