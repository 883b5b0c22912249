"""The tables of schema version 1, as the program created them, with a glossary, a dictionary and a usage sample."""

from __future__ import annotations

OLD_TABLES = """
CREATE TABLE glossaries (glossary_id VARCHAR NOT NULL PRIMARY KEY, name VARCHAR NOT NULL, created VARCHAR NOT NULL);
CREATE TABLE dictionaries (glossary_id VARCHAR NOT NULL, source VARCHAR NOT NULL, target VARCHAR NOT NULL,
    entry_count INTEGER NOT NULL, content_hash VARCHAR NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (glossary_id, source, target),
    FOREIGN KEY (glossary_id) REFERENCES glossaries (glossary_id) ON DELETE CASCADE);
CREATE TABLE memory (source_lang VARCHAR NOT NULL, target_lang VARCHAR NOT NULL, source VARCHAR NOT NULL,
    target VARCHAR NOT NULL, PRIMARY KEY (source_lang, target_lang, source));
CREATE TABLE usage (period VARCHAR NOT NULL, product VARCHAR NOT NULL, characters BIGINT NOT NULL,
    PRIMARY KEY (period, product));
CREATE TABLE about (name VARCHAR NOT NULL PRIMARY KEY, value VARCHAR NOT NULL);
INSERT INTO about VALUES ('version', '1');
INSERT INTO glossaries VALUES ('5c5c', 'Old one', '2026-11-01T00:00:00.000Z');
INSERT INTO dictionaries VALUES ('5c5c', 'en', 'es', 1, 'hash', CAST('house' || char(9) || 'casa' || char(10) AS BLOB));
INSERT INTO usage VALUES ('2026-10', 'translate', 40);
"""
