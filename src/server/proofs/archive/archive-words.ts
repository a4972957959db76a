import { parseArgs } from 'node:util';
import { WrongWords } from '#server/command.ts';
import { DAY_MS } from '#domain/time.ts';

export const ARCHIVE_USAGE = [
  'npm run archive -- --older AGE [--to DIR]',
  '  moves proofs and receipts of predictions that were settled longer ago than AGE (28d, 12m) into files below DIR; the server may run',
  'npm run archive -- find ID [--to DIR]',
  '  prints the receipt of an archived prediction',
  'npm run archive -- check [--to DIR]',
  '  reads every file of the archive against its hash',
  '',
  'DIR is ARCHIVE_DIR unless said: there the product finds receipts by itself.',
] as const;

export type ArchiveWords =
  | { readonly command: 'archive'; readonly olderMs: number; readonly to: string | null }
  | { readonly command: 'find'; readonly id: string; readonly to: string | null }
  | { readonly command: 'check'; readonly to: string | null };

/** A correction of wrong ticks comes within days, and an archived result is final. */
const LEAST_DAYS = 7;
/** Of the longest months. */
const DAYS_OF = { d: 1, m: 31 } as const;

/** What the words behind `npm run archive --` ask for. Throws WrongWords. */
export function readArchiveWords(words: readonly string[]): ArchiveWords {
  const { values, positionals } = parsed(words);
  const to = values.to === undefined || values.to === '' ? null : values.to;
  const [command, id] = positionals;
  if (command === 'check' && positionals.length === 1) return { command, to };
  if (command === 'find' && id !== undefined && positionals.length === 2) {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
      throw new WrongWords(`${id} is no number of a prediction.`);
    return { command, id, to };
  }
  if (positionals.length > 0) throw new WrongWords(`There is no command ${positionals.join(' ')}.`);
  return { command: 'archive', olderMs: ageOf(values.older ?? ''), to };
}

function ageOf(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([dm])$/.exec(text) ?? [];
  if (count === undefined || (unit !== 'd' && unit !== 'm')) {
    throw new WrongWords('--older takes an age in days or months, such as 28d or 12m.');
  }
  const days = Number(count) * DAYS_OF[unit];
  if (days < LEAST_DAYS) throw new WrongWords(`--older takes ${LEAST_DAYS}d or more: an archived result is final.`);
  return days * DAY_MS;
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: { older: { type: 'string' }, to: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new WrongWords(error instanceof Error ? error.message : String(error));
  }
}
