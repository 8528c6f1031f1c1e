from tests.checking import PAGE, TITLE, codes, marked, only_fault


def test_what_reads_a_page_needs_a_visit_before() -> None:
    fault = only_fault(f"{PAGE}{TITLE}main :: and {{ x = :title :page }}")
    assert (fault.code, marked(fault)) == ("no-page", ":title")
    assert fault.message == "`title` is a data node that reads a page; this tree has visited none before"
    assert codes(f"{PAGE}{TITLE}main :: and {{ :page x = :title }}") == []


def test_a_page_stays_in_its_frame() -> None:
    assert codes(f"{PAGE}{TITLE}t :: and {{ :page }} main :: and {{ :t :title }}") == ["no-page"]
    assert codes(f"{PAGE}{TITLE}t :: and {{ :title }} main :: and {{ :page :t }}") == ["no-page"]


def test_a_branch_begins_with_the_page_of_its_tree() -> None:
    assert codes(f"{PAGE}{TITLE}main :: and {{ :page async {{ :title }} goroutine {{ :title }} }}") == []


def test_values_of_variables_and_of_functions_need_no_page() -> None:
    text = 'a :: data css "b" { from = x } c :: data python "d:e" main :: and (x) { :a :c }'
    assert codes(text) == []


def test_a_relative_url_needs_a_page_to_go_on_from() -> None:
    fault = only_fault('p :: visit "/a" main :: and { :p }')
    assert (fault.code, marked(fault)) == ("no-page", ":p")
    assert "relative" in fault.message
    assert fault.advice.startswith("begin its URL with `https://`")
    assert codes(f'{PAGE}p :: visit "/a" t :: and {{ :p }} main :: and {{ :page :t }}') == ["no-page"]


def test_a_relative_url_behind_a_visit_is_right() -> None:
    relative = 'p :: visit "/a" '
    assert codes(f"{PAGE}{relative}main :: and {{ :page :p }}") == []
    assert codes(f"{PAGE}{relative}main :: and {{ if now {{ :page }} :p }}") == []
    assert codes(f"{PAGE}{relative}main :: and {{ :page async {{ :p }} }}") == []
    assert codes('p :: visit "/a" { request = python "a:b" } main :: and { :p }') == []
