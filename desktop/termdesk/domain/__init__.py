"""What a glossary, a language, a text, a bill is: values and rules, with no input or output."""
