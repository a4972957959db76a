import { closeSync, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import {
  attemptForm,
  paymentForm,
  signedForm,
  type AttemptTerms,
  type PaymentTerms,
  type SignedPayment,
} from './signer-terms.ts';

const line = z.discriminatedUnion('did', [
  z.strictObject({ did: z.literal('accepted'), at: z.int(), payment: paymentForm }),
  z.strictObject({ did: z.literal('signed'), at: z.int(), key: z.string(), attempt: attemptForm, signed: signedForm }),
]);
type Line = z.output<typeof line>;

/** A payment that was accepted, with the transactions that were signed of it. */
export interface BookedPayment {
  readonly payment: PaymentTerms;
  /** ms */
  readonly at: number;
  readonly signed: { readonly attempt: AttemptTerms; readonly signed: SignedPayment }[];
}

/** The name of a payment: one id may be tried again after it failed on the chain. */
export const keyOf = ({ kind, id, run }: Pick<PaymentTerms, 'kind' | 'id' | 'run'>): string => `${kind} ${id} ${run}`;

/**
 * What the wallet's signer has accepted and signed: a file of its own that only grows, on the disk before an answer leaves. A line that was cut
 * by a kill was never answered for, and is taken off at the next start.
 */
export class WalletBook {
  readonly #file: number;
  readonly #payments = new Map<string, BookedPayment>();
  readonly #nonces = new Map<string, string>();
  #size: number;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'a+', 0o600);
    const text = readFileSync(path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.#size = Buffer.byteLength(whole);
    if (whole.length < text.length) ftruncateSync(this.#file, this.#size);
    for (const one of whole.split('\n').filter((row) => row !== '')) this.#take(line.parse(JSON.parse(one)));
  }

  find(key: string): BookedPayment | null {
    return this.#payments.get(key) ?? null;
  }

  /** The payment that has a nonce of an address; null: nobody's. */
  ofNonce(network: string, from: string, nonce: number): string | null {
    return this.#nonces.get(nonceKey(network, from, nonce)) ?? null;
  }

  /** Payments of a kind that were accepted after `since`, ms. */
  acceptedSince(kind: PaymentTerms['kind'], since: number): readonly BookedPayment[] {
    return [...this.#payments.values()].filter(({ payment, at }) => payment.kind === kind && at > since);
  }

  accept(payment: PaymentTerms, at: number): void {
    this.#write({ did: 'accepted', at, payment });
  }

  sign(
    key: string,
    { attempt, signed, at }: { readonly attempt: AttemptTerms; readonly signed: SignedPayment; readonly at: number },
  ): void {
    this.#write({ did: 'signed', at, key, attempt, signed });
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Throws where somebody else has written: two signers would each know half of what was signed. */
  #write(one: Line): void {
    const bytes = Buffer.from(`${JSON.stringify(one)}\n`);
    writeSync(this.#file, bytes);
    fsyncSync(this.#file);
    this.#size += bytes.length;
    if (fstatSync(this.#file).size !== this.#size)
      throw new Error("another process writes the book of the wallet's signer");
    this.#take(one);
  }

  #take(one: Line): void {
    if (one.did === 'accepted') {
      this.#payments.set(keyOf(one.payment), { payment: one.payment, at: one.at, signed: [] });
      return;
    }
    const booked = this.#payments.get(one.key);
    if (booked === undefined) throw new Error(`the book of the wallet's signer has a signature of nothing: ${one.key}`);
    booked.signed.push({ attempt: one.attempt, signed: one.signed });
    this.#nonces.set(nonceKey(booked.payment.network, one.signed.from, one.attempt.nonce), one.key);
  }
}

const nonceKey = (network: string, from: string, nonce: number) => `${network} ${from.toLowerCase()} ${nonce}`;
