import { ms } from '../case.ts';
import { Fault, must } from '../codes.ts';
import type { Code } from '../codes.ts';
import { ownPrimitives } from '../crypto/own-primitives.ts';
import { newerRing, Notary } from '../crypto/signatures.ts';
import type { Primitives } from '../crypto/signatures.ts';
import { signedHour } from '../documents.ts';
import { hourStart } from '../evidence.ts';
import { checkForks } from '../published/forks.ts';
import { checkResultHour, hourOfEvent } from '../rounds/round-record.ts';
import type { Known } from '../verify.ts';
import { eventReceipt } from './event-document.ts';
import type { EventReceipt } from './event-document.ts';

/** The questions that people ask of an event, in the order in which they are answered. */
const EVENT_CHECKS = ['keys', 'rules', 'history', 'pays'] as const;

export interface EventCheck {
  readonly name: (typeof EVENT_CHECKS)[number];
  /** What follows a fault is skipped. */
  readonly state: 'pass' | 'fail' | 'skipped';
}

/** What the receipt says, for people: nothing of it is checked here. Time in ms. */
export interface EventFacts {
  readonly market: string;
  readonly realm: 'real' | 'demo';
  /** Of the rules: what was asked. Empty where they have none. */
  readonly title: string;
  readonly rules: string;
  readonly source: string;
  readonly outcome: 'YES' | 'NO' | 'TIE' | 'VOID';
  readonly reason: string | null;
  /** What a share of YES pays, thousandths of 1.00; one of NO pays the rest. */
  readonly pays: number;
  readonly endedAt: number;
  /** Results that it was paid by before, and that were corrected, oldest first. */
  readonly amended: readonly Pick<EventFacts, 'outcome' | 'pays' | 'endedAt'>[];
  readonly rulesHash: string;
  /** H(JCS(receipt)), hex. */
  readonly fingerprint: string;
}

export interface EventVerdict {
  readonly verdict: 'valid' | 'invalid';
  readonly code: Code | null;
  readonly detail: string | null;
  readonly checks: readonly EventCheck[];
  /** Null when it has no form. */
  readonly facts: EventFacts | null;
}

const HOUR_US = 3_600_000_000;
/** Thousandths of 1.00. */
const WHOLE = 1_000;
const PAYS = { YES: WHOLE, NO: 0 } as const;

/**
 * Checks the public receipt of an event's book: its rules are those that were hashed, they and the result stand in hour roots, and a share
 * pays what the result says. Who found the result, and how, is told on the page of the event: no signature can show that it was right.
 */
export function verifyEvent(receipt: unknown, known: Known, primitives: Primitives = ownPrimitives): EventVerdict {
  let passed = 0;
  let facts: EventFacts | null = null;
  try {
    const notary = new Notary(primitives);
    const read = eventReceipt(receipt, 'receipt');
    facts = factsOf(read, notary.digest(receipt));
    for (const check of [checkKeys, checkRules, checkHistory, checkPays]) {
      check(notary, read, known);
      passed += 1;
    }
    return { verdict: 'valid', code: null, detail: null, checks: statesOf(passed), facts };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { verdict: 'invalid', code: error.code, detail: error.message, checks: statesOf(passed), facts };
  }
}

