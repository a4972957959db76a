import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { announceRead } from './announce-balance.ts';

const owner = { ownerId: 'ada', realm: 'demo' } as const;
const of = (cash: bigint) => ({ cash: usdt(cash), locked: usdt(0n) });

describe('news of a balance', () => {
  it('is what was read', async () => {
    const bus = createLocalBus();
    const told: bigint[] = [];
    bus.subscribe('ledger.balance', ({ cash }) => void told.push(cash));
    await announceRead({ bus, owner, read: () => Promise.resolve(of(7n)) });
    expect(told).toEqual([7n]);
  });

  it('never ends on less than what a batch told meanwhile', async () => {
    const bus = createLocalBus();
    const told: bigint[] = [];
    bus.subscribe('ledger.balance', ({ cash }) => void told.push(cash));
    let now = of(10n);
    let reads = 0;
    const read = async () => {
      const seen = now;
      reads += 1;
      if (reads === 1) {
        now = of(8n);
        bus.publish('ledger.balance', { userId: 'ada', realm: 'demo', ...now });
      }
      return Promise.resolve(seen);
    };
    await announceRead({ bus, owner, read });
    expect(told).toEqual([8n, 8n]);
  });

  it('does not wait for the news of others, and stops listening', async () => {
    const bus = createLocalBus();
    let reads = 0;
    const read = () => {
      reads += 1;
      bus.publish('ledger.balance', { userId: 'bob', realm: 'demo', ...of(1n) });
      return Promise.resolve(of(2n));
    };
    await announceRead({ bus, owner, read });
    expect(reads).toBe(1);
  });

  it('is told after five readings, though each was older than what was told meanwhile, and nobody listens any more', async () => {
    const [told, reads]: [bigint[], number[]] = [[], []];
    let listener: ((news: { userId: string; realm: 'demo' }) => void) | null = null;
    const bus = {
      publish: (_: string, { cash }: { cash: bigint }) => void told.push(cash),
      subscribe: (_: string, given: typeof listener) => {
        listener = given;
        return () => void (listener = null);
      },
    } as unknown as ReturnType<typeof createLocalBus>;
    const read = () => {
      reads.push(reads.length);
      listener?.({ userId: 'ada', realm: 'demo' });
      return Promise.resolve(of(BigInt(reads.length)));
    };
    await announceRead({ bus, owner, read });
    expect([reads.length, told, listener]).toEqual([5, [5n], null]);
  });
});
