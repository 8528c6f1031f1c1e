import pytest

from tests.checking import TITLE, codes, only_fault


def visit(attributes: str, *, method: str = "") -> str:
    visits = f'first :: visit "https://a.test/" p :: visit {method} "https://b.test/" {{ {attributes} }}'
    return f"{visits} main :: and (v) {{ :first :p }}"


def data(attributes: str, source: str = 'css "a"') -> str:
    return f'p :: visit "https://a.test/" d :: data {source} {{ {attributes} }} main :: and (v) {{ :p :d }}'


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("form = { a = v }", 'form = "a"'),
        ("form = v", "form = [1]"),
        ('form = { "a[b]" = v }', None),
        ('multipart = { a = v  b = { filename = "c"  content = "d" } }', 'multipart = "a"'),
        ("json = [1, { a = v }]", None),
        ("query = { a = [1, 2] }", "query = 3"),
        ('headers = { a = "b" }', "headers = true"),
        ("cookies = v", 'cookies = "a"'),
        ("meta = { a = 1 }", "meta = 3s"),
        ('body = "a{v}"', "body = 3"),
        ("body = v", "body = { }"),
        ("timeout = 30s", 'timeout = "30s"'),
        ("timeout = 1.5", "timeout = true"),
        ("redirect = false", "redirect = none"),
        ("redirect = true", "redirect = 1"),
        ('encoding = "gb18030"', "encoding = v"),
        ('request = python "a.b:c"', "request = v"),
        ('form = { a = css "b" all }', 'request = css "a"'),
    ],
)
def test_an_attribute_of_a_visit_has_a_value_of_its_kind(good: str, bad: str | None) -> None:
    assert codes(visit(good)) == []
    if bad is not None:
        assert codes(visit(bad)) == ["bad-attribute"]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("from = v", 'from = "v"'),
        ("from = v.a", "from = 3"),
        ('from = { a = v  b = [v, "c"] }', 'from = { a = css "b" }'),
        ('from = [v, "{v}", 1]', 'from = [[css "b"]]'),
        ("default = 3", 'default = { a = css "b" }'),
    ],
)
def test_an_attribute_of_data_has_a_value_of_its_kind(good: str, bad: str | None) -> None:
    assert codes(data(good)) == []
    if bad is not None:
        assert codes(data(bad)) == ["bad-attribute"]


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        (visit("from_ = { }"), "did you mean `form`?"),
        (data("defalt = 1"), "did you mean `default`?"),
        (data("form = { }"), "did you mean `from`?"),
        (data("zzz = 1"), "attributes are `from`, `default`"),
    ],
)
def test_an_unknown_attribute_is_answered_by_the_nearest(text: str, advice: str) -> None:
    fault = only_fault(text)
    assert (fault.code, fault.advice) == ("unknown-attribute", advice)


def test_the_attributes_of_a_stub_are_for_the_function_that_it_may_become() -> None:
    assert codes(data("sha256 = v", source="")) == ["stub"]


def test_the_attributes_of_a_python_source_are_free() -> None:
    assert codes(data("anything = v  from = 3", 'python "a.b:c"')) == []


def test_an_encoding_is_one_that_exists() -> None:
    assert codes(visit('encoding = "utf-9"')) == ["unknown-encoding"]
    assert codes(visit('encoding = "a\\n\0"')) == ["unknown-encoding"]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"])
def test_methods_are_those_of_http(method: str) -> None:
    assert codes(visit("", method=method)) == []


def test_an_unknown_method_is_answered_by_the_nearest() -> None:
    fault = only_fault(visit("", method="PSOT"))
    assert (fault.code, fault.advice) == ("unknown-method", "did you mean `POST`?")
    assert codes(f'{TITLE}main :: and {{ :p :title }} p :: visit FETCH "https://a.test/"') == ["unknown-method"]
