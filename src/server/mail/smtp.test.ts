import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { addressOf, createRelay, type Letter } from './smtp.ts';

const LETTER: Letter = {
  messageId: '<1@tikvo.example>',
  from: 'Tikvo <post@tikvo.example>',
  to: 'ada@example.org',
  date: new Date(0),
  language: 'en',
  unsubscribeLink: null,
  thread: null,
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello\n.\nthe line above is a lone dot\n',
};

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

/** A relay that says its lines one after the other, whatever it hears; answers what it heard. */
async function scripted(lines: readonly string[]): Promise<{ url: string; heard: () => string }> {
  let heard = '';
  const relay = createServer((socket) => {
    const left = [...lines];
    const say = () => {
      const line = left.shift();
      if (line === undefined) socket.destroy();
      else socket.write(line);
    };
    let inData = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard += bytes.toString();
      if (inData && !heard.endsWith('\r\n.\r\n')) return;
      inData = heard.endsWith('DATA\r\n');
      say();
    });
    say();
  });
  server = relay;
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return { url: `smtp://127.0.0.1:${(relay.address() as AddressInfo).port}`, heard: () => heard };
}

const HELLO = ['220 hello\r\n', '250 hello\r\n', '250 ok\r\n', '250 ok\r\n', '354 go on\r\n'];
const yes = () => Promise.resolve(true);

describe('a relay', () => {
  it('gets the whole mail, a lone dot too, and nothing of it ends before its row is marked', async () => {
    const { url, heard } = await scripted([...HELLO, '250 taken\r\n']);
    let before = '';
    const hand = () => {
      before = heard();
      return yes();
    };
    expect(await createRelay({ url, requireTls: false }).deliver(LETTER, hand)).toEqual({ end: 'sent' });
    expect(before).not.toContain('\r\n.\r\n');
    expect(heard()).toContain('\r\n..\r\n');
    expect(heard()).toContain('MAIL FROM:<post@tikvo.example>');
    expect(heard()).toContain('Message-ID: <1@tikvo.example>');
  });

  it('gets no end of a mail that is not ours any more', async () => {
    const { url, heard } = await scripted([...HELLO, '250 taken\r\n']);
    const relay = createRelay({ url, requireTls: false });
    expect(await relay.deliver(LETTER, () => Promise.resolve(false))).toMatchObject({ end: 'later' });
    await expect.poll(() => heard()).not.toMatch(/\r\n\.\r\n$/);
  });

  it.each([
    ['an answer of 4xx', '451 later, ada@example.org\r\n', { end: 'later', fault: '451 EMESSAGE' }],
    ['a service that closes', '421 not now, ada@example.org\r\n', { end: 'away', fault: '421 EMESSAGE' }],
    ['an answer of 5xx', '554 never, ada@example.org\r\n', { end: 'never', fault: '554 EMESSAGE' }],
  ])('is understood by %s, without its words', async (_name, line, expected) => {
    const { url } = await scripted([...HELLO, line]);
    expect(await createRelay({ url, requireTls: false }).deliver(LETTER, yes)).toEqual(expected);
  });

  it('leaves a mail unsure where the line goes instead of an answer, and only then', async () => {
    const { url } = await scripted(HELLO);
    expect(await createRelay({ url, requireTls: false }).deliver(LETTER, yes)).toMatchObject({ end: 'unsure' });
    const { url: early } = await scripted(HELLO.slice(0, 4));
    expect(await createRelay({ url: early, requireTls: false }).deliver(LETTER, yes)).toMatchObject({ end: 'away' });
  });

  it('that does not encrypt is told nothing where encryption is a must', async () => {
    const { url, heard } = await scripted(HELLO);
    expect(await createRelay({ url, requireTls: true }).deliver(LETTER, yes)).toMatchObject({ end: 'away' });
    expect(heard()).not.toContain('MAIL FROM');
  });
});

describe('the address of a sender', () => {
  it('is what stands in brackets, or all there is', () => {
    expect(addressOf('Tikvo <post@tikvo.example>')).toBe('post@tikvo.example');
    expect(addressOf(' post@tikvo.example ')).toBe('post@tikvo.example');
  });
});
