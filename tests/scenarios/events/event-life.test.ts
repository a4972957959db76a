/** A market of an event from its draft to the last payment: staff and clock of the subject, books and money of a running engine. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventOutcome } from '#domain/events/life.ts';
import { EVENT_CLARIFIED, EVENT_RULED, EVENT_VOIDED } from '#server/events/acts.ts';
import { runClock } from '#server/events/clock.ts';
import type { TestDatabase } from '#tests/database.ts';
import type { Person } from '../trading/trading-world.ts';
import { money } from '../exchange/market-world.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

let database: TestDatabase;
let world: EventsWorld;
let ada: Person;
let ben: Person;
let cleo: Person;

beforeEach(async () => {
  ({ database, world } = await openEvents());
  [ada, ben, cleo] = (await world.people(3)) as [Person, Person, Person];
  await world.engine.start();
  world.tick(100_00);
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

/** Ada holds 10 YES for 6.00 and the fee, Ben 10 NO for 4.00, and 5.00 of Cleo rest. */
async function trade(): Promise<string> {
  await world.open();
  await world.ordered(ben, { outcome: 'NO', price: 400 });
  await world.ordered(ada, { outcome: 'YES', price: 600 });
  return (await world.ordered(cleo, { outcome: 'YES', price: 500 })).id;
}

/** Lets the engine look again until the book has its end. */
async function ended(): Promise<void> {
  await world.untilShown((await world.state()) === 'VOIDED' ? 'VOIDED' : 'SETTLED');
}

const FEE = 0.096;
const cash = async () => (await Promise.all([ada, ben, cleo].map((one) => world.balances(one)))).map((one) => one.cash);

