import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { mainAnchors } from './anchors-command.ts';
import { toHex } from './crypto/bytes.ts';
import { Fault } from './codes.ts';
import { receiptShape, segment as segmentShape, signedKeys } from './documents.ts';
import type { Segment } from './documents.ts';
import { Unreadable, bytesOf, isFolder, jsonOf, namesIn, parsed, textOf } from './files.ts';
import { replaySegments } from './full.ts';
import { nodePrimitives } from './crypto/node-primitives.ts';
import { readEvent } from './events/event.ts';
import type { EventVerdict } from './events/event.ts';
import { readLiability } from './liabilities/liability.ts';
import type { LiabilityVerdict } from './liabilities/liability.ts';
import { unitsText } from './liabilities/units-text.ts';
import { readRound } from './rounds/round.ts';
import type { RoundVerdict } from './rounds/round.ts';
import { Verifier } from './verify.ts';
import type { Verdict } from './verify.ts';

const USAGE = `Usage: verify RECEIPT... [--root KEY] [--keys FILE] [--rules FILE] [--hours DIR] [--full SEGMENT]...
       verify anchors DIR [--root KEY] [KEPT]...

RECEIPT       a receipt (.json), many of them one a line (.ndjson, .ndjson.gz), or a folder of such files
--root KEY    the root public key in hex, from a place that you trust
--keys FILE   a key manifest that you trust: pins its root key, and may revoke keys of the receipt
--rules FILE  the rules document to settle by, in place of the receipt's own
--hours DIR   a copy of /transparency/v1: another signed root for the same hour proves a forked history, and what shows no
              place in the root of its hour is forged, or was saved before that root: fetch it again
--full FILE   a segment file: replays the chain of its ticks to the head that the admission names
--quiet       only what is not valid, and the counts

Ends with 0 when every receipt is valid; with 1 when one differs from what was recomputed; with 2 when one is still
provisional, when a file cannot be read, or when there was nothing to compare.
`;

interface Asked {
  readonly receipts: readonly string[];
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** Reads the arguments; null when they make no sense. */
function readArguments(words: readonly string[]): Asked | null {
  const receipts: string[] = [];
  const options = new Map<string, readonly string[]>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (!word.startsWith('--')) receipts.push(word);
    else if (word === '--quiet') options.set('quiet', []);
    else {
      const value = words[(i += 1)];
      if (!['--root', '--keys', '--rules', '--hours', '--full'].includes(word) || value === undefined) return null;
      options.set(word.slice(2), [...(options.get(word.slice(2)) ?? []), value]);
    }
  }
  return receipts.length === 0 ? null : { receipts, options };
}

/** The text of a compressed file, such as an archive has. */
function unpacked(path: string): string {
  const bytes = bytesOf(path);
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (error) {
    throw new Unreadable(`Cannot read ${path}: it is no gzip file.`, { cause: error });
  }
}

/** The texts of all receipts below a path. */
function* textsBelow(path: string): Generator<{ readonly name: string; readonly text: string }> {
  if (isFolder(path)) {
    for (const name of namesIn(path).toSorted()) {
      if (/\.(json|ndjson|receipts-\d+\.ndjson\.gz)$/.test(name)) yield* textsBelow(join(path, name));
    }
  } else if (/\.ndjson(\.gz)?$/.test(path)) {
    const lines = (path.endsWith('.gz') ? unpacked(path) : textOf(path)).split('\n');
    for (const [i, text] of lines.entries()) if (text !== '') yield { name: `${path}:${i + 1}`, text };
  } else yield { name: path, text: textOf(path) };
}

