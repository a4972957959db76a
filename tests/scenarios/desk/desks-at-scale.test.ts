/**
 * Every list, record and chart of the back office with many rows behind it: no question of one looks at a whole large table, and each is answered
 * in time. `DESK_ROWS=100000` and `DESK_FIGURES=1` print how long each takes (docs/tests.md#desks).
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKS } from '#protocol/office/desks.ts';
import { ADMIN_ORIGIN, officeOf, rowsOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { listen, lookedAt, type Asked } from './asked-queries.ts';
import { fillDesks } from './desk-rows.ts';

const ROWS = Number(process.env['DESK_ROWS'] ?? 50_000);
/** Of one table, by one question. A page of journals looks at 20,000 of them (docs/decisions/0215). */
const MOST_LOOKED_AT = 25_000;
/**
 * Read as a whole or in a bounded part of the newest, whatever the planner makes of that: the trial balance adds up all accounts; a page of journals is
 * out of the 20,000 newest; the queue empties itself, and its table is the library's; corrections are written by hand, by two people each; whom
 * somebody with a thousand payouts shares a place with is found through all places.
 */
const LOOKED_THROUGH = /^(_private_jobs|correction_proposal|proof_correction)$/;
const BOUNDED = /\/desks\/(books|journals|accounts\/[^/]+\/parts|people\/[^/]+\/parts\/links)\b/;
/** Of a route, ms. */
const MOST_MS = 300;
const TRIES = process.env['DESK_FIGURES'] === undefined ? 1 : 8;

let server: TestServer;
let office: Office;
/** Each may ask so often in a minute: they take turns. */
let admins: readonly Person[];
let compliance: Person;
let turn = 0;
const told: string[] = [];
/** What the server asks by itself, whoever asks it something. */
const byItself = new Set<string>();
let heard: Asked[] | null = null;
const stop = listen((one) => (heard === null ? byItself.add(one.text) : heard.push(one)));

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  office = officeOf(server);
  admins = await Promise.all(Array.from({ length: 20 }, () => personOf(server, 'ADMIN')));
  compliance = await personOf(server, 'COMPLIANCE');
  // An entry of the audit log, which the rows are copies of.
  const [first] = admins;
  if (first !== undefined) await office(`/api/v2/office/desks/people/${first.id}`, first);
  await fillDesks(server.adminUrl, ROWS);
}, 900_000);
afterAll(async () => {
  stop();
  if (TRIES > 1) process.stdout.write(`${told.join('\n')}\n`);
  await server.stop();
});

interface Route {
  readonly path: string;
  readonly times: readonly number[];
  readonly status: number;
  /** Of each question that it asked. */
  readonly asked: readonly Asked[];
}

const at = (times: readonly number[], part: number) =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

/** Reports of suspicion are kept from administrators. */
const askerOf = (path: string) =>
  path.includes('/suspicion') ? compliance : (admins[(turn += 1) % admins.length] ?? null);

async function ask(path: string): Promise<Route & { readonly json: Record<string, unknown>; readonly text: string }> {
  const times: number[] = [];
  const asked: Asked[] = [];
  const who = askerOf(path);
  heard = asked;
  let answer = await office(path, who);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const begun = performance.now();
    answer = await office(path, who);
    times.push(performance.now() - begun);
  }
  heard = null;
  return { path, times, status: answer.status, asked, json: answer.json as Record<string, unknown>, text: answer.text };
}

interface FilterShown {
  readonly name: string;
  readonly kind: string;
  readonly options?: readonly { readonly value: string }[];
}

/** Something that a filter takes: each choice, and a word where words are typed. */
function valuesOf({ kind, options = [] }: FilterShown): readonly string[] {
  if (kind === 'choice') return options.map(({ value }) => value);
  if (kind === 'day') return [new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)];
  return ['12', 'none'];
}

