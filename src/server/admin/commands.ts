import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Role } from '#domain/identity/actor.ts';
import { usdt } from '#domain/money.ts';
import { parseMoney, trimMoney } from '#protocol/codecs.ts';
import { ROLES } from '#protocol/tables/callers.ts';
import { thisShell, type Audit } from '#server/audit/index.ts';
import type { Approvals } from '#server/approvals/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import type { AccountAdmin } from '#server/identity/index.ts';
import { grantPlayMoney } from '#server/ledger/house-acts.ts';
import type { Corrections, RotateKeys } from '#server/proofs/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { approveName as letThrough } from '#server/verification/index.ts';
import { ADOPT_USAGE } from './adopt-folder.ts';
import { APPROVAL_USAGE, decideRequest, listRequests } from './approvals.ts';
import { correctTicks, CORRECT_USAGE } from './correct-ticks.ts';
import { demoReset, RESET_USAGE } from './demo-reset.ts';
import { eraseAccount, ERASE_USAGE } from './erase.ts';
import { HOUSE_MONEY_USAGE, moveHouseMoney } from './house-money.ts';
import { changeJob, JOBS_USAGE, showJobs } from './jobs.ts';
import { askLimit, LIMIT_USAGE, limitStake, listMarkouts, type LimitStake } from './house-limits.ts';
import { rotateProofKeys, ROTATE_USAGE } from './rotate-keys.ts';
import { SCREENING_COMMANDS, SCREENING_USAGE } from './screening.ts';
import { no, yes, type Told } from './told.ts';
import {
  askWalletMove,
  listDifferences,
  openPayouts,
  switchPayouts,
  WALLETS_USAGE,
  type OpenTreasury,
} from './wallets.ts';

export interface AdminParts {
  readonly config: Pick<Config, 'mode'>;
  readonly db: Pool;
  readonly accountAdmin: AccountAdmin;
  readonly audit: Pick<Audit, 'write'>;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
  /** Opened by the command that needs it: it asks the signer. */
  readonly corrections: () => Promise<Corrections>;
  readonly rotateKeys: RotateKeys;
  /** Opened by the command that needs it: it asks the signer. */
  readonly proveAll: () => Promise<void>;
  readonly limitStake: LimitStake;
  /** Absent: nobody signs for a wallet. */
  readonly treasury?: OpenTreasury;
  /** Acts by two people. */
  readonly approvals: () => Promise<Approvals>;
}

export const USAGE = [
  'npm run admin -- create <email> <role>           opens an account and prints the link that sets its password',
  'npm run admin -- grant <email> <amount> [id]     sandbox: gives play money (USDT); the same id gives it once',
  'npm run admin -- approve-name <email>            sandbox: lets the legal name through, as screening will',
  'npm run admin -- block <email> <why>             lets nobody sign in with it, ends its sessions and keys, takes its orders off the books',
  'npm run admin -- unblock <email> <why>           lets its person in again',
  ...LIMIT_USAGE,
  ...APPROVAL_USAGE,
  ...HOUSE_MONEY_USAGE,
  ...ERASE_USAGE,
  ...SCREENING_USAGE,
  ...CORRECT_USAGE,
  ...ROTATE_USAGE,
  ...RESET_USAGE,
  ...JOBS_USAGE,
  ...WALLETS_USAGE,
  ...ADOPT_USAGE,
  '',
  `Roles: ${ROLES.filter((role) => role !== 'DEMO').join(', ')}.`,
];

/** Runs a command of the operator. */
export async function runCommand(parts: AdminParts, words: readonly string[]): Promise<Told> {
  const [command, email, third, fourth] = words;
  if (command === 'markouts') return listMarkouts(parts);
  if (command === 'requests') return listRequests(parts);
  if (command === 'differences') return listDifferences(parts);
  if (command === 'jobs') return showJobs(parts, email);
  if (command === 'demo-reset') return demoReset(parts, words.slice(1));
  const ofScreening = command === undefined ? undefined : SCREENING_COMMANDS[command];
  if (ofScreening !== undefined) return ofScreening(parts, words.slice(1));
  if (command === undefined || email === undefined) return no(...USAGE);
  switch (command) {
    case 'create':
      return create(parts, email, third);
    case 'grant':
      return grant(parts, { email, amount: third, id: fourth ?? randomUUID() });
    case 'correct-ticks':
      return correctTicks(parts, words.slice(1));
    case 'limit-stake':
      return limitStake(parts, words.slice(1));
    case 'ask-limit':
      return askLimit(parts, words.slice(1));
    case 'approve':
    case 'refuse':
      return decideRequest(parts, command, words.slice(1));
    case 'retry-job':
    case 'cancel-job':
      return changeJob(parts, command, words.slice(1));
    case 'bankroll':
    case 'fund-maker':
    case 'return-maker':
      return moveHouseMoney(parts, command, words.slice(1));
    case 'rotate-keys':
      return rotateProofKeys(parts.rotateKeys, words.slice(1));
    case 'open-payouts':
      return openPayouts({ ...parts, treasury: parts.treasury ?? (() => null) }, words.slice(1));
    case 'ask-wallet-move':
      return askWalletMove({ ...parts, treasury: parts.treasury ?? (() => null) }, words.slice(1));
    case 'pause-payouts':
    case 'resume-payouts':
      return switchPayouts(parts, command, words.slice(1));
    case 'erase':
      return eraseAccount(parts, { email, why: words.slice(2).join(' ') });
    case 'approve-name':
      return approveName(parts, email);
    case 'block':
    case 'unblock':
      return setBlocked(parts, { command, email, why: words.slice(2).join(' ') });
    default:
      return no(`There is no command ${command}.`, '', ...USAGE);
  }
}

