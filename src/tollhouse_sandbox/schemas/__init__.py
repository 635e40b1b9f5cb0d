"""The bodies that come in and the answers that go out."""
