-- Books of events are a few among all rounds that ever were: their desk lists those that opened last first.
CREATE INDEX market_events ON market (opens_at DESC, id DESC) WHERE kind = 'event';
