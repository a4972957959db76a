import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { requestState, splitEqually } from './requests.ts';

describe('a request', () => {
  it.each([
    [{ ended: null, payment: null, expiresAt: 10 }, 9, 'OPEN'],
    [{ ended: null, payment: null, expiresAt: 10 }, 10, 'EXPIRED'],
    [{ ended: null, payment: 'HELD', expiresAt: 10 }, 20, 'PAYING'],
    [{ ended: null, payment: 'DONE', expiresAt: 10 }, 20, 'PAID'],
    // The payer took it back: it waits again, while it may.
    [{ ended: null, payment: 'RECALLED', expiresAt: 10 }, 9, 'OPEN'],
    [{ ended: null, payment: 'RECALLED', expiresAt: 10 }, 10, 'EXPIRED'],
    [{ ended: 'DECLINED', payment: 'RECALLED', expiresAt: 10 }, 9, 'DECLINED'],
    [{ ended: 'CANCELLED', payment: null, expiresAt: 10 }, 20, 'CANCELLED'],
  ] as const)('that is %o stands at %d as %s', (of, now, state) => {
    expect(requestState(of, now)).toBe(state);
  });

  it.each([
    [10_000_000n, 3, [3_340_000n, 3_330_000n, 3_330_000n]],
    [10_000_000n, 4, [2_500_000n, 2_500_000n, 2_500_000n, 2_500_000n]],
    [1_000_001n, 2, [500_001n, 500_000n]],
    [7_000_000n, 1, [7_000_000n]],
  ])('of %d split among %d is %o: not a cent is lost', (total, count, parts) => {
    expect(splitEqually(usdt(total), count)).toEqual(parts);
  });
});
