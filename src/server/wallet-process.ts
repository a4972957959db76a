/** The wallet's signer: the only process that reads the keys of money. Started by `start`, or alone (`npm run wallet`) under a user or on a host of its own. */
import { join } from 'node:path';
import { coinNetworkRows } from './config/coin-networks.ts';
import { networkRows } from './config/networks.ts';
import { readWalletSettings } from './config/wallet.ts';
import { createLog } from './logging/log.ts';
import type { LinePort } from './net/line-port.ts';
import { EXIT } from './supervisor/exit-codes.ts';
import { watchLauncher } from './supervisor/launcher.ts';
import type { WalletSigner } from './treasury/signer/signer-terms.ts';
import { CoinBook } from './treasury/signer/coin-book.ts';
import { CoinWallet } from './treasury/signer/coin-wallet.ts';
import { WalletBook } from './treasury/signer/wallet-book.ts';
import { readWalletKeys } from './treasury/signer/wallet-keys.ts';
import { listenForPayments } from './treasury/signer/wallet-port.ts';
import { Wallet } from './treasury/signer/wallet.ts';

async function run(): Promise<void> {
  const { settings, mistakes } = readWalletSettings(process.env);
  const { rows: networks, mistakes: networkMistakes } = networkRows(process.env);
  if (mistakes.length + networkMistakes.length > 0) throw new Error([...mistakes, ...networkMistakes].join('\n'));
  const { dataDir, place, keysFile, makesKeys, limits, mostFee } = settings;
  const log = createLog(settings);
  let port: LinePort | null = null;
  const end = () => void Promise.resolve(port?.close()).then(() => process.exit(EXIT.asked));
  const isChild = process.send !== undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A child ends with its parent's word, or its parent.
    process.on(signal, isChild ? () => undefined : end);
  }
  if (isChild) process.on('disconnect', end);
  else watchLauncher(end);
  const book = new WalletBook(join(dataDir, 'wallet', 'book.jsonl'));
  const coinBook = new CoinBook(join(dataDir, 'wallet', 'coins.jsonl'));
  const coinNetworks = coinNetworkRows(process.env);
  let made: Promise<Wallet> | null = null;
  // When it is first asked: what makes transactions takes long to load, and a start has enough to do.
  const wallet = () =>
    (made ??= readWalletKeys(keysFile, { make: makesKeys }).then((keys) => {
      const coins = new CoinWallet({ keys: keys.coins, book: coinBook, networks: coinNetworks, now: Date.now });
      return new Wallet({ keys, book, coins, networks, limits, mostFee, now: Date.now });
    }));
  // Real keys that cannot be read are said now, not at the first payment.
  if (!makesKeys) await wallet();
  const signer: WalletSigner = {
    wallet: async () => (await wallet()).wallet(),
    accept: async (payment) => (await wallet()).accept(payment),
    sign: async (payment, attempt) => (await wallet()).sign(payment, attempt),
    acceptCoins: async (payment) => (await wallet()).acceptCoins(payment),
    signCoins: async (payment, attempt) => (await wallet()).signCoins(payment, attempt),
  };
  const onFault = () => setImmediate(() => process.exit(1));
  port = await listenForPayments({ signer, path: place.socket, mode: place.own ? 0o600 : 0o660, log, onFault });
  log.info({ socket: place.socket }, "the wallet's signer listens");
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(EXIT.cannotStart);
});
