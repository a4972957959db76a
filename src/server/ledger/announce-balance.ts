import type { Pool } from 'pg';
import type { Usdt } from '#domain/money.ts';
import type { Bus } from '#server/bus/bus.ts';
import { balancesOf } from './accounts.ts';

declare module '#server/bus/bus.ts' {
  interface Topics {
    /** After commit only: what the person can stake now, and what is locked. */
    'ledger.balance': {
      readonly userId: string;
      readonly realm: 'real' | 'demo';
      readonly cash: Usdt;
      readonly locked: Usdt;
    };
  }
}

const MOST_READS = 5;

interface Owner {
  readonly ownerId: string;
  readonly realm: 'real' | 'demo';
}

type Told = Pick<Bus, 'publish' | 'subscribe'>;

/**
 * Tells a person's open pages of their balance as it is now: after each commit that moved their money outside the engine, whose batches
 * tell of their own.
 */
export function announceBalance({ db, bus }: { readonly db: Pool; readonly bus: Told }, owner: Owner): Promise<void> {
  return announceRead({ bus, owner, read: () => balancesOf(db, owner) });
}

/** The same by any reading. A batch may commit and be told while we read: then what we read is older than what was told, and is read again. */
export async function announceRead(parts: {
  readonly bus: Told;
  readonly owner: Owner;
  readonly read: () => Promise<{ readonly cash: Usdt; readonly locked: Usdt }>;
}): Promise<void> {
  const { bus, owner, read } = parts;
  let told = 0;
  const stop = bus.subscribe('ledger.balance', ({ userId, realm }) => {
    if (userId === owner.ownerId && realm === owner.realm) told += 1;
  });
  try {
    for (let reads = 1; reads <= MOST_READS; reads += 1) {
      const before = told;
      const { cash, locked } = await read();
      if (told !== before && reads < MOST_READS) continue;
      bus.publish('ledger.balance', { userId: owner.ownerId, realm: owner.realm, cash, locked });
      return;
    }
  } finally {
    stop();
  }
}
