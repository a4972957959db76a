import { ms } from '../case.ts';
import { Fault, must } from '../codes.ts';
import type { Code } from '../codes.ts';
import { ownPrimitives } from '../crypto/own-primitives.ts';
import { newerRing, Notary } from '../crypto/signatures.ts';
import type { Primitives } from '../crypto/signatures.ts';
import { signedHour } from '../documents.ts';
import { hourStart } from '../evidence.ts';
import { checkForks } from '../published/forks.ts';
import { hourOfEvent } from '../rounds/round-record.ts';
import type { Known } from '../verify.ts';
import { liabilityProof } from './liability-document.ts';
import type { LiabilityProof } from './liability-document.ts';
import { wayOf } from './sums.ts';
import type { SumWay } from './sums.ts';

/** The questions that people ask of it, in the order in which they are answered. */
const LIABILITY_CHECKS = ['leaves', 'way', 'total', 'history'] as const;

export interface LiabilityCheck {
  readonly name: (typeof LIABILITY_CHECKS)[number];
  /** What follows a fault is skipped; pending: not in the public record yet. */
  readonly state: 'pass' | 'fail' | 'skipped' | 'pending';
}

/** What one person has in one tree, smallest units of the asset. */
export interface OwnShare {
  readonly asset: string;
  readonly of: 'own' | 'bonus';
  readonly scale: number;
  readonly own: bigint;
  /** Of everybody. */
  readonly total: bigint;
}

/** The way of a leaf, and what its sums are of. */
export interface OwnWay extends SumWay, Pick<OwnShare, 'asset' | 'scale'> {}

/** What the proof says, for people. Time in ms. */
export interface LiabilityFacts {
  readonly no: number;
  readonly at: number;
  /** Account and address that the leaves name. */
  readonly id: string;
  readonly shares: readonly OwnShare[];
  /** Computed here, leaf by leaf; empty where the form alone is wrong. */
  readonly ways: readonly OwnWay[];
  /** H(JCS(snapshot)), hex: the same for everybody. */
  readonly fingerprint: string;
}

export interface LiabilityVerdict {
  readonly verdict: 'valid' | 'provisional' | 'invalid';
  readonly code: Code | null;
  readonly detail: string | null;
  readonly checks: readonly LiabilityCheck[];
  /** Null when it has no form. */
  readonly facts: LiabilityFacts | null;
}

const HOUR_US = 3_600_000_000;

/**
 * Checks that what one person is owed is counted in what is published (docs/receipts.md 8): the leaves are theirs and each stands once, every
 * sum on the way is one, the way ends at the published root and total, and these stand in a signed hour root. Without that root: provisional.
 */
export function verifyLiability(
  proof: unknown,
  known: Known,
  primitives: Primitives = ownPrimitives,
): LiabilityVerdict {
  const notary = new Notary(primitives);
  let passed = 0;
  let facts: LiabilityFacts | null = null;
  try {
    const read = liabilityProof(proof, 'proof');
    facts = { ...sharesOf(read, notary.digest(read.snapshot)), ways: [] };
    checkLeaves(read);
    passed += 1;
    const ways = read.leaves.map((leaf) => wayOf(notary.sha256, read.id, leaf));
    facts = { ...facts, ways: ways.map((way, no) => ({ ...way, ...unitOf(read, no) })) };
    checkWays(read, ways);
    passed += 1;
    checkTotals(read, ways);
    passed += 1;
    const placed = checkHour(notary, read, known);
    const verdict = placed ? 'valid' : 'provisional';
    return { verdict, code: null, detail: null, checks: statesOf(passed, placed ? 'pass' : 'pending'), facts };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { verdict: 'invalid', code: error.code, detail: error.message, checks: statesOf(passed, 'fail'), facts };
  }
}

