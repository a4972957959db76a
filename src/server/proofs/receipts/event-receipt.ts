import type { ProofDocument } from '#domain/proofs/documents.ts';
import { newestManifest } from '../keys/store-keys.ts';
import { resultName, type EndedEvent } from '../store-event-results.ts';
import { ProofBook } from './proof-book.ts';
import type { RoundReceiptParts } from './round-receipt.ts';

/**
 * The public receipt of an event's book (docs/receipts.md 6.6), as it was paid first (`no` 0) or corrected for the `no`th time; null while what it
 * shows is not all in hour roots.
 */
export async function eventReceiptOf(
  parts: RoundReceiptParts,
  { market, rulesHash, no }: Pick<EndedEvent, 'market' | 'rulesHash'> & { readonly no: number },
): Promise<ProofDocument | null> {
  const { db, rules } = parts;
  const book = new ProofBook(parts);
  const result = await book.event(resultName(market, no), 0);
  if (result === null || (await book.event(`rules/${rulesHash}`, 1)) === null) return null;
  const amended: ProofDocument[] = [];
  for (let before = 0; before < no; before += 1) {
    const doc = await book.event(resultName(market, before), 2 + before);
    if (doc === null) return null;
    amended.push(doc);
  }
  const manifest = await newestManifest(db);
  if (manifest === null) return null;
  return {
    v: 1,
    type: 'event-receipt',
    result,
    ...(no === 0 ? {} : { amended }),
    hours: book.hours,
    hour_proofs: book.hourProofs,
    rules: await rules.of(db, rulesHash),
    keys: { doc: manifest.doc, sig: manifest.sig.toString('hex') },
  };
}
