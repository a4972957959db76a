import type { ReactNode } from 'react';
import type { PairWire } from '#protocol/trading.ts';

/** Laid out when it comes near the window: the first view waits for nothing below it. It clips what hangs over, so there is room for a frame of focus. */
const BELOW = '-mx-1 px-1 [contain-intrinsic-size:auto_var(--tall)] [content-visibility:auto]';
/** How tall each is inside, about, on phones and wider: until it is laid out the page has the length that it will have, and does not shrink under the finger. */
const TALL = {
  check: '[--tall:900px] md:[--tall:584px]',
  ways: '[--tall:920px] md:[--tall:494px]',
  markets: '[--tall:1410px] md:[--tall:750px] xl:[--tall:400px]',
  edge: '[--tall:730px] md:[--tall:368px]',
  money: '[--tall:600px] md:[--tall:330px]',
  safety: '[--tall:790px] md:[--tall:440px] xl:[--tall:328px]',
  faq: '[--tall:401px] md:[--tall:409px]',
} as const;

/** A part of the landing under its heading. */
export function Section(props: {
  readonly id: keyof typeof TALL;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) {
  const { id, title, lead, children } = props;
  return (
    <section id={id} className={`${BELOW} ${TALL[id]} pt-15 md:pt-22`}>
      <h2 className="max-w-[17em] text-[1.8rem] leading-[2.1rem] font-620 tracking-[-.03em] text-balance md:text-38">
        {title}
      </h2>
      {lead === undefined ? null : (
        <p className="mt-3 max-w-[42em] text-16 text-mut text-pretty md:text-18 md:leading-7">{lead}</p>
      )}
      <div className="mt-6 md:mt-8">{children}</div>
    </section>
  );
}

/** A box on the landing. */
export const BOX = 'min-w-0 rounded-sheet border border-line bg-s1 p-5 md:p-6 tiny:p-4';

/** Decimals that keep a price to about six digits: this is for a glance, the trading screen has them all. */
export function glancePlaces(pair: PairWire): number {
  const whole = pair.price === null || pair.price < 1 ? 1 : Math.floor(Math.log10(pair.price)) + 1;
  return Math.max(0, Math.min(pair.precision, 6 - whole));
}
