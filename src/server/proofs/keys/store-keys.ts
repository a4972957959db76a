import type { ProofDocument } from '#domain/proofs/documents.ts';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import type { Queryable } from '#server/db/index.ts';

/** A signed document as it is kept and given out. */
export interface StoredDocument {
  readonly doc: ProofDocument;
  readonly sig: Buffer;
}

/** A stored document, read back from its canonical text. */
export function documentOf(row: { readonly doc: string; readonly sig: Buffer }): StoredDocument {
  return { doc: JSON.parse(row.doc) as ProofDocument, sig: row.sig };
}

export function manifestNo({ doc }: StoredDocument): number {
  return Number(doc['no']);
}

/** Number of the newest manifest, which stays the newest until the transaction ends. */
export async function lockManifestNo(tx: Queryable): Promise<number> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(hashtext('proof_keys'))`);
  const { rows } = await tx.query<{ no: number | null }>('SELECT max(no) AS no FROM proof_keys');
  return rows[0]?.no ?? 0;
}

/** The newest key manifest, held until the transaction ends, alone or with others who sign; null before the first start. */
export async function lastManifest(tx: Queryable, held: 'alone' | 'shared'): Promise<StoredDocument | null> {
  if (held === 'alone') await tx.query(`SELECT pg_advisory_xact_lock(hashtext('proof_keys'))`);
  else await lockManifestNo(tx);
  return newestManifest(tx);
}

/** The newest key manifest as everybody may read it; null before there is one. */
export async function newestManifest(db: Queryable): Promise<StoredDocument | null> {
  const { rows } = await db.query<{ doc: string; sig: Buffer }>(
    'SELECT doc, sig FROM proof_keys ORDER BY no DESC LIMIT 1',
  );
  return rows[0] === undefined ? null : documentOf(rows[0]);
}

/** When the oldest of what the first keys have to sign for came to be, ms: a batch or the beginning of a stream; Infinity where there is nothing. */
export async function firstMoment(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ at: string | null }>(
    `SELECT least((SELECT at FROM committed_batch WHERE shard = 0 ORDER BY no LIMIT 1), (SELECT min(t0) FROM price_stream)) AS at`,
  );
  return Number(rows[0]?.at ?? Infinity);
}

export async function insertManifest(tx: Queryable, manifest: StoredDocument): Promise<void> {
  await tx.query('INSERT INTO proof_keys (no, doc, sig) VALUES ($1, $2, $3)', [
    manifestNo(manifest),
    canonicalJson(manifest.doc),
    manifest.sig,
  ]);
}

/** Every key manifest there was, oldest first. */
export async function allManifests(db: Queryable): Promise<readonly StoredDocument[]> {
  const { rows } = await db.query<{ doc: string; sig: Buffer }>('SELECT doc, sig FROM proof_keys ORDER BY no');
  return rows.map(documentOf);
}
