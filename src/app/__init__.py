"""The core: models, rules, the client of the service, storage, services and texts; knows no Qt."""
