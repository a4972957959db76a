import type { LiabilitiesWire } from '#protocol/proofs/liabilities.ts';

const HASH = 'ab'.repeat(32);
const tree = { scale: 6, depth: 12, root: HASH } as const;

/** A proof of liabilities in two assets, with a pool and three places where money is held. */
export const LIABILITIES: LiabilitiesWire = {
  items: [
    {
      no: 7,
      at: '2026-03-02T08:07:00.000Z',
      hash: HASH,
      trees: [
        { asset: 'USDT', of: 'own', ...tree, total: '1234500001' },
        { asset: 'USDT', of: 'bonus', ...tree, total: '40000000' },
        { asset: 'BTC', of: 'own', ...tree, scale: 8, total: '150000000' },
      ],
      pools: [{ asset: 'USDT', kind: 'market_pool', ref: '', total: '9000000' }],
      held: [
        { asset: 'USDT', kind: 'treasury_hot', ref: 'Tron/USDT', total: '1500000000' },
        { asset: 'BTC', kind: 'treasury_cold', ref: 'Bitcoin/BTC', total: '160000000' },
        { asset: 'USDT', kind: 'receivable', ref: '', total: '-1' },
      ],
    },
  ],
};
