import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, told } from './row.ts';
import type { Row } from './row.ts';

const ROUNDS = 200;

/** What one durable 8 KiB write costs on the disk of this run: the floor under every commit. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tikvo-fsync-'));
  const file = openSync(join(folder, 'probe'), 'w');
  const page = Buffer.alloc(8192, 1);
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    writeSync(file, page, 0, page.length, 0);
    fdatasyncSync(file);
    samples.push(performance.now() - from);
  }
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
  return [
    told({ name: 'fsync p50', ours: percentile(samples, 50), unit: 'ms', floor: null, better: 'lower' }),
    told({ name: 'fsync p99', ours: percentile(samples, 99), unit: 'ms', floor: null, better: 'lower' }),
  ];
}
