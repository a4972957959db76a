import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage, parseSiweMessage, type SiweMessage } from 'viem/siwe';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import { caller, type Answered, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, officeOf } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { HAS_COIN_CHAIN, startCoinChain, type CoinWorld } from '#tests/worlds/coin-world.ts';
import { makeWithdrawer } from './withdrawer.ts';

let server: TestServer;
let chain: ChainWorld;
let coins: CoinWorld | null = null;
let ask: Ask;

beforeAll(async () => {
  chain = await startChain();
  if (HAS_COIN_CHAIN) coins = await startCoinChain();
  const nowhere = 'http://127.0.0.1:9';
  server = await startTestServer({
    env: { ADMIN_ORIGIN, RPC_LOCAL: chain.url, RPC_ETHEREUM: nowhere, RPC_LOCAL_COIN: nowhere },
  });
  ask = caller(server.origin);
  await sql(`INSERT INTO payout_wallet (network, address, since) VALUES ('ethereum', '0x01', now())`, []);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await chain.stop();
  await coins?.stop();
});

const api = '/api/v2/transaction';
const BOOK = `${api}/address-book`;
const sql = (text: string, values: readonly unknown[]) => server.pool.query(text, [...values]);
const code = ({ status, json }: Answered) => (status < 300 ? 'ok' : String(json['error']!['code']));
const failed = ({ json }: Answered) => [
  json['error']!['code'],
  (json['error']!['details'] as { reason?: string }).reason,
];
const OVER = ['WalletProofFailed', 'over'];
const WRONG = ['WalletProofFailed', 'wrong'];

interface Entry {
  readonly id: string;
  readonly address: string;
  readonly provedAt: string | null;
  readonly heldBy: string;
}
const entries = ({ json }: Answered) => json['items'] as unknown as Entry[];

async function save(person: Person, body: object): Promise<Entry> {
  await proveAgain(server, person.id);
  const saved = await ask(BOOK, {
    method: 'POST',
    token: person.token,
    body: { network: 'ethereum', label: 'Wallet', ...body },
  });
  expect(code(saved)).toBe('ok');
  await sql('UPDATE saved_address SET usable_from = now() WHERE user_id = $1', [person.id]);
  return entries(saved)[0]!;
}

interface Challenge {
  readonly nonce: string;
  readonly message: string;
  readonly chainId: number | null;
  readonly expiresAt: string;
}
const begin = async ({ token }: Person, { id }: Entry) =>
  (await ask(`${BOOK}/${id}/proof`, { method: 'POST', token })).json as unknown as Challenge;
const prove = ({ token }: Person, { id }: Entry, body: object) =>
  ask(`${BOOK}/${id}/proof/signature`, { method: 'POST', token, body });
const provedAt = async ({ token }: Person, { id }: Entry) =>
  entries(await ask(BOOK, { token })).find((one) => one.id === id)?.provedAt;

/** Somebody with a key, and its address saved. */
async function owner(network = 'ethereum') {
  const person = await makeWithdrawer(server, ask);
  const key = privateKeyToAccount(generatePrivateKey());
  return { person, key, entry: await save(person, { network, address: key.address }) };
}

