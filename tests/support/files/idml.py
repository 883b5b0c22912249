"""Minimal IDML packages with the structure that InDesign writes."""

from __future__ import annotations

import io
import zipfile

MEDIA_TYPE = b"application/vnd.adobe.indesign-idml-package"
_PACKAGING = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging" DOMVersion="18.0"'
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def story(paragraphs: str) -> bytes:
    """Return a story with these paragraphs."""
    return (
        f'{_HEAD}<idPkg:Story {_PACKAGING}>\n\t<Story Self="u1" UserText="true" StoryTitle="$ID/">\n'
        '\t\t<StoryPreference OpticalMarginAlignment="false" />\n'
        f"{paragraphs}\n\t</Story>\n</idPkg:Story>"
    ).encode()


def paragraph(ranges: str, style: str = "Body") -> str:
    """Return a range of paragraphs in one style."""
    return f'<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/{style}">{ranges}</ParagraphStyleRange>'


def text_range(content: str, style: str = "$ID/[No character style]", more: str = "") -> str:
    """Return a range of characters in one format."""
    return f'<CharacterStyleRange AppliedCharacterStyle="CharacterStyle/{style}"{more}>{content}</CharacterStyleRange>'


def content(text: str) -> str:
    return f"<Content>{text}</Content>"


def idml(*stories: bytes, **more: bytes) -> bytes:
    """Return a package with these stories, named u0, u1 … `more` has additional members."""
    names = [f"Stories/Story_u{number}.xml" for number in range(len(stories))]
    references = "".join(f'<idPkg:Story src="{name}" />' for name in names)
    design = f'{_HEAD}<?aid style="50" type="document"?><Document {_PACKAGING} Self="d">{references}</Document>'
    members = {
        "designmap.xml": design.encode(),
        "META-INF/container.xml": b"<container/>",
        "Resources/Styles.xml": f'{_HEAD}<idPkg:Styles {_PACKAGING}  ><Style Name="No"/></idPkg:Styles>'.encode(),
        "Spreads/Spread_u9.xml": b"<?xml version='1.0'?><Spread   Name = 'kept as written'/>",
        **dict(zip(names, stories, strict=True)),
        **more,
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        # First and uncompressed, so that it can be read without unpacking.
        archive.writestr("mimetype", MEDIA_TYPE, zipfile.ZIP_STORED)
        for name, each in members.items():
            archive.writestr(name, each)
    return file.getvalue()
