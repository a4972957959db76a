/** A process that makes a payment and gives it to its payee, which a test can kill in between. */
import { endDue, pay } from '#server/cashier/index.ts';
import { cashierParts } from './cashier-parts.ts';

const parts = cashierParts();
const { PAYER: userId = '', PAYEE: payee = '', KEY: key = '' } = process.env;
const actor = { userId, sessionId: userId, role: 'USER', realm: 'real' } as const;
const body = { transfer: true, to: payee, amount: '25', confirmed: payee } as const;
const reply = await pay(parts, actor, { body, kept: { key, bodyHash: key } });
if (!reply.ok) throw new Error(reply.refusal.code);
const { id } = JSON.parse(reply.body) as { id: string };
await endDue(parts, id);
await endDue(parts, id);
await parts.db.end();
