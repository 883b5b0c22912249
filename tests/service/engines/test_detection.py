"""The most probable language that the service has; texts without words get that of the others in a batch."""

from __future__ import annotations

import pytest

from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.service.engines.detection import detect, detect_sources, has_words, languages

SENTENCES = {
    "ar": "هذا الكتاب عن تاريخ المدينة القديمة وسكانها.",
    "bg": "Тази книга е за историята на стария град и неговите жители.",
    "cs": "Tato kniha je o historii starého města a jeho obyvatelích.",
    "da": "Denne bog handler om den gamle bys historie og dens indbyggere.",
    "de": "Dieses Buch handelt von der Geschichte der alten Stadt und ihrer Bewohner.",
    "el": "Αυτό το βιβλίο είναι για την ιστορία της παλιάς πόλης.",
    "en": "This book is about the history of the old town and the people who live there.",
    "es": "Este libro trata de la historia de la ciudad vieja y de sus habitantes.",
    "et": "See raamat räägib vana linna ajaloost ja selle elanikest.",
    "fi": "Tämä kirja kertoo vanhan kaupungin historiasta ja sen asukkaista.",
    "fr": "Ce livre parle de l'histoire de la vieille ville et de ses habitants.",
    "he": "הספר הזה עוסק בתולדות העיר העתיקה ותושביה.",
    "hu": "Ez a könyv a régi város történetéről és lakóiról szól.",
    "id": "Buku ini bercerita tentang sejarah kota tua dan penduduk yang tinggal di sana.",
    "it": "Questo libro parla della storia della città vecchia e dei suoi abitanti.",
    "ja": "この本は古い町の歴史とそこに住む人々についての本です。",
    "ko": "이 책은 오래된 도시의 역사와 주민들에 관한 책입니다.",
    "lt": "Ši knyga yra apie senojo miesto istoriją ir jo gyventojus.",
    "lv": "Šī grāmata ir par vecpilsētas vēsturi un tās iedzīvotājiem.",
    "nb": "Denne boken handler om historien til den gamle byen og menneskene som bor der.",
    "nl": "Dit boek gaat over de geschiedenis van de oude stad en haar inwoners.",
    "pl": "Ta książka opowiada o historii starego miasta i jego mieszkańcach.",
    "pt": "Este livro conta a história da cidade velha e das pessoas que lá não vivem mais.",
    "ro": "Această carte este despre istoria orașului vechi și a locuitorilor săi.",
    "ru": "Эта книга рассказывает об истории старого города и его жителях.",
    "sk": "Táto kniha je o histórii starého mesta a jeho obyvateľoch.",
    "sl": "Ta knjiga govori o zgodovini starega mesta in njegovih prebivalcih.",
    "sv": "Den här boken handlar om den gamla stadens historia och dess invånare.",
    "th": "หนังสือเล่มนี้เกี่ยวกับประวัติศาสตร์ของเมืองเก่า",
    "tr": "Bu kitap eski şehrin tarihi ve orada yaşayan insanlar hakkındadır.",
    "uk": "Ця книга розповідає про історію старого міста та його мешканців.",
    "vi": "Cuốn sách này nói về lịch sử của thành phố cổ và cư dân ở đó.",
    "zh": "这本书讲的是老城的历史和住在那里的人。",
}


@pytest.mark.parametrize("code", sorted(GLOSSARY_LANGUAGES))
def test_every_language_that_is_announced_is_detected(code: str) -> None:
    assert code in languages()
    assert detect(SENTENCES[code]).code == code


@pytest.mark.parametrize("text", ["proton beam", "Reload", "Shading", "Fonts:", "DateTime"])
def test_what_looks_like_a_language_that_is_not_served_is_the_most_probable_that_is(text: str) -> None:
    assert detect(text).code == "en"


def test_what_is_served_goes_before_what_is_more_probable_unless_that_is_sure() -> None:
    assert detect("contract").code == "ro"
    assert detect("contract", {"en", "nl"}).code == "en"
    assert detect(SENTENCES["ro"], {"en", "nl"}).code == "ro"


@pytest.mark.parametrize("text", ["", " ", "12345", "3.5 × 10⁴ €", "{name} %s", "https://example.org/house", "🙂"])
def test_what_has_no_words_has_no_language(text: str) -> None:
    assert detect(text).code == ""
    assert not has_words(text)


def test_placeholders_say_nothing_of_the_language() -> None:
    assert detect("{the_name_of_the_house} www.the-house.com Bonjour tout le monde").code == "fr"


def test_texts_of_a_batch_that_say_nothing_take_the_language_of_the_others() -> None:
    texts = ["12", SENTENCES["fr"], "", "Բարեւ", "Das ist ein Haus."]

    assert detect_sources(texts, among=languages(), target="es") == ["fr", "fr", "fr", "fr", "de"]


def test_a_short_text_has_the_target_language_only_if_no_other_is_more_probable() -> None:
    assert detect_sources(["Hello world"], among={"de"}, target="de") == ["en"]
    assert detect_sources(["Hallo Welt"], among={"de"}, target="de") == ["de"]
    assert detect_sources(["Hallo Welt"], among={"en"}, target="de") == ["en"]


def test_texts_without_words_are_as_good_in_the_target_language() -> None:
    assert detect_sources(["12", ""], among=languages(), target="es") == ["es", "es"]
    assert detect_sources(["12", "Բարեւ"], among=languages(), target="es") == ["es", ""]
    assert detect_sources([], among=languages(), target="es") == []
