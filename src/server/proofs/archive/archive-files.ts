import { createHash } from 'node:crypto';
import { mkdir, open, readFile, writeFile, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeWhole } from '../archive.ts';
import { gunzipSync, gzipSync } from 'node:zlib';
import { hourText } from '../publisher.ts';

/** Lines that are compressed together: one is found without the others of its file. */
const MEMBER_LINES = 64;
/** Lines of a file: it is read whole by whoever verifies it. */
const FILE_LINES = 10_000;

/** Where a line stands: the numbers and names it is looked up by. */
export interface LineKey {
  readonly stream: number;
  readonly id: string;
}

/** A file of compressed lines. `members`: where each part of it begins that can be read alone, by its first line. */
export interface ArchivedFile {
  readonly file: string;
  readonly size: number;
  readonly sha256: string;
  readonly lines: number;
  readonly members: readonly (LineKey & { readonly at: number })[];
}

/** What the archive holds of an hour root (docs/operations.md). Hash and sizes make it checkable without us. */
export interface ArchiveList {
  readonly v: 1;
  readonly type: 'archive';
  readonly hour: string;
  /** Hash of the hour root, hex. */
  readonly root: string;
  readonly batches: { readonly above: number; readonly upto: number };
  /** Receipts of the predictions that were settled in it, by stream and id; and how many of them do not prove every tick any more. */
  readonly receipts: readonly ArchivedFile[];
  readonly incomplete: number;
  /** Rows of the engine's batches, and the signed records with their leaves. */
  readonly engine: readonly ArchivedFile[];
  readonly records: readonly ArchivedFile[];
}

/** Of the list of an hour, below the folder of the archive: `proofs/2026-11-20/2026-11-20T17.archive`. */
export function listName(hour: number): string {
  const name = hourText(hour).slice(0, 13);
  return `proofs/${name.slice(0, 10)}/${name}.archive`;
}

/** Writes lines into files of one kind, compressed in parts. What another run left under their names is replaced. */
export class LineFiles {
  readonly #folder: string;
  readonly #stem: string;
  readonly #done: ArchivedFile[] = [];
  #current: { readonly file: FileHandle; readonly name: string } | null = null;
  #hash = createHash('sha256');
  #size = 0;
  #lines = 0;
  #members: ArchivedFile['members'][number][] = [];
  #waiting: string[] = [];
  #first: LineKey | null = null;

  constructor(folder: string, stem: string) {
    this.#folder = folder;
    this.#stem = stem;
  }

  async add(key: LineKey, line: string): Promise<void> {
    this.#first ??= key;
    this.#waiting.push(line);
    if (this.#waiting.length >= MEMBER_LINES) await this.#flush();
    if (this.#lines >= FILE_LINES) await this.#close();
  }

  /** Closes the last of them, on the disk. */
  async finish(): Promise<readonly ArchivedFile[]> {
    await this.#flush();
    await this.#close();
    return this.#done;
  }

  async #flush(): Promise<void> {
    if (this.#first === null) return;
    this.#current ??= await this.#open();
    const bytes = gzipSync(`${this.#waiting.join('\n')}\n`);
    this.#members.push({ ...this.#first, at: this.#size });
    await this.#current.file.writeFile(bytes);
    this.#hash.update(bytes);
    this.#size += bytes.length;
    this.#lines += this.#waiting.length;
    this.#waiting = [];
    this.#first = null;
  }

  async #open(): Promise<{ readonly file: FileHandle; readonly name: string }> {
    const name = `${this.#stem}-${this.#done.length + 1}.ndjson.gz`;
    await mkdir(this.#folder, { recursive: true });
    return { file: await open(join(this.#folder, name), 'w'), name };
  }

  async #close(): Promise<void> {
    if (this.#current === null) return;
    const { file, name } = this.#current;
    await file.sync();
    await file.close();
    const sha256 = this.#hash.digest('hex');
    this.#done.push({ file: name, size: this.#size, sha256, lines: this.#lines, members: this.#members });
    this.#current = null;
    this.#hash = createHash('sha256');
    [this.#size, this.#lines, this.#members] = [0, 0, []];
  }
}

/** Writes the list of an hour, whole or not at all. Gives its hash. */
export async function writeList(folder: string, hour: number, list: ArchiveList): Promise<Buffer> {
  const path = join(folder, listName(hour));
  const text = `${JSON.stringify(list)}\n`;
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(path, (draft) => writeFile(draft, text));
  return createHash('sha256').update(text).digest();
}

/** The list of an hour; null: it is not there. Throws where it is not the one with this hash. */
export async function readList(
  folder: string,
  { file, sha256 }: { readonly file: string; readonly sha256: Buffer },
): Promise<ArchiveList | null> {
  const text = await readOrNull(join(folder, file));
  if (text === null) return null;
  if (!createHash('sha256').update(text).digest().equals(sha256)) throw new Error(`${file} of the archive was changed`);
  return JSON.parse(text.toString('utf8')) as ArchiveList;
}

/** The lines of a file. Throws where it is not as it was written; null: it is not there. */
export async function readLines(folder: string, list: string, file: ArchivedFile): Promise<readonly string[] | null> {
  const bytes = await readOrNull(join(folder, dirname(list), file.file));
  if (bytes === null) return null;
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256)
    throw new Error(`${file.file} of the archive was changed`);
  return linesOf(gunzipSync(bytes));
}

/** The line of a prediction; null: the file that would hold it is not there, or it is not in it. */
export async function findLine(
  folder: string,
  { list, files, key }: { readonly list: string; readonly files: readonly ArchivedFile[]; readonly key: LineKey },
): Promise<string | null> {
  const parts = files.flatMap((file) =>
    file.members.map((member, i) => ({ file, member, end: file.members[i + 1]?.at ?? file.size })),
  );
  const part = parts.findLast(({ member }) => compareKeys(member, key) <= 0);
  if (part === undefined) return null;
  const path = join(folder, dirname(list), part.file.file);
  const source = await open(path, 'r').catch(orNull);
  if (source === null) return null;
  try {
    const bytes = Buffer.alloc(part.end - part.member.at);
    await source.read(bytes, 0, bytes.length, part.member.at);
    return linesOf(gunzipSync(bytes)).find((line) => line.includes(`"id":"${key.id}"`)) ?? null;
  } finally {
    await source.close();
  }
}

export function compareKeys(a: LineKey, b: LineKey): number {
  if (a.stream !== b.stream) return a.stream - b.stream;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/** Stem of the files of an hour, such as `2026-11-20T17.receipts`. */
export function stemOf(hour: number, kind: 'receipts' | 'engine' | 'records'): string {
  return `${basename(listName(hour), '.archive')}.${kind}`;
}

function linesOf(bytes: Buffer): readonly string[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

async function readOrNull(path: string): Promise<Buffer | null> {
  return readFile(path).catch(orNull);
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
