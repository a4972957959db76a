import path from 'node:path';
import type { Logger } from 'pino';
import type { Pair } from '#domain/prices/pair.ts';
import { chooseFiles } from '#domain/prices/replay/replay.ts';
import type { Choice, RecordedFile } from '#domain/prices/replay/replay.ts';
import { ConfigError } from '#server/config/config.ts';
import { isDiskFull } from '#server/disk-room.ts';
import type { FeedDoorOptions, FeedDriver, FeedPort } from '../source.ts';
import { createAnchors } from './anchors.ts';
import { loadRecording, RecordingError } from './load.ts';
import { Player } from './player.ts';
import type { Reel } from './player.ts';
import { scanFolder } from './scan.ts';

/** Ticks appended before other pairs, timers and messages get their turn. */
const SLICE = 250;
/** The longest sleep: a wall clock that was set is noticed within it, and the feed page gets its ages. */
const LONGEST_SLEEP_MS = 1_000;

/** Plays recorded price files by the wall clock (docs/rules/feeds.md#replay-files). `start` rejects when REPLAY_DIR or a listed file is not there. */
export function createReplay(options: FeedDoorOptions): FeedDriver {
  return new Replay(options);
}

class Replay implements FeedDriver {
  readonly kind = 'replay';
  readonly #options: FeedDoorOptions;
  readonly #players = new Map<string, Player>();
  #cancel: () => void = () => undefined;
  #stopped = false;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(options: FeedDoorOptions) {
    this.#options = options;
  }

  async start(ports: ReadonlyMap<string, FeedPort>): Promise<void> {
    const { clock, stateDir } = this.#options.tools;
    const reels = await chooseAndLoad(this.#options);
    const anchors = createAnchors(stateDir);
    const now = clock.now();
    for (const [pairId, port] of ports) {
      const reel = reels.get(pairId);
      if (reel === undefined) {
        port.facts({ open: true, alive: 0, reason: 'no_file', nextOpen: null, nextClose: null });
        continue;
      }
      const player = new Player({ reel, port, anchors, now });
      this.#players.set(pairId, player);
      const { file, rows, anchor, firstTs, speed } = player.run;
      this.#options.log.info({ pair: pairId, file, rows, anchor, firstTs, speed }, 'replay plays');
    }
    await this.#catchUp();
    this.#play();
  }

  openThrough(span: { readonly pairId: string; readonly from: number; readonly to: number }): boolean {
    return this.#players.get(span.pairId)?.openThrough(span.from, span.to) ?? false;
  }

  stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    return Promise.resolve();
  }

  /** Appends all rows that fell due while the process was down, a slice of each pair in turn. */
  async #catchUp(): Promise<void> {
    for (let behind = true; behind && !this.#stopped;) {
      behind = false;
      for (const player of this.#players.values()) {
        if (this.#advance(player)) behind = true;
        await new Promise(setImmediate);
      }
    }
  }

  #play(): void {
    if (this.#stopped) return;
    const { clock, timers } = this.#options.tools;
    let behind = false;
    for (const player of this.#players.values()) {
      if (this.#advance(player)) behind = true;
    }
    const now = clock.now();
    this.#reportAges(now);
    let wake = now + LONGEST_SLEEP_MS;
    for (const player of this.#players.values()) wake = Math.min(wake, player.wakeAt);
    this.#cancel = timers.after(behind ? 0 : Math.max(0, wake - now), () => this.#play());
  }

  /** True: more is due. A full disk stops nobody but the pair, and for a while. */
  #advance(player: Player): boolean {
    const { log, tools } = this.#options;
    try {
      return player.advance(tools.clock.now(), SLICE);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      player.failed(tools.clock.now());
      log.error({ alarm: 'disk', err: error, pair: player.pairId }, 'a tick could not be written');
      return false;
    }
  }

  /** Once a second is often enough for people. */
  #reportAges(now: number): void {
    if (now - this.#reportedAt < LONGEST_SLEEP_MS) return;
    this.#reportedAt = now;
    for (const player of this.#players.values()) player.reportAge(now);
  }
}

/** The files of the pairs, loaded. A chosen file that cannot be played is left aside, with its reason in the log, for the next best. */
async function chooseAndLoad(options: FeedDoorOptions): Promise<ReadonlyMap<string, Reel>> {
  const { config, pairs, log } = options;
  if (config.replay.dir === null)
    throw new Error('REPLAY_DIR must name the folder of recorded prices when FEED is replay.');
  const dir = path.resolve(config.replay.dir);
  const listed = config.replay.files.map((file) => path.posix.normalize(file.replaceAll('\\', '/')));
  let files = await scanFolder(dir, pairs);
  const loaded = new Map<string, Reel>();
  for (;;) {
    const choice = chooseFiles({ files, pairs, listed });
    if (choice.unmet.length > 0) {
      throw new ConfigError([
        `REPLAY_FILES names what REPLAY_DIR has not, or no pair plays: ${choice.unmet.join(', ')}.`,
      ]);
    }
    const broken = await loadMissing({ choice, dir, options, loaded });
    if (broken.size === 0) {
      logAside(choice, log);
      return loaded;
    }
    files = files.filter((file) => !broken.has(file.path));
  }
}

/** Loads the chosen files that are not loaded yet; returns the paths that cannot be played. */
async function loadMissing(work: {
  readonly choice: Choice;
  readonly dir: string;
  readonly options: FeedDoorOptions;
  readonly loaded: Map<string, Reel>;
}): Promise<ReadonlySet<string>> {
  const { choice, dir, options, loaded } = work;
  const { config, pairs, log } = options;
  const broken = new Set<string>();
  for (const pair of pairs) {
    const file = choice.chosen.get(pair.id);
    if (file === undefined || loaded.has(pair.id)) continue;
    try {
      loaded.set(pair.id, await loadReel({ pair, file, dir, speed: config.replay.speed }));
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      log.error({ pair: pair.id, file: file.path, reason: error.message }, 'replay leaves a broken file aside');
      broken.add(file.path);
    }
  }
  return broken;
}

async function loadReel(work: { pair: Pair; file: RecordedFile; dir: string; speed: number }): Promise<Reel> {
  const recording = await loadRecording(path.join(work.dir, work.file.path), work.pair);
  return { file: work.file.path, recording, speed: work.speed };
}

function logAside(choice: Choice, log: Logger): void {
  for (const { path: file, reason } of choice.aside) log.info({ file, reason }, 'replay leaves a file aside');
}
