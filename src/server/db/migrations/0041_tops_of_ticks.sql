-- The nodes above each 64 ticks of a segment's tree (src/domain/proofs/split-tree.ts): a path then takes 64 ticks and not the whole hour.
-- NULL: sealed before; they are made anew from the ticks.
ALTER TABLE tick_blob ADD COLUMN tops bytea;
