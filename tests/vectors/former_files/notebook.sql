BEGIN TRANSACTION;
CREATE TABLE hidden (
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    topup_id TEXT NOT NULL,
    PRIMARY KEY (account, service, topup_id)
) STRICT;
INSERT INTO "hidden" VALUES('work','https://api.example.net','tu_2');
CREATE TABLE pictures (
    coin TEXT NOT NULL,
    network TEXT NOT NULL,
    picture TEXT NOT NULL,
    PRIMARY KEY (coin, network)
) STRICT
;
INSERT INTO "pictures" VALUES('USDT','tron','link');
CREATE TABLE sightings (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    topup_id TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    status TEXT NOT NULL,
    confirmations INTEGER NOT NULL,
    confirmations_required INTEGER NOT NULL,
    received TEXT NOT NULL,
    coin TEXT NOT NULL,
    purchase_status TEXT NOT NULL,
    oddity TEXT NOT NULL,
    sound_status TEXT NOT NULL,
    is_open INTEGER NOT NULL
) STRICT;
INSERT INTO "sightings" VALUES(1,'work','https://api.example.net','tu_1','2026-11-18T12:00:00+00:00','verifying',0,20,'0.5','ETH','pending','','verifying',1);
INSERT INTO "sightings" VALUES(2,'work','https://api.example.net','tu_1','2026-11-18T12:00:01+00:00','verifying',1,20,'0.5','ETH','pending','','verifying',1);
INSERT INTO "sightings" VALUES(3,'work','https://api.example.net','tu_1','2026-11-18T12:00:02+00:00','verifying',2,20,'0.5','ETH','pending','','verifying',0);
INSERT INTO "sightings" VALUES(4,'work','https://api.example.net','tu_2','2026-11-18T12:00:00+00:00','expired',0,2,'','BTC','','','',1);
CREATE TABLE typed (
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    topup_id TEXT NOT NULL,
    txid TEXT NOT NULL,
    PRIMARY KEY (account, service, topup_id)
) STRICT
;
INSERT INTO "typed" VALUES('work','https://api.example.net','tu_1','0xabc');
CREATE INDEX sightings_by_topup ON sightings (account, service, topup_id, number);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('sightings',4);
COMMIT;
PRAGMA user_version = 3;
