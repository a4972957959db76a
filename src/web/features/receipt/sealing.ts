import type { Facts } from '#verify/verify.ts';

const HOUR_MS = 3_600_000;
/** Hour roots are made five minutes past the hour. */
const SEALED_AFTER_MS = 300_000;
/** A root may be late; past this it is looked for in the next. */
const LATE_MS = 120_000;
/** A receipt that is due is asked for at least this often, ms. */
const MOST_WAIT_MS = 60_000;
const LEAST_WAIT_MS = 2_000;

/** When the public record will hold all of a receipt (wall ms). */
export function sealedAt(
  { admittedAt, settledAt, ticks }: Pick<Facts, 'admittedAt' | 'settledAt' | 'ticks'>,
  now: number,
): number {
  const last = Math.max(admittedAt, settledAt ?? 0, ...ticks.map(({ t }) => t));
  const due = (Math.floor(last / HOUR_MS) + 1) * HOUR_MS + SEALED_AFTER_MS;
  const missed = Math.max(0, Math.ceil((now - LATE_MS - due) / HOUR_MS));
  return due + missed * HOUR_MS;
}

/** How long to wait before a receipt is asked for again, ms; false: it will not change. */
export function nextLook(
  { verdict, facts }: { readonly verdict: 'valid' | 'provisional' | 'invalid'; readonly facts: Facts | null },
  now: number,
): number | false {
  if (verdict !== 'provisional' || facts === null) return false;
  const due = facts.outcome === null ? (facts.expiresAt ?? now) : sealedAt(facts, now);
  return Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, due - now + LEAST_WAIT_MS));
}
