/** `npm start`: the parent. Database, then the server and the signer; starts any of them again when it dies, and stops all together. */
import type { Logger } from 'pino';
import { ConfigError, readConfig } from './config/config.ts';
import type { Config } from './config/config.ts';
import { createLog } from './logging/log.ts';
import { announcement } from './supervisor/announcement.ts';
import { entry } from './config/entry.ts';
import { keepLocalCoinChain, type LocalCoinChain } from './networks/coin/local-coin.ts';
import { keepLocalChain, type LocalChain } from './networks/local/keep.ts';
import { keepSigner, keepWallet } from './signer-host.ts';
import type { KeptProcess } from './supervisor/keep-process.ts';
import { EXIT } from './supervisor/exit-codes.ts';
import { lockFolder } from './supervisor/lock.ts';
import { watchLauncher } from './supervisor/launcher.ts';
import { isDiskFull } from './disk-room.ts';
import { makeDataFolder, whyNot } from './supervisor/data-folder.ts';
import { findDoorsFree } from './http/early-listener.ts';
import { openDatabase } from './supervisor/database.ts';
import { runServerChild } from './supervisor/server-child.ts';
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts';

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.mistakes;
  if (isDiskFull(error)) return [`DATA_DIR names ${config.dataDir}, and it cannot be used: ${whyNot(error)}.`];
  return [error instanceof Error ? error.message : String(error)];
}

/** Sentences for people on stderr, then the end; anything unforeseen is thrown on. */
function giveUp(error: unknown): never {
  for (const line of sentencesOf(error)) process.stderr.write(`${line}\n`);
  process.exit(EXIT.cannotStart);
}

async function run(config: Config): Promise<number> {
  const ending = new AbortController();
  // Before there is anything to stop: the database alone may take a minute to open.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
  watchLauncher(() => ending.abort());
  // A log is for programs: the word is for who waits at a terminal.
  if (process.stdout.isTTY) ending.signal.addEventListener('abort', () => say('Stopping.'));
  refuseUnfinishedRestore(config.dataDir);
  makeDataFolder(config.dataDir);
  const lock = lockFolder(config.dataDir);
  try {
    // One that began meanwhile held the lock.
    refuseUnfinishedRestore(config.dataDir);
    // Before a database is made for nothing.
    await findDoorsFree(config);
    return await keepAll(config, ending);
  } catch (error) {
    if (error === ending.signal.reason) return EXIT.asked;
    throw error;
  } finally {
    lock.release();
  }
}

/** Resolves with the exit code to end with, once everything is stopped; throws the reason of `ending` when nothing was open yet. */
async function keepAll(config: Config, ending: AbortController): Promise<number> {
  const log = createLog(config);
  // Beside the database: nobody waits for its first answer.
  const chain = config.localChain ? await keepLocalChain({ dataDir: config.dataDir, log }) : null;
  const coins = config.localCoinChain ? await keepLocalCoinChain({ dataDir: config.dataDir, log }) : null;
  try {
    return await keepRest(config, { ending, log, chain, coins });
  } finally {
    await Promise.all([chain?.stop(), coins?.stop()]);
  }
}

interface Kept {
  readonly ending: AbortController;
  readonly log: Logger;
  readonly chain: LocalChain | null;
  readonly coins: LocalCoinChain | null;
}

async function keepRest(config: Config, { ending, log, chain, coins }: Kept): Promise<number> {
  const embedded = config.databaseUrl === null;
  const database = embedded ? await openDatabase({ config, log, ending: ending.signal }) : null;
  let announced = false;
  const signers: KeptProcess[] = [];
  const server = runServerChild({
    file: entry('main'),
    env: () => ({
      ...process.env,
      DATABASE_URL: database?.url() ?? config.databaseUrl ?? '',
      DATA_DIR: config.dataDir,
      ...(chain === null ? {} : { RPC_LOCAL: chain.url }),
      ...(coins === null ? {} : { RPC_LOCAL_COIN: coins.url, RPC_LOCAL_COIN_COOKIE: coins.cookieFile }),
    }),
    log,
    onReady: (ready) => {
      // Behind the server, which does not wait for it: whoever predicts does not wait for its code to load either. Never before it is
      // known whose database this is, for it makes the keys that it does not find.
      if (!ending.signal.aborted && signers.length === 0) signers.push(...keepSigners(config, { log, chain, coins }));
      if (!announced) say(...announcement(config, ready));
      announced = true;
    },
  });
  ending.signal.addEventListener('abort', () => void server.stop(), { once: true });
  let lost = false;
  const onLost = () => {
    lost = true;
    ending.abort();
  };
  void database?.keep({ moved: () => server.restart(), lost: onLost });
  const code = await server.over;
  ending.abort();
  await Promise.all(signers.map((one) => one.stop()));
  await database?.stop();
  return lost ? EXIT.gaveUp : code;
}

/** Those of the signers that are ours. Without a chain there is nothing to pay. */
function keepSigners(config: Config, { log, chain, coins }: Omit<Kept, 'ending'>): readonly KeptProcess[] {
  const hasChain = chain !== null || coins !== null || config.networks.length + config.coinNetworks.length > 0;
  const pays = config.wallet?.own === true && hasChain;
  return [...(config.signer.own ? [keepSigner({ config, log })] : []), ...(pays ? [keepWallet({ config, log })] : [])];
}

let config: Config;
try {
  config = readConfig(process.env);
} catch (error) {
  giveUp(error);
}
run(config).then((code) => process.exit(code), giveUp);
