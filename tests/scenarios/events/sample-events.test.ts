/** The sample events of a sandbox: written once, in all states, with trading of simulated people; a stop in the middle loses nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CATEGORIES } from '#domain/events/terms.ts';
import { sampleEvents, samplePeople } from '#server/admin/index.ts';
import { systemClock } from '#server/clock.ts';
import { createLog } from '#server/logging/log.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

interface Card {
  readonly category: string;
  readonly slug: string;
  readonly isSample: boolean;
  readonly markets: readonly { readonly state: string; readonly prices: { readonly last: number | null } }[];
}

let server: TestServer;
let ask: Ask;
let viewer: Person;

beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  viewer = await personOf(server, 'DEMO');
  const { config, databaseUrl } = server;
  await samplePeople({ config, databaseUrl, clock: systemClock });
});
afterAll(() => server.stop());

/** As a start of the product does; `cut`: it is stopped as soon as somebody has traded. */
async function start(cut = false): Promise<void> {
  const { config, databaseUrl, bus } = server;
  let stopped = false;
  const stop = bus.subscribe('exchange.fills', () => (stopped = cut));
  const isStopping = () => stopped;
  await sampleEvents({ config, databaseUrl, bus, clock: systemClock, log: createLog(config), isStopping, stepMs: 0 });
  stop();
}

const cards = async () =>
  (await ask('/api/v2/events?limit=200', { token: viewer.token })).json['items'] as unknown as Card[];
/** Of the series. */
const byPrices = ({ slug }: Card) => slug === 'by-our-own-prices';
const isDaily = ({ slug }: Card) => slug.startsWith('will-bitcoin-be-above-100-000-usd');
const countOf = async (table: string) =>
  (await server.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]!.n;
const countAll = () => Promise.all(['event', 'event_move', 'market_order', 'fill', 'app_user'].map(countOf));

it('are more than forty of all categories and states, traded by simulated people', async () => {
  await start(true);
  expect((await cards()).every(({ markets }) => markets[0]!.state === 'OPEN')).toBe(true);
  await start();
  const { json: own } = await ask('/api/v2/events/by-our-own-prices', { token: viewer.token });
  expect(own).toMatchObject({
    isSample: true,
    markets: [{ state: 'OPEN', ifTied: expect.stringMatching(/ is NO\.$/) }],
  });
  const daily = (await cards()).filter(isDaily);
  expect(daily).toHaveLength(2);
  expect(daily.every(({ isSample, markets }) => isSample && markets[0]!.state === 'OPEN')).toBe(true);
  const seen = await until('the results are paid', async () => {
    const all = (await cards()).filter((card) => !isDaily(card) && !byPrices(card));
    return all.filter(({ markets }) => markets[0]!.state === 'PAID').length === 7 ? all : null;
  });
  expect(seen).toHaveLength(42);
  expect(seen.every(({ isSample }) => isSample)).toBe(true);
  for (const category of CATEGORIES) expect(seen.filter((one) => one.category === category).length).toBeGreaterThan(4);
  const states = new Set(seen.map(({ markets }) => markets[0]!.state));
  expect([...states].toSorted()).toEqual([
    'CHALLENGE',
    'CLOSED',
    'DISPUTED',
    'OPEN',
    'PAID',
    'PAUSED',
    'PROPOSED',
    'VOIDED',
  ]);
  expect(seen.every(({ markets }) => markets[0]!.prices.last !== null)).toBe(true);
  const paid = seen.find(({ markets }) => markets[0]!.state === 'PAID')!;
  const { json } = await ask(`/api/v2/events/${paid.slug}`, { token: viewer.token });
  const [market] = json['markets'] as unknown as { moves: { move: string; by: string; at: string }[]; evidence: [] }[];
  expect(market!.moves.map(({ move }) => move)).toEqual(['approve', 'close', 'propose', 'confirm', 'resolve', 'pay']);
  expect(market!.moves.map(({ at }) => at)).toEqual(market!.moves.map(({ at }) => at).toSorted());
  expect(market!.evidence).toHaveLength(1);

  const { json: race } = await ask('/api/v2/events/who-will-win-the-100-m-at-the-indoor-open', { token: viewer.token });
  expect((race['markets'] as unknown as { pays: number }[]).map(({ pays }) => pays)).toEqual([0.5, 0.5, 0]);

  const { json: cup } = await ask(`/api/v2/events/${seen.find(({ markets }) => markets.length === 5)!.slug}`, {
    token: viewer.token,
  });
  const outcomes = cup['markets'] as unknown as { title: string; state: string; moves: { move: string }[] }[];
  expect(outcomes.map(({ title, state, moves }) => [title, state, moves.map(({ move }) => move)])).toEqual([
    ['Harbour City', 'OPEN', ['approve', 'split']],
    ['Northgate', 'OPEN', ['approve', 'split']],
    ['Saltmarsh Rovers', 'OPEN', ['approve', 'split']],
    ['Other', 'OPEN', ['approve', 'split']],
    ['Fenwick Albion', 'OPEN', ['split']],
  ]);

  const before = await countAll();
  await start();
  expect(await countAll()).toEqual(before);
});
