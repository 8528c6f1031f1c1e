from scrapy_bt.core.language.checker import check
from scrapy_bt.core.tree.inputs import SourcePlan
from scrapy_bt.core.tree.methods import METHODS, WITHOUT_BODY
from scrapy_bt.core.tree.pages import Query
from scrapy_bt.core.tree.task import Frame


def faults_of(visit: str) -> list[str]:
    return [fault.code for fault in check(f"page :: visit {visit}\nmain :: and {{ :page }}\n", file="a.bt")]


def test_each_of_them_is_a_method_of_visits() -> None:
    for method in METHODS:
        assert faults_of(f'{method} "https://a.test/"') == []
    assert faults_of('PROPFIND "https://a.test/"') == ["unknown-method"]


def test_each_body_needs_a_method_that_sends_one() -> None:
    for body in ("form = { a = 1 }", "multipart = { a = 1 }", "json = { a = 1 }", 'body = "a"'):
        for method in METHODS:
            found = faults_of(f'{method} "https://a.test/" {{ {body} }}')
            assert found == (["body-without-post"] if method in WITHOUT_BODY else [])


def test_a_source_without_placeholders_has_its_query_ready() -> None:
    query = Query("css", ("a",))
    plan = SourcePlan("@n", "n", "css", (), query, all=False, kind=None)
    assert plan.fill(Frame(0), 0.0) is query


def test_placeholders_are_filled_from_the_frame() -> None:
    texts = (lambda frame, now: f"{frame.variables['x']}-{now}", lambda frame, now: "b")
    plan = SourcePlan("@n", "n", "css", texts, None, all=False, kind="text")
    assert plan.fill(Frame(0, {"x": 1}), 2.0) == Query("css", ("1-2.0", "b"), "text")
