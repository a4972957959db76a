import { describe, expect, it } from 'vitest';
import { toHex } from '#domain/proofs/hash.ts';
import type { Doc } from '#tests/receipts/maker.ts';
import {
  averageOf,
  END,
  makeRound,
  LATE,
  makeFaultyRound,
  makeVoidRound,
  partOf,
  root,
  runOf,
  START,
  ticks,
  us,
  WINDOW,
} from '#tests/receipts/round-maker.ts';
import type { ChangeRound } from '#tests/receipts/round-maker.ts';
import { ZEROS } from '#tests/receipts/signers.ts';
import { nodePrimitives } from '../crypto/node-primitives.ts';
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

  it.each<[string, ChangeRound, number]>([
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

  it('fails where the result or its rules stand in no hour root', () => {
    type Sealed = Doc & { hour_proofs: { list: string; item: number; index: number }[] };
    const without = (item: number) => {
      const made = structuredClone(makeRound()) as Sealed;
      made.hour_proofs = made.hour_proofs.filter((one) => one.list !== 'events' || one.item !== item);
      return check(made).code;
    };
    expect([without(0), without(1)]).toEqual(['FORM', 'FORM']);
    const changed = structuredClone(makeRound()) as Sealed & { result: Doc };
    changed.result['t'] = us(END + 501);
    expect(check(changed).code).toBe('HOUR_ROOT');
  });

  it('is told from other files by its text', () => {
    const read = (text: string) => readRound(text, { root: root.pub }, nodePrimitives);
    expect(read(JSON.stringify(makeRound()))?.verdict).toBe('valid');
    expect([read('{"type":"receipt"}'), read('"round-receipt"'), read('{"round-receipt"')]).toEqual([null, null, null]);
  });

  it.each<[string, ChangeRound, string]>([
    ['the other outcome', (r) => (r['outcome'] = r['outcome'] === 'UP' ? 'DOWN' : 'UP'), 'OUTCOME'],
    ['another average', (r) => (r['a_end'] = '1'), 'ROUND_AVERAGE'],
    ['a window that the rules do not know', (r) => (r['window_us'] = us(4_000)), 'RULES_UNKNOWN'],
    ['another end', (r) => ((r['start'] = us(START + 900)), (r['end'] = us(END + 900))), 'IDS_DIFFER'],
    ['another pair', (r) => (r['pair'] = 'ETH-USD'), 'RULES_PAIR'],
    ['another realm', (r) => (r['realm'] = 'real'), 'IDS_DIFFER'],
    ['a result that came after its hour', (r) => (r['t'] = us(START + 4_000_000)), 'HOUR_ROOT'],
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

  it('does not take a void at its word', () => {
    const voided = makeRound((r) => Object.assign(r, { outcome: 'VOID', reason: 'STALE_EXIT', a_end: null }));
    expect(check(voided)).toMatchObject({ verdict: 'provisional', unshown: true, outcome: 'VOID' });
    const states = check(voided).checks.map(({ state }) => state);
    expect(states).toEqual(['pass', 'pass', 'pass', 'none', 'none', 'none', 'none']);
  });
});

describe('the receipt of a round that a correction voided', () => {
  const statesOf = (receipt: Doc) => check(receipt).checks.map(({ state }) => state);
  const seqs = runOf(START).map(({ seq }) => seq);

  it('is valid when the correction holds a price of an average, and tells it to people', () => {
    const voided = makeVoidRound();
    expect(check(voided)).toMatchObject({ verdict: 'valid', code: null, outcome: 'VOID' });
    expect(statesOf(voided)).toEqual(['pass', 'pass', 'pass', 'pass', 'none', 'pass', 'pass']);
    const at = START + 4_000;
    expect(check(voided).facts?.correction).toEqual({ no: 1, at, clause: 'the venue took it back' });
    expect(check(makeRound()).facts?.correction).toBeNull();
  });

  it.each<[string, readonly [from: number, to: number], string | null]>([
    ['before the run', [1, seqs[0]! - 1], 'CORRECTION_UNFOUNDED'],
    ['at the price that stood when the window began', [seqs[0]!, seqs[0]!], null],
    ['at the last price that counts', [seqs.at(-2)!, seqs.at(-2)!], null],
    ['at the tick that only ends the run', [seqs.at(-1)!, seqs.at(-1)! + 5], 'CORRECTION_UNFOUNDED'],
    ['around all of it', [1, seqs.at(-1)! + 5], null],
    ['turned round', [seqs[3]!, seqs[2]!], 'CORRECTION_UNFOUNDED'],
  ])('asks where the range lies: %s', (_, [from, to], code) => {
    const made = makeVoidRound((_result, _runs, doc) => Object.assign(doc, { from_seq: from, to_seq: to }));
    expect(check(made).code).toBe(code);
  });

  it.each<[string, ChangeRound, string]>([
    ['a correction of another pair', (_, _runs, doc) => (doc['pair_id'] = 4), 'CORRECTION_UNFOUNDED'],
    [
      'one that one person approved twice',
      (_, _runs, doc) =>
        (doc['approved_by'] = [(doc['approved_by'] as string[])[0], (doc['approved_by'] as string[])[0]]),
      'CORRECTION_UNFOUNDED',
    ],
    ['one that came after the void', (_, _runs, doc) => (doc['t'] = us(END + 62_000)), 'CORRECTION_UNFOUNDED'],
    ['one of a key nobody knows', (_, _runs, doc) => (doc['key'] = ZEROS), 'KEY_UNKNOWN'],
    ['no prices of the average', (_, runs) => runs.pop(), 'ROUND_AVERAGE'],
    ['another average', (r) => (r['a_start'] = '1'), 'ROUND_AVERAGE'],
    ['an average of no prices', (r) => (r['a_end'] = '1'), 'ROUND_AVERAGE'],
    ['another reason', (r) => (r['reason'] = 'STALE_EXIT'), 'CORRECTION_UNFOUNDED'],
    ['a winner all the same', (r) => Object.assign(r, { outcome: 'UP', reason: null }), 'CORRECTION_UNFOUNDED'],
  ])('fails with %s', (_, change, code) => expect(check(makeVoidRound(change)).code).toBe(code));

  type Voided = Doc & {
    correction: { doc: Doc; sig: string } | null;
    hours: { doc: { corrections: Doc } }[];
    hour_proofs: { list: string; index: number }[];
  };
  it.each<[string, (receipt: Voided) => unknown, string, number]>([
    ['forged', (r) => (r.correction!.sig = '0'.repeat(128)), 'CORRECTION_SIGNATURE', 0],
    ['changed', (r) => (r.correction!.doc['clause'] = 'because'), 'CORRECTION_SIGNATURE', 0],
    ['in no hour', (r) => r.hour_proofs.pop(), 'FORM', 2],
    ['at another place of its hour', (r) => (r.hour_proofs[1]!.index = 1), 'HOUR_ROOT', 2],
    ['left out', (r) => (r.correction = null), 'CORRECTION_MISSING', 6],
    ['hidden in the older form', (r) => ((r['v'] = 1), delete (r as Doc)['correction']), 'CORRECTION_MISSING', 6],
  ])('fails with a correction that is %s', (...[, forge, code, at]) => {
    const forged = structuredClone(makeVoidRound()) as Voided;
    forge(forged);
    expect(check(forged).code).toBe(code);
    expect(statesOf(forged).indexOf('fail')).toBe(at);
  });

  it('finds nothing wrong in the older forms, whose result stood in no hour root', () => {
    expect(check({ ...makeVoidRound(), v: 2 })).toMatchObject({ verdict: 'provisional', code: null });
    const { correction: _, ...older } = makeRound();
    expect(check({ ...older, v: 1 })).toMatchObject({ verdict: 'provisional', code: null, unshown: false });
    expect(check({ ...older, v: 2 }).code).toBe('FORM');
  });
});

describe('the receipt of a round that a fault of the prices voided', () => {
  it('is valid when the prices show the fault, and tells them to people', () => {
    const { verdict, code, outcome, checks, facts } = check(makeFaultyRound());
    expect({ verdict, code, outcome }).toEqual({ verdict: 'valid', code: null, outcome: 'VOID' });
    expect(checks.map(({ state }) => state)).toEqual(['pass', 'pass', 'pass', 'none', 'none', 'none', 'pass']);
    const run = runOf(START);
    expect(facts?.fault.map(({ seq, t }) => ({ seq, t }))).toEqual(
      [run[LATE - 1]!, run[LATE]!].map(({ seq, t }) => ({ seq, t })),
    );
    expect(check(makeRound()).facts?.fault).toEqual([]);
  });

  const prompt = runOf(START).findIndex((tick, i, run) => i > 1 && tick.t - run[i - 1]!.tSource <= 400);
  it.each<[string, () => Doc, string]>([
    ['two prices that were fresh', () => makeFaultyRound(undefined, prompt), 'VOID_UNFOUNDED'],
    ['those of the other end', () => makeFaultyRound((r) => (r['reason'] = 'STALE_EXIT')), 'VOID_UNFOUNDED'],
    ['another reason', () => makeFaultyRound((r) => (r['reason'] = 'MARKET_VOID')), 'VOID_REASON'],
    [
      'one price',
      () => makeFaultyRound((_, runs) => (runs[0]!.parts = [partOf(runOf(START).slice(LATE, LATE + 1))])),
      'ROUND_RUN',
    ],
    [
      'a winner all the same',
      () => makeFaultyRound((r) => Object.assign(r, { outcome: 'UP', reason: null })),
      'VOID_UNFOUNDED',
    ],
    ['the older form', () => ({ ...makeFaultyRound(), v: 2 }), 'FORM'],
  ])('fails with %s', (_, make, code) => expect(check(make()).code).toBe(code));
});
