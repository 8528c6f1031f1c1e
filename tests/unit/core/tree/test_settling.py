"""State tables; the names of tests are sentences of language.md."""

import pytest

from scrapy_bt.testing import (
    dns,
    emit,
    error,
    failed,
    finished,
    made,
    page,
    passed,
    pause,
    refused,
    resumed,
    status,
    stopped,
    the_end,
    timeout,
    trouble,
    visit,
    wait,
)
from tests.trees import play

# wait


def test_wait_tries_again_at_most_so_many_times_so_far_apart() -> None:
    playbook = play("state page { timeout | 5xx = wait 2 5s } main :: and { :page :one }") << visit("page")
    playbook >> timeout() << wait(5.0) << visit("page") >> status(503) << wait(5.0) << visit("page") >> status(500)
    playbook << trouble("page", "500") << failed() << the_end()


def test_a_visit_that_succeeds_at_last_goes_on() -> None:
    playbook = play("state page { 5xx = wait 1 } main :: and { :page :one }") << visit("page")
    playbook >> status(503) << wait(1.0) << visit("page") >> status(200) << emit("one") << finished()


def test_wait_without_numbers_tries_three_times_with_growing_delays() -> None:
    playbook = play("state page { any = wait } main :: and { :page }") << visit("page")
    playbook >> status(500) << wait(1.0) << visit("page") >> dns() << wait(2.0) << visit("page") >> refused()
    playbook << wait(4.0) << visit("page") >> status(404) << failed() << the_end()


def test_growing_delays_end_at_a_limit() -> None:
    playbook = play("state page { any = wait 99 } main :: and { :page }").under(wait_delay=10.0, wait_delay_max=35.0)
    playbook << visit("page")
    for delay in (10.0, 20.0, 35.0, 35.0):
        playbook >> timeout() << wait(delay) << visit("page")


def test_a_site_that_asks_for_more_time_gets_it() -> None:
    playbook = play("state page { 429 = wait 9 } main :: and { :page }") << visit("page")
    playbook >> status(429, retry_after=60) << wait(60.0) << visit("page") >> status(429) << wait(2.0) << visit("page")
    playbook >> status(429, retry_after=9999) << wait(300.0)


def test_a_delay_of_the_table_stands() -> None:
    playbook = play("state page { 429 = wait 9 3s } main :: and { :page }") << visit("page")
    playbook >> status(429, retry_after=60) << wait(3.0)


def test_each_run_of_a_node_may_be_tried_again_as_often() -> None:
    tree = "state page { 5xx = wait 1 } main :: and { n = 0 while n < 2 { n = n + 1 :page } :one }"
    playbook = play(tree)
    for _ in range(2):
        playbook << visit("page") >> status(500) << wait() << visit("page") >> status(200)
    playbook << emit("one") << finished()


def test_a_run_that_failed_in_vain_does_not_count_for_the_next() -> None:
    tree = """
    state page { 5xx = wait 1 }
    main :: or { :page :page and { n = 0 while n < 2 { n = n + 1 or { :page :one } } } }
    """
    playbook = play(tree)
    for _ in range(2):
        playbook << visit("page") >> status(500) << wait() << visit("page") >> status(500)
    for _ in range(2):
        playbook << visit("page") >> status(500) << wait() << visit("page") >> status(500) << emit("one")
    playbook << finished()


def test_an_outcome_that_asks_for_another_try_is_a_failure_when_there_is_none_left() -> None:
    playbook = play("state page { 202 = wait 1 } main :: and { :page :one }") << visit("page")
    playbook >> status(202) << wait() << visit("page") >> status(202) << trouble("page", "202") << failed()


def test_wait_zero_times_is_a_failure_at_once() -> None:
    play("state page { any = wait 0 } main :: and { :page }") << visit("page") >> status(500) << failed()


# What is sent again

LOGIN = """
login :: visit POST "/session" {
    form = { token = css "input::attr(value)"  here = page.url  agent = page.headers.x_agent }
}
"""


def test_a_visit_that_is_tried_again_sends_what_it_sent_before() -> None:
    tree = f"{LOGIN} state login {{ any = wait 3 }} main :: and {{ :page :login :one }}"
    sent = {
        "url": "https://site.test/session",
        "form": {"token": "abc", "here": "https://site.test/page", "agent": "A"},
    }
    playbook = (
        play(tree) << visit("page") >> page("<input value=abc>", headers={"X-Agent": "A"}) << visit("login", **sent)
    )
    playbook >> page("<input value=other>", status=503, url="https://else.test/x") << wait() << visit("login", **sent)
    playbook >> timeout() << wait() << visit("login", **sent)
    playbook >> page("<input value=last>", status=500) << wait() << visit("login", **sent) >> status(200) << emit("one")


