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

/** The newest key manifest, held until the transaction ends; null before the first start. */
export async function lastManifest(tx: Queryable): Promise<StoredDocument | null> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('proof_keys'))`);
  const { rows } = await tx.query<{ doc: string; sig: Buffer }>(
    'SELECT doc, sig FROM proof_keys ORDER BY no DESC LIMIT 1',
  );
  return rows[0] === undefined ? null : documentOf(rows[0]);
}

export async function insertManifest(tx: Queryable, no: number, { doc, sig }: StoredDocument): Promise<void> {
  await tx.query('INSERT INTO proof_keys (no, doc, sig) VALUES ($1, $2, $3)', [no, canonicalJson(doc), sig]);
}

/** Every key manifest there was, oldest first. */
export async function allManifests(db: Queryable): Promise<readonly StoredDocument[]> {
  const { rows } = await db.query<{ doc: string; sig: Buffer }>('SELECT doc, sig FROM proof_keys ORDER BY no');
  return rows.map(documentOf);
}
