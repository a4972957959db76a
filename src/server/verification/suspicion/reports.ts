import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { actorOf, type Audit, type Staff } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Vault } from '#server/vault/index.ts';
import { endReport, insertReport, lockReport } from './store-reports.ts';

export interface ReportParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly vault: Vault;
  readonly audit: Pick<Audit, 'write'>;
}

/** Why nothing becomes of a report. ended: it was filed or dropped. own: whoever wrote it. about: it is about whoever asks. */
export type NoReport = 'none' | 'ended' | 'own' | 'about';

/** Writes a report of suspicious activity, as a draft. Its id; null: nobody reports themselves. The audit log says that one was written, not of whom. */
export async function writeReport(
  { clock, vault, audit }: ReportParts,
  tx: PoolClient,
  { userId, text, by }: { readonly userId: string; readonly text: string; readonly by: Staff },
): Promise<string | null> {
  if (by.userId === userId) return null;
  const id = uuidv7();
  const sealed = await vault.seal(tx, userId, text);
  await insertReport(tx, { id, userId, text: sealed, writtenBy: by.userId, now: clock.now() });
  await audit.write(tx, { ...actorOf(by), action: 'suspicion.written', objectType: 'suspicion_report', objectId: id });
  return id;
}

/** Why this officer ends no report now; null: they may. */
export function refusesEnd(
  report: { readonly userId: string; readonly writtenBy: string; readonly state: string } | null,
  officer: string,
): NoReport | null {
  if (report === null) return 'none';
  if (report.state !== 'draft') return 'ended';
  if (report.userId === officer) return 'about';
  return report.writtenBy === officer ? 'own' : null;
}

/** Files a report with the reference of the authority, or drops it: always another officer than the one who wrote it. null: done. */
export async function endDraft(
  { clock, vault, audit }: ReportParts,
  tx: PoolClient,
  {
    id,
    reference,
    by,
  }: { readonly id: string; /** null: dropped. */ readonly reference: string | null; readonly by: Staff },
): Promise<NoReport | null> {
  const report = await lockReport(tx, id);
  const why = refusesEnd(report, by.userId);
  if (report === null || why !== null) return why;
  const sealed = reference === null ? null : await vault.seal(tx, report.userId, reference);
  const state = reference === null ? 'dropped' : 'filed';
  await endReport(tx, { id, state, reference: sealed, by: by.userId, now: clock.now() });
  await audit.write(tx, { ...actorOf(by), action: `suspicion.${state}`, objectType: 'suspicion_report', objectId: id });
  return null;
}
