import pytest

from scrapy_bt.errors import TaskError


@pytest.mark.parametrize(
    ("body", "seconds"),
    [
        # and, serial: one child after another
        (":a", 1),
        (":a :b :c", 1 + 2 + 4),
        ("serial { :a :b } :c", 1 + 2 + 4),
        ("and { :a and { :b } } :c", 1 + 2 + 4),
        ("", 0),
        # or: the children that fail are on the path too
        ("or { :a :b }", 1 + 2),
        ("or { :a :b } :c", 1 + 2 + 4),
        ("or { and { :a :b } :c }", 1 + 2 + 4),
        ("or { } :a", 0),
        # if: the heaviest body
        ("if x { :a } else { :c }", 4),
        ("if x { :c } else { :a } :b", 4 + 2),
        ("if x { :a } :b", 1 + 2),
        ("if :a { :b } else { :c }", 1 + 4),
        ("if x { :a } else if y { :b } else { :c }", 4),
        ("if x { :d end } :a :b", 8),
        # expressions
        (":a & :b", 1 + 2),
        (":a | :b", 1 + 2),
        ("!:a", 1),
        ("(:a | :b) & !:c", 1 + 2 + 4),
        ("n = (:a | :b)", 1 + 2),
        # end, stop: nothing follows
        (":a end :b", 1),
        (":a end !", 1),
        ("if x { :c end } else { :a } :b", 4),
        (":a state stop :b", 1),
        (":a state wait :b state pause :c", 1 + 2 + 4),
    ],
)
def test_weights_are_summed_along_the_heaviest_path(rank, body, seconds):
    assert rank(body).start == seconds


@pytest.mark.parametrize(
    ("body", "rounds", "seconds"),
    [
        ("while x { :a :b } :c", {}, (1 + 2) + 4),  # one round before the first was seen
        ("while x { :a :b } :c", {"main_while": 5}, 5 * (1 + 2) + 4),
        ("while x { :a :b } :c", {"main_while": 0.5}, 0.5 * (1 + 2) + 4),
        ("while x { :a :b } :c", {"main_while": 0}, 4),
        ("while x { }", {"main_while": 9}, 0),
        ("while x { if y { :a } else { :c } }", {"main_while": 3}, 3 * 4),
        # the condition is asked once more than it holds
        ("while :a { :b }", {"main_while": 2}, 2 * (1 + 2) + 1),
        ("while :a & :b { :c }", {"main_while": 2}, 2 * (1 + 2 + 4) + (1 + 2)),
        # the values of a node are taken once
        ("while x = :links { :a }", {"main_while": 3}, 3 * 1),
        # nested
        ("while x { :a while y { :b } }", {"main_while_while": 3}, 1 + 3 * 2),
        ("while x { :a while y { :b } }", {"main_while": 2, "main_while_while": 3}, 2 * (1 + 3 * 2)),
        ("while x { while y { :b } } :d", {"main_while": 2, "main_while_while": 0}, 8),
        # a round that fails is the last one
        ("or { while x { :a :b } :c }", {"main_or_while": 2}, (1 + 2) + (1 + 2) + 4),
        # a round that ends the tree is the last one
        ("while x { :a if y { :d end } }", {"main_while": 3}, 2 * 1 + (1 + 8)),
        ("while x { :a if y { :d end } } :e", {"main_while": 3}, 3 * 1 + 16),
        ("while x { :a end }", {"main_while": 3}, 1),
        # a round that leaves the loop comes after those that were counted
        ("while x { :a break } :b", {"main_while": 0}, 1 + 2),
        ("while x { :a if y { :d break } } :b", {"main_while": 3}, 3 * 1 + (1 + 8) + 2),
        ("while x { while y { :a if x { :d end } } :b }", {"main_while": 2, "main_while_while": 3}, 5 + (2 + 9)),
    ],
)
def test_a_loop_weighs_its_body_for_each_expected_round(rank, body, rounds, seconds):
    links = 'links :: data css "a" all'
    assert rank(f"{links} main :: and (x = 1, y = 1) {{ {body} }}", **rounds).start == seconds