/** The verdict on the file of an event's receipt; null: it is none. */
export function readEvent(text: string, known: Known, primitives: Primitives = ownPrimitives): EventVerdict | null {
  if (!text.includes('"event-receipt"')) return null;
  try {
    const receipt = JSON.parse(text) as { readonly type?: unknown } | null;
    return receipt?.type === 'event-receipt' ? verifyEvent(receipt, known, primitives) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function statesOf(passed: number): readonly EventCheck[] {
  return EVENT_CHECKS.map((name, at) => ({ name, state: at < passed ? 'pass' : at === passed ? 'fail' : 'skipped' }));
}

type Check = (notary: Notary, receipt: EventReceipt, known: Known) => void;

/** The keys, and the hours that they signed. */
const checkKeys: Check = (notary, receipt, known) => {
  const ring = newerRing(notary, receipt.keys, known);
  for (const hour of receipt.hours) {
    ring.valid(hour.doc.key, 'hour', hourStart(hour.doc.hour) + HOUR_US);
    ring.mustSign('hour', hour, 'HOUR_SIGNATURE');
  }
  const others = (known.hours ?? []).map((hour, at) => signedHour(hour, `hours[${at}]`));
  if (others.length > 0) checkForks({ notary, ring, hours: [...receipt.hours, ...others] });
};

/** The rules that the result names are those of an event that ends YES or NO. */
const checkRules: Check = (notary, receipt, known) => {
  const rules = rulesOf(receipt, known);
  must(notary.digest(rules) === receipt.result.rules_hash, 'RULES_HASH', 'the rules are not those of the event');
  must(rules['group'] === 'event', 'RULES_UNKNOWN', 'the rules are of no event');
  const { outcomes } = rules as { readonly outcomes?: unknown };
  const two = Array.isArray(outcomes) && outcomes.length === 2 && outcomes[0] === 'YES' && outcomes[1] === 'NO';
  must(two, 'RULES_UNKNOWN', 'the rules know other outcomes than YES and NO');
};

const rulesOf = (receipt: EventReceipt, known: Known) =>
  (known.rules as EventReceipt['rules'] | undefined) ?? receipt.rules;

const checkHistory: Check = (notary, receipt) => {
  checkResultHour(notary, receipt);
  checkAmended(notary, receipt);
};

/** A result that corrects another names it by its hash, and each stands in the root of its own hour. */
function checkAmended(notary: Notary, receipt: EventReceipt): void {
  const all = [...receipt.amended, receipt.result];
  let hour = 0;
  for (const [place, result] of all.entries()) {
    const before = all[place - 1];
    if (before === undefined) {
      must(result.amends === undefined, 'CORRECTION_MISSING', 'the result that was corrected is not shown');
    } else {
      must(
        result.amends === notary.digest(before),
        'CORRECTION_UNFOUNDED',
        'a result corrects another than the one before it',
      );
      const same =
        result.market === before.market && result.realm === before.realm && result.rules_hash === before.rules_hash;
      must(same, 'IDS_DIFFER', 'a result corrects that of another book');
      must(result.t >= before.t, 'CORRECTION_UNFOUNDED', 'a correction is older than what it corrects');
    }
    const item = result === receipt.result ? 0 : 2 + place;
    const found = hourOfEvent(notary, receipt, { item, document: result });
    must(found >= hour, 'HOUR_ROOT', 'a correction was published before what it corrects');
    hour = found;
  }
}

/** 1.00 for a share that is right; a void says why, and what it pays. */
const checkPays: Check = (_notary, receipt, known) => {
  const { outcome, pays, reason } = receipt.result;
  must((outcome === 'VOID') === (reason !== null), 'VOID_REASON', 'a reason without a void, or the reverse');
  const right =
    outcome === 'VOID'
      ? pays <= WHOLE
      : outcome === 'TIE'
        ? tieValues(rulesOf(receipt, known)['oneOf']).has(pays)
        : pays === PAYS[outcome];
  must(right, 'CREDIT', `a share of YES does not pay ${pays} thousandths where the market ends ${outcome}`);
};

/** The outcome that may be split while its event is open, and so many there are at most then. */
const [REST, MOST_OUTCOMES] = ['Other', 30];

/**
 * What a share of YES may pay by a tie, thousandths: half of 1.00. Of an event of which exactly one of `oneOf` comes true: nothing, or the part
 * of one of those that came in level, 1.00 by their number, up or down to a thousandth. There may be more of them than `oneOf` had when the
 * book opened, if one could be split.
 */
function tieValues(oneOf: unknown): ReadonlySet<number> {
  if (!Array.isArray(oneOf)) return new Set([WHOLE / 2]);
  const most = oneOf.includes(REST) ? MOST_OUTCOMES : oneOf.length;
  const level = Array.from({ length: most - 1 }, (_, at) => WHOLE / (at + 2));
  return new Set([0, ...level.flatMap((part) => [Math.floor(part), Math.ceil(part)])]);
}

function factsOf({ result, rules, amended: before }: EventReceipt, fingerprint: string): EventFacts {
  const { market, realm, outcome, reason, pays, rules_hash: rulesHash } = result;
  const text = (name: string) => (typeof rules[name] === 'string' ? rules[name] : '');
  const said = { title: text('title'), rules: text('rules'), source: text('source') };
  const amended = before.map((one) => ({ outcome: one.outcome, pays: one.pays, endedAt: ms(one.t) }));
  return { market, realm, ...said, outcome, reason, pays, endedAt: ms(result.t), amended, rulesHash, fingerprint };
}
