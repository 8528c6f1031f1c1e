from scrapy_bt.core.language.checker import check
from scrapy_bt.core.tree.methods import METHODS, WITHOUT_BODY


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
