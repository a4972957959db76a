/** What the landing does in the browser, beside live prices: predicts on the demo, shows a round and the fingerprint of the prices. */
import type { TransparencyMessage } from '#protocol/channels.ts';
import type { TickMessage } from '#protocol/trading.ts';
import { Demo } from './demo.ts';
import { drawSeal, tellNewestHour } from './live-seal.ts';
import { PlayCard } from './play.ts';
import { followRound } from './round-card.ts';
import { wordsIn } from './words.ts';

const area = document.querySelector<HTMLElement>('[data-live-host]');
if (area !== null) begin(area);

function begin(area: HTMLElement): void {
  const { liveHost: host = '', liveTag: tag = 'en' } = area.dataset;
  const words = wordsIn(tag);
  const box = (name: string) => area.querySelector<HTMLElement>(`[data-${name}]`);
  const [playBox, roundBox, sealBox] = [box('play'), box('round'), box('seal')];
  const chart = box('live-chart');
  const play =
    playBox === null
      ? null
      : new PlayCard(playBox, { words, chart, demo: new Demo(host, document.documentElement.lang) });
  if (roundBox !== null) followRound(roundBox, { host, words });
  if (sealBox !== null) tellNewestHour(sealBox, { words });
  area.addEventListener('tikvo:live', (event) => {
    const { ch, data } = (event as CustomEvent<{ ch: string; data: unknown }>).detail;
    if (ch === `ticks:${playBox?.dataset['pair']}`) play?.onTick(data as TickMessage);
    if (ch === 'transparency' && sealBox !== null) drawSeal(sealBox, (data as TransparencyMessage).tickHeads);
  });
}
