import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventState } from '#domain/events/life.ts';
import type { MarketTerms } from '#domain/events/terms.ts';
import type { Role } from '#domain/identity/actor.ts';
import { createApprovals } from '#server/approvals/approvals.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { createAudit, type Audit, type Staff } from '#server/audit/index.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import {
  eventClarifiedAct,
  eventCorrectedAct,
  eventRuledAct,
  eventSplitAct,
  eventVoidedAct,
} from '#server/events/acts.ts';
import { runClock } from '#server/events/clock.ts';
import type { EventDraft, Events, MoveFault, PlainMove, ProposedResult } from '#server/events/contract.ts';
import { createEvents } from '#server/events/events.ts';
import { booksOf, findMarket } from '#server/events/store.ts';
import { bookFacts } from '#server/trading/queries/store-books.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { MarketWorld } from '../exchange/market-world.ts';

const HOUR = 3_600_000;

export const colleague = (role: Role): Staff => ({
  kind: 'staff',
  userId: randomUUID(),
  role,
  sessionId: randomUUID(),
});

/** An engine with events beside it: staff of each kind, and one market about to be asked. */
export class EventsWorld extends MarketWorld {
  readonly editor = colleague('EDITOR');
  readonly reviewer = colleague('EDITOR');
  readonly resolver = colleague('RESOLVER');
  readonly second = colleague('RESOLVER');
  readonly events: Events;
  readonly approvals: Approvals;
  readonly #config = readConfig({ PORT: '3000', DATA_DIR: join(tmpdir(), `tikvo-events-${randomUUID()}`) });
  readonly #audit: Audit;
  /** Of the event's market; `marketId` is its book in the demo realm. */
  asked = '';

  constructor(db: TestDatabase['pool']) {
    super(db);
    const vault = createVault({ config: this.#config });
    this.#audit = createAudit({ vault, clock: this.clock });
    this.events = createEvents(this.parts);
    const roleOf = async (tx: { query: TestDatabase['pool']['query'] }, userId: string) => {
      const { rows } = await tx.query<{ role: Role }>('SELECT role FROM app_user WHERE id = $1', [userId]);
      return rows[0]?.role ?? null;
    };
    this.approvals = createApprovals({ clock: this.clock, audit: this.#audit, vault, roleOf });
    this.approvals.add(eventVoidedAct(this.parts));
    this.approvals.add(eventRuledAct(this.parts));
    this.approvals.add(eventClarifiedAct(this.parts));
    this.approvals.add(eventCorrectedAct(this.parts));
    this.approvals.add(eventSplitAct(this.parts));
  }

  get parts() {
    return { config: this.#config, db: this.db, clock: this.clock, audit: this.#audit, bookFacts };
  }

  draft(changes: Partial<MarketTerms> = {}): EventDraft {
    return {
      category: 'economy',
      title: 'Will the bank keep its rate in March?',
      summary: 'The decision of 20 March.',
      tags: ['rates'],
      terms: {
        title: 'Will the bank keep its rate in March?',
        rules: 'YES if the rate announced is the one before.',
        source: 'https://bank.example/rates',
        backupSource: 'https://news.example/rates',
        cutOffAt: this.clock.at + 2 * HOUR,
        timeZone: 'Europe/London',
        threshold: 'The first figure, as announced.',
        ifTied: 'Cannot be.',
        ifPostponed: 'Void after 7 days.',
        ifCancelled: 'Void.',
        ...changes,
      },
    };
  }

  move(move: PlainMove, by: Staff, marketId = this.asked): Promise<MoveFault | EventState> {
    return this.events.move(marketId, move, { by, reason: `${move} it` });
  }

  /** Drafts, reviews and opens a market, and waits until the engine takes orders on it. */
  async open(terms: Partial<MarketTerms> = {}): Promise<void> {
    const made = await this.events.draft(this.draft(terms), { by: this.editor, reason: 'asked for' });
    if (!made.ok) throw new Error('no draft');
    this.asked = made.value.marketId;
    const moved = [await this.move('submit', this.editor), await this.move('approve', this.reviewer)];
    if (moved[1] !== 'OPEN') throw new Error(`not opened: ${moved.join(', ')}`);
    this.marketId = (await booksOf(this.db, this.asked)).demo!;
    await this.untilShown('OPEN');
  }

  /** Lets the engine look again and again until the book stands so for people. */
  async untilShown(status: string): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      // No faster than the wall: an engine that thinks it slept looks at nothing.
      this.tick(100_00, { ms: 20 });
      await this.settleDown();
      const market = await this.bus.request('exchange.market', { realm: 'demo', marketId: this.marketId });
      if (market?.status === status) return;
      if (tries > 1_000) throw new Error(`the book stayed ${market?.status}`);
    }
  }

  propose(
    outcome: ProposedResult['outcome'],
    by = this.resolver,
    factAt = this.clock.at,
  ): Promise<MoveFault | EventState> {
    const result = { outcome, url: 'https://bank.example/rates', sha256: 'ab'.repeat(32), factAt };
    return this.events.propose(this.asked, result, { by, reason: 'as announced' });
  }

  /** From a closed market to one that stands: two people, and a challenge window that nobody uses. */
  async resolve(outcome: ProposedResult['outcome'], factAt = this.clock.at): Promise<void> {
    await this.propose(outcome, this.resolver, factAt);
    await this.move('confirm', this.second);
    this.clock.at += 2 * HOUR;
    await runClock(this.parts);
  }

  async state(): Promise<EventState | undefined> {
    return (await findMarket(this.db, this.asked))?.state;
  }

  /** A colleague whose role the approvals find. */
  async member(role: Role): Promise<Staff> {
    const one = colleague(role);
    await this.db.query('INSERT INTO app_user (id, role, created_at) VALUES ($1, $2, now())', [one.userId, role]);
    return one;
  }

  inTransaction<T>(work: Parameters<typeof transaction<T>>[1]): Promise<T> {
    return transaction(this.db, work);
  }
}

/** A world on a database of its own, after its first price. */
export async function openEvents(): Promise<{ readonly database: TestDatabase; readonly world: EventsWorld }> {
  const database = await testDatabase();
  const world = new EventsWorld(database.pool);
  return { database, world };
}
