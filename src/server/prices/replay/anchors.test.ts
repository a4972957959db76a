import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnchors } from './anchors.ts';
import type { Run } from './anchors.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'anchors-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const RUN: Run = { file: 'crypto/BTCUSD.csv.gz', rows: 9, anchor: 1_800_000_000_000, firstTs: 5, speed: 0.5 };

describe('anchors', () => {
  it('outlive the process, one run a pair', () => {
    createAnchors(dir).write('BTC-USD', RUN);
    createAnchors(dir).write('BTC-USD', { ...RUN, anchor: RUN.anchor + 1 });
    createAnchors(dir).write('EUR-USD', RUN);
    expect(createAnchors(dir).read('BTC-USD')).toEqual({ ...RUN, anchor: RUN.anchor + 1 });
    expect(createAnchors(dir).read('EUR-USD')).toEqual(RUN);
    expect(createAnchors(dir).read('IBM-USD')).toBeNull();
    expect(readdirSync(dir).toSorted()).toEqual(['BTC-USD.json', 'EUR-USD.json']);
  });

  it.each(['', '{', 'null', '{"file":"x"}', '{"file":"x","rows":1,"anchor":"2","firstTs":3,"speed":4}'])(
    'take %j for no run',
    (text) => {
      const anchors = createAnchors(path.join(dir, 'made', 'on the way'));
      writeFileSync(path.join(dir, 'made', 'on the way', 'BTC-USD.json'), text);
      expect(anchors.read('BTC-USD')).toBeNull();
    },
  );

  it('are not spoilt by a write that did not end', () => {
    const anchors = createAnchors(dir);
    anchors.write('BTC-USD', RUN);
    writeFileSync(path.join(dir, 'BTC-USD.json.new'), '{"file":"half');
    expect(anchors.read('BTC-USD')).toEqual(RUN);
    anchors.write('BTC-USD', { ...RUN, rows: 10 });
    expect(anchors.read('BTC-USD')?.rows).toBe(10);
  });
});
