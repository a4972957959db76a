import type { ReceiptWire } from '#protocol/tables/receipts.ts';
import { receiptShape } from '#verify/documents.ts';
import { priceText } from '#verify/facts.ts';
import { ownPrimitives } from '#verify/crypto/own-primitives.ts';
import { fileOf, quotesAt } from '#verify/quotes.ts';
import type { Quote } from '#verify/quotes.ts';
import { bytesOf } from '#verify/crypto/signatures.ts';
import { readRecord } from '#verify/tick.ts';

/** A price of the receipt with what the sources said at it. */
export interface QuotedTick {
  readonly role: 'e' | 'x' | 's';
  readonly price: string;
  readonly quotes: readonly Quote[];
}

/** Start and end with their quotes; null while the files of their hours are not published. Throws where a file is away or another one. */
export async function readQuotes(wire: ReceiptWire, host: string): Promise<readonly QuotedTick[] | null> {
  const receipt = receiptShape(wire, 'receipt');
  const found: QuotedTick[] = [];
  for (const { role, rec } of receipt.ticks) {
    if (role !== 'e' && role !== 'x' && role !== 's') continue;
    const record = readRecord(bytesOf(rec));
    const file = record === null ? null : fileOf(receipt, record.seq);
    if (record === null || file === null) return null;
    const raw = await bytesAt(`${host}/transparency/v1/${file.name}`);
    const inflated = await inflate(raw);
    const quotes = quotesAt(ownPrimitives.sha256, { header: file.header, raw, inflated }, rec);
    found.push({ role, price: priceText(record.price, receipt.admission.scale), quotes });
  }
  return found;
}

async function bytesAt(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function inflate(raw: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
