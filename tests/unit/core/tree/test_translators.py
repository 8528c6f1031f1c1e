import pytest
from parsel.csstranslator import GenericTranslator as PlainGeneric
from parsel.csstranslator import HTMLTranslator as PlainHTML
from scrapy.selector import Selector

from scrapy_bt.core.tree.translators import GenericTranslator, HTMLTranslator

PAGE = """<html><body><dl><dt>a</dt><dd>1 <b>x</b></dd><dt class=k>b</dt><dt>c</dt><dd class=k>3</dd><dd>4</dd></dl>
<ul><li>one<li>two<li>three</ul><p>alone <i>i</i></p><div><p><b>only</b></p></div></body></html>"""
SELECTORS = [
    "dt + dd",
    "dt + dd::text",
    "dt + *",
    "* + dd",
    ".k + dd",
    "dt.k + dt + dd",
    "dt + dd > b",
    "dl dt + dd b::text",
    "li + li",
    "dd + dd",
    "dt ~ dd + dd",
    "dt + dd ~ dt",
    "dt + .k",
    "dt + ::text",
    "li:first-child",
    "li:last-child",
    "li:first-child + li",
    "b:only-child",
    "*:only-child",
    "dd:first-child",
    ":last-child",
    "dt:not(:first-child)",
    "dl:has(dt + dd)",
    "dt:has(+ dd)",
    "dt:not(dd + dt)",
    "dt + dd:nth-child(2)",
    "dt + dd:first-of-type",
    "dt:contains(a) + dd",
    "dl > dd:nth-child(2)",
    "dl > :nth-child(2n+1)",
    "dl dd:nth-child(2n)::text",
    "body :nth-child(2)",
    "dl > dd:nth-child(-n+4)",
    "dl > dd:nth-last-child(2)",
    "dl > .k:nth-child(n+4)",
    "dl > dd:not(:nth-child(2))",
    "dl > dd:nth-child(2):has(> b:nth-child(1))",
    "dl > dd:has(b:nth-child(1))",
    "dl:has(> dd:nth-child(2)) > dt",
    "body > :not(dl > dd:nth-child(2))",
    "dl > dt:nth-child(3) + dt",
    "dl > dd:nth-child(2) > b",
    "dl > dd:nth-of-type(2)",
    "dl > dt[class='[']:nth-child(3)",
]


@pytest.mark.parametrize("css", SELECTORS)
@pytest.mark.parametrize(
    ("plain", "quick", "kind"),
    [(PlainHTML, HTMLTranslator, "html"), (PlainGeneric, GenericTranslator, "xml")],
)
def test_the_quick_forms_find_what_the_plain_ones_find(css, plain, quick, kind) -> None:
    text = PAGE if kind == "html" else PAGE.replace("<li>", "<li/>").replace("class=k", "class='k'")
    root = Selector(text=text, type=kind)
    scopes = [root, *root.xpath("//dl | //dt | //dd | //ul | //p")]
    for scope in scopes:
        wanted = scope.xpath(plain().css_to_xpath(css)).getall()
        assert scope.xpath(quick().css_to_xpath(css)).getall() == wanted


def test_the_cells_of_a_long_grid_are_looked_at_once_each() -> None:
    for css in ("div > p:nth-child(3n+1)", "div p:nth-child(3n+1)", "div > p:nth-last-child(3n+1)"):
        assert "sibling" not in HTMLTranslator().css_to_xpath(css)
