import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import { CHALLENGE_MS, eventAfter, type EventMove, type EventState } from '#domain/events/life.ts';
import { slugOf, tagsOf, type MarketTerms } from '#domain/events/terms.ts';
import { DAY_MS } from '#domain/time.ts';
import { transaction } from '#server/db/index.ts';
import type { MoveFault } from '../contract.ts';
import { moveMarket, type Mover } from '../moves.ts';
import { booksOf, findSample, insertEvent, insertMarket, linkedMarkets, type SampleNow } from '../store.ts';
import { FEW_EVENTS, SAMPLE_EVENTS } from './catalogue.ts';
import type { SampleEnd, SampleEvent, SampleHands, SampleParts } from './sample.ts';
import { writeSampleSeries } from './series.ts';

/** A sample as it stands. `books`: those of its outcomes in the demo realm; none: it was not opened. */
export interface Sample extends SampleNow {
  readonly event: SampleEvent;
  readonly books: readonly { readonly id: string; readonly chance: number }[];
}

const REASON = 'A sample of the sandbox.';
/** Samples were opened so many days before they were written, one after the other. */
const AGES_DAYS = 9;

const RESOLVED: readonly EventMove[] = ['submit', 'approve', 'close', 'propose', 'confirm'];
/** The moves of each: the clock and the engine make those after them. */
const MOVES: Readonly<Record<SampleEnd, readonly EventMove[]>> = {
  DRAFT: [],
  REVIEW: ['submit'],
  OPEN: ['submit', 'approve'],
  PAUSED: ['submit', 'approve', 'pause'],
  CLOSED: ['submit', 'approve', 'close'],
  PROPOSED: ['submit', 'approve', 'close', 'propose'],
  CHALLENGE: RESOLVED,
  DISPUTED: [...RESOLVED, 'challenge'],
  YES: RESOLVED,
  NO: RESOLVED,
  TIE: RESOLVED,
  VOIDED: ['submit', 'approve', 'void'],
};

const PROPOSED_TWICE: readonly EventMove[] = ['propose', 'reject', 'propose'];

/** Writes the samples that are missing, each in a transaction of its own, and opens those that were to be. Safe at every start. */
export async function writeSamples(parts: SampleParts, hands: SampleHands): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const [index, event] of (parts.howMany === 'few' ? FEW_EVENTS : SAMPLE_EVENTS).entries()) {
    const openedAt = parts.clock.now() - (1 + (index % AGES_DAYS)) * DAY_MS;
    await transaction(parts.db, async (tx) => {
      const [eventId, marketId] = [uuidv7(), uuidv7()];
      const { category, title, summary } = sayDates(event, parts.clock.now());
      const named = { id: eventId, category, slug: slugOf(title), tags: tagsOf(event.tags), title, summary };
      const isLinked = event.outcomes !== undefined;
      if (!(await insertEvent(tx, { ...named, slug: slugOf(event.title), isSample: true, isLinked }))) return;
      const terms = termsOf(event, parts.clock.now());
      for (const [place, outcome] of (event.outcomes ?? [terms]).entries())
        await insertMarket(tx, {
          id: place === 0 ? marketId : uuidv7(),
          eventId,
          terms: { ...terms, title: outcome.title },
          opening: (event.outcomes?.[place]?.chance ?? event.chance) * 10,
        });
      const then = { ...parts, clock: { now: () => openedAt } };
      for (const move of movesOf(event).slice(0, 2))
        await moveMarket(then, tx, { marketId, move, by: handOf(hands, move), reason: REASON });
    });
    const found = await findSample(parts.db, slugOf(event.title));
    if (found !== null) samples.push({ ...found, event, books: await sampleBooks(parts.db, found.marketId, event) });
  }
  if (parts.howMany === 'all') await writeSampleSeries(parts, hands);
  return samples;
}

async function sampleBooks(db: Pool, marketId: string, event: SampleEvent): Promise<Sample['books']> {
  const chances = (event.outcomes ?? [event]).map(({ chance }) => chance);
  const books: { id: string; chance: number }[] = [];
  for (const [place, id] of (await linkedMarkets(db, marketId)).entries()) {
    const { demo } = await booksOf(db, id);
    const chance = chances[place];
    // What came out of a split is traded by whoever comes.
    if (demo !== undefined && chance !== undefined) books.push({ id: demo, chance });
  }
  return books;
}

