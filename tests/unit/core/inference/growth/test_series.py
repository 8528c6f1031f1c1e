import re
from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Coded, Constant, Each, Extraction, Joined, Taken, Within
from scrapy_bt.core.inference.conclusion import Conclusion
from scrapy_bt.core.inference.findings import Loop, Records
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.growth.renewal import as_each_gives, renewed_values
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.language.checker import check
from scrapy_bt.core.samples.parameters import WHOLE_URL, Key
from scrapy_bt.core.samples.traffic import Sent
from tests import conclusions

ROWS = Records(0, Extraction("css", "tr"), (("name", Extraction("css", "td::text")),))


def main_of(url, loop, bound=None, *, records=ROWS):
    """The body of `main`, and the whole text."""
    planned = PlannedStep(0, Sent("GET", url), bound or {})
    findings = (loop, records) if records is not None else (loop,)
    text = print_grown(grow(Conclusion(Plan((planned,), 0), findings, answers={0: conclusions.html(url)}), named=True))
    assert [fault for fault in check(text) if "not implemented" not in str(fault)] == []
    return text[text.index("main :: ") :], text


def test_a_cursor_that_is_there_at_first_begins_with_what_was_recorded():
    after = Key("query", "after")
    loop = Loop(0, (1,), "cursor", after, Taken(0, Extraction("json", "next")))
    main, text = main_of("https://a.test/list?after=start", loop, {after: Each(0)})
    looped = (
        f"while {BOUND}after & !:again {{ seen = seen + [after] :list_page {OTHERS} if !:row_there {{ break }} :list"
    )
    assert f'after = "start" seen = [] rows_seen = "" turned = 0 {looped} {TURN} after = :next_after }}' in " ".join(
        main.split()
    )
    assert 'data json "contains(seen, here) || `null`" {\n    from = { seen = seen  here = after }' in text
    assert 'list_page  :: visit "{site}/list?after={after}"' in text


def test_a_piece_of_a_link_is_taken_from_the_link_and_the_last_page_has_none():
    page = Key("query", "page")
    next_page = Within(Taken(0, Extraction("css", "a.next::attr(href)")), Extraction("re", r"page=(\d+)"))
    main, text = main_of("https://a.test/list?page=1", Loop(0, (1,), "cursor", page, next_page), {page: Each(0)})
    assert "number_link = :next_number_link" in main
    assert 'next_number_link :: data css "a.next::attr(href)" { default = none }' in text
    assert 'next_number      :: data re "page=(\\d+)" { from = number_link }' in text


@pytest.mark.parametrize(
    ("until", "records", "condition"),
    [
        (None, ROWS, "if !:list { break } turned = turned + 1 number = number + 10 }"),
        (Extraction("css", "tr"), ROWS, "if !:list { break } turned = turned + 1 number = number + 10 }"),
        (Extraction("css", "a.more"), ROWS, "if !:more { break } :list turned = turned + 1 number = number + 10 }"),
    ],
)
def test_a_counter_goes_up_until_a_page_is_not_there_or_holds_nothing(until, records, condition):
    key = Key("query", "page")
    main, _ = main_of(
        "https://a.test/list?page=20", Loop(0, (1,), "counter", key, Constant("30"), 10, until), records=records
    )
    assert "number = 20\n" in main
    assert f"while {BOUND}:list_page {{ {OTHERS} {condition}" in " ".join(main.split())


TURNED = b"turn=Page%242&token=s1"
HELD = "<input name=token value=s1>"
BOUND = "turned < most_pages & "
TURN = "turned = turned + 1"
OTHERS = "page_rows = :rows rows_seen = :rows_noted if !rows_seen { break }"


def turned(page, *, method="POST", held=HELD, answer=conclusions.html):
    """A form that is turned by its number, with what each page holds."""
    turn, token = Key("form", "turn"), Key("form", "token")
    loop = Loop(1, (2,), "counter", turn, Joined((Constant("Page$"), Each(1))), 1, Extraction("css", "tr"))
    planned = PlannedStep(
        1,
        Sent(method, "https://a.test/grid", conclusions.FORM, TURNED),
        {token: Taken(0, Extraction("css", "input[name=token]::attr(value)"))},
    )
    text = print_grown(
        grown := grow(
            Conclusion(
                Plan((PlannedStep(0, Sent("GET", "https://a.test/grid")), planned), 1),
                (loop, replace(ROWS, step=1)),
                answers={0: answer("https://a.test/grid", held), 1: answer("https://a.test/grid", held + page)},
            ),
            named=True,
        )
    )
    assert check(text) == []
    return text, grown.series[1]


