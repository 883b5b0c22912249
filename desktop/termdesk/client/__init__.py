"""Asynchronous, typed, resilient HTTP client for the translation service; also usable alone, from a script.

    async with ApiClient(provider, key) as api:
        for glossary in await api.glossaries.list():
            print(glossary.name, glossary.entry_count)

`ApiClient` is in `termdesk.client.api`, its errors are in `termdesk.client.errors`.
"""
