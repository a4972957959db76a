import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeWorld } from '#tests/receipts/maker.ts';
import { main } from './cli.ts';

const world = makeWorld({ seed: 21, count: 60 });
const settled = world.receipts.filter(({ kind }) => kind !== 'open').map(({ receipt }) => receipt);
const open = world.receipts.find(({ kind }) => kind === 'open')!.receipt;
const folder = mkdtempSync(join(tmpdir(), 'tikvo-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function run(...words: string[]): { code: number; lines: string[] } {
  let text = '';
  const code = main(words, (part) => (text += part));
  return { code, lines: text.trimEnd().split('\n') };
}

const forged = structuredClone(settled[0]!) as { result: { credit: string } };
forged.result.credit = '77.000000';
const good = file('good.json', settled[0]);
const bad = file('bad.json', forged);

describe('npm run verify', () => {
  it('says valid, and closes with the counts', () => {
    const { code, lines } = run(good, '--root', world.root);
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^valid .*good\.json BTC-USD (UP|DOWN) /);
    expect(lines.at(-1)).toBe('1 compared, 0 differ');
  });

  it('says which step failed and why, and ends with 1', () => {
    const { code, lines } = run(good, bad, '--root', world.root);
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(/invalid .*bad\.json.*\n {2}step 10 result: CREDIT, /);
    expect(lines.at(-1)).toBe('2 compared, 1 differ');
  });

  it('ends with 2 while any receipt is provisional, and with 1 where another differs', () => {
    const early = file('early.json', open);
    expect(run(early, '--root', world.root).code).toBe(2);
    expect(run(early, early, '--root', world.root).code).toBe(2);
    const { code, lines } = run(early, good, '--root', world.root);
    expect(code).toBe(2);
    expect(lines.slice(-2)).toEqual(['1 valid, 1 provisional', '2 compared, 0 differ']);
    expect(run(early, bad, '--root', world.root).code).toBe(1);
  });

  it('reads many from one file, and says little when asked to', () => {
    const many = file('many.ndjson', settled.map((one) => JSON.stringify(one)).join('\n'));
    const { code, lines } = run(many, '--quiet', '--root', world.root);
    expect([code, lines]).toEqual([0, [`${settled.length} compared, 0 differ`]]);
  });

  it.each([
    ['an empty file', file('none.ndjson', '')],
    ['a folder without receipts', mkdtempSync(join(folder, 'empty-'))],
  ])('ends with 2 where nothing was compared: %s', (_, given) => {
    const { code, lines } = run(given, '--root', world.root);
    expect([code, ...lines]).toEqual([
      2,
      'Nothing was compared: there is no receipt in what was given.',
      '0 compared, 0 differ',
    ]);
  });

  it('says that a root key nobody pinned shows little', () => {
    expect(run(good).lines.join('\n')).toContain('The root key was taken from the receipts themselves');
    const keys = file('keys-1.json', settled[0]!['keys']);
    expect(run(good, '--keys', keys).lines).toHaveLength(2);
    expect(run(good, '--root', 'ab'.repeat(32)).lines.join('\n')).toContain('step 2 keys: ROOT_KEY');
  });

  it('finds a forked history in a copy of the public files', () => {
    const copy = join(folder, 'transparency');
    mkdirSync(join(copy, 'hours'), { recursive: true });
    const [first] = world.hours;
    writeFileSync(join(copy, 'hours/2026-11-20T17.json'), JSON.stringify(first));
    expect(run(good, '--root', world.root, '--hours', copy).code).toBe(0);
    const doc = { ...first!.doc, audit: { seq: 5, head: '0'.repeat(64) } };
    writeFileSync(join(copy, 'hours/2026-11-20T17.json'), JSON.stringify({ doc, sig: world.signHour(doc) }));
    expect(run(good, '--root', world.root, '--hours', copy).lines.join('\n')).toContain('FORKED_HISTORY');
  });

  it('finds what is in no published root, and says what it could not compare', () => {
    const early = { ...settled[0]!, hour_proofs: [], hours: [], segments: [] } as Record<string, unknown>;
    early['tick_proofs'] = (early['tick_proofs'] as unknown[]).map(() => null);
    const path = file('unproven.json', early);
    const copy = mkdtempSync(join(folder, 'hours-'));
    const keys = file('ended.json', world.endedKeys(Date.parse('2026-11-20T18:01:00Z')));
    const alone = run(path, '--keys', keys);
    expect(alone.code).toBe(2);
    expect(alone.lines.join('\n')).toContain('not compared with the public record, which has it since 20');
    expect(alone.lines.join('\n')).toContain('its key ended at 2026-11-20T18:01:00.000Z');
    for (const [no, hour] of world.hours.entries()) {
      writeFileSync(join(copy, `2026-11-20T1${no}.json`), JSON.stringify(hour));
    }
    const { code, lines } = run(path, '--root', world.root, '--hours', copy);
    expect(code).toBe(1);
    expect(lines.join('\n')).toContain('step 12 history: NOT_PUBLISHED, the root of 2026-11-20T1');
  });

  it('does not accept another segment file', () => {
    const { code, lines } = run(good, '--root', world.root, '--full', file('17.ticks', 'no ticks'));
    expect(code).toBe(1);
    expect(lines.join('\n')).toContain('step 12 history: SEGMENT_FILE');
  });

  it.each([[[]], [['--keys']], [['--fast', 'x', 'receipt.json']]])('explains itself for %j', (words) => {
    const { code, lines } = run(...words);
    expect([code, lines[0]]).toEqual([2, expect.stringContaining('Usage: verify RECEIPT...')]);
  });

  it('explains anchors in the same way', () => {
    const { code, lines } = run('anchors', folder, '--root');
    expect([code, lines[0]]).toEqual([2, expect.stringContaining('Usage: verify anchors')]);
    expect(run('anchors').code).toBe(2);
  });

  const missing = join(folder, 'missing');
  const broken = file('broken.txt', '{"a":');
  const withVersion = mkdtempSync(join(folder, 'public-'));
  mkdirSync(join(withVersion, 'v1/keys'), { recursive: true });
  const mirror = mkdtempSync(join(folder, 'mirror-'));
  mkdirSync(join(mirror, 'keys'));
  writeFileSync(join(mirror, 'keys/1.json'), JSON.stringify(settled[0]!['keys']));
  const bare = mkdtempSync(join(folder, 'bare-'));
  it.each<[string, string[], string]>([
    ['a receipt that is not there', [good, missing], `${missing}: there is no such file`],
    ['keys that are not there', [good, '--keys', missing], `${missing}: there is no such file`],
    ['keys that are no JSON', [good, '--keys', broken], `${broken}: it is no JSON`],
    ['keys that are a folder', [good, '--keys', folder], `${folder}: it is a folder`],
    ['rules that are not there', [good, '--rules', missing], `${missing}: there is no such file`],
    ['hours that are not there', [good, '--hours', missing], `${missing}: there is no such file`],
    ['hours that are a file', [good, '--hours', good], `${good}: it is no folder`],
    ['a segment that is not there', [good, '--full', missing], `${missing}: there is no such file`],
    [
      'anchors of a folder too high',
      ['anchors', withVersion],
      `${withVersion}: it has no folder keys; ${join(withVersion, 'v1')} looks like the one`,
    ],
    ['anchors of another folder', ['anchors', bare], `${bare}: it has no folder keys; give a copy of /transparency/v1`],
    ['anchors that are not there', ['anchors', missing], `${missing}: there is no such file`],
    ['a kept anchor that is not there', ['anchors', mirror, missing], `${missing}: there is no such file`],
  ])('says in a sentence that it cannot read %s', (_, words, why) => {
    expect(run(...words, '--root', world.root)).toEqual({
      code: 2,
      lines: [`Cannot read ${why}.`, '0 compared, 0 differ'],
    });
  });

  it('says what is wrong with keys that are another document', () => {
    const { code, lines } = run(good, '--keys', file('other.json', { doc: {} }));
    expect([code, lines.length, lines[1]]).toEqual([2, 2, '0 compared, 0 differ']);
  });
});