/**
 * Makes the next move of a sample towards its end: its new state, the rule against it, or null: it is there, or somebody has moved it another
 * way.
 */
export async function moveSample(
  parts: SampleParts,
  { sample, hands }: { readonly sample: Sample; readonly hands: SampleHands },
): Promise<EventState | MoveFault | null> {
  const { marketId, event } = sample;
  const now = await findSample(parts.db, slugOf(event.title));
  const moves = movesOf(event);
  const move = now === null ? undefined : moves[now.version];
  if (now === null || move === undefined || now.state !== stateAfter(moves.slice(0, now.version))) return null;
  const factAt = parts.clock.now();
  const sha256 = createHash('sha256').update(event.rules).digest('hex');
  const outcome = event.end === 'NO' || event.end === 'TIE' ? event.end : 'YES';
  // One of a result that is shown from the start is challenged by nobody.
  const isOver = event.end === 'YES' || event.end === 'NO' || event.end === 'TIE';
  const split =
    move === 'split' ? (await linkedMarkets(parts.db, marketId))[(event.outcomes?.length ?? 0) - 1] : undefined;
  return transaction(parts.db, (tx) =>
    moveMarket(parts, tx, {
      marketId: split ?? marketId,
      move,
      by: handOf(hands, move),
      reason: (move === 'reject' ? event.rejected : undefined) ?? REASON,
      ...(event.split === undefined ? {} : { into: event.split }),
      ...(move === 'propose' ? { result: { outcome, url: event.source, sha256, factAt, level: [1, 2] } } : {}),
      // Nor does one end that is to be seen in its challenge, where waits are short.
      ...(move === 'confirm' ? { challengeMs: isOver ? 0 : CHALLENGE_MS } : {}),
    }),
  );
}

function movesOf({ end = 'OPEN', split, rejected }: SampleEvent): readonly EventMove[] {
  if (split !== undefined) return [...MOVES.OPEN, 'split'];
  return rejected === undefined
    ? MOVES[end]
    : MOVES[end].flatMap((move) => (move === 'propose' ? PROPOSED_TWICE : move));
}

function stateAfter(moves: readonly EventMove[]): EventState | null {
  return moves.reduce<EventState | null>((state, move) => (state === null ? null : eventAfter(state, move)), 'DRAFT');
}

function handOf(hands: SampleHands, move: EventMove): Mover {
  if (move === 'challenge') return { kind: 'person', userId: hands.personId, text: 'The source shows another figure.' };
  if (move === 'void') return { kind: 'clock' };
  if (move === 'approve') return hands.lead;
  if (move === 'propose') return hands.resolver;
  return move === 'confirm' || move === 'reject' ? hands.second : hands.editor;
}

/** The texts of a sample with the day of its cut-off in them. */
function sayDates<T extends SampleEvent>(event: T, now: number): T {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const date = format.format(cutOffOf(event, now));
  const said = (text: string) => text.replaceAll('{date}', date);
  const { title, summary, rules } = event;
  return { ...event, title: said(title), summary: said(summary), rules: said(rules) };
}

/** At the end of a day, UTC. */
function cutOffOf({ closesInDays }: SampleEvent, now: number): number {
  return (Math.floor(now / DAY_MS) + closesInDays + 1) * DAY_MS;
}

function termsOf(event: SampleEvent, now: number): MarketTerms {
  const { title, rules, source, backupSource, threshold, timeZone } = sayDates(event, now);
  return {
    title,
    rules,
    source,
    backupSource,
    threshold,
    timeZone,
    cutOffAt: cutOffOf(event, now),
    ifTied: event.end === 'TIE' ? 'A tie pays 0.50 a share.' : 'NO, unless the rules say otherwise.',
    ifPostponed: 'It counts if it takes place within 7 days; after that the market is void.',
    ifCancelled: 'Void.',
  };
}
