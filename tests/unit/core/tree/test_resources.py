"""Shared and competing resources; the names of tests are sentences of language.md and runtime.md."""

import re

import pytest
from scrapy.http import HtmlResponse

from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree import events as ev
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.core.tree.task import SharedRecord, decode_shared, decode_task, encode_shared, encode_task
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.testing import (
    branch_ended,
    emit,
    failed,
    finished,
    invalidated,
    made,
    page,
    passed,
    status,
    stopped,
    the_end,
    timeout,
    trouble,
    visit,
    wait,
)
from tests.trees import play, program

# Shared


def test_the_first_task_that_needs_it_makes_it_and_the_others_wait_and_go_on_together() -> None:
    tree = """
    [[ session ]]
    session :: and { :page token = :title }
    main :: and { goroutine { :session x = token :said } goroutine { :session x = token + "!" :said } :one }
    """
    playbook = (
        play(tree) << emit("one") << visit("page") >> page("<h1>T</h1>") << made("session", success=True, ttl=None)
    )
    playbook << emit("said", x="T") << emit("said", x="T!") << finished() << the_end()


def test_a_value_that_is_ready_is_not_made_again() -> None:
    tree = "[[ session ]] session :: and { :page token = :title } main :: and { :session :session x = token :said }"
    play(tree) << visit("page") >> page("<h1>T</h1>") << emit("said", x="T") << finished() << the_end()
    playbook = play(tree).under(shared={"session": {"token": "given", "other": 1}})
    playbook << emit("said", x="given") << finished() << the_end()


def test_it_expires() -> None:
    tree = "[[ part = 30m ]] part :: and { :page } main :: and { :part :other :part :other :part }"
    playbook = play(tree).under(now=50.0) << visit("page") >> status(200) << made("part", ttl=1800.0) << visit("other")
    playbook >> passed(1799) >> status(200) << visit("other") >> passed(1) >> status(200) << visit("page")


def test_a_failure_wakes_the_others_to_try_once_each_in_turn() -> None:
    tree = """
    [[ part ]] part :: and { :page }
    main :: and { goroutine { :part } goroutine { :part } goroutine { :part :one } }
    """
    playbook = play(tree) << visit("page") >> status(500) << made("part", success=False) << branch_ended(success=False)
    playbook << visit("page") >> timeout() << branch_ended(success=False) << visit("page") >> status(200)
    playbook << emit("one") << failed() << the_end()


def test_a_maker_that_ends_otherwise_wakes_the_next() -> None:
    tree = """
    [[ part ]] part :: and { :page state stop }
    state page { 404 = stop }
    main :: and { goroutine { :part } goroutine { or { :part :one } } }
    """
    playbook = play(tree) << visit("page") >> status(404)
    playbook << stopped() << visit("page") >> status(500) << emit("one") << failed() << the_end()


def test_shared_with_arguments_is_shared_per_distinct_arguments() -> None:
    tree = """
    [[ detail ]] detail :: and (link, how = "plain") { :about x = link :said }
    main :: and { :detail(1) :detail(2) :detail(1) link = 2 :detail :detail(2, "other") :detail(1, "plain") }
    """
    playbook = play(tree) << visit("about") >> status(200) << emit("said", x=1)
    playbook << visit("about") >> status(200) << emit("said", x=2)
    playbook << visit("about") >> status(200) << emit("said", x=2) << finished() << the_end()


def test_each_link_is_done_once_by_whoever_comes_first() -> None:
    tree = """
    [[ crawl ]] crawl :: and (link) { :about while l = :links { async { :crawl(l) } } }
    main :: and { :crawl("a") }
    """
    playbook = (
        play(tree) << visit("about", url="https://site.test/a") >> page("<a href=b><a href=c><a href=a>") << finished()
    )
    playbook << visit("about", url="https://site.test/b") << visit("about", url="https://site.test/c")
    playbook >> page("<a href=c><a href=a>") >> page("<a href=b>") << the_end()


