import pytest

from tests.checking import codes, only_fault


def data(source: str) -> str:
    return f'p :: visit "https://a.test/" d :: data {source}\nmain :: and (v) {{ :p :d }}'


@pytest.mark.parametrize(
    ("source", "code", "reason"),
    [
        ('css "li >"', "bad-css", "Expected selector"),
        ('css "a" "b["', "bad-css", "Expected"),
        ('css "a::foo"', "bad-css", "pseudo-element"),
        ('xpath "//a["', "bad-xpath", "Invalid expression"),
        ('xpath "foo(.)"', "bad-xpath", "Unregistered function"),
        ('xpath "$x"', "bad-xpath", "Undefined variable"),
        ('re "(a"', "bad-re", "unterminated"),
        ('re "a{99999999999999999999}"', "bad-re", "repetition"),
        ('locate "a" "("', "bad-locate", "unterminated"),
        ('json "a.["', "bad-json", "Incomplete expression"),
        ('json ""', "bad-json", "empty"),
        ('json "nothing(@)"', "bad-json", "there is no function `nothing`"),
        (f'json "{"!" * 3000}a"', "bad-json", "nests too deeply"),
    ],
)
def test_a_text_that_is_wrong_in_its_own_language_is_a_fault(source: str, code: str, reason: str) -> None:
    fault = only_fault(data(source))
    assert fault.code == code
    assert reason in fault.message


@pytest.mark.parametrize(
    "source",
    [
        'css "a::text" "a::attr(href)" "div:has(> p)"',
        'xpath "//a/@href" "//media:title/@xml:lang" "re:test(., \'a\')" "count(//a)"',
        're "a(b)?" "[[a]" all',
        'locate "" ""',
        'json "a.b[0]" "length(@)" "[?a > `1`].b"',
        'css "li >{v}" "a[{v}"',
        're "({v}"',
        'xpath "{v}["',
    ],
)
def test_a_right_text_is_none_nor_one_that_a_placeholder_completes(source: str) -> None:
    assert codes(data(source)) == []


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('p :: visit "https://a.test/" i :: item each css "[" { a = 1 } main :: and { :p :i }', 1),
        ('p :: visit "https://a.test/" i :: item { x = css "[" } main :: and { :p :i }', 1),
        (
            'p :: visit "https://a.test/" { form = { x = [css "["] } } q :: visit "data:," main :: and { :q :p }',
            1,
        ),
    ],
)
def test_sources_are_checked_wherever_they_stand(text: str, where: int) -> None:
    assert codes(text) == ["bad-css"] * where


@pytest.mark.parametrize("source", ['locate "a"', 'locate "a" "b" "c"', 'python "a:b" "c:d"'])
def test_a_source_has_its_number_of_texts(source: str) -> None:
    assert codes(data(source)) == ["wrong-number-of-texts"]


def test_values_are_turned_into_known_kinds() -> None:
    assert codes(data('css "a" as numbr')) == ["unknown-kind"]
    assert [codes(data(f'css "p" as {kind}')) for kind in ("text", "number", "integer", "url", "json")] == [[]] * 5


@pytest.mark.parametrize("text", ["a", "a.b", "a:b:c", ":b", "a:", "a b:c", "{v}:f", "a/b:c", "1:2"])
def test_a_python_reference_has_a_form(text: str) -> None:
    assert codes(data(f'python "{text}"')) == ["bad-python"]


def test_a_python_reference_that_does_not_import_is_told_with_the_reason() -> None:
    asked: list[str] = []

    def resolve(reference: str) -> str | None:
        asked.append(reference)
        return "no module named shop" if reference.startswith("shop") else None

    fault = only_fault(data('python "shop.pages:price"'), resolve=resolve)
    assert (fault.code, fault.message) == ("bad-python", "`shop.pages:price` cannot be called: no module named shop")
    assert codes(data('python "pages:Price.of"'), resolve=resolve) == []
    assert asked == ["shop.pages:price", "pages:Price.of"]
