import { uuidv7 } from 'uuidv7';
import type { PoolClient } from 'pg';
import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import { DEEPEST_REORG, LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { ledgerAmount, ORPHAN_MS } from '#domain/deposits/rules.ts';
import { worthOf, type CoinRate } from '#domain/deposits/conversion.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { BlockMark, ChainReader, Payment, ReadNetwork } from '#server/networks/index.ts';
import type { DepositParts } from './parts.ts';
import { branchOf } from './addresses.ts';
import { coinAt, type TakenCoin } from './coins.ts';
import { rateOf } from './rates.ts';
import { allAddresses, ownersOf } from './store-addresses.ts';
import { dropOrphans, orphan, writeSeen } from './store.ts';
import { writeInputs } from './store-waiting.ts';
import { blocksBefore, findScanned, forgetBlocks, keepBlock, moveScan, unaudited, wasAudited } from './store-scan.ts';

type Mark = Pick<BlockMark, 'number' | 'hash'>;

/** Blocks of one pass. */
const MOST_BLOCKS = 50;
/** Blocks kept behind the last one: forks, then audits behind finality. */
const KEPT_BLOCKS = 2 * DEEPEST_REORG + 32;
/** How often a block is read again once it is final: a node that leaves logs out does not leave out the same ones each time. */
const AUDITS = 3;
const BETWEEN_AUDITS = 16n;
/** Up to so many addresses a node is asked for what any token sent them; behind that for all that moved of the tokens that are taken. */
const MOST_ADDRESSES = 5_000;

/**
 * Reads a network up to its last block, follows its forks, and reads final blocks again. Every payment to an address of a person is written
 * once. A throw leaves everything as it was at the last block that was read.
 */
export async function scan(parts: DepositParts, at: ReadNetwork): Promise<void> {
  const network = at.network.id;
  const still = await stillOfChain(parts, at, await findScanned(parts.db, network));
  if (still === 'behind') return;
  let last = still;
  const head = await at.readers[0].head();
  if (last === null) {
    const behind = head.number > BigInt(DEEPEST_REORG) ? head.number - BigInt(DEEPEST_REORG) : 0n;
    last = await at.readers[0].block(behind);
    if (last === null || !(await begin(parts, network, last))) return;
  }
  for (let count = 0; last.number < head.number && count < MOST_BLOCKS; count += 1) {
    const block: BlockMark | null = await at.readers[0].block(last.number + 1n);
    // It forked while we read: the next pass finds where.
    if (block === null || block.parentHash !== last.hash) return;
    if (!(await read(parts, at, { block, from: last }))) return;
    last = block;
  }
  await audit(parts, at, head.number);
  const now = parts.clock.now();
  await dropOrphans(parts.db, { before: now - ORPHAN_MS, at: now });
}

/**
 * The last block we know that the chain still has. Behind a fork, deposits are orphaned first. behind: the node has only fewer blocks than we
 * read of it, and says nothing against them.
 */
async function stillOfChain(parts: DepositParts, at: ReadNetwork, last: Mark | null): Promise<Mark | null | 'behind'> {
  const network = at.network.id;
  const there = last === null ? null : await at.readers[0].block(last.number);
  if (last === null || there?.hash === last.hash) return last;
  const all = await blocksBefore(parts.db, network);
  if (there === null && (await isBehind(parts, at, { last, all }))) return 'behind';
  for (const known of all) {
    if ((await at.readers[0].block(known.number))?.hash !== known.hash) continue;
    parts.log.warn({ network, from: last.number.toString(), to: known.number.toString() }, 'a chain was reorganised');
    await goBack(parts, network, { last, to: known });
    return known;
  }
  parts.log.error({ network, block: last.number.toString() }, 'a chain has none of the blocks that were read of it');
  const behind = await at.readers[0].head();
  const to = behind.number < last.number ? behind : await at.readers[0].block(last.number);
  if (to === null) return null;
  await goBack(parts, network, { last, to: { number: -1n, hash: to.hash }, begin: to });
  return to;
}

/** Does a node that lacks the last block have the one of its own head as we read it? One that is further behind than we know must catch up too: only test money begins a chain anew. */
async function isBehind(
  { log }: DepositParts,
  at: ReadNetwork,
  { last, all }: { readonly last: Mark; readonly all: readonly Mark[] },
): Promise<boolean> {
  const head = await at.readers[0].head();
  if (head.number >= last.number) return true;
  const known = all.find(({ number }) => number === head.number);
  if (known !== undefined) return known.hash === head.hash;
  if (at.network.id === LOCAL_NETWORK.id || at.network.id === LOCAL_COIN_NETWORK.id) return false;
  log.error(
    { network: at.network.id, head: head.number.toString(), read: last.number.toString() },
    'a node is further behind than the blocks that are kept: nothing is read of it',
  );
  return true;
}

async function goBack(
  { db, clock }: DepositParts,
  network: string,
  { last, to, begin }: { readonly last: Mark; readonly to: Mark; readonly begin?: Mark },
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await moveScan(tx, { network, from: last, to: begin ?? to }))) return;
    await orphan(tx, { network, behind: to.number, at: clock.now() });
    await forgetBlocks(tx, { network, behind: to.number });
  });
}

