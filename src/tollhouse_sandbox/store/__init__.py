"""Everything the sandbox remembers, in SQLite."""
