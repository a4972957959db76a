import { Check, ChevronDown, ChevronLeft, Clock, Download, FileCheck, Link, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RoundCheck } from '#verify/round.ts';
import type { Check as SevenCheck } from '#verify/seven.ts';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { Seal } from './seal.tsx';

export function BackToHistory() {
  const { t } = useTranslation('verify');
  const { realm } = useSession();
  const { config, locale } = useShell();
  const back =
    realm === 'demo'
      ? link(config, 'main', pathOf('history-demo', locale))
      : link(config, 'dashboard', pathOf('history', locale));
  return (
    <a href={back} className={buttonClass({ variant: 'ghost' })}>
      <ChevronLeft aria-hidden className="flip size-5" />
      {t('trading.history')}
    </a>
  );
}

export function Loading() {
  const { t } = useTranslation('verify');
  return (
    <section className="card grid gap-3 p-6" aria-busy>
      <h1 className="text-18 font-620">{t('loading')}</h1>
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </section>
  );
}

/** Copies an address; `text` says who can open it. */
export function CopyLink({ address, text }: { readonly address: () => string; readonly text: string }) {
  const { t } = useTranslation('verify');
  const copy = () => {
    navigator.clipboard.writeText(address()).then(
      () => showToast({ id: 'link', tone: 'info', title: t('copied'), text }),
      () => undefined,
    );
  };
  return (
    <Button variant="outline" onClick={copy}>
      <Link aria-hidden className="size-4" />
      {t('copy')}
    </Button>
  );
}

export function SaveButton({ name, text }: { readonly name: string; readonly text: string }) {
  const { t } = useTranslation('verify');
  const save = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return (
    <Button variant="primary" onClick={save}>
      <Download aria-hidden className="size-4" />
      {t('download')}
    </Button>
  );
}

/** Seal, verdict and what stands beside them. */
export function Hero(props: {
  readonly fingerprint: string;
  readonly verdict: 'valid' | 'provisional' | 'invalid';
  readonly title: string;
  readonly code: string | null;
  readonly children: ReactNode;
  readonly end?: ReactNode;
}) {
  const { t } = useTranslation('verify');
  const { verdict } = props;
  return (
    <section
      className="card flex flex-wrap items-center gap-5 p-5 md:p-7"
      data-verdict={verdict}
      role={verdict === 'invalid' ? 'alert' : undefined}
    >
      <Seal fingerprint={props.fingerprint} verdict={verdict} />
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-13 text-brand-text">{t('receipt.check')}</p>
        <h1 className="text-26 font-680 text-balance md:text-38">{props.title}</h1>
        {props.children}
        {verdict === 'provisional' ? <p className="mt-1 text-13 text-mut">{t('verdict.wait')}</p> : null}
        {props.code === null ? null : (
          <p className="mt-1 text-13 text-mut">
            <bdi dir="ltr">{props.code}</bdi>
          </p>
        )}
      </div>
      {props.end}
    </section>
  );
}

/** How to check without us, and what no receipt proves. */
export function WithoutUs() {
  const { t } = useTranslation('verify');
  const { locale, config } = useShell();
  return (
    <>
      <section className="card p-5 md:p-6">
        <h2 className="mb-2 text-18 font-620">{t('without_us')}</h2>
        <p className="mb-3 text-mut text-pretty">{t('without_us.text')}</p>
        <a href={link(config, 'main', pathOf('verify', locale))} className={buttonClass()}>
          <FileCheck aria-hidden className="size-4" />
          {t('checker')}
        </a>
      </section>
      <section className="card p-5 md:p-6">
        <h2 className="mb-2 text-18 font-620">{t('not_proven.title')}</h2>
        <p className="text-mut text-pretty">{t('not_proven.text')}</p>
      </section>
    </>
  );
}

const MARKS = {
  pass: [Check, 'bg-up-soft text-up'],
  fail: [X, 'bg-down-soft text-down'],
  pending: [Clock, 'bg-warn-soft text-warn'],
  none: [Minus, 'bg-s2 text-mut'],
  skipped: [Minus, 'bg-s2 text-mut'],
} as const;

/** The seven checks of a receipt, with the fault that one of them found. */
export function CheckList(props: {
  readonly checks: readonly (SevenCheck | RoundCheck)[];
  readonly code: string | null;
}) {
  const { t } = useTranslation('verify');
  return (
    <section className="card min-w-0 p-5 md:p-6">
      <h2 className="mb-3 text-18 font-620">{t('checks')}</h2>
      <ul className="grid gap-3">
        {props.checks.map((check) => (
          <CheckRow key={check.name} check={check} code={check.state === 'fail' ? props.code : null} />
        ))}
      </ul>
    </section>
  );
}

/** One check in plain words; it opens to what is behind it. */
function CheckRow({ check, code }: { readonly check: SevenCheck | RoundCheck; readonly code: string | null }) {
  const { t } = useTranslation('verify');
  const [Icon, tone] = MARKS[check.state];
  return (
    <li data-check={check.name} data-state={check.state}>
      <details open={check.state === 'fail'} className="group/check">
        <summary className="flex min-h-9 items-start gap-3 pointer-coarse:min-h-11">
          <span className={cx('grid size-6 shrink-0 place-items-center rounded-pill', tone)}>
            <Icon aria-hidden className="size-4" />
          </span>
          <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
            <span className="font-540">{t(`check.${check.name}`)}</span>
            <span className="text-13 text-mut">{t(`state.${check.state}`)}</span>
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-mut group-open/check:rotate-180" />
        </summary>
        <p className="ps-9 pt-1 text-13 text-mut text-pretty">{t(`check.${check.name}.text`)}</p>
        {code === null ? null : (
          <p className="ps-9 pt-1 text-13 text-down">
            <bdi dir="ltr">{code}</bdi>
          </p>
        )}
      </details>
    </li>
  );
}

const REASONS = [
  'NO_ENTRY',
  'STALE_EXIT',
  'SESSION_CLOSED',
  'SOURCE_CORRECTION',
  'EVENT_PAST_POST',
  'MARKET_VOID',
  'DUPLICATE_ADMIN',
] as const;

/** How it ended, and why where it was void. */
export function Sentence({ outcome, reason }: { readonly outcome: string | null; readonly reason: string | null }) {
  const { t } = useTranslation('verify');
  const known = REASONS.find((one) => one === reason);
  return (
    <p className="mt-1 text-mut">
      {outcome} {known === undefined ? null : t(`void.${known}`)}
    </p>
  );
}
