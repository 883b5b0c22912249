"""The tables of the database, and how they have changed."""
