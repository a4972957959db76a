import type { Cell } from './arrays.ts';
import type { BatchEffects } from './batch-effects.ts';
import { exchangeParts } from './exchange/store-parts.ts';
import { scheduledPart } from './scheduled/store-parts.ts';
import { answersPart, enteredPart, finishedPart, leasePart, ledgerPart, marksPart, placedPart } from './store-batch.ts';

/** The second statement of a batch. Sent again as it is when the outcome of a commit is unknown. */
export interface BatchStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly Cell[];
}

/**
 * One UNNEST statement with all effects: fence, outbox, predictions, settlements, stream marks, answers, exchange and ledger.
 * Where it finds fewer rows than the batch names it divides by zero: the statement fails, so that a COMMIT sent behind it rolls back.
 */
export function batchStatement(effects: BatchEffects): BatchStatement {
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
  const ctes: string[] = [];
  const values: Cell[] = [];
  for (const part of parts) {
    ctes.push(part.ctes(values.length + 1));
    values.push(...part.values);
  }
  const counts: string[] = [];
  for (const { count } of parts) {
    if (count === null) continue;
    values.push(count.expected);
    counts.push(`1 / (${count.sql} = $${values.length}::int)::int AS ${count.name}`);
  }
  return {
    name: `batch_${parts.map((part) => part.letter).join('')}`,
    text: `WITH ${ctes.join(',')}\nSELECT ${counts.join(', ')}`,
    values,
  };
}
