BEGIN TRANSACTION;
CREATE TABLE coins (
    service TEXT NOT NULL PRIMARY KEY,
    as_of TEXT NOT NULL,
    content TEXT NOT NULL
) STRICT
;
INSERT INTO "coins" VALUES('demo','2026-11-18T12:00:00+00:00','[]');
CREATE TABLE countries (
    service TEXT NOT NULL,
    product TEXT NOT NULL,
    as_of TEXT NOT NULL,
    unreadable INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (service, product)
) STRICT;
INSERT INTO "countries" VALUES('demo','','2026-11-18T12:00:00+00:00',2,'[{"code": "DE"}]');
CREATE TABLE places (
    service TEXT NOT NULL,
    kind TEXT NOT NULL,
    country TEXT NOT NULL,
    product TEXT NOT NULL,
    as_of TEXT NOT NULL,
    unreadable INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    names BLOB NOT NULL,
    words BLOB NOT NULL,
    codes BLOB NOT NULL,
    states TEXT NOT NULL,
    PRIMARY KEY (service, kind, country, product)
) STRICT
;
INSERT INTO "places" VALUES('demo','cities','DE','','2026-11-18T12:00:00+00:00',0,95,X'0A4DC3BC6E6368656E0A4BC3B66C6E0A',X'0A6D756E6368656E0A6B6F6C6E0A',X'0A64652D6D756E6963680A64652D636F6C6F676E650A','{"states": ["", "Bavaria"], "rows": [1, 0]}');
INSERT INTO "places" VALUES('demo','asns','DE','','2026-11-18T12:00:00+00:00',0,43,X'0A4E65747A0A',X'0A6E65747A0A',X'0A310A','{"states": [""], "rows": []}');
COMMIT;
PRAGMA user_version = 2;