/** Every signed hour root below a folder, and every segment header. */
function readHours(folder: string): { readonly hours: readonly unknown[]; readonly segments: readonly Segment[] } {
  const names = namesIn(folder, { deep: true });
  const hours = names.filter((name) => /(^|[/\\])\d{4}-\d\d-\d\dT\d\d\.json$/.test(name));
  const lists = names.filter((name) => /(^|[/\\])ticks\.ndjson$/.test(name));
  return {
    hours: hours.map((name) => jsonOf(join(folder, name))),
    segments: lists.flatMap((name) =>
      textOf(join(folder, name))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => segmentShape(parsed(line, name), name)),
    ),
  };
}

interface SegmentFile {
  readonly path: string;
  readonly file: Uint8Array;
}

/** Replays the segment files against one receipt; the fault, or null. */
function replay(text: string, files: readonly SegmentFile[], known: readonly Segment[]): Fault | null {
  try {
    const receipt = receiptShape(JSON.parse(text), 'receipt');
    const segments = files.map(({ path, file }) => {
      const sum = toHex(nodePrimitives.sha256(file));
      const header = [...receipt.segments, ...known].find(({ file_sha256: own }) => own === sum);
      if (header === undefined) throw new Fault('SEGMENT_FILE', `${path} is the file of no segment header given`);
      return { header, file };
    });
    replaySegments(receipt, segments, { sha256: nodePrimitives.sha256, inflate: (bytes) => inflateRawSync(bytes) });
    return null;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

const timeOf = (at: number): string => new Date(at).toISOString();

/** What could not be looked at: the receipt should stand in the public record by `now` (ms) and shows no place in it. */
function uncheckedLines({ unplaced }: Verdict, now: number): string {
  if (unplaced === null || now < unplaced.due) return '';
  const { hour, due, keyEnded } = unplaced;
  const ended = `  its key ended at ${timeOf(keyEnded ?? 0)}: only the public record shows what was signed before that\n`;
  return `  not compared with the public record, which has it since ${timeOf(due)}: give --hours with the root of ${hour} or a later one\n${keyEnded === null ? '' : ended}`;
}

const UNSHOWN = '  void, and the prices that would show why are not in the receipt\n';

function lineOf(name: string, said: Verdict): string {
  const { verdict, code, steps, facts, missing, unshown } = said;
  const what =
    facts === null
      ? ''
      : ` ${facts.pair} ${facts.dir} ${facts.stake} -> ${facts.outcome ?? 'open'}${facts.reason === null ? '' : ` ${facts.reason}`} ${facts.credit ?? ''}`;
  const fault = steps.find(({ state }) => state === 'fail');
  const why = fault === undefined ? '' : `\n  step ${fault.no} ${fault.name}: ${code}, ${fault.detail}`;
  const wait = missing.length === 0 ? '' : `\n  not in the public record yet: ${missing.join(', ')}`;
  return `${verdict} ${name}${what.trimEnd()}${why}${wait}\n${unshown ? UNSHOWN : ''}${uncheckedLines(said, Date.now())}`;
}

function roundLineOf(name: string, { verdict, outcome, code, detail, unshown, facts }: RoundVerdict): string {
  const what = outcome === null ? `${code}, ${detail}` : [outcome, facts?.reason ?? []].flat().join(' ');
  return `${verdict} ${name} round ${what}\n${unshown ? UNSHOWN : ''}`;
}

function eventLineOf(name: string, { verdict, code, detail, facts }: EventVerdict): string {
  const corrects = facts?.amended.map(({ outcome }) => `corrects ${outcome}`) ?? [];
  const said =
    facts === null ? [] : [facts.outcome, facts.reason ?? [], `Yes pays ${(facts.pays / 1_000).toFixed(3)}`, corrects];
  return `${verdict} ${name} event ${code === null ? said.flat().join(' ') : `${code}, ${detail}`}\n`;
}

function liabilityLineOf(name: string, { verdict, code, detail, facts }: LiabilityVerdict): string {
  const shares = facts?.shares.map(({ asset, of, scale, own, total }) => {
    const counted = `${unitsText(own, scale)} of ${unitsText(total, scale)} ${asset}`;
    return of === 'own' ? counted : `${counted} ${of}`;
  });
  const said = code === null ? `${facts?.id}: ${shares?.join(', ')}` : `${code}, ${detail}`;
  const wait = verdict === 'provisional' ? '\n  not in the public record yet: hour' : '';
  return `${verdict} ${name} liabilities ${facts?.no ?? ''} ${said}${wait}\n`;
}

/** What the options name, read. Throws `Unreadable`, and a `Fault` of a document that is not what it should be. */
function readOptions({ options }: Asked) {
  const read = (name: string) => (options.get(name) ?? []).slice(0, 1).map(jsonOf)[0];
  const keys = read('keys');
  const root = options.get('root')?.[0] ?? (keys === undefined ? undefined : signedKeys(keys, 'keys').doc.root);
  const folder = options.get('hours')?.[0];
  const { hours, segments } = folder === undefined ? { hours: [], segments: [] } : readHours(folder);
  const files = (options.get('full') ?? []).map((path): SegmentFile => ({ path, file: bytesOf(path) }));
  return { given: { root, keys, rules: read('rules'), hours }, segments, files };
}

/** Runs the command; returns its exit code. */
export function main(words: readonly string[], write: (text: string) => void): number {
  try {
    if (words[0] === 'anchors') return mainAnchors(words.slice(1), write);
    const asked = readArguments(words);
    if (asked !== null) return compare(asked, write);
    write(USAGE);
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof Fault)) throw error;
    write(`${error.message}\n0 compared, 0 differ\n`);
  }
  return 2;
}

