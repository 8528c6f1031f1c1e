from scrapy_bt.core.language.line_writer import LineWriter


def written(*lines, width=20):
    page = LineWriter(width)
    for indent, code, comment in lines:
        page.start(indent)
        page.write(code)
        page.comment(comment)
    return page.text().splitlines()


def test_comments_that_end_adjacent_lines_stand_in_one_column():
    assert written((0, "a", "# 1"), (4, "bcd", "# 2"), (0, "e", ""), (0, "f", "# 3")) == [
        "a       # 1",
        "    bcd # 2",
        "e",
        "f # 3",
    ]


def test_a_line_that_is_too_long_does_not_push_the_comments_of_others():
    assert written((0, "a", "# 1"), (0, "b" * 21, "# 2"), (0, "c", "# 3")) == ["a # 1", f"{'b' * 21} # 2", "c # 3"]


def test_a_comment_on_its_own_line_is_indented_as_code():
    assert written((0, "a", "# 1"), (4, "", "# 2"), (0, "bc", "# 3")) == ["a # 1", "    # 2", "bc # 3"]


def test_a_page_does_not_begin_with_a_blank_line():
    page = LineWriter(20)
    page.start(0, gap=True)
    page.write("a")
    page.start(0, gap=True)
    page.write("b")
    assert page.text() == "a\n\nb\n"


def test_nothing_follows_a_comment_on_its_line():
    page = LineWriter(20)
    assert page.ends
    page.start(0)
    assert not page.ends
    page.comment("# a")
    assert page.ends


def test_an_empty_page_is_an_empty_text():
    assert LineWriter(20).text() == ""
