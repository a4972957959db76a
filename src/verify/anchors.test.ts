import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Doc } from '#tests/receipts/maker.ts';
import { createSigner, digest, EMPTY_ROOT, ZEROS } from '#tests/receipts/signers.ts';
import { main } from './cli.ts';

const [root, hourKey, other] = [createSigner(), createSigner(), createSigner()];
const T0 = Date.parse('2026-11-20T00:00:00Z') * 1_000;
const manifest = {
  v: 1,
  type: 'keys',
  no: 1,
  t: T0,
  root: root.pub,
  prev: ZEROS,
  keys: [{ key_id: hourKey.id, pub: hourKey.pub, use: 'hour', from: T0, to: T0 * 2, revoked: null }],
};
const empty = { n: 0, root: EMPTY_ROOT };

interface Files {
  readonly hours: Record<string, { doc: Doc; sig: string }>;
  readonly anchors: Record<string, { doc: Doc & { hours: Doc[] }; sig: string }>;
}

/** Two days with two hours each. */
function published(): Files {
  const files: Files = { hours: {}, anchors: {} };
  let [prevHour, prevDay] = [ZEROS, ZEROS];
  for (const day of ['2026-11-20', '2026-11-22']) {
    const named: Doc[] = [];
    for (const hour of [`${day}T10`, `${day}T11`]) {
      const lists = { ticks: empty, admit: empty, settle: empty, fair: empty, events: empty, corrections: empty };
      const start = { v: 1, type: 'hour', hour: `${hour}:00:00Z`, prev: prevHour };
      const doc = { ...start, ...lists, audit: { seq: 1, head: ZEROS }, ledger: [], key: hourKey.id };
      files.hours[hour] = { doc, sig: hourKey.sign('tikvo/hour/v1', doc) };
      named.push({ hour: doc.hour, hash: (prevHour = digest(doc)) });
    }
    const doc = { v: 1, type: 'anchor', day, prev: prevDay, hours: named, key: hourKey.id };
    files.anchors[day] = { doc, sig: hourKey.sign('tikvo/anchor/v1', doc) };
    prevDay = digest(doc);
  }
  return files;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-anchors-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(files: Files, ...words: string[]): { code: number; lines: string[] } {
  for (const name of ['keys', 'hours', 'anchors']) mkdirSync(join(folder, name));
  const keys = { 1: { doc: manifest, sig: root.sign('tikvo/keys/v1', manifest) } };
  for (const [name, list] of Object.entries({ keys, ...files })) {
    for (const [file, content] of Object.entries(list)) {
      writeFileSync(join(folder, name, `${file}.json`), JSON.stringify(content));
    }
  }
  let text = '';
  const code = main(['anchors', folder, '--root', root.pub, ...words], (part) => (text += part));
  return { code, lines: text.trimEnd().split('\n') };
}

/** The files with one thing changed, and the anchor of the first day signed again. */
function changed(change: (files: Files) => unknown): Files {
  const files = published();
  change(files);
  return files;
}

function resign(files: Files, day: string): void {
  const anchor = files.anchors[day]!;
  anchor.sig = hourKey.sign('tikvo/anchor/v1', anchor.doc);
}

describe('npm run verify -- anchors', () => {
  it('finds every day in order', () => {
    expect(run(published())).toEqual({
      code: 0,
      lines: ['valid 2026-11-20 2 hours', 'valid 2026-11-22 2 hours', '2 compared, 0 differ'],
    });
  });

  it('ends with 2 where there is no day to compare', () => {
    const { code, lines } = run({ hours: {}, anchors: {} });
    expect([code, ...lines]).toEqual([2, 'Nothing was compared: the folder holds no anchor.', '0 compared, 0 differ']);
  });

  it.each<[string, RegExp, (files: Files) => unknown]>([
    ['a forged signature', /HOUR_SIGNATURE/, (f) => (f.anchors['2026-11-20']!.sig = other.sign('tikvo/anchor/v1', {}))],
    ['an hour that went', /FORKED_HISTORY, 2 hours are anchored, 1/, (f) => delete f.hours['2026-11-20T11']],
    [
      'an hour that was rewritten and signed again',
      /FORKED_HISTORY, the root of 2026-11-20T10/,
      ({ hours }) => {
        const hour = hours['2026-11-20T10']!;
        hour.doc['audit'] = { seq: 2, head: ZEROS };
        hour.sig = hourKey.sign('tikvo/hour/v1', hour.doc);
      },
    ],
    [
      'a day that was rewritten whole',
      /2026-11-22 CHAIN/,
      (files) => {
        delete files.hours['2026-11-20T11'];
        files.anchors['2026-11-20']!.doc.hours.pop();
        resign(files, '2026-11-20');
      },
    ],
    ['a field too many', /FORM/, (f) => (f.anchors['2026-11-20']!.doc['note'] = 'x')],
  ])('refuses %s', (_, wanted, change) => {
    const { code, lines } = run(changed(change));
    expect([code, lines.join('\n')]).toEqual([1, expect.stringMatching(wanted)]);
    expect(lines.at(-1)).toMatch(/ 1 differ$/);
  });

  it('compares with an anchor that was kept elsewhere', () => {
    const kept = join(folder, 'kept.json');
    const files = published();
    writeFileSync(kept, JSON.stringify(files.anchors['2026-11-22']));
    delete files.anchors['2026-11-22'];
    expect(run(files, kept).lines).toContainEqual(expect.stringMatching(/^invalid 2026-11-22 FORKED_HISTORY/));
  });
});
