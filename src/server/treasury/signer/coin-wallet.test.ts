import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transaction } from '@scure/btc-signer';
import { HDKey } from 'viem/accounts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { CoinBook } from './coin-book.ts';
import { coinKeyForm, coinKeyOf, TEST_COIN_DEPOSITS, type CoinKey } from './coin-keys.ts';
import type { CoinAttemptTerms, CoinPaymentTerms } from './coin-terms.ts';
import { CoinWallet } from './coin-wallet.ts';
import type { WalletSigner } from './signer-terms.ts';
import { WalletClient } from './wallet-client.ts';
import { listenForPayments } from './wallet-port.ts';

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
const branch = HDKey.fromExtendedKey(TEST_COIN_DEPOSITS);
const withDeposits = {
  ...key,
  deposits: {
    xpub: branch.publicExtendedKey,
    child(no: number) {
      const { privateKey, publicKey } = branch.deriveChild(no);
      return { secret: privateKey ?? expect.fail(), publicKey: publicKey ?? expect.fail() };
    },
  },
};
const sweep = () => ({ kind: 'coinSweep', id: randomUUID(), run: 1, network: 'local-coin' }) as const;
const open = (own: CoinKey = key) =>
  new CoinWallet({
    keys: new Map([['local-coin', own]]),
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

  it('accepts of a hundred that come at once what the limits of its coin hold (R-67)', async () => {
    const wallet = open();
    const socket = `${path}.sock`;
    const acceptCoins = (one: CoinPaymentTerms) => wallet.acceptCoins(one);
    const port = await listenForPayments({
      signer: { acceptCoins } as unknown as WalletSigner,
      path: socket,
      mode: 0o600,
      log: { warn: () => undefined, error: () => undefined },
      onFault: () => undefined,
    });
    const client = new WalletClient(socket);
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, () => client.acceptCoins(payment({ units: '30000000' }))),
    );
    await port.close();
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(26);
  });

  it('brings outputs of deposit addresses to its own, and nothing else, for a fee that is small beside them', async () => {
    const wallet = open(withDeposits);
    const [facts] = await wallet.facts();
    expect(facts?.xpub).toMatch(/^xpub/);
    const asked = sweep();
    const inputs = [
      { ...input(0), child: 0 },
      { ...input(1), child: 7 },
    ];
    const swept = { no: 1, inputs, fee: '10000', change: '599990000' };
    await expect(wallet.signCoins(asked, swept)).rejects.toThrow('not accepted');
    await wallet.acceptCoins(asked);
    const signed = await wallet.signCoins(asked, swept);
    const read = Transaction.fromRaw(Buffer.from(signed.raw, 'hex'));
    const network = { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0 };
    expect([read.id, read.inputsLength, read.outputsLength]).toEqual([signed.hash, 2, 1]);
    expect([read.getOutputAddress(0, network), read.getOutput(0).amount]).toEqual([facts?.address, 599_990_000n]);
    expect(await open(withDeposits).signCoins(asked, swept)).toEqual(signed);
    const second = { no: 2, inputs, fee: '90000', change: '599910000' };
    await expect(wallet.signCoins(asked, { ...second, fee: '100001', change: '599899999' })).rejects.toThrow(
      'above its limit',
    );
    await wallet.signCoins(asked, second);

    const other = sweep();
    await wallet.acceptCoins(other);
    const small = { no: 1, inputs: [{ ...input(2), units: '199999', child: 1 }], fee: '10000', change: '189999' };
    await expect(wallet.signCoins(other, small)).rejects.toThrow('too much for what is swept');
    const none = { ...first, inputs: [input(3)], change: '299990000' };
    await expect(wallet.signCoins(other, none)).rejects.toThrow('and nothing else does');
    const paid = payment();
    await wallet.acceptCoins(paid);
    const taken = { ...first, inputs: [{ ...input(4), child: 2 }] };
    await expect(wallet.signCoins(paid, taken)).rejects.toThrow('and nothing else does');
    await expect(wallet.signCoins(paid, first)).rejects.toThrow('by another payment');
    // Of two stories about the same outputs each would give one good signature, and both together any fee.
    const told = [
      { ...input(0), child: 0 },
      { ...input(1), units: '100000', child: 7 },
    ];
    const story = { no: 1, inputs: told, fee: '10000', change: '300090000' };
    await expect(wallet.signCoins(other, story)).rejects.toThrow('by another payment');
    await wallet.signCoins(other, { no: 1, inputs: inputs.slice(0, 1), fee: '10000', change: '299990000' });
  });

  it('sweeps nothing without the key of deposit addresses, and so often a day at most', async () => {
    await expect(open().acceptCoins(sweep())).rejects.toThrow('no key of deposit addresses');
    const wallet = open(withDeposits);
    for (let no = 0; no < 200; no += 1) await wallet.acceptCoins(sweep());
    await expect(wallet.acceptCoins(sweep())).rejects.toThrow('too many sweeps');
    now += DAY_MS;
    await wallet.acceptCoins(sweep());
  });
});
