-- The tables of a club's database, on SQLite and PostgreSQL.
--
-- Records as the tablets sent them, also those that wait for the director, players, imports,
-- totals that tablets have said, what tablets were sent, and the log of what people decide are the
-- truth. All other tables but three follow from these and are made anew whenever they change
-- (Club.rebuild), so nothing is in two places that could disagree. Therefore no foreign key leads
-- from the truth to what follows. Secrets and the security log belong to this database alone: no
-- backup has them. The versions of subjects only say that something has changed.
--
-- Decisions are only added, never changed. The club numbers them itself, so that they keep their
-- numbers in a backup.
--
-- Types: INTEGER has 32 bits, with a sign; numbers that a tablet fills with 32 bits need a BIGINT.
-- FLAG is 0 or 1. INSTANT is a point in time in UTC, as 2026-11-20T20:00:00.000000+00:00, so that
-- the texts sort as the times. VARCHAR(10) is a date, as 2026-11-20, or nothing; VARCHAR of another
-- length is a word in ASCII. SERIAL is numbered by the database. The id of a session, VARCHAR(48),
-- is that of its tablet, 16 bytes in hexadecimal, "-", and a number of 32 bits.

-- The version of these tables.
CREATE TABLE scorepad_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT pk_scorepad_version PRIMARY KEY (version_num)
);

-- What a sync has brought: the session was "new", "extended", "replaced" or "damaged".
CREATE TABLE imports (
    id SERIAL NOT NULL,
    taken INSTANT NOT NULL,
    port TEXT NOT NULL,
    session VARCHAR(48) NOT NULL,
    outcome VARCHAR(16) NOT NULL,
    CONSTRAINT pk_imports PRIMARY KEY (id)
);

-- A person in the club's roster.
CREATE TABLE players (
    id BIGINT NOT NULL,
    name TEXT NOT NULL,
    number TEXT NOT NULL,  -- in the federation, "" for none
    grade VARCHAR(16) DEFAULT '' NOT NULL,  -- "", junior, intermediate or open
    rating INTEGER DEFAULT '0' NOT NULL,  -- 0 = unknown
    area TEXT DEFAULT '' NOT NULL,  -- where they live
    CONSTRAINT pk_players PRIMARY KEY (id)
);

-- One record of a session, as it came: 14 bytes; the last of a damaged one may have fewer.
CREATE TABLE records (
    session VARCHAR(48) NOT NULL,
    sequence INTEGER NOT NULL,
    raw BLOB NOT NULL,
    CONSTRAINT pk_records PRIMARY KEY (session, sequence)
);

-- One record of a damaged copy that was replaced, as it came.
CREATE TABLE set_aside (
    replacement INTEGER NOT NULL,  -- the decision by which it was
    sequence INTEGER NOT NULL,
    raw BLOB NOT NULL,
    CONSTRAINT pk_set_aside PRIMARY KEY (replacement, sequence)
);

-- A session that a phone has brought and that counts nowhere until the director takes it in.
CREATE TABLE waiting (
    session VARCHAR(48) NOT NULL,
    table_number INTEGER NOT NULL,
    raw BLOB NOT NULL,  -- all its records
    came INSTANT NOT NULL,  -- when this version of it did
    why VARCHAR(16) NOT NULL,  -- it waits (waiting.REASONS)
    dismissed FLAG NOT NULL,  -- the director has decided not to take it in
    CONSTRAINT pk_waiting PRIMARY KEY (session)
);

-- What a tablet has said of a session whose records have this CRC-32, and they say otherwise.
-- Or no longer say otherwise, if it did before.
CREATE TABLE tablet_totals (
    id SERIAL NOT NULL,
    made INSTANT NOT NULL,
    session VARCHAR(48) NOT NULL,
    crc BIGINT NOT NULL,
    totals TEXT NOT NULL,  -- as `NS=300 EW=1620`
    complete FLAG NOT NULL,
    CONSTRAINT pk_tablet_totals PRIMARY KEY (id)
);

-- A decision about a subject, as a session or an event (club/log.py).
CREATE TABLE decisions (
    number INTEGER NOT NULL,
    made INSTANT NOT NULL,
    author TEXT NOT NULL,
    reason TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,  -- in JSON, what the kind needs to be known
    CONSTRAINT pk_decisions PRIMARY KEY (number)
);
CREATE INDEX ix_decisions_subject_number ON decisions (subject, number);

-- A tablet has this event as the table of this number, in records with this CRC-32.
CREATE TABLE event_sends (
    id SERIAL NOT NULL,
    made INSTANT NOT NULL,
    event INTEGER NOT NULL,  -- 0: it has none any more
    tablet VARCHAR(32) NOT NULL,
    table_number INTEGER NOT NULL,
    crc BIGINT NOT NULL,  -- 0: with an event, it would take another's place there
    CONSTRAINT pk_event_sends PRIMARY KEY (id)
);

