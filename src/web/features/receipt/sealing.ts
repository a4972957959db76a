import type { Facts, Verdict } from '#verify/verify.ts';
import { HOUR_MS } from '#domain/time.ts';

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

/** Settled, and the public record does not hold all of it yet. What a void does not show never comes. */
export function waitsForRoot({ verdict, facts, missing }: Pick<Verdict, 'verdict' | 'facts' | 'missing'>): boolean {
  return verdict === 'provisional' && facts !== null && facts.outcome !== null && missing.length > 0;
}

/** How long to wait before a receipt is asked for again, ms; false: it will not change. */
export function nextLook(verdict: Pick<Verdict, 'verdict' | 'facts' | 'missing'>, now: number): number | false {
  const { facts } = verdict;
  if (verdict.verdict !== 'provisional' || facts === null) return false;
  const ended = facts.outcome !== null;
  if (ended && !waitsForRoot(verdict)) return false;
  const due = ended ? sealedAt(facts, now) : (facts.expiresAt ?? now);
  return Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, due - now + LEAST_WAIT_MS));
}