describe('a person proves that a wallet is theirs', () => {
  it('by a text of EIP-4361 that names page, chain, nonce and end, signed by its key', async () => {
    const { person, key, entry } = await owner();
    const asked = await begin(person, entry);
    const said = parseSiweMessage(asked.message);
    const origin = new URL(server.config.origins.dashboard);
    expect(said).toMatchObject({
      address: key.address,
      chainId: 1,
      domain: origin.host,
      nonce: asked.nonce,
      version: '1',
    });
    expect(said.expirationTime?.toISOString()).toBe(asked.expiresAt);
    expect(said.expirationTime!.getTime() - said.issuedAt!.getTime()).toBe(600_000);
    expect(await provedAt(person, entry)).toBeNull();
    const signature = await key.signMessage({ message: asked.message });
    const book = await prove(person, entry, { nonce: asked.nonce, signature: ` ${signature}\n` });
    expect(entries(book).find(({ id }) => id === entry.id)?.provedAt).not.toBeNull();
    const { rows } = await sql(`SELECT message, signature FROM wallet_proof WHERE nonce = $1`, [asked.nonce]);
    expect(rows).toEqual([{ message: asked.message, signature }]);
    // Used once; also where two come at once.
    expect(failed(await prove(person, entry, { nonce: asked.nonce, signature }))).toEqual(OVER);
  });

  it('once, of two signatures that come at the same moment', async () => {
    const { person, key, entry } = await owner();
    const { nonce, message } = await begin(person, entry);
    const signature = await key.signMessage({ message });
    const both = await Promise.all([1, 2, 3].map(() => prove(person, entry, { nonce, signature })));
    expect(both.map(code).toSorted()).toEqual(['WalletProofFailed', 'WalletProofFailed', 'ok']);
  });

  it.each([
    ['another page', { domain: 'tikvo.example.org' }],
    ['another chain', { chainId: 137 }],
    ['another nonce', { nonce: '0123456789abcdef0123456789abcdef' }],
    ['a later end', { expirationTime: new Date('2099-01-01') }],
  ])('not by a text of %s', async (_, other) => {
    const { person, key, entry } = await owner();
    const { nonce, message } = await begin(person, entry);
    const changed = createSiweMessage({ ...(parseSiweMessage(message) as SiweMessage), ...other });
    expect(changed).not.toBe(message);
    const signature = await key.signMessage({ message: changed });
    expect(failed(await prove(person, entry, { nonce, signature }))).toEqual(WRONG);
    expect(await provedAt(person, entry)).toBeNull();
  });

  it('not by another key, nor what is no signature, and may try again', async () => {
    const { person, key, entry } = await owner();
    const { nonce, message } = await begin(person, entry);
    const stranger = privateKeyToAccount(generatePrivateKey());
    for (const signature of [await stranger.signMessage({ message }), '0x', '0x00', 'hello', `0x${'0'.repeat(130)}`]) {
      expect(failed(await prove(person, entry, { nonce, signature })), signature).toEqual(WRONG);
    }
    expect(code(await prove(person, entry, { nonce, signature: await key.signMessage({ message }) }))).toBe('ok');
  });

  it('not after ten minutes, nor with the text of another entry, another person or an address that is another by now', async () => {
    const { person, key, entry } = await owner();
    const late = await begin(person, entry);
    await sql(
      `UPDATE wallet_proof SET made_at = made_at - interval '10 min', expires_at = expires_at - interval '10 min' WHERE nonce = $1`,
      [late.nonce],
    );
    const signature = await key.signMessage({ message: late.message });
    expect(failed(await prove(person, entry, { nonce: late.nonce, signature }))).toEqual(OVER);
    const other = await owner();
    const theirs = await begin(other.person, other.entry);
    const signed = await other.key.signMessage({ message: theirs.message });
    expect(failed(await prove(person, entry, { nonce: theirs.nonce, signature: signed }))).toEqual(OVER);
    expect(code(await prove(person, other.entry, { nonce: theirs.nonce, signature: signed }))).toBe('NotFound');
    // The same key on another chain: what is proved is an address on its chain.
    await save(other.person, { id: other.entry.id, network: 'local', address: other.key.address });
    expect(failed(await prove(other.person, other.entry, { nonce: theirs.nonce, signature: signed }))).toEqual(OVER);
    expect(await provedAt(other.person, other.entry)).toBeNull();
  });

  it('until the entry is another address, or is said to be held by somebody', async () => {
    const { person, key, entry } = await owner();
    const proveNow = async () => {
      const { nonce, message } = await begin(person, entry);
      expect(code(await prove(person, entry, { nonce, signature: await key.signMessage({ message }) }))).toBe('ok');
    };
    await proveNow();
    await save(person, { id: entry.id, address: key.address, label: 'Renamed' });
    expect(await provedAt(person, entry)).not.toBeNull();
    await save(person, { id: entry.id, address: key.address, heldBy: 'Some Exchange' });
    expect(await provedAt(person, entry)).toBeNull();
    // Of another name alone nothing of this changes. The audit log has what was said of the holder.
    const noted = async () =>
      (await sql('SELECT count(*)::int AS n FROM audit_log WHERE subject_id = $1', [person.id])).rows[0] as {
        n: number;
      };
    const { n } = await noted();
    const renamed = await save(person, { id: entry.id, address: key.address, label: 'Renamed again' });
    expect([renamed.heldBy, (await noted()).n]).toEqual(['Some Exchange', n]);
    await save(person, { id: entry.id, address: key.address, heldBy: 'Another Exchange' });
    expect((await noted()).n).toBe(n + 1);
    await save(person, { id: entry.id, address: key.address, heldBy: '' });
    await proveNow();
    await save(person, { id: entry.id, network: 'local', address: key.address });
    expect(await provedAt(person, entry)).toBeNull();
  });

  it('by a smart wallet that says so on its chain (ERC-1271), and not by one that denies it', async () => {
    const person = await makeWithdrawer(server, ask);
    // Answers each question with the word of ERC-1271, or with nothing but zeros.
    const yes = ['0x6000000000000000000000000000000000001271', '0x631626ba7e60e01b60005260206000f3'] as const;
    const no = ['0x6000000000000000000000000000000000001272', '0x60206000f3'] as const;
    for (const [address, bytes] of [yes, no]) {
      await chain.rpc.call('anvil_setCode', [address, bytes]);
      const entry = await save(person, { network: 'local', address });
      const { nonce } = await begin(person, entry);
      const signature: Hex = `0x${'ab'.repeat(65)}`;
      expect(code(await prove(person, entry, { nonce, signature }))).toBe(
        address === yes[0] ? 'ok' : 'WalletProofFailed',
      );
    }
  });

  it.skipIf(!HAS_COIN_CHAIN)('by what a node of the Bitcoin family signs with the key of an old address', async () => {
    const person = await makeWithdrawer(server, ask);
    const text = async (method: string, params: readonly unknown[]) => String(await coins?.client.call(method, params));
    const [address, stranger] = [
      await text('getnewaddress', ['', 'legacy']),
      await text('getnewaddress', ['', 'legacy']),
    ];
    const entry = await save(person, { network: 'local-coin', address });
    const { nonce, message, chainId } = await begin(person, entry);
    expect(chainId).toBeNull();
    expect(message.length).toBeLessThanOrEqual(240);
    expect(message).toMatch(/^[ -~]+$/);
    const wrong = await prove(person, entry, { nonce, signature: await text('signmessage', [stranger, message]) });
    expect(failed(wrong)).toEqual(WRONG);
    const signature = await text('signmessage', [address, message]);
    expect(code(await prove(person, entry, { nonce, signature }))).toBe('ok');
  });
});

