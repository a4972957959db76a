import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { genesisHead } from '#domain/proofs/tick-record.ts';
import type { FeedKind, Pair, PairGroup } from '#domain/prices/pair.ts';
import type { PastTick, Tick } from '#domain/prices/ticks/tick.ts';
import type { Clock } from '#server/clock.ts';
import type { BarStore } from './bars/bar-store.ts';
import type { StreamPosition } from './contract.ts';
import { loadHistory } from './bars/history.ts';
import { sha256 } from './ticks/sha256.ts';
import { endOfBlob, unpackBlob } from './ticks/segment.ts';
import { blobsAbove, insertLost, lastBlobs, registerStreams } from './store.ts';
import { TickStream, type SealedEnd } from './ticks/tick-stream.ts';

export interface RecoverOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  /** Folder of the tail files. */
  readonly dir: string;
  readonly pairs: readonly Pair[];
  readonly kinds: ReadonlyMap<PairGroup, FeedKind>;
  readonly positions: ReadonlyMap<number, StreamPosition>;
  readonly bars: BarStore;
  /** Called with each stream once its chain stands. */
  open(ticks: TickStream): void;
  readonly onTick: (pair: Pair, tick: Tick) => void;
  /** Takes stored ticks that are at or below a position, but young enough for its `since`. */
  readonly onPast: (pair: Pair, tick: PastTick) => void;
}

/** Takes every chain up where it ended, says what is lost, and hands out the stored ticks above the positions. */
export async function recoverStreams(options: RecoverOptions): Promise<void> {
  const streams = options.pairs.flatMap((pair) => {
    const kind = options.kinds.get(pair.group);
    return kind === undefined ? [] : [new TickStream({ pair, kind, dir: options.dir })];
  });
  const ends = await sealedEnds(options, streams);
  await loadHistory({
    db: options.db,
    streams: streams.map(({ stream }) => stream),
    bars: options.bars,
    now: options.clock.now(),
  });
  for (const ticks of streams) {
    const end = ends.get(ticks.stream);
    if (end === undefined) throw new Error(`stream ${ticks.stream} is not registered`);
    const { unjoined } = ticks.recover(end, (tick) => options.bars.add(ticks, tick));
    for (const path of unjoined) options.log.error({ path }, 'ticks before this tail file are lost');
    await reconcile(options, ticks);
    options.open(ticks);
  }
  for (const ticks of streams) {
    const position = options.positions.get(ticks.stream);
    if (position === undefined) continue;
    await handOut(options, ticks, position);
  }
}

/** Stored ticks above `from` or since a time, oldest first: sealed segments, then the tail files. */
async function handOut(
  { db, onTick, onPast }: RecoverOptions,
  ticks: TickStream,
  { from, since = null }: StreamPosition,
): Promise<void> {
  const oldest = since ?? Infinity;
  const give = (tick: Tick) => {
    if (tick.seq > from) onTick(ticks.pair, tick);
    else if (tick.t >= oldest) onPast(ticks.pair, tick);
  };
  let above = since === null ? from : 0;
  for (const blob of await blobsAbove(db, ticks.stream, { seq: from, since })) {
    const { scale } = ticks.pair;
    if (blob.lastSeq > from) unpackBlob(blob, scale).forEach(give);
    else for (const tick of endOfBlob(blob, scale, ({ t }) => t >= oldest)) onPast(ticks.pair, tick);
    above = Math.max(above, blob.lastSeq);
  }
  for (const tick of ticks.tailTicks(above)) give(tick);
}

async function sealedEnds(
  { db, clock }: RecoverOptions,
  streams: readonly TickStream[],
): Promise<ReadonlyMap<number, SealedEnd>> {
  const t0 = clock.now();
  const rows = await registerStreams(
    db,
    streams.map(({ stream, name, kind, pair }) => ({
      stream,
      name,
      kind,
      t0,
      pair: pair.id,
      genesis: genesisHead(sha256, { stream, t0, name }),
    })),
  );
  const blobs = await lastBlobs(
    db,
    streams.map(({ stream }) => stream),
  );
  const scales = new Map(streams.map(({ stream, pair }) => [stream, pair.scale]));
  const ends = new Map<number, SealedEnd>(
    rows.map((row) => [row.stream, { lastSeq: 0, headAfter: row.genesis, last: null }]),
  );
  for (const blob of blobs) {
    const { lastSeq, headAfter } = blob;
    const last = endOfBlob(blob, scales.get(blob.stream) ?? 0, (_, seq) => seq >= lastSeq).at(-1);
    ends.set(blob.stream, { lastSeq, headAfter, last: last === undefined ? null : { ...last, head: headAfter } });
  }
  return ends;
}

async function reconcile({ db, clock, log, positions }: RecoverOptions, ticks: TickStream): Promise<void> {
  const seen = positions.get(ticks.stream)?.seen ?? null;
  const lost = seen === null ? null : ticks.reconcile(seen);
  if (lost === null) return;
  log.error({ stream: ticks.stream, ...lost }, 'ticks that a batch has used are not in the tail file: lost');
  await insertLost(db, { stream: ticks.stream, ...lost, at: clock.now() });
}
