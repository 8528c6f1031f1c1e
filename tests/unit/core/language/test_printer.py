from textwrap import dedent

from hypothesis import given

from scrapy_bt.core.language.formatter import format_text
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.printer import Comment, print_document
from scrapy_bt.core.tree.nodes import (
    Assign,
    Attribute,
    Attributes,
    Binary,
    Body,
    Call,
    Competing,
    Data,
    Document,
    Duration,
    Field,
    Item,
    Literal,
    Parameter,
    Reference,
    SharedNode,
    Source,
    StateRow,
    States,
    Template,
    Tree,
    Visit,
    Wait,
    While,
)
from tests.strategies import documents


def test_a_tree_made_by_a_program_is_printed_as_a_person_would_write_it():
    document = Document(
        (
            Visit("page", url=Template(("https://shop.test/", Reference("n")))),
            Data("token", Source("re", (r'name="token" value="(\d+)"',))),
            Item(
                "row", Source("css", ("tr",)), (Field("name", Source("css", ("td::text",))), Field("n", Reference("n")))
            ),
            Visit("buy", "POST", "https://shop.test/buy", Attributes((Attribute("form", Reference("row")),))),
            SharedNode("token", Duration(1800.0)),
            Competing("page", 2),
            States(("page",), (StateRow(("timeout", "5xx"), Wait(3)), StateRow(("403",), Call("buy")))),
            Tree(
                "main",
                "and",
                (Parameter("n", Literal(1)),),
                Body(
                    (
                        While(
                            Binary("<", Reference("n"), Literal(10)),
                            Body(
                                (
                                    Call("page"),
                                    Call("row"),
                                    Call("buy"),
                                    Assign("n", Binary("+", Reference("n"), Literal(1))),
                                )
                            ),
                        ),
                    )
                ),
            ),
        )
    )
    assert print_document(document) == dedent("""\
        page  :: visit "https://shop.test/{n}"
        token :: data re 'name="token" value="(\\d+)"'
        row   :: item each css "tr" { name = css "td::text"  n = n }
        buy   :: visit POST "https://shop.test/buy" { form = row }

        [[ token = 30m ]]
        (( page = 2 ))

        state page {
            timeout | 5xx = wait 3
            403           = :buy
        }

        main :: and (n = 1) {
            while n < 10 {
                :page
                :row
                :buy
                n = n + 1
            }
        }
    """)


@given(documents())
def test_what_is_printed_parses_to_the_same_tree_and_is_formatted_already(document):
    text = print_document(document)
    assert parse(text) == document
    assert format_text(text) == text


def test_comments_stand_above_a_node_behind_it_or_behind_the_brace_of_a_block():
    document = parse('page :: visit "{site}/" { query = { n = 1 } }\nmain :: and (site) { :page }', file="a.bt")
    page, main = document.entries
    query = page.attributes.entries[0].value
    comments = [
        Comment(page, "The whole page.\nIn two lines.", above=True),
        Comment(page.attributes, "0.2 s"),
        Comment(query.entries[0], "as\nrecorded"),
        Comment(main, "where it begins"),
    ]
    text = print_document(document, comments)
    assert text == (
        "# The whole page.\n"
        "# In two lines.\n"
        'page :: visit "{site}/" { # 0.2 s\n'
        "    query = {\n"
        "        n = 1 # as recorded\n"
        "    }\n"
        "}\n"
        "\n"
        "main :: and (site) { :page } # where it begins\n"
    )
    assert parse(text, file="a.bt") == document
    assert format_text(text) == text
