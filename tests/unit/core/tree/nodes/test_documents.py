from scrapy_bt.core.language.parser import parse


def test_a_document_finds_its_entries_by_name() -> None:
    document = parse("a :: visit [[ a ]] (( a = 2 )) state a { 404 = end } main :: and { :a }")
    assert list(document.declarations) == ["a", "main"]
    assert document.shared["a"].ttl is None
    assert document.competing["a"].limit == 2
    assert document.states["a"][0].outcomes == ("404",)


def test_a_row_of_all_visits_that_calls_a_node_is_none_of_the_visits_of_that_node() -> None:
    document = parse(
        "form :: visit page :: visit session :: and { :login } login :: and { :form visit POST 'b' }"
        " state { 5xx = wait 3 login = :session } state form { 403 = :session } main :: and { :session :page }"
    )
    outcomes = {name: [row.outcomes[0] for row in rows] for name, rows in document.states.items()}
    assert outcomes == {"form": ["403", "5xx"], "login/visit": ["5xx"], "page": ["5xx", "login"]}
