from textwrap import dedent

import pytest

from scrapy_bt.core.language.layout import lay_out
from scrapy_bt.core.language.words import read_words


def laid_out(text):
    return lay_out(read_words(dedent(text)))


def unchanged(text):
    text = dedent(text).removeprefix("\n")
    assert laid_out(text) == text


def test_a_block_that_fits_stays_on_its_line():
    assert laid_out('a::item{x=css"b"\ny=1}') == 'a :: item { x = css "b"  y = 1 }\n'
    assert laid_out("a::visit{}b::and{}") == "a :: visit {}\nb :: and {}\n"


def test_a_block_that_does_not_fit_has_an_entry_a_line_with_the_signs_in_a_column():
    unchanged("""
        page :: visit "https://quotes.test/some/long/path/to/a/page" {
            headers = { accept = "text/html"  user_agent = "me" }
            timeout = 30s
        }
    """)


def test_at_most_three_simple_statements_share_a_line():
    unchanged("""
        a :: and { :x  y = 1  end ! }
        b :: and {
            :x
            y = 1
            z = 2
            end !
        }
    """)


def test_one_compound_statement_may_stand_within_a_line_but_not_deeper():
    unchanged("""
        main :: and {
            while x = :y { goroutine { :z(x) } }
            while x = :y {
                while z { goroutine { :z(x) } }
            }
            if a { :b } else { :c }
            if a { :b }
        }
    """)


def test_an_if_with_more_than_two_branches_has_a_line_for_each():
    unchanged("""
        main :: and {
            if a {
                :b
            } else if c {
                end
            } else {
                end !
            }
        }
    """)


def test_a_table_of_several_rows_is_a_table():
    unchanged("""
        state a { 404 = end }
        state b {
            timeout | 5xx = wait 3 5s
            404           = end
        }
    """)


def test_adjacent_declarations_have_their_signs_in_a_column():
    unchanged(
        """
        a      :: data
        longer :: visit "https://example.com/a/long/path/for/a/long/line/in/a/file/of/ours" {
            timeout = 30s
        }
        # a comment does not part them
        b      :: and { :a }

        c :: data
        ((c))
        dd :: data
        main :: and {
            :a
            :b
            :c
            :dd
        }
        e :: and { :a }
    """.replace("((c))", "(( c ))")
    )


def test_comments_stay_where_they_are():
    unchanged("""
        # at the top

        # before a
        a :: visit { # opening
            # first
            x = 1 # of x

            # last
        } # behind
        b :: and (
            c, # of c
            d
        ) {
            :a
        } # behind b
        # at the end
    """)


def test_one_blank_line_stays_between_entries_and_none_at_the_ends_of_blocks():
    text = "\n\n\na :: and {\n\n :b\n\n\n\n c = 1\n :d\n e = 2\n\n}\n\n\n\nf :: data\n\n\n"
    assert laid_out(text) == "a :: and {\n    :b\n\n    c = 1\n    :d\n    e = 2\n}\n\nf :: data\n"


def test_a_comment_within_an_entry_breaks_its_line_and_stays():
    unchanged("""
        main :: and {
            x = a # why
                    # and what
                    | b
            if c {
                :d
            } # otherwise
            else {
                :e
            }
        }
    """)


LONG = "a" * 45


@pytest.mark.parametrize("operator", ["|", "&", "==", "+", "*"])
def test_a_long_expression_is_broken_where_it_binds_loosest(operator):
    unchanged(f"""
        main :: and {{
            x = {LONG}
                    {operator} {LONG}
        }}
    """)


def test_what_is_still_too_long_is_broken_where_it_binds_next():
    unchanged(f"""
        main :: and {{
            x = {LONG}
                    & {LONG}
                    | {LONG}
                    & -{LONG}
                    | b
        }}
    """)


def test_long_parentheses_are_broken_within():
    unchanged(
        f"""
        main :: and {{
            while !(
                {LONG}
                | {LONG}
            ) {{
                :a
            }}
            x = :call(
                {LONG},
                {LONG}
                    + 1
            )
        }}
    """.replace(f"{LONG}\n                    + 1", LONG)
    )


def test_alternatives_stand_below_one_another():
    unchanged(f"""
        a :: data css "{LONG}"
                      "{LONG}" all as text
        b :: item {{
            x = css "{LONG}"
                    "{LONG}"
            y = css "b"
        }}
    """)


def test_what_cannot_be_broken_is_left_long():
    unchanged(f"""
        a :: visit "{LONG}{LONG}"
    """)


def test_lists_are_broken_if_they_do_not_fit():
    unchanged(f"""
        a :: visit {{
            json = [
                "{LONG}",
                {{ b = "{LONG}" }},
                [1, 2]
            ]
        }}
    """)


def test_deep_nesting_is_no_trouble():
    depth = 200
    text = f"main :: and {'{ while x ' * depth}{{ :a }}{'}' * depth}"
    formatted = laid_out(text)
    assert laid_out(formatted) == formatted
    assert formatted.count("while x {") == depth


def test_gaps_are_made_between_sorts_of_entries_and_around_long_ones():
    text = "a :: data b :: data [[ a ]] (( b )) state a { 404 = end } state b { 404 = end }"
    text += "c :: and { } d :: and { } main :: and { a b c d }"
    assert lay_out(read_words(text), make_gaps=True) == dedent("""\
        a :: data
        b :: data

        [[ a ]]
        (( b ))

        state a { 404 = end }
        state b { 404 = end }

        c :: and {}
        d :: and {}

        main :: and {
            a
            b
            c
            d
        }
    """)