async function begin({ db }: DepositParts, network: string, to: Mark): Promise<boolean> {
  return transaction(db, async (tx) => {
    await keepBlock(tx, { network, block: to, keep: KEPT_BLOCKS });
    return moveScan(tx, { network, from: null, to });
  });
}

async function read(
  parts: DepositParts,
  at: ReadNetwork,
  { block, from }: { readonly block: BlockMark; readonly from: Mark },
): Promise<boolean> {
  const network = at.network.id;
  const payments = await paymentsOf(parts, at, block.hash);
  const rate = at.family === 'coin' && payments.length > 0 ? await rateOf(parts, at.network.pair) : null;
  return transaction(parts.db, async (tx) => {
    if (!(await moveScan(tx, { network, from, to: block }))) return false;
    await keepBlock(tx, { network, block, keep: KEPT_BLOCKS });
    await writePayments(parts, tx, { at, payments, rate });
    crashAt('deposit.seen');
    return true;
  });
}

/** Reads final blocks again, at three distances from the head. */
async function audit(parts: DepositParts, at: ReadNetwork, head: bigint): Promise<void> {
  const { id: network, confirmations } = at.network;
  for (let times = 1; times <= AUDITS; times += 1) {
    const upTo = head - BigInt(confirmations) + 1n - BETWEEN_AUDITS * BigInt(times - 1);
    for (const block of await unaudited(parts.db, { network, upTo, times })) {
      const payments = await paymentsOf(parts, at, block.hash);
      const rate = at.family === 'coin' && payments.length > 0 ? await rateOf(parts, at.network.pair) : null;
      await transaction(parts.db, async (tx) => {
        await writePayments(parts, tx, { at, payments, rate });
        await wasAudited(tx, { network, block });
      });
    }
  }
}

/** What any node knows of a block. The first must answer; another that is away, behind or on a fork adds nothing. */
async function paymentsOf({ db, log }: DepositParts, at: ReadNetwork, block: string): Promise<readonly Payment[]> {
  const to = await allAddresses(db, { branch: branchOf(at), most: MOST_ADDRESSES });
  const ask = (reader: ChainReader) => reader.payments({ block, to });
  const [first, ...others] = at.readers;
  const all = await Promise.all([ask(first), ...others.map((reader) => ask(reader).catch(() => null))]);
  const told = all.filter((found) => found !== null);
  const payments = new Map(told.flat().map((one) => [`${one.txHash} ${one.index}`, one]));
  if (told.some(({ length }) => length !== payments.size)) {
    log.warn(
      { network: at.network.id, block, counts: told.map(({ length }) => length) },
      'nodes do not agree on a block',
    );
  }
  return [...payments.values()];
}

interface Found {
  readonly at: ReadNetwork;
  readonly payments: readonly Payment[];
  readonly rate: CoinRate | null;
}

/** What a payment comes to, or would now, 10^-6. */
function aboutWorth(
  { value }: Payment,
  { coin, rate }: { readonly coin: TakenCoin | null; readonly rate: CoinRate | null },
): Usdt {
  if (coin === null) return usdt(0n);
  if (coin.pair === null) return ledgerAmount(value, coin.decimals);
  return rate === null ? usdt(0n) : worthOf(value, rate);
}

async function writePayments({ clock }: DepositParts, tx: PoolClient, { at, payments, rate }: Found): Promise<void> {
  const owners = await ownersOf(tx, [...new Set(payments.map(({ to }) => to))]);
  const now = clock.now();
  for (const payment of payments) {
    const userId = owners.get(payment.to);
    // Nobody's, or a transfer of nothing, which anybody can write into anybody's name.
    if (userId === undefined || payment.value === 0n) continue;
    const coin = coinAt(at, payment.token);
    const seen = await writeSeen(tx, {
      id: uuidv7(),
      userId,
      network: at.network.id,
      txHash: payment.txHash,
      logIndex: payment.index,
      blockNo: payment.blockNumber,
      blockHash: payment.blockHash,
      token: payment.token,
      coin: coin?.coin ?? null,
      address: payment.to,
      sender: payment.from,
      raw: payment.value,
      amount: aboutWorth(payment, { coin, rate }),
      state: coin === null ? 'QUARANTINE' : 'CONFIRMING',
      reason: coin === null ? 'unknown_token' : null,
      seenAt: now,
    });
    if (seen === null) continue;
    await writeInputs(tx, { depositId: seen.id, network: at.network.id, inputs: payment.inputs });
    // Of a coin that was seen before its block they have heard then.
    if (seen.state !== 'CONFIRMING' || seen.amount === 0n || (at.family === 'coin' && seen.seenAt !== now)) continue;
    await record(tx, [{ kind: 'deposit.seen', userId, depositId: seen.id, amount: seen.amount.toString() }]);
  }
}
