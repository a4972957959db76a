import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, ENDPOINTS } from '#protocol/api.ts';
import { personOf } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

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
      const { status } = await fetch(`${server.origin}${API_BASE}${route.path.replace(/:\w+/g, 'x')}?flood=1`, {
        method: route.method,
        headers: calls.headers(mine),
      }).then(async (answer) => (await answer.arrayBuffer(), answer));
      if (status !== 429) through += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return { through, seconds: (performance.now() - began) / 1_000 };
}

describe('floods (R-42)', () => {
  it('get as much from each route as its buckets hold, within 5 %', async () => {
    const person = await personOf(server, 'USER');
    const wrong: string[] = [];
    let sent = 0;
    const routes = ENDPOINTS.filter(({ endpoint: { rate } }, at) => ALL || rate <= TIGHT || at === 0);
    for (const [at, { name, endpoint }] of routes.entries()) {
      const { rate } = endpoint;
      const number = Math.ceil(rate * 1.2) + 5;
      const address = `10.1.${at >> 6}.${at & 63}`;
      const byAddress = await passed(endpoint, { number, headers: () => ({ 'x-forwarded-for': address }) });
      const byAccount = await passed(endpoint, {
        number,
        headers: (no) => ({
          'x-forwarded-for': `10.2.${(no >> 8) & 255}.${no & 255}`,
          authorization: `Bearer ${person.token}`,
        }),
      });
      sent += 2 * number;
      for (const [what, { through, seconds }] of [
        ['address', byAddress],
        ['account', byAccount],
      ] as const) {
        const tolerance = Math.max(1, rate * TOLERANCE);
        // What a bucket gives back while the flood lasts counts as well: a call in 60 / rate seconds.
        if (through < rate - tolerance || through > rate + tolerance + (seconds * rate) / 60)
          wrong.push(`${name} by ${what}: ${through} of ${rate}`);
      }
    }
    console.log(
      `floods: ${routes.length} of ${ENDPOINTS.length} routes x 2 buckets, ${sent} calls, ${wrong.length} outside 5 %`,
    );
    expect(wrong).toEqual([]);
  });
});
