import { isSlug, tagsOf } from '#domain/events/terms.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { toIso } from '#protocol/codecs.ts';
import { deskPath } from '#protocol/office/desks.ts';
import { lineText } from '#protocol/texts.ts';
import { actorOf } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { sentence } from '#server/desk/cells.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { readMoment, wrongField } from '#server/desk/fields.ts';
import { MOVE_SAYS } from '../acts.ts';
import type { Events, MoveFault } from '../contract.ts';
import { openingOf } from '../store-splits.ts';
import { eventHead, findMarket, lockMarket, moveSlug, putHead } from '../store.ts';
import {
  BEGUN,
  fieldAt,
  HEAD,
  headFields,
  openingField,
  parted,
  PERCENT,
  readHead,
  termFields,
  textsOf,
} from './draft-fields.ts';
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
      openingField(null),
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
    fields: async ({ id }) => {
      const market = await findMarket(db, id);
      return [...termFields(market?.terms ?? null), openingField(market === null ? null : await openingOf(db, id))];
    },
    refuses: async ({ id }) => {
      const market = await findMarket(db, id);
      if (market?.terms.ticks !== undefined) return 'Its terms are made of what is asked of our prices.';
      return market?.state === 'DRAFT' ? null : MOVE_SAYS.state;
    },
    run: async ({ id, by, reason, fields }) => {
      const cutOffAt = readMoment(fields['cutOffAt']);
      if (typeof cutOffAt === 'string') return wrongField('cutOffAt', cutOffAt);
      const before = await findMarket(db, id);
      const isLive = fields['isLive'] === undefined ? before?.terms.isLive === true : fields['isLive'] === 'yes';
      const percent = (fields['openingPercent'] ?? '').trim();
      // A share of several outcomes need not be a whole percent: it stays unless another is typed.
      const stays = percent === '' || Number(percent) * 10 === (before === null ? null : await openingOf(db, id));
      const read = PERCENT.safeParse(stays ? undefined : Number(percent));
      if (!read.success) return wrongField('openingPercent', 'malformed');
      const opening = read.data === undefined ? {} : { opening: read.data * 10 };
      const terms = { ...textsOf(fields), cutOffAt, isLive, ...opening };
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
