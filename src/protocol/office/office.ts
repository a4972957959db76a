import { z } from 'zod';
import { isoTime } from '../codecs.ts';
import { actField, cell, column, filterField, line, table } from './cells.ts';
import { lineText, linesText } from '../texts.ts';

const word = z.string().regex(/^[a-z][a-z0-9_.-]{0,39}$/);
/** As code names it: `cutOffAt`. */
const fieldName = z.string().regex(/^[a-z][A-Za-z0-9_.-]{0,39}$/);
const deskName = word.describe('Id of a desk.');
const recordId = z
  .string()
  .regex(/^[\w.:-]{1,100}$/)
  .describe('Of a record: a uuid, or what its subject names it by.');
const reason = linesText.min(3).max(500);
const cursor = z
  .string()
  .regex(/^[\w.-]{1,100}$/)
  .describe('`nextCursor` of the page before, of this list; it is not to be made or changed.');
const limit = z.coerce.number<string>().int().min(1).max(100).describe('Rows of a page; 50 unless said.');

/** Who a note, a lock or an act is of. */
export const colleague = z.strictObject({ id: z.uuid(), name: z.string(), role: z.string() });
export type Colleague = z.infer<typeof colleague>;

export const frameAnswer = z.strictObject({
  me: colleague,
  permissions: z.array(z.string()),
  /** What waits at each desk that the person may see; a desk without a count has none. */
  counts: z.record(z.string(), z.number().int()),
});
export type OfficeFrame = z.infer<typeof frameAnswer>;

export const deskParams = z.strictObject({ desk: deskName });
export const listQuery = z.strictObject({
  limit: limit.optional(),
  cursor: cursor.optional(),
  filter: z
    .string()
    .max(600)
    .optional()
    .describe("`name=value&...` of the filter's fields, as in the address of the page."),
});
export const listAnswer = z.strictObject({
  columns: z.array(column),
  filters: z.array(filterField),
  rows: table.shape.rows,
  nextCursor: z.string().nullable(),
});
export type OfficeList = z.infer<typeof listAnswer>;

export const recordParams = z.strictObject({ desk: deskName, id: recordId });
export const partParams = recordParams.extend({ part: word.describe('Id of a part of the record.') });
export const pageQuery = listQuery.pick({ limit: true, cursor: true });
export const actParams = recordParams.extend({ act: word.describe('Id of an act.') });

const act = z.strictObject({
  id: z.string(),
  label: z.string(),
  /** What it does, in a sentence. */
  text: z.string(),
  danger: z.literal(true).optional(),
  /** 2: it makes a request that another person approves. */
  people: z.union([z.literal(1), z.literal(2)]),
  fields: z.array(actField),
  /** The rule that refuses it to this person now; null: they may. */
  refused: z.string().nullable(),
  /** The rule that allows it. */
  rule: z.string(),
});
export type OfficeAct = z.infer<typeof act>;

const note = z.strictObject({ id: z.uuid(), text: z.string(), by: colleague, at: isoTime });
export type OfficeNote = z.infer<typeof note>;
const lock = z.strictObject({ by: colleague, until: isoTime, mine: z.boolean() });

export const recordAnswer = z.strictObject({
  id: z.string(),
  title: z.string(),
  subtitle: z.array(cell),
  chips: z.array(cell),
  /** It changes by itself now. */
  moves: z.literal(true).optional(),
  tiles: z.array(line),
  facts: z.array(z.strictObject({ id: z.string(), title: z.string(), lines: z.array(line) })),
  tabs: z.array(z.strictObject({ id: z.string(), title: z.string() })),
  acts: z.array(act),
  notes: z.array(note),
  tags: z.array(z.string()),
  lock: lock.nullable(),
});
export type OfficeRecord = z.infer<typeof recordAnswer>;

export const timelineAnswer = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.string(),
      at: isoTime,
      title: z.string(),
      text: z.string().nullable(),
      /** null: the person themselves, or the product. */
      by: z.string().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type OfficeTimeline = z.infer<typeof timelineAnswer>;

export const actBody = z.strictObject({ reason, fields: z.record(fieldName, linesText.max(100_000)).optional() });
/**
 * `said`: what was done, or that it waits for a second person; `lines`: what the act shows, for 5 minutes; `opens`: an address to go to;
 * `stays`: nothing was done yet, and what was typed stays to be sent again.
 */
export const actAnswer = z.strictObject({
  said: z.string(),
  lines: z.array(line).optional(),
  opens: z.string().optional(),
  stays: z.literal(true).optional(),
});
export type OfficeActDone = z.infer<typeof actAnswer>;

export const searchQuery = z.strictObject({
  q: lineText.min(2).max(100).describe('A whole address, an id, or what else a subject finds its records by.'),
});
export const searchAnswer = z.strictObject({
  groups: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      found: z.array(z.strictObject({ id: z.string(), desk: z.string(), title: z.string(), text: z.string() })),
    }),
  ),
});
export type OfficeSearch = z.infer<typeof searchAnswer>;

export const noteBody = z.strictObject({ text: linesText.min(1).max(2_000) });
export const noteAnswer = note;
export const tagsBody = z.strictObject({
  tags: z.array(z.string().regex(/^[a-z0-9][a-z0-9 -]{0,23}$/)).max(12),
});
export const tagsAnswer = z.strictObject({ tags: z.array(z.string()) });
export const lockBody = z.strictObject({
  /** take: also from somebody else; keep: only where nobody has it; leave: it is free again. */
  how: z.enum(['keep', 'take', 'leave']),
});
export const lockAnswer = z.strictObject({ lock: lock.nullable() });

const view = z.strictObject({
  id: z.uuid(),
  desk: z.string(),
  name: z.string(),
  filter: z.string(),
  /** For everybody of the role. */
  shared: z.boolean(),
  mine: z.boolean(),
});
export type OfficeView = z.infer<typeof view>;
export const viewsAnswer = z.strictObject({ views: z.array(view) });
export const viewBody = z.strictObject({
  desk: word,
  name: lineText.min(1).max(40),
  filter: lineText.max(600),
  shared: z.boolean(),
});
export const viewAnswer = view;
export const viewParams = z.strictObject({ id: z.uuid().describe('Id of a saved filter.') });
export const okAnswer = z.strictObject({ status: z.literal('ok') });
