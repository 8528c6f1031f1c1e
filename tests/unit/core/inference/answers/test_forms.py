from __future__ import annotations

from scrapy_bt.core.inference.answers.forms import are_of_one_form, forms_of
from tests.recordings import answer


def test_fields_and_buttons_of_one_form_are_sent_together() -> None:
    page = answer(
        "/",
        "<form><input name=q><input type=hidden name=kind value=page><button name=go value=1>Go</button></form>"
        "<form><select name=language></select></form><form></form>",
    )
    assert forms_of(page) == (frozenset({"q", "kind", "go"}), frozenset({"language"}))
    assert are_of_one_form(["q", "go"], page)
    assert not are_of_one_form(["q", "language"], page)


def test_what_is_no_page_has_no_forms() -> None:
    assert forms_of(answer("/", {"form": 1})) == ()
