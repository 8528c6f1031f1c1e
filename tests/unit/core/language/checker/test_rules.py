"""Sources of rules are checked against the rule's file."""

import pytest

from scrapy_bt.core.language.checker import check
from scrapy_bt.core.rules.rule import Column, Layer, Rule, RuleGroup, Tag, TagRef
from scrapy_bt.errors import Fault, Place, RuleError
from tests.checking import PAGE

RULE = Rule(
    "shop",
    layers=(Layer("list", tags=(Tag("title"), Tag("link", link=True))), Layer("empty")),
    groups=(RuleGroup("titles", columns=(Column("title", tag=TagRef("list", "title")),)),),
)


def look_up(file):
    if file == "shop.yaml":
        return RULE
    if file == "broken.yaml":
        raise RuleError([Fault(Place(file, 3, 1), "no name", "give one", code="missing-field")] * 2)
    raise RuleError([Fault(Place(file, 1, 1), "the file cannot be read: no such file", "mend it", code="unreadable")])


def faults(source, rules=look_up):
    return check(f"{PAGE}a :: data {source}\nmain :: and {{ :page x = :a }}", rules=rules)


@pytest.mark.parametrize(
    "source",
    [
        'rules "shop.yaml" "list.title"',
        'rules "shop.yaml" "list.link" "steps" "{page.url}"',
        'rules "shop.yaml" "list" "rows" "" "titles"',
        'rules "shop.yaml" "list" "entry" { from = n }',
    ],
)
def test_what_the_rule_has_is_no_fault(source):
    text = f'{PAGE}a :: data {source}\nmain :: and (n) {{ :page x = :a print "{{n}}" }}'
    assert check(text, rules=look_up) == []


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('rules "shop.yaml" "lost.title"', "the rule has no layer `lost`, in `shop.yaml`"),
        ('rules "shop.yaml" "list.titel"', "layer `list` has no tag `titel`, in `shop.yaml`"),
        ('rules "shop.yaml" "list" "next" ""', "layer `list` has no next page, in `shop.yaml`"),
        ('rules "shop.yaml" "list" "content" ""', "layer `list` has no content tag, in `shop.yaml`"),
        ('rules "shop.yaml" "list" "rows" "" "prices"', "the rule has no group `prices`, in `shop.yaml`"),
    ],
)
def test_what_the_rule_lacks_is_told_with_what_it_has(source, message):
    (fault,) = faults(source)
    assert (fault.code, fault.message, fault.place.line) == ("unknown-tag", message, 2)


def test_a_file_with_faults_or_without_any_text_is_told():
    (fault,) = faults('rules "broken.yaml" "a.b"')
    assert fault.code == "bad-rule"
    assert fault.message == "`broken.yaml` is no rule to go by: no name (line 3); 1 more"
    (fault,) = faults('rules "none.yaml" "a.b"')
    assert fault.message == "`none.yaml` is no rule to go by: the file cannot be read: no such file"


@pytest.mark.parametrize(
    "texts", ['"{file}" "list.title"', '"shop.yaml" "{tag}"', '"shop.yaml" "title"', '"shop.yaml" "list.title" "more"']
)
def test_the_form_is_checked_without_the_file(texts):
    text = f'{PAGE}a :: data rules {texts}\nmain :: and (file, tag) {{ :page x = :a print "{{file}} {{tag}}" }}'
    assert [fault.code for fault in check(text)] == ["bad-rules"]


def test_a_file_alone_is_no_source():
    assert [fault.code for fault in faults('rules "shop.yaml"')] == ["wrong-number-of-texts"]
