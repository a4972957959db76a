import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTransaction, recoverTransactionAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { AttemptTerms, PaymentTerms } from './signer-terms.ts';
import { CoinBook } from './coin-book.ts';
import { CoinWallet } from './coin-wallet.ts';
import { WalletBook } from './wallet-book.ts';
import { readWalletKeys, type WalletKeys } from './wallet-keys.ts';
import { Wallet } from './wallet.ts';

let folder: string;
let keys: WalletKeys;
let path: string;
let now: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-wallet-'));
  keys = await readWalletKeys(join(folder, 'wallet.json'), { make: true });
});
beforeEach(() => {
  path = join(folder, randomUUID());
  now = 1_800_000_000_000;
});
afterAll(() => rmSync(folder, { recursive: true }));

const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const limits = { payment: 500_000_000n, hour: 1_000_000_000n, day: 1_500_000_000n };
const open = () =>
  new Wallet({
    keys,
    book: new WalletBook(path),
    coins: new CoinWallet({ keys: keys.coins, book: new CoinBook(`${path}.coins`), networks: [], now: () => now }),
    networks: [LOCAL_NETWORK],
    limits,
    mostFee: 10n ** 15n,
    now: () => now,
  });
const payment = (over: Partial<PaymentTerms & { kind: 'withdrawal' }> = {}): PaymentTerms => ({
  kind: 'withdrawal',
  id: randomUUID(),
  run: 1,
  network: 'local',
  coin: 'USDT',
  to: TO,
  amount: '99000000',
  saved: [TO],
  people: 0,
  ...over,
});
const first: AttemptTerms = { no: 1, nonce: 0, gas: 100_000, maxFee: '2000000000', tip: '1000000000' };

describe("the wallet's signer", () => {
  it('gives the same bytes for the same payment, also after a restart, and none for any other under its name', async () => {
    const asked = payment();
    const before = open();
    await expect(before.sign(asked, first)).rejects.toThrow('not accepted');
    await before.accept(asked);
    const signed = await before.sign(asked, first);
    const after = open();
    // What is saved now was looked at then.
    expect(await after.sign({ ...asked, saved: [], people: 0 } as PaymentTerms, first)).toEqual(signed);
    await after.accept(asked);
    for (const other of [{ amount: '99000001' }, { to: OTHER, saved: [OTHER] }, { coin: 'USDC' as const }]) {
      await expect(after.sign({ ...asked, ...other } as PaymentTerms, first)).rejects.toThrow('other terms');
      await expect(after.accept({ ...asked, ...other } as PaymentTerms)).rejects.toThrow('other terms');
    }
    await expect(after.sign(asked, { ...first, nonce: 1 })).rejects.toThrow('other terms');
    const raw = signed.raw as `0x02${string}`;
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(keys.wallet.address);
    expect(parseTransaction(raw)).toMatchObject({
      chainId: 31_337,
      to: LOCAL_NETWORK.tokens[0]?.address.toLowerCase(),
      data: `0xa9059cbb${TO.slice(2).toLowerCase().padStart(64, '0')}${(99_000_000).toString(16).padStart(64, '0')}`,
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain(keys.xpub);
  });

  it('keeps a payment to one nonce, a nonce to one payment, and a fee below its limit', async () => {
    const wallet = open();
    const [one, two] = [payment(), payment()];
    await wallet.accept(one);
    await wallet.accept(two);
    const signed = await wallet.sign(one, first);
    await expect(wallet.sign(two, first)).rejects.toThrow('of another payment');
    await expect(wallet.sign(one, { ...first, no: 2, nonce: 1 })).rejects.toThrow('one nonce');
    await expect(wallet.sign(one, { ...first, no: 3 })).rejects.toThrow('one after the other');
    await expect(wallet.sign(one, { ...first, no: 2, maxFee: '20000000000' })).rejects.toThrow('fee is above');
    const dearer = await wallet.sign(one, { ...first, no: 2, maxFee: '3000000000' });
    expect(dearer.hash).not.toBe(signed.hash);
    // A second run, after the first failed on the chain, is a payment of its own.
    const again = { ...one, run: 2 };
    await wallet.accept(again);
    await expect(wallet.sign(again, first)).rejects.toThrow('of another payment');
    await wallet.sign(again, { ...first, nonce: 1 });
  });

  it('pays saved or approved addresses, within limits of its own that a restart does not lift', async () => {
    const wallet = open();
    await expect(wallet.accept(payment({ saved: [OTHER] }))).rejects.toThrow('not saved');
    await wallet.accept(payment({ saved: [OTHER], people: 1 }));
    await expect(wallet.accept(payment({ amount: '500000001' }))).rejects.toThrow('limit of the payment');
    const big = { amount: '450000000' };
    await wallet.accept(payment(big));
    await wallet.accept(payment(big));
    const after = open();
    await expect(after.accept(payment(big))).rejects.toThrow('limit of the hour');
    now += HOUR_MS;
    await after.accept(payment(big));
    await expect(after.accept(payment(big))).rejects.toThrow('limit of the day');
    await expect(after.accept(payment({ network: 'ethereum' }))).rejects.toThrow('none of ours');
  });

  it('accepts of a hundred that come at once what its limits hold: each coin is a dollar, and they count together (R-67)', async () => {
    const wallet = open();
    const most = 33;
    const asked = Array.from({ length: 100 }, (_, at) =>
      payment({ amount: '30000000', coin: at % 2 === 0 ? 'USDT' : 'USDC' }),
    );
    const at = async () => {
      const answers = await Promise.allSettled(asked.map((one) => wallet.accept(one)));
      return answers.filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await at()).toBe(most);
    // The same ones again take nothing more, and are told the same.
    expect(await at()).toBe(most);
    now += HOUR_MS;
    // What the day has left, of those that were not taken: 1,500 less 990.
    expect(await at()).toBe(most + 17);
  });

  it('moves deposits to itself alone, and gives gas to deposit addresses alone', async () => {
    const wallet = open();
    const sweep = {
      kind: 'sweep',
      id: randomUUID(),
      run: 1,
      network: 'local',
      coin: 'USDT',
      child: 3,
      amount: '5',
    } as const;
    await wallet.accept(sweep);
    const swept = await wallet.sign(sweep, first);
    expect(swept.from).toBe(keys.child(3).address);
    expect(parseTransaction(swept.raw as `0x02${string}`).data).toContain(keys.wallet.address.slice(2).toLowerCase());
    const gas = { kind: 'gas', id: sweep.id, run: 1, network: 'local', child: 3, amount: '1000000000000000' } as const;
    await wallet.accept(gas);
    const given = parseTransaction((await wallet.sign(gas, first)).raw as `0x02${string}`);
    expect(given.to).toBe(keys.child(3).address.toLowerCase());
    await expect(wallet.accept({ ...gas, id: randomUUID(), amount: '1000000000000001' })).rejects.toThrow(
      'more than a fee',
    );
  });

  it('forgets a line that a kill has cut, and stops where another process writes its book', async () => {
    const asked = payment();
    const book = new WalletBook(path);
    book.accept(asked, now);
    appendFileSync(path, '{"did":"acc');
    const after = new WalletBook(path);
    expect(after.find(`withdrawal ${asked.id} 1`)?.payment).toEqual(asked);
    after.accept(payment(), now);
    expect(() => book.accept(payment(), now)).toThrow('another process');
    expect(new WalletBook(path).acceptedSince('withdrawal', 0)).toHaveLength(3);
  });
});
