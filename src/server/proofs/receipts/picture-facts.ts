import { fromDecimal, subtract, toDecimal, usdt } from '#domain/money.ts';
import { documentHash, type ProofDocument } from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import type { ReceiptFacts } from '#server/pictures/receipt-picture.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { fieldsOf } from './proof-book.ts';

const FIRST = ['e'];
const LAST = ['x', 's'];

/** What is read of the documents of docs/receipts.md 6. Times are microseconds. */
interface Terms {
  readonly realm: string;
  readonly pair: string;
  readonly dir: string;
  readonly stake: string;
  readonly scale: number;
}
interface End {
  readonly outcome: string;
  readonly credit: string;
  readonly t: number;
}

const money = (text: string) => fromDecimal(text, 6) ?? usdt(0n);

/** What a picture shows of a receipt; the amounts only where its owner wants them shown. */
export function pictureFacts(
  receipt: ProofDocument,
  amounts: 'shown' | 'hidden',
): Omit<ReceiptFacts, 'brand' | 'address'> {
  const admission = receipt['admission'] as unknown as Terms;
  // A correction is the last word.
  const corrected = (receipt['correction'] as unknown as { readonly result: End } | null)?.result;
  const result = corrected ?? (receipt['result'] as unknown as End | null);
  const ticks = receipt['ticks'] as readonly { readonly role: string; readonly rec: string }[];
  const scale = admission.scale;
  const priceAt = (roles: readonly string[]): string | null => {
    const tick = ticks.find(({ role }) => roles.includes(role));
    return tick === undefined ? null : decimalOf(fieldsOf(Buffer.from(tick.rec, 'hex')).price, scale);
  };
  return {
    realm: admission.realm === 'real' ? 'real' : 'demo',
    pair: admission.pair,
    direction: admission.dir === 'UP' ? 'UP' : 'DOWN',
    outcome: result === null ? null : result.outcome,
    entry: priceAt(FIRST),
    exit: priceAt(LAST),
    endedAt: result === null ? null : result.t / 1000,
    fingerprint: toHex(documentHash(sha256, receipt)),
    amounts:
      result === null || amounts === 'hidden'
        ? null
        : {
            stake: toDecimal(money(admission.stake)),
            profit: toDecimal(subtract(money(result.credit), money(admission.stake))),
          },
  };
}

/** An integer of 10^-scale as decimal text. */
function decimalOf(price: number, scale: number): string {
  const digits = String(price).padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
