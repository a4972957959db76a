import { z } from 'zod';
import type { PoolClient } from 'pg';
import { toDecimal, usdt, type Usdt } from '#domain/money.ts';
import { bankFor } from '#domain/trading/exposure.ts';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import type { Config } from '#server/config/config.ts';
import { readSettings } from '#server/settings/index.ts';
import { findHouseAccounts } from './store-books.ts';
import { moveHouseMoney, type MoveParts } from '../house-acts.ts';

/** The shard there is. */
const SHARD = 0;

const FIELDS = z.object({
  what: z.enum(['bankroll', 'fund-maker', 'return-maker']),
  /** 10^-6. */
  amount: z.string().regex(/^[1-9]\d{0,17}$/),
  /** It is done once an id. */
  id: z.string().regex(/^[\w.-]{1,64}$/),
});
type Fields = z.infer<typeof FIELDS>;

/** Real money of the house moves between its bank, its bank roll and the maker of its books: two people. */
export const HOUSE_MONEY_MOVED: ActKind<Fields> = {
  name: 'house.moved',
  title: 'Move money of the house',
  fields: FIELDS,
  people: 2,
  roles: new Set(['ADMIN', 'CASHIER'] as const),
  about: () => null,
};

export interface HouseMovedParts extends MoveParts {
  readonly config: Pick<Config, 'mode'>;
}

export function houseMovedAct(parts: HouseMovedParts): ActDefinition<Fields> {
  return {
    ...HOUSE_MONEY_MOVED,
    refuses: async (tx, { what, amount }) => {
      if (what === 'bankroll') return parts.config.mode === 'production' ? null : NO_BANKROLL;
      const most = await mostToMove(parts, tx, what);
      return BigInt(amount) > most ? `At most ${toDecimal(most)} USDT can be given now.` : null;
    },
    now: async (tx) => ({
      bankRoll: toDecimal(await heldBy(tx, 'house_bank')),
      maker: toDecimal(await heldBy(tx, 'house_maker')),
    }),
    execute: async (tx, { what, amount, id }, approved) => {
      const move = { what, shard: SHARD, amount: usdt(BigInt(amount)), id, by: approved, reason: approved.reason };
      const done = await moveHouseMoney(parts, tx, move);
      if (done === 'posted' || done === 'repeat') return { done };
      throw new Error(`the move ${id} of the house was refused after it was allowed`);
    },
  };
}

const NO_BANKROLL = 'A sandbox has its bank roll from its first start; money from outside is for production.';

/** What an account of the house holds, 10^-6. */
async function heldBy(tx: PoolClient, kind: string): Promise<Usdt> {
  const accounts = (await findHouseAccounts(tx)).filter((account) => account.kind === kind);
  return usdt(accounts.reduce((sum, { credits, debits }) => sum + credits - debits, 0n));
}

/** What may be moved now, 10^-6: the bank roll keeps what open predictions could win of it, and its reserve. */
async function mostToMove(
  { clock, exposureOf }: HouseMovedParts,
  tx: PoolClient,
  what: 'fund-maker' | 'return-maker',
): Promise<Usdt> {
  if (what === 'return-maker') return heldBy(tx, 'house_maker');
  // Holds the shard: its next batch waits until this is done.
  const exposure = await exposureOf(tx, SHARD);
  const kept = bankFor(exposure, (await readSettings(tx, clock.now()))['exposure.reserve']);
  const held = await heldBy(tx, 'house_bank');
  return held > kept ? usdt(held - kept) : usdt(0n);
}
