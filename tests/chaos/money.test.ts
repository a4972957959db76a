/**
 * Money of several people while everything around it fails: the chain loses blocks, nodes lie, the wallet's signer is killed, and providers repeat,
 * reorder and forge what they say. In the end each has to the cent what they must have, and the books are what the chain has.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '#tests/http-calls.ts';
import { startingPlace } from '#tests/processes/starting-place.ts';
import type { Lie } from '#tests/worlds/lying-node.ts';
import { moneyWorld, type Counted, type MoneyWorld } from './money-world.ts';
import { FORM } from './size.ts';

const UNIT = 1_000_000n;
const PATIENCE_MS = 150_000;
const api = '/api/v2/transaction';
/** As long as several looks take of whatever asks a node. */
const LIE_MS = 8_000;
/** Which of the two nodes says what. */
const LIES: readonly (readonly [0 | 1, Lie])[] =
  FORM === 'short'
    ? [
        [0, 'behind'],
        [0, 'failed'],
        [1, 'no receipts'],
      ]
    : ([0, 1] as const).flatMap((node) =>
        (['behind', 'no logs', 'no receipts', 'no blocks', 'failed', 'away'] as const).map(
          (lie) => [node, lie] as const,
        ),
      );
/** What a provider does with what it tells of an order, and by what it is paid. */
const TELLINGS = [
  ['twice', 'card'],
  ['reordered', 'coin'],
  ['forged', 'card'],
  ['late', 'coin'],
] as const;

const place = startingPlace('money');
let world: MoneyWorld;
beforeEach(async () => void (world = await moneyWorld(place)), 240_000);
afterEach(() => world?.stop(), 60_000);

/** Waits until something stands as it must; where it does not, says how it stands, and what the product told its operator. */
async function isNow(what: string, state: () => Promise<string | null>, wanted: string): Promise<void> {
  const is = async () => ((await state()) === wanted ? true : null);
  await until(`${what} to be ${wanted}`, is, PATIENCE_MS).catch(async (error: unknown) => {
    const chain = JSON.stringify([await world.rpc.number('eth_blockNumber'), await world.rpc.call('txpool_status')]);
    throw new Error(
      `${String(error)}; it is ${await state()}; the chain: ${chain}. ${world.started.said().slice(-4_000)}`,
    );
  });
}
const isCredited = (hash: string) => isNow(`deposit ${hash}`, () => world.depositState(hash), 'CREDITED');
const isPaid = (id: string) => isNow(`withdrawal ${id}`, () => world.withdrawalState(id), 'PAID');

/** The fourth in an hour waits for people. */
async function takesOut(who: Counted, dollars: bigint): Promise<string> {
  const id = await world.withdraw(who, dollars);
  if ((await world.withdrawalState(id)) === 'REVIEW') await world.approve(id);
  return id;
}

async function deposits(who: Counted, dollars: bigint): Promise<string> {
  const hash = await world.send(who, dollars);
  who.cash += dollars * UNIT;
  return hash;
}

/** Everybody deposits; one pays a friend, and takes another payment back. */
async function begins(people: readonly Counted[]): Promise<void> {
  const [ada, ben, cyd] = people as [Counted, Counted, Counted];
  for (const hash of await Promise.all(people.map((one) => deposits(one, 300n)))) await isCredited(hash);
  await world.pay(ada, ben, 30n);
  const taken = await world.pay(ada, cyd, 20n);
  const back = await world.ask(`${api}/payments/${taken}/recall`, { method: 'POST', token: ada.token });
  expect(back.status, back.text).toBe(200);
  ada.cash -= 30n * UNIT;
  ben.cash += 30n * UNIT;
}

/** The signer is killed as soon as there is something to sign, and again when it is back. */
async function signerDies(people: readonly Counted[]): Promise<void> {
  const large = await world.withdraw(people[0]!, 600n);
  expect(await world.withdrawalState(large)).toBe('REVIEW');
  await world.approve(large);
  const ids = [large, ...(await Promise.all(people.map((one) => world.withdraw(one, 40n))))];
  for (let kills = 0; kills < 4; kills += 1) {
    const pid = await until('the signer of the wallet', () => world.started.children().wallet, PATIENCE_MS);
    process.kill(pid, 'SIGKILL');
    await pause(500 * kills);
  }
  for (const id of ids) await isPaid(id);
}

/** Three blocks are lost. One of their deposits comes back in another block, one never; what was paid out in them is paid once. */
async function chainForks([, ben, cyd, dora]: readonly Counted[]): Promise<void> {
  const { rpc } = world;
  const out = await world.withdraw(ben!, 25n);
  await isNow('the withdrawal', () => world.withdrawalState(out), 'BROADCAST');
  const kept = await deposits(cyd!, 40n);
  const lost = await world.send(dora!, 70n);
  const raw = await rpc.call('eth_getRawTransactionByHash', [kept]);
  await isNow('the deposit', () => world.depositState(lost), 'CONFIRMING');
  await rpc.call('anvil_reorg', [3, []]);
  await isNow('the deposit that is gone', () => world.depositState(lost), 'ORPHANED');
  await until('the other block of the deposit', async () => {
    await rpc.call('eth_sendRawTransaction', [raw]).catch(() => null);
    return rpc.call('eth_getTransactionReceipt', [kept]);
  });
  await isCredited(kept);
  await isPaid(out);
  // The sender has used its place for another payment: it can never come back.
  await isCredited(await deposits(ben!, 15n));
  expect(await world.depositState(lost)).toBe('ORPHANED');
}