def test_a_walk_whose_pages_wait_for_each_other_ends() -> None:
    tree = """
    [[ crawl ]] crawl :: and (link) { :about while l = :links { goroutine { :crawl(l) } } }
    main :: and { :crawl("a") :one }
    """
    playbook = play(tree) << visit("about", url="https://site.test/a") >> page("<a href=b><a href=c>")
    playbook << visit("about", url="https://site.test/b") << visit("about", url="https://site.test/c")
    playbook >> page("<a href=c><a href=a>") >> page("<a href=b><a href=c>") << emit("one") << finished() << the_end()


def test_a_value_that_waits_for_itself_fails_where_it_is_needed() -> None:
    tree = """
    [[ part ]] part :: and { :page goroutine { or { and { :part x = y :said } :one } } y = 1 }
    main :: and { :part x = y :said }
    """
    playbook = play(tree) << visit("page") >> status(200)
    playbook << trouble("part", "error", message="its maker waits for this task") << emit("one") << emit("said", x=1)
    playbook << finished() << the_end()


def test_a_tree_that_calls_itself_while_it_is_made_goes_on() -> None:
    tree = "[[ part ]] part :: and { :page :part } main :: and { :part :one }"
    play(tree) << visit("page") >> status(200) << emit("one") << finished() << the_end()


def test_a_shared_data_node_shares_its_values() -> None:
    tree = """
    [[ links ]]
    part :: and { x = :links :said while x = :links { :said } or { and { :links :one } :two } }
    main :: and { :page x = :links :said :part }
    """
    playbook = play(tree) << visit("page") >> page("<a href=1><a href=2>") << made("links") << emit("said", x="1")
    playbook << emit("said", x="1") << emit("said", x="1") << emit("said", x="2") << emit("one") << finished()
    playbook = play(tree).under(shared={"links": [7]}) << visit("page") >> page("<a href=1>") << emit("said", x=7)
    playbook << emit("said", x=7) << emit("said", x=7) << emit("one") << finished()


def test_a_shared_data_node_without_values_is_made_by_the_next() -> None:
    tree = """
    [[ links ]]
    main :: and { :page x = 1 or { x = :links :said } while y = :links { :two } :other x = :links :said }
    """
    playbook = play(tree) << visit("page") >> page("") << made("links", success=False) << emit("said", x=None)
    playbook << made("links", success=False) << visit("other") >> page("<a href=1>") << made("links", success=True)
    playbook << emit("said", x="1") << finished()


def test_a_shared_data_node_that_fails_fails_its_loop() -> None:
    tree = 'odd :: data json "length(n)" [[ odd ]] main :: or { and { :page while x = :odd { :said } } :one }'
    (play(tree) << visit("page") >> page(json={"n": 1}) << trouble("odd", "error") << emit("one") << finished())


def test_a_shared_visit_shares_its_page() -> None:
    tree = """
    [[ page ]]
    part :: and { :page state wait x = :title :said x = page.url :said }
    main :: and { :page x = :title :said :part :page x = page.status :said }
    """
    playbook = play(tree) << visit("page") >> page("<h1>T</h1>", status=203) << emit("said", x="T") << wait()
    playbook << emit("said", x="T") << emit("said", x="https://site.test/page") << emit("said", x=203) << finished()


def test_a_shared_visit_whose_page_is_too_large_is_shared_without_it() -> None:
    tree = "[[ page ]] part :: and { :page state wait or { :title :one } } main :: and { :page x = :title :said :part }"
    playbook = play(tree).under(page_limit=5) << visit("page") >> page("<h1>T</h1>") << emit("said", x="T") << wait()
    playbook << trouble("title", "error", message=re.compile("too large to be carried")) << emit("one") << finished()


def test_a_shared_item_emits_once_and_leaves_the_page_alone() -> None:
    tree = "[[ two ]] main :: and { :page :two :other :two x = :title :said }"
    playbook = play(tree) << visit("page") >> page("<h1>A</h1>") << emit("two") << visit("other") >> page("<h1>B</h1>")
    playbook << emit("said", x="B") << finished()


