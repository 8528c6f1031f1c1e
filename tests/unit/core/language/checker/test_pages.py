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
