"""Who is meant by a name."""

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.linking import EntityProfile, Linker, profile_of
from scrapy_bt.core.preference.mentions import Mention, without_overlaps

CITY = Entity("city", "Paris", "place", "capital of France on the Seine", links=(("country", "france"),))
HERO = Entity("hero", "Paris", "person", "prince of Troy")
FRANCE = Entity("france", "France")


def linker(popularity=1.0):
    return Linker({"city": profile_of(CITY, [FRANCE], popularity=popularity), "hero": profile_of(HERO)})


def choose(context, others=(), popularity=1.0):
    return linker(popularity).choose("Paris", ["city", "hero"], context=context.split(), others=others)


def test_by_the_words_of_the_page_and_by_what_else_it_names():
    assert choose("along the seine") == "city"
    assert choose("the prince fled to troy") == "hero"
    assert choose("a map of france", others=["france"]) == "city"


def test_never_a_wrong_link_where_nothing_tells():
    assert choose("a map") == "?paris"
    assert choose("a map", popularity=50.0) == "city"


def test_who_is_meant_most_likely_and_how_surely():
    found = [linker().lead(["city", "hero"], context=[word], others=()) for word in ("map", "seine", "troy")]
    assert [best for best, _ in found[1:]] == ["city", "hero"]
    assert found[0][1] == 0.0 < found[1][1] < found[2][1]  # much is known of the city: one word of it tells less


def test_who_has_no_description_is_not_meant_for_want_of_one():
    without = Linker({"city": profile_of(CITY), "hero": EntityProfile()})
    assert without.choose("Paris", ["city", "hero"], context=["map"], others=()) == "?paris"
    assert without.choose("Paris", ["city", "hero"], context=["seine", "france"], others=()) == "city"


def test_one_bearer_is_meant():
    assert Linker().choose("Ada", ["ada"], context=(), others=()) == "ada"


def test_a_profile_has_no_word_of_its_own_name_and_none_of_all_texts():
    assert profile_of(Entity("q", "Troy", "", "Troy was a city")) == EntityProfile(frozenset({"city"}))


def test_the_earliest_then_the_longest_then_the_surest():
    york, new_york, yorker = Mention(4, 8, "p", 1.0), Mention(0, 8, "p", 1.0), Mention(4, 10, "p", 1.0)
    assert without_overlaps([york, yorker, new_york]) == [new_york]
    assert without_overlaps([york, yorker]) == [yorker]
    assert without_overlaps([Mention(0, 3, "a", 0.2), Mention(0, 3, "b", 0.9), york]) == [Mention(0, 3, "b", 0.9), york]
