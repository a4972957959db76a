import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Queryable } from '#server/db/index.ts';
import { CommandRefused } from '#server/command.ts';

/** Beside what was copied: what a backup is of, and every file of it. */
export const MANIFEST = 'manifest.json';
/** In a backup: the data folder without its keys, its keys, and the dump of a database elsewhere. */
export const DATA = 'data';
export const KEYS = 'keys';
export const DUMP = 'database.dump';

const count = z.number().int().nonnegative();

const state = z.strictObject({
  /** Number of the engine's last batch. */
  batch: count,
  /** Head of the audit log: `<number>:<hash>`. */
  audit: z.string(),
  /** The highest number of a journal in each realm, as text: 64 bits. */
  journals: z.strictObject({ real: z.string(), demo: z.string() }),
  people: count,
  predictions: count,
  /** Not settled yet. */
  open: count,
});

/** What a database held at a moment. */
export type DatabaseState = z.output<typeof state>;

/** Reads it; each subject says what it holds. */
export type ReadState = (db: Queryable) => Promise<DatabaseState>;

const database = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('embedded'),
    version: z.string(),
    startLsn: z.string(),
    stopLsn: z.string(),
    timeline: count,
  }),
  z.strictObject({ kind: z.literal('dump'), version: z.string(), tool: z.string(), role: z.string() }),
  z.strictObject({ kind: z.literal('apart'), version: z.string() }),
]);

const manifest = z.strictObject({
  v: z.literal(1),
  type: z.literal('backup'),
  /** Version of the product, and its newest migration there. */
  product: z.string(),
  schema: count,
  begunAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  host: z.string(),
  dataDir: z.string(),
  database,
  /** Was committed before the backup ended: at least this is in it. */
  state,
  /** Where `keys/` of the data folder lies: in the backup, or in a folder of its own. */
  keys: z.enum(['here', 'apart']),
  files: z
    .array(z.strictObject({ path: z.string(), size: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .readonly(),
  /** Folders that have to be there although nothing lies in them. */
  folders: z.array(z.string()).readonly(),
});

export type Manifest = z.output<typeof manifest>;
export type CopiedFile = Manifest['files'][number];

/** The manifest of a backup. Throws NoBackup with a sentence. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new NoBackup(`${folder} is no finished backup: there is no ${MANIFEST} in it.`);
  }
  const read = manifest.safeParse(parsed(text));
  if (!read.success) throw new NoBackup(`${path} is not as a backup writes it.`);
  return read.data;
}

/** A folder holds no finished backup. */
export class NoBackup extends CommandRefused {}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
