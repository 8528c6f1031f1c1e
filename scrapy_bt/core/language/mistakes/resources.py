"""Mistakes of shared and competing resources."""

from __future__ import annotations

from .mistake import Mistake

RESOURCES = (
    Mistake(
        "resource-form",
        "between `[[` and `]]` stands the name of a node, not {met}",
        "write `[[ session = 30m ]]`",
        ("[[ :session ]]", '[[ "a" ]]', "[[ ]]"),
        by_state=("[[ 3 ]]",),
    ),
    Mistake(
        "resource-form",
        "a shared resource is one name, with or without a duration, not {met}",
        "write `[[ session = 30m ]]`; each resource has brackets of its own",
        ("[[ a, b ]]", "[[ a b ]]", "[[ a ] ", "[[ a"),
        by_state=("[[ a : 3s ]]",),
    ),
    Mistake(
        "duration-without-unit",
        "how long it lasts needs a unit, {met} has none",
        "write `[[ session = 30m ]]`: `ms`, `s`, `m`, `h` or `d`",
        ("[[ a = 30 ]]", '[[ a = "30m" ]]', "[[ a = ]]"),
        by_state=("[[ a = b ]]",),
    ),
    Mistake(
        "unclosed-resource",
        "`]]` is missing before {met}",
        "write `[[ session = 30m ]]`",
        ("[[ a = 30m ]", "[[ a = 30m"),
        by_state=("[[ a = 30m 2 ]]",),
    ),
    Mistake(
        "resource-form",
        "between `((` and `))` stands the name of a node, not {met}",
        "write `(( about = 2 ))`",
        ("(( :about ))", '(( "a" ))', "(( ))"),
        by_state=("(( 3 ))",),
    ),
    Mistake(
        "resource-form",
        "a competing resource is one name, with or without a number, not {met}",
        "write `(( about = 2 ))`; each resource has brackets of its own",
        ("(( a, b ))", "(( a b ))", "(( a )", "(( a"),
        by_state=("(( a : 3 ))",),
    ),
    Mistake(
        "not-a-whole-number",
        "at most how many at a time: a whole number, not {met}",
        "write `(( about = 2 ))`",
        ("(( a = 2.5 ))", "(( a = 30m ))", "(( a = ))", "(( a = -1 ))"),
        by_state=("(( a = b ))",),
    ),
    Mistake(
        "unclosed-resource",
        "`))` is missing before {met}",
        "write `(( about = 2 ))`",
        ("(( a = 3 )", "(( a = 3"),
        by_state=("(( a = 3 4 ))",),
    ),
    Mistake(
        "single-bracket",
        "{met} alone means nothing between declarations",
        "a shared resource is written `[[ name = 30m ]]`, a competing one `(( name = 2 ))`",
        ("[ session ]",),
    ),
)
