import type { Pool } from 'pg';
import { thisShell, type Audit } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { provenUpTo } from '#server/proofs/index.ts';
import { resetDemo } from '#server/trading/index.ts';
import type { Told } from './told.ts';

export const RESET_USAGE = [
  'npm run admin -- demo-reset <why>                empties the demo realm of everybody; the server must be stopped',
] as const;

/** The shard there is. */
const SHARD = 0;

interface ResetParts {
  readonly db: Pool;
  readonly audit: Pick<Audit, 'write'>;
  /** Proves what is committed and signs the roots of hours that are over: afterwards nothing is left to do it with. */
  readonly proveAll: () => Promise<void>;
}

const REFUSED = {
  owned: ['A server runs on this database and remembers the demo realm: stop it first. Nothing was changed.'],
  unproven: [
    'Some batches have no proof yet and cannot get one without their demo predictions. Nothing was changed.',
    'Start the signer (SIGNER_SOCKET) or put its keys back into the data folder, and try again.',
  ],
} as const;

/** `demo-reset`: the one delete there is. All demo money, predictions and orders go at once; real ones are not touched. */
export async function demoReset({ db, audit, proveAll }: ResetParts, words: readonly string[]): Promise<Told> {
  const why = words.join(' ');
  if (why === '') return { ok: false, lines: ['Say why: it is written into the audit log.'] };
  await proveAll();
  return transaction(db, async (tx) => {
    const done = await resetDemo({ audit }, tx, {
      shard: SHARD,
      provenUpTo: await provenUpTo(tx, SHARD),
      by: thisShell(),
      reason: why,
    });
    if (typeof done === 'string') return { ok: false, lines: REFUSED[done] };
    const { people, predictions, orders, journals } = done;
    return {
      ok: true,
      lines: [
        `The demo realm is empty: ${people} people had ${predictions} predictions, ${orders} orders and ${journals} journals.`,
        'Who comes back begins with 0 and asks for play money as before. Receipts of demo results that people saved still verify.',
      ],
    };
  });
}
