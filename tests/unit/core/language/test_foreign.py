import pytest

from scrapy_bt.core.language.checker import check

WRITTEN = (
    'links :: data css "a::attr(href)" all\nmain :: and (urls) {{ visit "https://a.test/"\n    {}\n    :links }}\n'
)


def told(statement: str) -> list[tuple[str, str, str]]:
    faults = [fault for fault in check(WRITTEN.format(statement)) if not fault.is_warning]
    return [
        (fault.code, fault.text[fault.place.column - 1 : fault.place.end_column - 1], fault.advice) for fault in faults
    ]


@pytest.mark.parametrize(
    ("statement", "word", "instead"),
    [
        ('for x in :links { visit "{x}" }', "for", "while link = :links { … }"),
        ('for item in css "a" all { print "{item}" }', "for", "while link = :links { … }"),
        ("for (x in urls) { :links }", "for", "while link = :links { … }"),
        ("for i = 1 to 3 { :links }", "for", "while link = :links { … }"),
        ("foreach url in urls { :links }", "foreach", "while link = :links { … }"),
        ("repeat 3 { :links }", "repeat", "while true { … }"),
        ("until urls { :links }", "until", "while !x { … }"),
        ("unless urls { :links }", "unless", "if !x { … }"),
        ("if urls { } elif now { :links }", "elif", "else if y { … }"),
        ("switch urls { }", "switch", "if x == 1 { … }"),
        ("parallel { :links }", "parallel", "goroutine and { … }"),
        ("for url in urls:\n        :links", "for", "while link = :links { … }"),
    ],
)
def test_a_block_of_another_language_is_told_with_what_stands_here_in_its_place(statement, word, instead):
    ((code, place, advice),) = told(statement)
    assert (code, place) == ("foreign-block", word)
    assert instead in advice


@pytest.mark.parametrize(
    ("statement", "code", "word", "meant"),
    [
        ('whlie x = css "a" { :links }', "foreign-block", "whlie", "while"),
        ("gorutine { :links }", "foreign-block", "gorutine", "goroutine"),
        ('itme each css "a" { b = css "b" }', "foreign-block", "itme", "item"),
        ('visti "https://a.test/b"', "unknown-variable", "visti", 'visit "…"'),
        ('pritn "{urls}"', "unknown-variable", "pritn", 'print "…"'),
        ('x = css "b" alll', "unknown-variable", "alll", "all"),
        ('x = css "b" ass urls', "unknown-variable", "ass", "as"),
        ('x = css "b" form urls', "unknown-variable", "form", "from"),
        ('while x = css "b" alll as url { :links }', "missing-block", "alll", "all"),
        ("while urls { :links  braek }", "unknown-variable", "braek", "break"),
        ('item eahc css "a" { b = css "b" }', "item-without-fields", "eahc", "each"),
        ("or withn 3s { :links }", "missing-block", "withn", "within"),
    ],
)
def test_a_misspelt_keyword_is_told_with_what_was_meant(statement, code, word, meant):
    assert told(statement) == [(code, word, f"did you mean `{meant}`?")]


@pytest.mark.parametrize(
    ("rule", "meant"),
    [
        ("stae page { 404 = end }", "state"),
        ("sttate { 404 = end }", "state"),
        ("heel links = auto", "heal"),
    ],
)
def test_a_misspelt_rule_is_told_with_what_was_meant(rule, meant):
    faults = check('page :: visit "https://a.test/"\nlinks :: data css "a"\nmain :: and { :page :links }\n' + rule)
    assert [fault.advice for fault in faults] == [f"did you mean `{meant}`?"]


@pytest.mark.parametrize(("sign", "instead"), [("=<", "<="), ("=>", ">="), ("<>", "!="), ("!==", "!="), ("===", "==")])
def test_a_comparison_of_another_language_is_told_with_its_sign_here(sign, instead):
    ((_, _, advice),) = told(f"if urls {sign} 3 {{ :links }}")
    assert advice == f"write `{instead}`"


def test_what_is_missing_only_since_a_keyword_is_misspelt_is_not_told():
    told = check('main :: and { visti "https://a.test/"  x = css "a"  print "{x}" }')
    assert [fault.code for fault in told] == ["unknown-variable"]
    told = check("main :: and { whlie true { break } }")
    assert [fault.code for fault in told] == ["foreign-block"]


def test_a_misspelt_kind_of_node_is_told_with_what_was_meant():
    (fault,) = check("main :: adn (site) { }")
    assert (fault.code, fault.advice) == ("unknown-kind-of-node", "did you mean `and`?")


def test_what_is_wrong_within_such_a_block_is_told_too():
    codes = [code for code, _, _ in told('for url in urls { visit "{link}"\n item { }\n :lnks }')]
    assert codes == ["foreign-block", "unknown-variable", "empty-item", "unknown-name"]


@pytest.mark.parametrize("statement", ["for = 3 print '{for}'", ":for", "print 'for x in y {{ }}' # for x in y"])
def test_such_words_are_names_as_others(statement):
    assert [code for code, _, _ in told(statement)] in ([], ["unknown-name"])


def test_other_faults_are_explained_by_themselves():
    assert [code for code, _, _ in told("urls { :links }")] == ["brace-without-keyword"]
    assert [code for code, _, _ in told("match = 1 & & urls")] == ["doubled-operator"]