def test_the_expected_rounds_are_the_mean_of_those_seen(rank):
    ranked = rank("while x { :a }")
    for rounds in (2, 4, 9):
        ranked.weights.add_rounds("main/while", rounds)
    ranked.ranking.refresh()
    assert ranked.start == 5


def test_within_a_round_the_rest_of_it_comes_before_the_further_rounds(rank):
    ranked = rank("while x { :a :b } :c", main_while=5)
    assert ranked.at("main/while/a") == (1 + 2) + 5 * (1 + 2) + 4
    assert ranked.at("main/while/b") == 2 + 5 * (1 + 2) + 4
    assert ranked.at("main/while/.round") == ranked.at("main/while") == 5 * (1 + 2) + 4
    assert ranked.at("main/c") == 4


@pytest.mark.parametrize(
    ("body", "rounds", "seconds"),
    [
        ("goroutine { :c } :a :b", {}, 4),
        ("goroutine { :c } :d", {}, 8),
        (":a goroutine { :d } :b :c", {}, 1 + 8),
        ("goroutine { :a } goroutine { :d :b } :c", {}, 8 + 2),
        ("goroutine { :a goroutine { :c } } :b", {}, 1 + 4),
        ("goroutine { :a end :d } :b", {}, 2),
        ("goroutine { if x { :a } else { :d } } :b", {}, 8),
        # each round counts, whether its main path or its branch is the heavier
        ("while x { goroutine { :c } }", {"main_while": 3}, 3 * 4),
        ("while x { :a goroutine { :c :b } }", {"main_while": 3}, 3 * (1 + 4 + 2)),
        ("while x { goroutine { :a } :b }", {"main_while": 3}, 3 * 2),
        ("while x { goroutine { while y { :b } } }", {"main_while": 3, "main_while_goroutine_while": 5}, 3 * 5 * 2),
        ("while x { goroutine { goroutine { :c } :a } }", {"main_while": 3}, 3 * 4),
        ("while x { :a goroutine { :c } end }", {"main_while": 3}, 1 + 4),
        # a group goes on behind its statements
        (":a goroutine and { :b :c } :d", {}, 1 + 4 + 8),
        ("goroutine or within 3s { :a and { :b :c } } :d", {}, (2 + 4) + 8),
        ("goroutine serial { :a goroutine and { :b :c } } :d", {}, 4 + 8),
        ("while x { goroutine and { :a :b } } :c", {"main_while": 3}, 3 * 2 + 4),
    ],
)
def test_of_goroutines_and_the_path_beside_them_the_heaviest_counts(rank, body, rounds, seconds):
    assert rank(body, **rounds).start == seconds


def test_a_goroutines_task_has_the_rest_of_its_tree_to_go(rank):
    ranked = rank("goroutine { :d :a } :b :c")
    assert ranked.at("main/goroutine/d") == 8 + 1
    assert ranked.at("main/goroutine/a") == 2 + 4
    assert ranked.at("main/b") == 2 + 4
    nested = rank("goroutine { goroutine { :a } :b } :c")
    assert nested.at("main/goroutine/goroutine/a") == 4
    nested = rank("goroutine { goroutine { :a } :d } :c")
    assert nested.at("main/goroutine/goroutine/a") == 8


def test_a_detail_of_a_long_list_weighs_like_the_list(rank):
    ranked = rank(":a while x { goroutine { :b } }", main_while=50)
    assert ranked.at("main/while/goroutine/b") == 50 * 2


def test_after_a_goroutine_comes_what_follows_in_the_callers(rank):
    ranked = rank("part :: and { goroutine { :b } :a } main :: and { :part :c }")
    assert ranked.at("main/part", "part/goroutine/b") == 2 + 4


