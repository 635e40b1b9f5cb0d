"""Rules of sub-users: drafts, traffic caps, import, export."""
