/** What agents do with tickets beside answering: complaints with their clock, and tickets that are merged. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { transaction } from '#server/db/index.ts';
import { ticketActs } from '#server/support/desk/acts.ts';
import { alarmLateComplaints, forgetOldTickets, runSupportClock } from '#server/support/clock.ts';
import { complaintChart } from '#server/support/desk/complaints.ts';
import { ticketFacts, ticketsDesk } from '#server/support/desk/desk.ts';
import { storeFile, ticketFileByLink, ticketFileUrl } from '#server/support/files.ts';
import { ticketToken } from '#server/support/link.ts';
import { deleteTicket, findTicket, mergedInto, messagesOf, splitFrom } from '#server/support/store.ts';
import { filesOf } from '#server/support/store-files.ts';
import { createSupport } from '#server/support/support.ts';
import { openTicket } from '#server/support/writing.ts';
import { until } from '#tests/http-calls.ts';
import { startMailSink, type MailSink } from '#tests/worlds/mail-sink.ts';
import { AGENT, startSupport } from '#tests/worlds/support-world.ts';

let sink: MailSink;
let world: Awaited<ReturnType<typeof startSupport>>;

beforeAll(async () => {
  sink = await startMailSink();
  world = await startSupport({ smtpUrl: sink.url });
});
afterAll(async () => {
  await world.stop();
  await sink.stop();
});

async function begin(email: string, text: string, userId: string | null = null): Promise<string> {
  const sender = { firstName: 'Ada', lastName: 'Long', email, phone: '' };
  const opened = await transaction(world.db, (tx) =>
    openTicket(world.parts, tx, { sender, by: { userId, language: 'en' }, text }),
  );
  if (!opened.ok) throw new Error(opened.refusal.code);
  return opened.value.ticket.id;
}
const ticketOf = async (id: string) => {
  const ticket = await findTicket(world.db, id);
  if (ticket === null) throw new Error('it is gone');
  return ticket;
};
const numberOf = async (id: string) => `T-${(await ticketOf(id)).number}`;
/** What an act answers: its sentence, or why not. */
async function act(name: string, id: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const done = await world.act(name, id, fields);
  if (done?.ok === true) return typeof done.value === 'string' ? done.value : done.value.said;
  return done === undefined ? 'no such act' : JSON.stringify(done.refusal);
}
const facts = async (id: string) => {
  const part = ticketFacts(world.parts);
  const lines = part.place === 'facts' ? await part.lines({ id, by: AGENT }) : [];
  return Object.fromEntries(
    lines.map(({ label, value }) => [label, value === null ? null : (value as { v?: unknown }).v]),
  );
};
/** As its visitor reads it. */
const shownTo = (id: string) => createSupport(world.parts).readByToken(ticketToken(world.parts, id));
const textsOf = async (id: string) => (await shownTo(id))?.messages.map(({ text }) => text);
async function register(): Promise<readonly string[]> {
  const page = await ticketsDesk(world.parts).list?.read({
    by: AGENT,
    filter: { kind: 'COMPLAINT' },
    after: null,
    limit: 50,
  });
  return page?.rows.map(({ id }) => id) ?? [];
}
const alarms: string[] = [];
const clockRuns = async () => {
  await runSupportClock(world.parts);
  const log = { error: (bound: { readonly tickets: readonly string[] }) => void alarms.push(bound.tickets.join(' ')) };
  await alarmLateComplaints({ ...world.parts, log: log as never });
};

