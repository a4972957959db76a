import { expiresAt, finalResult, ms } from './case.ts';
import type { ShownTick, Ticks } from './case.ts';
import type { Receipt, Role } from './documents.ts';

/** A tick for people. Times in ms, price as text of the pair's digits. */
export interface TickFacts {
  readonly role: Role;
  readonly seq: number;
  readonly t: number;
  readonly tSource: number;
  readonly price: string;
  readonly sources: number;
}

/** What a receipt says, for people: nothing of it is checked here. Times in ms. */
export interface Facts {
  readonly id: string;
  readonly realm: 'real' | 'demo';
  readonly pair: string;
  readonly feed: 'live' | 'replay' | 'simulated';
  readonly dir: 'UP' | 'DOWN';
  readonly stake: string;
  readonly payoutBps: number;
  readonly durationMs: number;
  readonly admittedAt: number;
  readonly expiresAt: number | null;
  readonly ticks: readonly TickFacts[];
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly credit: string | null;
  readonly settledAt: number | null;
  /** When an early sale was asked for; null for any other end. */
  readonly soldAt: number | null;
  readonly corrected: boolean;
  /** Hours whose signed roots the receipt carries. */
  readonly hours: readonly string[];
  /** H(JCS(receipt)), hex. */
  readonly fingerprint: string;
}

export function factsOf(receipt: Receipt, ticks: Ticks, fingerprint: string): Facts {
  const { admission } = receipt;
  const result = finalResult(receipt);
  return {
    id: receipt.id,
    realm: receipt.realm,
    pair: admission.pair,
    feed: admission.feed,
    dir: admission.dir,
    stake: admission.stake,
    payoutBps: admission.payout_bps,
    durationMs: ms(admission.duration_us),
    admittedAt: ms(admission.t_adm),
    expiresAt: expiresAt({ receipt, ticks }),
    ticks: [...ticks].map(([role, tick]) => tickFacts(role, tick, admission.scale)),
    outcome: result?.outcome ?? null,
    reason: result?.reason ?? null,
    credit: result?.credit ?? null,
    settledAt: result === null ? null : ms(result.t),
    soldAt: result === null || result.sale === null ? null : ms(result.sale.t_sell),
    corrected: receipt.correction !== null,
    hours: receipt.hours.map(({ doc }) => doc.hour),
    fingerprint,
  };
}

function tickFacts(role: Role, tick: ShownTick, scale: number): TickFacts {
  const { seq, t, tSource, sources } = tick;
  return { role, seq, t, tSource, price: priceText(tick.price, scale), sources };
}

/** An integer of 10^-scale as decimal text. */
export function priceText(price: bigint, scale: number): string {
  const digits = String(price < 0n ? -price : price).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return price < 0n ? `-${text}` : text;
}
