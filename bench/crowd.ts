/** A crowd of sockets beside the money path: what 2,000 readers, a fifth of them deaf, and their return cost those who place. */
import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '#server/db/index.ts';
import { openPeople } from '#tests/funded-people.ts';
import type { CrowdAnswer, CrowdAsk, Placed } from './crowd-server.ts';
import { benchDatabase } from './database.ts';
import { compared, percentile, told } from './row.ts';
import type { Row } from './row.ts';
import type { Ask, Heard } from './sockets.ts';

const SOCKETS = Number(process.env['BENCH_CROWD'] ?? 2_000);
const DEAF = SOCKETS / 5;
const PEOPLE = 6_000;
const PLACING_MS = Number(process.env['BENCH_MS'] ?? 8_000);
/** Without the crowd, with it and while it comes back take turns, and the middle turn of each counts: other work on the machine is not the figure. */
const TURNS = 5;
/** A socket that gives no sign of life is ended within two rounds of the heartbeat. */
const DEAF_END_WITHIN_MS = 45_000;
const STORM_MS = 1_000;
/** The storm, and what it leaves behind. */
const STORM_PLACING_MS = 3_000;
const MB = 1e6;

export async function run(): Promise<Row[]> {
  const database = await benchDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-crowd-'));
  const server = new Child(new URL('./crowd-server.ts', import.meta.url));
  const clients = new Child(new URL('./sockets-clients.ts', import.meta.url));
  // The readers stand for other machines: they take what this one has left. Others like them take it in every turn, with the crowd and
  // without: how busy a core and its neighbour are, and how quickly they wake, must not be the figure (decision 0071).
  const busy = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  for (const other of [...busy, clients.process]) giveWay(other.pid ?? 0);
  try {
    const db = createPool(database.url, { max: 2 });
    const { people } = await openPeople(db, PEOPLE);
    await db.end();
    const { port, pairs } = await server.ask({
      kind: 'start',
      databaseUrl: database.url,
      dataDir,
      people: people.map(({ userId }) => userId),
    });
    const crowd: Ask = { url: `127.0.0.1:${port}`, clients: SOCKETS, pairs, snapshot: true };
    const rows = await measure({ server, clients, crowd });
    await server.ask({ kind: 'stop' });
    return rows;
  } finally {
    server.process.kill();
    clients.process.kill();
    for (const other of busy) other.kill('SIGKILL');
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Lets a process run only where nothing else wants to: at once where Linux can say so, else with the lowest priority. */
function giveWay(pid: number): void {
  const idle = spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)]);
  if (idle.status !== 0) setPriority(pid, constants.priority.PRIORITY_LOW);
}

interface Parties {
  readonly server: Child;
  readonly clients: Child;
  readonly crowd: Ask;
}

async function measure({ server, clients, crowd }: Parties): Promise<Row[]> {
  const placing = (forMs = PLACING_MS) => server.ask({ kind: 'place', forMs });
  await placing();
  const quiet: Placed[] = [];
  const crowded: Placed[] = [];
  const stormed: Placed[] = [];
  const resyncs: number[] = [];
  let left = 0;
  let readersCut = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    quiet.push(await placing());
    await clients.tell({ ...crowd, deaf: DEAF });
    crowded.push(await placing());
    if (turn === TURNS - 1) {
      left = await untilAtMost(server, SOCKETS - DEAF);
      readersCut = (await clients.tell<Heard>('report')).closed;
    }
    // All go at once, and all come back within a second.
    await clients.tell('drop');
    const storm = placing(STORM_PLACING_MS);
    const began = performance.now();
    await clients.tell({ ...crowd, withinMs: STORM_MS });
    resyncs.push(performance.now() - began);
    stormed.push(await storm);
    await clients.tell('drop');
    await untilAtMost(server, 0);
  }
  const commit = (all: readonly Placed[]) =>
    percentile(
      all.map((one) => percentile(one.commitMs, 99)),
      50,
    );
  const answer = (all: readonly Placed[]) =>
    percentile(
      all.map((one) => percentile(one.answerMs, 99)),
      50,
    );
  const name = `${SOCKETS} sockets, ${DEAF} deaf`;
  const lower = { better: 'lower' } as const;
  return [
    compared({
      name: `${name}: p99 of a commit`,
      ours: commit(crowded),
      baseline: commit(quiet),
      unit: 'ms',
      floor: 1.1,
      ...lower,
    }),
    compared({
      name: `${name}: p99 of placing`,
      ours: answer(crowded),
      baseline: answer(quiet),
      unit: 'ms',
      floor: null,
      ...lower,
    }),
    told({
      name: `${name}: memory`,
      ours: (peak(crowded) - peak(quiet.slice(0, 1))) / MB,
      unit: 'MB',
      floor: 150,
      ...lower,
    }),
    told({ name: `${name}: deaf ones left after 45 s`, ours: left, unit: 'sockets', floor: 0, ...lower }),
    told({ name: `${name}: readers cut`, ours: readersCut, unit: 'sockets', floor: 0, ...lower }),
    told({
      name: `${SOCKETS} come back in 1 s: all have their price`,
      ours: Math.max(...resyncs) / 1000,
      unit: 's',
      floor: 15,
      ...lower,
    }),
    compared({
      name: `${SOCKETS} come back in 1 s: p99 of placing`,
      ours: answer(stormed),
      baseline: answer(quiet),
      unit: 'ms',
      floor: 2,
      ...lower,
    }),
  ];
}

const peak = (all: readonly Placed[]): number => Math.max(...all.map((one) => one.rss));

/** Waits until only so many are open, or the deaf have had their time: how many more are there still. */
async function untilAtMost(server: Child, keen: number): Promise<number> {
  const end = performance.now() + DEAF_END_WITHIN_MS;
  for (;;) {
    const { open } = await server.ask({ kind: 'sockets' });
    if (open <= keen || performance.now() > end) return Math.max(0, open - keen);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A process that answers one thing at a time. */
class Child {
  readonly process: ChildProcess;

  constructor(file: URL) {
    this.process = fork(file, { execArgv: ['--import', 'tsx'] });
  }

  async ask<K extends CrowdAsk['kind']>(
    ask: Extract<CrowdAsk, { kind: K }>,
  ): Promise<Extract<CrowdAnswer, { kind: K }>> {
    return this.tell(ask);
  }

  tell<T = unknown>(message: CrowdAsk | Ask | 'report' | 'drop'): Promise<T> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`a process of the bench ended with ${code}`));
      this.process.once('exit', ended);
      this.process.once('message', (said) => {
        this.process.off('exit', ended);
        resolve(said as T);
      });
      this.process.send(message);
    });
  }
}
