import type { PoolClient } from 'pg';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { LOCK_ACCOUNTS_SQL } from '#server/ledger/batch.ts';
import type { AccountId } from '#server/ledger/contract.ts';
import { plainArray, textArray, uuidArray } from './arrays.ts';

/** Scope of a key: a person and a route. */
export interface AnswerKey {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
}

/** What the first statement of a batch finds. */
export interface Opening {
  /** False: somebody else owns the shard, or the batch before is not the last one. */
  readonly fence: boolean;
  /** Balance on the credit side by account, 10^-6; locked until the end of the transaction. */
  readonly balances: ReadonlyMap<AccountId, Usdt>;
  readonly houseBank: Usdt;
  /** By `answerKey`. */
  readonly answers: ReadonlyMap<string, { readonly bodyHash: string; readonly body: string }>;
}

export function answerKey(key: AnswerKey): string {
  return `${key.userId}/${key.route}/${key.key}`;
}

// The fence is the first arm, so that an owner who was replaced locks nothing else.
const OPENING_SQL = `
WITH fence AS MATERIALIZED (
  SELECT 1 FROM shard_lease WHERE shard = $2 AND epoch = $3 AND last_batch = $4 FOR UPDATE
),
locked AS MATERIALIZED (${LOCK_ACCOUNTS_SQL}
)
SELECT 'fence' AS what, NULL AS a, NULL AS b, NULL AS c, NULL AS d, NULL AS e FROM fence
UNION ALL SELECT 'account', id::text, (credits - debits)::text, NULL, NULL, NULL FROM locked
UNION ALL SELECT 'bank', (credits - debits)::text, NULL, NULL, NULL, NULL FROM account WHERE id = $5
UNION ALL SELECT 'answer', i.user_id::text, i.route, i.key, i.body_hash, i.body
  FROM idem i JOIN unnest($6::uuid[], $7::text[], $8::text[]) AS k(user_id, route, key)
    ON i.user_id = k.user_id AND i.route = k.route AND i.key = k.key`;

interface Row {
  readonly what: 'fence' | 'account' | 'bank' | 'answer';
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly d: string;
  readonly e: string;
}

/** First statement of a batch: holds the fence, locks the accounts in id order, and looks up stored answers. */
export async function openBatch(
  tx: Pick<PoolClient, 'query'>,
  want: {
    readonly shard: number;
    readonly epoch: bigint;
    readonly lastBatch: number;
    readonly accounts: readonly AccountId[];
    readonly bank: AccountId;
    readonly keys: readonly AnswerKey[];
  },
): Promise<Opening> {
  const { rows } = await tx.query<Row>({
    name: 'batch_opening',
    text: OPENING_SQL,
    values: [
      plainArray(want.accounts),
      want.shard,
      want.epoch,
      want.lastBatch,
      want.bank,
      uuidArray(want.keys.map((key) => key.userId)),
      textArray(want.keys.map((key) => key.route)),
      textArray(want.keys.map((key) => key.key)),
    ],
  });
  let fence = false;
  let houseBank = usdt(0n);
  const balances = new Map<AccountId, Usdt>();
  const answers = new Map<string, { bodyHash: string; body: string }>();
  for (const row of rows) {
    if (row.what === 'fence') fence = true;
    else if (row.what === 'account') balances.set(row.a, usdt(BigInt(row.b)));
    else if (row.what === 'bank') houseBank = usdt(BigInt(row.a));
    else answers.set(answerKey({ userId: row.a, route: row.b, key: row.c }), { bodyHash: row.d, body: row.e });
  }
  return { fence, balances, houseBank, answers };
}
