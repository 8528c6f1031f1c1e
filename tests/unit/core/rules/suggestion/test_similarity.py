from scrapy_bt.core.rules.suggestion.matches import find_matches
from scrapy_bt.core.rules.suggestion.outlining import read_outline
from scrapy_bt.core.rules.suggestion.similarity import find_similar

PAGE = """<div class="menu"><a href="/">Home</a></div>
<div class="list"><a class="t" href="/b/1.html">Ada</a> <a class="t" href="/b/2.html">Ben</a>
<a class="t x" href="#c">Cy</a></div>
<ul><li>Name: <i>Lamp</i></li><li>Price: <i>12</i></li><li>Price: <i>9</i></li></ul>"""


def similar(*examples):
    outline = read_outline(PAGE)
    found = find_similar(outline, [find_matches(outline, example) for example in examples])
    return [([PAGE[start:end] for start, end in each.likes.items()], each) for each in found]


def first(*examples):
    return similar(*examples)[0][0]


def test_likes_of_one_have_its_path_with_its_classes_and_perhaps_more():
    assert first("Ada") == ["Ada", "Ben", "Cy"]
    assert first("Cy") == ["Cy"]


def test_two_show_which_classes_matter():
    assert first("Ada", "Cy") == ["Ada", "Ben", "Cy"]


def test_a_label_with_a_colon_tells_things_apart():
    assert first("12") == ["12", "9"]
    assert first("12", "9") == ["12", "9"]
    assert ["Lamp", "12", "9"] in [likes for likes, _ in similar("12")]


def test_links_are_alike_that_lead_to_the_like():
    likes, found = similar("/b/1.html", "/b/2.html")[0]
    assert likes == ["/b/1.html", "/b/2.html"]
    assert found.is_link
    assert first("/b/1.html", "#c") == ["/b/1.html", "/b/2.html", "#c"]


def test_one_alone_is_daring():
    alone = [each for likes, each in similar("Ada") if likes == ["Ada"]]
    assert [each.note for each in alone] == ["takes this one alone"]
    assert alone[0].cost > similar("Ada")[0][1].cost


def test_names_come_from_classes_and_elements():
    outline = read_outline(PAGE)
    assert [similar(example)[0][1].name(outline) for example in ("Ada", "12", "/b/1.html")] == ["t", "i", "link"]
