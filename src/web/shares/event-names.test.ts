import { expect, it } from 'vitest';
import type { Client } from '#web/api/client.ts';
import { CUP } from '#tests/event-wire.ts';
import { askEventName, namesOf } from './event-names.ts';

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

it('says of a market beside others what its event asks', () => {
  const markets = [
    { marketId: 'b1', title: 'Home' },
    { marketId: 'b2', title: 'Away' },
  ];
  const named = (...some: typeof markets) => namesOf([{ slug: 'cup', title: 'Who wins?', markets: some }]);
  expect(named(...markets)).toEqual([
    ['b1', { slug: 'cup', title: 'Home', asked: 'Who wins?' }],
    ['b2', { slug: 'cup', title: 'Away', asked: 'Who wins?' }],
  ]);
  expect(named(markets[0]!)).toEqual([['b1', { slug: 'cup', title: 'Who wins?', asked: null }]]);
});
