import pytest

from scrapy_bt.core.language.structure import Block, build
from scrapy_bt.core.language.words import read_words


def entries(text, *path):
    """The entries of a block as texts; *path* leads to it: the numbers of entries with a block."""
    block = build(read_words(text))
    for number in path:
        block = next(part for part in block.entries[number].parts if isinstance(part, Block))
    return [" ".join(_texts(entry)) for entry in block.entries]


def _texts(entry):
    return ["{…}" if isinstance(part, Block) else part.text for part in entry.parts]


def test_a_document_is_declarations_resources_and_tables():
    text = 'a :: visit "x" b :: data [[ a = 1h ]] (( b )) state a { } c :: and { }'
    assert entries(text) == ['a :: visit "x"', "b :: data", "[[ a = 1h ]]", "(( b ))", "state a {…}", "c :: and {…}"]


@pytest.mark.parametrize(
    ("body", "statements"),
    [
        ("a b", ["a", "b"]),
        ("a - b", ["a - b"]),
        (":a (b) (c)", [": a {…}", "{…}"]),
        (":a :b", [": a", ": b"]),
        ("x = 1 y = !z w", ["x = 1", "y = ! z", "w"]),
        ("end ! !x end end !", ["end !", "! x", "end", "end !"]),
        ("end -x", ["end", "- x"]),
        ("state wait state pause a", ["state wait", "state pause", "a"]),
        ("if a { } else if b { } else { } c", ["if a {…} else if b {…} else {…}", "c"]),
        ("while x = :a { } -y", ["while x = : a {…}", "- y"]),
        ("or { } async { } goroutine { } and { }", ["or {…}", "async {…}", "goroutine {…}", "and {…}"]),
        ('"a" "b"', ['"a"', '"b"']),
        ("a == b (c)", ["a == b", "{…}"]),
        ("true false", ["true", "false"]),
    ],
)
def test_a_body_is_statements(body, statements):
    assert entries(f"main :: and {{ {body} }}", 0) == statements


def test_a_table_is_rows():
    rows = "timeout | 5xx = wait 3 5s 404 = :a 403 = wait any = true"
    assert entries(f"state a {{ {rows} }}", 0) == [
        "timeout | 5xx = wait 3 5s",
        "404 = : a",
        "403 = wait",
        "any = true",
    ]


def test_fields_and_attributes_begin_with_their_names_which_may_be_keywords():
    assert entries('a :: item { all = css "x" all data = a == b end = 1 }', 0) == [
        'all = css "x" all',
        "data = a == b",
        "end = 1",
    ]
    assert entries('a :: visit { form = { x = y } json = "z" }', 0) == ["form = {…}", 'json = "z"']
    assert entries('a :: visit { form = { x = y z = 1 } json = "z" }', 0, 0) == ["x = y", "z = 1"]


def test_a_list_ends_its_elements_with_commas():
    assert entries("a :: visit { x = [1, b, { c = 1 }] }", 0, 0) == ["1 ,", "b ,", "{…}"]


def test_a_comment_behind_an_entry_belongs_to_it_and_any_other_stands_alone():
    text = "# top\na :: data # a's\n# own\nmain :: and { # opening\n b # b's\n # last\n}\n# end"
    assert entries(text) == ["# top", "a :: data # a's", "# own", "main :: and {…}", "# end"]
    assert entries(text, 3) == ["# opening", "b # b's", "# last"]


def test_a_comment_within_an_entry_stays_where_it_is():
    assert entries("main :: and { a # why\n | b }", 0) == ["a # why | b"]


@pytest.mark.parametrize(("text", "gaps"), [("a::data\n\n\nb::data\nc::data", [False, True, False])])
def test_blank_lines_are_noticed(text, gaps):
    assert [entry.gap for entry in build(read_words(text)).entries] == gaps


def test_what_is_told_of_healing_is_one_entry():
    text = "heal = off heal a | heal = auto (( heal = 2 )) state heal { } state a | heal { } heal :: and { }"
    assert entries(text) == [
        "heal = off",
        "heal a | heal = auto",
        "(( heal = 2 ))",
        "state heal {…}",
        "state a | heal {…}",
        "heal :: and {…}",
    ]


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("a :: visit", "action"),
        ("a :: or { }", "tree"),
        ("state a { }", "states"),
        ("((a))", "resource"),
        ("heal = auto", "heal"),
        ("heal a | heal = auto", "heal"),
        ("heal :: visit", "action"),
        ("# a", "comment"),
    ],
)
def test_an_entry_of_a_document_knows_its_sort(text, sort):
    assert build(read_words(text)).entries[0].sort == sort
