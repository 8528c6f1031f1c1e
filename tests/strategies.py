"""Hypothesis strategies for trees: every class of node, in every place where the grammar lets it stand."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from scrapy_bt.core.language.expression_builder import in_field
from scrapy_bt.core.tree import nodes
from scrapy_bt.core.tree.inline import name_inline
from scrapy_bt.core.tree.keywords import KEYWORDS

RESERVED = tuple(sorted(KEYWORDS))

_SOME_NAMES = ("a", "b", "link", "page_2", "Uhrzeit", "straße", "数", "_x", "ended", "GET", "now", "page")
_WORDS_IN_PLACES = ("from", "print", "warn", "break", "include", "within")
"""Words of the language in one place, names elsewhere."""


@cache
def names() -> st.SearchStrategy[str]:
    """Names of nodes and variables; never a reserved word, nor one that a string after it makes a source."""
    free = st.text(st.characters(categories=("Ll", "Lu", "Lo")), min_size=1, max_size=6)
    known = st.sampled_from((*_SOME_NAMES, *_WORDS_IN_PLACES))
    return known | free.filter(lambda name: name not in (*RESERVED, *nodes.HOWS))


@cache
def keys() -> st.SearchStrategy[str]:
    """Names of fields and attributes: also reserved words."""
    return names() | st.sampled_from((*RESERVED, *nodes.HOWS))


@cache
def plain_texts() -> st.SearchStrategy[str]:
    """Any text that can stand in a file, rich in what a string has to escape."""
    risky = st.text(st.sampled_from("\"'\\{}\n\t\r ab#éu1\x1b"), max_size=8)
    return risky | st.text(st.characters(exclude_categories=("Cs",)), max_size=8) | st.sampled_from(("", "{a}", "\\d"))


@cache
def references() -> st.SearchStrategy[nodes.Reference]:
    path = st.lists(keys() | st.sampled_from(("0", "12")), max_size=2).map(tuple)
    return st.builds(nodes.Reference, names(), path)


@cache
def templates() -> st.SearchStrategy[nodes.Template]:
    return _templates(st.lists(references(), min_size=1, max_size=3), plain_texts())


@st.composite
def _templates(
    draw: st.DrawFn, some_references: st.SearchStrategy[list[nodes.Reference]], texts: st.SearchStrategy[str]
) -> nodes.Template:
    parts: list[str | nodes.Reference] = []
    for reference in draw(some_references):
        text = draw(texts)
        parts += [text, reference] if text else [reference]
    last = draw(texts)
    return nodes.Template((*parts, last) if last else tuple(parts))


@cache
def texts() -> st.SearchStrategy[nodes.Text]:
    return plain_texts() | templates()


@cache
def _numbers() -> st.SearchStrategy[float]:
    return st.integers(0, 10**18 - 1) | st.floats(0, 1e12, allow_subnormal=False).filter(lambda x: x == 0 or x > 1e-6)


@cache
def _literals() -> st.SearchStrategy[nodes.Literal]:
    return st.builds(nodes.Literal, plain_texts() | _numbers() | st.sampled_from((True, False, None)))


@cache
def durations() -> st.SearchStrategy[nodes.Duration]:
    seconds = st.sampled_from((0.5, 1.0, 1.5, 60.0, 90.0, 1800.0, 86400.0)) | st.integers(0, 10**6).map(float)
    return st.builds(nodes.Duration, seconds)


@cache
def sources() -> st.SearchStrategy[nodes.Source]:
    return st.builds(
        nodes.Source,
        st.sampled_from(nodes.HOWS),
        st.lists(texts(), min_size=1, max_size=3).map(tuple),
        st.booleans(),
        st.none() | st.sampled_from(nodes.KINDS),
    )


def calls(arguments: st.SearchStrategy[nodes.Expression] | None = None) -> st.SearchStrategy[nodes.Call]:
    if arguments is None:
        return st.builds(nodes.Call, names())
    named = st.lists(st.builds(nodes.NamedArgument, names(), arguments), max_size=1).map(tuple)
    return st.builds(nodes.Call, names(), st.lists(arguments, max_size=2).map(tuple), named)


@cache
def sources_in_place() -> st.SearchStrategy[nodes.Call]:
    """Sources as expressions, on the page or on a variable."""
    origin = references().map(lambda name: nodes.Attributes((nodes.Attribute("from", name),)))
    return st.builds(nodes.Data, st.just(""), sources(), st.none() | origin).map(in_place)


def in_place(node: nodes.Visit | nodes.Data | nodes.Item) -> nodes.Call:
    return nodes.Call("", inline=node)


@cache
def expressions() -> st.SearchStrategy[nodes.Expression]:
    conversions = st.builds(nodes.Conversion, references(), st.sampled_from(nodes.KINDS))
    return _composed(_literals() | references() | conversions | templates() | calls() | sources_in_place())


def _composed(leaves: st.SearchStrategy[nodes.Expression]) -> st.SearchStrategy[nodes.Expression]:
    operators = ("|", "&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%")

    def extend(inner: st.SearchStrategy[nodes.Expression]) -> st.SearchStrategy[nodes.Expression]:
        return (
            st.builds(nodes.Unary, st.sampled_from("!-"), inner)
            | st.builds(nodes.Binary, st.sampled_from(operators), inner, inner)
            | st.builds(nodes.ListValue, st.lists(inner, max_size=3).map(tuple))
            | calls(inner)
        )

    return st.recursive(leaves, extend, max_leaves=5)


@cache
def values() -> st.SearchStrategy[nodes.Value]:
    """What an attribute can be; here a number can be negative."""
    negatives = st.builds(nodes.Literal, _numbers().map(lambda x: -x).filter(bool))
    leaves = _literals() | negatives | references() | templates() | durations() | sources()

    def extend(inner: st.SearchStrategy[nodes.Value]) -> st.SearchStrategy[nodes.Value]:
        lists = st.builds(nodes.ListValue, st.lists(inner, max_size=3).map(tuple))
        return lists | _attributes(inner)

    return st.recursive(leaves, extend, max_leaves=4)


def _attributes(inner: st.SearchStrategy[nodes.Value]) -> st.SearchStrategy[nodes.Attributes]:
    quoted = st.sampled_from(("user[name]", "a-b", "{x}", 'c:"d"', "", "3"))
    entries = st.builds(nodes.Attribute, keys() | quoted, inner)
    return st.builds(nodes.Attributes, st.lists(entries, max_size=3).map(tuple))


@cache
def statements() -> st.SearchStrategy[nodes.Statement]:
    leaves = (
        expressions()
        | st.builds(nodes.Assign, names(), expressions())
        | st.builds(nodes.ChangeState, st.sampled_from(("wait", "pause", "stop")))
        | st.builds(nodes.End, st.booleans())
        | st.builds(nodes.Print, texts())
        | st.builds(nodes.Warn, texts())
        | visits_in_place()
        | st.builds(nodes.Item, st.just(""), st.none() | sources(), fields()).map(in_place)
    )

    def extend(inner: st.SearchStrategy[nodes.Statement]) -> st.SearchStrategy[nodes.Statement]:
        body = bodies(inner)
        conditions = expressions() | st.builds(nodes.Take, names(), expressions())
        choice = st.builds(nodes.If, conditions, body, st.none() | body)
        return (
            st.builds(nodes.While, conditions, body)
            | choice
            | st.builds(nodes.If, conditions, body, choice)
            | st.builds(nodes.Group, st.sampled_from(("serial", "and", "or")), body, st.none() | durations())
            | st.builds(nodes.Async, body)
            | st.builds(nodes.Goroutine, body)
            | st.builds(nodes.Goroutine, body, st.sampled_from(("serial", "and", "or")), st.none() | durations())
        )

    return st.recursive(leaves, extend, max_leaves=6)


def bodies(inner: st.SearchStrategy[nodes.Statement] | None = None) -> st.SearchStrategy[nodes.Body]:
    some = st.lists(statements() if inner is None else inner, max_size=4)
    return st.builds(nodes.Body, st.tuples(some, st.sampled_from(((), (nodes.Break(),)))).map(_joined))


def _joined(parts: tuple[list[nodes.Statement], tuple[nodes.Statement, ...]]) -> tuple[nodes.Statement, ...]:
    return (*parts[0], *parts[1])


@cache
def visits() -> st.SearchStrategy[nodes.Visit]:
    methods = st.none() | st.sampled_from(("GET", "POST", "DELETE"))
    return st.builds(nodes.Visit, names(), methods, st.none() | texts(), st.none() | _attributes(values()))


@cache
def visits_in_place() -> st.SearchStrategy[nodes.Call]:
    methods = st.none() | st.sampled_from(("GET", "POST", "DELETE"))
    whole = st.builds(nodes.Visit, st.just(""), methods, texts(), st.none() | _attributes(values()))
    made = st.builds(nodes.Visit, st.just(""), methods, st.none(), _attributes(values()))
    return (whole | made).map(in_place)


@cache
def datas() -> st.SearchStrategy[nodes.Data]:
    return st.builds(nodes.Data, names(), st.none() | sources(), st.none() | _attributes(values()))


@cache
def items() -> st.SearchStrategy[nodes.Item]:
    return st.builds(nodes.Item, names(), st.none() | sources(), fields())


@cache
def fields() -> st.SearchStrategy[tuple[nodes.Field, ...]]:
    """Of an item; what is taken from a variable is a node of its own, other sources are the item's."""
    values_of_fields = sources() | expressions().map(in_field)
    return st.lists(st.builds(nodes.Field, keys(), values_of_fields), max_size=4).map(tuple)


