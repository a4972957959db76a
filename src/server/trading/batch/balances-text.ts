import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import type { AccountId } from '#server/ledger/contract.ts';

/** Balances on the credit side as one text, `id balance` with commas between them: a row for each would cost both sides more. 10^-6. */
export function balancesFrom(text: string): Map<AccountId, Usdt> {
  const balances = new Map<AccountId, Usdt>();
  if (text === '') return balances;
  for (const pair of text.split(',')) {
    const space = pair.indexOf(' ');
    balances.set(pair.slice(0, space), usdt(BigInt(pair.slice(space + 1))));
  }
  return balances;
}
