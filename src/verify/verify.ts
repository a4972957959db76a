import { utf8 } from './crypto/bytes.ts';
import { readTicks } from './case.ts';
import type { Case } from './case.ts';
import { CODES, Fault, STEPS } from './codes.ts';
import type { Code, StepName } from './codes.ts';
import { ownPrimitives } from './crypto/own-primitives.ts';
import { receiptShape, signedHour } from './documents.ts';
import type { Receipt } from './documents.ts';
import { checkAdjacent, checkAdmission, checkIds, checkKeys, checkRecord, checkRules } from './evidence.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './facts.ts';
import { checkForks } from './published/forks.ts';
import { checkEntry, checkExit, checkFresh, checkResult } from './rule-steps.ts';
import { checkSettlement } from './settlement.ts';
import { checkPlaced, unplacedOf } from './published/unplaced.ts';
import type { Unplaced } from './published/unplaced.ts';
import { newerRing, Notary } from './crypto/signatures.ts';
import type { Primitives } from './crypto/signatures.ts';

/** pass: holds. pending: holds as far as the public record reaches yet. none: nothing to look at. fail, and what follows it: skipped. */
export type StepState = 'pass' | 'pending' | 'none' | 'fail' | 'skipped';

export interface StepResult {
  readonly no: number;
  readonly name: StepName;
  readonly state: StepState;
  readonly code: Code | null;
  /** English, for logs: pages say it in their own words by the code. */
  readonly detail: string | null;
}

export interface Verdict {
  readonly verdict: 'valid' | 'provisional' | 'invalid';
  /** Null unless invalid. */
  readonly code: Code | null;
  readonly steps: readonly StepResult[];
  /** What the receipt says; null when it has no form. */
  readonly facts: Facts | null;
  /** What the public record does not hold yet. */
  readonly missing: readonly string[];
  /** Void, and the ticks that would show why are not in the receipt: its word alone. */
  readonly unshown: boolean;
  /** What is signed and shows no place in the root of its hour; null: nothing is, or the receipt is invalid. */
  readonly unplaced: Unplaced | null;
}

export interface Known {
  /** The pinned root public key, hex. Without it the receipt's own is believed, which shows only that it fits itself. */
  readonly root?: string | undefined;
  /** A newer key manifest than the receipt's: it may revoke. */
  readonly keys?: unknown;
  /** The rules document, where the receipt's own is not believed. */
  readonly rules?: unknown;
  /**
   * Signed hour roots from elsewhere: another root for the same hour shows a forked history, and what was signed in the hour of one of them,
   * or before, has to show its place. They have to be read before the receipt is.
   */
  readonly hours?: readonly unknown[];
}

const MOST_BYTES = 1_000_000;

/** Checks receipts; keeps the signatures it has seen. */
export class Verifier {
  readonly #notary: Notary;
  readonly #known: Known;

  constructor(known: Known, primitives: Primitives = ownPrimitives) {
    this.#notary = new Notary(primitives);
    this.#known = known;
  }

  /** `text`: the receipt's file. Never throws for what is in it. */
  verifyText(text: string): Verdict {
    if (text.length > MOST_BYTES || utf8(text).length > MOST_BYTES) return this.#unreadable('larger than 1 MB');
    try {
      return this.verify(JSON.parse(text));
    } catch {
      return this.#unreadable('not JSON');
    }
  }

