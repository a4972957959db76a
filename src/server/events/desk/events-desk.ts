import type { Pool } from 'pg';
import { priceToText } from '#domain/prices/price-text.ts';
import { streamName } from '#domain/prices/pair.ts';
import { EVENT_STATES, type EventState } from '#domain/events/life.ts';
import type { CellTone } from '#protocol/office/cells.ts';
import { chip, code, line, number, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat, TimelineSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import type { MoveParts } from '../moves.ts';
import { listClarifications } from '../store-clarifications.ts';
import { booksOf, findMarket, type MarketNow } from '../store.ts';
import { findTickAnswer } from '../ticks/store-ticks.ts';
import { voidValues } from '../void-values.ts';
import { questionLines } from './questions.ts';
import { countWaiting, deskMarket, listChallenges, listEvidence, listMoves, pageMarkets } from './store-desk.ts';

export interface EventDeskParts extends MoveParts {
  readonly db: Pool;
}

const TONES: Readonly<Partial<Record<EventState, CellTone>>> = {
  OPEN: 'ok',
  REVIEW: 'info',
  CLOSED: 'info',
  PROPOSED: 'info',
  PAUSED: 'warn',
  DISPUTED: 'bad',
  VOIDED: 'bad',
};
/** The state of a market in a word. */
export const stateChip = (state: EventState) => chip(sentence(state), TONES[state] ?? 'plain');
const share = (milli: number | null) => text(milli === null ? null : (milli / 1_000).toFixed(3));

/** The record on which a new event is begun. */
export const NEW = 'new';
/** What the id of a record looks like. */
export const RECORD = /^(?:new|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Markets of events: what waits for a review, a result or a panel. */
export function eventsDesk({ db }: EventDeskParts): DeskSeat {
  return {
    desk: 'events',
    count: () => countWaiting(db),
    list: {
      columns: [
        { id: 'title', label: 'Market', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'category', label: 'Category' },
        { id: 'slug', label: 'Address' },
        { id: 'cutOff', label: 'Cut-off', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: EVENT_STATES.map((value) => ({ value, label: sentence(value) })),
        },
      ],
      read: async ({ after, limit, filter }) => {
        const asked = { state: filter['state'] ?? null, after, limit: limit + 1 };
        return rowPage(await pageMarkets(db, asked), limit, (market) => ({
          id: market.id,
          cells: [
            strong(market.title),
            stateChip(market.state),
            text(sentence(market.category)),
            code(market.slug),
            time(market.cutOffAt),
          ],
        }));
      },
    },
    record: {
      id: RECORD,
      read: async (id) => {
        if (id === NEW) return { title: 'New event', subtitle: [], chips: [], subjectId: null };
        const market = await deskMarket(db, id);
        if (market === null) return null;
        const { title, slug, state } = market;
        return { title, subtitle: [code(slug)], chips: [stateChip(state)], subjectId: null };
      },
    },
  };
}

/** Terms, result, and what a void would pay now. */
export function eventFacts({ db, clock, bookFacts }: EventDeskParts): readonly PartSeat[] {
  const seat = { desk: 'events', permission: 'events.read', place: 'facts' } as const;
  return [
    {
      ...seat,
      id: 'terms',
      title: 'Terms',
      order: 10,
      lines: async ({ id }) => {
        const market = id === NEW ? null : await findMarket(db, id);
        if (market === null) return [];
        const { terms } = market;
        return [
          line('Rules', text(terms.rules)),
          line('Source', text(terms.source)),
          line('Backup source', text(terms.backupSource)),
          line('Threshold and rounding', text(terms.threshold)),
          line('If tied', text(terms.ifTied)),
          line('If postponed', text(terms.ifPostponed)),
          line('If cancelled', text(terms.ifCancelled)),
          line('Time zone', text(terms.timeZone)),
          line('Cut-off', time(terms.cutOffAt)),
          line('Live: takers wait', text(terms.isLive === true ? 'Yes' : 'No')),
          line('Hash of the rules', code(market.rulesHash?.toString('hex') ?? null)),
        ];
      },
    },
    {
      ...seat,
      id: 'result',
      title: 'Result',
      order: 20,
      lines: async ({ id }) => {
        const market = id === NEW ? null : await findMarket(db, id);
        if (market === null) return [];
        const at = market.factAt ?? clock.now();
        const preview = market.result === 'VOID' ? null : await voidValues({ bookFacts }, db, { marketId: id, at });
        return [
          line(
            'Proposed or decided',
            text(market.result === 'WON' ? (market.won === 0 ? 'YES' : 'NO') : market.result),
          ),
          line('Time of the fact', time(market.factAt)),
          line('Fills after it', text(await pastText({ db, bookFacts }, market))),
          line('Challenge until', time(market.challengeUntil)),
          line('Paid', time(market.paidAt)),
          line('A void would pay YES, real money', share(preview?.real ?? market.voidReal)),
          line('A void would pay YES, practice', share(preview?.demo ?? market.voidDemo)),
        ];
      },
    },
    ticksPart(db),
    questionsPart(db),
    clarificationsTab(db),
    evidenceTab(db),
    challengesTab(db),
  ];
}

/** What is undone when the result stands; null: nothing is proposed, or it is void. */
async function pastText(
  { db, bookFacts }: Pick<EventDeskParts, 'db' | 'bookFacts'>,
  { id, factAt, result }: MarketNow,
): Promise<string | null> {
  if (factAt === null || result === null || result === 'VOID') return null;
  const { fills, lots } = await bookFacts.fillsSince(db, Object.values(await booksOf(db, id)), factAt);
  if (fills === 0) return 'None.';
  return `${fills} of ${(lots / 100).toFixed(2)} shares, practice too. They are undone before the market is paid.`;
}

/** What our own prices are asked, and what they have said. */
function ticksPart(db: Pool): PartSeat {
  return {
    desk: 'events',
    id: 'ticks',
    title: 'By our own prices',
    permission: 'events.read',
    place: 'facts',
    order: 12,
    lines: async ({ id }) => {
      const rule = id === NEW ? undefined : (await findMarket(db, id))?.terms.ticks;
      if (rule === undefined) return [];
      const { against } = rule;
      const answer = await findTickAnswer(db, id);
      return [
        line('Stream', code(streamName(rule.pair, rule.feed))),
        line('Comparison', text(sentence(rule.comparison))),
        'threshold' in against
          ? line('Threshold', text(priceToText(against.threshold, rule.scale)))
          : line('Earlier moment', time(against.since)),
        line('Moment', time(rule.at)),
        line('Answer', text(answer === null ? 'Not yet' : sentence(answer.outcome))),
        line('By', text(answer?.says ?? null)),
      ];
    },
  };
}

/** What people could read in two ways, while it can still be written another way. */
function questionsPart(db: Pool): PartSeat {
  return {
    desk: 'events',
    id: 'questions',
    title: 'Questions to the terms',
    permission: 'events.read',
    place: 'facts',
    order: 15,
    lines: async ({ id }) => {
      const market = id === NEW ? null : await findMarket(db, id);
      if (market === null || (market.state !== 'DRAFT' && market.state !== 'REVIEW')) return [];
      return questionLines(market.terms);
    },
  };
}

function clarificationsTab(db: Pool): PartSeat {
  return {
    desk: 'events',
    id: 'clarifications',
    title: 'Clarifications',
    permission: 'events.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'text', label: 'Text', head: true },
        { id: 'at', label: 'Said', head: true },
        { id: 'until', label: 'People may leave until' },
        { id: 'real', label: 'Price of YES, real money', end: true },
        { id: 'demo', label: 'Price of YES, practice', end: true },
      ],
      read: async ({ id }) => ({
        rows: (id === NEW ? [] : await listClarifications(db, id)).map((one) => ({
          id: String(one.version),
          cells: [text(one.text), time(one.at), time(one.exitUntil), share(one.fairReal), share(one.fairDemo)],
        })),
        next: null,
      }),
    },
  };
}