const pausedBy = async () =>
  (await world.db.query<{ paused: string | null }>('SELECT paused FROM payout_wallet')).rows[0]?.paused ?? null;

/** A wallet that a lie has paused pays again when people say so, once it has what its books say. */
async function resumes(): Promise<void> {
  if ((await pausedBy()) === null) return;
  await until('no difference', async () => {
    const { rowCount } = await world.db.query('SELECT 1 FROM wallet_difference WHERE ended_at IS NULL');
    return rowCount === 0 ? true : null;
  });
  await world.command('admin.js', 'resume-payouts', 'local', 'the node lied');
}

/** Money comes and goes while a node lies, and is all there when it is honest again. */
async function nodeLies(who: Counted, [node, lie]: readonly [0 | 1, Lie]): Promise<void> {
  const out = await takesOut(who, 12n);
  const came = await deposits(who, 11n);
  await world.nodes[node].tell(lie);
  await pause(LIE_MS);
  await world.nodes[node].tell(null);
  await resumes();
  await isCredited(came);
  await isPaid(out);
}

/** A node that says that the wallet is empty stops what is paid out, until people say that it goes on. */
async function walletLooksEmpty(who: Counted): Promise<void> {
  await world.nodes[0].tell('poor');
  await isNow('the wallet', pausedBy, 'books');
  const waits = await takesOut(who, 14n);
  await pause(3_000);
  expect(await world.withdrawalState(waits)).toBe('APPROVED');
  await world.nodes[0].tell(null);
  await resumes();
  await isPaid(waits);
}

/** Each pays a provider, which tells of it in its own way, and then says all of it again. */
async function providerRepeats(people: readonly Counted[]): Promise<void> {
  const press = async (order: string, tells: string) => {
    const body = { order, does: 'pay', tells };
    expect((await world.ask(`${api}/test-fiat-notification`, { method: 'POST', body })).status).toBe(200);
  };
  const orders = await Promise.all(
    people.map(async (who, no) => {
      const [tells, method] = TELLINGS[no % TELLINGS.length]!;
      const { json } = await world.ask(`${api}/fiat-offers?fiat=EUR&amount=100`, { token: who.token });
      const offers = json['offers'] as unknown as { id: string; receiveStr: string }[];
      const { id: offer, receiveStr: receive } = offers.find(({ id }) => id === `fiatsim.${method}`)!;
      const body = { offer, fiat: 'EUR', amount: '100', receive };
      const made = await world.ask(`${api}/create-fiat-order`, { method: 'POST', token: who.token, body });
      expect(made.text).toContain('PENDING');
      await press(String(made.json['id']), tells);
      who.cash += BigInt(receive.replace('.', '')) * 10_000n;
      return { who, id: String(made.json['id']) };
    }),
  );
  for (const { who, id } of orders) {
    const state = async () => {
      const { json } = await world.ask(`${api}/fiat-orders/${id}`, { token: who.token });
      return String(json['status']);
    };
    await isNow('the order', state, 'CREDITED');
    for (const [tells] of TELLINGS) await press(id, tells);
  }
}

it('is to the cent where it must be after forks, lies, kills and forged messages', async () => {
  const names = ['Ada', 'Ben', 'Cyd', 'Dora'];
  const people = await Promise.all(names.map((name) => world.person(name)));
  await begins(people);
  const fiat = providerRepeats(people);
  await signerDies(people);
  await chainForks(people);
  for (const [no, lie] of LIES.entries()) await nodeLies(people[no % people.length]!, lie);
  await walletLooksEmpty(people[0]!);
  await fiat;
  // What is on its way to the wallet of the house arrives, and what was paid is theirs.
  await until(
    'everything to be final',
    async () => {
      const { rows } = await world.db.query<{ open: number }>(
        `SELECT (SELECT count(*) FROM payout_nonce WHERE state NOT IN ('DONE', 'FAILED'))::int
        + (SELECT count(*) FROM deposit WHERE state IN ('SEEN', 'CONFIRMING', 'QUARANTINE'))::int
        + (SELECT count(*) FROM payment WHERE state = 'HELD')::int AS open`,
      );
      return rows[0]?.open === 0 ? true : null;
    },
    PATIENCE_MS,
  );
  await world.compare(people);
  expect(await world.command('check.js')).toContain('healthy');
  const compared = await world.command('check-reconcile.js');
  expect(compared).toMatch(/USDT: books (\d+), chain \1, missing 0\.000000/);
  expect(compared).toMatch(/ETH: books (\d+), chain \1, missing 0\.000000/);
  expect(compared).toMatch(/fiatsim \(simulator\): owes [\d.]+, statement of 4, 0 differ/);
  process.stdout.write(`money: ${LIES.length + 1} lies, 4 kills of the signer, 3 lost blocks\n${compared}`);
}, 1_200_000);