it('acknowledges a complaint, alarms where it is late, and ends it by its final letter alone', async () => {
  const id = await begin('cora@people.example', 'You did wrong');
  const plain = await begin('dora@people.example', 'Hello');
  expect(await act('acknowledge', id)).toContain('ActRefused');
  expect(await act('complaint', id)).toBe('It is a complaint.');
  expect(await register()).toEqual([id]);
  expect(await facts(id)).toHaveProperty('Acknowledgement due');
  await clockRuns();
  expect(alarms).toEqual([]);
  world.later.ms = DAY_MS + HOUR_MS;
  await clockRuns();
  expect(alarms.splice(0)).toEqual([await numberOf(id)]);
  expect((await facts(id))['Clock']).toBe('Late');
  world.later.ms = 0;

  expect(await act('acknowledge', id)).toBe('It is acknowledged.');
  expect(await act('acknowledge', id)).toContain('ActRefused');
  const told = await until('the mail', () => sink.mails.find(({ to }) => to?.[0]?.address === 'cora@people.example'));
  expect(told.text).toContain(`We’ve registered your complaint as ${await numberOf(id)}`);
  expect((await ticketOf(id)).state).toBe('OPEN');
  expect(await act('solve', id)).toContain('final letter');
  // Silence ends a question, and brings a complaint back to us.
  expect(await act('reply', id, { message: 'What happened?' })).toBe('Your answer is on its way.');
  expect(await act('reply', plain, { message: 'Hello' })).toBe('Your answer is on its way.');
  world.later.ms = 8 * DAY_MS;
  await clockRuns();
  expect([(await ticketOf(id)).state, (await ticketOf(plain)).state]).toEqual(['OPEN', 'RESOLVED']);
  expect(alarms).toEqual([]);
  world.later.ms = 30 * DAY_MS;
  await clockRuns();
  expect(alarms.splice(0)).toEqual([await numberOf(id)]);
  world.later.ms = 0;

  expect(await act('final-letter', plain, { outcome: 'UPHELD', message: 'x' })).toContain('ActRefused');
  expect(await act('final-letter', id, { message: 'x' })).toContain('outcome');
  expect(await act('final-letter', id, { outcome: 'UPHELD', message: ' ' })).toContain('message');
  expect(await act('final-letter', id, { outcome: 'UPHELD', message: 'You are right.' })).toContain('on its way');
  expect(await facts(id)).toMatchObject({ Outcome: 'Upheld' });
  const { complaint } = (await shownTo(id)) ?? {};
  expect(complaint).toMatchObject({
    outcome: 'UPHELD',
    acknowledgedAt: expect.any(String),
    finalAt: expect.any(String),
  });
  expect((await shownTo(plain))?.complaint).toBeNull();
  expect((await ticketOf(id)).state).toBe('RESOLVED');
  // The register keeps what has ended; the figures count it.
  expect(await register()).toEqual([id]);
  const today = new Date().toISOString().slice(0, 10);
  const chart = await complaintChart(world.parts).read([today]);
  expect(chart.lines.map(({ label, values }) => [label, ...values])).toEqual([
    ['Came in', '1'],
    ['Final letter in time', '1'],
    ['Final letter late', '0'],
  ]);
});

it('merges tickets of one person: nothing is lost, and every link leads on', async () => {
  const email = 'eli@people.example';
  const [one, two, three] = [await begin(email, 'First'), await begin(email, 'Second'), await begin(email, 'Third')];
  const other = await begin('fin@people.example', 'Other');
  const mine = await begin('x@people.example', 'Mine', randomUUID());
  expect(await act('merge', one, { into: 'T-999999' })).toContain('missing');
  for (const wrong of [one, other, mine])
    expect(await act('merge', one, { into: await numberOf(wrong) }), wrong).toContain('ActRefused');
  await act('reply', two, { message: 'Answered' });
  expect(await act('merge', one, { into: await numberOf(two) })).toBe(`It goes on in ${await numberOf(two)}.`);
  expect(await act('merge', one, { into: await numberOf(three) })).toContain('ActRefused');
  const all = ['First', 'Second', 'Answered'];
  expect((await textsOf(two))?.toSorted()).toEqual(all.toSorted());
  // Its own link shows the same, and what is written by it stands there.
  expect((await textsOf(one))?.toSorted()).toEqual(all.toSorted());
  const support = createSupport(world.parts);
  expect((await support.writeByToken(ticketToken(world.parts, one), 'More')).ok).toBe(true);
  // What waited for us there waits here.
  expect(await ticketOf(two)).toMatchObject({ state: 'OPEN', mergedInto: null });
  expect(await facts(one)).toMatchObject({ 'Goes on in': await numberOf(two) });
  expect(await facts(two)).toMatchObject({ Merged: await numberOf(one) });
  // A mail to the first joins the second, and what was merged goes along when that is merged again.
  await world.transport.sendMail({
    from: email,
    to: 'help@tikvo.example',
    subject: await numberOf(one),
    text: 'By mail',
  });
  expect(await act('merge', two, { into: await numberOf(three) })).toContain('goes on');
  expect((await textsOf(one))?.toSorted()).toEqual([...all, 'More', 'By mail', 'Third'].toSorted());
  // An answer, and two merges: each of them is written down.
  const { rowCount } = await world.db.query(
    `SELECT FROM audit_object WHERE object_type = 'ticket' AND object_id = $1`,
    [two],
  );
  expect(rowCount).toBe(3);

  // A complaint is not lost in a question; the other way round it may be.
  const [complaint, question] = [await begin('gus@people.example', 'Wrong'), await begin('gus@people.example', 'And')];
  await act('complaint', complaint);
  expect(await act('merge', complaint, { into: await numberOf(question) })).toContain('register');
  expect(await act('merge', question, { into: await numberOf(complaint) })).toContain('goes on');

  // They are forgotten together, and not before.
  await act('take', three);
  await act('solve', three);
  world.later.ms = 15 * DAY_MS;
  await runSupportClock(world.parts);
  world.later.ms = 370 * DAY_MS;
  await forgetOldTickets(world.parts);
  expect(await findTicket(world.db, one)).not.toBeNull();
  world.later.ms = 390 * DAY_MS;
  await forgetOldTickets(world.parts);
  const gone = [await findTicket(world.db, one), await findTicket(world.db, two), await findTicket(world.db, three)];
  expect(gone).toEqual([null, null, null]);
  const keys = await world.db.query('SELECT FROM subject_key WHERE user_id = ANY($1) AND wrapped IS NOT NULL', [
    [one, two, three],
  ]);
  expect(keys.rowCount).toBe(0);
  world.later.ms = 0;
});