function evidenceTab(db: Pool): PartSeat {
  return {
    desk: 'events',
    id: 'evidence',
    title: 'Evidence',
    permission: 'events.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'outcome', label: 'Outcome', head: true },
        { id: 'url', label: 'Page', head: true },
        { id: 'hash', label: 'SHA-256' },
        { id: 'at', label: 'Time of the fact', end: true },
      ],
      read: async ({ id }) => ({
        rows: (id === NEW ? [] : await listEvidence(db, id)).map(({ version, outcome, url, sha256, factAt }) => ({
          id: String(version),
          cells: [text(outcome), text(url), code(sha256), time(factAt)],
        })),
        next: null,
      }),
    },
  };
}

function challengesTab(db: Pool): PartSeat {
  return {
    desk: 'events',
    id: 'challenges',
    title: 'Challenges',
    permission: 'events.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'no', label: 'Move', head: true },
        { id: 'text', label: 'Text', head: true },
        { id: 'at', label: 'Written', end: true },
      ],
      read: async ({ id }) => ({
        rows: (id === NEW ? [] : await listChallenges(db, id)).map(({ version, text: said, at }) => ({
          id: String(version),
          cells: [number(version), text(said), time(at)],
        })),
        next: null,
      }),
    },
  };
}

/** Every move, with who made it. */
export function eventTimeline({
  db,
  colleagueOf,
}: EventDeskParts & {
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}): TimelineSeat {
  return {
    desk: 'events',
    permission: 'events.read',
    read: async (asked) =>
      Promise.all(
        (asked.id === NEW ? [] : await listMoves(db, asked)).map(async ({ version, move, to, staff, at, reason }) => ({
          id: `move-${version}`,
          at,
          title: `${sentence(move)}: ${sentence(to)}`,
          text: reason,
          by:
            staff.length === 0
              ? null
              : (await Promise.all(staff.map(async (userId) => (await colleagueOf(userId)).name))).join(', '),
        })),
      ),
  };
}
