import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { createPayouts, UNGUARDED } from '#server/cashier/payouts/payouts.ts';
import { systemClock as clock } from '#server/clock.ts';
import { createPool } from '#server/db/index.ts';
import { depositedAt } from '#server/deposits/store-addresses.ts';
import { leaveSweep, takeForSweep, unsweptOutputs } from '#server/deposits/store-unswept.ts';
import { Networks, type OpenNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '#server/treasury/parts.ts';
import { sendOnce } from '#server/treasury/sending/sender.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { depositEyes } from '#tests/worlds/deposit-eyes.ts';
import { depositorAt, dueWithdrawal, fundWallet, openWallet, USDT } from '#tests/worlds/payout-world.ts';
import { benchDatabase } from './database.ts';
import { compared, type Row } from './row.ts';

const DEPOSITS = Number(process.env['BENCH_DEPOSITS'] ?? 300);
const WITHDRAWALS = Number(process.env['BENCH_WITHDRAWALS'] ?? 96);
/** So many of a wallet wait for a block at a time. */
const IN_A_BLOCK = 16;
const AMOUNT = 5_000_000n;
/** A key of the test chain itself, with ether. */
const RICH_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const TRANSFER = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const;

interface Place {
  readonly db: Pool;
  readonly chain: ChainWorld;
  readonly at: OpenNetwork;
}

/** What the own side of a deposit and of a withdrawal costs on a chain of the bench's own, against what does no more than must be. */
export async function run(): Promise<Row[]> {
  const database = await benchDatabase();
  const chain = await startChain();
  const db = createPool(database.url, { max: 4 });
  const quiet = () => undefined;
  const networks = new Networks({
    config: { networks: [{ network: LOCAL_NETWORK, rpc: [chain.url] }] },
    clock,
    log: { warn: quiet, error: quiet },
  });
  const at = networks.find('local');
  if (at === null) throw new Error('no network');
  const place = { db, chain, at };
  try {
    await db.query('CREATE TABLE naive_money (tx text, log int, owner text, amount bigint, PRIMARY KEY (tx, log))');
    return [
      compared({
        name: `a deposit, from its block to the balance, of ${DEPOSITS}`,
        ours: await deposits(place),
        baseline: await naiveDeposits(place),
        unit: 'ms',
        floor: 25,
        better: 'lower',
      }),
      compared({
        name: `a withdrawal, from approved to its nodes, of ${WITHDRAWALS}`,
        ours: await withdrawals(place),
        baseline: await naiveWithdrawals(place),
        unit: 'ms',
        floor: 8,
        better: 'lower',
      }),
    ];
  } finally {
    await db.end();
    await chain.stop();
    await database.drop();
  }
}

/** Transfers to addresses, mined and final. */
async function send({ chain }: Place, to: readonly Hex[]): Promise<void> {
  for (const address of to) await chain.send({ token: USDT, to: address, amount: AMOUNT });
  await chain.mine(LOCAL_NETWORK.confirmations + 1);
}

/** ms a deposit: read from its block, checked when it is final, credited in the ledger and told. */
async function deposits(place: Place): Promise<number> {
  const { db, chain } = place;
  const { look } = depositEyes(db, { rpc: [chain.url] });
  const to: Hex[] = [];
  for (let no = 0; no < DEPOSITS; no += 1) to.push(await depositorAt(db, no));
  await look();
  await send(place, to);
  const from = performance.now();
  await look();
  const ms = performance.now() - from;
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM deposit WHERE state = 'CREDITED'`,
  );
  if (rows[0]?.count !== DEPOSITS) throw new Error(`${rows[0]?.count} of ${DEPOSITS} deposits were credited`);
  return ms / DEPOSITS;
}

/** ms a deposit of a loop that believes one log query, and adds up in one table. */
async function naiveDeposits(place: Place): Promise<number> {
  const { db, at } = place;
  const to = Array.from({ length: DEPOSITS }, () => `0x${randomUUID().replaceAll('-', '').padEnd(40, '0')}` as Hex);
  const { number: before } = await at.client.head();
  await send(place, to);
  const from = performance.now();
  const { number: head } = await at.client.head();
  let count = 0;
  for (let no = before + 1n; no <= head; no += 1n) {
    const block = await at.client.block(no);
    if (block === null) continue;
    for (const log of await at.client.transfers({ block: block.hash, tokens: [USDT], to })) {
      await db.query('INSERT INTO naive_money VALUES ($1, $2, $3, $4)', [
        log.txHash,
        log.logIndex,
        log.to,
        log.value.toString(),
      ]);
      count += 1;
    }
  }
  if (count !== DEPOSITS) throw new Error(`${count} of ${DEPOSITS} deposits were seen`);
  return (performance.now() - from) / DEPOSITS;
}

/** ms a withdrawal: nonce and bytes stored before any node has them, signed by rules of their own, sent. Blocks are not counted. */
async function withdrawals({ db, chain, at }: Place): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tikvo-bench-wallet-'));
  const { signer, address } = await openWallet(folder);
  const quiet = () => undefined;
  const log = { info: quiet, warn: quiet, error: quiet };
  const payouts = createPayouts({ clock, ...UNGUARDED });
  const unswept = { find: unsweptOutputs, take: takeForSweep, leave: leaveSweep };
  const parts: SendingParts = { db, clock, log, payouts, signer, deposited: depositedAt, unswept };
  await fundWallet({ pool: db }, chain, address);
  for (let made = 0; made < WITHDRAWALS; made += 1) await dueWithdrawal({ pool: db });
  let ms = 0;
  const sent = async () =>
    (await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM withdrawal WHERE broadcast_at IS NOT NULL`))
      .rows[0]?.count ?? 0;
  for (let looks = 0; looks < WITHDRAWALS && (await sent()) < WITHDRAWALS; looks += 1) {
    const from = performance.now();
    await sendOnce(parts, at);
    ms += performance.now() - from;
    await chain.mine();
  }
  rmSync(folder, { recursive: true, force: true });
  if ((await sent()) < WITHDRAWALS) throw new Error('withdrawals were not sent');
  return ms / WITHDRAWALS;
}

/** ms a withdrawal of a loop that signs with the next nonce, sends and writes a row. */
async function naiveWithdrawals({ db, chain, at }: Place): Promise<number> {
  const account = privateKeyToAccount(RICH_KEY);
  const client = await at.client.viem();
  const { encodeFunctionData } = await import('viem');
  await chain.send({ token: USDT, to: account.address, amount: AMOUNT * BigInt(WITHDRAWALS) });
  await chain.mine();
  let ms = 0;
  let nonce = await client.getTransactionCount({ address: account.address });
  for (let no = 0; no < WITHDRAWALS; no += 1) {
    const from = performance.now();
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas();
    const serializedTransaction = await account.signTransaction({
      type: 'eip1559',
      chainId: LOCAL_NETWORK.chainId,
      to: USDT,
      data: encodeFunctionData({ abi: TRANSFER, functionName: 'transfer', args: [account.address, AMOUNT] }),
      nonce,
      gas: 100_000n,
      maxFeePerGas,
      maxPriorityFeePerGas,
    });
    const hash = await client.sendRawTransaction({ serializedTransaction });
    await db.query('INSERT INTO naive_money VALUES ($1, 0, $2, $3)', [hash, account.address, (-AMOUNT).toString()]);
    ms += performance.now() - from;
    nonce += 1;
    if (nonce % IN_A_BLOCK === 0) await chain.mine();
  }
  return ms / WITHDRAWALS;
}
