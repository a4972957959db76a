import type { Usdt } from '#domain/money.ts';
import type { Bus } from '#server/bus/bus.ts';

const MOST_READS = 5;

/**
 * Publishes a person's balance as it is now. A batch of the engine may commit and be told while we read:
 * then what we read is older than what was told, and is read again.
 */
export async function announceBalance(parts: {
  readonly bus: Bus;
  readonly owner: { readonly ownerId: string; readonly realm: 'real' | 'demo' };
  readonly read: () => Promise<{ readonly cash: Usdt; readonly locked: Usdt }>;
}): Promise<void> {
  const { bus, owner, read } = parts;
  let told = 0;
  const stop = bus.subscribe('trading.balance', ({ userId, realm }) => {
    if (userId === owner.ownerId && realm === owner.realm) told += 1;
  });
  try {
    for (let reads = 1; reads <= MOST_READS; reads += 1) {
      const before = told;
      const { cash, locked } = await read();
      if (told !== before && reads < MOST_READS) continue;
      bus.publish('trading.balance', { userId: owner.ownerId, realm: owner.realm, cash, locked });
      return;
    }
  } finally {
    stop();
  }
}
