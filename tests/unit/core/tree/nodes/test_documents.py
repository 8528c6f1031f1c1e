from scrapy_bt.core.language.parser import parse


def test_a_document_finds_its_entries_by_name() -> None:
    document = parse("a :: visit [[ a ]] (( a = 2 )) state a { 404 = end } main :: and { :a }")
    assert list(document.declarations) == ["a", "main"]
    assert document.shared["a"].ttl is None
    assert document.competing["a"].limit == 2
    assert document.states["a"][0].outcomes == ("404",)
