/** Events of a series are made by a job: each once, whoever runs it, however often, and whatever is killed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SeriesPlan } from '#domain/events/series.ts';
import { makeEvents } from '#server/events/series/make-events.ts';
import { beginSeries, moveSeries, seriesFault } from '#server/events/series/series.ts';
import type { SeriesTemplate } from '#server/events/series/store-series.ts';
import type { TestDatabase } from '#tests/database.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2030-03-01T12:00:00Z');

const PLAN: SeriesPlan = {
  rule: 'FREQ=DAILY',
  firstAt: '2030-03-02T12:00',
  timeZone: 'UTC',
  opensBefore: DAY,
  closesBefore: HOUR,
  mostOpen: 3,
};

const TEMPLATE: SeriesTemplate = {
  category: 'crypto',
  title: 'Bitcoin above 100,000 on {date}?',
  summary: 'At {time}.',
  tags: ['Bitcoin'],
  opening: 400,
  terms: {
    title: 'Bitcoin above 100,000 on {date} at {time}?',
    rules: 'YES if the price at {time} on {date} is above 100,000. Exactly 100,000 is NO.',
    source: 'https://prices.example/btc',
    backupSource: 'https://other.example/btc',
    threshold: 'The first figure.',
    ifTied: 'NO.',
    ifPostponed: 'Void after 1 day.',
    ifCancelled: 'Void.',
  },
  translations: {
    de: { title: 'Bitcoin über 100.000 am {date}?', summary: 'Um {time}.', question: 'Frage {date}', rules: 'JA.' },
  },
};

let database: TestDatabase;
let world: EventsWorld;

beforeEach(async () => {
  ({ database, world } = await openEvents());
  world.clock.at = START;
});
afterEach(() => database.drop());

const act = (by = world.editor) => ({ by, reason: 'asked for' });

async function begun(plan: Partial<SeriesPlan> = {}, template: Partial<SeriesTemplate> = {}): Promise<string> {
  const made = await beginSeries(
    world.parts,
    { template: { ...TEMPLATE, ...template }, plan: { ...PLAN, ...plan } },
    act(),
  );
  if (typeof made === 'string') throw new Error(made);
  return made.id;
}

async function active(plan: Partial<SeriesPlan> = {}, template: Partial<SeriesTemplate> = {}): Promise<string> {
  const id = await begun(plan, template);
  expect(await moveSeries(world.parts, { id, move: 'approve' }, act(world.reviewer))).toBe('ACTIVE');
  return id;
}

const starts = async () => {
  const { rows } = await world.db.query<{ at: string }>('SELECT starts_at AS at FROM event_series_event ORDER BY 1');
  return rows.map(({ at }) => new Date(Number(at)).toISOString().slice(0, 13));
};
const counted = async (table: string) =>
  (await world.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n;

describe('a series', () => {
  it('makes nothing before another colleague approves it', async () => {
    const id = await begun();
    expect(await makeEvents(world.parts)).toBe(0);
    expect(await moveSeries(world.parts, { id, move: 'approve' }, act())).toBe('same-person');
    expect(await makeEvents(world.parts)).toBe(0);
    expect(await moveSeries(world.parts, { id, move: 'approve' }, act(world.reviewer))).toBe('ACTIVE');
    expect(await makeEvents(world.parts)).toBe(1);
  });

  it('opens an event with the day in its texts, and says on its timeline who made it', async () => {
    await active();
    await makeEvents(world.parts);
    const { rows: texts } = await world.db.query(
      `SELECT e.slug, t.language, t.title, t.summary, m.state, m.opening, m.cut_off_at::text AS cut, mt.title AS question
       FROM event e JOIN event_text t ON t.event_id = e.id JOIN event_market m ON m.event_id = e.id
       JOIN event_market_text mt ON mt.market_id = m.id AND mt.language = t.language ORDER BY t.language`,
    );
    const both = { slug: 'bitcoin-above-100-000-on-2-march-2030', state: 'OPEN', opening: 400 };
    const cut = String(Date.parse('2030-03-02T11:00:00Z'));
    expect(texts).toEqual([
      {
        ...both,
        cut,
        language: 'de',
        title: 'Bitcoin über 100.000 am 2. März 2030?',
        summary: 'Um 12:00 UTC.',
        question: 'Frage 2. März 2030',
      },
      {
        ...both,
        cut,
        language: 'en',
        title: 'Bitcoin above 100,000 on 2 March 2030?',
        summary: 'At 12:00 UTC.',
        question: 'Bitcoin above 100,000 on 2 March 2030 at 12:00 UTC?',
      },
    ]);
    const { rows: moves } = await world.db.query('SELECT move, staff, reason FROM event_move ORDER BY version');
    const reason = 'Made by the series “Bitcoin above 100,000 on {date}?”, which two people approved.';
    expect(moves).toEqual([
      { move: 'submit', staff: [], reason },
      { move: 'approve', staff: [], reason },
    ]);
  });

  it('makes each event once, however often the job runs', async () => {
    await active();
    expect(await makeEvents(world.parts)).toBe(1);
    expect(await makeEvents(world.parts)).toBe(0);
    world.clock.at += DAY;
    expect(await makeEvents(world.parts)).toBe(1);
    expect(await starts()).toEqual(['2030-03-02T12', '2030-03-03T12']);
  });

  it('makes each event once where two run the job at once', async () => {
    await active({ rule: 'FREQ=HOURLY', mostOpen: 20 });
    world.clock.at = START + 12 * HOUR;
    const made = await Promise.all([1, 2, 3, 4].map(() => makeEvents(world.parts)));
    const [events, claims] = [await counted('event'), await counted('event_series_event')];
    expect(events).toBe(claims);
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(events);
    expect(events).toBeGreaterThan(5);
  });

  it('has no more open events than it may, also where two run the job at once', async () => {
    await active({ rule: 'FREQ=HOURLY' });
    world.clock.at = START + 12 * HOUR;
    await Promise.all([1, 2, 3].map(() => makeEvents(world.parts)));
    expect(await counted('event')).toBe(3);
  });

  it('makes after a long stop only what still has time', async () => {
    await active();
    world.clock.at = START + 10 * DAY + 13 * HOUR;
    expect(await makeEvents(world.parts)).toBe(0);
    world.clock.at = START + 11 * DAY + HOUR;
    expect(await makeEvents(world.parts)).toBe(1);
    expect(await starts()).toEqual(['2030-03-13T12']);
  });

  it('makes nothing while it is paused, and nothing after it ended', async () => {
    const id = await active();
    expect(await moveSeries(world.parts, { id, move: 'pause' }, act())).toBe('PAUSED');
    expect(await makeEvents(world.parts)).toBe(0);
    expect(await moveSeries(world.parts, { id, move: 'resume' }, act())).toBe('ACTIVE');
    expect(await makeEvents(world.parts)).toBe(1);
    expect(await moveSeries(world.parts, { id, move: 'end' }, act())).toBe('ENDED');
    world.clock.at += DAY;
    expect(await makeEvents(world.parts)).toBe(0);
    expect(await moveSeries(world.parts, { id, move: 'resume' }, act())).toBe('state');
    const { rows } = await world.db.query('SELECT move, staff_id, reason FROM event_series_move ORDER BY version');
    expect(rows.map(({ move }) => String(move))).toEqual(['approve', 'pause', 'resume', 'end']);
  });

  it('gives events of one title addresses of their own', async () => {
    await active({ rule: 'FREQ=DAILY;BYHOUR=12,16' });
    world.clock.at = START + 6 * HOUR;
    expect(await makeEvents(world.parts)).toBe(2);
    const { rows } = await world.db.query<{ slug: string }>('SELECT slug FROM event_slug ORDER BY length(slug)');
    expect(rows.map(({ slug }) => slug.slice(0, 36))).toEqual(Array(2).fill('bitcoin-above-100-000-on-2-march-203'));
  });

  it('holds up no other series when it fails', async () => {
    const id = await active({}, { title: 'First on {date}' });
    await active({}, { title: 'Second on {date}' });
    await world.db.query(
      `CREATE FUNCTION fail_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.series_id = '${id}' THEN RAISE EXCEPTION 'not this one'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER fail_one BEFORE INSERT ON event_series_event FOR EACH ROW EXECUTE FUNCTION fail_one()`,
    );
    await expect(makeEvents(world.parts)).rejects.toThrow('events of 1 series were not made');
    expect(await counted('event')).toBe(1);
  });

  it('is killed in the middle: no event is doubled, and none lost', async () => {
    await active();
    const holder = await world.db.connect();
    await holder.query('BEGIN');
    // The job writes the event and its market, and then waits for this to save the move.
    await holder.query('LOCK TABLE event_revision IN ACCESS EXCLUSIVE MODE');
    const job = makeEvents(world.parts).then(
      () => 'made',
      () => 'killed',
    );
    for (let killed = 0; killed === 0;) {
      const { rowCount } = await world.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%event_revision%' AND pid <> pg_backend_pid()`,
      );
      killed = rowCount ?? 0;
    }
    expect(await job).toBe('killed');
    await holder.query('ROLLBACK');
    holder.release();
    expect([await counted('event'), await counted('event_series_event'), await counted('event_move')]).toEqual([
      0, 0, 0,
    ]);
    expect(await makeEvents(world.parts)).toBe(1);
    expect([await counted('event'), await counted('event_series_event'), await counted('event_move')]).toEqual([
      1, 1, 2,
    ]);
  });

  it('says nothing else than what was approved', async () => {
    const id = await active();
    await expect(
      world.db.query('UPDATE event_series SET rule = $2 WHERE id = $1', [id, 'FREQ=HOURLY']),
    ).rejects.toThrow('what a series says is not changed');
  });
});

describe('a new series', () => {
  it.each([
    ['rule', {}, { rule: 'FREQ=MINUTELY' }],
    ['never', {}, { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
    ['never', {}, { rule: 'FREQ=DAILY;UNTIL=20300101T000000' }],
    ['date', { title: 'No day in it' }, {}],
    ['rules', { terms: { ...TEMPLATE.terms, rules: ' ' } }, {}],
    ['backupSource', { terms: { ...TEMPLATE.terms, backupSource: TEMPLATE.terms.source } }, {}],
  ] as const)('is refused for %s', (fault, template, plan) => {
    expect(seriesFault({ ...TEMPLATE, ...template }, { ...PLAN, ...plan }, START)).toBe(fault);
  });
});