describe('a market of an event', () => {
  it('is drafted by one editor and opened by another, under rules that are stored by their hash', async () => {
    const made = await world.events.draft(world.draft({ backupSource: '' }), { by: world.editor, reason: 'asked for' });
    world.asked = made.ok ? made.value.marketId : '';
    expect(made).toMatchObject({ value: { slug: 'will-the-bank-keep-its-rate-in-march' } });
    expect(await world.move('submit', world.editor)).toBe('unfinished');
    await world.events.rewrite(world.asked, world.draft().terms, { by: world.editor, reason: 'whole now' });
    expect(await world.move('approve', world.reviewer)).toBe('state');
    expect(await world.move('submit', world.editor)).toBe('REVIEW');
    expect(await world.move('approve', world.editor)).toBe('same-person');
    expect(await world.move('approve', world.resolver)).toBe('role');
    expect(await world.move('approve', world.reviewer)).toBe('OPEN');
    const again = await world.events.draft(world.draft(), { by: world.editor, reason: 'asked for' });
    expect(again).toMatchObject({ refusal: { code: 'ActRefused' } });
    const { rows } = await world.db.query('SELECT move, from_state, to_state, reason FROM event_move ORDER BY version');
    expect(rows).toEqual([
      { move: 'submit', from_state: 'DRAFT', to_state: 'REVIEW', reason: 'submit it' },
      { move: 'approve', from_state: 'REVIEW', to_state: 'OPEN', reason: 'approve it' },
    ]);
    await expect(world.db.query('UPDATE event_move SET reason = $1', ['x'])).rejects.toThrow(
      /permission denied|append-only/,
    );
    await expect(world.db.query('UPDATE event_market SET cut_off_at = 1')).rejects.toThrow('terms of a market');
  });

  it('takes no order from the moment in which it closes, and gives back what rests', async () => {
    const resting = await trade();
    expect(await world.move('pause', world.editor)).toBe('PAUSED');
    await world.untilShown('PAUSED');
    // Shown as decided, stored a moment later.
    const paused = { status: 'EXPIRED', endReason: 'pause' };
    await expect.poll(() => world.storedOrder(cleo, resting)).toMatchObject(paused);
    expect(await world.order(cleo, { outcome: 'YES' })).toMatchObject({ refusal: { code: 'MarketClosed' } });
    expect(await world.move('resume', world.editor)).toBe('OPEN');
    await world.untilShown('OPEN');
    const { id } = await world.ordered(cleo, { outcome: 'YES', price: 500 });
    expect(await world.propose('YES')).toBe('state');
    expect(await world.move('close', world.editor)).toBe('CLOSED');
    await world.untilShown('ENDED');
    expect(await world.storedOrder(cleo, id)).toMatchObject({ status: 'EXPIRED', endReason: 'cut_off', held: 0 });
    expect(await world.order(cleo, { outcome: 'YES' })).toMatchObject({ refusal: { code: 'MarketClosed' } });
    expect(await cash()).toEqual([money(10_000 - 6 - FEE), money(9_996), money(10_000)]);
    expect(await world.faults()).toEqual([]);
  });

  it.each<[EventOutcome, number, number]>([
    ['YES', 10 - 6 - FEE, -4],
    ['NO', -6 - FEE, 6],
    ['TIE', -1, 1],
  ])('resolved %s by two people pays its holders, and is PAID', async (outcome, won, other) => {
    await trade();
    await world.move('close', world.editor);
    await world.untilShown('ENDED');
    const holder = { ...world.resolver, userId: ada.userId };
    expect(await world.propose(outcome, holder)).toBe('holds');
    expect(await world.propose(outcome, world.editor)).toBe('role');
    expect(await world.propose(outcome)).toBe('PROPOSED');
    expect(await world.move('confirm', world.resolver)).toBe('same-person');
    expect(await world.move('confirm', holder)).toBe('holds');
    expect(await world.move('confirm', world.second)).toBe('CHALLENGE');
    await runClock(world.parts);
    expect(await world.state()).toBe('CHALLENGE');
    world.clock.at += 2 * 3_600_000;
    await runClock(world.parts);
    await runClock(world.parts);
    expect(await world.state()).toBe('RESOLVED');
    // Another engine takes it up.
    await world.engine.stop();
    world.next();
    await world.engine.start();
    await ended();
    await world.untilMarket('SETTLED');
    await runClock(world.parts);
    await runClock(world.parts);
    expect(await world.state()).toBe('PAID');
    expect(await cash()).toEqual([money(10_000 + won), money(10_000 + other), money(10_000)]);
    expect(await world.faults()).toEqual([]);
    const { rows } = await world.db.query<{ move: string }>('SELECT move FROM event_move ORDER BY version');
    expect(rows.map(({ move }) => move)).toEqual([
      'submit',
      'approve',
      'close',
      'propose',
      'confirm',
      'resolve',
      'pay',
    ]);
    // One result pays it.
    await expect(world.db.query(`UPDATE event_market SET fact_at = 1`)).rejects.toThrow('paid by one result');
    await expect(world.db.query(`UPDATE event_market SET state = 'CLOSED'`)).rejects.toThrow('does not go back');
  });

  it('is void by two people, while it is traded, at the price that stood', async () => {
    const resting = await trade();
    const [one, two] = [await world.member('ADMIN'), await world.member('ADMIN')];
    world.tick(100_00, { ms: 60_000 });
    const fields = { marketId: world.asked, why: 'CANCELLED' } as const;
    const asked = await world.inTransaction((tx) =>
      world.approvals.ask(tx, EVENT_VOIDED, { fields, by: one.userId, reason: 'called off' }),
    );
    if (typeof asked === 'string' || 'rule' in asked) throw new Error('not asked');
    expect(await world.state()).toBe('OPEN');
    const done = await world.inTransaction((tx) =>
      world.approvals.approve(tx, { id: asked.id, digest: asked.digest, by: two.userId }),
    );
    expect(done).toEqual({ result: { answer: 'VOIDED' } });
    await ended();
    expect(await world.untilMarket('VOIDED')).toMatchObject({ result: 'VOID', void_value: 600 });
    expect(await world.storedOrder(cleo, resting)).toMatchObject({ status: 'EXPIRED', endReason: 'void' });
    await runClock(world.parts);
    expect((await world.db.query('SELECT paid_at FROM event_market')).rows).toEqual([{ paid_at: null }]);
    world.clock.at += 10_000;
    await runClock(world.parts);
    expect(await cash()).toEqual([money(10_000), money(10_000), money(10_000)]);
    expect(await world.faults()).toEqual([]);
    expect((await world.db.query('SELECT paid_at FROM event_market')).rows).not.toEqual([{ paid_at: null }]);
  });

  it('is disputed by a person, and decided once by a panel of three without the one who proposed', async () => {
    await trade();
    await world.move('close', world.editor);
    await world.untilShown('ENDED');
    const panel = [await world.member('RESOLVER'), await world.member('RESOLVER'), await world.member('RESOLVER')];
    await world.propose('YES', panel[0]);
    await world.move('confirm', world.second);
    const challenge = { userId: ben.userId, text: 'It was raised.' };
    expect(await world.events.challenge(world.asked, challenge)).toBe('DISPUTED');
    world.clock.at += 3 * 3_600_000;
    await runClock(world.parts);
    expect(await world.state()).toBe('DISPUTED');
    const fields = {
      marketId: world.asked,
      outcome: 'NO',
      url: 'https://bank.example/rates',
      sha256: 'cd'.repeat(32),
      factAt: world.clock.at,
      level: [] as number[],
    } as const;
    const rule = async (by: typeof panel) => {
      const asked = await world.inTransaction((tx) =>
        world.approvals.ask(tx, EVENT_RULED, { fields, by: by[0]!.userId, reason: 'read again' }),
      );
      if (typeof asked === 'string' || 'rule' in asked) throw new Error('not asked');
      const approve = (who: (typeof panel)[number]) =>
        world.inTransaction((tx) =>
          world.approvals.approve(tx, { id: asked.id, digest: asked.digest, by: who.userId }),
        );
      expect(await approve(by[1]!)).toEqual({ waits: 1 });
      return approve(by[2]!);
    };
    expect(await rule(panel)).toEqual({ result: { answer: 'same-person' } });
    expect(await world.state()).toBe('DISPUTED');
    const other = await world.member('RESOLVER');
    expect(await rule([panel[1]!, panel[2]!, other])).toEqual({ result: { answer: 'CHALLENGE' } });
    expect(await world.events.challenge(world.asked, challenge)).toBe('decided-once');
    world.clock.at += 3 * 3_600_000;
    await runClock(world.parts);
    await ended();
    await world.untilMarket('SETTLED');
    await runClock(world.parts);
    expect(await world.state()).toBe('PAID');
    expect((await cash())[1]).toBe(money(10_006));
  });

  /** Two people say what is unclear; the fair price is that of the one fill, 0.60. */
  async function clarified(text: string): Promise<void> {
    const [one, two] = [await world.member('EDITOR'), await world.member('RESOLVER')];
    const fields = { marketId: world.asked, text };
    const asked = await world.inTransaction((tx) =>
      world.approvals.ask(tx, EVENT_CLARIFIED, {
        fields,
        by: one.userId,
        reason: 'people ask',
      }),
    );
    if (typeof asked === 'string' || 'rule' in asked) throw new Error(`not asked: ${JSON.stringify(asked)}`);
    const approved = await world.inTransaction((tx) =>
      world.approvals.approve(tx, {
        id: asked.id,
        digest: asked.digest,
        by: two.userId,
      }),
    );
    expect(approved).toEqual({ result: { answer: 'OPEN' } });
  }
  const leave = (person: Person) =>
    world.bus.request('exchange.leave', {
      actor: {
        userId: person.userId,
        sessionId: person.userId,
        role: 'DEMO',
        realm: 'demo',
      },
      marketId: world.marketId,
      idempotency: null,
    });
  const left = async (person: Person) => {
    const reply = await leave(person);
    return reply.ok ? (JSON.parse(reply.body) as object) : reply.refusal;
  };

  it('is clarified by two people, and lets who held shares before leave once, at the fair price and without fee', async () => {
    const resting = await trade();
    await world.fund();
    const leaving = (who: Person) =>
      world.queries.leaving({
        userId: who.userId,
        realm: 'demo',
        marketId: world.marketId,
      });
    expect(await leaving(ada)).toBeNull();
    const { rows: before } = await world.db.query<{ rules_hash: Buffer }>('SELECT rules_hash FROM event_market');
    await clarified('A rate that is moved and moved back is kept.');
    // Whoever offered did not know of it.
    const ofCleo = async () => {
      world.tick(100_00, { ms: 20 });
      await world.settleDown();
      return world.storedOrder(cleo, resting);
    };
    await expect.poll(ofCleo).toMatchObject({ status: 'EXPIRED', endReason: 'rules' });
    const rules = await world.db.query<{
      rules_hash: Buffer;
      rules_doc: string;
      stored: number;
    }>(
      `SELECT rules_hash, rules_doc, (SELECT count(*)::int FROM rules_document d WHERE d.hash IN (m.rules_hash, $1)) AS stored FROM event_market m`,
      [before[0]!.rules_hash],
    );
    const [now] = rules.rows;
    expect(now!.stored).toBe(2);
    expect(JSON.parse(now!.rules_doc)).toMatchObject({
      amends: before[0]!.rules_hash.toString('hex'),
      clarifications: [{ text: 'A rate that is moved and moved back is kept.' }],
    });
    await expect(world.db.query("UPDATE event_market SET rules_doc = '{}', rules_hash = sha256('')")).rejects.toThrow(
      'by a clarification or a split alone',
    );

    // Cleo comes after it: what she buys she keeps, or sells to others.
    world.tick(100_00, { ms: 20 });
    await world.ordered(ben, { outcome: 'NO', price: 300, lots: 500 });
    await world.ordered(cleo, { outcome: 'YES', price: 700, lots: 500 });
    expect(await left(cleo)).toMatchObject({
      code: 'OrderRejected',
      reason: 'no_shares',
    });
    expect(await leaving(ada)).toMatchObject({
      outcome: 0,
      lots: 1_000,
      price: 600,
    });
    const had = (await world.balances(ada)).cash;
    expect(await left(ada)).toMatchObject({
      status: 'FILLED',
      filled: 10,
      averagePrice: 0.6,
      fee: 0,
    });
    await expect.poll(async () => (await world.balances(ada)).cash).toBe(had + money(6));
    expect(await left(ada)).toMatchObject({ reason: 'no_shares' });
    // Bought back, they are of after it; another engine knows that too.
    await world.ordered(ben, { outcome: 'NO', price: 100, lots: 500 });
    expect(await world.ordered(ada, { outcome: 'YES', price: 900, lots: 500 })).toMatchObject({ filled: 5 });
    await world.engine.stop();
    world.next();
    await world.engine.start();
    world.tick(100_00);
    await world.settleDown();
    expect(await left(ada)).toMatchObject({ reason: 'no_shares' });
    // Of Ben's 20 NO ten are from before.
    expect(await left(ben)).toMatchObject({
      outcome: 'NO',
      filled: 10,
      averagePrice: 0.4,
    });
    expect(await world.faults()).toEqual([]);
    world.clock.at += 2 * 3_600_000;
    expect(await left(ben)).toMatchObject({ code: 'MarketClosed' });
    expect(await leaving(ben)).toBeNull();
  });

  it('is not clarified by one person, nor where nobody could leave before its cut-off', async () => {
    await trade();
    expect(
      await world.events.move(world.asked, 'clarify' as never, {
        by: { ...world.editor, userId: ada.userId },
        reason: 'x',
      }),
    ).toBe('holds');
    world.clock.at += 3_600_001;
    const one = await world.member('EDITOR');
    const fields = { marketId: world.asked, text: 'It is too late for this.' };
    const asked = await world.inTransaction((tx) =>
      world.approvals.ask(tx, EVENT_CLARIFIED, {
        fields,
        by: one.userId,
        reason: 'people ask',
      }),
    );
    expect(asked).toMatchObject({
      rule: expect.stringContaining('cut-off is too near'),
    });
  });

  it('keeps who would meet an order waiting while it is live; what rests or is taken back never waits', async () => {
    await world.open({ isLive: true });
    const offer = await world.ordered(ben, { outcome: 'NO', price: 400 });
    const answered: string[] = [];
    const taking = world.order(ada, { outcome: 'YES', price: 600 }).then((reply) => {
      answered.push('taken');
      return reply;
    });
    const seen = world.order(cleo, { outcome: 'YES', price: 600, postOnly: true }).then((reply) => {
      answered.push('post only');
      return reply;
    });
    await world.ordered(cleo, { outcome: 'YES', price: 500 });
    answered.push('resting');
    expect(await seen).toMatchObject({ refusal: { reason: 'post_only' } });
    // In time: whoever saw it first does not get it.
    expect(await world.cancel(ben, offer.id)).toMatchObject({ ok: true });
    answered.push('taken back');
    const reply = await taking;
    expect(answered.at(-1)).toBe('taken');
    expect(JSON.parse(reply.ok ? reply.body : '{}')).toMatchObject({ status: 'OPEN', fills: [] });
    const { rows } = await world.db.query<{ rules_doc: string }>('SELECT rules_doc FROM event_market');
    expect(rows[0]!.rules_doc).toContain('"live":true');
  });

  it('closes by itself at its cut-off', async () => {
    await trade();
    world.clock.at += 3 * 3_600_000;
    await runClock(world.parts);
    expect(await world.state()).toBe('CLOSED');
    await world.untilShown('ENDED');
    expect(await world.faults()).toEqual([]);
  });
});
