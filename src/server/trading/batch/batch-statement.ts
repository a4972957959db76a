import { BALANCES_LEFT_SQL } from '#server/ledger/batch.ts';
import type { Cell } from './arrays.ts';
import type { BatchEffects } from './batch-effects.ts';
import { exchangeParts } from '../exchange/store-parts.ts';
import { scheduledPart } from '../scheduled/store-parts.ts';
import type { Part } from './store-batch.ts';
import { answersPart, enteredPart, finishedPart, leasePart, ledgerPart, marksPart, placedPart } from './store-batch.ts';

/** The second statement of a batch. Sent again as it is when the outcome of a commit is unknown. */
export interface BatchStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly Cell[];
}

/** Texts by name: the same parts always make the same text, and it is longer than what they carry. */
const texts = new Map<string, string>();

/**
 * One UNNEST statement with all effects: fence, outbox, predictions, settlements, stream marks, answers, exchange and ledger.
 * With `guess` it is sent alone, and answers with the balances that it left: nobody has looked at them before.
 * Where it finds fewer rows than the batch names it divides by zero: the statement fails, so that a COMMIT sent behind it rolls back.
 */
export function batchStatement(effects: BatchEffects, { guess }: { readonly guess: boolean }): BatchStatement {
  const parts = [
    leasePart(effects),
    ...(effects.placed.length > 0 ? [placedPart(effects)] : []),
    ...(effects.entered.length > 0 ? [enteredPart(effects)] : []),
    ...(effects.finished.length > 0 ? [finishedPart(effects)] : []),
    ...(effects.marks.length > 0 ? [marksPart(effects)] : []),
    ...(effects.answers.length > 0 ? [answersPart(effects)] : []),
    ...(effects.exchange === null ? [] : exchangeParts({ ...effects, exchange: effects.exchange })),
    ...(effects.scheduled.length > 0 ? [scheduledPart(effects)] : []),
    ...(effects.journals.length > 0 ? [ledgerPart(effects)] : []),
  ];
  const name = `${guess ? 'guess' : 'batch'}_${parts.map((part) => part.letter).join('')}`;
  let text = texts.get(name);
  if (text === undefined)
    texts.set(name, (text = textOf(parts, guess ? [`${balancesLeft(effects)} AS balances`] : [])));
  const expected = parts.flatMap(({ count }) => (count === null ? [] : [count.expected]));
  return { name, text, values: [...parts.flatMap(({ values }) => values), ...expected] };
}

/** Entries alone move no money. */
function balancesLeft({ journals }: BatchEffects): string {
  return journals.length > 0 ? BALANCES_LEFT_SQL : `''`;
}

function textOf(parts: readonly Part[], columns: readonly string[]): string {
  const ctes: string[] = [];
  const counts: string[] = [...columns];
  let next = 1;
  for (const part of parts) {
    ctes.push(part.ctes(next));
    next += part.values.length;
  }
  for (const { count } of parts) {
    if (count === null) continue;
    counts.push(`1 / (${count.sql} = $${next}::int)::int AS ${count.name}`);
    next += 1;
  }
  return `WITH ${ctes.join(',')}\nSELECT ${counts.join(', ')}`;
}
