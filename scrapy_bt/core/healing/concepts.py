"""The meanings of words in markup: class names, ids and labels of many sites and languages, by concept."""

from __future__ import annotations

import re
from functools import lru_cache

_SYNONYMS = {
    "title": "title headline heading hed titel titre titulo titolo tittel rubrik ueberschrift judul baslik kop",
    "subtitle": "subtitle subhead subheadline subheading subline subtitulo untertitel kicker eyebrow overline"
    " dachzeile",
    "summary": "summary lead lede standfirst dek deck teaser intro introduction excerpt abstract description desc chapo"
    " sumario bajada vorspann anriss synopsis ingress preamble manchet spot sapo",
    "author": "author authors byline writer autor autoren auteur autore contributor reporter journalist forfatter"
    " verfasser person creator signature firma yazar redakteur writers",
    "date": "date time datetime timestamp published publish pubdate datum fecha data posted updated modified day"
    " timeago released calendar tarih",
    "body": "body content text entry post story article richtext copy prose maincontent postcontent cuerpo"
    " texto wysiwyg"
    " artikel corps inhalt storytext",
    "paragraph": "paragraph para absatz parrafo p paragraphs",
    "topic": "topic topics tag tags keyword keywords category categories schlagwort thema themen etiqueta label labels"
    " section ressort rubric chip taxonomy cat badge tema temas",
    "related": "related recommend recommended recommendation more mehr also trending popular latest mostread suggest"
    " suggested similar readmore outbrain taboola next",
    "card": "card cards tile promo teasers thumbnail preview grid carousel slider swiper",
    "navigation": "nav navigation navbar menu breadcrumb breadcrumbs crumb topbar submenu tabs tab",
    "header": "header head masthead top hero banner intro kopf",
    "footer": "footer foot bottom colophon legal copyright imprint",
    "aside": "sidebar aside rail widget secondary complementary side",
    "main": "main primary page wrapper container layout center centre column",
    "comment": "comment comments reply discussion disqus kommentar comentarios respond",
    "advert": "ad ads advert advertisement sponsor sponsored anzeige werbung adslot promotion commercial dfp affiliate",
    "social": "share social sharing follow facebook twitter whatsapp pinterest email instagram newsletter subscribe"
    " subscription signup paywall abo",
    "image": "image img photo picture media figure gallery thumb foto bild credit",
    "caption": "caption figcaption legend credits copyright bildunterschrift alt",
    "video": "video player audio podcast embed youtube",
    "list": "list items listing ul ol group collection results",
    "item": "item row element entry li record cell",
    "name": "name fullname username vcard fn",
    "link": "link links url href permalink anchor cta",
    "button": "button btn action actions toggle control icon svg",
    "dialog": "modal dialog popup overlay cookie consent gdpr tooltip dropdown hidden sr screenreader visually",
    "ingredient": "ingredient ingredients zutat zutaten ingrediente ingredientes ingredienti ingredienser malzeme"
    " ingredientlist składniki",
    "instruction": "instruction instructions direction directions method step steps preparation zubereitung preparacion"
    " anleitung procedure etape preparazione bereiding howto tillagning fremgangsmåte",
    "yield": "yield yields serving servings serves portion portions porciones portionen personen persons makes",
    "duration": "duration cook cooking prep total minutes mins hours totaltime preptime cooktime timer readtime",
    "nutrition": "nutrition nutritional calories kcal protein fat carbs energy",
    "rating": "rating ratings review reviews star stars votes score",
    "recipe": "recipe recipes rezept receta ricetta recette wprm tasty mv",
    "quantity": "quantity amount unit measure qty menge count number",
    "note": "note notes tip tips hint equipment",
    "price": "price amount cost preis precio prix currency sale offer",
    "product": "product sku brand item model offer shop cart basket stock availability",
    "user": "user profile avatar account login bio about member team",
    "search": "search query filter sort find",
    "table": "table tbody row cell col column td th grid view views",
    "file": "file document pdf download attachment doc documents",
    "case": "case cases opinion opinions docket court decision decisions judgment ruling appeal versus caption slip",
    "place": "location place address city country region dateline ort lugar",
    "quote": "quote blockquote pullquote cite citation zitat",
    "box": "box infobox factbox inset module block component section panel",
    "large": "xl xxl large big h1 display lg bold strong",
    "small": "small sm xs meta info tiny detail details secondary muted",
}
CONCEPTS = tuple(_SYNONYMS)
_BITS: dict[str, int] = {}
for _at, _words in enumerate(_SYNONYMS.values()):
    for _word in _words.split():
        _BITS[_word] = _BITS.get(_word, 0) | 1 << _at

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_NAME = 120


@lru_cache(20_000)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a class name, an id or an attribute's value, small: `postTitle__3fA` has post, title, f and a."""
    return tuple(word.lower() for word in _WORD.findall(_CAMEL.sub(" ", name[:_LONGEST_NAME])))


@lru_cache(20_000)
def concepts_of(name: str) -> int:
    """The concepts that a name speaks of, as bits in the order of `CONCEPTS`."""
    bits = 0
    for word in words_of(name):
        bits |= _BITS.get(word, 0)
        if word not in _BITS and len(word) > 3:
            bits |= _BITS.get(word.removesuffix("s"), 0)
    return bits


@lru_cache(2_000)
def synonyms_of(word: str) -> tuple[str, ...]:
    """The other words of the first concept that a word belongs to; empty where it belongs to none."""
    lines = (each.split() for each in _SYNONYMS.values())
    return next((tuple(other for other in line if other != word) for line in lines if word in line), ())
