import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { HOUR_MS } from '#domain/time.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { createLocalBus, type Bus } from '#server/bus/index.ts';
import { packFrames } from '#server/prices/ticks/segment.ts';
import { insertBlob, registerStreams } from '#server/prices/store.ts';
import { createProofs, type Proofs, type Signer } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import type { Clock } from '#server/clock.ts';
import { quietLog, START } from '../trading/trading-world.ts';
import type { World } from '../trading/trading-world.ts';

/** Proofs of a world on a data folder of their own, begun again as after a restart; signed by the key room itself where no other signer is given. */
export class ProofRoom {
  readonly dataDir: string;
  readonly #db: Pool;
  readonly #clock: Clock;
  readonly bus: Bus = createLocalBus();

  private constructor(dataDir: string, db: Pool, clock: Clock) {
    this.dataDir = dataDir;
    this.#db = db;
    this.#clock = clock;
  }

  static async open(world: World): Promise<ProofRoom> {
    return new ProofRoom(await mkdtemp(join(tmpdir(), 'tikvo-proofs-')), world.db, world.clock);
  }

  /** Fresh proofs over the same tables and keys. */
  proofs(
    options: { readonly dataDir?: string; readonly archiveDir?: string; readonly signer?: Signer } = {},
  ): Promise<Proofs> {
    const config = { dataDir: options.dataDir ?? this.dataDir, archiveDir: options.archiveDir ?? null };
    const signer = options.signer ?? new KeyStore(config.dataDir);
    return createProofs({ config, db: this.#db, bus: this.bus, clock: this.#clock, log: quietLog, signer });
  }

  close(): Promise<void> {
    return rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Seals the tape of a pair, hour by hour, as prices do. */
export async function sealTape(world: World, pairId = 'BTC-USD'): Promise<void> {
  const pair = PAIRS.find((one) => one.id === pairId);
  if (pair === undefined) throw new Error(`no pair ${pairId}`);
  const { stream, kind } = world.prices.feed(pairId);
  const name = `${pairId}#${kind}`;
  const genesis = new Uint8Array(32);
  await registerStreams(world.db, [{ stream, pair: pairId, kind, name, t0: START, genesis }]);
  const byHour = new Map<number, Tick[]>();
  for (const tick of world.tape.of(stream)) {
    const hour = Math.floor(tick.t / HOUR_MS);
    byHour.set(hour, [...(byHour.get(hour) ?? []), tick]);
  }
  let headBefore: Uint8Array = genesis;
  for (const [hour, ticks] of [...byHour].toSorted(([a], [b]) => a - b)) {
    const last = ticks.at(-1);
    const first = ticks[0];
    if (last === undefined || first === undefined) continue;
    const packed = await packFrames(ticks.map(frameOf));
    await insertBlob(world.db, {
      stream,
      firstSeq: first.seq,
      lastSeq: last.seq,
      hour,
      headBefore,
      headAfter: last.head,
      returnSquares: 0,
      returnCount: 0,
      ...packed,
    });
    headBefore = last.head;
  }
}

function frameOf(tick: Tick) {
  return { record: tick.record, head: tick.head, recorded: tick.recorded, quotes: '' };
}
