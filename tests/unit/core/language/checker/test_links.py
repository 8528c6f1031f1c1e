import pytest

from tests.checking import PAGE, codes, only_fault

LIST = 'visit "https://a.test/"'
DETAIL = 'detail :: and (url) { visit "{url}" }'


@pytest.mark.parametrize(
    "text",
    [
        f'main :: and {{ {LIST} link = css "a::attr(href)" visit "{{link}}" }}',
        f'main :: and {{ {LIST} while link = xpath "//a/@href" {{ goroutine {{ :detail(link) }} }} }} {DETAIL}',
        f'main :: and {{ {LIST} :detail(url = css "img::attr(src)") }} {DETAIL}',
        f'{PAGE}links :: data css "a::attr(href)" all main :: and {{ :page link = :links visit "{{link}}" }}',
    ],
)
def test_a_link_that_is_visited_as_it_stands_may_be_relative(text: str) -> None:
    fault = only_fault(text)
    assert (fault.code, fault.is_warning) == ("link-without-url", True)
    assert fault.advice.endswith("as url`")


@pytest.mark.parametrize(
    "text",
    [
        f'main :: and {{ {LIST} link = css "a::attr(href)" as url visit "{{link}}" }}',
        f'main :: and {{ {LIST} link = css "a::attr(href)" visit "https://a.test{{link}}" }}',
        f'main :: and {{ {LIST} link = css "a::text" visit "{{link}}" }}',
        f'main :: and (link) {{ {LIST} visit "{{link}}" link = css "a::attr(href)" }}',
    ],
)
def test_whole_urls_are_fine(text: str) -> None:
    assert "link-without-url" not in codes(text)


@pytest.mark.parametrize(("text", "attribute"), [("a", "href"), ("li > a.next", "href"), ("p img[alt='x']", "src")])
def test_a_url_made_of_the_text_of_a_link_is_a_slip(text: str, attribute: str) -> None:
    fault = only_fault(f'{PAGE}main :: and {{ :page x = css "{text}" as url print "{{x}}" }}')
    assert (fault.code, fault.is_warning) == ("text-as-url", True)
    assert f'css "{text}::attr({attribute})" as url' in fault.advice


@pytest.mark.parametrize("text", ["a::attr(href)", "loc", "a::text", "a span", "area", "li.a"])
def test_other_texts_may_be_urls(text: str) -> None:
    assert codes(f'{PAGE}main :: and {{ :page x = css "{text}" as url print "{{x}}" }}') == []
