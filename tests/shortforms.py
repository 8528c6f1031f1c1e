"""Typical mistakes with what is written in place, with groups, limits and other files; the documentation shows them."""

from __future__ import annotations

_IN_A_TREE = 'main :: and (site, c) {{ visit "{{site}}" {} }}'

# The text, what is marked, and a part of what to write instead.
_OF_STATEMENTS = [
    ("goroutine :a", ":", "goroutine { … }"),
    ("goroutine and :a", ":", "and { … }"),
    ("goroutine and or { }", "or", "and { … }"),
    ("goroutine and within { true }", "{", "goroutine and within 30s { … }"),
    ("goroutine and within 30 { true }", "30", "goroutine and within 30s { … }"),
    ("goroutine within 30s { true }", "within", "goroutine { … }"),
    ("goroutine { true } within 30s", "30s", "and within 30s { … }"),
    ("x = goroutine { true }", "goroutine", "assign within the block"),
    ("x = and { true }", "and", "assign within the block"),
    ("goroutine and { x = 1, y = 2 }", ",", "leave it out"),
    ("goroutine or { x = 1 x = 2 } item { x = x }", "x = 2", "other_x"),
    ('x = css "h1" from c as url', "as", "all as url from x"),
    ('x = css "h1" from css "div"', "css", 'css "…" from part'),
    ('x = css "h1" from "div"', "from", "`from` stands behind a source"),
    ('x = from c css "h1"', "from", "`from` stands behind a source"),
    ("x = css h1", "css", "in quotes"),
    ('x = css("h1")', "css", "without parentheses"),
    ('x = data css "h1"', "data", 'x = css "…"'),
    ("for x in c { true }", "for", "while url = urls { … }"),
    ("while x in c { true }", "in", "while x = list { … }"),
    ("while c { break true }", "break", "the last statement of its block"),
    ("while c { continue }", "continue", "if condition { … }"),
    ("break", "break", "a tree ends with `end`"),
    ("print x", "print", 'print "x is {x}"'),
    ('print("x")', "print", 'print "x is {x}"'),
    ('print "x", "y"', ",", 'print "{x} and {y}"'),
    ("visit site", "site", 'visit "{link}"'),
    ("visit :page", ":", 'visit "{link}"'),
    ('x = visit "a"', "visit", "as statements of their own"),
    ("item row { a = 1 }", "row", "an item within a tree has no name"),
    ('item { css "h1" }', "css", 'item { name = css "…" }'),
    ("item { a: 1 }", "a", "a = …"),
    ("item each { a = 1 }", "{", 'item each css "…" { … }'),
    ('x = c["a"]', '["a"]', "x[0]"),
    ("x = c.price as float", "c.price as float", "`number`"),
    ("x = (c.price) as number", "as", "x as number"),
    ("x = [1, 2, ]", "]", "without a comma behind the last entry"),
    ("x = [1 2]", "2", "[a, b]"),
    ("x = { a = 1 }", "{", ":node(name = value)"),
    (":t(a = 1, 2) } t :: and (a, b) { item { a = a b = b }", ":t(a = 1, 2)", "first"),
    (":t(a: 1) } t :: and (a) { item { a = a }", ":", ":detail(link = url)"),
    (":t(lnk = 1) } t :: and (link) { item { a = link }", "lnk = 1", "link"),
    ("within 30s { true }", "30s", "and within 30s { … }"),
    ('visit "a" within 30s', "30s", "and within 30s { … }"),
    ("and within { true }", "{", "and within 30s { … }"),
    ('if css "h1" = x { true }', "=", "=="),
    ('visit "{site}/{n+1}"', "{n+1}", "assign the value before"),
    ('include "a.bt"', "include", 'include "login.bt"'),
]

_OF_FILES = [
    ("include login.bt main :: and { true }", "login.bt", 'include "login.bt"'),
    ('include("login.bt") main :: and { true }', "(", 'include "login.bt"'),
    ('include "login.bt", "b.bt" main :: and { true }', ",", "one for each file"),
    ('import "a.bt" main :: and { true }', '"a.bt"', 'include "login.bt"'),
    ('include "a.bt" as b main :: and { true }', "as", "one for each file"),
    ('include "b.bt" main :: and { true }', 'include "b.bt"', "the folder of this file"),
    ('state page, b { 404 = end } page :: visit "a" main :: and { :page }', ",", "state list | detail"),
    ('state "page" { 404 = end } page :: visit "a" main :: and { :page }', '"page"', "state page { 404 = end }"),
]

MISTAKES = (
    *((text, _IN_A_TREE.format(text), place, advice) for text, place, advice in _OF_STATEMENTS),
    *((text, text, place, advice) for text, place, advice in _OF_FILES),
)
"""What is wrong, a whole file with it, what is marked there, and a part of what to write instead."""