def test_a_shared_value_carries_what_is_needed_only() -> None:
    tree = """
    [[ session ]] session :: and { :page token = :title waste = "w" }
    main :: and { kept = 1 :session :other x = token :said x = kept :said }
    """
    interpreter = Interpreter(program(tree), PageReader())
    task, _ = interpreter.start({})
    task, _ = interpreter.resume(task, ev.Make(1))
    response = HtmlResponse("https://site.test/", body=b"<h1>T</h1>")
    task, effects = interpreter.resume(task, ev.Arrived("200", ResponsePage(response)))
    (publication,) = [effect for effect in effects if isinstance(effect, ef.Made)]
    assert publication.value is not None
    assert decode_shared(publication.value) == SharedRecord(variables={"token": "T"})
    assert (publication.key, publication.session, publication.ttl) == ("crawl/session", 1, None)
    assert task.making == []


def test_its_cookie_session_is_used_by_every_task_that_called_it() -> None:
    tree = "[[ session ]] session :: and { :page } main :: and { :session goroutine { :other } :other }"
    interpreter = Interpreter(program(tree), PageReader())
    task, effects = interpreter.start({}, id=5)
    assert (effects, task.session, task.own_session) == ([ef.Share("crawl/session")], 0, 5)
    task, effects = interpreter.resume(task, ev.Shared(encode_shared(SharedRecord()), session=3))
    assert (task.session, task.own_session) == (3, 3)
    (child,) = [effect.task for effect in effects if isinstance(effect, ef.Spawn)]
    assert child.own_session == 3


def test_a_task_and_its_branches_have_one_cookie_session() -> None:
    interpreter = Interpreter(program("main :: and { async { :page } goroutine { :other } }"), PageReader())
    _, effects = interpreter.start({}, id=5)
    assert [effect.task.own_session for effect in effects if isinstance(effect, ef.Spawn)] == [5, 5]


def test_a_branch_that_makes_a_login_has_a_cookie_session_of_its_own() -> None:
    tree = """
    [[ session ]] session :: and (user) { visit POST "https://site.test/login" { form = { user = user } } }
    [[ region ]] region :: and (user) { :page }
    [[ once ]] once :: and (user) { :page token = :title }
    main :: and { user = 1 goroutine { :session(user) } goroutine { :region(user) } goroutine { :once(user) } }
    """
    interpreter = Interpreter(program(tree), PageReader())
    _, effects = interpreter.start({}, id=5)
    branches = [effect.task for effect in effects if isinstance(effect, ef.Spawn)]
    for branch in branches:
        branch.id = 6
    tasks = [interpreter.resume(interpreter.resume(task, ev.Granted())[0], ev.Make())[0] for task in branches]
    session, region, once = (task.own_session for task in tasks)
    assert once == 5
    assert session < 0 > region
    assert session != region


def test_a_task_that_logs_in_for_several_one_after_the_other_has_a_cookie_session_for_each() -> None:
    tree = """
    [[ session ]] session :: and (user) { visit POST "https://site.test/login" { form = { user = user } } }
    main :: and { :session("a") :other :session("b") :other :session("a") :other }
    """
    interpreter = Interpreter(program(tree), PageReader())
    value, page = encode_shared(SharedRecord()), ResponsePage(HtmlResponse("https://site.test/"))
    task, _ = interpreter.start({}, id=5)
    sessions = []

    def go(event: ev.Event) -> None:
        nonlocal task
        task, effects = interpreter.resume(decode_task(encode_task(task), id=5, session=task.session), event)
        sessions.extend(effect.session for effect in effects if isinstance(effect, ef.Made))

    for share in (ev.Make(1), ev.Make(1), ev.Shared(value, 5)):
        go(share)
        if isinstance(share, ev.Make):
            go(ev.Arrived("200", page))
        go(ev.Arrived("200", page))
    first, second = sessions
    assert first == 5
    assert second < 0
    assert task.own_session == 5, "it is back in the first"


def test_what_a_shared_tree_gives_is_kept_across_tasks() -> None:
    tree = """
    [[ outer ]] outer :: and { :inner } inner :: and { :page token = :title }
    main :: and { goroutine { :outer x = token :said } goroutine { :outer x = token :said } }
    """
    (play(tree) << visit("page") >> page("<h1>T</h1>") << emit("said", x="T") << emit("said", x="T") << finished())


