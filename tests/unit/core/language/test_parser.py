import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.language.parser import parse, read
from scrapy_bt.core.tree.nodes import (
    Assign,
    Async,
    Attribute,
    Attributes,
    Binary,
    Body,
    Call,
    ChangeState,
    Competing,
    Data,
    Document,
    Duration,
    End,
    Expression,
    Field,
    Goroutine,
    Group,
    If,
    Item,
    ListValue,
    Literal,
    Move,
    Parameter,
    Reference,
    SharedNode,
    Source,
    Statement,
    StateRow,
    States,
    Take,
    Template,
    Tree,
    Visit,
    Wait,
    While,
    walk,
)
from scrapy_bt.errors import Fault, Place, RuleError
from tests.broken import WHOLE, any_texts


def only_entry(text: str) -> object:
    (entry,) = parse(text).entries
    return entry


def body(text: str) -> tuple[Statement, ...]:
    tree = only_entry(f"m :: and {{ {text} }}")
    assert isinstance(tree, Tree)
    return tree.body.statements


def expression(text: str) -> Expression:
    (assignment,) = body(f"x = {text}")
    assert isinstance(assignment, Assign)
    return assignment.value


def codes(text: str) -> list[str]:
    with pytest.raises(RuleError) as raised:
        parse(text)
    return [fault.code for fault in raised.value.faults]


def faults_of(text: str) -> tuple[Fault, ...]:
    """Return the faults of a text that is no document."""
    try:
        assert isinstance(parse(text, file="any.bt"), Document)
    except RuleError as error:
        return error.faults or (Fault(Place("", 0, 0), "no faults"),)
    return ()


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("a :: visit", Visit("a")),
        ("a :: visit POST", Visit("a", "POST")),
        ('a :: visit "b"', Visit("a", None, "b")),
        ('a :: visit PUT "b" { }', Visit("a", "PUT", "b", Attributes())),
        ("a :: data", Data("a")),
        ('a :: data css "b"', Data("a", Source("css", ("b",)))),
        ("a :: data re \"b\" 'c' all as number { }", Data("a", Source("re", ("b", "c"), True, "number"), Attributes())),
        ('a :: data locate "b" "c" as json', Data("a", Source("locate", ("b", "c"), False, "json"))),
        ("a :: item { }", Item("a")),
        (
            'a :: item each json "b" { c = css "d" all end = x }',
            Item(
                "a",
                Source("json", ("b",)),
                (Field("c", Source("css", ("d",), True)), Field("end", Reference("x"))),
            ),
        ),
        ("a :: serial { }", Tree("a", "serial")),
        ("a :: or () { }", Tree("a", "or")),
        (
            "a :: and (b, c = 1) { :d }",
            Tree("a", "and", (Parameter("b"), Parameter("c", Literal(1))), Body((Call("d"),))),
        ),
        ("[[ a ]]", SharedNode("a")),
        ("[[ a = 1.5h ]]", SharedNode("a", Duration(5400.0))),
        ("(( a ))", Competing("a")),
        ("(( a = 2 ))", Competing("a", 2)),
        ("state a { }", States(("a",))),
    ],
)
def test_an_entry_is_read_as_it_stands(text: str, node: object) -> None:
    assert only_entry(text) == node


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"b"', Literal("b")),
        ("3", Literal(3)),
        ("-1.5", Literal(-1.5)),
        ("500ms", Duration(0.5)),
        ("2d", Duration(172800.0)),
        ("true", Literal(value=True)),
        ("none", Literal(None)),
        ("row.id", Reference("row", ("id",))),
        ("[[1], []]", ListValue((ListValue((Literal(1),)), ListValue(())))),
        ("{ as = 1 }", Attributes((Attribute("as", Literal(1)),))),
        ('css "c" all', Source("css", ("c",), True)),
        ('"{b}c"', Template((Reference("b"), "c"))),
    ],
)
def test_an_attribute_is_read_as_it_stands(text: str, value: object) -> None:
    assert only_entry(f"a :: visit {{ x = {text} }}") == Visit("a", attributes=Attributes((Attribute("x", value),)))


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("404 = end", StateRow(("404",), Move("end"))),
        ("timeout | 5xx = wait", StateRow(("timeout", "5xx"), Wait())),
        ("any = wait 3", StateRow(("any",), Wait(3))),
        ("any = wait 5s", StateRow(("any",), Wait(None, Duration(5.0)))),
        ("any = wait 3 5s", StateRow(("any",), Wait(3, Duration(5.0)))),
        ("any = pause", StateRow(("any",), Move("pause"))),
        ("any = stop", StateRow(("any",), Move("stop"))),
        ("any = true", StateRow(("any",), Move("true"))),
        ("any = false", StateRow(("any",), Move("false"))),
        ("any = :b", StateRow(("any",), Call("b"))),
        ("any = :b(1)", StateRow(("any",), Call("b", (Literal(1),)))),
    ],
)
def test_a_row_is_read_as_it_stands(text: str, row: StateRow) -> None:
    assert only_entry(f"state a {{ {text} {text} }}") == States(("a",), (row, row))


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("x = :a", Assign("x", Call("a"))),
        ("while x { }", While(Reference("x"), Body())),
        ("while x = :a(1) { }", While(Take("x", Call("a", (Literal(1),))), Body())),
        ("while x == :a { }", While(Binary("==", Reference("x"), Call("a")), Body())),
        ("if x { }", If(Reference("x"), Body())),
        ("if x = :a { } else { }", If(Take("x", Call("a")), Body(), Body())),
        ("if x { } else if y { }", If(Reference("x"), Body(), If(Reference("y"), Body()))),
        ("serial { }", Group("serial", Body())),
        ("or { and { } }", Group("or", Body((Group("and", Body()),)))),
        ("async { }", Async(Body())),
        ("goroutine { }", Goroutine(Body())),
        ("state wait", ChangeState("wait")),
        ("state pause", ChangeState("pause")),
        ("state stop", ChangeState("stop")),
        ("end", End()),
        ("end !", End(success=False)),
        (":a", Call("a")),
        ('"text"', Literal("text")),
    ],
)
def test_a_statement_is_read_as_it_stands(text: str, statement: object) -> None:
    assert body(text) == (statement,)
    if not text.startswith('"') and text != "end":
        assert body(f"{text} {text}") == (statement, statement)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a | b & c", "a | (b & c)"),
        ("a & b == c", "a & (b == c)"),
        ("a == b + c", "a == (b + c)"),
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("a / b % c", "(a / b) % c"),
        ("!a == b", "(!a) == b"),
        ("-a * b", "(-a) * b"),
        ("!-!a", "!(-(!a))"),
        ("a | b | c", "(a | b) | c"),
        (":a(b | c, d)", ":a((b | c), (d))"),
        ("((a | b)) & c", "(a | b) & c"),
    ],
)
def test_operators_bind_as_the_grammar_says(text: str, same: str) -> None:
    assert expression(text) == expression(same)


