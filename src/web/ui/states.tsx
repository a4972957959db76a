import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Num } from './num.tsx';

/** A box in the shape of what is coming. Shown by the caller after 150 ms. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-btn bg-s2', className)} />;
}

/** Nothing here, and one thing to do about it. */
export function EmptyState(props: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}) {
  return (
    <div className={cx('flex flex-wrap items-center gap-3.5 p-4', props.className)}>
      {props.icon === undefined ? null : (
        <span className="grid size-11 shrink-0 place-items-center rounded-field bg-s2 text-brand-text [&_svg]:size-5">
          {props.icon}
        </span>
      )}
      <div className="min-w-[min(10rem,100%)] flex-1">
        <p className="font-620">{props.title}</p>
        {props.text === undefined ? null : <p className="text-13 text-mut">{props.text}</p>}
      </div>
      {props.action}
    </div>
  );
}

export type BannerTone = 'info' | 'warn' | 'bad' | 'ok';

const BANNERS: Readonly<Record<BannerTone, string>> = {
  info: 'bg-info-soft [&>svg]:text-info',
  warn: 'bg-warn-soft [&>svg]:text-warn',
  bad: 'bg-bad-soft [&>svg]:text-bad',
  ok: 'bg-ok-soft [&>svg]:text-ok',
};

/** A sentence that stays until its reason is gone. */
export function Banner(props: {
  readonly tone?: BannerTone;
  readonly title?: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly role?: 'status' | 'alert';
  readonly className?: string;
}) {
  const { tone = 'info' } = props;
  return (
    <div
      role={props.role}
      className={cx(
        'flex items-center gap-2.5 rounded-field px-3.5 py-2.5 text-13 text-mut [&>svg]:size-4.5 [&>svg]:shrink-0',
        BANNERS[tone],
        props.className,
      )}
    >
      {tone === 'info' || tone === 'ok' ? <Info aria-hidden /> : <TriangleAlert aria-hidden />}
      <p className="min-w-0 flex-1">
        {props.title === undefined ? null : <b className="text-text">{props.title} </b>}
        {props.children}
      </p>
      {props.action}
    </div>
  );
}

export type ChipTone = 'plain' | 'up' | 'down' | 'ok' | 'bad' | 'warn' | 'brand' | 'info';

const CHIPS: Readonly<Record<ChipTone, string>> = {
  plain: 'bg-s2 text-mut',
  up: 'bg-up-soft text-up',
  down: 'bg-down-soft text-down',
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  brand: 'bg-brand-soft text-brand-text',
  info: 'bg-info-soft text-info',
};

/** A small label: an icon and a word, never colour alone. */
export function Chip(props: {
  readonly tone?: ChipTone;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <span
      className={cx(
        'inline-flex min-h-[1.375rem] items-center gap-1.5 rounded-chip px-2 text-12 font-620 whitespace-nowrap tiny:whitespace-normal [&_svg]:size-[13px] [&_svg]:shrink-0 [&_svg]:stroke-[2.5]',
        CHIPS[props.tone ?? 'plain'],
        props.className,
      )}
    >
      {props.icon}
      {props.children}
    </span>
  );
}

/** A refusal or a failure: what happened, what to do, and the request's number, small. */
export function ErrorNote(props: {
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly code?: string;
  readonly requestId?: string | null;
  readonly requestLabel?: string;
  readonly actions: ReactNode;
}) {
  return (
    <div className="flex gap-3.5">
      <span className="grid size-11 shrink-0 place-items-center rounded-field bg-bad-soft text-bad">
        <CircleAlert aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-16 font-620">{props.title}</p>
        <p className="mt-0.5 text-14 text-mut">{props.text}</p>
        <div className="mt-4 flex flex-wrap gap-2">{props.actions}</div>
        {props.requestId === undefined || props.requestId === null ? null : (
          <p className="mt-3 text-12 text-faint">
            {props.code === undefined ? null : <span>{props.code} · </span>}
            {props.requestLabel}{' '}
            <Num as="bdi" className="select-all">
              {props.requestId}
            </Num>
          </p>
        )}
      </div>
    </div>
  );
}
