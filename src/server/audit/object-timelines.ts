import type { Pool } from 'pg';
import { holds, neededFor } from '#domain/office/permissions.ts';
import { DESKS, type DeskId } from '#protocol/office/desks.ts';
import type { TimelineSeat } from '#server/desk/contract.ts';
import type { Audit, AuditRecord } from './audit.ts';

interface Parts {
  readonly db: Pool;
  readonly audit: Audit;
  readonly happened: (one: AuditRecord) => Promise<Awaited<ReturnType<TimelineSeat['read']>>[number]>;
}

/** What the log calls the records of a desk, beside the desk’s own name, by which it notes who opened one. */
const NAMES: Readonly<Partial<Record<DeskId, readonly string[]>>> = {
  withdrawals: ['withdrawal'],
  payouts: ['payout_policy'],
  wallets: ['wallet'],
  tickets: ['ticket'],
  settings: ['setting'],
  modes: ['product'],
  jobs: ['job'],
  corrections: ['tick_correction'],
  bulk: ['bulk'],
  documents: ['document_review'],
  cases: ['verification_case'],
  approvals: ['approval_request'],
  events: ['event_market'],
  series: ['event_series'],
  'market-reports': ['event_report'],
};
/** People have theirs by who an entry is about; of a report nobody is told anything; an entry has no past. */
const WITHOUT: readonly DeskId[] = ['people', 'suspicion', 'audit'];

/** The log calls a mode by words: `rounds BTC-USD`. */
const idsOf = (desk: DeskId, id: string): readonly string[] => (desk === 'modes' ? [id, id.replace('.', ' ')] : [id]);

/** Of every record that is not a person: what staff and the product did to it, and who opened it. */
export function objectTimelines({ db, audit, happened }: Parts): readonly TimelineSeat[] {
  const desks = DESKS.filter((desk) => 'record' in desk && !WITHOUT.includes(desk.id));
  return desks.map(({ id: desk, permission }) => ({
    desk,
    permission,
    read: async ({ id, before, limit, by }) => {
      const types = [desk, ...(NAMES[desk] ?? [])];
      const found = await audit.of(db, { types, ids: idsOf(desk, id), before, limit });
      return Promise.all(found.filter(({ action }) => mayKnow(by.role, action)).map(happened));
    },
  }));
}

/** Whoever sees the desk sees its past, but for what tells of checks on a person. */
function mayKnow(role: Parameters<typeof holds>[0], action: string): boolean {
  const needed = neededFor(action);
  return needed === 'people.read' || holds(role, needed);
}
