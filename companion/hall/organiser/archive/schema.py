"""What the organiser's file is made of. `tbl` is a table's name in topics; every `…ms` is on the hall's clock, every
other time in nanoseconds of that table's."""

VERSION = 2
APPLICATION = 0x57484131
"""The file's application id: "WHA1"."""

SCHEMA = """
CREATE TABLE hall (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    epoch_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, round_version INTEGER NOT NULL,
    machine TEXT NOT NULL DEFAULT '' -- which start of the machine it was, '' where nobody knows
);
CREATE TABLE place (tbl TEXT PRIMARY KEY, name TEXT NOT NULL, journal TEXT NOT NULL) WITHOUT ROWID;

-- What tables have sent of their journals. `last` is how far a match is known to go, `next` the match after it.
CREATE TABLE match (
    id INTEGER PRIMARY KEY, tbl TEXT NOT NULL, journal TEXT NOT NULL, match INTEGER NOT NULL,
    game TEXT, setup BLOB, wall INTEGER, last INTEGER NOT NULL DEFAULT 0, next INTEGER,
    UNIQUE (tbl, journal, match)
);
CREATE TABLE row (
    of INTEGER NOT NULL REFERENCES match (id), seq INTEGER NOT NULL, wall INTEGER NOT NULL, mono INTEGER NOT NULL,
    source TEXT NOT NULL, event BLOB NOT NULL, sealed TEXT, chain TEXT, PRIMARY KEY (of, seq)
) WITHOUT ROWID;

-- The rounds; the one with the greatest number is being played.
CREATE TABLE round (
    number INTEGER PRIMARY KEY, title TEXT NOT NULL, length_ms INTEGER NOT NULL, ends_ms INTEGER,
    left_ms INTEGER NOT NULL, begun INTEGER NOT NULL, pause INTEGER NOT NULL
);
-- Who plays where in a round, as a JSON list of players in the order of play; alone: a bye.
CREATE TABLE pairing (round INTEGER NOT NULL, tbl TEXT NOT NULL, players TEXT NOT NULL, PRIMARY KEY (round, tbl))
    WITHOUT ROWID;
-- What came of it: as the table's sides confirmed it, or (`by_hand`) as the organiser wrote it down, which counts more.
-- `winner` is a seat, as are the keys of `score` (whole numbers), `names` and `agreed`, all three JSON.
CREATE TABLE result (
    round INTEGER NOT NULL, tbl TEXT NOT NULL, by_hand INTEGER NOT NULL, winner TEXT, title TEXT NOT NULL,
    score TEXT NOT NULL, names TEXT NOT NULL, agreed TEXT NOT NULL, match INTEGER, PRIMARY KEY (round, tbl, by_hand)
) WITHOUT ROWID;

CREATE TABLE call (
    tbl TEXT NOT NULL, journal TEXT NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (tbl, journal, id)
) WITHOUT ROWID;
CREATE TABLE said (id TEXT PRIMARY KEY, text TEXT NOT NULL, ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE rule (id TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
-- What a table was asked that has to survive a restart: 0 on its way, 1 done, 2 not done.
CREATE TABLE ask (tbl TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, done INTEGER NOT NULL, PRIMARY KEY (tbl, id))
    WITHOUT ROWID;
"""

MIGRATIONS = {1: "ALTER TABLE hall ADD COLUMN machine TEXT NOT NULL DEFAULT '';"}
"""What makes a file of that version one of the next."""
