import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { systemClock } from '#server/clock.ts';
import { LocalVenue } from '#tests/scenarios/prices/feeds-capture.ts';
import type { Step } from '#tests/scenarios/prices/feeds-capture.ts';
import { systemTimers } from '../timers.ts';
import { Connection } from './connection.ts';
import type { Venue } from './venue.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const plain: Venue = {
  name: 'plain',
  url: '',
  subscribe: (symbols) => symbols.map((symbol) => ({ ask: symbol })),
  ping: { everyMs: 20, text: 'are you there' },
  silentAfterMs: 1_000,
  read: () => null,
};

interface Heard {
  readonly texts: string[];
  readonly states: string[];
  readonly pauses: number[];
  /** Texts of the log. */
  readonly lines: string[];
  readonly connection: Connection;
}

function connect(url: string, onText: (text: string) => void = () => undefined): Heard {
  const pauses: number[] = [];
  const lines: string[] = [];
  const heard = { texts: [] as string[], states: [] as string[], pauses, lines };
  const connection = new Connection({
    venue: plain,
    symbols: ['A', 'B'],
    url,
    patience: { firstRetryMs: 4, longestRetryMs: 64, silentAfterMs: 5_000 },
    tools: {
      clock: systemClock,
      timers: {
        after(ms, run) {
          pauses.push(ms);
          return systemTimers.after(ms, run);
        },
      },
    },
    log: pino({}, { write: (line: string) => void lines.push((JSON.parse(line) as { readonly msg: string }).msg) }),
    random: () => 0,
    listener: {
      onText(text) {
        heard.texts.push(text);
        onText(text);
      },
      onState: (state) => heard.states.push(state),
    },
  });
  closing.push(() => connection.stop());
  connection.start();
  return { ...heard, connection };
}

async function venueOf(scripts: readonly (readonly Step[])[]): Promise<LocalVenue> {
  const venue = await LocalVenue.open(scripts);
  closing.push(() => venue.close());
  return venue;
}

describe('a connection', () => {
  it('says once that its source failed, however often it asks, and once that it is back', async () => {
    const door = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    let refused = 0;
    door.on('upgrade', (request, socket, head) => {
      refused += 1;
      if (refused <= 4) socket.destroy();
      else sockets.handleUpgrade(request, socket, head, (open) => open.send('here I am'));
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    closing.push(() => door.close());
    const heard = connect(`ws://127.0.0.1:${(door.address() as AddressInfo).port}`);
    closing.push(() => sockets.clients.forEach((client) => client.terminate()));
    await vi.waitFor(() => expect(heard.texts).toEqual(['here I am']));
    expect(heard.lines).toEqual(['price source failed', 'price source is back']);
  });

  it('loses nothing of a flood, in order, while other work gets its turns', async () => {
    const flood = Array.from({ length: 60_000 }, (_, at) => `message ${at}`);
    const venue = await venueOf([[{ send: flood }]]);
    let turns = 0;
    let most = 0;
    let inTurn = 0;
    const heard = connect(venue.url, () => {
      if (inTurn === 0) setImmediate(() => ((turns += 1), (most = Math.max(most, inTurn)), (inTurn = 0)));
      inTurn += 1;
    });
    await vi.waitFor(() => expect(heard.texts.length).toBe(flood.length), { timeout: 60_000 });
    expect(heard.texts).toEqual(flood);
    expect(turns).toBeGreaterThan(100);
    expect(most).toBeLessThanOrEqual(400);
  });

  it('asks for its symbols on each connection, and pings', async () => {
    const venue = await venueOf([[{ send: ['one'] }, { cut: 'close' }], [{ send: ['two'] }]]);
    const heard = connect(venue.url);
    await vi.waitFor(() => expect(venue.requests[1]?.length).toBeGreaterThan(3), { timeout: 60_000 });
    expect(venue.requests.map((asked) => asked.slice(0, 2))).toEqual([
      ['{"ask":"A"}', '{"ask":"B"}'],
      ['{"ask":"A"}', '{"ask":"B"}'],
    ]);
    expect(venue.requests[1]?.[2]).toBe('are you there');
    expect(heard.texts).toEqual(['one', 'two']);
  });

  it('waits longer after each failure, up to a limit', async () => {
    const venue = await venueOf([]);
    const { url } = venue;
    await venue.close();
    closing.pop();
    const heard = connect(url);
    await vi.waitFor(() => expect(heard.states.length).toBeGreaterThan(16), { timeout: 60_000 });
    // Half of the pause is fixed and half is chance, which is nothing here; the rest are the waits for silence.
    const retries = heard.pauses.filter((ms) => ms < 1_000);
    expect(retries.slice(0, 7)).toEqual([2, 4, 8, 16, 32, 32, 32]);
    // One failure may be a hiccup; from the second on nobody answers.
    expect(heard.states.slice(0, 2)).toEqual(['connecting', 'connecting']);
    expect(new Set(heard.states.slice(2))).toEqual(new Set(['away']));
  });

  it('says and does nothing more once stopped', async () => {
    const venue = await venueOf([[{ send: ['one'] }]]);
    const heard = connect(venue.url);
    await vi.waitFor(() => expect(heard.texts).toEqual(['one']), { timeout: 60_000 });
    heard.connection.stop();
    const { length } = heard.states;
    venue.send('two');
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(heard.texts).toEqual(['one']);
    expect(heard.states.length).toBe(length);
    expect(venue.requests.length).toBe(1);
  });
});