@pytest.mark.parametrize(
    ("body", "seconds"),
    [
        ("async { :d } :a", 1),
        ("async { :d } async { :e } :a", 1),
        ("while x { async { :d } :a }", 1),
        ("goroutine { async { :d } :b } :a", 2),
    ],
)
def test_an_async_branch_weighs_nothing_for_its_tree(rank, body, seconds):
    assert rank(body).start == seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("(( d )) main :: and { async { :d } :a }", 1),  # the main path does not need it
        ("(( a )) main :: and { async { :d } :a }", 1),  # the branch does not need it
        ("(( d )) main :: and { async { :d } :d :a }", 8 + 1 + 8),
        ("(( d )) main :: and { async { :d :b } :d :a }", 8 + 1 + (8 + 2)),
        ("(( d )) main :: and { async { :d } async { :d :b } async { :e } :d }", 8 + (8 + 2)),  # the heaviest, once
        ("(( d )) (( c )) main :: and { async { :d } async { :c :e } :d }", 8 + 8),
        ("(( d )) main :: and { async { async { :d :a } } :d }", 8 + (8 + 1)),
        ("(( d )) main :: and { async { :d } goroutine { :d } :a }", 8 + 8),
        ("(( d )) part :: and { async { :d } } main :: and { :part :d }", 8 + 8),
        ("(( part )) part :: and { :a } main :: and { async { :part :b } :part }", 1 + (1 + 2)),
        ("(( d )) main :: and (x = 1) { while x { :d async { :d } } }", 8 + 8),
    ],
)
def test_the_heaviest_async_branch_that_competes_is_added_once(rank, text, seconds):
    assert rank(text).start == seconds


def test_a_competing_async_branch_counts_until_it_is_started(rank):
    ranked = rank("(( d )) main :: and { :a async { :d } :b :d }")
    assert ranked.at("main/a") == 1 + 2 + 8 + 8
    assert ranked.at("main/b") == 2 + 8
    part = rank("(( d )) part :: and { :a async { :d } } main :: and { :part :d }")
    assert part.at("main/part", "part/a") == 1 + 8 + 8


def test_what_goes_on_beside_a_goroutine_competes_too(rank):
    ranked = rank("(( d )) main :: and { goroutine { :a } :b async { :d } :d }")
    assert ranked.at("main/goroutine/a") == ranked.start == 2 + 8 + 8


def test_nobody_waits_for_an_async_branch(rank):
    ranked = rank("part :: and { async { :a :leaf :b } :e } leaf :: and { :c } main :: and { :part :d }")
    assert ranked.at("main/part", "part/async/a") == 1 + 4 + 2
    assert ranked.at("main/part", "part/async/leaf", "leaf/c") == 4 + 2
    assert ranked.at("main/part", "part/e") == 16 + 8


def test_a_call_weighs_what_the_tree_weighs(rank):
    text = "leaf :: or { :a :b } part :: and { :leaf :c :leaf } main :: and { :part :d }"
    ranked = rank(text)
    assert ranked.start == (3 + 4 + 3) + 8
    assert ranked.at("main/part", "part/c") == (4 + 3) + 8
    assert ranked.at("main/part", "part/leaf", "leaf/b") == 2 + (4 + 3) + 8
    assert ranked.at("main/part", "part/leaf#2", "leaf/b") == 2 + 8
    assert ranked.at("main/d") == 8


def test_the_end_of_a_called_tree_is_not_the_end_of_its_caller(rank):
    assert rank("part :: and { :a end } main :: and { :part :b }").start == 1 + 2


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("main :: and (x = 1) { :a if x { :main } :b }", 1 + 2),
        ("walk :: and (x = 1) { :a while x { :walk } } main :: and { :walk :b }", 1 + 2),
        ("one :: and { :a :two } two :: and { :b :one } main :: and { :one }", 1 + 2),
        ("one :: and { :a :two } two :: and { :b :one :two } main :: and { :one :c }", 1 + 2 + 4),
    ],
)
def test_recursion_counts_once(rank, text, seconds):
    assert rank(text).start == seconds


def test_calls_may_nest_deeply(rank):
    depth = 3000
    trees = "".join(f"t{n} :: and {{ :a :t{n + 1} }} " for n in range(depth))
    ranked = rank(f"{trees} t{depth} :: and {{ :b :t0 }} main :: and {{ :t0 }}")
    assert ranked.start == depth + 2


