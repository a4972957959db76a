import { EVENT_OUTCOMES, type EventOutcome } from '#domain/events/life.ts';
import type { ActField } from '#protocol/office/cells.ts';
import { readMoment } from '#server/desk/fields.ts';
import type { ProposedResult } from '../contract.ts';

/** What a result is said by. */
export const RESULT_FIELDS: readonly ActField[] = [
  {
    name: 'outcome',
    label: 'Outcome',
    kind: 'choice',
    options: EVENT_OUTCOMES.map((value) => ({
      value,
      label: value === 'TIE' ? 'Tie: 0.50 a share, or 1.00 shared by those that came in level' : value,
    })),
  },
  { name: 'url', label: 'Page that shows it', kind: 'text' },
  { name: 'sha256', label: 'SHA-256 of what stands there', kind: 'text' },
  { name: 'factAt', label: 'Time of the fact, UTC', kind: 'text' },
  {
    name: 'level',
    label: 'With a tie of several outcomes: the numbers of those that came in level, with commas',
    kind: 'text',
    optional: true,
  },
];

/** A result as it was typed, or the field that is wrong. */
export function readResult(fields: Readonly<Record<string, string>>): ProposedResult | string {
  const { outcome = '', url = '', sha256 = '' } = fields;
  const factAt = readMoment(fields['factAt']);
  if (!(EVENT_OUTCOMES as readonly string[]).includes(outcome)) return 'outcome';
  if (!URL.canParse(url) || url.length > 500) return 'url';
  if (!/^[0-9a-f]{64}$/i.test(sha256)) return 'sha256';
  if (typeof factAt === 'string') return 'factAt';
  const level = (fields['level'] ?? '').split(',').flatMap((no) => (no.trim() === '' ? [] : [Number(no)]));
  if (level.some((no) => !Number.isSafeInteger(no) || no < 1)) return 'level';
  const result = { outcome: outcome as EventOutcome, url, sha256: sha256.toLowerCase(), factAt };
  return level.length === 0 ? result : { ...result, level };
}
