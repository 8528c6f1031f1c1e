import pytest

from scrapy_bt.core.rules.files.forms import OFFSET, PARENT, REFERENCE, split_reference


def test_a_reference_is_split():
    assert split_reference("list.标题") == ("list", "标题")
    assert split_reference("list") is split_reference("a.b.c") is split_reference(".b") is None


@pytest.mark.parametrize(("form", "text"), [(REFERENCE, "list.标题"), (PARENT, "box"), (OFFSET, " 1, 20 ")])
def test_of_what_has_its_form_nothing_is_told(form, text):
    assert form.complaint(text, "`field`") is None


@pytest.mark.parametrize(
    ("form", "text", "code", "advice"),
    [
        (REFERENCE, "list", "bad-reference", "for example `index.title`"),
        (PARENT, "list.box", "bad-name", "write `box`"),
        (PARENT, "a box", "bad-name", "for example `a_box`"),
        (PARENT, f"a.{'b' * 100}", "bad-name", "find a shorter one"),
        (OFFSET, "1", "bad-offset", 'write "lines,characters", for example "1,0"'),
    ],
)
def test_of_what_has_not_it_is_told_what_is_meant(form, text, code, advice):
    complaint = form.complaint(text, "`field`")
    assert complaint is not None
    assert (complaint.code, complaint.advice) == (code, advice)
