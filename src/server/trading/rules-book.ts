import type { Pool } from 'pg';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { toHex, utf8 } from '#domain/proofs/hash.ts';
import type { Pair } from '#domain/prices/pair.ts';
import type { TimingRule } from '#domain/trading/entry.ts';
import { rulesDocument, timingOf } from '#domain/trading/rules.ts';
import type { PairFeed } from '#server/prices/contract.ts';
import { createHash } from 'node:crypto';
import { saveRules } from './store-load.ts';

/** Rules in force for a pair's group and feed. */
export interface Rules {
  readonly hash: string;
  readonly rule: TimingRule;
}

/** The rules documents of the groups: hashed once, stored before the first prediction names them. */
export class RulesBook {
  readonly #pairs: readonly Pair[];
  readonly #saved = new Map<string, Rules>();

  constructor(pairs: readonly Pair[]) {
    this.#pairs = pairs;
  }

  /** Null: not stored yet. */
  of(feed: PairFeed): Rules | null {
    return this.#saved.get(nameOf(feed)) ?? null;
  }

  /** Stores the rules of these feeds where that was not done yet. */
  async save(db: Pick<Pool, 'query'>, feeds: Iterable<PairFeed>): Promise<void> {
    for (const feed of feeds) {
      const name = nameOf(feed);
      if (this.#saved.has(name)) continue;
      const { group } = feed.pair;
      const { kind, staleAfterMs, maxEntryWaitMs } = feed;
      const document = rulesDocument({ group, kind, staleAfterMs, maxEntryWaitMs, pairs: this.#pairs });
      const canonical = canonicalJson(document);
      const hash = toHex(createHash('sha256').update(utf8(canonical)).digest());
      await saveRules(db, { hash, document, canonical });
      this.#saved.set(name, { hash, rule: timingOf(document) });
    }
  }
}

function nameOf({ pair, kind, staleAfterMs, maxEntryWaitMs }: PairFeed): string {
  return `${pair.group}/${kind}/${staleAfterMs}/${maxEntryWaitMs}`;
}
