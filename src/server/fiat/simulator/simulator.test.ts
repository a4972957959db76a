import { it, expect } from 'vitest';
import { keepsContract } from '#tests/provider-contract.ts';
import { FIAT_SIMULATOR, SIMULATOR_SECRETS, signSimulator, simulatorSays } from './simulator.ts';

const NOW = Date.UTC(2026, 10, 26, 21);
const REFERENCE = '0198f0a0-0000-7000-8000-000000000000';
const says = (status: string) => ({ event: 'e1', reference: REFERENCE, status, at: NOW });

keepsContract(FIAT_SIMULATOR, {
  settings: {},
  now: NOW,
  secrets: SIMULATOR_SECRETS,
  sign: (body, secret) => signSimulator(body, secret, NOW),
  recorded: [
    {
      name: 'that it was paid',
      body: JSON.stringify(says('paid')),
      reads: { kind: 'status', eventId: 'e1', reference: REFERENCE, status: 'paid', at: NOW },
    },
  ],
  asks: {
    fiats: (calls) => calls.fiats(),
    offers: (calls) => calls.offers({ fiat: 'EUR', amount: 10_000n, country: null }),
    // What it keeps is kept in the database of the product: none is here.
    create: () => Promise.resolve('kept'),
    look: () => Promise.resolve('kept'),
    statement: () => Promise.resolve('kept'),
  },
});

it('signs for five minutes', () => {
  const kind = (at: number) =>
    FIAT_SIMULATOR.readDelivery!(simulatorSays(says('paid'), { at }), { settings: {}, now: NOW }).kind;
  expect([kind(NOW - 300_000), kind(NOW - 300_001), kind(NOW + 300_001)]).toEqual(['status', 'unsigned', 'unsigned']);
});
