import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Guard } from './part.tsx';

/** A card of a settings page: its title row, then rows divided by lines. */
export function Panel(props: {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** At the end of the title: a chip or a button. */
  readonly end?: ReactNode;
  readonly children?: ReactNode;
  readonly className?: string;
  readonly id?: string;
}) {
  return (
    <section id={props.id} className={cx('card min-w-0', props.className)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5 px-4.5 pt-4.5 pb-3 md:px-6 md:pt-5 md:pb-3.5">
        <div className="min-w-[min(12rem,100%)] flex-1">
          <h2 className="text-18 font-620 tracking-[-.012em]">{props.title}</h2>
          {props.text === undefined ? null : <p className="mt-0.5 text-13 text-mut text-pretty">{props.text}</p>}
        </div>
        {props.end}
      </div>
      <Guard>{props.children}</Guard>
    </section>
  );
}

/** One thing of a panel: icon, what it is, and one act. On a narrow screen the act goes below. */
export function PanelRow(props: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly end?: ReactNode;
  /** On phones the act stands below the text. */
  readonly stack?: boolean;
  readonly className?: string;
}) {
  return (
    <div
      className={cx(
        'flex items-center gap-3 border-t border-line px-4.5 py-3.5 md:gap-4 md:px-6 md:py-4',
        props.stack === true &&
          'max-sm:flex-wrap max-sm:[&>div:last-child]:w-full max-sm:[&>div:last-child]:ps-13 max-[22.4375rem]:[&>div:last-child]:ps-0',
        props.className,
      )}
    >
      {props.icon === undefined ? null : (
        <span className="grid size-10 shrink-0 place-items-center rounded-[11px] bg-s2 text-brand-text max-[22.4375rem]:hidden [&_svg]:size-4.5">
          {props.icon}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="font-540 break-words">{props.title}</p>
        {props.text === undefined ? null : <div className="text-13 text-mut text-pretty">{props.text}</div>}
      </div>
      {props.end === undefined ? null : <div className="flex shrink-0 items-center gap-2">{props.end}</div>}
    </div>
  );
}

/** Free content of a panel, in its gutters. */
export function PanelBody(props: { readonly children: ReactNode; readonly className?: string }) {
  return <div className={cx('px-4.5 pb-5 md:px-6 md:pb-6', props.className)}>{props.children}</div>;
}
