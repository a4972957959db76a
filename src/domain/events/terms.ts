/** What a market of an event is about, and what must stand before anybody trades on it (docs/rules/events.md). */
import type { CanonicalValue } from '../proofs/canonical.ts';
import { tickRuleDocument, tickRuleFault, tickTexts, type TickRule } from './tick-rule.ts';

export const CATEGORIES = ['sports', 'politics', 'entertainment', 'crypto', 'economy', 'tech', 'world'] as const;
export type Category = (typeof CATEGORIES)[number];

/** The language in which rules are decided; the others are translations of it. */
export const RULES_LANGUAGE = 'en';

/** Terms of a market. Times in ms. */
export interface MarketTerms {
  readonly title: string;
  /** What makes it YES. */
  readonly rules: string;
  readonly source: string;
  readonly backupSource: string;
  /** From then on no orders: at the latest when the event begins. */
  readonly cutOffAt: number;
  /** IANA. */
  readonly timeZone: string;
  /** Threshold and rounding, first or revised figure. */
  readonly threshold: string;
  readonly ifTied: string;
  readonly ifPostponed: string;
  readonly ifCancelled: string;
  /** It is traded while what it asks about goes on: whoever meets an order waits. No unless said. */
  readonly isLive?: boolean;
  /** Our own published prices decide it: what is asked of them. The texts follow from it. */
  readonly ticks?: TickRule;
}

const TEXTS = [
  'title',
  'rules',
  'source',
  'backupSource',
  'threshold',
  'ifTied',
  'ifPostponed',
  'ifCancelled',
] as const satisfies readonly Exclude<keyof MarketTerms, 'isLive' | 'ticks'>[];

/** What a draft lacks for its review, by the names of its fields; none: it is whole. */
export function draftFaults(terms: MarketTerms, now: number): readonly (keyof MarketTerms)[] {
  const faults: (keyof MarketTerms)[] = TEXTS.filter((name) => terms[name].trim() === '');
  if (terms.source !== '' && terms.source === terms.backupSource) faults.push('backupSource');
  if (terms.cutOffAt <= now) faults.push('cutOffAt');
  if (!isTimeZone(terms.timeZone)) faults.push('timeZone');
  if (terms.ticks !== undefined && !followsTicks(terms, terms.ticks)) faults.push('ticks');
  return faults;
}

/** Do the texts say what the data asks of our prices? */
function followsTicks(terms: MarketTerms, rule: TickRule): boolean {
  const { rules, threshold, ifTied } = tickTexts(rule);
  if (tickRuleFault(rule, terms.cutOffAt) !== null) return false;
  return terms.rules === rules && terms.threshold === threshold && terms.ifTied === ifTied;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The rules of a market as they are hashed (docs/rules/events.md#rules). `outcomes`: titles of all of its event, of which one comes true. */
export function eventRules(marketId: string, terms: MarketTerms, outcomes: readonly string[] = []): CanonicalValue {
  const { cutOffAt, isLive = false, ticks, ...texts } = terms;
  return {
    v: 1,
    type: 'rules',
    group: 'event',
    market: marketId,
    language: RULES_LANGUAGE,
    outcomes: ['YES', 'NO'],
    cutOffMs: cutOffAt,
    ...texts,
    ...(isLive ? { live: true } : {}),
    ...(ticks === undefined ? {} : { ticks: tickRuleDocument(ticks) }),
    ...(outcomes.length > 1 ? { oneOf: outcomes } : {}),
  };
}

/** Rules that say more than before: the same document, what was said, and the hash (hex) of the one before. */
export function clarifiedRules(
  rules: Readonly<Record<string, CanonicalValue>>,
  clarification: { readonly at: number; readonly text: string },
  amends: string,
): CanonicalValue {
  const { clarifications } = rules;
  const before = Array.isArray(clarifications) ? (clarifications as readonly CanonicalValue[]) : [];
  return { ...rules, amends, clarifications: [...before, clarification] };
}

/** The outcome of an event of several that stands for whatever is not named: it alone can be split, so that its rules say it by its name. */
export const REST_TITLE = 'Other';

/** Outcomes of one event at most. */
export const MOST_OUTCOMES = 30;

/** What came out of the outcome that stands for the rest, and when (ms); titles in the language of the rules. */
export interface SplitSaid {
  readonly at: number;
  readonly from: string;
  readonly into: readonly string[];
}

/**
 * Rules after a split: the same document with the titles of all outcomes there are now, what was split, and the hash (hex) of the one before. `amends`
 * null: of an outcome that came out of it, whose first rules they are.
 */
export function splitRules(
  rules: Readonly<Record<string, CanonicalValue>>,
  {
    said,
    outcomes,
    amends,
  }: { readonly said: SplitSaid; readonly outcomes: readonly string[]; readonly amends: string | null },
): CanonicalValue {
  const { splits } = rules;
  const before = Array.isArray(splits) ? (splits as readonly CanonicalValue[]) : [];
  return { ...rules, ...(amends === null ? {} : { amends }), oneOf: outcomes, splits: [...before, { ...said }] };
}

/** Why an outcome is not split so. */
export type SplitFault = 'not-rest' | 'names' | 'parts' | 'most';

/** Of the outcome called `title` of an event with these, into those: null, nothing is against it. Parts of its chance in thousandths. */
export function splitFault(
  { title, outcomes }: { readonly title: string; readonly outcomes: readonly string[] },
  into: readonly { readonly title: string; readonly part: number }[],
): SplitFault | null {
  if (title !== REST_TITLE || outcomes.length < 2) return 'not-rest';
  const names = [...outcomes, ...into.map((one) => one.title)].map((name) => name.trim().toLowerCase());
  if (into.length === 0 || names.includes('') || new Set(names).size !== names.length) return 'names';
  const taken = into.reduce((sum, { part }) => sum + part, 0);
  if (taken >= 1_000 || into.some(({ part }) => !Number.isSafeInteger(part) || part < 1)) return 'parts';
  return names.length > MOST_OUTCOMES ? 'most' : null;
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_SLUG = 80;

/** Pages beside those of events: none is at their address. */
const TAKEN: readonly string[] = ['demo', 'calibration'];

export function isSlug(text: string): boolean {
  return !TAKEN.includes(text) && text.length <= LONGEST_SLUG && SLUG.test(text);
}

/** The part of an address that a title makes: `Will ETH be above 5,000?` -> `will-eth-be-above-5-000`. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '');
}

/** Lower case, each once, in order. */
export function tagsOf(words: readonly string[]): readonly string[] {
  return [...new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''))].toSorted();
}
