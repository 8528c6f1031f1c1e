from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.edits import Copy, Delete, MovePart
from scrapy_bt.core.documents.pieces import UneditableError
from scrapy_bt.core.language.edit import change
from scrapy_bt.core.language.operations import InsertText, RenameName, SetText, Wrap
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.paths import parts
from scrapy_bt.core.language.printer import print_document
from scrapy_bt.core.language.words import read_words
from scrapy_bt.core.tree.nodes import Break, If
from scrapy_bt.errors import RuleError
from tests.strategies import documents

SHOP = """\
# shop.bt: what is sold
page   ::   visit "https://shop.test{path}"   # odd, and stays
links  :: data css "a::attr(href)" all
[[ page = 30m ]]

state page {
    404 = end   # gone
    5xx = wait 3
}

main :: and (path = "/") {
    :page
    # each link
    while link = :links { :detail(link)  n = n + 1 }

    if (n > 3) {
        print "many: {n}"
    }
}
detail :: and (link) { visit "{link}"  item { url = link } }
"""


def _changed(*operations, text=SHOP):
    return change(text, operations)


def test_a_statement_comes_between_others_with_their_indentation():
    assert _changed(InsertText(("main",), text="state pause", index=1)) == SHOP.replace(
        "    # each link\n", "    state pause\n    # each link\n"
    )
    assert _changed(InsertText(("main", 1), text=":page", index=1)) == SHOP.replace("(link)  n =", "(link)  :page  n =")
    assert _changed(InsertText(("main",), text="# last\nend !")) == SHOP.replace(
        "    }\n}\ndetail", "    }\n    # last\n    end !\n}\ndetail"
    )


def test_a_statement_goes_with_its_comments():
    assert _changed(Delete(("main", 1))) == SHOP.replace(
        "    # each link\n    while link = :links { :detail(link)  n = n + 1 }\n\n", ""
    )
    assert _changed(Delete(("main", 1, 0))) == SHOP.replace(":detail(link)  n", "n")
    assert _changed(Delete(("main", 1, 1))) == SHOP.replace("  n = n + 1", "")
    assert _changed(Delete(("page",))) == SHOP[: SHOP.index("page   ::")] + SHOP[SHOP.index("links  ::") :]


def test_a_statement_moves_into_another_block():
    assert _changed(MovePart(("main", 0), to=("main", 2), index=0)) == SHOP.replace("    :page\n", "", 1).replace(
        '        print "many', '        :page\n        print "many'
    )


def test_a_copy_of_a_declaration_gets_another_name():
    assert _changed(Copy(("links",), to=(), index=2, name="more")) == SHOP.replace(
        "[[ page", 'more  :: data css "a::attr(href)" all\n[[ page'
    )


def test_statements_are_put_into_a_block():
    assert _changed(Wrap(("main", 0), header="while n < 3", count=2)) == SHOP.replace(
        "    :page\n    # each link\n    while link = :links { :detail(link)  n = n + 1 }\n",
        "    while n < 3 {\n        :page\n        # each link\n"
        "        while link = :links { :detail(link)  n = n + 1 }\n    }\n",
    )
    assert _changed(Wrap(("main", 1, 0), header="goroutine")) == SHOP.replace(
        ":detail(link)  n", "goroutine { :detail(link) }  n"
    )


def test_parts_of_a_statement_are_written_anew():
    assert _changed(SetText(("main", 2, "condition"), text="n > 4 & path")) == SHOP.replace("(n > 3)", "n > 4 & path")
    assert _changed(SetText(("main", 1, 1, "value"), text="n + 2")) == SHOP.replace("n + 1", "n + 2")
    assert _changed(SetText(("detail", 1, "url", "value"), text='css "b"')) == SHOP.replace(
        "url = link", 'url = css "b"'
    )
    assert _changed(SetText(("page",), text='page :: visit "https://b.test"')) == SHOP.replace(
        'page   ::   visit "https://shop.test{path}"', 'page :: visit "https://b.test"'
    )
    assert _changed(InsertText(("main", 2, "else"), text="print 'few'")) == SHOP.replace(
        '        print "many: {n}"\n    }', "        print \"many: {n}\"\n    } else {\n        print 'few'\n    }"
    )
    with_else = _changed(InsertText(("main", 2, "else"), text="print 'few'"))
    assert _changed(Delete(("main", 2, "else")), text=with_else) == SHOP


