/** A process that takes money for a withdrawal and gives it back, which a test can kill in between. */
import { cancelWithdrawal, withdraw } from '#server/cashier/withdrawals/withdraw.ts';
import { Networks } from '#server/networks/index.ts';
import { cashierParts } from './cashier-parts.ts';

const { PERSON: userId = '', KEY: key = '', ADDRESS: address = '' } = process.env;
const cashier = cashierParts();
const { config, clock, db } = cashier;
const nothing = () => undefined;
const parts = {
  ...cashier,
  networks: new Networks({ config, clock, log: { warn: nothing, error: nothing } }),
  isListedAddress: () => Promise.resolve(false),
  isDepositAddress: () => Promise.resolve(false),
  coinRate: () => Promise.resolve(null),
  depositSources: () => Promise.resolve(new Map()),
  residenceOf: () => Promise.resolve('DE'),
};
const actor = { userId, sessionId: userId, role: 'USER', realm: 'real' } as const;
const body = { transfer: false, network: 'ethereum', token: 'USDT', address, amount: '25' } as const;
const reply = await withdraw(parts, actor, { body, kept: { key, bodyHash: key } });
if (!reply.ok) throw new Error(reply.refusal.code);
const { id } = JSON.parse(reply.body) as { id: string };
const ended = await cancelWithdrawal(parts, actor, id);
if (!ended.ok) throw new Error(ended.refusal.code);
await db.end();
