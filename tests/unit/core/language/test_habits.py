import pytest

from tests.checking import check

_IN_A_TREE = 'main :: and (x) {{ visit "https://a.test/{{x}}" {} }}'


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ('y = css "h1".strip()', "as text"),
        ('visit "https://a.test/{}".format(x)', "by their names"),
        ("if x is none { end }", "=="),
        ('if "a" in x { end }', "from x"),
        ("if not x { end }", "`!x`"),
        ('while let y = css "a" { end }', "without `let`"),
        ("if len(x) > 3 { end }", "length(@)"),
        ("if ready(x) { end }", "`:ready(x)`"),
        ('yield { a = css "h1" }', "item {"),
        ('visit "https://b.test/" POST { form = { a = 1 } }', 'visit POST "https://…"'),
        ('visit POST "https://b.test/" { "json": { a = 1 } }', "`json = …`"),
        ('item { "a": css "h1" }', "`a = …`"),
        ('let y = css "h1"', "by its name alone"),
        ('response.css("h1")', "the page of the last visit"),
        ('VISIT "https://b.test/"', "written small"),
        ('item { a = css("h1") }', '`css "…"`'),
        ('y = all css "h1"', "all as number"),
        ("if x <> 1 { end }", "`!=`"),
        (":t // what it is", "`# …`"),
        ("item { a = { b = x } }", "seller_name"),
        ("y = 1 if x else 2", "if a { x = b } else { x = c }"),
    ],
)
def test_a_habit_is_told_with_what_stands_here_in_its_place(written: str, advice: str) -> None:
    assert any(advice in fault.advice for fault in check(_IN_A_TREE.format(written)))


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("main :: AND { }", "`and`"),
        ("main :: and [a, b] { end }", "`main :: and (a, b) { … }`"),
        ("main :: and a, b { end }", "`main :: and (a, b) { … }`"),
        ("main (a) :: and { end }", "`main :: and (a, b) { … }`"),
        ("main :: and { end } within 3m", "within 30s"),
        ("from login import session\nmain :: and { end }", 'include "login.bt"'),
        ("-- text\nmain :: and { end }", "`# …`"),
        ("main :: { end }", "`name :: and { … }`"),
        ("DOWNLOAD_DELAY = 1\nmain :: and { end }", "-s DOWNLOAD_DELAY=…"),
        ("t :: and {\n    :a,\n}\nDOWNLOAD_DELAY = 1", "-s DOWNLOAD_DELAY=…"),
        ("settings { DOWNLOAD_DELAY = 1 }\nmain :: and { end }", "settings.py"),
        ("main :: and (n: int) { end }", "as number"),
    ],
)
def test_a_habit_outside_of_trees_is_told_too(text: str, advice: str) -> None:
    assert any(advice in fault.advice for fault in check(text))
