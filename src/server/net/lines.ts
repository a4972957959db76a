import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import { relative } from 'node:path';
import { z } from 'zod';

/** A line longer than this is no question of ours, characters. */
const LONGEST_LINE = 1 << 20;

/** One line for each question, by its number, in any order. */
export const answerWire = z.union([
  z.strictObject({ no: z.int(), value: z.unknown() }),
  z.strictObject({ no: z.int(), refused: z.string() }),
]);
export type Answer = z.output<typeof answerWire>;

/** Calls `told` with each line that comes. A peer that sends more than a line may hold loses its connection. */
export function onLines(socket: Socket, told: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) told(line);
    if (rest.length > LONGEST_LINE) socket.destroy();
  });
}

/** The longest path that a Unix socket may have on every system, bytes, with room for the name it is made under. */
export const LONGEST_ADDRESS = 90;

/** How a system calls the socket of a path. From the working folder where that is shorter: a socket's name has little room. */
export function addressOf(path: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\tikvo-${hash('sha256', path).slice(0, 32)}`;
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}