  /** `receipt`: the parsed file. */
  verify(receipt: unknown): Verdict {
    const run = new Run();
    let given: Partial<Case> & { receipt?: Receipt } = {};
    const notary = this.#notary;
    const whole = () => given as Case;
    run.step('form', () => {
      const read = receiptShape(receipt, 'receipt');
      const ticks = readTicksLater(read);
      given = { notary, receipt: read, ...(ticks === null ? {} : { ticks }) };
      run.facts = factsOf(read, ticks ?? new Map(), notary.digest(receipt));
      checkIds({ notary, receipt: read });
    });
    run.step('keys', () => {
      const ring = newerRing(notary, whole().receipt.keys, this.#known);
      given = { ...given, ring };
      checkKeys(whole());
    });
    run.step('admission', () => checkAdmission(whole()));
    run.step('rules', () => {
      if (this.#known.rules !== undefined)
        given = { ...given, receipt: { ...whole().receipt, rules: this.#known.rules as Receipt['rules'] } };
      given = { ...given, terms: checkRules(whole()) };
    });
    run.step('record', () => {
      given = { ...given, ticks: readTicks(whole().receipt) };
      run.missing = checkRecord(whole());
      run.unplaced = unplacedOf(whole(), run.missing);
      return run.missing.length === 0 ? 'pass' : 'pending';
    });
    run.step('adjacent', () => checkAdjacent(whole()));
    run.step('entry', () => checkEntry(whole()));
    const settled = () => whole().receipt.result !== null;
    run.step('exit', () => (settled() ? checkExit(whole()) : 'pending'));
    run.step('fresh', () => {
      const state = checkFresh(whole());
      run.unshown = state === 'unshown';
      return state === 'unshown' ? 'none' : state;
    });
    run.step('result', () => (settled() ? checkResult(whole()) : 'pending'));
    run.step('settlement', () => (settled() ? checkSettlement(whole()) : 'pending'));
    run.step('history', () => this.#history(whole(), run.unplaced));
    return run.verdict();
  }

  #history({ ring, receipt }: Case, unplaced: Unplaced | null): StepState {
    const others = (this.#known.hours ?? []).map((hour, i) => signedHour(hour, `hours[${i}]`));
    if (others.length === 0) return 'none';
    checkForks({ notary: this.#notary, ring, hours: [...receipt.hours, ...others] });
    checkPlaced({ notary: this.#notary, ring }, { unplaced, hours: others });
    return 'pass';
  }

  #unreadable(detail: string): Verdict {
    const run = new Run();
    run.step('form', () => {
      throw new Fault('FORM', detail);
    });
    return run.verdict();
  }
}

/** One receipt, the plain way. */
export function verify(receipt: unknown, known: Known = {}): Verdict {
  return new Verifier(known).verify(receipt);
}

/** A record that is none is step 5's to say. */
function readTicksLater(receipt: Receipt): ReturnType<typeof readTicks> | null {
  try {
    return readTicks(receipt);
  } catch {
    return null;
  }
}

/** Runs the steps in order; after the first that fails, the others are skipped. */
class Run {
  readonly #steps: StepResult[] = [];
  facts: Facts | null = null;
  missing: readonly string[] = [];
  unshown = false;
  unplaced: Unplaced | null = null;
  #fault: Fault | null = null;

  step(name: StepName, check: () => StepState | void): void {
    const no = STEPS.indexOf(name) + 1;
    if (this.#fault !== null) {
      this.#steps.push({ no, name, state: 'skipped', code: null, detail: null });
      return;
    }
    try {
      this.#steps.push({ no, name, state: check() ?? 'pass', code: null, detail: null });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#fault = error;
      this.#steps.push({ no, name, state: 'fail', code: error.code, detail: error.message });
    }
  }

  verdict(): Verdict {
    const code = this.#fault?.code ?? null;
    const pending = this.#steps.some(({ state }) => state === 'pending');
    const verdict = code !== null ? 'invalid' : pending || this.unshown ? 'provisional' : 'valid';
    // A fault belongs to the step that its code names, whichever check met it first.
    const steps = code === null ? this.#steps : blamed(this.#steps, CODES[code]);
    const unplaced = code === null ? this.unplaced : null;
    return { verdict, code, steps, facts: this.facts, missing: this.missing, unshown: this.unshown, unplaced };
  }
}

/** FORM met late (a number of another document) is still a fault of the form. */
function blamed(steps: readonly StepResult[], name: StepName): readonly StepResult[] {
  const fault = steps.find(({ state }) => state === 'fail');
  if (fault === undefined || fault.name === name) return steps;
  return steps.map((step) => {
    if (step.name === name) return { ...step, state: 'fail', code: fault.code, detail: fault.detail };
    return step.no > STEPS.indexOf(name) + 1 ? { ...step, state: 'skipped', code: null, detail: null } : step;
  });
}

export type { Facts };
export type { TickFacts } from './facts.ts';
