import { createHash } from 'node:crypto';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import { usdt } from '#domain/money.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { HOUSE } from '#domain/trading/orders/contract.ts';
import { Chance } from './chance.ts';
import { checkAnswers, checkDrained, checkEnds, checkMemory, checkTables, checkUnseen } from './checks.ts';
import { SimClock } from './clock.ts';
import { PEOPLE, SimEngine } from './engine.ts';
import type { Ask, Decided, Reply } from './engine.ts';
import { drawFaults, faultNames, isSteady } from './faults.ts';
import type { Faults } from './faults.ts';
import { SimFeed } from './feed.ts';
import { SimModel } from './model.ts';
import { fund } from './funds.ts';
import { askOf, describe, FUNDS, laterAskOf, standingOf, wishOf } from './people.ts';
import { roundsOf } from './rounds.ts';
import type { Errand, RunOptions, RunReport } from './run.ts';
import { checkStated } from './naive-sources.ts';
import { mustBe, SimDb } from './sim-db.ts';
import type { SimBatch } from './sim-db.ts';
import { storyOf } from './story.ts';
import { Timeline } from './timeline.ts';

const ROUND_0 = 1_800_000_000_000;
const BEGIN = ROUND_0 - 45_000;
const PLAY_MS = 390_000;
const BLACKOUT_MS = 660_000;
/** After the last fault: the longest prediction, the wait for its entry, and a minute. */
const DRAIN_MS = 370_000;
const END_OF_ROUNDS = ROUND_0 + 620_000;
const RETRY_MS = 3_000;
/** Commands about entries that open later have numbers from here on. */
const FIRST_LATER = 1_000;
const HELD_MS = 900;

class Simulation {
  readonly #options: RunOptions;
  readonly #faults: Faults;
  readonly #time = new Timeline(BEGIN);
  readonly #clock: SimClock;
  readonly #feed: SimFeed;
  /** When each tick was made, and when each prediction was decided, in time that no clock shows. */
  readonly #passed = { madeAt: new Map<number, number>(), admittedAt: new Map<string, number>() };
  readonly #db = new SimDb();
  readonly #rounds = roundsOf(ROUND_0);
  readonly #model: SimModel;
  readonly #errands = new Map<string, Errand>();
  readonly #trace = createHash('sha256');
  readonly commands: string[] = [];
  readonly sent: number[] = [];
  readonly counts: Record<string, number> = {};
  #engine: SimEngine | null = null;
  #startedAt = 0;
  #planned = false;
  #calm = false;

