import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { SocketWriter } from '#server/live/socket-writer.ts';

/** Moves with fake timers. */
export const clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** A reader of a live channel whose socket takes bytes only while it reads. */
export function reader() {
  const got: { ch: string; seq: number; data: unknown; snapshot?: true }[] = [];
  const held: (() => void)[] = [];
  let reads = true;
  const socket = new Duplex({
    read: () => undefined,
    write: (frame: Buffer, _encoding, done) => {
      const take = () => {
        // Frames of these tests are between 126 and 65,535 bytes, or short.
        const head = (frame[1] ?? 0) < 126 ? 2 : (frame[1] ?? 0) === 126 ? 4 : 10;
        if (frame.length < 70_000) got.push(JSON.parse(frame.subarray(head).toString()) as (typeof got)[number]);
        done();
      };
      if (reads) take();
      else held.push(take);
    },
  });
  const closes: number[] = [];
  const ws = {
    OPEN: 1,
    readyState: 1,
    close: (code: number) => {
      closes.push(code);
      ws.readyState = 2;
    },
    terminate: () => undefined,
  };
  return {
    writer: new SocketWriter({ ws: ws as unknown as WebSocket, socket, clock }),
    seqs: () => got.map((one) => one.seq),
    got,
    closes,
    stopReading: () => {
      reads = false;
    },
    readAgain: () => {
      reads = true;
      for (const take of held.splice(0)) take();
    },
  };
}
