import { CATEGORIES, isSlug, tagsOf, type MarketTerms } from '#domain/events/terms.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { draftBody } from '#protocol/events/events.ts';
import { toIso } from '#protocol/codecs.ts';
import type { ActField } from '#protocol/office/cells.ts';
import { deskPath } from '#protocol/office/desks.ts';
import { lineText } from '#protocol/texts.ts';
import { actorOf } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { sentence } from '#server/desk/cells.ts';
import type { ActDoing, ActSeat } from '#server/desk/contract.ts';
import { readMoment, wrongField } from '#server/desk/fields.ts';
import { MOVE_SAYS } from '../acts.ts';
import type { Events, MoveFault } from '../contract.ts';
import { eventHead, findMarket, lockMarket, moveSlug, putHead, type EventHead } from '../store.ts';
import { NEW, type EventDeskParts } from './events-desk.ts';

export interface DraftParts extends EventDeskParts {
  readonly events: Events;
}

/** What a move of a market says to whoever made it. */
export const saidOfMove = (answer: string): Outcome<string> =>
  answer in MOVE_SAYS
    ? refused({ code: 'ActRefused', why: MOVE_SAYS[answer as MoveFault] })
    : ok(`It is ${sentence(answer).toLowerCase()} now.`);

/** What editors do with an event before it is sent to review: they begin it, and change everything that it says. */
export function draftActs(parts: DraftParts): readonly ActSeat[] {
  return [beginAct(parts), headAct(parts), outcomeAct(parts), rewriteAct(parts), addressAct(parts)];
}

const TERM_LABELS: Readonly<Record<Exclude<keyof MarketTerms, 'cutOffAt' | 'isLive'>, string>> = {
  title: 'Title',
  rules: 'Rules: what makes it YES',
  source: 'Source',
  backupSource: 'Backup source',
  threshold: 'Threshold and rounding',
  ifTied: 'If tied',
  ifPostponed: 'If postponed',
  ifCancelled: 'If cancelled',
  timeZone: 'Time zone, IANA',
};

const LIVE_LABEL = 'Traded while its event goes on: orders that meet others wait';
const YES_OR_NO = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
];

type Texts = Omit<MarketTerms, 'cutOffAt' | 'isLive'>;

const textsOf = (fields: ActDoing['fields']) =>
  Object.fromEntries(Object.keys(TERM_LABELS).map((name) => [name, (fields[name] ?? '').trim()])) as unknown as Texts;

/** Of the terms, as they stand; null: of none yet. */
function termFields(terms: MarketTerms | null): readonly ActField[] {
  const texts = Object.entries(TERM_LABELS).map(([name, label]): ActField => ({
    name,
    label,
    kind: name === 'rules' ? 'long' : 'text',
    value: terms?.[name as keyof typeof TERM_LABELS] ?? '',
    optional: true,
  }));
  const cutOff = terms === null ? {} : { value: toIso(terms.cutOffAt) };
  return [
    ...texts,
    { name: 'cutOffAt', label: 'Cut-off, UTC', kind: 'text', ...cutOff },
    {
      name: 'isLive',
      label: LIVE_LABEL,
      kind: 'choice',
      options: YES_OR_NO,
      value: terms?.isLive === true ? 'yes' : 'no',
      optional: true,
    },
  ];
}

const headFields = (head: EventHead | null): readonly ActField[] => [
  {
    name: 'category',
    label: 'Category',
    kind: 'choice',
    options: CATEGORIES.map((value) => ({ value, label: sentence(value) })),
    ...(head === null ? {} : { value: head.category }),
  },
  { name: 'event', label: 'Event: what it asks', kind: 'text', ...(head === null ? {} : { value: head.title }) },
  { name: 'summary', label: 'Summary', kind: 'text', value: head?.summary ?? '', optional: true },
  { name: 'tags', label: 'Tags, with commas', kind: 'text', value: head?.tags.join(', ') ?? '', optional: true },
];

const parted = (typed: string | undefined, by: RegExp) =>
  (typed ?? '').split(by).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

const readHead = (fields: ActDoing['fields']) => ({
  category: fields['category'] ?? '',
  title: (fields['event'] ?? '').trim(),
  summary: (fields['summary'] ?? '').trim(),
  tags: parted(fields['tags'], /,/),
});

/** The field of an act in which the first thing stands that cannot be read. */
function fieldAt(path: readonly PropertyKey[]): string {
  const [first, second] = path.map(String);
  if (first === 'market') return second ?? 'cutOffAt';
  return first === 'title' ? 'event' : (first ?? 'event');
}

const HEAD = draftBody.pick({ category: true, title: true, summary: true, tags: true });
const BEGUN = draftBody.omit({ reason: true });
const OUTCOME = lineText.min(1).max(100);

