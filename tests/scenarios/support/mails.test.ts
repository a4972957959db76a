/** Tickets by mail, in and out: real SMTP both ways. */
import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import type { SendMailOptions } from 'nodemailer';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { LARGEST_MAIL } from '#server/support/mailbox/door.ts';
import { findTicket } from '#server/support/store.ts';
import { openTicket } from '#server/support/writing.ts';
import { readMessages } from '#server/support/wire.ts';
import { transaction } from '#server/db/index.ts';
import { until } from '#tests/http-calls.ts';
import { startMailSink, type MailSink } from '#tests/worlds/mail-sink.ts';
import { startSupport, SUPPORT_ADDRESS } from '#tests/worlds/support-world.ts';

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

const send = (mail: SendMailOptions) => world.transport.sendMail({ to: SUPPORT_ADDRESS, ...mail });
/** The number by which a mail is refused. */
const refusal = (mail: SendMailOptions) =>
  send(mail).then(
    () => 250,
    ({ responseCode }: { responseCode?: number }) => responseCode,
  );
const mailsTo = (email: string) => sink.mails.filter(({ to }) => to?.some(({ address }) => address === email));
const nextTo = (email: string, count: number) => until(`mail ${String(count)}`, () => mailsTo(email)[count - 1]);
const header = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value;

interface Kept {
  ticket: string;
  joined: string;
  answered: boolean;
}
/** What was kept of the mails of one name, oldest first. */
async function kept(): Promise<readonly Kept[]> {
  const { rows } = await world.db.query<Kept>(
    'SELECT ticket, joined, was_answered AS answered FROM support_mail ORDER BY id',
  );
  return rows;
}
const lastKept = async () => (await kept()).at(-1);

async function said(ticket: string): Promise<readonly string[]> {
  const found = await findTicket(world.db, ticket);
  if (found === null) return [];
  const messages = await readMessages(world.parts, world.db, found);
  return messages.map(({ author, text }) => `${author === null ? 'person' : 'support'}: ${text}`);
}

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'white' } })
    .withExif({ IFD0: { Copyright: 'SECRET-OWNER' } })
    .jpeg()
    .toBuffer();

