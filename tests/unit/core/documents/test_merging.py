import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.merging import merge

BASE = "one\ntwo\nthree\nfour\nfive\n"
TEXTS = st.lists(st.sampled_from("abc"), max_size=8).map(lambda lines: "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize(
    ("ours", "theirs", "merged", "conflicts"),
    [
        (BASE.replace("two", "2"), BASE.replace("four", "4"), "one\n2\nthree\n4\nfive\n", 0),
        (BASE.replace("two\n", ""), BASE + "six\n", "one\nthree\nfour\nfive\nsix\n", 0),
        (BASE.replace("two", "2"), BASE.replace("two", "2"), "one\n2\nthree\nfour\nfive\n", 0),
        (
            BASE.replace("two", "2"),
            BASE.replace("two", "II"),
            "one\n<<<<<<< yours\n2\n=======\nII\n>>>>>>> theirs\nthree\nfour\nfive\n",
            1,
        ),
        (BASE[:-1] + "!", BASE[:-1] + "?", BASE[:-5] + "<<<<<<< yours\nfive!\n=======\nfive?\n>>>>>>> theirs\n", 1),
    ],
    ids=["apart", "less and more", "the same", "one line", "the last line without its end"],
)
def test_both_changes_are_in_what_is_merged(ours: str, theirs: str, merged: str, conflicts: int) -> None:
    found = merge(BASE, ours, theirs)
    assert (found.text, found.conflicts) == (merged, conflicts)


@given(TEXTS, TEXTS)
def test_what_only_one_has_changed_is_taken_whole(base: str, changed: str) -> None:
    for merged in (merge(base, changed, base), merge(base, base, changed), merge(base, changed, changed)):
        assert (merged.text, merged.conflicts) == (changed, 0)


@given(TEXTS, TEXTS, TEXTS)
def test_no_line_is_lost(base: str, ours: str, theirs: str) -> None:
    new = (set(ours.split()) | set(theirs.split())) - set(base.split())
    assert new <= set(merge(base, ours, theirs).text.split())


def test_of_texts_whose_lines_are_all_alike_the_differing_part_is_one_conflict() -> None:
    base, ours, theirs = ("".join("x\n" if number % each else "y\n" for number in range(3000)) for each in (2, 3, 5))
    found = merge(base, ours, theirs)
    assert found.conflicts == 1
    assert ours in merge(base, ours, base).text
    assert merge(f"a\n{base}b\n", f"a\n{base}B\n", f"A\n{base}b\n").text == f"A\n{base}B\n"
