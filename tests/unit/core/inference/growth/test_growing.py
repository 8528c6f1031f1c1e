import pytest

from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.language.checker import check
from scrapy_bt.core.language.formatter import format_text
from tests import conclusions

QUOTES = """\
# Quotes, page after page, and their authors.
# Recorded: 41 requests, 4 are needed.
login_page  :: visit "{site}/login"                           # 0.021 s
csrf_token  :: data css "input[name=csrf_token]::attr(value)" # the hidden field csrf_token of the login page; proven by 3 replays
login       :: visit POST "{site}/login" {                    # 0.034 s
    form = {
        csrf_token = csrf_token
        username   = username # typed
        password   = password # typed
    }
}
quotes_page :: visit "{quotes_url}" # 0.045 s
next_page   :: data css "li.next a::attr(href)" as url
links       :: data css ".author + a::attr(href)" all as url
quote       :: item each css "div.quote" {
    text   = css "span.text::text"
    author = css "small.author::text"
    tags   = css "a.tag::text" all
}
author_page :: visit "{link}" # 0.018 s
author      :: item {
    name       = css "h3::text"
    born       = css ".born::text"
    birthplace = css ".birthplace::text"
}

[[ session = 30m ]] # made once for every task
[[ detail ]]        # each once, however often it is listed

state login_page { timeout | 5xx = wait 3 }

state quotes_page {
    timeout | 5xx = wait 3
    401 | 403     = :session
}

state author_page {
    timeout | 5xx = wait 3
    401 | 403     = :session
    404 | 410     = end
}

session :: and { :login_page  csrf_token = :csrf_token  :login }
detail  :: and (link) { :author_page  :author }

main :: and (password, site = "http://127.0.0.1:8000", username = "reader") {
    :session
    quotes_url = "{site}/quotes/page/1/"
    while quotes_url {
        :quotes_page
        :quote
        while link = :links { goroutine { :detail(link) } }
        quotes_url = :next_page
    }
}
"""


def test_a_login_and_a_list_grow_into_a_tree_that_reads_as_if_written_by_hand():
    assert print_grown(grow(conclusions.quotes())) == QUOTES


@pytest.mark.parametrize("name", ["quotes"])
def test_what_grows_has_no_faults_and_is_formatted(name):
    text = print_grown(grow(getattr(conclusions, name)()))
    assert check(text) == []
    assert format_text(text) == text