it('begins a ticket by mail, answers by mail, and knows the reply', async () => {
  const email = 'ada@people.example';
  await send({
    from: `Ada Long <${email}>`,
    subject: 'Fwd: Auszahlung',
    text: 'Wo ist sie?',
    messageId: '<first@people.example>',
    headers: { 'Content-Language': 'de-AT' },
    attachments: [
      { filename: 'a.jpg', content: await picture() },
      { filename: 'again.jpg', content: await picture() },
      { filename: 'a.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ],
  });
  const { ticket = '' } = (await lastKept()) ?? {};
  expect(await said(ticket)).toEqual(['person: Auszahlung\n\nWo ist sie?']);
  const { rows } = await world.db.query('SELECT media, width FROM support_file WHERE ticket = $1', [ticket]);
  expect(rows).toEqual([{ media: 'image/jpeg', width: 40 }]);
  expect((await world.db.query('SELECT left_out FROM support_mail')).rows).toEqual([{ left_out: 1 }]);
  const received = await nextTo(email, 1);
  expect(received.subject).toMatch(/^Ihre Anfrage T-\d+ ist eingegangen$|T-\d+/);
  expect(header(received, 'auto-submitted')).toBe('auto-generated');

  expect((await world.act('reply', ticket, { message: 'Gestern <gesendet>.\n\nReicht das?' }))?.ok).toBe(true);
  const answer = await nextTo(email, 2);
  expect(answer.text).toContain('Gestern <gesendet>.\n\nReicht das?');
  expect(answer.html).toContain('Gestern &lt;gesendet&gt;.');
  // A colleague wrote it: no program is to treat it as written by one.
  expect(header(answer, 'auto-submitted')).toBeUndefined();
  expect(header(answer, 'in-reply-to')).toBe('<first@people.example>');
  expect(answer.replyTo?.[0]?.address).toMatch(/^help\+\d+-[a-z2-7]{16}@tikvo\.example$/);
  expect(answer.messageId).toMatch(/^<\d+-[a-z2-7]{16}\.[0-9a-f-]{36}@tikvo\.example>$/);

  await send({
    from: `ada@people.example`,
    to: answer.replyTo?.[0]?.address?.toUpperCase(),
    subject: `AW: ${String(answer.subject)}`,
    text: `Ja, danke.\n\nAm 2. März 2026 um 10:00 schrieb Tikvo <post@tikvo.example>:\n> Gestern gesendet.\n`,
  });
  expect(await said(ticket)).toEqual([
    'person: Auszahlung\n\nWo ist sie?',
    'support: Gestern <gesendet>.\n\nReicht das?',
    'person: Ja, danke.',
  ]);
  expect(await lastKept()).toEqual({ ticket, joined: 'ADDRESS', answered: false });
  expect((await findTicket(world.db, ticket))?.state).toBe('OPEN');
});

it('knows a ticket by address, mails answered and number in turn, and lets nobody else into it', async () => {
  const [email, other] = ['bea@people.example', 'eve@people.example'];
  await send({ from: email, subject: 'One', text: 'First', messageId: '<one@bea>' });
  const { ticket: one = '' } = (await lastKept()) ?? {};
  await send({ from: email, subject: 'Two', text: 'Second', messageId: '<two@bea>' });
  const { ticket: two = '' } = (await lastKept()) ?? {};
  await world.act('reply', one, { message: 'About one.' });
  const answer = await nextTo(email, 2);
  const address = answer.replyTo?.[0]?.address ?? '';
  const number = (await findTicket(world.db, two))?.number ?? '';
  const joins = async (mail: SendMailOptions) => {
    await send({ from: email, text: 'More', subject: '', messageId: `<${randomUUID()}@bea>`, ...mail });
    const { ticket, joined } = (await lastKept()) ?? {};
    return `${ticket === one ? 'one' : ticket === two ? 'two' : 'new'} ${String(joined)}`;
  };
  expect(await joins({ to: address, references: '<two@bea>', subject: `T-${number}` })).toBe('one ADDRESS');
  expect(await joins({ inReplyTo: answer.messageId, subject: `T-${number}` })).toBe('one REFERENCE');
  expect(await joins({ references: ['<gone@x>', '<two@bea>'] })).toBe('two REFERENCE');
  expect(await joins({ subject: `Re: [T-${number}] Two` })).toBe('two SUBJECT');
  // A word that is not of this ticket joins nothing, and neither does whoever else has the right one.
  const wrong = address.replace(/.@/, (end) => (end === 'a@' ? 'b@' : 'a@'));
  expect(await joins({ to: wrong })).toBe('new BEGAN');
  expect(await joins({ from: other, to: address, inReplyTo: answer.messageId, subject: `T-${number}` })).toBe(
    'new BEGAN',
  );
  expect(await said(one)).toHaveLength(4);
  // What takes nothing any more is not opened by mail.
  await world.act('spam', two);
  expect(await joins({ subject: `T-${number}` })).toBe('new BEGAN');
  expect((await world.act('spam', two))?.ok).toBe(false);
});

it('takes a person by the address of their account, and by no other', async () => {
  const userId = randomUUID();
  world.people.set(userId, 'cy@people.example');
  const sender = { firstName: 'Cy', lastName: 'Dee', email: 'other@people.example', phone: '' };
  const opened = await transaction(world.db, (tx) =>
    openTicket(world.parts, tx, { sender, by: { userId, language: 'en' }, text: 'By the form' }),
  );
  const id = opened.ok ? opened.value.ticket.id : '';
  await world.act('reply', id, { message: 'Here.' });
  const answer = await nextTo('cy@people.example', 1);
  expect(answer.text).toContain(`support?ticket=${id}`);
  expect(mailsTo('other@people.example')).toEqual([]);
  const reply = { to: answer.replyTo?.[0]?.address, text: 'Thanks' };
  await send({ from: 'other@people.example', ...reply });
  expect((await lastKept())?.ticket).not.toBe(id);
  await send({ from: 'cy@people.example', ...reply });
  expect(await lastKept()).toEqual({ ticket: id, joined: 'ADDRESS', answered: false });
});

it.each([
  ['a person', {}, true],
  ['an answer of a program', { headers: { 'Auto-Submitted': 'auto-replied' } }, false],
  ['somebody who says it is no program', { headers: { 'Auto-Submitted': 'no' } }, true],
  ['a newsletter', { headers: { Precedence: 'bulk' } }, false],
  ['a mailing list', { headers: { 'List-Id': 'news.example' } }, false],
  ['a bounce', { envelope: { from: '', to: SUPPORT_ADDRESS } }, false],
  ['a mailbox that nobody reads', { from: 'no-reply@people.example' }, false],
] as const)('answers %s by a program only where somebody reads it', async (of, mail, answered) => {
  const email = `${of.replaceAll(' ', '.')}@people.example`;
  await send({ from: email, subject: of, text: 'Hello', ...mail } as SendMailOptions);
  expect((await lastKept())?.answered).toBe(answered);
});

it('answers an address once an hour, and a program opens no ticket again', async () => {
  const email = 'dan@people.example';
  await send({ from: email, text: 'One' });
  const { ticket = '' } = (await lastKept()) ?? {};
  await send({ from: email, text: 'Two' });
  expect((await lastKept())?.answered).toBe(false);
  world.later.ms = HOUR_MS + 60_000;
  await send({ from: email, text: 'Three' });
  expect((await lastKept())?.answered).toBe(true);
  world.later.ms = 0;

  await world.act('reply', ticket, { message: 'Here.' });
  const number = (await findTicket(world.db, ticket))?.number ?? '';
  await send({ from: email, subject: `T-${number}`, text: 'I am away', headers: { 'Auto-Submitted': 'auto-replied' } });
  expect((await findTicket(world.db, ticket))?.state).toBe('WAITING_USER');
  expect((await said(ticket)).at(-1)).toBe('person: I am away');
});

it('refuses what it cannot keep, and keeps the same mail once', async () => {
  const email = 'fay@people.example';
  const before = (await kept()).length;
  const raw = (text: string) => ({ envelope: { from: email, to: SUPPORT_ADDRESS }, raw: text });
  expect(await refusal({ from: email, to: 'boss@tikvo.example', text: 'x' })).toBe(550);
  expect(await refusal({ from: 'Tikvo <post@tikvo.example>', text: 'x' })).toBe(550);
  expect(await refusal({ from: 'help+1-aa@tikvo.example', text: 'x' })).toBe(550);
  expect(await refusal({ from: email, text: ' \n' })).toBe(554);
  expect(await refusal({ from: email, text: 'x'.repeat(10_001) })).toBe(552);
  expect(await refusal({ from: email, text: 'x', attachments: [{ content: Buffer.alloc(LARGEST_MAIL) }] })).toBe(552);
  for (const broken of ['', 'no mail at all', 'From: \0\0\r\n\r\nx', 'Subject: x\r\n\r\nnobody', 'From: a@b\r\n\r\nx'])
    expect(await refusal(raw(broken)), JSON.stringify(broken)).toBe(550);
  const deep = Array.from(
    { length: 60 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${String(at)}\r\n\r\n--b${String(at)}\r\n`,
  );
  expect(await refusal(raw(`From: ${email}\r\n${deep.join('')}`))).toBe(550);
  expect((await kept()).length).toBe(before);

  // Of what is broken the rest is kept.
  const odd = `From: Fay <${email}>\r\nMessage-ID: <odd@fay>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=nonsense\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVs\u0007bG8=!!\r\n--b\r\nContent-Type: image/png\r\n\r\nnot`;
  expect([await refusal(raw(odd)), await refusal(raw(odd))]).toEqual([250, 250]);
  expect((await kept()).length).toBe(before + 1);
  expect(await said((await lastKept())?.ticket ?? '')).toEqual(['person: Hello']);
  const html =
    '<p>Hello&nbsp;&lt;b&gt;</p><p>you</p><div class="gmail_quote">On Monday<blockquote>old</blockquote></div><script>x</script>';
  expect(await refusal({ from: email, html })).toBe(250);
  expect(await said((await lastKept())?.ticket ?? '')).toEqual(['person: Hello <b>\nyou']);
});

it('ends with mailboxes that echo: 1,000 mails, no loop', async () => {
  // What comes to these goes back to where it may be answered: as it came, or as a new mail that repeats nothing of it.
  const echoes = [
    {
      email: 'echo@loop.example',
      back: (mail: Email) => ({ to: mail.replyTo?.[0]?.address, inReplyTo: mail.messageId, subject: mail.subject }),
    },
    { email: 'parrot@loop.example', back: () => ({ subject: 'You wrote' }) },
  ];
  let [came, returned, taken] = [0, 0, 0];
  const echo = async () => {
    for (const { email, back } of echoes)
      for (const mail of mailsTo(email).slice(seen.get(email) ?? 0)) {
        seen.set(email, (seen.get(email) ?? 0) + 1);
        came += 1;
        returned += 1;
        if ((await refusal({ from: email, text: mail.text ?? '', ...back(mail) })) === 250) taken += 1;
      }
  };
  const seen = new Map<string, number>();
  for (let count = 0; count < 1_000; count += 1) {
    const { email } = echoes[count % 2] ?? { email: '' };
    if ((await refusal({ from: email, subject: `No ${String(count)}`, text: 'Hello' })) === 250) taken += 1;
    if (count % 50 === 0) await echo();
  }
  // All that was still on its way is echoed too, until nothing comes any more.
  await until('the outbox to be empty', async () => {
    await echo();
    const { rows } = await world.db.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM mail_outbox WHERE state IN ('WAITING', 'HANDED')`,
    );
    return rows[0]?.open === 0 && echoes.every(({ email }) => mailsTo(email).length === (seen.get(email) ?? 0))
      ? true
      : undefined;
  });
  process.stdout.write(
    `echo: 1000 mails, ${String(came)} answered by a program, ${String(returned)} echoed, ${String(taken)} kept\n`,
  );
  expect(came).toBe(2);
  // Five tickets a day of each, and what the first wrote into the ticket of its answer.
  expect(taken).toBe(11);
}, 120_000);