  constructor(options: RunOptions) {
    const { seed } = options;
    this.#options = options;
    this.#faults = drawFaults(new Chance(seed, 'faults'));
    this.#clock = new SimClock(() => this.#time.now, new Chance(seed, 'clock'), this.#faults);
    this.#feed = new SimFeed(new Chance(seed, 'feed'), this.#faults, this.#clock);
    this.#db.fence = options.sabotage?.noFence !== true;
    fund(this.#db);
    this.#model = new SimModel(new Map([...PEOPLE.map((who) => [who, FUNDS] as const), [HOUSE, 10n * FUNDS]]));
  }

  get faults(): string {
    return faultNames(this.#faults);
  }

  get hash(): string {
    return this.#trace.copy().digest('hex');
  }

  async run(): Promise<void> {
    await this.#start();
    const step = () => this.#wake();
    this.#time.in(0, () => this.#tick());
    this.#time.in(1_000, () => this.#second());
    const wishes = new Chance(this.#options.seed, 'wishes');
    const many = wishes.whole(30, 120);
    for (let no = 0; no < many; no += 1) {
      const at = 5_000 + wishes.whole(0, PLAY_MS - 10_000);
      if (this.#options.without?.has(no) !== true) this.#time.in(at, () => this.#wish(no));
    }
    this.#planLater();
    let quietFrom = BEGIN + PLAY_MS;
    if (this.#faults.blackout > 0) {
      const at = wishes.whole(20_000, PLAY_MS - 20_000);
      quietFrom = Math.max(quietFrom, BEGIN + at + BLACKOUT_MS + 3_000);
      this.#time.in(at, () => this.#feed.silence(this.#time.now + BLACKOUT_MS));
    }
    await this.#time.runTo(quietFrom, step);
    this.#calm = true;
    this.#feed.calm = true;
    this.#clock.steady();
    if (this.#engine === null) await this.#start();
    // Rounds end by the clock on the wall.
    const behind = Math.max(0, this.#time.now - this.#clock.wall());
    await this.#time.runTo(Math.max(quietFrom + DRAIN_MS, END_OF_ROUNDS + behind), step);
    this.#finish();
  }

  #wake(): void {
    const engine = this.#engine;
    if (engine === null || this.#planned || engine.inFlight !== null || !engine.hasWork) return;
    this.#planned = true;
    this.#time.in(1, () => {
      this.#planned = false;
      if (engine === this.#engine && engine.inFlight === null) this.#decide(engine);
    });
  }

  #decide(engine: SimEngine): void {
    const decided = engine.decide(this.#clock.wall());
    for (const { prediction } of decided.batch?.placed ?? []) {
      this.#passed.admittedAt.set(prediction.id, this.#time.now);
      // The clock is set where it may matter: while somebody waits for an entry.
      if (this.#faults.jumps > 0) this.#time.in(this.#chanceOf('clock wait').whole(50, 700), () => this.#setClock(10));
    }
    if (this.#options.sabotage?.ackEarly === true) {
      for (const { request, reply } of decided.replies) this.#answer(request.key, reply);
    }
    const chance = this.#chanceOf('decide');
    const slow = !this.#calm && chance.hit(this.#faults.slow);
    const late = slow ? chance.whole(100, 4_000) : chance.whole(1, 15);
    const { batch } = decided;
    if (batch === null) {
      engine.committed(decided);
      return;
    }
    this.#note(
      `batch ${batch.no}/${batch.epoch} ${batch.placed.length} ${batch.finished.length} ${batch.orders.length}`,
    );
    // Processes die, and others take over, while a batch is on its way.
    if (!this.#calm && chance.hit(this.#faults.restart)) this.#time.in(chance.whole(0, late), () => this.#die());
    if (!this.#calm && chance.hit(this.#faults.rival)) this.#time.in(chance.whole(0, late), () => this.#takeOver());
    this.#time.in(late, () => this.#land(engine, decided));
  }

  /** A batch reaches the database, or does not. */
  async #land(engine: SimEngine, decided: Decided): Promise<void> {
    const { batch } = decided;
    if (batch === null) return;
    const chance = this.#chanceOf('commit');
    if (!this.#calm && chance.hit(this.#faults.refuse)) {
      this.#note('refused');
      if (engine === this.#engine) await engine.failed(decided);
      return;
    }
    // Lost before the commit: the shard's row says so, and the identical batch is sent again.
    if (!this.#calm && chance.hit(this.#faults.commitLost)) {
      this.#note('commit lost');
      this.#time.in(20, () => this.#land(engine, decided));
      return;
    }
    const forget = this.#options.sabotage?.forgetKeys === true;
    const outcome = this.#db.commit(forget ? { ...batch, answers: [] } : batch);
    if (outcome === 'fenced') {
      this.#note('fenced');
      mustBe(engine !== this.#engine, 'the owner is fenced');
      return;
    }
    for (const one of decided.steps) this.#model.apply(one);
    this.#model.compare(this.#db);
    checkTables(this.#db);
    const steadySince = isSteady(this.#faults) ? this.#startedAt : Infinity;
    checkEnds(batch, { db: this.#db, tape: this.#feed.tape, steadySince, setBack: this.#clock.setBack });
    checkUnseen(batch, this.#passed);
    this.#tell(batch);
    if (engine !== this.#engine) return;
    if (!this.#calm && chance.hit(this.#faults.answerLost)) {
      // The answer is lost, the row of the shard has our hash: it stands. Half of the time the process is gone with it.
      this.#note('answer lost');
      mustBe(this.#db.tip.hash === batch.hash, 'the tip is not ours');
      if (chance.hit(0.5)) {
        this.#die();
        return;
      }
    }
    engine.committed(decided);
    checkMemory(engine);
    engine.look(this.#clock.wall());
  }

  #tick(): void {
    const { now } = this.#time;
    const ready = this.#feed.tick();
    const { last, stated } = this.#feed;
    const sources = stated === null ? null : checkStated(stated);
    if (sources !== null) this.#count(sources);
    if (last !== null && !this.#passed.madeAt.has(last.seq)) this.#passed.madeAt.set(last.seq, now);
    this.#take(ready);
    // One that is overtaken comes soon all the same.
    if (ready.length === 0) this.#time.in(HELD_MS, () => this.#take(this.#feed.flush()));
    this.#time.in(this.#feed.nextIn(now), () => this.#tick());
  }

  #take(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      this.#note(`tick ${tick.seq} ${tick.t} ${tick.tSource} ${tick.price} ${tick.flags}`);
      this.#engine?.tick(tick, this.#clock.wall());
    }
  }

  /** The clock, and what befalls processes. */
  async #second(): Promise<void> {
    this.#time.in(1_000, () => this.#second());
    this.#engine?.look(this.#clock.wall());
    if (this.#calm) return;
    this.#setClock(1);
    if (this.#engine === null) return;
    const chance = this.#chanceOf('trouble');
    if (chance.hit(this.#faults.restart)) this.#die();
    else if (chance.hit(this.#faults.rival)) await this.#takeOver();
  }

  #setClock(times: number): void {
    if (!this.#calm && this.#clock.isSet(this.#chanceOf('clock'), times)) this.#count('clock set');
  }

  /** Another process takes the shard while its owner goes on. */
  async #takeOver(): Promise<void> {
    if (this.#calm || this.#engine === null) return;
    this.#note('rival');
    this.#engine = null;
    await this.#start();
  }

  #die(): void {
    if (this.#calm || this.#engine === null) return;
    this.#note('killed');
    this.#engine = null;
    this.#time.in(this.#chanceOf('down').whole(100, 6_000), async () => {
      if (this.#engine === null) await this.#start();
    });
  }

  async #start(): Promise<void> {
    this.#db.epoch += 1;
    this.#feed.restarted();
    const engine = new SimEngine({
      db: this.#db,
      feed: this.#feed,
      rounds: this.#rounds,
      quotes: this.#faults.noMaker === 0,
      later: { on: this.#faults.noLater === 0, closesAt: BEGIN + PLAY_MS },
      standing: (userId) => this.#standing(userId),
      answer: ({ key }, reply) => this.#answer(key, reply),
    });
    this.#startedAt = this.#time.now;
    await engine.start(this.#clock.wall());
    this.#engine = engine;
    engine.look(this.#clock.wall());
  }

  /** Entries that open later, in most seeds. */
  #planLater(): void {
    const { seed, without } = this.#options;
    if (this.#faults.noLater > 0) return;
    const wishes = new Chance(seed, 'later');
    const many = wishes.whole(5, 40);
    for (let no = FIRST_LATER; no < FIRST_LATER + many; no += 1) {
      const at = 5_000 + wishes.whole(0, PLAY_MS - 10_000);
      if (without?.has(no) !== true) this.#time.in(at, () => this.#laterWish(no));
    }
  }

  #laterWish(no: number): void {
    this.sent.push(no);
    const price = this.#feed.last?.price ?? null;
    const ask = laterAskOf(this.#options.seed, no, { db: this.#db, now: this.#time.now, price });
    if (ask !== null) this.#run(no, ask, this.#chanceOf(`repeat ${no}`));
  }

  /** What holds a person back, or no answer. */
  #standing(userId: string): Promise<TradingEligibility> {
    const chance = this.#chanceOf(`standing ${userId}`);
    const lost = !this.#calm && chance.hit(this.#faults.unanswered);
    return new Promise((resolve, reject) => {
      this.#time.in(chance.whole(1, 400), () => {
        if (lost) reject(new Error('no answer'));
        else resolve(standingOf(userId));
        return Promise.resolve();
      });
    });
  }

  #wish(no: number): void {
    const wish = wishOf(this.#options.seed, no);
    this.sent.push(no);
    if (wish.kind === 'sellBack') {
      const open = [...this.#db.predictions.values()].filter(
        ({ prediction: one }) => one.userId === wish.userId && one.settledAt === null && one.durationMs > 60_000,
      );
      if (open.length === 0) return;
      const { id, stake } = wish.chance.pick(open).prediction;
      const least = usdt((stake * BigInt(wish.chance.whole(0, 120))) / 100n);
      const taken = this.#engine?.sell(id, least, this.#clock.wall()) ?? false;
      this.#command(no, `sell ${id} for ${least}: ${taken}`);
      return;
    }
    const ask = askOf(wish, `${no}.0`, { db: this.#db, now: this.#time.now });
    if (ask !== null) this.#run(no, ask, wish.chance);
  }

  #run(no: number, ask: Ask, chance: Chance): void {
    const key = `k${no}`;
    this.#command(no, describe(ask));
    const errand: Errand = { key, ask, sends: 0, reply: null };
    this.#errands.set(key, errand);
    this.#send(errand);
    if (chance.hit(this.#faults.repeat)) this.#time.in(chance.whole(1, 6_000), () => this.#deliver(errand));
  }

  /** Sends until there is an answer. */
  #send(errand: Errand): void {
    if (errand.reply !== null) return;
    this.#deliver(errand);
    this.#time.in(RETRY_MS, () => this.#send(errand));
  }

  #deliver(errand: Errand): void {
    errand.sends += 1;
    const id = `${errand.key.slice(1)}.${errand.sends}`;
    const { command } = errand.ask;
    const ask = ('id' in command ? { ...errand.ask, command: { ...command, id } } : errand.ask) as Ask;
    this.#engine?.enter({ key: errand.key, ask, tries: 0 });
  }

  #answer(key: string, reply: Reply): void {
    const errand = this.#errands.get(key);
    mustBe(errand !== undefined, `an answer to ${key}, which nobody asked`);
    this.#note(`${key} ${reply.ok} ${reply.text}`);
    this.#count(reply.ok ? 'yes' : reply.text);
    if (!reply.ok && reply.text === 'UnexpectedError') return;
    const before = errand.reply;
    if (before !== null && before.ok)
      mustBe(reply.ok && reply.text === before.text, `${key} was answered twice: ${before.text}, ${reply.text}`);
    errand.reply = reply;
  }

  #finish(): void {
    const engine = this.#engine;
    mustBe(engine !== null, 'no engine at the end');
    mustBe(!engine.hasWork && engine.inFlight === null, 'work is left at the end');
    checkDrained(this.#db, engine, { tape: this.#feed.tape, rounds: this.#rounds });
    checkAnswers(this.#db, this.#errands.values());
  }

  #tell(batch: SimBatch): void {
    const { lines, words } = storyOf(batch);
    for (const line of lines) this.#note(line);
    for (const word of words) this.#count(word);
  }

  #command(no: number, text: string): void {
    this.commands.push(`${this.#time.now - BEGIN} ms #${no} ${text}`);
  }

  /** By the time, not by the number of what came before: a command that is left out changes nothing for the others. */
  #chanceOf(name: string): Chance {
    return new Chance(this.#options.seed, `${name} ${this.#time.now}`);
  }

  #count(word: string): void {
    this.counts[word] = (this.counts[word] ?? 0) + 1;
  }

  #note(line: string): void {
    this.#trace.update(`${this.#time.now} ${line}\n`);
  }
}

/** One seed from its start to the drained end. Never throws for what it finds. */
export async function simulate(options: RunOptions): Promise<RunReport> {
  const simulation = new Simulation(options);
  let error: Error | null = null;
  try {
    await simulation.run();
  } catch (thrown) {
    error = thrown instanceof Error ? thrown : new Error(String(thrown));
  }
  const { hash, faults, commands, sent, counts } = simulation;
  return { seed: options.seed, hash, faults, error, commands, sent, counts };
}
