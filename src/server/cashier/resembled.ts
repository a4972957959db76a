import { resemblance } from '#domain/cashier/resembling.ts';
import type { EstimateWire } from '#protocol/cashier/cashier.ts';
import type { Queryable } from '#server/db/index.ts';
import type { CashierParts } from './parts.ts';
import { readPayId } from './payer.ts';
import { findPayer } from './store.ts';
import { paidPeople } from './store-payments.ts';

/** So many of those who were paid last are looked at. */
const KNOWN = 50;

type Resembled = NonNullable<EstimateWire['payee']>['resembles'];

/** Whom of those that were paid before a new payee may be taken for; null: nobody. `typed`: how the payee was named. */
export async function resembledBy(
  { payees }: CashierParts,
  db: Queryable,
  first: { readonly payer: string; readonly payee: string; readonly typed: string },
): Promise<Resembled> {
  const seen = async (userId: string) => ({
    ...(await payees.faceOf(db, userId)),
    payId: (await findPayer(db, userId))?.payId ?? null,
  });
  const payee = await seen(first.payee);
  const byPayId = readPayId(first.typed) !== null;
  for (const userId of await paidPeople(db, first.payer, KNOWN)) {
    const { payId, ...face } = await seen(userId);
    const by = resemblance(payee, { name: face.name, payId }, { byPayId });
    if (by !== null) return { ...face, by };
  }
  return null;
}
