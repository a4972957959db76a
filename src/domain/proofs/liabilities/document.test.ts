import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical.ts';
import { NO_PREV } from '../documents.ts';
import { utf8 } from '../hash.ts';
import { liabilityDocument, liabilityId, liabilityName } from './document.ts';
import { isDrawn, slotOf } from './due.ts';
import { sumLeaf } from './sum-node.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

describe('what is published of liabilities', () => {
  it('is one document, its amounts whole numbers as text', () => {
    const root = sumLeaf(sha256, { commitment: sha256(utf8('x')), part: 0, amount: 9_007_199_254_740_993n });
    const doc = liabilityDocument({
      no: 3,
      at: 1_700_000_000_000,
      prev: NO_PREV,
      ledger: [{ shard: 0, batch: 7, head: 'ab' }],
      trees: [{ asset: 'USDT', of: 'own', scale: 6, depth: 12, root }],
      pools: [{ asset: 'USDT', kind: 'market_pool', ref: '', total: 5n }],
      held: [{ asset: 'USDT', kind: 'psp_clearing', ref: 'card', total: -4n }],
    });
    expect(canonicalJson(doc)).toBe(
      '{"held":[{"asset":"USDT","kind":"psp_clearing","ref":"card","total":"-4"}],"ledger":[{"batch":7,"head":"ab","shard":0}],"no":3,' +
        '"pools":[{"asset":"USDT","kind":"market_pool","ref":"","total":"5"}],' +
        `"prev":"${'0'.repeat(64)}","t":1700000000000000,"trees":[{"asset":"USDT","depth":12,"of":"own",` +
        `"root":"${Buffer.from(root.subarray(16)).toString('hex')}","scale":6,"total":"9007199254740993"}],"type":"liabilities","v":1}`,
    );
    expect(liabilityName(3)).toBe('liabilities/3');
    expect(liabilityId('018f', 'Ada@X.io')).toBe('acct:018f|ada@x.io');
  });
});

describe('when a snapshot is taken', () => {
  const monthEnd = Date.UTC(2026, 11, 1);

  it('stands for its month, or in a sandbox for its hour', () => {
    expect(slotOf('2026-11-20T17:33:00.000Z', 'month')).toBe('2026-11');
    expect(slotOf('2026-11-20T17:33:00.000Z', 'hour')).toBe('2026-11-20T17');
  });

  it('may be any hour of the month, each as likely as the others, and is the last one at the latest', () => {
    const asked: bigint[] = [];
    const never = (below: bigint) => {
      asked.push(below);
      return below - 1n;
    };
    for (let now = Date.UTC(2026, 10, 1); now < monthEnd - 3_600_000; now += 3_600_000) {
      expect(isDrawn({ now, monthEnd }, never)).toBe(false);
    }
    // One of 720, then one of the 719 that are left, and so on: 1/720 each.
    expect(asked).toEqual(Array.from({ length: 719 }, (_, i) => BigInt(720 - i)));
    expect(isDrawn({ now: monthEnd - 3_600_000, monthEnd }, never)).toBe(true);
    expect(isDrawn({ now: monthEnd - 86_400_000, monthEnd }, () => 0n)).toBe(true);
  });
});
