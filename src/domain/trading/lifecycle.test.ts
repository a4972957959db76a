import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEXT, nextStatus, OPEN_STATUSES, PREDICTION_EVENTS } from './lifecycle.ts';
import type { PredictionStatus } from './prediction.ts';

const STATUSES = Object.keys(NEXT) as PredictionStatus[];
const TERMINAL = STATUSES.filter((status) => Object.keys(NEXT[status]).length === 0);

describe('the life of a prediction', () => {
  it('never leaves the table and moves each status at most once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PREDICTION_EVENTS), { maxLength: 40 }), (events) => {
        let status: PredictionStatus = 'ADMITTED';
        const seen = new Set<PredictionStatus>([status]);
        for (const event of events) {
          const next = nextStatus(status, event);
          if (next === null) continue;
          expect(STATUSES).toContain(next);
          expect(seen.has(next)).toBe(false);
          seen.add(next);
          status = next;
        }
      }),
    );
  });

  it('reaches an end from every status', () => {
    for (const from of STATUSES) {
      const reached = new Set<PredictionStatus>([from]);
      for (let round = 0; round < STATUSES.length; round += 1) {
        for (const status of Array.from(reached)) {
          for (const event of PREDICTION_EVENTS) {
            const next = nextStatus(status, event);
            if (next !== null) reached.add(next);
          }
        }
      }
      expect(TERMINAL.some((end) => reached.has(end))).toBe(true);
    }
    expect(TERMINAL).toEqual(['VOID', 'CORRECTED']);
  });

  it('can void whatever holds a stake, and only that', () => {
    for (const status of STATUSES) {
      const open = (OPEN_STATUSES as readonly PredictionStatus[]).includes(status);
      expect(nextStatus(status, 'void') === 'VOID').toBe(open);
    }
  });

  it('pays nobody before the expiry', () => {
    expect(nextStatus('ADMITTED', 'settle')).toBeNull();
    expect(nextStatus('OPEN', 'settle')).toBeNull();
    expect(nextStatus('SETTLED', 'settle')).toBeNull();
  });
});
