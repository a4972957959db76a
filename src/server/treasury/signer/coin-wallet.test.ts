import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import { HOUR_MS } from '#domain/time.ts';
import { CoinBook } from './coin-book.ts';
import { coinKeyForm, coinKeyOf } from './coin-keys.ts';
import type { CoinAttemptTerms, CoinPaymentTerms } from './coin-terms.ts';
import { CoinWallet } from './coin-wallet.ts';

const folder = mkdtempSync(join(tmpdir(), 'tikvo-coin-wallet-'));
let path: string;
let now: number;
beforeEach(() => {
  path = join(folder, randomUUID());
  now = 1_800_000_000_000;
});
afterAll(() => rmSync(folder, { recursive: true }));

const key = coinKeyOf(
  coinKeyForm.parse({ key: `0x${'11'.repeat(32)}`, payment: '5', hour: '8', day: '10', fee: '0.001' }),
);
const open = () =>
  new CoinWallet({
    keys: new Map([['local-coin', key]]),
    book: new CoinBook(path),
    networks: [LOCAL_COIN_NETWORK],
    now: () => now,
  });
/** Of keys that nobody has: to a key, to a key in the older form, to a script. */
const TO = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
const OTHER = 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r';
const payment = (over: Partial<CoinPaymentTerms> = {}): CoinPaymentTerms => ({
  kind: 'coins',
  id: randomUUID(),
  run: 1,
  network: 'local-coin',
  to: TO,
  units: '100000000',
  saved: [TO],
  people: 0,
  ...over,
});
const input = (vout = 0) => ({ txid: 'ab'.repeat(32), vout, units: '300000000' });
const first: CoinAttemptTerms = { no: 1, inputs: [input()], fee: '10000', change: '199990000' };

describe('the wallet of coins', () => {
  it('gives the same bytes for the same terms, also after a restart: what is paid, and change to itself, replaceable', async () => {
    const asked = payment();
    const before = open();
    await expect(before.signCoins(asked, first)).rejects.toThrow('not accepted');
    await before.acceptCoins(asked);
    const signed = await before.signCoins(asked, first);
    const after = open();
    expect(await after.signCoins(asked, first)).toEqual(signed);
    await after.acceptCoins({ ...asked, saved: [], people: 1 });
    await expect(after.acceptCoins({ ...asked, units: '100000001' })).rejects.toThrow('other terms');
    await expect(after.signCoins({ ...asked, to: OTHER }, first)).rejects.toThrow('other terms');
    await expect(after.signCoins(asked, { ...first, fee: '10001', change: '199989999' })).rejects.toThrow(
      'other terms',
    );
    const address = (await after.facts())[0]?.address ?? '';
    const network = { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0 };
    const read = Transaction.fromRaw(Buffer.from(signed.raw, 'hex'));
    expect([read.id, read.inputsLength, read.getInput(0).sequence]).toEqual([signed.hash, 1, 0xff_ff_ff_fd]);
    expect([0, 1].map((no) => [read.getOutputAddress(no, network), read.getOutput(no).amount])).toEqual([
      [TO, 100_000_000n],
      [address, 199_990_000n],
    ]);
    expect(read.outputsLength).toBe(2);
  });

  it('spends the same outputs in each attempt, no output for two payments, and a fee below its limit', async () => {
    const wallet = open();
    const [one, two] = [payment(), payment({ to: OTHER, saved: [OTHER] })];
    await wallet.acceptCoins(one);
    await wallet.acceptCoins(two);
    await wallet.signCoins(one, first);
    const second = { no: 2, inputs: [input()], fee: '20000', change: '199980000' };
    await expect(wallet.signCoins(one, { ...second, inputs: [input(1)] })).rejects.toThrow('the same outputs');
    await expect(wallet.signCoins(one, { ...second, no: 3 })).rejects.toThrow('one after the other');
    await expect(wallet.signCoins(one, { ...second, change: '199980001' })).rejects.toThrow('not what comes out');
    await expect(wallet.signCoins(one, { ...second, fee: '100001', change: '199899999' })).rejects.toThrow(
      'fee is above',
    );
    await expect(wallet.signCoins(one, { ...second, fee: '199999999', change: '1' })).rejects.toThrow('fee is above');
    await wallet.signCoins(one, second);
    await expect(open().signCoins(two, first)).rejects.toThrow('by another payment');
    const twice = { ...first, inputs: [input(2), input(2)], change: '499990000' };
    await expect(wallet.signCoins(two, twice)).rejects.toThrow('spent twice');
    const small = { ...first, inputs: [{ ...input(3), units: '100010001' }], change: '1' };
    await expect(wallet.signCoins(two, small)).rejects.toThrow('the change is less');
    await wallet.signCoins(two, { ...first, inputs: [input(2)] });
  });

  it('pays saved or approved addresses of its network, never its own, within limits that a restart does not lift', async () => {
    const wallet = open();
    const address = (await wallet.facts())[0]?.address ?? '';
    for (const [over, why] of [
      [{ saved: [OTHER] }, 'not saved'],
      [{ to: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' }, 'none of this network'],
      [{ to: address, saved: [address] }, 'pays the wallet itself'],
      [{ units: '5459' }, 'less than nodes pass on'],
      [{ units: '500000001' }, 'limit of the payment'],
      [{ network: 'bitcoin' }, 'none of ours'],
    ] as const) {
      await expect(wallet.acceptCoins(payment(over as Partial<CoinPaymentTerms>)), why).rejects.toThrow(why);
    }
    await wallet.acceptCoins(payment({ saved: [], people: 1 }));
    await wallet.acceptCoins(payment({ units: '500000000' }));
    const after = open();
    await expect(after.acceptCoins(payment({ units: '200000001' }))).rejects.toThrow('limit of the hour');
    now += HOUR_MS;
    await after.acceptCoins(payment({ units: '300000000' }));
    await expect(after.acceptCoins(payment({ units: '200000000' }))).rejects.toThrow('limit of the day');
  });
});