/** The messages of a ticket as its page showed them. */
const seenIn = async (id: string) => (await messagesOf(world.db, id)).map((message) => message.id).join(' ');
const splitOff = async (id: string, messages: string) => act('split', id, { messages, seen: await seenIn(id) });
it('splits a ticket: each message stands in one of the two, mails find it, and a merge takes it back', async () => {
  const email = 'hal@people.example';
  const one = await begin(email, 'Money');
  const support = createSupport(world.parts);
  const write = (text: string) => support.writeByToken(ticketToken(world.parts, one), text);
  await write('And the page is blank');
  const kept = { bytes: Buffer.from('picture'), media: 'image/jpeg', width: 4, height: 3 };
  const [, blank] = await messagesOf(world.db, one);
  await transaction(world.db, async (tx) =>
    storeFile(world.parts, tx, {
      ticket: await ticketOf(one),
      message: blank?.id ?? '',
      bytes: kept.bytes,
      kept,
    }),
  );
  await act('reply', one, { message: 'Which page?' });
  await write('So, the money?');
  await act('complaint', one);

  for (const [messages, why] of [
    ['', 'malformed'],
    ['5', 'malformed'],
    ['3', 'something that the person wrote'],
    ['1-4', 'something that the person wrote'],
  ] as const)
    expect(await splitOff(one, messages), messages).toContain(why);
  // Where its last step fails, nothing was done.
  const failing = ticketActs({
    ...world.parts,
    audit: {
      write: async (tx, entry) => {
        if (entry.action === 'ticket.split_off') throw new Error('cut');
        return world.parts.audit.write(tx, entry);
      },
    },
  }).find(({ id }) => id === 'split');
  const seen = await seenIn(one);
  const doing = { id: one, by: AGENT, reason: 'two things', fields: { messages: '2-3', seen } };
  await expect(failing?.run(doing)).rejects.toThrow('cut');
  expect(await splitFrom(world.db, one)).toEqual([]);
  expect(await textsOf(one)).toEqual(['Money', 'And the page is blank', 'Which page?', 'So, the money?']);

  // Two agents at once, while the person writes.
  const [first, second, written] = await Promise.all([
    act('split', one, { messages: '2-3', seen }),
    act('split', one, { messages: '2-3', seen }),
    write('Hello?'),
  ]);
  expect(written.ok).toBe(true);
  expect([first, second].filter((said) => said.includes('They go on in'))).toHaveLength(1);
  expect([first, second].filter((said) => said.includes('stand elsewhere'))).toHaveLength(1);
  const [made, ...more] = await splitFrom(world.db, one);
  if (made === undefined) throw new Error('nothing was split');
  expect(more).toEqual([]);
  expect(await textsOf(one)).toEqual(['Money', 'So, the money?', 'Hello?']);
  expect(await textsOf(made.id)).toEqual(['And the page is blank', 'Which page?']);
  // Our answer is the last word there; the complaint stays with what it is about.
  expect(made).toMatchObject({ state: 'WAITING_USER', waitsSince: null, kind: 'QUESTION', splitFrom: one });
  expect(made.openedAt).toBe(blank?.at);
  expect(await ticketOf(one)).toMatchObject({ state: 'OPEN', kind: 'COMPLAINT' });
  // Each says where the other is, and its link opens that.
  const [there, here] = [(await shownTo(one))?.splitTo, (await shownTo(made.id))?.splitFrom];
  expect(there).toEqual([{ id: made.id, number: await numberOf(made.id), token: ticketToken(world.parts, made.id) }]);
  expect(here).toMatchObject({ number: await numberOf(one), token: ticketToken(world.parts, one) });
  expect(await facts(made.id)).toMatchObject({ 'Split from': await numberOf(one) });
  expect(await facts(one)).toMatchObject({ 'Split off': await numberOf(made.id) });
  const [file] = await filesOf(world.db, made.id);
  const token =
    ticketFileUrl(world.parts, file ?? { id: '' })
      .split('/')
      .at(-1) ?? '';
  expect((await ticketFileByLink(world.parts, token))?.bytes.toString()).toBe('picture');

  // A reply to our answer goes with it, whatever address it has; one to the number alone stays.
  const answer = await until('the mail', () => sink.mails.find(({ to }) => to?.[0]?.address === email));
  const subject = `Re: ${String(answer.subject)}`;
  const to = answer.replyTo?.[0]?.address ?? '';
  await world.transport.sendMail({ from: email, to, subject, text: 'The first one.', inReplyTo: answer.messageId });
  await world.transport.sendMail({ from: email, to, subject, text: 'And my money?' });
  expect((await textsOf(made.id))?.at(-1)).toBe('The first one.');
  expect((await textsOf(one))?.at(-1)).toBe('And my money?');

  // What was split is sealed with a key of its own: it stays where the other is forgotten. Merged, all is in one again.
  const third = await begin(email, 'Third');
  expect(await act('merge', made.id, { into: await numberOf(third) })).toContain('goes on');
  await transaction(world.db, async (tx) => {
    await deleteTicket(tx, one);
    await world.parts.vault.destroy(tx, one);
  });
  expect((await mergedInto(world.db, third)).map(({ id }) => id)).toEqual([made.id]);
  expect(await shownTo(third)).toMatchObject({ merged: [await numberOf(made.id)], splitFrom: null, complaint: null });
  expect((await textsOf(third))?.toSorted()).toEqual(
    ['And the page is blank', 'The first one.', 'Third', 'Which page?'].toSorted(),
  );
});

