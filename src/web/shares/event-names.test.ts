import { expect, it } from 'vitest';
import type { Client } from '#web/api/client.ts';
import { CUP } from '#tests/event-wire.ts';
import { askEventName } from './event-names.ts';

it('asks once for all that are wanted at a time, and again for what could not be had', async () => {
  const asked: unknown[] = [];
  let isDown = true;
  const client = {
    call: (_name: string, input: { readonly query: { readonly markets: string } }) => {
      asked.push(input.query.markets);
      return isDown ? Promise.reject(new Error('down')) : Promise.resolve({ items: [CUP], nextCursor: null });
    },
  } as unknown as Client;
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  for (const id of ['b1', 'b2', 'b1']) askEventName(client, id);
  await turn();
  isDown = false;
  for (const id of ['b1', 'b2']) askEventName(client, id);
  await turn();
  // One is known by now; of the other nothing is, and it is not asked for without end.
  for (const id of ['b1', 'b2']) askEventName(client, id);
  await turn();
  expect(asked).toEqual(['b1,b2', 'b1,b2']);
});