def test_comparisons_do_not_chain() -> None:
    assert codes("m :: and { x = a < b < c }") == ["chained-comparison"]


def test_if_something_can_continue_an_expression_then_it_does() -> None:
    assert body(":a\n(b)") == (Call("a", (Reference("b"),)),)
    assert body(":a()\n(b)") == (Call("a"), Reference("b"))
    assert body("x = a\n-b") == (Assign("x", Binary("-", Reference("a"), Reference("b"))),)
    assert body("end\n!x") == (End(success=False), Reference("x"))


def test_line_ends_and_comments_mean_nothing() -> None:
    one_line = 'a :: data css "b" all { from = c } m :: and { x = 1 :a }'
    lines = 'a # 1\n::\r\ndata css # "\n"b"\n\nall { from # {\n= c\n}m::and{x=1:a}# end'
    assert parse(one_line) == parse(lines)


def test_a_mark_of_byte_order_means_nothing() -> None:
    assert parse("\ufeffa :: visit") == parse("a :: visit")


def test_words_of_the_language_are_names_of_fields_and_attributes() -> None:
    assert parse('a :: item { data = css "b" all all = c while = d }').entries == (
        Item(
            "a",
            None,
            (Field("data", Source("css", ("b",), True)), Field("all", Reference("c")), Field("while", Reference("d"))),
        ),
    )


def test_words_of_sources_are_names_elsewhere() -> None:
    assert body("json = re  :css(xpath)") == (Assign("json", Reference("re")), Call("css", (Reference("xpath"),)))


def test_names_have_dead_letters_of_all_languages() -> None:
    assert only_entry("[[ größe_数 ]]") == SharedNode("größe_数")


def test_methods_are_told_from_the_names_that_follow() -> None:
    assert parse("a :: visit\nGET :: visit\nb :: visit GET\n# end\nPOST # x\n:: visit").entries == (
        Visit("a"),
        Visit("GET"),
        Visit("b", "GET"),
        Visit("POST"),
    )


def test_every_node_knows_its_place() -> None:
    document = parse('\na :: visit "b{c}"\n  {\n}\n', file="x.bt")
    (visit,) = document.entries
    assert isinstance(visit, Visit)
    assert isinstance(visit.url, Template)
    assert visit.attributes is not None
    assert visit.place == Place("x.bt", 2, 1, 4, 2)
    assert visit.url.place == Place("x.bt", 2, 12, 2, 18)
    assert visit.url.references[0].place == Place("x.bt", 2, 14, 2, 17)
    assert visit.attributes.place == Place("x.bt", 3, 3, 4, 2)
    assert all(node.place is not None for node in walk(parse(WHOLE)))


def test_places_do_not_make_trees_differ() -> None:
    assert parse("a :: visit") == parse("\n\n  a   ::   visit", file="other")


def test_the_empty_text_is_an_empty_document() -> None:
    assert parse("") == parse("# nothing") == Document()


