import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault, mailboxBlinds } from '#server/vault/index.ts';
import { transaction } from '#server/db/index.ts';
import { systemClock } from '#server/clock.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { isExcluded, eligibilityOf } from '#server/limits/index.ts';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;

beforeAll(async () => {
  server = await startTestServer({ env: { WAITS: 'short' } });
  ask = caller(server.origin);
});
afterAll(() => server.stop());

const api = '/api/v2';
const limitsOf = (person: Person) => ask(`${api}/user/limits`, { token: person.token });
const set = (person: Person, body: object) => ask(`${api}/user/limits`, { method: 'PUT', token: person.token, body });
const confirm = (person: Person, body: object) =>
  ask(`${api}/user/limits/confirm`, { method: 'POST', token: person.token, body });
const exclude = (person: Person, body: object) =>
  ask(`${api}/user/exclusion`, { method: 'POST', token: person.token, body });
const place = (person: Person, stake = '10.00') =>
  ask(`${api}/trade/predictions`, {
    method: 'POST',
    token: person.token,
    body: { pair: 'BTC-USD', direction: 'UP', stake, durationSec: 60, payout: 0.7 },
  });
const register = (email: string) =>
  ask(`${api}/auth/registration`, {
    method: 'POST',
    body: { email, password: 'Quiet-harbour-9', country: 'PT', residentDeclaration: true },
  });
const code = (answered: Answered) => (answered.status < 300 ? 'ok' : answered.json['error']!['code']);

interface Shown {
  readonly name: string;
  readonly amountStr: string | null;
  readonly minutes: number | null;
  readonly raise: { readonly amountStr: string | null; readonly off: boolean; readonly confirmFrom: string } | null;
}
const shown = (answered: Answered, name: string): Shown =>
  (answered.json['limits'] as unknown as Shown[]).find((one) => one.name === name)!;

/** Moves what was stored into the past, so that a wait is over without waiting. */
const passed = (sql: string, person: Person) => server.pool.query(sql, [person.id]);

describe('a limit', () => {
  it('is none at first, holds the next request, and rises after its wait and a second yes', async () => {
    const ada = await personOf(server, 'USER');
    expect(shown(await limitsOf(ada), 'stake')).toMatchObject({ amountStr: null, raise: null });
    expect(code(await place(ada))).toBe('ok');
    expect(shown(await set(ada, { limits: [{ name: 'stake', amount: '5.00' }] }), 'stake').amountStr).toBe('5.00');
    const refused = await place(ada);
    expect(refused.status).toBe(422);
    expect(refused.json['error']).toMatchObject({
      code: 'LimitReached',
      action: 'settings',
      details: { limit: 'stake', amountStr: '5.00' },
    });
    expect(code(await place(ada, '5.00'))).toBe('ok');
    const raising = shown(await set(ada, { limits: [{ name: 'stake', amount: '20' }] }), 'stake');
    expect(raising).toMatchObject({ amountStr: '5.00', raise: { amountStr: '20.00', off: false } });
    expect(Date.parse(raising.raise?.confirmFrom ?? '') - Date.now()).toBeLessThanOrEqual(60_000);
    expect(code(await confirm(ada, { name: 'stake', yes: true }))).toBe('InvalidRequest');
    expect(code(await place(ada))).toBe('LimitReached');
    await passed(`UPDATE play_limit SET raise_from = now() - interval '1 second' WHERE user_id = $1`, ada);
    expect(shown(await confirm(ada, { name: 'stake', yes: true }), 'stake')).toMatchObject({
      amountStr: '20.00',
      raise: null,
    });
    expect(code(await place(ada))).toBe('ok');
  });

  it('is forgotten when nobody says yes, and dropped when somebody says no', async () => {
    const ada = await personOf(server, 'USER');
    await set(ada, { limits: [{ name: 'loss_day', amount: '50' }] });
    expect(shown(await set(ada, { limits: [{ name: 'loss_day', amount: null }] }), 'loss_day').raise?.off).toBe(true);
    expect(shown(await confirm(ada, { name: 'loss_day', yes: false }), 'loss_day').raise).toBeNull();
    await set(ada, { limits: [{ name: 'loss_day', amount: '90' }] });
    await passed(
      `UPDATE play_limit SET raise_from = now() - interval '2 hours', raise_until = now() - interval '1 hour' WHERE user_id = $1`,
      ada,
    );
    expect(shown(await limitsOf(ada), 'loss_day')).toMatchObject({ amountStr: '50.00', raise: null });
    expect(code(await confirm(ada, { name: 'loss_day', yes: true }))).toBe('NotFound');
  });

  it('of losses holds for stakes that come together', async () => {
    const ada = await personOf(server, 'USER');
    await set(ada, { limits: [{ name: 'loss_week', amount: '15' }] });
    const answers = await Promise.all([place(ada), place(ada)]);
    expect(answers.map((one) => String(code(one))).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'LimitReached',
      'ok',
    ]);
  });

  it('of time counts play, wherever it comes from', async () => {
    const ada = await personOf(server, 'USER');
    await set(ada, { limits: [{ name: 'session', minutes: 30 }] });
    expect(code(await place(ada))).toBe('ok');
    await until('the play session', async () => {
      const { rows } = await passed('SELECT 1 FROM play_session WHERE user_id = $1', ada);
      return rows[0];
    });
    await passed(`UPDATE play_session SET from_at = now() - interval '31 minutes' WHERE user_id = $1`, ada);
    await until('the end of the time', async () => (code(await place(ada, '1.00')) === 'LimitReached' ? true : null));
    const figures = await ask(`${api}/user/reality-check`, { token: ada.token });
    expect(figures.json).toMatchObject({ sittingMinutes: 31, dayMinutes: 31 });
  });

  it.each([
    { what: 'words', body: { limits: [{ name: 'stake', amount: 'ten' }] } },
    { what: 'nothing', body: { limits: [{ name: 'stake', amount: '0' }] } },
    {
      what: 'the same twice',
      body: {
        limits: [
          { name: 'stake', amount: '5' },
          { name: 'stake', amount: '6' },
        ],
      },
    },
    { what: 'three decimals', body: { limits: [{ name: 'stake', amount: '5.001' }] } },
    { what: 'money as time', body: { limits: [{ name: 'session', amount: '5' }] } },
    { what: 'an interval that there is not', body: { realityCheckMinutes: 20 } },
  ])('cannot be $what, and then nothing of the request is done', async ({ body }) => {
    const ada = await personOf(server, 'USER');
    const answered = await set(ada, { ...body });
    expect(answered.status).toBe(400);
    const { rows } = await passed('SELECT 1 FROM play_limit WHERE user_id = $1', ada);
    expect(rows).toEqual([]);
  });
});