function compare(asked: Asked, write: (text: string) => void): number {
  const { given, segments, files } = readOptions(asked);
  const { root } = given;
  const receipts = asked.receipts.flatMap((path) => [...textsBelow(path)]);
  const verifier = new Verifier(given, nodePrimitives);
  const counts = { valid: 0, provisional: 0, invalid: 0 };
  for (const { name, text } of receipts) {
    const round = readRound(text, given, nodePrimitives);
    if (round !== null) {
      counts[round.verdict] += 1;
      write(roundLineOf(name, round));
      if (files.length > 0) write('  --full has nothing to replay: the receipt of a round proves its ticks itself\n');
      continue;
    }
    const event = readEvent(text, given, nodePrimitives);
    if (event !== null) {
      counts[event.verdict] += 1;
      write(eventLineOf(name, event));
      continue;
    }
    const liability = readLiability(text, given, nodePrimitives);
    if (liability !== null) {
      counts[liability.verdict] += 1;
      write(liabilityLineOf(name, liability));
      continue;
    }
    let verdict = verifier.verifyText(text);
    const fault = files.length > 0 && verdict.code === null ? replay(text, files, segments) : null;
    if (fault !== null) verdict = withFault(verdict, fault);
    counts[verdict.verdict] += 1;
    if (!asked.options.has('quiet') || verdict.verdict === 'invalid') write(lineOf(name, verdict));
  }
  if (root === undefined)
    write('The root key was taken from the receipts themselves: compare it, or give it with --root or --keys.\n');
  const compared = counts.valid + counts.provisional + counts.invalid;
  if (counts.provisional > 0) write(`${counts.valid} valid, ${counts.provisional} provisional\n`);
  if (compared === 0) write('Nothing was compared: there is no receipt in what was given.\n');
  write(`${compared} compared, ${counts.invalid} differ\n`);
  if (counts.invalid > 0) return 1;
  // 0 is taken for a proof by scripts: of what is provisional there is none yet.
  return compared === 0 || counts.provisional > 0 ? 2 : 0;
}

function withFault(verdict: Verdict, { code, message }: Fault): Verdict {
  const steps = verdict.steps.map((step) =>
    step.name === 'history' ? { ...step, state: 'fail' as const, code, detail: message } : step,
  );
  return { ...verdict, verdict: 'invalid', code, steps };
}
