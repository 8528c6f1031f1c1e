"""Profiles of columns."""

from scrapy_bt.core.healing.profiles import PROFILE_PAIR_NAMES, compare_profiles, profile_of


def compared(old, new):
    return dict(zip(PROFILE_PAIR_NAMES, compare_profiles(old, new), strict=True))


def test_texts_of_the_old_column_and_of_the_rest_of_the_page_are_told_apart():
    old = profile_of(["State v. Smith", "State v. Lee"], [], {"state v. smith", "state v. lee", "home", "news"})
    menu = compared(old, profile_of(["Home", "News"], [], ()))
    assert (menu["texts of the old column"], menu["texts elsewhere on the old page"]) == (0.0, 1.0)
    rows = compared(old, profile_of(["State v. Smith", "State v. Jones"], [], ()))
    assert (rows["texts of the old column"], rows["texts elsewhere on the old page"]) == (0.5, 0.0)


def test_words_are_compared_and_numbers_by_their_length():
    old = profile_of(["No. 12-345", "No. 77-001"], ["/opinions/12.pdf"], ())
    dockets = compared(old, profile_of(["No. 98-765"], ["/opinions/98.pdf"], ()))
    assert dockets["words"] > 0.99
    assert dockets["words of addresses"] > 0.99
    years = compared(old, profile_of(["2021", "2022"], ["/archive/2021"], ()))
    assert (years["words"], years["words of addresses"]) == (0.0, 0.0)


def test_nothing_is_like_nothing():
    nothing = profile_of([], [], ())
    assert compare_profiles(nothing, nothing) == [0.0] * len(PROFILE_PAIR_NAMES)
