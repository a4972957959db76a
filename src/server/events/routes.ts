import type { Pool } from 'pg';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import type { EVENTS } from '#protocol/tables/events.ts';
import { isRowId, toIso } from '#protocol/codecs.ts';
import { pageLimit, pageOf } from '#server/routing/page.ts';
import { signedIn, type Call, type Handlers, type Reply } from '#server/routing/call.ts';
import type { Clock } from '#server/clock.ts';
import type { Events } from './contract.ts';
import { findKinds } from './integrity/store-restricted.ts';
import { makerOf, type MakerParts } from './house-maker.ts';
import { pricesOf, type PriceParts } from './prices.ts';
import { setWatched, watchedBy } from './people/store-watch.ts';
import { pageRulings } from './rulings/store-rulings.ts';
import { neighboursOf } from './series/store-series.ts';
import { eventBySlug, listEvents, openedMarkets } from './store-public.ts';
import { eventCardOf, eventWireOf } from './wire.ts';

const ABSENT: Reply = { refusal: { code: 'NotFound' } };
const realmOf = ({ actor }: Pick<Call<never>, 'actor'>) => actor?.realm ?? 'real';
/** Who practises has no watch list. */
const personOf = ({ actor }: Pick<Call<never>, 'actor'>) =>
  actor === null || actor.realm === 'demo' ? null : actor.userId;

export function eventRoutes(
  parts: PriceParts & MakerParts & { readonly db: Pool; readonly events: Events; readonly clock: Pick<Clock, 'now'> },
): Handlers<typeof EVENTS> {
  const { db, events } = parts;
  return {
    list: (call) => listRoute(parts, call),
    one: async (call) => {
      const language = call.locale;
      const event = await eventBySlug(db, call.params.slug, language);
      if (event === null) return ABSENT;
      const realm = realmOf(call);
      const markets = await openedMarkets(db, { events: [event.id], realm, language });
      const [prices, maker, series, restricted] = await Promise.all([
        pricesOf(parts, { markets, realm }),
        makerOf(parts, markets),
        neighboursOf(db, event.id, language),
        findKinds(db, event.id),
      ]);
      return { status: 200, json: eventWireOf(event, markets, { prices, maker, series, restricted }) };
    },
    rulings: (call) => rulingsRoute(db, call),
    challenge: async (call) => {
      const { userId } = signedIn(call);
      if (!isRowId(call.params.id)) return ABSENT;
      const done = await events.challenge(call.params.id, { userId, text: call.body.text });
      if (done === 'no-market') return ABSENT;
      return done === 'DISPUTED'
        ? { status: 200, json: { state: done } }
        : { refusal: { code: 'MarketClosed', nextOpen: null } };
    },
    watched: async (call) => ({ status: 200, json: { items: [...(await watchedBy(db, signedIn(call).userId))] } }),
    watch: async (call) => {
      const { params, body } = call;
      if (!isRowId(params.id)) return ABSENT;
      const { userId } = signedIn(call);
      const done = await setWatched(db, { userId, eventId: params.id, watched: body.watched, at: parts.clock.now() });
      return done ? { status: 200, json: { watched: body.watched } } : ABSENT;
    },
    draft: async (call) => {
      const { userId, role, sessionId } = signedIn(call);
      const { reason, market, outcomes, openingPercent, ...event } = call.body;
      const { isLive = false, ...texts } = market;
      const terms = { ...texts, isLive, cutOffAt: Date.parse(market.cutOffAt) };
      const by = { kind: 'staff', userId, role, sessionId, address: call.address } as const;
      const made = await events.draft(
        {
          ...event,
          terms,
          ...(openingPercent === undefined ? {} : { opening: openingPercent * 10 }),
          ...(outcomes === undefined ? {} : { outcomes }),
        },
        { by, reason },
      );
      return made.ok ? { status: 201, json: made.value } : { refusal: made.refusal };
    },
  };
}

async function rulingsRoute(db: Pool, call: Parameters<Handlers<typeof EVENTS>['rulings']>[0]): Promise<Reply> {
  const { search = null, kind = null, cursor, limit: wanted } = call.query;
  const limit = pageLimit(wanted);
  const [after = null] = readCursor('rulings', cursor) ?? [];
  const found = await pageRulings(db, { search, kind, after, limit: limit + 1 });
  const json = pageOf(found, limit, {
    cursor: ({ no }) => writeCursor('rulings', [no]),
    item: ({ no: id, kind: of, said, at, slug, title }) => ({ id, kind: of, said, at: toIso(at), slug, title }),
  });
  return { status: 200, json };
}

async function listRoute(
  parts: PriceParts & { readonly db: Pool },
  call: Parameters<Handlers<typeof EVENTS>['list']>[0],
): Promise<Reply> {
  const { db } = parts;
  const {
    category = null,
    tag = null,
    search = null,
    markets: named,
    watched,
    status,
    sort = 'newest',
    cursor,
    limit: wanted,
  } = call.query;
  const limit = pageLimit(wanted);
  const language = call.locale;
  const realm = realmOf(call);
  const [place, id] = readCursor('events', cursor) ?? [];
  const after = place === undefined || id === undefined ? null : { place: Number(place), id };
  const isOpen = status === undefined ? null : status === 'open';
  const watcher = watched === undefined ? null : personOf(call);
  if (watched !== undefined && watcher === null) return { status: 200, json: { items: [], nextCursor: null } };
  const filter = {
    language,
    category,
    tag: tag?.toLowerCase() ?? null,
    search,
    books: named?.split(',') ?? null,
    watchedBy: watcher,
    isOpen,
    sort,
    after,
    realm,
  };
  const asWritten = await listEvents(db, { ...filter, by: 'words', limit: limit + 1 });
  // What nobody has written so may be a slip of the finger. Of what was found as it is written a page after the first is never empty.
  const isSlip = search !== null && asWritten.length === 0;
  const found = isSlip ? await listEvents(db, { ...filter, by: 'slips', limit: limit + 1 }) : asWritten;
  const markets = await openedMarkets(db, { events: found.map((one) => one.id), realm, language });
  const prices = await pricesOf(parts, { markets, realm });
  const json = pageOf(found, limit, {
    cursor: (one) => writeCursor('events', [one.place, one.id]),
    item: (one) => eventCardOf(one, markets, prices),
  });
  return { status: 200, json };
}