function beginAct({ events }: DraftParts): ActSeat {
  return {
    desk: 'events',
    id: 'begin',
    label: 'Begin',
    text: 'It is a draft until another colleague opens it. What is not known yet can be written later.',
    permission: 'events.write',
    rule: 'A title that no other event has.',
    order: 5,
    on: (id) => id === NEW,
    fields: [
      ...headFields(null),
      {
        name: 'outcomes',
        label: 'Outcomes, a line each, where exactly one of several comes true',
        kind: 'long',
        optional: true,
      },
      ...termFields(null).map((field) =>
        field.name === 'title' ? { ...field, label: 'Question, if not as above' } : field,
      ),
      { name: 'openingPercent', label: 'Chance of YES that the house begins with, %', kind: 'number', optional: true },
    ],
    refuses: () => Promise.resolve(null),
    run: async ({ by, reason, fields }) => {
      const cutOffAt = readMoment(fields['cutOffAt']);
      if (typeof cutOffAt === 'string') return wrongField('cutOffAt', cutOffAt);
      const head = readHead(fields);
      const { title: question, ...texts } = textsOf(fields);
      const outcomes = parted(fields['outcomes'], /\n/);
      const percent = (fields['openingPercent'] ?? '').trim();
      const read = BEGUN.safeParse({
        ...head,
        market: { ...texts, title: question === '' ? head.title : question, cutOffAt: toIso(cutOffAt) },
        ...(outcomes.length === 0 ? {} : { outcomes }),
        ...(percent === '' ? {} : { openingPercent: Number(percent) }),
      });
      if (!read.success) return wrongField(fieldAt(read.error.issues[0]?.path ?? []), 'malformed');
      const { market, openingPercent, outcomes: named, ...event } = read.data;
      const made = await events.draft(
        {
          ...event,
          terms: { ...market, isLive: fields['isLive'] === 'yes', cutOffAt },
          ...(openingPercent === undefined ? {} : { opening: openingPercent * 10 }),
          ...(named === undefined ? {} : { outcomes: named }),
        },
        { by, reason },
      );
      return made.ok ? ok({ said: 'It is a draft now.', opens: deskPath('events', made.value.marketId) }) : made;
    },
  };
}

function headAct({ db, audit }: DraftParts): ActSeat {
  return {
    desk: 'events',
    id: 'describe',
    label: 'Change what the event says',
    text: 'Its title, summary, category and tags. Translations made before are stale then. Its address stays.',
    permission: 'events.write',
    rule: 'Before its review.',
    order: 7,
    on: (id) => id !== NEW,
    fields: async ({ id }) => headFields(await eventHead(db, id)),
    refuses: async ({ id }) => ((await findMarket(db, id))?.state === 'DRAFT' ? null : MOVE_SAYS.state),
    run: async ({ id, by, reason, fields }) => {
      const read = HEAD.safeParse(readHead(fields));
      if (!read.success) return wrongField(fieldAt(read.error.issues[0]?.path ?? []), 'malformed');
      const head = { ...read.data, tags: tagsOf(read.data.tags) };
      return transaction(db, async (tx) => {
        const market = await lockMarket(tx, id);
        if (market?.state !== 'DRAFT') return saidOfMove(market === null ? 'no-market' : 'state');
        await putHead(tx, market.eventId, head);
        const about = { action: 'event.described', objectType: 'event_market', objectId: id, reason };
        await audit.write(tx, { ...actorOf(by), ...about });
        return ok('It says so now.');
      });
    },
  };
}

function rewriteAct({ db, events }: DraftParts): ActSeat {
  return {
    desk: 'events',
    id: 'rewrite',
    label: 'Change the draft',
    text: 'Translations made before are stale then.',
    permission: 'events.write',
    rule: 'Before its review.',
    order: 9,
    on: (id) => id !== NEW,
    fields: async ({ id }) => termFields((await findMarket(db, id))?.terms ?? null),
    refuses: async ({ id }) => ((await findMarket(db, id))?.state === 'DRAFT' ? null : MOVE_SAYS.state),
    run: async ({ id, by, reason, fields }) => {
      const cutOffAt = readMoment(fields['cutOffAt']);
      if (typeof cutOffAt === 'string') return wrongField('cutOffAt', cutOffAt);
      const before = (await findMarket(db, id))?.terms.isLive === true;
      const isLive = fields['isLive'] === undefined ? before : fields['isLive'] === 'yes';
      const terms = { ...textsOf(fields), cutOffAt, isLive };
      return saidOfMove(await events.rewrite(id, terms, { by, reason }));
    },
  };
}

function addressAct({ db }: DraftParts): ActSeat {
  return {
    desk: 'events',
    id: 'address',
    label: 'Change the address',
    text: 'Addresses that it had before lead on.',
    permission: 'events.write',
    rule: 'One that no other event has or had.',
    order: 8,
    on: (id) => id !== NEW,
    fields: [{ name: 'slug', label: 'Address: small letters, digits, hyphens', kind: 'text' }],
    refuses: () => Promise.resolve(null),
    run: async ({ id, fields: { slug = '' } }) => {
      const market = await findMarket(db, id);
      if (market === null) return saidOfMove('no-market');
      if (!isSlug(slug)) return wrongField('slug', 'malformed');
      const { eventId } = market;
      const done = await transaction(db, (tx) => moveSlug(tx, { eventId, slug }));
      return done
        ? ok(`It is at ${slug} now.`)
        : refused({ code: 'ActRefused', why: 'Another event is, or was, there.' });
    },
  };
}

function outcomeAct({ db, events }: DraftParts): ActSeat {
  return {
    desk: 'events',
    id: 'outcome',
    label: 'Add an outcome',
    text: 'It gets the terms of the others, and stands behind them.',
    permission: 'events.write',
    rule: 'Before its review, where exactly one of several outcomes comes true.',
    order: 8,
    on: (id) => id !== NEW,
    fields: [{ name: 'outcome', label: 'Outcome', kind: 'text' }],
    refuses: async ({ id }) => ((await findMarket(db, id))?.state === 'DRAFT' ? null : MOVE_SAYS.state),
    run: async ({ id, by, reason, fields }) => {
      const title = OUTCOME.safeParse((fields['outcome'] ?? '').trim());
      if (!title.success) return wrongField('outcome', 'malformed');
      const made = await events.addOutcome(id, title.data, { by, reason });
      return made.ok ? ok({ said: 'It is one of them now.', opens: deskPath('events', made.value.marketId) }) : made;
    },
  };
}
