BEGIN TRANSACTION;
CREATE TABLE notices (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    content TEXT NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "notices" VALUES(2,'work','{"kind":"credited","subject_id":"tu_1","occasion":"credited","at":"2026-11-18T12:00:00+00:00","amount_usd":"50.00","spent_usd":"","coin":"","name":"","ends_at":null,"percent":0,"auto_renew":false}',1);
INSERT INTO "notices" VALUES(3,'work','{"kind":"credited","subject_id":"tu_2","occasion":"credited","at":"2026-11-18T12:00:00+00:00","amount_usd":"50.00","spent_usd":"","coin":"","name":"","ends_at":null,"percent":0,"auto_renew":false}',0);
INSERT INTO "notices" VALUES(4,'work','{"kind":"credited","subject_id":"tu_3","occasion":"credited","at":"2026-11-18T12:00:00+00:00","amount_usd":"50.00","spent_usd":"","coin":"","name":"","ends_at":null,"percent":0,"auto_renew":false}',0);
CREATE TABLE told (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    occasion TEXT NOT NULL,
    UNIQUE (account, subject_id, occasion)
) STRICT
;
INSERT INTO "told" VALUES(1,'work','tu_0','credited');
INSERT INTO "told" VALUES(2,'work','tu_1','credited');
INSERT INTO "told" VALUES(3,'work','tu_2','credited');
INSERT INTO "told" VALUES(4,'work','tu_3','credited');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('told',4);
INSERT INTO "sqlite_sequence" VALUES('notices',4);
COMMIT;
PRAGMA user_version = 1;
