"""DITA's elements: which are sentences, which are inside sentences, and which are not translated."""

from __future__ import annotations

# Block elements: they always end a sentence, even next to text.
BLOCKS = frozenset(
    "abstract bodydiv chdesc choice choices choicetable choption cmd codeblock dd ddhd div dl dlentry dt dthd"  # noqa: SIM905
    " entry equation-block equation-figure example fig hazardstatement imagemap info itemgroup li lines lq msgblock"
    " note object ol p parml pd plentry postreq pre prereq properties pt required-cleanup row screen section"
    " sectiondiv shortdesc simpletable sl sli stentry step stepresult steps steps-unordered stepsection"
    " steptroubleshooting stepxmp strow substep substeps syntaxdiagram table title topic tutorialinfo ul".split()
)
# Inline elements: they belong to a sentence, even if it has no other words.
INLINE = frozenset(
    "abbreviated-form apiname b boolean cite cmdname codeph equation-inline equation-number filepath i keyword"  # noqa: SIM905
    " line-through markupname menucascade msgnum msgph numcharref option overline parameterentity parmname ph q state"
    " sub sup synph systemoutput term text textentity tm tt u uicontrol userinput varname wintitle xmlatt xmlelement"
    " xmlnsname xmlpi xref".split()
)
# Translated separately, even in the middle of a sentence.
ASIDES = frozenset({"alt", "desc", "fn", "index-see", "index-see-also", "indexterm"})
# The surrounding sentence shows these as names, for example a menu path.
SHOWN = frozenset({"menucascade"})
# Each child is translated separately.
LISTS = frozenset({"keywords", "menucascade"})
# Code, names that programs use, authors' notes, and data for machines.
KEPT = frozenset(
    "apiname author authorinformation bookchangehistory bookid bookrights cmdname codeblock codeph component coords"  # noqa: SIM905
    " copyright critdates data data-about draft-comment featnum filepath foreign index-sort-as markupname mathml"
    " msgnum numcharref option parameterentity parmname permissions platform printlocation prodinfo prognum publisher"
    " publisherinformation required-cleanup resourceid series shape sort-as source svg-container synph"
    " syntaxdiagram textentity unknown userinput varname xmlatt xmlelement xmlnsname xmlpi".split()
)
PREFORMATTED = frozenset({"lines", "msgblock", "pre", "screen"})
# Attributes with text for readers.
ATTRIBUTES = frozenset({"alt", "navtitle", "reftitle", "specentry", "spectitle", "standby"})
MAPS = frozenset({"bookmap", "map"})
