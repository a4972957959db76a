import { WebSocket } from 'ws';
import { until, type Json } from './http-calls.ts';

/** A socket of a program outside; remembers all it was told. */
export interface LiveClient {
  readonly messages: Json[];
  /** Code of the close; null while open. */
  closed(): number | null;
  say(message: unknown): void;
  /** The newest or next message that fits. */
  next(what: string, fits: (message: Json) => boolean): Promise<Json>;
  pause(): void;
  resume(): void;
  end(): void;
}

export async function connectLive(
  origin: string,
  path: '/public' | '/private',
  headers: Readonly<Record<string, string>> = {},
): Promise<LiveClient> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { perMessageDeflate: false, headers });
  const messages: Json[] = [];
  let code: number | null = null;
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Json));
  socket.on('close', (closed) => {
    code = closed;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  return {
    messages,
    closed: () => code,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (what, fits) => until(what, () => messages.find(fits), 60_000),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    end: () => socket.terminate(),
  };
}
