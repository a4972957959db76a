import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { usdt } from '#domain/money.ts';
import type { PlacePrediction, PlaceReply } from '#server/trading/contract.ts';
import type { FundedPerson } from '#tests/funded-people.ts';
import type { EngineProcess } from './engine-channel.ts';

const CLIENTS = 32;
/** Traded round the clock, so that a run at any hour is the same. */
const PAIRS = ['BTC-USD', 'ETH-USD', 'SOL-USD'];

/** What a client asked under one idempotency key, and what it was told. */
interface Order {
  readonly place: PlacePrediction;
  acknowledged: string | null;
}

/**
 * Clients that place predictions, each under its own key, and write down every acknowledgement in a file of their own.
 * What was asked of an engine that died is asked again, byte for byte, of the next one.
 */
export class Load {
  readonly orders = new Map<string, Order>();
  readonly refused = new Map<string, number>();
  /** Answers that were not the first answer under their key, byte for byte. */
  readonly contradictions: string[] = [];
  private readonly unknown: string[] = [];
  private readonly people: readonly FundedPerson[];
  private readonly file: string;
  private next = 0;
  /** Acknowledged so far. */
  told = 0;

  constructor(people: readonly FundedPerson[], file: string) {
    this.people = people;
    this.file = file;
    writeFileSync(file, '');
  }

  /** Resolves when more than `count` predictions are acknowledged: the engine works. Throws when it does not within a minute. */
  async passes(count: number): Promise<void> {
    const until = performance.now() + 60_000;
    while (this.told <= count) {
      if (performance.now() > until)
        throw new Error(`no acknowledgement; refused ${JSON.stringify([...this.refused])}`);
      await pause(5);
    }
  }

  /** Runs the clients on an engine until it dies, or `stop` is aborted and their last orders are answered. */
  async run(engine: EngineProcess, stop: AbortSignal): Promise<void> {
    const alive = { now: true };
    void engine.ended.then(() => (alive.now = false));
    const client = async () => {
      while (alive.now && !stop.aborted) await this.one(engine);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  /** Ids of all predictions that were acknowledged, as the file has them. */
  acknowledged(): readonly string[] {
    return readFileSync(this.file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  }

  /** Keys whose outcome nobody has told yet. */
  get open(): number {
    return this.unknown.length;
  }

  private async one(engine: EngineProcess): Promise<void> {
    const key = this.unknown.pop() ?? this.draw();
    const order = this.orders.get(key);
    if (order === undefined) throw new Error(`no order ${key}`);
    const reply = await engine.place(order.place).catch(() => null);
    if (reply === null) this.unknown.push(key);
    else this.note(key, order, reply);
    // A dead engine and a feed that still warms up answer at once: asking without a rest would starve the one that is to come up.
    if (reply === null || !reply.ok) await pause(40);
  }

  private note(key: string, order: Order, reply: PlaceReply): void {
    if (!reply.ok) {
      const { code } = reply.refusal;
      this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
      if (order.acknowledged !== null) this.contradictions.push(`${key} was acknowledged, then refused: ${code}`);
      return;
    }
    if (order.acknowledged !== null && order.acknowledged !== reply.body)
      this.contradictions.push(`${key}: two bodies`);
    if (order.acknowledged === null) {
      appendFileSync(this.file, `${idOf(reply.body)}\n`);
      this.told += 1;
    }
    order.acknowledged = reply.body;
  }

  private draw(): string {
    const no = (this.next += 1);
    const person = this.people[no % this.people.length];
    if (person === undefined) throw new Error('a load without people');
    const key = `order-${no}`;
    const place: PlacePrediction = {
      actor: { userId: person.userId, sessionId: person.userId, role: 'DEMO', realm: 'demo' },
      pair: PAIRS[no % PAIRS.length] ?? 'BTC-USD',
      direction: no % 2 === 0 ? 'UP' : 'DOWN',
      stake: usdt(BigInt(100 + (no % 900)) * 10_000n),
      durationSec: 15,
      payoutBps: 7000,
      idempotency: { key, bodyHash: `hash-${no}` },
    };
    this.orders.set(key, { place, acknowledged: null });
    return key;
  }

  /** Asks a second time for some of what was acknowledged: the answer must be the same, and nothing may happen. */
  async repeat(engine: EngineProcess, count: number): Promise<number> {
    let replayed = 0;
    const told = [...this.orders].filter(([, order]) => order.acknowledged !== null).slice(-count);
    for (const [key, order] of told) {
      const reply = await engine.place(order.place);
      this.note(key, order, reply);
      if (reply.ok && reply.replayed) replayed += 1;
    }
    return replayed;
  }
}

function idOf(body: string): string {
  const found: unknown = /"id":"([0-9a-f-]{36})"/.exec(body)?.[1];
  if (typeof found !== 'string') throw new Error(`no id in the answer ${body}`);
  return found;
}
