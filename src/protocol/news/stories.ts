import { z } from 'zod';
import { isoTime } from '../codecs.ts';

/** Who reported it, and where it is read. */
const source = z.strictObject({
  name: z.string(),
  url: z.string().nullable().describe('https; null: the source gives no address.'),
});

const story = z.strictObject({
  id: z.string(),
  title: z.string().describe('Plain text of the first source. It belongs to others, as do all texts here.'),
  summary: z.string().describe('Plain text; empty where the source gives none.'),
  language: z.string().nullable().describe('BCP 47, as the source says; null: it doesn’t.'),
  publishedAt: isoTime,
  isSample: z.boolean().describe('Made up, for a sandbox.'),
  pairs: z.array(z.string()).describe('Pairs that it names, 3 at most.'),
  sources: z.array(source).describe('Everybody who reported it, the first one first.'),
});
export type StoryWire = z.infer<typeof story>;

export const storiesWire = z.strictObject({
  state: z
    .enum(['current', 'stale', 'waiting', 'none'])
    .describe('`stale`: nothing came from any feed lately; `waiting`: not yet; `none`: there is no feed.'),
  readAt: isoTime.nullable().describe('When a feed last answered.'),
  items: z.array(story),
});
export type StoriesWire = z.infer<typeof storiesWire>;

export const storiesQuery = z.strictObject({
  pair: z
    .string()
    .regex(/^[A-Z0-9]{2,10}-[A-Z0-9]{2,10}$/)
    .describe('Stories that name this pair alone.')
    .optional(),
});
