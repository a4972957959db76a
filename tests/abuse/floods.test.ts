import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, ENDPOINTS } from '#protocol/api.ts';
import { PAGE_RATE, PLAIN_ROUTES } from '#protocol/pages/plain-routes.ts';
import { personOf } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { watchLog } from './watched-log.ts';

let server: TestServer;
const watched = watchLog();
beforeAll(async () => {
  server = await startTestServer(watched.options);
});
afterAll(async () => {
  await server.stop();
  watched.close('floods');
});

/** With all of them some 30,000 calls; else the tight ones, which matter, and one of the wide. */
const ALL = process.env['ABUSE_ALL'] === '1';
const TIGHT = 30;

const TOLERANCE = 0.05;
const AT_ONCE = 16;

/** How many of so many calls of a route got past its limit, and in how many seconds. Each is wrong in a field, so that nothing is done. */
async function passed(
  route: { readonly method: string; readonly path: string },
  calls: { readonly number: number; readonly headers: (no: number) => Record<string, string> },
): Promise<{ readonly through: number; readonly seconds: number }> {
  const began = performance.now();
  let through = 0;
  let no = 0;
  const one = async () => {
    for (let mine = (no += 1); mine <= calls.number; mine = no += 1) {
      const { status } = await fetch(`${server.origin}${route.path}?flood=1`, {
        method: route.method,
        headers: calls.headers(mine),
      }).then(async (answer) => (await answer.arrayBuffer(), answer));
      if (status !== 429) through += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return { through, seconds: (performance.now() - began) / 1_000 };
}

/** Where an endpoint is asked. */
const routeOf = ({ method, path }: { readonly method: string; readonly path: string }) => ({
  method,
  path: `${API_BASE}${path.replace(/:\w+/g, 'x')}`,
});

/** Whether a bucket let through what it holds, within 5 %. What it gives back while the flood lasts counts as well: a call in 60 / rate seconds. */
function holds(rate: number, { through, seconds }: { readonly through: number; readonly seconds: number }): boolean {
  const tolerance = Math.max(1, rate * TOLERANCE);
  return through >= rate - tolerance && through <= rate + tolerance + (seconds * rate) / 60;
}

describe('floods (R-42)', () => {
  it('get as much from each route as its buckets hold, within 5 %', { timeout: 3_600_000 }, async () => {
    const person = await personOf(server, 'USER');
    watched.hide(person.token);
    const wrong: string[] = [];
    let sent = 0;
    const routes = ENDPOINTS.filter(({ endpoint: { rate } }, at) => ALL || rate <= TIGHT || at === 0);
    for (const [at, { name, endpoint }] of routes.entries()) {
      const { rate } = endpoint;
      const number = Math.ceil(rate * 1.2) + 5;
      const address = `10.1.${at >> 6}.${at & 63}`;
      const route = routeOf(endpoint);
      const byAddress = await passed(route, { number, headers: () => ({ 'x-forwarded-for': address }) });
      const byAccount = await passed(route, {
        number,
        headers: (no) => ({
          'x-forwarded-for': `10.2.${(no >> 8) & 255}.${no & 255}`,
          authorization: `Bearer ${person.token}`,
        }),
      });
      sent += 2 * number;
      for (const [what, flood] of [
        ['address', byAddress],
        ['account', byAccount],
      ] as const) {
        if (!holds(rate, flood)) wrong.push(`${name} by ${what}: ${flood.through} of ${rate}`);
      }
    }
    console.log(
      `floods: ${routes.length} of ${ENDPOINTS.length} routes x 2 buckets, ${sent} calls, ${wrong.length} outside 5 %`,
    );
    expect(wrong).toEqual([]);
  });

  it('get no more by many accounts at one address than the address may have', { timeout: 3_600_000 }, async () => {
    const wrong: string[] = [];
    let sent = 0;
    const own = ENDPOINTS.filter(({ endpoint: { addressRate } }) => addressRate !== undefined);
    // Without a limit of its own an address has that of ten accounts.
    const usual = ENDPOINTS.filter(
      ({ endpoint: { rate, callers, addressRate } }) =>
        rate <= TIGHT && callers.includes('USER') && addressRate === undefined,
    ).slice(0, ALL ? 5 : 1);
    const people = await Promise.all(Array.from({ length: 13 }, () => personOf(server, 'USER')));
    for (const { token } of people) watched.hide(token);
    for (const [at, { name, endpoint }] of [...own, ...usual].entries()) {
      const { rate, addressRate = rate * 10 } = endpoint;
      const number = Math.ceil(addressRate * 1.2) + 5;
      const route = routeOf(endpoint);
      const flood = await passed(route, {
        number,
        headers: (no) => ({
          'x-forwarded-for': `10.3.0.${at}`,
          authorization: `Bearer ${people[no % people.length]?.token}`,
        }),
      });
      sent += number;
      if (!holds(addressRate, flood)) wrong.push(`${name} by one address: ${flood.through} of ${addressRate}`);
    }
    console.log(
      `floods by ${people.length} accounts at one address: ${own.length + usual.length} routes, ${sent} calls, ${wrong.length} outside 5 %`,
    );
    expect(wrong).toEqual([]);
  });

  it('get as much from what is served beside the API as an address may have', { timeout: 3_600_000 }, async () => {
    const plain = PLAIN_ROUTES.flatMap(({ method = 'GET', path, rate }) =>
      rate === undefined || (!ALL && rate > 60) ? [] : [{ method, path: path.replaceAll(/\{\w+\}/g, 'x'), rate }],
    );
    const routes = ALL ? [...plain, { method: 'GET', path: '/en/about', rate: PAGE_RATE }] : plain;
    const wrong: string[] = [];
    for (const [at, { rate, ...route }] of routes.entries()) {
      const headers = () => ({ 'x-forwarded-for': `10.4.0.${at}` });
      const flood = await passed(route, { number: Math.ceil(rate * 1.2) + 5, headers });
      if (!holds(rate, flood)) wrong.push(`${route.method} ${route.path}: ${flood.through} of ${rate}`);
    }
    console.log(`floods of plain routes: ${routes.length} routes, ${wrong.length} outside 5 %`);
    expect(routes.length).toBeGreaterThan(1);
    expect(wrong).toEqual([]);
  });
});
