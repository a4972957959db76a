import type { Usdt } from '../money.ts';
import type { Realm } from '../realm.ts';
import type { AccountId } from './account-id.ts';
import { CODES } from './grammar.ts';
import type { Journal } from './journal.ts';

/** A scheduled entry's money: whose accounts, and its stake (10^-6). */
export interface ScheduledMoney {
  readonly realm: Realm;
  readonly entryId: string;
  readonly cash: AccountId;
  readonly locked: AccountId;
  readonly stake: Usdt;
}

/** Journal 23: the stake of an entry that begins to wait moves from cash to locked. */
export function scheduledPlaced(money: ScheduledMoney): Journal {
  return journalOf(money, 'scheduled_placed', { debit: money.cash, credit: money.locked });
}

/** Journal 23, back: the entry ends, however it does. One that was triggered is followed by the prediction's own journal 18. */
export function scheduledEnded(money: ScheduledMoney): Journal {
  return journalOf(money, 'scheduled_ended', { debit: money.locked, credit: money.cash });
}

/** One kind for every end: the natural key then lets it end once. */
function journalOf(
  { realm, entryId, stake }: ScheduledMoney,
  kind: string,
  legs: { readonly debit: AccountId; readonly credit: AccountId },
): Journal {
  return {
    realm,
    kind,
    refType: 'scheduled',
    refId: entryId,
    transfers: [{ code: CODES.ordered, ...legs, amount: stake }],
  };
}
