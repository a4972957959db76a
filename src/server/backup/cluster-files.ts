import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackupEnd } from '#server/db/embedded/base-backup.ts';
import type { Draft } from './draft.ts';

/** Folders of a cluster whose content a start makes anew; they have to be there (as pg_basebackup leaves them out). */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
/** Of the running server, of another backup, or thrown away by a start. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*|.*\.tmp)$/;
const CONTROL = 'global/pg_control';

/** Files of a running cluster under backup mode. What goes away meanwhile is not missed: the write-ahead log knows it. */
export async function copyCluster(
  draft: Draft,
  cluster: { readonly data: string; readonly as: string },
): Promise<void> {
  const { data, as } = cluster;
  await copyFolder(draft, { from: data, as, below: '' });
  for (const name of ['archive_status', 'summaries']) await draft.folder(`${as}/pg_wal/${name}`);
  // Last: a copy without it cannot be started.
  await draft.write(`${as}/${CONTROL}`, await steadyRead(join(data, CONTROL)));
}

interface Walk {
  readonly from: string;
  readonly as: string;
  readonly below: string;
}

async function copyFolder(draft: Draft, { from, as, below }: Walk): Promise<void> {
  await draft.folder(as);
  for (const entry of await readdir(from, { withFileTypes: true }).catch(orGone)) {
    const [path, name] = [join(from, entry.name), below === '' ? entry.name : `${below}/${entry.name}`];
    const target = `${as}/${entry.name}`;
    if (LEFT_OUT.test(entry.name) || name === CONTROL) continue;
    if (entry.isDirectory()) {
      if (EMPTIED.has(name)) await draft.folder(target);
      else await copyFolder(draft, { from: path, as: target, below: name });
    } else if (entry.isFile()) await draft.copy(path, target).catch(orGone);
  }
}

/** What makes the copy startable: the label, and the log from the beginning of the backup to its end. */
export async function copyLog(
  draft: Draft,
  end: BackupEnd,
  cluster: { readonly data: string; readonly as: string },
): Promise<void> {
  for (const name of end.walFiles) await draft.copy(join(cluster.data, 'pg_wal', name), `${cluster.as}/pg_wal/${name}`);
  await draft.write(`${cluster.as}/backup_label`, end.label);
}

/** A small file that is rewritten in place: as it is when two reads in a row agree. */
async function steadyRead(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ;) {
    await pause(20);
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}

function orGone(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
