import pytest

from scrapy_bt.core.language.attempt import Attempt
from scrapy_bt.core.language.diagnosis import explain, mistakes_by_code
from scrapy_bt.core.language.expression_builder import REPORT
from scrapy_bt.core.language.mistakes import MISTAKES, Mistake
from scrapy_bt.core.language.report import Report


@pytest.fixture(autouse=True)
def _report() -> None:
    REPORT.set(Report("", "x.bt"))


def explanation(text: str) -> Mistake:
    attempt = Attempt(text)
    stop = attempt.advance()
    assert stop is not None
    return explain(stop, attempt.accepts)


def test_texts_like_an_example_are_explained_by_its_mistake() -> None:
    # The example is: a < b < c
    assert explanation("m :: and { if x + 1 < :y & (z < 3 < 4) { } }").code == "chained-comparison"
    # The example is: { form: { } }
    assert explanation('b :: visit POST "c" { d = [1, css "e"] f: 3 }').code == "missing-equals"


def test_the_words_at_the_place_are_named() -> None:
    mistake = explanation("shop and { }")
    assert mistake.message == "`shop` begins a declaration, so `::` has to follow, not `and`"
    assert "`shop :: and { … }`" in mistake.advice


def test_the_end_of_a_text_is_no_word() -> None:
    assert explanation("a ::").message == "after `::` comes what the node is, not the end"


def test_a_long_word_is_shortened_and_an_unprintable_one_is_spelt() -> None:
    assert explanation(f"{'a' * 100} b").message.startswith(f"`{'a' * 40}…` begins")
    assert explanation("m :: and { \0 }").message == "`'\\x00'` cannot stand here"


def test_after_a_whole_entry_a_word_is_out_of_place_as_at_the_beginning() -> None:
    assert explanation("m :: and { :a } while x { }").code == explanation("while x { }").code == "statement-outside"
    assert explanation('a :: visit "b" { c = 1 } }').code == "extra-brace"


@pytest.mark.parametrize("text", ["m :: and (b, stop) { }", "m :: and { :x while = 3 }", "m :: and { x = :all }"])
def test_a_word_of_the_language_where_only_a_name_can_stand_is_called_so(text: str) -> None:
    assert explanation(text).code == "reserved-word"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("m :: and { :a @ }", "here can stand: a statement, `}`"),
        ("m :: and { x = @ }", "here can stand: a value"),
        ("state a { @ }", "here can stand: an outcome such as `404`, `5xx` or `timeout`, `}`"),
        ("[[ a @ ]]", "here can stand: `=`"),
    ],
)
def test_a_word_that_nobody_foresaw_is_answered_by_what_can_stand_there(text: str, advice: str) -> None:
    mistake = explanation(text)
    assert (mistake.code, mistake.advice) == ("unexpected", advice)


def test_no_two_mistakes_claim_the_same_place() -> None:
    seen: dict[object, Mistake] = {}
    clashes = []
    for mistake in MISTAKES:
        for example in mistake.examples:
            stop = Attempt(example).advance()
            assert stop is not None
            key = (stop.states, stop.kind, stop.before)
            other = seen.setdefault(key, mistake)
            if other.code != mistake.code:
                clashes.append((example, other.code, mistake.code))
    assert clashes == []


def test_the_first_mistake_of_a_code_stands_for_it() -> None:
    assert mistakes_by_code()["extra-brace"].code == "extra-brace"
    assert set(mistakes_by_code()) == {mistake.code for mistake in MISTAKES}
