from scrapy_bt.core.language.checker.checkeddocument import CallSite, CheckedDocument
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.report import Report
from scrapy_bt.core.tree.nodes import Call, Visit


def checked(text: str) -> CheckedDocument:
    return CheckedDocument(parse(text), Report(text, "x.bt"), broken=frozenset({"lost"}))


def test_the_first_declaration_and_table_of_a_name_count() -> None:
    found = checked('a :: visit "1" a :: visit "2" state a { 404 = end } state a { 403 = end }')
    assert found.declared == {"a": Visit("a", None, "1")}
    assert found.tables["a"].rows[0].outcomes == ("404",)
    assert len(found.declarations) == 2


def test_declarations_with_faults_are_known() -> None:
    found = checked("a :: visit")
    assert [found.knows(name) for name in ("a", "lost", "other")] == [True, True, False]
    assert found.nearest_node.find("losst") == "lost"


def test_every_call_is_found_with_what_it_is_for() -> None:
    text = (
        "state n { 404 = :move(:m) } i :: item { f = 1 + :field }"
        "t :: and (p = :default) { :plain(:argument) x = :stored y = 1 + :part z = :one | !:two"
        " while w = :taken { } if :cond { } async { goroutine { :inner } } if -:minus { } }"
    )
    demands = {(*site.owners, site.call.node): site.demand for site in checked(text).call_sites}
    assert demands == {
        ("n", "move"): "move",
        ("n", "m"): "value",
        ("i", "field"): "field",
        ("t", "default"): "value",
        ("t", "plain"): "outcome",
        ("t", "argument"): "value",
        ("t", "stored"): "stored",
        ("t", "part"): "value",
        ("t", "one"): "outcome",
        ("t", "two"): "outcome",
        ("t", "taken"): "taken",
        ("t", "cond"): "outcome",
        ("t", "inner"): "outcome",
        ("t", "minus"): "value",
    }


def test_calls_come_in_the_order_of_the_text() -> None:
    sites = checked("t :: and { :a(:b) if :c { :d } :e }").call_sites
    assert [site.call.node for site in sites] == ["a", "b", "c", "d", "e"]
    assert sites[2] == CallSite(Call("c"), "outcome", ("t",))


def test_sources_are_found_wherever_they_stand() -> None:
    found = checked('a :: visit { x = [css "1"] } b :: data re "2" c :: item each css "3" { y = json "4" }')
    assert sorted(str(source.texts[0]) for source in found.sources) == ["1", "2", "3", "4"]
