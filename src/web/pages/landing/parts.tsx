import type { ReactNode } from 'react';

/** Laid out when it comes near the window: the first view waits for nothing below it. It clips what hangs over, so there is room for a frame of focus. */
const BELOW = '-mx-1 px-1 [contain-intrinsic-size:auto_640px] [content-visibility:auto]';

/** A part of the landing under its heading. */
export function Section(props: {
  readonly id?: string;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) {
  const { id, title, lead, children } = props;
  return (
    <section id={id} className={`${BELOW} pt-15 md:pt-22`}>
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
export const BOX = 'rounded-sheet border border-line bg-s1 p-5 md:p-6';
