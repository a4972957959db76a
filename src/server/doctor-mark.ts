import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The header by which the doctor shows that it asks. */
export const DOCTOR_HEADER = 'x-tikvo-doctor';
const GOOD_FOR_MS = 120_000;

const fileOf = (dataDir: string) => join(dataDir, 'doctor.mark');

/** A word that the server believes for two minutes: only who may write its data folder can leave it there. `remove` ends it. */
export function leaveMark(dataDir: string): { readonly word: string; readonly remove: () => void } {
  const word = randomBytes(24).toString('base64url');
  writeFileSync(fileOf(dataDir), JSON.stringify({ word, until: Date.now() + GOOD_FOR_MS }), { mode: 0o600 });
  return { word, remove: () => rmSync(fileOf(dataDir), { force: true }) };
}

/** Does this header come from the doctor of this installation? */
export function isMarked(dataDir: string, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string') return false;
  try {
    const { word, until } = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as { word: string; until: number };
    const [own, given] = [Buffer.from(word), Buffer.from(header)];
    return Date.now() < until && own.length === given.length && timingSafeEqual(own, given);
  } catch {
    return false;
  }
}
