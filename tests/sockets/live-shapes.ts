import { expect } from 'vitest';
import { CHANNEL_DATA } from '#protocol/channels.ts';
import type { LiveClient } from '#tests/live-client.ts';

/** Every message of a channel is of the shape that the protocol promises, and none is missing. */
export function expectShapes(clients: readonly LiveClient[]): void {
  for (const client of clients) {
    const last = new Map<string, number>();
    for (const message of client.messages.filter((one) => one['ch'] !== undefined)) {
      const ch = String(message['ch']);
      const kind = ch.split(':')[0] as keyof typeof CHANNEL_DATA;
      expect(
        CHANNEL_DATA[kind].safeParse(message['data']).error,
        JSON.stringify(message).slice(0, 300),
      ).toBeUndefined();
      const seq = Number(message['seq']);
      const isFirst = message['snapshot'] !== undefined;
      expect(seq, ch).toBe(isFirst ? seq : (last.get(ch) ?? 0) + 1);
      last.set(ch, seq);
    }
  }
}