def test_a_visit_that_is_made_again_takes_its_values_from_the_last_page() -> None:
    tree = f"{LOGIN} state login {{ 5xx = wait 1 }} main :: and {{ :page n = 0 while n < 2 {{ n = n + 1 :login }} }}"
    playbook = play(tree) << visit("page") >> page("<input value=a>") << visit("login") >> status(500) << wait()
    playbook << visit("login") >> page("<input value=b>", url="https://else.test/x")
    playbook << visit(
        "login", url="https://else.test/session", form={"token": "b", "here": "https://else.test/x", "agent": None}
    )


def test_a_visit_without_a_page_before_it_takes_nothing_from_the_answer_that_failed() -> None:
    tree = 'send :: visit "https://site.test/" { form = { token = css "input::attr(value)" } }'
    playbook = play(f"{tree} state send {{ 5xx = wait 1 }} main :: and {{ :send }}")
    playbook << visit("send", form={"token": None}) >> page("<input value=a>", status=500) << wait()
    playbook << visit("send", form={"token": None})


# pause, stop, end, true, false


def test_pause_lets_the_task_wait_until_somebody_resumes_it() -> None:
    playbook = play("state page { 403 = pause } main :: and { :page :one }") << visit("page") >> status(403) << pause()
    playbook >> passed(10_000) >> resumed() << visit("page") >> status(200) << emit("one") << finished()


def test_stop_cancels_the_task() -> None:
    playbook = play("state page { 403 = stop } main :: or { :page :one }") << visit("page") >> status(403)
    playbook << trouble("page", "403") << stopped(reason="stopped by the state table of 'page' at 403") << the_end()


def test_end_finishes_the_tree_with_success() -> None:
    tree = "state page { 404 = end } part :: and { :page :one } main :: and { :part :two }"
    play(tree) << visit("page") >> status(404) << emit("two") << finished() << the_end()
    play(tree) << visit("page") >> status(405) << failed()


def test_end_in_a_branch_finishes_the_branch() -> None:
    tree = "state page { 404 = end } main :: and { goroutine { :page :one } :two }"
    play(tree) << emit("two") << visit("page") >> status(404) << finished() << the_end()


@pytest.mark.parametrize(("code", "success"), [(404, True), (200, False), (302, True), (500, False)])
def test_true_and_false_count_as_the_result(code: int, success: bool) -> None:
    tree = "state page { 404 = true 2xx = false } main :: or { :page :two }"
    playbook = play(tree) << visit("page") >> status(code)
    if not success:
        playbook << emit("two")
    playbook << finished() << the_end()


# Which row counts


@pytest.mark.parametrize(("code", "delay"), [(503, 1.0), (500, 2.0), (404, 3.0), (302, None), (200, None), (204, None)])
def test_the_most_specific_row_counts(code: int, delay: float | None) -> None:
    tree = "state page { any = wait 9 3s 5xx = wait 9 2s 503 = wait 9 1s } main :: and { :page }"
    playbook = play(tree) << visit("page") >> status(code)
    if delay is None:
        playbook << finished()
    else:
        playbook << wait(delay)


@pytest.mark.parametrize(
    ("answer", "delay"),
    [(timeout(), 1.0), (dns(), 2.0), (refused(), 3.0), (error("boom"), 4.0), (status(418), 5.0)],
    ids=lambda value: getattr(value, "outcome", None),
)
def test_what_happened_has_a_name(answer: object, delay: float) -> None:
    rows = "timeout = wait 9 1s dns = wait 9 2s refused = wait 9 3s error = wait 9 4s any = wait 9 5s"
    play(f"state page {{ {rows} }} main :: and {{ :page }}") << visit("page") >> answer << wait(delay)  # type: ignore[operator]


def test_an_empty_page_is_an_outcome_where_the_table_names_it() -> None:
    tree = "state page { empty = wait 1 1s } main :: and { :page }"
    play(tree) << visit("page") >> page(" \n") << wait(1.0) << visit("page") >> page("x") << finished()
    (
        play(tree)
        << visit("page")
        >> page("")
        << wait()
        << visit("page")
        >> page("")
        << trouble("page", "empty")
        << failed()
    )
    play("state page { any = wait } main :: and { :page }") << visit("page") >> page("") << finished()
    play("state page { empty = false 2xx = true } main :: and { :page }") << visit("page") >> page("") << finished()
    play(tree) << visit("page") >> page("", status=404) << failed()


PASSWORD = "<form><input type=password></form>"


