import { z } from 'zod';
import { isoTime } from '../codecs.ts';

const tone = z.enum(['plain', 'up', 'down', 'ok', 'bad', 'warn', 'brand', 'info']);

/** A value as a list or a record of the back office shows it; null: there is none. */
export const cell = z
  .discriminatedUnion('t', [
    z.strictObject({ t: z.literal('text'), v: z.string(), strong: z.literal(true).optional() }),
    /** Ids, hashes, references. */
    z.strictObject({ t: z.literal('code'), v: z.string() }),
    /** Exact decimal text; the sign counts. `tone`: a gain or a loss. */
    z.strictObject({ t: z.literal('money'), v: z.string(), tone: tone.optional() }),
    z.strictObject({ t: z.literal('number'), v: z.string() }),
    z.strictObject({ t: z.literal('time'), v: isoTime }),
    z.strictObject({ t: z.literal('chip'), v: z.string(), tone }),
    /** Leads to a record: `desk` is the id of its desk. */
    /** A picture or a video by an address that holds a minute. */
    z.strictObject({ t: z.literal('picture'), v: z.string(), media: z.string(), label: z.string() }),
    z.strictObject({ t: z.literal('record'), desk: z.string(), id: z.string(), v: z.string() }),
  ])
  .nullable();
export type Cell = z.infer<typeof cell>;
export type CellTone = z.infer<typeof tone>;

export const column = z.strictObject({
  id: z.string(),
  label: z.string(),
  /** Numbers stand at the end. */
  end: z.literal(true).optional(),
  /** Names the row: it heads the card of narrow screens. */
  head: z.literal(true).optional(),
});
export type OfficeColumn = z.infer<typeof column>;

export const option = z.strictObject({ value: z.string(), label: z.string() });
export const filterField = z.strictObject({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'choice', 'day']),
  options: z.array(option).optional(),
});
export type FilterField = z.infer<typeof filterField>;

export const row = z.strictObject({ id: z.string(), cells: z.array(cell) });
export type OfficeRow = z.infer<typeof row>;

export const table = z.strictObject({
  columns: z.array(column),
  rows: z.array(row),
  nextCursor: z.string().nullable(),
});
export type OfficeTable = z.infer<typeof table>;

export const line = z.strictObject({ label: z.string(), value: cell });
export type OfficeLine = z.infer<typeof line>;

/** A field of an act. */
export const actField = z.strictObject({
  name: z.string(),
  label: z.string(),
  /** ids: a long list, one a line; fixed: `value` goes with the act as it is: what the page showed when it was decided. */
  kind: z.enum(['text', 'long', 'money', 'number', 'choice', 'day', 'ids', 'fixed']),
  value: z.string().optional(),
  options: z.array(option).optional(),
  /** May be left empty. */
  optional: z.literal(true).optional(),
});
export type ActField = z.infer<typeof actField>;
