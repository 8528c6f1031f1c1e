from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.pieces import UneditableError, put
from scrapy_bt.core.language.parser import read
from scrapy_bt.core.language.printer import print_document
from scrapy_bt.core.language.renaming import all_names, all_places, places_of
from scrapy_bt.core.language.spans import Spans
from scrapy_bt.core.rules.files.shape import RULE
from scrapy_bt.core.services import trees
from scrapy_bt.core.services.answers import FileLookups, fixes
from scrapy_bt.core.services.completions import DECLARATIONS, STATEMENTS
from scrapy_bt.core.services.paths import cursor_at, leaves, root_of
from scrapy_bt.core.tree.keywords import KEYWORDS, MEANINGS
from scrapy_bt.core.tree.nodes import HOWS
from tests.rulefiles import NEWS
from tests.strategies import documents

SHOP = """\
# what is sold
page :: visit "https://shop.test{path}" { timeout = 3s }
links :: data css "a::attr(href)" all as url
[[ page = 30m ]]
state page { 404 = end }
quote :: item { text = css "b"  by = css "i" }
main :: and (path = "/") {
    :page
    while link = :links { x = link  print "{link}" }
    :quote
}
"""


def _at(text, mark="¦"):
    assert text.count(mark) == 1
    return text.replace(mark, ""), text.index(mark)


def _labels(text):
    return {found.label for found in trees.complete(*_at(text))}


def _shown(text, spans):
    return [text[start:end] for start, end in spans]


def test_a_call_is_completed_with_the_nodes_of_the_file():
    assert _labels(SHOP.replace(":quote", ":¦")) == {"page", "links", "quote", "main"}
    assert _labels(SHOP.replace("[[ page", "[[ p¦")) >= {"page", "links", "quote", "main"}


@pytest.mark.parametrize(
    ("written", "offered", "not_offered"),
    [
        ("x :: ¦", {"visit", "data", "item", "and"}, {"while", "css"}),
        ('x :: data css "a" as ¦', {"number", "url"}, {"visit"}),
        ("x :: visit ¦", {"GET", "POST"}, {"data"}),
        ('x :: visit "u" { ¦', {"form", "timeout"}, {"while", "default"}),
        ('x :: data css "a" { ¦', {"default", "from"}, {"form"}),
        ("state page { ¦", {"timeout", "404"}, {"wait"}),
        ("state page { 404 = ¦", {"wait", "pause", "end"}, {"timeout"}),
        ("x :: item { a = ¦", {"css", "page.url"}, {"while"}),
        ("x :: and { ¦", {"while", "goroutine", "visit", ":page", "link"}, {"form"}),
        ("x :: and { while link { ¦", {"while", ":page"}, {"form"}),
        ('x :: and { visit "a" { ¦', {"form", "query"}, {"while"}),
        ('x :: and { print "{¦', {"link", "path"}, {"while"}),
        ("¦", {"state", "heal"}, {"while"}),
        ("heal ¦", {"page"}, {"heal", "auto"}),
        ("heal page | ¦", {"page"}, {"heal", "auto"}),
        ("heal = ¦", {"auto", "off"}, {"page", "heal"}),
        ("heal page | link = ¦", {"auto", "off"}, {"page", "heal"}),
        ("heal page = auto ¦", {"state", "heal"}, {"auto", "page"}),
        ("# while ¦", set(), {"while", "state"}),
        ('x :: and { y = "a ¦', set(), {"while", "link"}),
    ],
)
def test_what_is_offered_fits_the_place(written, offered, not_offered):
    labels = _labels(SHOP + written)
    assert offered <= labels
    assert not not_offered & labels


def test_a_name_is_told_with_its_declaration_and_its_comment():
    text, offset = _at(SHOP.replace("    :page", "    :pa¦ge"))
    hover = trees.hover(text, offset)
    assert 'page :: visit "https://shop.test{path}"' in hover.text
    assert "what is sold" in hover.text
    assert _shown(text, [hover.span]) == ["page"]


def test_a_word_of_the_language_is_told_in_a_sentence():
    assert "Repeats" in trees.hover(*_at(SHOP.replace("while", "wh¦ile"))).text
    assert trees.hover(*_at(SHOP.replace("timeout", "time¦out"))).text == "`timeout = 30s`"
    assert trees.hover(*_at(SHOP.replace("{ x = link", "{¦ x = link"))) is None


def test_a_name_leads_to_its_declaration_and_to_all_its_places():
    text, offset = _at(SHOP.replace("    :page", "    :page¦"))
    assert trees.definition(text, offset) == (text.index("page ::"), text.index("page ::") + 4)
    assert _shown(text, trees.references(text, offset)) == ["page"] * 4
    text, offset = _at(SHOP.replace("x = link", "x = l¦ink"))
    assert text[trees.definition(text, offset).start :].startswith("link = :links")
    assert _shown(text, trees.references(text, offset)) == ["link"] * 3
    assert trees.definition(*_at(SHOP + "¦")) is None


def test_a_name_is_changed_in_all_its_places_or_it_is_said_why_not():
    text, offset = _at(SHOP.replace("    :page", "    :pa¦ge"))
    changed = put(text, trees.rename(text, offset, "list"))
    assert changed.count("list") == 4
    assert "page" not in changed
    for name, message in (("links", "already"), ("while", "no name")):
        with pytest.raises(UneditableError, match=message):
            trees.rename(text, offset, name)
    with pytest.raises(UneditableError, match="mend the syntax first"):
        trees.rename(text + "x :: visit visit", offset, "list")
    with pytest.raises(UneditableError, match="there is no name"):
        trees.rename(text, 0, "list")


