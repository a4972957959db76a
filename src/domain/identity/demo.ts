import { usdt } from '../money.ts';
import { HOUR_MS } from '../time.ts';

/** Practice money of a new demo person, and what a refill tops up to: 10,000. */
export const DEMO_CASH = usdt(10_000_000_000n);
/** Life of a demo token. */
export const DEMO_TOKEN_MS = 24 * HOUR_MS;
/** How long after a token was given its holder comes back as the same demo person. */
export const DEMO_RETURN_MS = 30 * 24 * HOUR_MS;
/** New demo people an hour and address. */
export const DEMO_NEW_PER_HOUR = { anywhere: 10, loopbackInSandbox: 10_000 } as const;

/** Does a demo session whose newest token was given at `renewedAt` (ms) go on at `now`? Ended ones never do. */
export function demoGoesOn(session: { renewedAt: number; endedAt: number | null }, now: number): boolean {
  return session.endedAt === null && now - session.renewedAt <= DEMO_RETURN_MS;
}
