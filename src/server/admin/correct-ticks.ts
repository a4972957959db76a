import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { toDecimal } from '#domain/money.ts';
import { holds } from '#domain/office/permissions.ts';
import type { AccountAdmin } from '#server/identity/index.ts';
import { CORRECTION_REFUSED, type Corrections, type Corrector } from '#server/proofs/index.ts';
import { no, yes, type Told } from './told.ts';

export const CORRECT_USAGE = [
  'npm run admin -- correct-ticks propose <email> <stream> <from> <to> <evidence file> <why>',
  'npm run admin -- correct-ticks approve <email> <id>',
  '                                                 voids every prediction on a range of wrong ticks; two people',
] as const;

interface CorrectParts {
  readonly db: Pool;
  readonly accountAdmin: Pick<AccountAdmin, 'find'>;
  readonly corrections: () => Promise<Corrections>;
}

/** `correct-ticks propose|approve`: says that a range of ticks is wrong, and takes back all that stands on it. */
export async function correctTicks(parts: CorrectParts, words: readonly string[]): Promise<Told> {
  const [step, email, ...rest] = words;
  if (email === undefined || (step !== 'propose' && step !== 'approve')) return no(...CORRECT_USAGE);
  const person = await parts.accountAdmin.find(parts.db, email);
  if (person === null) return no(`Nobody has the address ${email}.`);
  if (!holds(person.role, 'trading.correct'))
    return no(`${email} may not correct ticks: that is for administrators and resolvers.`);
  return step === 'propose' ? propose(parts, person, rest) : approve(parts, person, rest[0]);
}

async function propose(
  { corrections }: CorrectParts,
  by: Corrector,
  [stream, from, to, evidence, ...why]: readonly string[],
): Promise<Told> {
  if (stream === undefined || from === undefined || to === undefined || evidence === undefined || why.length === 0) {
    return no(...CORRECT_USAGE);
  }
  const shown = await readFile(evidence).catch(() => null);
  if (shown === null) return no(`The file ${evidence} cannot be read.`);
  const made = await (
    await corrections()
  ).propose(by, {
    stream,
    fromSeq: wholeOf(from),
    toSeq: wholeOf(to),
    clause: why.join(' '),
    evidence: createHash('sha256').update(shown).digest(),
  });
  if (typeof made === 'string') return no(CORRECTION_REFUSED[made]);
  return yes(
    `Proposed as ${made.id}.`,
    'It counts when another person approves it:',
    `correct-ticks approve <email> ${made.id}`,
  );
}

async function approve({ corrections }: CorrectParts, by: Corrector, id: string | undefined): Promise<Told> {
  if (id === undefined || !/^[0-9a-f-]{36}$/.test(id)) return no(...CORRECT_USAGE);
  const done = await (await corrections()).approve(by, id);
  if (typeof done === 'string') return no(CORRECTION_REFUSED[done]);
  const { no: number, count, sum } = done;
  return yes(
    `Correction ${number}: ${count} predictions are void.`,
    `Stakes given back: ${toDecimal(sum.real)} USDT, in demo ${toDecimal(sum.demo)}.`,
  );
}

/** 0 where the text is no whole number: no range begins there. */
function wholeOf(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
