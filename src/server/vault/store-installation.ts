import type { Queryable } from '#server/db/index.ts';

export interface InstallationRow {
  readonly id: string;
  /** Id of the master key that sealed `vaultCheck`. */
  readonly masterId: string;
  readonly vaultCheck: Buffer;
  readonly indexCheck: Buffer;
}

/** False: a database of a version that did not bind itself to a folder yet. */
export async function hasInstallations(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ name: string | null }>(`SELECT to_regclass('installation')::text AS name`);
  return rows[0]?.name !== null;
}

/** Null: no start has claimed this database yet. */
export async function findInstallation(db: Queryable): Promise<InstallationRow | null> {
  const { rows } = await db.query<InstallationRow>(
    'SELECT id, master_id AS "masterId", vault_check AS "vaultCheck", index_check AS "indexCheck" FROM installation',
  );
  return rows[0] ?? null;
}

/** False: another start was quicker. */
export async function insertInstallation(tx: Queryable, row: InstallationRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO installation (id, master_id, vault_check, index_check) VALUES ($1, $2, $3, $4)
     ON CONFLICT (only_row) DO NOTHING`,
    [row.id, row.masterId, row.vaultCheck, row.indexCheck],
  );
  return rowCount === 1;
}

/** After a rotation: the newest master key seals the check value from now on. */
export async function resealInstallation(
  tx: Queryable,
  { masterId, vaultCheck }: Pick<InstallationRow, 'masterId' | 'vaultCheck'>,
): Promise<void> {
  await tx.query('UPDATE installation SET master_id = $1, vault_check = $2', [masterId, vaultCheck]);
}

/** Ids of all master keys that living data keys are wrapped with. One step of the index an id, however many people there are. */
export async function masterIdsInUse(db: Queryable): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `WITH RECURSIVE used AS (
       SELECT min(master_id) AS id FROM subject_key WHERE wrapped IS NOT NULL
       UNION ALL
       SELECT (SELECT min(master_id) FROM subject_key WHERE wrapped IS NOT NULL AND master_id > used.id) FROM used WHERE used.id IS NOT NULL
     ) SELECT id FROM used WHERE id IS NOT NULL`,
  );
  return rows.map(({ id }) => id);
}
