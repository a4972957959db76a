import type { Pool } from 'pg';
import { thisShell, actorOf, type Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { createPayouts, UNGUARDED } from '#server/cashier/index.ts';
import { transaction } from '#server/db/index.ts';
import type { AccountAdmin } from '#server/identity/index.ts';
import type { Approvals } from '#server/approvals/index.ts';
import {
  fieldsOf,
  lastingDifferences,
  openPayoutWallet,
  readMove,
  WALLET_MOVED,
  type OpeningParts,
} from '#server/treasury/index.ts';
import { WHY_NOT } from './approvals.ts';
import { no, yes, type Told } from './told.ts';

export const WALLETS_USAGE = [
  'npm run admin -- differences                     where wallets have more or less than their books say, and since when',
  'npm run admin -- open-payouts <network> <why>    opens the wallet of a network: what it has is money of the house from then on',
  'npm run admin -- ask-wallet-move <your email> <network> <transaction> house|cold --reason <why>',
  '                                                 money of the house, or from cold storage, came to a wallet, or left it for cold storage: asks for it to be booked, another person approves it',
  'npm run admin -- pause-payouts <network> <why>   sends nothing new from the wallet of a network',
  'npm run admin -- resume-payouts <network> <why>  sends again; a wallet that lacks money is paused again within 10 s',
] as const;

interface WalletParts {
  readonly db: Pool;
  readonly audit: Pick<Audit, 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Who signs, and the networks; asked for by the command that needs them. */
export type OpenTreasury = () => Pick<OpeningParts, 'networks' | 'signer'> | null;

/** `differences`: the oldest first, with who has to explain them. */
export async function listDifferences({ db, clock }: WalletParts): Promise<Told> {
  const found = await lastingDifferences(db);
  if (found.length === 0) return yes('Every wallet has what its books say.');
  const lines = found.map(({ network, coin, expected, has, owner, foundAt }) => {
    const minutes = Math.floor((clock.now() - foundAt) / 60_000);
    return `${network} ${coin}: books ${expected}, chain ${has}, for ${minutes} min, to be explained by ${owner}`;
  });
  return yes(...lines);
}

/** `open-payouts`, with its entry in the audit log. `treasury`: null: nobody signs for a wallet here. */
export async function openPayouts(
  { db, audit, clock, treasury }: WalletParts & { readonly treasury: OpenTreasury },
  [network = '', ...rest]: readonly string[],
): Promise<Told> {
  const reason = rest.join(' ');
  if (reason === '') return no('Say why: it is written into the audit log.', '', ...WALLETS_USAGE);
  const opened = treasury();
  if (opened === null) return no('WALLET_SOCKET names no signer: nobody could pay from a wallet.');
  const payouts = createPayouts({ clock, ...UNGUARDED });
  const { isOpen, says } = await openPayoutWallet({ db, clock, payouts, ...opened }, network, (tx) =>
    audit.write(tx, {
      ...actorOf(thisShell()),
      action: 'payouts.opened',
      objectType: 'wallet',
      objectId: network,
      reason,
    }),
  );
  return isOpen ? yes(...says) : no(...says);
}

/** `ask-wallet-move`: reads what a transaction did to the wallet of a network, and asks for it to be booked; another person approves it. */
export async function askWalletMove(
  parts: Pick<WalletParts, 'db' | 'clock'> & {
    readonly treasury: OpenTreasury;
    readonly accountAdmin: Pick<AccountAdmin, 'find'>;
    readonly approvals: () => Promise<Approvals>;
  },
  [email = '', network = '', txHash = '', from = '', flag = '', ...rest]: readonly string[],
): Promise<Told> {
  const { db, clock, accountAdmin } = parts;
  const reason = flag === '--reason' ? rest.join(' ') : '';
  if (reason === '' || (from !== 'house' && from !== 'cold')) return no(...WALLETS_USAGE);
  const opened = parts.treasury();
  if (opened === null) return no('There is no wallet here: WALLET_SOCKET names no signer.');
  const payouts = createPayouts({ clock, ...UNGUARDED });
  const move = await readMove({ db, payouts, networks: opened.networks }, { network, txHash });
  if (typeof move === 'string') return no(move);
  const fields = fieldsOf(move, from);
  const door = await parts.approvals();
  return transaction(db, async (tx) => {
    const maker = await accountAdmin.find(tx, email);
    if (maker === null) return no(`Nobody has the address ${email}.`);
    const made = await door.ask(tx, WALLET_MOVED, { fields, by: maker.userId, reason });
    if (typeof made === 'string') return no(WHY_NOT[made]);
    if ('rule' in made) return no(made.rule);
    return yes(
      `Asked: ${JSON.stringify(fields)}`,
      `Another person approves it: approve <email> ${made.id} ${made.digest}`,
    );
  });
}

/** `pause-payouts` and `resume-payouts`, with their entry in the audit log. */
export async function switchPayouts(
  { db, audit, clock }: WalletParts,
  command: 'pause-payouts' | 'resume-payouts',
  [network = '', ...rest]: readonly string[],
): Promise<Told> {
  const why = rest.join(' ');
  if (why === '') return no('Say why: it is written into the audit log.', '', ...WALLETS_USAGE);
  const isPause = command === 'pause-payouts';
  const payouts = createPayouts({ clock, ...UNGUARDED });
  return transaction(db, async (tx) => {
    if ((await payouts.walletOf(tx, network)) === null) return no(`${network} has no wallet.`);
    if (!(await payouts.pause(tx, network, isPause ? 'people' : null))) {
      return no(`Payouts on ${network} are ${isPause ? 'paused' : 'open'} already.`);
    }
    const action = isPause ? 'payouts.paused' : 'payouts.resumed';
    await audit.write(tx, { ...actorOf(thisShell()), action, objectType: 'wallet', objectId: network, reason: why });
    return yes(`Payouts on ${network} are ${isPause ? 'paused' : 'open'}.`);
  });
}