@pytest.mark.parametrize("move", ["end", "true", "false"])
def test_a_state_table_that_ends_the_making_says_how(move: str) -> None:
    tree = f"""
    [[ page ]] state page {{ 404 = {move} }}
    part :: and {{ :page :one }}
    main :: and {{ goroutine {{ or {{ :part }} }} goroutine {{ or {{ :part }} }} }}
    """
    playbook = play(tree) << visit("page") >> status(404) << made("page", success=move == "true")
    if move == "true":
        playbook << emit("one") << emit("one") << finished() << the_end()
    else:
        (
            playbook
            << visit("page")
            >> status(200)
            << emit("one")
            << (finished() if move == "end" else failed())
            << the_end()
        )


def test_arguments_that_name_no_value_fail_the_call() -> None:
    tree = '[[ part ]] part :: and (a) { :page } main :: or { :part("x" - 1) :one }'
    playbook = play(tree)
    playbook << trouble("part", "error", message=re.compile("is not a number")) << emit("one") << finished()


# Versions


def test_however_many_tasks_see_the_failure_it_is_remade_once() -> None:
    tree = """
    [[ session ]] session :: and { :page }
    state about { 403 = :session }
    main :: and { :session while n < 3 { n = n + 1 goroutine { link = n :about } } }
    """
    playbook = play(tree.replace(":session while", ":session n = 0 while")) << visit("page") >> status(200)
    (
        playbook
        << visit("about")
        << visit("about")
        << visit("about")
        >> status(403)
        << invalidated("session")
        << visit("page")
    )
    playbook >> status(200) << visit("about", url="https://site.test/1") >> status(200)
    playbook >> status(403) << invalidated("session") << visit("about", url="https://site.test/2") >> status(200)
    playbook >> status(403) << invalidated("session") << visit("about", url="https://site.test/3") >> status(200)
    playbook << finished() << the_end()


def test_a_task_remembers_the_versions_of_what_may_be_found_wanting() -> None:
    tree = "[[ a ]] [[ b ]] a :: and { } b :: and { } state page { 403 = :a } main :: and { :a :b :page :other }"
    interpreter = Interpreter(program(tree), PageReader())
    task, _ = interpreter.start({})
    empty = encode_shared(SharedRecord())
    task, _ = interpreter.resume(task, ev.Shared(empty, version=4))
    task, effects = interpreter.resume(task, ev.Shared(empty, version=9))
    assert effects == [ef.SendVisit("page")]
    assert task.used == {"crawl/a": 4}
    again = decode_task(encode_task(task))
    _, effects = interpreter.resume(again, ev.Arrived("403"))
    assert effects == [ef.Invalidate("crawl/a", 4), ef.Share("crawl/a")]
    _, effects = interpreter.resume(task, ev.Arrived("200"))
    assert effects == [ef.SendVisit("other")]
    assert task.used == {}  # nothing from here on can find it wanting


def test_a_branch_knows_the_versions_that_it_needs() -> None:
    tree = """
    [[ a ]] a :: and { } state page { 403 = :a }
    main :: and { :a goroutine { :page } goroutine { :other } }
    """
    interpreter = Interpreter(program(tree), PageReader())
    task, _ = interpreter.start({})
    _, effects = interpreter.resume(task, ev.Shared(encode_shared(SharedRecord()), version=4))
    assert [effect.task.used for effect in effects if isinstance(effect, ef.Spawn)] == [{"crawl/a": 4}, {}]


def test_the_maker_knows_the_version_that_it_makes() -> None:
    tree = "[[ a ]] a :: and { } state page { 403 = :a } main :: and { :a :page }"
    interpreter = Interpreter(program(tree), PageReader())
    task, _ = interpreter.start({})
    task, _ = interpreter.resume(task, ev.Make(2))
    assert task.used == {"crawl/a": 2}


# Competing


def test_at_most_so_many_visits_at_a_time() -> None:
    tree = "(( about = 2 )) main :: and { while n < 4 { n = n + 1 goroutine { link = n :about } } }"
    playbook = play(tree.replace("while n", "n = 0 while n")) << visit("about") << visit("about") >> status(200)
    playbook << visit("about") >> status(200) << visit("about") >> status(200) >> status(200) << finished() << the_end()


def test_a_visit_that_waits_to_be_tried_again_gives_its_place_back() -> None:
    tree = """
    (( about ))  state about { 5xx = wait 1 9s }
    main :: and { goroutine { link = 1 :about } goroutine { link = 2 :about } }
    """
    playbook = play(tree) << visit("about", url="https://site.test/1") >> status(500) << wait(9.0)
    playbook << visit("about", url="https://site.test/2") >> status(200)
    playbook << visit("about", url="https://site.test/1") >> status(200) << finished() << the_end()