SHARED = "[[ session ]] session :: and { :a :b } main :: and { :session :c }"


def test_a_shared_value_that_is_ready_weighs_nothing(rank):
    ranked = rank(SHARED)
    assert ranked.start == 1 + 2 + 4
    ranked.ready.add("session")
    ranked.ranking.refresh()
    assert ranked.start == 4
    assert ranked.at("main/session", "session/b") == 2 + 4  # whoever makes it anew still has to do it
    ranked.ready.discard("session")
    ranked.ranking.refresh()
    assert ranked.start == 1 + 2 + 4


@pytest.mark.parametrize("name", ["a", "part"])
def test_a_competing_resource_behind_a_ready_value_weighs_nothing(rank, name):
    ranked = rank(f"[[ {name} ]] (( {name} )) part :: and {{ :a }} main :: and {{ :b :{name} :c }}")
    assert ranked.start == 2 + 1 + 4
    ranked.ready.add(name)
    ranked.ranking.refresh()
    assert ranked.start == 2 + 4


def test_async_branches_do_not_compete_for_a_resource_behind_a_ready_value(rank):
    ranked = rank("[[ a ]] (( a )) main :: and { async { :a :d } :a }")
    assert ranked.start == 1 + (1 + 8)
    ranked.ready.add("a")
    ranked.ranking.refresh()
    assert ranked.start == 0


def test_a_value_that_is_shared_by_arguments_is_never_ready_for_everyone(rank):
    ranked = rank("[[ detail ]] detail :: and (link) { :a } main :: and { :detail(1) :b }")
    ranked.ready.add("detail")
    assert ranked.start == 1 + 2


def test_moves_of_state_tables_do_not_count(rank):
    table = "state b { 5xx | timeout = wait 3 5s 403 = :part 404 = end 410 = pause }"
    text = f"{table} part :: and {{ :e }} main :: and {{ :a :b :c }}"
    ranked = rank(text)
    assert ranked.start == 1 + 2 + 4
    assert ranked.at("main/b/403/part") == 16 + 2 + 4  # within the call of the table: then the node once more


def test_data_and_item_nodes_weigh_what_was_measured(rank):
    ranked = rank(
        'size :: data css "b" price :: data css "i" record :: item { price = :price name = css "h1" }'
        "main :: and { :a n = :size :record }"
    )
    assert ranked.start == 1
    for node, seconds in (("size", 0.25), ("price", 0.5), ("record", 2.0)):
        ranked.weights.add(node, seconds)
    ranked.ranking.refresh()
    assert ranked.start == 1 + 0.25 + 0.5 + 2.0


def test_weights_count_from_the_next_ranking_on(rank):
    ranked = rank(":a :b")
    assert ranked.start == 3
    ranked.weights.add("a", 5.0)
    assert ranked.weights.has_moved
    assert ranked.start == ranked.ranking.number_of_path("main/a") == 3
    ranked.ranking.refresh()
    assert ranked.start == ranked.ranking.number_of_path("main/a") == 7
    assert not ranked.weights.has_moved


def test_a_bucket_is_found_by_its_path(rank):
    ranked = rank("part :: and { :a :b } main :: and (x = 1) { while x { :part :c } :d }", main_while=2)
    path = "main/while/part/b"
    stack = ("main/while/part", "part/b")
    assert ranked.ranking.number_of_path(path) == ranked.at(*stack) == 2 + 4 + 2 * 7 + 8
    ids = [ranked.program.by_path[step].id for step in stack]
    assert ranked.ranking.number(ids) == ranked.at(*stack)
    assert ranked.program.path_of(tuple(ids)) == path


def test_a_path_that_the_file_has_no_longer_counts_as_far_as_it_goes(rank):
    ranked = rank("part :: and { :a } main :: and { :part :b }")
    assert ranked.ranking.number_of_path("main/part/old/older") == 1 + 2
    assert ranked.ranking.number_of_path("other/a") == 0
    with pytest.raises(TaskError):
        ranked.ranking.number([1])