def test_fields_rows_and_attributes_are_changed_the_same_way():
    assert _changed(InsertText(("detail", 1), text="name = css 'h1'")) == SHOP.replace(
        "{ url = link }", "{ url = link  name = css 'h1' }"
    )
    assert _changed(InsertText((3,), text="timeout = wait", index=1)) == SHOP.replace(
        "    5xx", "    timeout = wait\n    5xx"
    )
    assert _changed(InsertText(("page",), text="timeout = 3s")) == SHOP.replace(
        'test{path}"   #', 'test{path}" { timeout = 3s }   #'
    )


def test_a_node_is_renamed_wherever_it_stands():
    changed = _changed(RenameName("page", new="list"))
    assert changed == SHOP.replace("page   ::", "list   ::").replace("[[ page", "[[ list").replace(
        "state page", "state list"
    ).replace(":page", ":list")


def test_a_variable_is_renamed_wherever_it_stands():
    changed = _changed(RenameName("link", new="url", kind="variable"))
    assert changed == SHOP.replace("while link", "while url").replace("(link)", "(url)").replace(
        "{link}", "{url}"
    ).replace("url = link", "url = url")


def test_line_ends_and_a_mark_stay():
    text = "\ufeff" + SHOP.replace("\n", "\r\n")
    for operation in (
        InsertText(("main",), text="# last\nend !"),
        MovePart(("main", 0), to=("main", 2), index=0),
        Wrap(("main", 0), header="while n < 3", count=2),
        InsertText((), text="a :: data css 'b'", index=0),
    ):
        changed = change(text, [operation])
        assert changed.startswith("\ufeff")
        assert changed.count("\n") == changed.count("\r\n")
        assert "\r\r" not in changed
        assert changed.replace("\r\n", "\n").removeprefix("\ufeff") == _changed(operation)


def test_what_would_read_as_one_is_kept_apart():
    text = "main :: and {\n    :a\n    x = 1\n    (b)\n}\n"
    assert change(text, [Delete(("main", 1))]) == "main :: and {\n    :a()\n    (b)\n}\n"
    assert change("m :: and { :a }", [InsertText(("m",), text="(b)")]) == "m :: and { :a()  (b) }"


@pytest.mark.parametrize(
    ("text", "operation", "expected"),
    [
        ("a :: or { !x }", InsertText((0,), text="end", index=0), "a :: or { end  (!x) }"),
        ("a :: or {\n    :c\n    !x\n}\n", SetText((0, 0), text="end"), "a :: or {\n    end\n    (!x)\n}\n"),
        ("a :: or { end :c !x }", Delete((0, 1)), "a :: or { end (!x) }"),
    ],
)
def test_a_condition_behind_end_stays_one(text, operation, expected):
    assert change(text, [operation]) == expected


def test_what_cannot_be_done_says_so():
    for operation, message in (
        (Delete(("mian",)), "there is no mian"),
        (Delete(("main", 9)), "there is no main/9"),
        (InsertText(("main", 0), text="end"), "`:page` has no block"),
        (InsertText(("main",), text="end", index=9), "there are 3 parts, and none can come before number 9"),
        (MovePart(("main", 1), to=("main", 1)), "cannot move into itself"),
        (Wrap(("main", 2), header="while x", count=2), "there are not 2 statements"),
        (Wrap(("main", 2), header="x = 3 if x"), "begins no block"),
        (RenameName("page", new="links"), "there is a node `links` already"),
        (RenameName("page", new="while"), "`while` is no name"),
        (RenameName("nothing", new="x"), "there is no node `nothing`"),
        (RenameName("link", new="page", kind="variable"), "a word of the language"),
        (SetText(("main", 0), text=":a :b"), "one part is to be written there, and this is 2"),
        (SetText(("main", 2, "else"), text=":a"), "there is no main/2/else"),
        (Delete(("main", 2, "condition")), "a `condition` cannot go"),
        (InsertText(("loop", 0), text=":page"), "nothing comes behind `break`"),
    ):
        with pytest.raises(UneditableError, match=message):
            change(SHOP + "loop :: and { while x { break } }", [operation])


