import { uuidv7 } from 'uuidv7';
import type { PoolClient } from 'pg';
import { DEEPEST_REORG } from '#domain/cashier/networks.ts';
import { ledgerAmount, ORPHAN_MS } from '#domain/deposits/rules.ts';
import { usdt } from '#domain/money.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { BlockMark, ChainClient, OpenNetwork, TransferLog } from '#server/networks/index.ts';
import type { DepositParts } from './parts.ts';
import { allAddresses, ownersOf } from './store-addresses.ts';
import { dropOrphans, orphan, writeSeen } from './store.ts';
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
const ADDRESSES_AT_ONCE = 1_000;

/**
 * Reads a network up to its last block, follows its forks, and reads final blocks again. Every payment to an address of a person is written
 * once. A throw leaves everything as it was at the last block that was read.
 */
export async function scan(parts: DepositParts, at: OpenNetwork): Promise<void> {
  const network = at.network.id;
  let last = await stillOfChain(parts, at, await findScanned(parts.db, network));
  const head = await at.client.head();
  if (last === null) {
    const behind = head.number > BigInt(DEEPEST_REORG) ? head.number - BigInt(DEEPEST_REORG) : 0n;
    last = await at.client.block(behind);
    if (last === null || !(await begin(parts, network, last))) return;
  }
  for (let count = 0; last.number < head.number && count < MOST_BLOCKS; count += 1) {
    const block: BlockMark | null = await at.client.block(last.number + 1n);
    // It forked while we read: the next pass finds where.
    if (block === null || block.parentHash !== last.hash) return;
    if (!(await read(parts, at, { block, from: last }))) return;
    last = block;
  }
  await audit(parts, at, head.number);
  const now = parts.clock.now();
  await dropOrphans(parts.db, { before: now - ORPHAN_MS, at: now });
}

/** The last block we know that the chain still has. Behind a fork, deposits are orphaned first. */
async function stillOfChain(parts: DepositParts, at: OpenNetwork, last: Mark | null): Promise<Mark | null> {
  const network = at.network.id;
  if (last === null || (await at.client.block(last.number))?.hash === last.hash) return last;
  for (const known of await blocksBefore(parts.db, network)) {
    if ((await at.client.block(known.number))?.hash !== known.hash) continue;
    parts.log.warn({ network, from: last.number.toString(), to: known.number.toString() }, 'a chain was reorganised');
    await goBack(parts, network, { last, to: known });
    return known;
  }
  parts.log.error({ network, block: last.number.toString() }, 'a chain has none of the blocks that were read of it');
  const behind = await at.client.head();
  const to = behind.number < last.number ? behind : await at.client.block(last.number);
  if (to === null) return null;
  await goBack(parts, network, { last, to: { number: -1n, hash: to.hash }, begin: to });
  return to;
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
  at: OpenNetwork,
  { block, from }: { readonly block: BlockMark; readonly from: Mark },
): Promise<boolean> {
  const network = at.network.id;
  const logs = await logsOf(parts, at, block.hash);
  return transaction(parts.db, async (tx) => {
    if (!(await moveScan(tx, { network, from, to: block }))) return false;
    await keepBlock(tx, { network, block, keep: KEPT_BLOCKS });
    await writeLogs(parts, tx, { at, logs });
    crashAt('deposit.seen');
    return true;
  });
}

/** Reads final blocks again, at three distances from the head. */
async function audit(parts: DepositParts, at: OpenNetwork, head: bigint): Promise<void> {
  const { id: network, confirmations } = at.network;
  for (let times = 1; times <= AUDITS; times += 1) {
    const upTo = head - BigInt(confirmations) + 1n - BETWEEN_AUDITS * BigInt(times - 1);
    for (const block of await unaudited(parts.db, { network, upTo, times })) {
      const logs = await logsOf(parts, at, block.hash);
      await transaction(parts.db, async (tx) => {
        await writeLogs(parts, tx, { at, logs });
        await wasAudited(tx, { network, block });
      });
    }
  }
}

/** What any node knows of a block. The first must answer; another that is away, behind or on a fork adds nothing. */
async function logsOf(
  { db, log }: DepositParts,
  at: OpenNetwork,
  block: `0x${string}`,
): Promise<readonly TransferLog[]> {
  const addresses = await allAddresses(db, MOST_ADDRESSES);
  const ask = async (client: ChainClient) => {
    if (addresses === null) return client.transfers({ block, tokens: at.network.tokens.map(({ address }) => address) });
    const found: TransferLog[] = [];
    for (let from = 0; from < addresses.length; from += ADDRESSES_AT_ONCE) {
      found.push(...(await client.transfers({ block, to: addresses.slice(from, from + ADDRESSES_AT_ONCE) })));
    }
    return found;
  };
  const [first, ...others] = at.clients;
  const all = await Promise.all([ask(first), ...others.map((client) => ask(client).catch(() => null))]);
  const told = all.filter((logs) => logs !== null);
  const logs = new Map(told.flat().map((one) => [`${one.txHash} ${one.logIndex}`, one]));
  if (told.some(({ length }) => length !== logs.size)) {
    log.warn(
      { network: at.network.id, block, counts: told.map(({ length }) => length) },
      'nodes do not agree on a block',
    );
  }
  return [...logs.values()];
}

async function writeLogs(
  { clock }: DepositParts,
  tx: PoolClient,
  { at, logs }: { readonly at: OpenNetwork; readonly logs: readonly TransferLog[] },
): Promise<void> {
  const owners = await ownersOf(tx, [...new Set(logs.map(({ to }) => to))]);
  const { id: network, tokens } = at.network;
  for (const log of logs) {
    const userId = owners.get(log.to);
    // Nobody's, or a transfer of nothing, which anybody can write into anybody's name.
    if (userId === undefined || log.value === 0n) continue;
    const token = tokens.find(({ address }) => address.toLowerCase() === log.token);
    const seen = await writeSeen(tx, {
      id: uuidv7(),
      userId,
      network,
      txHash: log.txHash,
      logIndex: log.logIndex,
      blockNo: log.blockNumber,
      blockHash: log.blockHash,
      token: log.token,
      coin: token?.coin ?? null,
      address: log.to,
      sender: log.from,
      raw: log.value,
      amount: token === undefined ? usdt(0n) : ledgerAmount(log.value, token.decimals),
      state: token === undefined ? 'QUARANTINE' : 'CONFIRMING',
      reason: token === undefined ? 'unknown_token' : null,
      seenAt: clock.now(),
    });
    if (seen?.state !== 'CONFIRMING') continue;
    await record(tx, [{ kind: 'deposit.seen', userId, depositId: seen.id, amount: seen.amount.toString() }]);
  }
}