def test_a_form_is_turned_as_long_as_a_page_has_what_leads_to_the_next_number():
    text, lasts = turned("""<tr><td>1<tr><td>2</table><a href="turn('Page$3')">3</a>""")
    assert """next_page :: data css "a[href=\\"turn('Page${number}')\\"]\"""" in re.sub(" +", " ", text)
    assert 'turn = "Page${number}"' in re.sub(" +", " ", text)
    main = " ".join(text[text.index("main ::") :].split())
    assert f'rows_seen = "" number = 2 turned = 0 while {BOUND}:next_page {{ token = :token :next_grid_page' in main
    assert f"{OTHERS} :grid {TURN} number = number + 1 }}" in main
    assert lasts == "as long as a page has what leads to the next number, and has other rows than those before"


def test_a_form_without_such_a_control_is_turned_until_the_same_rows_come_again():
    text, lasts = turned("<table id=rows><tr><td>1<tr><td>2</table>")
    assert re.search(r'\nrows +:: data css "#rows" as text +{ default = "" }', text)
    noted = """data json "!contains(seen, sha256(rows)) && join(' ', [seen, sha256(rows)])\""""
    assert f"{noted} {{ from = {{ seen = rows_seen rows = page_rows }} default = none }}" in " ".join(text.split())
    main = " ".join(text[text.index("main ::") :].split())
    assert f'token = :token number = 2 rows_seen = "" turned = 0 while {BOUND}:next_grid_page {{' in main
    assert f"{OTHERS} if !:grid {{ break }} {TURN} token = :token number = number + 1 }}" in main
    assert lasts == "until a page is not there or has no rows, or rows that were there before"


def test_an_api_that_counts_ends_where_it_has_nothing_or_the_same_again():
    rows, items = (
        Extraction("json", "rows"),
        Records(0, Extraction("json", "rows"), (("id", Extraction("json", "id")),)),
    )
    loop = Loop(0, (1,), "counter", Key("query", "page"), Each(0), 1, rows)
    planned = PlannedStep(0, Sent("GET", "https://a.test/api?page=1"))
    answer = conclusions.json("https://a.test/api", '{"rows": [{"id": 1}]}')
    grown = grow(Conclusion(Plan((planned,), 0), (loop, items), answers={0: answer}), named=True)
    assert 'data json "to_string(rows)"' in print_grown(grown)
    assert grown.series == {0: "until a page is not there or has no rows, or rows that were there before"}


def test_a_counter_that_the_first_page_lacks_begins_with_one_step():
    main, text = main_of("https://a.test/list", Loop(0, (1,), "counter", Key("query", "page"), Constant("2")))
    assert "number = 1\n" in main
    assert "?page={number}" in text


def test_links_of_pages_that_are_bound_to_nothing_begin_with_the_address_itself():
    loop = Loop(0, (1,), "link", None, Taken(0, Extraction("css", "a.next::attr(href)")))
    main = " ".join(main_of("https://a.test/list?x=1", loop)[0].split())
    begun = 'list_url = "{site}/list?x=1" seen = [] rows_seen = "" turned = 0 while '
    assert f"{begun}{BOUND}list_url & !:again {{ seen = " in main
    main, _ = main_of("https://a.test/list?x=1", loop, {Key("query", "x"): Argument("x")})
    choice = "if list_url { seen = seen + [list_url] :list_page } else { :first_list_page }"
    assert choice in " ".join(main.split())


def test_the_address_of_the_first_page_is_a_whole_one():
    """The page that links it may be that of a login, which a task that visits the list has not seen."""
    lister = PlannedStep(0, Sent("GET", "https://a.test/home"))
    pages = PlannedStep(
        1, Sent("GET", "https://a.test/list"), {WHOLE_URL: Taken(0, Extraction("css", "nav a::attr(href)"))}
    )
    loop = Loop(1, (2,), "link", None, Taken(1, Extraction("css", "a.next::attr(href)")))
    answers = {each: conclusions.html("https://a.test/") for each in (0, 1)}
    text = print_grown(grow(Conclusion(Plan((lister, pages), 1), (loop,), answers=answers)))
    assert 'css "nav a::attr(href)" as url' in text


def test_only_what_a_page_of_the_series_has_itself_is_taken_anew():
    filings = conclusions.filings()
    loop, planned = filings.of(Loop)[0], filings.step(1)
    names = {extraction.text for extraction in renewed_values(loop, planned, 0, filings.answers)}
    assert len(names) == 3
    assert renewed_values(loop, planned, 0, {}) == []
    assert renewed_values(loop, planned, 7, filings.answers) == []
    text = print_grown(grow(replace(filings, answers={}), named=True))
    assert [fault for fault in check(text) if not fault.is_warning] == []


AFTER = Key("query", "after")


