"""The names of invisible characters."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class CharacterName(MessageKind):
    """The name of an invisible character."""

    LINE_BREAK = "line break"
    CARRIAGE_RETURN = "carriage return"
    TAB = "tab"
    NULL_CHARACTER = "null character"
    NEXT_LINE = "next line"
    LINE_SEPARATOR = "line separator"
    PARAGRAPH_SEPARATOR = "paragraph separator"
    ZERO_WIDTH_SPACE = "zero-width space"
    WORD_JOINER = "word joiner"
    BYTE_ORDER_MARK = "byte order mark"
    LEFT_TO_RIGHT_EMBEDDING = "left-to-right embedding"
    RIGHT_TO_LEFT_EMBEDDING = "right-to-left embedding"
    POP_DIRECTIONAL_FORMATTING = "pop directional formatting"
    LEFT_TO_RIGHT_OVERRIDE = "left-to-right override"
    RIGHT_TO_LEFT_OVERRIDE = "right-to-left override"
    LEFT_TO_RIGHT_ISOLATE = "left-to-right isolate"
    RIGHT_TO_LEFT_ISOLATE = "right-to-left isolate"
    FIRST_STRONG_ISOLATE = "first strong isolate"
    POP_DIRECTIONAL_ISOLATE = "pop directional isolate"
    TAG_CHARACTER = "tag character"
    SPACE = "space"
    NO_BREAK_SPACE = "no-break space"
    NARROW_NO_BREAK_SPACE = "narrow no-break space"
    FIGURE_SPACE = "figure space"
    IDEOGRAPHIC_SPACE = "ideographic space"
    SOFT_HYPHEN = "soft hyphen"
    ZERO_WIDTH_NON_JOINER = "zero-width non-joiner"
    ZERO_WIDTH_JOINER = "zero-width joiner"
    LEFT_TO_RIGHT_MARK = "left-to-right mark"
    RIGHT_TO_LEFT_MARK = "right-to-left mark"
    ARABIC_LETTER_MARK = "Arabic letter mark"
    WITH_CODE_POINT = "{name} ({code_point})"
    UNNAMED = "unnamed"
