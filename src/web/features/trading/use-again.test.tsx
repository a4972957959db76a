// @vitest-environment jsdom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import type { PredictionWire } from '#protocol/trading.ts';
import { Store } from '#web/live/store.ts';
import { useAgain } from './use-again.ts';

const done = { pair: 'BTC-USD', direction: 'DOWN', stakeStr: '25.00', durationSec: 60 } as PredictionWire;

it('predicts the same once more: on its own pair at once, on another when its ticket is there, each time it is wished', () => {
  const acts: string[] = [];
  const wish = new Store<PredictionWire | null>(() => null);
  let selected = 'BTC-USD';
  function Ticket({ pairId }: { readonly pairId: string }) {
    useAgain(wish, {
      pairId,
      onTerms: ({ amount, durationSec }) => acts.push(`${amount} for ${durationSec}`),
      onTap: (direction) => acts.push(`${direction} on ${pairId}`),
      onSelect: (id) => {
        selected = id;
      },
    });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const draw = () => flushSync(() => root.render(<Ticket pairId={selected} />));
  draw();
  wish.set(done);
  wish.set(done);
  expect(acts.splice(0)).toEqual(['25 for 60', 'DOWN on BTC-USD', '25 for 60', 'DOWN on BTC-USD']);
  wish.set({ ...done, pair: 'EUR-USD', direction: 'UP', stakeStr: '12.50' });
  expect(acts.splice(0)).toEqual(['12.50 for 60']);
  draw();
  draw();
  expect(acts).toEqual(['UP on EUR-USD']);
  root.unmount();
});
