import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { EXIT_MS } from '#domain/events/life.ts';
import { clarifiedRules } from '#domain/events/terms.ts';
import { canonicalJson, type CanonicalValue } from '#domain/proofs/canonical.ts';
import { waitMs } from '#domain/waits.ts';
import type { Config } from '#server/config/config.ts';
import type { BookFacts } from './books.ts';
import type { MarketNow } from './store.ts';
import { insertClarification } from './store-clarifications.ts';
import { voidValuesOf } from './void-values.ts';

/** A share is never sold for nothing, nor for all that it can pay: thousandths. */
const [LEAST, MOST] = [1, 999];

/**
 * Makes a clarification part of the rules of each market, from now on. Whoever held shares may leave until a day later or the cut-off, for what
 * a void would pay now.
 */
export async function clarify(
  { config, bookFacts }: { readonly config: Pick<Config, 'waits'>; readonly bookFacts: BookFacts },
  tx: PoolClient,
  said: {
    readonly markets: readonly MarketNow[];
    readonly text: string;
    readonly now: number;
  },
): Promise<readonly { readonly rulesDoc: string; readonly rulesHash: Buffer }[]> {
  const { markets, text, now: at } = said;
  const fair = await voidValuesOf({ bookFacts }, tx, {
    ids: markets.map(({ id }) => id),
    at,
  });
  const rules: { readonly rulesDoc: string; readonly rulesHash: Buffer }[] = [];
  for (const [place, { id: marketId, version, terms, rulesDoc, rulesHash: amends }] of markets.entries()) {
    if (rulesDoc === null || amends === null) throw new Error(`${marketId} has no rules`);
    const { real, demo } = fair[place]!;
    await insertClarification(tx, {
      marketId,
      version: version + 1,
      text,
      at,
      exitUntil: Math.min(at + waitMs(EXIT_MS, config.waits), terms.cutOffAt),
      fairReal: within(real),
      fairDemo: within(demo),
      amends,
    });
    const before = JSON.parse(rulesDoc) as Record<string, CanonicalValue>;
    const doc = canonicalJson(clarifiedRules(before, { at, text }, amends.toString('hex')));
    rules.push({
      rulesDoc: doc,
      rulesHash: createHash('sha256').update(doc).digest(),
    });
  }
  return rules;
}

const within = (price: number) => Math.min(MOST, Math.max(LEAST, price));
