"""The service's tables, and how its database is opened: SQLite with one owner, or any SQLAlchemy address."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    create_engine,
    event,
    insert,
    inspect,
    literal,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import StaticPool

from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.service.accounts import OWNER

# Increases with every change of the tables; `prepare` migrates older databases with one named step a version.
SCHEMA_VERSION = 5
# A service that has just ended may keep the file locked this long.
SECONDS_FOR_LOCK = 2.0
_ONLY_READS = "termdesk_only_reads"

_metadata = MetaData()
glossaries = Table(
    "glossaries",
    _metadata,
    Column("glossary_id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", String, nullable=False),
    # Whether the user locked it to this computer. Every program that uses this service learns it.
    Column("is_local_only", Integer, nullable=False, server_default="0"),
)
# A dictionary is stored as one text, exactly the TSV that is sent: written and read as a whole, never in part.
dictionaries = Table(
    "dictionaries",
    _metadata,
    Column("glossary_id", ForeignKey("glossaries.glossary_id", ondelete="CASCADE"), nullable=False),
    Column("source", String, nullable=False),
    Column("target", String, nullable=False),
    Column("entry_count", Integer, nullable=False),
    Column("content_hash", String, nullable=False),
    Column("content", LargeBinary, nullable=False),
    # The position among the dictionaries of its glossary: they are listed in the order in which they were sent.
    Column("place", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("glossary_id", "source", "target"),
)
memory = Table(
    "memory",
    _metadata,
    Column("source_lang", String, nullable=False),
    Column("target_lang", String, nullable=False),
    Column("source", String, nullable=False),
    Column("target", String, nullable=False),
    PrimaryKeyConstraint("source_lang", "target_lang", "source"),
)
# The sentences of confirmed texts with several sentences; `text` is the source text that contains the sentence.
memory_sentences = Table(
    "memory_sentences",
    _metadata,
    Column("source_lang", String, nullable=False),
    Column("target_lang", String, nullable=False),
    Column("source", String, nullable=False),
    Column("target", String, nullable=False),
    Column("text", String, nullable=False),
    PrimaryKeyConstraint("source_lang", "target_lang", "source"),
)
usage = Table(
    "usage",
    _metadata,
    Column("period", String, nullable=False),
    Column("product", String, nullable=False),
    Column("characters", BigInteger, nullable=False),
    PrimaryKeyConstraint("period", "product"),
)
# The share of each key in the usage above; only keys from a configuration have a name of their own.
key_usage = Table(
    "key_usage",
    _metadata,
    Column("period", String, nullable=False),
    Column("key_name", String, nullable=False),
    Column("product", String, nullable=False),
    Column("characters", BigInteger, nullable=False),
    PrimaryKeyConstraint("period", "key_name", "product"),
)
_about = Table("about", _metadata, Column("name", String, primary_key=True), Column("value", String, nullable=False))


def engine_of(url: str) -> Engine:
    """Create the engine of an SQLAlchemy address. Raises InvalidInput for an invalid address or a missing driver."""
    try:
        address = make_url(url)
        if address.get_backend_name() != "sqlite":
            return create_engine(address)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise InvalidInput(
            f"The database address cannot be used: {error}.",
            remedy="Write it as SQLAlchemy does, like sqlite:////folder/file, and install the driver it names.",
        ) from None
    engine = create_engine(
        address,
        poolclass=StaticPool,
        connect_args={"check_same_thread": False, "timeout": SECONDS_FOR_LOCK},
    )
    event.listen(engine, "connect", _set_up_connection)
    event.listen(engine, "begin", _begin)
    return engine


def reader_of(engine: Engine) -> Engine:
    """Return the same database for reading.

    SQLite starts no transaction for reads: the only connection belongs to one thread, which does one thing at a time,
    so nothing can change between two statements of a read. Other databases start a transaction as usual.
    """
    return engine.execution_options(**{_ONLY_READS: True})


def _begin(connection: Connection) -> None:
    if not connection.get_execution_options().get(_ONLY_READS):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _set_up_connection(connection: Any, _record: Any) -> None:
    # SQLAlchemy's recipe: disable the driver's own transactions, so that we issue BEGIN IMMEDIATE.
    connection.isolation_level = None
    # EXCLUSIVE: a second service on the same file is refused, and only one connection ever writes or checkpoints.
    for statement in (
        "PRAGMA locking_mode=EXCLUSIVE",
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        "PRAGMA foreign_keys=ON",
    ):
        connection.execute(statement)


def make_private_file(engine: Engine) -> None:
    """Create an SQLite file before SQLite does, readable for this user only; its log then inherits the mode."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path and path != ":memory:":
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def prepare(connection: Connection) -> None:
    """Create missing tables and migrate an older database. Raises StorageFailed if a newer program made it."""
    version = _version(connection)
    if version > SCHEMA_VERSION:
        raise StorageFailed(
            f"The service's database has version {version}, and this program knows {SCHEMA_VERSION}.",
            path=str(connection.engine.url.database),
            remedy="Install the newer version again; the database is untouched.",
        )
    _metadata.create_all(connection)
    if version:
        for step in range(version + 1, SCHEMA_VERSION + 1):
            _STEPS[step](connection)
        connection.execute(update(_about).where(_about.c.name == "version").values(value=str(SCHEMA_VERSION)))
    else:
        connection.execute(insert(_about).values(name="version", value=str(SCHEMA_VERSION)))


