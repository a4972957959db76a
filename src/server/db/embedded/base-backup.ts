import type pg from 'pg';

/** What has to lie in `pg_wal` of a copy, and in its folder as `backup_label`, before it can be started. */
export interface BackupEnd {
  readonly label: string;
  readonly startLsn: string;
  readonly stopLsn: string;
  readonly timeline: number;
  /** Names of the segments from the start to the end, in order. */
  readonly walFiles: readonly string[];
}

/** Between its two ends the files of the cluster may be copied while it is written. */
export interface BackupMode {
  /** Ends the backup: what was committed before this call is in the copy. The segments named stay until `leave`. */
  end(): Promise<BackupEnd>;
}

/**
 * Puts a cluster into backup mode (PostgreSQL 18, "Making a Base Backup Using the Low Level API") in the session of `client`, a superuser.
 * A temporary slot keeps the write-ahead log since then; it goes with the session, as the mode does.
 */
export async function enterBackupMode(client: pg.Client): Promise<BackupMode> {
  await client.query(`SELECT pg_create_physical_replication_slot('tikvo_backup_' || pg_backend_pid(), true, true)`);
  const { rows } = await client.query<{ lsn: string; timeline: number; segment: string; tablespaces: number }>(
    `SELECT pg_backup_start('tikvo', fast => true)::text AS lsn,
       (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline,
       (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS segment,
       (SELECT count(*)::int FROM pg_tablespace WHERE spcname NOT IN ('pg_default', 'pg_global')) AS tablespaces`,
  );
  const begun = rows[0];
  if (begun === undefined) throw new Error('the backup mode gave no row');
  if (begun.tablespaces > 0) throw new Error('The cluster has tablespaces of its own; they are not copied.');
  return {
    async end() {
      const { rows: ends } = await client.query<{ lsn: string; labelfile: string }>(
        'SELECT lsn::text, labelfile FROM pg_backup_stop(wait_for_archive => false)',
      );
      const end = ends[0];
      if (end === undefined) throw new Error('the end of the backup mode gave no row');
      const span = { from: begun.lsn, to: end.lsn, timeline: begun.timeline, segmentBytes: BigInt(begun.segment) };
      return {
        label: end.labelfile,
        startLsn: begun.lsn,
        stopLsn: end.lsn,
        timeline: begun.timeline,
        walFiles: walFilesOf(span),
      };
    },
  };
}

/** Names of the segments that hold the log from one position up to another (exclusive). */
export function walFilesOf(span: {
  readonly from: string;
  readonly to: string;
  readonly timeline: number;
  readonly segmentBytes: bigint;
}): readonly string[] {
  const first = positionOf(span.from) / span.segmentBytes;
  const last = (positionOf(span.to) - 1n) / span.segmentBytes;
  const perFile = 0x1_0000_0000n / span.segmentBytes;
  const names: string[] = [];
  for (let no = first; no <= last; no += 1n) {
    names.push([BigInt(span.timeline), no / perFile, no % perFile].map(hex8).join(''));
  }
  return names;
}

/** A position in the log, such as `1A/2B000028`, in bytes. */
function positionOf(lsn: string): bigint {
  const match = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(lsn);
  if (match === null) throw new Error(`${lsn} is no position of a write-ahead log`);
  return BigInt(`0x${match[1]}`) * 0x1_0000_0000n + BigInt(`0x${match[2]}`);
}

function hex8(value: bigint): string {
  return value.toString(16).toUpperCase().padStart(8, '0');
}
