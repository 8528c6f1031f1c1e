import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.inline import name_inline
from scrapy_bt.core.tree.nodes import Body, Call, Data, Document, Item, Tree, Visit
from scrapy_bt.core.tree.program import Program
from scrapy_bt.testing import emit, finished, page, visit
from tests.trees import play


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('main :: and { visit "u" }', ["main/visit"]),
        ('main :: and { visit "u" visit "v" }', ["main/visit", "main/visit#2"]),
        ('main :: and { while x { visit "u" item { a = 1 } } }', ["main/while/visit", "main/while/item"]),
        ('main :: and { x = css "a" }', ["main/x=/css"]),
        ('main :: and { while x = re "a" { } }', ["main/while/re"]),
        ('main :: and { :t(css "a", b = css "b") }', ["main/t()/css", "main/t()/css#2"]),
        ('main :: and { item { a = css "a" } }', ["main/item"]),
        ('main :: and { item { a = css "a" from b } }', ["main/item", "main/item/css"]),
        ('i :: item { a = css "a" from b }', ["i/css"]),
        ('state p { 404 = :t(css "a") }', ["state p/css"]),
        ('main :: and (x = css "a") { }', ["main()/css"]),
    ],
)
def test_a_node_in_place_is_called_by_its_place(text: str, names: list[str]) -> None:
    document = parse(text)
    assert [name for name in document.declarations if "/" in name] == names


def test_the_name_is_the_path_of_its_step() -> None:
    text = 'main :: and (x) { while x { visit "https://a.test/" x = css "a" from x item { a = css "b" } } }'
    program = Program(parse(text), text=text)
    named = {name for name in program.document.declarations if "/" in name}
    assert named <= set(program.by_path)


def test_what_has_none_stays_itself() -> None:
    document = Document((Tree("main", "and"),))
    assert name_inline(document) is document


def test_a_tree_that_a_program_made_gets_names_too() -> None:
    body = Body((Call("", inline=Visit("", None, "https://a.test/")),))
    (tree,) = name_inline(Document((Tree("main", "and", (), body),))).entries
    assert isinstance(tree, Tree)
    (call,) = tree.body.statements
    assert isinstance(call, Call)
    assert isinstance(call.inline, Visit)
    assert call.node == call.inline.name == "main/visit"


def test_what_is_written_in_place_runs_as_if_it_were_named() -> None:
    tree = """
    main :: and {
        visit "https://site.test/list"
        while link = css "a::attr(href)" all as url {
            visit "{link}"
            item { name = css "h1::text"  link = link  both = css "b::text" | css "i::text" }
        }
    }
    """
    playbook = play(tree) << visit("main/visit", url="https://site.test/list")
    playbook >> page('<a href="/1"></a><a href="/2"></a>', url="https://site.test/list")
    playbook << visit("main/while/visit", url="https://site.test/1") >> page("<h1>One</h1><i>i</i>")
    playbook << emit("main/while/item", name="One", link="https://site.test/1", both="i")
    playbook << visit("main/while/visit", url="https://site.test/2") >> page("<h1>Two</h1><b>b</b>")
    playbook << emit("main/while/item", name="Two", both="b") << finished()


def test_a_source_reads_what_a_variable_holds() -> None:
    tree = """
    main :: and {
        :page
        while card = css "li" all { item { name = css "b::text" from card  n = json "n" from d } }
    }
    """
    body = "<li><b>A</b></li><li><b>B</b></li>"
    playbook = play(tree.replace("main :: and", "main :: and (d)"), d={"n": 3})
    playbook << visit("page") >> page(body) << emit("main/while/item", name="A", n=3)
    playbook << emit("main/while/item", name="B") << finished()


def test_a_source_in_an_expression_of_each_record_reads_its_element() -> None:
    tree = 'main :: and { :page item each css "p" { name = css "b::text" | "none"  n = [css "i::text" all, 1] } }'
    playbook = play(tree) << visit("page") >> page("<p><b>A</b><i>1</i></p><p><i>2</i><i>3</i></p>")
    playbook << emit("main/item", name="A", n=[["1"], 1]) << emit("main/item", name="none", n=[["2", "3"], 1])
    playbook << finished()


def test_with_all_a_variable_gets_the_list_which_may_be_empty() -> None:
    tree = 'main :: and { :page x = css "a::text" all y = css ".none" all item { x = x y = y } }'
    playbook = play(tree) << visit("page") >> page("<a>1</a><a>2</a>")
    playbook << emit("main/item", x=["1", "2"], y=[]) << finished()


def test_nodes_in_place_are_of_their_classes() -> None:
    nodes = parse('m :: and { visit "u" x = css "a" item { a = 1 } }').declarations.values()
    assert {type(node) for node in nodes} == {Tree, Visit, Data, Item}