describe('the reality check', () => {
  it('is due after its minutes of play, and not again right after the answer', async () => {
    const ada = await personOf(server, 'USER');
    await set(ada, { realityCheckMinutes: 15 });
    const playing = (body: object) => ask(`${api}/user/reality-check`, { method: 'POST', token: ada.token, body });
    expect((await playing({})).json).toMatchObject({ due: false, sittingMinutes: 0, sittingResultStr: '0.00' });
    await passed(`UPDATE play_session SET from_at = now() - interval '15 minutes' WHERE user_id = $1`, ada);
    expect((await playing({})).json).toMatchObject({ due: true, sittingMinutes: 15 });
    expect((await playing({ answered: true })).json).toMatchObject({ due: false });
  });
});

describe('a time-out', () => {
  it('begins at once, cannot be shortened or loosened within, and ends by itself', async () => {
    const ada = await personOf(server, 'USER');
    await set(ada, { limits: [{ name: 'stake', amount: '5' }] });
    expect((await exclude(ada, { kind: 'time_out', span: '7d', word: 'EXCLUDE' })).status).toBe(400);
    const started = await exclude(ada, { kind: 'time_out', span: '7d', word: 'BREAK' });
    expect(started.json['pause']).toMatchObject({ state: 'TIME_OUT' });
    expect((await place(ada, '1.00')).json['error']).toMatchObject({
      code: 'LimitReached',
      details: { limit: 'time_out', until: started.json['pause']!['until'] },
    });
    expect(code(await exclude(ada, { kind: 'time_out', span: '24h', word: 'BREAK' }))).toBe('LimitReached');
    expect(code(await set(ada, { limits: [{ name: 'stake', amount: '50' }] }))).toBe('LimitReached');
    expect(code(await set(ada, { limits: [{ name: 'stake', amount: '2' }] }))).toBe('ok');
    await passed(`UPDATE responsible_play SET time_out_until = now() WHERE user_id = $1`, ada);
    await until('the end', async () => (code(await place(ada, '1.00')) === 'ok' ? true : null));
  });
});

