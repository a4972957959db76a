-- News of others: the feeds that the settings name, and what came from them.

CREATE TABLE news_feed (
  -- Of its address.
  id        text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{12}$'),
  is_off    boolean NOT NULL DEFAULT false,
  -- The language that it says it is in.
  language  text,
  -- When it was asked last, and when it last answered with a feed.
  tried_at  timestamptz,
  read_at   timestamptz,
  -- Why the last try failed: a word of ours, never what somebody else's server said. null: it did not.
  failure   text,
  -- What it wants to be asked with, so that it need not send what we have.
  etag      text CHECK (length(etag) <= 500),
  modified  text CHECK (length(modified) <= 100)
) WITH (fillfactor = 50);

CREATE TABLE news_item (
  id      uuid PRIMARY KEY,
  feed    text NOT NULL REFERENCES news_feed,
  -- SHA-256 of what the feed calls it.
  guid    bytea NOT NULL CHECK (length(guid) = 32),
  title   text NOT NULL CHECK (length(title) BETWEEN 1 AND 180),
  summary text NOT NULL CHECK (length(summary) <= 320),
  link    text CHECK (link LIKE 'https://%' AND length(link) <= 1000),
  pairs   text[] NOT NULL,
  -- When it was published, as its source says; never after it was seen.
  at      timestamptz NOT NULL,
  -- The first item that reported the same.
  story   uuid NOT NULL,
  UNIQUE (feed, guid)
);
CREATE INDEX news_item_by_time ON news_item (at DESC, id DESC);
