from scrapy_bt.testing.site.content.chapters import TOPICS, make_chapters


def test_each_chapter_has_samples_between_its_paragraphs():
    chapters = make_chapters("practice")
    assert [chapter.title for chapter in chapters] == list(TOPICS)
    for chapter in chapters:
        assert 1 <= len(chapter.samples) < len(chapter.paragraphs)
        assert all(chapter.samples)


def test_slugs_are_fit_for_addresses():
    assert make_chapters("x")[2].slug == "switches-and-dials"


def test_the_content_is_the_same_on_every_machine():
    assert make_chapters("a") == make_chapters("a") != make_chapters("b")
