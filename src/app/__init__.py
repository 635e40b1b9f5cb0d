"""The core: models, rules, the client of the service, storage and texts; knows no Qt."""
