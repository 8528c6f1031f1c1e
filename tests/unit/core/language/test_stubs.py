import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.stubs import complete
from scrapy_bt.core.tree.nodes import Attribute, Attributes, Data, Literal, Reference, Source, Template, Visit
from scrapy_bt.errors import RuleError

PAGE = Visit("page", url=Template(("https://a.test/", Reference("n"))))
CSS = Data("x", Source("css", ("a::attr(href)",), all=True))


def attributes(**values):
    return Attributes(tuple(Attribute(name, Literal(value)) for name, value in values.items()))


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("page :: visit", 'page :: visit "https://a.test/{n}"'),
        ("page\t::\tvisit # later\r\n\r\n", 'page\t::\tvisit "https://a.test/{n}" # later\r\n\r\n'),
        ("\ufeff# page :: visit\npage::visit\n", '\ufeff# page :: visit\npage::visit "https://a.test/{n}"\n'),
        ("page :: visit POST\n", 'page :: visit POST "https://a.test/{n}"\n'),
        ("page :: visit # no\n POST", 'page :: visit # no\n POST "https://a.test/{n}"'),
        (
            "page :: visit{ x=1   # one\r\n\t}  pages::data",
            'page :: visit "https://a.test/{n}"{ x=1   # one\r\n\t}  pages::data',
        ),
        ('a::data css "page :: visit"\npage::visit', 'a::data css "page :: visit"\npage::visit "https://a.test/{n}"'),
        ("page :: visit A :: data", 'page :: visit "https://a.test/{n}" A :: data'),
    ],
)
def test_a_stub_is_completed_and_every_other_character_stays(text, completed):
    assert complete(text, "page", PAGE) == completed


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("links::data", 'links::data css "a::attr(href)" all'),
        ("links::data{ a =1}b::data", 'links::data css "a::attr(href)" all{ a =1}b::data'),
    ],
)
def test_a_data_stub_is_completed(text, completed):
    assert complete(text, "links", CSS) == completed


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("page :: visit", 'page :: visit POST "u" { a = 1  b = "x" }'),
        ("page :: visit GET", 'page :: visit POST "u" { a = 1  b = "x" }'),
        ("page :: visit {}", 'page :: visit POST "u" { a = 1  b = "x" }'),
        ("page :: visit { # c\n}", 'page :: visit POST "u" { a = 1  b = "x" # c\n}'),
        ("page :: visit {c=2}", 'page :: visit POST "u" {c=2  a = 1  b = "x"}'),
        ("page :: visit {b =[1, {d = 2}] # two\n c=2}", 'page :: visit POST "u" {b ="x" # two\n c=2  a = 1}'),
        (
            "page :: visit {\r\n\tb = 'x' # b's\r\n\tc = { a = 2 } # c's\r\n}\r\n",
            "page :: visit POST \"u\" {\r\n\tb = 'x' # b's\r\n\tc = { a = 2 } # c's\r\n\ta = 1\r\n}\r\n",
        ),
    ],
)
def test_what_the_stub_says_stays_unless_the_declaration_says_otherwise(text, completed):
    declaration = Visit("page", "POST", "u", attributes(a=1, b="x"))
    assert complete(text, "page", declaration) == completed
    written = parse(completed).declarations["page"]
    assert isinstance(written, Visit)
    assert written.method == "POST"
    assert written.attributes is not None
    assert written.attributes.get("a") == Literal(1)
    assert written.attributes.get("b") == Literal("x")


def test_a_long_declaration_is_laid_out_where_it_stands():
    long = "https://a.test/" + "path/" * 8
    declaration = Visit("page", "POST", long, attributes(one="value", two="value"))
    completed = complete("a :: data\r\npage      :: visit\r\n", "page", declaration)
    assert completed == (
        f'a :: data\r\npage      :: visit POST "{long}" {{\r\n    one = "value"\r\n    two = "value"\r\n}}\r\n'
    )


@pytest.mark.parametrize(
    ("text", "name", "code", "message"),
    [
        ("page :: visit", "pag", "unknown-name", "nothing is declared as pag"),
        ("page :: visit 'x'", "page", "not-a-stub", "page is declared already"),
        ("main :: and { }", "main", "not-a-stub", "main is declared already"),
        ("a :: data", "a", "not-a-stub", "a is a data, not a visit"),
        ("a :: visit a :: visit", "a", "double-declaration", "a is declared 2 times"),
    ],
)
def test_what_cannot_be_completed_is_said(text, name, code, message):
    with pytest.raises(RuleError) as raised:
        complete(text, name, PAGE, file="a.bt")
    (fault,) = raised.value.faults
    assert (fault.code, fault.message, fault.place.file) == (code, message, "a.bt")
    assert fault.advice


def test_the_place_of_such_a_fault_is_the_declaration():
    with pytest.raises(RuleError) as raised:
        complete("a :: data\r\n  page :: visit 'x'\r\n", "page", PAGE, file="a.bt")
    assert str(raised.value).splitlines() == [
        "a.bt:2:3: page is declared already",
        "      page :: visit 'x'",
        "      ^^^^",
        "    only a stub can be completed: page :: visit",
    ]


def test_a_near_name_is_advised():
    with pytest.raises(RuleError, match="did you mean page"):
        complete("page :: visit", "pages", PAGE)


def test_a_file_with_syntax_faults_is_not_touched():
    with pytest.raises(RuleError):
        complete("page :: visit {", "page", PAGE)
