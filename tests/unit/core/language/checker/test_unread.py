import pytest

from tests.checking import check, codes

PAGE = 'page :: visit "https://a.test" '


@pytest.mark.parametrize(
    "text",
    [
        f"{PAGE}main :: and {{ :t(1) }} t :: and (depth) {{ :page }}",
        f"{PAGE}main :: and (n) {{ :t(1) }} t :: and (n) {{ :page item {{ n = n }} }}",
        f'{PAGE}main :: and (n) {{ :page x = :p item {{ x = x }} }} p :: data python "a.b:c" {{ q = 1 }}',
    ],
)
def test_a_parameter_that_nothing_reads_is_a_warning(text: str) -> None:
    (fault,) = [fault for fault in check(text) if fault.code != "bad-python"]
    assert (fault.code, fault.is_warning) == ("unread-parameter", True)


@pytest.mark.parametrize(
    "text",
    [
        "main :: and (n) { :t } t :: and (n) { item { n = n } }",
        'main :: and (n) { :t } t :: and { visit "https://a.test/{n}" }',
        'main :: and (n, m = n) { visit "https://a.test/{m}" }',
        'main :: and (n) { x = python "a.b:c" item { x = x } }',
        'main :: and (n) { :p } p :: visit { request = python "a.b:c" }',
        f"{PAGE}state page {{ 403 = :t(n) }} t :: and (m) {{ item {{ m = m }} }} main :: and (n) {{ :page }}",
        f"{PAGE}[[ t ]] t :: and (n) {{ :page }} main :: and (n) {{ :t }}",
    ],
)
def test_one_that_is_read_by_its_name_somewhere_on_the_way_is_fine(text: str) -> None:
    assert "unread-parameter" not in codes(text)
