import type { Pool, PoolClient } from 'pg';
import { toDecimal, usdt } from '#domain/money.ts';
import { parseMoney, trimMoney } from '#protocol/codecs.ts';
import { thisShell, type Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { moveHouseMoney as moveMoney, type HouseMoney } from '#server/ledger/house-acts.ts';
import type { HouseMoved } from '#server/ledger/house-funds.ts';
import { houseFigures } from '#server/trading/index.ts';
import { no, yes, type Told } from './told.ts';

export const HOUSE_MONEY_USAGE = [
  'npm run admin -- bankroll <amount> <id> --reason <why>',
  '                                                 production: money of the house in its bank is its bank roll (USDT)',
  'npm run admin -- fund-maker <amount> <id> --reason <why>',
  'npm run admin -- return-maker <amount> <id> --reason <why>',
  '                                                 real money from the bank roll to the house maker of books, or back',
] as const;

/** The shard there is. */
const SHARD = 0;

interface HouseParts {
  readonly config: Pick<Config, 'mode'>;
  readonly db: Pool;
  readonly audit: Pick<Audit, 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}

const DONE: Readonly<Record<HouseMoney, string>> = {
  bankroll: 'came into the bank roll',
  'fund-maker': 'went from the bank roll to the house maker',
  'return-maker': 'went from the house maker back to the bank roll',
};

/** `bankroll`, `fund-maker` and `return-maker`: moves real money of the house, once an id, in one transaction with its audit row. */
export async function moveHouseMoney(
  { config, db, audit, clock }: HouseParts,
  command: HouseMoney,
  words: readonly string[],
): Promise<Told> {
  const [text, id, flag, ...rest] = words;
  if (text === undefined || id === undefined) return no(...HOUSE_MONEY_USAGE);
  const why = flag === '--reason' ? rest.join(' ') : '';
  if (why === '') return no('Say why behind --reason: it is written into the audit log.');
  const amount = parseMoney(text, 2);
  if (amount === null || amount <= 0n) return no('The amount is a number such as 50000 or 99.50.');
  if (!/^[\w.-]{1,64}$/.test(id)) return no('The id is up to 64 letters, digits, dots, dashes and underscores.');
  if (command === 'bankroll' && config.mode !== 'production') {
    return no('A sandbox has its bank roll from its first start; money from outside is for production.');
  }
  const parts = { audit, clock, exposureOf: (tx: PoolClient, shard: number) => houseFigures.openExposure(tx, shard) };
  const move = { what: command, shard: SHARD, amount: usdt(amount), id, by: thisShell(), reason: why };
  return transaction(db, async (tx) => {
    const done = await moveMoney(parts, tx, move);
    if (done !== 'posted') return undone(done, { command, id });
    return yes(`${trimMoney(text)} USDT ${DONE[command]} (request ${id}). A running server knows it within a second.`);
  });
}

function undone(
  done: Exclude<HouseMoved, 'posted'>,
  { command, id }: { readonly command: HouseMoney; readonly id: string },
): Told {
  if (done === 'repeat') return yes(`Request ${id} was done before; nothing was moved.`);
  if (done === 'other') return no(`Request ${id} was done before, with another amount: take another id.`);
  return no(
    `Nothing was moved: at most ${toDecimal(done.most)} USDT can be given now.`,
    ...(command === 'fund-maker'
      ? ['The bank roll keeps what open predictions could win of it, and its reserve.']
      : []),
  );
}
