import pytest

from tests.checking import PAGE, codes, marked, only_fault


def test_a_variable_from_nowhere_is_a_fault_at_its_use_with_the_way_there() -> None:
    text = 'about :: visit "https://a.test{link}"\ndetail :: and { :about }\nmain :: and { if 1 { :detail } }'
    fault = only_fault(text)
    assert (fault.code, marked(fault), fault.place.line) == ("unknown-variable", "{link}", 1)
    assert fault.message == "nothing gives `link` a value on the way here (main → detail → about)"


def test_a_long_way_is_shortened() -> None:
    trees = "".join(f"t{n} :: and {{ :t{n + 1} }}\n" for n in range(20))
    assert (
        "(main → t0 → … → t18 → t19 → t20)" in only_fault(f"{trees}t20 :: and {{ x }}\nmain :: and {{ :t0 }}").message
    )


@pytest.mark.parametrize(
    "main",
    [
        "main :: and (link) { :detail }",
        "main :: and (link = 1) { :detail }",
        "main :: and { link = 1 :detail }",
        "main :: and { if 1 { link = 1 } :detail }",
        "main :: and { while 1 { :detail link = 1 } }",
        "main :: and { :detail(1) }",
        "main :: and { :gives :detail } gives :: and { link = 1 }",
        "main :: and { :page :detail } state page { 403 = :gives } gives :: and { link = 1 }",
        "main :: and { link = 1 async { goroutine { :detail } } }",
    ],
)
def test_a_variable_may_come_from_anywhere_on_the_way(main: str) -> None:
    assert codes(f"{PAGE}detail :: and (link) {{ link :page }}\n{main} a :: and {{ :page }}") == ["unused-declaration"]


@pytest.mark.parametrize(
    "main",
    [
        "main :: and { :free link = 1 }",
        "main :: and { goroutine { link = 1 } :free }",
        "main :: and { :takes(1) :free } takes :: and (link) { }",
        "main :: and { link = 1 :free async { :other(1) } } other :: and (x) { y }",
    ],
)
def test_what_comes_later_or_stays_inside_does_not_count(main: str) -> None:
    assert codes(f"free :: and {{ link }}\n{main}") == ["unknown-variable"]


def test_every_use_is_told_and_each_once() -> None:
    text = "main :: and { :a :b :a x } a :: and { x :b } b :: and { x  x }"
    assert codes(text) == ["unknown-variable"] * 4


def test_one_caller_that_gives_no_value_is_enough() -> None:
    callers = "a :: and { x = 1 :c } b :: and { :c } c :: and { x }"
    assert codes(f"main :: and {{ :a :b }} {callers}") == []
    assert only_fault(f"main :: and {{ :b :a }} {callers}").message.endswith("(main → b → c)")


def test_a_parameter_without_argument_is_told_at_the_call() -> None:
    fault = only_fault("t :: and (link, n = 1) { link n }\nmain :: and { :t }")
    assert (fault.code, marked(fault)) == ("unknown-variable", ":t")
    assert fault.message == "`t` needs `link`, which is neither an argument here nor a variable (main)"


def test_a_recursive_tree_hands_its_parameters_on() -> None:
    assert codes("walk :: and (link) { if link { async { :walk(link) } :walk } }\nmain :: and { :walk(1) }") == []


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("usre", "did you mean `user`?"),
        ("null", "write `none`"),
        ("css", "a source has its text in quotes"),
        ("page_", "assign it before, `page_ = …`"),
        ("login", "a node is called with a colon: `:login`"),
    ],
)
def test_the_advice_is_about_what_was_probably_meant(name: str, advice: str) -> None:
    text = f'login :: visit "https://a.test/"\nmain :: and (user) {{ :login user {name} }}'
    assert only_fault(text).advice.startswith(advice)


@pytest.mark.parametrize("name", ["page.url", "page.status", "page.headers.content_type", "now"])
def test_page_and_time_are_known_everywhere(name: str) -> None:
    assert codes(f'main :: and {{ x = {name} y = "{{{name}}}" }}') == []


@pytest.mark.parametrize("name", ["page", "page.text", "page.headers", "page.headers.a.b", "page.url.a", "now.a"])
def test_there_are_no_other_facts_of_a_page(name: str) -> None:
    assert codes(f"main :: and {{ x = {name} }}") == ["unknown-page-value"]


def test_without_main_no_way_is_known() -> None:
    assert codes("other :: and { x }") == ["missing-main"]


def test_a_python_source_without_attributes_asks_for_nothing() -> None:
    assert codes('d :: data python "a:b" main :: and { :d }') == []
    assert codes('d :: data python "a:b" { x = y } main :: and { :d }') == ["unknown-variable"]
