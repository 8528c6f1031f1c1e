from __future__ import annotations

from base64 import b64encode

from scrapy_bt.core.inference.answers.values import Argument, Coded
from scrapy_bt.core.inference.findings import Origin, Typed
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.inputs import InputsSource
from scrapy_bt.core.inference.sources.variables import VariablesSource
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import Known, ask, event, infer, record


def known(*recordings: Recording) -> Known:
    return infer(recordings, AlignmentSource(), VariablesSource(), InputsSource())


def typed(found: Known) -> dict[str, tuple[str, tuple[str | None, ...], bool]]:
    return {str(each.key): (each.argument, each.values, each.is_secret) for each in found.findings(Typed)}


def test_what_was_typed_is_an_argument() -> None:
    def login(user: str, password: str) -> Recording:
        events = [
            event(0.2, "change", value=user, name="user"),
            event(0.4, "change", value=password, name="pass", type="password"),
        ]
        return record(ask("/login"), ask("/login", form={"user": user, "pass": password, "go": "1"}), events=events)

    found = known(login("jim", "practice"), login("tom", "practice"))
    assert typed(found) == {
        "form user": ("user", ("jim", "tom"), False),
        "form pass": ("pass", ("practice", "practice"), True),
    }
    assert Origin(1, found.findings(Typed)[1].key, Argument("pass", is_secret=True), 0.97) in found.findings(Origin)
    assert not any("practice" in str(fact.why) for fact in found.facts(Typed))


def test_a_choice_in_the_path_and_a_coded_text() -> None:
    def search(word: str) -> Recording:
        coded = b64encode(word.encode()).decode()
        return record(
            ask("/"), ask(f"/find/{word}?q={coded}"), events=[event(0.5, "change", "select", word, name="word")]
        )

    found = known(search("garden lamps"), search("kitchen chairs"))
    assert typed(found)["path 1"] == ("word", ("garden lamps", "kitchen chairs"), False)
    coded = next(each for each in found.findings(Typed) if str(each.key) == "query q")
    assert not coded.is_direct
    assert Coded(Argument("word"), "base64") in [each.value for each in found.findings(Origin)]


def test_a_weak_value_is_nobodys_unless_the_names_agree() -> None:
    def choose(size: str) -> Recording:
        return record(
            ask("/"),
            ask(f"/list?size={size}&other={size}&x=1"),
            events=[event(0.5, "change", "select", size, name="size")],
        )

    assert set(typed(known(choose("20"), choose("50")))) == {"query size"}
    assert set(typed(known(choose("20"), choose("20")))) == {"query size"}


def test_what_is_typed_after_the_request_is_not_in_it() -> None:
    own = record(ask("/?q=lamp"), ask("/done"), events=[event(8, "change", value="lamp", name="q")])
    assert typed(known(own, own)) == {}


def test_without_events_it_does_not_apply() -> None:
    assert not InputsSource().applies([record(ask("/"))])
