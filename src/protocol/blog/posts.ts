import { z } from 'zod';
import {
  LONGEST_POST_BODY,
  LONGEST_POST_SEARCH,
  LONGEST_POST_SUMMARY,
  LONGEST_POST_TITLE,
  LONGEST_SLUG,
  POST_SLUG,
  POST_TAGS,
} from '#domain/blog/posts.ts';
import { LANGUAGE_CODES } from '../account.ts';
import { isoTime } from '../codecs.ts';
import { linesText, lineText } from '../texts.ts';

const postTag = z.enum(POST_TAGS);

/** A post as a list shows it. */
const head = z.strictObject({
  id: z.string().describe('For ever the same, also where its address changes.'),
  slug: z.string(),
  tags: z.array(postTag),
  author: z.string(),
  publishedAt: isoTime,
  language: z.string().describe('Route code of the language of its texts: the one asked for, or English.'),
  languages: z.array(z.string()).describe('Route codes of all languages that it is written in.'),
  title: z.string(),
  summary: z.string(),
  minutes: z.int().describe('Minutes that reading it takes.'),
});
export type PostHead = z.infer<typeof head>;

/** A piece of a post: HTML that was made safe, or the live card of a pair or an event. */
const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('html'), html: z.string() }),
  z.strictObject({ kind: z.literal('pair'), pair: z.string() }),
  z.strictObject({ kind: z.literal('event'), event: z.string().describe('Its address; there may be no such event.') }),
]);
export type PostBlock = z.infer<typeof block>;

export const postWire = head.extend({
  blocks: z.array(block),
  headings: z
    .array(z.strictObject({ id: z.string(), text: z.string() }))
    .describe('Of its parts, each with its anchor.'),
});
export type PostWire = z.infer<typeof postWire>;

export const postItems = z.strictObject({ items: z.array(head) });

export const postQuery = z.strictObject({
  tag: postTag.describe('Posts with this tag alone.').optional(),
  search: lineText
    .min(1)
    .max(LONGEST_POST_SEARCH)
    .describe('Words that stand in them, also with a slip of the finger; best first.')
    .optional(),
});

export const postParams = z.strictObject({
  slug: z.string().max(LONGEST_SLUG).regex(POST_SLUG).describe('Address of a post.'),
});

const text = {
  title: lineText.min(1).max(LONGEST_POST_TITLE),
  summary: lineText.min(1).max(LONGEST_POST_SUMMARY),
  body: linesText.min(1).max(LONGEST_POST_BODY).describe('Markdown.'),
};

export const languageParam = z.enum(LANGUAGE_CODES).describe('Route code of a language.');
export const textBody = z.strictObject(text);

/** What an editor sees of a post. */
export const postDraft = z.strictObject({
  slug: z.string(),
  texts: z.array(z.strictObject({ language: z.string(), title: z.string(), summary: z.string(), body: z.string() })),
  pictures: z.array(
    z.strictObject({
      name: z.string().describe('In a text: `![what it shows](picture:<name>)`.'),
      url: z.string(),
      width: z.int(),
      height: z.int(),
    }),
  ),
});
export type PostDraft = z.infer<typeof postDraft>;

export const previewBody = z.strictObject({ body: linesText.max(LONGEST_POST_BODY).describe('Markdown.') });
export const previewAnswer = z.strictObject({ blocks: z.array(block) });