describe('self-exclusion', () => {
  it('stops play at once, is told by mail, is never ended early, and only by a request after its end', async () => {
    const vault = createVault({ config: server.config });
    const accountAdmin = await createAccountAdmin({ config: server.config, vault, clock: systemClock });
    const email = 'gone.away+bets@gmail.com';
    const ada = await personOf(server, 'USER');
    const blind = vault.blind(`email/v1|${email}`);
    await transaction(server.pool, async (tx) => {
      await tx.query('UPDATE app_user SET email_sealed = $2, email_blind = $3 WHERE id = $1', [
        ada.id,
        await vault.seal(tx, ada.id, email),
        blind,
      ]);
    });
    expect(await accountAdmin.contactOf(server.pool, ada.id)).toMatchObject({ email });
    expect(code(await exclude(ada, { kind: 'self_exclusion', span: '6m', word: 'EXCLUDE' }))).toBe('ok');
    const refused = await place(ada);
    expect(refused.json['error']).toMatchObject({ code: 'SelfExcluded' });
    expect(code(await exclude(ada, { kind: 'return', word: 'RETURN' }))).toBe('SelfExcluded');
    expect(code(await exclude(ada, { kind: 'time_out', span: '24h', word: 'BREAK' }))).toBe('SelfExcluded');
    const { rows: mails } = await server.pool.query('SELECT kind FROM mail_outbox WHERE user_id = $1', [ada.id]);
    expect(mails).toEqual([{ kind: 'exclusion_started' }]);
    expect((await passed('SELECT 1 FROM mail_opt_out WHERE user_id = $1', ada)).rowCount).toBe(1);
    expect(await isExcluded(server.pool, [blind], Date.now())).toBe(true);
    // The same mailbox, written in another way: whoever asks has not shown that it is theirs, and hears what any taken address says.
    const taken = await register('GoneAway@googlemail.com');
    expect(taken.json['error']).toEqual((await register(email)).json['error']);
    expect(code(taken)).toBe('UserAlreadyExists');
    expect(await isExcluded(server.pool, mailboxBlinds({ vault }, 'else@gmail.com'), Date.now())).toBe(false);

    await passed(
      `UPDATE responsible_play SET excluded_since = now() - interval '1 year', excluded_until = now() - interval '1 second' WHERE user_id = $1`,
      ada,
    );
    expect(code(await place(ada))).toBe('SelfExcluded');
    const back = await exclude(ada, { kind: 'return', word: 'RETURN' });
    expect(back.json['pause']).toMatchObject({ state: 'RETURNING' });
    expect(code(await place(ada))).toBe('SelfExcluded');
    await passed(`UPDATE responsible_play SET return_at = now() - interval '1 millisecond' WHERE user_id = $1`, ada);
    await until('the return', async () => (code(await place(ada)) === 'ok' ? true : null));
    expect(await eligibilityOf(server.pool, ada.id, { clock: systemClock })).toMatchObject({
      selfExcluded: false,
      pausedUntil: null,
    });
  });

  it('is kept by the address when the account is gone', async () => {
    const vault = createVault({ config: server.config });
    const email = 'erased@people.example';
    await server.pool.query(
      `INSERT INTO exclusion_record (email_blind, since, free_at) VALUES ($1, now(), now() + interval '1 year')`,
      [vault.blind(`email/v1|${email}`)],
    );
    expect(code(await register(email))).toBe('UserAlreadyExists');
    expect(code(await register('Erased@People.example'))).toBe('UserAlreadyExists');
    expect(code(await register('someone@people.example'))).toBe('ok');
  });
});

describe('whoever keeps away', () => {
  it('gets no mail but those of the account, whatever the switches say, until that is over', async () => {
    const vault = createVault({ config: server.config });
    const ada = await personOf(server, 'USER');
    await transaction(server.pool, async (tx) =>
      tx.query('UPDATE app_user SET email_sealed = $2, email_blind = $3 WHERE id = $1', [
        ada.id,
        await vault.seal(tx, ada.id, 'away@people.example'),
        vault.blind('email/v1|away@people.example'),
      ]),
    );
    const wish = (body: object) => ask(`${api}/notifications/preferences`, { method: 'PUT', token: ada.token, body });
    /** Causes a notice, which they have asked for by e-mail, and gives the kinds of mail that they have got when it was told. */
    const mailsAfterNotice = async () => {
      const told = async () =>
        (await passed(`SELECT 1 FROM notification WHERE user_id = $1 AND kind = 'avatar_ready'`, ada)).rowCount ?? 0;
      const before = await told();
      expect((await ask(`${api}/user/generateAvatar`, { method: 'POST', token: ada.token, body: {} })).status).toBe(
        200,
      );
      await until('the notice', async () => ((await told()) > before ? true : null));
      const { rows } = await passed('SELECT kind FROM mail_outbox WHERE user_id = $1 ORDER BY id', ada);
      return rows.map(({ kind }) => String(kind));
    };
    expect((await wish({ changes: [{ kind: 'avatar_ready', channel: 'email', on: true }] })).status).toBe(200);
    expect(code(await exclude(ada, { kind: 'time_out', span: '24h', word: 'BREAK' }))).toBe('ok');
    expect(await mailsAfterNotice()).toEqual([]);
    await passed(`UPDATE responsible_play SET time_out_until = now() WHERE user_id = $1`, ada);
    expect(await mailsAfterNotice()).toEqual(['notice']);
    expect(code(await exclude(ada, { kind: 'self_exclusion', span: '6m', word: 'EXCLUDE' }))).toBe('ok');
    expect((await wish({ emailPaused: false })).json['emailPaused']).toBe(false);
    expect(await mailsAfterNotice()).toEqual(['notice', 'exclusion_started']);
  });
});

describe('what people set', () => {
  it('is their own, and asked of nobody who practises', async () => {
    const [ada, ben, demo] = await Promise.all([
      personOf(server, 'USER'),
      personOf(server, 'USER'),
      personOf(server, 'DEMO'),
    ]);
    await set(ada, { limits: [{ name: 'stake', amount: '5' }] });
    expect(shown(await limitsOf(ben), 'stake').amountStr).toBeNull();
    expect(code(await place(ben))).toBe('ok');
    expect((await limitsOf(demo)).status).toBe(403);
    expect(code(await place(demo))).toBe('ok');
  });
});