def test_faults_of_what_is_put_in_have_their_places_in_it():
    with pytest.raises(RuleError, match="<what is put in>:2:9"):
        _changed(InsertText(("main",), text=":page\nx = 3 + )"))


LAYOUTS = st.sampled_from([*([" "] * 6), "\n", "\n", "  ", "\r\n", "\n\n", " # behind\n", "\n# own\n", "\n    "])
FRAGMENTS = st.sampled_from(
    ["end", "(b)", ":a", '"text"', 'css "x"', "-b", "while x { :a }", "x = 1", "# c\nend !", ":a # c", "print 'x'"]
)


def _blocks(node, path=()):
    try:
        inside = parts(node)
    except UneditableError:
        return
    yield path, node
    for number, part in enumerate(inside):
        yield from _blocks(part, (*path, number))
    if isinstance(node, If) and node.otherwise is not None:
        yield from _blocks(node.otherwise, (*path, "else"))


def _statement_blocks(document):
    return [
        (path, node)
        for path, node in _blocks(document)
        if type(node).__name__ in ("Tree", "While", "If", "Group", "Async", "Goroutine", "Body")
    ]


def _most(body):
    """Nothing comes behind a `break`."""
    inside = parts(body)
    return len(inside) - (bool(inside) and isinstance(inside[-1], Break))


@st.composite
def operations(draw, document):
    blocks = list(_blocks(document))
    path, node = draw(st.sampled_from(blocks))
    inside = parts(node)
    bodies = _statement_blocks(document)
    kind = draw(st.sampled_from(["insert", "delete", "move", "wrap", "set", "rename"]))
    if kind == "insert" and bodies:
        to, body = draw(st.sampled_from(bodies))
        return InsertText(to, text=draw(FRAGMENTS), index=draw(st.integers(0, _most(body))))
    if kind == "rename":
        names = [entry.name for entry in document.entries if hasattr(entry, "name")]
        return RenameName(draw(st.sampled_from(names)), new="zz") if names else None
    if not inside:
        return None
    here = (*path, draw(st.integers(0, len(inside) - 1)))
    is_statement = any(path == to for to, _ in bodies)
    if kind == "delete":
        return Delete(here)
    if kind == "move":
        to = draw(st.sampled_from([to for to, _ in bodies])) if is_statement else path
        return MovePart(here, to=to, index=0) if to[: len(here)] != here else None
    if kind == "wrap" and is_statement:
        return Wrap(here, header=draw(st.sampled_from(["while x", "goroutine", "or", "if (a)"])))
    if kind == "set" and is_statement:
        return SetText(here, text=draw(FRAGMENTS))
    return None


def _check_change(text, document, operation):
    assert parse(text) == document
    if operation is None:
        return
    # That the file then is the tree that it should be, `change` compares itself, and refuses where it is not.
    changed = change(text, [operation])
    if isinstance(operation, (InsertText, Wrap, RenameName)):
        words = [word.text for word in read_words(changed)]
        kept = iter(words)
        named = [
            word.text if not isinstance(operation, RenameName) or word.text != operation.old else None
            for word in read_words(text)
        ]
        assert all(word is None or any(word == other for other in kept) for word in named), "all words stay, in order"


def laid_out(document, layouts):
    words = ["", *(word.text for word in read_words(print_document(document)))]
    return "".join(word + layout for word, layout in zip(words, cycle(layouts)))


@given(documents(), st.lists(LAYOUTS, min_size=1, max_size=12), st.data())
def test_any_change_of_any_program_is_the_change_of_its_tree_and_leaves_all_else(document, layouts, data):
    _check_change(laid_out(document, layouts), document, data.draw(operations(document)))
