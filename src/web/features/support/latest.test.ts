import { describe, expect, it } from 'vitest';
import { aboutLatest, latestOf, type Incoming, type Moved, type Predicted } from './latest.ts';

const moved = (id: string, type: Moved['type'], minute: number) =>
  ({ id, type, at: `2026-03-01T10:0${String(minute)}:00.000Z`, withdrawal: null }) as Moved;
const incoming = (id: string, status: Incoming['status'], minute: number) =>
  ({ id, status, at: `2026-03-01T10:0${String(minute)}:00.000Z` }) as Incoming;
const predicted = (id: string) => ({ id, admittedAt: '2026-03-01T09:00:00.000Z' }) as Predicted;
const about = (read: Parameters<typeof latestOf>[0]) => latestOf(read).map((item) => aboutLatest(item));

describe('what a ticket may be about', () => {
  it('is one of the last three payments, newest first, or the last prediction', () => {
    expect(
      about({
        moved: [moved('m5', 'withdrawal', 5), moved('m3', 'payment', 3), moved('m1', 'deposit', 1)],
        incoming: [incoming('i4', 'CONFIRMING', 4)],
        predicted: [predicted('p2'), predicted('p1')],
      }),
    ).toEqual([
      { kind: 'withdrawal', ref: 'm5' },
      { kind: 'deposit', ref: 'i4' },
      { kind: 'payment', ref: 'm3' },
      { kind: 'prediction', ref: 'p2' },
    ]);
  });

  it('is no bonus, and no deposit twice', () => {
    const read = {
      moved: [moved('b', 'bonus', 2), moved('d', 'deposit', 1)],
      incoming: [incoming('i', 'CREDITED', 1)],
    };
    expect(about({ ...read, predicted: [] })).toEqual([{ kind: 'deposit', ref: 'd' }]);
    expect(about({ moved: [], incoming: [], predicted: [] })).toEqual([]);
  });
});
