import { expect } from 'vitest';
import { caller, type Asked } from '#tests/http-calls.ts';
import { connectLive } from '#tests/live-client.ts';
import { actsBy, rowsOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import type { TestServer } from '#tests/server.ts';

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly name: string | null;
  readonly text: string | null;
  readonly likes: number;
  readonly replies: readonly Shown[];
  readonly replyCount: number;
}

interface Asking {
  readonly server: TestServer;
  readonly office: Office;
  readonly editor: Person;
  readonly eventId: string;
  /** Of real money. */
  readonly book: string;
}

/** People write under an event, answer one another, and the house keeps order. */
export async function peopleTalk({ server, office, editor, eventId, book }: Asking): Promise<void> {
  const ask = caller(server.origin);
  const [ada, ben, eve] = [
    await personOf(server, 'USER'),
    await personOf(server, 'USER'),
    await personOf(server, 'USER'),
  ];
  const at = `/api/v2/events/${eventId}/comments`;
  const as = (who: Person, path: string, asked: Asked = {}) => ask(path, { ...asked, token: who.token });
  const write = (who: Person, text: string, parent?: string) =>
    as(who, at, {
      method: 'POST',
      body: { text, ...(parent === undefined ? {} : { parent }) },
    });
  const list = async (query = '', who?: Person) =>
    (await ask(`${at}${query}`, who === undefined ? {} : { token: who.token })).json;
  const texts = async (query = '', who?: Person) =>
    ((await list(query, who))['items'] as unknown as Shown[]).map(({ text }) => text);
  const code = (answer: Awaited<ReturnType<typeof as>>) => answer.json['error']?.['code'] ?? answer.status;
  const act = (id: string, name: string) =>
    actsBy(office)(`comments/${id}`, name, editor)({
      reason: `to ${name} it`,
      fields: {},
    });

  await as(ada, '/api/v2/user/updatePersonalInfo', {
    method: 'POST',
    body: { nickname: 'Ada L' },
  });
  await server.pool.query(
    `INSERT INTO position (market_id, user_id, realm, lots, reserved, cost, gained, fees, bonus, shard)
     VALUES ($1, $2, 1, -4000, 0, 2120000, 0, 0, 0, 0)`,
    [book, ben.id],
  );
  expect(code(await ask('/api/v2/events/01990000-0000-7000-8000-000000000000/comments'))).toBe('NotFound');
  expect(await list()).toEqual({ items: [], nextCursor: null, count: 0 });

  const heard = await connectLive(server.origin, '/public');
  heard.say({ op: 'subscribe', channels: [`comments:${eventId}`] });
  await heard.next('the begin', (one) => one['snapshot'] as unknown as boolean);
  const first = await write(ada, ' <b>The lineups</b> are out:\u202E https://league.example ');
  expect(first.status, first.text).toBe(201);
  await heard.next(
    'that comments changed',
    (one) => String(one['ch']) === `comments:${eventId}` && one['snapshot'] === undefined,
  );
  heard.end();
  expect(first.json).toMatchObject({
    name: 'Ada L',
    holds: [],
    own: true,
    likes: 0,
    replies: [],
    pinned: false,
  });
  const firstId = String(first.json['id']);
  const reply = await write(ben, 'I doubt that.', firstId);
  expect(reply.json).toMatchObject({
    name: '****',
    holds: [{ outcome: 'NO', shares: 40 }],
    own: true,
  });
  const replyId = String(reply.json['id']);
  // One level: nothing replies to a reply, nor to a comment elsewhere.
  expect(code(await write(eve, 'Me too.', replyId))).toBe('NotFound');
  const second = String((await write(ben, 'Who referees?')).json['id']);
  expect(await list()).toMatchObject({
    count: 3,
    items: [
      { text: 'Who referees?', editUntil: null, own: false },
      {
        // As it was written, without what nobody sees: it is shown as text.
        text: '<b>The lineups</b> are out: https://league.example',
        replyCount: 1,
        replies: [{ text: 'I doubt that.' }],
      },
    ],
  });

  const like = (who: Person, id: string, liked = true) =>
    as(who, `/api/v2/comments/${id}/like`, { method: 'PUT', body: { liked } });
  for (const _ of ['once', 'again'])
    expect((await like(eve, firstId)).json).toMatchObject({
      likes: 1,
      liked: true,
    });
  expect((await texts())[1]).toBe('Who referees?');
  expect((await texts('?sort=newest'))[0]).toBe('Who referees?');
  const page = await list('?limit=1');
  expect(await texts(`?limit=1&cursor=${String(page['nextCursor'])}`)).toEqual(['Who referees?']);
  expect((await like(eve, firstId, false)).json).toMatchObject({
    likes: 0,
    liked: false,
  });

  // The same words again, too many, and whoever may not.
  expect(code(await write(ada, 'The lineups are out! B https league.example b'))).toBe(201);
  expect(code(await write(ben, 'WHO   referees'))).toBe('CommentRepeated');
  for (const wrong of ['', '\u200B', 'x'.repeat(1_001)]) expect((await write(ada, wrong)).status).toBe(400);
  await server.pool.query(`UPDATE app_user SET email_confirmed_at = NULL WHERE id = $1`, [eve.id]);
  expect(code(await write(eve, 'Hello'))).toBe('VerificationError');
  await server.pool.query(`UPDATE app_user SET email_confirmed_at = now() WHERE id = $1`, [eve.id]);
  for (let count = 0; count < 20; count++) await server.pool.query(SPOKEN, [eventId, eve.id]);
  expect(code(await write(eve, 'Hello'))).toBe('CommentLimit');
  await server.pool.query('DELETE FROM event_comment WHERE user_id = $1', [eve.id]);

  // A few minutes for the text, and the end of it by its writer alone.
  const edit = (who: Person, id: string, text: string) =>
    as(who, `/api/v2/comments/${id}`, { method: 'PUT', body: { text } });
  const edited = await edit(ben, second, 'Who is the referee?');
  expect(edited.json).toMatchObject({ text: 'Who is the referee?', own: true });
  expect(edited.json['editedAt']).not.toBeNull();
  await server.pool.query(`UPDATE event_comment SET made_at = made_at - interval '6 minutes' WHERE id = $1`, [second]);
  expect(code(await edit(ben, second, 'Who?'))).toBe('CommentOver');
  const remove = (who: Person, id: string) => as(who, `/api/v2/comments/${id}`, { method: 'DELETE' });
  for (const id of [second, 'none']) expect(code(await remove(ada, id))).toBe('NotFound');
  expect(code(await edit(ada, second, 'Mine'))).toBe('NotFound');
  expect((await remove(ben, replyId)).json).toMatchObject({
    state: 'DELETED',
    text: null,
    name: null,
    holds: [],
  });
  const kept = await server.pool.query('SELECT text, gist, holds FROM event_comment WHERE id = $1', [replyId]);
  expect(kept.rows).toEqual([{ text: '', gist: '', holds: [] }]);
  expect(code(await like(ada, replyId))).toBe('NotFound');

  // Whoever is muted is heard by others.
  const muted = await as(eve, `/api/v2/comments/${second}/mute`, {
    method: 'POST',
  });
  expect(muted.json).toEqual({
    id: expect.any(String) as string,
    name: '****',
  });
  expect(await texts('', eve)).not.toContain('Who is the referee?');
  expect(await texts('', ada)).toContain('Who is the referee?');
  expect((await as(eve, '/api/v2/muted-people')).json).toEqual({
    items: [muted.json],
  });
  const unmute = (who: Person) =>
    as(who, `/api/v2/muted-people/${String(muted.json['id'])}`, {
      method: 'DELETE',
    });
  expect(code(await unmute(ada))).toBe('NotFound');
  expect((await unmute(eve)).status).toBe(200);
  expect(await texts('', eve)).toContain('Who is the referee?');
  expect(code(await as(ben, `/api/v2/comments/${second}/mute`, { method: 'POST' }))).toBe('NotFound');

  // What is reported waits at its desk, which hides it, shows it again, and pins what helps.
  const report = (who: Person) =>
    as(who, `/api/v2/comments/${second}/report`, {
      method: 'POST',
      body: { reason: 'spam' },
    });
  for (const who of [ada, eve, eve]) expect((await report(who)).json).toEqual({ reported: true });
  expect(code(await report(ben))).toBe('NotFound');
  const waits = async () =>
    rowsOf(await office('/api/v2/office/desks/comments?filter=state%3Dreported', editor)).map(({ id, cells }) => [
      id,
      cells[2]?.v,
    ]);
  expect(await waits()).toEqual([[second, '2']]);
  expect((await act(second, 'hide')).json['said']).toBe('It is hidden.');
  expect([await waits(), await texts()]).toEqual([[], expect.not.arrayContaining(['Who is the referee?'])]);
  expect((await act(second, 'pin')).json['error']?.['code']).toBe('ActRefused');
  expect((await act(second, 'restore')).json['said']).toBe('It is shown again.');
  expect((await act(firstId, 'pin')).json['said']).toBe('It is pinned.');
  await like(eve, second);
  expect(await texts()).toMatchObject(
    [/lineups/, 'Who is the referee?', /lineups/].map((one) => expect.stringMatching(one) as string),
  );
  // Hidden and shown again, each with who and why.
  const log = await server.pool.query('SELECT FROM audit_log WHERE subject_id = $1', [ben.id]);
  expect(log.rowCount).toBe(2);
  const record = await office(`/api/v2/office/desks/comments/${second}`, editor);
  expect(record.text).toContain('Who is the referee?');

  // Whose account is closed has no name here any more.
  await server.pool.query('UPDATE event_comment SET user_id = NULL WHERE user_id = $1', [ada.id]);
  expect(await list()).toMatchObject({
    items: [{ name: null, text: expect.stringContaining('lineups') as string }, {}, {}],
  });
}

const SPOKEN = `INSERT INTO event_comment (id, event_id, user_id, text, gist, holds, state, made_at)
  VALUES (gen_random_uuid(), $1, $2, 'x', gen_random_uuid()::text, '[]', 'SHOWN', now())`;
