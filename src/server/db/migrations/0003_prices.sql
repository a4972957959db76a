-- Prices: what is kept of each (pair, feed kind). The 76-byte records and the hashes are rebuilt from the blobs, never stored.

-- A stream is a (pair, feed kind): its number stands in every tick record, its genesis opens its chain.
CREATE TABLE tick_stream (
  stream  bigint PRIMARY KEY CHECK (stream BETWEEN 4 AND 4294967295),
  pair    text   NOT NULL,
  kind    text   NOT NULL CHECK (kind IN ('live', 'replay', 'simulated')),
  name    text   NOT NULL,
  t0      bigint NOT NULL,
  genesis bytea  NOT NULL CHECK (octet_length(genesis) = 32)
);

-- One sealed segment: a pair's hour, or the part of one before a lost range.
CREATE TABLE tick_blob (
  stream         bigint  NOT NULL REFERENCES tick_stream,
  first_seq      bigint  NOT NULL CHECK (first_seq >= 1),
  last_seq       bigint  NOT NULL CHECK (last_seq >= first_seq),
  hour           bigint  NOT NULL,
  last_t         bigint  NOT NULL,
  head_before    bytea   NOT NULL CHECK (octet_length(head_before) = 32),
  head_after     bytea   NOT NULL CHECK (octet_length(head_after) = 32),
  root           bytea   NOT NULL CHECK (octet_length(root) = 32),
  file_sha256    bytea   NOT NULL CHECK (octet_length(file_sha256) = 32),
  return_squares double precision NOT NULL,
  return_count   integer NOT NULL,
  bytes          bytea   NOT NULL,
  PRIMARY KEY (stream, first_seq)
);
ALTER TABLE tick_blob ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX tick_blob_age ON tick_blob (last_t);

-- Ticks that a committed batch has used and the tail file does not hold: published as lost, never reused.
CREATE TABLE tick_lost (
  stream   bigint NOT NULL REFERENCES tick_stream,
  from_seq bigint NOT NULL,
  to_seq   bigint NOT NULL CHECK (to_seq >= from_seq),
  at       bigint NOT NULL,
  PRIMARY KEY (stream, from_seq)
);

-- Bars for charts. `backfill`: made up by the simulated feed before it began; on no chain, settling nothing.
CREATE TABLE bar_blob (
  stream   bigint  NOT NULL REFERENCES tick_stream,
  seconds  integer NOT NULL CHECK (seconds IN (1, 60)),
  start_ms bigint  NOT NULL,
  end_ms   bigint  NOT NULL CHECK (end_ms > start_ms),
  backfill boolean NOT NULL,
  bytes    bytea   NOT NULL,
  PRIMARY KEY (stream, seconds, start_ms)
);
ALTER TABLE bar_blob ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX bar_blob_age ON bar_blob (seconds, end_ms);