/** The verdict on the file of a proof; null: it is none. */
export function readLiability(
  text: string,
  known: Known,
  primitives: Primitives = ownPrimitives,
): LiabilityVerdict | null {
  if (!text.includes('"liability-proof"')) return null;
  try {
    const proof = JSON.parse(text) as { readonly type?: unknown } | null;
    return proof?.type === 'liability-proof' ? verifyLiability(proof, known, primitives) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function statesOf(passed: number, next: LiabilityCheck['state']): readonly LiabilityCheck[] {
  return LIABILITY_CHECKS.map((name, at) => ({ name, state: at < passed ? 'pass' : at === passed ? next : 'skipped' }));
}

/** Each leaf stands in a tree that there is, and none counts twice. */
function checkLeaves({ leaves, snapshot }: LiabilityProof): void {
  const places = new Set<string>();
  const parts = new Set<string>();
  for (const { tree, index, part } of leaves) {
    must(snapshot.trees[tree] !== undefined, 'FORM', `there is no tree ${tree}`);
    const [place, own] = [`${tree}/${index}`, `${tree}/${part}`];
    must(!places.has(place) && !parts.has(own), 'LEAF_TWICE', `a leaf of the tree ${tree} is counted twice`);
    places.add(place);
    parts.add(own);
  }
}

function unitOf({ leaves, snapshot }: LiabilityProof, no: number): Pick<OwnShare, 'asset' | 'scale'> {
  const tree = snapshot.trees[leaves[no]?.tree ?? 0];
  return { asset: tree?.asset ?? '', scale: tree?.scale ?? 0 };
}

/** The way of each leaf has all levels of its tree and ends at its root. */
function checkWays({ leaves, snapshot }: LiabilityProof, ways: readonly SumWay[]): void {
  for (const [no, leaf] of leaves.entries()) {
    const tree = snapshot.trees[leaf.tree];
    const root = ways[no]?.root;
    must(leaf.path.length === tree?.depth, 'SUM_ROOT', `the way of leaf ${no} has not as many levels as its tree`);
    must(root === tree.root, 'SUM_ROOT', `the way of leaf ${no} ends at ${root}, published is ${tree.root}`);
  }
}

/** The sum at the end of each way is the published total. */
function checkTotals({ leaves, snapshot }: LiabilityProof, ways: readonly SumWay[]): void {
  for (const [no, { tree }] of leaves.entries()) {
    const total = snapshot.trees[tree]?.total;
    const found = ways[no]?.total.toString();
    must(found === total, 'SUM_TOTAL', `the way of leaf ${no} sums up to ${found}, published is ${total}`);
  }
}

/** False: no signed hour shows it yet. */
function checkHour(notary: Notary, proof: LiabilityProof, known: Known): boolean {
  const [hour] = proof.hours;
  if (hour === undefined) return false;
  must(proof.keys !== null, 'FORM', 'there are no keys to the hour');
  const ring = newerRing(notary, proof.keys, known);
  ring.valid(hour.doc.key, 'hour', hourStart(hour.doc.hour) + HOUR_US);
  ring.mustSign('hour', hour, 'HOUR_SIGNATURE');
  const others = (known.hours ?? []).map((one, at) => signedHour(one, `hours[${at}]`));
  if (others.length > 0) checkForks({ notary, ring, hours: [hour, ...others] });
  const start = hourOfEvent(notary, proof, { item: 0, document: proof.snapshot });
  must(proof.snapshot.t < start + HOUR_US, 'HOUR_ROOT', 'the snapshot is of a later time than the hour that holds it');
  return true;
}

function sharesOf({ id, snapshot, leaves }: LiabilityProof, fingerprint: string): Omit<LiabilityFacts, 'ways'> {
  const shares = snapshot.trees.flatMap(({ asset, of, scale, total }, tree): OwnShare[] => {
    const mine = leaves.filter((leaf) => leaf.tree === tree);
    const own = mine.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return mine.length === 0 ? [] : [{ asset, of, scale, own, total: BigInt(total) }];
  });
  return { no: snapshot.no, at: ms(snapshot.t), id, shares, fingerprint };
}