def test_the_outline_has_the_entries_and_the_fields_of_items():
    found = trees.symbols(SHOP)
    assert [(one.name, one.detail) for one in found] == [
        ("page", "visit"),
        ("links", "data"),
        ("page", "shared"),
        ("page", "state"),
        ("quote", "item"),
        ("main", "tree"),
    ]
    assert [child.name for child in found[4].children] == ["text", "by"]
    for one in found:
        assert one.span.start <= one.name_span.start <= one.name_span.end <= one.span.end
        assert SHOP[one.name_span.start : one.name_span.end] == one.name


def test_every_word_has_its_kind():
    types = [(SHOP[token.span.start : token.span.end], token.type) for token in trees.tokens(SHOP)]
    for one in (
        ("# what is sold", "comment"),
        ("page", "function"),
        ("visit", "keyword"),
        ("path", "variable"),
        ("timeout", "property"),
        ("css", "keyword"),
        ("url", "type"),
        ("404", "number"),
        ("link", "variable"),
    ):
        assert one in types
    assert types.count(("link", "variable")) == 3


@given(documents())
def test_words_never_overlap_whatever_the_program(document):
    found = trees.tokens(print_document(document))
    for one, other in pairwise(found):
        assert one.span.end <= other.span.start


@given(st.integers(0, len(SHOP)), st.integers(0, len(SHOP)))
def test_unfinished_texts_are_answered_wherever_they_end(end, offset):
    text = SHOP[:end]
    offset = min(offset, end)
    trees.complete(text, offset)
    trees.hover(text, offset)
    trees.definition(text, offset)
    trees.references(text, offset)
    trees.symbols(text)
    trees.tokens(text)


def test_the_advice_for_a_mistyped_name_mends_it():
    text = SHOP.replace("    :page", "    :pgae").replace("timeout = 3s", "timeuot = 3s")
    found = fixes(text, trees.check(text, "shop.bt"))
    assert {fix.title for fix in found} == {"Write `page`", "Write `timeout`"}
    assert put(text, [fix.piece for fix in found]) == SHOP
    assert trees.formatted(SHOP).count("page") == SHOP.count("page")


LOGIN = '# who we are\nlogin :: visit "https://shop.test/login"\nsession :: and { :login }\n'


def test_what_a_file_includes_is_known_in_it():
    beside = FileLookups({"common/login.bt": LOGIN}.__getitem__)
    text, offset = _at('include "common/login.bt"\nmain :: and { :ses¦sion }\n')
    assert trees.definition(text, offset) is None
    found = trees.definition_elsewhere(text, offset, beside)
    assert found is not None
    assert (found.file, _shown(found.text, [found.span])) == ("common/login.bt", ["session"])
    assert {each.label for each in trees.complete(text, text.index(":ses") + 1, beside)} >= {"login", "session"}
    shown = trees.hover(text.replace("session", "login"), offset, beside)
    assert "who we are" in shown.text
    here, at = _at(text.replace("main", "own :: data css 'a'\nmain").replace(":session", ":ow¦n"))
    assert trees.definition_elsewhere(here, at, beside) is None


def test_a_fault_of_an_included_file_is_told_at_what_includes_it():
    text = 'include "a.bt"\ninclude "sub/b.bt"\nmain :: and { :x }\n'
    for other, shown in (("/p/sub/b.bt", 'include "sub/b.bt"'), ("/p/sub/c.bt", 'include "a.bt"')):
        assert _shown(text, [trees.inclusion(text, "/p/shop.bt", other)]) == [shown]
    assert trees.inclusion("main :: and { :x }", "/p/shop.bt", "/p/b.bt") is None


def test_all_names_stand_where_each_of_them_does():
    document, spans = read(SHOP).document, Spans(SHOP)
    for is_node in (True, False):
        found = list(all_places(spans, document, is_node=is_node))
        for name in {name for name, _ in found}:
            assert [span for one, span in found if one == name] == list(
                places_of(spans, document, name, is_node=is_node)
            )
        assert {name for name, _ in found} == {*all_names(document, is_node=is_node)}


def test_every_word_of_the_language_has_a_sentence():
    assert set(MEANINGS) >= {*KEYWORDS, *HOWS} - {"true", "false", "none"}
    assert set(MEANINGS) >= {*STATEMENTS, *DECLARATIONS}
    assert all(sentence.endswith(".") for sentence in MEANINGS.values())


def test_every_word_is_told_with_the_way_to_it():
    found = {leaf.path: leaf for leaf in leaves(root_of(NEWS)) if not leaf.is_key}
    assert found["layers", 1, "tags", 0, "start"].scalar.text == "<h1>"
    assert root_of("a: [") is None


def test_the_lines_above_tell_what_is_being_written():
    text = NEWS[: NEWS.index("            with: ' '")] + "            wi"
    cursor = cursor_at(text, len(text))
    assert cursor.keys == ("layers", "tags", "treatments")
    assert cursor.record_in(RULE).noun == "replacement"
    assert cursor.siblings == {"replace"}
    assert cursor.layer == "article"
    assert cursor_at("rule: x\n", 8).record_in(RULE).noun == "rule"
    text = "rule: x\nlayers:\n- layer: a\n  tags:\n  - tag: b\n    sta"
    assert cursor_at(text, len(text)).record_in(RULE).noun == "tag"
