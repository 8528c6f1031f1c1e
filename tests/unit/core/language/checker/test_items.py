from tests.checking import codes, marked, only_fault


def test_an_item_has_fields() -> None:
    fault = only_fault("row :: item { }\nmain :: and { :row }")
    assert (fault.code, marked(fault)) == ("empty-item", "row")
    assert codes("row :: item { a = 1 }\nmain :: and { :row }") == []
