from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.edits import Copy, Delete, MovePart
from scrapy_bt.core.documents.pieces import UneditableError
from scrapy_bt.core.rules.files.edit import change_rule
from scrapy_bt.core.rules.files.operations import InsertPart, RenamePart, SetField, tag_path
from scrapy_bt.core.rules.files.reader import read_rule
from scrapy_bt.core.rules.files.writer import write_rule
from scrapy_bt.core.rules.rule import TagRef
from scrapy_bt.errors import RuleError
from tests.rulefiles import NEWS, rules

TITLE = TagRef("article", "title")
ODD = """\
# a rule of one's own   # kept
rule:   News   # the name
layers:
- layer: list     # indented by nothing
  entries: [ "https://news.test/" ]

  # what leads on
  tags:
  - {tag: more, start: 'next" href="', end: '"', link: true}   # on one line
  - tag: headline
    # where it begins
    start: "<h2>"     # with quotes of its own
    end:   '</h2>'

  - tag:   date   # the last
    rematch: \\d+
# the end
"""


def _lines(text):
    return [line for line in text.splitlines() if line.strip()]


def test_a_text_that_is_no_yaml_is_told_with_its_place():
    with pytest.raises(RuleError, match=r"news\.yaml:1:"):
        change_rule("rule: [", [SetField(("rule",), value="a")], file="news.yaml")


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_an_odd_layout_stays_as_it_is(line_end, mark):
    text = mark + ODD.replace("\n", line_end)

    def told(*operations):
        changed = change_rule(text, operations)
        assert changed.startswith(mark + "# a rule")
        assert ("\r\n" in changed) == (line_end == "\r\n")
        return changed.removeprefix(mark).replace("\r\n", "\n")

    headline = ("layers", "list", "tags", "headline")
    assert told(SetField((*headline, "start"), value="<h3>")) == ODD.replace('"<h2>"', "'<h3>'")
    assert told(SetField(("layers", "list", "tags", "more", "end"), value="x, y")) == ODD.replace(
        "end: '\"'", "end: 'x, y'"
    )
    assert told(SetField(("layers", "list", "tags", "more", "merge"), value=True)) == ODD.replace(
        "link: true}", "link: true, merge: true}"
    )
    assert told(InsertPart(("layers", "list", "entries"), value="https://b.test/")) == ODD.replace(
        '"https://news.test/" ]', "\"https://news.test/\", 'https://b.test/' ]"
    )
    assert told(Delete(headline)) == ODD.replace(
        '  - tag: headline\n    # where it begins\n    start: "<h2>"     # with quotes of its own\n'
        "    end:   '</h2>'\n\n",
        "",
    )
    assert told(Delete((*headline, "start"))) == ODD.replace(
        '    # where it begins\n    start: "<h2>"     # with quotes of its own\n', ""
    )
    assert told(Delete(("layers", "list", "tags", "more", "end"))) == ODD.replace("end: '\"', ", "")
    assert told(Delete((*headline, "tag"))) == ODD.replace(
        "  - tag: headline\n    # where it begins\n", "  - \n    # where it begins\n"
    )
    assert told(RenamePart(headline, name="heading")) == ODD.replace("headline", "heading")


def test_a_name_changes_wherever_it_is_named():
    changed = change_rule(
        NEWS, [RenamePart(("layers", "article"), name="story"), RenamePart(tag_path(TITLE), name="head")][:1]
    )
    assert changed == NEWS.replace("layer: article", "layer: story").replace("link: article", "link: story").replace(
        "article.title", "story.title"
    )
    changed = change_rule(NEWS, [RenamePart(("layers", "article", "tags", "text"), name="body")])
    assert changed == NEWS.replace("content: text", "content: body").replace("tag: text", "tag: body").replace(
        "parent: text", "parent: body"
    )
    changed = change_rule(NEWS, [RenamePart(("layers", "list", "tags", "more"), name="next")])
    assert changed == NEWS.replace("next: more", "next: next").replace("tag: more", "tag: next")
    changed = change_rule(NEWS, [RenamePart(("groups", "articles", "columns", "url"), name="address")])
    assert changed == NEWS.replace("name: url", "name: address")


def test_a_tag_goes_with_those_that_work_on_its_results():
    changed = change_rule(NEWS, [Delete(("layers", "article", "tags", "text"))])
    tags = [tag["tag"] for tag in _tags(changed)]
    assert tags == ["title"]


def test_what_moves_takes_its_comments_and_its_indentation_along():
    text = NEWS.replace("      - tag: title\n", "      # of the page\n      - tag: title # here\n")
    changed = change_rule(text, [MovePart(tag_path(TITLE), to=("layers", "list", "tags"), index=0)])
    assert "    tags:\n      # of the page\n      - tag: title # here\n        start: '<h1>'\n" in changed
    assert Counter(_lines(changed)) == Counter(_lines(text))


def test_a_copy_gets_a_name_of_its_own():
    changed = change_rule(NEWS, [Copy(tag_path(TITLE), to=("layers", "article", "tags"), name="heading")])
    assert [tag["tag"] for tag in _tags(changed)] == ["title", "text", "paragraph", "heading"]
    start = NEWS.index("      - tag: title")
    block = NEWS[start : NEWS.index("      - tag: text")]
    assert changed == NEWS.replace("\ngroups:", block.replace("title", "heading") + "\ngroups:")


