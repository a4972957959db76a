import { describe, expect, it } from 'vitest';
import { toHex } from '#domain/proofs/hash.ts';
import type { Doc } from '#tests/receipts/maker.ts';
import { averageOf, END, makeRound, root, runOf, START, ticks, us, WINDOW } from '#tests/receipts/round-maker.ts';
import { ZEROS } from '#tests/receipts/signers.ts';
import { nodePrimitives } from './node-primitives.ts';
import { readRound, verifyRound } from './round.ts';

const NAMES = ['keys', 'rules', 'history', 'whole', 'fresh', 'averages', 'outcome'];
const check = (receipt: Doc) => verifyRound(receipt, { root: root.pub }, nodePrimitives);

describe('the receipt of a round', () => {
  it('is valid when its averages give its outcome', () => {
    const { verdict, code, detail, outcome } = check(makeRound());
    expect({ verdict, code, detail }).toEqual({ verdict: 'valid', code: null, detail: null });
    expect(['UP', 'DOWN', 'TIE']).toContain(outcome);
  });

  it('says seven checks and what it holds, for people', () => {
    const { checks, facts } = check(makeRound());
    expect(checks).toEqual(NAMES.map((name) => ({ name, state: 'pass' })));
    const run = runOf(END);
    const average = Number(averageOf(run, END)) / WINDOW / 100;
    expect(facts?.end).toMatchObject({ at: END, from: END - WINDOW });
    expect(facts?.end.ticks.map(({ t }) => t)).toEqual(run.map(({ t }) => t));
    expect(facts?.end.ticks.map(({ price }) => Number(price))).toEqual(run.map(({ price }) => price / 100));
    expect(facts?.end.average).toMatch(/^\d+\.\d{4}$/);
    expect(Number(facts?.end.average)).toBeCloseTo(average, 3);
    expect(facts?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it('gives averages more digits when they would look alike, and none that are not there', () => {
    const of = (sums: Doc) => check(makeRound((r) => Object.assign(r, sums))).facts;
    const close = of({ a_start: '10000000000', a_end: '10000000001' });
    expect([close?.start.average, close?.end.average]).toEqual(['20000.0000000', '20000.0000020']);
    const same = of({ a_start: '10000000000', a_end: '10000000000' });
    expect([same?.start.average, same?.end.average]).toEqual(['20000.0000', '20000.0000']);
    expect(of({ a_start: null, a_end: '1.5' })).toMatchObject({ start: { average: null }, end: { average: null } });
  });

  it.each<[string, (result: Doc, runs: { end: string; parts: Doc[] }[]) => void, number]>([
    ['form', (r) => (r['note'] = 'x'), 0],
    ['rules', (r) => (r['rules_hash'] = ZEROS), 1],
    ['record', (_, runs) => (runs[0]!.parts[0]!['recs'] as string[]).splice(3, 1), 2],
    ['run', (_, runs) => runs.pop(), 3],
    ['average', (r) => (r['a_end'] = '1'), 5],
    ['outcome', (r) => (r['outcome'] = r['outcome'] === 'UP' ? 'DOWN' : 'UP'), 6],
  ])('names the check that a wrong %s fails, and skips those after it', (_, change, at) => {
    const states = check(makeRound(change)).checks.map(({ state }) => state);
    expect(states).toEqual(NAMES.map((_name, i) => (i < at ? 'pass' : i === at ? 'fail' : 'skipped')));
  });

  it('is told from other files by its text', () => {
    const read = (text: string) => readRound(text, { root: root.pub }, nodePrimitives);
    expect(read(JSON.stringify(makeRound()))?.verdict).toBe('valid');
    expect([read('{"type":"receipt"}'), read('"round-receipt"'), read('{"round-receipt"')]).toEqual([null, null, null]);
  });

  it.each<[string, (result: Doc, runs: { end: string; parts: Doc[] }[]) => void, string]>([
    ['the other outcome', (r) => (r['outcome'] = r['outcome'] === 'UP' ? 'DOWN' : 'UP'), 'OUTCOME'],
    ['another average', (r) => (r['a_end'] = '1'), 'ROUND_AVERAGE'],
    ['a window that the rules do not know', (r) => (r['window_us'] = us(4_000)), 'RULES_UNKNOWN'],
    ['another end', (r) => ((r['start'] = us(START + 900)), (r['end'] = us(END + 900))), 'ROUND_RUN'],
    ['other rules', (r) => (r['rules_hash'] = ZEROS), 'RULES_HASH'],
    ['no run of the end', (_, runs) => runs.pop(), 'EXIT_MISSING'],
    ['a tick left out', (_, runs) => (runs[0]!.parts[0]!['recs'] as string[]).splice(3, 1), 'TICK_ROOT'],
    [
      'another price',
      (_, runs) => ((runs[0]!.parts[0]!['recs'] as string[])[2] = toHex(ticks[0]!.record)),
      'TICK_ROOT',
    ],
    ['a void without a reason', (r) => (r['outcome'] = 'VOID'), 'VOID_REASON'],
    ['an unknown field', (r) => (r['note'] = 'x'), 'FORM'],
  ])('fails with %s', (_, change, code) => expect(check(makeRound(change)).code).toBe(code));

  it('fails with another root key or a forged hour', () => {
    expect(verifyRound(makeRound(), { root: ZEROS }, nodePrimitives).code).toBe('ROOT_KEY');
    const forged = makeRound() as { hours: { sig: string }[] };
    forged.hours[0]!.sig = '0'.repeat(128);
    expect(check(forged).code).toBe('HOUR_SIGNATURE');
  });

  it('takes a void at its word: its reason may lie outside of what it shows', () => {
    const voided = makeRound((r) => Object.assign(r, { outcome: 'VOID', reason: 'STALE_EXIT', a_end: null }));
    expect(check(voided)).toMatchObject({ verdict: 'valid', outcome: 'VOID' });
    const states = check(voided).checks.map(({ state }) => state);
    expect(states).toEqual(['pass', 'pass', 'pass', 'none', 'none', 'none', 'none']);
  });
});