def main_by(following, url="https://a.test/list"):
    return main_of(url, Loop(0, (1,), "cursor", AFTER, following), {AFTER: Each(0)})


def test_a_cursor_between_texts_and_a_first_page_without_one():
    main, text = main_by(Joined((Constant("from:"), Taken(0, Extraction("json", "next")))))
    assert 'first_list_page :: visit "{site}/list"' in text
    assert 'list_page       :: visit "{site}/list?after=from:{after}"' in text
    assert f"while {BOUND}(first | after & !:again) {{\n" in main
    assert "if first { :first_list_page } else { seen = seen + [after] :list_page }" in " ".join(main.split())
    assert "after = :next_after" in main


def test_a_coded_cursor_is_made_before_each_page_but_the_first():
    main, text = main_by(Coded(Taken(0, Extraction("json", "next")), "base64"))
    assert "data { base64 = after }" in text
    made = re.search(r"else { seen = seen \+ \[after\] (\w+) = :\w+ :list_page }", " ".join(main.split()))
    assert made is not None
    assert f'visit "{{site}}/list?after={{{made[1]}}}"' in text


def test_what_the_first_page_was_asked_for_with_is_taken_apart():
    main, text = main_by(
        Joined((Constant("from:"), Taken(0, Extraction("json", "next")))), "https://a.test/list?after=from:start"
    )
    begun = 'after = "start" seen = [] rows_seen = "" turned = 0 while '
    assert f"{begun}{BOUND}after & !:again {{" in " ".join(main.split())
    assert 'visit "{site}/list?after=from:{after}"' in text


def test_a_piece_of_a_piece_is_taken_step_by_step():
    inner = Within(Taken(0, Extraction("json", "page")), Extraction("json", "next"))
    main, text = main_by(Within(inner, Extraction("re", r"after=(\w+)")))
    assert "{ from = after_link  default = none }" in text
    assert main.index("after_link = ") < main.index("_after_link = ") < main.index("after = :next_after")


def test_a_series_of_which_a_tree_cannot_say_how_it_goes_on_is_told():
    odd = Joined((Taken(0, Extraction("json", "a")), Taken(0, Extraction("json", "b"))))
    planned = PlannedStep(0, Sent("GET", "https://a.test/list"))
    findings = (Loop(0, (1,), "cursor", AFTER, odd), ROWS)
    grown = grow(
        Conclusion(Plan((planned,), 0), findings, answers={0: conclusions.html("https://a.test/list")}), named=True
    )
    assert "while" not in print_grown(grown)
    assert grown.series[0].startswith("only the first, for the next is ")


def test_pages_by_links_take_what_the_first_is_asked_for_with_from_the_page_before():
    token = Key("query", "token")
    first = Extraction("css", "input[name=token]::attr(value)")
    loop = Loop(1, (2,), "link", None, Taken(1, Extraction("css", "a.next::attr(href)")))
    planned = PlannedStep(1, Sent("GET", "https://a.test/list?token=s1"), {token: Taken(0, first)})
    home = PlannedStep(0, Sent("GET", "https://a.test/"))
    answers = {number: conclusions.html("https://a.test/", HELD) for number in (0, 1)}
    text = print_grown(
        grow(Conclusion(Plan((home, planned), 1), (loop, replace(ROWS, step=1)), answers=answers), named=True)
    )
    assert [fault for fault in check(text) if "not implemented" not in str(fault)] == []
    assert "token = :token" in text


def test_a_series_has_as_many_pages_as_an_argument_says_and_tells_when_they_are_reached():
    loop = Loop(0, (1,), "link", None, Taken(0, Extraction("css", "a.next::attr(href)")))
    main, _ = main_of("https://a.test/list?x=1", loop)
    assert "most_pages = 10000)" in main
    left = 'warn "left after {turned} pages, the most that were asked for: there may be more"'
    assert f"}} if turned >= most_pages {{ {left} }} }}" in " ".join(main.split())


def test_what_is_given_beside_a_cursor_is_taken_as_from_all_pages():
    beside, fifth, last = Key("json", "after[1]"), *(Extraction("json", f"hits[{n}].name") for n in (4, -1))
    loop = Loop(1, (2,), "cursor", Key("json", "after[0]"), Taken(1, last), beside=((beside, Taken(1, last)),))
    planned = PlannedStep(1, Sent("POST", "https://a.test/s"), {beside: Taken(0, fifth)})
    assert as_each_gives(loop, planned, 0).bound == {beside: Taken(0, last)}
    assert as_each_gives(loop, planned, None) is planned, "another page gives it"
    typed = replace(planned, bound={beside: Argument("word")})
    assert as_each_gives(loop, typed, 0) is typed
