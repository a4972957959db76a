import type { BatchProof, Receipt, SignedHour } from '#verify/documents.ts';
import type { RoundFacts } from '#verify/rounds/round-facts.ts';
import type { RoundReceipt } from '#verify/rounds/round-document.ts';
import type { Facts, TickFacts } from '#verify/verify.ts';

/** What a number is called: a key of the texts. */
export type NumberName =
  | 'fact.accepted'
  | 'fact.signed'
  | 'fact.index'
  | 'fact.batch_root'
  | 'fact.fingerprint'
  | 'fact.key'
  | 'fact.rules'
  | 'fact.before'
  | 'fact.after'
  | 'fact.start'
  | 'fact.end'
  | 'fact.expiry'
  | 'fact.sold'
  | 'fact.source_time'
  | 'fact.sources'
  | 'fact.settled'
  | 'fact.prices'
  | 'fact.hour_root'
  | 'round.start'
  | 'round.end';

/** One number behind a check, as the receipt has it: times in UTC. `whole` is what is copied where `text` is cut. */
export interface CheckNumber {
  readonly name: NumberName;
  readonly text: string;
  readonly whole: string;
  /** Of an hour root, `17:00`. */
  readonly hour?: string;
}

export type CheckNumbers = Readonly<Partial<Record<string, readonly CheckNumber[]>>>;

/** What stands behind each check of a prediction. The receipt has been read by the verifier before. */
export function numbersOf(receipt: Receipt, facts: Facts): CheckNumbers {
  const of = (role: string) => facts.ticks.find((tick) => tick.role === role);
  const sold = of('s');
  const settled = receipt.correction === null ? receipt.settle_proof : null;
  return {
    record: [
      time('fact.accepted', facts.admittedAt),
      ...batchNumbers(receipt.admit_proof),
      hash('fact.fingerprint', facts.fingerprint),
    ],
    rules: [hash('fact.rules', receipt.admission.rules_hash)],
    start: [...tick('fact.before', of('e-1')), time('fact.accepted', facts.admittedAt), ...tick('fact.start', of('e'))],
    end:
      sold === undefined
        ? [...tick('fact.end', of('x')), ...maybe('fact.expiry', facts.expiresAt), ...tick('fact.after', of('x+1'))]
        : [...tick('fact.before', of('s-1')), ...maybe('fact.sold', facts.soldAt), ...tick('fact.end', sold)],
    fresh: freshness(sold ?? of('x')),
    history: receipt.hours.map(hourRoot),
    money: settled === null ? [] : [time('fact.settled', settled.batch.t / 1_000), ...batchNumbers(settled)],
  };
}

/** What stands behind each check of a round. */
export function roundNumbersOf(receipt: RoundReceipt, facts: RoundFacts): CheckNumbers {
  const { start, end } = facts;
  return {
    keys: [...new Set(receipt.hours.map(({ doc }) => doc.key))].map((key) => hash('fact.key', key)),
    rules: [hash('fact.rules', receipt.result.rules_hash)],
    history: receipt.hours.map(hourRoot),
    whole: [plain('fact.prices', String(start.ticks.length + end.ticks.length))],
    averages: [
      ...(start.average === null ? [] : [plain('round.start', start.average)]),
      ...(end.average === null ? [] : [plain('round.end', end.average)]),
    ],
    outcome: [
      ...tick('fact.before', facts.fault[0]),
      ...tick('fact.after', facts.fault[1]),
      hash('fact.fingerprint', facts.fingerprint),
    ],
  };
}

function batchNumbers({ batch, index, count }: BatchProof): readonly CheckNumber[] {
  return [
    time('fact.signed', batch.t / 1_000),
    plain('fact.index', `${index + 1} / ${count}`),
    hash('fact.batch_root', batch.root),
    hash('fact.key', batch.key),
  ];
}

function tick(name: NumberName, of: Pick<TickFacts, 'seq' | 'price' | 't'> | undefined): readonly CheckNumber[] {
  if (of === undefined) return [];
  const text = `#${of.seq} ${of.price} ${utc(of.t)}`;
  return [{ name, text, whole: text }];
}

function freshness(end: TickFacts | undefined): readonly CheckNumber[] {
  if (end === undefined) return [];
  return [time('fact.source_time', end.tSource), plain('fact.sources', String(end.sources))];
}

function hourRoot({ doc }: SignedHour): CheckNumber {
  const { root } = doc.ticks;
  return { name: 'fact.hour_root', text: cut(root), whole: root, hour: doc.hour.slice(11, 16) };
}

function maybe(name: NumberName, at: number | null): readonly CheckNumber[] {
  return at === null ? [] : [time(name, at)];
}

function time(name: NumberName, at: number): CheckNumber {
  return { name, text: utc(at), whole: new Date(at).toISOString() };
}

function hash(name: NumberName, whole: string): CheckNumber {
  return { name, text: cut(whole), whole };
}

function plain(name: NumberName, text: string): CheckNumber {
  return { name, text, whole: text };
}

function cut(whole: string): string {
  return `${whole.slice(0, 8)}…${whole.slice(-6)}`;
}

/** Time of day with milliseconds, as the record says it. */
function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 23)} UTC`;
}
