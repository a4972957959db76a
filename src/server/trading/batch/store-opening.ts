import type { PoolClient } from 'pg';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { answersOfSql, type AnswerKey } from '#server/idempotency/index.ts';
import { balanceSql, LOCK_ACCOUNTS_SQL } from '#server/ledger/batch.ts';
import type { AccountId } from '#server/ledger/contract.ts';
import { balancesFrom } from './balances-text.ts';
import { plainArray, textArray, uuidArray } from './arrays.ts';

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

// The fence is the first column, so that an owner who was replaced locks nothing else.
const OPENING_SQL = `
WITH fence AS MATERIALIZED (
  SELECT 1 FROM shard_lease WHERE shard = $2 AND epoch = $3 AND last_batch = $4 FOR UPDATE
),
locked AS MATERIALIZED (${LOCK_ACCOUNTS_SQL}
)
SELECT EXISTS (SELECT FROM fence) AS fence,
  (SELECT string_agg(id || ' ' || credits - debits, ',') FROM locked) AS balances,
  ${balanceSql('$5')} AS bank,
  (SELECT json_agg(json_build_object('userId', i.user_id, 'route', i.route, 'key', i.key, 'bodyHash', i.body_hash, 'body', i.body))
    ${answersOfSql(['$6', '$7', '$8'])}) AS answers`;

/** One row for all: a hundred small ones cost both sides more than their content. */
interface Row {
  readonly fence: boolean;
  /** `id balance`, with commas between them; null: no account was asked for. */
  readonly balances: string | null;
  readonly bank: string | null;
  readonly answers: readonly (AnswerKey & { readonly bodyHash: string; readonly body: string })[] | null;
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
  const row = rows[0];
  if (row === undefined) throw new Error('the opening of a batch found no row');
  return {
    fence: row.fence,
    balances: balancesFrom(row.balances ?? ''),
    houseBank: usdt(BigInt(row.bank ?? 0)),
    answers: new Map((row.answers ?? []).map((answer) => [answerKey(answer), answer])),
  };
}
