import type { ProofDocument } from '#domain/proofs/documents.ts';
import { newestManifest } from '../keys/store-keys.ts';
import { ProofBook, type ProofBookParts } from './proof-book.ts';

/** Where a document of the list `events` stands in the root of an hour; `hours` is empty while no root holds it, `keys` null before there are any. */
export async function documentProof(parts: ProofBookParts, name: string): Promise<ProofDocument> {
  const book = new ProofBook(parts);
  await book.event(name, 0);
  const manifest = await newestManifest(parts.db);
  return {
    hours: book.hours,
    hour_proofs: book.hourProofs,
    keys: manifest === null ? null : { doc: manifest.doc, sig: manifest.sig.toString('hex') },
  };
}