def test_a_login_page_is_an_outcome_where_the_table_names_it() -> None:
    tree = "state page { login = wait 1 1s } main :: and { :page }"
    play(tree) << visit("page") >> page(PASSWORD) << wait(1.0) << visit("page") >> page("x") << finished()
    (
        play(tree)
        << visit("page")
        >> page(PASSWORD)
        << wait()
        << visit("page")
        >> page(PASSWORD)
        << trouble("page", "login")
        << failed()
    )
    play("state page { empty = wait } main :: and { :page }") << visit("page") >> page(PASSWORD) << finished()
    by_code = "state page { login = false 200 = true } main :: and { :page }"
    play(by_code) << visit("page") >> page(PASSWORD) << finished()
    play(tree) << visit("page") >> page(PASSWORD, status=404) << failed()


@pytest.mark.parametrize("code", [200, 204, 304, 399])
def test_a_status_below_400_is_success(code: int) -> None:
    play("main :: and { :page :one }") << visit("page") >> status(code) << emit("one") << finished()


@pytest.mark.parametrize("code", [400, 404, 500, 599])
def test_any_other_status_is_failure(code: int) -> None:
    play("main :: and { :page :one }") << visit("page") >> status(code) << trouble("page", str(code)) << failed()


# Tables of other nodes


def test_a_table_of_data() -> None:
    tree = "state title { empty = true } main :: and { :page x = :title :said }"
    play(tree) << visit("page") >> page("") << emit("said", x=None) << finished()
    tree = "state title { empty = end } main :: and { :page x = :title :said }"
    play(tree) << visit("page") >> page("") << finished() << the_end()
    tree = "state title { empty = :other } main :: and { :page x = :title :said }"
    play(tree) << visit("page") >> page("") << visit("other") >> page("<h1>A</h1>") << emit("said", x="A") << finished()
    play(tree) << visit("page") >> page("") << visit("other") >> page("") << failed() << the_end()


def test_a_table_of_an_item() -> None:
    tree = 'it :: item { a = css "h1::text" } state it { empty = true } main :: and { :page :it :one }'
    play(tree) << visit("page") >> page("") << emit("one") << finished()
    tree = 'it :: item { a = css "h1::text" b = :title } state it { empty = :other } main :: and { :page :it }'
    playbook = play(tree) << visit("page") >> page("") << visit("other") >> page("<h1>A</h1>")
    playbook << emit("it", {"a": "A", "b": None}) << finished()


def test_a_table_of_a_tree() -> None:
    tree = "part :: and (n) { x = n :said :page } state part { error = wait 1 2s } main :: and { :part(5) :one }"
    playbook = play(tree) << emit("said", x=5) << visit("page") >> status(500) << wait(2.0)
    playbook << emit("said", x=5) << visit("page") >> status(200) << emit("one") << finished()
    tree = "part :: and { :page } state part { any = true } main :: and { :part :one }"
    play(tree) << visit("page") >> status(500) << emit("one") << finished()
    tree = "part :: and { :page } state part { error = end } main :: and { :part :one }"
    play(tree) << visit("page") >> status(500) << finished() << the_end()
    tree = "part :: and { goroutine { :page } } state part { error = :other } main :: and { :part :one }"
    playbook = play(tree) << visit("page") >> status(500) << visit("other") >> status(200) << visit("page")
    playbook >> status(200) << emit("one") << finished()


# Calls


def test_a_call_runs_and_the_node_is_tried_once_more() -> None:
    tree = "state page { 403 = :other } main :: and { :page :one }"
    playbook = play(tree) << visit("page") >> status(403) << visit("other") >> status(200) << visit("page")
    playbook >> status(200) << emit("one") << finished()


def test_it_runs_once_so_that_it_cannot_loop_for_ever() -> None:
    tree = "state page { 403 = :other } main :: and { :page :one }"
    playbook = play(tree) << visit("page") >> status(403) << visit("other") >> status(200) << visit("page")
    playbook >> status(403) << trouble("page", "403") << failed() << the_end()


def test_the_same_outcome_with_another_between_is_mended_again() -> None:
    tree = "state page { 401 = :other 429 = wait 9 1s } main :: and { :page :one }"
    playbook = play(tree) << visit("page") >> status(429) << wait() << visit("page")
    for _ in range(5):
        playbook >> status(401) << visit("other") >> status(200) << visit("page") >> status(429) << wait()
        playbook << visit("page")
    playbook >> status(401) << visit("other") >> status(200) << visit("page") >> status(401) << failed() << the_end()


def test_outcomes_of_one_row_are_the_same_failure() -> None:
    tree = "state page { 401 | 403 = :other } main :: and { :page :one }"
    playbook = play(tree) << visit("page") >> status(401) << visit("other") >> status(200) << visit("page")
    playbook >> status(403) << failed() << the_end()


def test_two_rows_that_mend_in_turn_end_after_so_many_repairs() -> None:
    tree = "state page { 401 = :other 403 = :other } main :: and { :page :one }"
    playbook = play(tree).under(wait_times=3) << visit("page")
    for code in (401, 403, 401):
        playbook >> status(code) << visit("other") >> status(200) << visit("page")
    playbook >> status(403) << trouble("page", "403") << failed() << the_end()


