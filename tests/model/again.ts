/**
 * The sequences of R-17 come from one seed: MODEL_SEED, else one that is drawn here and printed. MODEL_RUNS sets how many there are, and
 * MODEL_PATH plays one of them alone, by the number that a failure printed.
 */
import { randomInt } from 'node:crypto';
import { relative } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { ROOT } from '#tests/tree.ts';
import { FORM } from './size.ts';

function whole(name: string): number | null {
  const text = process.env[name] ?? '';
  if (text !== '' && !/^\d{1,9}$/.test(text)) throw new Error(`${name}=${text}? A whole number of up to 9 digits.`);
  return text === '' ? null : Number(text);
}

const PATH = whole('MODEL_PATH');
const RUNS = whole('MODEL_RUNS');
const SEED = whole('MODEL_SEED') ?? randomInt(1_000_000_000);

/** Neither replayed nor cut short: what a run meets at all may be asked of this one. */
export const IS_WHOLE = PATH === null && RUNS === null;

/** How many sequences there are; `usual` where nothing else was asked. */
export const runsOf = (usual: number): number => (PATH === null ? (RUNS ?? usual) : 1);

/** What a property may be here: with or without promises. */
type Property = fc.IRawProperty<unknown>;

/** Looks for a sequence that breaks the property; where there is one, says how to play it again, and throws what fast-check says of it. */
export async function holds(property: Property, runs: number): Promise<void> {
  const file = relative(ROOT, expect.getState().testPath ?? '');
  process.stdout.write(`${file}: form ${FORM}, MODEL_SEED=${SEED}\n`);
  const path = PATH === null ? {} : { path: `${PATH}` };
  const found = await fc.check(property, { numRuns: runs, seed: SEED, ...path });
  if (!found.failed) return;
  // The first number is the sequence as it was drawn: from there it is shrunk in the same way again.
  const [no = '0'] = (found.counterexamplePath ?? '').split(':');
  const settings = `MODELS=${FORM} MODEL_SEED=${SEED} MODEL_PATH=${no}`;
  process.stdout.write(`again: ${settings} npx vitest run --project unit ${file}\n`);
  throw new Error(fc.defaultReportMessage(found), { cause: found.errorInstance });
}
