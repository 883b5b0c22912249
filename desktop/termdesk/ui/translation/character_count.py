"""The line below the text: its number of characters, and the cost."""

from __future__ import annotations

from termdesk.application.translation.translation import TextTranslator, TranslateRequest
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.ui.texts.cost_question import cap_words, money_words
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize


class CharacterCount(PlainLabel):
    """Counts characters as the service does, and warns if they would exceed its limit."""

    def __init__(self, translator: TextTranslator, usage_monitor: UsageMonitor) -> None:
        super().__init__(tone="muted", wraps=True)
        self._use_case = translator
        self._usage_monitor = usage_monitor
        self.setObjectName("translate_count")

    def show_request(self, request: TranslateRequest, *, is_answered: bool) -> None:
        """Show the characters of a text. `is_answered`: the service has already translated it."""
        count = self._use_case.estimate(request.text)
        if is_answered:
            # The button for translating again shows the cost.
            self._show(self.tr("%Ln characters, already translated", "", count))
        elif self._use_case.cost_gate.is_billed:
            self._show_due(count, self._use_case.characters_due(request))
        else:
            self.show_cost(self.tr("%Ln characters", "", count), count)

    def _show_due(self, count: int, due: int) -> None:
        if count and not due:
            self._show(self.tr("%Ln characters, already sent", "", count))
        else:
            self.show_cost(self.tr("%Ln characters will be billed", "", due), due)

    def show_cost(self, words: str, characters: int) -> None:
        """Show `words` about what will be sent, with a warning if these are too many characters.

        Show only the reason if a cap forbids to send them.
        """
        outlook = self._usage_monitor.outlook(characters)
        if more := list_sentences((money_words(outlook), localize(outlook.warning))):
            words = self.tr("{characters}. {warning}").format(characters=words, warning=more)
        refusal = cap_words(outlook)
        self._show(refusal or words, tone="problem" if refusal else "warning" if outlook.warning else "muted")

    def _show(self, words: str, *, tone: str = "muted") -> None:
        self.setText(words)
        self.set_tone(tone)
