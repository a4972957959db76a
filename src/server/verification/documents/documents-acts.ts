import type { Pool } from 'pg';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { DOCUMENTS } from '#domain/verification/documents.ts';
import { FINAL_REASONS, RETRY_REASONS } from '#domain/verification/reasons.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { transacted, type Staff } from '#server/desk/index.ts';
import { NAMES, options, SAYS } from './desk-words.ts';
import { askFor, type Decision, type Reviews } from './reviews.ts';
import type { Mark } from './store.ts';

interface ActParts {
  readonly db: Pool;
  readonly reviews: Reviews;
}

/** What an officer decides on a review, and asks of a person. */
export function documentActs(parts: ActParts): readonly ActSeat[] {
  return [approveAct(parts), sendBackAct(parts), refuseAct(parts), takeAct(parts), askAct(parts)];
}

async function refusesNow({ reviews }: ActParts, id: string, by: Staff): Promise<string | null> {
  const why = await reviews.whyNot(id, by);
  return why === null ? null : SAYS[why];
}

async function decided(
  { reviews }: ActParts,
  { id, by }: { readonly id: string; readonly by: Staff },
  decision: Decision,
): Promise<Outcome<string>> {
  const done = await reviews.decide(id, decision, by);
  if (done === 'done') return ok('Decided. The person is told.');
  return refused({ code: 'PermissionsError' });
}

const BY_RULE = 'A document is decided within 24 hours, by somebody other than the person who sent it.';
const PLACES = ['top_left', 'top', 'top_right', 'left', 'middle', 'right', 'bottom_left', 'bottom', 'bottom_right'];

/** A ninth of the picture as a mark; null: none was named. */
function markOf({ side, place }: Readonly<Record<string, string>>): Mark | null {
  const at = PLACES.indexOf(place ?? '');
  if (at < 0) return null;
  const third = 333;
  return {
    side: side === 'back' ? 'back' : 'front',
    x: (at % 3) * third,
    y: Math.floor(at / 3) * third,
    width: third,
    height: third,
  };
}

const MARK_FIELDS = [
  { name: 'place', label: 'Where on the picture', kind: 'choice', options: options(PLACES), optional: true },
  { name: 'side', label: 'On which side', kind: 'choice', options: options(['front', 'back']), optional: true },
] as const;

function approveAct(parts: ActParts): ActSeat {
  return {
    desk: 'documents',
    id: 'approve',
    label: 'Approve',
    text: 'The document counts from now on, up to its last day if it has one.',
    permission: 'verification.decide',
    rule: BY_RULE,
    order: 10,
    fields: [{ name: 'until', label: 'Last day of the document', kind: 'day', optional: true }],
    refuses: ({ id, by }) => refusesNow(parts, id, by),
    run: ({ fields, ...act }) => {
      const { until } = fields;
      const isWrong = until !== undefined && !/^\d{4}-\d\d-\d\d$/.test(until);
      if (isWrong) return Promise.resolve(refused({ code: 'InvalidRequest', fields: { until: 'malformed' } }));
      return decided(parts, act, { outcome: 'approved', validUntil: until ?? null });
    },
  };
}

function sendBackAct(parts: ActParts): ActSeat {
  return {
    desk: 'documents',
    id: 'send_back',
    label: 'Send back',
    text: 'The person sees what is wrong and where, and can send another one at once.',
    permission: 'verification.decide',
    rule: BY_RULE,
    order: 20,
    fields: [{ name: 'what', label: 'What is wrong', kind: 'choice', options: options(RETRY_REASONS) }, ...MARK_FIELDS],
    refuses: ({ id, by }) => refusesNow(parts, id, by),
    run: ({ fields, ...act }) => {
      const reason = RETRY_REASONS.find((one) => one === fields['what']);
      if (reason === undefined)
        return Promise.resolve(refused({ code: 'InvalidRequest', fields: { what: 'unknown' } }));
      return decided(parts, act, { outcome: 'retry', reason, mark: markOf(fields) });
    },
  };
}

function refuseAct(parts: ActParts): ActSeat {
  return {
    desk: 'documents',
    id: 'refuse',
    label: 'Refuse for good',
    text: 'No other document of this kind is taken. The person may appeal once, to another officer.',
    permission: 'verification.decide',
    rule: BY_RULE,
    danger: true,
    order: 30,
    fields: [{ name: 'what', label: 'Why', kind: 'choice', options: options(FINAL_REASONS) }, ...MARK_FIELDS],
    refuses: ({ id, by }) => refusesNow(parts, id, by),
    run: ({ fields, ...act }) => {
      const reason = FINAL_REASONS.find((one) => one === fields['what']);
      if (reason === undefined)
        return Promise.resolve(refused({ code: 'InvalidRequest', fields: { what: 'unknown' } }));
      return decided(parts, act, { outcome: 'final', reason, mark: markOf(fields) });
    },
  };
}

function takeAct({ reviews }: ActParts): ActSeat {
  return {
    desk: 'documents',
    id: 'take',
    label: 'Take over',
    text: 'The review is yours for 15 minutes, also where somebody else had it.',
    permission: 'verification.decide',
    rule: 'Two officers do not work on the same review.',
    order: 40,
    refuses: async ({ id, by }) => {
      const why = await reviews.whyNot(id, by);
      return why === 'taken' ? null : why === null ? 'It is yours.' : SAYS[why];
    },
    run: async ({ id, by }) => {
      const taken = await reviews.open(id, by, true);
      return taken === null ? refused({ code: 'NotFound' }) : ok('It is yours for 15 minutes.');
    },
  };
}

/** On the page of a person: a document that nobody asked for yet. */
function askAct({ db, reviews }: ActParts): ActSeat {
  return {
    desk: 'people',
    id: 'ask_document',
    label: 'Ask for a document',
    text: 'The person is told that we need it.',
    permission: 'verification.decide',
    rule: 'A document can be asked for where none was sent.',
    order: 60,
    fields: [
      {
        name: 'document',
        label: 'Document',
        kind: 'choice',
        options: DOCUMENTS.map((value) => ({ value, label: NAMES[value] })),
      },
    ],
    refuses: () => Promise.resolve(null),
    ...transacted(db, async (tx, { id, by, reason, fields }) => {
      const document = DOCUMENTS.find((one) => one === fields['document']);
      if (document === undefined) return refused({ code: 'InvalidRequest', fields: { document: 'unknown' } });
      const isAsked = await askFor(reviews.parts, tx, { userId: id, document, by, reason });
      if (!isAsked) return refused({ code: 'ActRefused', why: 'It was asked for or sent already.' });
      return ok('The person is told.');
    }),
  };
}