def test_a_tree_keeps_its_place_until_it_is_done() -> None:
    tree = """
    (( part = 1 )) part :: and (n) { :page :other x = n :said }
    main :: and { goroutine { :part(1) } goroutine { :part(2) } }
    """
    playbook = play(tree)
    for number in (1, 2):
        playbook << visit("page") >> status(200) << visit("other") >> status(200) << emit("said", x=number)
    playbook << finished() << the_end()


@pytest.mark.parametrize("answer", [status(500), status(404), timeout()], ids=lambda answer: answer.outcome)
def test_it_gives_the_place_back_however_it_ends(answer: object) -> None:
    tree = """
    (( part = 1 )) part :: and (n) { :page } state part { error = end } state page { 404 = end }
    main :: and { goroutine { or { :part(1) } } goroutine { :part(2) :one } }
    """
    playbook = play(tree) << visit("page") >> answer << visit("page") >> status(200) << emit("one")  # type: ignore[operator]
    playbook << finished() << the_end()


def test_data_and_items_can_compete_too() -> None:
    tree = """
    (( title = 1 )) (( two = 1 )) state title { empty = end }
    main :: and { :page state wait x = :title :said :two state wait :other x = :title :one }
    """
    playbook = (
        play(tree) << visit("page") >> page("<h1>T</h1>") << wait() << emit("said", x="T") << emit("two") << wait()
    )
    playbook << visit("other") >> page("") << finished() << the_end()


def test_a_place_is_not_left_behind_by_a_state_table() -> None:
    tree = "(( title = 1 )) state title { empty = end } part :: and { :page :title } main :: and { :part :other }"
    interpreter = Interpreter(program(tree), PageReader())
    task, _ = interpreter.start({})
    task, effects = interpreter.resume(task, ev.Arrived("200"))
    assert effects == [ef.Hold("title")]
    task, effects = interpreter.resume(task, ev.Granted())
    assert (effects, task.holds) == ([ef.SendVisit("other")], [])


def test_a_task_that_holds_a_place_needs_no_second_one() -> None:
    tree = "(( part = 1 )) part :: and (n) { if n > 0 { :page :part(n - 1) } :one } main :: and { :part(2) }"
    playbook = play(tree) << visit("page") >> status(200) << visit("page") >> status(200) << emit("one") << emit("one")
    playbook << emit("one") << finished() << the_end()


def test_places_without_a_number_are_one() -> None:
    assert program("(( page )) (( about = 3 )) main :: and { :page :about }").limits == {"page": 1, "about": 3}


# Both


def test_shared_and_competing_go_together() -> None:
    tree = """
    [[ part ]] (( part = 1 )) part :: and { :page y = :title }
    main :: and { goroutine { :part x = y :said } goroutine { :part x = y :said } }
    """
    (play(tree) << visit("page") >> page("<h1>T</h1>") << emit("said", x="T") << emit("said", x="T") << finished())


def test_a_file_that_has_begun_to_share_a_node_since_the_task_was_stored() -> None:
    tree = "part :: and { :page } main :: and { :part :one }"
    task, _ = Interpreter(program(tree), PageReader()).start({})
    interpreter = Interpreter(program(f"[[ part ]] {tree}"), PageReader())
    _, effects = interpreter.resume(decode_task(encode_task(task)), ev.Arrived("200"))
    assert effects == [ef.Emit("one", {"n": 1}), ef.Finished(success=True)]


def test_a_shared_tree_is_made_for_each_value_of_what_it_reads_from_outside() -> None:
    tree = """
    [[ session ]]
    session :: and { :about token = :title }
    main :: and { goroutine { link = "a" :session x = token :said } goroutine { link = "b" :session x = token :said } }
    """
    playbook = play(tree) << visit("about") << visit("about")
    playbook >> page("<h1>A</h1>", to="about") << made("session") << emit("said", x="A")
    playbook >> page("<h1>B</h1>") << made("session") << emit("said", x="B") << finished() << the_end()
