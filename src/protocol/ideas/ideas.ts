import { z } from 'zod';
import { IDEA_CATEGORIES, IDEA_STATES, LONGEST_IDEA_TEXT, LONGEST_IDEA_TITLE } from '#domain/ideas/idea.ts';
import { isoTime, page, queryInt } from '../codecs.ts';
import { cursorOf } from '../cursors.ts';
import { linesText, lineText } from '../texts.ts';

export const ideaCategory = z.enum(IDEA_CATEGORIES);

export const ideaBody = z.strictObject({
  category: ideaCategory,
  title: lineText.min(1).max(LONGEST_IDEA_TITLE),
  description: linesText.min(1).max(LONGEST_IDEA_TEXT),
});
export type IdeaBody = z.infer<typeof ideaBody>;

export const voteBody = z.strictObject({ voted: z.boolean().describe('false takes the vote back.') });

/** HIDDEN is seen by staff alone. */
const state = z.enum(IDEA_STATES).exclude(['HIDDEN']);

export const ideaWire = z.strictObject({
  id: z.string(),
  category: ideaCategory,
  language: z.string().describe('Route code of the language it is written in.'),
  title: z.string(),
  description: z.string(),
  state,
  votes: z.int(),
  voted: z.boolean().describe('Has whoever asks voted for it?'),
  own: z.boolean().describe('Is it an idea of whoever asks?'),
  path: z.string().nullable().describe('Of what was released: a path behind the language.'),
  madeAt: isoTime,
});
export type IdeaWire = z.infer<typeof ideaWire>;

export const ideaPage = page(ideaWire);
export const ideaItems = z.strictObject({ items: z.array(ideaWire) });

export const ideaQuery = z.strictObject({
  category: ideaCategory.describe('Ideas of this category alone.').optional(),
  sort: z.enum(['votes', 'newest']).describe('votes unless said.').optional(),
  cursor: cursorOf('ideas').optional(),
  limit: queryInt(1, 50).describe('Most rows of the page; 20 unless said.').optional(),
});

export const similarQuery = z.strictObject({
  text: lineText.min(3).max(LONGEST_IDEA_TITLE).describe('A title as it is being written.'),
});
