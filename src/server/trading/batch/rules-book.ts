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

type Terms = Pick<PairFeed, 'kind' | 'staleAfterMs' | 'maxEntryWaitMs'>;

/** The rules documents of the groups: hashed once, stored before the first prediction names them. */
export class RulesBook {
  readonly #pairs: readonly Pair[];
  readonly #saved = new Map<string, Rules>();
  /** Of each pair, what its feed was and had last time: every batch asks, and a feed hardly ever changes. */
  readonly #latest = new Map<string, Terms & { readonly rules: Rules }>();

  constructor(pairs: readonly Pair[]) {
    this.#pairs = pairs;
  }

  /** Null: not stored yet. */
  of(feed: PairFeed): Rules | null {
    const { pair, kind, staleAfterMs, maxEntryWaitMs } = feed;
    const latest = this.#latest.get(pair.id);
    const same =
      latest?.kind === kind && latest.staleAfterMs === staleAfterMs && latest.maxEntryWaitMs === maxEntryWaitMs;
    if (same) return latest.rules;
    const rules = this.#saved.get(nameOf(feed)) ?? null;
    if (rules !== null) this.#latest.set(pair.id, { kind, staleAfterMs, maxEntryWaitMs, rules });
    return rules;
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
