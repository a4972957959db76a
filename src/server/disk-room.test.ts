import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { DiskRoom, isDiskFull } from './disk-room.ts';

const MB = 1_000_000;

it('is low below the reserve, and no more once there is a quarter above it; an alarm for the one, a line for the other', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const looks: number[] = [];
  let free = 101 * MB;
  const disk = new DiskRoom({
    dir: '/somewhere',
    reserveBytes: 100 * MB,
    log,
    freeIn: () => Promise.resolve(free),
    onLook: ({ freeBytes }) => void looks.push(freeBytes / MB),
  });
  const low: boolean[] = [];
  for (const mb of [101, 99, 101, 124, 125, 101, 99]) {
    free = mb * MB;
    await disk.look();
    low.push(disk.isLow);
  }
  expect(low).toEqual([false, true, true, true, false, false, true]);
  expect(looks).toEqual([101, 99, 101, 124, 125, 101, 99]);
  expect(lines.map(({ alarm, freeBytes }) => [alarm, Number(freeBytes) / MB])).toEqual([
    ['disk', 99],
    [undefined, 125],
    ['disk', 99],
  ]);
});

it('knows what this machine has, and stays as it was where nobody knows', async () => {
  const log = pino({ level: 'silent' });
  const looks: number[] = [];
  const onLook = ({ freeBytes }: { readonly freeBytes: number }) => void looks.push(freeBytes);
  await new DiskRoom({ dir: tmpdir(), reserveBytes: 1, log, onLook }).look();
  expect(looks[0]).toBeGreaterThan(0);
  const gone = new DiskRoom({ dir: '/no/such/folder', reserveBytes: 1, log, onLook });
  await gone.look();
  expect([gone.isLow, looks.length]).toEqual([false, 1]);
});

it('tells a full disk from other failures', () => {
  const of = (code: string) => Object.assign(new Error('no'), { code });
  expect(['ENOSPC', 'EDQUOT', 'EROFS'].map((code) => isDiskFull(of(code)))).toEqual([true, true, true]);
  expect([of('ENOENT'), new Error('no'), null].map(isDiskFull)).toEqual([false, false, false]);
});
