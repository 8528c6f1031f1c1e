from tests.checking import codes, marked, only_fault


def test_an_item_has_fields() -> None:
    fault = only_fault("row :: item { }\nmain :: and { :row }")
    assert (fault.code, marked(fault)) == ("empty-item", "row")
    assert codes("row :: item { a = 1 }\nmain :: and { :row }") == []


def test_a_path_of_the_whole_page_gives_every_record_the_same() -> None:
    row = 'row :: item each css "li" {{ a = {} }} main :: and {{ visit "https://a.test/" :row }}'
    fault = only_fault(row.format('xpath "//b/text()"'))
    assert (fault.code, fault.is_warning) == ("page-in-each", True)
    assert 'xpath ".//b/text()"' in fault.advice
    assert codes(row.format('xpath ".//b" | xpath "b/@c" | css "//"')) != ["page-in-each"]
    assert codes('row :: item { a = xpath "//b" } main :: and { visit "https://a.test/" :row }') == []
