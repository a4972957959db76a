import type { CommandDatabase } from '#server/command-database.ts';
import { ConfigError, type Config } from '#server/config/config.ts';
import { leaveMark } from '#server/doctor-mark.ts';
import { migrationsLeft } from '#server/db/index.ts';
import { readProviders } from '#server/providers/index.ts';
import { PROVIDER_LIST } from '#server/subjects.ts';
import { call } from './call.ts';
import { examineDatabase } from './database.ts';
import { examineFeeds } from './feeds.ts';
import { about, type Finding } from './finding.ts';
import { examineKeys, examineSigner } from './keys.ts';
import { examineMail } from './mail.ts';
import { examineFolder, examineProgram } from './place.ts';
import { examineProxy } from './proxy.ts';

export interface Examination {
  /** Where a test letter goes; null: none is sent. */
  readonly mail: string | null;
  /** `host:port` of the proxy; null: as DNS has it. */
  readonly at: string | null;
  readonly openDatabase: () => Promise<CommandDatabase>;
  /** How long sources are listened to, ms. */
  readonly listenMs?: number;
}

/** Looks at a whole installation with these settings, whether or not it runs. */
export async function examine(config: Config, asked: Examination): Promise<readonly Finding[]> {
  const feeds = examineFeeds(config, asked.listenMs);
  const isRunning = await runs(config);
  return [
    about('settings').ok(`They make sense: ${config.mode}, prices ${config.feed}.`),
    ...examineProviders(config),
    ...examineProgram(config),
    ...examineFolder(config),
    ...(await examineStored(config, asked)),
    await examineSigner(config, { isRunning }),
    await examineMail(config, asked.mail),
    ...(await examineDoors(config, { isRunning, at: asked.at })),
    ...(await feeds),
  ];
}

/** Their settings alone: to ask them would cost a check or an order. */
function examineProviders(config: Config): readonly Finding[] {
  try {
    return readProviders(PROVIDER_LIST, config).map(({ provider }) =>
      about('settings').ok(`${provider.name} is in use${provider.isSimulator ? ', a simulator' : ''}.`),
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes.map((mistake) => about('settings').fault(mistake));
  }
}

async function examineStored(config: Config, { openDatabase }: Examination): Promise<readonly Finding[]> {
  let opened: CommandDatabase;
  try {
    opened = await openDatabase();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes.map((mistake) => about('database').fault(mistake));
  }
  try {
    const { db } = opened;
    const left = await migrationsLeft(db);
    // Before this version there was nothing to hold the keys against.
    const isBound = left !== null && left.pending.length === 0;
    return [...(await examineDatabase(db, config)), await examineKeys(db, config, { isBound })];
  } finally {
    await opened.close();
  }
}

/** Does a server answer at the port of these settings? */
async function runs({ port, host }: Config): Promise<boolean> {
  const near = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = new URL(`http://${near.includes(':') ? `[${near}]` : near}:${port}/healthz`);
  return call(url, { headers: {}, at: null }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function examineDoors(
  config: Config,
  { isRunning, at }: { readonly isRunning: boolean; readonly at: string | null },
): Promise<readonly Finding[]> {
  const metrics = about('metrics');
  const { port, host, token } = config.metrics;
  const isRead = port !== null || token !== null || config.mode === 'sandbox';
  const found: Finding[] = [
    isRead
      ? metrics.ok(port === null ? 'They are on the port of the product.' : `They are at ${host}:${port}.`)
      : metrics.warning('Nobody can read them: set METRICS_PORT, or METRICS_TOKEN.'),
  ];
  if (!isRunning) {
    return [
      ...found,
      about('proxy').warning('No server answers at the port of these settings: start it, and look again.'),
    ];
  }
  const mark = leaveMark(config.dataDir);
  try {
    return [...found, ...(await examineProxy(config, { word: mark.word, at }))];
  } finally {
    mark.remove();
  }
}
