import { z } from 'zod';
import { COMMENT_STATES, LONGEST_EVENT_COMMENT, REPORT_REASONS } from '#domain/comments/comment.ts';
import { isoTime, page, queryInt, ROW_ID } from '../codecs.ts';
import { cursorOf } from '../cursors.ts';
import { linesText } from '../texts.ts';

const text = linesText.min(1).max(LONGEST_EVENT_COMMENT).describe('Plain text; nothing in it is a link.');

export const writeBody = z.strictObject({
  text,
  parent: z.string().regex(ROW_ID).describe('The comment that it replies to, which is no reply itself.').optional(),
});
export const editBody = z.strictObject({ text });
export const likeBody = z.strictObject({
  liked: z.boolean().describe('false takes it back.'),
});
export const reportBody = z.strictObject({ reason: z.enum(REPORT_REASONS) });

const holding = z.strictObject({
  market: z.string().describe('`id` of a market of the event.'),
  outcome: z.enum(['YES', 'NO']),
  shares: z.number(),
});

const replyWire = z.strictObject({
  id: z.string(),
  state: z.enum(COMMENT_STATES).describe('DELETED by its writer, HIDDEN by the house: its text is not told.'),
  name: z.string().nullable().describe('What its writer is called in public; null: the account is closed.'),
  text: z.string().nullable(),
  holds: z.array(holding).describe('What its writer held of the event, with real money, when it was written.'),
  likes: z.int(),
  liked: z.boolean().describe('Does whoever asks like it?'),
  own: z.boolean().describe('Is it of whoever asks?'),
  pinned: z.boolean(),
  at: isoTime,
  editedAt: isoTime.nullable(),
  editUntil: isoTime.nullable().describe('Of an own one: until when its text may be changed.'),
});

export const commentWire = replyWire.extend({
  replies: z.array(replyWire).describe('The first ones, oldest first.'),
  replyCount: z.int(),
});
export type CommentWire = z.infer<typeof commentWire>;
export type ReplyWire = z.infer<typeof replyWire>;

export const commentsWire = page(commentWire).extend({
  count: z.int().describe('Comments and replies of the event that everybody sees.'),
});
export type CommentsWire = z.infer<typeof commentsWire>;

export const commentsQuery = z.strictObject({
  sort: z.enum(['best', 'newest']).describe('best unless said: what is pinned, then most liked.').optional(),
  parent: z
    .string()
    .regex(ROW_ID)
    .describe('Replies to this comment alone, oldest first; without it what replies to nothing.')
    .optional(),
  cursor: cursorOf('comments').optional(),
  limit: queryInt(1, 50).describe('Most rows of the page; 20 unless said.').optional(),
});

export const mutedWire = z.strictObject({
  id: z.string().describe('What the mute is taken back by.'),
  name: z.string().nullable(),
});
export type MutedWire = z.infer<typeof mutedWire>;
export const mutedItems = z.strictObject({ items: z.array(mutedWire) });
export const reportedWire = z.strictObject({ reported: z.literal(true) });
export const unmutedWire = z.strictObject({ muted: z.literal(false) });