async function deskRoutes(desk: string): Promise<readonly Route[]> {
  const base = `/api/v2/office/desks/${desk}`;
  const first = await ask(base);
  const routes: Route[] = [first];
  const next = first.json['nextCursor'];
  if (typeof next === 'string') routes.push(await ask(`${base}?cursor=${encodeURIComponent(next)}`));
  for (const filter of (first.json['filters'] ?? []) as FilterShown[]) {
    for (const value of valuesOf(filter)) {
      const asked = await ask(`${base}?filter=${encodeURIComponent(`${filter.name}=${encodeURIComponent(value)}`)}`);
      routes.push(asked);
      const page = asked.json['nextCursor'];
      const filtered = encodeURIComponent(`${filter.name}=${encodeURIComponent(value)}`);
      if (typeof page === 'string')
        routes.push(await ask(`${base}?filter=${filtered}&cursor=${encodeURIComponent(page)}`));
    }
  }
  const [row] = first.status === 200 ? (rowsOf(first as never) ?? []) : [];
  if (row !== undefined && 'record' in (DESKS.find(({ id }) => id === desk) ?? {}))
    routes.push(...(await recordRoutes(`${base}/${encodeURIComponent(row.id)}`)));
  return routes;
}

async function recordRoutes(record: string): Promise<readonly Route[]> {
  const page = await ask(record);
  const routes: Route[] = [page, await ask(`${record}/timeline`)];
  for (const { id } of (page.json['tabs'] ?? []) as { id: string }[]) {
    const part = await ask(`${record}/parts/${id}`);
    routes.push(part);
    const next = part.json['nextCursor'];
    if (typeof next === 'string') routes.push(await ask(`${record}/parts/${id}?cursor=${encodeURIComponent(next)}`));
  }
  return routes;
}

async function chartRoutes(place: string): Promise<readonly Route[]> {
  const head = await ask(`/api/v2/office/charts/${place}`);
  const charts = (head.json['charts'] ?? []) as { id: string }[];
  const routes: Route[] = [head];
  for (const { id } of charts) routes.push(await ask(`/api/v2/office/charts/${place}/${id}`));
  return routes;
}

const READS = /^\s*(?:SELECT|WITH)\b/i;

/** What is wrong with routes: a fault, a question that looks at too much, an answer that takes too long. */
async function wrongOf(routes: readonly Route[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { path, times, status, asked } of routes) {
    const ms = `p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms`;
    if (status !== 200) wrong.push(`${path}: ${status}`);
    if (at(times, 0.95) > MOST_MS && TRIES > 1) wrong.push(`${path}: ${ms}`);
    const distinct = new Map(
      asked.filter(({ text }) => READS.test(text) && !byItself.has(text)).map((one) => [one.text, one]),
    );
    const looks = [];
    for (const one of distinct.values()) {
      for (const look of await lookedAt(server.pool, one).catch(() => [])) {
        looks.push(look);
        if (look.rows > MOST_LOOKED_AT && !LOOKED_THROUGH.test(look.table) && !BOUNDED.test(path))
          wrong.push(
            `${path}: ${look.rows} rows of ${look.table} by ${look.by ?? 'nothing'}: ${one.text.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
          );
      }
    }
    const [most] = looks.toSorted((one, other) => other.rows - one.rows);
    told.push(
      `${path} | ${status} | ${ms} | ${most === undefined ? '' : `${most.rows} of ${most.table} by ${most.by ?? 'nothing'}`}`,
    );
  }
  return wrong;
}

it.each(DESKS.map(({ id }) => id))(
  'answers at the desk %s without looking at a whole table',
  async (desk) => {
    expect(await wrongOf(await deskRoutes(desk))).toEqual([]);
  },
  600_000,
);

it('shows the page of a person with much behind them', async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    'SELECT user_id AS id FROM prediction GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  const id = rows[0]?.id ?? '';
  expect(await wrongOf(await recordRoutes(`/api/v2/office/desks/people/${id}`))).toEqual([]);
}, 600_000);

it('draws the frame, finds and draws charts without looking at a whole table', async () => {
  const words = ['someone@mail.test', '12', 'event', 'none of these'];
  const paths = ['frame', 'views', ...words.map((word) => `search?q=${encodeURIComponent(word)}`)];
  const asked: Route[] = [];
  for (const path of paths) asked.push(await ask(`/api/v2/office/${path}`));
  for (const place of ['front', 'exposure', 'tickets']) asked.push(...(await chartRoutes(place)));
  expect(await wrongOf(asked)).toEqual([]);
}, 600_000);