it('asks by mail whether it was solved: the link alone says nothing, and opens nothing else', async () => {
  const email = 'ivy@people.example';
  const [id, silent] = [await begin(email, 'Hello'), await begin(email, 'Nothing')];
  await act('take', silent);
  await act('solve', silent);
  await act('reply', id, { message: 'Hello' });
  // Silence ends it too.
  world.later.ms = 8 * DAY_MS;
  await runSupportClock(world.parts);
  world.later.ms = 0;
  const asks = () => sink.mails.filter(({ to, subject }) => to?.[0]?.address === email && subject?.endsWith('solved?'));
  const asked = await until('the mail that asks', () => asks()[0]);
  const link = /https?:\S+rate=\S+/.exec(asked.text ?? '')?.[0] ?? '';
  const [token, say] = ['rate', 'say'].map((name) => new URL(link).searchParams.get(name) ?? '');
  // The question leans to no answer.
  expect(say).toBe('');
  const support = createSupport(world.parts);
  const number = await numberOf(id);
  expect(await support.ratingByMail(token ?? '')).toEqual({ number, rating: null, isRatable: true });
  expect((await ticketOf(id)).rating).toBeNull();
  for (const rating of ['SOLVED', 'UNSOLVED'] as const)
    expect(await support.rateByMail(token ?? '', rating)).toMatchObject({ ok: true, value: { number, rating } });
  expect((await ticketOf(id)).rating).toBe('UNSOLVED');
  // Neither link does what the other does.
  expect(await support.readByToken(token ?? '')).toBeNull();
  expect(await support.ratingByMail(ticketToken(world.parts, id))).toBeNull();
  expect((await support.rateByMail(ticketToken(world.parts, id), 'SOLVED')).ok).toBe(false);
  // Opened again, it has not ended; and of what we never answered nobody is asked.
  await support.writeByToken(ticketToken(world.parts, id), 'Not solved');
  expect(await support.ratingByMail(token ?? '')).toMatchObject({ isRatable: false });
  expect((await support.rateByMail(token ?? '', 'SOLVED')).ok).toBe(false);
  expect(asks()).toHaveLength(1);
});
