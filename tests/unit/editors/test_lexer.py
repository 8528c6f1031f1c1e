import json
import re
import runpy
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Token

from scrapy_bt.editors.lexer import BtLexer

TEXT_MATE = json.loads(resources.files("scrapy_bt.editors").joinpath("bt.tmLanguage.json").read_text("utf8"))


def tokens(text):
    return {value: kind for kind, value in BtLexer().get_tokens(text) if value.strip()}


@pytest.mark.parametrize(
    ("text", "word", "kind"),
    [
        ("page :: visit", "page", Name.Function),
        ("page :: visit", "::", Operator),
        ("page :: visit", "visit", Keyword),
        ('a :: visit POST "u"', "POST", Name.Constant),
        ("a :: visit POST :: visit", "POST", Name.Function),
        ('a :: data css "x" all as number', "css", Name.Builtin),
        ('a :: data css "x" all as number', "all", Keyword),
        ('a :: data css "x" all as number', "number", Keyword.Type),
        ('x = "a {b.c} d"', "{b.c}", String.Interpol),
        ('x = "a {b.c} d"', "a ", String.Double),
        (r'x = "\d \" {{"', r"\"", String.Escape),
        (r"x = 'it\'s'", r"\'", String.Escape),
        ("x = 'it'", "it", String.Single),
        ("x = true", "true", Keyword.Constant),
        ("x = 30m", "30m", Number),
        ("x = 1.5", "1.5", Number.Float),
        ("x = 12", "12", Number.Integer),
        ("x = page.url", "page", Name.Builtin.Pseudo),
        ("x = page.url", ".url", Name.Attribute),
        ("x == 1", "x", Name),
        ("x = 1", "x", Name.Variable),
        ("y | :straße", "straße", Name.Function),
        ("[[ session = 1h ]]", "session", Name.Function),
        ("a # note", "# note", Comment.Single),
        ("state page { timeout | 5xx = end }", "timeout", Name.Exception),
        ("state page { timeout | 5xx = end }", "5xx", Number),
        ("state page { timeout | 5xx = end }", "page", Name.Function),
        ("while link = :links { }", "while", Keyword),
        ("all = 1", "all", Name.Variable),
        ('x = css "a" from y', "from", Keyword),
        ("from = y", "from", Name.Variable),
        ("m :: and within 3s { }", "within", Keyword),
        ('print "x"', "print", Keyword),
        ("while x { break }", "break", Keyword),
        ("x = y.a[0]", ".a[0]", Name.Attribute),
        ('x = "{y[0].a}"', "{y[0].a}", String.Interpol),
        ("state { timeout = end }", "timeout", Name.Exception),
        ("state a | b { timeout = end }", "a | b", Name.Function),
    ],
)
def test_a_word_has_its_colour(text, word, kind):
    assert tokens(text)[word] is kind


def test_outcomes_are_coloured_in_tables_only():
    values = list(BtLexer().get_tokens("state a { timeout = end } timeout"))
    assert [kind for kind, value in values if value == "timeout"] == [Name.Exception, Name]


@given(st.text())
def test_whatever_the_text_no_character_is_lost(text):
    lexer = BtLexer(stripnl=False, ensurenl=False)
    shown = "".join(value for _, value in lexer.get_tokens(text))
    assert shown == text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def test_a_string_that_is_not_closed_ends_with_its_line():
    assert (Keyword, "visit") in BtLexer().get_tokens('a :: data css "x\nb :: visit')


def test_the_example_has_no_errors():
    text = 'main :: and (a, b = "x") { if !:c(a) & a >= 1 { x = -b % 2 } else { end ! } }'
    assert Token.Error not in {kind for kind, _ in BtLexer().get_tokens(text)}


def test_pygments_finds_the_lexer_by_its_names():
    assert isinstance(get_lexer_by_name("bt"), BtLexer)
    assert isinstance(get_lexer_for_filename("quotes.bt"), BtLexer)


def text_mate_rules(node):
    """Every rule of the TextMate grammar, however deep."""
    if isinstance(node, dict):
        yield node
        node = list(node.values())
    if isinstance(node, list):
        for inner in node:
            yield from text_mate_rules(inner)


def test_every_expression_of_the_text_mate_grammar_compiles():
    for rule in text_mate_rules(TEXT_MATE):
        for key in ("match", "begin", "end"):
            if key in rule:
                re.compile(rule[key])


def test_every_rule_that_the_text_mate_grammar_includes_exists():
    included = {rule["include"] for rule in text_mate_rules(TEXT_MATE) if "include" in rule}
    assert {f"#{name}" for name in TEXT_MATE["repository"]} == included


def test_the_words_of_the_language_stand_where_no_table_can_be_imported():
    """What fails here is mended by `python editors/words.py`."""
    written = runpy.run_path(str(Path(__file__).parents[3] / "editors" / "words.py"))["WRITTEN"]
    assert len(written) == 2
    for path, write in written.items():
        text = path.read_text("utf8")
        assert write(text) == text
        assert write(text.replace("goroutine", "nothing")) == text


def test_the_text_mate_grammar_is_for_bt_files():
    assert (TEXT_MATE["scopeName"], TEXT_MATE["fileTypes"]) == ("source.bt", ["bt"])
