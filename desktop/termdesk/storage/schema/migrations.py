"""The scripts that bring the tables of the database up to date, one for each version of the schema.

A change of a table is one more script at the end, never an edit of one that was released. The scripts are separate from
the classes that use the tables, so that opening the database does not import those.
"""

MIGRATIONS = (
    """
CREATE TABLE snapshots (
    hash TEXT PRIMARY KEY,
    content BLOB NOT NULL,
    entry_count INTEGER NOT NULL,
    stored_at REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE drafts (
    draft_id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    shelf_key TEXT NOT NULL,
    glossary_id TEXT,
    glossary_name TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    base TEXT REFERENCES snapshots (hash),
    start TEXT NOT NULL REFERENCES snapshots (hash),
    entry_count INTEGER NOT NULL,
    changed_at REAL NOT NULL,
    UNIQUE (profile, shelf_key, source, target)
) WITHOUT ROWID;
CREATE TABLE edits (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    draft_id TEXT NOT NULL REFERENCES drafts (draft_id) ON DELETE CASCADE,
    change BLOB NOT NULL
);
CREATE INDEX edits_of_draft ON edits (draft_id, number);
CREATE TABLE publish_jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT NOT NULL UNIQUE,
    profile TEXT NOT NULL,
    draft_id TEXT NOT NULL,
    glossary_id TEXT,
    glossary_name TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    method TEXT NOT NULL,
    target_hash TEXT NOT NULL REFERENCES snapshots (hash),
    before_hash TEXT REFERENCES snapshots (hash),
    nonce TEXT NOT NULL,
    state TEXT NOT NULL,
    trace_id TEXT NOT NULL DEFAULT '',
    changed_at REAL NOT NULL
);
CREATE TABLE service_traits (
    profile TEXT NOT NULL,
    trait TEXT NOT NULL,
    PRIMARY KEY (profile, trait)
) WITHOUT ROWID;
CREATE TABLE deleted_glossaries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    name TEXT NOT NULL,
    dictionaries TEXT NOT NULL,
    deleted_at REAL NOT NULL
);
CREATE TABLE usage_samples (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    taken_at REAL NOT NULL,
    profile TEXT NOT NULL,
    character_count INTEGER NOT NULL,
    character_limit INTEGER
);
CREATE INDEX usage_samples_of_profile ON usage_samples (profile, number);
CREATE TABLE bills (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at REAL NOT NULL,
    profile TEXT NOT NULL,
    call TEXT NOT NULL,
    estimated INTEGER NOT NULL,
    billed INTEGER,
    trace_id TEXT NOT NULL
);
CREATE INDEX bills_of_profile ON bills (profile, number);
-- They are in a file of their own now: `text_store.py` empties this table, and nothing fills it again.
CREATE TABLE texts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at REAL NOT NULL,
    profile TEXT NOT NULL,
    call TEXT NOT NULL,
    source_language TEXT NOT NULL,
    target_language TEXT NOT NULL,
    source TEXT NOT NULL,
    result TEXT NOT NULL
);
CREATE INDEX texts_of_profile ON texts (profile, call, number);
""",
    """
-- What of `start` the service may see, where that is not all of it; forbidden rows never leave the computer.
ALTER TABLE drafts ADD COLUMN published_start TEXT NOT NULL DEFAULT '';
UPDATE drafts SET published_start = start;
CREATE TABLE steps (
    draft_id TEXT NOT NULL REFERENCES drafts (draft_id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    title TEXT NOT NULL,
    change BLOB NOT NULL,
    PRIMARY KEY (draft_id, place)
);
ALTER TABLE drafts ADD COLUMN done_steps INTEGER NOT NULL DEFAULT 0;
""",
    """
CREATE TABLE own_rules (
    name TEXT PRIMARY KEY,
    place INTEGER NOT NULL,
    pattern TEXT NOT NULL,
    columns TEXT NOT NULL,
    severity TEXT NOT NULL,
    message TEXT NOT NULL,
    is_on INTEGER NOT NULL
);
CREATE TABLE ignored_findings (
    profile TEXT NOT NULL,
    shelf_key TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    kind TEXT NOT NULL,
    side INTEGER NOT NULL,
    phrase TEXT NOT NULL,
    note TEXT NOT NULL,
    ignored_at REAL NOT NULL,
    PRIMARY KEY (profile, shelf_key, source, target, kind, side, phrase)
);
""",
    """
CREATE TABLE shelf_tags (
    profile TEXT NOT NULL,
    shelf_key TEXT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (profile, shelf_key, tag)
) WITHOUT ROWID;
ALTER TABLE deleted_glossaries ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
CREATE TABLE seen_dictionaries (
    profile TEXT NOT NULL,
    glossary_id TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    entry_count INTEGER NOT NULL,
    has_changed INTEGER NOT NULL DEFAULT 0,
    seen_at REAL NOT NULL,
    PRIMARY KEY (profile, glossary_id, source, target)
) WITHOUT ROWID;
-- What is edited when this comes has a base, and that was seen.
INSERT OR IGNORE INTO seen_dictionaries
    SELECT profile, glossary_id, source, target, snapshots.entry_count, 0, changed_at
    FROM drafts JOIN snapshots ON drafts.base = snapshots.hash WHERE glossary_id IS NOT NULL;
""",
    # Steps of several dictionaries that were taken together have the same time.
    "ALTER TABLE steps ADD COLUMN moment REAL NOT NULL DEFAULT 0;",
    # The place that a single dictionary was removed from; it is restored there if that place still exists.
    "ALTER TABLE deleted_glossaries ADD COLUMN shelf_key TEXT NOT NULL DEFAULT '';",
    "ALTER TABLE bills ADD COLUMN is_unclear INTEGER NOT NULL DEFAULT 0;",
    """
CREATE TABLE open_texts (
    owner TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    title TEXT NOT NULL,
    row INTEGER NOT NULL,
    column_name TEXT NOT NULL,
    source TEXT NOT NULL,
    before TEXT NOT NULL,
    text TEXT NOT NULL
) WITHOUT ROWID;
""",
    """
-- Without a profile and a glossary: for all of them.
CREATE TABLE switched_off_kinds (
    profile TEXT NOT NULL,
    shelf_key TEXT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (profile, shelf_key, kind)
);
""",
    """
CREATE TABLE documents (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    path TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    glossary_id TEXT NOT NULL,
    glossary_name TEXT NOT NULL,
    result_path TEXT NOT NULL,
    state TEXT NOT NULL,
    document_id TEXT NOT NULL,
    document_key TEXT NOT NULL,
    ledger_number INTEGER,
    estimated INTEGER NOT NULL,
    billed INTEGER,
    reason TEXT NOT NULL,
    changed_at REAL NOT NULL
);
""",
    """
CREATE TABLE transfers (
    transfer_id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    shelf_key TEXT NOT NULL,
    other_profile TEXT NOT NULL,
    other_key TEXT NOT NULL,
    name TEXT NOT NULL,
    pairs TEXT NOT NULL,
    is_move INTEGER NOT NULL,
    started_at REAL NOT NULL
) WITHOUT ROWID;
""",
    """
CREATE TABLE sentence_sets (
    set_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    client TEXT NOT NULL,
    glossary_key TEXT NOT NULL,
    glossary_name TEXT NOT NULL,
    sentences TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE spot_check_outputs (
    profile TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    glossary_hash TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    output TEXT NOT NULL,
    placed TEXT,
    missed TEXT NOT NULL,
    made_at REAL NOT NULL,
    PRIMARY KEY (profile, source, target, glossary_hash, text_hash)
) WITHOUT ROWID;
CREATE TABLE spot_check_runs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    set_id TEXT NOT NULL,
    made_at REAL NOT NULL,
    fulfilled INTEGER NOT NULL,
    decided INTEGER NOT NULL,
    is_baseline INTEGER NOT NULL,
    content TEXT NOT NULL
);
CREATE INDEX spot_check_runs_of_set ON spot_check_runs (set_id, number);
CREATE TABLE spot_check_verdicts (
    source_language TEXT NOT NULL,
    target_language TEXT NOT NULL,
    sentence TEXT NOT NULL,
    output TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    verdict TEXT NOT NULL,
    PRIMARY KEY (source_language, target_language, sentence, output, source, target)
) WITHOUT ROWID;
CREATE TABLE temporary_glossaries (
    name TEXT NOT NULL,
    profile TEXT NOT NULL,
    made_at REAL NOT NULL,
    PRIMARY KEY (profile, name)
) WITHOUT ROWID;
""",
    # Empty for the format of the original.
    "ALTER TABLE documents ADD COLUMN output_format TEXT NOT NULL DEFAULT '';",
    """
CREATE TABLE versions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    glossary_key TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES snapshots (hash),
    origin TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    made_at REAL NOT NULL
);
CREATE INDEX versions_of_dictionary ON versions (profile, glossary_key, source, target, number);
-- What was published by earlier versions of the program, and what the service had before each of these calls.
INSERT INTO versions (profile, glossary_key, source, target, hash, origin, made_at)
    SELECT profile, glossary_id, source, target, hash, origin, changed_at FROM (
        SELECT *, lag(hash) OVER (PARTITION BY profile, glossary_id, source, target ORDER BY number, place) AS former
        FROM (
            SELECT number, 0 AS place, profile, glossary_id, source, target, before_hash AS hash, 'service' AS origin,
                changed_at FROM publish_jobs WHERE before_hash IS NOT NULL AND state = 'verified'
            UNION ALL
            SELECT number, 1, profile, glossary_id, source, target, target_hash, 'published', changed_at
                FROM publish_jobs WHERE state = 'verified'
        ) WHERE glossary_id IS NOT NULL
    ) WHERE former IS NOT hash ORDER BY number, place;
""",
    """
ALTER TABLE bills ADD COLUMN work TEXT NOT NULL DEFAULT '';
ALTER TABLE bills ADD COLUMN source_language TEXT NOT NULL DEFAULT '';
ALTER TABLE bills ADD COLUMN target_language TEXT NOT NULL DEFAULT '';
ALTER TABLE bills ADD COLUMN glossary TEXT NOT NULL DEFAULT '';
""",
    """
CREATE TABLE remote_writes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER NOT NULL,
    trace_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    made_at REAL NOT NULL
);
""",
    """
CREATE TABLE publish_runs (
    run_id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    state TEXT NOT NULL,
    started_at REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE publish_steps (
    run_id TEXT NOT NULL REFERENCES publish_runs (run_id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    draft_id TEXT NOT NULL,
    glossary_id TEXT,
    glossary_name TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    change_hash TEXT NOT NULL,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    state TEXT NOT NULL,
    after_call INTEGER NOT NULL DEFAULT 0,
    creates_glossary INTEGER NOT NULL DEFAULT 0,
    before_hash TEXT,
    target_hash TEXT,
    PRIMARY KEY (run_id, place)
) WITHOUT ROWID;
""",
    """
CREATE TABLE local_only_glossaries (
    profile TEXT NOT NULL,
    shelf_key TEXT NOT NULL,
    locked_at REAL NOT NULL,
    PRIMARY KEY (profile, shelf_key)
) WITHOUT ROWID;
ALTER TABLE deleted_glossaries ADD COLUMN is_local_only INTEGER NOT NULL DEFAULT 0;
""",
    """
ALTER TABLE documents ADD COLUMN memory_id TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN memory_threshold INTEGER NOT NULL DEFAULT 0;
""",
    """
CREATE TABLE folder_links (
    profile TEXT NOT NULL,
    glossary_key TEXT NOT NULL,
    folder TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (profile, glossary_key)
) WITHOUT ROWID;
CREATE TABLE linked_dictionaries (
    profile TEXT NOT NULL,
    glossary_key TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES snapshots (hash),
    PRIMARY KEY (profile, glossary_key, source, target)
) WITHOUT ROWID;
""",
    """
-- Characters that no bill holds, so that a limit for a day counts them. `day` is the midnight with which it began.
CREATE TABLE day_uses (
    profile TEXT NOT NULL,
    day REAL NOT NULL,
    characters INTEGER NOT NULL,
    PRIMARY KEY (profile, day)
) WITHOUT ROWID;
""",
    """
-- Whole versions hold the rows as they were here: details, order, and terms that are never published.
-- What of that the service has: a reading with the same hash is no new version. Empty where it is the version itself.
ALTER TABLE versions ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 0;
ALTER TABLE versions ADD COLUMN published_hash TEXT NOT NULL DEFAULT '';
""",
    """
ALTER TABLE spot_check_outputs ADD COLUMN uncertain TEXT NOT NULL DEFAULT '[]';
""",
    """
-- What is known of changes that are no publishing calls: deletions, new names.
ALTER TABLE remote_writes ADD COLUMN glossary_name TEXT NOT NULL DEFAULT '';
ALTER TABLE remote_writes ADD COLUMN source TEXT NOT NULL DEFAULT '';
ALTER TABLE remote_writes ADD COLUMN target TEXT NOT NULL DEFAULT '';
ALTER TABLE remote_writes ADD COLUMN before_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE remote_writes ADD COLUMN entry_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE remote_writes ADD COLUMN new_name TEXT NOT NULL DEFAULT '';
""",
    """
ALTER TABLE documents ADD COLUMN style_id TEXT NOT NULL DEFAULT '';
""",
    """
-- Copies and moves to another service that can still be undone. `dictionaries`: pairs and hashes; `deleted`: numbers.
CREATE TABLE completed_transfers (
    transfer_id TEXT NOT NULL PRIMARY KEY,
    profile TEXT NOT NULL,
    other_profile TEXT NOT NULL,
    other_key TEXT NOT NULL,
    name TEXT NOT NULL,
    original_name TEXT NOT NULL,
    dictionaries TEXT NOT NULL,
    entry_count INTEGER NOT NULL,
    is_move INTEGER NOT NULL,
    deleted TEXT NOT NULL,
    completed_at REAL NOT NULL
) WITHOUT ROWID;
ALTER TABLE transfers ADD COLUMN original_name TEXT NOT NULL DEFAULT '';
""",
    """
ALTER TABLE deleted_glossaries ADD COLUMN is_overwritten INTEGER NOT NULL DEFAULT 0;
-- Such a version had English words in its name, and no key.
UPDATE deleted_glossaries
SET name = substr(name, 1, length(name) - length(' (as others had it)')), is_overwritten = 1
WHERE name LIKE '% (as others had it)' AND shelf_key = '';
""",
    """
-- Identifies a change from before it is sent until its outcome is known. Older ones have none.
ALTER TABLE remote_writes ADD COLUMN write_id TEXT;
CREATE UNIQUE INDEX remote_writes_by_id ON remote_writes (write_id);
-- Publishing calls: what a later reading showed.
ALTER TABLE remote_writes ADD COLUMN read_back TEXT NOT NULL DEFAULT '';
CREATE INDEX remote_writes_by_job ON remote_writes (job_id) WHERE job_id != '';
""",
    """
-- So that a glossary can be found by its name while the service cannot be reached.
ALTER TABLE seen_dictionaries ADD COLUMN glossary_name TEXT NOT NULL DEFAULT '';
UPDATE seen_dictionaries SET glossary_name = coalesce(
    (SELECT glossary_name FROM drafts AS d
        WHERE d.profile = seen_dictionaries.profile AND d.glossary_id = seen_dictionaries.glossary_id LIMIT 1),
    (SELECT glossary_name FROM publish_jobs AS p
        WHERE p.profile = seen_dictionaries.profile AND p.glossary_id = seen_dictionaries.glossary_id
        ORDER BY number DESC LIMIT 1),
    '');
""",
    """
-- Whether the last list of the service lacked the dictionary: others have deleted it.
ALTER TABLE seen_dictionaries ADD COLUMN is_missing INTEGER NOT NULL DEFAULT 0;
""",
    """
-- Whether the service on this computer knows the lock, so that other programs that use it learn it, too.
ALTER TABLE local_only_glossaries ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 0;
""",
    """
-- The run that made a publishing call; empty outside of runs. Calls of older versions have none.
ALTER TABLE publish_jobs ADD COLUMN run_id TEXT;
""",
    """
-- Why unfinished work stopped, as the program encodes it. Empty if nobody knows.
ALTER TABLE publish_runs ADD COLUMN stop_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE transfers ADD COLUMN stop_reason TEXT NOT NULL DEFAULT '';
-- Pairs, hashes of the versions that are copied, and whether these were read back. Older transfers have none.
ALTER TABLE transfers ADD COLUMN dictionaries TEXT NOT NULL DEFAULT '[]';
""",
    """
-- When old records were last deleted, and since when the clock has run without a jump. At most one row.
CREATE TABLE retention_clock (
    moment REAL NOT NULL,
    since REAL NOT NULL
);
""",
    """
-- The bases of the draft before and after a step that came with a new base. NULL before: it was never published.
ALTER TABLE steps ADD COLUMN base_before TEXT;
ALTER TABLE steps ADD COLUMN base_after TEXT;
""",
    """
-- What the dictionary and its linked folder had in common before and after a step that took over a release.
ALTER TABLE steps ADD COLUMN common_before TEXT;
ALTER TABLE steps ADD COLUMN common_after TEXT;
""",
)
