import type { Page, WebSocketRoute } from 'playwright-core';

/** Ticks a second that the frames are measured under (docs/rules/screens.md#budgets), more than a server sends of one pair. */
const TICKS_A_SECOND = 20;

interface Frame {
  readonly ch: string;
  readonly seq: number;
  readonly t: number;
  readonly data: { readonly price: number; readonly priceStr: string; readonly time: number; readonly seq: number };
}

/** Between the page and the server: all goes through, and the first pair whose ticks the page asks for, the one of its chart, has 20 of them a second. */
export async function manyTicks(page: Page): Promise<void> {
  await page.routeWebSocket(/\/public$/, crowd);
}

function crowd(socket: WebSocketRoute): void {
  const server = socket.connectToServer();
  const seqs = new Map<string, number>();
  let last: Frame | null = null;
  const say = (frame: { readonly ch: string }) => {
    const seq = (seqs.get(frame.ch) ?? 0) + 1;
    seqs.set(frame.ch, seq);
    socket.send(JSON.stringify({ ...frame, seq }));
  };
  socket.onMessage((message) => server.send(message));
  server.onMessage((message) => {
    const frame = JSON.parse(String(message)) as Frame;
    if (typeof frame.ch !== 'string') {
      socket.send(message);
      return;
    }
    // What follows one of ours would come before it.
    if (frame.ch === last?.ch && frame.data.seq <= last.data.seq) return;
    if (frame.ch.startsWith('ticks:') && (last === null || last.ch === frame.ch)) last = frame;
    say(frame);
  });
  const timer = setInterval(() => {
    if (last === null) return;
    const now = Date.now();
    const price = last.data.price * (1 + Math.sin(now / 300) / 20_000);
    const digits = last.data.priceStr.split('.')[1]?.length ?? 0;
    const data = { ...last.data, price, priceStr: price.toFixed(digits), time: now, seq: last.data.seq + 1 };
    last = { ...last, t: now, data };
    say(last);
  }, 1_000 / TICKS_A_SECOND);
  socket.onClose(() => {
    clearInterval(timer);
    void server.close();
  });
}
