import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { toHex, utf8 } from '#domain/proofs/hash.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import { backfillHistory } from './bars/backfill.ts';
import { HISTORY_MS, SECOND_BARS_MS, type BarStore } from './bars/bar-store.ts';
import type { IncidentBook } from './incidents.ts';
import { bothClocks } from './both-clocks.ts';
import { ClockWatch } from './clock-watch.ts';
import type { FolderClaim } from './ownership.ts';
import type { PairRuntime } from './pair-runtime.ts';
import { sealFinished } from './ticks/sealer.ts';
import { sha256 } from './ticks/sha256.ts';
import type { Timers } from './source.ts';
import { purge } from './store.ts';
import { HOUR_MS } from '#domain/time.ts';

/** Warming up and the clock guard are looked at this often, ms. */
const FOLLOW_MS = 250;
const SYNC_MS = 1_000;
const FIGURES_MS = 10_000;
const SEAL_MS = 60_000;
const PURGE_MS = HOUR_MS;

export interface PriceJobOptions {
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timers: Timers;
  readonly runtimes: ReadonlyMap<string, PairRuntime>;
  readonly bars: BarStore;
  readonly seed: number;
  follow(runtime: PairRuntime): void;
  readonly incidents: Pick<IncidentBook, 'flush'>;
  /** Whose the tail files are. */
  readonly claim: FolderClaim;
  /** Another process has taken the tail files over. */
  onDisowned(): void;
}

/** What the prices do by themselves while they run. `stop` waits for what is under way and syncs the tails. */
export function createPriceJobs(options: PriceJobOptions): { stop(): Promise<void> } {
  const { bus, clock, log, timers, runtimes, bars } = options;
  const jobs: { stop(): Promise<void> }[] = [];
  const sync = () => Promise.all([...runtimes.values()].map((runtime) => runtime.ticks.sync()));

  const every = (ms: number, name: string, run: () => unknown) => {
    jobs.push(
      repeat({ ms, timers, run, onError: (error) => log.error({ err: error, job: name }, 'prices job failed') }),
    );
  };
  every(FOLLOW_MS, 'follow', () => {
    for (const runtime of runtimes.values()) options.follow(runtime);
  });
  const watch = new ClockWatch(log);
  every(SYNC_MS, 'clock', () => {
    const times = [...runtimes.values()].flatMap(({ ticks }) => ticks.last?.t ?? []);
    watch.look({ ...bothClocks(clock), newest: times.length === 0 ? null : Math.max(...times) });
  });
  every(SYNC_MS, 'incidents', () => options.incidents.flush());
  every(SYNC_MS, 'sync', async () => {
    if (!lockFolder(options)) return options.onDisowned();
    await sync();
    bus.publish('prices.heads', { t: clock.now(), tickHeads: headsHash(runtimes.values()) });
  });
  every(FIGURES_MS, 'figures', () => {
    for (const runtime of runtimes.values()) runtime.day = bars.day(runtime.stream);
  });
  every(SEAL_MS, 'seal', async () => {
    if (options.claim.owner() !== 'us') return;
    const streams = [...runtimes.values()].map((runtime) => runtime.ticks);
    const sealed = await sealFinished(options.db, streams, clock.now());
    if (sealed.segments > 0) log.info(sealed, 'ticks sealed');
  });
  every(PURGE_MS, 'purge', () => {
    const now = clock.now();
    return purge(options.db, { ticks: now - HISTORY_MS, secondBars: now - SECOND_BARS_MS });
  });
  let stopped = false;
  const backfill = giveHistory(options, () => stopped);
  return {
    async stop() {
      stopped = true;
      await backfill;
      await Promise.all(jobs.map((job) => job.stop()));
      await options.incidents
        .flush()
        .catch((error: unknown) => log.error({ err: error }, 'incidents were not stored at the stop'));
      await sync();
    },
  };
}

/**
 * Keeps what the disk must hold of us there. A data folder that somebody removed is made again and the prices go on, each stream
 * with a tick that says what was lost: only another owner may stop them. False: there is one.
 */
function lockFolder({ claim, runtimes, log }: PriceJobOptions): boolean {
  const owner = claim.owner();
  if (owner === 'another') return false;
  if (owner === 'nobody') {
    log.error('the folder of the prices was removed; making it again');
    if (!claim.reclaim()) return false;
  }
  for (const { ticks } of runtimes.values()) {
    if (ticks.restoreTail()) log.error({ stream: ticks.name }, 'a tail file was removed; its ticks are lost');
  }
  return true;
}

/** Made-up bars before a simulated feed began; the ticker's figures take them in at once. */
async function giveHistory({ db, runtimes, bars, seed, log }: PriceJobOptions, stopped: () => boolean): Promise<void> {
  try {
    const began = performance.now();
    const made = await backfillHistory({ db, runtimes: runtimes.values(), bars, seed, stopped });
    if (made === 0) return;
    for (const runtime of runtimes.values()) runtime.day = bars.day(runtime.stream);
    log.info({ bars: made, ms: Math.round(performance.now() - began) }, 'simulated history made');
  } catch (error) {
    log.error({ err: error }, 'simulated history could not be made');
  }
}

/** SHA-256 of the JCS list [[stream, head]] sorted by stream. */
function headsHash(runtimes: Iterable<PairRuntime>): string {
  const heads = [...runtimes]
    .toSorted((a, b) => a.stream - b.stream)
    .map((runtime) => [runtime.stream, toHex(runtime.ticks.head)] as const);
  return toHex(sha256(utf8(canonicalJson(heads))));
}

/** Runs a job, waits, runs it again; one at a time. Runs at once the first time. */
function repeat(job: {
  readonly ms: number;
  readonly timers: Timers;
  readonly run: () => unknown;
  readonly onError: (error: unknown) => void;
}): { stop(): Promise<void> } {
  let stopped = false;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();
  const turn = () => {
    running = (async () => {
      try {
        await job.run();
      } catch (error) {
        job.onError(error);
      }
      if (!stopped) cancel = job.timers.after(job.ms, turn);
    })();
  };
  turn();
  return {
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}
