from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.nodes.outcomes import OUTCOMES, States


def test_a_row_may_name_every_outcome() -> None:
    words = " | ".join(OUTCOMES)
    (table,) = (
        entry for entry in parse(f"state {{ {words} = stop }} main :: and {{ }}").entries if isinstance(entry, States)
    )
    assert [row.outcomes for row in table.rows] == [OUTCOMES]


def test_a_row_of_all_visits_that_calls_a_node_is_none_of_the_visits_of_that_node() -> None:
    document = parse(
        "form :: visit page :: visit session :: and { :login } login :: and { :form visit POST 'b' }"
        " state { 5xx = wait 3 login = :session } state form { 403 = :session } main :: and { :session :page }"
    )
    outcomes = {name: [row.outcomes[0] for row in rows] for name, rows in document.states.items()}
    assert outcomes == {"form": ["403", "5xx"], "login/visit": ["5xx"], "page": ["5xx", "login"]}