def test_a_pause_is_between_two_repairs_too() -> None:
    tree = "state page { 401 = :other 403 = pause } main :: and { :page :one }"
    playbook = play(tree) << visit("page") >> status(401) << visit("other") >> status(200) << visit("page")
    playbook >> status(403) << pause() >> resumed() << visit("page") >> status(401) << visit("other")
    playbook >> status(200) << visit("page") >> status(200) << emit("one") << finished()


def test_it_may_run_again_at_the_next_run_of_the_node() -> None:
    tree = "state page { 403 = :other } main :: and { n = 0 while n < 2 { n = n + 1 :page } }"
    playbook = play(tree)
    for _ in range(2):
        playbook << visit("page") >> status(403) << visit("other") >> status(200) << visit("page") >> status(200)
    playbook << finished()


def test_a_call_that_fails_fails_the_node() -> None:
    tree = "state page { 403 = :other } main :: or { :page :one }"
    playbook = play(tree) << visit("page") >> status(403) << visit("other") >> status(500) << trouble("other", "500")
    playbook << trouble("page", "error", message="what its state table calls has failed") << emit("one") << finished()


def test_a_call_that_failed_may_run_again_at_the_next_run_of_the_node() -> None:
    tree = "state page { 403 = :other } main :: and { n = 0 while n < 2 { n = n + 1 or { :page :one } } }"
    playbook = play(tree)
    for _ in range(2):
        playbook << visit("page") >> status(403) << visit("other") >> status(500) << emit("one")
    playbook << finished()


def test_a_node_that_its_own_call_leads_to_does_not_call_again() -> None:
    tree = "state page { 403 = :mend } mend :: and { :page :other } main :: and { :page }"
    play(tree) << visit("page") >> status(403) << visit("page") >> status(403) << failed() << the_end()
    tree = "state page { 403 = :page } main :: and { :page }"
    play(tree) << visit("page") >> status(403) << visit("page") >> status(403) << failed() << the_end()


def test_two_tables_that_call_each_other_end() -> None:
    tree = "state page { 403 = :other } state other { 403 = :page } main :: and { :page }"
    playbook = play(tree) << visit("page") >> status(403) << visit("other") >> status(403) << visit("page")
    playbook >> status(403) << failed() << the_end()


def test_wait_and_a_call_go_together() -> None:
    tree = "state page { 403 = :other 5xx = wait 1 1s } main :: and { :page }"
    playbook = play(tree) << visit("page") >> status(500) << wait() << visit("page") >> status(403) << visit("other")
    playbook >> status(200) << visit("page") >> status(200) << finished()


def test_a_call_reads_the_page_that_failed_and_the_visit_what_it_read_before() -> None:
    tree = """
    solve :: visit POST "{action}" { form = { answer = css "i::text" } }
    action :: data css "form::attr(action)" as url
    mend  :: and (action) { :solve }
    state page { 403 = :solved }
    solved :: visit POST "https://site.test/solve" { form = { answer = css "i::text" } }
    main :: and { :other :page }
    """
    playbook = play(tree) << visit("other") >> page("") << visit("page") >> page("<i>42</i>", status=403)
    playbook << visit("solved", form={"answer": "42"}) >> status(200) << visit("page") >> status(200) << finished()


def test_a_call_can_have_arguments() -> None:
    tree = """
    state page { 403 = :mend(x + 1, :title) }
    mend :: and (a, b) { x = a :said x = b :said }
    main :: and { x = 1 :page }
    """
    playbook = play(tree) << visit("page") >> page("<h1>T</h1>", status=403) << emit("said", x=2) << emit("said", x="T")
    playbook << visit("page") >> status(200) << finished()


def test_what_a_call_assigns_is_there_at_the_next_try() -> None:
    tree = """
    state about { 404 = :repair }
    repair :: and { link = "right" }
    main :: and { link = "wrong" :about }
    """
    playbook = play(tree) << visit("about", url="https://site.test/wrong") >> status(404)
    playbook << visit("about", url="https://site.test/right") >> status(200) << finished()


def test_a_shared_node_is_made_anew_for_all_who_saw_it_fail() -> None:
    tree = """
    [[ session ]]
    session :: and { :other token = :title }
    state about { 403 = :session }
    main :: and { :session goroutine { link = 1 :about } goroutine { link = 2 :about } x = token :said }
    """
    playbook = play(tree) << visit("other") >> page("<h1>t1</h1>") << emit("said", x="t1")
    playbook << visit("about", url="https://site.test/1") << visit("about", url="https://site.test/2")
    playbook >> status(403) << visit("other") >> status(403, to="about") >> page("<h1>t2</h1>") << made("session")
    playbook << visit("about") << visit("about") >> status(200) >> status(200) << finished() << the_end()
