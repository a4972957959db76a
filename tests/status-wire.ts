import { WATCHED_PARTS } from '#domain/status/watch.ts';
import type { StatusWire } from '#protocol/status/status.ts';

const AT = '2026-03-02T12:00:00.000Z';
const DAYS = Array.from({ length: 90 }, (_, at) => ({
  day: new Date(Date.parse(AT) - (89 - at) * 86_400_000).toISOString().slice(0, 10),
  share: at < 88 ? null : 1,
}));
const UPTIME = { day: 1, month: 0.999987, quarter: 0.999987 };
const TIMES = { sent: 60, paid: 60, underMinute: 59, share: 0.983, medianMs: 4_100, p95Ms: 9_000 };

/** The product on a day with an outage behind it and one that lasts. */
export const STATUS: StatusWire = {
  at: AT,
  since: '2026-03-01T00:00:00.000Z',
  parts: [
    { id: 'site', state: 'up', downSince: null, uptime: UPTIME, days: DAYS },
    { id: 'trading', state: 'up', downSince: null, uptime: UPTIME, days: DAYS },
    { id: 'prices', state: 'down', downSince: '2026-03-02T11:00:00.000Z', uptime: UPTIME, days: DAYS },
    { id: 'proofs', state: 'up', downSince: null, uptime: UPTIME, days: DAYS },
  ],
  paused: [{ product: 'rounds', mode: 'maintenance', until: '2026-03-02T13:00:00.000Z' }],
  outages: [
    { from: '2026-03-02T11:00:00.000Z', to: null, cause: 'down', parts: ['prices'] },
    { from: '2026-03-01T12:00:00.000Z', to: '2026-03-01T12:05:00.000Z', cause: 'away', parts: [...WATCHED_PARTS] },
  ],
  placing: { days: 7, count: 1_200, p95Ms: 40 },
  withdrawals: {
    ...TIMES,
    from: '2026-03-01T12:00:00.000Z',
    to: AT,
    count: 60,
    paidMedianMs: 59_000,
    paidP95Ms: 90_000,
    coins: [],
  },
  support: { answered: 3, halfMs: null, mostMs: null },
};
