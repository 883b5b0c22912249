"""The service's tables and how its database is opened: SQLite with one owner, or any SQLAlchemy address."""

from __future__ import annotations

import os
import sqlite3
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
    select,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import StaticPool

from termdesk.domain.errors import InvalidInput, StorageFailed

# Goes up with every change of the tables; `prepare` brings older databases up, one named step a version.
SCHEMA_VERSION = 1
# A service that was just ended may take this long to let go of the file.
SECONDS_FOR_LOCK = 2.0

_metadata = MetaData()
glossaries = Table(
    "glossaries",
    _metadata,
    Column("glossary_id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", String, nullable=False),
)
# A dictionary is one text, the very TSV that is sent: stored in one write, read in one, never half of it.
dictionaries = Table(
    "dictionaries",
    _metadata,
    Column("glossary_id", ForeignKey("glossaries.glossary_id", ondelete="CASCADE"), nullable=False),
    Column("source", String, nullable=False),
    Column("target", String, nullable=False),
    Column("entry_count", Integer, nullable=False),
    Column("content_hash", String, nullable=False),
    Column("content", LargeBinary, nullable=False),
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
usage = Table(
    "usage",
    _metadata,
    Column("period", String, nullable=False),
    Column("product", String, nullable=False),
    Column("characters", BigInteger, nullable=False),
    PrimaryKeyConstraint("period", "product"),
)
_about = Table("about", _metadata, Column("name", String, primary_key=True), Column("value", String, nullable=False))


def engine_of(url: str) -> Engine:
    """The engine of an SQLAlchemy address. Raises InvalidInput where it is none, or its driver is missing."""
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
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _set_up_connection(connection: Any, _record: Any) -> None:
    # SQLAlchemy's recipe: the driver's own transactions off, so that BEGIN IMMEDIATE is ours.
    connection.isolation_level = None
    # EXCLUSIVE: a second service on the same file is refused, and only one connection ever writes or checkpoints.
    for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def make_private_file(engine: Engine) -> None:
    """Make the file of an SQLite database before SQLite does: its log then inherits the mode, this user only."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path and path != ":memory:":
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def prepare(connection: Connection) -> None:
    """Make what is missing. Raises StorageFailed for a database that a newer program wrote."""
    _metadata.create_all(connection)
    version = connection.execute(select(_about.c.value).where(_about.c.name == "version")).scalar()
    if version is None:
        connection.execute(insert(_about).values(name="version", value=str(SCHEMA_VERSION)))
    elif int(version) > SCHEMA_VERSION:
        raise StorageFailed(
            f"The service's database has version {version}, and this program knows {SCHEMA_VERSION}.",
            path=str(connection.engine.url.database),
            remedy="Install the newer version again; the database is untouched.",
        )


# What a database says when it is opened: SQLAlchemy wraps only what comes from its own calls.
CANNOT_OPEN = (DBAPIError, sqlite3.Error)


def refused(engine: Engine, error: Exception) -> StorageFailed:
    """Why a database cannot be opened, in words."""
    path, said = str(engine.url.database), str(getattr(error, "orig", error))
    if "locked" in said:
        reason, remedy = "is in use by another service", "End that one first, or name another folder with --data."
    elif "not a database" in said or "malformed" in said:
        reason, remedy = "is damaged", "Move it away; the service then starts with an empty one."
    else:
        reason, remedy = f"cannot be opened: {said}", "Check the address, the disk and the rights of the folder."
    return StorageFailed(f"The service's database {path} {reason}.", path=path, remedy=remedy)
