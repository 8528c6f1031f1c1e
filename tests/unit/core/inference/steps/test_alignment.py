from __future__ import annotations

from scrapy_bt.core.inference.steps.alignment import align, align_by_acts, alikeness
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import answer, ask, record
from tests.waiting import takes_at_most


def steps(*recordings: list[Exchange]) -> list[tuple[int | None, ...]]:
    placed = [record(*exchanges).exchanges for exchanges in recordings]
    return [tuple(None if found is None else found.index for found in column) for column in align(placed)]


def test_equal_recordings_are_aligned_one_to_one() -> None:
    one = [ask("/"), ask("/login"), ask("/login", form={"user": "a"}), ask("/list/1")]
    assert steps(one, one) == [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_another_order_does_not_matter() -> None:
    assert steps([ask("/a"), ask("/b"), ask("/c")], [ask("/c"), ask("/a"), ask("/b")]) == [(0, 1), (1, 2), (2, 0)]


def test_a_step_that_only_a_later_recording_has_comes_last() -> None:
    assert steps([ask("/a"), ask("/c")], [ask("/a"), ask("/help"), ask("/c")]) == [(0, 0), (1, 2), (None, 1)]


def test_a_step_that_only_the_first_has() -> None:
    assert steps([ask("/a"), ask("/help"), ask("/c")], [ask("/a"), ask("/c")]) == [(0, 0), (1, None), (2, 1)]


def test_pages_pair_by_their_numbers_and_more_pages_are_left() -> None:
    first = [ask(f"/list?page={page}") for page in (1, 2)]
    second = [ask(f"/list?page={page}") for page in (1, 2, 3)]
    assert steps(first, second) == [(0, 0), (1, 1), (None, 2)]


def test_values_in_the_path_do_not_part_steps() -> None:
    assert steps([ask("/item/17")], [ask("/item/sku-2")]) == [(0, 0)]


def test_words_in_the_path_do_not_part_pages_of_one_kind() -> None:
    page = '<h1 class="name">{}</h1><p class="born">{}</p>'
    first = [ask("/author/jane", page.format("Jane", 1901))]
    second = [ask("/author/john", page.format("John", 1875))]
    assert steps(first, second) == [(0, 0)]


def test_pages_of_other_kinds_are_not_paired() -> None:
    first = [ask("/about", "<h1>Who we are</h1><form><input></form>")]
    second = [ask("/prices", "<table><tr><td>1</td></tr></table>")]
    assert steps(first, second) == [(0, None), (None, 0)]


def test_the_page_that_comes_last_in_both_is_the_same_step() -> None:
    first = [ask("/item/2"), ask("/basket"), ask("/item/1")]
    second = [ask("/basket"), ask("/item/2")]
    assert steps(first, second) == [(0, None), (1, 0), (2, 1)]


def test_what_an_application_opens_again_by_itself_is_no_page_of_what_is_chosen() -> None:
    def listed(kind: str, page: int) -> Exchange:
        return ask(f"/items/{kind}?page={page}", f'<ul class="items"><li class="item">{kind} {page}</li></ul>')

    first = [listed("letters", 1), *(listed("walks", page) for page in (1, 2, 3))]
    second = [listed("walks", 3), *(listed("photos", page) for page in (1, 2, 3))]
    placed = [record(*exchanges).exchanges for exchanges in (first, second)]
    causes = {0: "login", 2: "next", 3: "next"}
    told = [[each and each.index for each in column] for column in align_by_acts(placed, [causes, causes])]
    assert told == [[0, 0], [1, 1], [2, 2], [3, 3]]


def test_one_address_that_does_many_things() -> None:
    first = [ask("/graphql", data={"query": "query Me { me { id } }"}), ask("/graphql", data={"query": "{ list }"})]
    assert steps(first, [first[1], first[0]]) == [(0, 1), (1, 0)]
    calls = [ask("/ajax", form={"action": "list"}), ask("/ajax", form={"action": "show"})]
    assert steps(calls, [calls[1], calls[0]]) == [(0, 1), (1, 0)]


def test_a_parameter_that_is_not_always_sent() -> None:
    assert steps([ask("/list?sort=name")], [ask("/list?sort=name&page=2")]) == [(0, 0)]


def test_three_recordings() -> None:
    assert steps([ask("/a")], [ask("/b"), ask("/a")], [ask("/b"), ask("/c?d=1"), ask("/a")]) == [
        (0, 1, 2),
        (None, 0, 0),
        (None, None, 1),
    ]


def test_hosts_with_changing_names() -> None:
    assert steps([ask("https://cdn1.test/api/7")], [ask("https://cdn2.test/api/7")]) == [(0, 0)]


def test_many_requests_of_one_shape_take_no_time() -> None:
    first = [ask(f"/item/{number}") for number in range(1000)]
    with takes_at_most(3):
        found = steps(first, first[:400] + first[500:])
    assert found[399:502] == [(399, 399), *((number, None) for number in range(400, 500)), (500, 400), (501, 401)]


def test_answers_are_alike_by_their_outline() -> None:
    one = ask("/a", '<p class="x">1</p>').answer
    assert alikeness(one, ask("/b", '<p class="x">2</p>').answer) == 1
    assert alikeness(one, ask("/b", '<p class="y">2</p>').answer) == 0
    assert alikeness(one, None) == 0


def test_what_one_recording_asks_for_again_takes_no_partner_of_the_next() -> None:
    def asked(state: str, queue: str) -> Exchange:
        return ask(f"/api/jobs?queue={queue}&state={state}&page=1&most=10&order=asc&as=list", {"jobs": [queue]})

    script = ask("/part.js", "x")
    first = [asked("all", "red"), script, asked("all", "red"), asked("open", "red")]
    second = [asked("all", "blue"), script, asked("open", "blue")]
    assert steps(first, second) == [(0, 0), (1, 1), (2, None), (3, 2)]
    assert steps(second, first) == [(0, 0), (1, 1), (2, 3), (None, 2)]


def test_files_pair_by_their_place_although_keys_of_letters_stand_in_their_addresses() -> None:
    kind = {"Content-Type": "application/zip"}
    first = [ask("/find?q=a"), ask("/subtitles/GMso/download", b"PK\x03\x04\x00<a\x00\x01one", gives=kind)]
    second = [ask("/find?q=b"), ask("/subtitles/iOlD/download", b"PK\x03\x04\x00<q\x00\x02two, longer", gives=kind)]
    assert steps(first, second) == [(0, 0), (1, 1)]


def test_keys_in_classes_are_no_difference_between_pages_of_one_kind() -> None:
    one, other = (
        answer("/", "".join(f'<div class="fold fold-{n} nr{n % 2}">a</div>' for n in numbers))
        for numbers in (range(1, 9), range(30, 36))
    )
    assert alikeness(one, other) == 1
    assert alikeness(one, answer("/", '<div class="fold page-3">a</div>')) < 0.1
