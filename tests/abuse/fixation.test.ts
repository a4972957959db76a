import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, type Answered, type Ask } from '#tests/http-calls.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { watchLog } from './watched-log.ts';

const PEOPLE = process.env['ABUSE_ALL'] === '1' ? 100 : 10;
const PASSWORD = 'Harbour-7-Lantern';

let server: TestServer;
let ask: Ask;
const watched = watchLog();
beforeAll(async () => {
  server = await startTestServer(watched.options);
  ask = caller(server.origin);
});
afterAll(async () => {
  await server.stop();
  watched.close('planted sessions');
});

const cookiesOf = (answer: Answered) => answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
const tokenOf = (answer: Answered) => String(answer.json['accessToken']);
const sessionOf = (token: string) => String(decodeJwt(token)['sid']);
const lives = async (token: string) => (await ask('/api/v2/user/profile', { token })).status === 200;

describe('a session that was there before the sign-in (R-34)', () => {
  it('is another one after it, and dead: who planted it has nothing', { timeout: 3_600_000 }, async () => {
    const found = { same: 0, alive: 0, refreshed: 0, foreign: 0 };
    for (let no = 0; no < PEOPLE; no += 1) {
      const headers = { 'x-forwarded-for': `10.50.${no >> 8}.${no & 255}` };
      const account = (name: string) => ({ email: `${name}${no}@example.com`, password: PASSWORD });
      const opened = (name: string) =>
        ask('/api/v2/auth/registration', {
          method: 'POST',
          headers,
          body: { ...account(name), country: 'DE', residentDeclaration: true },
        });
      const [planter, owner] = [await opened('planter'), await opened('owner')];
      for (const [name, before] of [
        ['owner', planter],
        ['planter', owner],
      ] as const) {
        // The browser of the one carries the cookies of the other, then signs in as themselves.
        const cookie = cookiesOf(before).join('; ');
        const after = await ask('/api/v2/auth/login', {
          method: 'POST',
          headers: { ...headers, cookie },
          body: account(name),
        });
        if (after.status !== 200) throw new Error(after.text);
        for (const one of cookiesOf(after)) watched.hide(one.split('=')[1] ?? one);
        if (sessionOf(tokenOf(after)) === sessionOf(tokenOf(before))) found.same += 1;
        if (decodeJwt(tokenOf(after)).sub === decodeJwt(tokenOf(before)).sub) found.foreign += 1;
        if (await lives(tokenOf(before))) found.alive += 1;
        const again = await ask('/api/v2/auth/refresh', { headers: { ...headers, cookie, 'x-requested-with': 'x' } });
        if (again.status === 200) found.refreshed += 1;
      }
    }
    console.log(`R-34: ${2 * PEOPLE} sign-ins over a planted session, ${JSON.stringify(found)}`);
    expect(found).toEqual({ same: 0, alive: 0, refreshed: 0, foreign: 0 });
  });
});
