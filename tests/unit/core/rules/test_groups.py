import tracemalloc
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.rules.groups import GroupRow, RowGrouping, Unequal
from scrapy_bt.core.rules.results import PageResults, TagResult, TagValues
from scrapy_bt.core.rules.rule import Column, Layer, Rule, RuleGroup, Tag, TagRef


def columns(*tags: str) -> tuple[Column, ...]:
    return tuple(Column(tag.replace(".", "_"), tag=TagRef(*tag.split("."))) for tag in tags)


def group(name: str, *tags: str) -> RuleGroup:
    return RuleGroup(name, columns=columns(*tags))


LAYERS = (
    Layer(
        "list",
        tags=(
            Tag("section"),
            Tag("date"),
            Tag("link", link=True),
            Tag("box"),
            Tag("name", parent="box"),
            Tag("kind", parent="box"),
        ),
    ),
    Layer("detail", parent=TagRef("list", "link"), tags=(Tag("title"), Tag("image"))),
)


def grouping(*groups: RuleGroup) -> RowGrouping:
    return RowGrouping(Rule("r", layers=LAYERS, groups=groups))


def found(tag: str, *values: str | TagResult) -> TagValues:
    return TagValues.of(tag, [value if isinstance(value, TagResult) else TagResult(value) for value in values])


def a_list(*parts: TagValues) -> PageResults:
    return PageResults("list", "https://a.test/", parts)


def detail(*parts: TagValues) -> PageResults:
    return PageResults("detail", "https://a.test/d", parts)


def values(events: Iterator[GroupRow | Unequal]) -> list[tuple[str, ...] | str]:
    return [event.values if isinstance(event, GroupRow) else str(event) for event in events]


LINKS = (
    TagResult("1", pages=(detail(found("title", "A"), found("image", "a1")),)),
    TagResult("2", pages=(detail(found("title", "B", "C"), found("image", "b1", "b2")),)),
)


def test_rows_of_one_page() -> None:
    rules = grouping(group("g", "list.date", "list.link"))
    assert values(rules.rows(a_list(found("date", "d1", "d2"), found("link", "1", "2")))) == [("d1", "1"), ("d2", "2")]


def test_values_higher_up_repeat() -> None:
    page = a_list(found("section", "S"), found("date", "d1", "d2"), found("link", *LINKS))
    rules = grouping(group("g", "list.section", "list.date", "detail.title", "detail.image"))
    assert values(rules.rows(page)) == [("S", "d1", "A", "a1"), ("S", "d2", "B", "b1"), ("S", "d2", "C", "b2")]


def test_a_tag_may_be_in_many_groups() -> None:
    page = a_list(found("section", "S"), found("link", *LINKS))
    rules = grouping(group("sections", "list.section"), group("titles", "list.section", "detail.title"))
    assert [(row.group, row.values) for row in rules.rows(page)] == [
        ("sections", ("S",)),
        ("titles", ("S", "A")),
        ("titles", ("S", "B")),
        ("titles", ("S", "C")),
    ]


def test_child_tags_are_a_level_of_their_own() -> None:
    boxes = (
        TagResult("x", (found("name", "n1"), found("kind", "k1"))),
        TagResult("y", (found("name", "n2", "n3"), found("kind", "k2", "k3"))),
    )
    rules = grouping(group("g", "list.section", "list.box", "list.name", "list.kind"))
    assert values(rules.rows(a_list(found("section", "S"), found("box", *boxes)))) == [
        ("S", "x", "n1", "k1"),
        ("S", "y", "n2", "k2"),
        ("S", "y", "n3", "k3"),
    ]


def test_unequal_counts_are_told_with_tags_counts_and_page() -> None:
    rules = grouping(group("g", "detail.title", "detail.image"))
    page = detail(found("title", "A", "B"), found("image", "a"))
    (event,) = rules.rows(page)
    assert isinstance(event, Unequal)
    assert (event.group, event.url) == ("g", "https://a.test/d")
    assert "on https://a.test/d detail.title has 2, detail.image has 1" in str(event)


def test_unequal_counts_on_the_way_are_told_too() -> None:
    page = a_list(found("date", "d1", "d2", "d3"), found("link", *LINKS))
    told = values(grouping(group("g", "list.date", "detail.title")).rows(page))
    assert len(told) == 1
    assert "list.link has 2, list.date has 3" in told[0]
    assert values(grouping(group("g", "list.section", "detail.title")).rows(page)) == []  # no section on this page


def test_one_that_is_missing_is_told() -> None:
    page = a_list(found("date"), found("link", *LINKS))
    (told,) = values(grouping(group("g", "list.date", "detail.title")).rows(page))
    assert "list.link has 2, list.date has 0" in told


def test_nothing_gives_no_rows() -> None:
    rules = grouping(group("g", "detail.title", "detail.image"))
    assert list(rules.rows(detail(found("title"), found("image")))) == []
    assert list(rules.rows(detail())) == []


def test_texts_are_cut_at_their_greatest_length() -> None:
    column = Column("title", tag=TagRef("detail", "title"), length=3)
    rules = grouping(RuleGroup("g", columns=(column, replace(column, name="link", type="image"))))
    assert list(rules.rows(detail(found("title", "abcd", "abc")))) == [
        GroupRow("g", ("abc", "abcd"), cut=("title",)),
        GroupRow("g", ("abc", "abc")),
    ]


