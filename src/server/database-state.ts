import { auditHead } from './audit/index.ts';
import type { DatabaseState } from './backup/manifest.ts';
import type { Queryable } from './db/index.ts';
import { countPeople } from './identity/accounts/store-accounts.ts';
import { newestJournals } from './ledger/store-counts.ts';
import { countEngine } from './trading/store-lease.ts';

/** What a database holds at this moment, in numbers that only grow (besides `open`), each by the subject that keeps it. */
export async function readState(db: Queryable): Promise<DatabaseState> {
  const { seq, head } = await auditHead(db);
  return {
    ...(await countEngine(db)),
    people: await countPeople(db),
    journals: await newestJournals(db),
    audit: `${seq}:${head}`,
  };
}