def test_a_list_that_was_empty_or_not_there_gets_its_first_item():
    layer = ("layers", "list")
    for text in (write_rule(read_rule(NEWS, file="f")), NEWS):
        emptied = change_rule(text, [SetField((*layer, "tags"), value=[])])
        assert "    tags: []\n" in emptied
        filled = change_rule(emptied, [InsertPart((*layer, "tags"), value={"tag": "a", "start": "<b>"})])
        assert "    tags:\n      - tag: a\n        start: '<b>'\n" in filled
    gone = change_rule(NEWS, [Delete((*layer, "tags"))])
    assert (
        change_rule(gone, [InsertPart((*layer, "tags"), value={"tag": "a"})]).count("    tags:\n      - tag: a\n") == 1
    )


def test_what_cannot_be_done_says_so():
    for operation, message in (
        (InsertPart(("rule",), value="x"), "rule is no list"),
        (InsertPart(("layers",), value={}, index=9), "layers has 2 items, and none can come before number 9"),
        (MovePart(("layers", "list"), to=("layers", "list", "tags")), "layers/0 cannot move into itself"),
        (MovePart(("site",), to=("layers",)), "site is no item of a list"),
        (Delete(("site", "nothing")), "there is no site/nothing"),
        (RenamePart(("site",), name="x"), "site has no name"),
        (SetField(("layers", 7, "layer"), value="x"), "there is no layers/7"),
        (Copy(("hosts", 0), to=("hosts",), name="x"), "what is in hosts has no name"),
    ):
        with pytest.raises(UneditableError, match=message):
            change_rule(NEWS, [operation])


def _tags(text):
    from scrapy_bt.core.documents.plain import plain_of
    from scrapy_bt.core.documents.report import ShapeReport
    from scrapy_bt.core.documents.yaml import compose_yaml

    root = plain_of(compose_yaml(ShapeReport(text, "f", noun="rule")))
    return root["layers"][1]["tags"]


@st.composite
def commented(draw):
    """A rule file with comments and empty lines where nobody expects them, and its rule."""
    rule = draw(rules())
    lines = []
    is_in_block, block_indent = False, 0
    for line in write_rule(rule).splitlines():
        indent = len(line) - len(line.lstrip())
        is_in_block = is_in_block and (not line or indent > block_indent)
        if not is_in_block and line and draw(st.integers(0, 5)) == 0:
            lines += [f"{' ' * indent}# own {len(lines)}"] * draw(st.integers(0, 2)) + [""] * draw(st.integers(0, 1))
        is_open = is_in_block
        if not is_in_block and line.endswith((": |", ": |-")):
            is_in_block, block_indent = True, indent
        behind = line and not is_open and not is_in_block and draw(st.integers(0, 5)) == 0
        lines.append(f"{line}   # behind {len(lines)}" if behind else line)
    return "\n".join(lines) + draw(st.sampled_from(["", "\n"])), rule


TEXTS = st.sampled_from(["x", "it's", "a: b", "# no", "12", "", "[a]", "true", "标题", r"\d+", '"'])


@st.composite
def operations(draw, rule):
    layer = draw(st.sampled_from(rule.layers))
    tag = draw(st.sampled_from(layer.tags))
    path = tag_path(TagRef(layer.name, tag.name))
    tags = ("layers", draw(st.sampled_from(rule.layers)).name, "tags")
    field = draw(st.sampled_from(["start", "end", "rematch", "exclude"]))
    kind = draw(st.sampled_from(["set", "new", "delete", "field", "copy", "move", "layers"]))
    if kind == "set":
        return SetField((*path, field), value=draw(TEXTS))
    if kind == "new":
        return InsertPart(tags, value={"tag": "zz", "start": draw(TEXTS), "merge": draw(st.booleans())}, index=0)
    if kind == "delete":
        return Delete(path)
    if kind == "field":
        return Delete((*path, "tag"))
    if kind == "copy":
        return Copy(path, to=tags, name=draw(st.sampled_from(["", "zz", "yes"])))
    if kind == "move":
        return MovePart(path, to=tags)
    return MovePart(("layers", layer.name), to=("layers",), index=0)


@given(st.data())
def test_any_change_of_any_file_leaves_all_that_is_not_meant(data):
    text, rule = data.draw(commented())
    _check_change(text, data.draw(operations(rule)))


def _check_change(text, operation):
    # That the file then says what it should, `change_rule` compares itself, and refuses where it does not.
    changed = change_rule(text, [operation])
    before, after = Counter(_lines(text)), Counter(_lines(changed))
    match operation:
        case SetField():
            assert (before - after).total() <= 1
            assert (after - before).total() == 1 or changed == text
        case InsertPart() | Copy():
            assert (before - after).total() == 0
        case MovePart():
            indented = Counter(map(str.strip, _lines(text))) - Counter(map(str.strip, _lines(changed)))
            assert indented.total() <= 1, "the line of a list that is empty now"
        case Delete(path) if path[-1] != "tag":
            assert (after - before).total() <= 1, "the line of a list that is empty now"
