"""How one call travels: connection, queues, retries, and what came of it."""
