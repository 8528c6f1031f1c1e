from scrapy_bt.core.language.formatter import format_text
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.printer import print_document
from scrapy_bt.core.tree.inplace import write_in_place


def placed(text):
    found = write_in_place(parse(text))
    return print_document(found.document), found.names


def test_visits_and_values_that_are_used_once_stand_where_they_are_used():
    text, names = placed("""
        page :: visit "https://a.test/"
        head :: data css "h1::text"
        part :: data css "b" all { from = head }
        row  :: item { head = head }
        main :: and { :page  head = :head  while x = :part { print "{x}" }  :row }
    """)
    assert text == format_text("""row  :: item { head = head }

main :: and {
    visit "https://a.test/"
    head = css "h1::text"
    while x = css "b" all from head { print "{x}" }
    :row
}
""")
    assert names == {"page": "main/visit", "head": "main/head=/css", "part": "main/while/css"}


def test_what_is_used_twice_shared_limited_stated_a_condition_or_unfinished_keeps_its_name():
    text = print_document(
        parse("""
        twice :: visit "https://a.test/1"
        shared :: visit "https://a.test/2"
        limited :: visit "https://a.test/3"
        stated :: visit "https://a.test/4"
        asked :: visit "https://a.test/5"
        open :: data
        known :: data css "b" { default = 3 }
        [[ shared ]]
        (( limited ))
        healed :: data css "c"
        heal healed = off
        state stated { 404 = end }
        main :: and { :twice :twice :shared :limited :stated  while :asked { x = :open  y = :known  z = :healed } }
    """)
    )
    assert placed(text) == (text, {})
