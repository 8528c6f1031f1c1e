"""All mechanisms: those that are right and proven, and those of which recordings do not show enough for that."""

from __future__ import annotations

from .alikerows import ALIKE_ROWS, PARTS_OF_PAGE
from .aroundlists import AROUNDLISTS
from .asking import ASKING
from .barefirst import BAREFIRST, BAREFIRST_UNTOLD
from .batches import BATCHES
from .besidelists import BESIDELISTS
from .boxes import BOXES, UNTOLD
from .callbacks import CALLBACKS
from .calls import CALLS
from .chosenkeys import CHOSENKEYS
from .chosenlinks import CHOSENLINKS
from .chosennames import CHOSENNAMES
from .columnnames import COLUMNNAMES
from .components import COMPONENTS
from .constants import CONSTANTS
from .counted import COUNTED
from .cursors import CURSORS
from .dataformats import DATAFORMATS
from .daydefaults import DAYDEFAULTS
from .decoys import DECOYS, TOLD
from .details import DETAILS, REST_OF_LIST
from .doubtful import DOUBTFUL, LONGER
from .elsewhere import ELSEWHERE
from .endings import ENDINGS
from .entries import ENTRIES
from .entrylines import ENTRYLINES
from .expressions import EXPRESSIONS
from .folders import FOLDERS
from .forgotten import FORGOTTEN, LIST_FORGOTTEN
from .formats import FORMATS
from .formdetails import FORMDETAILS
from .forms import FORMS
from .gaps import GAPS
from .givenchoices import GIVENCHOICES, WORD_OF_CHOICES
from .growing import GROWING
from .headerlinks import HEADERLINKS
from .keptfilters import KEPT_FILTERS
from .keys import KEYS
from .layouts import LAYOUTS, UNCLEAR
from .ledtosearch import LEDTOSEARCH
from .linkeddetails import LINKEDDETAILS
from .listings import LISTINGS
from .marks import MARKS
from .misleading import MISLEADING, RIGHT
from .morepages import MOREPAGES
from .namedbeside import NAMEDBESIDE
from .names import NAMES
from .neighbours import NEIGHBOURS
from .nonefound import NONEFOUND
from .nothing import AT_ONCE, FOUND_NOTHING, NOTHING
from .notices import NOTICES
from .offered import OFFERED
from .onehit import ALIKE, ONEHIT
from .onward import ONWARD
from .otherletters import OTHERLETTERS
from .pagedata import PAGEDATA
from .pagers import PAGERS, UNMARKED
from .paging import PAGING
from .pieces import PIECES
from .places import PLACES
from .plaintext import PLAINTEXT
from .postednumbers import POSTEDNUMBERS
from .presets import PRESETS
from .ranges import RANGES
from .refined import REFINED
from .refusals import REFUSALS
from .rendered import RENDERED
from .rison import RISON
from .routed import ROUTED
from .rowids import ROWIDS
from .rowparts import ROWPARTS
from .ruled import RULED
from .sameaddress import SAMEADDRESS
from .samefacts import SAMEFACTS
from .scriptnames import SCRIPTNAMES, SCRIPTWORDS
from .searchedrows import SEARCHED, TOGETHER
from .services import SERVICES
from .sessions import SESSIONS
from .severalvalues import SEVERAL_VALUES
from .shownby import HEADED, SHOWNBY
from .shownfirst import SHOWNFIRST, SHOWNFIRST_UNTOLD
from .solenames import SOLENAMES
from .spanned import SPANNED
from .spelledtwice import SPELLEDROWS, SPELLEDTWICE, UNSPELLED
from .strangers import STRANGERS
from .streams import STREAMS
from .tables import TABLES
from .twolists import TWOLISTS
from .twopieces import TWOPIECES
from .typedtwice import TYPEDTWICE
from .uncached import UNCACHED
from .wikis import WIKIS
from .within import GROUPS, NARROWED, TABS, WITHIN

ALL = (
    *PAGING,
    *PAGERS,
    *MARKS,
    *PARTS_OF_PAGE,
    *ENDINGS,
    *CURSORS,
    *COUNTED,
    *SESSIONS,
    *REFINED,
    *REFUSALS,
    *CHOSENKEYS,
    *CHOSENLINKS,
    *GIVENCHOICES,
    WORD_OF_CHOICES,
    *EXPRESSIONS,
    *FORMS,
    *KEPT_FILTERS,
    *BAREFIRST,
    *BATCHES,
    *BESIDELISTS,
    *FORMATS,
    *FORMDETAILS,
    *LEDTOSEARCH,
    *PIECES,
    *TABLES,
    *STRANGERS,
    *TOLD,
    *NEIGHBOURS,
    *PLAINTEXT,
    *GAPS,
    *GROWING,
    *PLACES,
    *RIGHT,
    *PAGEDATA,
    *LAYOUTS,
    *LISTINGS,
    *ENTRIES,
    *ENTRYLINES,
    *CALLBACKS,
    *POSTEDNUMBERS,
    *PRESETS,
    *DAYDEFAULTS,
    *OFFERED,
    *RISON,
    *CALLS,
    *DETAILS,
    *FORGOTTEN,
    *LINKEDDETAILS,
    *HEADERLINKS,
    *KEYS,
    *NAMEDBESIDE,
    *COLUMNNAMES,
    *COMPONENTS,
    *NAMES,
    *GROUPS,
    *NARROWED,
    *SEARCHED,
    *TABS,
    *ALIKE,
    *ONWARD,
    *RANGES,
    *RENDERED,
    *ROUTED,
    *ROWIDS,
    *ROWPARTS,
    *CONSTANTS,
    *STREAMS,
    *AROUNDLISTS,
    *ASKING,
    *BOXES,
    *SOLENAMES,
    *SPANNED,
    SPELLEDROWS,
    *SPELLEDTWICE,
    *TWOLISTS,
    *TWOPIECES,
    *TYPEDTWICE,
    *UNCACHED,
    *WIKIS,
    *CHOSENNAMES,
    *DATAFORMATS,
    *SHOWNBY,
    *SHOWNFIRST,
    *RULED,
    *SAMEADDRESS,
    *SAMEFACTS,
    *SERVICES,
    *SEVERAL_VALUES,
    *FOUND_NOTHING,
    *NOTHING,
    *NONEFOUND,
    *NOTICES,
    *OTHERLETTERS,
    *SCRIPTNAMES,
    *SCRIPTWORDS,
    *FOLDERS,
    *MOREPAGES,
    *LONGER,
)
NOT_SHOWN = (
    *ALIKE_ROWS,
    *AT_ONCE,
    *BAREFIRST_UNTOLD,
    *DOUBTFUL,
    *DECOYS,
    *ELSEWHERE,
    *HEADED,
    LIST_FORGOTTEN,
    *MISLEADING,
    *ONEHIT,
    REST_OF_LIST,
    SHOWNFIRST_UNTOLD,
    *TOGETHER,
    *UNCLEAR,
    *UNMARKED,
    *UNSPELLED,
    *UNTOLD,
    *WITHIN,
)
