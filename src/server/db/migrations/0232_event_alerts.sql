-- What a person wants to be told of once.
CREATE TABLE event_alert (
  id        uuid PRIMARY KEY,
  user_id   uuid NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('above', 'below', 'closes', 'volume', 'clarified', 'new')),
  -- Of all but `new`.
  market_id uuid REFERENCES event_market,
  -- above, below: price of YES, thousandths; closes: minutes before the cut-off; volume: shares traded.
  value     bigint CHECK (value > 0),
  -- Of `new`: a category, or a tag.
  category  text,
  tag       text,
  -- ms, as times of markets are.
  made_at   bigint NOT NULL,
  -- Trades up to then were looked at.
  seen_at   bigint NOT NULL,
  fired_at  bigint,
  CHECK ((kind = 'new') = (market_id IS NULL)),
  CHECK ((kind IN ('clarified', 'new')) = (value IS NULL)),
  CHECK ((kind = 'new') = (category IS NOT NULL OR tag IS NOT NULL)),
  CHECK (category IS NULL OR tag IS NULL)
);
CREATE INDEX event_alert_of_user ON event_alert (user_id, id);
CREATE INDEX event_alert_open ON event_alert (id) WHERE fired_at IS NULL;
