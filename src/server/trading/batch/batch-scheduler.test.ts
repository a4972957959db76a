import { describe, expect, it } from 'vitest';
import { pino } from 'pino';
import pg from 'pg';
import type { BatchWork } from './batch.ts';
import { Parking } from '../parking.ts';
import { BatchScheduler } from './batch-scheduler.ts';

/** What batches in a row ask of their sources, each while so many requests wait: requests, and entries and ends each. `crowd`: so many of these wait. */
function askedWith(waiting: readonly number[], crowd = 0) {
  const asked = { requests: 0, life: 0 };
  const queue = { waiting: 0, take: (most: number) => ((asked.requests = most), []) };
  const idle = { busy: false, take: () => [] };
  const none = { entered: [], finished: [], checkpoints: [] };
  const scheduler = new BatchScheduler({
    queue,
    memory: { busy: true, waiting: crowd, take: (most: number) => ((asked.life = most), none) },
    processor: idle,
    scheduled: idle,
    parking: { park: () => undefined, isTried: () => false },
  } as unknown as ConstructorParameters<typeof BatchScheduler>[0]);
  return waiting.map((count) => {
    queue.waiting = count;
    scheduler.next();
    return { ...asked };
  });
}

describe('the size of a batch', () => {
  it('leaves entries and ends behind for somebody who waits, yet takes more of them than requests can bring', () => {
    for (const { life, waiting } of [1, 40, 100, 256].map((waiting) => ({ waiting, ...askedWith([waiting])[0]! })))
      expect(life, `${waiting}`).toBe(Math.max(96, 2 * waiting));
    // More wait than one batch takes.
    expect(askedWith([5_000])[0]).toEqual({ requests: 256, life: 512 });
  });

  it('is short for whom may come next, and long once nobody waited for four of them', () => {
    expect(askedWith([1, 0, 0, 0, 0, 0, 0, 1]).map(({ life }) => life)).toEqual([96, 96, 96, 96, 96, 1_000, 1_000, 96]);
  });

  it('has a crowd of ends and those who wait take turns', () => {
    expect(askedWith([10, 10, 10, 0, 10], 10_000)).toEqual([
      { requests: 0, life: 96 },
      { requests: 256, life: 0 },
      { requests: 0, life: 96 },
      { requests: 256, life: 96 },
      { requests: 0, life: 96 },
    ]);
    // Few ends go with the requests.
    expect(askedWith([10, 10], 96)[1]).toEqual({ requests: 256, life: 96 });
  });
});

const refusedWith = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });
const POISON = refusedWith('23505');

/** A batch of markets alone, by their names. */
function workOf(...names: string[]): BatchWork {
  const life = { entered: [], finished: [], checkpoints: [], appliedOf: () => 0 };
  return { requests: [], life, markets: names.map((name) => ({ name })), scheduled: [] } as unknown as BatchWork;
}

/** A maker with nothing to take, and what it parks. */
function parkingLot() {
  const lot = () => {
    const parked = new Set<string>();
    return { parked, park: (id: string) => void parked.add(id), unpark: (id: string) => void parked.delete(id) };
  };
  const lots = { prediction: lot(), market: lot(), scheduled: lot() };
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const parking = new Parking(lots, log);
  const idle = { busy: false, take: () => [], waiting: 0 };
  const parts = { queue: idle, memory: idle, hall: idle, room: idle, parking };
  const scheduler = new BatchScheduler(parts as unknown as ConstructorParameters<typeof BatchScheduler>[0]);
  return { scheduler, parking, lots, lines, parked: () => [...lots.market.parked] };
}

describe('an effect that fails alone', () => {
  it('is parked the second time, with an alarm', () => {
    const { scheduler, parked, lines } = parkingLot();
    scheduler.failed(workOf('a', 'b'), POISON);
    scheduler.failed(workOf('a'), POISON);
    expect(parked()).toEqual([]);
    scheduler.failed(workOf('a'), POISON);
    expect(parked()).toEqual(['a']);
    expect(lines).toMatchObject([{ alarm: 'parked', of: 'market', id: 'a', err: { code: '23505' } }]);
  });

  it.each(['53100', '58030', '25006', '57014', '55P03', '57P01', '28000'])(
    'is parked by no outage that passes, however long it lasts: %s',
    (code) => {
      const { scheduler, parked } = parkingLot();
      for (let times = 0; times < 40; times += 1) scheduler.failed(workOf('a'), refusedWith(code));
      expect(parked()).toEqual([]);
      // Twice in a row is twice in a row.
      scheduler.failed(workOf('a'), POISON);
      scheduler.failed(workOf('a'), refusedWith(code));
      scheduler.failed(workOf('a'), POISON);
      expect(parked()).toEqual([]);
    },
  );
});

describe('what is parked', () => {
  it('is tried again one at a time, in turn; a failure costs one batch', () => {
    const { scheduler, parking, parked, lines } = parkingLot();
    for (const id of ['a', 'b', 'c']) parking.park({ of: 'market', id }, POISON);
    const tried: string[] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      parking.retry();
      const [out = ''] = ['a', 'b', 'c'].filter((id) => !parked().includes(id));
      tried.push(out);
      scheduler.failed(workOf(out), POISON);
      expect(parked()).toHaveLength(3);
    }
    expect(tried).toEqual(['a', 'b', 'c', 'a']);
    expect(lines).toHaveLength(3);
  });

  it('comes back whole once one of it is stored', () => {
    const { parking, parked } = parkingLot();
    for (const id of ['a', 'b', 'c']) parking.park({ of: 'market', id }, POISON);
    parking.retry();
    parking.stored(workOf('other'));
    expect(parked()).toEqual(['b', 'c']);
    parking.stored(workOf('other', 'a'));
    expect(parked()).toEqual([]);
    expect(parking.counts).toEqual({ prediction: 0, market: 0, scheduled: 0 });
  });

  it('has an alarm too where it was parked while it was decided', () => {
    const { parking, lots, lines } = parkingLot();
    lots.scheduled.park('x');
    parking.look();
    parking.look();
    expect(lines).toMatchObject([{ alarm: 'parked', of: 'scheduled', id: 'x' }]);
  });
});
