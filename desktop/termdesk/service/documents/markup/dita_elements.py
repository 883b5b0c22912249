"""The elements of DITA: which are sentences, which stand in sentences, and which nobody translates."""

from __future__ import annotations

# They always end a sentence, even next to text.
BLOCKS = frozenset(
    "abstract bodydiv chdesc choice choices choicetable choption cmd codeblock dd ddhd div dl dlentry dt dthd"  # noqa: SIM905
    " entry equation-block equation-figure example fig hazardstatement imagemap info itemgroup li lines lq msgblock"
    " note object ol p parml pd plentry postreq pre prereq properties pt required-cleanup row screen section"
    " sectiondiv shortdesc simpletable sl sli stentry step stepresult steps steps-unordered stepsection"
    " steptroubleshooting stepxmp strow substep substeps syntaxdiagram table title topic tutorialinfo ul".split()
)
# They are words of a sentence, also where the sentence has no others.
INLINE = frozenset(
    "abbreviated-form apiname b boolean cite cmdname codeph equation-inline equation-number filepath i keyword"  # noqa: SIM905
    " line-through markupname menucascade msgnum msgph numcharref option overline parameterentity parmname ph q state"
    " sub sup synph systemoutput term text textentity tm tt u uicontrol userinput varname wintitle xmlatt xmlelement"
    " xmlnsname xmlpi xref".split()
)
# Texts of their own, which may stand in the middle of a sentence.
ASIDES = frozenset({"alt", "desc", "fn", "index-see", "index-see-also", "indexterm"})
# The sentence around them shows them as a name: a way through menus.
SHOWN = frozenset({"menucascade"})
# Each child is a text of its own.
LISTS = frozenset({"keywords", "menucascade"})
# Code, names of what programs know, notes of authors, and data for machines.
KEPT = frozenset(
    "apiname author authorinformation bookchangehistory bookid bookrights cmdname codeblock codeph component coords"  # noqa: SIM905
    " copyright critdates data data-about draft-comment featnum filepath foreign index-sort-as markupname mathml"
    " msgnum numcharref option parameterentity parmname permissions platform printlocation prodinfo prognum publisher"
    " publisherinformation required-cleanup resourceid series shape sort-as source svg-container synph"
    " syntaxdiagram textentity unknown userinput varname xmlatt xmlelement xmlnsname xmlpi".split()
)
PREFORMATTED = frozenset({"lines", "msgblock", "pre", "screen"})
# Attributes that are read by people.
ATTRIBUTES = frozenset({"alt", "navtitle", "reftitle", "specentry", "spectitle", "standby"})
MAPS = frozenset({"bookmap", "map"})
