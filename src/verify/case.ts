import { must } from './codes.ts';
import { readRecord } from './tick.ts';
import type { TickRecord } from './tick.ts';
import { bytesOf } from './crypto/signatures.ts';
import type { KeyRing, Notary } from './crypto/signatures.ts';
import type { Receipt, Role, Settlement } from './documents.ts';

/** A tick of the receipt: its record, its bytes and its place in the list. */
export interface ShownTick extends TickRecord {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** A receipt of good form with what the later steps need. Times in ms. */
export interface Case {
  readonly notary: Notary;
  readonly ring: KeyRing;
  readonly receipt: Receipt;
  readonly ticks: Ticks;
  readonly terms: Terms;
}

/** The timing of the rules document, ms. */
export interface Terms {
  readonly deltaMs: number;
  readonly maxWaitMs: number;
  readonly staleAfterMs: number;
  /** The tick that proves an exit comes within this; infinite in rules that do not say. */
  readonly timeoutMs: number;
}

export type Ticks = ReadonlyMap<Role, ShownTick>;

/** Reads the records; TICK_RECORD when one is none. */
export function readTicks(receipt: Receipt): Ticks {
  const ticks = new Map<Role, ShownTick>();
  for (const [at, { role, rec }] of receipt.ticks.entries()) {
    const bytes = bytesOf(rec);
    const record = readRecord(bytes);
    must(record !== null, 'TICK_RECORD', `the record of ${role} is none of version 1`);
    must(!ticks.has(role), 'FORM', `two ticks are called ${role}`);
    ticks.set(role, { ...record, at, bytes });
  }
  return ticks;
}

/** The settlement that counts: that of the correction where there is one; null before the settlement. */
export function finalResult(receipt: Receipt): Settlement | null {
  return receipt.correction?.result ?? receipt.result;
}

export function ms(micros: number): number {
  return micros / 1_000;
}

/** T_adm, and T_x once there is an entry; ms. */
export function admittedAt({ receipt }: Pick<Case, 'receipt'>): number {
  return ms(receipt.admission.t_adm);
}

export function expiresAt({ receipt, ticks }: Pick<Case, 'receipt' | 'ticks'>): number | null {
  const entry = ticks.get('e');
  return entry === undefined ? null : entry.t + ms(receipt.admission.duration_us);
}
