"""The translation service over HTTP: asynchronous, typed, resilient; usable by itself from a script.

    async with ApiClient(provider, key) as api:
        for glossary in await api.glossaries.list():
            print(glossary.name, glossary.entry_count)

`ApiClient` stands in `termdesk.client.api`, what it raises in `termdesk.client.errors`.
"""
