import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.nodes import ListNode, Mapping, Scalar
from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.toml import compose_toml, tomllib
from tests.schemefiles import TOPIC

EVERYTHING = '''\
# a comment = 1
plain = "a \\"b\\" \\u00e9"
'quoted key' = 'C:\\path # no comment'
a.b."c d" = 1_000
lines = """
one "two" \\
   three"""
raw = \'\'\'it's''\'\'\'
list = [1, 2.5, # comment
  [true, false], { x = 1, y.z = "}" }, ]
date = 1979-05-27T07:32:00Z
[table]
x = -0x1f
[table.inner]
y = inf
[[many]]
n = 1
[many.below]
z = "]"
[[many]]
n = 2
[[many.deeper]]
w = 0
'''


def data(node):
    match node:
        case Mapping():
            return {entry.key.text: data(entry.value) for entry in node}
        case ListNode():
            return [data(item) for item in node.items]
        case Scalar():
            return node.value
    return None


def compose(text):
    report = ShapeReport(text, "f.toml", noun="scheme", sign="=")
    return compose_toml(report), report


@pytest.mark.parametrize(
    "text", [EVERYTHING.replace("-0x1f", "-31"), TOPIC, "", "# only this", TOPIC.replace("\n", "\r\n")]
)
def test_nodes_hold_what_the_parser_of_python_reads(text):
    root, report = compose(text)
    expected = tomllib.loads(text)
    if "date" in expected:
        expected["date"] = str(expected["date"])
    assert data(root) == expected
    assert not report


def test_every_node_knows_its_place():
    root, _ = compose(TOPIC)
    assert str(root.get("excluded").items[0].place) == "f.toml:2:13"
    second = root.get("classes").items[1]
    assert (second.place.line, second.place.column) == (11, 1)
    assert second.get("most").place.line == 16
    lines = TOPIC.split("\n")
    key = second.entries[-1].key
    assert lines[key.place.line - 1][key.place.column - 1 :].startswith("most")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a = [1,\n", 1, 8),
        ('a = "x\n', 1, 7),
        ("a = 1\na = 2\n", 2, 6),
        ("[a\n", 1, 3),
        ("a b = 1", 1, 3),
        ("= 1", 1, 1),
    ],
)
def test_what_is_no_toml_is_told_with_its_place(text, line, column):
    root, report = compose(text)
    (fault,) = report.in_order()
    assert root is None
    assert (fault.code, fault.place.line, fault.place.column) == ("bad-toml", line, column)


def test_what_is_too_long_or_too_deep_is_told():
    assert compose("#" * 1_000_001)[1].in_order()[0].code == "too-long"
    assert compose(f"a = {'[' * 5000}{']' * 5000}")[1].in_order()[0].code == "too-deep"


values = st.recursive(
    st.one_of(st.integers(-1000, 1000), st.booleans(), st.text(st.characters(codec="utf-8"), max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text("ab. ]", max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


def write(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{write(key)} = {write(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",\n ".join(map(write, value)) + "]"
    if isinstance(value, int):
        return str(value)
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in value) + '"'


@given(st.dictionaries(st.text("abc _", min_size=1, max_size=4), values, max_size=4))
def test_whatever_is_written_is_read(given_data):
    text = "".join(f"{write(key)} = {write(value)}  # {key}\n" for key, value in given_data.items())
    assert data(compose(text)[0]) == tomllib.loads(text) == given_data
