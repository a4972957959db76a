import type { PoolClient } from 'pg';
import type * as LedgerBatch from '#server/ledger/batch.ts';
import type * as Statement from '#server/trading/batch/batch-statement.ts';
import type * as Decision from '#server/trading/batch/batch.ts';
import type * as Memory from '#server/trading/batch/memory.ts';
import type * as Parts from '#server/trading/batch/store-batch.ts';
import type * as Load from '#server/trading/batch/store-load.ts';
import type * as Opening from '#server/trading/batch/store-opening.ts';
import { changed } from './plant.ts';
import type { Change, Plant } from './plant.ts';

/**
 * Faults of what the engine says to PostgreSQL, and when. The simulator has a database of its own and cannot know them: runs on a real one
 * must notice. An edit whose text is no longer found plants nothing, and is missed.
 */

type Client = Pick<PoolClient, 'query'>;

/** The same connection, but a text that is sent over it reads otherwise. */
function saying(client: Client, from: string, to: string): Client {
  const query = (asked: string | { readonly text: string }, ...rest: unknown[]) => {
    const edited =
      typeof asked === 'string' ? asked.replace(from, to) : { ...asked, text: asked.text.replace(from, to) };
    return (client.query as (...all: unknown[]) => unknown)(edited, ...rest);
  };
  return { query: query as Client['query'] };
}

function edited(part: Parts.Part, edit: (text: string) => string): Parts.Part {
  return { ...part, ctes: (first) => edit(part.ctes(first)) };
}

/** The first statement of a batch holds the fence, whoever owns it. */
const ANY_OWNER = changed<typeof Opening>('#server/trading/batch/store-opening.ts', (opening) => ({
  openBatch: (tx, want) =>
    opening.openBatch(saying(tx, 'epoch = $3 AND last_batch = $4', '$3::bigint > 0 AND $4::bigint >= 0'), want),
}));

const blind = (part: Parts.Part): Parts.Part =>
  edited(part, (text) => text.replace(/ AND epoch = \$\d+ AND last_batch = \$\d+ - 1/, ''));

const NO_COUNT: Change = changed<typeof Parts>('#server/trading/batch/store-batch.ts', (parts) => ({
  enteredPart: (effects) => ({ ...parts.enteredPart(effects), count: null }),
  finishedPart: (effects) => ({ ...parts.finishedPart(effects), count: null }),
}));

const NOT_TAKEN_BACK: Change = changed<typeof Memory>('#server/trading/batch/memory.ts', ({ EngineMemory }) => ({
  EngineMemory: class extends EngineMemory {
    override retract() {
      return true;
    }
  },
}));

const AS_OPEN = `CASE WHEN p.settled_at IS NULL THEN p.state ELSE 'OPEN' END AS state,`;

/** A start takes up what has ended as if it were open. */
const ENDED_TOO: Change = changed<typeof Load>('#server/trading/batch/store-load.ts', (load) => ({
  loadOpen: (db, shard) => {
    const all = saying(db, 'AND p.settled_at IS NULL', '');
    return load.loadOpen(saying(all, 'p.state,', AS_OPEN), shard);
  },
}));

/** Everything that the statements of a batch hold against a second end: the state, the key of the settlement, and the name of its journal. */
const NO_WALLS: readonly Change[] = [
  changed<typeof Parts>('#server/trading/batch/store-batch.ts', (parts) => ({
    finishedPart: (effects) =>
      edited(parts.finishedPart(effects), (text) =>
        text
          .replace('SET state = u.state', 'SET state = CASE WHEN p.settled_at IS NULL THEN u.state ELSE p.state END')
          .replace(/settled_at = (\$\d+::bigint)/, 'settled_at = coalesce(p.settled_at, $1)')
          .replace(" AND p.state IN ('ADMITTED', 'OPEN')", '')
          .replace(/FROM ends u\s+\)$/, 'FROM ends u ON CONFLICT DO NOTHING)'),
      ),
  })),
  changed<typeof LedgerBatch>('#server/ledger/batch.ts', (ledger) => ({
    journalCtes: (first) =>
      ledger.journalCtes(first).replace(
        'j.ref_type, j.ref_id\n',
        `j.ref_type, j.ref_id || CASE WHEN EXISTS (SELECT FROM journal k WHERE k.ref_id = j.ref_id AND k.ref_type = j.ref_type
           AND k.kind = j.kind AND k.realm = j.realm) THEN ' again' ELSE '' END\n`,
      ),
  })),
];

const inLedger = (name: string, from: string, to: string): Plant => ({
  name,
  changes: [
    changed<typeof LedgerBatch>('#server/ledger/batch.ts', (ledger) => ({
      journalCtes: (first) => ledger.journalCtes(first).replace(from, to),
    })),
  ],
});
const ADDED = 'debits = a.debits + e.debits, credits = a.credits + e.credits';

/** An answer goes out as soon as its batch is decided. */
export const TOLD_TOO_SOON: Plant = {
  name: 'an answer goes out before the commit',
  changes: [
    changed<typeof Decision>('#server/trading/batch/batch.ts', (batch) => ({
      decideBatch: (...args) => {
        const decided = batch.decideBatch(...args);
        for (const { request, reply } of decided.replies) for (const tell of request.waiters) tell(reply);
        return decided;
      },
    })),
  ],
};

export const ENGINE_PLANTS: readonly Plant[] = [
  TOLD_TOO_SOON,
  {
    name: 'the fence looks at neither epoch nor batch',
    changes: [
      ANY_OWNER,
      changed<typeof Parts>('#server/trading/batch/store-batch.ts', (parts) => ({
        leasePart: (effects) => blind(parts.leasePart(effects)),
      })),
    ],
  },
  {
    name: 'a batch that is decided by memory has no fence',
    changes: [
      changed<typeof Parts>('#server/trading/batch/store-batch.ts', (parts) => ({
        leasePart: (effects) => blind(parts.leasePart(effects)),
      })),
    ],
  },
  {
    name: 'two owners write: there is no fence, and a number of a batch may come twice',
    changes: [
      ANY_OWNER,
      changed<typeof Parts>('#server/trading/batch/store-batch.ts', (parts) => ({
        leasePart: (effects) =>
          edited(blind(parts.leasePart(effects)), (text) => text.replace(/\)\s*\)$/, ') ON CONFLICT DO NOTHING)')),
      })),
    ],
  },
  {
    name: 'idempotency keys are forgotten',
    changes: [
      changed<typeof Statement>('#server/trading/batch/batch-statement.ts', (statement) => ({
        batchStatement: (effects, options) => statement.batchStatement({ ...effects, answers: [] }, options),
      })),
    ],
  },
  { name: 'a refused guess is not taken back', changes: [NOT_TAKEN_BACK] },
  {
    name: 'a refused guess is not taken back, and nobody counts what a batch finds',
    changes: [NOT_TAKEN_BACK, NO_COUNT],
  },
  { name: 'what has ended is taken up again at a start', changes: [ENDED_TOO] },
  {
    name: 'what has ended is taken up again, and no wall keeps it from a second end',
    changes: [ENDED_TOO, ...NO_WALLS],
  },
  inLedger('a transfer moves no balance', ADDED, 'debits = a.debits, credits = a.credits'),
  inLedger(
    'a transfer moves its amount twice',
    ADDED,
    'debits = a.debits + 2 * e.debits, credits = a.credits + 2 * e.credits',
  ),
];
