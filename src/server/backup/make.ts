import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { CommandRefused } from '#server/command.ts';
import { holdCommandLock } from '#server/db/command-lock.ts';
import { schemaOf } from '#server/db/migrate.ts';
import { enterBackupMode } from '#server/db/embedded/base-backup.ts';
import { copyCluster, copyLog } from './cluster-files.ts';
import { FolderCopy, sizeOf } from './data-folder.ts';
import { Draft } from './draft.ts';
import { dumpDatabase, type DumpTool } from './dump.ts';
import { DATA, DUMP, type Manifest, type ReadState } from './manifest.ts';
import { Progress } from './progress.ts';
import { keepApart, needRoom } from './room.ts';
import { serverOf } from './store-state.ts';
import { HeldTails } from './tails.ts';

/** The database that is to be copied. */
export type Source =
  /** Ours: its files are copied while it runs. `home`: of the cluster, with its passwords. */
  | { readonly kind: 'embedded'; readonly url: string; readonly home: string }
  /** Elsewhere, with a program that fits it; null: it is backed up by its own tools. */
  | { readonly kind: 'external'; readonly url: string; readonly tool: DumpTool | null };

export interface BackupParts {
  readonly dataDir: string;
  readonly source: Source;
  /** Where backups lie, one folder each. */
  readonly target: string;
  /** Where the keys go instead of into the backup. */
  readonly keysTarget: string | null;
  /** Version of the product. */
  readonly product: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  readonly readState: ReadState;
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Where what is copied goes. */
interface Drafts {
  readonly data: Draft;
  readonly keys: Draft;
}

/**
 * Makes one backup while the product runs. The order: the folder, then the database, then the folder again and the ticks
 * (docs/decisions/0131). Throws CommandRefused before anything is written; whatever fails later leaves nothing behind.
 */
export async function makeBackup(parts: BackupParts): Promise<Backup> {
  const { dataDir, source, target, keysTarget } = parts;
  await keepApart(target, dataDir);
  if (source.kind === 'embedded') await keepApart(target, source.home);
  if (keysTarget !== null) {
    await keepApart(keysTarget, dataDir);
    await keepApart(keysTarget, target);
  }
  const client = await holdCommandLock(source.url, 'backup');
  if (client === null) throw new CommandRefused('Another backup of this database is being made: wait for its end.');
  try {
    const bytes = await bytesOf(parts);
    await needRoom(target, bytes);
    parts.say(`${dataDir} is copied to ${target} ...`);
    return await drafted(parts, { bytes, client });
  } finally {
    await client.end();
  }
}

/** About how much is copied: of the log only what is written meanwhile. */
async function bytesOf({ dataDir, source }: BackupParts): Promise<number> {
  const all = await sizeOf(dataDir);
  if (source.kind === 'external') return all;
  const elsewhere = source.home.startsWith(dataDir) ? 0 : await sizeOf(source.home);
  return all + elsewhere - (await sizeOf(join(source.home, 'data', 'pg_wal')));
}

/** Under another name until it is whole. */
async function drafted(
  parts: BackupParts,
  { bytes, client }: { readonly bytes: number; readonly client: Client },
): Promise<Backup> {
  const progress = new Progress({ total: bytes, say: parts.say });
  const onBytes = (copied: number) => {
    parts.signal.throwIfAborted();
    progress.add(copied);
  };
  const data = await Draft.begin(parts.target, onBytes);
  const keys = parts.keysTarget === null ? data : await Draft.begin(parts.keysTarget, onBytes);
  try {
    const manifest = await fill(parts, { data, keys }, client);
    const name = nameOf(manifest.begunAt);
    // The keys first: a backup that is there has them.
    if (keys !== data) await keys.finish(name, null);
    return { folder: await data.finish(name, manifest), manifest };
  } catch (error) {
    await keys.discard();
    await data.discard();
    throw error;
  }
}

async function fill(parts: BackupParts, drafts: Drafts, client: Client): Promise<Manifest> {
  const { dataDir, product } = parts;
  const begunAt = new Date().toISOString();
  const folder = new FolderCopy(dataDir);
  const tails = new HeldTails(join(dataDir, 'ticks'));
  try {
    await tails.hold();
    await folder.copyInto(drafts);
    const copied = await copyDatabase(parts, drafts.data, client);
    await folder.copyInto(drafts);
    await tails.copyInto(drafts.data, `${DATA}/ticks`);
    const { files } = drafts.data;
    return {
      v: 1,
      type: 'backup',
      product,
      begunAt,
      endedAt: new Date().toISOString(),
      host: hostname(),
      dataDir,
      ...copied,
      keys: drafts.keys === drafts.data ? 'here' : 'apart',
      files: drafts.keys === drafts.data ? files : [...files, ...drafts.keys.files],
      folders: drafts.data.folders,
    };
  } finally {
    await tails.release();
  }
}

/** The database, and what was committed there before its copy ended. */
async function copyDatabase(
  { source, signal, readState }: BackupParts,
  draft: Draft,
  client: Client,
): Promise<Pick<Manifest, 'database' | 'state' | 'schema'>> {
  const { version, role } = await serverOf(client);
  const schema = await schemaOf(client);
  if (source.kind === 'external') {
    const state = await readState(client);
    if (source.tool === null) return { database: { kind: 'apart', version }, state, schema };
    await dumpDatabase(source.tool, { url: source.url, file: join(draft.path, DUMP), signal });
    await draft.adopt(DUMP);
    return { database: { kind: 'dump', version, tool: source.tool.version, role }, state, schema };
  }
  const [data, as] = [join(source.home, 'data'), `${DATA}/postgres`];
  const mode = await enterBackupMode(client);
  await copyCluster(draft, { data, as: `${as}/data` });
  for (const name of ['password', 'password.product']) await draft.copy(join(source.home, name), `${as}/${name}`);
  const state = await readState(client);
  const end = await mode.end();
  await copyLog(draft, end, { data, as: `${as}/data` });
  const { startLsn, stopLsn, timeline } = end;
  return { database: { kind: 'embedded', version, startLsn, stopLsn, timeline }, state, schema };
}

/** `2026-11-20T17-04-09-123Z`, the beginning: names stand in the order of their times. */
export function nameOf(begunAt: string): string {
  return begunAt.replaceAll(/[:.]/g, '-');
}
