import { z } from 'zod';
import { COMPLAINT_OUTCOMES } from '#domain/support/complaint.ts';
import { LONGEST_MESSAGE, RATINGS, TICKET_STATES, TICKET_SUBJECTS } from '#domain/support/ticket.ts';
import { challengeFields, emailText } from '../account.ts';
import { isoTime } from '../codecs.ts';
import { linesText, lineText } from '../texts.ts';

const name = lineText.min(1).max(100);
const message = linesText.min(1).max(LONGEST_MESSAGE);

/** What a ticket is about. `ref`: its id as the product shows it. */
const about = z.strictObject({ kind: z.enum(TICKET_SUBJECTS), ref: lineText.min(1).max(100) });

export const ticketBody = z.strictObject({
  firstName: name,
  lastName: name,
  email: emailText.describe('Where a visitor is answered. Who is signed in is told in the product too.'),
  phone: lineText
    .regex(/^(\+?[0-9 ()./-]{5,30})?$/)
    .describe('May be left out.')
    .optional(),
  message,
  about: about.optional(),
  /** "I agree to the terms for support tickets." */
  terms: z.literal(true),
  ...challengeFields,
});
export type TicketBody = z.infer<typeof ticketBody>;

const linkToken = z.string().min(1).max(200).describe('Of the link in the mail to a visitor.');
export const ticketMessageBody = z.strictObject({ message });
export const ticketLinkBody = z.strictObject({ token: linkToken });
export const ticketLinkQuery = z.strictObject({ token: linkToken });
const rating = z.enum(RATINGS);
export const ticketRatingBody = z.strictObject({ rating });
const ratingToken = z.string().min(1).max(200).describe('Of the link in the mail that asks whether it was solved.');
export const ticketRatingLinkBody = z.strictObject({ token: ratingToken });
export const ticketMailRatingBody = z.strictObject({ token: ratingToken, rating });
export const ticketLinkRatingBody = z.strictObject({ token: linkToken, rating });
export const ticketLinkMessageBody = z.strictObject({ token: linkToken, message });

/** SPAM is seen by staff alone: its person reads CLOSED. */
const state = z.enum(TICKET_STATES).exclude(['SPAM']);

const head = {
  id: z.string(),
  number: z.string().describe('What people call it by: T-1001.'),
  state,
  about: about.nullable(),
  openedAt: isoTime,
};

export const ticketHead = z.strictObject(head);
export const ticketList = z.strictObject({ items: z.array(ticketHead).describe('Newest first, the last 50.') });

/** A file of a message, drawn anew as a JPEG. */
const fileWire = z.strictObject({
  id: z.string(),
  url: z.string().describe('Holds for 10 minutes or a little longer.'),
  width: z.int(),
  height: z.int(),
});

/** Another ticket of the same owner. `token`: of a visitor’s, by which it is opened. */
const related = z.strictObject({ id: z.string(), number: z.string(), token: z.string().nullable() });

const complaint = z.strictObject({
  acknowledgedAt: isoTime.nullable(),
  dueAt: isoTime.describe('What comes next is due then: that we acknowledge it, after that the final letter.'),
  finalAt: isoTime.nullable(),
  outcome: z.enum(COMPLAINT_OUTCOMES).nullable(),
});

export const ticketWire = z.strictObject({
  ...head,
  merged: z.array(z.string()).describe('Numbers of tickets that go on in this one.'),
  splitFrom: related.nullable().describe('The ticket in which its first messages were written.'),
  splitTo: z.array(related).describe('Tickets in which some of its messages went on.'),
  complaint: complaint.nullable().describe('How far it is, where it is a complaint.'),
  rating: rating.nullable().describe('What the person says of it; null: nothing yet.'),
  isRatable: z.boolean().describe('It has ended, and we answered.'),
  messages: z
    .array(
      z.strictObject({
        id: z.string(),
        by: z.enum(['person', 'support']),
        text: z.string().describe('Empty: nothing but files.'),
        files: z.array(fileWire),
        leftOut: z.int().describe('Attachments of a mail that could not be kept.'),
        at: isoTime,
      }),
    )
    .describe('Oldest first.'),
});
/** Of a rating by the link of a mail: nothing of the ticket but its number. */
export const ticketRatingWire = z.strictObject({
  number: z.string(),
  rating: rating.nullable(),
  isRatable: z.boolean().describe('Not where it was opened again since.'),
});
export type TicketRatingWire = z.infer<typeof ticketRatingWire>;
export const supportTimes = z.strictObject({
  answered: z.int().describe('Tickets that had their first answer since midnight, UTC.'),
  halfMs: z.int().nullable().describe('Half of them waited no longer than this; null: too few to say.'),
  mostMs: z.int().nullable().describe('95 of 100 waited no longer than this.'),
});
export type SupportTimes = z.infer<typeof supportTimes>;
export type TicketWire = z.infer<typeof ticketWire>;
export type RelatedTicket = z.infer<typeof related>;
export type TicketHead = z.infer<typeof ticketHead>;