describe('a withdrawal to a wallet', () => {
  const estimate = ({ token }: Person, body: object) =>
    ask(`${api}/withdraw/estimate`, {
      method: 'POST',
      token,
      body: { transfer: false, network: 'ethereum', token: 'USDT', ...body },
    });
  const withdraw = ({ token }: Person, body: object) =>
    ask(`${api}/withdraw`, {
      method: 'POST',
      token,
      body: { transfer: false, network: 'ethereum', token: 'USDT', ...body },
    });
  const openGates = ({ json }: Answered) =>
    (json['gates'] as unknown as { gate: string; state: string; code: string }[])
      .filter(({ state }) => state === 'open')
      .map(({ gate, code: why }) => [gate, why]);
  const rich = async () => {
    const person = await makeWithdrawer(server, ask, { amount: 9_000_000_000n });
    const key = privateKeyToAccount(generatePrivateKey());
    return { person, key, entry: await save(person, { address: key.address }) };
  };

  it('that nobody proved takes what the country allows in a day, and the rest after the proof', async () => {
    const { person, key, entry } = await rich();
    const to = { address: key.address };
    const told = await estimate(person, { ...to, amount: '1000.01' });
    expect(told.json['unprovedMostStr']).toBe('1000.00');
    expect(openGates(told)).toEqual([['wallet', 'WalletUnproved']]);
    expect(code(await withdraw(person, { ...to, amount: '1000.01' }))).toBe('WalletUnproved');
    expect(code(await withdraw(person, { ...to, amount: '600' }))).toBe('ok');
    expect(code(await withdraw(person, { ...to, amount: '400.01' }))).toBe('WalletUnproved');
    expect(code(await withdraw(person, { ...to, amount: '400' }))).toBe('ok');
    const { nonce, message } = await begin(person, entry);
    expect(code(await prove(person, entry, { nonce, signature: await key.signMessage({ message }) }))).toBe('ok');
    expect(code(await withdraw(person, { ...to, amount: '1000.01' }))).toBe('ok');
  });

  it('asks for it from the sum of where its person lives', async () => {
    const { person, key } = await rich();
    const gates = async (country: string | null, amount: string) => {
      await sql('UPDATE app_user SET country = $2 WHERE id = $1', [person.id, country]);
      return openGates(await estimate(person, { address: key.address, amount })).map(([gate]) => gate);
    };
    expect(await gates('CH', '10')).toEqual(['wallet']);
    expect(await gates('GB', '1000')).toEqual([]);
    expect(await gates('JP', '1000.01')).toEqual(['wallet']);
    expect(await gates(null, '10')).toEqual(['wallet']);
  });

  it('that a company holds, as its person says, is looked at by somebody from the same sum on', async () => {
    const { person, key, entry } = await rich();
    await sql(`UPDATE app_user SET created_at = now() - make_interval(secs => $2) WHERE id = $1`, [
      person.id,
      (30 * DAY_MS) / 1_000,
    ]);
    // No rule of the policy asks anybody.
    await sql(
      `INSERT INTO payout_policy (id, revision, rules, made_by, made_at, published_at, request)
       VALUES (gen_random_uuid(), 2, '[{"id":"all","when":"always","value":"","verdict":"automatic"}]', $1, now(), now(), gen_random_uuid())`,
      [person.id],
    );
    await save(person, { id: entry.id, address: key.address, heldBy: 'Some Exchange' });
    const decided = async (amount: string) => {
      const made = await withdraw(person, { address: key.address, amount });
      expect(code(made)).toBe('ok');
      const { rows } = await sql('SELECT people, state FROM withdrawal WHERE id = $1', [made.json['id']]);
      return rows[0] as unknown;
    };
    expect(await decided('1000')).toEqual({ people: 0, state: 'APPROVED' });
    expect(await decided('20')).toEqual({ people: 1, state: 'REVIEW' });
    // What was said of the wallet has to hold when somebody looks.
    await save(person, { id: entry.id, address: key.address, heldBy: '' });
    const officer = await personOf(server, 'CASHIER');
    await proveAgain(server, officer.id);
    const { rows } = await sql(`SELECT id FROM withdrawal WHERE user_id = $1 AND state = 'REVIEW'`, [person.id]);
    const { id } = rows[0] as { id: string };
    const approved = await actsBy(officeOf(server))(`withdrawals/${id}`, 'approve', officer)({ reason: 'looked at' });
    expect(approved.json['error']?.['details']?.['why']).toBe('They haven’t proved that the wallet is theirs.');
  });
});
