from dataclasses import replace

from scrapy_bt.core.inference.answers.values import Argument
from scrapy_bt.core.inference.conclusion import Conclusion, Evidence, Given
from scrapy_bt.core.inference.findings import Weight
from scrapy_bt.core.inference.growth.vocabulary import MENTION, Vocabulary, origin_of
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.inference.stepnames import StepName
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent
from scrapy_bt.sentences import say

WORD, SORT = Key("query", "q"), Key("query", "sort")
SEARCH = PlannedStep(0, Sent("GET", "https://me:pw@www.shop.test:8443/s?q=a"), {WORD: Argument("Search word")})
PAY = PlannedStep(1, Sent("GET", "https://pay.test/"))
CONCLUSION = Conclusion(
    Plan((SEARCH, PAY), 1),
    (Weight(0, 0.1234),),
    (Given("Search word", "lamp"),),
    {
        (0, WORD): Evidence("typed"),
        (0, SORT): Evidence("a constant", 1, is_proven=True),
        (1, None): Evidence("the target"),
    },
    replays=3,
)


def test_sites_are_named_by_their_hosts_and_hold_no_password():
    vocabulary = Vocabulary(CONCLUSION, CONCLUSION.plan.steps)
    assert vocabulary.sites == {"https://www.shop.test:8443": "site", "https://pay.test": "pay_site"}
    assert vocabulary.site("https://pay.test/x?y=1") == "pay_site"
    assert vocabulary.site("https://other.test/") is None
    assert origin_of("http://a.test/x") == "http://a.test"


def test_arguments_are_named_as_words_and_keep_what_was_given():
    vocabulary = Vocabulary(CONCLUSION, CONCLUSION.plan.steps)
    assert vocabulary.arguments == {"search_word": Given("Search word", "lamp")}
    assert vocabulary.argument(Given("site")) == "site_2"


def test_what_is_sent_alike_under_one_name_is_one_argument():
    cookie, other = Key("cookie", "visitor"), Key("cookie", "other")
    names = {0: {cookie: "visitor"}, 1: {cookie: "visitor2", other: "other"}, 2: {cookie: "visitor3"}}
    steps = tuple(
        PlannedStep(step, Sent("GET", "https://a.test/"), {key: Argument(name) for key, name in bound.items()})
        for step, bound in names.items()
    )
    given = (Given("visitor", "v1"), Given("visitor2", "v1"), Given("other", "v1"), Given("visitor3", "v2"))
    vocabulary = Vocabulary(Conclusion(Plan(steps, 2), arguments=given), steps)
    assert list(vocabulary.arguments) == ["visitor", "other", "visitor3"]
    assert vocabulary.argument(Given("visitor2")) == "visitor"


def test_evidence_says_what_bears_it_out_and_what_is_not_proven():
    vocabulary = Vocabulary(CONCLUSION, CONCLUSION.plan.steps)
    assert vocabulary.evidence(0, WORD) == "typed"
    assert vocabulary.evidence(0, SORT) == "a constant; proven by 1 replay"
    assert vocabulary.evidence(1, None) == "the target; not proven"
    unproven = replace(CONCLUSION, evidence={(0, SORT): Evidence("a constant", 2)})
    assert Vocabulary(unproven, CONCLUSION.plan.steps).evidence(0, SORT) == "a constant; right in 2 replays"
    assert vocabulary.evidence(1, WORD) == ""
    whole = replace(CONCLUSION, evidence={(1, None): Evidence("kept", is_proven=True)}, is_proven=True)
    assert Vocabulary(whole, CONCLUSION.plan.steps).evidence(1, None) == "kept"
    unproven = replace(CONCLUSION, replays=0)
    assert Vocabulary(unproven, unproven.plan.steps).evidence(1, None) == "the target"


def test_evidence_names_steps_by_their_visits_and_leaves_texts_of_pages_alone():
    text = say("from the field “step 1” of {}, not of {}", StepName(0), StepName(7))
    told = replace(CONCLUSION, evidence={(1, None): Evidence(text, is_proven=True)})
    vocabulary = Vocabulary(told, told.plan.steps)
    vocabulary.visits[0] = "search_page"
    page = f"{MENTION}search_page{MENTION}"
    assert vocabulary.evidence(1, None) == f"from the field “step 1” of {page}, not of step 8"


def test_weights_are_told_with_two_digits():
    vocabulary = Vocabulary(CONCLUSION, CONCLUSION.plan.steps)
    assert (vocabulary.weight(0), vocabulary.weight(1)) == ("0.12 s", "")
