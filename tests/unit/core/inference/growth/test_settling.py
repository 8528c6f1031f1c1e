from scrapy_bt.core.inference.growth.settling import settle
from scrapy_bt.core.inference.growth.vocabulary import MENTION
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.printer import Comment, print_document


def settled(text, *, named=False, comments=()):
    document = parse(text)
    found = settle(document, [Comment(document.declarations[name], said) for name, said in comments], named=named)
    return print_document(found.document, found.comments), found.names


def test_with_names_nothing_is_moved():
    text = print_document(parse('page :: visit "https://a.test/"\nmain :: and { :page }'))
    assert settled(text, named=True) == (text, {})


def test_what_is_said_of_a_node_goes_with_it_and_calls_it_by_its_place():
    text, _ = settled(
        'page :: visit "https://a.test/"\nhead :: data css "h1"\nmain :: and { :page  head = :head }',
        comments=[("page", "0.1 s"), ("head", f"of {MENTION}page{MENTION}")],
    )
    assert '    visit "https://a.test/" # 0.1 s\n' in text
    assert 'head = css "h1"         # of main/visit\n' in text


def test_rows_that_several_visits_have_stand_once():
    tables = """
        state a { 5xx = wait 3  403 = :c }
        state b { 5xx = wait 3  403 = :c  404 = end }
        state c { 5xx = wait 3 }
    """
    visits = "".join(f'{name} :: visit "https://a.test/{name}"\n' for name in "abc")
    text, _ = settled(f"{visits}{tables} main :: and {{ :a :a :b :b :c :c }}", named=True)
    assert "state { 5xx = wait 3 }\nstate a | b { 403 = :c }\nstate b { 404 = end }\n" in text
    with_post = f'{visits}d :: visit POST "https://a.test/"\n{tables} main :: and {{ :a :a :b :b :c :c :d }}'
    text, _ = settled(with_post, named=True)
    assert "state a | b | c { 5xx = wait 3 }\nstate a { 403 = :c }\n" in text
