import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.pieces import UneditableError, put
from scrapy_bt.core.services import rules
from scrapy_bt.core.services.answers import fixes
from tests.rulefiles import NEWS


def _at(text, mark="¦"):
    assert text.count(mark) == 1
    return text.replace(mark, ""), text.index(mark)


def _labels(text):
    return {found.label for found in rules.complete(*_at(text))}


def test_fields_are_offered_that_are_not_there_yet():
    labels = _labels(NEWS.replace("        start: '<h1>'\n", "        start: '<h1>'\n        ¦\n"))
    assert {"rematch", "link", "treatments"} <= labels
    assert not {"start", "tag", "layer"} & labels
    begun = NEWS.replace("      - tag: title\n", "      - tag: new\n        ¦\n      - tag: title\n")
    assert {"parent", "start"} <= _labels(begun)
    assert "groups" in _labels("rule: x\n¦")
    assert "rule" not in _labels("rule: x\n¦")
    assert "with" in _labels(NEWS.replace("            with: ' '\n", "            ¦\n"))


@pytest.mark.parametrize(
    ("old", "new", "offered"),
    [
        ("next: more", "next: ¦", {"more", "headline"}),
        ("content: text", "content: ¦", {"title", "text", "paragraph"}),
        ("parent: text", "parent: ¦", {"title", "text", "paragraph"}),
        ("link: article", "link: ¦", {"list", "article", "true"}),
        ("tag: article.title", "tag: ¦", {"article.title", "list.more"}),
        ("type: file", "type: ¦", {"number", "image"}),
        ("merge: true", "merge: ¦", {"true", "false"}),
    ],
)
def test_names_and_choices_are_offered_where_they_belong(old, new, offered):
    labels = _labels(NEWS.replace(old, new, 1))
    assert offered <= labels
    assert "start" not in labels


def test_a_field_is_told_with_its_meaning():
    assert "behind which a piece begins" in rules.hover(*_at(NEWS.replace("start: '<h1>'", "sta¦rt: '<h1>'"))).text
    assert "It has to be there" in rules.hover(*_at(NEWS.replace("rule: News", "ru¦le: News"))).text
    assert rules.hover(*_at(NEWS.replace("rule: News", "rule: Ne¦ws"))) is None


def test_a_tag_leads_to_its_declaration_and_to_all_its_places():
    text, offset = _at(NEWS.replace("parent: text", "parent: te¦xt"))
    assert text[: rules.definition(text, offset).start].endswith("- tag: ")
    assert len(rules.references(text, offset)) == 3
    text, offset = _at(NEWS.replace("link: article", "link: art¦icle"))
    assert text[: rules.definition(text, offset).start].endswith("- layer: ")


def test_names_are_changed_wherever_they_stand():
    text, offset = _at(NEWS.replace("parent: text", "parent: te¦xt"))
    assert put(text, rules.rename(text, offset, "body")).count("body") == 3
    text, offset = _at(NEWS.replace("- name: url", "- name: u¦rl"))
    assert "- name: address" in put(text, rules.rename(text, offset, "address"))
    with pytest.raises(UneditableError, match="there is no name"):
        rules.rename(NEWS, NEWS.index("CC0"), "x")


def test_the_outline_has_layers_with_tags_and_groups_with_columns():
    assert [(one.name, [child.name for child in one.children]) for one in rules.symbols(NEWS)] == [
        ("list", ["more", "headline"]),
        ("article", ["title", "text", "paragraph"]),
        ("articles", ["title", "url"]),
    ]


def test_fields_names_and_patterns_have_their_kinds():
    types = {(NEWS[token.span.start : token.span.end], token.type) for token in rules.tokens(NEWS)}
    assert {("start", "property"), ("'<h1>'", "regexp"), ("headline", "function")} <= types


def test_the_advice_for_a_mistyped_field_or_name_mends_it():
    text = NEWS.replace("rematch", "remtach")
    assert put(text, [fix.piece for fix in fixes(text, rules.check(text, "news.yaml"))]) == NEWS
    text = NEWS.replace("next: more", "next: mroe")
    assert put(text, [fix.piece for fix in fixes(text, rules.check(text, "news.yaml"))]) == NEWS
    assert rules.formatted(NEWS) == NEWS


@given(st.integers(0, len(NEWS)), st.integers(0, len(NEWS)))
def test_unfinished_texts_are_answered_wherever_they_end(end, offset):
    text = NEWS[:end]
    offset = min(offset, end)
    rules.complete(text, offset)
    rules.hover(text, offset)
    rules.definition(text, offset)
    rules.references(text, offset)
    rules.symbols(text)
    rules.tokens(text)
