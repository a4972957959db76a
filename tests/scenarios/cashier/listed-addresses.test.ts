import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KNOWN_COIN_NETWORKS } from '#domain/cashier/coin-networks.ts';
import { thisShell } from '#server/audit/index.ts';
import { spellCoin } from '#server/cashier/addresses/spelling.ts';
import { systemClock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { addList, readOfac } from '#server/verification/index.ts';
import { isListedAddress } from '#server/verification/screening/lists.ts';
import { caller, type Answered, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import type { Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { recordedDir } from '../prices/replay-scan.ts';
import { makeWithdrawer } from './withdrawer.ts';

const folder = recordedDir();
const api = '/api/v2/transaction';
/** Of the phrase that everybody knows, with another last sign: nothing is ever paid to it. */
const XPUB =
  'xpub6E9KhRJ8w5gSejgdKWs7Wiof9N544zp21sZf2nWseaLctWvAk9B177y3PeZ729xyAsvQeCUdRfkqx9FcxVSeQHMZRzdLT8vPf4NP5MY1vw5';
const code = ({ status, json }: Answered) => (status < 300 ? 'ok' : String(json['error']!['code']));
const openGates = ({ json }: Answered) =>
  (json['gates'] as unknown as { gate: string; state: string; code: string; reason: string }[]).filter(
    ({ state }) => state === 'open',
  );

let server: TestServer;
let ask: Ask;

describe.runIf(folder !== null)('addresses of the Bitcoin family on the recorded list of the US Treasury', () => {
  const file = (name: string) => gunzipSync(readFileSync(join(folder ?? '', 'ofac', name))).toString('utf8');
  const entries = folder === null ? [] : readOfac(file('sdn-2021-07.csv.gz'));
  const named = (coin: string) =>
    entries.flatMap(({ addresses = [] }) => addresses.filter((one) => one.coin === coin).map(({ address }) => address));
  const [bitcoin, litecoin] = KNOWN_COIN_NETWORKS;
  const [XBT, LTC] = [[...new Set(named('XBT'))], [...new Set(named('LTC'))]];

  beforeAll(async () => {
    const nowhere = 'http://127.0.0.1:9';
    server = await startTestServer({
      env: { RPC_ETHEREUM: nowhere, RPC_BITCOIN: nowhere, DEPOSIT_XPUB_BITCOIN: XPUB },
    });
    ask = caller(server.origin);
    await server.pool.query(
      `INSERT INTO payout_wallet (network, address, since) VALUES ('bitcoin', 'bc1qown', now()), ('ethereum', '0x01', now())`,
    );
  });
  afterAll(() => server.stop());

  const target = { transfer: false, network: 'bitcoin', token: 'BTC', amount: '100' };
  const save = async (person: Person, address: string) => {
    await proveAgain(server, person.id);
    const body = { network: 'bitcoin', address, label: 'Coins' };
    return ask(`${api}/address-book`, { method: 'POST', token: person.token, body });
  };
  const estimate = (person: Person, address: string) =>
    ask(`${api}/withdraw/estimate`, { method: 'POST', token: person.token, body: { ...target, address } });
  const withdraw = (person: Person, address: string) =>
    ask(`${api}/withdraw`, { method: 'POST', token: person.token, body: { ...target, address } });
  const count = () => server.pool.query('SELECT 1 FROM withdrawal').then(({ rowCount }) => rowCount);

  it('are neither saved nor paid to, also one that was saved before the list named it', async () => {
    const ada = await makeWithdrawer(server, ask);
    const [first = ''] = XBT;
    expect(code(await save(ada, first))).toBe('ok');
    await server.pool.query('UPDATE saved_address SET usable_from = now() WHERE user_id = $1', [ada.id]);
    expect(openGates(await estimate(ada, first)).map(({ gate }) => gate)).not.toContain('address');
    const parts = { clock: systemClock, audit: { write: async () => undefined } };
    await transaction(server.pool, (tx) =>
      addList(parts, tx, { name: 'recorded', entries, act: { by: thisShell(), reason: 'for a test' } }),
    );
    expect(openGates(await estimate(ada, first))).toContainEqual(
      expect.objectContaining({ gate: 'address', code: 'AddressRefused', reason: 'listed' }),
    );
    expect(code(await withdraw(ada, first))).toBe('AddressRefused');
    for (const address of XBT.slice(1, 9)) {
      expect([code(await save(ada, address)), code(await withdraw(ada, address))], address).toEqual([
        'AddressRefused',
        'AddressRefused',
      ]);
    }
    expect(await count()).toBe(0);
    // One letter further is nobody of the list, and no address either: nothing is refused for being like one.
    expect(code(await save(ada, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'))).toBe('ok');
  }, 60_000);

  it('are known each, in the spelling that nodes give senders', async () => {
    // Remarks of the list end after 1,000 signs, one of them within an address.
    const whole = XBT.filter((address) => address.length > 20);
    expect([whole.length, XBT.length - whole.length, LTC.length]).toEqual([61, 1, 4]);
    for (const [network, all] of [
      [bitcoin, whole],
      [litecoin, LTC],
    ] as const) {
      for (const address of all) {
        const spelt = network === undefined ? null : spellCoin(network, address);
        expect(spelt, address).not.toBeNull();
        expect(await isListedAddress(server.pool, spelt ?? ''), address).toBe(true);
        const loud = address.startsWith('bc1') ? address.toUpperCase() : address;
        expect(await isListedAddress(server.pool, loud), loud).toBe(true);
      }
    }
  });
});
