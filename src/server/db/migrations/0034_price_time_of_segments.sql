-- Realised volatility is measured in the time of the prices: in a replay that is the recorded time, and no clock tells it afterwards.

-- Time of the prices at the last tick of the segment, ms. null: of a replay, sealed before this was noted; its ticks say it.
ALTER TABLE tick_blob ADD COLUMN price_t bigint;
UPDATE tick_blob b SET price_t = b.last_t FROM tick_stream s WHERE s.stream = b.stream AND s.kind <> 'replay';
