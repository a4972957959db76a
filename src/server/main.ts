/** The server process: web thread and engine thread. Started by `start`, or alone with DATABASE_URL. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createLog } from './logging/log.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { isOutage } from './db/index.ts';
import { startEngineThread } from './engine-host.ts';
import { openEarlyListener } from './http/early-listener.ts';
import { reachDatabase } from './db/reach-database.ts';
import { EXIT } from './supervisor/exit-codes.ts';
import { prepareDatabase } from './supervisor/prepare-database.ts';
import { runningVersion } from './version.ts';
import { whenPricesShow } from './supervisor/prices-shown.ts';
import type { ReadyMessage } from './supervisor/server-child.ts';

/**
 * A stop that takes longer is cut: what is committed is safe, and what is not was not acknowledged. Only answers to what was accepted
 * may take so long; all else has limits of its own, which keep to the 2 s of R-15 (docs/decisions/0090).
 */
const STOP_TIMEOUT_MS = 5000;
/** For a job's last query: whatever is connected still is let go of by the end of the process. */
const CLOSE_PATIENCE_MS = 200;

function giveUp(error: unknown): never {
  const lines =
    error instanceof ConfigError ? error.mistakes : [error instanceof Error ? error.message : String(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(EXIT.cannotStart);
}

function settings(): { readonly config: Config; readonly databaseUrl: string } {
  const config = readConfig(process.env);
  if (config.databaseUrl === null)
    throw new ConfigError(['The server process alone needs DATABASE_URL; use npm start.']);
  return { config, databaseUrl: config.databaseUrl };
}

/** Most of the code of the server; the sample people of a sandbox are looked up meanwhile. */
async function loadWeb(parts: { readonly config: Config; readonly databaseUrl: string; readonly clock: Clock }) {
  const people = import('./admin/index.ts').then(({ samplePeople }) => samplePeople(parts));
  const [{ SignerClient }, { serve }] = await Promise.all([import('./proofs/index.ts'), import('./serve.ts')]);
  return { people: await people, SignerClient, serve };
}

async function run(log: Logger, { config, databaseUrl }: ReturnType<typeof settings>): Promise<void> {
  const clock = systemClock;
  log.info({ ...runningVersion(), node: process.version, mode: config.mode, feed: config.feed }, 'starting');
  // Its code is loaded while the database is prepared; that of the web while the engine takes up what is open.
  const engine = startEngineThread({ config, databaseUrl }, (error) => log.fatal({ err: error }, 'the engine crashed'));
  const early = await openEarlyListener(config);
  await reachDatabase(databaseUrl, { onAway: (sentence) => process.stderr.write(`${sentence}\n`) });
  await prepareDatabase(databaseUrl, config, log);
  engine.open();
  const { people, SignerClient, serve } = await loadWeb({ config, databaseUrl, clock });
  const signer = new SignerClient(config.signer.socket);
  const web = await serve({ early, config, databaseUrl, bus: engine.bus, clock, log, signer });
  let stopping = false;

  async function stop(code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code), STOP_TIMEOUT_MS).unref();
    await web.drain();
    await engine.stop();
    await Promise.race([web.close(), pause(CLOSE_PATIENCE_MS)]);
    process.exit(code);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(EXIT.asked));
  // The parent is gone (kill -9): nobody would stop us any more.
  process.on('disconnect', () => void stop(EXIT.asked));
  void engine.ended.then((code) => {
    if (!stopping) process.exit(code === EXIT.asked ? 1 : code);
  });
  log.info({ port: web.port }, 'listening');
  const prices = await whenPricesShow({ bus: engine.bus, feed: config.feed });
  if (!stopping) process.send?.({ ready: { port: web.port, prices, people } } satisfies ReadyMessage);
  if (config.samples !== null) {
    const { sampleEvents } = await import('./admin/index.ts');
    await sampleEvents({ config, databaseUrl, clock, bus: engine.bus, log, isStopping: () => stopping });
  }
}

let given: ReturnType<typeof settings>;
try {
  given = settings();
} catch (error) {
  giveUp(error);
}
const log = createLog(given.config);
run(log, given).catch((error: unknown) => {
  if (error instanceof ConfigError) giveUp(error);
  log.fatal({ err: error }, 'the server could not start');
  // A database that is away for a moment is worth another start; anything else would fail again.
  process.exit(isOutage(error) ? 1 : EXIT.cannotStart);
});
