import type { Pool, PoolClient } from 'pg';
import { toDecimal, usdt, type Usdt } from '#domain/money.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { parseMoney, trimMoney } from '#protocol/codecs.ts';
import { createApprovals, type Approvals } from '#server/approvals/index.ts';
import { thisShell, type Audit } from '#server/audit/index.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { accountClosing, type AccountAdmin } from '#server/identity/index.ts';
import {
  HOUSE_LIMIT_LOOSENED,
  houseLimitAct,
  payoutsReleasedAct,
  listFlags,
  setHouseLimit,
  type HouseAsk,
  type HouseParts,
} from '#server/limits/index.ts';
import { createMail, type MailParts } from '#server/mail/index.ts';
import { adjustmentAct } from '#server/ledger/adjustment.ts';
import { erasedAct } from '#server/privacy/index.ts';
import { settingLoosenedAct } from '#server/settings/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { WHY_NOT } from './approvals.ts';
import { caseDecidedAct } from '#server/verification/index.ts';
import { walletMovedAct } from '#server/treasury/index.ts';
import { no, yes, type Told } from './told.ts';

export const LIMIT_USAGE = [
  'npm run admin -- markouts                        lists people whom prices follow more often than chance allows',
  'npm run admin -- limit-stake <email|id> <amount|none> --reason <why>',
  '                                                 highest amount of a quick prediction (USDT) from now on',
  'npm run admin -- ask-limit <your email> <email|id> <amount|none> --reason <why>',
  '                                                 asks for a higher limit or none: another person approves it',
] as const;

/** 'as-before': nothing was done; 'two-people': to raise or end a limit takes an approval. */
export type LimitStake = (tx: PoolClient, ask: HouseAsk) => ReturnType<typeof setHouseLimit>;

type OpenParts = Omit<MailParts, 'keepsAway'> & {
  readonly config: Pick<Config, 'waits'>;
  readonly vault: Vault;
  readonly audit: Pick<Audit, 'write'>;
  readonly accountAdmin: Pick<AccountAdmin, 'contactOf' | 'roleOf' | 'isPerson'>;
};

/** What sets limits in a process that only writes rows: a running server delivers its mails and announces what it tells. */
export function openLimitStake(parts: OpenParts): LimitStake {
  return (tx, ask) => setHouseLimit(houseParts(parts), tx, ask);
}

/** The same for what takes two people. */
export function openApprovals(parts: OpenParts): Approvals {
  const { accountAdmin } = parts;
  const approvals = createApprovals({ ...parts, roleOf: (tx, userId) => accountAdmin.roleOf(tx, userId) });
  const acts = [
    houseLimitAct(houseParts(parts)),
    payoutsReleasedAct(parts),
    erasedAct({ ...parts, accounts: accountClosing }),
    settingLoosenedAct(parts),
    caseDecidedAct(parts),
    walletMovedAct(parts),
    adjustmentAct({ ...parts, isPerson: (tx, userId) => accountAdmin.isPerson(tx, userId) }),
  ];
  for (const act of acts) approvals.add(act);
  return approvals;
}

function houseParts(parts: OpenParts): HouseParts {
  const contactOf = (tx: PoolClient, userId: string) => parts.accountAdmin.contactOf(tx, userId);
  return { ...parts, mail: createMail(parts), contactOf };
}

interface LimitParts {
  readonly db: Pool;
  readonly accountAdmin: Pick<AccountAdmin, 'find' | 'findById'>;
  readonly limitStake: LimitStake;
  readonly approvals: () => Promise<Approvals>;
}

/** Flags shown at most. */
const MOST = 200;
/** The smallest stake of any pair, 10^-6: below it a limit would be a ban. */
const LEAST = PAIRS.map(({ minStake }) => minStake).reduce((one, other) => (one < other ? one : other));

/** `limit-stake`: what the house takes of one person from now on. Practice is bound by nothing but its own rules. */
export async function limitStake(parts: LimitParts, words: readonly string[]): Promise<Told> {
  const [who, amount, flag, ...rest] = words;
  if (who === undefined || amount === undefined) return no(...LIMIT_USAGE.slice(1));
  const why = flag === '--reason' ? rest.join(' ') : '';
  const asked = await readLimit(parts, { who, amount, why });
  if ('lines' in asked) return asked;
  const done = await transaction(parts.db, (tx) => parts.limitStake(tx, { ...asked, why, by: thisShell() }));
  if (done === 'two-people') {
    return no(
      'To raise or end a limit takes two people:',
      `ask-limit <email of the one who asks> ${who} ${amount} --reason ${why}`,
    );
  }
  const state = asked.value === null ? 'has no limit of the house' : `predicts with ${trimMoney(amount)} USDT at most`;
  if (done === 'as-before') return yes(`${who} ${state} already.`);
  return yes(
    `${who} ${state}, from now on: a running server knows it within a second.`,
    'Open predictions stay as they are. The person is told by mail and in the product.',
  );
}

/** `ask-limit`: asks for a limit that is raised or ended; another person approves it. */
export async function askLimit(parts: LimitParts, words: readonly string[]): Promise<Told> {
  const [email, who, amount, flag, ...rest] = words;
  if (email === undefined || who === undefined || amount === undefined) return no(...LIMIT_USAGE.slice(1));
  const why = flag === '--reason' ? rest.join(' ') : '';
  const asked = await readLimit(parts, { who, amount, why });
  if ('lines' in asked) return asked;
  const door = await parts.approvals();
  return transaction(parts.db, async (tx) => {
    const maker = await parts.accountAdmin.find(tx, email);
    if (maker === null) return no(`Nobody has the address ${email}.`);
    const fields = { userId: asked.userId, value: asked.value?.toString() ?? null };
    const made = await door.ask(tx, HOUSE_LIMIT_LOOSENED, { fields, by: maker.userId, reason: why });
    if (typeof made === 'string') return no(WHY_NOT[made]);
    if ('rule' in made) return no(made.rule);
    return yes(
      `Asked for, until ${new Date(made.expiresAt).toISOString()}. It counts when another person approves it:`,
      `approve <email> ${made.id} ${made.digest}`,
    );
  });
}

/** The person and the limit that words name, or what is wrong with them. */
async function readLimit(
  { db, accountAdmin }: Pick<LimitParts, 'db' | 'accountAdmin'>,
  { who, amount, why }: { readonly who: string; readonly amount: string; readonly why: string },
): Promise<Told | { readonly userId: string; readonly value: Usdt | null }> {
  if (why === '') return no('Say why behind --reason: it is written into the audit log.');
  const value = amount === 'none' ? null : parseMoney(amount, 2);
  if (amount !== 'none' && (value === null || value < LEAST)) {
    return no(`The amount is a number from ${toDecimal(LEAST, 2)}, such as 5 or 2.50, or none.`);
  }
  const person = who.includes('@') ? await accountAdmin.find(db, who) : await accountAdmin.findById(db, who);
  if (person === null) return no(`There is nobody ${who}.`);
  if (person.role === 'DEMO') return no('Practice has no limits of the house.');
  return { userId: person.userId, value: value === null ? null : usdt(value) };
}

/** `markouts`: flags as a table, newest first. Means in basis points, each with half of its 95 % interval. */
export async function listMarkouts({ db }: Pick<LimitParts, 'db'>): Promise<Told> {
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