def is_older(connection: Connection) -> bool:
    """Whether `prepare` would change the database, so that a backup should be made first."""
    return 0 < _version(connection) < SCHEMA_VERSION


def back_up(engine: Engine) -> None:
    """Copy an SQLite database to a file beside it before a migration; other databases are not copied."""
    path = engine.url.database
    if engine.dialect.name != "sqlite" or not path or path == ":memory:":
        return
    copy = Path(f"{path}.before-version-{SCHEMA_VERSION}")
    copy.unlink(missing_ok=True)
    os.close(os.open(copy, os.O_CREAT | os.O_RDWR, 0o600))
    with contextlib.closing(engine.raw_connection()) as source, contextlib.closing(sqlite3.connect(copy)) as target:
        assert isinstance(source.driver_connection, sqlite3.Connection)
        source.driver_connection.backup(target)


def overwrite_deleted(engine: Engine) -> None:
    """Rewrite an SQLite database without deleted content, and empty its log.

    Must not run in a transaction. Does nothing for other databases.
    """
    if engine.dialect.name == "sqlite":
        with contextlib.closing(engine.raw_connection()) as connection:
            assert isinstance(connection.driver_connection, sqlite3.Connection)
            connection.driver_connection.execute("VACUUM")
            connection.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _version(connection: Connection) -> int:
    """Return the schema version, 0 for an empty database."""
    if not inspect(connection).has_table(_about.name):
        return 0
    return int(connection.execute(select(_about.c.value).where(_about.c.name == "version")).scalar() or 0)


def _count_by_key(connection: Connection) -> None:
    """Version 2 counts usage by key; before it there was only one."""
    rows = select(usage.c.period, literal(OWNER), usage.c.product, usage.c.characters)
    connection.execute(insert(key_usage).from_select(["period", "key_name", "product", "characters"], rows))


def _keep_sentences(_connection: Connection) -> None:
    """Version 3 stores the sentences of confirmed texts, in a table that `create_all` makes; it starts empty."""


def _keep_order(connection: Connection) -> None:
    """Version 4 stores the order of dictionaries; older ones stay sorted by their languages."""
    connection.exec_driver_sql("ALTER TABLE dictionaries ADD COLUMN place INTEGER NOT NULL DEFAULT 0")


def _keep_locks(connection: Connection) -> None:
    """Version 5 stores the locks of glossaries; programs that kept them give them to the service."""
    connection.exec_driver_sql("ALTER TABLE glossaries ADD COLUMN is_local_only INTEGER NOT NULL DEFAULT 0")


_STEPS = {2: _count_by_key, 3: _keep_sentences, 4: _keep_order, 5: _keep_locks}


# Errors when a database is opened: SQLAlchemy wraps only those from its own calls.
CANNOT_OPEN = (DBAPIError, sqlite3.Error)


def _copies(path: str) -> str:
    """Names the backups beside a database, newest first."""
    found = sorted(Path(path).parent.glob(f"{Path(path).name}.before-*"), key=lambda each: each.stat().st_mtime)
    names = [each.name for each in reversed(found) if not each.name.endswith("-wal")]
    return f" Copies of it: {', '.join(names)}." if names else ""


def open_failure(engine: Engine, error: Exception) -> StorageFailed:
    """Describe why a database cannot be opened."""
    path, error_text = str(engine.url.database), str(getattr(error, "orig", error))
    if "locked" in error_text:
        reason, remedy = "is in use by another service", "End that one first, or name another folder with --data."
    elif "not a database" in error_text or "malformed" in error_text:
        reason, remedy = "is damaged", "Move it away; the service then starts with an empty one." + _copies(path)
    else:
        reason, remedy = f"cannot be opened: {error_text}", "Check the address, the disk and the rights of the folder."
    return StorageFailed(f"The service's database {path} {reason}.", path=path, remedy=remedy)
