import pytest

from tests.checking import codes, marked, only_fault


def visit(attributes: str, method: str = "") -> str:
    return f'p :: visit {method} "https://a.test/" {{ {attributes} }} main :: and (v) {{ :p }}'


@pytest.mark.parametrize(
    ("attributes", "second"),
    [
        ("form = { a = v } json = v", "json = v"),
        ("body = v form = v", "form = v"),
        ('json = v timeout = 3s body = "x"', 'body = "x"'),
    ],
)
def test_a_request_has_one_body(attributes: str, second: str) -> None:
    fault = only_fault(visit(attributes))
    assert (fault.code, marked(fault)) == ("second-body", second)


def test_of_three_bodies_two_are_faults() -> None:
    assert codes(visit("form = v json = v body = v")) == ["second-body"] * 2


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("attribute", ["form = v", "json = v", "body = v"])
def test_where_a_method_without_body_is_named_nothing_is_sent(method: str, attribute: str) -> None:
    fault = only_fault(visit(attribute, method))
    assert (fault.code, marked(fault)) == ("body-without-post", attribute)
    assert "query" in fault.advice


@pytest.mark.parametrize("method", ["", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_visits_may_send_something(method: str) -> None:
    assert codes(visit("form = v query = v", method)) == []
    assert codes(visit("query = v headers = v", "GET")) == []
