import { closeSync, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** The name of a payment: one id may be tried again after it failed on the chain. */
export interface PaymentName {
  readonly kind: string;
  readonly id: string;
  readonly run: number;
}

export const keyOf = ({ kind, id, run }: PaymentName): string => `${kind} ${id} ${run}`;

/** A payment that was accepted, with the transactions that were signed of it. */
export interface Booked<P, A, S> {
  readonly payment: P;
  /** ms */
  readonly at: number;
  readonly signed: { readonly attempt: A; readonly signed: S }[];
}

/** What stands in a book, and what an attempt takes that no other payment may have. */
interface Rows<P, A, S> {
  readonly payment: z.ZodType<P>;
  readonly attempt: z.ZodType<A>;
  readonly signed: z.ZodType<S>;
  readonly takes: (payment: P, attempt: A, signed: S) => readonly string[];
}

type Line<P, A, S> =
  | { readonly did: 'accepted'; readonly at: number; readonly payment: P }
  | { readonly did: 'signed'; readonly at: number; readonly key: string; readonly attempt: A; readonly signed: S };

/**
 * What the wallet's signer has accepted and signed: a file of its own that only grows, on the disk before an answer leaves. A line that was cut
 * by a kill was never answered for, and is taken off at the next start.
 */
export class GrownBook<P extends PaymentName, A, S> {
  readonly #file: number;
  readonly #rows: Rows<P, A, S>;
  readonly #payments = new Map<string, Booked<P, A, S>>();
  readonly #holders = new Map<string, string>();
  #size: number;

  constructor(path: string, rows: Rows<P, A, S>) {
    this.#rows = rows;
    const { payment, attempt, signed } = rows;
    const line = z.discriminatedUnion('did', [
      z.strictObject({ did: z.literal('accepted'), at: z.int(), payment }),
      z.strictObject({ did: z.literal('signed'), at: z.int(), key: z.string(), attempt, signed }),
    ]);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'a+', 0o600);
    const text = readFileSync(path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.#size = Buffer.byteLength(whole);
    if (whole.length < text.length) ftruncateSync(this.#file, this.#size);
    for (const one of whole.split('\n').filter((row) => row !== '')) {
      this.#take(line.parse(JSON.parse(one)) as Line<P, A, S>);
    }
  }

  find(key: string): Booked<P, A, S> | null {
    return this.#payments.get(key) ?? null;
  }

  /** The payment that has taken something; null: nobody has. */
  holder(taken: string): string | null {
    return this.#holders.get(taken) ?? null;
  }

  /** Payments that were accepted after `since`, ms. */
  since(since: number, which: (payment: P) => boolean): readonly Booked<P, A, S>[] {
    return [...this.#payments.values()].filter(({ payment, at }) => at > since && which(payment));
  }

  accept(payment: P, at: number): void {
    this.#write({ did: 'accepted', at, payment });
  }

  sign(key: string, { attempt, signed, at }: { readonly attempt: A; readonly signed: S; readonly at: number }): void {
    this.#write({ did: 'signed', at, key, attempt, signed });
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Throws where somebody else has written: two signers would each know half of what was signed. */
  #write(one: Line<P, A, S>): void {
    const bytes = Buffer.from(`${JSON.stringify(one)}\n`);
    writeSync(this.#file, bytes);
    fsyncSync(this.#file);
    this.#size += bytes.length;
    if (fstatSync(this.#file).size !== this.#size)
      throw new Error("another process writes the book of the wallet's signer");
    this.#take(one);
  }

  #take(one: Line<P, A, S>): void {
    if (one.did === 'accepted') {
      this.#payments.set(keyOf(one.payment), { payment: one.payment, at: one.at, signed: [] });
      return;
    }
    const booked = this.#payments.get(one.key);
    if (booked === undefined) throw new Error(`the book of the wallet's signer has a signature of nothing: ${one.key}`);
    booked.signed.push({ attempt: one.attempt, signed: one.signed });
    for (const taken of this.#rows.takes(booked.payment, one.attempt, one.signed)) this.#holders.set(taken, one.key);
  }
}
