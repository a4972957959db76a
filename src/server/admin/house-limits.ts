import type { Pool, PoolClient } from 'pg';
import { toDecimal, usdt } from '#domain/money.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { parseMoney, trimMoney } from '#protocol/codecs.ts';
import type { Audit } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import type { AccountAdmin } from '#server/identity/index.ts';
import { listFlags, setHouseLimit, type HouseAsk } from '#server/limits/index.ts';
import { createMail, type MailParts } from '#server/mail/index.ts';

export const LIMIT_USAGE = [
  'npm run admin -- markouts                        lists people whom prices follow more often than chance allows',
  'npm run admin -- limit-stake <email|id> <amount|none> --reason <why>',
  '                                                 highest amount of a quick prediction (USDT) from now on; none ends it',
] as const;

/** false: it was so before. */
export type LimitStake = (tx: PoolClient, ask: HouseAsk) => Promise<boolean>;

/** What sets limits in a process that only writes rows: a running server delivers its mails and announces what it tells. */
export function openLimitStake(
  parts: Omit<MailParts, 'keepsAway'> & {
    readonly audit: Pick<Audit, 'write'>;
    readonly accountAdmin: Pick<AccountAdmin, 'contactOf'>;
  },
): LimitStake {
  const mail = createMail(parts);
  const contactOf = (tx: PoolClient, userId: string) => parts.accountAdmin.contactOf(tx, userId);
  return (tx, ask) => setHouseLimit({ ...parts, mail, contactOf }, tx, ask);
}

interface LimitParts {
  readonly db: Pool;
  readonly accountAdmin: Pick<AccountAdmin, 'find' | 'findById'>;
  readonly limitStake: LimitStake;
}

interface Said {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

const no = (...lines: string[]): Said => ({ ok: false, lines });
const yes = (...lines: string[]): Said => ({ ok: true, lines });

/** Flags shown at most. */
const MOST = 200;
/** The smallest stake of any pair, 10^-6: below it a limit would be a ban. */
const LEAST = PAIRS.map(({ minStake }) => minStake).reduce((one, other) => (one < other ? one : other));

/** `limit-stake`: what the house takes of one person from now on. Practice is bound by nothing but its own rules. */
export async function limitStake(
  { db, accountAdmin, limitStake: set }: LimitParts,
  words: readonly string[],
): Promise<Said> {
  const [who, amount, flag, ...rest] = words;
  if (who === undefined || amount === undefined) return no(...LIMIT_USAGE.slice(1));
  const why = flag === '--reason' ? rest.join(' ') : '';
  if (why === '') return no('Say why behind --reason: it is written into the audit log.');
  const value = amount === 'none' ? null : parseMoney(amount, 2);
  if (amount !== 'none' && (value === null || value < LEAST)) {
    return no(`The amount is a number from ${toDecimal(LEAST, 2)}, such as 5 or 2.50, or none.`);
  }
  return transaction(db, async (tx) => {
    const person = who.includes('@') ? await accountAdmin.find(tx, who) : await accountAdmin.findById(tx, who);
    if (person === null) return no(`There is nobody ${who}.`);
    if (person.role === 'DEMO') return no('Practice has no limits of the house.');
    const { userId } = person;
    const done = await set(tx, { userId, value: value === null ? null : usdt(value), why });
    const state = value === null ? 'has no limit of the house' : `predicts with ${trimMoney(amount)} USDT at most`;
    if (!done) return yes(`${who} ${state} already.`);
    return yes(
      `${who} ${state}, from now on: a running server knows it within a second.`,
      'Open predictions stay as they are. The person is told by mail and in the product.',
    );
  });
}

/** `markouts`: flags as a table, newest first. Means in basis points, each with half of its 95 % interval. */
export async function listMarkouts({ db }: Pick<LimitParts, 'db'>): Promise<Said> {
  const flags = await listFlags(db, MOST);
  if (flags.length === 0) return yes('Nobody is flagged.');
  const rows = flags.map((flag) => [
    `${new Date(flag.at).toISOString().slice(0, 19)}Z`,
    flag.userId,
    flag.realm,
    String(flag.predictions),
    measuredText(flag.mean1s, flag.within1s),
    measuredText(flag.mean5s, flag.within5s),
    flag.limit === null ? 'none' : toDecimal(flag.limit, 2),
  ]);
  return yes(...tableOf([['when', 'who', 'realm', 'predictions', 'bps 1 s', 'bps 5 s', 'limit'], ...rows]));
}

function measuredText(mean: number, within: number): string {
  return `${mean >= 0 ? '+' : ''}${mean.toFixed(2)} ±${Number.isFinite(within) ? within.toFixed(2) : '?'}`;
}

function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_head, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
