import { z } from 'zod';
import { fiatSettled } from '#domain/ledger/fiat-entries.ts';
import { fromDecimal, toDecimal, usdt } from '#domain/money.ts';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import { actorOf } from '#server/audit/index.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { postNew } from '#server/ledger/index.ts';
import { postedTransfers } from '#server/ledger/post.ts';
import { clearingBooks } from '#server/ledger/store-money.ts';
import { clearingOf } from '../settle.ts';
import type { DecideParts } from './decide.ts';

const FIELDS = z.object({
  provider: z.string().regex(/^[a-z][a-z0-9]{1,29}$/),
  amount: z.string(),
  reference: z.string(),
});
type Fields = z.infer<typeof FIELDS>;

/** A provider has paid what it owed us: two people, bound to the reference of the transfer. */
export const PROVIDER_SETTLED: ActKind<Fields> = {
  name: 'fiat.settled',
  title: 'Book what a provider has paid',
  fields: FIELDS,
  people: 2,
  roles: new Set(['CASHIER', 'ADMIN'] as const),
  about: () => null,
};

/** By what a transfer is booked once. */
const BOOKED = { realm: 'real', kind: 'fiat_settled', refType: 'request' } as const;
const refOf = ({ provider, reference }: Pick<Fields, 'provider' | 'reference'>) => `${provider}/${reference}`;

export function providerSettledAct(parts: DecideParts): ActDefinition<Fields> {
  return {
    ...PROVIDER_SETTLED,
    refuses: async (tx, { provider, amount, reference }) => {
      const paid = fromDecimal(amount, 6);
      if (paid === null || paid <= 0n) return 'That is no amount.';
      if ((await postedTransfers(tx, { ...BOOKED, refId: refOf({ provider, reference }) })) !== null)
        return 'A transfer of that reference is booked already.';
      const { owes } = await clearingBooks(tx, provider);
      return paid > owes ? `The books say that it owes ${toDecimal(usdt(owes))}.` : null;
    },
    execute: async (tx, { provider, amount, reference }, approved) => {
      const paid = fromDecimal(amount, 6);
      if (paid === null) throw new Error(`${amount} is no amount`);
      const refId = refOf({ provider, reference });
      const bank = await openAccount(tx, { realm: 'real', kind: 'bank', ownerId: null, ref: '' });
      const journal = fiatSettled({ refId, bank, clearing: await clearingOf(tx, provider), amount: paid });
      await postNew(tx, journal);
      await parts.audit.write(tx, {
        ...actorOf(approved),
        action: 'fiat.settled',
        objectType: 'provider',
        objectId: provider,
        reason: approved.reason,
        after: { amount, reference, journal: refId },
      });
      return { refId };
    },
  };
}
