import { createHash, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { CERTAIN, partOfChance } from '#domain/events/opening.ts';
import { eventRules, splitFault, splitRules, type SplitFault } from '#domain/events/terms.ts';
import { canonicalJson, type CanonicalValue } from '#domain/proofs/canonical.ts';
import type { Queryable } from '#server/db/index.ts';
import type { BookFacts } from './books.ts';
import { booksOf, insertBooks, insertMarket, type MarketNow } from './store.ts';
import { listClarifications } from './store-clarifications.ts';
import { insertSplit, keepOpening, lastSplit, markSplitOff, openingOf } from './store-splits.ts';

/** What comes out of the rest: titles in English, parts of its chance in thousandths. */
export type SplitInto = readonly { readonly title: string; readonly part: number }[];

export type NotSplit = SplitFault | 'exit-open' | 'splitting' | 'old-pools';

/** The rule against a split of one of the outcomes of an event now; null: none. Its state and its people are judged apart. */
export async function notSplit(
  { bookFacts, now }: { readonly bookFacts: BookFacts; readonly now: number },
  db: Queryable,
  {
    market,
    markets,
    into,
  }: { readonly market: MarketNow; readonly markets: readonly MarketNow[]; readonly into: SplitInto },
): Promise<NotSplit | null> {
  const outcomes = markets.map(({ terms }) => terms.title);
  const fault = splitFault({ title: market.terms.title, outcomes }, into);
  if (fault !== null) return fault;
  // Who leaves for the price of before would keep what came out of it.
  const said = await listClarifications(db, market.id);
  if (said.some(({ exitUntil }) => exitUntil > now)) return 'exit-open';
  const books: string[] = [];
  for (const { id } of markets) books.push(...Object.values(await booksOf(db, id)));
  const last = await lastSplit(db, market.eventId);
  if (last !== null && (await bookFacts.splitsAt(db, [last])).length < 2) return 'splitting';
  return (await bookFacts.shareOnePool(db, books)) ? null : 'old-pools';
}

/** Rules of an outcome as they are after a split. */
interface Rules {
  readonly rulesDoc: string;
  readonly rulesHash: Buffer;
}

/** What a split makes: the rules of the outcomes that were there, in their places, and the new ones, not opened yet. */
export interface SplitMade {
  readonly rules: readonly Rules[];
  readonly added: readonly (MarketNow & Rules)[];
}

/**
 * Splits the rest of an event: its new outcomes are written with their books, and the rules of all are hashed anew. The engine divides the holdings with
 * its next look at the books, which take no orders before.
 */
export async function split(
  tx: PoolClient,
  of: {
    readonly market: MarketNow;
    readonly markets: readonly MarketNow[];
    readonly into: SplitInto;
    readonly now: number;
  },
): Promise<SplitMade> {
  const { market, markets, into, now: at } = of;
  const outcomes = [...markets.map(({ terms }) => terms.title), ...into.map(({ title }) => title)];
  const said = { at, from: market.terms.title, into: into.map(({ title }) => title) };
  const whole = await openingOf(tx, market.id);
  const added: (MarketNow & Rules)[] = [];
  for (const { title, part } of into) {
    const [id, terms] = [uuidv7(), { ...market.terms, title }];
    const opening = partOfChance(whole, part);
    await insertMarket(tx, { id, eventId: market.eventId, terms, opening });
    await markSplitOff(tx, id);
    await insertBooks(tx, id, { real: randomUUID(), demo: randomUUID() });
    const first = eventRules(id, terms, outcomes) as Readonly<Record<string, CanonicalValue>>;
    const rules = hashed(splitRules(first, { said, outcomes, amends: null }));
    added.push({ ...market, id, terms, version: 0, opensAt: at, wasDisputed: false, ...rules });
  }
  const amended = markets.map(({ id, version, rulesHash }) => ({
    marketId: id,
    version: version + 1,
    amends: rulesHash!,
  }));
  const parts = into.map(({ part }, place) => ({ marketId: added[place]!.id, part }));
  await insertSplit(tx, {
    id: uuidv7(),
    eventId: market.eventId,
    marketId: market.id,
    version: market.version + 1,
    at,
    into: parts,
    rules: amended,
  });
  const rules = markets.map(({ rulesDoc, rulesHash }) => {
    const before = JSON.parse(rulesDoc!) as Readonly<Record<string, CanonicalValue>>;
    return hashed(splitRules(before, { said, outcomes, amends: rulesHash!.toString('hex') }));
  });
  return { rules, added };
}

/** After the move of the rest is stored: what is left to it of its opening chance. */
export async function divideOpening(tx: PoolClient, marketId: string, into: SplitInto): Promise<void> {
  const taken = into.reduce((sum, { part }) => sum + part, 0);
  await keepOpening(tx, marketId, partOfChance(await openingOf(tx, marketId), CERTAIN - taken));
}

function hashed(rules: CanonicalValue): Rules {
  const rulesDoc = canonicalJson(rules);
  return { rulesDoc, rulesHash: createHash('sha256').update(rulesDoc).digest() };
}