-- A session as its records say, and what its deals come to after all corrections, those of the
-- tablet and those of the club.
CREATE TABLE sessions (
    id VARCHAR(48) NOT NULL,  -- never used for another one
    tablet VARCHAR(32) NOT NULL,
    number BIGINT NOT NULL,
    table_number INTEGER NOT NULL,
    rules VARCHAR(32) NOT NULL,
    state VARCHAR(16) NOT NULL,  -- open, complete, left out (by a decision), or damaged
    records INTEGER NOT NULL,  -- whole ones
    crc BIGINT NOT NULL,  -- CRC-32 of all bytes
    started BIGINT NOT NULL,  -- minutes since 2000-01-01 00:00 UTC, 0 = the clock was not set
    fault TEXT NOT NULL,  -- why it is damaged, otherwise ""
    played INTEGER DEFAULT '0' NOT NULL,  -- deals
    totals TEXT DEFAULT '' NOT NULL,  -- of its accounts, as `NS=300 EW=1620`
    won BLOB,  -- IMPs of N-S that the ranking is charged with, a signed byte each
    twice FLAG DEFAULT '0' NOT NULL,  -- somebody has two seats
    event BIGINT DEFAULT '0' NOT NULL,  -- of duplicate, by its number on the tablets, 0 = none
    CONSTRAINT pk_sessions PRIMARY KEY (id)
);
CREATE INDEX ix_sessions_event ON sessions (event);
CREATE INDEX ix_sessions_rules_started ON sessions (rules, started);
CREATE INDEX ix_sessions_started ON sessions (started, tablet, number);

-- Who sat where; players: ids in the roster, 0 = a guest. Without a foreign key to the roster: a
-- tablet may have that of yesterday, and its records are kept.
CREATE TABLE seats (
    session VARCHAR(48) NOT NULL,
    seat INTEGER NOT NULL,  -- 0 North to 3 West
    entered BIGINT NOT NULL,  -- on the tablet
    decided BIGINT NOT NULL,  -- by the club, else the same
    player BIGINT NOT NULL,  -- the person it was, after merges
    CONSTRAINT pk_seats PRIMARY KEY (session, seat),
    CONSTRAINT fk_seats_sessions FOREIGN KEY(session) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX ix_seats_player ON seats (player);

-- Who sat where in a round of an event.
CREATE TABLE round_seats (
    session VARCHAR(48) NOT NULL,
    turn INTEGER NOT NULL,  -- of the rounds of the session, from 0
    seat INTEGER NOT NULL,  -- 4 more where another pair sat for some deals, by decision; and so on
    entered BIGINT NOT NULL,  -- in the pair of the event
    player BIGINT NOT NULL,  -- the person it was, after merges
    CONSTRAINT pk_round_seats PRIMARY KEY (session, turn, seat),
    CONSTRAINT fk_round_seats_sessions
        FOREIGN KEY(session) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX ix_round_seats_player ON round_seats (player);

-- Points that the player in `seat` wins of the one in `opponent`, negative if he loses them. Each
-- pair that settles has one, the lower seat first. Only complete sessions have any.
CREATE TABLE settlements (
    session VARCHAR(48) NOT NULL,
    seat INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    points INTEGER NOT NULL,
    CONSTRAINT pk_settlements PRIMARY KEY (session, seat, opponent),
    CONSTRAINT fk_settlements_sessions
        FOREIGN KEY(session) REFERENCES sessions (id) ON DELETE CASCADE
);

-- A player's ranking after all sessions that began before `until`, and how many deals he has played
-- then. A row for each span of time in which he has (derived/ranking_rows.py).
CREATE TABLE rankings (
    player BIGINT NOT NULL,
    until BIGINT NOT NULL,
    ranking INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    CONSTRAINT pk_rankings PRIMARY KEY (player, until)
);
CREATE INDEX ix_rankings_until ON rankings (until);

-- How often a subject, as a session or an event, has changed (Rows.version).
CREATE TABLE versions (
    subject TEXT NOT NULL,
    version INTEGER NOT NULL,
    CONSTRAINT pk_versions PRIMARY KEY (subject)
);

-- What somebody has to know to come in: the hash of it, never more.
CREATE TABLE secrets (
    -- "password", with the name ""; "token", with the name that it was given; "codes", with the
    -- name "" and, as `hash`, the random key of the codes of the tables; "tablet", in a page, with
    -- its id, or "forgotten"; "table", with such an id, a space and a table by whose link it has
    -- come in, no hash, and when it last did, as `made`
    kind VARCHAR(16) NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    made INSTANT NOT NULL,
    may VARCHAR(16) DEFAULT '' NOT NULL,  -- what a token lets a program do, "read" or "write"
    used VARCHAR(10) DEFAULT '' NOT NULL,  -- the day of its last use
    CONSTRAINT pk_secrets PRIMARY KEY (kind, name)
);

-- An event of the security log (club/security_log.py).
CREATE TABLE security_log (
    id SERIAL NOT NULL,
    made INSTANT NOT NULL,
    kind VARCHAR(32) NOT NULL,  -- the code of a security_log.Kind
    about TEXT NOT NULL,  -- name of a token, a table, a file; "" if the kind says all
    who TEXT NOT NULL,  -- this and `address`: as of security_log.Actor
    address TEXT NOT NULL,
    times INTEGER NOT NULL,  -- how often it happened within an hour from `made` on
    CONSTRAINT pk_security_log PRIMARY KEY (id)
);
