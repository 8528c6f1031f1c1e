"""Words of markup by what they mean."""

from scrapy_bt.core.healing.concepts import CONCEPTS, concepts_of, words_of


def meanings(name):
    return {concept for at, concept in enumerate(CONCEPTS) if concepts_of(name) >> at & 1}


def test_names_are_taken_apart_at_signs_digits_and_capitals():
    assert words_of("postTitle__3fA") == ("post", "title", "f", "a")
    assert words_of("entry-meta_date") == ("entry", "meta", "date")


def test_words_of_several_languages_mean_the_same():
    assert "author" in meanings("byline") & meanings("article-autor") & meanings("VerfasserName")
    assert "ingredient" in meanings("zutaten-liste") & meanings("recipeIngredients")


def test_what_means_nothing_has_no_concept():
    assert meanings("css-1x2y3z") == set()