def test_every_fault_is_told_at_once() -> None:
    text = 'a visit "b"\nc :: data\nd :: data css\n[[ e = 3 ]]\nm :: and {\n  x = =\n  :f(\n  while { }\n}\n'
    with pytest.raises(RuleError) as raised:
        parse(text, file="shop.bt")
    assert [str(fault.place) for fault in raised.value.faults] == [
        "shop.bt:1:3",
        "shop.bt:3:14",
        "shop.bt:4:8",
        "shop.bt:6:7",
        "shop.bt:8:3",
    ]
    assert str(raised.value).startswith("shop.bt:1:3: `a` begins a declaration")


def test_a_number_that_no_task_can_carry_is_a_fault() -> None:
    assert codes(f"m :: and {{ x = {'9' * 5000} y = 1 }}") == ["number-too-large"]
    assert codes(f"[[ m = {'9' * 400}s ]]") == ["number-too-large"]
    assert expression("9" * 18) == Literal(int("9" * 18))
    assert expression("0" * 5000 + ".5") == Literal(0.5)


@pytest.mark.parametrize(
    "text",
    [
        "m :: and { " + "while x { " * 3_000 + "}" * 3_001,
        "m :: and { x = " + "!" * 3_000 + "y }",
        "m :: and { x = y" + " | y" * 3_000 + " }",
        "m :: and { " + "if x { } else " * 3_000 + "{ } }",
        "m :: and { x = " + ":a(" * 3_000 + ")" * 3_000 + " }",
        "m :: visit { x = " + "[" * 3_000 + "]" * 3_000 + " }",
        "m :: visit { x = " + "{ x = " * 3_000 + "1" + "}" * 3_001,
    ],
    ids=["blocks", "signs", "operators", "else if", "calls", "lists", "attributes"],
)
def test_nesting_has_a_limit(text: str) -> None:
    assert codes(f"{text}\nn :: visit") == ["too-deep"]
    assert read(f"{text}\nn :: visit").document.entries == (Visit("n"),)
    assert read(text).broken == {"m"}


def test_parentheses_do_not_count_as_nesting() -> None:
    assert expression("(" * 3_000 + "a" + ")" * 3_000) == Reference("a")


@pytest.mark.parametrize(
    "text",
    [
        "m :: and { x = " + "(" * 20_000,
        "{" * 20_000,
        "}" * 20_000,
        '"' * 20_000,
        "x = '\n" * 20_000,
        "a" + " " * 200_000 + "b",
        "a " + "# " * 100_000 + "b",
        "a # b\n" * 20_000,
        "a" * 200_000,
        "m :: and { x = " + "a." * 100_000 + " }",
        ":: " * 20_000,
        "[[ " * 20_000,
        "m :: and {\n" + "x = =\n" * 5000 + "}",
        "m :: and {\n" + "x = (\n" * 5000 + "}",
        "a :: b\n" * 5000,
        "state " * 20_000,
        "\\" * 20_000,
        "p :: visit 'a" + "\\'" * 20_000,
    ],
    ids=range(18),
)
def test_hostile_texts_give_faults_within_their_time(text: str) -> None:
    assert codes(text)


@given(any_texts())
def test_if_a_text_is_no_document_then_it_has_faults_that_can_be_shown(text: str) -> None:
    lines = text.split("\n")
    for fault in faults_of(text):
        assert fault.code
        assert fault.message
        assert fault.place.file == "any.bt"
        assert 1 <= fault.place.line <= len(lines)
        assert 1 <= fault.place.column <= len(lines[fault.place.line - 1]) + 1
        assert fault.text == lines[fault.place.line - 1].rstrip("\r")
        assert str(fault).startswith(f"{fault.place}: ")


@given(st.text(max_size=30), st.integers(0, len(WHOLE)))
def test_text_in_a_comment_changes_nothing(text: str, position: int) -> None:
    line_start = WHOLE.rfind("\n", 0, position) + 1
    comment = "#" + text.replace("\n", "") + "\n"
    assert parse(WHOLE[:line_start] + comment + WHOLE[line_start:]) == parse(WHOLE)


# Words that are words of the language in one place only


@pytest.mark.parametrize(
    "text",
    [
        'from = 3 print = "a" break = from + print item { v = break }',
        'x = css "a" from = x',
        'x = css "a" item { y = from }',
        "if from { break = 1 }",
        "x = from y = print",
        "x = print y = warn + 1",
    ],
)
def test_the_words_of_one_place_are_names_elsewhere(text: str) -> None:
    names = [node.name for node in walk(parse(f"main :: and {{ {text} }}")) if isinstance(node, (Assign, Reference))]
    assert {"from", "print", "break"} & set(names)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ('x = css "a" # why\n from # this\n y', 'x = css "a" from y'),
        ('print # why\n "a"', 'print "a"'),
        ("while x { break # out\n }", "while x { break }"),
        ("x = y as # of what\n json", "x = y as json"),
        ('x = y as json "s"', 'x = y as json ("s")'),
        ('css "a" all ("s")', 'css "a" all "s"'),
    ],
)
def test_comments_and_blanks_change_nothing(text: str, same: str) -> None:
    assert parse(f"main :: and {{ {text} }}") == parse(f"main :: and {{ {same} }}")