@cache
def trees() -> st.SearchStrategy[nodes.Tree]:
    parameters = st.builds(nodes.Parameter, names(), st.none() | expressions())
    kinds = st.sampled_from(("serial", "and", "or"))
    return st.builds(
        nodes.Tree, names(), kinds, st.lists(parameters, max_size=3).map(tuple), bodies(), st.none() | durations()
    )


@cache
def state_tables() -> st.SearchStrategy[nodes.States]:
    outcomes = st.sampled_from(nodes.OUTCOMES) | st.sampled_from(("404", "403", "5xx", "2xx"))
    moves = (
        st.builds(nodes.Wait, st.none() | st.integers(0, 99), st.none() | durations())
        | st.builds(nodes.Move, st.sampled_from(("pause", "stop", "end", "true", "false")))
        | calls(expressions())
    )
    rows = st.builds(nodes.StateRow, st.lists(outcomes, min_size=1, max_size=3).map(tuple), moves)
    some = st.lists(names(), max_size=2).map(tuple)
    return st.builds(nodes.States, some, st.lists(rows, max_size=4).map(tuple))


@cache
def entries() -> st.SearchStrategy[nodes.Entry]:
    shared = st.builds(nodes.SharedNode, names(), st.none() | durations())
    competing = st.builds(nodes.Competing, names(), st.none() | st.integers(0, 99))
    included = st.builds(nodes.Include, plain_texts())
    healed = st.builds(
        nodes.Heal, st.sampled_from(["off", "watch", "review", "auto"]), st.lists(names(), max_size=2).map(tuple)
    )
    return visits() | datas() | items() | trees() | state_tables() | shared | competing | included | healed


@cache
def documents() -> st.SearchStrategy[nodes.Document]:
    """Whole files as trees: syntactically right, whatever they mean."""
    return st.builds(nodes.Document, st.lists(entries(), max_size=5).map(tuple)).map(name_inline)