def test_pages_may_come_one_by_one() -> None:
    rules = grouping(group("g", "list.section", "list.date", "detail.title"))
    page = a_list(found("section", "S"), found("date", "d1", "d2"), found("link", "1", "2"))
    assert list(rules.rows(page)) == []
    ways = list(rules.links(page))
    assert [(str(way.link), way.url) for way in ways] == [("list.link", "1"), ("list.link", "2")]
    rows = [row for way, link in zip(ways, LINKS, strict=True) for row in rules.rows(link.pages[0], way.path)]
    assert values(iter(rows)) == [("S", "d1", "A"), ("S", "d2", "B"), ("S", "d2", "C")]


def test_a_path_carries_only_what_groups_need() -> None:
    page = a_list(found("section", "S"), found("date", "d1"), found("link", "1"))
    (way,) = grouping(group("g", "list.section", "detail.title")).links(page)
    assert way.path == ({TagRef("list", "section"): "S"},)


def test_the_nearest_value_of_a_tag_counts() -> None:
    link = TagRef("tree", "branch")
    rule = Rule(
        "r",
        layers=(Layer("tree", tags=(Tag("name"), Tag("branch", link=True)), parent=link),),
        groups=(RuleGroup("g", columns=(Column("name", tag=TagRef("tree", "name")),)),),
    )
    inner = PageResults("tree", "", (found("name", "in"),))
    outer = PageResults("tree", "", (found("name", "out"), found("branch", TagResult("1", pages=(inner,)))))
    assert values(RowGrouping(rule).rows(outer)) == [("out",), ("in",)]


@given(st.lists(st.integers(0, 4), max_size=5))
def test_as_many_rows_as_leaves(sizes: list[int]) -> None:
    links = [TagResult(str(n), pages=(detail(found("title", *map(str, range(size)))),)) for n, size in enumerate(sizes)]
    rows = list(grouping(group("g", "list.link", "detail.title")).rows(a_list(found("link", *links))))
    assert [row.values for row in rows] == [(str(n), str(m)) for n, size in enumerate(sizes) for m in range(size)]


def test_rows_leave_when_they_are_complete() -> None:
    rules = grouping(group("g", "list.link", "detail.title"))
    links = tuple(TagResult(str(number), pages=LINKS[1].pages) for number in range(3_000))
    page = a_list(found("link", *links))
    tracemalloc.start()
    count = sum(1 for _ in rules.rows(page))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 6_000
    assert peak < 300_000


def test_child_tags_that_are_not_equally_many_say_in_whose_pieces() -> None:
    names, nothing = (TagResult("<x>", (TagValues("name", each), TagValues("kind", ("k",)))) for each in (("n",), ()))
    page = PageResults("list", "https://a.test/", (TagValues.of("box", [names, nothing]),))
    row, unequal = grouping(group("g", "list.name", "list.kind")).rows(page)
    assert row == GroupRow("g", ("n", "k"))
    assert str(unequal) == (
        "group g: tags in one piece of box need equally many results, but on https://a.test/ "
        "list.name has 0, list.kind has 1; "
        "let box take or `include` only what has them all, or put them into two groups"
    )


def test_what_a_page_has_once_can_stand_in_each_row_and_it_is_told_how() -> None:
    title = TagValues.of("title", [TagResult("T")])
    names, kinds = (TagValues.of(tag, [TagResult("a"), TagResult("b")]) for tag in ("name", "kind"))
    rules = grouping(group("g", "list.title", "list.name", "list.kind"))
    (unequal,) = rules.rows(PageResults("list", "https://a.test/", (title, names, kinds)))
    assert str(unequal).endswith(
        "; let a tag take each piece that holds list.name and list.kind, and make child tags of it; "
        "then list.title stands in each row"
    )
    boxes = TagValues.of("box", [TagResult("<x>", (TagValues("name", (n,)), TagValues("kind", ("k",)))) for n in "ab"])
    rows = list(rules.rows(PageResults("list", "https://a.test/", (title, boxes))))
    assert rows == [GroupRow("g", ("T", n, "k")) for n in "ab"]


def test_a_row_stands_without_what_is_optional() -> None:
    price = Column("price", tag=TagRef("list", "kind"), optional=True)
    boxes = found(
        "box",
        TagResult("one", children=(found("name", "A"), found("kind", "3 €"))),
        TagResult("two", children=(found("name", "B"), found("kind"))),
    )
    rows = grouping(RuleGroup("g", columns=(*columns("list.name"), price))).rows(a_list(boxes))
    assert values(rows) == [("A", "3 €"), ("B", "")]


def test_what_is_optional_may_be_missing_on_the_way_to_deeper_pages() -> None:
    date = Column("date", tag=TagRef("list", "date"), optional=True)
    wanted = RuleGroup("g", columns=(date, *columns("detail.title")))
    assert values(grouping(wanted).rows(a_list(found("date"), found("link", LINKS[0])))) == [("", "A")]


def test_as_many_as_others_or_none_is_still_asked_of_it() -> None:
    date = Column("date", tag=TagRef("list", "date"), optional=True)
    wanted = RuleGroup("g", columns=(date, *columns("list.section")))
    (told,) = values(grouping(wanted).rows(a_list(found("date", "1", "2"), found("section", "a", "b", "c"))))
    assert "equally many" in told
    assert values(grouping(wanted).rows(a_list(found("date", "1", "2"), found("section")))) != [("1", ""), ("2", "")]
