import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { CrashPoint } from '#server/crash-points.ts';
import type { CommandReply } from '#server/trading/contract.ts';
import type { FundedPerson } from '#tests/funded-people.ts';
import type { EngineProcess } from './engine-channel.ts';
import { Wishes } from './wishes.ts';
import type { Wish, WishKind } from './wishes.ts';

/** Points that an engine under this load passes, and that `crash.test` kills it at. The end of rounds comes last: it needs another hour. */
export const ENGINE_POINTS: readonly CrashPoint[] = [
  'fence.held',
  'batch.decided',
  'batch.sent',
  'effects.stored',
  'batch.committed',
  'request.answered',
  'prediction.settled',
  'sale.stored',
  'order.filled',
  'order.cancelled',
  'market.opened',
  'lease.taken',
  'snapshot.loading',
  'books.loading',
  'lease.leaving',
  'tick.written',
  'journal.posted',
  'proofs.stored',
  'round.settled',
];

/** What a client asked under one key, and what it was told. */
export interface Errand {
  readonly key: string;
  readonly wish: Wish;
  /** How many answers had been given when it was first asked. */
  readonly askedAfter: number;
  /** Its place among all first answers; null: none yet. */
  toldAs: number | null;
  body: string | null;
}

export interface LoadOptions {
  /** Clients at a time; 32 unless said. */
  readonly clients?: number;
  /** What a client waits between two requests, ms; 0 unless said. */
  readonly restMs?: number;
  /** `exchange`: orders, cancels, sales and refills too. */
  readonly mix?: 'predictions' | 'exchange';
}

/**
 * Clients that each ask for something, under its own key, and write down every acknowledgement in a file of their own.
 * What was asked of an engine that died is asked again, byte for byte, of the next one.
 */
export class Load {
  readonly errands = new Map<string, Errand>();
  readonly refused = new Map<string, number>();
  /** Answers that were not the first answer under their key, byte for byte. */
  readonly contradictions: string[] = [];
  readonly #unknown: string[] = [];
  readonly #wishes: Wishes;
  readonly #file: string;
  readonly #options: Required<LoadOptions>;
  #answers = 0;
  /** Predictions acknowledged so far. */
  told = 0;

  constructor(people: readonly FundedPerson[], file: string, options: LoadOptions = {}) {
    this.#options = { clients: 32, restMs: 0, mix: 'predictions', ...options };
    this.#wishes = new Wishes(people, this.#options.mix);
    this.#file = file;
    writeFileSync(file, '');
  }

  /** Resolves when more than `count` predictions are acknowledged: the engine works. Throws when it does not within a minute. */
  async passes(count: number): Promise<void> {
    const until = performance.now() + 60_000;
    while (this.told <= count) {
      if (performance.now() > until) throw new Error(`no acknowledgement; ${this.state}`);
      await pause(5);
    }
  }

  /** Runs the clients on an engine until it dies, or `stop` is aborted and their last requests are answered. */
  async run(engine: EngineProcess, stop: AbortSignal): Promise<void> {
    const alive = { now: true };
    void engine.ended.then(() => (alive.now = false));
    const client = async () => {
      while (alive.now && !stop.aborted) await this.#one(engine);
    };
    const looks = async () => {
      while (alive.now && !stop.aborted) {
        await this.#wishes.look(engine).catch(() => undefined);
        await pause(300);
      }
    };
    const clients = Array.from({ length: this.#options.clients }, client);
    await Promise.all(this.#options.mix === 'exchange' ? [...clients, looks()] : clients);
  }

  /** Ids of all predictions that were acknowledged, as the file has them. */
  acknowledged(): readonly string[] {
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  }

  /** How many of this kind have been acknowledged. */
  count(kind: WishKind): number {
    return [...this.errands.values()].filter(({ wish, body }) => wish.topic === kind && body !== null).length;
  }

  /** In words, for whoever waits in vain. */
  get state(): string {
    return `${this.#answers} answers, ${this.open} open, refused ${JSON.stringify([...this.refused])}`;
  }

  /** First answers so far, to anything. */
  get answers(): number {
    return this.#answers;
  }

  /** Keys whose outcome nobody has told yet. */
  get open(): number {
    return this.#unknown.length;
  }

  async #one(engine: EngineProcess): Promise<void> {
    const key = this.#unknown.pop() ?? this.#draw();
    const errand = this.errands.get(key);
    if (errand === undefined) throw new Error(`no errand ${key}`);
    const { topic, input } = errand.wish;
    const reply = (await engine.ask(topic, input).catch(() => 'gone')) as CommandReply | null | 'gone';
    if (reply === 'gone') this.#unknown.push(key);
    else this.#note(errand, reply);
    // A dead engine and a feed that still warms up answer at once: asking without a rest would starve the one that is to come up.
    const refused = reply === 'gone' || reply?.ok === false;
    if (refused || this.#options.restMs > 0) await pause(Math.max(refused ? 40 : 0, this.#options.restMs));
  }

  #note(errand: Errand, reply: CommandReply | null): void {
    // A refill says nothing.
    if (reply === null) return;
    const { key, wish } = errand;
    if (!reply.ok) {
      const { code } = reply.refusal;
      this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
      if (errand.body !== null) this.contradictions.push(`${key} was acknowledged, then refused: ${code}`);
      return;
    }
    if (errand.body !== null && errand.body !== reply.body) this.contradictions.push(`${key}: two bodies`);
    if (errand.body === null) {
      errand.body = reply.body;
      errand.toldAs = this.#answers += 1;
      this.#wishes.done(wish, reply.body);
      if (wish.topic === 'trading.place') {
        appendFileSync(this.#file, `${idOf(reply.body)}\n`);
        this.told += 1;
      }
    }
  }

  #draw(): string {
    const { key, wish } = this.#wishes.draw();
    this.errands.set(key, { key, wish, askedAfter: this.#answers, toldAs: null, body: null });
    return key;
  }

  /** Asks a second time for some of what was acknowledged: the answer must be the same, and nothing may happen. */
  async repeat(engine: EngineProcess, count: number, kind: WishKind = 'trading.place'): Promise<number> {
    let replayed = 0;
    const told = [...this.errands.values()].filter(({ wish, body }) => wish.topic === kind && body !== null);
    for (const errand of told.slice(-count)) {
      const reply = (await engine.ask(errand.wish.topic, errand.wish.input)) as CommandReply;
      this.#note(errand, reply);
      if (reply.ok && reply.replayed) replayed += 1;
    }
    return replayed;
  }
}

/** The id that an answer tells of. */
export function idOf(body: string): string {
  const found: unknown = /"id":"([0-9a-f-]{36})"/.exec(body)?.[1];
  if (typeof found !== 'string') throw new Error(`no id in the answer ${body}`);
  return found;
}
