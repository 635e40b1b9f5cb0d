BEGIN TRANSACTION;
CREATE TABLE lists (
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    as_of TEXT NOT NULL,
    PRIMARY KEY (account, service)
) STRICT;
INSERT INTO "lists" VALUES('work','https://api.example.net','2026-11-18T12:00:00+00:00');
CREATE TABLE topups (
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    topup_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (account, service, topup_id)
) STRICT
;
INSERT INTO "topups" VALUES('work','https://api.example.net','tu_2','2026-11-18T12:00:00+00:00','{"id": "tu_2"}');
INSERT INTO "topups" VALUES('work','https://api.example.net','tu_1','2026-11-18T11:00:00+00:00','{"id": "tu_1"}');
COMMIT;
PRAGMA user_version = 1;
