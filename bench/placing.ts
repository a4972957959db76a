import type { BenchDatabase } from './database.ts';
import { percentile } from './row.ts';

export interface Placing {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of this process and the database together, µs a prediction; null where the system does not tell. */
  readonly cpuMicros: number | null;
}

const CLIENTS = 32;
const WARM_UP_MS = 1_000;

/** 32 clients, each placing its next prediction when the last one is answered, for `ms` after a warm-up. */
export async function measurePlacing(
  database: BenchDatabase,
  place: () => Promise<void>,
  ms: number,
): Promise<Placing> {
  await runClients(place, WARM_UP_MS);
  const cpuBefore = database.cpuSeconds();
  const ownBefore = process.cpuUsage();
  const from = performance.now();
  const latencies = await runClients(place, ms);
  const seconds = (performance.now() - from) / 1000;
  const own = process.cpuUsage(ownBefore);
  const cpuAfter = database.cpuSeconds();
  const total = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) * 1e6 + own.user + own.system;
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    cpuMicros: total === null ? null : total / latencies.length,
  };
}

async function runClients(place: () => Promise<void>, ms: number): Promise<number[]> {
  const latencies: number[] = [];
  const until = performance.now() + ms;
  const client = async () => {
    for (let from = performance.now(); from < until; from = performance.now()) {
      await place();
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return latencies;
}