async function create({ db, accountAdmin }: AdminParts, email: string, roleText: string | undefined): Promise<Told> {
  const role = ROLES.find((one) => one === roleText?.toUpperCase() && one !== 'DEMO');
  if (role === undefined) return no(`${roleText ?? 'No role'} is not a role.`, '', ...USAGE);
  return transaction(db, async (tx) => {
    const account = { email, role, password: null, country: null, language: 'en' };
    const made = await accountAdmin.open(tx, account, { by: thisShell(), reason: SHELL });
    if (!made.ok) return no(`No account was opened: ${WHY[made.refusal.code] ?? made.refusal.code}.`);
    const { userId } = made.value;
    const link = await accountAdmin.passwordLink(tx, userId);
    return yes(
      `${email} is ${nameOf(role)}.`,
      'Whoever opens this link sets the password, once, within 30 minutes:',
      link,
    );
  });
}

const WHY: Readonly<Record<string, string>> = {
  InvalidEmail: 'this is no e-mail address',
  UserAlreadyExists: 'there is one with this address',
};

async function grant(
  { config, db, accountAdmin, audit }: AdminParts,
  { email, amount, id }: { readonly email: string; readonly amount: string | undefined; readonly id: string },
): Promise<Told> {
  if (config.mode === 'production') return no('Money is granted in a sandbox only.');
  const value = amount === undefined ? null : parseMoney(amount, 2);
  if (value === null || value <= 0n) return no('The amount is a number such as 250 or 99.50.');
  return transaction(db, async (tx) => {
    const person = await accountAdmin.find(tx, email);
    if (person === null) return no(`Nobody has the address ${email}.`);
    const grant = { mode: config.mode, userId: person.userId, amount: usdt(value), id };
    const result = await grantPlayMoney({ audit }, tx, { ...grant, by: thisShell(), reason: SHELL });
    if (result === 'repeat') return yes(`Request ${id} was granted before; nothing was added.`);
    return yes(`${email} got ${trimMoney(amount ?? '')} USDT (request ${id}).`);
  });
}

async function approveName({ config, db, accountAdmin, audit, clock }: AdminParts, email: string): Promise<Told> {
  if (config.mode === 'production') return no('Names are approved by screening; this command is for a sandbox only.');
  return transaction(db, async (tx) => {
    const person = await accountAdmin.find(tx, email);
    if (person === null) return no(`Nobody has the address ${email}.`);
    const act = { userId: person.userId, by: thisShell(), reason: SHELL };
    return yes(`The name of ${email} is approved${(await letThrough({ audit, clock }, tx, act)) ? '' : ' already'}.`);
  });
}

async function setBlocked(
  { db, accountAdmin }: AdminParts,
  { command, email, why }: { readonly command: 'block' | 'unblock'; readonly email: string; readonly why: string },
): Promise<Told> {
  if (why === '') return no('Say why: it is written into the audit log.');
  return transaction(db, async (tx) => {
    const person = await accountAdmin.find(tx, email);
    if (person === null) return no(`Nobody has the address ${email}.`);
    const act = { userId: person.userId, by: thisShell(), reason: why };
    const isDone =
      command === 'block' ? (await accountAdmin.block(tx, act)) !== null : await accountAdmin.unblock(tx, act);
    return yes(`${email} is ${command === 'block' ? 'blocked' : 'not blocked'}${isDone ? '' : ' already'}.`);
  });
}

/** Reason of what the shell is not asked one for. */
const SHELL = 'npm run admin';

function nameOf(role: Role): string {
  return role === 'USER' ? 'a user' : role;
}
