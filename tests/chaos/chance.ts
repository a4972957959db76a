/**
 * What a run under faults decides by itself (after how long it kills, at which pass, what it asks again) comes from one seed: CHAOS_SEED,
 * else one that is drawn here and printed. The same seed makes the same decisions; how fast processes run is never the same again.
 */
import { randomInt } from 'node:crypto';
import { relative } from 'node:path';
import { expect, onTestFailed } from 'vitest';
import { ROOT } from '#tests/tree.ts';
import { Chance } from '../sim/chance.ts';
import { FORM } from './size.ts';

const asked = process.env['CHAOS_SEED'] ?? '';
if (asked !== '' && !/^\d{1,9}$/.test(asked)) throw new Error(`CHAOS_SEED=${asked}? A whole number of up to 9 digits.`);

export const SEED = asked === '' ? randomInt(1_000_000_000) : Number(asked);
process.stdout.write(`${file()}: form ${FORM}, CHAOS_SEED=${SEED}\n`);

/** A stream of decisions; each name has its own, so that a part that runs alone decides as it does among the others. */
export function chanceOf(name: string): Chance {
  return new Chance(SEED, name);
}

/** The command that makes the same decisions again; `setting` chooses a part of the run. */
export function againBy(setting = ''): string {
  const settings = [`CHAOS=${FORM}`, `CHAOS_SEED=${SEED}`, ...(setting === '' ? [] : [setting])];
  return `${settings.join(' ')} npm run test:chaos -- ${file()}`;
}

/** Called first in a test: says how to play it again should it fail. */
export function sayAgainOnFailure(): void {
  onTestFailed(() => void process.stdout.write(`again: ${againBy()}\n`));
}

/** One line of progress now and then: `every` steps, and at the last. */
export function progress(
  what: string,
  steps: { readonly done: number; readonly of: number; readonly every: number },
): void {
  const { done, of, every } = steps;
  if (of > every && (done % every === 0 || done === of)) process.stdout.write(`${what}: ${done} of ${of}\n`);
}

function file(): string {
  return relative(ROOT, expect.getState().testPath ?? '');
}
