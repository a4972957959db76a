import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import { CODES } from '#domain/ledger/grammar.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import { usdt } from '#domain/money.ts';
import { HOUSE } from '#domain/trading/orders/contract.ts';
import { PEOPLE } from './engine.ts';
import { FUNDS } from './people.ts';
import type { SimDb } from './sim-db.ts';

/** What everyone has at the start. */
export function fund(db: SimDb): void {
  const give = (kind: AccountKind, ref: string, amount: bigint) => {
    const from = kind === 'house_maker' ? 'house_bank' : 'bank';
    const code = kind === 'house_maker' ? CODES.houseMaker : CODES.sandboxGrant;
    const journal: Journal = {
      realm: 'real',
      kind: 'sim_funds',
      refType: kind,
      refId: `to ${ref}`,
      transfers: [{ code, debit: db.id(from, ''), credit: db.id(kind, ref), amount: usdt(amount) }],
    };
    db.post([journal]);
  };
  give('house_bank', '', 100n * FUNDS);
  give('house_maker', HOUSE, 10n * FUNDS);
  for (const who of PEOPLE) give('user_cash', who, FUNDS);
}
