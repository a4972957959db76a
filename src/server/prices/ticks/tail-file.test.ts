import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallDisk } from '#tests/processes/small-disk.ts';
import { readTail, TailFile, type TailFrame } from './tail-file.ts';

const HEADER = { stream: 7, firstSeq: 12, headBefore: new Uint8Array(32).fill(9) };

function frame(i: number): TailFrame {
  return {
    record: new Uint8Array(76).fill(i),
    head: new Uint8Array(32).fill(i + 100),
    recorded: i % 2 === 0 ? { row: i + 1, ts: 1_400_000_000_000 + i } : null,
    quotes: ['', 'replay', '[{"id":null,"price":"1.0","src":"börse","t":1}]'][i % 3] ?? '',
  };
}

const plain = (frames: readonly TailFrame[]) =>
  frames.map(({ record, head, ...rest }) => ({ ...rest, record: [...record], head: [...head] }));

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tail-'));
  path = join(dir, 'a.tail');
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(count: number): TailFrame[] {
  const file = TailFile.create(path, HEADER);
  const frames = Array.from({ length: count }, (_, i) => frame(i));
  for (const one of frames) file.append(one);
  file.close();
  return frames;
}

describe('tail file', () => {
  it('gives back its header and every frame', () => {
    const frames = write(7);
    const read = readTail(path);
    expect(read?.header).toEqual(HEADER);
    expect(plain(read?.frames ?? [])).toEqual(plain(frames));
    expect(read?.size).toBe(readFileSync(path).length);
  });

  it('cut at any byte, gives the frames that are whole', () => {
    const frames = write(4);
    const bytes = readFileSync(path);
    const ends = [52];
    for (const one of frames) ends.push((ends.at(-1) ?? 0) + 8 + 120 + Buffer.byteLength(one.quotes));
    expect(ends.at(-1)).toBe(bytes.length);
    for (let length = 0; length <= bytes.length; length++) {
      writeFileSync(path, bytes.subarray(0, length));
      const whole = ends.filter((end) => end <= length).length - 1;
      const read = readTail(path);
      expect(read?.frames.length ?? -1).toBe(whole);
    }
  });

  it('with any bit turned, stops before the frame it is in', () => {
    write(3);
    const bytes = readFileSync(path);
    for (let at = 52; at < bytes.length; at += 5) {
      const turned = Buffer.from(bytes);
      turned[at] = (turned[at] ?? 0) ^ 0x10;
      writeFileSync(path, turned);
      const read = readTail(path);
      expect(read?.size).toBeLessThanOrEqual(at);
    }
  });

  it('goes on behind what was whole, and leaves the writer before it behind', () => {
    const sleeper = TailFile.create(path, HEADER);
    sleeper.append(frame(0));
    sleeper.append(frame(1));
    const size = sleeper.size;
    const heir = TailFile.resume(path, size);
    sleeper.append(frame(2));
    heir.append(frame(3));
    sleeper.append(frame(4));
    heir.close();
    sleeper.close();
    expect(plain(readTail(path)?.frames ?? [])).toEqual(plain([frame(0), frame(1), frame(3)]));
  });

  it('is made once', () => {
    write(1);
    expect(() => TailFile.create(path, HEADER)).toThrow('EEXIST');
  });

  it('syncs what was appended, also when it is closed meanwhile', async () => {
    const file = TailFile.create(path, HEADER);
    file.append(frame(0));
    await file.sync();
    file.append(frame(1));
    const syncing = file.sync();
    await syncing;
    file.close();
    await file.sync();
    file.close();
    expect(readTail(path)?.frames.length).toBe(2);
  });
});

const disk = smallDisk(256 * 1_024);
afterAll(() => disk?.remove());

describe.runIf(disk !== null)('a full disk', () => {
  it('leaves no file that could not be begun, so that the same one can be begun later', () => {
    const at = join(disk!.dir, 'b.tail');
    disk!.fill();
    for (let tries = 0; tries < 2; tries += 1) {
      expect(() => TailFile.create(at, HEADER)).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    }
    disk!.empty();
    const file = TailFile.create(at, HEADER);
    file.append(frame(0));
    file.close();
    expect(readTail(at)?.frames.length).toBe(1);
  });

  it('takes a tick whole or not at all, and the next one when there is room again', () => {
    const at = join(disk!.dir, 'c.tail');
    const file = TailFile.create(at, HEADER);
    file.append(frame(0));
    disk!.fill();
    let written = 1;
    const until = () => {
      for (; ; written += 1) file.append(frame(written));
    };
    expect(until).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    disk!.empty();
    file.append(frame(written));
    file.close();
    const frames = Array.from({ length: written + 1 }, (_, i) => frame(i));
    expect(plain(readTail(at)?.frames ?? [])).toEqual(plain(frames));
  });
});
